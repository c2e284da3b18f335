"""Ctrl-C, held back for as long as something must not be cut in two."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType


@contextmanager
def undivided() -> Iterator[None]:
    """Hold Ctrl-C back until the block is done; a second one is not held back."""
    if current_thread() is not main_thread():  # only there does Python hear of it
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
