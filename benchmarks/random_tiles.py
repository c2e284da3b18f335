"""Tiles of looks that are put together at random, in the fonts of this machine: `strangers.py --random` reads them.

Covered and open cells of two colours, bevels, gaps, rounded corners, lines, a light from above, plates under numbers;
digits in any font and ink; flags and mines that are drawn, emoji or letters. Much of it is uglier than any program.
On machines with other fonts a seed is another look.
"""

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from minebot.board import COVERED, EXPLODED, FLAG, MINE, WRONG_FLAG
from minebot.errors import MinebotError

Colour = tuple[int, int, int]
Tile = np.ndarray

FONTS = Path("/usr/share/fonts")
FAMILIES = ("dejavu", "liberation", "lato", "open-sans", "roboto", "inter", "hack")
UNFIT = ("italic", "oblique", "hairline", "thin", "icon", "condensed")
EMOJI = FONTS / "truetype/noto/NotoColorEmoji.ttf"
EMOJI_SIZE = 109  # the only one that font has
CODES = (COVERED, 0, FLAG, MINE, EXPLODED, WRONG_FLAG, *range(1, 9))
SIZES = (16, 18, 20, 22, 24, 25, 28, 30, 32, 36, 40, 48, 56, 64)
CLASSIC = ((255, 0, 0), (0, 128, 0), (0, 0, 255), (128, 0, 0), (0, 0, 128), (128, 128, 0), (0, 0, 0), (128, 128, 128))
PAGES = (
    *((210, 118, 25), (60, 142, 56), (47, 47, 211), (162, 31, 123)),
    *((0, 143, 255), (167, 151, 0), (66, 66, 66), (158, 158, 158)),
)
FLAGS = {  # and how often
    "pennant": 30,
    "banner": 15,
    "\U0001f6a9": 20,
    "F": 7,
    "disc": 8,
    "!": 7,
    "P": 3,
    "X": 3,
}
MINES = {"spikes": 35, "disc": 15, "\U0001f4a3": 30, "*": 8, "M": 5, "\U0001f4a5": 4}
EXPLOSIONS = ((40, 40, 230), (60, 60, 255), (0, 120, 255))
CROSS, BLACK, WHITE = (0, 0, 255), (20, 20, 20), (235, 235, 235)
NO_SHADE = 22  # of 255, by which covered and open cells differ at least
SUBPIXELS = 4  # bits of OpenCV's coordinates behind the point


def random_tiles(seed: int) -> dict[int, Tile]:
    """The tile of each code in the look of a seed; MinebotError where the machine has no fonts for it."""
    if not _fonts() or not EMOJI.exists():
        message = f"no fonts in {FONTS}: install fonts-dejavu-core, fonts-liberation and fonts-noto-color-emoji"
        raise MinebotError(message)
    look = _Look(random.Random(seed))
    return {code: look.tile(code) for code in CODES}


@cache
def _fonts() -> list[str]:
    found = (str(path) for family in FAMILIES for path in FONTS.rglob("*.[to]tf") if family in str(path.parent).lower())
    return sorted({path for path in found if not any(word in Path(path).name.lower() for word in UNFIT)})


