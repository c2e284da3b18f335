"""The sweep: all arrangements of one component, counted without enumerating them.

Boxes are filled one after another. Partial arrangements that leave the same remainders on the open constraints can be
completed in the same ways, so they are merged into one state; the states after the same number of boxes are a layer.
The cost grows with how many constraints are open at once, not with two to the number of cells. The forward sweep
counts, for each state, the ways to reach it by the mines used; the backward sweep the ways to complete it. Their
products, box by box, count every cell at once; and whoever walks the arcs with the completions as odds draws an exact
sample.

A state's key holds the remainders of the open constraints, each in as many bits as its number needs, in as many words
as that takes. Counts are doubles, exact up to 2**53. A layer that grows too large is scaled by a power of two, and a
count that would vanish by that stays at the least there is: nothing subtracts, so zero means impossible.
"""

from typing import NamedTuple

import numpy as np

from minebot.compiled import kernel
from minebot.solver.kernels.arrays import Floats, Int, Ints, Words
from minebot.solver.kernels.keys import Fields, changes, fields, looked_up, room_for_slots
from minebot.solver.kernels.order import Shape, sweep_order
from minebot.solver.kernels.tables import (
    ARCS,
    ARCS_USED,
    COMPLETED,
    COUNTS_USED,
    FEWEST,
    LOW,
    LOW_LEFT,
    MOST,
    REACHED,
    STATES_USED,
    WAYS,
    WIDTH,
    WIDTH_LEFT,
    Tables,
    product,
    rescale,
    room_for_counts,
    room_for_states,
    scaled,
)


class Swept(NamedTuple):
    """What a sweep left in the tables: the layer of step t is the states from `layers[t]` to `layers[t + 1]`.

    `scale[t]` is how often the counts of layer t were divided by LARGE. Without a feasible arrangement the last layer
    is empty, and layers may be missing before it.
    """

    order: Ints
    layers: Ints
    scale: Ints


class Here(NamedTuple):
    """A step of the sweep: its box, and the layer before it."""

    step: Int
    box: Int
    begin: Int
    end: Int


@kernel
def forward(part: Shape, tables: Tables) -> tuple[Swept, Tables]:
    """Layer after layer: the states, the arcs between them, the ways to reach them."""
    order = sweep_order(part)
    where = fields(part, order)
    room = np.zeros(len(part.mines), np.int64)  # how many mines the boxes ahead can take from each constraint
    for box in range(len(order)):
        for owner in part.links[part.links_at[box] : part.links_at[box + 1]]:
            room[owner] += part.sizes[box]
    layers = np.full(len(order) + 2, tables.used[STATES_USED])
    scale = np.zeros(len(order) + 1, np.int64)
    tables = with_start(tables)
    layers[1] = tables.used[STATES_USED]
    keys = np.zeros(where.words, np.uint64)
    slots = np.full(64, -1)
    for step in range(len(order)):
        box = order[step]
        for owner in part.links[part.links_at[box] : part.links_at[box + 1]]:
            room[owner] -= part.sizes[box]
        here = Here(step, box, layers[step], layers[step + 1])
        keys, slots, tables = connect(part, where, room, here, keys, slots, tables)
        layers[step + 2] = tables.used[STATES_USED]
        tables = count_reached(tables, layers[step], layers[step + 1], part.sizes[box])
        scale[step + 1] = scale[step] + scaled(tables, layers[step + 1], layers[step + 2], np.int64(REACHED))
    return Swept(order, layers, scale), tables


@kernel
def with_start(tables: Tables) -> Tables:
    """The tables with the state before the first box: nothing used, in one way."""
    one = np.int64(1)
    tables = room_for_counts(room_for_states(tables, one), one)
    start = tables.states[tables.used[STATES_USED]]
    start[LOW], start[WIDTH], start[REACHED] = 0, 1, tables.used[COUNTS_USED] - 1
    tables.counts[start[REACHED]] = 1.0
    tables.used[STATES_USED] += 1
    return tables


@kernel
def connect(  # noqa: PLR0913, PLR0917 - the state of the sweep
    part: Shape, where: Fields, room: Ints, here: Here, keys: Words, slots: Ints, tables: Tables
) -> tuple[Words, Ints, Tables]:
    """The next layer: for each state and each number of mines in the box, the state that it leads to."""
    under = part.links[part.links_at[here.box] : part.links_at[here.box + 1]]
    words, size = where.words, part.sizes[here.box]
    keep, opened, taken = changes(part, where, under, here.step)
    most_new = (here.end - here.begin) * (size + 1)
    tables, slots = room_for_states(tables, most_new), room_for_slots(slots, most_new)
    states, arcs, used = tables.states, tables.arcs, tables.used
    key, next_keys = np.empty(words, np.uint64), np.empty(words * most_new, np.uint64)
    begin_next = used[STATES_USED]
    for state in range(here.begin, here.end):
        at = (state - here.begin) * words
        fewest, most = 0, size
        for owner in under:
            left = part.mines[owner]
            if where.first[owner] < here.step:
                left = np.int64((keys[at + where.word[owner]] >> where.shift[owner]) & where.mask[owner])
            most = min(most, left)
            fewest = max(fewest, left - room[owner])
        row = states[state]
        row[ARCS], row[FEWEST], row[MOST] = used[ARCS_USED], fewest, most
        for held in range(fewest, most + 1):
            for word in range(words):
                key[word] = ((keys[at + word] & keep[word]) | opened[word]) - np.uint64(held) * taken[word]
            target = looked_up(slots, next_keys, key, begin_next, states, used)
            arcs[used[ARCS_USED]] = target
            used[ARCS_USED] += 1
            reached = states[target]
            low = min(reached[LOW], row[LOW] + held)
            reached[WIDTH] = max(reached[LOW] + reached[WIDTH], row[LOW] + held + row[WIDTH]) - low
            reached[LOW] = low
    return next_keys, slots, tables


