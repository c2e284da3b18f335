"""Where a board of an unknown look ends: a line with a frame along it may be one more."""

import random

import cv2
import numpy as np
import pytest
from desktops import random_desktop
from odd_looks import drawn_in
from scenes import played

from minebot.board import COVERED, FLAG
from minebot.geometry import Lattice
from minebot.vision.draw import draw_board
from minebot.vision.read import read_picture
from minebot.vision.themes.folders import load_theme
from minebot.vision.unknown import ends
from minebot.vision.unknown.alike import Groups
from minebot.vision.unknown.beside import _same_within
from minebot.vision.unknown.board import read_unknown
from minebot.vision.unknown.ends import _believed_of, _undivided, _unopened, at_full_extent
from minebot.vision.unknown.glyphs import SIDE
from minebot.vision.unknown.guess import Guess, guess
from minebot.vision.unknown.room import _Room
from minebot.vision.unknown.sharper import RIM

INKS = (255, 0, 0), (0, 128, 0), (0, 0, 255), (128, 0, 0), (0, 0, 128), (128, 128, 0), (0, 0, 0), (128, 128, 128)


def test_a_line_along_a_frame_has_the_symbols_of_the_board():
    """Its cells are like no cell as a whole, but in their middle like those of the board; plain ones tell nothing."""
    plain, symbol = np.full((2, SIDE, SIDE, 3), 100, np.uint8)
    symbol[12:20, 14:18] = 250
    board = np.stack([plain, symbol])
    framed = np.stack([plain, symbol, plain, plain])
    framed[:, :, :5] = (0, 255, 255)
    same, symbols = _same_within(framed, board)
    assert same.all()
    assert symbols
    same, symbols = _same_within(framed[[0, 2, 3]], board)
    assert same.all()
    assert not symbols
    same, symbols = _same_within(255 - framed, board)
    assert not same.any()
    assert not symbols


def test_a_panel_of_the_colour_of_covered_cells_is_no_line_of_them():
    """Nothing divides it as it does the cells within the board; where nothing does there either, it tells nothing.

    What is in its corners may be anything: two panels meet there.
    """
    raised, flat, number = np.full((3, SIDE, SIDE, 3), 192, np.uint8)
    raised[:, ::12] = raised[::12] = 128
    panel = np.full((SIDE, SIDE, 3), 192, np.uint8)
    panel[:, 24:] = 128
    number[8:24, 14:18] = 0
    of = np.zeros((6, 6), int)
    of[:, 0], of[3, 3], of[0, 0] = 1, 2, 2
    for looks, undivided in (
        ([raised, panel, number], True),
        ([raised, raised, number], False),
        ([flat, panel, number], False),
    ):
        groups = Groups(of.ravel(), np.stack(looks), np.bincount(of.ravel()))
        told = Guess(Lattice(0, 0, 16, 16, 6, 6), groups, np.array([COVERED, COVERED, 1]), np.ones(3), np.zeros(3))
        assert _undivided(told) is undivided


@pytest.mark.parametrize(("look", "believed"), [(0, 15), (1, 18)])
def test_what_no_cell_of_the_board_looks_like_is_not_missed_without_its_line(look: int, believed: int):
    """A title above a board has plain cells as well: they are none of it, unless it has others that look so."""
    of = np.ones((6, 3), int)
    of[0] = look
    groups = Groups(of.ravel(), np.full((2, SIDE, SIDE, 3), 192, np.uint8), np.bincount(of.ravel(), minlength=2))
    told = Guess(Lattice(0, 0, 16, 16, 3, 6), groups, np.array([0, COVERED]), np.ones(2), np.zeros(2))
    assert _believed_of(told, Lattice(0, 16, 16, 16, 3, 5)) == believed


@pytest.mark.parametrize(("confidence", "sides"), [(0.5, {2}), (1.0, set())])
def test_a_line_of_zeros_beside_closed_cells_is_none_whatever_is_written_in_it(confidence, sides):
    """As the bar above a board is, with a counter in it; what is surely a cell of the board tells otherwise."""
    of = np.ones((6, 6), int)
    of[0] = 0
    of[0, 0] = 2
    looks = np.full((3, SIDE, SIDE, 3), 192, np.uint8)
    groups = Groups(of.ravel(), looks, np.bincount(of.ravel()))
    codes = np.array([0, COVERED, COVERED])
    told = Guess(Lattice(0, 0, 16, 16, 6, 6), groups, codes, np.array([1, 1, confidence]), np.zeros(3))
    assert _unopened(told) == sides


@pytest.mark.parametrize(
    ("pixels", "opened", "uneven"),
    [
        (
            (33, 9, 40, 30),
            (True, False, False, False),
            [True, False, False, False],
        ),  # one more column, or a wide margin
        ((33, 33, 40, 9), (True, True, False, False), [True, True, False, False]),
        ((20, 9, 40, 30), (True, False, False, False), [False] * 4),  # less than a column
        ((9, 9, 40, 33), (False, False, False, True), [False] * 4),  # a status line
    ],
)
def test_columns_of_zeros_may_leave_the_margin_of_another_side(pixels, opened, uneven):
    """Which a window has to the left and right of its board, and below, unless something else lies there."""
    room = _Room(np.array(pixels, float), np.array(opened), np.full(4, 24.0))
    assert room.uneven.tolist() == uneven


