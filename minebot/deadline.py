"""How much of the time to think is left: the solvers touch no clock, they are told."""

from collections.abc import Callable
from time import perf_counter


def share_left(seconds: float) -> Callable[[], float]:
    """A function that tells what share of so many seconds, from now on, is left: from 1 down to 0."""
    began = perf_counter()
    return lambda: max(0.0, 1.0 - (perf_counter() - began) / seconds)
