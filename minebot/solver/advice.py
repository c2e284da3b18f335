"""Advice: what every solver answers."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from minebot.board import COVERED, QUESTION, Board
from minebot.geometry import Cell
from minebot.move import Action, Move


@dataclass(frozen=True, slots=True)
class Advice:
    """What is certain, how risky the rest is, and what to do next.

    `safe` and `mines` are certain; `risks` holds every covered cell (flagged ones too), from 0.0 safe to 1.0 mine;
    `best` is the move to make; `why` gives its reason in a sentence; `arrangements` is how many placements of the
    mines fit the board, None where the solver does not count them.
    """

    safe: frozenset[Cell]
    mines: frozenset[Cell]
    best: Move
    why: str
    risks: Mapping[Cell, float] = field(default_factory=dict)
    arrangements: int | None = None


def first_flag(board: Board) -> Move:
    """The flag on the first cell that carries none: the move where all is mined, and the total not known."""
    cell = next(cell for cell, code in enumerate(board.cells) if code in (COVERED, QUESTION))
    return Move(Action.FLAG, *board.place(cell))