@pytest.mark.parametrize("name", ["classic", "sgt", "gnome"])
@pytest.mark.parametrize("height", [0, 6])
def test_a_board_goes_on_beside_a_popup_that_hides_most_of_the_next_line(name: str, height: int):
    """What is left of that line above and below the popup tells; without a popup the line is found whole."""
    board, pitch = played(random.Random(0), (26, 8), 30), 20
    picture = np.full((8 * pitch + 80, 26 * pitch + 60, 3), 90, np.uint8)
    picture[50 : 50 + 8 * pitch, 30 : 30 + 26 * pitch] = draw_board(board, load_theme(name), pitch)
    popup = slice(50 + pitch + 3, 50 + (1 + height) * pitch - 3)
    picture[popup, 30 + 5 * pitch : 30 + 17 * pitch] = (150, 90, 60)
    rest = Lattice(30 + 17 * pitch, 50, pitch, pitch, 9, 8)
    seen, clear = at_full_extent(picture, guess(picture, rest, RIM))
    assert seen.lattice.cols == 9 if height else seen.lattice.cols > 9
    assert not (height and clear)


def test_a_screen_of_text_is_no_board_with_more_lines_either(monkeypatch):
    """Where hardly any of a thousand cells is beyond doubt, no line is added: each would take a second to look at."""
    monkeypatch.setattr(ends, "guess", None)
    groups = Groups(np.arange(1200), np.zeros((1200, SIDE, SIDE, 3), np.uint8), np.ones(1200, int))
    told = Guess(Lattice(30, 30, 16, 16, 40, 30), groups, np.ones(1200, int), np.zeros(1200), np.zeros(1200))
    assert at_full_extent(np.zeros((600, 800, 3), np.uint8), told) == (told, False)


def test_a_button_above_a_board_is_no_line_of_it():
    """Its lower edge lies as lines between cells do, on a page that is nearly as light as open cells, and not quite."""
    board, side, left, top = played(random.Random(9), (10, 10), 12), 64, 44, 120
    drawn = np.full((10 * side, 10 * side, 3), 204, np.uint8)
    for index, code in enumerate(board.cells):
        x, y = board.place(index)
        cell = drawn[side * y + 2 : side * (y + 1) - 2, side * x + 2 : side * (x + 1) - 2]
        cell[:] = (187, 170, 153) if code < 0 else 255
        if code > 0 or code == FLAG:
            text, ink = ("F", (0, 0, 200)) if code == FLAG else (str(code), INKS[code - 1])
            cv2.putText(cell, text, (18, 44), cv2.FONT_HERSHEY_SIMPLEX, 1.2, ink, 3, cv2.LINE_AA)
    page = np.pad(drawn, ((top, 80), (left, 100), (0, 0)), constant_values=240)
    page[top - side - 1 : top - side + 1, left + 176 : left + 331] = 118
    seen, clear = at_full_extent(page, guess(page, Lattice(left, top, side, side, 10, 10), RIM))
    assert (seen.lattice.rows, clear) == (10, True)


@pytest.mark.parametrize(("kind", "seed"), [("lined", 35003), ("gaps", 35001)])
def test_a_line_without_a_border_around_the_board_is_of_it_where_lines_divide_its_cells(kind: str, seed: int):
    """Where nothing is drawn but between the cells, the first row or column has the ground of the panel beyond it."""
    made = random_desktop(seed, (1920, 1080), 1, kind)
    (lattice,), (board,) = made.boards, made.shown
    left, top, width, height = lattice.bbox
    window = np.ascontiguousarray(made.picture[top - 40 : top + height + 40, left - 40 : left + width + 40])
    (reading,) = read_picture(window, themes=())
    assert (reading.board.width, reading.board.height) == (board.width, board.height)
    unsure = reading.in_doubt()
    assert all(
        seen == true for seen, true, doubt in zip(reading.board.cells, board.cells, unsure, strict=True) if not doubt
    )


@pytest.mark.parametrize(("name", "seed"), [("clones", 4), ("online", 5)])
def test_a_panel_that_is_narrower_than_a_cell_is_no_line_of_zeros(name: str, seed: int):
    """With what lies beside the window it makes a column that nothing tells from zeros but the mines beside these."""
    board = played(random.Random(seed), (16, 12), 24, frozenset(load_theme(name).symbols))
    cells = draw_board(board, load_theme(name), 16)
    window = cv2.copyMakeBorder(cells, 12, 12, 12, 12, cv2.BORDER_CONSTANT, value=(192, 192, 192))
    picture = random_desktop(1, (1280, 800), 0).picture.copy()
    picture[300 : 300 + window.shape[0], 600 : 600 + window.shape[1]] = window
    reading = read_unknown(picture, Lattice(596, 312, 16, 16, 17, 12))
    assert reading is not None
    assert (reading.board.rows, reading.doubtful) == (board.rows, ())


@pytest.mark.parametrize("seed", [3, 7])
def test_a_panel_of_the_tint_of_bare_zeros_is_no_line_of_them(seed: int):
    """Nothing is drawn in these: that their colour is no grey makes no lines."""
    board = played(random.Random(seed), (16, 12), 28, frozenset())
    cells = drawn_in("tufts", board)
    window = cv2.copyMakeBorder(cells, 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=(200, 225, 240))
    reading = read_unknown(window.astype(np.uint8), Lattice(40, 40, 32, 32, 16, 12))
    assert reading is not None
    assert reading.board.rows == board.rows


@pytest.mark.parametrize("seed", [5, 7])
def test_lines_that_are_hardly_seen_tell_that_a_board_goes_on(seed: int):
    """In a clean picture what varies by three levels where cells end is a line: beside a part of a board is more."""
    board = played(random.Random(seed), (14, 12), 24, frozenset())
    picture = cv2.copyMakeBorder(drawn_in("faint", board), 60, 60, 60, 60, cv2.BORDER_CONSTANT, value=(240, 240, 240))
    part = Lattice(60 + 6 * 32, 60, 32, 32, 8, 8)
    seen, clear = at_full_extent(picture, guess(picture, part, RIM))
    assert (seen.lattice.cols, seen.lattice.rows) == (14, 12) or not clear
