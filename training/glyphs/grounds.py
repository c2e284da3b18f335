"""Grounds of empty cells, covered and open, each drawn by lot: bevels, lines, gaps, gradients, chequers, hatches."""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

Rgb = npt.NDArray[np.float32]
Generator = np.random.Generator
Picture = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Ground:
    """How an empty cell is painted: `paint(canvas cell, x, y)` fills it."""

    base: Rgb
    paint: Callable[[Picture, int, int], None]


def random_grounds(rng: Generator, pitch: int) -> tuple[Ground, Ground]:
    """The covered and the open ground: often raised against flat, else two colours."""
    face = any_colour(rng)
    if rng.random() < 0.35:  # the classic way: one colour, a bevel on what is covered
        face = np.full(3, rng.choice([192.0, 198.0, 189.0, 76.0, 212.0]), np.float32) + rng.normal(0, 6, 3).astype(
            np.float32
        )
        near = face if rng.random() < 0.6 else tinted(face, rng, 25)
        return _bevelled(rng, face, pitch), _flat(rng, near, pitch)
    other = tinted(face, rng, 60) if rng.random() < 0.4 else any_colour(rng)
    if rng.random() < 0.1:  # as on a terminal
        other = rng.uniform(0, 25, 3).astype(np.float32)
    while np.abs(other - face).max() < 10:
        other = any_colour(rng)
    covered = rng.choice(
        [_bevelled, _edged, _flat, _gapped, _graded, _chequered, _hatched],
        p=[0.24, 0.1, 0.11, 0.2, 0.18, 0.12, 0.05],
    )
    opened = (
        covered
        if covered in (_gapped, _chequered) and rng.random() < 0.8
        else rng.choice([_flat, _gapped, _chequered], p=[0.75, 0.15, 0.1])
    )
    return covered(rng, face, pitch), opened(rng, other, pitch)


def bare_ground(rng: Generator) -> Ground:
    """One that is there already, below what stands on it."""
    return Ground(any_colour(rng), lambda _cell, _x, _y: None)


def _bevelled(rng: Generator, face: Rgb, pitch: int) -> Ground:
    width = max(1, round(pitch * rng.uniform(0.04, 0.16)))
    strength = rng.uniform(25, 90)
    light, dark = np.clip(face + strength, 0, 255), np.clip(face - strength, 0, 255)
    rim = rng.random() < 0.3
    line = np.clip(face - rng.uniform(30, 150), 0, 255)

    def paint(cell: Picture, _x: int, _y: int) -> None:
        cell[:] = face
        for k in range(width):
            cell[k, k : pitch - k] = light
            cell[k : pitch - k, k] = light
            cell[pitch - 1 - k, k : pitch - k] = dark
            cell[k : pitch - k, pitch - 1 - k] = dark
        if rim:
            cell[-1] = line
            cell[:, -1] = line

    return Ground(face, paint)


def _edged(rng: Generator, face: Rgb, pitch: int) -> Ground:
    """One colour, with edges of two others: one on the upper and left side, one on the lower and right."""
    upper, lower = (tinted(face, rng, 90) if rng.random() < 0.5 else any_colour(rng) for _ in range(2))
    wide, narrow = (max(1, round(pitch * rng.uniform(0.03, 0.13))) for _ in range(2))

    def paint(cell: Picture, _x: int, _y: int) -> None:
        cell[:] = face
        cell[:narrow] = upper
        cell[:, :narrow] = upper
        cell[-wide:] = lower
        cell[:, -wide:] = lower

    return Ground(face, paint)


