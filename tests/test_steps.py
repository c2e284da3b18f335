"""What is done quickly with many pixels or templates at once is what it is plainly: steps, pixels of cells, sets."""

import numpy as np
import pytest

from minebot.geometry import Lattice
from minebot.vision.cells import Cutter, all_cells, sprinkled
from minebot.vision.finding.steps import largest_steps, steps
from minebot.vision.theme import THUMBNAIL
from minebot.vision.themes.folders import load_themes
from minebot.vision.themes.templates import Sets


def _noise(height, width):
    return np.random.default_rng(height * 1000 + width).integers(0, 256, (height, width, 3), dtype=np.uint8)


def _plainly(picture):
    values = picture.astype(int)
    across, down = np.zeros((2, *picture.shape[:2]), int)
    across[:, 1:], down[1:] = np.abs(np.diff(values, axis=1)).max(2), np.abs(np.diff(values, axis=0)).max(2)
    return across, down


@pytest.mark.parametrize("size", [(1, 1), (2, 3), (127, 40), (128, 41), (129, 40), (257, 33)])
def test_steps_are_the_largest_differences_of_any_channel(size):
    """Whatever the layout of the picture, and over the ends of bands."""
    picture = _noise(*size)
    for seen in (picture, picture[::-1], picture[:, ::-1], picture.swapaxes(0, 1)):
        np.testing.assert_array_equal(steps(seen), _plainly(seen))
        np.testing.assert_array_equal(largest_steps(seen), np.maximum(*_plainly(seen)))


@pytest.mark.parametrize("size", [(1, 1), (2, 3), (127, 41), (130, 40), (257, 33)])
def test_steps_at_half_the_size_are_the_largest_of_four_pixels(size):
    """Or of the two, or the one, that are left at the ends of odd sides."""
    for seen, each in zip(steps(_noise(*size), 2), _plainly(_noise(*size)), strict=True):
        even = np.pad(each, [(0, side % 2) for side in each.shape])
        four = even.reshape(even.shape[0] // 2, 2, even.shape[1] // 2, 2)
        np.testing.assert_array_equal(seen, four.max((1, 3)))


@pytest.mark.parametrize("x", [40.0, 40.5, -8.0])
def test_picked_pixels_are_those_of_the_cells(x):
    """As they stand in the picture, between its pixels, and beyond it."""
    lattice = Lattice(x, 30.0, 16.0, 16.0, 9, 8)
    cutter, pixels = Cutter.of(_noise(200, 250), lattice), sprinkled(16)
    cells = all_cells(lattice)[::5]
    whole = cutter.cut_bytes(lattice, cells).reshape(len(cells), -1, 3)
    picked = cutter.pick_bytes(lattice, cells, pixels).reshape(len(cells), -1, 3)
    np.testing.assert_array_equal(picked, whole[:, pixels])


def test_the_nearest_of_several_sets_are_those_of_each():
    """Whatever each of them is weighted by."""
    sets = [theme.thumbnails(24) for theme in load_themes()]
    cells = _noise(20, THUMBNAIL**2).reshape(20, -1).astype(np.float32)
    nearest = Sets.of(sets).nearest(cells)
    assert nearest.shape == (20, len(sets))
    np.testing.assert_allclose(nearest, np.stack([each.distances(cells).min(1) for each in sets], axis=1), atol=0.01)
