"""The shapes that a training picture may show: digits of installed fonts and of our own strokes, flags, mines, marks.

A shape is a mask: floats from 0 to 1, as high as `HIGH`, as wide as it is. Fonts are only looked at while training:
none of them is kept, and the reader needs none.
"""

import subprocess
from functools import cache
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

HIGH = 64
Mask = npt.NDArray[np.float32]
Generator = np.random.Generator

# fonts whose digits are no plain digits, or that have none
_STRANGE = (
    "emoji",
    "symbol",
    "weather",
    "dseg14",
    "math",
    "icon",
    "linear",
    "cuneiform",
    "jsmath",
    "barcode",
    "dingbat",
    "d050000l",
    "unifont_upper",
)

_SKELETONS = {  # strokes on a grid of 4 by 6: (0, 0) is the upper left corner
    1: (((1, 1), (2, 0), (2, 6)), ((1, 6), (3, 6))),
    2: (((0, 1), (1, 0), (3, 0), (4, 1), (4, 2), (0, 5), (0, 6), (4, 6)),),
    3: (((0, 0), (3, 0), (4, 1), (4, 2), (3, 3), (1, 3)), ((3, 3), (4, 4), (4, 5), (3, 6), (0, 6))),
    4: (((1, 0), (0, 3), (4, 3)), ((3, 0), (3, 6))),
    5: (((4, 0), (0, 0), (0, 3), (3, 3), (4, 4), (4, 5), (3, 6), (0, 6)),),
    6: (((4, 0), (1, 0), (0, 1), (0, 5), (1, 6), (3, 6), (4, 5), (4, 4), (3, 3), (0, 3)),),
    7: (((0, 0), (4, 0), (4, 1), (2, 6)),),
    8: (
        ((1, 0), (3, 0), (4, 1), (4, 2), (3, 3), (1, 3), (0, 2), (0, 1), (1, 0)),
        ((1, 3), (0, 4), (0, 5), (1, 6), (3, 6), (4, 5), (4, 4), (3, 3)),
    ),
}


@cache
def font_files() -> tuple[str, ...]:
    """Every font on this machine that has plain digits, one a distinct picture of `2`."""
    listed = subprocess.run(["fc-list", ":", "file"], capture_output=True, text=True, check=True).stdout
    files = sorted({line.split(":")[0] for line in listed.splitlines()})
    seen: set[bytes] = set()
    kept = []
    for file in files:
        if any(part in Path(file).name.lower() for part in _STRANGE):
            continue
        masks = [_font_mask(file, text) for text in "24"]
        if any(mask is None for mask in masks) or np.array_equal(masks[0], masks[1]):
            continue
        key = masks[0].tobytes()
        if key not in seen:
            seen.add(key)
            kept.append(file)
    return tuple(kept)


@cache
def _font_mask(file: str, text: str) -> Mask | None:
    """The text in that font, cut to its ink and brought to `HIGH`; None where the font has it not."""
    try:
        font = ImageFont.truetype(file, 96)
        left, top, right, bottom = font.getbbox(text)
    except OSError:
        return None
    if right - left < 8 or bottom - top < 40:
        return None
    image = Image.new("L", (int(right - left) + 8, int(bottom - top) + 8))
    ImageDraw.Draw(image).text((4 - left, 4 - top), text, 255, font)
    return _trimmed(np.asarray(image, np.float32) / 255)


def _trimmed(mask: Mask) -> Mask | None:
    rows, columns = np.flatnonzero(mask.max(1) > 0.2), np.flatnonzero(mask.max(0) > 0.2)
    if len(rows) < 4 or len(columns) < 2:
        return None
    cut = mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    width = max(4, round(cut.shape[1] * HIGH / cut.shape[0]))
    return cv2.resize(cut, (width, HIGH), interpolation=cv2.INTER_AREA)


def fonts_digits(rng: Generator) -> dict[int, Mask]:
    """The digits 1 to 8 of one font, drawn by lot; bold ones twice as often."""
    files = font_files()
    bold = [file for file in files if "bold" in file.lower() or "black" in file.lower()]
    file = str(rng.choice(bold if bold and rng.random() < 0.5 else files))
    return {number: _font_mask(file, str(number)) for number in range(1, 9)}


def small_font_digits(rng: Generator) -> dict[int, Mask]:
    """The digits of one font drawn a dozen pixels high without smoothing, as old programs show them, and enlarged."""
    file, size = str(rng.choice(font_files())), int(rng.integers(9, 18))
    digits = {}
    for number in range(1, 9):
        image = Image.new("1", (40, 40))
        ImageDraw.Draw(image).text((8, 8), str(number), 1, ImageFont.truetype(file, size))
        mask = np.asarray(image, np.float32)
        rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
        if len(rows) < 5 or len(columns) < 1:
            return stroke_digits(rng)
        cut = mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
        if rng.random() < 0.3:
            cut = cv2.dilate(np.pad(cut, ((0, 0), (0, 1))), np.ones((1, 2), np.uint8))
        width = max(4, round(cut.shape[1] * HIGH / cut.shape[0]))
        digits[number] = cv2.resize(cut, (width, HIGH), interpolation=cv2.INTER_NEAREST)
    return digits


