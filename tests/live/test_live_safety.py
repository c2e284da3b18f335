"""What minebot does when things go wrong on a real display."""

import json
import os
import re
import signal
import time

from programs import virtual_display
from Xlib import XK, X
from Xlib.display import Display
from Xlib.ext.xtest import fake_input

STOP_SECONDS = 0.1


def _pointer(display):
    connection = Display(display)
    try:
        place = connection.screen().root.query_pointer()
        return place.root_x, place.root_y
    finally:
        connection.close()


def _wait_for_clicks(display, timeout=20):
    """Wait until the pointer moves."""
    start = _pointer(display)
    deadline = time.monotonic() + timeout
    while _pointer(display) == start:
        assert time.monotonic() < deadline, "the pointer never moved"
        time.sleep(0.01)


def _one_sentence(errors):
    lines = [line for line in errors.splitlines() if not line.startswith(("won", "lost"))]
    assert len(lines) == 1, errors
    assert lines[0].startswith("minebot: ")
    return lines[0]


def test_window_closed(stage, minebot):
    """A window closed in mid-game is one sentence and exit code 1, and nothing is clicked afterwards."""
    with stage("sgt", "expert") as (display, program):
        process = minebot(display, "play", "--delay", "100")
        _wait_for_clicks(display)
        os.killpg(program.pid, signal.SIGKILL)
        output, errors = process.communicate(timeout=30)
        assert process.returncode == 1
        assert "no longer to be seen" in _one_sentence(errors)
        assert output == "0 games: 0 won, 0 lost\n"


def test_stop_key(stage, minebot):
    """The stop key ends the play within a tenth of a second: the pointer does not move again."""
    with stage("sgt", "expert") as (display, _):
        process = minebot(display, "play", "--delay", "30")
        _wait_for_clicks(display)
        connection = Display(display)
        escape = connection.keysym_to_keycode(XK.XK_Escape)
        fake_input(connection, X.KeyPress, escape)
        fake_input(connection, X.KeyRelease, escape)
        connection.sync()
        connection.close()
        time.sleep(STOP_SECONDS)
        place = _pointer(display)
        _, errors = process.communicate(timeout=10)
        assert _pointer(display) == place
        assert process.returncode == 130
        assert "stopped by the esc key" in _one_sentence(errors)


def test_interrupt(stage, minebot):
    """Ctrl-C ends the play cleanly: the summary is printed, exit code 130."""
    with stage("sgt", "expert") as (display, _):
        process = minebot(display, "play", "--delay", "100")
        _wait_for_clicks(display)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=10)
        assert process.returncode == 130
        assert "stopped by the user" in _one_sentence(errors)
        assert "0 games" in output


def test_corner(stage, minebot):
    """The pointer in a corner of the screen stops the play."""
    with stage("sgt", "expert") as (display, _):
        connection = Display(display)
        fake_input(connection, X.MotionNotify, x=0, y=0)
        connection.sync()
        connection.close()
        process = minebot(display, "play")
        _, errors = process.communicate(timeout=30)
        assert process.returncode == 130
        assert "corner" in _one_sentence(errors)


def test_dry_run(stage, minebot):
    """A dry run shows the advice and never moves the pointer."""
    with stage("xdemineur", "intermediate") as (display, _):
        before = _pointer(display)
        process = minebot(display, "play", "--dry-run")
        output, errors = process.communicate(timeout=30)
        assert (process.returncode, errors) == (0, "")
        assert re.search(r"^best: open \d+,\d+$", output, re.MULTILINE)
        document = json.loads(minebot(display, "play", "--dry-run", "--json").communicate(timeout=30)[0])
        counted = ["arrangements", "proofs", "nodes", "win"]
        assert list(document) == ["board", "safe", "mines", "risks", "best", "why", *counted]
        assert _pointer(display) == before


def test_no_window(minebot):
    """An empty screen is one sentence."""
    with virtual_display() as display:
        process = minebot(display, "play")
        output, errors = process.communicate(timeout=30)
    assert process.returncode == 1
    assert "no board is on the screen" in _one_sentence(errors)
    assert output == "0 games: 0 won, 0 lost\n"
