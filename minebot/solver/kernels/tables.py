"""The tables of a sweep: states, the arcs between them, and counts, in room that grows."""

from typing import NamedTuple

import numpy as np

from minebot.compiled import kernel
from minebot.solver.kernels.arrays import Floats, Int, Ints, roomier
from minebot.solver.kernels.model import LARGEST_BOX

LARGE = 2.0**400
"""A layer with a larger count is divided by this; a product of two stays within a double."""
LEAST = 2.0**-1000
"""What a count is kept at that scaling would make vanish."""

# the columns of a state
LOW, WIDTH, REACHED = 0, 1, 2  # the ways to reach it with LOW, LOW + 1, ... mines start at REACHED in `counts`
ARCS, FEWEST, MOST = 3, 4, 5  # the states it leads to with FEWEST to MOST mines in the box start at ARCS in `arcs`
LOW_LEFT, WIDTH_LEFT, COMPLETED = 6, 7, 8  # the ways to complete it with LOW_LEFT, ... more mines, in `counts`
COLUMNS = 9

STATES_USED, ARCS_USED, COUNTS_USED = 0, 1, 2


class Tables(NamedTuple):
    """Room for states, arcs and counts, with how much of each is used; it grows, and serves one sweep after another."""

    states: Ints
    arcs: Ints
    counts: Floats
    used: Ints


def _binomials() -> Floats:
    rows = np.zeros((LARGEST_BOX + 1, LARGEST_BOX + 1))
    rows[:, 0] = 1
    for n in range(1, LARGEST_BOX + 1):
        rows[n, 1:] = rows[n - 1, 1:] + rows[n - 1, :-1]
    return rows


WAYS = _binomials()
"""WAYS[n, k]: in how many ways k of n cells can be mines; exact."""


@kernel
def new_tables() -> Tables:
    """Empty tables."""
    return Tables(np.empty((256, COLUMNS), np.int64), np.empty(512, np.int64), np.empty(4096), np.zeros(3, np.int64))


@kernel
def room_for_states(tables: Tables, more: Int) -> Tables:
    """The tables, with room for so many more states, and as many arcs."""
    arcs = roomier(tables.arcs, tables.used[ARCS_USED] + more)
    needed = tables.used[STATES_USED] + more
    if needed <= len(tables.states):
        return Tables(tables.states, arcs, tables.counts, tables.used)
    states = np.empty((2 * needed, COLUMNS), np.int64)
    for row in range(tables.used[STATES_USED]):
        for column in range(COLUMNS):
            states[row, column] = tables.states[row, column]
    return Tables(states, arcs, tables.counts, tables.used)


@kernel
def room_for_counts(tables: Tables, more: Int) -> Tables:
    """The tables, with so many more counts in use, all zero."""
    first = tables.used[COUNTS_USED]
    counts = roomier(tables.counts, first + more)
    for place in range(first, first + more):
        counts[place] = 0.0
    tables.used[COUNTS_USED] += more
    return Tables(tables.states, tables.arcs, counts, tables.used)


@kernel
def scaled(tables: Tables, begin: Int, end: Int, column: Int) -> Int:
    """Divide the counts of a layer by LARGE if one is larger; how often that was done."""
    if begin == end:
        return 0
    width = WIDTH if column == REACHED else WIDTH_LEFT
    start = tables.states[begin, column]
    stop = tables.states[end - 1, column] + tables.states[end - 1, width]
    largest = 0.0
    for place in range(start, stop):
        largest = max(largest, tables.counts[place])
    if largest <= LARGE:
        return 0
    for place in range(start, stop):
        if tables.counts[place] > 0.0:
            tables.counts[place] = max(tables.counts[place] / LARGE, LEAST)
    return 1


@kernel
def product(one: float, other: float) -> float:
    """The product, which is zero only where one of the two is."""
    both = one * other
    if both == 0.0 and one > 0.0 and other > 0.0:
        return LEAST
    return both


@kernel
def rescale(row: Floats, times: Int) -> None:
    """Multiply by LARGE so many times, or divide; what is above zero stays above it."""
    for place in range(len(row)):
        if row[place] > 0.0:
            for _ in range(times):
                row[place] *= LARGE
            for _ in range(-times):
                row[place] = max(row[place] / LARGE, LEAST)
