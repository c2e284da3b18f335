"""Digits that are nearer to those of another number than to those of their own."""

import numpy as np
import pytest

from minebot.board import COVERED, FLAG
from minebot.vision.glyphs import SIDE
from minebot.vision.shades import framed_otherwise
from minebot.vision.unlike import like_another_number

BAR, HOOK, DOT = ((8, 24, 13, 19), (18, 22, 8, 13), (10, 14, 19, 23))


def cells(*strokes: tuple[tuple[int, int, int, int], ...]) -> np.ndarray:
    """Noisy grey cells, each with such boxes (top, bottom, left, right) drawn a little darker."""
    patches = np.full((len(strokes), SIDE, SIDE, 3), 200, np.uint8)
    for patch, boxes in zip(patches, strokes, strict=True):
        for top, bottom, left, right in boxes:
            patch[top:bottom, left:right] = 176
    noise = np.random.default_rng(1).integers(0, 4, patches.shape)
    return (patches + noise).astype(np.uint8)


TWOS, THREES = (BAR, HOOK), (BAR, DOT)


@pytest.mark.parametrize(
    ("strokes", "codes", "odd"),
    [
        ([TWOS] * 6 + [THREES] * 5, [2] * 6 + [3] * 5, []),
        ([TWOS] * 6 + [THREES] * 5, [2] * 7 + [3] * 4, [6]),  # a 3 among the twos
        ([TWOS] * 6 + [THREES] * 5, [2] * 6 + [3] * 4 + [4], []),  # of a number that is nowhere else, nothing is known
        ([TWOS] * 6 + [THREES], [2] * 6 + [3], []),
    ],
)
def test_a_digit_among_those_of_another_number(strokes, codes, odd):
    """It is known by several of both numbers; of a number of which there is one there is nothing to compare with."""
    like = like_another_number(cells(*strokes), np.array(codes), np.ones(len(codes), bool))
    assert np.flatnonzero(like).tolist() == odd


def test_what_is_doubtful_tells_nothing():
    """Neither is it told anything of."""
    codes, believed = np.array([2] * 7 + [3] * 4), np.array([True] * 7 + [False] * 4)
    assert not like_another_number(cells(*[TWOS] * 6, *[THREES] * 5), codes, believed).any()
    assert not like_another_number(cells(), np.zeros(0, int), np.zeros(0, bool)).any()


def test_more_digits_than_are_compared_at_once():
    """Each is compared with all."""
    strokes, codes = [TWOS] * 700 + [THREES] * 500, np.array([2] * 701 + [3] * 499)
    assert np.flatnonzero(like_another_number(cells(*strokes), codes, codes > 0)).tolist() == [700]


def test_a_board_without_an_empty_cell_has_none_that_is_framed_otherwise():
    """Digits and flags alone: there is nothing to compare with them."""
    patches = np.random.default_rng(1).integers(0, 256, (6, SIDE, SIDE, 3), dtype=np.uint8)
    codes = np.array([1, 2, 1, FLAG, FLAG, FLAG])
    assert not framed_otherwise(patches, codes, np.ones(6, bool)).any()


def test_flags_on_a_ground_of_their_own_tell_nothing_of_the_borders_of_covered_cells():
    """Beside orange, a black line is darker by as much as it is orange; beside the grey of covered cells it is not."""
    orange, grey, light = (0, 165, 255), (190, 190, 190), (230, 230, 230)
    looks, codes = [orange] * 2 + [grey] * 6 + [light] * 4, np.array([FLAG] * 2 + [COVERED] * 6 + [1] * 4)
    patches = np.zeros((len(looks), SIDE, SIDE, 3), np.uint8)
    line = round(SIDE / 6)  # a patch shows a part of the neighbours as well
    for patch, colour in zip(patches, looks, strict=True):
        patch[:] = colour
        patch[line : line + 1] = patch[:, line : line + 1] = 150
    assert not framed_otherwise(patches, codes, np.ones(len(codes), bool)).any()
