"""Advice: what every solver answers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from minebot.board import COVERED, QUESTION, Board
from minebot.geometry import Cell
from minebot.move import Action, Move
from minebot.solver.proof import Proof

_WORTH_A_WORD = 0.01


@dataclass(frozen=True, slots=True)
class Candidate:
    """A cell that might be opened: its risk, and the probability of winning the game by it.

    `shows` holds, for each number that it may show, how likely that is if it is no mine, and the probability of winning
    then. `next` is how safe the moves after it are if it is no mine, `error` the standard error of `win` beside that of
    the other candidates; `games` were played to their end to tell it from them.
    """

    cell: Cell
    risk: float
    win: float
    shows: Mapping[int, tuple[float, float]]
    next: float
    error: float
    games: int = 0

    @property
    def likely(self) -> Mapping[int, tuple[float, float]]:
        """The numbers of `shows` that are worth a word: those of one percent and more."""
        return {number: seen for number, seen in self.shows.items() if seen[0] >= _WORTH_A_WORD}


@dataclass(frozen=True, slots=True)
class Advice:
    """What is certain, how risky the rest is, and what to do next.

    `safe` and `mines` are certain; `risks` holds every covered cell (flagged ones too), from 0.0 safe to 1.0 mine;
    `best` is the move to make; `why` gives its reason in a sentence. The rest is what only some solvers tell:
    `arrangements`, how many placements of the mines fit the board; `proofs`, why each certain cell is certain; `win`,
    the probability of winning the game from here on, a Fraction where it is exact, with best play, else an estimate;
    `candidates`, the cells that were weighed for a guess, the best first; `nodes`, how many nodes the search generated,
    which is no part of what is said of the board: it is less where a solver remembers others.
    """

    safe: frozenset[Cell]
    mines: frozenset[Cell]
    best: Move
    why: str
    risks: Mapping[Cell, float] = field(default_factory=dict)
    arrangements: int | None = None
    proofs: Mapping[Cell, Proof] = field(default_factory=dict)
    nodes: int | None = field(default=None, compare=False)
    win: Fraction | float | None = None
    candidates: tuple[Candidate, ...] = ()


def first_flag(board: Board) -> Move:
    """The flag on the first cell that carries none: the move where all is mined, and the total not known."""
    cell = next(cell for cell, code in enumerate(board.cells) if code in (COVERED, QUESTION))
    return Move(Action.FLAG, *board.place(cell))
