"""Draw a described symbol on a grid of units, at any size in pixels: polygons, boxes, discs and strokes, from the back.

cross = [{ polygon = [[2, 3], [3, 2], [15, 14], [14, 15]], fill = "red" }]
tile = [{ box = [1, 1, 15, 15], radius = 2, fill = "sky", to = "sea", towards = [1, 1], alpha = 0.5 }]
six = [{ curve = [[0.9, 0], [0, 0.6], [0.5, 1]], fill = "6" }]

`radius` rounds the corners of a box, `gap` keeps it that many pixels, at any size, from where it would end, and `whole`
lets it reach to whole pixels. With a `margin` the whole grid, for that shape, ends so many pixels before the cell does.
`to` makes the colour change across the shape, downwards or `towards` a direction. A `stroke` is a line with corners
that ends square, half its width beyond its points; a `curve` runs smoothly through its points and ends at them. Both
need a `width`, or belong to the lettering of the theme: then their points go from 0 to 1 within its box, and its pen
draws them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np

from minebot.errors import ThemeError
from minebot.vision.arrays import Doubles
from minebot.vision.picture import Bgr

Colour = tuple[int, int, int]
"""Blue, green, red."""


_FINE, _FINEST = 128, 8  # lines of supersampling of a symbol, and of a pixel at most: more costs more than it shows
_SHORT = 1 / 16  # pixel by which what reaches to whole ones ends sooner: its outline is painted as well
_LEAST_INNER, _LEAST_SHARE = 10, 0.6  # pixels that margins leave of a cell, or that share of it where it is small
_TURN = np.linspace(0, 2 * np.pi, 48, endpoint=False)
_CIRCLE: Doubles = np.stack([np.cos(_TURN), np.sin(_TURN)], axis=1)


@dataclass(frozen=True, slots=True)
class Lettering:
    """Where on the grid a theme writes its digits (left, top, right, bottom), and how wide its pen is, in units.

    `sway` are other places for them, in pixels to the right and down: fonts differ, and are laid on whole pixels.
    """

    box: tuple[float, float, float, float] = (4, 3, 12, 13)
    pen: float = 2.0
    sway: tuple[tuple[float, float], ...] = ()

    def place(self, points: Doubles) -> Doubles:
        """Points given from 0 to 1, on the grid: the pen stays within the box."""
        left, top, right, bottom = self.box
        room = np.array([right - left - self.pen, bottom - top - self.pen])
        placed: Doubles = np.array([left, top]) + self.pen / 2 + points * room
        return placed


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """Filled polygons, in units of the description's grid.

    `fill` are the shades of their colour; where `to` is another, the colour changes from one to the other, `towards`.
    `gap` and `margin` are in pixels of the picture; a `whole` shape ends where they do, the next ones outwards.
    """

    polygons: tuple[Doubles, ...]
    fill: tuple[Colour, ...]
    to: tuple[Colour, ...]
    towards: tuple[float, float] = (0.0, 1.0)
    alpha: float = 1.0
    gap: float = 0.0
    whole: bool = False
    margin: float = 0.0

    @property
    def fixed(self) -> bool:
        """Whether something of it keeps its pixels at every size."""
        return self.whole or self.gap != 0 or self.margin != 0

    @property
    def shades(self) -> int:
        """In how many shades it may be drawn."""
        return max(len(self.fill), len(self.to))

    def shaded(self, step: int, steps: int) -> "Shape":
        """The shape in one shade: that at `step` of `steps` on the way through them."""
        if self.shades == 1:
            return self
        fill, to = ((shades[step * len(shades) // steps],) for shades in (self.fill, self.to))
        return replace(self, fill=fill, to=to)


def parse_colour(text: object) -> Colour:
    """The colour written as `#rrggbb`; ThemeError for anything else."""
    try:
        if isinstance(text, str) and text.startswith("#") and len(text) == 7:
            red, green, blue = bytes.fromhex(text[1:])
            return blue, green, red
    except ValueError:
        pass  # what is no hexadecimal number is refused below, with the rest
    raise ThemeError(f"{text!r} is no colour; write it like '#c0c0c0'")


def parse_shades(entry: object) -> tuple[Colour, ...]:
    """The shades of a colour: one, a list of them, or `{ from, to, steps }`; ThemeError for anything else."""
    if isinstance(entry, list) and entry:
        return tuple(map(parse_colour, entry))
    if not isinstance(entry, Mapping):
        return (parse_colour(entry),)
    ends = np.array([parse_colour(entry.get("from")), parse_colour(entry.get("to"))])
    steps = np.linspace(ends[0], ends[1], int(entry.get("steps", 2)))
    return tuple((round(blue), round(green), round(red)) for blue, green, red in steps.tolist())


def parse_shape(entry: object, colours: Mapping[str, tuple[Colour, ...]], lettering: Lettering) -> Shape:
    """The shape of one entry of a description; ThemeError where it is malformed."""
    if not isinstance(entry, Mapping) or not {entry.get("fill"), entry.get("to", entry.get("fill"))} <= set(colours):
        raise ThemeError(f"the shape {entry!r} needs a fill that is one of the theme's colours")
    try:
        towards_x, towards_y = map(float, entry.get("towards", (0, 1)))
        fill, to = colours[entry["fill"]], colours[entry.get("to", entry["fill"])]
        alpha, gap, margin = float(entry.get("alpha", 1)), float(entry.get("gap", 0)), float(entry.get("margin", 0))
        whole = bool(entry.get("whole", False))
        return Shape(_polygons(entry, lettering), fill, to, (towards_x, towards_y), alpha, gap, whole, margin)
    except (KeyError, TypeError, ValueError):
        raise ThemeError(f"the shape {entry!r} needs a polygon, a box, a disc, a stroke or a curve") from None


def _polygons(entry: Mapping[str, Any], lettering: Lettering) -> tuple[Doubles, ...]:
    if "polygon" in entry:
        return (_points(entry["polygon"]),)
    if "box" in entry:
        left, top, right, bottom = map(float, entry["box"])
        corners = np.array([(right, bottom), (left, bottom), (left, top), (right, top)])
        return (_rounded(corners, float(entry.get("radius", 0))),)
    if "disc" in entry:
        middle_x, middle_y, radius = map(float, entry["disc"])
        return (np.array([middle_x, middle_y]) + radius * _CIRCLE,)
    line, width = _points(entry["curve" if "curve" in entry else "stroke"]), lettering.pen
    if "width" in entry:
        width = float(entry["width"])
    else:
        line = lettering.place(line)
    return _stroke(_smooth(line) if "curve" in entry else _lengthened(line, width / 2), width)


def _points(entry: Sequence[Any]) -> Doubles:
    return np.array([(float(x), float(y)) for x, y in entry])


def _rounded(corners: Doubles, radius: float) -> Doubles:
    """The outline of a box whose corners, from the lower right one clockwise, are rounded."""
    inwards = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    quarters = _CIRCLE.reshape(4, 12, 2)
    return np.concatenate([c + radius * (i + q) for c, i, q in zip(corners, inwards, quarters, strict=True)])


def _smooth(points: Doubles) -> Doubles:
    """A smooth line through the points (a Catmull-Rom spline); closed where the last one is the first."""
    closed = bool((points[0] == points[-1]).all())
    before, after = (points[-2], points[1]) if closed else (points[0], points[-1])
    knots = np.concatenate([before[None], points, after[None]])
    t = np.linspace(0, 1, 8, endpoint=False)[:, None]
    pieces = [
        0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)
        for a, b, c, d in zip(knots, knots[1:], knots[2:], knots[3:], strict=False)
    ]
    return np.concatenate([*pieces, points[-1:]])


def _lengthened(line: Doubles, length: float) -> Doubles:
    """The line, longer by that at both of its ends."""
    first, last = line[0] - line[1], line[-1] - line[-2]
    ends = line[0] + first * length / np.hypot(*first), line[-1] + last * length / np.hypot(*last)
    return np.concatenate([ends[0][None], line[1:-1], ends[1][None]])


def _stroke(line: Doubles, width: float) -> tuple[Doubles, ...]:
    """The area of a pen that follows the line: a bar for each of its pieces, a disc at each of its joints."""
    along = np.diff(line, axis=0)
    across = along[:, ::-1] * np.array([1, -1]) / np.linalg.norm(along, axis=1)[:, None] * width / 2
    bars = [np.stack([a + n, b + n, b - n, a - n]) for a, b, n in zip(line, line[1:], across, strict=False)]
    ends = np.linalg.norm(line[:, None] - line[[0, -1]], axis=2).min(1)
    # a disc near an end would reach beyond it
    joints = line if (line[0] == line[-1]).all() else line[ends >= width / 2]
    return (*bars, *(joint + width / 2 * _CIRCLE for joint in joints))


def render(shapes: Sequence[Shape], grid: int, size: int) -> Bgr:
    """The shapes, back to front, as a square picture of `size` pixels, smoothed at their edges."""
    fine = size * max(2, min(_FINEST, -(-_FINE // size)))
    canvas = np.zeros((fine, fine, 3), np.uint8)
    for shape in (_fitted(_set_in(shape, grid, size), grid / size) if shape.fixed else shape for shape in shapes):
        if shape.fill == shape.to and shape.alpha == 1:
            _fill(canvas, shape, fine / grid, shape.fill[0])
        else:
            _blend(canvas, shape, fine / grid)
    return cv2.resize(canvas, (size, size), interpolation=cv2.INTER_AREA).astype(np.uint8)


def _set_in(shape: Shape, grid: int, size: int) -> Shape:
    """The shape on a grid that ends its margin before the cell of `size` pixels does."""
    share = max(1 - 2 * shape.margin / size, min(_LEAST_INNER / size, _LEAST_SHARE) if shape.margin else 1)
    return replace(shape, polygons=tuple(grid / 2 + share * (polygon - grid / 2) for polygon in shape.polygons))


def _fitted(shape: Shape, pixel: float) -> Shape:
    """The shape, smaller on each side by its gap, or larger up to whole pixels; `pixel` is one in units."""
    corners = np.concatenate(shape.polygons)
    low, high = corners.min(0), corners.max(0)
    inner_low, inner_high = low + shape.gap * pixel, high - shape.gap * pixel
    if shape.whole:
        # rounded first: three pixels that come out as a hair more are three
        inner_low = np.floor(np.round(inner_low / pixel, 6)) * pixel
        inner_high = (np.ceil(np.round(inner_high / pixel, 6)) - _SHORT) * pixel
    share = (inner_high - inner_low) / np.maximum(high - low, 1e-6)
    return replace(shape, polygons=tuple(inner_low + (polygon - low) * share for polygon in shape.polygons))


def _fill(canvas: Bgr, shape: Shape, scale: float, colour: Colour | int) -> None:
    # fillPoly paints the outline as well, half a pixel beyond the corners: draw in 1/16 pixels, half a pixel less
    corners = np.rint((np.concatenate(shape.polygons) * scale - 0.5) * 16).astype(np.int32)
    paint, first = colour if isinstance(colour, tuple) else (colour,), 0
    for polygon in shape.polygons:  # one by one: where two of them in one call overlap, there is a hole
        cv2.fillPoly(canvas, [corners[first : first + len(polygon)]], paint, cv2.LINE_8, shift=4)
        first += len(polygon)


def _blend(canvas: Bgr, shape: Shape, scale: float) -> None:
    """Paint a shape whose colour changes across it, or that lets its ground shine through."""
    mask = np.zeros(canvas.shape[:2], np.uint8)
    _fill(mask, shape, scale, 1)
    corners = np.concatenate(shape.polygons) @ np.array(shape.towards) * scale
    y, x = np.nonzero(mask)
    way = (x * shape.towards[0] + y * shape.towards[1] - corners.min()) / max(float(np.ptp(corners)), 1e-6)
    colours = np.array(shape.fill[0]) + np.clip(way, 0, 1)[:, None] * np.subtract(shape.to[0], shape.fill[0])
    canvas[y, x] = np.round(shape.alpha * colours + (1 - shape.alpha) * canvas[y, x])
