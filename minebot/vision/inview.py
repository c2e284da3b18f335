"""Is all of a board in view? A part must not pass for a smaller board: beyond the edge there may be mines.

Nor must a sheet over all of it pass for covered cells.
"""

from collections.abc import Callable
from itertools import pairwise, product
from typing import Literal

import cv2
import numpy as np

from minebot.geometry import Lattice
from minebot.vision.arrays import Bytes
from minebot.vision.picture import Bgr
from minebot.vision.themes.shapes import Colour

Side = Literal["left", "top", "right", "bottom"]

_ALIKE = 6.0  # mean colour distance of a strip from cells, up to which it is one of cells; frames have 11 and more
_STEPS = 0.2  # the same as a share of what the colours along the strip differ by: plain ground is no cells
_LOOSELY, _VARIED = 12.0, 100  # the same of a strip of so many colours, a pixel off: a light or pens lie on its cells
_SAMPLE = 300  # cells that a strip is compared with
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
    """Whether a board of squares goes on beyond an edge of the picture, or ends right there, so that it may."""
    if lattice.topology != "square":
        return False
    x, y, width, height = lattice.bbox
    at_the_edge = min(x, y, picture.shape[1] - x - width, picture.shape[0] - y - height) <= 0
    return at_the_edge or bool(cut_at(picture, lattice))


def cut_at(picture: Bgr, lattice: Lattice) -> frozenset[Side]:
    """The sides at which an edge of the picture cuts through cells of a board of squares.

    Through the outermost ones of the lattice, or through others beside those: what is left up to the edge is less than
    a cell, and looks like parts of its cells.
    """
    if lattice.topology != "square":
        return frozenset()
    across = [round(lattice.across(column)) for column in range(lattice.cols + 1)]
    down = [round(lattice.down(row)) for row in range(lattice.rows + 1)]
    turned = picture.transpose(1, 0, 2)
    cut: dict[Side, bool] = {
        "left": _is_cut(picture[:, ::-1], _mirrored(across, picture.shape[1]), down),
        "top": _is_cut(turned[:, ::-1], _mirrored(down, picture.shape[0]), across),
        "right": _is_cut(picture, across, down),
        "bottom": _is_cut(turned, down, across),
    }
    return frozenset(side for side in cut if cut[side])


def _mirrored(lines: list[int], size: int) -> list[int]:
    return [size - line for line in reversed(lines)]


def _is_cut(picture: Bgr, across: list[int], down: list[int]) -> bool:
    """Whether the right edge cuts through the last column, which ends at `across[-1]`, or the one that would follow."""
    gap, high = int(picture.shape[1]) - across[-1], min(bottom - top for top, bottom in pairwise(down))
    rows = [top for top in down[:-1] if 0 <= top <= picture.shape[0] - high]
    columns = [left for left in across[:-1] if 0 <= left <= picture.shape[1] - gap]
    if not 0 < gap < across[-1] - across[-2] or not rows or not columns:
        return gap < 0
    strip = picture[rows[0] : rows[-1] + high, across[-1] :]
    varied = int((strip.max(axis=0) - strip.min(axis=0)).max())
    if varied == 0:  # the frames of most windows
        return False
    parts = _parts(picture, rows, across[-1:], (high, gap))
    if _apart(parts, _some(_parts(picture, rows, columns, (high, gap)))) <= min(_ALIKE, _STEPS * varied):
        return True
    if varied < _VARIED:
        return False
    height, width = picture.shape[0] - high, picture.shape[1] - gap
    moved = [
        _some(_parts(picture, _moved(rows, down_by, height), _moved(columns, across_by, width), (high, gap)))
        for down_by, across_by in product((-1, 0, 1), repeat=2)
    ]
    return _apart(parts, np.concatenate(moved)) <= _LOOSELY


def _moved(places: list[int], by: int, most: int) -> list[int]:
    """The places, moved by some pixels, where they stay within the picture."""
    return [place + by for place in places if 0 <= place + by <= most]


def _some(cells: Bytes) -> Bytes:
    """Some of the cells, from all over the board."""
    some: Bytes = cells[np.linspace(0, len(cells) - 1, min(_SAMPLE, len(cells))).astype(int)]
    return some


def _parts(picture: Bgr, rows: list[int], columns: list[int], size: tuple[int, int]) -> Bytes:
    """The upper left parts, of that height and width, of the cells that begin there: (n, bytes)."""
    down, across = np.array(rows)[:, None] + np.arange(size[0]), np.array(columns)[:, None] + np.arange(size[1])
    parts: Bytes = picture[down[:, None, :, None], across[None, :, None, :]].reshape(len(rows) * len(columns), -1)
    return parts


def _apart(parts: Bytes, cells: Bytes) -> float:
    """How far half of the parts are at most from the cell that each is nearest to, in colours."""
    return float(
        np.median([cv2.absdiff(cells, np.broadcast_to(part, cells.shape)).mean(axis=1).min() for part in parts])
    )
