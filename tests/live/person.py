"""A scripted person at a display: points, clicks, types, moves windows; and what `minebot watch` tells meanwhile."""

import json
import queue
import threading
import time
from contextlib import contextmanager

from Xlib import XK, X
from Xlib.display import Display
from Xlib.ext.xtest import fake_input

from minebot.board import Board


class Person:
    """Acts on one display through XTEST, as a hand at mouse and keyboard would."""

    def __init__(self, display):
        self._display = Display(display)
        self._root = self._display.screen().root

    def close(self):
        """Let go of the display."""
        self._display.close()

    @property
    def pointer(self):
        """Where the pointer is."""
        place = self._root.query_pointer()
        return place.root_x, place.root_y

    def point(self, x, y):
        """Move the pointer there."""
        fake_input(self._display, X.MotionNotify, x=x, y=y)
        self._display.sync()

    def click(self, x, y, button=1):
        """Click there."""
        self.point(x, y)
        for kind in (X.ButtonPress, X.ButtonRelease):
            fake_input(self._display, kind, button)
        self._display.sync()

    def type(self, key):
        """Press and release a key."""
        code = self._display.keysym_to_keycode(XK.string_to_keysym(key))
        for kind in (X.KeyPress, X.KeyRelease):
            fake_input(self._display, kind, code)
        self._display.sync()

    def move_window(self, window, x, y):
        """Put a window elsewhere."""
        self._display.create_resource_object("window", window).configure(x=x, y=y)
        self._display.sync()

    @contextmanager
    def plain_window(self, x, y, width, height):
        """A plain window on top of everything."""
        window = self._root.create_window(x, y, width, height, 0, X.CopyFromParent, background_pixel=0x336699)
        window.change_attributes(override_redirect=1)
        window.map()
        self._display.sync()
        try:
            yield
        finally:
            window.destroy()
            self._display.sync()


class Told:
    """The documents of a running `minebot watch --json`, as they come."""

    def __init__(self, process):
        self._lines = queue.Queue()
        threading.Thread(target=self._read, args=(process.stdout,), daemon=True).start()

    def _read(self, pipe):
        for line in pipe:
            self._lines.put(json.loads(line))

    def until(self, good, timeout=30):
        """The first document from now on that is good."""
        deadline = time.monotonic() + timeout
        last = None
        while True:
            try:
                last = self._lines.get(timeout=max(0, deadline - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"no such document came in {timeout} s; the last one was {last}") from None
            if good(last):
                return last


def board_of(document):
    """The board in a document."""
    return Board.parse(document["board"])


def centre(document, cell):
    """Where a cell lies on the screen."""
    x, y, width, height = document["bbox"]
    board = board_of(document)
    return int(x + (cell[0] + 0.5) * width / board.width), int(y + (cell[1] + 0.5) * height / board.height)
