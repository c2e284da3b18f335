"""Cells over which a stroke runs: lines and arrows that somebody drew leave most of a cell to be seen."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from minebot.vision.arrays import Bools, Bytes, Floats

_RIM = 1 / 8  # of a cell, in which its borders are
_DRAWN = 1.5  # times what pixels may differ, from which one is none of the ground of its cell, but of the borders
_OF_THE_DRAWN, _OF_ALL = 0.6, 0.5  # shares of these, and of all pixels, that must be seen
_OF_A_SIDE = 0.3  # the same of each side: a bar hides all of one
_HIDDEN = 0.34  # share of the rows of pixels of a cell, or of the columns, that a stroke may run along
_CROSSED = 2  # pixels of one of its four ends that what runs over a cell to the next one hides at least
_OF_THE_LINES = 0.7  # share of the difference between borders and ground that must be seen
_FEWEST, _SOME = 8, 24  # pixels that are drawn: a plain picture tells nothing; that are looked at first
_SIZES = 16  # of cells, of which it is kept where their borders are

Rim = tuple[Bytes, Floats]
"""The picture of a cell, (pixels, 3), and how far each of its pixels is from its ground."""


def rim_of(picture: Bytes) -> Rim:
    """A picture of a cell, (size, size, 3), and what is drawn in it."""
    pixels = picture.reshape(-1, 3)
    return pixels, np.abs(pixels - np.median(pixels, axis=0)).max(1)


def stroked_over(looks: Bytes, rims: Sequence[Rim], most: float) -> Bools:
    """Which cells, (n, size, size, 3), show most of the borders that a cell has, and of all that is within these.

    What lies beside a board has its grounds, or one of its borders; a stroke that runs over cells crosses their
    borders, but hides only a part of these. A bar hides all of one side, and what is written in a cell crosses none.
    `rims` are of cells of the board, of which pixels may differ by `most` in any channel.
    """
    size, in_part, shares = looks.shape[1], np.zeros(len(looks), bool), np.zeros(len(looks))
    looks, rim = looks.reshape(len(looks), -1, 3), borders(size).ravel()
    for picture, apart in rims:
        drawn = np.flatnonzero(rim & (apart > _DRAWN * most))
        if len(drawn) < _FEWEST:
            continue
        some = drawn[:: -(-len(drawn) // _SOME)]  # which tell of most cells that they are none
        likely = np.flatnonzero(_same(looks[:, some], picture[some], most).mean(1) >= _OF_ALL)
        same = _same(looks[likely], picture, most)
        bordered, everything = same[:, drawn].mean(1), same.mean(1)
        nearer = np.minimum(bordered, everything) > shares[likely]  # by how another one differs no stroke is told
        shares[likely] = np.maximum(shares[likely], np.minimum(bordered, everything))
        seen = (bordered >= _OF_THE_DRAWN) & (everything >= _OF_ALL)
        seen &= _lined(looks[likely], picture, same & rim) >= _OF_THE_LINES
        seen &= _crossed(same.reshape(-1, size, size))
        in_part[likely] = np.where(nearer, seen, in_part[likely])
    return in_part


@lru_cache(_SIZES)
def borders(size: int) -> Bools:
    """Which pixels of a cell are near its border: (size, size)."""
    rim, width = np.ones((size, size), bool), max(1, round(size * _RIM))
    rim[width:-width, width:-width] = False
    return rim


def _same(looks: Bytes, picture: Bytes, most: float) -> Bools:
    """Which pixels of some looks (n, pixels, 3) are those of a picture, but for so much in any channel: (n, pixels)."""
    same: Bools = np.abs(looks.astype(np.int16) - picture).max(2) <= most
    return same


def _crossed(same: Bools) -> Bools:
    """Whether what is not the same in some cells (n, size, size) runs over an end of each, and hides no side of it."""
    size = same.shape[1]
    width, crossed, hidden = max(1, round(size * _RIM)), np.zeros(len(same), bool), np.zeros(len(same), bool)
    for rows in (same, same.transpose(0, 2, 1)):
        ends = (~rows[:, [0, -1], width:-width]).sum(2)
        crossed |= ((ends >= _CROSSED) & (2 * ends <= size)).any(1)  # all of an end may lie beside the cell
        hidden |= (rows.mean(2) < _OF_A_SIDE).mean(1) > _HIDDEN
        for side in (rows[:, :width], rows[:, -width:]):
            hidden |= side.mean((1, 2)) < _OF_A_SIDE
    return crossed & ~hidden


def _lined(looks: Bytes, picture: Bytes, where: Bools) -> Floats:
    """How much of the lines of a picture cells show, at some pixels (n, pixels) of each: of a plain ground, nothing."""
    counts, drawn = np.maximum(where.sum(1), 1)[:, None, None], picture.astype(np.float32)
    lines = (drawn - np.where(where[:, :, None], drawn, 0).sum(1, keepdims=True) / counts) * where[:, :, None]
    share: Floats = (lines * looks).sum((1, 2)) / np.maximum((lines**2).sum((1, 2)), 1.0)
    return share
