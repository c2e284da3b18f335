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
    """Adds up the seconds spent on each kind of work."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.spent: dict[str, float] = {}

    @contextmanager
    def time(self, work: str) -> Iterator[None]:
        """Count the time of a block as that work."""
        start = self.clock.now()
        try:
            yield
        finally:
            self.spent[work] = self.spent.get(work, 0.0) + self.clock.now() - start
