"""Whether a board goes on behind what lies across it from side to side: its parts would pass for smaller boards."""

from typing import NamedTuple

import numpy as np

from minebot.geometry import Lattice
from minebot.vision.arrays import Bools, Floats, Ints
from minebot.vision.cells import Cutter
from minebot.vision.known.beside import in_pairs, turns_of
from minebot.vision.picture import Bgr
from minebot.vision.themes.templates import contrast

_FARTHEST = 12  # lines beyond a side that are looked at
_OWN = 300  # cells of the board that these are compared with, at most
_EDGE = 0.3  # of a cell, at the outer side, where a frame may run along the last line, and at the hidden one
_DRAWN, _SAME = 4.0, 0.5  # contrast of a cell that shows something, and share of it by which equal ones may differ
_LIT, _ONE_COLOUR = 24.0, 4.0  # of 255: by how much their light may differ, and that of plain ones
_FEWEST, _ALIKE = 2, 0.5  # cells with lines or symbols, and share of them, that must be looks of the board
_SOME, _MOST = 0.3, 0.8  # of the line; and with those as plain as others of the board


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
    own, cutter = across[:, left : left + cols], Cutter.of(picture, wide)
    beyond = across[:, :left].T[::-1], across[:, left + cols :].T, down[:top][::-1], down[top + rows :]
    for side, lines in enumerate(beyond):
        seen = _lines_seen((cutter, wide), own if side > 1 else own.T, lines, _between_edges(cutter.size, side))
        if len(seen):
            return _with_more(part, side, int(seen[0]), int(seen[-1]) + 1)
    return None


def _with_more(part: Lattice, side: int, hidden: int, more: int) -> Torn:
    """The board with more lines at a side, of which some are hidden, the nearest ones."""
    ends = [0, part.cols, 0, part.rows]
    ends[side] += more if side % 2 else -more
    whole = part.widened(*ends)
    cells = np.zeros((whole.rows, whole.cols), bool)
    lines = cells if side > 1 else cells.T
    added = lines[-more:] if side % 2 else lines[:more][::-1]
    added[:hidden] = True
    return Torn(whole, cells)


def _between_edges(size: int, side: int) -> Ints:
    """The pixels of a cell, as flat indices, but for those near to the side and the one across from it."""
    pixels, inner = np.arange(size**2).reshape(size, size), slice(round(_EDGE * size), -round(_EDGE * size))
    return (pixels[inner] if side > 1 else pixels[:, inner]).ravel()


def _lines_seen(where: tuple[Cutter, Lattice], own: Ints, lines: Ints, pixels: Ints) -> Ints:
    """Which lines beyond a side are the first in which the looks of the board's `own` lines are seen again.

    They are given, and numbered, from the nearest one on, of which it is known already that it is none of the board.
    By some pixels of their cells; plain ones where they take turns in the shades of its chequer.
    """
    if not len(lines):
        return np.zeros(0, int)
    cutter, wide = where
    lines = lines[:, in_pairs(lines.shape[1])]
    known = own.ravel()[:: -(-own.size // _OWN)]
    cells, looks = (_Cells.of(cutter.pick(wide, each.ravel(), pixels)) for each in (lines, known))
    drawn, plain = cells.drawn.reshape(lines.shape), cells.as_plain_as(looks).reshape(lines.shape)
    same, enough = cells.like(looks).reshape(lines.shape).sum(1), np.maximum(_FEWEST, _ALIKE * drawn.sum(1))
    many = (same >= _SOME * lines.shape[1]) | (same + plain.sum(1) >= _MOST * lines.shape[1])
    seen = (same >= enough) & many
    turns = {_turns(where, line, pixels) for line in own} - {0}
    if len(turns) == 1:
        seen |= np.array([_turns(where, line, pixels) in turns for line in lines])
    which = np.flatnonzero(seen)
    which = which[which > 0]
    first: Ints = which[which - np.arange(len(which)) == which[:1]]
    return first


def _turns(where: tuple[Cutter, Lattice], line: Ints, pixels: Ints) -> int:
    """Which of the two colours of a chequer are the lighter ones among the plain cells of a line, as `turns_of`."""
    cutter, wide = where
    cells = _Cells.of(cutter.pick(wide, line, pixels))
    odd = np.sum(np.divmod(line, wide.cols), axis=0) % 2 == 1
    return turns_of(cells.lights[~cells.drawn], odd[~cells.drawn])


class _Cells(NamedTuple):
    """Some cells: what is drawn in them apart from their mean colours, (n, values), these, and how much it is."""

    forms: Floats
    lights: Floats
    contrasts: Floats

    @classmethod
    def of(cls, cells: Floats) -> "_Cells":
        pixels = cells.reshape(len(cells), -1, 3)
        lights = pixels.mean(1)
        return cls((pixels - lights[:, None]).reshape(len(cells), -1), lights, contrast(cells))

    @property
    def drawn(self) -> Bools:
        """Which show anything."""
        return self.contrasts > _DRAWN

    def like(self, looks: "_Cells") -> Bools:
        """Which show the same as any of those looks, but for the light on them; not the plain ones."""
        forms, squares = looks.forms, (looks.forms**2).sum(1)
        off = (self.forms**2).sum(1)[:, None] + squares - 2 * (self.forms @ forms.T)
        near = _SAME * np.minimum(self.contrasts[:, None], looks.contrasts)
        same = (off < forms.shape[1] * near**2) & (self._lit(looks) <= _LIT) & looks.drawn
        like: Bools = self.drawn & same.any(1)
        return like

    def as_plain_as(self, looks: "_Cells") -> Bools:
        """Which show nothing, on the ground of any of those looks that show nothing either."""
        as_plain: Bools = ~self.drawn & ((self._lit(looks) <= _ONE_COLOUR) & ~looks.drawn).any(1)
        return as_plain

    def _lit(self, looks: "_Cells") -> Floats:
        off: Floats = np.abs(self.lights[:, None] - looks.lights).max(2)
        return off
