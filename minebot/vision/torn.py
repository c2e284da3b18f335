"""Whether a board goes on behind what lies across it from side to side: its parts would pass for smaller boards."""

from typing import NamedTuple

import numpy as np

from minebot.geometry import Lattice
from minebot.vision.arrays import Bools, Floats, Ints
from minebot.vision.cells import Cutter
from minebot.vision.picture import Bgr
from minebot.vision.themes.templates import contrast

_FARTHEST = 12  # lines beyond a side that are looked at
_OWN, _CELLS = 300, 16  # cells of the board that are compared with so many of each of these, at most
_EDGE = 0.3  # of a cell, at the outer side, where a frame may run along the last line, and at the hidden one
_DRAWN, _SAME = 4.0, 0.5  # contrast of a cell that shows something, and share of it by which equal ones may differ
_LIT = 24.0  # of 255: by how much lighter or darker they may be, where the light on a board changes along it
_ALIKE = 0.7  # share of those with lines or symbols that must be looks of the board
_FEWEST, _SOME = 2, 0.3  # of them, and share of the line, at least


class Torn(NamedTuple):
    """A board with what lies across it: its lattice, and which of its cells that hides (rows, columns).

    It may go on beyond that lattice.
    """

    lattice: Lattice
    hidden: Bools


def torn(picture: Bgr, part: Lattice) -> Torn | None:
    """The board of squares of which a part was found, up to where more is seen beyond what lies across it at a side.

    None where its looks are seen again beyond none of its sides.
    """
    if part.topology != "square":
        return None
    cols, rows = part.cols, part.rows
    height, width = picture.shape[:2]
    room = (
        part.x / part.pitch_x,
        (width - part.across(cols)) / part.pitch_x,
        part.y / part.pitch_y,
        (height - part.down(rows)) / part.pitch_y,
    )
    left, right, top, bottom = (min(_FARTHEST, max(0, int(lines))) for lines in room)
    wide = part.widened(-left, cols + right, -top, rows + bottom)
    cells = np.arange(wide.cols * wide.rows).reshape(wide.rows, wide.cols)
    across, down = cells[top : top + rows], cells[:, left : left + cols]
    inside = across[:, left : left + cols].ravel()
    own, cutter = inside[:: -(-len(inside) // _OWN)], Cutter.of(picture, wide)
    beyond = across[:, :left].T[::-1], across[:, left + cols :].T, down[:top][::-1], down[top + rows :]
    for side, lines in enumerate(beyond):
        seen = _lines_seen(cutter, wide, own, lines, _between_edges(cutter.size, side))
        if len(seen):
            return _with_more(part, side, int(seen[0]), int(seen[-1]) + 1)
    return None


def _with_more(part: Lattice, side: int, hidden: int, more: int) -> Torn:
    """The board with more lines at a side, of which some are hidden, the nearest ones."""
    ends = [0, part.cols, 0, part.rows]
    ends[side] += more if side % 2 else -more
    whole = part.widened(*ends)
    cells = np.zeros((whole.rows, whole.cols), bool)
    added = (cells if side > 1 else cells.T)[-more:] if side % 2 else (cells if side > 1 else cells.T)[:more][::-1]
    added[:hidden] = True
    return Torn(whole, cells)


def _between_edges(size: int, side: int) -> Ints:
    """The pixels of a cell, as flat indices, but for those near to the side and the one across from it."""
    pixels, inner = np.arange(size**2).reshape(size, size), slice(round(_EDGE * size), -round(_EDGE * size))
    return (pixels[inner] if side > 1 else pixels[:, inner]).ravel()


def _lines_seen(cutter: Cutter, wide: Lattice, own: Ints, lines: Ints, pixels: Ints) -> Ints:
    """Which lines beyond a side are the first in which the looks of the board's `own` cells are seen again.

    They are given, and numbered, from the nearest one on, of which it is known already that it is none of the board.
    """
    if not len(lines):
        return np.zeros(0, int)
    some = lines[:, np.unique(np.linspace(0, lines.shape[1] - 1, _CELLS).astype(int))]
    cells, known = (cutter.pick(wide, each, pixels) for each in (some.ravel(), own))
    same, drawn = (each.reshape(some.shape).sum(1) for each in _alike(cells, known))
    seen = np.flatnonzero(same >= np.maximum(max(_FEWEST, _SOME * some.shape[1]), _ALIKE * drawn))
    seen = seen[seen > 0]
    first: Ints = seen[seen - np.arange(len(seen)) == seen[:1]]
    return first


def _alike(cells: Floats, own: Floats) -> tuple[Bools, Bools]:
    """Which cells, that are no plain ones, are like any of the own, but for the light on them; and which are plain."""
    contrasts, drawn = contrast(cells), contrast(own)
    own, drawn = own[drawn > _DRAWN], drawn[drawn > _DRAWN]
    if not len(own):
        return np.zeros(len(cells), bool), contrasts > _DRAWN
    (cells, light), (own, lit) = _apart_from_light(cells), _apart_from_light(own)
    off = np.sqrt(np.maximum((cells**2).sum(1)[:, None] + (own**2).sum(1) - 2 * (cells @ own.T), 0) / cells.shape[1])
    near = (off < _SAME * np.minimum(contrasts[:, None], drawn)).copy()
    near &= np.abs(light[:, None] - lit).max(2) <= _LIT
    return (contrasts > _DRAWN) & near.any(1), contrasts > _DRAWN


def _apart_from_light(cells: Floats) -> tuple[Floats, Floats]:
    """The cells without their mean colours, and these: (n, 3)."""
    pixels = cells.reshape(len(cells), -1, 3)
    means = pixels.mean(1)
    return (pixels - means[:, None]).reshape(len(cells), -1), means
