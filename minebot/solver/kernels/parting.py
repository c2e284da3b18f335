"""How a set of arrangements comes apart: by what a cell shows, by what all safe cells show, by what is won already."""

import numpy as np

from minebot.compiled import kernel
from minebot.solver.kernels.arrays import Int, mixed
from minebot.solver.kernels.model import power_of_two
from minebot.solver.kernels.sets import (
    CELL,
    FIRST,
    FREE,
    HALF,
    HIDES_MINE,
    LAST,
    LIVE,
    MARK,
    NO_BITS,
    OPENS,
    PART,
    PARTS,
    PARTS_AT,
    START,
    STEPS,
    STOP,
    SUM,
    TAG,
    TOP,
    UNDECIDED,
    WORTH,
    Family,
    Stack,
    Tree,
    beside,
    has,
    known,
    second,
    with_free,
)

NONE, OPENING, OVER = -1, -2, -3
"""In place of the cell that parts a set: none; all that is safe at once; and that one arrangement is won already."""


@kernel
def part_by(tree: Tree, depth: Int, cell: Int) -> None:
    """Part the set of a frame, and look up what the parts are worth."""
    frames = tree.stack.frames
    live = np.uint64(frames[depth, LIVE])
    if cell >= 0:
        sort_by_number(tree, depth, cell)
        live &= ~(np.uint64(1) << np.uint64(tree.family.spots[cell]))
    else:
        sort_by_sign(tree, depth, cell)
    lay_out_parts(tree, depth, live)
    distribute(tree, depth)
    tree.progress[STEPS] += frames[depth, LAST] - frames[depth, FIRST]
    frames[depth, CELL], frames[depth, PART], frames[depth, SUM] = cell, frames[depth, PARTS_AT], 0
    for part in range(frames[depth, PARTS_AT], frames[depth, PARTS]):
        tree.stack.keys[part, MARK] >>= HALF
        tree.stack.parts[part, WORTH] = first_bound(tree, part)
        frames[depth, SUM] += tree.stack.parts[part, WORTH] >> 1


@kernel
def sort_by_number(tree: Tree, depth: Int, cell: Int) -> None:
    """Find the part of each arrangement by what a cell shows; those in which it is a mine have none."""
    frames, items, slots, shown = tree.stack.frames, tree.stack.items, tree.stack.slots, tree.family.shown
    first, last, used = frames[depth, FIRST], frames[depth, LAST], frames[depth, PARTS_AT]
    for slot in range(HIDES_MINE):
        slots[slot] = NONE
    for place in range(first, last):
        item = items[place]
        number = np.int64(shown[item, cell])
        part: Int = np.int64(NONE)
        if number != HIDES_MINE:
            part = np.int64(slots[number])
            if part == NONE:
                part, slots[number] = used, used
                start_part(tree.stack, part)
                used += 1
            add_to_part(tree, part, item)
        slots[HIDES_MINE + place - first] = part
    frames[depth, PARTS] = used


@kernel
def sort_by_sign(tree: Tree, depth: Int, way: Int) -> None:
    """Find the part of each arrangement by what all safe cells show, or by whether it is over."""
    frames, items, slots, keys = tree.stack.frames, tree.stack.items, tree.stack.slots, tree.stack.keys
    first, last, used = frames[depth, FIRST], frames[depth, LAST], frames[depth, PARTS_AT]
    opens, live = np.uint64(frames[depth, OPENS]), np.uint64(frames[depth, LIVE])
    size, table = power_of_two(2 * (last - first)), HIDES_MINE + last - first
    for empty in range(table, table + size):
        slots[empty] = NONE
    for place in range(first, last):
        item = items[place]
        sign = over(tree.family, item, live) if way == OVER else sign_of(tree.family, item, opens)
        slot: Int = np.int64(sign & np.uint64(size - 1))
        while slots[table + slot] >= 0 and keys[slots[table + slot], TAG] != sign:
            slot = (slot + 1) & (size - 1)
        part: Int = np.int64(slots[table + slot])
        if part == NONE:
            part, slots[table + slot] = used, used
            start_part(tree.stack, part)
            keys[part, TAG] = sign
            used += 1
        add_to_part(tree, part, item)
        slots[HIDES_MINE + place - first] = part
    frames[depth, PARTS] = used


