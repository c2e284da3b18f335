"""What lies beside the cells of a board: more cells of the same looks, whatever theme they may be of."""

from dataclasses import dataclass

import numpy as np

from minebot.geometry import Lattice
from minebot.vision.arrays import Bools, Floats, Ints
from minebot.vision.cells import Cutter
from minebot.vision.looks import distinct
from minebot.vision.templates import contrast

_DRAWN = 4.0  # contrast of a cell that shows something
_SAME = 0.5  # share of that by which cells of one look may differ: a cell that lacks one of two lines differs by 0.7


@dataclass(frozen=True, slots=True)
class _Drawn:
    """Those of some cells that show something, and how much: each look once, and which of these a cell has, or -1."""

    cells: Floats
    contrasts: Floats
    of: Ints

    @classmethod
    def at(cls, cutter: Cutter, lattice: Lattice, places: Ints) -> "_Drawn":
        cells = cutter.cut_bytes(lattice, places)
        first, of = distinct(cells)
        looks = cells[first].astype(np.float32)
        contrasts = contrast(looks)
        shown = contrasts > _DRAWN
        return cls(looks[shown], contrasts[shown], np.where(shown, np.cumsum(shown) - 1, -1)[of])


def like_those_within(cutter: Cutter, lattice: Lattice, within: Bools) -> Bools:
    """Which of the other cells have a look that cells `within` (rows, columns) have, and no plain one.

    However far off a theme is, and whatever was done to the picture, there a board goes on.
    """
    like = np.zeros(within.shape, bool)
    others, own = (_Drawn.at(cutter, lattice, np.flatnonzero(places)) for places in (~within, within))
    if len(others.cells) and len(own.cells):
        products = (others.cells**2).sum(1)[:, None] + (own.cells**2).sum(1) - 2 * (others.cells @ own.cells.T)
        apart = np.sqrt(np.maximum(products, 0) / own.cells.shape[1])
        nearest = apart.argmin(1)
        drawn = np.minimum(others.contrasts, own.contrasts[nearest])
        same = np.append(apart[np.arange(len(apart)), nearest] < _SAME * drawn, False)
        like[~within] = same[others.of]
    return like
