"""Cells that are unlike the others of what they are taken for."""

import cv2
import numpy as np
import pytest
from desktops import random_desktop

from minebot.board import COVERED, FLAG, QUESTION
from minebot.vision.unknown.alike import at_sides
from minebot.vision.unknown.board import read_unknown
from minebot.vision.unknown.glyphs import SIDE
from minebot.vision.unknown.shades import framed_otherwise
from minebot.vision.unknown.unlike import faint_questions, like_another_number, without_lines, without_lines_along

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


def test_a_ground_that_no_number_has_is_that_of_covered_cells():
    """Few flags, all laid at one part of a pixel, tell little of the borders of cells that are laid at another."""
    dark, light = (140, 140, 140), (230, 230, 230)
    looks, codes = [dark] * 10 + [light] * 4, np.array([FLAG] * 2 + [COVERED] * 8 + [1] * 4)
    patches = np.zeros((len(looks), SIDE, SIDE, 3), np.uint8)
    line = round(SIDE / 6)
    for number, (patch, colour) in enumerate(zip(patches, looks, strict=True)):
        patch[:] = colour
        if number < 2:
            patch[line : line + 2] = patch[-line - 2 : -line] = np.subtract(colour, 90)
    assert not framed_otherwise(patches, codes, np.ones(len(codes), bool)).any()


def lined(colour: int, edges: str) -> np.ndarray:
    """A cell with dark lines at some of its edges: left, right, above and below."""
    patch, line = np.full((SIDE, SIDE, 3), colour, np.uint8), round(SIDE / 6)
    for edge, part in {"l": np.s_[:, line], "r": np.s_[:, -line], "a": np.s_[line], "b": np.s_[-line]}.items():
        if edge in edges:
            patch[part] = colour - 60
    return patch


def test_cells_without_the_lines_of_the_others():
    """A sheet of their colour lies over them; at the rim of the board they may lack those of its end."""
    edges = ["rb", "lrb", "lrb", "lb", "lrab", "lrab", "", "lrab", "lra", "lra", "lra", "la"]
    patches = np.stack([lined(180, each) for each in edges])
    many = np.concatenate([patches, *[np.stack([lined(180, "lrab")] * 4)] * 3])
    codes, believed = np.full((6, 4), COVERED), np.ones((6, 4), bool)
    assert np.flatnonzero(without_lines(at_sides(many), codes, believed)).tolist() == [6]
    assert not without_lines(at_sides(many), codes, np.arange(24).reshape(6, 4) != 6).any()


def test_the_corner_of_what_is_closed_lacks_no_lines():
    """Beside open cells lines are fainter than between closed ones, along all of a side; what has none is a sheet."""
    shape, cells = (13, 13), []
    for row, column in np.ndindex(12, 12):
        patch = lined(180, ("" if row == 11 else "b") + ("" if column == 11 else "r") + "la")
        faint, line = lined(180, "") - 20, round(SIDE / 6)
        for outer, part in ((column == 11, np.s_[:, -line]), (row == 11, np.s_[-line])):
            if outer:
                patch[part] = faint[part]
        cells.append(lined(180, "") if (row, column) == (5, 5) else patch)
    codes, patches = np.ones(shape, int), np.full((*shape, SIDE, SIDE, 3), 240, np.uint8)
    codes[:12, :12], patches[:12, :12] = COVERED, np.reshape(cells, (12, 12, SIDE, SIDE, 3))
    bare = without_lines(at_sides(patches.reshape(-1, SIDE, SIDE, 3)), codes, np.ones(shape, bool))
    assert np.argwhere(bare.reshape(shape)).tolist() == [[5, 5]]


def test_a_sheet_over_a_fifth_of_the_zeros_has_no_lines():
    """Those that are left tell that there are lines between any two; of a lake that has none, no cell lacks any."""
    sheet = np.zeros((6, 10), bool)
    sheet[1:4, 3:7] = True
    patches = np.stack([lined(120, "" if hidden else "lrab") for hidden in sheet.ravel()])
    codes, believed = np.zeros(sheet.shape, int), np.ones(sheet.shape, bool)
    assert (without_lines(at_sides(patches), codes, believed).reshape(sheet.shape) == sheet).all()
    lake = np.stack([lined(120, "lrab" if shore else "") for shore in ~sheet.ravel()])
    assert not without_lines(at_sides(lake), np.where(sheet, 0, COVERED), believed).any()


def test_questions_that_hardly_show():
    """Beside flags and numbers of full contrast, a question mark in a trace of ink is what runs into its cell."""
    patches = np.full((8, SIDE, SIDE, 3), 200, np.uint8)
    inks = [20, 30, 40, 20, 30, 20, 60, 180]
    for patch, ink in zip(patches, inks, strict=True):
        cv2.putText(patch, "2", (SIDE // 3, 2 * SIDE // 3), cv2.FONT_HERSHEY_SIMPLEX, SIDE / 70, (ink,) * 3, 2)
    codes = np.array([1, 2, 3, FLAG, 1, 2, QUESTION, QUESTION])
    assert np.flatnonzero(faint_questions(patches, codes, np.ones(8, bool))).tolist() == [7]
    assert not faint_questions(patches, codes, codes == QUESTION).any()


def test_what_is_above_a_board_is_no_border_of_its_first_row():
    """A title that touches it is above covered cells as above numbers: that these are framed alike tells nothing."""
    desktop = random_desktop(38001, (1920, 1080), 1, "gaps")
    (lattice,), (board,) = desktop.boards, desktop.shown
    reading = read_unknown(desktop.picture, lattice)
    assert reading is not None
    assert (reading.board.rows, reading.doubtful) == (board.rows, ())


@pytest.mark.parametrize(("between", "panel"), [(29, True), (2, False)])
def test_a_column_without_lines_is_no_board_of_cells_that_have_some(between: int, panel: bool):
    """However few of these are covered: a page beside a small board has as many. But flat cells have none at all."""
    codes = np.zeros((8, 9), int)
    codes[:, -1] = codes[2:5, 3] = COVERED
    lines = np.full((8, 9, 4), between, np.float32)
    lines[:, -1] = 30, 0, 4, 4
    bare = without_lines_along(lines.reshape(-1, 4), codes, np.ones(codes.shape, bool), np.s_[:, -1])
    assert bare[:, -1].all() == panel
    assert not bare[:, :-1].any()


@pytest.mark.parametrize(("between", "panel"), [(6, False), (0, True)])
def test_what_is_between_zeros_may_be_fainter_than_what_is_between_covered_cells(between: int, panel: bool):
    """Two zeros beside one another within the board tell, though most of its borders are those of covered cells."""
    codes = np.full((8, 9), COVERED)
    codes[0] = codes[4, 3:5] = 0
    lines = np.full((8, 9, 4), 22, np.float32)
    lines[0] = between
    lines[4, 3:5] = 7
    bare = without_lines_along(lines.reshape(-1, 4), codes, np.ones(codes.shape, bool), np.s_[0, :])
    assert bare[0].all() == panel
    assert not bare[1:].any()
