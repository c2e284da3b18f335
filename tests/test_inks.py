"""The colours in which digits are drawn."""

import numpy as np
import pytest

from minebot.vision.unknown.alike import Groups, parted
from minebot.vision.unknown.glyphs import SIDE
from minebot.vision.unknown.inks import in_another_ink, in_two_inks, on_two_tints, other_inks

GREY, BLUE, GREEN = (200, 200, 200), (200, 60, 0), (0, 140, 0)


def drawn(*inks: tuple[int, int, int], of: list[int]) -> Groups:
    """Groups of grey cells with a bar in the middle in these colours; `of` says which each cell has."""
    patches = np.full((len(inks), SIDE, SIDE, 3), GREY, np.uint8)
    for patch, ink in zip(patches, inks, strict=True):
        patch[8:24, 13:19] = ink
    return Groups(np.array(of), patches, np.bincount(of, minlength=len(inks)))


@pytest.mark.parametrize(
    ("codes", "another"),
    [
        ([1, 2, 2], [False, False, True]),  # a 2 in the blue of the ones
        ([1, 2, 1], [False, False, False]),
        ([1, 2, 3], [False, False, False]),  # nobody knows the colour of threes
    ],
)
def test_a_digit_in_the_colour_of_another_number(codes, another):
    """The form of a blurred digit tells less than its colour, where the colours of both numbers are known."""
    groups = drawn(BLUE, GREEN, BLUE, of=[0] * 4 + [1] * 3 + [2])
    assert in_another_ink(groups, np.array(codes), np.array([True, True, False])).tolist() == another


def test_the_numbers_that_a_digit_has_not_the_colour_of():
    """What is believed tells, in one colour or another; what is in doubt does not."""
    groups = drawn(BLUE, GREEN, GREEN, BLUE, GREEN, of=[0, 1, 1, 2, 3, 3, 4, 4])
    other = other_inks(groups, 0, np.array([6, 2, 3, 3, 5]), np.array([True] * 4 + [False]))
    assert np.flatnonzero(other).tolist() == [2 - 1]  # green ones; of the threes some are blue, fives in doubt


def test_on_two_shades_of_a_chequer_one_ink_tells_nothing():
    """It makes two colours of what differs from them."""
    groups = drawn((100, 100, 200), (100, 100, 200), of=[0, 1])
    for patch, ground in zip(groups.patches, ((130, 130, 130), (155, 155, 155)), strict=True):
        patch[(patch == GREY).all(2)] = ground
    assert groups.inks[0] @ groups.inks[1] < 0.9
    assert not other_inks(groups, 0, np.array([6, 5]), np.ones(2, bool)).any()


def test_where_all_numbers_have_one_colour_it_tells_nothing():
    """As in a window of black digits."""
    groups = drawn(BLUE, BLUE, BLUE, of=[0] * 4 + [1] * 3 + [2])
    assert not in_another_ink(groups, np.array([1, 2, 2]), np.ones(3, bool)).any()


def test_the_gap_between_cells_is_no_ink():
    """It may stand out from the ground more than a thin digit does, in one cell more than in another."""
    groups = drawn(GREEN, GREEN, of=[0] * 4 + [1] * 3)
    for patch, gap in zip(groups.patches, (GREY, (255, 0, 255)), strict=True):
        patch[:5] = patch[:, :5] = gap
    assert groups.inks[0] @ groups.inks[1] > 0.99
    assert not in_two_inks(groups, np.array([2, 2])).any()


PINK, PLUM = (255, 140, 255), (200, 140, 200)
"""Beside grey, the first is quite another colour than green, the second is between the two."""


@pytest.mark.parametrize(
    ("cells", "in_two"),
    [
        ([4, 3], [True, True]),  # green twos, and pink ones: one of the two is another number
        ([40, 3], [False, True]),  # so many are twos
    ],
)
def test_the_digits_of_a_number_in_two_colours(cells, in_two):
    """On one ground a number has one colour."""
    groups = drawn(GREEN, PINK, of=[group for group, count in enumerate(cells) for _ in range(count)])
    assert in_two_inks(groups, np.array([2, 2])).tolist() == in_two
    assert not in_two_inks(groups, np.array([2, 3])).any()


def test_colours_that_are_neither_one_nor_two_tell_nothing():
    """Of blurred digits the colours are as blurred: then those that are quite unlike tell nothing, either."""
    groups = drawn(GREEN, PINK, PLUM, of=[0] * 4 + [1] * 3 + [2])
    assert not in_two_inks(groups, np.array([2, 2, 2])).any()


ORANGE, SKY, DARK = (40, 140, 250), (230, 180, 120), (120, 60, 20)


@pytest.mark.parametrize(("other", "apart"), [(ORANGE, True), (SKY, False), (DARK, False), (GREY, False)])
def test_a_number_on_tiles_of_two_colours(other, apart):
    """An exclamation mark on a tile of its own looks like a 1, but no light makes orange of blue."""
    groups = drawn(GREY, GREY, of=[0, 0, 1])
    for patch, ground in zip(groups.patches, ((210, 90, 30), other), strict=True):
        patch[:] = ground
        patch[8:24, 13:19] = 255
    assert on_two_tints(groups, np.array([1, 1])).all() == apart
    assert not on_two_tints(groups, np.array([1, 2])).any()


def test_two_drawings_with_nothing_between_them_are_two_groups():
    """Pale digits differ by less than two cells of one look may."""
    rng = np.random.default_rng(3)
    patches = np.full((12, SIDE, SIDE, 3), 200, np.uint8)
    patches[:, 8:24, 13:19] = 176
    patches[8:, 18:22, 8:13] = 182
    patches = (patches + rng.integers(0, 3, patches.shape)).astype(np.uint8)
    mean = np.round(patches.mean(0, keepdims=True)).astype(np.uint8)
    groups = parted(Groups(np.zeros(12, int), mean, np.array([12])), patches, (3, 4))
    assert groups.of.tolist() == [groups.of[0]] * 8 + [groups.of[8]] * 4
    assert groups.of[0] != groups.of[8]
    alike = patches.copy()
    alike[8:] = patches[:4]
    assert len(parted(Groups(np.zeros(12, int), mean, np.array([12])), alike, (3, 4)).sizes) == 1
