"""What is drawn on a ground: masks in one colour, flags, mines, crosses, a pointer."""

from collections.abc import Callable

import cv2
import glyphs
import numpy as np
import numpy.typing as npt
from grounds import Generator, Picture, Rgb, apart, shrunk

RED = np.array((30, 30, 225), np.float32)


def stamp(cell: Picture, mask: glyphs.Mask, colour: Rgb, box: tuple[float, float, float]) -> None:
    """The mask in one colour: `box` is the middle and the height, in shares of the cell."""
    size = cell.shape[0]
    x, y, high = box
    height = max(5, round(high * size))
    width = max(2, round(mask.shape[1] * height / mask.shape[0]))
    if width > 0.96 * size:
        width, height = round(0.96 * size), max(5, round(0.96 * size * height / width))
    way = cv2.INTER_AREA if height < mask.shape[0] else cv2.INTER_LINEAR
    small = cv2.resize(mask, (width, height), interpolation=way)
    left, top = round(x * size - width / 2), round(y * size - height / 2)
    x0, y0, x1, y1 = max(0, left), max(0, top), min(size, left + width), min(size, top + height)
    if x1 <= x0 or y1 <= y0:
        return
    part = small[y0 - top : y1 - top, x0 - left : x1 - left, None]
    cell[y0:y1, x0:x1] = cell[y0:y1, x0:x1] * (1 - part) + colour * part


def polygon(size: int, corners: npt.ArrayLike) -> glyphs.Mask:
    """A filled polygon, as a mask of `size` pixels; corners in shares of the cell."""
    fine = np.zeros((size * 4, size * 4), np.uint8)
    cv2.fillPoly(fine, [np.round(np.asarray(corners) * size * 4).astype(np.int32)], 255)
    return shrunk(fine, size)


def over(cell: Picture, mask: glyphs.Mask, colour: Rgb) -> None:
    """Paint a colour where the mask is."""
    cell[:] = cell * (1 - mask[:, :, None]) + colour * mask[:, :, None]


def _paste_emoji(texts: list[str], high: float) -> Callable[[Picture, Generator], None] | None:
    pictures = [picture for text in texts if (picture := glyphs.emoji(text)) is not None]
    if not pictures:
        return None

    def draw(cell: Picture, _rng: Generator) -> None:
        size = cell.shape[0]
        picture = pictures[0]
        height = max(5, round(high * size))
        width = min(size, max(4, round(picture.shape[1] * height / picture.shape[0])))
        small = cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA).astype(np.float32)
        left, top = (size - width) // 2, (size - height) // 2
        alpha = small[:, :, 3:] / 255
        cell[top : top + height, left : left + width] = (
            cell[top : top + height, left : left + width] * (1 - alpha) + small[:, :, 2::-1] * alpha
        )

    return draw


