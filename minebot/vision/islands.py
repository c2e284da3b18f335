"""Islands: squarish patches of a picture that an edge runs around, as the cells of a board are, whatever their look.

A picture becomes steps from pixel to pixel, at half the size if it is large, then edges, then islands between them.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from minebot.vision.picture import Bgr

Floats = npt.NDArray[np.float64]
Grey = npt.NDArray[np.uint8]

_CONTRAST = 12  # of 255: what makes an edge
_FAINT = 5  # finds chequered boards without borders
_FAINTEST, _PLAIN = 3, 20  # the same on enlarged pictures, and on pictures without noise
_LINE, _BRIDGE = 31, 5  # pixels: no digit of a cell under 40 px has a line as long; bevels leave gaps of 2
_SMALLEST, _LARGEST = 6, 130  # pixels of an island: cells have a pitch of 8 to 130
_HALVED = 500_000  # pixels from which a picture is looked at in half its size: the search costs by the pixel


@dataclass(frozen=True, slots=True)
class Islands:
    """Patches surrounded by edges: centres (n, 2) as x, y, and sizes (n,), in pixels of the whole picture."""

    centres: Floats
    sizes: Floats


def coarseness(picture: Bgr) -> int:
    """How many times smaller a picture is looked at: 2 for a large one, else 1."""
    return 2 if picture.shape[0] * picture.shape[1] > _HALVED else 1


def island_views(picture: Bgr, scale: int) -> Iterator[Islands]:
    """Islands between edges of any form, on the picture, on one slightly averaged, faint ones, and between long lines.

    Edges find cells that have no lines; lines know nothing of the digits, which may touch the border of their cells.
    Averaging turns dithered cells grey.
    """
    sharp = _steps(picture)
    if scale == 2:
        sharp = _pooled(sharp[0]), _pooled(sharp[1])
        averaged = cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    else:
        averaged = cv2.blur(picture, (2, 2))
    either = cv2.max(*sharp)
    yield _islands(either > _CONTRAST, scale)
    yield _islands(cv2.max(*_steps(averaged.astype(np.uint8, copy=False))) > _CONTRAST, scale)
    yield _islands(either > _FAINT, scale)
    yield _islands(_lines(sharp[0], scale) | _lines(sharp[1].T, scale).T, scale)


def faint_views(picture: Bgr) -> Iterator[Islands]:
    """Islands between the faintest edges and between the plainest, on the picture enlarged, and without its noise.

    Enlarged, lines a pixel wide have an inside; and what compression and noise do to flat colours is averaged away.
    """
    large = cv2.resize(picture, None, fx=2, fy=2, interpolation=cv2.INTER_NEAREST).astype(np.uint8, copy=False)
    steps = cv2.max(*_steps(large))
    smooth = picture
    for _ in range(2):
        smooth = cv2.bilateralFilter(smooth, 7, 20, 4).astype(np.uint8, copy=False)
    for edges, scale in ((steps > _FAINTEST, 0.5), (steps > _PLAIN, 0.5), (cv2.max(*_steps(smooth)) > _PLAIN, 1.0)):
        yield _islands(edges, scale)


def _steps(picture: Bgr) -> tuple[Grey, Grey]:
    """How much each pixel differs, in any channel, from the one on its left, and from the one above it."""
    across, down = (np.zeros(picture.shape[:2], np.uint8) for _ in range(2))
    for channel in cv2.split(picture):  # a tenth of the time that numpy takes for the maximum over an axis
        across[:, 1:] = cv2.max(across[:, 1:], cv2.absdiff(channel[:, 1:], channel[:, :-1]))
        down[1:] = cv2.max(down[1:], cv2.absdiff(channel[1:], channel[:-1]))
    return across, down


def _pooled(steps: Grey) -> Grey:
    """The largest of every four pixels: an edge stays closed at half the size."""
    largest = cv2.dilate(steps, np.ones((2, 2), np.uint8), anchor=(0, 0))
    return np.ascontiguousarray(largest[::2, ::2]).astype(np.uint8, copy=False)


def _lines(steps: Grey, scale: int) -> npt.NDArray[np.bool_]:
    """The edges that run down for at least `_LINE` pixels, gaps of a few pixels bridged."""
    edges = np.ascontiguousarray(steps > _CONTRAST).view(np.uint8)
    bridged = cv2.morphologyEx(edges, cv2.MORPH_CLOSE, np.ones((_BRIDGE // scale, 1), np.uint8))
    return cv2.morphologyEx(bridged, cv2.MORPH_OPEN, np.ones((_LINE // scale, 1), np.uint8)).view(np.bool_)


def _islands(edges: npt.NDArray[np.bool_], scale: float) -> Islands:
    """The squarish patches of the size of cells between the edges; `scale` brings them to the size of the picture."""
    _, _, boxes, _ = cv2.connectedComponentsWithStats((~edges).view(np.uint8), connectivity=4)
    left, top, width, height = boxes[1:, :4].T
    longer, shorter = np.maximum(width, height), np.minimum(width, height)
    cells = (4 * (longer - shorter) <= longer + 4) & (scale * shorter >= _SMALLEST) & (scale * longer <= _LARGEST)
    left, top, width, height = scale * boxes[1:, :4][cells].T.astype(np.float64)
    # an edge lies in front of the pixel that is marked, so that a patch is centred in its cell by its indices
    centres = np.stack([left + (width - 1) / 2, top + (height - 1) / 2], axis=1)
    return Islands(centres, (width + height) / 2)
