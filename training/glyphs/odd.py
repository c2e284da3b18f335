"""Looks in which something means another thing than it does in most: plates of the numbers' own colours, signs, crates.

    oddity = random_oddity(rng, opened.base, covered.base, pitch)

What is drawn so is named by the truth, where the trainer is asked to keep what a network knows of all other looks.
"""

from dataclasses import dataclass

import cv2
import glyphs
import numpy as np
import numpy.typing as npt
from grounds import Generator, Picture, Rgb, any_colour, apart, rounded, shrunk, tinted
from marks import over


@dataclass(frozen=True)
class Oddity:
    """What lies under the symbols of such a look, and what its flags are.

    `plate` is a mask on which numbers stand, in the colours of `plates` (eight of the numbers, then one of flags, if
    they have one); `ink` the colour of the numbers on them. `crate` is a mask on what is covered, in `wood`.
    """

    plate: glyphs.Mask | None
    plates: list[Rgb]
    ink: Rgb
    crate: glyphs.Mask | None
    wood: Rgb
    flag: str

    def place(self, cell: Picture, symbol: int, *, opened: bool, flagged: bool) -> None:
        """Put on a cell what lies under its symbol."""
        if self.crate is not None and not opened:
            over(cell, self.crate, self.wood)
        if self.plate is not None and 1 <= symbol <= 8:
            over(cell, self.plate, self.plates[symbol - 1])
        if self.plate is not None and flagged and not opened and len(self.plates) > 8:
            over(cell, self.plate, self.plates[8])


def random_oddity(rng: Generator, opened: Rgb, covered: Rgb, pitch: int) -> Oddity:
    """One of them, drawn by lot, on grounds of those colours."""
    kind = rng.choice(["tile", "badge", "none"], p=[0.5, 0.25, 0.25])
    plate, plates, ink = None, [], opened
    if kind != "none":
        plate = _tile(rng, pitch) if kind == "tile" else _badge(rng, pitch)
        ink = np.full(3, 255.0 if rng.random() < 0.75 else rng.uniform(0, 40), np.float32)
        if rng.random() < 0.15:
            ink = any_colour(rng)
        plates = [_full(rng, ink) for _ in range(9 if rng.random() < 0.5 else 8)]
    flag = str(rng.choice(["flag", "sign", "token"], p=[0.35, 0.45, 0.2]))
    crate = None
    if rng.random() < 0.45:
        crate = rng.choice([_boards, _spot, _frame])(rng, pitch)
    wood = tinted(covered, rng, 110) if rng.random() < 0.7 else apart(covered, rng, 25)
    return Oddity(plate, plates, ink, crate, wood, flag)


def _full(rng: Generator, ink: Rgb) -> Rgb:
    """A colour that is seen beside that of the ink: a full one more often than not."""
    for _ in range(30):
        hue, full, light = rng.uniform(0, 180), rng.uniform(60, 255), rng.uniform(60, 255)
        pixel = np.array([[[hue, full, light]]], np.uint8)
        colour = cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0].astype(np.float32)
        if abs(float(colour.mean() - ink.mean())) > 50 or np.abs(colour - ink).max() > 110:
            return colour
    return 255 - ink


def _tile(rng: Generator, pitch: int) -> glyphs.Mask:
    return rounded(pitch, rng.uniform(0, 0.1) * pitch, rng.choice([0, rng.uniform(0.05, 0.2)]) * pitch)


def _badge(rng: Generator, pitch: int) -> glyphs.Mask:
    return _disc(pitch, rng.uniform(0.3, 0.48))


def _spot(rng: Generator, pitch: int) -> glyphs.Mask:
    return _disc(pitch, rng.uniform(0.05, 0.3))


def _disc(pitch: int, radius: float) -> glyphs.Mask:
    fine = np.zeros((pitch * 4, pitch * 4), np.uint8)
    cv2.circle(fine, (pitch * 2, pitch * 2), round(pitch * 4 * radius), 255, -1)
    return shrunk(fine, pitch)


def _boards(rng: Generator, pitch: int) -> glyphs.Mask:
    """A cross from corner to corner, or one of its lines; perhaps in a frame."""
    fine, low, high, thick = _square(rng, pitch, (0, 0.2), (0.03, 0.12))
    cv2.line(fine, (low, low), (high, high), 255, thick)
    if rng.random() < 0.8:
        cv2.line(fine, (low, high), (high, low), 255, thick)
    if rng.random() < 0.6:
        cv2.rectangle(fine, (low, low), (high, high), 255, thick)
    return shrunk(fine, pitch)


def _frame(rng: Generator, pitch: int) -> glyphs.Mask:
    fine, low, high, thick = _square(rng, pitch, (0.05, 0.25), (0.03, 0.1))
    cv2.rectangle(fine, (low, low), (high, high), 255, thick)
    return shrunk(fine, pitch)


def _square(
    rng: Generator, pitch: int, inset: tuple[float, float], width: tuple[float, float]
) -> tuple[npt.NDArray[np.uint8], int, int, int]:
    """A canvas four times as fine, where a square on it begins and ends, and how wide its lines are: by shares."""
    low = round(pitch * 4 * rng.uniform(*inset))
    thick = max(2, round(pitch * 4 * rng.uniform(*width)))
    return np.zeros((pitch * 4, pitch * 4), np.uint8), low, pitch * 4 - 1 - low, thick
