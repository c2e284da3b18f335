"""Cells of a known look over which somebody drew a line or an arrow: they are of the board all the same."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from minebot.board import FLAG
from minebot.geometry import Lattice
from minebot.vision.arrays import Bools, Bytes, Ints
from minebot.vision.cells import Cutter, Fit
from minebot.vision.chequer import shades_of
from minebot.vision.rules import around
from minebot.vision.stroked import Rim, borders, grounds_of, rim_of, run_through, stroked_over, usual_rim
from minebot.vision.themes.templates import TemplateSet
from minebot.vision.unknown.alike import odd_squares

_SAME, _OFF = 6.0, 2.0  # of 255, and times what cells are off: by how much a pixel may differ
_CLOSELY = 2.0  # colour distance of the board's cells up to which that tells: JPEG leaves nothing of single pixels
_FEWEST, _SOME = 2, 15  # cells that tell how others are drawn, at least, and how many are looked at
_TELLING = 64  # cells of one look that tell of the shades of a chequer
_KEPT = 8  # themes, at one size each, of which the borders are kept


def seen_in_part(cutter: Cutter, lattice: Lattice, fit: Fit, cells: Ints, own: Sequence[Ints] = ()) -> Bools:
    """Which of some cells show most of the borders that a cell has, by the theme's pictures.

    Where those of the board are not as these have it, by its `own` cells, of one look each, and a stroke must run from
    end to end. Likewise on a chequer, where those are seen so that show most of a ground that is next there.
    """
    if not len(cells):
        return np.zeros(0, bool)
    looks = cutter.cut_bytes(lattice, cells).reshape(len(cells), cutter.size, cutter.size, 3)
    if fit.theme.chequered:
        through = np.zeros((lattice.rows, lattice.cols), bool)
        through.flat[cells] = run_through(looks)
        through |= around(through) > 0  # where the stroke begins and ends
        asked = through.flat[cells]
        return asked & _in_turn(cutter, lattice, (cells, looks), own) if asked.any() else asked
    if fit.distance <= _CLOSELY:
        return stroked_over(looks, _unlike_rims(cutter.templates(fit.theme)), _SAME + _OFF * fit.distance)
    through = run_through(looks)
    if through.any():
        rims = [_usual(cutter, lattice, alike) for alike in own if len(alike) >= _FEWEST]
        through[through] = stroked_over(looks[through], rims, _SAME + _OFF)
    return through


def _in_turn(cutter: Cutter, lattice: Lattice, asked: tuple[Ints, Bytes], own: Sequence[Ints]) -> Bools:
    """Which of the cells asked for, with these looks, are of the shade that is next, as those of any look that is."""
    cells, looks = asked
    shape, in_turn = (lattice.rows, lattice.cols), np.zeros(len(cells), bool)
    odd, grounds = odd_squares(shape)[cells], grounds_of(looks)
    for alike in (each[:: -(-len(each) // _TELLING)] for each in own):
        known = np.zeros(shape, bool)
        known.flat[alike] = True
        colours = np.zeros((*shape, 3), np.float32)
        colours[known] = grounds_of(cutter.cut_bytes(lattice, alike).reshape(len(alike), cutter.size, cutter.size, 3))
        shades = shades_of(colours, known)
        if shades is not None and shades.are_two:
            in_turn |= shades.in_turn(grounds, odd, run=0)
    return in_turn


def _usual(cutter: Cutter, lattice: Lattice, cells: Ints) -> Rim:
    """How most of some cells that show the same are drawn."""
    some = cells[:: -(-len(cells) // _SOME)]
    return usual_rim(cutter.cut_bytes(lattice, some).reshape(len(some), cutter.size, cutter.size, 3))


@lru_cache(_KEPT)
def _unlike_rims(templates: TemplateSet) -> list[Rim]:
    """The pictures of cells, one for each rim that they have; of numbers, which are in their middles, the first one."""
    near, rims = borders(templates.size), dict[bytes, Rim]()
    for place in np.argsort(np.abs(templates.codes), kind="stable").tolist():
        picture = np.rint(templates.pixels[place]).astype(np.uint8).reshape(templates.size, templates.size, 3)
        if templates.codes[place] >= FLAG and picture[near].tobytes() not in rims:
            rims[picture[near].tobytes()] = rim_of(picture)
    return list(rims.values())
