"""Cells are laid where their pixels begin, whatever edges are drawn within them."""

import random

import numpy as np
import pytest
from desktops import random_desktop
from looks import Look, draw_look
from scenes import on_desktop, played

from minebot.geometry import Lattice
from minebot.vision.cells import Fit, Fitter
from minebot.vision.draw import draw_board
from minebot.vision.read import read_picture
from minebot.vision.themes.folders import load_theme
from minebot.vision.unknown.placed import placed


@pytest.mark.parametrize(("name", "pitch"), [("classic", 56), ("minegauler", 36), ("demo", 64)])
def test_a_bevel_does_not_move_the_grid(name: str, pitch: int):
    """Of wide bevels, the edge within is as strong as the one between two cells: only what the cells show tells."""
    rng = random.Random(5)
    board = played(random.Random(9), (9, 9), 14)
    picture, bbox = on_desktop(rng, draw_board(board, load_theme(name), pitch))
    (reading,) = read_picture(picture, themes=())
    assert np.abs(np.subtract(reading.lattice.bbox, bbox)).max() <= 1
    assert reading.board.cells == board.cells


@pytest.mark.parametrize(("pitch", "off"), [(40, -3), (40, 0), (40, 2), (24, -3), (24, 3)])
def test_cells_are_moved_to_their_pixels(pitch: int, off: int):
    """To the pixel, in each direction by itself; and not at all where all cells show the same."""
    board = played(random.Random(9), (9, 9), 14)
    picture = np.pad(draw_board(board, load_theme("classic"), pitch), ((9, 9), (9, 9), (0, 0)))
    codes, sure = np.array(board.cells), np.ones(81, bool)
    moved = placed(picture, Lattice(9.0 + off, 9.0 - off, pitch, pitch, 9, 9), codes, sure)
    assert (moved.x, moved.y) == (9, 9)
    astray = Lattice(9.0 + off, 9.0, pitch, pitch, 9, 9)
    assert placed(picture, astray, np.zeros(81, int), sure) == astray


@pytest.mark.parametrize("seed", [9007, 9301])
def test_a_gap_between_cells_is_shared_by_both(seed: int):
    """It is the same whatever is beside it; that cells of no whole number of pixels begin unevenly, tells nothing.

    Nor does it that those on one side of it differ more than those on the other: then the end of the reach fits best.
    """
    desktop = random_desktop(seed, (1920, 1080), kind="lined")
    (reading,) = read_picture(desktop.picture)
    assert abs(reading.lattice.x - desktop.boards[0].x) <= 1
    assert abs(reading.lattice.y - desktop.boards[0].y) <= 1


@pytest.mark.parametrize("off", [-2, 0, 1, 2])
def test_the_border_is_in_the_middle_of_a_gap(off: int):
    """The cells on either side of one of six pixels are as far from it, wherever in the gap it was laid."""
    look = Look(
        "gaps", (220, 200, 200), (180, 160, 160), (140, 120, 120), gap=0.13, size=0.5, numbers=((160, 40, 40),) * 8
    )
    board = played(random.Random(9), (9, 9), 14)
    picture = np.pad(draw_look(board, look, (45.0, 45.0)), ((9, 9), (9, 9), (0, 0)))
    moved = placed(picture, Lattice(9.0 + off, 9.0 - off, 45, 45, 9, 9), np.array(board.cells), np.ones(81, bool))
    assert (moved.x, moved.y) == (9, 9)


def test_plain_cells_that_fit_anywhere_move_no_lattice_far():
    """A theme without borders fits five rows of covered cells in many ways: some with lines six pixels off."""
    desktop = random_desktop(9305, (1920, 1080), kind="chequered")
    start = desktop.boards[0]
    fit = Fitter(desktop.picture, start).fine(Fit(load_theme("google"), start, 0.0))
    ends = [(each.x, each.y, each.across(each.cols), each.down(each.rows)) for each in (start, fit.lattice)]
    assert np.abs(np.subtract(*ends)).max() <= 4


@pytest.mark.parametrize("pitch", [24, 30])
def test_cells_of_whole_pixels_begin_at_one(pitch: int):
    """Where lines of several pixels run between them, borders lie between pixels, and cells do not."""
    rng = random.Random(5)
    board = played(random.Random(9), (12, 10), 20, frozenset())
    picture, (x, y, _, _) = on_desktop(rng, draw_board(board, load_theme("windows7"), pitch))
    (reading,) = read_picture(picture, themes=())
    assert (reading.lattice.x, reading.lattice.y, reading.lattice.pitch_x, reading.lattice.pitch_y) == (
        x,
        y,
        pitch,
        pitch,
    )
    assert (reading.board.cells, reading.doubtful) == (board.cells, ())


def test_raised_cells_with_black_gaps_are_fresh():
    """Without a number to tell where cells begin, a black gap may pass for the dark side of their bevel."""
    cell = np.zeros((16, 16, 3), np.uint8)
    cell[:15, :15] = (0, 255, 0)
    cell[1:15, 1:15] = (128, 0, 0)
    cell[1:14, 1:14] = (0, 128, 0)
    board = np.pad(np.tile(cell, (12, 12, 1)), ((45, 6), (5, 6), (0, 0)))
    picture = np.pad(board, ((40, 20), (20, 20), (0, 0)), constant_values=128)
    (reading,) = read_picture(picture, themes=())
    assert (reading.lattice.cols, reading.lattice.rows, reading.doubtful) == (12, 12, ())
    assert np.abs(np.subtract((reading.lattice.x, reading.lattice.y), (25, 85))).max() <= 1
