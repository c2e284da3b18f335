"""Clocks, and where the time of a game goes."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from statistics import median
from typing import Protocol

_TRIES = 9
"""Times that something is done to tell how long it takes."""


class Clock(Protocol):
    """Tells the time and waits; a fake one makes tests instant."""

    def now(self) -> float:
        """Seconds since some fixed moment."""
        ...

    def sleep(self, seconds: float) -> None:
        """Wait."""
        ...


class SystemClock:
    """The machine's own clock."""

    def now(self) -> float:
        """Seconds since some fixed moment."""
        return time.perf_counter()

    def sleep(self, seconds: float) -> None:
        """Wait."""
        time.sleep(seconds)


DRAWING = "drawing"
"""The kind of time in which the screen answers late, because the window is being drawn."""


class Stopwatch:
    """Adds up the seconds spent on each kind of work; work within other work counts as that."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.spent: dict[str, float] = {}
        self._busy = False

    @contextmanager
    def time(self, work: str, at_rest: float = inf) -> Iterator[None]:
        """Count the time of a block as that work; what is beyond its time `at_rest`, as waiting for the window."""
        if self._busy:
            yield
            return
        start, self._busy = self.clock.now(), True
        try:
            yield
        finally:
            self._busy = False
            seconds = self.clock.now() - start
            self._add(work, min(seconds, at_rest))
            if seconds > at_rest:
                self._add(DRAWING, seconds - at_rest)

    def _add(self, work: str, seconds: float) -> None:
        self.spent[work] = self.spent.get(work, 0.0) + seconds


def usual_seconds(work: Callable[[], object], clock: Clock) -> float:
    """The seconds that something takes as a rule, now; it is done nine times."""
    times = []
    for _ in range(_TRIES):
        start = clock.now()
        work()
        times.append(clock.now() - start)
    return median(times)
