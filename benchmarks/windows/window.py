"""What the collector knows of a window: which look it is, where its grid lies, how a new game begins."""

import random
import subprocess
import time
import uuid
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import shared  # noqa: F401 - makes the modules of fixtures importable, so it comes first
from desk import Desk
from layouts import Cell
from rules import Game, Habits
from Xlib import X
from Xlib.display import Display
from Xlib.error import BadDrawable, BadWindow

Rect = tuple[int, int, int, int]
LEVELS = {"beginner": (9, 9, 10), "intermediate": (16, 16, 40), "expert": (30, 16, 99)}
_SMALLEST = 100
_LOOKS, _APART, _LAID_OUT = 6, 0.15, 20  # of a window that comes to rest: how many, s apart, in s at most


@dataclass(frozen=True)
class Look:
    """One program at one theme, level and scale; `scale` is the pitch of its cells or what sets it."""

    program: str
    version: str
    level: str
    scale: str
    cols: int
    rows: int
    count: int
    theme: str = "default"
    lattice: str = "square"


@dataclass(frozen=True)
class Grid:
    """Cells on the screen, by the pixels at which columns and rows begin, and the ones behind the last."""

    columns: tuple[float, ...]
    lines: tuple[float, ...]

    @classmethod
    def even(cls, corner: tuple[float, float], pitch: float, cols: int, rows: int) -> "Grid":
        """Square cells of one size; `corner` is the outer corner of the first."""
        x, y = corner
        columns = tuple(x + pitch * place for place in range(cols + 1))
        return cls(columns, tuple(y + pitch * place for place in range(rows + 1)))

    @property
    def bbox(self) -> tuple[float, float, float, float]:
        """The grid as x, y, width and height on the screen."""
        left, top = self.columns[0], self.lines[0]
        return left, top, self.columns[-1] - left, self.lines[-1] - top

    def box(self, cell: Cell) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of a cell on the screen."""
        x, y = cell
        return self.columns[x], self.lines[y], self.columns[x + 1], self.lines[y + 1]

    def middle(self, cell: Cell) -> tuple[int, int]:
        """The middle of a cell on the screen."""
        left, top, right, bottom = self.box(cell)
        return int((left + right) / 2), int((top + bottom) / 2)

    def inside(self, cell: Cell, view: Rect) -> tuple[slice, slice]:
        """A cell but for its outermost pixel, as slices of a picture of this part of the screen.

        In many looks a covered cell differs from an open one by its edges alone.
        """
        left, top, right, bottom = self.box(cell)
        edge = 1
        across = slice(round(left - view[0] + edge), round(right - view[0] - edge))
        return slice(round(top - view[1] + edge), round(bottom - view[1] - edge)), across


class Window(ABC):
    """A window of a running program, to be played by `sitting.Sitting`."""

    truth: str
    """How the mines are known."""
    habits: Habits
    settle = 0.05
    """Seconds for which the picture must stay the same before it counts as settled."""
    settle_end = 0.15
    """The same once a game has ended."""
    ending = 0.5
    """Seconds after the end of a game in which the picture is watched."""
    hold = 0.004
    """Seconds for which a button is held."""

    def __init__(self, desk: Desk, look: Look, grid: Grid, outer: Rect) -> None:
        self.desk, self.look, self.grid, self.outer = desk, look, grid, outer
        self.sitting = uuid.uuid4().hex[:12]  # several processes may write to one index

    def uncover(self, state: str) -> None:  # noqa: B027 - most programs leave the board to be seen
        """Take away what a program puts over the board at the end of a game that was won or lost."""

    def before_first(self, game: Game, cell: Cell) -> None:  # noqa: B027 - most programs take the mines that we deal
        """What must be done just before the first cell is opened."""

    @abstractmethod
    def new_game(self, luck: random.Random) -> Game:
        """Put a fresh game on the screen, and say what it is."""

    @property
    def rest(self) -> tuple[int, int]:
        """Where the pointer waits: beside the window."""
        x, y, width, height = self.outer
        return min(x + width + 12, 1918), min(y + height + 12, 1078)


class Program(ABC):
    """A program that the collector can start."""

    name: str

    @abstractmethod
    def looks(self) -> list[Look]:
        """Every look that is wanted of it."""

    @abstractmethod
    def opened(self, look: Look, desk: Desk, home: Path, luck: random.Random) -> AbstractContextManager[Window]:
        """Start it; it is ended on leaving."""


def version(package: str) -> str:
    """The version of an installed Debian package."""
    arguments = ["dpkg-query", "-W", "-f", "${Version}", package]
    return subprocess.run(arguments, check=True, capture_output=True, text=True).stdout


def client(display: str, near: str = "") -> tuple[int, Rect]:
    """The id and the place of the largest program window whose WM_CLASS or name has `near` in it, frames left out."""
    found = {key: place for key, (name, place) in clients(display).items() if near.lower() in name.lower()}
    if not found:
        raise RuntimeError(f"no window of {near!r} on {display}")
    key = max(found, key=lambda one: found[one][2] * found[one][3])
    return key, found[key]


def at_rest(desk: Desk, near: str = "") -> tuple[int, Rect]:
    """The id and place of that window, once neither its place nor its picture has changed over several looks."""
    same, last, end = 0, None, time.monotonic() + _LAID_OUT
    while same < _LOOKS and time.monotonic() < end:
        key, place = client(desk.display, near)
        now = key, place, desk.picture()
        same = same + 1 if last and last[:2] == now[:2] and np.array_equal(last[2], now[2]) else 1
        last = now
        time.sleep(_APART)
    if last is None or same < _LOOKS:
        raise RuntimeError(f"the window of {near!r} does not come to rest")
    return last[:2]


def clients(display: str) -> dict[int, tuple[str, Rect]]:
    """The windows of programs: id, class and name, and place on the screen; under a window manager as well."""
    with _connected(display) as connection:
        found = {}
        root = connection.screen().root
        for child in root.query_tree().children:
            try:
                inner = _with_class(child) or child
                place, at = inner.get_geometry(), root.translate_coords(inner, 0, 0)
                visible = inner.get_attributes().map_state == X.IsViewable
                name = f"{inner.get_wm_class()} {inner.get_wm_name()}"
            except (BadWindow, BadDrawable):
                continue
            if visible and min(place.width, place.height) >= _SMALLEST:
                found[inner.id] = name, (at.x, at.y, place.width, place.height)
        return found


def _with_class(window):  # noqa: ANN001, ANN202 - Xlib has no types
    if window.get_wm_class():
        return window
    return next((found for child in window.query_tree().children if (found := _with_class(child))), None)


@contextmanager
def _connected(display: str) -> Iterator[Display]:
    connection = Display(display)
    try:
        yield connection
    finally:
        connection.close()
