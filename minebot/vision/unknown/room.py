"""Lines of plain cells that may lie beside a board: how far the ground of zeros or covered cells goes on there."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from minebot.board import COVERED, STANDARD_MINES
from minebot.geometry import Lattice
from minebot.vision.arrays import Bools, Floats
from minebot.vision.picture import Bgr
from minebot.vision.reading import DOUBTFUL_BELOW
from minebot.vision.unknown.alike import drawn
from minebot.vision.unknown.glyphs import cut_patches
from minebot.vision.unknown.guess import Guess
from minebot.vision.unknown.unlike import are_undivided

SAME_LINE = 0.7
"""Share of a line beside a board that must look like the board, to be part of it."""

HALF_A_LINE = 0.4
"""The same from which it may be one."""

FRAMED = 4.0
"""Contrast of a cell with lines."""

ONE_GROUND = 8
"""Of 255, by which what is as plain as a zero may differ from it."""

LINES: tuple[tuple[slice | int, slice | int], ...] = (np.s_[:, 0], np.s_[:, -1], np.s_[0, :], np.s_[-1, :])
"""The outermost lines of a board (rows, columns): left and right, above and below."""

_WHOLE_LINES, _MOST_ZEROS = 0.15, 4  # by how much zeros may be off whole lines of cells; how many such lines may be
_ROOM = _MOST_ZEROS + 1  # lines beside a board that are looked at
_SAME_MARGIN = 3.0  # pixels by which margins of a window may differ: where cells have gaps, a board ends in one
_LINE_OFF, _OFF_LINE = 1.5, 0.05  # pixels, and share of a line, by which covered cells may end beside whole lines
_TOP = 2  # of the sides
_ASIDE = np.array([True, True, False, False])  # left and right
_EVEN = np.array([True, True, False, True])  # and below, where windows have one margin


def open_beyond(picture: Bgr, seen: Guess, lattice: Lattice) -> list[float]:
    """The share of the lines to the left and right, above and below, that may be zeros: open cells without borders.

    Only where the ground of zeros goes on, and nothing closed is beside it. If a usual level is as large with them, and
    none without, they are; if one is without, they are not, unless just they would make the margins of a window equal.
    """
    none = [0.0] * len(LINES)
    room = None if lattice != seen.lattice else _room_for_zeros(picture, seen)
    if room is None or not room.opened.any():
        return none
    size, lines, most = (lattice.cols, lattice.rows), room.whole, room.most
    if _larger(size, lines) in STANDARD_MINES and any(lines):
        return [SAME_LINE if each else 0.0 for each in lines]
    if size in STANDARD_MINES:
        return [HALF_A_LINE if each else 0.0 for each in room.uneven]
    levels = [each for each in product(*(range(count + 1) for count in most)) if _larger(size, each) in STANDARD_MINES]
    if len(levels) == 1:
        return [SAME_LINE if each else 0.0 for each in levels[0]]
    unclear = most if levels else lines
    return [HALF_A_LINE if any(each) else 0.0 for each in zip(unclear, room.uneven, strict=True)]


def closed_beyond(picture: Bgr, seen: Guess, lattice: Lattice) -> list[float]:
    """The share of the lines beside the board that may be covered cells, likewise: where nothing is between these.

    Only where their ground goes on; to the left, to the right and below, for whole lines and one margin.
    """
    none = [0.0] * len(LINES)
    known = (seen.confidence >= DOUBTFUL_BELOW) & (seen.codes == COVERED)
    if lattice != seen.lattice or not known.any():
        return none
    ground = np.median(seen.groups.grounds[seen.groups.of[known]], axis=0)
    more = _covered_lines(_reaches(picture, lattice, ground), _pitches(lattice), (lattice.cols, lattice.rows))
    return more if any(more) and _divides_nothing(picture, seen, COVERED) else none  # cells are cut for that: last


def _divides_nothing(picture: Bgr, seen: Guess, state: int) -> bool:
    """Whether there is nothing between empty cells of a state that lie side by side."""
    shape = seen.lattice.rows, seen.lattice.cols
    patches = cut_patches(picture, seen.lattice, np.arange(len(seen.codes)))
    sure = seen.confidence >= DOUBTFUL_BELOW
    return are_undivided(patches, seen.codes.reshape(shape), sure.reshape(shape), state)


def _covered_lines(reaches: Floats, pitches: Floats, size: tuple[int, int]) -> list[float]:
    """Those shares, by how far the ground of covered cells goes on to the left and right, above and below, in pixels.

    Beside whole lines there may be one margin, the same on all sides but above: a panel may lie there, of any height.
    Of a usual level it is one; lines of cells it may be where there is no margin.
    """
    off = np.maximum(_LINE_OFF, _OFF_LINE * pitches)
    lines = np.floor((reaches + off) / pitches)
    margins = reaches - lines * pitches
    on = reaches >= _ROOM * pitches  # and farther, perhaps: the next line will tell
    told = margins[_EVEN & ~on]
    margin = float(told.mean()) if len(told) else 0.0
    uneven = bool((np.abs(told - margin) > _SAME_MARGIN).any())  # something lies over the rest of a line
    shares = np.where(uneven & (reaches > off), HALF_A_LINE, np.where(on | (lines > 0), SAME_LINE, 0.0))
    if not uneven and not on[_TOP] and reaches[_TOP] > off[_TOP]:
        panel = abs(margins[_TOP] - margin) > _SAME_MARGIN
        usual, larger = (
            _larger(size, np.where(_EVEN, lines, above).astype(int).tolist()) in STANDARD_MINES
            for above in (0, lines[_TOP])
        )
        if panel or (lines[_TOP] and margin > off[_TOP]):
            shares[_TOP] = 0.0 if usual else SAME_LINE if larger and not panel else HALF_A_LINE
    covered: list[float] = shares.tolist()
    return covered


def _pitches(lattice: Lattice) -> Floats:
    """How far apart lines would be to the left and right of a board, above and below: (4,)."""
    return np.array([lattice.pitch_x, lattice.pitch_x, lattice.pitch_y, lattice.pitch_y])


def _larger(size: tuple[int, int], lines: Sequence[int]) -> tuple[int, int]:
    """Columns and rows with so many lines more to the left and right, above and below."""
    left, right, top, bottom = lines
    return size[0] + left + right, size[1] + top + bottom


@dataclass(frozen=True, slots=True)
class _Room:
    """How far the ground of zeros goes on to the left and right of a board, above and below, in pixels.

    `opened` (4,) is where nothing closed lies along that side, so that lines of zeros may follow; `pitch` (4,) is how
    far apart these would be.
    """

    pixels: Floats
    opened: Bools
    pitch: Floats

    @property
    def whole(self) -> list[int]:
        """How many lines of zeros fill the ground, each side for itself; none where it is no whole number of them."""
        count = np.rint(self.pixels / self.pitch)
        whole = np.abs(self.pixels / self.pitch - count) <= _WHOLE_LINES
        lines: list[int] = np.where(self.opened & whole & (count <= _MOST_ZEROS), count, 0).astype(int).tolist()
        return lines

    @property
    def most(self) -> list[int]:
        """How many lines of zeros there may be at most."""
        count = np.minimum(np.floor(self.pixels / self.pitch + _WHOLE_LINES), _MOST_ZEROS)
        lines: list[int] = np.where(self.opened, count, 0).astype(int).tolist()
        return lines

    @property
    def uneven(self) -> Bools:
        """The sides, left and right, where lines of zeros would leave just the margin that is beside what is closed.

        That may be the one below as well; but a status line may lie below a board, and more above it.
        """
        margins = self.pixels[(~self.opened & (self.pixels < self.pitch)) & _EVEN]
        lines = (self.pixels[:, None] - margins) / self.pitch[:, None]
        off = np.abs(lines - np.rint(lines)) * self.pitch[:, None]
        fits = (off <= _SAME_MARGIN) & (np.rint(lines) >= 1) & (np.rint(lines) <= _MOST_ZEROS)
        uneven: Bools = self.opened & _ASIDE & fits.any(1)
        return uneven


def _room_for_zeros(picture: Bgr, seen: Guess) -> _Room | None:
    """How far the ground of zeros goes on beside the board; None where no zero tells."""
    zeros = (seen.group_codes == 0) & (seen.group_confidence >= DOUBTFUL_BELOW)
    plain = zeros & (drawn(seen.groups.looks) < FRAMED)
    if plain.any():
        zeros = plain
    elif not _divides_nothing(picture, seen, 0):
        return None
    ground = seen.groups.grounds[np.where(zeros, seen.groups.sizes, 0).argmax()]
    codes = seen.codes.reshape(seen.lattice.rows, -1)
    opened = [bool((codes[line] >= 0).all()) for line in LINES]
    return _Room(_reaches(picture, seen.lattice, ground), np.array(opened), _pitches(seen.lattice))


def _reaches(picture: Bgr, lattice: Lattice, ground: Floats) -> Floats:
    """How far a ground goes on to the left and right of a board, above and below, in pixels: (4,)."""
    left, top, width, height = lattice.bbox
    around = round(_ROOM * max(lattice.pitch_x, lattice.pitch_y)) + 1
    part = picture[max(0, top - around) : top + height + around, max(0, left - around) : left + width + around]
    plain = np.abs(part.astype(np.int16) - ground).max(2) <= ONE_GROUND
    left, top = max(0, min(left, around)), max(0, min(top, around))
    right, bottom = min(left + width, part.shape[1]), min(top + height, part.shape[0])
    rows, columns = plain[top:bottom], plain[:, left:right].T
    strips = rows[:, :left][:, ::-1], rows[:, right:], columns[:, :top][:, ::-1], columns[:, bottom:]
    return np.array([float(np.median(np.logical_and.accumulate(strip, axis=1).sum(1))) for strip in strips])
