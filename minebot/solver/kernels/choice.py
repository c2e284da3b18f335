"""The rule of the solver `tiebreak`: which cell to guess."""

import numpy as np

from minebot.board import FLAG
from minebot.compiled import entry, kernel
from minebot.solver.kernels.arrays import Codes, Floats, Int, mixed
from minebot.topology import Grid

EQUAL = 1e-9
"""Risks that differ by less than this share are taken as equal: rounding must not decide a tie."""


@entry
def best_guess(grid: Grid, codes: Codes, covered: Codes, risks: Floats) -> Int:
    """The cell that the solver opens; of cells of equal risk none that is flagged, which a click does not open."""
    best = least_risky(grid, covered, covered, risks, np.int64(0))
    unflagged = covered.copy()
    for cell in range(len(codes)):
        if codes[cell] == FLAG:
            unflagged[cell] = 0
    other = least_risky(grid, covered, unflagged, risks, np.int64(0))
    return other if other >= 0 and risks[other] <= risks[best] * (1 + EQUAL) else best


@kernel
def least_risky(grid: Grid, covered: Codes, allowed: Codes, risks: Floats, seed: Int) -> Int:
    """Of the cells allowed, the least risky; of equal ones the one with the fewest covered neighbours.

    What is still equal goes to the lowest index, or, with another seed than 0, to a cell drawn by it. -1 where no cell
    is allowed.
    """
    least = np.inf
    for cell in range(len(risks)):
        if allowed[cell]:
            least = min(least, risks[cell])
    best = -1
    fewest: Int = np.int64(0)
    lot: Int = np.uint64(0)
    for cell in range(len(risks)):
        if allowed[cell] and risks[cell] <= least * (1 + EQUAL):
            around = covered_around(grid, covered, cell)
            drawn = np.uint64(cell) if seed == 0 else mixed(cell ^ np.int64(mixed(seed)))
            if best < 0 or around < fewest or (around == fewest and drawn < lot):
                best, fewest, lot = cell, around, drawn
    return best


@kernel
def covered_around(grid: Grid, covered: Codes, cell: Int) -> Int:
    """How many neighbours of a cell are covered."""
    count = np.int64(0)
    for other in grid.around[grid.at[cell] : grid.at[cell + 1]]:
        count += covered[other]
    return count
