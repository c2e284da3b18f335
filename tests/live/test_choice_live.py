"""Several boards and several monitors on real displays: one is chosen by its title or its place, or it is refused."""

import json
import shutil
import subprocess
import time
from contextlib import ExitStack, closing, contextmanager

import pytest
from conftest import need
from person import Person, Told
from programs import available, openbox, running, size, virtual_display, windows

from minebot.geometry import Rect
from minebot.play.titles import titled


@pytest.fixture
def two_boards(homes):
    """A context: a display with sgt-mines and XDemineur side by side."""

    @contextmanager
    def opened():
        for program in ("sgt", "xdemineur"):
            need(available(program), program)
        need(shutil.which("openbox"), "openbox")
        with ExitStack() as stack:
            display = stack.enter_context(virtual_display())
            stack.enter_context(openbox(display, homes("openbox")))
            stack.enter_context(running("sgt", "intermediate", display, homes("sgt")))
            stack.enter_context(running("xdemineur", "intermediate", display, homes("xdemineur")))
            yield display

    return opened


def test_one_of_two_boards_is_chosen_by_its_title(two_boards, minebot, monkeypatch):
    """Two boards are refused with the ways to choose; a part of a title chooses, and a wrong one lists the titles."""
    with two_boards() as display:
        refused = minebot(display, "play", "--dry-run")
        _, errors = refused.communicate(timeout=180)
        assert refused.returncode == 1
        assert "2 boards are on the screen" in errors
        assert "--window" in errors
        monkeypatch.setenv("DISPLAY", display)
        for title, program in (("mines", "sgt"), ("xdemineur", "xdemineur")):
            process = minebot(display, "play", "--dry-run", "--json", "--window", title)
            output, errors = process.communicate(timeout=180)
            assert process.returncode == 0, errors
            board = json.loads(output)["board"].splitlines()
            width, height, mines = size(program, "intermediate")
            assert (board[0], len(board) - 1, len(board[1])) == (f"mines: {mines}", height, width)
            place = titled(title).place
            region = f"{place.w}x{place.h}+{place.x}+{place.y}"
            process = minebot(display, "play", "--dry-run", "--json", "--region", region)
            assert json.loads(process.communicate(timeout=180)[0])["board"].splitlines() == board
        process = minebot(display, "play", "--dry-run", "--window", "freecell")
        _, errors = process.communicate(timeout=180)
        assert "no window has 'freecell' in its title" in errors
        assert process.returncode == 1


def test_the_window_of_watch_stays_on_the_monitor_of_the_game(homes, minebot, monkeypatch):
    """With two monitors side by side the view is beside the game, on the same one, also when the game moves over."""
    need(available("sgt"), "sgt")
    need(shutil.which("xrandr"), "xrandr")
    left, right = Rect(0, 0, 1000, 700), Rect(1000, 0, 800, 600)
    with (
        virtual_display(1800, 700) as display,
        running("sgt", "beginner", display, homes("sgt")),
        closing(Person(display)) as hand,
    ):
        monkeypatch.setenv("DISPLAY", display)
        for name, monitor, output in (("L", left, "screen"), ("R", right, "none")):
            shape = f"{monitor.w}/250x{monitor.h}/180+{monitor.x}+{monitor.y}"
            subprocess.run(["xrandr", "--setmonitor", name, shape, output], check=True, capture_output=True)
        told = Told(minebot(display, "watch", "--json", "--view", "overlay"))
        told.until(lambda each: each["advice"])
        (game,) = [each for each, place in windows(display).items() if place[0] == 0]
        for monitor, x in ((left, 20), (right, 1010), (left, 690)):
            hand.move_window(game, x, 0)
            document = told.until(lambda each, x=x: each["advice"] and each["bbox"][0] == x + 30)
            board, ours = Rect(*document["bbox"]), _settled_place()
            assert monitor.x <= ours.x
            assert ours.x + ours.w <= monitor.x + monitor.w
            assert ours.x >= board.x + board.w or ours.x + ours.w <= board.x


def _settled_place():
    """Where the window of ours is, once it has moved there."""
    time.sleep(0.5)
    return titled("minebot watch").place
