"""Real windows looked at while something is in the way: what is read is what is there, or doubtful."""

import time
from contextlib import contextmanager

import pytest
from Xlib import X
from Xlib.display import Display
from Xlib.ext.xtest import fake_input

from minebot.board import COVERED
from minebot.vision.follow import Follower
from minebot.vision.read import read_picture
from minebot.vision.screen import MssScreen

REPAINTED = 0.3  # seconds after which every program has drawn what happened


@contextmanager
def _seen(display):
    """The screen, a connection to it, and the one board on it, as a function that looks at it."""
    with MssScreen(display) as screen:
        first = read_picture(screen.grab().bgr)[0]
        follower = Follower(first.lattice, first.theme)
        connection = Display(display)
        try:
            yield connection, lambda: follower.read(screen.grab().bgr), first
        finally:
            connection.close()


def _point(connection, lattice, cell):
    x, y = lattice.centre(cell)
    fake_input(connection, X.MotionNotify, x=int(x), y=int(y))
    connection.sync()


def _press(connection, kind):
    fake_input(connection, kind, 1)
    connection.sync()
    time.sleep(REPAINTED)


@pytest.mark.parametrize("program", ["sgt", "xdemineur", "winemine"])
def test_a_button_held_down(stage, program):
    """The cell under a button that is held down is covered: it is read so, or doubtful; once let go it is open."""
    with stage(program, "beginner") as (display, _), _seen(display) as (connection, look, first):
        covered = [first.board.place(index) for index, code in enumerate(first.board.cells) if code == COVERED]
        cell = covered[0]
        look()  # where open cells are all around it, some boards tell it from a zero by the look before alone
        _point(connection, first.lattice, cell)
        _press(connection, X.ButtonPress)
        held = look()
        doubtful = {(doubt.x, doubt.y) for doubt in held.doubtful}
        assert held.board[cell] == COVERED or cell in doubtful
        assert all(held.board[other] == COVERED or other in doubtful for other in covered)
        _press(connection, X.ButtonRelease)
        look()
        assert look().board[cell] != COVERED


@pytest.mark.parametrize("program", ["sgt", "xdemineur", "winemine", "xbomb"])
@pytest.mark.parametrize("grey", [0xC0C0C0, 0xFFFFFF, 0x000000])
def test_a_window_over_the_board(stage, program, grey):
    """Under another window nothing is believed that is not there, and the look says that the board is covered."""
    with stage(program, "beginner") as (display, _), _seen(display) as (connection, look, first):
        lattice = first.lattice
        assert look().view == "settled"
        x, y = (round(at + 2.4 * pitch) for at, pitch in ((lattice.x, lattice.pitch_x), (lattice.y, lattice.pitch_y)))
        size = round(3.3 * lattice.pitch_x)
        root = connection.screen().root
        over = root.create_window(x, y, size, size, 1, X.CopyFromParent, background_pixel=grey, override_redirect=True)
        over.map()
        connection.sync()
        time.sleep(REPAINTED)
        reading = look()
        doubtful = {(doubt.x, doubt.y) for doubt in reading.doubtful}
        board = reading.board
        places = [board.place(index) for index in range(len(board.cells))]
        assert reading.view == "covered"
        assert [cell for cell in places if board[cell] != first.board[cell] and cell not in doubtful] == []
        over.destroy()
        connection.sync()
        time.sleep(REPAINTED)
        assert look().board == first.board
        assert look().view == "settled"
