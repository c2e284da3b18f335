"""Boards of which no cell has a border: only where covered cells end and open ones begin is there an edge."""

import random

import cv2
import numpy as np
import pytest
from desktops import random_desktop
from looks import FLAT, draw_look, random_look
from scenes import played

from minebot.board import COVERED, Board
from minebot.geometry import Lattice
from minebot.vision import locate
from minebot.vision.overlap import overlap
from minebot.vision.picture import Bgr
from minebot.vision.read import _as_large, read_picture
from minebot.vision.unknown.alike import at_sides
from minebot.vision.unknown.glyphs import SIDE
from minebot.vision.unknown.room import _covered_lines
from minebot.vision.unknown.shades import on_another_ground
from minebot.vision.unknown.unlike import are_plainly_undivided

FACE = (238, 238, 238)


def flat_board(seed: int, pitch: float, size: tuple[int, int] = (9, 9)) -> tuple[Bgr, Lattice, Board]:
    """A flat board in a light window, where it is and what it shows."""
    rng = random.Random(seed)
    board = played(rng, size, round(0.15 * size[0] * size[1]))
    cells = draw_look(board, random_look(rng, FLAT), (pitch, pitch))
    picture = cv2.copyMakeBorder(cells, 60, 40, 50, 70, cv2.BORDER_CONSTANT, value=FACE).astype(np.uint8)
    return picture, Lattice(50, 60, cells.shape[1] / size[0], cells.shape[0] / size[1], *size), board


@pytest.mark.parametrize(("seed", "pitch"), [(1, 24.0), (2, 31.5), (10, 40.0), (12, 18.0), (6, 56.0)])
def test_flat_boards_are_found_by_the_corners_of_what_is_covered(seed: int, pitch: float):
    """The lattice is that of the board to two pixels, as far as its corners tell."""
    picture, lattice, _ = flat_board(seed, pitch)
    found = locate.find_cornered_lattices(picture)[0]
    assert found.pitch_x == pytest.approx(pitch, rel=0.02)
    assert found.pitch_y == pytest.approx(pitch, rel=0.02)
    column, row = (found.x - lattice.x) / lattice.pitch_x, (found.y - lattice.y) / lattice.pitch_y
    assert column == pytest.approx(round(column), abs=2 / pitch)
    assert row == pytest.approx(round(row), abs=2 / pitch)


@pytest.mark.parametrize("seed", [1, 8, 28, 29, 39, 41, 54, 55])
def test_flat_boards_are_found_on_desktops(seed: int):
    """Among tables, icons and letters, of which the corners are of other colours, and with windows over their ends."""
    desktop = random_desktop(seed, (1920, 1080), 1, FLAT)
    (board,) = desktop.boards
    lattice = next(each for each in locate.find_cornered_lattices(desktop.picture) if overlap(each, board))
    column, row = (lattice.x - board.x) / board.pitch_x, (lattice.y - board.y) / board.pitch_y
    assert (lattice.pitch_x, lattice.pitch_y) == pytest.approx((board.pitch_x, board.pitch_y), rel=0.01)
    assert (column, row) == pytest.approx((round(column), round(row)), abs=2 / board.pitch_x)


def silent(picture: Bgr, lattice: Lattice, board: Board) -> list[tuple[int, int]]:
    """The cells that are not what the board shows and not doubtful, of what is found where it is; all, if cut short.

    Something must be.
    """
    wrong = []
    readings = read_picture(picture)
    assert any(overlap(reading.lattice, lattice) for reading in readings)
    for reading in readings:
        unsure = {(doubt.x, doubt.y) for doubt in reading.doubtful}
        column, row = (
            (reading.lattice.x - lattice.x) / lattice.pitch_x,
            (reading.lattice.y - lattice.y) / lattice.pitch_y,
        )
        same = abs(column) < 0.5 and abs(row) < 0.5 and reading.board.width == board.width
        same &= reading.board.height == board.height
        for index, read in enumerate(reading.board.cells):
            place = reading.board.place(index)
            if place not in unsure and not (same and board[place] == read):
                wrong.append(place)
    return wrong


@pytest.mark.parametrize("seed", [2, 6, 10, 12])
def test_flat_boards_are_read(seed: int):
    """Wherever they end: lines of nothing but covered cells are of the board, though nothing is between them."""
    picture, _, board = flat_board(seed, 30.0)
    (reading,) = read_picture(picture)
    assert reading.board.rows == board.rows
    assert reading.doubtful == ()


@pytest.mark.parametrize("seed", [1, 8])
def test_flat_boards_that_are_not_quite_clear_are_right_or_doubtful(seed: int):
    """Neither a cell nor a line is wrong in silence."""
    picture, lattice, board = flat_board(seed, 30.0)
    assert silent(picture, lattice, board) == []