@kernel
def count_reached(tables: Tables, begin: Int, end: Int, size: Int) -> Tables:
    """The ways to reach the states that those from `begin` to `end` lead to, the newest layer."""
    needed = 0
    for state in range(end, tables.used[STATES_USED]):
        tables.states[state, REACHED] = tables.used[COUNTS_USED] + needed
        needed += tables.states[state, WIDTH]
    tables = room_for_counts(tables, needed)
    states, counts = tables.states, tables.counts
    for state in range(begin, end):
        for held in range(states[state, FEWEST], states[state, MOST] + 1):
            target = tables.arcs[states[state, ARCS] + held - states[state, FEWEST]]
            ways = WAYS[size, held]
            start = states[state, REACHED]
            shift = states[target, REACHED] + states[state, LOW] + held - states[target, LOW]
            for used in range(states[state, WIDTH]):
                counts[shift + used] += ways * counts[start + used]
    return tables


@kernel
def backward(part: Shape, found: Swept, tables: Tables, rows: Floats) -> Tables:
    """The ways to complete each state, from the last layer to the first; with both, the counts of each box.

    `rows` has a row for the arrangements by the mines they use, from the least to the most, then two rows for each
    box: the arrangements with a mine in a given cell of it, and those without. They are scaled as the last layer is.
    """
    steps = len(found.order)
    tables = with_end(tables, found.layers[steps])
    final = tables.states[found.layers[steps]]
    width = final[WIDTH]
    for place in range(len(rows)):
        rows[place] = tables.counts[final[REACHED] + place] if place < width else 0.0
    left_scale: Int = 0
    for step in range(steps - 1, -1, -1):
        box = found.order[step]
        with_mine = rows[(1 + 2 * box) * width : (2 + 2 * box) * width]
        without = rows[(2 + 2 * box) * width : (3 + 2 * box) * width]
        begin, end = found.layers[step], found.layers[step + 1]
        tables = give_room(tables, begin, end)
        complete(tables, begin, end, part.sizes[box], final[LOW], with_mine, without)
        rescale(with_mine, found.scale[step] + left_scale - found.scale[steps])
        rescale(without, found.scale[step] + left_scale - found.scale[steps])
        left_scale += scaled(tables, begin, end, np.int64(COMPLETED))
    return tables


@kernel
def with_end(tables: Tables, last: Int) -> Tables:
    """The tables with one way to complete the state after the last box: nothing more."""
    tables = room_for_counts(tables, np.int64(1))
    final = tables.states[last]
    final[LOW_LEFT], final[WIDTH_LEFT], final[COMPLETED] = 0, 1, tables.used[COUNTS_USED] - 1
    tables.counts[final[COMPLETED]] = 1.0
    return tables


@kernel
def give_room(tables: Tables, begin: Int, end: Int) -> Tables:
    """Room in the tables for the ways to complete the states of a layer."""
    states, needed = tables.states, 0
    for state in range(begin, end):
        low, high = 1 << 40, 0
        for held in range(states[state, FEWEST], states[state, MOST] + 1):
            target = states[tables.arcs[states[state, ARCS] + held - states[state, FEWEST]]]
            if target[WIDTH_LEFT]:
                low = min(low, held + target[LOW_LEFT])
                high = max(high, held + target[LOW_LEFT] + target[WIDTH_LEFT])
        states[state, LOW_LEFT], states[state, WIDTH_LEFT] = low, max(0, high - low)
        states[state, COMPLETED] = tables.used[COUNTS_USED] + needed
        needed += states[state, WIDTH_LEFT]
    return room_for_counts(tables, needed)


@kernel
def complete(  # noqa: PLR0913, PLR0917 - a layer, and where its counts go
    tables: Tables, begin: Int, end: Int, size: Int, lowest: Int, with_mine: Floats, without: Floats
) -> None:
    """The ways to complete the states of a layer; times the ways to reach them, they add to the counts of the box."""
    states, arcs, counts = tables.states, tables.arcs, tables.counts
    mine_ways = np.empty(len(with_mine))
    for state in range(begin, end):
        row = states[state]
        width, first = row[WIDTH_LEFT], row[COMPLETED]
        for left in range(width):
            mine_ways[left] = 0.0
        for held in range(row[FEWEST], row[MOST] + 1):
            target = states[arcs[row[ARCS] + held - row[FEWEST]]]
            shift = target[LOW_LEFT] + held - row[LOW_LEFT]
            mine = WAYS[size - 1, held - 1] if held else 0.0
            safe = WAYS[size - 1, held]
            for left in range(target[WIDTH_LEFT]):
                ways = counts[target[COMPLETED] + left]
                mine_ways[shift + left] += mine * ways
                counts[first + shift + left] += safe * ways
        shift = row[LOW] + row[LOW_LEFT] - lowest
        for used in range(row[WIDTH]):
            reached = counts[row[REACHED] + used]
            for left in range(width):
                with_mine[shift + used + left] += product(reached, mine_ways[left])
                without[shift + used + left] += product(reached, counts[first + left])
        for left in range(width):
            counts[first + left] += mine_ways[left]
