"""Follow a board whose place and theme are known, and read again only what changed.

reader = BoardReader()
reader.read(picture, lattice, theme)            # the first look: every cell
reader.read(next_picture, lattice, theme)       # the cells whose pixels changed, at a tenth of the time
reader.read(other_picture, moved, theme)        # the board lies elsewhere: every cell
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import cv2
import numpy as np

from minebot.geometry import Lattice
from minebot.vision.arrays import Bools, Bytes, Floats, Ints
from minebot.vision.cells import Cutter, all_cells
from minebot.vision.inview import Side, cut_at
from minebot.vision.known.board import Where, assembled, read_at, scores_on_board
from minebot.vision.known.looks import Looks, Sights
from minebot.vision.locate import find_lattices
from minebot.vision.memory import Memory
from minebot.vision.motion import changed, sprung_up
from minebot.vision.panel import Panel, panel_part, read_panel
from minebot.vision.picture import Bgr, identical
from minebot.vision.read import read_picture
from minebot.vision.reading import CHANGED, DOUBTFUL_BELOW, LAIN_OVER, SPRUNG_UP, Reading, listed
from minebot.vision.rules import Codes, codes_of
from minebot.vision.theme import UNKNOWN, Enlarged, Theme
from minebot.vision.verdict import look_over, wary

_COMPARISONS = 3
"""How often a board that is followed is compared with other themes; a pointer may have been all that was in doubt."""

Learned = tuple[Bytes, Sights]
"""Cells, byte for byte, and what they were found to show."""


class Reader(Protocol):
    """Reads a board at a place and in a theme that are known, and may make use of what it read before."""

    def read(self, picture: Bgr, lattice: Lattice, theme: Theme) -> Reading:
        """What the picture shows there. It is kept, and must not be written to afterwards."""
        ...

    def forget(self) -> None:
        """Read the next picture as if it were the first."""
        ...

    def look_over(self) -> bool:
        """Settle doubts about the last picture by a closer look, where that leaves none; whether it did."""
        ...


class BoardReader:
    """Reads the board of a known look, following it for as long as it stays where it is.

    What cells were found to show by looking them over is known for good. A theme that was told from covered cells gives
    way to another that has the same, and reads the numbers.
    """

    def __init__(self) -> None:
        self._follower: Follower | TiledFollower | None = None
        self._learned: list[Learned] = []
        self._better: dict[str, Theme] = {}  # the theme to read in, by the name of the one that is asked for

    def read(self, picture: Bgr, lattice: Lattice, theme: Theme) -> Reading:
        """What the picture shows there, with what the looks before it tell where the place and the theme are theirs."""
        follower, theme = self._follower, self._better.get(theme.name, theme)
        if follower is None or follower.lattice != lattice or follower.theme is not theme:
            square = lattice.topology == "square"
            follower = Follower(lattice, theme, self._learned) if square else TiledFollower(lattice, theme)
            self._follower = follower
        return follower.read(picture)

    def forget(self) -> None:
        """Read the next picture as if it were the first."""
        self._follower = None
        self._better.clear()

    def look_over(self) -> bool:
        """Settle doubts about the last picture by another theme, or by a reader that is bound to none.

        A page draws its digits otherwise than the theme whose covered cells it has. What was settled so is known again.
        """
        follower = self._follower
        if not isinstance(follower, Follower):
            return False
        if (better := follower.better_theme()) is not None:
            self._better[follower.theme.name] = better
            return True
        return follower.look_over()


@dataclass(frozen=True, slots=True)
class _Look:
    """One look: the picture, what was read in it alone, and what is to be said of it after the looks before."""

    picture: Bgr
    sights: Sights
    panel: Panel
    alone: Reading
    codes: Codes
    reading: Reading


class Follower:
    """Reads one board again and again, in pictures of the same part of the screen.

    A reading is the one that `known.read_at` gives for the whole picture, with more doubt where the looks before speak
    against it: until another game begins, an open cell never changes, and a cell that turned empty alone, with nothing
    opening beside it, may be pressed, so that it is believed only when it shows the same in the next look. The last
    picture is kept: it must not be written to once it was read.
    """

    def __init__(self, lattice: Lattice, theme: Theme, learned: list[Learned] | None = None) -> None:
        self.lattice, self.theme = lattice, theme
        self._learned = [] if learned is None else learned
        self._looks: Looks | None = None
        self._footprints: Footprints | None = None
        self._last: _Look | None = None
        self._looked_over: Bgr | None = None  # the last picture that was
        self._comparisons = _COMPARISONS  # with other themes that are left
        self._settled: Codes | None = None  # what the cells showed when all of them were read beyond doubt
        self._memory = Memory()

    def read(self, picture: Bgr) -> Reading:
        """The board in the next picture."""
        last = self._last
        if last is None or last.picture.shape != picture.shape:
            cut = cut_at(picture, self.lattice)
            sights = self._cells(picture, all_cells(self.lattice))
            panel = read_panel(picture, self.lattice, self.theme)
        else:
            cut = last.alone.cut  # neither moves
            cells = self._changed(last.picture, picture)
            panel = self._panel(last, picture)
            if not len(cells) and panel is last.panel:
                return self._again(last)
            sights = last.sights.with_those_of(cells, self._cells(picture, cells)) if len(cells) else last.sights
        alone = self._assembled(picture, sights, panel, cut)
        self._last = self._after(last, _Look(picture, sights, panel, alone, codes_of(alone.board), alone))
        return self._last.reading

    def better_theme(self) -> Theme | None:
        """The theme that leaves no doubt of the last picture, nor contradicts what is beyond doubt, if there is one."""
        last = self._last
        if last is None or not last.alone.doubtful or self.theme.name == UNKNOWN or not self._comparisons:
            return None
        self._comparisons -= 1
        for found in read_picture(last.picture):
            if found.theme.name in (UNKNOWN, self.theme.name) or not self._is_among([found.lattice]):
                continue
            reading = read_at(last.picture, self.lattice, found.theme)
            certain = _clear(last.sights, last.codes)
            if not reading.doubtful and not (certain & (codes_of(reading.board) != last.codes)).any():
                return found.theme
        return None

    def look_over(self) -> bool:
        """Have the last picture looked over; what that settles, if it leaves no doubt, is then known by its looks."""
        last = self._last
        if last is None or self._looks is None or not last.alone.doubtful or self.theme.name == UNKNOWN:
            return False
        if self._looked_over is not None and identical(self._looked_over, last.picture):
            return False
        self._looked_over = last.picture
        if not self._is_found_there(last.picture):
            return False
        closer = look_over(last.picture, last.alone)  # by the same theme: a search may prefer another one
        unclear = np.flatnonzero(last.sights.confidence < DOUBTFUL_BELOW)
        if closer.doubtful or closer.theme is not self.theme or not len(unclear):
            return False
        sights, seen = last.sights.of(unclear), codes_of(closer.board).ravel()[unclear]
        cells = Cutter.of(last.picture, self.lattice, self.theme.enlarged).cut_bytes(self.lattice, unclear)
        self._learned.append((cells, replace(sights, codes=seen, confidence=np.ones_like(sights.confidence))))
        self._looks.learn(*self._learned[-1])
        sights = last.sights.with_those_of(unclear, self._cells(last.picture, unclear))
        alone = self._assembled(last.picture, sights, last.panel, last.alone.cut)
        self._last = self._after(last, _Look(last.picture, sights, last.panel, alone, codes_of(alone.board), alone))
        return True

    def _is_found_there(self, picture: Bgr) -> bool:
        """Whether a search finds the board where it was: one that moved by a cell looks much the same there."""
        if self._is_among(find_lattices(picture)):  # its lines tell as a rule, a hundred times as quickly
            return True
        return self._is_among([each.lattice for each in read_picture(picture, [self.theme])])

    def _is_among(self, lattices: Sequence[Lattice]) -> bool:
        near = min(self.lattice.pitch_x, self.lattice.pitch_y) / 4
        return any(np.abs(np.subtract(each.bbox, self.lattice.bbox)).max() <= near for each in lattices)

    def _assembled(self, picture: Bgr, sights: Sights, panel: Panel, cut: frozenset[Side]) -> Reading:
        codes = sights.codes.reshape(self.lattice.rows, self.lattice.cols)
        before = self._memory.before(codes, _clear(sights, codes))
        return assembled(picture, Where(self.lattice, self.theme, cut), sights, panel, before)

    def _again(self, last: _Look) -> Reading:
        """The reading of a picture in which nothing changed."""
        self._memory.rest()
        if last.reading is not last.alone:
            self._last = last = self._after(last, last)
        return last.reading

    def _after(self, last: _Look | None, look: _Look) -> _Look:
        """A look with what is to be said of it after the ones before it; it is kept in memory."""
        reading = self._compared(last, look)
        self._memory.keep(look.codes, reading.doubtful, _clear(look.sights, look.codes))
        return replace(look, reading=reading)

    def _compared(self, last: _Look | None, look: _Look) -> Reading:
        alone, sights, now = look.alone, look.sights, look.codes
        told = {alone.board.index((doubt.x, doubt.y)): doubt.reason for doubt in alone.doubtful}
        reasons = told
        if last is not None:
            reasons = _because(sprung_up(last.codes, now), SPRUNG_UP) | reasons
        if self._settled is not None:
            gone = changed(self._settled, now)
            clear = _clear(sights, now)
            reasons = reasons | _because(gone & clear, CHANGED) | _because(gone & ~clear, LAIN_OVER)
        if not reasons:
            self._settled = now
        if reasons == told:
            return wary(alone)
        return wary(replace(alone, doubtful=listed(alone.board, scores_on_board(sights, self.theme), reasons)))

    def _cells(self, picture: Bgr, cells: Ints) -> Sights:
        """What some of the cells show."""
        cutter = Cutter.of(picture, self.lattice, self.theme.enlarged)
        if self._looks is None:
            self._looks = Looks(self.theme, cutter.templates(self.theme))
            for cells_before, sights in self._learned:
                self._looks.learn(cells_before, sights)
        return self._looks.read(cutter.cut_bytes(self.lattice, cells))

    def _changed(self, before: Bgr, now: Bgr) -> Ints:
        """The cells that are not drawn as they were."""
        if self._footprints is None:
            self._footprints = Footprints.of(now, self.lattice, self.theme.enlarged)
        return np.flatnonzero(self._footprints.changed(before, now))

    def _panel(self, last: _Look, picture: Bgr) -> Panel:
        """What the panel shows, read again if it is not drawn as it was."""
        before, now = (panel_part(each, self.lattice) for each in (last.picture, picture))
        if identical(before, now):
            return last.panel
        return read_panel(picture, self.lattice, self.theme, last.panel)


class TiledFollower:
    """Reads one board whose cells are no squares again and again: as a whole, wherever anything changed."""

    def __init__(self, lattice: Lattice, theme: Theme) -> None:
        self.lattice, self.theme = lattice, theme
        self._last: tuple[Bgr, Reading] | None = None

    def read(self, picture: Bgr) -> Reading:
        """The board in the next picture, which is kept."""
        if self._last is None or not identical(self._last[0], picture):
            self._last = picture, read_at(picture, self.lattice, self.theme)
        return self._last[1]


def _clear(sights: Sights, codes: Codes) -> Bools:
    """The cells that are well read, each by itself, in rows and columns as `codes` has them."""
    clear: Bools = (sights.confidence >= DOUBTFUL_BELOW).reshape(codes.shape)
    return clear


def _because(cells: Bools, reason: str) -> dict[int, str]:
    return dict.fromkeys(np.flatnonzero(cells).tolist(), reason)


@dataclass(frozen=True, slots=True)
class Footprints:
    """The pixels that each column and row of cells is read from: from the first to before the last, (lines, 2)."""

    columns: Ints
    rows: Ints

    @classmethod
    def of(cls, picture: Bgr, lattice: Lattice, enlarged: Enlarged | None = None) -> "Footprints":
        """Those of a lattice in pictures of that shape, enlarged or not."""
        cutter = Cutter.of(picture, lattice, enlarged)
        height, width = picture.shape[:2]
        columns = cutter.columns(lattice, np.arange(lattice.cols))
        rows = cutter.rows(lattice, np.arange(lattice.rows))
        return cls(*(_spans(at, shrink=cutter.shrink, most=most) for at, most in ((columns, width), (rows, height))))

    def changed(self, before: Bgr, now: Bgr) -> Bools:
        """Which cells, row by row, are read from a pixel that is not what it was."""
        left, right = self.columns[0, 0], self.columns[-1, 1]
        # a zero behind the last, where a span may end
        bands = np.zeros((len(self.rows), 3 * (right - left) + 1), np.uint8)
        # row by row of cells, all in one array, which the cache of a processor holds: to ask first whether anything
        # differs takes longer
        differences = np.empty((int(np.diff(self.rows).max()), right - left, 3), np.uint8)
        for band, (first, last) in zip(bands, self.rows.tolist(), strict=True):
            off = differences[: last - first]
            cv2.absdiff(before[first:last, left:right], now[first:last, left:right], off)
            off.max(0, out=band[:-1].reshape(off.shape[1:]))
        spans = 3 * (self.columns - left).ravel()
        return np.maximum.reduceat(bands, spans, axis=1)[:, ::2].ravel() > 0


def _spans(at: Floats, *, shrink: int, most: int) -> Ints:
    """From the first to before the last pixel that is looked at, for lines that are sampled at those places."""
    # whatever its share in what is interpolated: cv2.remap worked in steps of 1/32 pixel, and does no longer
    first, last = np.floor(at[:, 0]).astype(np.int64) * shrink, (np.ceil(at[:, -1]).astype(np.int64) + 1) * shrink
    first = np.clip(first, 0, most - 1)
    return np.stack([first, np.clip(last, first + 1, most)], axis=1)
