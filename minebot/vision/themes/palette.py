"""The few colours of a GIF or an 8-bit PNG: what a program draws has become the nearest of these."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from minebot.vision.arrays import Bools, Ints
from minebot.vision.picture import Bgr

_MOST = 256  # colours of a palette
_STEP = 101  # a prime: every pixel of so many tells at once that most pictures have more
_ALL = 1 << 24
_FEWEST = 64  # colours of a picture that lost some: drawn in fewer, it lacks those of symbols that it does not show
_LOST = 32.0  # colour distance (root mean square) from the nearest colours at which a symbol is none of the picture's


@dataclass(frozen=True, eq=False)
class Palette:
    """All colours of a picture, (n, 3)."""

    colours: Bgr

    @classmethod
    def of(cls, picture: Bgr) -> "Palette | None":
        """The colours of a picture; None where they are more than a palette has, or so few that none is lost."""
        some = np.ascontiguousarray(picture.reshape(-1, 1, 3)[::_STEP])
        if np.count_nonzero(_there(_packed(some))) > _MOST:
            return None
        colours = np.flatnonzero(_there(_packed(picture)))
        return cls(_unpacked(colours)) if _FEWEST <= len(colours) <= _MOST else None

    def seen(self, tile: Bgr, others: Sequence[Bgr] = ()) -> Bgr:
        """The tile in these colours; as it is where they are so far off that what it shows is not in the picture.

        Far off they are where it does not become nearer to itself than to the `others`, those of other meanings.
        """
        nearest = self.nearest(tile)
        off = cv2.norm(tile, nearest)
        near = off <= _LOST * np.sqrt(tile.size)
        return nearest if near or (others and off < min(cv2.norm(other, nearest) for other in others)) else tile

    def nearest(self, tile: Bgr) -> Bgr:
        """The tile, each of its pixels in the nearest colour of the palette."""
        shades, of = np.unique(_packed(tile), return_inverse=True)
        apart = _unpacked(shades).astype(np.int32)[:, None] - self.colours[None]
        nearest = np.square(apart).sum(2).argmin(1)
        coloured: Bgr = self.colours[nearest[of]].reshape(tile.shape)
        return coloured


def _packed(picture: Bgr) -> Ints:
    """Each pixel as one number."""
    blue, green, red = (channel.astype(np.int64).ravel() for channel in cv2.split(picture))
    packed: Ints = blue | green << 8 | red << 16
    return packed


def _unpacked(colours: Ints) -> Bgr:
    """The pixels of such numbers, (n, 3)."""
    return np.stack([colours & 255, colours >> 8 & 255, colours >> 16], axis=1).astype(np.uint8)


def _there(packed: Ints) -> Bools:
    """Which of all colours there are: a table is ten times as quick as sorting a screen."""
    there = np.zeros(_ALL, bool)
    there[packed] = True
    return there
