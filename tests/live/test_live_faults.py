"""Real windows to which something happens in mid-game: minebot goes on correctly, or stops with one sentence.

And whatever happens, no press of a button ever falls outside the board, or the face beside it: a witness records every
one on the display.
"""

import json
import os
import shutil
import signal
import subprocess
import time
from contextlib import contextmanager
from types import SimpleNamespace

import pytest
from conftest import need
from hands import click, connected, one_sentence, press_key, wait_for_clicks
from programs import available, running, virtual_display, windows
from witness import Witness
from Xlib import X

from minebot.vision.read import read_picture
from minebot.vision.screen import MssScreen

LEVEL = "intermediate"
SPEED = ["--speed", "30"]  # so that a game lasts for long enough to be disturbed


@contextmanager
def playing(minebot, homes, program="sgt", *options):
    """A game of a program that minebot has begun, with all that a test may do to it."""
    need(available(program), program)
    with virtual_display() as display, running(program, LEVEL, display, homes(program)) as process:
        board = _board(display)
        with Witness(display) as witness:
            started = minebot(display, "play", "--json", *(options or SPEED))
            wait_for_clicks(display)
            time.sleep(0.5)
            yield SimpleNamespace(
                display=display,
                program=process,
                minebot=started,
                witness=witness,
                boards=[board.lattice.bbox],
                window=next(iter(windows(display))),
                lattice=board.lattice,
            )


def _board(display):
    with MssScreen(display) as screen:
        (reading,) = read_picture(screen.grab().bgr)
    return reading


def _configure(game, **place):
    """Move the window, or give it another size."""
    with connected(game.display) as connection:
        connection.create_resource_object("window", game.window).configure(**place)
        connection.sync()
    time.sleep(0.3)


@contextmanager
def _lid(game, x, y, width, height):
    """A grey window over a part of the screen, above all others; it is gone afterwards."""
    with connected(game.display) as connection:
        root = connection.screen().root
        over = root.create_window(
            x, y, width, height, 0, X.CopyFromParent, background_pixel=0xA0A0A0, override_redirect=True
        )
        over.map()
        connection.sync()
        yield
        over.destroy()
        connection.sync()


def _goes_on(game, timeout=180):
    """The game is played to its end, and nothing was clicked beside the boards."""
    output, errors = game.minebot.communicate(timeout=timeout)
    assert game.minebot.returncode == 0, errors
    document = json.loads(output)
    assert (len(document["games"]), document["stopped"]) == (1, None)
    assert game.witness.outside(*game.boards) == []


def _stops(game, why, timeout=180):
    """The play ends with one sentence, and nothing was clicked beside the boards."""
    output, errors = game.minebot.communicate(timeout=timeout)
    assert game.minebot.returncode == 1, errors
    assert why in one_sentence(errors)
    assert json.loads(output)["stopped"] is not None
    assert game.witness.outside(*game.boards) == []


def test_window_moved(minebot, homes):
    """A window that is moved, also by whole cells, is played on where it is now."""
    with playing(minebot, homes) as game:
        for x, y in ((40, 60), (333, 217)):
            _configure(game, x=x, y=y)
            game.boards.append(_board_anywhere(game))
        _goes_on(game)


def _board_anywhere(game):
    """The place of the board by the place of its window: between two looks of minebot it may be half drawn."""
    x, y, _, _ = windows(game.display)[game.window]
    left, top, width, height = game.boards[0]
    return x + left, y + top, width, height


def test_window_resized(minebot, homes):
    """A board that is drawn anew in cells of another size is found again, and played on.

    A click on its way while the cells change opens another cell than was meant, perhaps a mine: then that is said, and
    the play ends.
    """
    with playing(minebot, homes) as game:
        _, _, width, height = windows(game.display)[game.window]
        _configure(game, width=int(1.4 * width), height=int(1.4 * height))
        time.sleep(0.7)
        game.boards.append((0, 0, int(1.4 * width), int(1.4 * height)))
        if game.minebot.wait(timeout=60):
            _stops(game, "leave it to minebot")
        else:
            _goes_on(game)


@pytest.mark.parametrize("whole", [False, True], ids=["partly", "wholly"])
@pytest.mark.parametrize("for_good", [False, True], ids=["a while", "for good"])
def test_window_covered(minebot, homes, whole, for_good):
    """Under another window, or a dialog, nothing is clicked: the play waits a while, then says that it cannot see."""
    with playing(minebot, homes) as game:
        x, y, width, height = game.boards[0]
        part = (x - 20, y - 50, width + 60, height + 90) if whole else (x + 40, y + 30, width // 2, height // 2)
        with _lid(game, *part):
            time.sleep(0.1)
            before = len(game.witness.presses)
            time.sleep(0.6)
            under = [press for press in game.witness.presses[before:] if _within(press, part)]
            assert under == []
            if for_good:
                _stops(game, "no longer to be seen" if whole else "")
        if not for_good:
            _goes_on(game)


def _within(press, part):
    x, y, width, height = part
    return x <= press[0] < x + width and y <= press[1] < y + height


def test_window_unmapped(minebot, homes):
    """A window that is minimised is no longer there; what lies behind it is not clicked."""
    with playing(minebot, homes) as game:
        with connected(game.display) as connection:
            connection.create_resource_object("window", game.window).unmap()
            connection.sync()
        _stops(game, "no longer to be seen")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL], ids=["closed", "killed"])
