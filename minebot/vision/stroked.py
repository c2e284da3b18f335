"""Cells over which a stroke runs: lines and arrows that somebody drew leave most of a cell to be seen."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from minebot.vision.arrays import Bools, Bytes, Floats

_RIM = 1 / 8  # of a cell, in which its borders are
_DRAWN = 1.5  # times what pixels may differ, from which one is none of the ground of its cell, but of the borders
_OF_THE_DRAWN, _OF_ALL = 0.6, 0.5  # shares of these, and of all pixels, that must be seen
_OF_THE_DIVIDED = 0.4  # of those to the next cells of a line, which the stroke crosses
_OF_A_SIDE = 0.3  # the same of each side: a bar hides all of one
_HIDDEN = 0.4  # share of the rows of pixels of a cell, or of the columns, that a stroke may run along
_CROSSED = 2  # pixels of one of its four ends that what runs over a cell to the next one hides at least
_OF_THE_LINES = 0.7  # share of the difference between borders and ground that must be seen
_SAMPLES = 10  # pixels across a cell, and down, that tell its ground
_PLAINLY = 24.0  # of 255: by how much a stroke differs from the ground of a cell, at least
_FEWEST, _SOME = 8, 24  # pixels that are drawn: a plain picture tells nothing; that are looked at first
_ABOVE = 2  # of the sides, left, right, above and below, the first one along which a line is a row
_SIZES = 16  # of cells, of which it is kept where their borders are

Rim = tuple[Bytes, Floats, Floats]
"""The picture of a cell, (size, size, 3), its ground, (3,), and how far each pixel is from that, (size, size)."""


def rim_of(picture: Bytes) -> Rim:
    """A picture of a cell, (size, size, 3), and what is drawn in it."""
    ground: Floats = np.median(picture, axis=(0, 1))
    return picture, ground, np.abs(picture - ground).max(2)


def usual_rim(looks: Bytes) -> Rim:
    """The same of how most of some cells that show the same, (n, size, size, 3), are drawn."""
    return rim_of(np.rint(np.median(looks, axis=0)).astype(np.uint8))


def stroked_over(looks: Bytes, rims: Sequence[Rim], most: float, light: float = 0.0, outer: int | None = None) -> Bools:
    """Which cells, (n, size, size, 3), show most of the borders that a cell has, and of all that is within these.

    What lies beside a board has its grounds, or one of its borders; a stroke that runs over cells crosses their
    borders, but hides only a part of these. A bar hides all of one side, and what is written in a cell crosses none.
    `rims` are of cells of the board, of which pixels may differ by `most` in any channel, and in another `light` by so
    much more. What is at the `outer` side is not looked at: left, right, above or below a board another line may be
    drawn, or none. But between the cells of such a line must be what is between others: the frame of a board runs along
    its panel, and may lie in the same place of each cell.
    """
    width, kept = _width(looks.shape[1]), _without(outer, looks.shape[1])
    near, looks = borders(looks.shape[1])[kept].ravel(), looks[:, *kept]
    between = near if outer is None else _between(outer, looks.shape[1:3], width).ravel()
    shape, in_part, shares = looks.shape[1:3], np.zeros(len(looks), bool), np.zeros(len(looks))
    grounds, looks = grounds_of(looks), looks.reshape(len(looks), -1, 3)
    for whole, ground, depth in rims:
        picture, apart = whole[kept].reshape(-1, 3), depth[kept].ravel()
        drawn = np.flatnonzero(near & (apart > _DRAWN * most))
        divided = np.flatnonzero(between & (apart > _DRAWN * most))
        if min(len(drawn), len(divided)) < _FEWEST:
            continue
        shifts = np.clip(grounds - ground, -light, light)[:, None]
        some = drawn[:: -(-len(drawn) // _SOME)]  # which tell of most cells that they are none
        likely = np.flatnonzero(_same(looks[:, some], picture[some], most, shifts).mean(1) >= _OF_ALL)
        if not len(likely):
            continue
        same = _same(looks[likely], picture, most, shifts[likely])
        bordered, everything = same[:, drawn].mean(1), same.mean(1)
        nearer = np.minimum(bordered, everything) > shares[likely]  # by how another one differs no stroke is told
        shares[likely] = np.maximum(shares[likely], np.minimum(bordered, everything))
        seen = (bordered >= _OF_THE_DRAWN) & (everything >= _OF_ALL) & (same[:, divided].mean(1) >= _OF_THE_DIVIDED)
        seen &= _lined(looks[likely], picture, same & near) >= _OF_THE_LINES
        seen &= _crossed(same.reshape(-1, *shape), width, outer)
        in_part[likely] = np.where(nearer, seen, in_part[likely])
    return in_part


def run_through(looks: Bytes, outer: int | None = None) -> Bools:
    """Through which cells, (n, size, size, 3), something runs from end to end, plainly unlike their grounds.

    Along the line of cells at the `outer` side, or along a row or a column where none is told. What is written in cells
    does not, nor what noise and JPEG leave around it. How their borders are drawn tells nothing.
    """
    inner = slice(_width(looks.shape[1]) + 1, -_width(looks.shape[1]) - 1)
    grounds = grounds_of(looks).astype(np.int16)[:, None, None]
    through = np.zeros(len(looks), bool)
    for down, cells in ((True, looks[:, :, inner]), (False, looks[:, inner].transpose(0, 2, 1, 3))):
        if outer is None or down == (outer < _ABOVE):
            through |= (np.abs(cells - grounds) > _PLAINLY).any((2, 3)).all(1)
    return through


def grounds_of(looks: Bytes) -> Floats:
    """The colours of most of each of some cells, (n, size, size, 3), by some of their pixels: (n, 3)."""
    step = max(1, looks.shape[1] // _SAMPLES)
    grounds: Floats = np.median(looks[:, step // 2 :: step, step // 2 :: step].reshape(len(looks), -1, 3), axis=1)
    return grounds


@lru_cache(_SIZES)
def borders(size: int) -> Bools:
    """Which pixels of a cell are near its border: (size, size)."""
    rim, width = np.ones((size, size), bool), _width(size)
    rim[width:-width, width:-width] = False
    return rim


def _width(size: int) -> int:
    """How wide the borders of a cell are at most, in pixels."""
    return max(1, round(size * _RIM))


def _between(outer: int, shape: tuple[int, int], width: int) -> Bools:
    """Which pixels of a cell are near its borders to the next ones of a line at that side of a board, but its corners.

    Of a cell without its border at that side, of that shape; borders have that width.
    """
    between, ends, inner = np.zeros(shape, bool), np.r_[:width, -width:0], slice(width, -width)
    between[(ends, inner) if outer < _ABOVE else (inner, ends)] = True
    return between


def _without(outer: int | None, size: int) -> tuple[slice, slice]:
    """The rows and columns of a cell but for those of its border at one side, left, right, above or below."""
    first, last, every = slice(_width(size), size), slice(0, size - _width(size)), slice(0, size)
    if outer is None:
        return every, every
    return ((every, first), (every, last), (first, every), (last, every))[outer]


def _same(looks: Bytes, picture: Bytes, most: float, shifts: Floats) -> Bools:
    """Which pixels of some looks (n, pixels, 3) are those of a picture, but for so much in any channel: (n, pixels).

    Or are lighter or darker, as the grounds of these looks are, by `shifts` (n, 1, 3).
    """
    off = looks.astype(np.int16) - picture
    same: Bools = np.minimum(np.abs(off).max(2), np.abs(off - shifts).max(2)) <= most
    return same


def _crossed(same: Bools, width: int, outer: int | None) -> Bools:
    """Whether what is not the same in some cells (n, rows, columns) runs over an end of each, and hides no side of it.

    Where they lie along a side of a board, over one that is next to others of them. Their borders have that width.
    """
    crossed, hidden = np.zeros(len(same), bool), np.zeros(len(same), bool)
    for down, rows in ((True, same), (False, same.transpose(0, 2, 1))):
        if outer is None or down == (outer < _ABOVE):
            ends = (~rows[:, [0, -1], width:-width]).sum(2)
            crossed |= ((ends >= _CROSSED) & (2 * ends <= rows.shape[2])).any(1)  # all may lie beside the cell
        hidden |= (rows.mean(2) < _OF_A_SIDE).sum(1) > _HIDDEN * max(same.shape[1:])
        for side in (rows[:, :width], rows[:, -width:]):
            hidden |= side.mean((1, 2)) < _OF_A_SIDE
    return crossed & ~hidden


def _lined(looks: Bytes, picture: Bytes, where: Bools) -> Floats:
    """How much of the lines of a picture cells show, at some pixels (n, pixels) of each: of a plain ground, nothing."""
    counts, drawn = np.maximum(where.sum(1), 1)[:, None, None], picture.astype(np.float32)
    lines = (drawn - np.where(where[:, :, None], drawn, 0).sum(1, keepdims=True) / counts) * where[:, :, None]
    share: Floats = (lines * looks).sum((1, 2)) / np.maximum((lines**2).sum((1, 2)), 1.0)
    return share
