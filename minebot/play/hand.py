"""The hand: clicks cells that still look as they were seen, at a pace, and gives way to whoever takes the mouse."""

from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf

from minebot.errors import Stopped
from minebot.geometry import Cell, Point
from minebot.play.eye import Eye
from minebot.play.frame import Frame
from minebot.play.mouse import Button, Mouse
from minebot.play.pace import Delay, Pace
from minebot.play.rhythm import Patience
from minebot.play.stop import SLICE, Brake, NoBrake, wait
from minebot.play.timing import Stopwatch, SystemClock, usual_seconds

STILL, GIVEN_UP = 2.0, 60.0
"""Seconds for which a mouse that the user took must lie still before the play goes on, and after which it ends."""


GLIMPSE = 0.005
"""Seconds for which a window that was seen in its place, or the pointer after a click, is taken to be there."""

_SPACING = 0.01
"""Seconds between clicks of a window that lost one of several: KMines loses some of those of the same millisecond."""

_MESSAGES = 2
"""A click is so many messages to the screen: to move, which it answers with the place of the pointer, and to press."""


def silent(_: str) -> None:
    """Tell nobody."""


@dataclass(frozen=True, slots=True)
class Hands:
    """How a window is handled: the stop key, the clock with its tally, pace, patience.

    `tell` hears of pauses, `expect` of each key that minebot is about to press itself, which may be the stop key;
    `restart_key` starts the next game, where the user named one.
    """

    brake: Brake = field(default_factory=NoBrake)
    watch: Stopwatch = field(default_factory=lambda: Stopwatch(SystemClock()))
    pace: Pace = field(default_factory=Delay)
    patience: Patience = field(default_factory=Patience)
    tell: Callable[[str], None] = silent
    expect: Callable[[str], None] = silent
    restart_key: str | None = None


class Hand:
    """Moves the mouse for one game.

    `pressed` tells whether it has clicked anything yet, `resumed_at` when it last had the mouse back from the user.
    """

    def __init__(self, mouse: Mouse, hands: Hands, eye: Eye) -> None:
        self._mouse, self._hands, self._eye = mouse, hands, eye
        self._left: Point | None = None  # where the pointer was put last
        self._clicked_at = -inf  # when it clicked last
        self._spacing = 0.0  # seconds from one click to the next, at least
        self._at_rest = inf  # seconds that a click takes while nothing is drawn
        self._seen_in_place: Frame | None = None  # the frame whose place was looked at last, and when
        self._seen_at = 0.0
        self.pressed = False
        self.resumed_at = -inf

    @property
    def place(self) -> Point:
        """Where the pointer is."""
        return self._mouse.position()

    def lights_up(self, frame: Frame) -> bool:
        """Whether the only doubtful cell lies under the pointer, where programs light it up."""
        doubtful = [(each.x, each.y) for each in frame.reading.doubtful]
        return doubtful == [frame.cell_at(self.place)]

    def press(self, frame: Frame, cell: Cell, button: Button) -> bool:
        """Click a cell as a frame shows it: False if it does not look so any more, and nothing was clicked.

        Then a zero opened it, or the window went away, or the user had the mouse, and may have played.
        """
        at = frame.point(cell)
        started = self._hands.watch.clock.now()
        self._hands.brake.check()
        self._approach(at)
        if self.resumed_at >= started:
            return False
        if not (self._is_in_place(frame) and frame.shows(self._eye.grab(frame.cell_region(cell)))):
            return False
        return self.click(at, button)

    def click(self, at: Point, button: Button) -> bool:
        """Click a place: False if the user took the mouse just before, and nothing was clicked."""
        self._hands.brake.check()
        if self.give_way():
            return False
        if not self.pressed:
            self._at_rest = _MESSAGES * usual_seconds(self._mouse.position, self._hands.watch.clock)
        with self._hands.watch.time("click", self._at_rest):
            self._mouse.click(at, button)
        self._left, self._clicked_at, self.pressed = at, self._hands.watch.clock.now(), True
        return True

    def slow_down(self) -> None:
        """Leave the window more time between clicks from now on."""
        self._spacing = _SPACING

    def rest(self, at: Point) -> None:
        """Put the pointer there, unless the user has it."""
        self.give_way()
        self._mouse.move(at)
        self._left = at

    def type(self, key: str) -> None:
        """Press a key."""
        self._hands.brake.check()
        self._hands.expect(key)
        self._mouse.press(key)

    def give_way(self) -> bool:
        """Wait while the user moves the mouse, until it has been still for a while: False if it was not moved.

        Stopped where that takes long.
        """
        clock, start = self._hands.watch.clock, self._hands.watch.clock.now()
        if start - self._clicked_at <= GLIMPSE:
            return False
        here = self._mouse.position()
        if here == self._left:
            return False
        self._mouse.check()
        if self._left is None:
            return False
        self._hands.tell(f"the mouse was moved; minebot goes on once it has been still for {STILL:g} s")
        still_since = start
        while clock.now() - still_since < STILL:
            with self._hands.watch.time("pause"):
                wait(SLICE, clock, self._hands.brake)
            now = self._mouse.position()
            if now != here:
                here, still_since = now, clock.now()
            if clock.now() - start > GIVEN_UP:
                raise Stopped("stopped, because the mouse was in use; start minebot again when it is free")
        self._left, self.resumed_at = here, clock.now()
        return True

    def _is_in_place(self, frame: Frame) -> bool:
        """Whether the window did not move since the frame, as seen now or a moment ago."""
        now = self._hands.watch.clock.now()
        if self._seen_in_place is not frame or now - self._seen_at > GLIMPSE:
            if not frame.keeps_corner(self._eye.grab(frame.corner_region)):
                return False
            self._seen_in_place, self._seen_at = frame, now
        return True

    def _approach(self, at: Point) -> None:
        """Wait, and move, as the pace has it, and no sooner after the last click than the window takes."""
        if self._spacing:
            self._pause(self._clicked_at + self._spacing - self._hands.watch.clock.now())
        start = self._left or self._mouse.position()
        for step in self._hands.pace.approach(start, at, self._hands.watch.clock.now()):
            self._pause(step.seconds)
            if step.to is not None:
                self.rest(step.to)

    def _pause(self, seconds: float) -> None:
        with self._hands.watch.time("pace"):
            wait(seconds, self._hands.watch.clock, self._hands.brake)