def test_window_closed(minebot, homes, number):
    """A window that goes away ends the play."""
    with playing(minebot, homes) as game:
        os.killpg(game.program.pid, number)
        _stops(game, "no longer to be seen")


def _freeze(game):
    """Stop the program while it does not hold the display: then the server answers nobody, and the screen stands still.

    GTK holds it for a moment to find the window below the pointer.
    """
    for _ in range(20):
        os.killpg(game.program.pid, signal.SIGSTOP)
        try:
            subprocess.run(["xdpyinfo", "-display", game.display], check=True, capture_output=True, timeout=5)
        except subprocess.TimeoutExpired:
            os.killpg(game.program.pid, signal.SIGCONT)
            time.sleep(0.1)
        else:
            return
    raise AssertionError("the program holds the display all the time")


@pytest.mark.parametrize("seconds", [0.6, None], ids=["continued", "for good"])
def test_program_frozen(minebot, homes, seconds):
    """A program that stands still is waited for, and its clicks are repeated once; then the play ends."""
    need(shutil.which("xdpyinfo"), "xdpyinfo")
    with playing(minebot, homes) as game:
        _freeze(game)
        try:
            if seconds is None:
                _stops(game, "had no effect")
            else:
                time.sleep(seconds)
        finally:
            os.killpg(game.program.pid, signal.SIGCONT)
        if seconds is not None:
            _goes_on(game)


def test_another_board_beside(minebot, homes):
    """A second board of the same size changes nothing: minebot stays with the one that it plays."""
    with playing(minebot, homes) as game, running("sgt", LEVEL, game.display, homes("sgt")):
        others = {key: place for key, place in windows(game.display).items() if key != game.window}
        ((other, (_, _, _, height)),) = others.items()
        with connected(game.display) as connection:
            connection.create_resource_object("window", other).configure(x=0, y=1080 - height)
            connection.sync()
        _goes_on(game)


def test_new_game_by_hand(minebot, homes):
    """Somebody starts a new game: that is not the board that was played, and the play ends."""
    with playing(minebot, homes) as game:
        press_key(game.display, "n")
        _stops(game, "changed")


def test_lost_by_somebody_else(minebot, homes):
    """Somebody clicks wildly until the game is lost: that is said, and is no game of minebot's.

    So slow that minebot cannot lose it by a guess before.
    """
    with playing(minebot, homes, "xdemineur", "--speed", "0.5") as game:
        x, y, width, height = game.boards[0]
        for step in range(12):
            click(game.display, x + width - 10 - 21 * step, y + height - 10)
        output, errors = game.minebot.communicate(timeout=180)
        assert game.minebot.returncode == 1, errors
        assert json.loads(output)["games"] == []
        assert "on its own" in errors or "not minebot's" in errors


def _kill(game):
    """End the program, and wait for its window to go: else the next one may get the same number and pass for it."""
    os.killpg(game.program.pid, signal.SIGKILL)
    end = time.monotonic() + 10
    while windows(game.display):
        assert time.monotonic() < end, "the window stays"
        time.sleep(0.02)


def test_level_changed(minebot, homes):
    """A board that gets another size is another board."""
    with playing(minebot, homes) as game:
        _kill(game)
        with running("sgt", "beginner", game.display, homes("sgt")):
            _stops(game, "no longer to be seen")


def test_colours_changed(minebot, homes):
    """A look that changes in mid-game can no longer be read, or is another board."""
    with playing(minebot, homes) as game:
        _kill(game)
        with running("xdemineur", LEVEL, game.display, homes("xdemineur")):
            game.boards.append(_board(game.display).lattice.bbox)
            _stops(game, "")


def test_display_gone(minebot, homes):
    """A display that goes away ends the play with a sentence, and not with a traceback."""
    need(available("sgt"), "sgt")
    with virtual_display() as display, running("sgt", LEVEL, display, homes("sgt")):
        started = minebot(display, "play", "--json", *SPEED)
        wait_for_clicks(display)
    _, errors = started.communicate(timeout=180)
    assert started.returncode in (1, 130)
    one_sentence(errors)


def test_a_game_that_pauses(minebot, homes):
    """The sheet that hides the board of a game that pauses is told in a sentence; nothing is clicked under it."""
    for _ in range(5):
        with playing(minebot, homes, "gnome-mines", *SPEED) as game:
            press_key(game.display, "Pause")
            time.sleep(0.5)
            presses = len(game.witness.presses)
            if game.minebot.wait(timeout=180) == 0:  # a guess lost the game before it paused
                continue
            _stops(game, "GNOME Mines pauses and hides the board")
            assert len(game.witness.presses) == presses
            return
    pytest.fail("every game was over before it paused")


def test_a_game_that_pauses_for_a_moment(minebot, homes):
    """It is played on once it resumes."""
    with playing(minebot, homes, "gnome-mines", *SPEED) as game:
        for _ in range(2):
            press_key(game.display, "Pause")
            time.sleep(0.3)
        _goes_on(game)
