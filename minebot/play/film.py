"""Frames on file: the first whole, of each later one what changed, as PNG, to the last bit.

A frame is transparent where it shows what the one before it showed, and holds only the rectangle in which something
changed: of a game, a few cells and the counter.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from minebot.errors import PictureError
from minebot.vision.picture import Bgr

_COMPRESSION = [cv2.IMWRITE_PNG_COMPRESSION, 6]


@dataclass(frozen=True, slots=True)
class Shot:
    """What one frame adds: a PNG, and its upper left corner in the frame before; no corner where it is whole."""

    png: bytes
    at: tuple[int, int] | None = None


def shot(before: Bgr | None, now: Bgr) -> Shot | None:
    """What a frame adds to the one before it; None where it shows the same."""
    if before is None or before.shape != now.shape:
        return Shot(_encoded(now))
    changed = (before != now).any(2)
    if not changed.any():
        return None
    rows, columns = np.flatnonzero(changed.any(1)), np.flatnonzero(changed.any(0))
    part = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    alpha = np.where(changed[part], 255, 0).astype(np.uint8)[:, :, None]
    pixels = np.where(changed[part][:, :, None], now[part], 0).astype(np.uint8)
    return Shot(_encoded(np.concatenate([pixels, alpha], axis=2)), (int(columns[0]), int(rows[0])))


def laid(before: Bgr | None, added: Shot) -> Bgr:
    """The frame that a shot makes of the one before it; PictureError where the two do not go together."""
    pixels = _decoded(added.png)
    if added.at is None:
        return pixels[:, :, :3]
    (x, y), (height, width) = added.at, pixels.shape[:2]
    if before is None or min(x, y) < 0 or y + height > before.shape[0] or x + width > before.shape[1]:
        raise PictureError("a frame does not fit on the one before it")
    frame = before.copy()
    part = frame[y : y + height, x : x + width]
    changed = pixels[:, :, 3] > 0
    part[changed] = pixels[:, :, :3][changed]
    return frame


def _encoded(pixels: Bgr) -> bytes:
    _, png = cv2.imencode(".png", pixels, _COMPRESSION)
    return png.tobytes()


def _decoded(png: bytes) -> Bgr:
    """Blue, green, red and, where there is one, alpha; opaque where there is none."""
    pixels = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED) if png else None
    if pixels is None or pixels.ndim != 3:
        raise PictureError("a frame is no PNG, or cut off")
    if pixels.shape[2] == 3:
        pixels = np.dstack([pixels, np.full(pixels.shape[:2], 255, np.uint8)])
    return pixels.astype(np.uint8)