def stroke_digits(rng: Generator) -> dict[int, Mask]:
    """The digits 1 to 8 of our own skeletons, in one stroke width, on a coarse grid or smooth."""
    rows = int(rng.integers(7, 17)) if rng.random() < 0.7 else HIGH
    aspect = rng.uniform(0.55, 1.05)
    width = max(1, round(rows * rng.uniform(0.1, 0.26)))
    skew = rng.uniform(0, 0.15) if rng.random() < 0.2 else 0.0
    inset = (width - 1) / 2
    columns = max(width + 3, round(rows * aspect))
    digits = {}
    bent = rng.random() < 0.5
    foot = rng.random() < 0.6
    for number, strokes in _SKELETONS.items():
        mask = np.zeros((rows, columns + round(skew * rows)), np.uint8)
        for stroke in strokes[: 1 if number == 1 and not foot else None]:
            corners = [
                (0 if x <= 1 and number != 1 else 4 if x >= 3 and number != 1 else x, y)
                if bent and number not in (4, 7)
                else (x, y)
                for x, y in stroke
            ]
            points = [
                (inset + x / 4 * (columns - width) + skew * (rows - rows * y / 6), inset + y / 6 * (rows - width))
                for x, y in corners
            ]
            _stroke(mask, points, width)
        digits[number] = cv2.resize(
            mask.astype(np.float32), (max(4, round(mask.shape[1] * HIGH / rows)), HIGH), interpolation=cv2.INTER_NEAREST
        )
    return digits


def leaning(digits: dict[int, Mask], rng: Generator) -> dict[int, Mask]:
    """The digits, slanted and turned a little, all alike."""
    slant, turn = rng.normal(0, 0.2), rng.normal(0, 0.12)
    leant = {}
    for number, mask in digits.items():
        reach = HIGH // 2
        wide = np.pad(mask, reach)
        middle = np.array(wide.shape[::-1]) / 2
        shape = np.array([[np.cos(turn), np.sin(turn) - slant], [-np.sin(turn), np.cos(turn)]])
        moved = cv2.warpAffine(wide, np.column_stack([shape, middle - shape @ middle]), wide.shape[::-1])
        cut = _trimmed(moved)
        leant[number] = mask if cut is None else cut
    return leant


def outlined(mask: Mask) -> Mask:
    """The mask and what is around it: 9 % of its height on each side, to be drawn 1.18 times as high."""
    border = round(0.09 * HIGH)
    around = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * border + 1, 2 * border + 1))
    return cv2.dilate(np.pad(mask, border), around)


def _stroke(mask: npt.NDArray[np.uint8], points: list[tuple[float, float]], width: int) -> None:
    """A square pen of that width moved along the points."""
    for (x0, y0), (x1, y1) in pairwise(points):
        steps = int(max(abs(x1 - x0), abs(y1 - y0))) * 2 + 1
        for share in np.linspace(0, 1, steps):
            left, top = (round(a + (b - a) * share - (width - 1) / 2) for a, b in ((x0, x1), (y0, y1)))
            mask[max(0, top) : top + width, max(0, left) : left + width] = 1


def some_text(rng: Generator) -> Mask:
    """One to three letters that are no digit and no mark: what a cell never shows."""
    letters = "ABCDEFGHKLMNPRSTUVWYZabdefghkmnrtuwyz%&@#09$+=<>"
    while True:
        text = "".join(rng.choice(list(letters), int(rng.integers(1, 4))))
        mask = _font_mask(str(rng.choice(font_files())), text)
        if mask is not None:
            return mask


def question(rng: Generator) -> Mask:
    """A question mark."""
    return _sign("?", rng)


def exclamation(rng: Generator) -> Mask:
    """An exclamation mark, of a font or a bar above a dot."""
    if rng.random() < 0.6:
        return _sign("!", rng)
    rows = int(rng.integers(9, 25)) if rng.random() < 0.6 else HIGH
    wide = max(1, round(rows * rng.uniform(0.08, 0.2)))
    dot = max(1, round(wide * rng.uniform(1, 1.3)))
    mask = np.zeros((rows, dot), np.float32)
    mask[-dot:] = 1
    left, gap = (dot - wide) // 2, max(1, round(rows * rng.uniform(0.06, 0.2)))
    mask[: rows - dot - gap, left : left + wide] = 1
    return cv2.resize(mask, (max(4, round(dot * HIGH / rows)), HIGH), interpolation=cv2.INTER_NEAREST)


def letter(rng: Generator) -> Mask:
    """The letter that stands for a flag where there are but letters."""
    return _sign("F", rng)


def _sign(text: str, rng: Generator) -> Mask:
    while True:
        mask = _font_mask(str(rng.choice(font_files())), text)
        if mask is not None:
            return _coarse(mask, rng)


def _coarse(mask: Mask, rng: Generator) -> Mask:
    """The mask as it is, or as a pixel picture of some dozen rows."""
    if rng.random() < 0.6:
        return mask
    rows = int(rng.integers(9, 18))
    columns = max(3, round(rows * mask.shape[1] / HIGH))
    small = (cv2.resize(mask, (columns, rows), interpolation=cv2.INTER_AREA) > 0.45).astype(np.float32)
    return cv2.resize(small, (mask.shape[1], HIGH), interpolation=cv2.INTER_NEAREST)


@cache
def emoji(text: str) -> npt.NDArray[np.uint8] | None:
    """A colour picture (rgba, 136 px high) of an emoji; None where the machine has no colour font."""
    files = [file for file in _all_fonts() if "NotoColorEmoji" in file]
    if not files:
        return None
    image = Image.new("RGBA", (160, 160))
    ImageDraw.Draw(image).text((4, 4), text, font=ImageFont.truetype(files[0], 109), embedded_color=True)
    pixels = np.asarray(image)
    rows, columns = np.flatnonzero(pixels[:, :, 3].any(1)), np.flatnonzero(pixels[:, :, 3].any(0))
    return pixels[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def _all_fonts() -> list[str]:
    listed = subprocess.run(["fc-list", ":", "file"], capture_output=True, text=True, check=True).stdout
    return sorted({line.split(":")[0] for line in listed.splitlines()})
