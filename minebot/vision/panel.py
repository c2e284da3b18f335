"""What stands around a board: the mine counter, and the face or button that starts the next game."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import cv2
import numpy as np

from minebot.geometry import Lattice, Pixel
from minebot.vision.picture import Bgr
from minebot.vision.theme import Theme
from minebot.vision.themes.shapes import Colour, parse_colour

_ALIKE = 20.0  # colour distance up to which a captured button is taken for seen
_EXACT = 1.0  # colour distance that rounding makes
_SMALLEST = 10  # pixels of a button that is still known by its looks
_AROUND = 2  # pixels by which a place that was found at half the size may be off
_ABOVE = 5.0  # cells above the board within which its panel lies

_SEGMENTS = {  # top, upper left, upper right, middle, lower left, lower right, bottom
    (1, 1, 1, 0, 1, 1, 1): "0",
    (0, 0, 1, 0, 0, 1, 0): "1",
    (1, 0, 1, 1, 1, 0, 1): "2",
    (1, 0, 1, 1, 0, 1, 1): "3",
    (0, 1, 1, 1, 0, 1, 0): "4",
    (1, 1, 0, 1, 0, 1, 1): "5",
    (1, 1, 0, 1, 1, 1, 1): "6",
    (1, 0, 1, 0, 0, 1, 0): "7",
    (1, 1, 1, 1, 1, 1, 1): "8",
    (1, 1, 1, 1, 0, 1, 1): "9",
    (0, 0, 0, 1, 0, 0, 0): "-",
}
_PLACES = ((0.5, 0.08), (0.12, 0.28), (0.88, 0.28), (0.5, 0.5), (0.12, 0.72), (0.88, 0.72), (0.5, 0.92))


@dataclass(frozen=True, slots=True)
class Panel:
    """What the panel shows: the mine counter (see `read_counter`), and the middle of the face for the next game.

    `fit` is how far the face is from the captured one, in colours; 0 where none was compared.
    """

    mines_left: int | None
    restart: Pixel | None
    fit: float = 0.0


def read_panel(picture: Bgr, lattice: Lattice, theme: Theme, before: Panel | None = None) -> Panel:
    """The panel around a board. `before` is what was read at the same place a look ago, if anything was.

    A captured face that still is where it was is not searched for again.
    """
    if before is not None and before.restart is not None and _is_still_there(picture, lattice, theme, before):
        return replace(before, mines_left=read_counter(picture, lattice, theme))
    fit, restart = _restart(picture, lattice, theme)
    return Panel(read_counter(picture, lattice, theme), restart, fit)


def panel_part(picture: Bgr, lattice: Lattice) -> Bgr:
    """The part of the picture that the panel is read from."""
    return _surroundings(picture, lattice)[0]


def _restart(picture: Bgr, lattice: Lattice, theme: Theme) -> tuple[float, Pixel | None]:
    """The middle of the face or button that starts the next game, None where there is none in sight; and its fit."""
    if theme.restart_disc is not None:
        return 0.0, _see_disc(picture, lattice, theme.restart_disc)
    if theme.restarts:
        return _see_button(picture, lattice, theme)
    if theme.restart_above is not None and lattice.y >= theme.restart_above:
        return 0.0, Pixel(lattice.across(lattice.cols / 2), lattice.y - theme.restart_above)
    return 0.0, None


def _is_still_there(picture: Bgr, lattice: Lattice, theme: Theme, before: Panel) -> bool:
    """Whether one of the captured buttons fits as well as one did a look ago, at its place."""
    if before.restart is None or not theme.restarts:
        return False
    area, left, top = _surroundings(picture, lattice)
    for button in _buttons(lattice, theme):
        height, width = button.shape[:2]
        x, y = round(before.restart.x - left - width / 2), round(before.restart.y - top - height / 2)
        if min(x, y) >= 0:
            distance, _ = _search(area[y : y + height, x : x + width], button)
            if distance <= max(before.fit, _EXACT):
                return True
    return False


def _see_disc(picture: Bgr, lattice: Lattice, colour: Colour) -> Pixel | None:
    """A disc of one colour in the panel above the board, about one to two cells wide."""
    area, left, top = _panel(picture, lattice)
    if area.size == 0:
        return None
    mask = _coloured(area, colour, 90)
    if not mask.any():
        return None
    # sunglasses cut a face in two: close gaps of a quarter of a cell
    closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((max(1, int(lattice.pitch_y / 4)),) * 2, np.uint8))
    _, _, boxes, _ = cv2.connectedComponentsWithStats(closed)
    pitch = lattice.pitch_y
    discs = [
        (int(pixels), left + x + w / 2, top + y + h / 2)
        for x, y, w, h, pixels in boxes[1:].tolist()
        if 0.6 * pitch < w < 2.2 * pitch and abs(w - h) <= 0.25 * w and pixels > 0.4 * w * h
    ]
    return Pixel(*max(discs)[1:]) if discs else None


def _see_button(picture: Bgr, lattice: Lattice, theme: Theme) -> tuple[float, Pixel | None]:
    """The place where one of the captured buttons fits, around the board, and the colour distance there."""
    area, left, top = _surroundings(picture, lattice)
    distance, place = np.inf, Pixel(0, 0)
    looked_for: list[tuple[Bgr, float]] = []
    for button in _buttons(lattice, theme):
        # what is far from one face everywhere is far from those that are like it
        if any(far - _apart(button, other) > min(distance, _ALIKE) for other, far in looked_for):
            continue
        found = _search(area, button)
        looked_for.append((button, found[0]))
        distance, place = min((distance, place), found)
        if distance <= _EXACT:
            break
    return distance, Pixel(left + place.x, top + place.y) if distance <= _ALIKE else None


def _apart(one: Bgr, other: Bgr) -> float:
    """The colour distance of two buttons; infinity where they are not of one size."""
    return float(cv2.norm(one, other) / one.size**0.5) if one.shape == other.shape else np.inf


def _buttons(lattice: Lattice, theme: Theme) -> list[Bgr]:
    """The captured buttons, at the scale of the board."""
    pitch = theme.nearest_pitch(lattice.pitch_y)
    return [_resized(button, lattice.pitch_y / pitch) for button in theme.restarts[pitch]]


def _resized(picture: Bgr, scale: float) -> Bgr:
    return picture if scale == 1 else cv2.resize(picture, None, fx=scale, fy=scale).astype(np.uint8)


def _search(area: Bgr, button: Bgr) -> tuple[float, Pixel]:
    """The colour distance where the button fits best, and the middle of that place."""
    distance, x, y = _best_corner(area, button)
    height, width = button.shape[:2]
    return distance, Pixel(x + width / 2, y + height / 2)


def _best_corner(area: Bgr, button: Bgr) -> tuple[float, int, int]:
    """The colour distance where the button fits best, and the x and y of its corner there.

    A large one is looked for at half the size first, then around that place.
    """
    height, width = button.shape[:2]
    if area.shape[0] < height or area.shape[1] < width:
        return np.inf, 0, 0
    left, top = 0, 0
    if min(height, width) >= 2 * _SMALLEST:
        _, x, y = _best_corner(_halved(area), _halved(button))
        left, top = max(0, 2 * x - _AROUND), max(0, 2 * y - _AROUND)
        area = area[top : 2 * y + height + _AROUND, left : 2 * x + width + _AROUND]
    # squared difference, not correlation: a flat button would correlate with anything
    least, _, (x, y), _ = cv2.minMaxLoc(cv2.matchTemplate(area, button, cv2.TM_SQDIFF))
    return float(np.sqrt(max(least, 0) / button.size)), left + x, top + y


def _halved(picture: Bgr) -> Bgr:
    height, width = (side // 2 for side in picture.shape[:2])
    small = cv2.resize(picture[: 2 * height, : 2 * width], (width, height), interpolation=cv2.INTER_AREA)
    return small.astype(np.uint8)


def _panel(picture: Bgr, lattice: Lattice) -> tuple[Bgr, int, int]:
    """The part of the picture straight above the board, with its corner."""
    return _above(picture, lattice, 0, _ABOVE * lattice.pitch_y)


def _surroundings(picture: Bgr, lattice: Lattice) -> tuple[Bgr, int, int]:
    """The part above the board and two cells to its sides, with its corner."""
    return _above(picture, lattice, 2 * lattice.pitch_x, max(_ABOVE * lattice.pitch_y, 60))


def _above(picture: Bgr, lattice: Lattice, sideways: float, height: float) -> tuple[Bgr, int, int]:
    left, top = max(0, int(lattice.x - sideways)), max(0, int(lattice.y - height))
    right = int(lattice.across(lattice.cols) + sideways)
    return picture[top : max(0, int(lattice.y)), left:right], left, top


def read_counter(picture: Bgr, lattice: Lattice, theme: Theme) -> int | None:
    """What the mine counter shows (it may be negative); None where the theme has none or it cannot be read."""
    if "lit" in theme.counter:
        text = _read_segments(picture, lattice, parse_colour(theme.counter["lit"]))
    elif "digits" in theme.counter:
        text = _read_digits(picture, lattice, theme)
    else:
        return None
    sign, digits = text[:1] == "-", text.lstrip("-")
    return int(text) if digits.isdecimal() and len(digits) == len(text) - sign else None


def _read_digits(picture: Bgr, lattice: Lattice, theme: Theme) -> str:
    """The digits at the place that the theme names, by comparison with captured ones; a space for one unlike all."""
    pitch = theme.nearest_pitch(lattice.pitch_y)
    scale, place = lattice.pitch_y / pitch, theme.counter
    left = place["x"] if "x" in place else place["right"] + lattice.cols * pitch
    corners = [(left + index * place["advance"], place["y"]) for index in range(place["digits"])]
    return "".join(
        _nearest_digit(_cut(picture, lattice, corner, scale, (place["width"], place["height"])), theme.digits[pitch])
        for corner in corners
    )


def _cut(
    picture: Bgr, lattice: Lattice, corner: tuple[int, int], scale: float, size: tuple[int, int]
) -> cv2.typing.MatLike:
    """The part of the picture at a corner that is given from the board's, brought to the size of the captured pitch."""
    x, y = lattice.x + corner[0] * scale, lattice.y + corner[1] * scale
    middle = (scale - 1) / 2
    matrix = np.array([[scale, 0, x + middle], [0, scale, y + middle]])
    return cv2.warpAffine(picture, matrix, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)


