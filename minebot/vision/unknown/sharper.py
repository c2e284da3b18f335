"""Tell to the pixel where cells begin: only there are those that are alike so to their last pixel."""

from dataclasses import replace
from itertools import product

import numpy as np

from minebot.geometry import Lattice
from minebot.vision.cells import in_whole_pixels
from minebot.vision.picture import Bgr
from minebot.vision.unknown.alike import look_of_each
from minebot.vision.unknown.glyphs import cut_patches

RIM = 1
"""Pixels of a patch into which the neighbours of its cell run where it is interpolated."""

_SAMPLE = 150  # cells whose looks are counted
_BENT, _ASIDE = 4, 2  # pixels by which a bevel stretches a lattice, if lines are on its other side; and moves it
_ROUNDED = 0.5  # pixels by which a line may be off for being drawn at a whole one
_FAR_FEWER = 0.5  # times the looks; bevels leave a sixth of them
_LARGE = 64  # pixels of a cell from which a pixel more or less is all the same


def sharper(picture: Bgr, lattice: Lattice) -> Lattice:
    """The lattice, or one of those in whole pixels around it, if there are any, where its cells have the fewest looks.

    Of cells that are cut where their pixels end, those that are alike are so to the last of them. Where its first lines
    went by one edge of a bevel, and its last ones by the other, it is of no whole pixels as it was found.
    """
    whole, x, y = of_whole_pixels(lattice)
    if whole is None:
        straight, _, _ = of_whole_pixels(lattice, _BENT)
        return lattice if straight is None else _sharpened(picture, lattice, _straightened(picture, lattice, straight))
    places = product({np.floor(x), np.ceil(x)}, {np.floor(y), np.ceil(y)})
    lattices = [lattice, *(replace(whole, x=float(left), y=float(top)) for left, top in sorted(places))]
    return min(lattices, key=lambda each: sum(_looks(picture, each)))


def _sharpened(picture: Bgr, lattice: Lattice, straight: Lattice) -> Lattice:
    """The straight lattice where its cells have far fewer looks within their rims: in noise any has a few less."""
    looks, fewer = (_looks(picture, each)[1] for each in (lattice, straight))
    return straight if fewer <= _FAR_FEWER * looks else lattice


def _straightened(picture: Bgr, lattice: Lattice, straight: Lattice) -> Lattice:
    """The straight lattice where a bevel may have stretched it from: at one end it is where the stretched one is.

    Only so far aside: where the cells are of no whole pixels, fewer looks tell nothing of where they begin.
    """
    across = straight.across(straight.cols) - straight.x - (lattice.across(lattice.cols) - lattice.x)
    down = straight.down(straight.rows) - straight.y - (lattice.down(lattice.rows) - lattice.y)
    return sharpest(picture, straight, (_aside(across), _aside(down)))


def _aside(stretched: float) -> int:
    """Pixels by which the middle of what was stretched by so many may be aside."""
    return min(_ASIDE, int(abs(stretched) / 2 + _ROUNDED))


def sharpest(picture: Bgr, lattice: Lattice, stray: tuple[int, int]) -> Lattice:
    """The lattice up to so many pixels aside where its cells have the fewest looks, above all within their rims."""
    whole, x, y = of_whole_pixels(lattice)
    middle = lattice if whole is None else replace(whole, x=float(round(x)), y=float(round(y)))
    across, down = (range(-most, most + 1) for most in stray)
    lattices = [replace(middle, x=middle.x + right, y=middle.y + below) for below, right in product(down, across)]
    return min(lattices, key=lambda each: _looks(picture, each)[::-1])


def of_whole_pixels(lattice: Lattice, within: float = 1) -> tuple[Lattice | None, float, float]:
    """The lattice with cells of whole pixels, if they are of such and not large; where it begins, about its middle.

    So they are if the lattice would end within that many pixels of where it does.
    """
    whole = in_whole_pixels(lattice, within)
    x, y = (
        at - (whole_pitch - pitch) * count / 2
        for at, whole_pitch, pitch, count in (
            (lattice.x, whole.pitch_x, lattice.pitch_x, lattice.cols),
            (lattice.y, whole.pitch_y, lattice.pitch_y, lattice.rows),
        )
    )
    if whole.pitch_x > _LARGE or (whole.pitch_x % 1, whole.pitch_y % 1) != (0, 0):
        return None, x, y
    return whole, x, y


def _looks(picture: Bgr, lattice: Lattice) -> tuple[int, int]:
    """How many looks the cells have, as a whole and within their rims."""
    cells = np.unique(np.linspace(0, lattice.cols * lattice.rows - 1, _SAMPLE).astype(int))
    patches = cut_patches(picture, lattice, cells)
    wholly, within = (int(look_of_each(patches, rim).max()) + 1 for rim in (0, RIM))
    return wholly, within