def random_flag(rng: Generator, ground: Rgb) -> Callable[[Picture, Generator], None]:
    """A pennant on a pole, on a foot or without one; or an emoji."""
    if rng.random() < 0.15:
        drawn = _paste_emoji([str(rng.choice(["🚩", "⛳", "🏴", "🚩"]))], rng.uniform(0.5, 0.85))
        if drawn:
            return drawn
    cloth = (
        np.clip(RED + rng.normal(0, 30, 3), 0, 255).astype(np.float32)
        if rng.random() < 0.75
        else apart(ground, rng, 70)
    )
    if np.abs(cloth - ground).max() < 50:
        cloth = apart(ground, rng, 90)
    pole = apart(ground, rng, 60) if rng.random() < 0.4 else np.full(3, rng.choice([0.0, 30.0, 255.0]), np.float32)
    if np.abs(pole - ground).max() < 40:
        pole = 255 - pole
    if rng.random() < 0.25:
        pole = cloth
    top, foot = rng.uniform(0.08, 0.26), rng.uniform(0.74, 0.94)
    at, thick = rng.uniform(0.25, 0.75), rng.uniform(0.03, 0.1)
    side = 1 if at < rng.uniform(0.35, 0.65) else -1
    reach = side * rng.uniform(0.25, 0.5)
    reach = np.clip(at + reach, 0.08, 0.92) - at
    drop = rng.uniform(0.22, 0.45)
    form = rng.choice(["triangle", "low", "box", "swallow", "wave"], p=[0.5, 0.15, 0.2, 0.05, 0.1])
    corners = {
        "triangle": [(at, top), (at + reach, top + drop / 2), (at, top + drop)],
        "low": [(at, top), (at + reach, top + drop), (at, top + drop)],
        "box": [(at, top), (at + reach, top), (at + reach, top + drop), (at, top + drop)],
        "swallow": [
            (at, top),
            (at + reach, top),
            (at + reach * 0.6, top + drop / 2),
            (at + reach, top + drop),
            (at, top + drop),
        ],
        "wave": [
            (at, top),
            (at + reach / 2, top + 0.07),
            (at + reach, top),
            (at + reach, top + drop),
            (at + reach / 2, top + drop + 0.07),
            (at, top + drop),
        ],
    }[str(form)]
    based = rng.random() < 0.55
    wide, high = rng.uniform(0.15, 0.35), rng.uniform(0.05, 0.15)
    pixels = rng.random() < 0.4
    parts: dict[int, list[glyphs.Mask]] = {}

    def draw(cell: Picture, _rng: Generator) -> None:
        size = cell.shape[0]
        if size not in parts:
            stick = [(at - thick / 2, top), (at + thick / 2, top), (at + thick / 2, foot), (at - thick / 2, foot)]
            base = [
                (at - wide, foot),
                (at - wide * 0.6, foot - high),
                (at + wide * 0.6, foot - high),
                (at + wide, foot),
            ]
            masks = [
                polygon(size, stick),
                polygon(size, base) if based else np.zeros((size, size), np.float32),
                polygon(size, corners),
            ]
            parts[size] = [(mask > 0.4).astype(np.float32) for mask in masks] if pixels else masks
        for mask, colour in zip(parts[size], (pole, pole, cloth), strict=True):
            over(cell, mask, colour)

    return draw


def random_token(rng: Generator, ground: Rgb) -> Callable[[Picture, Generator], None]:
    """Another mark than a flag that says "a mine": a disc, an octagon, a square or a cross, with a post or without."""
    colour = np.clip(RED + rng.normal(0, 30, 3), 0, 255).astype(np.float32)
    if rng.random() < 0.35 or np.abs(colour - ground).max() < 50:
        colour = apart(ground, rng, 90)
    corners, turn = int(rng.choice([4, 8, 24])), rng.uniform(0, np.pi / 4)
    middle, reach = (rng.uniform(0.4, 0.6), rng.uniform(0.25, 0.5)), rng.uniform(0.12, 0.3)
    turns = turn + 2 * np.pi * np.arange(corners) / corners
    plate = np.stack([middle[0] + reach * np.cos(turns), middle[1] + reach * np.sin(turns)], 1)
    thick, foot = rng.uniform(0.03, 0.08), rng.uniform(0.75, 0.95)
    post = [(0.5 - thick, 0.15), (0.5 + thick, 0.15), (0.5 + thick, foot), (0.5 - thick, foot)]
    cross_arm = [(0.2, 0.3), (0.8, 0.3), (0.8, 0.3 + 2 * thick), (0.2, 0.3 + 2 * thick)]
    crossed, posted = rng.random() < 0.3, rng.random() < 0.7
    wood = colour if crossed else apart(ground, rng, 40)

    def draw(cell: Picture, _rng: Generator) -> None:
        size = cell.shape[0]
        if posted or crossed:
            over(cell, polygon(size, post), wood)
        over(cell, polygon(size, cross_arm if crossed else plate), colour)

    return draw


def random_sign(rng: Generator, ground: Rgb) -> Callable[[Picture, Generator], None]:
    """An exclamation mark that says "a mine", or now and then an F that says "a flag"."""
    colour = np.clip(RED + rng.normal(0, 30, 3), 0, 255).astype(np.float32)
    if rng.random() < 0.5 or np.abs(colour - ground).max() < 60:
        colour = apart(ground, rng, 80)
    mask, high = (glyphs.letter if rng.random() < 0.2 else glyphs.exclamation)(rng), rng.uniform(0.5, 0.85)
    return lambda cell, _rng: stamp(cell, mask, colour, (0.5, 0.5, high))


