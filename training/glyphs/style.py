"""A look: two grounds, a set of digits and their colours, a flag, a mine; and each symbol drawn in it."""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import glyphs
import numpy as np
from grounds import Generator, Ground, Picture, Rgb, any_colour, apart, bare_ground, random_grounds, tinted
from marks import RED, cross, pointer, random_flag, random_mine, random_sign, random_token, stamp
from odd import Oddity, random_oddity
from scenery import Scenery, random_scenery

from minebot.vision.unknown.glyphs import CLASSES

NONE, FLAG, QUESTION, MINE, EXPLODED, WRONG, FOREIGN = (
    CLASSES.index(name) for name in ("none", "flag", "question", "mine", "exploded", "wrong", "foreign")
)
_CLASSIC = [(255, 0, 0), (0, 128, 0), (0, 0, 255), (128, 0, 0), (0, 0, 128), (128, 128, 0), (0, 0, 0), (128, 128, 128)]
_MODERN = [
    (210, 118, 25),
    (60, 142, 56),
    (47, 47, 211),
    (162, 31, 123),
    (0, 143, 255),
    (167, 151, 0),
    (66, 66, 66),
    (158, 158, 158),
]
_BRIGHT = [
    (255, 190, 120),
    (110, 210, 110),
    (120, 110, 255),
    (255, 120, 200),
    (80, 170, 255),
    (220, 220, 90),
    (235, 235, 235),
    (170, 170, 170),
]
_SCENIC = 0.2  # share of the looks in which things stand on a ground that all cells share
_ODD = 0.5  # share of the other looks in which something means another thing than it does in most


@dataclass(frozen=True)
class Look:
    """One random look at one pitch; where `asks` is set, a question mark is a small one `beside` a flag."""

    pitch: int
    covered: Ground
    open: Ground
    digits: dict[int, glyphs.Mask]
    colours: list[Rgb]
    tints: list[Rgb] | None
    high: float
    shadow: float
    flag: Callable[[Picture, Generator], None]
    mine: Callable[[Picture, Generator], None]
    wrong: str
    exploded: Rgb
    mine_on_covered: bool
    flagged: Rgb | None
    fringe: tuple[Rgb, float, bool] | None
    scenery: Scenery | None
    oddity: Oddity | None
    outline: Rgb | None
    at: tuple[float, float]
    asks: glyphs.Mask | None
    beside: tuple[float, float, float]


def random_look(rng: Generator) -> Look:
    """A look, drawn by lot."""
    pitch = int(np.exp(rng.uniform(np.log(11), np.log(64))))
    covered, opened = random_grounds(rng, pitch)
    scenery = None
    if rng.random() < _SCENIC:
        covered = opened = bare_ground(rng)
        scenery = random_scenery(rng, opened.base, pitch)
    oddity = None
    if scenery is None and rng.random() < _ODD:
        oddity = random_oddity(rng, opened.base, covered.base, pitch)
    digits = rng.choice([glyphs.fonts_digits, glyphs.small_font_digits, glyphs.stroke_digits], p=[0.5, 0.2, 0.3])(rng)
    tints = None
    if rng.random() < 0.12 and oddity is None:
        tints = [tinted(opened.base, rng, 50) for _ in range(8)]
    colours = digit_colours(rng, opened.base if scenery is None or not scenery.numbered else scenery.numbered[-1][1])
    if oddity is not None and oddity.plate is not None:
        colours = [oddity.ink] * 8
    outline = None
    if rng.random() < (0.4 if scenery else 0.05):
        outline = np.full(3, 0.0 if np.mean(colours) > 128 else 255.0, np.float32)
    if rng.random() < (0.5 if scenery else 0.04):
        digits = glyphs.leaning(digits, rng)
    return Look(
        pitch=pitch,
        covered=covered,
        open=opened,
        digits=digits,
        colours=colours,
        tints=tints,
        high=rng.uniform(0.5, 0.9) if rng.random() < 0.75 and not scenery else rng.uniform(0.33, 0.6),
        shadow=rng.uniform(0.3, 1) if rng.random() < 0.08 else 0.0,
        flag=_random_mark(rng, covered.base, scenery, oddity),
        mine=random_mine(rng, opened.base),
        wrong=str(rng.choice(["crossed flag", "crossed mine", "blush"])),
        exploded=np.clip(RED + rng.normal(0, 25, 3), 0, 255).astype(np.float32),
        mine_on_covered=bool(rng.random() < 0.35),
        flagged=apart(opened.base, rng, 40) if rng.random() < 0.1 else None,
        fringe=None if scenery else _fringe(rng, opened.base),
        scenery=scenery,
        oddity=oddity,
        outline=outline,
        asks=glyphs.question(rng) if rng.random() < 0.4 else None,
        beside=(rng.uniform(0.58, 0.82), rng.uniform(0.55, 0.75), rng.uniform(0.28, 0.48)),
        at=(0.5 + rng.normal(0, 0.04), 0.5 + rng.normal(0, 0.06)) if scenery else (0.5, 0.5),
    )


def _random_mark(
    rng: Generator, ground: Rgb, scenery: Scenery | None, oddity: Oddity | None
) -> Callable[[Picture, Generator], None]:
    """What says "a mine" in a look: a flag, or what stands for it."""
    if oddity is not None:
        under = oddity.plates[8] if len(oddity.plates) > 8 else ground
        return {"flag": random_flag, "sign": random_sign, "token": random_token}[oddity.flag](rng, under)
    return (random_token if scenery and rng.random() < 0.4 else random_flag)(rng, ground)


