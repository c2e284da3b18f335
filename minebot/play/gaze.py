"""The gaze: rests on the board until it has settled, and no longer than this window needs."""

from collections.abc import Callable
from dataclasses import dataclass

from minebot.errors import MinebotError, UnreadableCell
from minebot.geometry import Cell, Rect
from minebot.play.eye import Eye
from minebot.play.frame import Frame
from minebot.play.hand import Hands
from minebot.play.rhythm import Rhythm
from minebot.play.stop import wait
from minebot.vision.picture import identical

_CLOSER = 20.0
"""Seconds of closer looks that settle nothing, a turn, and yet cost no patience with the window: it may draw still."""


@dataclass(frozen=True, slots=True)
class Awaited:
    """What is to be seen of clicks: the cell that changes last, and the frame in which it is as it was.

    `clicks` were made, the first of them at the time `since`.
    """

    known: Frame
    cell: Cell
    clicks: int
    since: float


class Gaze:
    """Looks with an eye, again and again; `calm` tells for how long a look must stand still before it is believed."""

    def __init__(self, eye: Eye, hands: Hands, calm: Callable[[Frame], float]) -> None:
        self._eye, self._hands, self._calm = eye, hands, calm
        self._clock = hands.watch.clock
        self._rhythm = Rhythm(hands.patience)

    def until(
        self, trouble: Callable[[Frame], MinebotError | None], awaited: Awaited | None = None, *, at_last: bool = False
    ) -> MinebotError | None:
        """Look until nothing is wrong and the picture stands still; after the timeout, what is wrong.

        At the cell that is awaited it looks first. `at_last` says that there is nothing to be tried after this.
        """
        start = self._clock.now()
        in_time = awaited is None or self._glance(awaited)
        calm_since, before, wrong, calm = self._clock.now(), None, None, 0.0
        free = _CLOSER
        while True:
            frame = self._eye.look()
            stirred = before is None or not identical(before.board_pixels, frame.board_pixels)
            if before is None or stirred or before.reading is not frame.reading:
                wrong, calm = trouble(frame), self._calm(frame)
            now = self._clock.now()
            if stirred:
                calm_since = now
                if wrong is None and in_time:
                    self._rhythm.note(now - start)
            calm_left = calm - (now - calm_since)
            if wrong is None and calm_left <= 0:
                return None
            before = frame
            stands_still = now - calm_since >= self._hands.patience.calm
            if wrong is not None and stands_still:
                settled = self._eye.look_over()
                # it is minebot's time, and no waiting for the window; but what lies over a board is to be removed soon
                own = 0.0 if frame.under_message else self._clock.now() - now
                if settled:
                    start += own
                    continue
                start, free = start + min(own, free), max(0.0, free - own)
            if now - start > (self._hands.patience.at_last if at_last else self._rhythm.patience):
                return wrong or UnreadableCell("the board never stands still; wait for its animation to end")
            pace = self._rhythm.pace(now - start)
            self.wait(pace if wrong is not None else min(pace, calm_left))

    def _glance(self, awaited: Awaited) -> bool:
        """Wait until a cell looks otherwise, or is late; a look at one cell costs little, and keeps nothing waiting."""
        with self._hands.watch.time("wait"):
            start, place = self._clock.now(), awaited.known.cell_region(awaited.cell)
            early = awaited.since + self._rhythm.early(awaited.clicks) - start
            self.wait(min(max(0.0, early), self._rhythm.late))  # a window that froze once is no slower for good
            while awaited.known.shows(self._eye.grab(place)):
                if (waited := self._clock.now() - start) > self._rhythm.late:
                    return False
                self.wait(self._rhythm.pace(waited))
        self._rhythm.note_batch(self._clock.now() - awaited.since, awaited.clicks)
        return True

    def comes(self, sign: Callable[[Frame], bool], seconds: float) -> bool:
        """Whether a look shows the sign within so many seconds."""
        start = self._clock.now()
        while (waited := self._clock.now() - start) < seconds:
            if sign(self._eye.look()):
                return True
            self.wait(self._rhythm.pace(waited))
        return False

    def rest(self, place: Rect) -> None:
        """Wait until a part of the screen has stood still for a while, or the patience is over."""
        image, start = self._eye.grab(place), self._clock.now()
        since = start
        while (now := self._clock.now()) - since < self._hands.patience.calm and now - start < self._rhythm.patience:
            self.wait(self._rhythm.pace(now - start))
            seen = self._eye.grab(place)
            if not identical(seen.bgr, image.bgr):
                image, since = seen, self._clock.now()

    def wait(self, seconds: float) -> None:
        """Wait, and end at once with Stopped where the play is to end."""
        with self._hands.watch.time("wait"):
            wait(seconds, self._clock, self._hands.brake)
