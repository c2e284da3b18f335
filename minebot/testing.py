"""Fakes that minebot ships: a window without a screen, a clock that does not wait. They need no display.

window = SimulatedWindow(lambda: SimulatedGame(minefield), load_theme("demo"))
game = WindowGame(window, window, hands=Hands(watch=Stopwatch(FakeClock())))
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from minebot.board import Board
from minebot.errors import MouseError, Stopped
from minebot.game import Game
from minebot.geometry import Cell, Point, Rect
from minebot.play.mouse import Button
from minebot.play.table import Table
from minebot.vision.draw import draw_board
from minebot.vision.picture import Bgr
from minebot.vision.screen import Image, clipped
from minebot.vision.theme import Theme


class FakeClock:
    """A clock that stands still but while somebody sleeps, and then jumps."""

    def __init__(self) -> None:
        self._now = 0.0

    def now(self) -> float:
        """Seconds since the clock was made; each look at it takes a microsecond, so that time never stands still."""
        self._now += 1e-6
        return self._now

    def sleep(self, seconds: float) -> None:
        """Return at once, the given time later."""
        self._now += seconds


class CountdownBrake:
    """Stops the play at the n-th check."""

    def __init__(self, checks: int) -> None:
        self.left = checks

    def check(self) -> None:
        """Raise Stopped once the count is used up."""
        self.left -= 1
        if self.left < 0:
            raise Stopped("stopped by the test")


@dataclass
class RecordingMouse:
    """A mouse that only writes down what it was asked to do."""

    clicks: list[tuple[Point, Button]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    place: Point = field(default_factory=lambda: Point(0, 0))

    def click(self, at: Point, button: Button) -> None:
        """Write the click down."""
        self.place = at
        self.clicks.append((at, button))

    def move(self, to: Point) -> None:
        """Remember the place."""
        self.place = to

    def press(self, key: str) -> None:
        """Write the key down."""
        self.keys.append(key)

    def position(self) -> Point:
        """Where it was sent last."""
        return self.place

    def check(self) -> None:
        """Nothing: nobody stops it."""


@dataclass
class Faults:
    """What goes wrong in a simulated window.

    How many clicks are ignored; in how many pictures the cell that is clicked next still looks pressed, as if open and
    empty; which cells are hidden behind grey.
    """

    dropped_clicks: int = 0
    pressed_pictures: int = 0
    hidden_cells: Sequence[Cell] = ()
    closed: bool = False


class SimulatedWindow:
    """A Minesweeper window without a screen: a Screen that shows it and a Mouse that plays it.

    `new_game` makes the games, one after the other; the theme's restart key starts the next. `corner` is where on the
    desktop the board lies and may be changed, as if the window was dragged, also beyond the right and lower edge;
    `faults` may be set at any time.
    """

    desktop = (1100, 700)

    def __init__(self, new_game: Callable[[], Game], theme: Theme, pitch: int = 24) -> None:
        self._table = Table(new_game)
        self._theme, self._pitch = theme, pitch
        self.corner = (60, 120)
        self.faults = Faults()
        self.mouse = RecordingMouse(place=Point(5, 5))
        self._pressed: tuple[Cell, Board] | None = None

    @property
    def board(self) -> Board:
        """What the window shows."""
        return self._table.board

    def picture(self) -> Bgr:
        """The whole desktop."""
        width, height = self.desktop
        desktop = np.full((height, width, 3), (96, 64, 32), dtype=np.uint8)
        if not self.faults.closed:
            x, y = self.corner
            framed = np.pad(self._board_picture(), ((8, 8), (8, 8), (0, 0)), constant_values=192)
            part = desktop[y - 8 : y - 8 + framed.shape[0], x - 8 : x - 8 + framed.shape[1]]
            part[:] = framed[: part.shape[0], : part.shape[1]]  # what is beyond the edge is not to be seen
        return desktop

    def grab(self, region: Rect | None = None) -> Image:
        """The picture of a region, or of the whole desktop."""
        picture = self.picture()
        whole = Rect(0, 0, *self.desktop)
        place = clipped(region or whole, whole)
        return Image(picture[place.y : place.y + place.h, place.x : place.x + place.w], place)

    def click(self, at: Point, button: Button) -> None:
        """Do what the click does to the cell under it; MouseError beside the board."""
        self.mouse.click(at, button)
        cell = ((at.x - self.corner[0]) // self._pitch, (at.y - self.corner[1]) // self._pitch)
        board = self.board
        if self.faults.closed or not (0 <= cell[0] < board.width and 0 <= cell[1] < board.height):
            raise MouseError(f"the click at {at.x}, {at.y} missed the board")
        if self.faults.dropped_clicks:
            self.faults.dropped_clicks -= 1
            return
        self._pressed = (cell, board) if self.faults.pressed_pictures else None
        self._table.press(cell, button)

    def move(self, to: Point) -> None:
        """Put the pointer there."""
        self.mouse.move(to)

    def press(self, key: str) -> None:
        """Start a new game, if it is the key for that."""
        self.mouse.press(key)
        if key == self._theme.restart_key:
            self._table.restart()

    def position(self) -> Point:
        """Where the pointer is."""
        return self.mouse.position()

    def check(self) -> None:
        """Nothing: nobody stops it."""

    def _board_picture(self) -> Bgr:
        picture = draw_board(self._shown(), self._theme, self._pitch)
        for x, y in self.faults.hidden_cells:
            picture[y * self._pitch : (y + 1) * self._pitch, x * self._pitch : (x + 1) * self._pitch] = (255, 0, 255)
        return picture

    def _shown(self) -> Board:
        """What is drawn by now: while a button is held down, the board of before, with an empty cell under it."""
        if self._pressed is None or not self.faults.pressed_pictures:
            return self.board
        self.faults.pressed_pictures -= 1
        cell, before = self._pressed
        index = before.index(cell)
        return replace(before, cells=(*before.cells[:index], 0, *before.cells[index + 1 :]))


class MonitorWindow(SimulatedWindow):
    """The same window on a monitor elsewhere, that has a scale of its own.

    `origin` is the monitor's upper left corner in points, negative left of the main one; `scale` its pixels a point.
    `overview` is the scale at which everything together is captured, as where several monitors are of unlike scale.
    `desktop`, `corner` and the pitch are in pixels.
    """

    origin = Point(0, 0)
    scale = 1.0
    overview: float | None = None

    def grab(self, region: Rect | None = None) -> Image:
        """The picture of a region, or of the whole monitor."""
        picture, (across, down) = self.picture(), self.desktop
        whole = Rect(*self.origin, round(across / self.scale), round(down / self.scale))
        place = clipped(region or whole, whole)
        left, top = int((place.x - whole.x) * self.scale), int((place.y - whole.y) * self.scale)
        part = picture[top : top + round(place.h * self.scale), left : left + round(place.w * self.scale)]
        if region is None and self.overview is not None:
            size = round(place.w * self.overview), round(place.h * self.overview)
            part = cv2.resize(part, size, interpolation=cv2.INTER_AREA).astype(np.uint8)
        return Image(part, place)

    def click(self, at: Point, button: Button) -> None:
        """Do what the click does to the cell under it; MouseError beside the board."""
        across, down = ((at.x + 0.5 - self.origin.x) * self.scale, (at.y + 0.5 - self.origin.y) * self.scale)
        super().click(Point(int(across), int(down)), button)
        self.mouse.place = at