class _Look:
    """What is chosen once for all tiles of a look."""

    def __init__(self, rng: random.Random) -> None:
        self.size = rng.choice(SIZES)
        dark = rng.random() < 0.4
        level = rng.randrange(20, 70) if dark else rng.randrange(190, 256)
        self.open = _about(rng, level, 10)
        shade = level + rng.choice((-1, 1)) * rng.randrange(22, 70)
        self.covered = _about(rng, shade, 25) if rng.random() < 0.65 else self.open
        if _apart(self.covered, self.open) < NO_SHADE:
            self.covered = _other_than(rng, self.open, 60)
        self.bevel = rng.choice((0, 0, 0, 2, 3) if self.size >= 20 else (0, 0, 1, 2))
        self.gap = rng.choice((0, 0, 1, 1, 2, 3))
        self.round = rng.choice((0, 0, 0, 2, 4, 6)) if self.gap else 0
        self.between = _about(rng, level + rng.choice((-60, -30, 0, 30)), 10)
        self.line = _about(rng, level + (40 if dark else -40), 8) if rng.random() < 0.5 and not self.gap else None
        self.lit = rng.random() < 0.15
        self.font, self.share = rng.choice(_fonts()), rng.uniform(0.5, 0.85)
        self.plates = [_about(rng, rng.randrange(40, 140), 40) for _ in range(8)] if rng.random() < 0.08 else None
        self.inks = [self._readable(ink) for ink in self._some_inks(rng)]
        (self.flag,), (self.mine,) = (rng.choices(list(kinds), list(kinds.values())) for kinds in (FLAGS, MINES))
        red = (30, 30, 220) if rng.random() < 0.7 else self.covered
        self.cloth = red if _apart(red, self.covered) >= 60 else _other_than(rng, self.covered, 100)
        self.on_open, self.on_covered = (BLACK if np.mean(each) > 100 else WHITE for each in (self.open, self.covered))
        self.pole = (0, 0, 0) if np.mean(self.covered) > 80 else (240, 240, 240)
        self.mines_covered, self.wrong_flags = rng.random() < 0.3, rng.random() < 0.5
        self.exploded = rng.choice(EXPLOSIONS)

    def _some_inks(self, rng: random.Random) -> list[Colour]:
        kind = rng.random()
        if kind < 0.45:
            return list(CLASSIC)
        if kind < 0.65:
            return list(PAGES)
        if kind < 0.8:
            return [_other_than(rng, self.open, 90)] * 8
        return [_other_than(rng, self.open, 90) for _ in range(8)]

    def _readable(self, ink: Colour) -> Colour:
        if self.plates:
            return (255, 255, 255)
        away = 130 if np.mean(self.open) < 128 else -130
        return ink if _apart(ink, self.open) > 60 else _within(value + away for value in ink)

    def tile(self, code: int) -> Tile:
        """The cell that shows that code."""
        tile = self._ground(code)
        if code > 0:
            return self._written(tile, str(code), self.inks[code - 1])
        if code in (FLAG, WRONG_FLAG):
            tile = self._marked(tile, self.flag, self.cloth)
        if code in (MINE, EXPLODED):
            ink = self.on_covered if self.mines_covered and code == MINE else self.on_open
            tile = self._marked(tile, self.mine, ink)
        if code == WRONG_FLAG:
            tile = tile if self.wrong_flags else self._marked(self._ground(COVERED), self.mine, self.on_covered)
            near, far, thick = self.size // 6, self.size - 1 - self.size // 6, max(1, self.size // 14)
            cv2.line(tile, (near, near), (far, far), CROSS, thick, cv2.LINE_AA)
            cv2.line(tile, (far, near), (near, far), CROSS, thick, cv2.LINE_AA)
        return tile

    def _ground(self, code: int) -> Tile:
        closed = code in (COVERED, FLAG, WRONG_FLAG) or (self.mines_covered and code == MINE)
        ground = self.covered if closed else self.exploded if code == EXPLODED else self.open
        if self.plates and code > 0:
            ground = self.plates[code - 1]
        image = Image.new("RGB", (self.size, self.size), self.between)
        draw = ImageDraw.Draw(image)
        first, last = self.gap // 2, self.size - 1 - (self.gap - self.gap // 2)
        draw.rounded_rectangle((first, first, last, last), self.round, fill=ground)
        for inset in range(self.bevel if closed else 0):
            near, far = first + inset, last - inset
            light, shade = (_within(value + by for value in ground) for by in (45, -50))
            draw.line([(near, far), (near, near), (far, near)], fill=light)
            draw.line([(far, near), (far, far), (near, far)], fill=shade)
        if self.line:
            draw.line([(0, self.size), (0, 0), (self.size, 0)], fill=self.line)
        tile = np.array(image)
        if self.lit and closed:
            plain = (np.abs(tile.astype(int) - ground).max(2) < 2)[..., None]
            light = np.linspace(12, -12, self.size)[:, None, None]
            tile = np.clip(np.where(plain, tile + light, tile), 0, 255).astype(np.uint8)
        return tile

    def _written(self, tile: Tile, text: str, ink: Colour) -> Tile:
        image, font = Image.fromarray(tile), ImageFont.truetype(self.font, max(8, round(self.size * self.share)))
        draw = ImageDraw.Draw(image)
        left, top, right, bottom = draw.textbbox((0, 0), text, font=font)
        place = (self.size - right + left) / 2 - left, (self.size - bottom + top) / 2 - top
        draw.text(place, text, font=font, fill=ink)
        return np.array(image)

    def _marked(self, tile: Tile, kind: str, ink: Colour) -> Tile:
        if len(kind) == 1:
            return self._written(tile, kind, ink) if kind.isascii() else self._with_emoji(tile, kind)
        tile = tile.copy()
        middle = (self.size << SUBPIXELS) // 2
        radius = round((self.size << SUBPIXELS) * 0.26)
        if kind == "pennant":
            self._filled(tile, ((0.3, 0.15), (0.8, 0.35), (0.3, 0.55)), ink)
            self._filled(tile, ((0.27, 0.15), (0.34, 0.15), (0.34, 0.88), (0.27, 0.88)), self.pole)
        elif kind == "banner":
            self._filled(tile, ((0.62, 0.15), (0.62, 0.55), (0.2, 0.35)), ink)
            self._filled(tile, ((0.56, 0.15), (0.64, 0.15), (0.64, 0.8), (0.56, 0.8)), self.pole)
            self._filled(tile, ((0.3, 0.8), (0.8, 0.8), (0.85, 0.88), (0.25, 0.88)), self.pole)
        else:
            cv2.circle(tile, (middle, middle), radius, ink, -1, cv2.LINE_AA, SUBPIXELS)
        for angle in np.arange(8) * np.pi / 4 if kind == "spikes" else ():
            reach = (self.size << SUBPIXELS) * 0.4
            end = round(middle + reach * np.cos(angle)), round(middle + reach * np.sin(angle))
            cv2.line(tile, (middle, middle), end, ink, max(1, self.size // 12), cv2.LINE_AA, SUBPIXELS)
        return tile

    def _filled(self, tile: Tile, corners: tuple[tuple[float, float], ...], ink: Colour) -> None:
        points = np.array([[round(value * (self.size << SUBPIXELS)) for value in corner] for corner in corners])
        cv2.fillPoly(tile, [points.astype(np.int32)], ink, cv2.LINE_AA, SUBPIXELS)

    def _with_emoji(self, tile: Tile, emoji: str) -> Tile:
        picture = _emoji(emoji)
        scale = min(self.size * self.share / picture.shape[0], (self.size - 2) / picture.shape[1])
        small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).astype(float)
        top, left = ((self.size - side) // 2 for side in small.shape[:2])
        alpha, tile = small[:, :, 3:] / 255, tile.copy()
        part = tile[top : top + small.shape[0], left : left + small.shape[1]]
        part[:] = part * (1 - alpha) + small[:, :, 2::-1] * alpha
        return tile


@cache
def _emoji(emoji: str) -> np.ndarray:
    image = Image.new("RGBA", (160, 160))
    font = ImageFont.truetype(str(EMOJI), EMOJI_SIZE)
    ImageDraw.Draw(image).text((4, 4), emoji, font=font, embedded_color=True)
    return np.array(image.crop(image.getbbox()))


def _within(values: Iterator[int]) -> Colour:
    blue, green, red = (min(255, max(0, round(value))) for value in values)
    return blue, green, red


def _about(rng: random.Random, level: int, spread: int) -> Colour:
    return _within(level + rng.randint(-spread, spread) for _ in range(3))


def _apart(one: Colour, other: Colour) -> int:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def _other_than(rng: random.Random, ground: Colour, least: int) -> Colour:
    while _apart(colour := _within(rng.randrange(256) for _ in range(3)), ground) <= least:
        pass
    return colour
