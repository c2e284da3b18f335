"""Is all of a board in view? A part must not pass for a smaller board: beyond the edge there may be mines.

Nor must a sheet over all of it pass for covered cells.
"""

from collections.abc import Callable
from itertools import pairwise

import cv2
import numpy as np

from minebot.geometry import Lattice
from minebot.vision.picture import Bgr
from minebot.vision.shapes import Colour

_ALIKE = 6.0  # mean colour distance of a strip from cells, up to which it is one of cells; frames have 11 and more
_PLAIN = 16  # difference of the colours along a strip up to which it is plain ground
_SHEET, _MOST = 12, 0.9  # colours by which a sheet may be off, and share of the lines under it: a word may lie on it
_LEAST = 160  # pixels of its sides: the smallest boards have eight cells of twenty


def under_sheet(picture: Bgr, lattice: Lattice, colour: Colour) -> bool:
    """Whether a sheet of one colour lies over the board: so the lines between its cells are of that colour as well."""
    height, width = picture.shape[:2]
    rows = [line for line in _inner(lattice.down, lattice.rows) if 0 <= line < height]
    columns = [line for line in _inner(lattice.across, lattice.cols) if 0 <= line < width]
    x, y, w, h = lattice.bbox
    across = picture[rows, max(0, x) : x + w].reshape(-1, 3)
    down = picture[max(0, y) : y + h, columns].reshape(-1, 3)
    lines = np.concatenate([across, down]).astype(np.int16)
    return bool((np.abs(lines - np.array(colour)).max(axis=1) <= _SHEET).mean() >= _MOST)


def has_sheet(picture: Bgr, colour: Colour) -> bool:
    """Whether a sheet of one colour, with little but a word on it, is to be seen anywhere in a picture."""
    near = cv2.inRange(picture, *(np.clip(np.array(colour) + off, 0, 255) for off in (-_SHEET, _SHEET)))
    _, _, patches, _ = cv2.connectedComponentsWithStats(near)
    return any(
        min(width, height) >= _LEAST and area >= _MOST * width * height for _, _, width, height, area in patches[1:]
    )


def _inner(line: Callable[[float], float], count: int) -> list[int]:
    """The pixels at which cells meet."""
    return [round(line(index)) for index in range(1, count)]


def goes_on(picture: Bgr, lattice: Lattice) -> bool:
    """Whether a board of squares goes on beyond an edge of the picture.

    It does where it ends at the edge, and where what is left up to the edge, less than a cell, looks like its cells.
    """
    if lattice.topology != "square":
        return False
    across = [round(lattice.across(column)) for column in range(lattice.cols + 1)]
    down = [round(lattice.down(row)) for row in range(lattice.rows + 1)]
    turned = picture.transpose(1, 0, 2)
    return (
        _beyond(picture, across, down)
        or _beyond(turned, down, across)
        or _beyond(picture[:, ::-1], _mirrored(across, picture.shape[1]), down)
        or _beyond(turned[:, ::-1], _mirrored(down, picture.shape[0]), across)
    )


def _mirrored(lines: list[int], size: int) -> list[int]:
    return [size - line for line in reversed(lines)]


def _beyond(picture: Bgr, across: list[int], down: list[int]) -> bool:
    """Whether cells go on to the right of the last column, of which the border lies at `across[-1]`."""
    gap = picture.shape[1] - across[-1]
    if gap <= 0:
        return True
    if gap >= across[-1] - across[-2]:
        return False
    strip = picture[max(0, down[0]) : down[-1], across[-1] :].astype(np.int16)
    if int(np.ptp(strip, axis=0).max()) <= _PLAIN:
        return False
    begin = max(0, down[0])
    bands = [picture[begin : down[-1], line : line + gap].astype(np.int16) for line in across[:-1] if line >= 0]
    apart = np.array([np.abs(band - strip).mean(axis=(1, 2)) for band in bands])
    rows = [apart[:, top - begin : bottom - begin].mean(1).min() for top, bottom in _rows(down, begin)]
    return float(np.median(rows)) <= _ALIKE


def _rows(down: list[int], begin: int) -> list[tuple[int, int]]:
    """From where to where each row reaches, of those that are in the picture."""
    return [(top, bottom) for top, bottom in pairwise(down) if top >= begin]
