"""Where the cells of a lattice begin, to the pixel, once it is known what they show.

A pixel between two cells belongs to the one on whose look it depends: beside covered cells it is what covered cells
have there, whatever lies on the other side. Borders alone do not tell, since a bevel has an edge on both of its sides.
"""

from dataclasses import replace

import numpy as np

from minebot.geometry import Lattice
from minebot.vision.arrays import Bools, Floats, Ints
from minebot.vision.picture import Bgr

_REACH = 1 / 8  # of a cell: how far off the borders may be
_SPOTS = 0.3, 0.5, 0.7  # of a cell: where along a border the pixels are compared
_SAME = 0.02  # share of how far pixels are from those beside like cells, up to which they are as those
_LINE = 3  # pixels from one side of a line to the other: one more than it is wide
_KINDS = 2  # of cells, on either side of the borders, that there must be
_EXPLAINED = 0.5  # share that another border must explain, of what any could
_MORE, _MORE_IF_UNEVEN = 0.1, 0.2  # of all that is left; and where cells are of no whole pixels, each border elsewhere


def placed(picture: Bgr, lattice: Lattice, codes: Ints, sure: Bools) -> Lattice:
    """The lattice, moved by the few whole pixels after which each pixel goes with the look of its own cell.

    Or to the middle of the gaps between cells. `codes` is what the cells show, row by row. It is moved only where all
    cells tell so that are `sure`, and those that are not, taken for one more kind, tell nothing else: what lies over a
    board has edges of its own, though no gaps.
    """
    shape = lattice.rows, lattice.cols
    known, shown = sure.reshape(shape), np.where(sure, codes, codes.min() - 1).reshape(shape)
    down, across = (
        lattice.down(np.arange(lattice.rows)[:, None] + np.array(_SPOTS)).astype(int),
        lattice.across(np.arange(lattice.cols)[:, None] + np.array(_SPOTS)).astype(int),
    )
    columns, lines = lattice.across(np.arange(1.0, lattice.cols)), lattice.down(np.arange(1.0, lattice.rows))
    right = _offset(picture, (down, columns), (shown, known), lattice.pitch_x)
    lower = _offset(picture.transpose(1, 0, 2), (across, lines), (shown.T, known.T), lattice.pitch_y)
    return replace(lattice, x=lattice.x + right, y=lattice.y + lower) if right or lower else lattice


def _offset(picture: Bgr, places: tuple[Ints, Floats], cells: tuple[Ints, Bools], pitch: float) -> int:
    """By how many pixels the borders between columns lie further right than they were laid.

    `places` are those along the borders where these are compared, (rows, spots), and the borders; `cells` is what they
    show, and of which that is sure.
    """
    (along, borders), (shown, sure) = places, cells
    reach = int(_REACH * pitch) + 1  # at whose end no border is believed
    steps = np.arange(-reach, reach)
    at = np.rint(borders).astype(int)[:, None] + steps
    inside = (at[:, 0] >= 0) & (at[:, -1] < picture.shape[1])
    rows = np.clip(along, 0, picture.shape[0] - 1)
    pixels = picture[rows[:, :, None, None], at[inside]].astype(np.float32)  # rows, spots, borders, steps, colours
    kinds = np.unique(shown, return_inverse=True)[1].reshape(shown.shape)
    beside = kinds[:, :-1][:, inside], kinds[:, 1:][:, inside]
    known = (sure[:, :-1] & sure[:, 1:])[:, inside]
    told, in_gap = _told(pixels, beside, known, pitch)
    agreed = in_gap or known.all() or told == _told(pixels, beside, np.ones_like(known), pitch)[0]
    return told if agreed else 0


def _told(pixels: Floats, beside: tuple[Ints, Ints], which: Bools, pitch: float) -> tuple[int, bool]:
    """The same by some of the borders alone, (rows, borders), by what is on either side; whether they lie in gaps."""
    if any(len(np.unique(each[which])) < _KINDS for each in beside):
        return 0, False
    before, after = (_unexplained(pixels, each, which) for each in beside)
    reach = len(before) // 2
    gap = np.maximum(before, after) <= _SAME * before.max()  # it is the same whatever is beside it
    if gap[reach - 1 : reach + 1].any() and (middle := _middle_of(gap)) is not None:
        return middle, True
    ends = np.concatenate([[0], np.cumsum(before)]) + np.concatenate([np.cumsum(after[::-1])[::-1], [0]])
    explained, least = ends[reach] - ends.min(), np.minimum(before, after).sum()
    more = _MORE if pitch == round(pitch) else _MORE_IF_UNEVEN
    if explained < max(_EXPLAINED * (ends[reach] - least), more * ends[reach]) or explained == 0:
        return 0, False
    best = np.flatnonzero(ends <= ends.min() + 1e-3 * ends[reach]) - reach
    nearest = int(best[np.abs(best).argmin()])
    # at its reach is no border, but cells that differ more on one side than on the other
    return nearest if abs(nearest) < reach else 0, False


def _middle_of(gap: Bools) -> int | None:
    """By how many pixels the middle of the gap at the middle step is off that, 0 where it goes on beyond the steps.

    None where it is no gap: of one or two pixels it may be a line, which belongs to a cell.
    """
    reach = len(gap) // 2
    sides = np.flatnonzero(~gap)
    before, behind = sides[sides < reach - gap[reach - 1]], sides[sides >= reach + gap[reach]]
    if not len(before) or not len(behind):
        return 0
    return int((before[-1] + 1 + behind[0]) / 2 - reach) if behind[0] - before[-1] > _LINE else None


def _unexplained(pixels: Floats, kinds: Ints, which: Bools) -> Floats:
    """How far the pixels are from what those beside cells of one kind are on average, at each step."""
    rows, spots, borders, steps, colours = pixels.shape
    flat = pixels.transpose(1, 3, 4, 0, 2).reshape(spots * steps * colours, rows * borders)[:, which.ravel()]
    member = np.eye(kinds.max() + 1, dtype=np.float32)[kinds[which]]
    means = flat @ member / np.maximum(member.sum(0), 1)
    off: Floats = np.abs(flat - means @ member.T).mean(1).reshape(spots, steps, colours).mean((0, 2))
    return off
