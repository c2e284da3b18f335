"""What long work shows while it goes on."""

import io
import time

import pytest
from rich.console import Console

from minebot.reading.command import Watching
from minebot.simulation import progress


@pytest.fixture
def terminal(monkeypatch) -> io.StringIO:
    """What is written to standard error, where that is a terminal."""
    written = io.StringIO()
    console = Console(file=written, force_terminal=True, width=100, highlight=False)
    monkeypatch.setattr(progress, "Console", lambda **_: console)
    return written


def test_what_takes_long_in_one_piece_shows_a_bar(terminal, monkeypatch):
    """Nobody calls while a picture is read; after a moment there is a bar all the same, with the picture's name."""
    monkeypatch.setattr(progress, "SLOW", 0.0)
    with progress.progress(Watching("desktop.png")):
        deadline = time.monotonic() + 20
        while "desktop.png" not in terminal.getvalue() and time.monotonic() < deadline:
            time.sleep(0.01)
    assert "reading" in terminal.getvalue()
    assert "desktop.png" in terminal.getvalue()


def test_what_is_quick_shows_no_bar(terminal):
    """A bar that flashes past only disturbs."""
    with progress.progress(Watching("desktop.png")) as shown:
        shown()
    assert "desktop.png" not in terminal.getvalue()
