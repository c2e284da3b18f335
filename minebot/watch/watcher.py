"""Follows the one board on the screen while a person plays it, and thinks along. It has no mouse."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from minebot.board import FLAG, QUESTION, Board
from minebot.errors import BoardNotFound, InconsistentBoard, MinebotError, ScreenError
from minebot.geometry import Cell, Rect
from minebot.play.checks import changed, zeros_beside
from minebot.play.find import Wish, boards, only
from minebot.play.frame import Frame
from minebot.play.timing import Clock, SystemClock
from minebot.play.unsure import Certain, certain, masked
from minebot.solver.advice import Advice
from minebot.vision.follow import BoardReader
from minebot.vision.picture import Bgr, identical
from minebot.vision.reading import CHANGED, SPRUNG_UP
from minebot.vision.screen import Image, Screen
from minebot.watch.view import Phase, View

PACE = 0.03
"""Seconds between two looks; what two of them show alike is believed."""

SEARCH = 0.5
"""Seconds between two searches of the whole screen, and how long cells are in doubt before the next."""

SLOW_COUNTER = 0.3
"""Seconds that another number of mines must show before it is believed: a counter may be drawn after its flag."""

LOST_SIGHT = 1.0
"""Seconds without a capture before the screen is given up."""

_HELD = "it turned empty beside a mark, as where a button is held down on it"

Solver = Callable[[Board], Advice]


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """What a look showed: the frame, and its doubtful cells with the reasons."""

    frame: Frame
    doubtful: Mapping[Cell, str]

    def is_like(self, other: "Seen | None") -> bool:
        """Whether another look shows the same board at the same place."""
        return other is not None and self.key == other.key

    @property
    def key(self) -> tuple[object, ...]:
        """What two looks that show the same have in common."""
        reading = self.frame.reading
        return reading.board, reading.mines_left, dict(self.doubtful), self.frame.place


class Watcher:
    """Looks at the screen and says what there is to show; each `look` costs a millisecond, a search of all 50 or more.

    What two looks in turn show alike is believed. Where cells stay in doubt, or the board is gone, the whole screen is
    searched: so it follows a window that is moved, and takes up another board.
    """

    def __init__(self, screen: Screen, wish: Wish, solver: Solver, clock: Clock | None = None) -> None:
        self._screen, self._wish, self._solver = screen, wish, solver
        self._clock = clock or SystemClock()
        self._last: Seen | None = None  # the last look
        self._settled: Seen | None = None  # the last that was believed
        self._reader = BoardReader()
        self._held: frozenset[Cell] = frozenset()
        self._searched = self._doubtful_since = self._captured = -np.inf
        self._empty: Bgr | None = None  # the screen in which no board was found
        self._mines = _Mines(wish.mines)
        self._view = View("looking", f"looking for a {wish}")

    def look(self) -> View:
        """What there is to show now; ScreenError where the screen cannot be captured any more."""
        try:
            seen = self._follow() if self._last is not None else self._search()
        except ScreenError:
            if self._clock.now() - self._captured > LOST_SIGHT:
                raise
            return self._view
        self._captured = self._clock.now()
        before, self._last = self._last, seen
        if seen is not None and seen.is_like(before) and not self._is_shown(seen):
            self._settle(seen)
            self._view = self._thought(seen)
        return self._view

    def _is_shown(self, seen: Seen) -> bool:
        return seen.is_like(self._settled) and not self._mines.changes(seen, self._clock.now())

    def _follow(self) -> Seen | None:
        """A look at the place of the board, or over the whole screen where that shows none."""
        assert self._last is not None  # noqa: S101 - it is looked at only then
        now = self._clock.now()  # before all work: a slow machine shall be no less patient
        frame = self._look_again(self._last.frame)
        doubtful = _doubts(frame)
        if any(doubtful.get(cell) == CHANGED for cell in self._held):  # what was pressed has come up again
            self._reader.forget()
            frame = self._look_again(self._last.frame)
            doubtful = _doubts(frame)
        if doubtful and identical(frame.image.bgr, self._last.frame.image.bgr):  # it is not being drawn
            self._reader.look_over()
            frame = self._look_again(frame)
            doubtful = _doubts(frame)
        if not doubtful:
            self._doubtful_since = np.inf
            return Seen(frame, self._held_down(frame))
        self._doubtful_since = min(self._doubtful_since, now)
        hopeless = 2 * len(doubtful) > len(frame.board.cells)
        if now - self._searched < SEARCH or not (hopeless or now - self._doubtful_since > SEARCH):
            return Seen(frame, doubtful)
        found = self._search()
        if found is not None and (self._is_belied(found) or _is_no_news(found, Seen(frame, doubtful))):
            return Seen(frame, doubtful)
        self._reader.forget()
        return found

    def _is_belied(self, found: Seen) -> bool:
        """Whether a search shows a few open cells closed at the same place: something plain may lie over them."""
        if self._settled is None or found.frame.place != self._settled.frame.place:
            return False
        before, now = self._settled.frame.board, found.frame.board
        if _size(before) != _size(now):
            return False
        gone = [cell for cell in changed(before, now) if cell not in self._settled.doubtful]
        return 0 < 2 * len(gone) <= sum(code >= 0 for code in before.cells)

    def _look_again(self, last: Frame) -> Frame:
        return last.again(self._screen.grab(last.region), self._reader)

    def _held_down(self, frame: Frame) -> dict[Cell, str]:
        """The cells that may be pressed: empty alone, beside marks, since the last look that was believed."""
        if self._settled is None or _size(self._settled.frame.board) != _size(frame.board):
            self._held = frozenset()
            return {}
        before, board = self._settled.frame.board, frame.board
        if before.cells != board.cells:
            marks = [board.place(index) for index, code in enumerate(board.cells) if code in (FLAG, QUESTION)]
            opened = [code for was, code in zip(before.cells, board.cells, strict=True) if code >= 0 > was]
            self._held = frozenset() if any(opened) else frozenset(zeros_beside(before, board, marks))
        return dict.fromkeys(self._held, _HELD)

    def _search(self) -> Seen | None:
        """The board wherever on the screen it is now; None where there is none, or one too many."""
        now = self._clock.now()
        if now - self._searched < SEARCH:
            return self._last
        self._searched, self._doubtful_since = now, np.inf
        image = self._screen.grab()
        if self._empty is not None and identical(self._empty, image.bgr):
            return None
        try:
            frame = only(self._again(boards(_Still(image, self._screen), self._wish)), self._wish)
        except BoardNotFound as error:
            self._empty, self._settled = image.bgr, None
            self._view = View("looking", str(error))
            return None
        self._empty = None
        return Seen(frame, _doubts(frame))

    def _again(self, frames: list[Frame]) -> list[Frame]:
        """Of several boards the one that was watched before, if one of them is."""
        if len(frames) < 2 or self._settled is None:
            return frames
        known = self._settled.frame
        same = [each for each in frames if _size(each.board) == _size(known.board)]
        same = [each for each in same if not each.certain(changed(known.board, each.board))]
        here = [each for each in same if each.place == known.place]
        return here or same or frames

    def _settle(self, seen: Seen) -> None:
        before = self._settled
        fresh = before is None or _size(before.frame.board) != _size(seen.frame.board)
        self._mines.heed(seen, self._clock.now(), fresh=fresh)
        self._settled = seen

    def _thought(self, seen: Seen) -> View:
        """What the settled look shows, and what the solver says of it."""
        reading = seen.frame.reading
        board = replace(reading.board, mines=self._mines.count)
        place = seen.frame.place
        phase: Phase = "lost" if reading.lost else "playing" if seen.doubtful else board.state
        view = View(phase, "", reading.theme.name, masked(board, seen.doubtful), place, seen.doubtful)
        if phase != "playing":
            return replace(view, note=f"the game is {phase}")
        if seen.doubtful:
            return replace(view, note=_told(seen.doubtful), certain=certain(board, seen.doubtful))
        return self._advised(view, board)

    def _advised(self, view: View, board: Board) -> View:
        try:
            advice = self._solver(board)
        except InconsistentBoard as error:
            return replace(view, note=f"no advice: the board contradicts itself ({error})")
        except MinebotError as error:
            return replace(view, note=f"no advice: {error}")
        return replace(view, certain=Certain(advice.safe, advice.mines, advice), advice=advice)


class _Mines:
    """How many mines there are: as wished, or as the counter shows with the flags, once it has shown so for a while."""

    def __init__(self, wished: int | None) -> None:
        self._wished = wished
        self.count = wished
        self._other: tuple[int, float] | None = None

    def changes(self, seen: Seen, now: float) -> bool:
        """Whether a look makes the number another one."""
        count = seen.frame.reading.mines
        if self._wished is not None or seen.doubtful or count in (None, self.count):
            self._other = None
            return False
        if self._other is None or self._other[0] != count:
            self._other = (count or 0, now)
        return now - self._other[1] > SLOW_COUNTER

    def heed(self, seen: Seen, now: float, *, fresh: bool) -> None:
        """Take the number that a look shows, where that has stood long enough, or the board is a new one."""
        if self._wished is None and (fresh or self.count is None or self.changes(seen, now)):
            self.count = seen.frame.reading.mines


class _Still:
    """A screen of which the whole has just been captured."""

    def __init__(self, image: Image, screen: Screen) -> None:
        self._image, self._screen = image, screen

    def grab(self, region: Rect | None = None) -> Image:
        """That picture, or the picture of a region now."""
        return self._image if region is None else self._screen.grab(region)


def _is_no_news(found: Seen, seen: Seen) -> bool:
    """Whether a search shows the board where it was followed to, in doubt as well; no doubt may be by change."""
    here = found.frame.place == seen.frame.place and _size(found.frame.board) == _size(seen.frame.board)
    same = here and found.frame.reading.theme == seen.frame.reading.theme
    return same and bool(found.doubtful) and not {CHANGED, SPRUNG_UP} & set(seen.doubtful.values())


def _doubts(frame: Frame) -> dict[Cell, str]:
    return {(doubt.x, doubt.y): doubt.reason for doubt in frame.reading.doubtful}


def _size(board: Board) -> tuple[int, int, str]:
    return board.width, board.height, board.topology


def _told(doubtful: Mapping[Cell, str]) -> str:
    """Why there is no advice, in a sentence."""
    cell, reason = next(iter(sorted(doubtful.items())))
    more = f" (and {len(doubtful) - 1} more)" if len(doubtful) > 1 else ""
    return f"no advice that could depend on the cell {cell}{more}: {reason}"
