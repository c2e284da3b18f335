"""Whether a board goes on behind what lies across it from side to side: its parts would pass for smaller boards."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from minebot.geometry import Cell, Lattice
from minebot.vision.arrays import Bools, Bytes, Floats, Ints
from minebot.vision.known.beside import in_pairs, turns_of
from minebot.vision.picture import Bgr

_SIDES, _TOP = 4, 2  # left and right, top and bottom
_FARTHEST = 12  # lines beyond a side that are looked at
_OWN = 150  # cells of the board that these are compared with, at most
_STRIPS = np.array([0.35, 0.5, 0.65])  # of a cell: far from its outer side, where a frame may be, and the hidden one
_FINELY = 32  # pixels along them, at most
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


def whole_of(picture: Bgr, part: Lattice, clear: Bools, is_another: Callable[[Lattice], bool]) -> Torn | None:
    """The board of squares of which a part was found, with what is seen of it beyond what lies across it.

    None where the looks of its `clear` cells (rows, columns) are seen again beyond none of its sides, within a dozen
    lines: what lies over the others may lie beside it as well. Nor where that `is_another` board.
    """
    if part.topology != "square":
        return None
    lattice, hidden = part, np.zeros((part.rows, part.cols), bool)
    for side in range(_SIDES):
        more, first = _lines_seen(picture, lattice, clear, side)
        if more and not is_another(wider := _with_more(lattice, side, more)):
            lattice = wider
            before, behind = (0, more) if side % 2 else (more, 0)
            around = ((0, 0), (before, behind)) if side < _TOP else ((before, behind), (0, 0))
            hidden, clear = np.pad(hidden, around), np.pad(clear, around)
            lines = hidden.T if side < _TOP else hidden
            (lines[-more:] if side % 2 else lines[:more][::-1])[:first] = True
    return None if lattice == part else Torn(lattice, hidden)


def _with_more(lattice: Lattice, side: int, lines: int) -> Lattice:
    """The lattice with so many more lines at a side."""
    ends = [0, lattice.cols, 0, lattice.rows]
    ends[side] += lines if side % 2 else -lines
    return lattice.widened(*ends)


def ends_unseen(clear: Bools, first: Cell, whole: tuple[int, ...]) -> bool:
    """Whether a part of a board ends, where the whole does, with a line of which no cell is clear: it may be no cells.

    `clear` is of its cells (rows, columns), `first` where they begin in the whole, of that shape.
    """
    (rows, cols), (left, top) = clear.shape, first
    ends = left == 0, left + cols == whole[1], top == 0, top + rows == whole[0]
    lines = clear[:, 0], clear[:, -1], clear[0], clear[-1]
    return any(end and not line.any() for end, line in zip(ends, lines, strict=True))


def _lines_seen(picture: Bgr, lattice: Lattice, clear: Bools, side: int) -> tuple[int, int]:
    """How many lines there are beyond a side, up to the last one in which looks of the board's clear cells are seen.

    And how many of these, the nearest ones, show none of them; 0 and 0 where they are not seen again.
    """
    height, width = picture.shape[:2]
    pitch, size = (lattice.pitch_x, width) if side < _TOP else (lattice.pitch_y, height)
    edge = (0, lattice.cols, 0, lattice.rows)[side]
    at = lattice.across(edge) if side < _TOP else lattice.down(edge)
    room = min(_FARTHEST, int((size - at if side % 2 else at) / pitch))
    if room < 2 or not clear.any():
        return 0, 0
    wide = _with_more(lattice, side, room)
    cells = np.arange(wide.cols * wide.rows).reshape(wide.rows, wide.cols)
    lines = cells.T if side < _TOP else cells
    own, beyond = (lines[:-room], lines[-room:]) if side % 2 else (lines[room:], lines[:room][::-1])
    seen = _seen(_Strips(picture, wide, side >= _TOP), (own.T if side < _TOP else own, clear), beyond)
    return (int(seen[-1]) + 1, int(seen[0])) if len(seen) else (0, 0)


@dataclass(frozen=True)
class _Strips:
    """What is seen of cells of a lattice in strips along a row, if `flat`, or along a column."""

    picture: Bgr
    lattice: Lattice
    flat: bool

    def cells(self, places: Ints) -> "_Cells":
        """Those at the places, given as flat indices."""
        lines, lattice = np.divmod(places.ravel(), self.lattice.cols), self.lattice
        count = min(_FINELY, round(lattice.mean_pitch))
        along = (np.arange(count) + 0.5) / count
        down, across = (_STRIPS, along) if self.flat else (along, _STRIPS)
        y, x = (
            to(line[:, None] + part).astype(int).clip(0, size - 1)  # a lattice may end a pixel or two outside
            for to, line, part, size in zip(
                (lattice.down, lattice.across), lines, (down, across), self.picture.shape, strict=False
            )
        )
        return _Cells.of(self.picture[y[:, :, None], x[:, None, :]].reshape(len(x), -1, 3))

    def turns(self, cells: "_Cells", places: Ints) -> list[int]:
        """Of some lines, as `turns_of` has it, which colour of a chequer is the lighter one among their plain cells."""
        odd = np.sum(np.divmod(places, self.lattice.cols), axis=0) % 2 == 1
        plain, lights = ~cells.drawn.reshape(places.shape), cells.lights.reshape(*places.shape, 3)
        return [turns_of(light[which], each[which]) for light, each, which in zip(lights, odd, plain, strict=True)]


def _seen(strips: _Strips, board: tuple[Ints, Bools], lines: Ints) -> Ints:
    """Which lines beyond a side are the first in which the looks of the board's clear cells are seen again.

    They are given, and numbered, from the nearest one on, which is none; unless the next one is another, so that it was
    missed. Plain cells tell where they take turns in the shades of its chequer. `board` is its cells, and which are
    clear.
    """
    own, clear = board
    lines, known = lines[:, in_pairs(lines.shape[1])], own[clear]
    cells, looks = strips.cells(lines), strips.cells(known[:: -(-len(known) // _OWN)])
    drawn, plain = cells.drawn.reshape(lines.shape), cells.as_plain_as(looks).reshape(lines.shape)
    same, enough = cells.like(looks).reshape(lines.shape).sum(1), np.maximum(_FEWEST, _ALIKE * drawn.sum(1))
    many = (same >= _SOME * lines.shape[1]) | (same + plain.sum(1) >= _MOST * lines.shape[1])
    seen = (same >= enough) & many
    beyond = np.array(strips.turns(cells, lines))
    if beyond.any():
        turns = {turn for way in (own, own.T) for turn in strips.turns(strips.cells(way), way)} - {0}
        seen |= np.isin(beyond, list(turns)) & (len(turns) == 1)
    which = np.flatnonzero(seen)
    if which[:2].tolist() != [0, 1]:
        which = which[which > 0]
    first: Ints = which[which - np.arange(len(which)) == which[:1]]
    return first


class _Cells(NamedTuple):
    """Some cells: what is drawn in them apart from their mean colours, (n, values), these, and how much it is."""

    forms: Floats
    lights: Floats
    contrasts: Floats

    @classmethod
    def of(cls, pixels: Bytes) -> "_Cells":
        """Of their pixels, (n, pixels, 3)."""
        lights = pixels.mean(1, dtype=np.float32)
        forms = (pixels - lights[:, None]).reshape(len(pixels), -1)
        return cls(forms, lights, np.sqrt((forms**2).mean(1)))

    @property
    def drawn(self) -> Bools:
        """Which show anything."""
        return self.contrasts > _DRAWN

    def like(self, looks: "_Cells") -> Bools:
        """Which show the same as any of those looks, but for the light on them; not the plain ones."""
        like = np.zeros(len(self.forms), bool)
        own, known = np.flatnonzero(self.drawn), looks.drawn
        forms, contrasts = looks.forms[known], looks.contrasts[known]
        off = (self.forms[own] ** 2).sum(1)[:, None] + (forms**2).sum(1) - 2 * (self.forms[own] @ forms.T)
        near = _SAME * np.minimum(self.contrasts[own][:, None], contrasts)
        same = (off < forms.shape[1] * near**2) & (_apart(self.lights[own], looks.lights[known]) <= _LIT)
        like[own] = same.any(1)
        return like

    def as_plain_as(self, looks: "_Cells") -> Bools:
        """Which show nothing, on the ground of any of those looks that show nothing either."""
        as_plain = np.zeros(len(self.forms), bool)
        own = np.flatnonzero(~self.drawn)
        as_plain[own] = (_apart(self.lights[own], looks.lights[~looks.drawn]) <= _ONE_COLOUR).any(1)
        return as_plain


def _apart(one: Floats, other: Floats) -> Floats:
    """By how much each two colours differ: (one, other)."""
    off: Floats = np.abs(one[:, None] - other).max(2)
    return off
