"""How fast the hand is: what it waits for, and which way it goes, before each click.

pace = parse_pace("human", random.Random(1))
for step in pace.approach(start, end, clock.now()):
    ...                             # wait `step.seconds`, then put the pointer on `step.to`, if that is a place
"""

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from minebot.errors import MinebotError
from minebot.geometry import Point

_FRAME = 0.016  # seconds between two steps of a curve: a screen shows sixty a second
_REACH, _PER_BIT = 0.1, 0.09  # seconds of a reach for a near target, and more for each doubling (Fitts' law)
_TARGET = 18.0  # pixels of a usual cell
_BEND = 0.12  # of the distance: how far from the straight line a hand strays, standard deviation
_DWELL, _SPREAD = 0.07, 0.35  # seconds before a press, median, and their spread (logarithmic)
_PONDER, _PONDER_SPREAD = 0.35, 0.5  # the same after a pause, while a person looks at what came up
_PAUSED = 0.03  # seconds without a click that tell of another look at the board


@dataclass(frozen=True, slots=True)
class Step:
    """Wait so long; then the pointer is to be there, unless it stays where it is."""

    seconds: float
    to: Point | None = None


class Pace(Protocol):
    """What precedes a click."""

    def approach(self, start: Point, end: Point, now: float) -> Iterator[Step]:
        """The steps from where the pointer is to before the place of the click; `now` in seconds."""
        ...


@dataclass(frozen=True, slots=True)
class Delay:
    """A pause of so many seconds before each click; none at all plays as fast as the window can."""

    seconds: float = 0.0

    def approach(self, start: Point, end: Point, now: float) -> Iterator[Step]:  # noqa: ARG002 - the same anywhere
        """The pause."""
        if self.seconds > 0:
            yield Step(self.seconds)


class Rate:
    """At most so many clicks a second."""

    def __init__(self, clicks: float) -> None:
        self._apart = 1 / clicks
        self._due = -math.inf

    def approach(self, start: Point, end: Point, now: float) -> Iterator[Step]:  # noqa: ARG002 - the same anywhere
        """What is left of the time since the last click."""
        wait = max(0.0, self._due - now)
        self._due = now + wait + self._apart
        if wait > 0:
            yield Step(wait)


class Human:
    """As people move: on a curve, the longer the farther, with a pause before the press and a longer one to look."""

    def __init__(self, luck: random.Random) -> None:
        self._luck = luck
        self._last = -math.inf

    def approach(self, start: Point, end: Point, now: float) -> Iterator[Step]:
        """The curve in steps of a screen's frame, then the pause."""
        distance = math.dist(start, end)
        seconds = (_REACH + _PER_BIT * math.log2(1 + distance / _TARGET)) * self._luck.uniform(0.8, 1.25)
        ponder = _PONDER * self._luck.lognormvariate(0, _PONDER_SPREAD) if now - self._last > _PAUSED else 0.0
        dwell = _DWELL * self._luck.lognormvariate(0, _SPREAD)
        steps = max(1, round(seconds / _FRAME))
        self._last = now + ponder + (steps - 1) * _FRAME + dwell
        yield Step(ponder)
        yield from _curve(start, end, steps, self._luck.gauss(0, _BEND))
        yield Step(dwell)


def _curve(start: Point, end: Point, steps: int, bend: float) -> Iterator[Step]:
    """A way that bends to one side by a share of its length, slow at both ends."""
    across, down = end.x - start.x, end.y - start.y
    for step in range(1, steps):
        part = step / steps
        done = part * part * (3 - 2 * part)
        aside = bend * math.sin(math.pi * done)
        yield Step(
            _FRAME, Point(round(start.x + across * done - down * aside), round(start.y + down * done + across * aside))
        )


def parse_pace(text: str, luck: random.Random) -> Pace:
    """The pace that a word names: max, human, or so many clicks a second; MinebotError for anything else."""
    if text == "max":
        return Delay()
    if text == "human":
        return Human(luck)
    try:
        clicks = float(text)
    except ValueError:
        clicks = math.nan
    if not 0 < clicks < math.inf:
        raise MinebotError(f"{text!r} is no speed; say max, human, or how many clicks a second, as in 20")
    return Rate(clicks)
