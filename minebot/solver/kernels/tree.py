"""The game tree, searched over sets of arrangements: how many of them best play wins.

A set alone decides what it is worth: whatever is safe in all of it is open, and what is open shows the same in all of
it. Cells that are safe in the whole set are opened first, for nothing, and part it by what they show; where none does,
some cell must be opened that is a mine in a few arrangements, and those that survive part by what it shows. A set is
worth the most that any cell makes of it, which is the sum of what the parts are worth.

The search goes depth first with its own stack of frames, so that it can rest after any number of steps and go on. What
a set is worth goes into a table, or at least a bound: an arrangement counts once at most, and where nothing is safe
each cell loses those in which it is a mine. A cell whose parts cannot reach what is known already is left.
"""

import numpy as np

from minebot.compiled import entry, kernel
from minebot.solver.kernels.arrays import Int
from minebot.solver.kernels.parting import NONE, OPENING, OVER, one_is_over, opening, part_by
from minebot.solver.kernels.sets import (
    ABOVE,
    ANSWER,
    BEST,
    CELL,
    CHOICE,
    CHOSEN,
    CRAMPED,
    DEPTH,
    FIRST,
    FLOOR,
    FREE,
    KEPT,
    LAST,
    LIVE,
    MARK,
    NO_BITS,
    NODES,
    ONLY,
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
    TURNED_MARK,
    TURNED_TAG,
    UNDECIDED,
    WORTH,
    Stack,
    Tree,
    beside,
    keep,
    known,
    turned_key,
    with_free,
)


@entry
def begin(tree: Tree) -> None:
    """Put the whole family on the stack as the first set to weigh."""
    stack, masks = tree.stack, tree.family.masks
    every, some = ~NO_BITS, NO_BITS
    for item in range(len(masks)):
        stack.items[item] = item
        every &= masks[item]
        some |= masks[item]
    stack.parts[0, START], stack.parts[0, STOP] = 0, len(masks)
    stack.keys[0, UNDECIDED], stack.keys[0, FREE] = some & ~every, ~some & beside(tree.family, some & ~every)
    make_frame(tree, 0, 0, len(masks), 1)
    if stack.frames[0, ONLY] == NONE:
        count_survivors(tree, 0)
    stack.frames[0, FLOOR], stack.frames[0, BEST] = -1, -1
    tree.progress[DEPTH], tree.progress[NODES], tree.progress[STEPS] = 0, 1, len(masks)


@entry
def search(tree: Tree, limit: Int) -> None:
    """Go on until so many steps are made in all, the table or the room for parts is full, or the answer is known."""
    progress, full = tree.progress, len(tree.kept.tags) // 4 * 3
    while progress[DEPTH] >= 0 and progress[STEPS] < limit and progress[KEPT] < full and not progress[CRAMPED]:
        depth = progress[DEPTH]
        part = next_part(tree, depth)
        if part == NONE:
            look_at_cell(tree, depth)
        else:
            weigh(tree, depth, part)


@kernel
def next_part(tree: Tree, depth: Int) -> Int:
    """The least of the parts whose worth is not known, or NONE; also where the cell cannot be better than the best."""
    frames, parts = tree.stack.frames, tree.stack.parts
    chosen, fewest = NONE, np.int64(1 << 62)
    if frames[depth, SUM] > frames[depth, BEST]:
        for part in range(frames[depth, PARTS_AT], frames[depth, PARTS]):
            count = parts[part, STOP] - parts[part, START]
            if not parts[part, WORTH] & 1 and count < fewest:
                chosen, fewest = part, count
    frames[depth, PART] = chosen
    return chosen


@kernel
def weigh(tree: Tree, depth: Int, part: Int) -> None:
    """Find what a part is worth, or that it is not worth what the cell needs to be better, or make a frame for it."""
    frames, inner = tree.stack.frames, depth + 1
    floor = frames[depth, BEST] - frames[depth, SUM] + (tree.stack.parts[part, WORTH] >> 1)
    make_frame(tree, inner, part, tree.stack.parts[frames[depth, PARTS] - 1, STOP], frames[depth, PARTS])
    tree.progress[NODES] += 1
    tree.progress[STEPS] += frames[inner, LAST] - frames[inner, FIRST]
    if frames[inner, ONLY] == NONE:
        tag, mark = turned_key(tree, part)
        frames[inner, TURNED_TAG], frames[inner, TURNED_MARK] = np.int64(tag), np.int64(mark)
        worth = known(tree.kept, tag, mark)
        if worth and (worth & 1 or worth >> 1 <= floor):
            report(tree, depth, worth)
            return
        most = count_survivors(tree, inner)
        if most <= floor:
            report(tree, depth, most << 1)
            return
    frames[inner, FLOOR], frames[inner, BEST] = floor, floor
    tree.progress[DEPTH] = inner


