"""Who plays the chunks: this process, processes beside it, or a cluster; each is an Executor."""

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import ParamSpec, TypeVar

from minebot.errors import CrewLost
from minebot.simulation.interrupt import undivided, unheard

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

PATIENCE = 10.0
"""Seconds after which an answer is late."""


@dataclass(frozen=True, slots=True)
class Crew:
    """An executor, and how many chunks it is given at a time: enough that nobody waits, few enough to lose little."""

    executor: Executor
    ahead: Callable[[], int]
    check: Callable[[], None] = lambda: None
    """Asked while an answer is late; raises CrewLost where none will come."""

    def answer(self, future: Future[Result]) -> Result:
        """What a task gave, however long it takes."""
        while True:
            try:
                return future.result(PATIENCE)
            except TimeoutError:
                self.check()


class Here(Executor):
    """Does each task in this process, at once."""

    def submit(
        self, fn: Callable[Arguments, Result], /, *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> Future[Result]:
        """A future that is done; what the task raises is raised here."""
        future: Future[Result] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


@contextmanager
def local(jobs: int) -> Iterator[Crew]:
    """One process is the one that asks, more are others; CrewLost when one of those dies."""
    if jobs <= 1:
        yield Crew(Here(), lambda: 1)
        return
    # A fresh interpreter a process: forking a process that runs threads (a progress bar) can deadlock.
    with ProcessPoolExecutor(jobs, get_context("spawn"), _begin) as pool:
        try:
            with undivided(), unheard():
                for _ in range(jobs):
                    pool.submit(int)  # a task starts a process where none is idle
            yield Crew(pool, lambda: 2 * jobs)
        except BrokenProcessPool:
            raise CrewLost("a worker process died: it was killed, or the memory ran out") from None
        finally:
            pool.shutdown(cancel_futures=True)


def _begin() -> None:
    """Leave Ctrl-C to the parent, and end with it, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_the_parent, daemon=True).start()


def _end_with_the_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
