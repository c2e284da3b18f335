"""Reads the frames of one window in their order as minebot's own player does: found once, and followed from then on.

player = Player(themes)
readings = player.read(picture, window, settled=True)   # the boards in the first frame, found from nothing
player.follow(readings[0], window)                      # the one that is played
player.read(next_picture, window, settled=True)         # only what changed is looked at
"""

from collections.abc import Sequence
from dataclasses import replace

from minebot.geometry import Lattice
from minebot.play.frame import ABOVE
from minebot.vision.follow import BoardReader
from minebot.vision.picture import Bgr
from minebot.vision.read import read_picture
from minebot.vision.reading import Reading
from minebot.vision.theme import Theme

Box = tuple[int, int, int, int]
"""The place of the window in a picture: x, y, width, height. The pictures of a window begin in different places."""

_BESIDE = 2  # cells around a board that the player looks at


class Player:
    """Finds a board in the first picture, and follows it in the next ones; what stays in doubt is looked for anew."""

    def __init__(self, themes: Sequence[Theme]) -> None:
        self._themes = themes
        self._reader = BoardReader()
        self._known: Reading | None = None  # what is followed, its place counted from the corner of the window

    def read(self, picture: Bgr, window: Box, *, settled: bool) -> list[Reading]:
        """What the picture shows: the board that is followed, or all that are found where none is."""
        if self._known is None:
            return read_picture(picture, self._themes)
        reading, left, top = self._followed(picture, window, self._known, settled=settled)
        if settled and reading.doubtful and self._found_again(picture, window, self._known):
            reading, left, top = self._followed(picture, window, self._known, settled=settled)
        return [replace(reading, lattice=reading.lattice.moved(left, top))]

    @property
    def follows(self) -> bool:
        """Whether a board is followed."""
        return self._known is not None

    def follow(self, reading: Reading | None, window: Box) -> None:
        """Follow that board from now on; or look for one anew in the next picture."""
        self._reader.forget()
        self._known = reading and replace(reading, lattice=reading.lattice.moved(-window[0], -window[1]))

    def _followed(self, picture: Bgr, window: Box, known: Reading, *, settled: bool) -> tuple[Reading, int, int]:
        """The reading of the part of the picture that is looked at, and where in the picture that begins.

        While it stands still it is looked at again, and more closely where it is in doubt.
        """
        left, top, right, bottom = _region(known.lattice, window)
        part, lattice = picture[top:bottom, left:right].copy(), known.lattice.moved(window[0] - left, window[1] - top)
        reading = self._reader.read(part, lattice, known.theme)
        if settled:
            reading = self._reader.read(part, lattice, known.theme)
        if settled and reading.doubtful and self._reader.look_over():
            reading = self._reader.read(part, lattice, known.theme)
        return reading, left, top

    def _found_again(self, picture: Bgr, window: Box, known: Reading) -> bool:
        """Whether the board, of the same size and in whatever look, is found anew, and followed from there."""
        size = known.lattice.cols, known.lattice.rows
        found = [each for each in read_picture(picture, self._themes) if (each.lattice.cols, each.lattice.rows) == size]
        if len(found) == 1:
            self.follow(found[0], window)
        return len(found) == 1


def _region(lattice: Lattice, window: Box) -> Box:
    """The part of a picture that a player grabs, as far as it is of the window: left, top, right and bottom."""
    x, y, width, height = lattice.bbox
    margin = round(_BESIDE * lattice.pitch_y)
    left, top = max(0, x - margin), max(0, y - margin - ABOVE)
    right, bottom = min(window[2], x + width + margin), min(window[3], y + height + margin)
    return window[0] + left, window[1] + top, window[0] + right, window[1] + bottom
