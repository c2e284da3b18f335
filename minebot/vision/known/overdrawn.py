"""Cells that something is drawn over: lines and arrows that somebody drew leave most of a cell to be seen."""

from functools import lru_cache

import cv2
import numpy as np

from minebot.board import FLAG
from minebot.geometry import Lattice
from minebot.vision.arrays import Bools, Bytes, Ints
from minebot.vision.cells import Cutter, Fit
from minebot.vision.themes.templates import TemplateSet

_SAME, _OFF, _MOST = 6.0, 2.0, 24.0  # of 255, times what cells are off, and of 255: by how much a pixel may differ
_RIM = 1 / 8  # of a cell, in which its borders are
_DRAWN = 1.5  # times what pixels may differ, from which one is none of the ground of its cell, but of the borders
_OF_THE_DRAWN, _OF_ALL = 0.6, 0.5  # shares of these, and of all pixels, that must be seen
_FEWEST = 8  # pixels that are drawn: a plain picture tells nothing
_KEPT = 8  # themes, at one size each, of which the borders are kept


def seen_in_part(cutter: Cutter, lattice: Lattice, fit: Fit, cells: Ints) -> Bools:
    """Which of some cells show most of the borders that a cell has, and of all that is within these.

    What lies beside a board has its grounds, or one of its borders; a stroke over a cell hides a part of all of them.
    """
    in_part, most = np.zeros(len(cells), bool), min(_SAME + _OFF * fit.distance, _MOST)
    if not len(cells):
        return in_part
    looks = cutter.cut_bytes(lattice, cells).reshape(len(cells), -1, 3)
    rim = _rim(cutter.size)
    for picture in _of_unlike_rims(cutter.templates(fit.theme)):
        drawn = rim & (np.abs(picture - np.median(picture, axis=0)).max(1) > _DRAWN * most)
        if np.count_nonzero(drawn) >= _FEWEST:
            same = cv2.absdiff(looks, np.broadcast_to(picture, looks.shape)).max(2) <= most
            in_part |= (same[:, drawn].mean(1) >= _OF_THE_DRAWN) & (same.mean(1) >= _OF_ALL)
    return in_part


@lru_cache(_KEPT)
def _rim(size: int) -> Bools:
    """Which pixels of a cell are near its border."""
    rim, width = np.ones((size, size), bool), max(1, round(size * _RIM))
    rim[width:-width, width:-width] = False
    return rim.ravel()


@lru_cache(_KEPT)
def _of_unlike_rims(templates: TemplateSet) -> list[Bytes]:
    """The pictures of cells, one for each rim that they have: of a number, which is in its middle, the first one."""
    rim, pictures = _rim(templates.size), dict[bytes, Bytes]()
    for place in np.argsort(np.abs(templates.codes), kind="stable").tolist():
        if templates.codes[place] >= FLAG:
            picture = np.rint(templates.pixels[place]).astype(np.uint8).reshape(-1, 3)
            pictures.setdefault(picture[rim].tobytes(), picture)
    return list(pictures.values())