@kernel
def report(tree: Tree, depth: Int, worth: Int) -> None:
    """Tell a frame what its present part is worth, and keep that."""
    frames, parts, keys, progress = tree.stack.frames, tree.stack.parts, tree.stack.keys, tree.progress
    part, inner = frames[depth, PART], depth + 1
    frames[depth, SUM] += (worth >> 1) - (parts[part, WORTH] >> 1)
    parts[part, WORTH] = worth
    key = with_free(keys[part, TAG], keys[part, MARK], keys[part, FREE])
    progress[KEPT] += keep(tree.kept, key[0], key[1], worth)
    if frames[inner, ONLY] == NONE:
        tag, mark = np.uint64(frames[inner, TURNED_TAG]), np.uint64(frames[inner, TURNED_MARK])
        progress[KEPT] += keep(tree.kept, tag, mark, worth)


@kernel
def look_at_cell(tree: Tree, depth: Int) -> None:
    """Close the present cell, and part the set by the next one; or close the set, if none can be better."""
    frames = tree.stack.frames
    if lacks_room(tree.stack, depth):
        tree.progress[CRAMPED] = 1
        return
    if frames[depth, CELL] != NONE:
        if frames[depth, SUM] > frames[depth, BEST]:
            frames[depth, BEST], frames[depth, CHOICE] = frames[depth, SUM], frames[depth, CELL]
        frames[depth, ABOVE] = max(frames[depth, ABOVE], frames[depth, SUM])
    cell = next_cell(tree, depth)
    if cell != NONE:
        part_by(tree, depth, cell)
        return
    tree.progress[DEPTH] -= 1
    if depth == 0:
        tree.progress[ANSWER], tree.progress[CHOSEN] = frames[0, BEST], frames[0, CHOICE]
    elif frames[depth, BEST] > frames[depth, FLOOR]:
        report(tree, depth - 1, frames[depth, BEST] << 1 | 1)
    else:
        report(tree, depth - 1, frames[depth, ABOVE] << 1)


@kernel
def lacks_room(stack: Stack, depth: Int) -> bool:
    """Whether the set of a frame may have more parts than there is room for."""
    count = stack.frames[depth, LAST] - stack.frames[depth, FIRST]
    parts, items = stack.frames[depth, PARTS_AT] + count, stack.frames[depth, TOP] + count
    return bool(parts > len(stack.parts) or items > len(stack.items))


@kernel
def next_cell(tree: Tree, depth: Int) -> Int:
    """The likeliest to survive of the cells left that may be better than the best, or NONE."""
    frames, survivors, rank = tree.stack.frames, tree.stack.survivors, tree.family.rank
    if frames[depth, ONLY] != NONE:
        return frames[depth, ONLY] if frames[depth, CELL] == NONE else NONE
    cell, most = NONE, np.int64(0)
    for other in range(len(rank)):
        count = np.int64(survivors[depth, other])
        if count > most or (cell != NONE and count == most and rank[other] < rank[cell]):
            cell, most = other, count
    if most <= frames[depth, BEST]:
        frames[depth, ABOVE] = max(frames[depth, ABOVE], most)
        return NONE
    survivors[depth, cell] = 0
    return cell


@kernel
def make_frame(tree: Tree, depth: Int, part: Int, top: Int, parts_at: Int) -> None:
    """A frame for a part, with the only way to part it if there is one."""
    frames, parts = tree.stack.frames, tree.stack.parts
    frames[depth, FIRST], frames[depth, LAST], frames[depth, TOP] = parts[part, START], parts[part, STOP], top
    frames[depth, PARTS_AT], frames[depth, PARTS], frames[depth, PART] = parts_at, parts_at, parts_at
    frames[depth, CELL], frames[depth, CHOICE], frames[depth, ABOVE] = NONE, NONE, 0
    opens = opening(tree, part)
    frames[depth, OPENS], frames[depth, LIVE] = np.int64(opens), np.int64(tree.stack.keys[part, UNDECIDED])
    frames[depth, ONLY] = OPENING if opens else OVER if one_is_over(tree, part) else NONE


@kernel
def count_survivors(tree: Tree, depth: Int) -> Int:
    """Write how many arrangements each undecided cell survives, 0 for any other cell; the most is returned."""
    frames, survivors, items, shown = tree.stack.frames, tree.stack.survivors, tree.stack.items, tree.family.shown
    cells = len(tree.family.spots)
    for cell in range(cells):
        survivors[depth, cell] = 0
    for place in range(frames[depth, FIRST], frames[depth, LAST]):
        item = items[place]
        for cell in range(cells):
            survivors[depth, cell] += shown[item, cell] >> 6
    count, most = frames[depth, LAST] - frames[depth, FIRST], np.int64(0)
    for cell in range(cells):
        if survivors[depth, cell]:
            survivors[depth, cell] = count - survivors[depth, cell]
            most = max(most, np.int64(survivors[depth, cell]))
    return most
