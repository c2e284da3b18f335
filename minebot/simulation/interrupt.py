"""Ctrl-C, held back for as long as something must not be cut in two."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType

if sys.platform != "win32":
    from multiprocessing.resource_tracker import ensure_running


@contextmanager
def undivided() -> Iterator[None]:
    """Hold Ctrl-C back until the block is done; a second one is not held back."""
    ignored = signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    if ignored or current_thread() is not main_thread():  # only there does Python hear of it
        yield
        return
    held: list[int] = []

    def hold(number: int, frame: FrameType | None) -> None:
        if held:
            signal.default_int_handler(number, frame)
        held.append(number)

    before = signal.signal(signal.SIGINT, hold)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if held:
        raise KeyboardInterrupt


@contextmanager
def unheard() -> Iterator[None]:
    """Keep Ctrl-C from processes that are started meanwhile, for good; here it arrives when the block is done.

    A terminal sends it to them as well, also while they still import what they need to ignore it.
    """
    if sys.platform == "win32":
        yield
        return
    ensure_running()  # which unblocks the signal when it starts a process of its own
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
