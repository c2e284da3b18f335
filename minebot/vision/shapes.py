"""Draw a described symbol: polygons, boxes and discs on a grid of units, at any size in pixels.

cross = [{ polygon = [[2, 3], [3, 2], [15, 14], [14, 15]], fill = "red" }]
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from minebot.errors import ThemeError
from minebot.vision.picture import Bgr

Colour = tuple[int, int, int]
"""Blue, green, red."""

_FINE = 64  # lines of supersampling a symbol needs at least: a unit of a 16-unit grid is then four of them


@dataclass(frozen=True, slots=True)
class Shape:
    """A filled polygon, in units of the description's grid."""

    corners: tuple[tuple[float, float], ...]
    fill: Colour


def parse_colour(text: object) -> Colour:
    """The colour written as `#rrggbb`; ThemeError for anything else."""
    try:
        if isinstance(text, str) and text.startswith("#") and len(text) == 7:
            red, green, blue = bytes.fromhex(text[1:])
            return blue, green, red
    except ValueError:
        pass  # what is no hexadecimal number is refused below, with the rest
    raise ThemeError(f"{text!r} is no colour; write it like '#c0c0c0'")


def parse_shape(entry: object, colours: Mapping[str, Colour]) -> Shape:
    """The shape of one entry of a description; ThemeError where it is malformed."""
    if not isinstance(entry, Mapping) or entry.get("fill") not in colours:
        raise ThemeError(f"the shape {entry!r} needs a fill that is one of the theme's colours")
    try:
        return Shape(_corners(entry), colours[entry["fill"]])
    except (KeyError, TypeError, ValueError):
        raise ThemeError(f"the shape {entry!r} needs a polygon, a box or a disc") from None


def _corners(entry: Mapping[str, Any]) -> tuple[tuple[float, float], ...]:
    if "polygon" in entry:
        return tuple((float(x), float(y)) for x, y in entry["polygon"])
    if "box" in entry:
        left, top, right, bottom = map(float, entry["box"])
        return (left, top), (right, top), (right, bottom), (left, bottom)
    middle_x, middle_y, radius = map(float, entry["disc"])
    turn = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    return tuple(zip(middle_x + radius * np.cos(turn), middle_y + radius * np.sin(turn), strict=True))


def render(shapes: Sequence[Shape], grid: int, size: int) -> Bgr:
    """The shapes, back to front, as a square picture of `size` pixels, smoothed at their edges."""
    fine = size * -(-_FINE // size)
    canvas = np.zeros((fine, fine, 3), np.uint8)
    for shape in shapes:
        corners = np.array(shape.corners) * (fine / grid)
        # fillPoly paints the outline as well, half a pixel beyond the corners: draw in 1/16 pixels, half a pixel less
        cv2.fillPoly(canvas, [np.round((corners - 0.5) * 16).astype(np.int32)], shape.fill, cv2.LINE_8, shift=4)
    return cv2.resize(canvas, (size, size), interpolation=cv2.INTER_AREA).astype(np.uint8)
