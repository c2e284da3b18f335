"""Shapes: each fills the area that its description says, at any size."""

import numpy as np
import pytest

from minebot.errors import ThemeError
from minebot.vision.themes.shapes import Lettering, parse_shades, parse_shape, render

COLOURS = {"white": ((255, 255, 255),), "black": ((0, 0, 0),), "red": ((0, 0, 255),)}
LETTERING = Lettering((4, 4, 12, 12), 2)


def _area(entry: dict[str, object], size: int = 64) -> float:
    """How much of a 16 by 16 grid the shape covers, in squares of the grid."""
    shape = parse_shape({**entry, "fill": "white"}, COLOURS, LETTERING)
    return float(render([shape], 16, size).mean() / 255 * 256)


@pytest.mark.parametrize("size", [16, 24, 33, 64, 120])
@pytest.mark.parametrize(
    ("entry", "area", "border"),
    [
        ({"box": [2, 3, 10, 9]}, 48, 28),
        ({"box": [2, 2, 14, 14], "radius": 2}, 144 - (4 - np.pi) * 4, 45),
        ({"disc": [8, 8, 5]}, np.pi * 25, 31),
        ({"polygon": [[0, 0], [16, 0], [0, 16]]}, 128, 55),
        ({"stroke": [[3, 8], [13, 8]], "width": 2}, 24, 28),  # it ends square, half its width beyond its points
        ({"curve": [[3, 8], [8, 8], [13, 8]], "width": 2}, 20, 24),  # and a curve at them
        ({"stroke": [[0, 0], [0, 1]]}, 16, 20),  # a letter of the theme: as high as its box, as wide as its pen
    ],
)
def test_areas(entry: dict[str, object], area: float, border: float, size: int):
    """A shape covers what geometry says, to within a tenth of a unit along its border, at any size."""
    assert abs(_area(entry, size) - area) < 0.1 * border


def test_a_curve_closes_on_itself():
    """A curve whose last point is its first is smooth there too: a ring of the width of its pen."""
    turn = np.linspace(0, 2 * np.pi, 9)
    ring = [[8 + 5.7 * np.cos(t), 8 + 5.7 * np.sin(t)] for t in turn[:-1]]
    around = 2 * np.pi * 5.7
    assert abs(_area({"curve": [*ring, ring[0]], "width": 1.5}) - around * 1.5) < 2 * around * 0.1


@pytest.mark.parametrize("size", [16, 40, 80])
def test_a_gap_is_in_pixels(size: int):
    """A gap keeps a box its pixels from where it would end, at any size."""
    shape = parse_shape({"box": [0, 0, 16, 16], "gap": 2, "fill": "white"}, COLOURS, LETTERING)
    picture = render([shape], 16, size)
    assert not picture[:2].any()
    assert picture[2:-2, 2:-2].min() == 255


@pytest.mark.parametrize("size", [30, 40, 80])
def test_a_margin_is_in_pixels(size: int):
    """What has a margin is drawn in what that leaves of the cell; in a small cell, in six tenths of it at least."""
    corner = parse_shape({"box": [0, 0, 8, 8], "margin": 5, "fill": "white"}, COLOURS, LETTERING)
    white = render([corner], 16, size)[:, :, 0] == 255
    assert white[5 : size // 2, 5 : size // 2].all()
    assert white.sum() == (size // 2 - 5) ** 2
    assert 2.5 <= np.argmax(render([corner], 16, 15)[4, :, 0] > 127) <= 3.5


@pytest.mark.parametrize(("size", "first", "last"), [(13, 1, 12), (16, 1, 15), (20, 2, 18), (30, 3, 27)])
def test_whole_pixels(size: int, first: int, last: int):
    """A whole box reaches outwards to whole pixels and no further: a bevel is as wide as a program rounds it."""
    shape = parse_shape({"box": [2, 2, 18, 18], "whole": True, "fill": "white"}, COLOURS, LETTERING)
    row = render([shape], 20, size)[size // 2, :, 0]
    assert np.flatnonzero(row == 255).tolist() == list(range(first, last))
    assert np.delete(row, np.s_[first:last]).max() == 0


def test_a_colour_changes_towards_a_side():
    """A shape with two colours goes evenly from one to the other, in the direction that is given."""
    entry = {"box": [0, 0, 16, 16], "fill": "black", "to": "white", "towards": [1, 0]}
    picture = render([parse_shape(entry, COLOURS, LETTERING)], 16, 64)
    assert np.abs(picture[32, :, 0] - np.linspace(0, 255, 64)).max() < 5
    assert (picture == picture[:1]).all()


def test_a_ground_shines_through():
    """A shape with an alpha of a quarter is a quarter of its colour and three of its ground."""
    ground = parse_shape({"box": [0, 0, 16, 16], "fill": "white"}, COLOURS, LETTERING)
    veil = parse_shape({"box": [0, 0, 16, 16], "fill": "red", "alpha": 0.25}, COLOURS, LETTERING)
    assert render([ground, veil], 16, 16)[8, 8].tolist() == [191, 191, 255]


@pytest.mark.parametrize("entry", [{"box": [0, 0, 1]}, {"disc": [1, 2]}, {"stroke": "no"}, {}, "no shape"])
def test_malformed_shapes_are_refused(entry: object):
    """A shape without the numbers that it needs is refused with a sentence."""
    with pytest.raises(ThemeError, match="the shape"):
        parse_shape({"fill": "red", **entry} if isinstance(entry, dict) else entry, COLOURS, LETTERING)


@pytest.mark.parametrize("entry", ["red", "#ff00", "#gg0000", [], ["#ff0000", 3], {"from": "#ff0000"}, 7])
def test_malformed_colours_are_refused(entry: object):
    """What is no colour and no list or way of colours is refused."""
    with pytest.raises(ThemeError, match="no colour"):
        parse_shades(entry)
