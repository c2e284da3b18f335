"""The hidden board as an array: what each cell would show, and what that makes of the board."""

import numpy as np

from minebot.compiled import entry
from minebot.solver.kernels.arrays import Codes, Ints
from minebot.topology import Grid

HIDDEN_MINE = -4
"""What a cell of the hidden board holds where it holds no number."""


@entry
def lay(grid: Grid, mines: Ints, hidden: Codes) -> bool:
    """Write what each cell holds, from the indices of the mines; `hidden` is all zero. False where an index is none."""
    for mine in mines:
        if mine < 0 or mine >= len(hidden):
            return False
    for mine in mines:
        for other in grid.around[grid.at[mine] : grid.at[mine + 1]]:
            hidden[other] += 1
    for mine in mines:
        hidden[mine] = HIDDEN_MINE
    return True


@entry
def measure(grid: Grid, hidden: Codes, found: Ints) -> None:
    """Write 3BV, the least number of clicks that wins without flags, and how many openings there are."""
    inside = np.zeros(len(hidden), np.int8)
    waiting = np.empty(len(grid.around) + 1, np.int64)
    openings, clicks = 0, 0
    for cell in range(len(hidden)):
        if hidden[cell] != 0 or inside[cell]:
            continue
        openings += 1
        inside[cell], waiting[0], ahead = 1, cell, 1
        while ahead:
            ahead -= 1
            here = waiting[ahead]
            for other in grid.around[grid.at[here] : grid.at[here + 1]]:
                if hidden[other] == 0 and not inside[other]:
                    waiting[ahead] = other
                    ahead += 1
                inside[other] = 1
    for cell in range(len(hidden)):
        clicks += hidden[cell] > 0 and not inside[cell]
    found[0], found[1] = openings + clicks, openings
