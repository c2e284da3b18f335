"""Cells that something is drawn over: lines and arrows that somebody drew leave most of a cell to be seen."""

from functools import lru_cache

import numpy as np

from minebot.board import FLAG
from minebot.geometry import Lattice
from minebot.vision.arrays import Bools, Bytes, Floats, Ints
from minebot.vision.cells import Cutter, Fit
from minebot.vision.themes.templates import TemplateSet

_SAME, _OFF = 6.0, 2.0  # of 255, and times what cells are off: by how much a pixel may differ
_CLOSELY = 2.0  # colour distance of the board's cells up to which that tells: JPEG leaves nothing of single pixels
_RIM = 1 / 8  # of a cell, in which its borders are
_DRAWN = 1.5  # times what pixels may differ, from which one is none of the ground of its cell, but of the borders
_OF_THE_DRAWN, _OF_ALL = 0.6, 0.5  # shares of these, and of all pixels, that must be seen
_OF_A_SIDE = 0.3  # the same of each side: a bar hides all of one
_HIDDEN = 0.34  # share of the rows of pixels of a cell, or of the columns, that a stroke may run along
_CROSSED = 2  # pixels of one of its four ends that what runs over a cell to the next one hides at least
_OF_THE_LINES = 0.7  # share of the difference between borders and ground that must be seen
_FEWEST, _SOME = 8, 24  # pixels that are drawn: a plain picture tells nothing; that are looked at first
_KEPT = 8  # themes, at one size each, of which the borders are kept


def seen_in_part(cutter: Cutter, lattice: Lattice, fit: Fit, cells: Ints) -> Bools:
    """Which of some cells show most of the borders that a cell has, and of all that is within these.

    What lies beside a board has its grounds, or one of its borders; a stroke that runs over cells crosses their
    borders, but hides only a part of these. A bar hides all of one side, and what is written in a cell crosses none.
    None is where the cells of the board are not as they were drawn.
    """
    in_part, most = np.zeros(len(cells), bool), _SAME + _OFF * fit.distance
    if not len(cells) or fit.distance > _CLOSELY:
        return in_part
    looks = cutter.cut_bytes(lattice, cells).reshape(len(cells), -1, 3)
    rim, shares = _rim(cutter.size), np.zeros(len(cells))
    for picture, apart in _of_unlike_rims(cutter.templates(fit.theme)):
        drawn = np.flatnonzero(rim & (apart > _DRAWN * most))
        if len(drawn) < _FEWEST:
            continue
        some = drawn[:: -(-len(drawn) // _SOME)]  # which tell of most cells that they are none
        likely = np.flatnonzero(_same(looks[:, some], picture[some], most).mean(1) >= _OF_ALL)
        same = _same(looks[likely], picture, most)
        borders, everything = same[:, drawn].mean(1), same.mean(1)
        nearer = np.minimum(borders, everything) > shares[likely]  # by how another picture differs no stroke is told
        shares[likely] = np.maximum(shares[likely], np.minimum(borders, everything))
        seen = (borders >= _OF_THE_DRAWN) & (everything >= _OF_ALL)
        seen &= _lined(looks[likely], picture, same & rim) >= _OF_THE_LINES
        seen &= _crossed(same.reshape(-1, cutter.size, cutter.size))
        in_part[likely] = np.where(nearer, seen, in_part[likely])
    return in_part


def _same(looks: Bytes, picture: Bytes, most: float) -> Bools:
    """Which pixels of some looks (n, pixels, 3) are those of a picture, but for so much in any channel: (n, pixels)."""
    same: Bools = np.abs(looks.astype(np.int16) - picture).max(2) <= most
    return same


def _crossed(same: Bools) -> Bools:
    """Whether what is not the same in some cells (n, size, size) runs over an end of each, and hides no side of it."""
    size = same.shape[1]
    width, crossed, hidden = max(1, round(size * _RIM)), np.zeros(len(same), bool), np.zeros(len(same), bool)
    for rows in (same, same.transpose(0, 2, 1)):
        ends = (~rows[:, [0, -1], width:-width]).sum(2)
        crossed |= ((ends >= _CROSSED) & (2 * ends <= size)).any(1)  # all of an end may lie beside the cell
        hidden |= (rows.mean(2) < _OF_A_SIDE).mean(1) > _HIDDEN
        for side in (rows[:, :width], rows[:, -width:]):
            hidden |= side.mean((1, 2)) < _OF_A_SIDE
    return crossed & ~hidden


def _lined(looks: Bytes, picture: Bytes, where: Bools) -> Floats:
    """How much of the lines of a picture cells show, at some pixels (n, pixels) of each: of a plain ground, nothing."""
    counts, drawn = np.maximum(where.sum(1), 1)[:, None, None], picture.astype(np.float32)
    lines = (drawn - np.where(where[:, :, None], drawn, 0).sum(1, keepdims=True) / counts) * where[:, :, None]
    share: Floats = (lines * looks).sum((1, 2)) / np.maximum((lines**2).sum((1, 2)), 1.0)
    return share


@lru_cache(_KEPT)
def _rim(size: int) -> Bools:
    """Which pixels of a cell are near its border."""
    rim, width = np.ones((size, size), bool), max(1, round(size * _RIM))
    rim[width:-width, width:-width] = False
    return rim.ravel()


@lru_cache(_KEPT)
def _of_unlike_rims(templates: TemplateSet) -> list[tuple[Bytes, Floats]]:
    """The pictures of cells, one for each rim that they have, and how far each pixel is from their grounds.

    Of numbers, which are in their middles, it is the first one.
    """
    rim, pictures = _rim(templates.size), dict[bytes, tuple[Bytes, Floats]]()
    for place in np.argsort(np.abs(templates.codes), kind="stable").tolist():
        picture = np.rint(templates.pixels[place]).astype(np.uint8).reshape(-1, 3)
        if templates.codes[place] >= FLAG and picture[rim].tobytes() not in pictures:
            pictures[picture[rim].tobytes()] = picture, np.abs(picture - np.median(picture, axis=0)).max(1)
    return list(pictures.values())
