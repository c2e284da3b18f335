"""All arrangements of a position that has few of them, one after another."""

import numpy as np

from minebot.compiled import entry, kernel
from minebot.solver.kernels.arrays import Int, Ints, Words


@entry
def list_all(links_at: Ints, links: Ints, left: Ints, open_cells: Ints, spots: Ints, masks: Words, steps: Int) -> Int:  # noqa: PLR0913, PLR0917 - a position, and where its arrangements go
    """Write the arrangements as bits; how many there are, or -1 where that takes too many steps or too much room.

    Cell c has the bit `spots[c]` and lies under the constraints `links[links_at[c]:links_at[c + 1]]`; constraint j
    has `left[j]` mines to find among `open_cells[j]` cells. The cells are tried in their order.
    """
    cells, found, cell, mask = len(spots), 0, 0, np.uint64(0)
    tried = np.full(cells, -1)
    for _ in range(steps):
        bit = np.uint64(1) << np.uint64(spots[cell])
        here = links[links_at[cell] : links_at[cell + 1]]
        if tried[cell] >= 0:
            put(here, left, open_cells, -tried[cell], -1)
            mask &= ~bit
        tried[cell] += 1
        if tried[cell] > 1:
            tried[cell] = -1
            cell -= 1
            if cell < 0:
                return found
        else:
            if tried[cell]:
                mask |= bit
            if put(here, left, open_cells, tried[cell], 1):
                if cell < cells - 1:
                    cell += 1
                elif found == len(masks):
                    return -1
                else:
                    masks[found] = mask
                    found += 1
    return -1


@kernel
def put(constraints: Ints, left: Ints, open_cells: Ints, mines: Int, cells: Int) -> bool:
    """Take a cell from its constraints, with so many mines in it; whether they can still hold."""
    fits = True
    for each in constraints:
        left[each] -= mines
        open_cells[each] -= cells
        fits &= 0 <= left[each] <= open_cells[each]
    return fits
