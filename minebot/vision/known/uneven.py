"""Which lines of a known board are a pixel wider: a toolkit gives the first ones what is left of a window."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import numpy as np

from minebot.geometry import Lattice
from minebot.vision.arrays import Floats, Ints
from minebot.vision.cells import FAR, Cutter, Fit
from minebot.vision.picture import Bgr

_REACH = 5  # pixels by which a line may be off where lines of one width lie best
_STEP = 0.5
_SHIFTS = np.arange(-_REACH, _REACH + _STEP / 2, _STEP)
_SPRINKLE = 64  # pixels of a cell that tell where it lies
_ACROSS = 16  # cells of a line that are looked at
_FOREIGN, _FAR_OFF = 2.0, 2.0  # colour distance, and times that of most lines, from which a line tells nothing
_MOST = 0.5  # share of the lines that are no wider than tell it
_CLOSER = 0.95  # share of the colour distance that lines of two widths must leave, to be taken for such


def uneven(picture: Bgr, fit: Fit) -> Lattice:
    """The lattice of a fit; its first columns, and its first rows, a pixel wider where that is closer to the theme."""
    lattice = fit.lattice
    cells = _some(lattice.rows)[:, None] * lattice.cols + np.arange(lattice.cols)
    apart = _apart(picture, fit, [lattice.moved(by, 0) for by in _SHIFTS.tolist()], cells)
    x, pitch, wider = _best(apart, (lattice.x, lattice.pitch_x, lattice.wider_cols))
    lattice = replace(lattice, x=x, pitch_x=pitch, wider_cols=wider)
    cells = _some(lattice.cols)[:, None] + np.arange(lattice.rows) * lattice.cols
    apart = _apart(picture, fit, [lattice.moved(0, by) for by in _SHIFTS.tolist()], cells)
    y, pitch, wider = _best(apart, (lattice.y, lattice.pitch_y, lattice.wider_rows))
    return replace(lattice, y=y, pitch_y=pitch, wider_rows=wider)


def _some(lines: int) -> Ints:
    """Some of so many lines, spread evenly."""
    return np.unique(np.linspace(0, lines - 1, _ACROSS).astype(int))


def _apart(picture: Bgr, fit: Fit, moved: Sequence[Lattice], cells: Ints) -> Floats:
    """How far lines are from the theme, at each of the lattices: (lattices, lines); `cells` are (some, lines)."""
    cutter = Cutter.of(picture, moved[0], fit.theme.enlarged)
    pixels = np.sort(np.random.default_rng(1).permutation(cutter.size**2)[:_SPRINKLE])
    templates = cutter.templates(fit.theme).sparse(pixels)
    looks = np.concatenate([cutter.pick(lattice, cells.ravel(), pixels) for lattice in moved])
    apart: Floats = np.minimum(templates.distances(looks).min(1), FAR).reshape(len(moved), *cells.shape).mean(1)
    return apart


def _best(apart: Floats, lines: tuple[float, float, int]) -> tuple[float, float, int]:
    """Where the first line starts, the pitch, and how many are a pixel wider: of all that are not far from these.

    `apart` (shifts, lines) is how far each line is from the theme where it is moved by each of the shifts. One that is
    far from it wherever it lies, as one that something hides or that is in another light, does not tell where it lies.
    """
    start, pitch, _ = lines
    least = apart.min(0)
    telling = least <= _FOREIGN + _FAR_OFF * np.median(least)
    count = apart.shape[1]
    starts = round(start) + np.arange(-_REACH, _REACH + 1)
    before = _middles(*lines, count)
    best, found = _CLOSER * float(apart[len(_SHIFTS) // 2, telling].mean()), lines
    for whole, wider in product(sorted({int(pitch) - 1, int(pitch), round(pitch)}), range(1, count)):
        off = starts[:, None] + _middles(0, whole, wider, count) - before
        index = np.rint((off - _SHIFTS[0]) / _STEP).astype(int)
        inside = (index >= 0) & (index < len(_SHIFTS))
        costs = np.where(inside, apart[np.clip(index, 0, len(_SHIFTS) - 1), np.arange(count)], FAR)[:, telling].mean(1)
        if costs.min() < best:
            place, narrower = float(starts[costs.argmin()]), telling[wider:].mean()
            if 0 < narrower < _MOST:  # few that something hides in part, perhaps: the others may lie elsewhere
                continue
            found = (place, float(whole), wider) if narrower else (place, whole + 1.0, 0)
            best = float(costs.min())
    return found


def _middles(start: float, pitch: float, wider: int, count: int) -> Floats:
    """Where the middles of so many lines are, of which the first ones are a pixel wider."""
    at = np.arange(count) + 0.5
    middles: Floats = (start + at * pitch + np.minimum(at, wider)).astype(np.float32)
    return middles
