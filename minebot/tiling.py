"""Where the cells of a board lie in the plane, by its topology.

Lengths are in pitches: across, from one column to the next; down, from one row to the next.

    square      cells of one pitch
    hexagon     pointed at the top, odd rows shifted half a cell to the right; a row begins where the sides of the one
                above it end
    triangle    two columns wide; (x, y) points up where x + y is even
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

Corner = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The outline of a cell, and the largest handy box within it, both from the upper left corner of its frame."""

    outline: tuple[Corner, ...]
    inner: Box

    @property
    def centre(self) -> Corner:
        """The centre of gravity, which for these shapes is the mean of the corners."""
        return sum(x for x, _ in self.outline) / len(self.outline), sum(y for _, y in self.outline) / len(self.outline)


@dataclass(frozen=True, slots=True)
class Tiling:
    """One way to lay cells: the frame that a cell takes, and what a row or a column adds to it."""

    shapes: tuple[Shape, ...]
    frame: Corner
    shift: float = 0.0

    def shape(self, cell: tuple[int, int]) -> Shape:
        """The shape of a cell."""
        return self.shapes[sum(cell) % len(self.shapes)]

    def corner(self, cell: tuple[int, int]) -> Corner:
        """The upper left corner of a cell's frame, from that of the board."""
        return cell[0] + self.shift * (cell[1] % 2), float(cell[1])

    def size(self, cols: int, rows: int) -> Corner:
        """How wide and high a board is."""
        return cols - 1 + self.frame[0] + (self.shift if rows > 1 else 0), rows - 1 + self.frame[1]


_SQUARE = Shape(((0, 0), (1, 0), (1, 1), (0, 1)), (0, 0, 1, 1))
_HEXAGON = Shape(
    ((0.5, 0), (1, 1 / 3), (1, 1), (0.5, 4 / 3), (0, 1), (0, 1 / 3)),
    (0, 1 / 3, 1, 1),
)
_UP = Shape(((1, 0), (2, 1), (0, 1)), (0.5, 0.5, 1.5, 1))
_DOWN = Shape(((0, 0), (2, 0), (1, 1)), (0.5, 0, 1.5, 0.5))

TILINGS: Mapping[str, Tiling] = MappingProxyType(
    {
        "square": Tiling((_SQUARE,), (1, 1)),
        "hexagon": Tiling((_HEXAGON,), (1, 4 / 3), 0.5),
        "triangle": Tiling((_UP, _DOWN), (2, 1)),
    }
)
"""The topologies whose boards lie flat and can be read from a picture."""
