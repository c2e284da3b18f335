"""Find the one board on the screen that is to be played."""

from collections.abc import Sequence
from dataclasses import dataclass

from minebot.errors import BoardNotFound, MinebotError
from minebot.geometry import Point, Rect
from minebot.play.frame import Frame
from minebot.vision.inview import goes_on, has_sheet
from minebot.vision.read import read_picture
from minebot.vision.reading import Reading
from minebot.vision.screen import Screen
from minebot.vision.theme import UNKNOWN, Theme
from minebot.vision.themes.folders import load_themes

_SAME_SCALE = 0.02  # by which the scale of a small region differs through rounding to whole pixels
_NEAR = 3  # points by which the corner of a board may seem elsewhere at another scale


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


def find_board(screen: Screen, wish: Wish, themes: Sequence[Theme] | None = None) -> Frame:
    """Look over the whole screen for the one board that fits the wish; BoardNotFound where none or several do."""
    found = boards(screen, wish, themes)
    if not found and (theme := _hidden(screen)) is not None:
        raise BoardNotFound(
            f"no {wish} is on the screen, but what may be the sheet under which {theme.title} hides a paused game; "
            "let it resume and run minebot again"
        )
    return only(found, wish)


def _hidden(screen: Screen) -> Theme | None:
    """The theme whose program seems to hide its board, because the game pauses."""
    picture = screen.grab().bgr
    sheets = ((theme, theme.paused) for theme in load_themes())
    return next((theme for theme, colour in sheets if colour is not None and has_sheet(picture, colour)), None)


def boards(screen: Screen, wish: Wish, themes: Sequence[Theme] | None = None) -> list[Frame]:
    """All boards on the screen that fit the wish, each as a look at its own place shows it, read by the themes named.

    BoardNotFound where there is none but such as go on beyond the screen, or beyond the part of it that is looked at.
    """
    image = screen.grab()
    frames = [Frame(image, reading) for reading in read_picture(image.bgr, themes) if wish.admits(reading)]
    whole = [closer for closer in (_looked_at(screen, frame, themes) for frame in frames) if closer is not None]
    if frames and not whole:
        raise BoardNotFound(
            f"the {described(frames[0].reading)} goes on beyond what is in view, or ends right at the edge; "
            "move the whole window into view, or choose a larger --region"
        )
    return whole


def _looked_at(screen: Screen, frame: Frame, themes: Sequence[Theme] | None) -> Frame | None:
    """The frame, or a closer one, where its place alone shows more: at another scale, or beside a part of a screen.

    None where the board goes on there.
    """
    image = screen.grab(_around(frame))
    scales = zip(image.scale, frame.image.scale, strict=True)
    if max(abs(now / then - 1) for now, then in scales) < _SAME_SCALE and _within(image.region, frame.image.region):
        return None if goes_on(frame.image.bgr, frame.reading.lattice) else frame
    closer = [Frame(image, reading) for reading in read_picture(image.bgr, themes)]
    same = [each for each in closer if _size(each.reading) == _size(frame.reading) and _meet(each.place, frame.place)]
    whole = [each for each in same if not goes_on(each.image.bgr, each.reading.lattice)]
    return whole[0] if whole else None


def _around(frame: Frame) -> Rect:
    """The place of a board, and two cells beyond."""
    place, board = frame.place, frame.board
    across, down = 2 * place.w // board.width, 2 * place.h // board.height
    return Rect(place.x - across, place.y - down, place.w + 2 * across, place.h + 2 * down)


def _within(inner: Rect, outer: Rect) -> bool:
    return Point(inner.x, inner.y) in outer and Point(inner.x + inner.w - 1, inner.y + inner.h - 1) in outer


def _meet(one: Rect, other: Rect) -> bool:
    """Whether two places begin within a few points of each other."""
    return abs(one.x - other.x) <= _NEAR and abs(one.y - other.y) <= _NEAR


def _size(reading: Reading) -> tuple[int, int]:
    return reading.board.width, reading.board.height


def find_strange(screen: Screen, wish: Wish) -> Frame:
    """The one board on the screen in a look of its own, or of the size wished for in any look; else BoardNotFound."""
    image = screen.grab()
    if wish.size is not None:
        frames = [Frame(image, reading) for reading in read_picture(image.bgr, []) if wish.admits(reading)]
        return only(frames, wish)
    readings = read_picture(image.bgr)
    strange = [reading for reading in readings if reading.theme.name == UNKNOWN]
    if readings and not strange:
        raise BoardNotFound(
            f"the themes that there are read every board on the screen: {'; '.join(map(described, readings))}; "
            "choose one by --size to learn it nevertheless"
        )
    return only([Frame(image, reading) for reading in strange], wish)


def only(frames: Sequence[Frame], wish: Wish) -> Frame:
    """The one board that there is; BoardNotFound where there is none, or several."""
    if not frames:
        raise BoardNotFound(f"no {wish} is on the screen; bring the whole window into view, and uncovered")
    if len(frames) > 1:
        listed = "; ".join(described(frame.reading) for frame in frames)
        raise BoardNotFound(
            f"{len(frames)} boards are on the screen: {listed}; "
            "choose with --theme, --size, --window or --region, or close the others"
        )
    return frames[0]


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
