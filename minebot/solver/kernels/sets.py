"""Sets of arrangements as the game tree knows them: who is in a set, what stands for it, and the table of their worth.

An arrangement is its mines as bits. In a set some cells are mines in all arrangements; they add the same to a number
in each of them, and change nothing else. So a set is what remains of its arrangements on its undecided cells, beside
the safe cells that are not opened yet. Two sets that agree in that are worth the same, wherever the other mines lie.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from minebot.compiled import entry, kernel, shared
from minebot.solver.kernels.arrays import Codes, Int, Ints, Words, mixed

WORD = 64
"""How many cells have bits of their own."""

HIDES_MINE = 64
"""What a cell shows in an arrangement in which it is a mine."""

FIRST, LAST, TOP, PARTS_AT, PARTS, PART = range(6)
"""Columns of a frame: its arrangements are items[FIRST:LAST], its parts parts[PARTS_AT:PARTS], of which PART is next.

The arrangements of its parts stand in items from TOP on.
"""
ONLY, CELL, CHOICE, SUM, BEST, FLOOR, ABOVE, OPENS, LIVE, TURNED_TAG, TURNED_MARK = range(6, 17)
"""The only way to part it, or NONE; the present cell and the best one; what they are worth, the present one at most;
only more than FLOOR is of interest; a bound of all other cells; as bits, the safe cells that part it and the undecided
ones; its key when it is turned."""
FRAME = 17

START, STOP, WORTH = range(3)
"""Columns of a part: its arrangements, and twice its worth, and 1 more where that is no bound but exact."""
TAG, MARK, UNDECIDED, FREE = range(4)
"""Columns of a part's key: two words that stand for the set, its undecided cells, and safe cells not yet opened."""

DEPTH, NODES, STEPS, KEPT, CRAMPED, ANSWER, CHOSEN = range(7)
"""What `progress` holds: the deepest frame, -1 once the answer is known; sets weighed; arrangements handled; sets in
the table; 1 where there is too little room for parts; what the family is worth; and the cell to open, or NONE."""
PROGRESS = 7


class Family(NamedTuple):
    """The arrangements searched, and the cells that are not certain mines in all of them, numbered from 0.

    `spots` is each cell's bit, `around` its neighbours' bits, and `rank` says which goes first of equals. Item i has
    the mines `masks[i]`, and shows `shown[i, c]` in cell c. `turns[t, c]` is the bit of cell c when the board is turned
    and mirrored in the t-th way, `turned[t, i]` the mines of item i; where there are several ways, a bit is 8y + x, and
    may be moved. `alike` is 1 where all arrangements hold the same number of mines.
    """

    spots: Ints
    around: Words
    rank: Ints
    masks: Words
    shown: Codes
    turns: Ints
    turned: Words
    alike: Int


class Kept(NamedTuple):
    """The table: the WORTH of a set by tag and mark; it is 0 where there is none."""

    tags: Words
    marks: NDArray[np.uint32]
    worth: NDArray[np.int32]


class Stack(NamedTuple):
    """Frames and the survivors of their cells, parts and their keys, the arrangements of all; and room to sort them."""

    frames: Ints
    survivors: NDArray[np.int32]
    parts: Ints
    keys: Words
    items: NDArray[np.int32]
    slots: NDArray[np.int32]


class Tree(NamedTuple):
    """All of a search."""

    family: Family
    kept: Kept
    stack: Stack
    progress: Ints


@shared
def room_for_sets(count: Int, cells: Int, parts: Int) -> Stack:
    """Room for the search of so many arrangements of so many cells, which has so many parts at a time.

    Every second frame at least opens a cell, so there are no more than so many frames.
    """
    depth = 2 * cells + 4
    return Stack(
        np.zeros((depth, FRAME), np.int64),
        np.zeros((depth, cells), np.int32),
        np.zeros((parts, 3), np.int64),
        np.zeros((parts, 4), np.uint64),
        np.zeros(parts, np.int32),
        np.zeros(5 * count + HIDES_MINE + 8, np.int32),
    )


COLUMN = np.uint64(0x0101010101010101)
ROW = np.uint64(0xFF)
SECOND = np.uint64(0xD6E8FEB86659FD93)
HALF = np.uint64(32)
LOW_HALF = np.uint64(0xFFFFFFFF)
NO_BITS = np.uint64(0)


