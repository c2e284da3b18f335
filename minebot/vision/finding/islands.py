"""Islands: squarish patches of a picture that an edge runs around, as the cells of a board are, whatever their look.

A picture becomes steps from pixel to pixel, at half the size if it is large, then edges, then islands between them.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from minebot.vision.arrays import Doubles, Ints
from minebot.vision.finding.steps import Grey, largest_steps, steps
from minebot.vision.picture import Bgr

LARGEST = 130
"""Pixels of an island: no cell has a larger pitch."""

_SMALLEST = 5  # pixels of an island: cells have a pitch of 8 and more, and their edges may be two pixels wide
_CONTRAST = 12  # of 255: what makes an edge
_FAINT = 5  # finds chequered boards without borders
_SOFT = 8  # finds small cells whose edges were drawn out: at less, these fill them
_FAINTEST, _PLAIN = 3, 20  # the same on enlarged pictures, and on pictures without noise
_SHADED = 2  # the same of shades without lines, 8 of 255 apart, that were compressed, or faded and enlarged
_CLEANED = 8  # the same where noise was averaged away
_LINE, _BRIDGE = 31, 5  # pixels: no digit of a cell under 40 px has a line as long; bevels leave gaps of 2
_MOST, _SOME = 0.8, 0.3  # shares of the pixels of a faint line that are marked, and of those around its end
_HALVED = 500_000  # pixels from which a picture is looked at in half its size: the search costs by the pixel


@dataclass(frozen=True, slots=True)
class Islands:
    """Patches surrounded by edges: centres (n, 2) as x, y, and sizes (n,), in pixels of the whole picture."""

    centres: Doubles
    sizes: Doubles

    def same_as(self, other: "Islands") -> bool:
        """Whether these are the same islands."""
        return np.array_equal(self.centres, other.centres) and np.array_equal(self.sizes, other.sizes)


def coarseness(picture: Bgr) -> int:
    """How many times smaller a picture is looked at: 2 for a large one, else 1."""
    return 2 if picture.shape[0] * picture.shape[1] > _HALVED else 1


def island_views(picture: Bgr, scale: int) -> Iterator[Islands]:
    """Islands between edges of any form, on the picture, on one slightly averaged, faint ones, and between long lines.

    Edges find cells that have no lines; lines know nothing of the digits, which may touch the border of their cells.
    Averaging turns dithered cells grey. Small cells, which only the picture at its own size shows, are looked for
    between edges of a third strength as well.
    """
    sharp = steps(picture, scale)
    if scale == 2:
        averaged = cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    else:
        averaged = cv2.blur(picture, (2, 2))
    either = cv2.max(*sharp)
    plain, faint = either > _CONTRAST, either > _FAINT
    yield _islands(plain, scale)
    yield _islands(largest_steps(averaged.astype(np.uint8, copy=False)) > _CONTRAST, scale)
    if not np.array_equal(plain, faint):
        yield _islands(faint, scale)
    if scale == 1:
        yield _islands(either > _SOFT, scale)
    yield _islands(_lines(sharp[0], scale) | _lines(sharp[1].T, scale).T, scale)


def faint_views(picture: Bgr) -> Iterator[Islands]:
    """Islands between the faintest edges and between the plainest, on the picture enlarged, and without its noise.

    Enlarged, lines a pixel wide have an inside; and what compression and noise do to flat colours is averaged away.
    Edges that a blur has drawn out are those of pixels farther apart. And faint lines that run straight.
    """
    large = _enlarged(*steps(picture))
    smooth = picture
    for _ in range(2):
        smooth = cv2.bilateralFilter(smooth, 7, 20, 4).astype(np.uint8, copy=False)
    plain, averaged = largest_steps(smooth), _averaged(picture, 3)
    for edges, scale in (
        (large > _FAINTEST, 0.5),
        (large > _PLAIN, 0.5),
        (plain > _PLAIN, 1.0),
        (plain > _CLEANED, 1.0),
        (_slopes(picture, 3) > _FAINT, 1.0),
        (_slopes(averaged, 3) > _FAINTEST, 1.0),
        (_slopes(_averaged(picture, 5), 5) > _FAINT, 1.0),
        (_slopes(averaged, 5) > _SHADED, 1.0),
    ):
        yield _islands(edges, scale)
    yield halved_view(picture)
    yield _islands(_faint_lines(picture) | _faint_lines(picture.swapaxes(0, 1)).T, 1.0)


def halved_view(picture: Bgr) -> Islands:
    """Islands between faint edges that a blur has drawn out, on the picture at half its size."""
    half = cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)
    return _islands(_slopes(half, 2) > _FAINT, 2.0)


def _averaged(picture: Bgr, side: int) -> Bgr:
    """The picture with each pixel averaged with those around it, in squares: a few against what compression does."""
    return cv2.blur(picture, (side, side)).astype(np.uint8, copy=False)


def _slopes(picture: Bgr, reach: int) -> Grey:
    """How much the pixels around each differ that are so many apart, across or down, in any channel."""
    height, width = picture.shape[:2]
    slopes, before = np.zeros((height, width), np.uint8), reach // 2
    across = slopes[:, before : before + width - reach]
    down = slopes[before : before + height - reach]
    for channel in cv2.split(picture):
        across[:] = cv2.max(across, cv2.absdiff(channel[:, reach:], channel[:, :-reach]))
        down[:] = cv2.max(down, cv2.absdiff(channel[reach:], channel[:-reach]))
    return slopes


def _enlarged(across: Grey, down: Grey) -> Grey:
    """The steps in any direction of the picture at twice the size, where every other pixel is as the one before it."""
    height, width = across.shape
    large = np.zeros((2 * height, 2 * width), np.uint8)
    large[::2, ::2], large[::2, 1::2], large[1::2, ::2] = cv2.max(across, down), down, across
    return large


def _lines(seen: Grey, scale: int) -> npt.NDArray[np.bool_]:
    """The edges that run down for at least `_LINE` pixels, gaps of a few pixels bridged."""
    edges = np.ascontiguousarray(seen > _CONTRAST).view(np.uint8)
    bridged = cv2.morphologyEx(edges, cv2.MORPH_CLOSE, np.ones((_BRIDGE // scale, 1), np.uint8))
    return cv2.morphologyEx(bridged, cv2.MORPH_OPEN, np.ones((_LINE // scale, 1), np.uint8)).view(np.bool_)


def _faint_lines(picture: Bgr) -> npt.NDArray[np.bool_]:
    """Where lines run down on most pixels of which it becomes lighter, or darker, in all channels that change.

    Compression and noise leave gaps in such a line, and draw none.
    """
    lighter, darker = np.zeros((2, *picture.shape[:2]), np.uint8)
    for channel in map(np.ascontiguousarray, cv2.split(picture)):
        lighter[:, 1:] = cv2.max(lighter[:, 1:], cv2.subtract(channel[:, 1:], channel[:, :-1]))
        darker[:, 1:] = cv2.max(darker[:, 1:], cv2.subtract(channel[:, :-1], channel[:, 1:]))
    up, down = lighter > _FAINTEST, darker > _FAINTEST
    return _runs(up & ~down) | _runs(down & ~up)


def _runs(marked: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """The stretches of `_LINE` pixels, one below the other, most of which are marked, without their gaps."""
    marks = marked.astype(np.uint8) * np.uint8(255)
    most = cv2.blur(marks, (1, _LINE)) >= _MOST * 255
    stretches = cv2.dilate(most.astype(np.uint8), np.ones((_LINE, 1), np.uint8)).view(np.bool_)
    return stretches & (cv2.blur(marks, (1, _BRIDGE)) > _SOME * 255)


def _islands(edges: npt.NDArray[np.bool_], scale: float) -> Islands:
    """The squarish patches of the size of cells between the edges; `scale` brings them to the size of the picture."""
    boxes = scale * _boxes(edges, LARGEST / scale)
    longer, shorter = boxes[2:].max(axis=0), boxes[2:].min(axis=0)
    cells = (4 * (longer - shorter) <= scale * 4 + longer) & (shorter >= _SMALLEST) & (longer <= LARGEST)
    left, top, width, height = boxes[:, cells]
    # an edge lies in front of the pixel that is marked, so that a patch is centred in its cell by its indices
    centres = np.stack([left + (width - 1) / 2, top + (height - 1) / 2], axis=1)
    return Islands(centres, (width + height) / 2)


def _boxes(edges: npt.NDArray[np.bool_], longest: float) -> Doubles:
    """The boxes of the patches between the edges: left, top, width and height, (4, patches).

    Those with a row of more than so many pixels are left out.

    OpenCV labels them in a third of the time that it takes to measure them too. They are measured by their runs, the
    stretches of rows between two edges.
    """
    free = np.zeros((edges.shape[0], edges.shape[1] + 2), np.uint8)  # there are edges at both ends of each row
    np.logical_not(edges, out=free[:, 1:-1].view(np.bool_))
    count, labels = cv2.connectedComponents(free, connectivity=4)
    flat = free.ravel()
    turns = np.flatnonzero(flat[1:] != flat[:-1])
    starts, ends = turns[::2], turns[1::2]  # the last pixel before a run, and the last one in it
    patch: Ints = labels.ravel()[ends].astype(np.int64) - 1
    large = np.zeros(count - 1, bool)
    large[patch[ends - starts > longest]] = True
    small = ~large[patch]  # what lies behind all windows has the most runs of all
    starts, ends, patch = starts[small], ends[small], patch[small]
    top, left = np.divmod(starts, free.shape[1])
    corner, end = np.zeros((2, 2, count - 1), np.int64)
    corner[0] = free.shape[1]
    np.minimum.at(corner[0], patch, left)
    np.maximum.at(end[0], patch, left + ends - starts)
    corner[1, patch[::-1]], end[1, patch] = top[::-1], top + 1  # the runs come row by row: what is written last stays
    return np.concatenate([corner, end - corner])[:, ~large].astype(np.float64)
