"""The eye: looks at the place of a board on the screen, and finds it again when it has gone elsewhere."""

from collections.abc import Callable
from math import inf
from typing import TypeVar

from minebot.errors import BoardNotFound, ScreenError, WindowLost
from minebot.geometry import Rect
from minebot.play.checks import changed
from minebot.play.find import Wish, boards
from minebot.play.frame import Frame
from minebot.play.stop import Brake, aside, wait
from minebot.play.timing import Stopwatch, usual_seconds
from minebot.vision.follow import Reader
from minebot.vision.screen import Image, Screen

AGAIN = 0.1
"""Seconds after which a capture that failed is tried once more: while a monitor changes its mode, one may."""

_Result = TypeVar("_Result")


class Eye:
    """A screen, and the look at one board on it, read by `reader`; `frame` is the last look, good or bad."""

    def __init__(self, screen: Screen, watch: Stopwatch, brake: Brake, reader: Reader) -> None:
        self._screen, self._watch, self._brake, self._reader = screen, watch, brake, reader
        self._latest: Frame | None = None
        self._region: Rect | None = None
        self._at_rest = (inf, inf)  # seconds that captures of the region and of a cell take while nothing is drawn

    @property
    def frame(self) -> Frame:
        """The last look."""
        if self._latest is None:
            raise BoardNotFound("no board has been looked for yet")
        return self._latest

    def fix(self, frame: Frame) -> None:
        """Look at the board of this frame from now on."""
        self._latest, self._region = frame, frame.region
        self._reader.forget()
        if self._at_rest[0] == inf:
            self._at_rest = self._quickly(frame.region), self._quickly(frame.cell_region((0, 0)))

    def correct(self, frame: Frame) -> None:
        """Take this for the last look: the same picture, read anew."""
        self._latest = frame

    def look(self) -> Frame:
        """One look at the place of the board."""
        last, image = self.frame, self.grab(self._region)
        with self._watch.time("read"):
            self._latest = last.again(image, self._reader)
        return self._latest

    def look_over(self) -> bool:
        """Have the doubtful cells of the last look read more closely; whether the next look can make use of it."""
        if not self.frame.reading.doubtful:
            return False
        with self._watch.time("read"):
            return self._reader.look_over()

    def grab(self, region: Rect | None = None) -> Image:
        """The picture of a part of the screen; ScreenError where it cannot be captured twice in a row."""
        whole, cell = self._at_rest
        with self._watch.time("capture", whole if region == self._region else cell):
            try:
                return self._screen.grab(region)
            except ScreenError:
                wait(AGAIN, self._watch.clock, self._brake)
                return self._screen.grab(region)

    def find(self, search: Callable[[Screen], Frame]) -> Frame:
        """The board that a search of the whole screen finds, to look at from now on."""
        self.fix(self._searched(lambda: search(self)))
        return self.frame

    def find_again(self, known: Frame, mines: int | None) -> None:
        """Look for the board of a frame over the whole screen: WindowLost where none, or not only one, may be it.

        Its theme is no sign: one that was told from covered cells may turn out another when the first numbers show.
        """
        board = known.board
        wish = Wish(size=(board.width, board.height))
        try:
            frames = self._searched(lambda: boards(self, wish))
        except BoardNotFound as error:  # it is there, and not all of it is in view
            raise WindowLost(str(error)) from None
        frames = [
            frame for frame in frames if not known.certain(frame.certain(changed(board, frame.board.with_mines(mines))))
        ]
        if len(frames) != 1:
            raise WindowLost("the board is no longer to be seen; its window was closed, covered or changed")
        self.fix(frames[0])

    def _quickly(self, region: Rect) -> float:
        """The seconds that a capture takes as a rule, now."""
        return usual_seconds(lambda: self.grab(region), self._watch.clock)

    def _searched(self, search: Callable[[], _Result]) -> _Result:
        with self._watch.time("find"):
            return aside(search, self._brake)
