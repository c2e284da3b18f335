"""Find the one board on the screen that is to be played."""

from collections.abc import Sequence
from dataclasses import dataclass

from minebot.errors import BoardNotFound, MinebotError
from minebot.play.frame import Frame
from minebot.vision.read import read_picture
from minebot.vision.reading import Reading
from minebot.vision.screen import Screen
from minebot.vision.theme import UNKNOWN


@dataclass(frozen=True, slots=True)
class Wish:
    """Which board to play, where several are on the screen, and how many mines it holds, where that cannot be seen."""

    theme: str | None = None
    size: tuple[int, int] | None = None
    mines: int | None = None

    def admits(self, reading: Reading) -> bool:
        """Whether a board is one of those wished for."""
        board = reading.board
        return self.theme in (None, reading.theme.name) and self.size in (None, (board.width, board.height))

    def __str__(self) -> str:
        size = f"of {self.size[0]}x{self.size[1]}" if self.size else ""
        return " ".join(word for word in (self.theme, "board", size) if word)


def find_board(screen: Screen, wish: Wish) -> Frame:
    """Look over the whole screen for the one board that fits the wish; BoardNotFound where none or several do."""
    image = screen.grab()
    return Frame(image, _only([reading for reading in read_picture(image.bgr) if wish.admits(reading)], wish))


def find_strange(screen: Screen, wish: Wish) -> Frame:
    """The one board on the screen in a look of its own, or of the size wished for in any look; else BoardNotFound."""
    image = screen.grab()
    if wish.size is not None:
        return Frame(image, _only([reading for reading in read_picture(image.bgr, []) if wish.admits(reading)], wish))
    readings = read_picture(image.bgr)
    strange = [reading for reading in readings if reading.theme.name == UNKNOWN]
    if readings and not strange:
        raise BoardNotFound(
            f"the themes that there are read every board on the screen: {'; '.join(map(described, readings))}; "
            "choose one by --size to learn it nevertheless"
        )
    return Frame(image, _only(strange, wish))


def _only(readings: Sequence[Reading], wish: Wish) -> Reading:
    if not readings:
        raise BoardNotFound(f"no {wish} is on the screen; bring the whole window into view, uncovered")
    if len(readings) > 1:
        raise BoardNotFound(
            f"{len(readings)} boards are on the screen: {'; '.join(map(described, readings))}; "
            "choose with --theme or --size, or close the others"
        )
    return readings[0]


def mines_of(reading: Reading, wish: Wish) -> int:
    """The number of mines, as wished or as seen; MinebotError where the two differ or neither tells."""
    if reading.mines is None and wish.mines is None:
        raise MinebotError(f"nothing tells how many mines the {described(reading)} holds; say it with --mines")
    if reading.mines_left is not None and wish.mines not in (None, reading.mines):
        raise MinebotError(
            f"the counter of the {described(reading)} tells of {reading.mines} mines, and not {wish.mines}"
        )
    return wish.mines or reading.mines or 0


def described(reading: Reading) -> str:
    """A board in a few words: theme, size and place."""
    x, y, _, _ = reading.lattice.bbox
    return f"{reading.theme.name} board of {reading.board.width}x{reading.board.height} at {x}, {y}"
