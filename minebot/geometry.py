"""Places: on the board, in a picture, on the screen. Unlike things have unlike types.

A `Pixel` belongs to a captured picture, a `Point` to the mouse. On a scaled screen they differ; only
`minebot.vision.screen.Image` converts one into the other.
"""

from dataclasses import dataclass
from typing import NamedTuple

Cell = tuple[int, int]
"""A cell of the board: (x to the right, y down), from 0."""


class Pixel(NamedTuple):
    """A place in a picture, in its pixels, measured from its upper left corner; may lie between two pixels."""

    x: float
    y: float


class Point(NamedTuple):
    """A place on the screen, in the units in which the mouse moves."""

    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle of the screen, in points: `x` and `y` of its upper left corner, width and height."""

    x: int
    y: int
    w: int
    h: int

    def __str__(self) -> str:
        return f"{self.w}x{self.h}+{self.x}+{self.y}"

    def __contains__(self, point: Point) -> bool:
        return self.x <= point.x < self.x + self.w and self.y <= point.y < self.y + self.h


@dataclass(frozen=True, slots=True)
class Lattice:
    """Where the cells of a board lie in a picture: its upper left corner and the pitch of its cells, in pixels.

    Corner and pitch are real numbers: a page zoomed to 110 % has a pitch of 24.62.
    """

    x: float
    y: float
    pitch_x: float
    pitch_y: float
    cols: int
    rows: int

    @property
    def bbox(self) -> tuple[int, int, int, int]:
        """The grid as x, y, width and height in whole pixels."""
        width, height = self.pitch_x * self.cols, self.pitch_y * self.rows
        return round(self.x), round(self.y), round(width), round(height)

    def centre(self, cell: Cell) -> Pixel:
        """The middle of a cell."""
        return Pixel(self.x + (cell[0] + 0.5) * self.pitch_x, self.y + (cell[1] + 0.5) * self.pitch_y)

    def moved(self, dx: float, dy: float) -> "Lattice":
        """The same lattice, shifted."""
        return Lattice(self.x + dx, self.y + dy, self.pitch_x, self.pitch_y, self.cols, self.rows)

    def widened(self, left: int, right: int, top: int, bottom: int) -> "Lattice":
        """The lattice of the columns from `left` to before `right` and the rows from `top` to before `bottom`.

        Negative numbers lie before the first line, and the last ones may lie behind the last.
        """
        x, y = self.x + left * self.pitch_x, self.y + top * self.pitch_y
        return Lattice(x, y, self.pitch_x, self.pitch_y, right - left, bottom - top)