@entry
def fill_in(family: Family) -> None:
    """Write what the cells show, and the turned arrangements, from the arrangements."""
    for item in range(len(family.masks)):
        mask = family.masks[item]
        for cell in range(len(family.spots)):
            number = HIDES_MINE if has(mask, family.spots[cell]) else bit_count(mask & family.around[cell])
            family.shown[item, cell] = number
        for turn in range(len(family.turns)):
            family.turned[turn, item] = turned_bits(family, mask, turn)


@kernel
def has(bits: Int, spot: Int) -> bool:
    """Whether a bit is set."""
    return bool(bits >> np.uint64(spot) & np.uint64(1))


@kernel
def bit_count(bits: Int) -> Int:
    """How many bits are set."""
    count = np.int64(0)
    while bits:
        bits &= bits - np.uint64(1)
        count += 1
    return count


@kernel
def turned_bits(family: Family, bits: Int, turn: Int) -> Int:
    """Some of the cells, on the turned board."""
    found = NO_BITS
    for cell in range(len(family.spots)):
        if has(bits, family.spots[cell]):
            found |= np.uint64(1) << np.uint64(family.turns[turn, cell])
    return found


@kernel
def beside(family: Family, bits: Int) -> Int:
    """All neighbours of some cells."""
    near = NO_BITS
    for cell in range(len(family.spots)):
        if has(bits, family.spots[cell]):
            near |= family.around[cell]
    return near


@kernel
def second(bits: Int) -> Int:
    """A word for `mark` from one for `tag`."""
    return (bits ^ (bits >> HALF)) * SECOND


@kernel
def with_free(tag: Int, mark: Int, free: Int) -> tuple[Int, Int]:
    """The key of a set beside safe cells that are not yet opened."""
    if free == NO_BITS:
        return tag, mark
    bits = mixed(~free)
    return tag + bits, mark ^ (bits & LOW_HALF)


@kernel
def turned_key(tree: Tree, part: Int) -> tuple[Int, Int]:
    """The key of a set without safe cells to open: the least of all ways to turn and mirror it, moved to the corner."""
    family, items, parts = tree.family, tree.stack.items, tree.stack.parts
    best_tag, best_mark = ~NO_BITS, NO_BITS
    for turn in range(len(family.turns)):
        inside = turned_bits(family, tree.stack.keys[part, UNDECIDED], turn)
        shift = to_corner(inside) if len(family.turns) > 1 else NO_BITS
        tag, mark = NO_BITS, NO_BITS
        for place in range(parts[part, START], parts[part, STOP]):
            bits = mixed((family.turned[turn, items[place]] & inside) >> shift)
            tag += bits
            mark += second(bits)
        if tag <= best_tag:
            best_tag, best_mark = tag, mark
    return best_tag, best_mark >> HALF


@kernel
def to_corner(bits: Int) -> Int:
    """By how much cells are shifted that move to the first row and column."""
    shift = NO_BITS
    while bits >> shift & ROW == NO_BITS:
        shift += np.uint64(8)
    while bits >> shift & COLUMN == NO_BITS:
        shift += np.uint64(1)
    return shift


@kernel
def known(kept: Kept, tag: Int, mark: Int) -> Int:
    """The WORTH of a set as the table knows it; 0 where it does not."""
    slot = np.int64(mark) & (len(kept.tags) - 1)
    while kept.worth[slot] and not (kept.tags[slot] == tag and kept.marks[slot] == mark):
        slot = (slot + 1) & (len(kept.tags) - 1)
    return np.int64(kept.worth[slot])


@kernel
def keep(kept: Kept, tag: Int, mark: Int, worth: Int) -> Int:
    """Write the WORTH of a set into the table; how many more are in it now."""
    slot = np.int64(mark) & (len(kept.tags) - 1)
    while kept.worth[slot] and not (kept.tags[slot] == tag and kept.marks[slot] == mark):
        slot = (slot + 1) & (len(kept.tags) - 1)
    fresh = np.int64(kept.worth[slot] == 0)
    kept.tags[slot], kept.marks[slot], kept.worth[slot] = tag, mark, worth
    return fresh


@entry
def move(kept: Kept, larger: Kept) -> None:
    """Copy a table into a larger one, which is empty."""
    for slot in range(len(kept.tags)):
        if kept.worth[slot]:
            keep(larger, kept.tags[slot], np.uint64(kept.marks[slot]), np.int64(kept.worth[slot]))