def _nearest_digit(cell: cv2.typing.MatLike, digits: Mapping[str, Bgr]) -> str:
    distances = {
        name: float(np.sqrt(np.mean((cell.astype(np.float32) - digit) ** 2))) for name, digit in digits.items()
    }
    (least, name), (second, _) = sorted((distance, name) for name, distance in distances.items())[:2]
    return name if least < 0.5 * second else " "


def _read_segments(picture: Bgr, lattice: Lattice, colour: Colour) -> str:
    """Seven-segment digits in the black display above the left half of the board; empty where none is seen."""
    area, _, _ = _panel(picture, lattice)
    area = area[:, : area.shape[1] // 2]
    if not area.size:  # the picture begins with the board
        return ""
    lit = _coloured(area, colour, 100)  # an unlit segment is half as bright
    box = _display(area, lit, lattice.pitch_y)
    if box is None:
        return ""
    x, y, w, h = box
    count = max(1, round(w / (0.565 * h)))  # a digit is 13 units wide and 23 high
    return "".join(_digit(part) for part in np.array_split(lit[y : y + h, x : x + w], count, axis=1))


def _coloured(area: Bgr, colour: Colour, within: int) -> Bgr:
    """1 where each channel is nearer to the colour than that."""
    blue, green, red = colour
    reach = within - 1
    return _within(area, (blue - reach, green - reach, red - reach), (blue + reach, green + reach, red + reach))


def _within(area: Bgr, low: Colour, high: Colour) -> Bgr:
    """1 where each channel lies between two values, both included: a tenth of the time that numpy takes for it."""
    return np.asarray(cv2.inRange(area, low, high), np.uint8) & np.uint8(1)


def _display(area: Bgr, lit: Bgr, pitch: float) -> tuple[int, int, int, int] | None:
    """The black box of the counter: the leftmost dark patch of its size that holds something lit."""
    dark = lit | _within(area, (0, 0, 0), (59, 59, 255))
    _, labels, boxes, _ = cv2.connectedComponentsWithStats(dark)
    found = [
        (x, y, w, h)
        for label, (x, y, w, h, pixels) in enumerate(boxes.tolist())
        if label
        and pitch < h < 2.2 * pitch
        and 1.2 * h < w < 3 * h
        and pixels > 0.75 * w * h
        and lit[labels == label].any()
    ]
    return min(found, default=None)


def _digit(lit: Bgr) -> str:
    """The digit that seven segments show; a space where they show none."""
    height, width = lit.shape
    reach = max(1, round(height * 0.09))

    def shines(place: tuple[float, float]) -> int:
        x, y = int(place[0] * (width - 1)), int(place[1] * (height - 1))
        around = lit[max(0, y - reach) : y + reach + 1, max(0, x - reach) : x + reach + 1]
        return int(around.mean() > 0.25)

    return _SEGMENTS.get(tuple(shines(place) for place in _PLACES), " ")  # type: ignore[arg-type]  # seven of them
