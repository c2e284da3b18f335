"""Places: on the board, in a picture, on the screen. Unlike things have unlike types.

A `Pixel` belongs to a captured picture, a `Point` to the mouse. On a scaled screen they differ; only
`minebot.vision.screen.Image` converts one into the other.
"""

from dataclasses import dataclass, replace
from itertools import product
from typing import Any, NamedTuple, overload

import numpy as np
import numpy.typing as npt

from minebot.tiling import TILINGS, Tiling

Reals = npt.NDArray[np.floating[Any]]

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

    Corner and pitch are real numbers: a page zoomed to 110 % has a pitch of 24.62. The pitch is what the next column,
    or the next row, adds; see `minebot.tiling` for what the cells of each topology look like. The first `wider_cols`
    columns and `wider_rows` rows of squares are a pixel wider: so GTK shares out what is left of a window's width.
    """

    x: float
    y: float
    pitch_x: float
    pitch_y: float
    cols: int
    rows: int
    topology: str = "square"
    wider_cols: int = 0
    wider_rows: int = 0

    @property
    def tiling(self) -> Tiling:
        """How its cells lie."""
        return TILINGS[self.topology]

    @property
    def bbox(self) -> tuple[int, int, int, int]:
        """The grid as x, y, width and height in whole pixels."""
        width, height = self.tiling.size(self.cols, self.rows)
        right, bottom = self.across(width), self.down(height)
        return round(self.x), round(self.y), round(right - self.x), round(bottom - self.y)

    def is_within(self, shape: tuple[int, ...]) -> bool:
        """Whether its cells lie in a picture of that shape, height and width first, to whole pixels."""
        left, top, width, height = self.bbox
        return min(left, top) >= 0 and top + height <= shape[0] and left + width <= shape[1]

    @property
    def mean_pitch(self) -> float:
        """How wide and high its cells are on average, in pixels, those of wider lines among them."""
        return ((self.across(self.cols) - self.x) / self.cols + (self.down(self.rows) - self.y) / self.rows) / 2

    @overload
    def across(self, places: float) -> float: ...
    @overload
    def across(self, places: Reals) -> Reals: ...
    def across(self, places: float | Reals) -> float | Reals:
        """Where places across the board, counted in columns, lie in the picture."""
        return self.x + places * self.pitch_x + _extra(places, self.wider_cols)

    @overload
    def down(self, places: float) -> float: ...
    @overload
    def down(self, places: Reals) -> Reals: ...
    def down(self, places: float | Reals) -> float | Reals:
        """Where places down the board, counted in rows, lie in the picture."""
        return self.y + places * self.pitch_y + _extra(places, self.wider_rows)

    def centre(self, cell: Cell) -> Pixel:
        """The middle of a cell."""
        return self._at(cell, self.tiling.shape(cell).centre)

    def inner(self, cell: Cell) -> "Lattice":
        """A lattice of one cell: the largest handy box within a cell."""
        left, top, right, bottom = self.tiling.shape(cell).inner
        corner, end = self._at(cell, (left, top)), self._at(cell, (right, bottom))
        return Lattice(*corner, end.x - corner.x, end.y - corner.y, 1, 1)

    def cell_at(self, place: Pixel) -> Cell | None:
        """The cell whose middle is nearest to a place; None beside the board."""
        width, height = self.tiling.size(self.cols, self.rows)
        across = (place.x - self.x) * width / (self.across(width) - self.x)
        down = (place.y - self.y) * height / (self.down(height) - self.y)
        if not (0 <= across < width and 0 <= down < height):
            return None
        near = product(*(range(int(at) - 2, int(at) + 2) for at in (across, down)))
        cells = [(x, y) for x, y in near if 0 <= x < self.cols and 0 <= y < self.rows]
        return min(cells, key=lambda cell: self._distance(cell, place), default=None)

    def moved(self, dx: float, dy: float) -> "Lattice":
        """The same lattice, shifted."""
        return replace(self, x=self.x + dx, y=self.y + dy)

    def widened(self, left: int, right: int, top: int, bottom: int) -> "Lattice":
        """The lattice of the columns from `left` to before `right` and the rows from `top` to before `bottom`.

        Negative numbers lie before the first line, and the last ones may lie behind the last. The first cell must have
        the shape that it has: an even row of hexagons, a triangle that points up.
        """
        cols, rows = right - left, bottom - top
        wider = (
            min(max(wider - first, 0), count) if wider else 0
            for wider, first, count in ((self.wider_cols, left, cols), (self.wider_rows, top, rows))
        )
        x, y = self.across(left), self.down(top)
        return Lattice(x, y, self.pitch_x, self.pitch_y, cols, rows, self.topology, *wider)

    @property
    def evened(self) -> "Lattice":
        """The same cells; where all columns, or rows, are a pixel wider, of that pitch: so more of them are as wide."""
        lattice = self
        if self.wider_cols >= self.cols:
            lattice = replace(lattice, pitch_x=self.pitch_x + 1, wider_cols=0)
        if self.wider_rows >= self.rows:
            lattice = replace(lattice, pitch_y=self.pitch_y + 1, wider_rows=0)
        return lattice

    @property
    def turned(self) -> "Lattice":
        """The lattice in the picture of which lines and columns are exchanged; of squares, which stay such."""
        wider = self.wider_rows, self.wider_cols
        return Lattice(self.y, self.x, self.pitch_y, self.pitch_x, self.rows, self.cols, self.topology, *wider)

    def _at(self, cell: Cell, place: tuple[float, float]) -> Pixel:
        """A place in the frame of a cell, in pitches, as one of the picture."""
        left, top = self.tiling.corner(cell)
        return Pixel(self.across(left + place[0]), self.down(top + place[1]))

    def _distance(self, cell: Cell, place: Pixel) -> float:
        """Square of the distance of a place from the middle of a cell, in pixels."""
        middle = self.centre(cell)
        return (middle.x - place.x) ** 2 + (middle.y - place.y) ** 2


def _extra(places: float | Reals, wider: int) -> float | Reals:
    """The pixels that wider lines add before places, counted in lines; before the first they would go on."""
    if not wider:
        return 0.0
    return np.minimum(places, wider) if isinstance(places, np.ndarray) else min(places, wider)
