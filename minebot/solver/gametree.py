"""The game tree of a position: how many of its arrangements best play wins, and with which cell it begins.

The arrangements are listed, and `minebot.solver.kernels.tree` searches the sets into which play parts them. What a set
is worth goes into a table that can serve all positions of boards on which the same bits mean the same neighbours.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, chain

import numpy as np
from numpy.typing import NDArray

from minebot.board import FLAG, Board
from minebot.geometry import Cell
from minebot.solver.kernels.listing import list_all
from minebot.solver.kernels.sets import (
    ANSWER,
    CHOSEN,
    CRAMPED,
    DEPTH,
    KEPT,
    NODES,
    PROGRESS,
    STEPS,
    WORD,
    Family,
    Kept,
    Stack,
    Tree,
    fill_in,
    move,
    room_for_sets,
)
from minebot.solver.kernels.tree import begin, search
from minebot.solver.puzzle import puzzle, total_of
from minebot.solver.thinking import Thinking

SLICE = 1_000_000
"""Steps between two questions whether to go on: about a tenth of a second."""

UNLIMITED = 1 << 62
"""As many steps as it takes."""

MOST_SLOTS = 1 << 26
"""The largest table: 1 GB, 1.3 GB while it grows into that; when it is full it is emptied, and the search goes on."""

SIDE = 8
"""A square board of this side fits the bits of a word, with every way to turn and move what is on it."""

Masks = NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class Layout:
    """Which bit each cell is; `turns` holds each way to turn and mirror the board, as the bits of the cells.

    `name` is the same for boards on which the same bits are neighbours, None where only these cells have such bits.
    """

    cells: tuple[int, ...]
    spots: NDArray[np.int64]
    turns: NDArray[np.int64]
    name: str | None


def layout(board: Board, cells: Iterable[int]) -> Layout | None:
    """The bits for some cells of a board; None where they are more than a word has."""
    chosen = tuple(sorted(cells))
    places = list(map(board.place, chosen))
    if board.topology == "square" and max(board.width, board.height) <= SIDE:
        return _turning(chosen, _turned(places, (0, 0)), "square")
    if len(board.cells) <= WORD:
        return _turning(chosen, np.array([chosen]), f"{board.topology} {board.width}x{board.height}")
    if board.topology == "square" and (corner := _corner(places)):
        return _turning(chosen, _turned(places, corner), None)
    return _turning(chosen, np.arange(len(chosen))[None], None) if len(chosen) <= WORD else None


def _turning(cells: tuple[int, ...], turns: NDArray[np.int64], name: str | None) -> Layout:
    return Layout(cells, turns[0], turns, name)


def _corner(places: Sequence[Cell]) -> Cell | None:
    """The corner of the square of SIDE cells that holds some places; None where none does."""
    xs, ys = [x for x, _ in places], [y for _, y in places]
    return None if max(max(xs) - min(xs), max(ys) - min(ys)) >= SIDE else (min(xs), min(ys))


def _turned(places: Sequence[Cell], corner: Cell) -> NDArray[np.int64]:
    """The bits of some places, a row for each way to turn and mirror the square, the first as it is."""
    xs, ys = np.array(places, np.int64).T - np.array(corner)[:, None]
    last = SIDE - 1
    upright = [SIDE * y + x for y in (ys, last - ys) for x in (xs, last - xs)]
    return np.array([*upright, *(SIDE * x + y for y in (ys, last - ys) for x in (xs, last - xs))])


def arrangements(board: Board, laid: Layout, certain: Mapping[int, bool], most: int) -> Masks | None:
    """The mines of every arrangement as bits, certain mines left out; None where they are more than `most`.

    `certain` is True for the cells that are mines in all of them. Cells that are not laid out are left alone, with what
    constrains them. None also where the listing meets too many dead ends.
    """
    given, within = puzzle(board), certain.keys() | set(laid.cells)
    everything = [*given.constraints, *total_of(given)]
    constraints = [each for each in everything if each.cells <= within and not each.cells <= certain.keys()]
    open_cells = [sorted(each.cells - certain.keys()) for each in constraints]
    order = [cell for cell in dict.fromkeys(chain(*open_cells, laid.cells)) if cell not in certain]
    under: dict[int, list[int]] = {cell: [] for cell in order}
    for index, cells in enumerate(open_cells):
        for cell in cells:
            under[cell].append(index)
    left = [each.mines - sum(certain.get(cell, False) for cell in each.cells) for each in constraints]
    spot_of = dict(zip(laid.cells, laid.spots.tolist(), strict=True))
    masks = np.empty(most, np.uint64)
    found = list_all(
        _array(accumulate((len(under[cell]) for cell in order), initial=0)),
        _array(chain.from_iterable(under.values())),
        _array(left),
        _array(map(len, open_cells)),
        _array(spot_of[cell] for cell in order),
        masks,
        100_000 + 100 * most,
    )
    return None if found < 0 else masks[:found].copy()


def _array(numbers: Iterable[int]) -> NDArray[np.int64]:
    return np.fromiter(numbers, np.int64)


def family(board: Board, laid: Layout, masks: Masks) -> Family:
    """Arrangements as the search takes them; of equal cells one with a flag, which a click does not open, goes last."""
    spots, around = laid.spots, np.zeros(len(laid.cells), np.uint64)
    spot_of = dict(zip(laid.cells, spots.tolist(), strict=True))
    for place, cell in enumerate(laid.cells):
        around[place] = sum(1 << spot_of[other] for other in board.neighbours[cell] if other in spot_of)
    flagged = [board.cells[cell] == FLAG for cell in laid.cells]
    rank = np.empty(len(spots), np.int64)
    rank[np.lexsort((laid.cells, flagged))] = np.arange(len(spots))
    shown = np.empty((len(masks), len(spots)), np.int8)
    turned = np.empty((len(laid.turns), len(masks)), np.uint64)
    found = Family(spots, around, rank, masks, shown, laid.turns, turned, int(board.mines is not None))
    fill_in(found)
    return found


@dataclass(slots=True)
class Table:
    """What sets are worth, in room that grows; each search may find what an earlier one left.

    How many there are is what the kernels count, so that a Ctrl-C between two slices leaves nothing uncounted.
    """

    kept: Kept = field(default_factory=lambda: _slots(1 << 12))
    progress: NDArray[np.int64] = field(default_factory=lambda: np.zeros(PROGRESS, np.int64))

    @property
    def used(self) -> int:
        """How many sets are in it."""
        return int(self.progress[KEPT])

    @property
    def is_full(self) -> bool:
        """Whether a search would stop here; a quarter of the slots stays free."""
        return self.used >= len(self.kept.tags) // 4 * 3

    def make_room(self) -> None:
        """Room for more sets, if need be by forgetting all of them."""
        if len(self.kept.tags) < MOST_SLOTS:
            larger = _slots(4 * len(self.kept.tags))
            move(self.kept, larger)
            self.kept = larger
        else:
            self.kept.worth.fill(0)
            self.progress[KEPT] = 0


def _slots(size: int) -> Kept:
    return Kept(np.zeros(size, np.uint64), np.zeros(size, np.uint32), np.zeros(size, np.int32))


@dataclass(frozen=True, slots=True)
class Found:
    """What best play wins of how many arrangements, and the cell with which it begins.

    `nodes` is how many sets were weighed, `kept` how many the table holds.
    """

    won: int
    arrangements: int
    cell: int
    nodes: int
    kept: int


def searched(  # noqa: PLR0913, PLR0917 - a position, and how to think
    board: Board, laid: Layout, masks: Masks, table: Table, thinking: Thinking, most_steps: int = UNLIMITED
) -> Found | None:
    """The game tree of some arrangements, to its end; None where that takes more steps: each handles an arrangement."""
    undecided = np.bitwise_or.reduce(masks) & ~np.bitwise_and.reduce(masks)
    going = masks[masks & undecided != undecided] if len(masks) > 1 else masks  # the others are won: no total tells
    given = family(board, laid, going)
    progress = _run(given, table, thinking, most_steps)
    if progress is None:
        return None
    won = len(masks) - len(going) + int(progress[ANSWER])
    return Found(won, len(masks), laid.cells[_opened(given, int(progress[CHOSEN]))], int(progress[NODES]), table.used)


def _opened(given: Family, chosen: int) -> int:
    """The cell that was chosen, or where all that helps is safe the first that is."""
    if chosen >= 0:
        return chosen
    safe = np.bitwise_or.reduce(given.masks) >> given.spots.astype(np.uint64) & np.uint64(1) == 0
    return int(np.argmin(np.where(safe, given.rank, len(given.rank))))


def _run(given: Family, table: Table, thinking: Thinking, most_steps: int) -> NDArray[np.int64] | None:
    """Search in slices, in room that grows; what it came to, or None where it takes too many steps."""
    progress = table.progress
    progress[NODES], progress[CRAMPED], progress[ANSWER], progress[CHOSEN] = 0, 0, 1, -1
    if len(given.masks) == 1:
        return progress
    count, cells = given.shown.shape
    stack = room_for_sets(count, cells, 2 * count + 256)
    begin(Tree(given, table.kept, stack, progress))
    while progress[DEPTH] >= 0:
        thinking.go_on()
        if progress[STEPS] >= most_steps:
            return None
        search(Tree(given, table.kept, stack, progress), min(progress[STEPS] + SLICE, most_steps))
        if table.is_full:
            table.make_room()
        if progress[CRAMPED]:
            stack, progress[CRAMPED] = _roomier(stack), 0
    return progress


def _roomier(stack: Stack) -> Stack:
    """The same with twice the room for parts."""
    return stack._replace(
        parts=np.concatenate([stack.parts, np.zeros_like(stack.parts)]),
        keys=np.concatenate([stack.keys, np.zeros_like(stack.keys)]),
        items=np.concatenate([stack.items, np.zeros_like(stack.items)]),
    )
