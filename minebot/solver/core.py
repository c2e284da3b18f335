"""The model that all solvers share: constraints, boxes, components. It knows sets and counts; it knows no grid.

A constraint says that there are exactly n mines among some covered cells. A box is the covered cells under identical
constraints: only how many mines it holds matters. A component is constraints linked by shared cells; components meet
only in the mine total.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
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


@dataclass(frozen=True, slots=True)
class Box:
    """Cells under identical constraints; bit i of `under` is set where constraint i of the component holds them."""

    cells: tuple[int, ...]
    under: int


@dataclass(frozen=True, slots=True)
class Component:
    """Boxes linked by shared constraints; `mines[i]` belongs to constraint i."""

    boxes: tuple[Box, ...]
    mines: tuple[int, ...]
    numbers: tuple[int, ...]
    """The cells whose numbers these constraints are, as far as cells say them."""


@dataclass(frozen=True, slots=True)
class Model:
    """A puzzle taken apart: what single constraints decide, independent components, and cells under no constraint.

    `mines` is how many mines the components and the unconstrained cells hold together, None where it is not known.
    """

    decided: Mapping[int, bool]
    components: tuple[Component, ...]
    unconstrained: tuple[int, ...]
    mines: int | None


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
    constraints = [
        _constraint(board, cell, code) for cell, code in enumerate(board.cells) if code >= 0 or code == WRONG_FLAG
    ]
    covered = tuple(cell for cell, code in enumerate(board.cells) if code in UNOPENED)
    shown = sum(code in SHOWN_MINES for code in board.cells)
    left = None if board.mines is None else board.mines - shown
    return Puzzle(covered, tuple(each for each in constraints if each.cells or each.mines), left)


def _constraint(board: Board, cell: int, code: int) -> Constraint:
    if code == WRONG_FLAG:
        return Constraint(frozenset([cell]), 0, cell)
    codes = [(each, board.cells[each]) for each in board.neighbours[cell]]
    shown = sum(code in SHOWN_MINES for _, code in codes)
    return Constraint(frozenset(each for each, code in codes if code in UNOPENED), code - shown, cell)


def model(given: Puzzle) -> Model:
    """Take a puzzle apart; Contradiction where single constraints already clash."""
    decided = settle(given.constraints)
    left = None if given.mines is None else given.mines - sum(decided.values())
    components = split(reduced(given.constraints, decided))
    constrained = {cell for component in components for box in component.boxes for cell in box.cells}
    free = tuple(cell for cell in given.cells if cell not in decided and cell not in constrained)
    return Model(decided, components, free, left)


def settle(constraints: Sequence[Constraint]) -> dict[int, bool]:
    """The cells that single constraints decide, one after another: True for a mine, False for a safe cell.

    A constraint with no mine left, or with as many as cells left, decides its cells, and with them its neighbours'
    counts. Contradiction where a constraint has fewer than none or more than all.
    """
    decided: dict[int, bool] = {}
    touching = _touching(constraints)
    queue = list(range(len(constraints)))
    while queue:
        constraint = constraints[queue.pop()]
        open_cells, left = _remainder(constraint, decided)
        if not 0 <= left <= len(open_cells):
            raise Contradiction([] if constraint.number is None else [constraint.number])
        if left in (0, len(open_cells)):
            for cell in open_cells:
                decided[cell] = left > 0
                queue.extend(touching[cell])
    return decided


def _touching(constraints: Sequence[Constraint]) -> dict[int, list[int]]:
    touching: dict[int, list[int]] = defaultdict(list)
    for index, constraint in enumerate(constraints):
        for cell in constraint.cells:
            touching[cell].append(index)
    return touching


def _remainder(constraint: Constraint, decided: Mapping[int, bool]) -> tuple[frozenset[int], int]:
    """The cells of a constraint that are not decided, and the mines among them."""
    mines = sum(decided.get(cell, False) for cell in constraint.cells)
    return frozenset(cell for cell in constraint.cells if cell not in decided), constraint.mines - mines


def reduced(constraints: Iterable[Constraint], decided: Mapping[int, bool]) -> list[Constraint]:
    """The constraints on the cells that are not decided, each set of cells once; Contradiction if two counts differ."""
    once: dict[frozenset[int], Constraint] = {}
    for constraint in constraints:
        cells, left = _remainder(constraint, decided)
        if not cells:
            continue
        known = once.setdefault(cells, Constraint(cells, left, constraint.number))
        if known.mines != left:
            raise Contradiction(_numbers([known, constraint]))
    return list(once.values())


def _numbers(constraints: Iterable[Constraint]) -> tuple[int, ...]:
    return tuple(each.number for each in constraints if each.number is not None)


def split(constraints: Sequence[Constraint]) -> tuple[Component, ...]:
    """The components, in the order of their first constraints."""
    cells_under = boxes(constraints)
    return tuple(_component(constraints, cells_under, linked) for linked in _linked(cells_under))


def boxes(constraints: Sequence[Constraint]) -> dict[int, list[int]]:
    """Cells under identical constraints, keyed by the bit set of those constraints."""
    under: dict[int, int] = {}
    for index, constraint in enumerate(constraints):
        for cell in constraint.cells:
            under[cell] = under.get(cell, 0) | 1 << index
    grouped: dict[int, list[int]] = defaultdict(list)
    for cell in sorted(under):
        grouped[under[cell]].append(cell)
    return grouped


def _linked(bit_sets: Iterable[int]) -> list[int]:
    """Bit sets merged until no two overlap, in ascending order of their lowest bits."""
    groups: list[int] = []
    for bits in bit_sets:
        merged, apart = bits, []
        for group in groups:
            if group & bits:
                merged |= group
            else:
                apart.append(group)
        groups = [*apart, merged]
    return sorted(groups, key=lambda group: group & -group)


def _component(constraints: Sequence[Constraint], cells_under: Mapping[int, list[int]], linked: int) -> Component:
    """The component of the constraints in the bit set `linked`, which are numbered anew from 0."""
    members = [index for index in range(linked.bit_length()) if linked >> index & 1]
    place = {index: bit for bit, index in enumerate(members)}

    def renumbered(bits: int) -> int:
        return sum(1 << place[index] for index in members if bits >> index & 1)

    inside = tuple(Box(tuple(cells), renumbered(bits)) for bits, cells in cells_under.items() if bits & linked)
    chosen = [constraints[index] for index in members]
    return Component(inside, tuple(each.mines for each in chosen), _numbers(chosen))
