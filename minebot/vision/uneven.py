"""Which lines of a known board are a pixel wider: a toolkit shares out among the first ones what is left of a window."""

from dataclasses import replace

import numpy as np

from minebot.geometry import Lattice
from minebot.vision.arrays import Floats
from minebot.vision.cells import FAR, Cutter, Fit, all_cells
from minebot.vision.picture import Bgr

_REACH = 5  # pixels by which a line may be off where lines of one width lie best
_SHIFTS = np.arange(-_REACH, _REACH + 0.25, 0.5)
_SPRINKLE = 64  # pixels of a cell that tell where it lies
_WORTH = 0.25  # colour distance by which lines of two widths must be closer to the theme


def uneven(picture: Bgr, fit: Fit) -> Lattice:
    """The lattice of a fit; its first columns, and its first rows, a pixel wider where that is closer to the theme."""
    lattice = fit.lattice
    apart = _apart(picture, fit, across=True).mean(1)
    x, pitch, wider = _best(apart, (lattice.x, lattice.pitch_x, lattice.wider_cols))
    lattice = replace(lattice, x=x, pitch_x=pitch, wider_cols=wider)
    apart = _apart(picture, replace(fit, lattice=lattice), across=False).mean(2)
    y, pitch, wider = _best(apart, (lattice.y, lattice.pitch_y, lattice.wider_rows))
    return replace(lattice, y=y, pitch_y=pitch, wider_rows=wider)


def _apart(picture: Bgr, fit: Fit, *, across: bool) -> Floats:
    """How far the cells are from the theme, the lattice moved by each of the shifts: (shifts, rows, columns)."""
    lattice = fit.lattice
    cutter = Cutter.of(picture, lattice, fit.theme.side)
    pixels = np.sort(np.random.default_rng(1).permutation(cutter.size**2)[:_SPRINKLE])
    templates = cutter.templates(fit.theme).sparse(pixels)
    moved = [lattice.moved(by, 0) if across else lattice.moved(0, by) for by in _SHIFTS.tolist()]
    looks = np.concatenate([cutter.pick(each, all_cells(lattice), pixels) for each in moved])
    nearest = np.minimum(templates.distances(looks).min(1), FAR)
    return nearest.reshape(len(_SHIFTS), lattice.rows, lattice.cols)


def _best(apart: Floats, lines: tuple[float, float, int]) -> tuple[float, float, int]:
    """Where the first line starts, the pitch, and how many are a pixel wider: of all that are not far from these.

    `apart` (shifts, lines) is how far each line is from the theme where it is moved by each of the shifts.
    """
    start, pitch, wider = lines
    count = apart.shape[1]
    at = np.arange(count)
    middles = start + (at + 0.5) * pitch + np.minimum(at + 0.5, wider)
    even = float(apart[len(_SHIFTS) // 2].mean())
    wholes = {int(np.floor(pitch)) - 1, int(np.floor(pitch)), round(pitch)}
    starts = round(start) + np.arange(-_REACH, _REACH + 1)
    best, found = even - _WORTH, lines
    for whole in sorted(wholes):
        for more in range(1, count):
            places = starts[:, None] + (at + 0.5) * whole + np.minimum(at + 0.5, more)
            index = np.rint((places - middles + _REACH) * 2).astype(int)
            inside = (index >= 0) & (index < len(_SHIFTS))
            costs = np.where(inside, apart[np.clip(index, 0, len(_SHIFTS) - 1), at], FAR).mean(1)
            if costs.min() < best:
                best, found = float(costs.min()), (float(starts[costs.argmin()]), float(whole), more)
    return found