@pytest.mark.parametrize("seed", [17, 37, 56])
def test_flat_boards_on_a_desktop_lose_no_line_and_no_mine_in_silence(seed: int):
    """A last column of zeros of which all touch numbers is one; and mines on dark cells are no covered ones.

    Nor is a dark window over a corner of a board whose open cells are dark.
    """
    desktop = random_desktop(seed, (1920, 1080), 1, FLAT)
    assert silent(desktop.picture, desktop.boards[0], desktop.shown[0]) == []


@pytest.mark.parametrize(
    ("reaches", "size", "shares"),
    [
        ((0, 0, 0, 0), (9, 9), (0.0, 0.0, 0.0, 0.0)),  # another ground all around
        ((0, 90, 0, 0), (6, 9), (0.0, 0.7, 0.0, 0.0)),  # three columns more
        ((12, 12, 12, 12), (9, 9), (0.0, 0.0, 0.0, 0.0)),  # a margin of their colour
        ((12, 72, 12, 12), (7, 9), (0.0, 0.7, 0.0, 0.0)),  # two columns and the margin
        ((12, 34, 12, 12), (9, 9), (0.4, 0.4, 0.4, 0.4)),  # something lies over what follows
        ((12, 12, 80, 12), (9, 9), (0.0, 0.0, 0.0, 0.0)),  # a panel above a usual level
        ((12, 12, 80, 12), (10, 7), (0.0, 0.0, 0.4, 0.0)),  # or lines of cells
        ((12, 12, 72, 12), (9, 7), (0.0, 0.0, 0.7, 0.0)),  # which make a usual one
        ((0, 0, 60, 0), (10, 7), (0.0, 0.0, 0.7, 0.0)),  # or have no margin
        ((0, 150, 0, 0), (4, 9), (0.0, 0.7, 0.0, 0.0)),  # farther than is looked
    ],
)
def test_how_many_lines_of_covered_cells_there_are(reaches, size, shares):
    """By how far their ground goes on beside a board of cells of 30 pixels."""
    told = _covered_lines(np.array(reaches, float), np.full(4, 30.0), size)
    assert told == list(shares)


def cells(shape: tuple[int, int], lines: bool) -> np.ndarray:
    """Plain cells, with a dark line around each or without."""
    patches = np.full((shape[0] * shape[1], SIDE, SIDE, 3), 200, np.uint8)
    if lines:
        patches[:, 3] = patches[:, -4] = patches[:, :, 3] = patches[:, :, -4] = 120
    return patches


def test_covered_cells_without_lines_are_no_sheet_where_no_rectangle_has_their_shape():
    """A sheet is a rectangle; steps in what is covered are of the board. Where there are lines, it says nothing."""
    stairs = np.where(np.tri(6, dtype=bool), COVERED, 0)
    square = np.zeros((6, 6), int)
    square[1:5, 1:5] = COVERED
    known = np.ones((6, 6), bool)
    plain, lined = (cells((6, 6), lines=lines) for lines in (False, True))
    assert are_plainly_undivided(plain, at_sides(plain), stairs, known)
    assert not are_plainly_undivided(plain, at_sides(plain), square, known)
    assert not are_plainly_undivided(lined, at_sides(lined), stairs, known)


@pytest.mark.parametrize("seed", [2, 6, 10])
def test_flat_boards_are_found_beside_others(seed: int):
    """A board with borders is found first; corners of other colours, and where that lies, tell of one without."""
    flat, lattice, board = flat_board(seed, 30.0)
    rng = random.Random(seed)
    other = played(rng, (9, 9), 12)
    drawn = draw_look(other, random_look(rng, "bevelled"), (24.0, 24.0))
    picture = np.full((480, 800, 3), 90, np.uint8)
    picture[: flat.shape[0], : flat.shape[1]] = flat
    picture[100 : 100 + drawn.shape[0], 500 : 500 + drawn.shape[1]] = drawn
    readings = read_picture(picture)
    assert len(readings) == 2
    (found,) = (each for each in readings if overlap(each.lattice, lattice))
    assert found.board.rows == board.rows


def test_zeros_on_a_ground_that_neither_zeros_nor_numbers_have_are_on_another():
    """A window's is; that of most zeros is none, nor that of a number, nor one a little off."""
    grounds = np.array([200] * 5 + [206, 150, 150, 90], np.uint8)
    codes = np.array([0] * 5 + [0, 0, 1, 0])
    patches = np.broadcast_to(grounds[:, None, None, None], (9, SIDE, SIDE, 3))
    assert np.flatnonzero(on_another_ground(patches, codes, codes >= 0)).tolist() == [8]


def test_a_part_that_is_no_board_rules_out_no_more_than_what_is_as_large():
    """Covered cells here and there may be found first: of these alone no board is made."""
    board, part = Lattice(0, 0, 48, 48, 10, 8), Lattice(336, 48, 48, 48, 3, 3)
    assert not _as_large(board, part)
    assert _as_large(board, board.widened(0, 9, 0, 7))
    assert not _as_large(board.moved(24, 24), board)
