"""Boards of looks that no program has: what a search for boards must find without having seen it."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from minebot.board import COVERED, EXPLODED, FLAG, MINE, WRONG_FLAG, Board
from minebot.vision.picture import Bgr

Colour = tuple[int, int, int]
KINDS = ("bevelled", "gaps", "chequered", "lined", "gradient", "dark")
OPEN = "open"  # the same, but open cells have no borders
FLAT = "flat"  # the same, but no cell has any


@dataclass(frozen=True)
class Look:
    """How a made-up program draws its cells: colours as blue, green, red; widths as shares of the pitch.

    `chequer` is what every second cell is darker, `slope` what the far end of the board is, in steps of 255.
    """

    kind: str
    covered: Colour
    opened: Colour
    line: Colour
    bevel: float = 0.0
    gap: float = 0.0
    chequer: int = 0
    slope: int = 0
    numbers: tuple[Colour, ...] = field(default=())
    size: float = 0.7

    def cell(self, board: Board, x: int, y: int) -> Colour:
        """The ground of a cell."""
        code = board[x, y]
        base = self.covered if code in (COVERED, FLAG, WRONG_FLAG) else self.opened
        if code == EXPLODED:
            base = (40, 40, 230)
        shade = self.slope * (x / board.width + y / board.height) / 2 + self.chequer * ((x + y) % 2)
        return shaded(base, -round(shade))


def shaded(colour: Colour, by: float) -> Colour:
    """The colour, lighter by so many steps of 255, or darker."""
    blue, green, red = (int(min(255, max(0, channel + by))) for channel in colour)
    return blue, green, red


def _near_grey(rng: random.Random, level: int, spread: int) -> Colour:
    blue, green, red = (min(255, max(0, level + rng.randint(-spread, spread))) for _ in range(3))
    return blue, green, red


def random_look(rng: random.Random, kind: str) -> Look:
    """A look of one of `KINDS`, `OPEN` or `FLAT`."""
    return _MAKERS[kind](rng)


def _numbers(rng: random.Random, ground: Colour) -> tuple[Colour, ...]:
    """Eight colours that stand out from the ground."""
    found: list[Colour] = []
    while len(found) < 8:
        colour = rng.randrange(256), rng.randrange(256), rng.randrange(256)
        if max(abs(one - other) for one, other in zip(colour, ground, strict=True)) > 90:
            found.append(colour)
    return tuple(found)


def _bevelled(rng: random.Random) -> Look:
    face = _near_grey(rng, rng.randint(130, 215), 12)
    line = shaded(face, -rng.randint(30, 70))
    opened = rng.choice([face, shaded(face, 20), shaded(face, -15)])
    return Look("bevelled", face, opened, line, bevel=rng.uniform(0.05, 0.16), numbers=_numbers(rng, opened))


def _gaps(rng: random.Random) -> Look:
    covered = _near_grey(rng, rng.randint(60, 220), 30)
    opened = shaded(covered, rng.choice([-45, 35]))
    ground = shaded(covered, rng.choice([-60, 60] if 70 < covered[1] < 190 else [60 if covered[1] < 128 else -60]))
    if max(abs(one - other) for one, other in zip(opened, ground, strict=True)) < 15:
        opened = shaded(covered, 20 if opened[1] < covered[1] else -20)
    return Look("gaps", covered, opened, ground, gap=rng.uniform(0.04, 0.15), numbers=_numbers(rng, opened))


def _chequered(rng: random.Random) -> Look:
    covered = rng.choice([(81, 215, 170), (200, 160, 90), (90, 140, 210), (180, 180, 180)])
    opened = rng.choice([(159, 194, 229), (210, 210, 210), (225, 215, 190)])
    return Look("chequered", covered, opened, covered, chequer=rng.randint(7, 20), numbers=_numbers(rng, opened))


def _lined(rng: random.Random) -> Look:
    covered = _near_grey(rng, rng.randint(90, 200), 40)
    opened = _near_grey(rng, rng.randint(215, 250), 5)
    line = shaded(min(covered, opened, key=sum), -rng.randint(25, 80))
    return Look("lined", covered, opened, line, gap=rng.uniform(0.01, 0.06), numbers=_numbers(rng, opened))


def _gradient(rng: random.Random) -> Look:
    covered = rng.choice([(230, 150, 90), (200, 120, 60), (190, 190, 190), (120, 200, 120)])
    opened = rng.choice([(240, 225, 215), (225, 225, 225)])
    line = shaded(covered, -90)
    size = rng.uniform(0.02, 0.05)
    numbers = _numbers(rng, opened)
    return Look("gradient", covered, opened, line, 0.08, size, slope=rng.randint(30, 90), numbers=numbers)


def _dark(rng: random.Random) -> Look:
    covered = _near_grey(rng, rng.randint(45, 90), 12)
    opened = shaded(covered, -rng.randint(12, 30))
    line = shaded(*rng.choice([(opened, -14), (covered, 14), (covered, 25)]))
    bevel = rng.choice([0, 0.1])
    gap = rng.uniform(0.01, 0.05)
    return Look("dark", covered, opened, line, bevel, gap, numbers=_numbers(rng, opened))


def _open(rng: random.Random) -> Look:
    covered = _near_grey(rng, rng.randint(60, 200), 40)
    opened = _near_grey(rng, rng.choice([rng.randint(215, 250), rng.randint(20, 40)]), 5)
    bevel = rng.uniform(0.03, 0.12)
    return Look(OPEN, covered, opened, opened, bevel=bevel, numbers=_numbers(rng, opened), size=rng.uniform(0.45, 0.75))


def _flat(rng: random.Random) -> Look:
    opened = _near_grey(rng, rng.choice([rng.randint(195, 250), rng.randint(20, 60)]), 8)
    covered = shaded(opened, rng.randint(20, 70) * (-1 if opened[1] > 128 else 1))
    if rng.random() < 0.5:
        covered = _near_grey(rng, (opened[1] + rng.randint(60, 160)) % 256, 40)
    return Look(FLAT, covered, opened, opened, numbers=_numbers(rng, opened), size=rng.uniform(0.45, 0.75))


_MAKERS: dict[str, Callable[[random.Random], Look]] = {
    "bevelled": _bevelled,
    "gaps": _gaps,
    "chequered": _chequered,
    "lined": _lined,
    "gradient": _gradient,
    "dark": _dark,
    OPEN: _open,
    FLAT: _flat,
}


def cell_edges(count: int, pitch: float) -> list[int]:
    """Where cells of a real pitch begin in whole pixels, and where the last one ends."""
    return [round(index * pitch) for index in range(count + 1)]


def line_offset(look: Look, pitch: float) -> float:
    """How far before the edge of a cell the middle of the gap lies: a gap of 1 or 3 pixels has none in whole pixels."""
    return (_gap(look, pitch) % 2) / 2


def _gap(look: Look, pitch: float) -> int:
    return max(1, round(look.gap * pitch)) if look.gap else 0


def draw_look(board: Board, look: Look, pitch: tuple[float, float]) -> Bgr:
    """The board in that look, cells of the real pitch in x and y placed at their rounded edges."""
    across, down = cell_edges(board.width, pitch[0]), cell_edges(board.height, pitch[1])
    picture = np.full((down[-1], across[-1], 3), look.line, np.uint8)
    gap = _gap(look, pitch[0])
    marks: dict[tuple[int, Colour, int, int], Bgr] = {}
    for x in range(board.width):
        for y in range(board.height):
            left, top = across[x] + gap // 2, down[y] + gap // 2
            right, bottom = across[x + 1] - (gap - gap // 2), down[y + 1] - (gap - gap // 2)
            key = board[x, y], look.cell(board, x, y), right - left, bottom - top
            if key not in marks:
                marks[key] = _draw_cell(look, key)
            picture[top:bottom, left:right] = marks[key]
    return picture


def _draw_cell(look: Look, key: tuple[int, Colour, int, int]) -> Bgr:
    code, ground, width, height = key
    image = Image.new("RGB", (width, height), ground)  # blue and red stay swapped, as in all pictures here
    pen = ImageDraw.Draw(image)
    covered = code in (COVERED, FLAG, WRONG_FLAG)
    if look.bevel:
        _bevel(pen, look, (ground, covered, width, height))
    if code > 0:
        font = ImageFont.load_default(look.size * height)
        pen.text((width / 2, height / 2), str(code), look.numbers[code - 1], font, anchor="mm")
    elif code == FLAG:
        pen.line([(0.5 * width, 0.2 * height), (0.5 * width, 0.8 * height)], (20, 20, 20), max(1, width // 12))
        pen.polygon(
            [(0.5 * width, 0.2 * height), (0.5 * width, 0.55 * height), (0.2 * width, 0.38 * height)], (0, 0, 220)
        )
    elif code in (MINE, EXPLODED, WRONG_FLAG):
        pen.ellipse([0.25 * width, 0.25 * height, 0.75 * width, 0.75 * height], (15, 15, 15))
        if code == WRONG_FLAG:
            pen.line([(2, 2), (width - 3, height - 3)], (0, 0, 230), max(1, width // 10))
    return np.asarray(image).copy()


def _bevel(pen: ImageDraw.ImageDraw, look: Look, cell: tuple[Colour, bool, int, int]) -> None:
    """Light above and left, dark below and right on a covered cell; a thin line on an open one, unless it has gaps."""
    ground, covered, width, height = cell
    if not covered:
        if not look.gap and look.kind != OPEN:
            pen.line([(0, height), (0, 0), (width, 0)], look.line)
        return
    for inset in range(max(1, round(look.bevel * width))):
        right, bottom = width - 1 - inset, height - 1 - inset
        pen.line([(inset, bottom), (inset, inset), (right, inset)], shaded(ground, 45))
        pen.line([(inset, bottom), (right, bottom), (right, inset)], shaded(ground, -50))


def resized(picture: Bgr, across: float, down: float) -> Bgr:
    """The picture at another size, smooth: as a screen at 125 % or a zoomed page shows it."""
    way = cv2.INTER_AREA if min(across, down) < 1 else cv2.INTER_LINEAR
    height, width = picture.shape[:2]
    return cv2.resize(picture, (round(width * across), round(height * down)), interpolation=way).astype(np.uint8)
