"""The eye: looks at the place of a board on the screen, and finds it again when it has gone elsewhere."""

from collections.abc import Callable

from minebot.errors import BoardNotFound, ScreenError, WindowLost
from minebot.geometry import Lattice, Rect
from minebot.play.checks import changed
from minebot.play.find import Wish
from minebot.play.frame import Frame
from minebot.play.stop import Brake, aside, wait
from minebot.play.timing import Stopwatch
from minebot.vision.read import read_picture
from minebot.vision.reading import Reading
from minebot.vision.screen import Image, Screen
from minebot.vision.theme import UNKNOWN

AGAIN = 0.1
"""Seconds after which a capture that failed is tried once more: while a monitor changes its mode, one may."""

Read = Callable[[Image, Lattice], Reading]
"""Reads a picture at the place of the board."""


class Eye:
    """Looks at one board, read by `read`; `frame` is the last look, good or bad."""

    def __init__(self, screen: Screen, watch: Stopwatch, brake: Brake, read: Read) -> None:
        self._screen, self._watch, self._brake, self._read = screen, watch, brake, read
        self._latest: Frame | None = None
        self._region: Rect | None = None

    @property
    def frame(self) -> Frame:
        """The last look."""
        if self._latest is None:
            raise BoardNotFound("no board has been looked for yet")
        return self._latest

    def fix(self, frame: Frame) -> None:
        """Look at the board of this frame from now on."""
        self._latest, self._region = frame, frame.region

    def correct(self, frame: Frame) -> None:
        """Take this for the last look: the same picture, read anew."""
        self._latest = frame

    def look(self) -> Frame:
        """One look at the place of the board."""
        last, image = self.frame, self.grab(self._region)
        with self._watch.time("read"):
            lattice = last.image.seen_from(image, last.reading.lattice)
            self._latest = Frame(image, self._read(image, lattice))
        return self._latest

    def grab(self, region: Rect | None = None) -> Image:
        """The picture of a part of the screen; ScreenError where it cannot be captured twice in a row."""
        with self._watch.time("capture"):
            try:
                return self._screen.grab(region)
            except ScreenError:
                wait(AGAIN, self._watch.clock, self._brake)
                return self._screen.grab(region)

    def look_everywhere(self, known: Frame, mines: int | None) -> None:
        """Look for the board of a frame over the whole screen: WindowLost where none, or not only one, may be it."""
        theme, board = known.reading.theme, known.board
        wish = Wish(theme.name, (board.width, board.height))
        image = self.grab()
        with self._watch.time("find"):
            themes = None if theme.name == UNKNOWN else [theme]
            readings = aside(lambda: read_picture(image.bgr, themes), self._brake)
        frames = [Frame(image, reading) for reading in readings if wish.admits(reading)]
        frames = [
            frame for frame in frames if not known.certain(frame.certain(changed(board, frame.board.with_mines(mines))))
        ]
        if len(frames) != 1:
            raise WindowLost("the board is no longer to be seen; its window was closed, covered or changed")
        self.fix(frames[0])
