"""What the live tests do to a display beside minebot, and what they see of it."""

import time
from contextlib import contextmanager

from Xlib import XK, X
from Xlib.display import Display
from Xlib.ext.xtest import fake_input


@contextmanager
def connected(display):
    """A connection to the display."""
    connection = Display(display)
    try:
        yield connection
    finally:
        connection.close()


def pointer(display):
    """Where the pointer is."""
    with connected(display) as connection:
        place = connection.screen().root.query_pointer()
        return place.root_x, place.root_y


def buttons_down(display):
    """Whether any button of the mouse is held down."""
    with connected(display) as connection:
        mask = connection.screen().root.query_pointer().mask
        return bool(mask & (X.Button1Mask | X.Button2Mask | X.Button3Mask))


def move_pointer(display, x, y):
    """Take the mouse, as a user does."""
    with connected(display) as connection:
        fake_input(connection, X.MotionNotify, x=x, y=y)
        connection.sync()


def click(display, x, y, button=1):
    """Click a place, as a user does."""
    with connected(display) as connection:
        for kind, detail in ((X.MotionNotify, 0), (X.ButtonPress, button), (X.ButtonRelease, button)):
            fake_input(connection, kind, detail, x=x, y=y)
            connection.sync()
            time.sleep(0.02)


def press_key(display, name):
    """Press and release a key by its X name."""
    with connected(display) as connection:
        code = connection.keysym_to_keycode(XK.string_to_keysym(name))
        for kind in (X.KeyPress, X.KeyRelease):
            fake_input(connection, kind, code)
        connection.sync()


def wait_for_clicks(display, timeout=60):
    """Wait until the pointer moves."""
    start = pointer(display)
    deadline = time.monotonic() + timeout
    while pointer(display) == start:
        assert time.monotonic() < deadline, "the pointer never moved"
        time.sleep(0.01)


def one_sentence(errors):
    """The one sentence on standard error beside the games' own lines."""
    lines = [line for line in errors.splitlines() if not line.startswith(("won", "lost"))]
    assert len(lines) == 1, errors
    assert lines[0].startswith("minebot: ")
    return lines[0]
