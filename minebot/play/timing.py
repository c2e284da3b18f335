"""Clocks, and where the time of a game goes."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


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


class Stopwatch:
    """Adds up the seconds spent on each kind of work; work within other work counts as that."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.spent: dict[str, float] = {}
        self._busy = False

    @contextmanager
    def time(self, work: str) -> Iterator[None]:
        """Count the time of a block as that work."""
        if self._busy:
            yield
            return
        start, self._busy = self.clock.now(), True
        try:
            yield
        finally:
            self._busy = False
            self.spent[work] = self.spent.get(work, 0.0) + self.clock.now() - start
