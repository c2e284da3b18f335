"""What long work shows while it goes on."""

import io
import time
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pytest
from rich.console import Console

from minebot import progress
from minebot.reading import command
from minebot.reading.command import Asked, Watching
from minebot.reading.sources import Look, Source


@pytest.fixture
def terminal(monkeypatch) -> io.StringIO:
    """What is written to standard error, where that is a terminal."""
    written = io.StringIO()
    console = Console(file=written, force_terminal=True, width=100, highlight=False, _environ={"TERM": "xterm"})
    monkeypatch.setattr(progress, "Console", lambda **_: console)
    return written


class Unasked:
    """Work that cannot say yet how far it is."""

    title = "playing"
    seconds = 0.0

    @property
    def share(self) -> float:
        """Nothing to tell."""
        raise ZeroDivisionError

    news = share


@pytest.mark.parametrize(("work", "title"), [(Watching("desktop.png"), "reading desktop.png"), (Unasked(), "playing")])
def test_what_takes_long_in_one_piece_shows_a_bar(terminal, monkeypatch, work, title):
    """Nobody calls meanwhile; after a moment there is a bar all the same, with its title, and nothing is asked."""
    monkeypatch.setattr(progress, "SLOW", 0.0)
    with progress.progress(work):
        deadline = time.monotonic() + 20
        while title not in terminal.getvalue() and time.monotonic() < deadline:
            time.sleep(0.01)
    assert title in terminal.getvalue()
    assert "Error" not in terminal.getvalue()


def test_what_is_quick_shows_no_bar(terminal):
    """A bar that flashes past only disturbs."""
    with progress.progress(Watching("desktop.png")) as shown:
        shown()
    assert "desktop.png" not in terminal.getvalue()


def test_no_bar_is_there_while_a_look_is_printed(monkeypatch):
    """Standard output is another stream: what is printed while there is a bar is glued to it."""
    bars: list[object] = []

    @contextmanager
    def bar(work) -> Iterator[object]:
        bars.append(work)
        yield lambda: None
        bars.pop()

    def looks(_theme, _passed) -> Iterator[Look]:
        for frame in range(3):
            assert bars
            yield Look(np.zeros((8, 8, 3), np.uint8), [], frame)

    monkeypatch.setattr(command, "progress", bar)
    for look in command._looks(Asked(screen=True), Source("clip.gif", looks)):
        assert not bars, look.frame
    assert not bars