@kernel
def sign_of(family: Family, item: Int, opens: Int) -> Int:
    """What some safe cells show in an arrangement, mixed into a word."""
    sign = NO_BITS
    for cell in range(len(family.spots)):
        if has(opens, family.spots[cell]):
            sign = (sign + np.uint64(family.shown[item, cell]) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
            sign ^= sign >> HALF
    return sign


@kernel
def over(family: Family, item: Int, live: Int) -> Int:
    """1 where all undecided cells are mines in an arrangement, else 0."""
    return np.uint64(family.masks[item] & live == live)


@kernel
def start_part(stack: Stack, part: Int) -> None:
    """A part without arrangements."""
    stack.parts[part, STOP] = 0
    stack.keys[part, MARK], stack.keys[part, UNDECIDED] = ~NO_BITS, NO_BITS


@kernel
def add_to_part(tree: Tree, part: Int, item: Int) -> None:
    """Count an arrangement, and the mines that all (for now in MARK) and that some (in UNDECIDED) have."""
    mask = tree.family.masks[item]
    tree.stack.parts[part, STOP] += 1
    tree.stack.keys[part, MARK] &= mask
    tree.stack.keys[part, UNDECIDED] |= mask


@kernel
def lay_out_parts(tree: Tree, depth: Int, live: Int) -> None:
    """Give the parts their places, and find their undecided cells and those that became safe.

    No other cells than `live` can be either; a safe cell beside no undecided one tells nothing, and is left out.
    """
    frames, parts, keys = tree.stack.frames, tree.stack.parts, tree.stack.keys
    fill = frames[depth, TOP]
    for part in range(frames[depth, PARTS_AT], frames[depth, PARTS]):
        parts[part, START], fill = fill, fill + parts[part, STOP]
        parts[part, STOP] = parts[part, START]
        every, some = keys[part, MARK], keys[part, UNDECIDED]
        undecided, free = some & ~every, live & ~some
        if free:
            free &= beside(tree.family, undecided)
        keys[part, UNDECIDED], keys[part, FREE], keys[part, TAG], keys[part, MARK] = undecided, free, 0, 0


@kernel
def distribute(tree: Tree, depth: Int) -> None:
    """Put the arrangements of a frame into its parts, and add up the keys of these."""
    stack, masks = tree.stack, tree.family.masks
    frames, parts, keys, items, slots = stack.frames, stack.parts, stack.keys, stack.items, stack.slots
    first = frames[depth, FIRST]
    for place in range(first, frames[depth, LAST]):
        part = np.int64(slots[HIDES_MINE + place - first])
        if part != NONE:
            item = items[place]
            items[parts[part, STOP]] = item
            parts[part, STOP] += 1
            bits = mixed(masks[item] & keys[part, UNDECIDED])
            keys[part, TAG] += bits
            keys[part, MARK] += second(bits)


@kernel
def first_bound(tree: Tree, part: Int) -> Int:
    """The WORTH of a part as far as it is known before it is weighed."""
    items, parts, keys = tree.stack.items, tree.stack.parts, tree.stack.keys
    start, count = parts[part, START], parts[part, STOP] - parts[part, START]
    if count == 1:
        return 3
    if count == 2 and tree.family.alike:
        return pair(tree.family, items[start], items[start + 1])
    worth = known(tree.kept, *with_free(keys[part, TAG], keys[part, MARK], keys[part, FREE]))
    return worth or count << 1


@kernel
def pair(family: Family, one: Int, other: Int) -> Int:
    """The WORTH of two arrangements: both where a cell is safe that tells them apart, else one."""
    for cell in range(len(family.spots)):
        here, there = family.shown[one, cell], family.shown[other, cell]
        if here != there and here < HIDES_MINE and there < HIDES_MINE:
            return 5
    return 3


@kernel
def opening(tree: Tree, part: Int) -> Int:
    """The safe cells that part a set, as bits."""
    items, parts, shown, spots = tree.stack.items, tree.stack.parts, tree.family.shown, tree.family.spots
    free, found = tree.stack.keys[part, FREE], NO_BITS
    for cell in range(len(spots)):
        if has(free, spots[cell]):
            number = shown[items[parts[part, START]], cell]
            for place in range(parts[part, START] + 1, parts[part, STOP]):
                if shown[items[place], cell] != number:
                    found |= np.uint64(1) << np.uint64(spots[cell])
                    break
    return found


@kernel
def one_is_over(tree: Tree, part: Int) -> bool:
    """Whether all undecided cells are mines in one of the arrangements: the game would have ended there, won."""
    if tree.family.alike:
        return False
    items, parts, undecided = tree.stack.items, tree.stack.parts, tree.stack.keys[part, UNDECIDED]
    for place in range(parts[part, START], parts[part, STOP]):  # noqa: SIM110 - a kernel knows no generators
        if over(tree.family, items[place], undecided):
            return True
    return False