def _flat(rng: Generator, face: Rgb, pitch: int) -> Ground:
    """One colour, with a line on no side, on two or all around."""
    kind = rng.choice(["bare", "corner", "end", "all"], p=[0.15, 0.4, 0.2, 0.25])
    width = 1 if rng.random() < 0.7 else max(1, pitch // 16)
    dots = 2 if rng.random() < 0.12 else 1
    line = np.clip(face + rng.choice([-1, 1], p=[0.75, 0.25]) * rng.uniform(15, 120), 0, 255)

    def paint(cell: Picture, _x: int, _y: int) -> None:
        cell[:] = face
        if kind in ("corner", "all"):
            cell[:width, ::dots] = line
            cell[::dots, :width] = line
        if kind in ("end", "all"):
            cell[-width:, ::dots] = line
            cell[::dots, -width:] = line

    return Ground(face, paint)


def _gapped(rng: Generator, face: Rgb, pitch: int) -> Ground:
    """A box with a gap around it, its corners sharp or round."""
    gap = tinted(face, rng, 120)
    inset = rng.uniform(0.02, 0.08) * pitch
    radius = rng.choice([0, rng.uniform(0.05, 0.25)]) * pitch
    mask = rounded(pitch, inset, radius)[:, :, None]

    def paint(cell: Picture, _x: int, _y: int) -> None:
        cell[:] = gap * (1 - mask) + face * mask

    return Ground(face, paint)


def rounded(size: int, inset: float, radius: float) -> npt.NDArray[np.float32]:
    """A box with round corners, as a mask of `size` pixels; `inset` and `radius` in pixels."""
    fine = size * 4
    mask = np.zeros((fine, fine), np.uint8)
    low, high, r = round(inset * 4), fine - 1 - round(inset * 4), round(radius * 4)
    cv2.rectangle(mask, (low + r, low), (high - r, high), 255, -1)
    cv2.rectangle(mask, (low, low + r), (high, high - r), 255, -1)
    for x in (low + r, high - r):
        for y in (low + r, high - r):
            cv2.circle(mask, (x, y), r, 255, -1)
    return shrunk(mask, size)


def shrunk(fine: npt.NDArray[np.uint8], size: int) -> npt.NDArray[np.float32]:
    """A mask of bytes, drawn larger, as one of `size` pixels."""
    return cv2.resize(fine, (size, size), interpolation=cv2.INTER_AREA).astype(np.float32) / 255


def _graded(rng: Generator, face: Rgb, pitch: int) -> Ground:
    """A gradient, perhaps with a gloss and a rim."""
    reach = rng.uniform(10, 50)
    ramp = np.linspace(1, -1, pitch, dtype=np.float32)
    slope = ramp[:, None] if rng.random() < 0.5 else (ramp[:, None] + ramp[None]) / 2
    picture = np.clip(face + reach * np.broadcast_to(slope, (pitch, pitch))[:, :, None], 0, 255)
    if rng.random() < 0.5:
        picture[: pitch // 2] = np.clip(picture[: pitch // 2] + rng.uniform(5, 25), 0, 255)
    if rng.random() < 0.3:  # a gleam in the corner
        gleam = np.maximum(
            0, 1 - np.hypot(*(np.indices((pitch, pitch)) / pitch - rng.uniform(0.05, 0.35))) / rng.uniform(0.2, 0.7)
        )
        picture = np.clip(picture + rng.uniform(20, 90) * gleam[:, :, None], 0, 255)
    if rng.random() < 0.4:  # a lighter line inside the rim
        width, depth = max(1, pitch // 24), max(1, round(pitch * rng.uniform(0.04, 0.1)))
        inner = picture[depth : pitch - depth, depth : pitch - depth]
        for side in (inner[:width], inner[-width:], inner[:, :width], inner[:, -width:]):
            side[:] = np.clip(side + rng.uniform(10, 60), 0, 255)
    mask = rounded(pitch, rng.uniform(0, 0.06) * pitch, rng.uniform(0, 0.15) * pitch)[:, :, None]
    rim = tinted(face, rng, 110)
    whole = picture * mask + rim * (1 - mask)

    def paint(cell: Picture, _x: int, _y: int) -> None:
        cell[:] = whole

    return Ground(face, paint)


def _hatched(rng: Generator, face: Rgb, pitch: int) -> Ground:
    """Pixels of two colours in turn, as screens of two colours show grey, with a line around."""
    other = apart(face, rng, 60)
    period = int(rng.choice([2, 2, 3, 4]))
    lines, columns = np.indices((pitch, pitch))
    where = ((lines + columns * int(rng.choice([1, 2]))) % period == 0)[:, :, None]
    whole = np.where(where, face, other).astype(np.float32)
    line = np.full(3, rng.choice([0.0, 255.0]), np.float32)
    whole[-1] = whole[:, -1] = line

    def paint(cell: Picture, _x: int, _y: int) -> None:
        cell[:] = whole

    return Ground((face + other) / 2, paint)


def _chequered(rng: Generator, face: Rgb, _pitch: int) -> Ground:
    other = np.clip(face + rng.choice([-1, 1]) * rng.uniform(4, 22), 0, 255)

    def paint(cell: Picture, x: int, y: int) -> None:
        cell[:] = face if (x + y) % 2 else other

    return Ground(face, paint)


def any_colour(rng: Generator) -> Rgb:
    """A colour: a grey more often than not."""
    kind = rng.random()
    if kind < 0.4:
        return np.full(
            3,
            rng.choice([rng.uniform(170, 215), rng.uniform(215, 256), rng.uniform(0, 90), rng.uniform(90, 170)]),
            np.float32,
        ) + rng.normal(0, 4, 3).astype(np.float32)
    hue, saturation, value = rng.uniform(0, 180), rng.uniform(20, 255) ** 1.0, rng.uniform(50, 255)
    pixel = np.array([[[hue, saturation, value]]], np.uint8)
    return cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0].astype(np.float32)


def tinted(colour: Rgb, rng: Generator, reach: float) -> Rgb:
    """The colour, moved by up to `reach` of 255, lighter or darker and in its tone."""
    return np.clip(colour + rng.uniform(-reach, reach, 3) * 0.6 + rng.uniform(-reach, reach), 0, 255).astype(np.float32)


def apart(colour: Rgb, rng: Generator, least: float) -> Rgb:
    """A colour that is `least` of 255 away, in one channel, from that one."""
    for _ in range(30):
        other = any_colour(rng)
        if np.abs(other - colour).max() > least:
            return other
    return 255 - colour
