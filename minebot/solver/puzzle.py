"""Puzzle: what a board tells a solver, as constraints on its covered cells: sets and counts, and no grid."""

from collections.abc import Iterable
from dataclasses import dataclass

from minebot.board import SHOWN_MINES, UNOPENED, WRONG_FLAG, Board
from minebot.errors import InconsistentBoard, MinebotError


@dataclass(frozen=True, slots=True)
class Constraint:
    """Exactly `mines` mines among `cells`; `number` is the cell that says so, None where no cell does."""

    cells: frozenset[int]
    mines: int
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Puzzle:
    """All that a solver may know: the covered cells, what constrains them, and how many mines they hold together.

    `mines` is None where the total is not known. Every cell of a constraint is one of `cells`.
    """

    cells: tuple[int, ...]
    constraints: tuple[Constraint, ...]
    mines: int | None = None


class Contradiction(MinebotError):
    """No arrangement fits; `numbers` are the cells whose numbers clash, empty where the mine total is to blame."""

    def __init__(self, numbers: Iterable[int] = ()) -> None:
        super().__init__("no arrangement of mines fits these constraints")
        self.numbers = tuple(sorted(numbers))


def refused(board: Board, clash: Contradiction) -> InconsistentBoard:
    """The error for a board that nothing fits, in a sentence that says where to look."""
    numbers = [board.place(cell) for cell in clash.numbers]
    if not numbers:
        said = f"no arrangement of {board.mines} mines fits the numbers; check the mine total and the board"
        return InconsistentBoard(said, board)
    places = ", ".join(map(str, numbers[:4])) + (", ..." if len(numbers) > 4 else "")
    said = f"no arrangement of mines fits the numbers at {places}; check the board there"
    return InconsistentBoard(said, board, numbers)


def puzzle(board: Board) -> Puzzle:
    """What a board tells: a flag is a covered cell like any other, a shown mine is known, a wrong flag is safe."""
    covered = [code in UNOPENED for code in board.cells]
    mined = [code in SHOWN_MINES for code in board.cells]
    constraints, neighbours = [], board.neighbours
    for cell, code in enumerate(board.cells):
        if code >= 0:
            around = neighbours[cell]
            cells = frozenset(each for each in around if covered[each])
            left = code - sum(mined[each] for each in around)
            if cells or left:
                constraints.append(Constraint(cells, left, cell))
        elif code == WRONG_FLAG:
            constraints.append(Constraint(frozenset([cell]), 0, cell))
    everywhere = tuple(cell for cell, is_covered in enumerate(covered) if is_covered)
    return Puzzle(everywhere, tuple(constraints), None if board.mines is None else board.mines - sum(mined))


def total_of(given: Puzzle) -> list[Constraint]:
    """The mine total as a constraint on all covered cells; none where it is not known."""
    return [] if given.mines is None else [Constraint(frozenset(given.cells), given.mines)]
