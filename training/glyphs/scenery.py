"""Things that stand on a ground which all cells share: tufts, mounds, signs, stones, plates. Some games look so."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from glyphs import Mask
from grounds import Generator, Picture, Rgb, any_colour, rounded, shrunk, tinted
from marks import over, polygon

Thing = list[tuple[Mask, Rgb]]
"""Masks of one size, and the colours that are painted through them, one after the other."""


@dataclass(frozen=True)
class Scenery:
    """What stands on covered cells, on opened ones that are empty and on those with a number; and the ground of all."""

    backdrop: Callable[[Picture], None]
    covered: Thing
    empty: Thing
    numbered: Thing
    flag_stands_alone: bool

    def place(self, cell: Picture, symbol: int, *, opened: bool, flagged: bool) -> None:
        """Put on a cell what stands there, below its symbol."""
        if opened:
            put(cell, self.numbered if 1 <= symbol <= 8 else self.empty)
        elif not (flagged and self.flag_stands_alone):
            put(cell, self.covered)


def put(cell: Picture, thing: Thing) -> None:
    """Paint the thing over what is there."""
    for mask, colour in thing:
        over(cell, mask, colour)


def random_scenery(rng: Generator, base: Rgb, pitch: int) -> Scenery:
    """One of them, drawn by lot, for cells of that many pixels."""
    on_covered = [_tuft, _mound, _plate, _stone, _pebbles, _sign]
    covered = rng.choice(on_covered, p=[0.3, 0.2, 0.15, 0.12, 0.13, 0.1])(rng, base, pitch)
    numbered: Thing = []
    if rng.random() < 0.7:
        numbered = rng.choice([_sign, _plate, _stone, _mound], p=[0.45, 0.2, 0.2, 0.15])(rng, base, pitch)
    kind = rng.random()
    empty: Thing = []
    if kind < 0.25:
        empty = numbered
    elif kind < 0.6 and numbered:
        empty = rng.choice([_sign, _stone, _pebbles])(rng, base, pitch)
    return Scenery(_backdrop(rng, base), covered, empty, numbered, bool(rng.random() < 0.4))


def _backdrop(rng: Generator, base: Rgb) -> Callable[[Picture], None]:
    """A plain ground, one with large shapes that run through under the cells, or one of fine grain."""
    kind, seed = rng.choice(["plain", "shapes", "grain"], p=[0.4, 0.35, 0.25]), int(rng.integers(1 << 30))

    def paint(canvas: Picture) -> None:
        own = np.random.default_rng(seed)
        canvas[:] = base
        height, width = canvas.shape[:2]
        if kind == "shapes":
            for _ in range(int(own.integers(3, 12))):
                corners = own.uniform(-0.1, 1.1, (int(own.integers(3, 6)), 2)) * (width, height)
                mask = np.zeros((height, width), np.uint8)
                cv2.fillPoly(mask, [np.round(corners).astype(np.int32)], 255)
                over(canvas, mask.astype(np.float32) / 255, tinted(base, own, 28))
        elif kind == "grain":
            rough = own.normal(0, own.uniform(2, 9), (height, width, 1)).astype(np.float32)
            canvas[:] = canvas + cv2.GaussianBlur(rough, (0, 0), own.uniform(0.6, 3))[:, :, None] * own.uniform(1, 3)

    return paint


def _tuft(rng: Generator, base: Rgb, pitch: int) -> Thing:
    """Blades of grass, bent, from one foot or from several."""
    fine = pitch * 4
    thing: Thing = []
    root, low = rng.uniform(0.3, 0.7), rng.uniform(0.6, 0.95)
    spread, strength = rng.uniform(0.05, 0.35), rng.uniform(12, 80)
    for _ in range(int(rng.integers(4, 12))):
        foot = np.array([root + rng.normal(0, spread / 2), low + rng.uniform(-0.15, 0.03)])
        tip = foot + np.array((rng.normal(0, spread), -rng.uniform(0.2, 0.6)))
        middle = (foot + tip) / 2 + (rng.normal(0, 0.08), rng.uniform(-0.08, 0.02))
        shares = np.linspace(0, 1, 7)[:, None]
        line = (1 - shares) ** 2 * foot + 2 * shares * (1 - shares) * middle + shares**2 * tip
        mask = np.zeros((fine, fine), np.uint8)
        for (start, end), wide in zip(
            pairwise(np.round(line * fine).astype(int).tolist()), range(6, 0, -1), strict=True
        ):
            cv2.line(mask, start, end, 255, max(1, round(fine * 0.008 * wide)))
        thing.append((shrunk(mask, pitch), tinted(base, rng, strength)))
    return thing


def _mound(rng: Generator, base: Rgb, pitch: int) -> Thing:
    """A heap with a ragged rim, in the lower part of the cell or all over it."""
    middle = np.array([0.5, rng.uniform(0.5, 0.72)])
    reach = np.array([rng.uniform(0.3, 0.48), rng.uniform(0.18, 0.34)])
    turns = np.linspace(0, 2 * np.pi, int(rng.integers(8, 20)), endpoint=False)
    ragged = 1 + rng.normal(0, rng.uniform(0, 0.12), (len(turns), 1))
    corners = middle + reach * ragged * np.stack([np.cos(turns), np.sin(turns)], 1)
    colour = tinted(base, rng, 80)
    below = corners + np.array((0, rng.uniform(0.02, 0.07)))
    return [
        (polygon(pitch, below), _darker(colour, rng, 0.4, 0.85)),
        (polygon(pitch, corners), colour),
    ]


def _sign(rng: Generator, _base: Rgb, pitch: int) -> Thing:
    """A board on a post or without one, turned a little, of planks or of one piece; perhaps broken."""
    wood = tinted(np.array((80, 125, 170), np.float32), rng, 60) if rng.random() < 0.6 else any_colour(rng)
    turn = rng.normal(0, 0.14)
    middle = np.array([rng.uniform(0.42, 0.58), rng.uniform(0.35, 0.5)])
    half = np.array([rng.uniform(0.16, 0.4), rng.uniform(0.16, 0.36)])
    turned = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    box = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) + rng.normal(0, 0.08, (4, 2))
    if rng.random() < 0.3:
        box[int(rng.integers(4))] *= rng.uniform(0.1, 0.6)
    corners = middle + (box * half) @ turned
    dark = _darker(wood, rng, 0.3, 0.7)
    thing: Thing = []
    if rng.random() < 0.65:
        at, thick = middle[0] + rng.normal(0, 0.04), rng.uniform(0.03, 0.08)
        foot = rng.uniform(0.8, 0.97)
        top = rng.uniform(0.05, 0.3)
        post = [(at - thick, top), (at + thick, top), (at + thick, foot), (at - thick, foot)]
        thing.append((polygon(pitch, post), _darker(wood, rng, 0.6, 0.95)))
    thing += [
        (polygon(pitch, middle + (corners - middle) * (1 + rng.uniform(0.05, 0.2))), dark),
        (polygon(pitch, corners), wood),
    ]
    for share in np.linspace(0, 1, int(rng.integers(1, 5)) + 1)[1:-1]:
        one, other = (corners[start] * (1 - share) + corners[end] * share for start, end in ((0, 3), (1, 2)))
        thin = np.array([0, 0.012])
        thing.append((polygon(pitch, [one - thin, other - thin, other + thin, one + thin]), dark))
    return thing


def _stone(rng: Generator, _base: Rgb, pitch: int) -> Thing:
    """A slab with a round or a plain top, or a cross."""
    colour = tinted(np.full(3, rng.uniform(50, 190), np.float32), rng, 25)
    low, top, half = rng.uniform(0.7, 0.95), rng.uniform(0.05, 0.25), rng.uniform(0.18, 0.36)
    if rng.random() < 0.35:
        arm, thick = rng.uniform(0.2, 0.38), rng.uniform(0.06, 0.12)
        across = top + (low - top) * rng.uniform(0.2, 0.4)
        pieces = [
            [(0.5 - thick, top), (0.5 + thick, top), (0.5 + thick, low), (0.5 - thick, low)],
            [
                (0.5 - arm, across - thick),
                (0.5 + arm, across - thick),
                (0.5 + arm, across + thick),
                (0.5 - arm, across + thick),
            ],
        ]
    else:
        turns = np.linspace(np.pi, 2 * np.pi, 9 if rng.random() < 0.7 else 2)
        arch = np.stack([0.5 + half * np.cos(turns), top + half * (1 + np.sin(turns))], 1)
        pieces = [[*map(tuple, arch), (0.5 + half, low), (0.5 - half, low)]]
    shade = _darker(colour, rng, 0.4, 0.8)
    aside = np.array([rng.uniform(-0.05, 0.05), rng.uniform(0, 0.05)])
    layers = [(polygon(pitch, np.asarray(piece) + aside), shade) for piece in pieces]
    return layers + [(polygon(pitch, piece), colour) for piece in pieces]


def _plate(rng: Generator, base: Rgb, pitch: int) -> Thing:
    """A button that does not fill its cell, with a rim or a shadow."""
    inset, radius = rng.uniform(0.06, 0.2) * pitch, rng.choice([0, rng.uniform(0.05, 0.3)]) * pitch
    colour = tinted(base, rng, 90) if rng.random() < 0.6 else any_colour(rng)
    shade = _darker(colour, rng, 0.4, 0.9)
    return [(rounded(pitch, inset, radius), shade), (rounded(pitch, inset + max(1, 0.05 * pitch), radius), colour)]


def _pebbles(rng: Generator, base: Rgb, pitch: int) -> Thing:
    """Several small blobs, all alike."""
    fine, thing = pitch * 4, []
    colour = tinted(base, rng, 110) if rng.random() < 0.6 else any_colour(rng)
    for _ in range(int(rng.integers(3, 9))):
        mask = np.zeros((fine, fine), np.uint8)
        middle = tuple(int(v) for v in rng.uniform(0.15, 0.85, 2) * fine)
        cv2.ellipse(
            mask,
            middle,
            (round(fine * rng.uniform(0.03, 0.12)), round(fine * rng.uniform(0.03, 0.1))),
            0,
            0,
            360,
            255,
            -1,
        )
        thing.append((shrunk(mask, pitch), tinted(colour, rng, 20)))
    return thing


def _darker(colour: Rgb, rng: Generator, least: float, most: float) -> Rgb:
    """The colour with a part of its light that is drawn by lot."""
    return np.clip(colour * rng.uniform(least, most), 0, 255).astype(np.float32)
