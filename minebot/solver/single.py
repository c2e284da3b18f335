"""Single: each number by itself, again and again, and a guess among all covered cells where that is stuck.

Source: Laker's "easy logic"; Farn's single-point strategy. A number with no mine left to find makes its covered cells
safe; one with as many left as covered cells makes them mines. The mine total is a number like any other, over all
covered cells. The guess is uniform over what is not decided: it is drawn by the board itself, so that the same board
always gets the same advice.
"""

from collections.abc import Mapping
from zlib import crc32

import numpy as np

from minebot.board import Board
from minebot.move import Action, Move
from minebot.solver.advice import Advice, first_flag
from minebot.solver.core import Constraint, Contradiction, Puzzle, puzzle, refused, settle


def single(board: Board) -> Advice:
    """What single numbers decide; InconsistentBoard where one of them cannot hold."""
    given = puzzle(board)
    try:
        decided = settle([*given.constraints, *_total(given)])
    except Contradiction as clash:
        raise refused(board, clash) from clash
    risks = _risks(given, decided)
    safe = frozenset(board.place(cell) for cell, mine in decided.items() if not mine)
    move, why = _choice(board, [cell for cell in given.cells if cell not in decided], sorted(safe))
    return Advice(
        safe=safe,
        mines=frozenset(board.place(cell) for cell, mine in decided.items() if mine),
        best=move,
        why=why,
        risks={board.place(cell): risk for cell, risk in risks.items()},
    )


def _total(given: Puzzle) -> list[Constraint]:
    return [] if given.mines is None else [Constraint(frozenset(given.cells), given.mines)]


def _risks(given: Puzzle, decided: Mapping[int, bool]) -> dict[int, float]:
    """The density of the mines that are left, the same everywhere; one half where the total is not known."""
    open_cells = len(given.cells) - len(decided)
    density = 0.5 if given.mines is None or not open_cells else (given.mines - sum(decided.values())) / open_cells
    return {cell: float(decided.get(cell, density)) for cell in given.cells}


def _choice(board: Board, undecided: list[int], safe: list[tuple[int, int]]) -> tuple[Move, str]:
    if safe:
        return Move(Action.OPEN, *safe[0]), "safe: a single number, or the mine total, leaves no mine for it"
    if not undecided:
        return first_flag(board), "every covered cell is a mine, so there is nothing left to open"
    chance = np.random.Generator(np.random.Philox(key=crc32(str(board).encode())))
    cell = board.place(undecided[chance.integers(len(undecided))])
    return Move(Action.OPEN, *cell), f"guess: no single number decides anything; one of {len(undecided)} cells, drawn"