def _fringe(rng: Generator, ground: Rgb) -> tuple[Rgb, float, bool] | None:
    """What covered cells cast on open ones: a shadow on the upper and left side, or a line on all sides; or nothing."""
    kind = rng.random()
    if kind > 0.22:
        return None
    colour = np.clip(ground * rng.uniform(0.35, 0.85), 0, 255) if kind < 0.12 else tinted(ground, rng, 120)
    return colour.astype(np.float32), rng.uniform(0.04, 0.13), bool(kind < 0.12)


def digit_colours(rng: Generator, ground: Rgb) -> list[Rgb]:
    """A colour for each digit: usual ones, all one, or any; each of them visible on its ground."""
    kind = rng.random()
    if kind < 0.45:
        palette = [np.array(c, np.float32) for c in _CLASSIC]
    elif kind < 0.7:
        palette = [np.array(c, np.float32) for c in (_MODERN if ground.mean() > 110 else _BRIGHT)]
    elif kind < 0.82:
        one = apart(ground, rng, 90)
        palette = [one] * 8
    else:
        palette = [apart(ground, rng, 80) for _ in range(8)]
    jittered = [np.clip(c + rng.normal(0, 14, 3), 0, 255).astype(np.float32) for c in palette]
    least = 45 if rng.random() < 0.7 else 28
    return [c if np.abs(c - ground).max() > least else apart(ground, rng, 80) for c in jittered]


def draw_symbol(cell: Picture, symbol: int, look: Look, rng: Generator) -> None:
    """The symbol on a cell whose ground has been painted."""
    size = cell.shape[0]
    if 1 <= symbol <= 8:
        place = (look.at[0] + rng.normal(0, 0.01), look.at[1] + rng.normal(0, 0.01), look.high)
        if look.shadow:
            stamp(
                cell,
                look.digits[symbol],
                np.clip(look.open.base - 90 * look.shadow, 0, 255),
                (place[0] + 0.05, place[1] + 0.05, look.high),
            )
        if look.outline is not None:
            stamp(cell, glyphs.outlined(look.digits[symbol]), look.outline, (*place[:2], 1.18 * look.high))
        stamp(cell, look.digits[symbol], look.colours[symbol - 1], place)
    elif symbol == FLAG:
        look.flag(cell, rng)
    elif symbol == QUESTION and look.asks is not None:
        look.flag(cell, rng)
        stamp(cell, look.asks, apart(look.covered.base, rng, 90), look.beside)
    elif symbol == QUESTION:
        stamp(cell, glyphs.question(rng), apart(look.covered.base, rng, 80), (0.5, 0.5, rng.uniform(0.5, 0.85)))
    elif symbol in (MINE, EXPLODED):
        look.mine(cell, rng)
    elif symbol == WRONG:
        _wrong(cell, look, rng)
    elif symbol == FOREIGN:
        _foreign(cell, look, rng, size)


def _wrong(cell: Picture, look: Look, rng: Generator) -> None:
    if look.wrong == "blush":
        cell[:] = cell * 0.45 + np.array((110, 110, 255), np.float32) * 0.55
        look.flag(cell, rng)
        return
    (look.flag if look.wrong == "crossed flag" else look.mine)(cell, rng)
    cross(cell, rng)


def _foreign(cell: Picture, look: Look, rng: Generator, size: int) -> None:
    """What no cell shows: a pointer, a piece of a window, text, noise, two symbols at once."""
    kind = rng.integers(0, 8)
    if kind == 0:
        pointer(cell, rng)
    elif kind == 1:
        cut = int(rng.integers(round(0.4 * size), size))
        part = cell[:cut] if rng.random() < 0.5 else cell[:, :cut]
        part[:] = apart(part.reshape(-1, 3).mean(0), rng, 40)
    elif kind == 2:
        cell[:] = any_colour(rng)
        stamp(
            cell,
            glyphs.some_text(rng),
            apart(cell[0, 0], rng, 80),
            (rng.uniform(0.2, 0.8), rng.uniform(0.2, 0.8), rng.uniform(0.2, 0.7)),
        )
    elif kind == 3:
        cell[:] = cv2.resize(
            rng.uniform(0, 255, (4, 4, 3)).astype(np.float32), (size, size), interpolation=cv2.INTER_CUBIC
        )
    elif kind == 4:
        for _ in range(2):
            draw_symbol(cell, int(rng.integers(1, 9)), look, rng)
        stamp(
            cell,
            look.digits[int(rng.integers(1, 9))],
            look.colours[int(rng.integers(0, 8))],
            (rng.uniform(0, 1), rng.uniform(0, 1), look.high),
        )
    elif kind == 5:
        stamp(
            cell,
            look.digits[int(rng.integers(1, 9))],
            look.colours[int(rng.integers(0, 8))],
            (rng.choice([0.0, 0.1, 0.9, 1.0]), rng.uniform(0, 1), look.high),
        )
    elif kind == 6:
        for _ in range(int(rng.integers(1, 4))):
            ends = [tuple(int(v) for v in rng.integers(0, size, 2)) for _ in range(2)]
            patch = cell.copy()
            cv2.line(patch, *ends, tuple(float(v) for v in any_colour(rng)), max(1, size // int(rng.integers(5, 14))))
            cell[:] = patch
    else:
        stamp(
            cell, glyphs.some_text(rng), apart(cell.reshape(-1, 3).mean(0), rng, 80), (0.5, 0.5, rng.uniform(0.4, 0.9))
        )