def random_mine(rng: Generator, ground: Rgb) -> Callable[[Picture, Generator], None]:
    """A ball with spikes, a plain disc, a ball with a fuse, an asterisk, or an emoji."""
    kind = rng.choice(["spikes", "disc", "fuse", "asterisk", "emoji"], p=[0.6, 0.1, 0.12, 0.05, 0.13])
    if kind == "emoji":
        drawn = _paste_emoji([str(rng.choice(["💣", "💥"], p=[0.85, 0.15]))], rng.uniform(0.5, 0.9))
        if drawn:
            return drawn
        kind = "spikes"
    body = np.full(3, rng.uniform(0, 45), np.float32) if rng.random() < 0.8 else apart(ground, rng, 70)
    if np.abs(body - ground).max() < 40:
        body = np.full(3, 235.0, np.float32)
    radius, reach, thick = rng.uniform(0.18, 0.34), rng.uniform(0.34, 0.46), rng.uniform(0.04, 0.1)
    spikes, turn = int(rng.choice([4, 6, 8, 8, 8, 12])), rng.choice([0, np.pi / 8])
    gloss = rng.random() < 0.7
    pixels = rng.random() < 0.4
    shine = np.clip(body + rng.uniform(120, 255), 0, 255) if body.mean() < 128 else np.clip(body - 120, 0, 255)

    def draw(cell: Picture, _rng: Generator) -> None:
        size = cell.shape[0]
        fine = np.zeros((size * 4, size * 4), np.uint8)
        middle = (size * 2, size * 2)
        if kind != "asterisk":
            cv2.circle(fine, middle, round(radius * size * 4), 255, -1)
        if kind in ("spikes", "asterisk"):
            for k in range(spikes):
                angle = turn + 2 * np.pi * k / spikes
                end = (
                    round(middle[0] + reach * size * 4 * np.cos(angle)),
                    round(middle[1] + reach * size * 4 * np.sin(angle)),
                )
                cv2.line(fine, middle, end, 255, max(1, round(thick * size * 4)))
        if kind == "fuse":
            cv2.line(
                fine, middle, (round(size * 4 * 0.82), round(size * 4 * 0.12)), 255, max(1, round(thick * size * 4))
            )
        mask = shrunk(fine, size)
        over(cell, (mask > 0.4).astype(np.float32) if pixels else mask, body)
        if gloss:
            spot = np.zeros((size * 4, size * 4), np.uint8)
            cv2.circle(spot, (round(size * 1.75), round(size * 1.75)), max(2, round(size * 0.25)), 255, -1)
            over(cell, shrunk(spot, size), shine)

    return draw


def cross(cell: Picture, rng: Generator) -> None:
    """Cross out what the cell shows."""
    size = cell.shape[0]
    fine = np.zeros((size * 4, size * 4), np.uint8)
    low, high = round(size * 4 * 0.14), round(size * 4 * 0.86)
    thick = max(2, round(size * 4 * rng.uniform(0.05, 0.12)))
    cv2.line(fine, (low, low), (high, high), 255, thick)
    cv2.line(fine, (low, high), (high, low), 255, thick)
    colour = RED if rng.random() < 0.75 else np.full(3, rng.choice([0.0, 255.0]), np.float32)
    over(cell, shrunk(fine, size), colour)


def pointer(cell: Picture, rng: Generator) -> None:
    """An arrow with an outline, its tip somewhere in the cell."""
    size = cell.shape[0]
    arrow = np.array([(0, 0), (0, 1), (0.25, 0.78), (0.45, 1.15), (0.6, 1.08), (0.42, 0.7), (0.72, 0.7)]) * rng.uniform(
        0.6, 1.3
    )
    tip = rng.uniform(-0.1, 0.6, 2)
    fill, line = (np.full(3, 0.0), np.full(3, 255.0)) if rng.random() < 0.5 else (np.full(3, 255.0), np.full(3, 0.0))
    patch = cell.copy()
    corners = np.round((arrow + tip) * size).astype(np.int32)
    cv2.fillPoly(patch, [corners], fill.tolist())
    cv2.polylines(patch, [corners], True, line.tolist(), max(1, size // 20))
    cell[:] = patch
