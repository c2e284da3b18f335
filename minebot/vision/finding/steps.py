"""Steps: how much each pixel of a picture differs, in any channel, from the one on its left, and from the one above it.

They are looked for in bands of rows, all in the same few arrays, which the cache of a processor holds: a third of the
time that it takes for a whole picture at once in new ones.
"""

from collections.abc import Iterator
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from minebot.vision.picture import Bgr

Grey = npt.NDArray[np.uint8]

_ROWS = 128  # of a picture that are looked at at a time


class _Workspace(NamedTuple):
    """Arrays of (rows, width) that a band is worked out in: its channels, their differences, and the steps so far."""

    channels: tuple[Grey, ...]
    differences: Grey
    across: Grey
    down: Grey
    pooled: Grey

    @classmethod
    def for_bands(cls, width: int) -> "_Workspace":
        """The arrays for bands with the row above them."""
        blue, green, red, *others = (np.zeros((_ROWS + 1, width), np.uint8) for _ in range(7))
        return cls((blue, green, red), *others)

    def of(self, first: int, end: int) -> "_Workspace":
        """The same for some of the rows only."""
        channels = tuple(channel[first:end] for channel in self.channels)
        return _Workspace(channels, *(array[first:end] for array in self[1:]))


def steps(picture: Bgr, scale: int = 1) -> tuple[Grey, Grey]:
    """How much each pixel differs from the one on its left, and from the one above it; none in the first column or row.

    At half the size (`scale` 2), the largest of every four pixels: an edge stays closed.
    """
    height, width = picture.shape[:2]
    across, down = np.zeros((2, -(-height // scale), -(-width // scale)), np.uint8)
    for top, work in _bands(picture):
        rows = np.s_[top // scale : (top + _ROWS) // scale]
        for whole, part in ((across, work.across), (down, work.down)):
            whole[rows] = part if scale == 1 else _pooled(part, work.pooled)
    return across, down


def largest_steps(picture: Bgr) -> Grey:
    """How much each pixel differs from either of these: the larger of the two."""
    largest = np.zeros(picture.shape[:2], np.uint8)
    for top, work in _bands(picture):
        cv2.max(work.across, work.down, largest[top : top + _ROWS])
    return largest


def _bands(picture: Bgr) -> Iterator[tuple[int, _Workspace]]:
    """The first row of each band, and its steps, which are gone once the next one is asked for."""
    workspace = _Workspace.for_bands(picture.shape[1])
    for top in range(0, len(picture), _ROWS):
        above = min(top, 1)  # the row above tells how much the first one differs from it
        band = picture[top - above : top + _ROWS]
        work = workspace.of(0, len(band))
        _fill(work, band)
        yield top, work.of(above, len(band))


def _fill(work: _Workspace, band: Bgr) -> None:
    """Put the steps of a band into the arrays of its size."""
    cv2.split(band, work.channels)
    ways = (work.across[:, 1:], np.s_[:, 1:], np.s_[:, :-1]), (work.down[1:], np.s_[1:], np.s_[:-1])
    for largest, here, before in ways:
        if largest.size:  # of one column or row there are none
            first, *others = ((channel[here], channel[before]) for channel in work.channels)
            cv2.absdiff(*first, largest)
            for pair in others:
                cv2.max(largest, cv2.absdiff(*pair, work.differences[here]), largest)


def _pooled(part: Grey, into: Grey) -> Grey:
    """The largest of every four pixels, worked out in an array of the same size."""
    return cv2.dilate(part, np.ones((2, 2), np.uint8), into, anchor=(0, 0))[::2, ::2].astype(np.uint8, copy=False)
