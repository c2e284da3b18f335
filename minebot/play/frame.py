"""One look at a board on the screen: the picture, what was read in it, and where to click."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from minebot.board import Board
from minebot.geometry import Cell, Lattice, Pixel, Point, Rect
from minebot.vision.follow import Reader
from minebot.vision.picture import Bgr, identical
from minebot.vision.reading import Reading
from minebot.vision.screen import Image
from minebot.vision.verdict import wary

ABOVE = 60
"""Pixels above a board, besides two cells, in which the counter and the face of every known program lie."""

_CORNER = 6  # points to each side of a board's corner


@dataclass(frozen=True, eq=False)
class Frame:
    """A picture of the screen around a board, and the reading of it, in the pixels of that picture."""

    image: Image
    reading: Reading

    def again(self, image: Image, reader: Reader) -> "Frame":
        """The board of this frame, at its place, as another picture of the screen shows it.

        Where it was not clear where the board ends, it is doubtful as a whole until it is found anew.
        """
        lattice = self.image.seen_from(image, self.reading.lattice)
        reading = reader.read(image.bgr, lattice, self.reading.theme)
        return Frame(image, reading if self.reading.ends_clearly else wary(replace(reading, ends_clearly=False)))

    @property
    def board(self) -> Board:
        """The board as read; the number of mines is not part of it."""
        return self.reading.board

    @property
    def board_pixels(self) -> Bgr:
        """The part of the picture that shows cells."""
        x, y, width, height = self.reading.lattice.bbox
        return self.image.bgr[max(0, y) : y + height, max(0, x) : x + width]

    def point(self, cell: Cell) -> Point:
        """Where to click to hit a cell."""
        return self.image.to_point(self.reading.lattice.centre(cell))

    @property
    def beside(self) -> Point:
        """A place beside the board, near its first cell."""
        lattice = self.reading.lattice
        return self.image.to_point(Pixel(max(1.0, lattice.x - lattice.pitch_x / 4), lattice.centre((0, 0)).y))

    def cell_at(self, point: Point) -> Cell | None:
        """The cell under a point of the screen; None beside the board."""
        across, down = self.image.scale
        x = (point.x + 0.5 - self.image.region.x) * across
        y = (point.y + 0.5 - self.image.region.y) * down
        return self.reading.lattice.cell_at(Pixel(x, y))

    def certain(self, cells: Iterable[Cell]) -> list[Cell]:
        """Those of the cells that were read beyond doubt."""
        doubtful = {(doubt.x, doubt.y) for doubt in self.reading.doubtful}
        return [cell for cell in cells if cell not in doubtful]

    @property
    def restart(self) -> Point | None:
        """Where to click for the next game, if a face or button for it was seen."""
        return None if self.reading.restart is None else self.image.to_point(self.reading.restart)

    @property
    def under_message(self) -> bool:
        """Whether something lies over the board of a program that lays messages and dialogs over it."""
        return self.reading.view == "covered" and self.reading.theme.dismiss is not None

    @property
    def place(self) -> Rect:
        """Where the board lies on the screen."""
        x, y, width, height = self.reading.lattice.bbox
        across, down = self.image.scale
        return Rect(*self.image.to_point(Pixel(x, y)), round(width / across), round(height / down))

    @property
    def region(self) -> Rect:
        """The part of the screen to grab from now on: the board, with room for counter and face."""
        margin = 2 * self.reading.lattice.pitch_y
        return self.image.around(self.reading.lattice, margin, ABOVE)

    def cell_region(self, cell: Cell) -> Rect:
        """The part of the screen that shows one cell, without its outermost pixels."""
        return self.image.around(self.reading.lattice.inner(cell), -2, 0)

    @property
    def corner_region(self) -> Rect:
        """The part of the screen around the corner of the board."""
        x, y, _, _ = self.reading.lattice.bbox
        return self.image.around(Lattice(x, y, 0, 0, 1, 1), _CORNER * self.image.scale[0], 0)

    def shows(self, now: Image) -> bool:
        """Whether another, smaller picture shows what this one shows at the same place."""
        return identical(self._under(now), now.bgr)

    def keeps_corner(self, now: Image) -> bool:
        """Whether a picture of the corner shows the same beside the board: if not, the window went elsewhere.

        Within the board a window that moved by whole cells may look the same.
        """
        across, down = (round(_CORNER * scale) for scale in self.image.scale)
        before = self._under(now)
        return before.shape == now.bgr.shape and all(
            identical(before[part], now.bgr[part]) for part in (np.s_[:down], np.s_[:, :across])
        )

    def _under(self, now: Image) -> Bgr:
        """The part of this picture that shows the same place as another one."""
        across, down = self.image.scale
        left = round((now.region.x - self.image.region.x) * across)
        top = round((now.region.y - self.image.region.y) * down)
        height, width = now.bgr.shape[:2]
        return self.image.bgr[top : top + height, left : left + width]
