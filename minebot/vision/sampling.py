"""Squares of a picture at another size: where their pixels come from, how they are averaged, where their rims lie."""

import cv2
import numpy as np

from minebot.vision.arrays import Bytes, Doubles, Floats
from minebot.vision.picture import Bgr

_MANY = 4  # pixels of a picture to each place that is looked at, up to which these are many
_MOST_LINES = 32_000  # that cv2.remap takes at a time


def within(size: int, around: float = 0.0) -> Doubles:
    """Where the pixels of a square lie in a cell, as shares of it; the square is larger by `around` on each side."""
    places: Doubles = (np.arange(size) + 0.5) / size * (1 + 2 * around) - around
    return places


def depth(size: int, around: float = 0.0) -> Doubles:
    """How far each pixel of a square lies from the border of the cell in it, as a share of the cell: (size, size)."""
    inside = within(size, around)
    border = np.minimum(inside, 1 - inside)
    return np.minimum(border[:, None], border[None, :])


def squares(picture: Bgr, at_x: Floats, at_y: Floats, outside: tuple[int, int, int] | None = None) -> Bytes:
    """The squares whose columns and rows are taken from these places, each (n, size): (n, size, size, 3).

    Without the last axis where the picture has none. What lies beyond it has that colour, or repeats its border.
    """
    shape = (*at_x.shape, at_x.shape[1])
    left, right = _span(at_x, picture.shape[1])
    top, bottom = _span(at_y, picture.shape[0])
    map_x = np.broadcast_to((at_x - left)[:, None, :], shape).reshape(shape[0], -1)
    map_y = np.broadcast_to((at_y - top)[:, :, None], shape).reshape(shape[0], -1)
    return remapped(picture[top:bottom, left:right], map_x, map_y, outside).reshape(*shape, *picture.shape[2:])


def _span(places: Floats, most: int) -> tuple[int, int]:
    """The first pixel that is looked at for these places, and the one behind the last, of so many."""
    first, last = int(places.min()), int(places.max() + 1)
    return min(max(first, 0), most - 1), min(max(last, 0), most - 1) + 1


def remapped(picture: Bgr, map_x: Floats, map_y: Floats, outside: tuple[int, int, int] | None = None) -> Bytes:
    """The pixels at these places, interpolated, in slices that OpenCV takes; `outside` as for `squares`."""
    # four channels take half the time of three, if there are many places; the fourth must be added first
    many = picture.ndim == 3 and _MANY * map_x.size > picture.shape[0] * picture.shape[1]
    source = cv2.cvtColor(picture, cv2.COLOR_BGR2BGRA) if many else picture
    border = cv2.BORDER_REPLICATE if outside is None else cv2.BORDER_CONSTANT
    slices = [
        cv2.remap(
            source,
            map_x[first : first + _MOST_LINES],
            map_y[first : first + _MOST_LINES],
            cv2.INTER_LINEAR,
            borderMode=border,
            borderValue=outside or 0,
        )
        for first in range(0, len(map_x), _MOST_LINES)
    ]
    seen = np.concatenate(slices) if len(slices) > 1 else slices[0]
    return (cv2.cvtColor(seen, cv2.COLOR_BGRA2BGR) if many else seen).astype(np.uint8, copy=False)


def averaged(cells: Floats | Bytes, side: int) -> Floats:
    """Square pictures (n, size, size, 3) brought to that many pixels a side, flattened: (n, side * side * 3)."""
    if not len(cells):
        return np.zeros((0, side * side * 3), np.float32)
    column = cells.reshape(-1, cells.shape[2], 3)  # one below the other
    small = cv2.resize(np.asarray(column, np.float32), (side, len(cells) * side), interpolation=cv2.INTER_AREA)
    flat: Floats = small.reshape(len(cells), -1).astype(np.float32)
    return flat
