"""What can be done on a board of which some cells cannot be read yet: what is certain, whatever they show."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from minebot.board import COVERED, FLAG, Board
from minebot.errors import InconsistentBoard, NothingToSolve
from minebot.geometry import Cell
from minebot.solver import solve
from minebot.solver.advice import Advice


@dataclass(frozen=True, slots=True)
class Certain:
    """Cells that may be opened, cells that are mines, and the advice that a guess may follow, if there is any."""

    safe: frozenset[Cell]
    mines: frozenset[Cell]
    advice: Advice | None = None


NOTHING = Certain(frozenset(), frozenset())


def masked(board: Board, undecided: Collection[Cell]) -> Board:
    """The board with the undecided cells covered."""
    hidden = {board.index(cell) for cell in undecided}
    cells = tuple(COVERED if index in hidden else code for index, code in enumerate(board.cells))
    return replace(board, cells=cells)


def certain(board: Board, undecided: Collection[Cell]) -> Certain:
    """What is certain on a board whatever its undecided cells show; nothing where the rest contradicts itself.

    The solver gets the undecided cells as covered ones: each may be a mine or not, and none says anything. Let the
    cells show whatever they may - a number, a flag, a mine, nothing: each arrangement of mines that fits such a board
    fits the masked one as well, since masking only takes constraints away and lets more cells be mines. What holds in
    every arrangement of the larger set, a safe cell or a mine, so holds for everything that the undecided cells may
    show. They are not opened themselves: one may be open already, or flagged.
    """
    known = masked(board, undecided)
    try:
        advice = solve(known)
    except (InconsistentBoard, NothingToSolve):
        return NOTHING
    out = frozenset(undecided)
    return Certain(advice.safe - out, advice.mines - out, advice)


def is_fresh(board: Board, undecided: Collection[Cell]) -> bool:
    """Whether nothing is open or in doubt, so that any first move is as good as another."""
    return not undecided and all(code in (COVERED, FLAG) for code in board.cells)
