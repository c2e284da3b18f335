"""Digits that are nearer to those of another number than to those of their own."""

import numpy as np

from minebot.vision.alike import drawings
from minebot.vision.arrays import Bools, Floats, Ints
from minebot.vision.glyphs import Patches

_NEAREST = 2  # cells of a number, of which the farther one counts: one may be misread as well
_NEARER = 0.9  # share of the distance to its own number, up to which a digit is clearly nearer to another
_AT_ONCE = 512  # digits that are compared with all others at a time


def like_another_number(patches: Patches, codes: Ints, believed: Bools) -> Bools:
    """The cells whose digit is clearly nearer to several of another number than to several of its own.

    Cells of one group are all alike, but a pale 3 may be as near to a few twos as these are to one another: all digits
    of the board tell which it is. `patches` are the cells, `codes` what they show; only the `believed` ones tell.
    """
    like = np.zeros(len(codes), bool)
    digits = np.flatnonzero((codes > 0) & believed)
    drawn, shown = drawings(patches[digits]), codes[digits]
    for first in range(0, len(digits), _AT_ONCE):
        some = slice(first, first + _AT_ONCE)
        apart = _apart(drawn[some], drawn)
        apart[np.arange(len(apart)), np.arange(len(digits))[some]] = np.inf
        near = {number: _near(apart[:, shown == number]) for number in np.unique(shown).tolist()}
        own = np.array([near[number][row] for row, number in enumerate(shown[some].tolist())])
        others = [np.where(shown[some] == number, np.inf, distance) for number, distance in near.items()]
        like[digits[some]] = np.isfinite(own) & (np.min(others, axis=0, initial=np.inf) < _NEARER * own)
    return like


def _apart(some: Floats, every: Floats) -> Floats:
    """The distances between drawings: (some, every)."""
    squares = np.square(some).sum(1)[:, None] + np.square(every).sum(1) - 2 * some @ every.T
    apart: Floats = np.sqrt(np.maximum(squares, 0) / every.shape[1])
    return apart


def _near(apart: Floats) -> Floats:
    """How far each digit is from the `_NEAREST` ones of a number; infinity where it has fewer cells."""
    if apart.shape[1] < _NEAREST:
        return np.full(len(apart), np.inf, np.float32)
    near: Floats = np.partition(apart, _NEAREST - 1, axis=1)[:, _NEAREST - 1]
    return near
