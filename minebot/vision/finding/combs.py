"""Find boards of hexagons and triangles, whose cells are light and whose lines are dark in the red channel.

picture -> lines of pixels in which dark places come at even distances -> islands there -> lattice through them

Most pictures have none of the first, and are done with in a millisecond.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from minebot.geometry import Lattice
from minebot.vision.arrays import Bools, Doubles, Ints
from minebot.vision.picture import Bgr

Grey = npt.NDArray[np.uint8]

_RED, _LIGHT = 2, 158  # four pixels of a stipple have 191 of 255 on average, those on a line 127 or less
_EVERY = 5  # lines of pixels: cells are 20 high at least
_STRETCH = 9, 240  # pixels from a dark place to the next but one
_HITS = 20  # even stretches of one length that are worth a closer look: small boards full of numbers have 31
_SHARE = 0.15  # of them that may not be of squares: 0.34 and more on boards of triangles, 0.08 on those of squares
_MARGIN = 3  # such stretches around them are looked at as well
_FEWEST = 10  # islands of a board
_ALIKE = 0.12  # share by which islands of one board differ in width
_ON = 0.18  # of a step: how far from its place an island may lie
_THICKEST = 1.45  # a cell over the island in it: the lines of small triangles take a third
_MOST = 0.6  # share of the islands that must lie in their places


@dataclass(frozen=True, slots=True)
class Form:
    """What islands of a topology look like: width over height, the share of that box that they fill.

    `beside` is how far the corner of a board is from where the middles of the islands have it, in pixels: a line is
    drawn on one side of a cell, and the middle of a pixel is where its index is.
    """

    topology: str
    aspect: tuple[float, float]
    fill: tuple[float, float]


_FORMS = (
    Form("hexagon", (0.74, 1.0), (0.6, 0.9)),
    Form("triangle", (0.95, 1.4), (0.3, 0.68)),
)


def find_combs(picture: Bgr) -> Iterator[Lattice]:
    """Where boards may lie whose cells are no squares, roughly: to within a pixel or two."""
    region = _even_region(picture)
    if region is None:
        return
    left, top, right, bottom = region
    averaged = cv2.blur(cv2.extractChannel(picture[top:bottom, left:right], _RED), (2, 2))
    light = (averaged >= _LIGHT).view(np.uint8)
    _, _, boxes, centroids = cv2.connectedComponentsWithStats(light, connectivity=4)
    for form in _FORMS:
        islands = _of_form(np.asarray(boxes[1:], np.float64), np.asarray(centroids[1:], np.float64), form)
        while len(islands) >= _FEWEST:
            usual = _usual(islands[:, 2])
            group = islands[np.abs(islands[:, 2] - usual) <= max(2, _ALIKE * usual)]
            lattice = _lattice(group, form) if len(group) >= _FEWEST else None
            if lattice is not None:
                yield lattice.moved(left, top)
            islands = islands[np.abs(islands[:, 2] - usual) > max(2, _ALIKE * usual)]


def _even_region(picture: Bgr) -> tuple[int, int, int, int] | None:
    """The box of the places where dark lines come at the most frequent even distance; None if there are few."""
    stretch, y, x, taken = _even_places(picture)
    if np.count_nonzero(taken) < _HITS:
        return None
    of_any, of_others = (_near(np.bincount(each, minlength=_STRETCH[1] + 3)) for each in (stretch, stretch[taken]))
    place = int(of_others.argmax())
    if of_others[place] < max(_HITS, _SHARE * of_any[place]):
        return None
    stretch, y, x, common = stretch[taken], y[taken], x[taken], place + 1
    x, y = x[np.abs(stretch - common) <= 1], y[np.abs(stretch - common) <= 1]
    margin = _MARGIN * common
    left, top = max(0, int(x.min()) - margin), max(0, int(y.min()) - margin)
    return left, top, int(x.max()) + 2 * common + margin, int(y.max()) + margin


def _near(counts: Ints) -> Ints:
    """How many stretches are of each length from 1 on, or a pixel more or less."""
    near: Ints = counts[:-2] + counts[1:-1] + counts[2:]
    return near


def _even_places(picture: Bgr) -> tuple[Ints, Ints, Ints, Bools]:
    """Where five dark places in a line of pixels come at even distances.

    How far it is to the third; y and x of the first; and whether these are not of squares: there the same place is dark
    half that distance above and below, which is a row of them, or, where lines are straight, three sevenths of it,
    which is a row of hexagons and half a row of triangles.
    """
    red = cv2.extractChannel(picture, _RED).astype(np.uint8, copy=False)
    dark = _sampled(red) < _LIGHT
    starts = np.flatnonzero(dark[:, 1:] & ~dark[:, :-1])
    width = dark.shape[1] - 1
    one, two, between = starts[2:-2] - starts[:-4], starts[4:] - starts[2:-2], starts[3:-1] - starts[1:-3]
    even = (np.abs(one - two) <= 1) & (np.abs(one - between) <= 1) & (one >= _STRETCH[0]) & (one <= _STRETCH[1])
    even[even] = starts[4:][even] // width == starts[:-4][even] // width
    stretch, (y, x) = one[even], np.divmod(starts[:-4][even], width)
    y *= _EVERY
    row, half = (3 * stretch) // 7, stretch // 2
    above, below, square_above, square_below = (_dark_at(red, x, y + by) for by in (-row, row, -half, half))
    return stretch, y, x, ~(above | below | (square_above & square_below))


def _dark_at(red: Grey, x: Ints, y: Ints) -> Bools:
    """Whether a place, averaged with three others, is dark."""
    across, down = np.clip(x[:, None] + np.arange(2), 0, red.shape[1] - 1), np.clip(y, 0, len(red) - 2)[:, None]
    seen = red[down, across].astype(np.int64) + red[down + 1, across]
    dark: Bools = (seen[:, 1:] + seen[:, :-1] < 4 * _LIGHT).any(axis=1)
    return dark


def _sampled(red: Grey) -> Grey:
    """Every so many lines of pixels, each pixel averaged with three others: (lines, columns)."""
    lines = len(red) // _EVERY
    one, other = (np.ascontiguousarray(red[start::_EVERY][:lines]) for start in (0, 1))
    return cv2.blur(cv2.addWeighted(one, 0.5, other, 0.5, 0), (2, 1)).astype(np.uint8)


def _of_form(boxes: Doubles, centroids: Doubles, form: Form) -> Doubles:
    """Islands of that form: (n, 5) as middle x and y of their boxes, width, height, and how far the mass lies below."""
    left, top, width, height, area = boxes.T
    aspect, fill = width / height, area / (width * height)
    fits = (width >= _STRETCH[0]) & (width <= _STRETCH[1])
    fits &= (aspect > form.aspect[0]) & (aspect < form.aspect[1]) & (fill > form.fill[0]) & (fill < form.fill[1])
    middle = top + (height - 1) / 2
    islands: Doubles = np.stack(
        [left + (width - 1) / 2, middle, width, height, (centroids[:, 1] - middle) / height], axis=1
    )
    found: Doubles = islands[fits]
    return found


def _usual(widths: Doubles) -> float:
    """The most frequent width, to within two pixels."""
    counts = np.bincount(np.rint(widths).astype(np.int64), minlength=5)
    near = np.convolve(counts, np.ones(5), "same")
    best = int(near.argmax())
    return float(np.median(widths[np.abs(widths - best) <= 2]))


def _lattice(islands: Doubles, form: Form) -> Lattice | None:
    """The lattice through the middles of islands of one size; None where they lie on none of that form."""
    x, y, width, height, below = islands.T
    hexagons = form.topology == "hexagon"
    # hexagons lie at every half width, rows overlap by a quarter; triangles at every half width as well
    from_x, step_x = _comb(x, float(np.median(width)) / 2)
    from_y, step_y = _comb(y, float(np.median(height)) * (0.75 if hexagons else 1))
    across, down = (x - from_x) / step_x, (y - from_y) / step_y
    at_x, at_y = np.rint(across).astype(np.int64), np.rint(down).astype(np.int64)
    on = np.maximum(np.abs(across - at_x), np.abs(down - at_y)) < _ON
    # in rows of hexagons every other place is taken; among triangles every other one points down
    odd = (at_x + at_y + (0 if hexagons else (below < 0))) % 2
    even = round(float(np.median(odd[on]))) if on.any() else 0
    on &= odd == even
    if np.count_nonzero(on) < max(_FEWEST, _MOST * len(islands)):
        return None
    at_x, at_y = at_x[on], at_y[on]
    first = _first(at_x, at_y, even)
    cols, rows = at_x.max() - first[0] + 1, at_y.max() - first[1] + 1
    left, top = from_x + (first[0] - 1) * step_x, from_y + first[1] * step_y
    if hexagons:
        return Lattice(left, top - step_y * 2 / 3, 2 * step_x, step_y, int(cols) // 2, int(rows), form.topology)
    return Lattice(left, top - step_y / 2, step_x, step_y, int(cols), int(rows), form.topology)


def _first(at_x: Ints, at_y: Ints, even: int) -> tuple[int, int]:
    """The place of the first cell: as far to the left as any, in a row of hexagons that starts there, or upright."""
    left, top = int(at_x.min()), int(at_y.min())
    return left, top - (left + top + even) % 2


def _comb(values: Doubles, least: float) -> tuple[float, float]:
    """Start and step of the places at even distances on which most of the values lie."""
    steps = least * np.linspace(1, _THICKEST, 181)
    step = float(steps[np.abs(np.exp(2j * np.pi * values / steps[:, None]).sum(axis=1)).argmax()])
    start = step * float(np.angle(np.exp(2j * np.pi * values / step).sum())) / (2 * np.pi)
    for _ in range(3):
        places = np.rint((values - start) / step)
        near = np.abs(values - start - places * step) < _ON * step
        if np.ptp(places[near]) < 1 if near.any() else True:
            break
        step, start = (float(number) for number in np.polyfit(places[near], values[near], 1))
    return start, step
