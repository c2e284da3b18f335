"""Boards across which something lies from side to side: their parts must not pass for smaller boards."""

import random
from dataclasses import replace

import cv2
import numpy as np
import pytest
from desktops import BARS, Box, barred, drawn_in, on_busy_desktop, torn, with_bar
from looks import KINDS, draw_look, random_look
from scenes import played
from test_read import silent_misreads

from minebot.board import COVERED, Board
from minebot.geometry import Lattice
from minebot.vision.read import read_picture
from minebot.vision.torn import whole_of
from minebot.vision.unknown.board import read_unknown

GREY = (192, 192, 192)
PITCH = 24


def is_at(lattice: Lattice, box: Box) -> bool:
    """Whether a lattice is where a board lies."""
    return bool(np.abs(np.subtract(lattice.bbox, box)).max() <= 2)


ACROSS = ("rows", 1, 2), ("rows", 2.2, 6.2), ("columns", 9, 13), ("columns", 13.8, 14.8)
THEMES = ("classic", 1), ("windows7", 2), ("google", 3), ("kmines", 4)
MADE_UP = ("bevelled", 5, ACROSS[0]), ("gradient", 6, ACROSS[1]), ("lined", 8, ACROSS[2]), ("lined", 9, ACROSS[3])


@pytest.mark.parametrize(
    ("look", "seed", "lines"), [*((*theme, lines) for theme in THEMES for lines in ACROSS), *MADE_UP]
)
def test_a_bar_across_a_board_leaves_one_board(look: str, seed: int, lines: tuple[str, float, float]):
    """It is found whole; nothing of the hidden lines is read in silence, and of the others nothing wrong."""
    rng = random.Random(seed)
    board, picture = drawn_in(rng, look, (16, 16), 40, PITCH)
    picture, box = on_busy_desktop(rng, picture)
    picture = barred(picture, Lattice(box[0], box[1], PITCH, PITCH, 16, 16), lines, rng.choice(BARS))
    (reading,) = [each for each in read_picture(picture) if each.lattice.rows * each.lattice.cols > 100]
    assert (reading.board.width, reading.board.height) == (16, 16)
    assert is_at(reading.lattice, box)
    assert not silent_misreads(reading, board)
    doubtful = reading.in_doubt().reshape(16, 16)
    hidden = slice(round(lines[1] + 0.3), round(lines[2] - 0.3))
    assert (doubtful[hidden] if lines[0] == "rows" else doubtful[:, hidden]).all()
    assert look in KINDS or not doubtful.all()


@pytest.mark.parametrize("seed", [5030, 5038])
def test_a_bar_is_no_end_of_a_board_and_no_row_of_zeros(seed: int):
    """Though squares of another size are seen between the lines beyond it, or it has nearly the colour of zeros."""
    _, picture, lattice, board = torn(random.Random(seed), KINDS, with_bar)
    (reading,) = [each for each in read_picture(picture) if is_at(each.lattice, lattice.bbox)]
    assert not silent_misreads(reading, board)


def in_a_window(size: tuple[int, int]) -> tuple[np.ndarray, Lattice]:
    """A classic board of that size amid a desktop, in a frame of its own, and its place."""
    _, drawn = drawn_in(random.Random(12), "classic", size, 10, PITCH)
    framed = cv2.copyMakeBorder(drawn, *(8,) * 4, cv2.BORDER_CONSTANT, value=GREY)
    picture = cv2.copyMakeBorder(framed, *(60,) * 4, cv2.BORDER_CONSTANT, value=(150, 120, 90)).astype(np.uint8)
    return picture, Lattice(68, 68, PITCH, PITCH, *size)


@pytest.mark.parametrize("lines", [("rows", 8, 11), ("rows", -2, 1), ("columns", 8, 11), ("columns", -2, 2)])
def test_a_bar_over_whole_lines_is_no_end_of_a_board(lines: tuple[str, float, float]):
    """Where a board of a usual size would lie beneath it: none of the smaller one is believed."""
    picture, lattice = in_a_window((9, 9))
    (reading,) = read_picture(barred(picture, lattice, lines, (240, 235, 230)))
    assert len(reading.board.cells) < 81
    assert not reading.ends_clearly
    assert reading.in_doubt().all()


@pytest.mark.parametrize(
    ("size", "bars"),
    [
        ((9, 8), [("rows", 8.4, 10)]),
        ((9, 8), [("rows", 8, 10), ("rows", -2, 0)]),
        ((12, 10), [("rows", 10, 11)]),
        ((9, 9), []),
    ],
)
def test_boards_in_windows_end_where_they_do(size: tuple[int, int], bars: list[tuple[str, float, float]]):
    """One of no usual size as well: above a bar at some distance, between two bars, or lacking no lines of one."""
    picture, lattice = in_a_window(size)
    for lines in bars:
        picture = barred(picture, lattice, lines, (240, 235, 230))
    (reading,) = read_picture(picture)
    assert (reading.board.width, reading.board.height) == size
    assert not reading.doubtful


def test_numbers_that_count_mines_beneath_a_bar_are_not_covered_cells():
    """Plain twos lack mines there, those beside them do not, on a lost board on which nothing else is covered."""
    _, picture, lattice, board = torn(random.Random(2026), KINDS, with_bar)
    reading = read_unknown(picture, replace(lattice.moved(-0.5, -0.5), rows=8))
    assert reading is not None
    assert not silent_misreads(reading, Board(board.width, 8, board.cells[: 8 * board.width]))


def test_two_boards_of_usual_sizes_are_two_though_their_cells_are_in_line():
    """What lies between them is no bar over one board."""
    rng = random.Random(7)
    (left, one), (right, other) = (drawn_in(rng, "classic", (9, 9), 10, PITCH) for _ in range(2))
    picture = np.full((400, 700, 3), 110, np.uint8)
    picture[100 : 100 + 9 * PITCH, 48 : 48 + 9 * PITCH] = one
    picture[100 : 100 + 9 * PITCH, 48 + 12 * PITCH : 48 + 21 * PITCH] = other
    readings = sorted(read_picture(picture), key=lambda each: each.lattice.x)
    assert [each.board.rows for each in readings] == [left.rows, right.rows]
    assert not any(each.doubtful for each in readings)
    assert (
        whole_of(picture, readings[0].lattice, np.ones((9, 9), bool), lambda _: False) is not None
    )  # by their looks alone they are one


def test_boards_in_line_of_other_lines_are_two():
    """What reaches from side to side of one board, and not of the other, lies across neither."""
    rng = random.Random(3)
    (left, one), (right, other) = (
        drawn_in(rng, "classic", (12, 16), 29, PITCH),
        drawn_in(rng, "classic", (12, 12), 22, PITCH),
    )
    picture = np.full((520, 800, 3), 110, np.uint8)
    picture[80 : 80 + 16 * PITCH, 60 : 60 + 12 * PITCH] = one
    picture[80 : 80 + 12 * PITCH, 60 + 15 * PITCH : 60 + 27 * PITCH] = other
    readings = sorted(read_picture(picture), key=lambda each: each.lattice.x)
    assert [each.board.rows for each in readings] == [left.rows, right.rows]


def test_parts_that_may_be_boards_for_themselves_are_not_believed():
    """Of two plain boards in line, as high, that together have no usual size, nobody knows whether they are one."""
    picture = np.full((450, 800, 3), 110, np.uint8)
    for at in (60, 60 + 15 * PITCH):
        picture[80 : 80 + 12 * PITCH, at : at + 12 * PITCH] = drawn_in(
            random.Random(5), "classic", (12, 12), 22, PITCH
        )[1]
    readings = read_picture(picture)
    assert len(readings) == 2
    assert all(each.in_doubt().all() for each in readings)


@pytest.mark.parametrize("cut", [1, 2])
@pytest.mark.parametrize("look", ["lined", "bevelled", "google"])
def test_a_board_that_the_picture_cuts_is_looked_at_no_farther(look: str, cut: int):
    """A lattice may end a pixel or two outside of the picture."""
    rng = random.Random(20)
    board, picture = drawn_in(rng, look, (12, 10), 18, PITCH)
    around = np.full((picture.shape[0] + 80, picture.shape[1] + 80, 3), 150, np.uint8)
    around[40:-40, 40:-40] = picture
    for readings in (read_picture(around[:, : -40 - cut]), read_picture(around[: -40 - cut])):
        for reading in readings:
            assert (reading.board.width, reading.board.height) != (12, 10) or not silent_misreads(reading, board)


def test_what_lies_beyond_a_board_is_none_of_it():
    """A panel, text, a wall of another pitch, another board out of line: nothing tells that the board goes on."""
    rng = random.Random(9)
    _, board = drawn_in(rng, "classic", (16, 16), 40, PITCH)
    _, other = drawn_in(rng, "classic", (9, 9), 10, PITCH)
    size = 16 * PITCH
    for offset in ((9, 5), (12, 12), (5, 17)):
        picture = np.full((1000, 1000, 3), 160, np.uint8)
        picture[200 : 200 + size, 100 : 100 + size] = board
        x, y = 100 + size + 2 * PITCH + offset[0], 200 + offset[1]
        picture[y : y + 9 * PITCH, x : x + 9 * PITCH] = other
        assert (
            whole_of(picture, Lattice(100, 200, PITCH, PITCH, 16, 16), np.ones((16, 16), bool), lambda _: False) is None
        )


def test_the_lines_in_between_are_hidden_and_no_others():
    """The lattice goes on to the last line that is seen, and what lies across it is marked."""
    rng = random.Random(11)
    _, board = drawn_in(rng, "classic", (16, 16), 40, PITCH)
    picture = np.full((600, 600, 3), 110, np.uint8)
    picture[100:484, 80:464] = board
    picture = barred(picture, Lattice(80, 100, PITCH, PITCH, 16, 16), ("rows", 4, 7), GREY)
    part = Lattice(80, 100 + 7 * PITCH, PITCH, PITCH, 16, 9)
    found = whole_of(picture, part, np.ones((9, 16), bool), lambda _: False)
    assert found is not None
    assert (found.lattice.y, found.lattice.rows, found.lattice.cols) == (100, 16, 16)
    assert np.flatnonzero(found.hidden.all(1)).tolist() == [4, 5, 6]
    assert found.hidden.sum() == 3 * 16


@pytest.mark.parametrize(("lines", "hidden"), [(None, []), (("rows", 4, 5), [4])])
def test_a_line_that_shows_what_the_board_does_was_missed(lines: tuple[str, float, float] | None, hidden: list[int]):
    """Nothing lies over the nearest line beyond a part of a board if the looks of the board are seen in it as well."""
    _, board = drawn_in(random.Random(11), "classic", (16, 16), 40, PITCH)
    picture = np.full((600, 600, 3), 110, np.uint8)
    picture[100:484, 80:464] = board
    if lines is not None:
        picture = barred(picture, Lattice(80, 100, PITCH, PITCH, 16, 16), lines, GREY)
    part = Lattice(80, 100 + 5 * PITCH, PITCH, PITCH, 16, 11)
    found = whole_of(picture, part, np.ones((11, 16), bool), lambda _: False)
    assert found is not None
    assert (found.lattice.y, found.lattice.rows) == (100, 16)
    assert np.flatnonzero(found.hidden.any(1)).tolist() == hidden


def test_a_sheet_in_a_plain_look_of_its_own_is_no_line_of_covered_cells():
    """Of a lost game all of whose cells are open, a sheet over whole lines is the only thing that looks covered."""
    rng = random.Random(1)
    board = next(board for _ in range(100) if COVERED not in (board := played(rng, (16, 16), 30)).cells)
    for look, lines in (("bevelled", ("rows", 2, 4)), ("gaps", ("columns", 5, 6))):
        picture = draw_look(board, random_look(rng, look), (PITCH, PITCH))
        picture = cv2.copyMakeBorder(picture, *[3 * PITCH] * 4, cv2.BORDER_CONSTANT, value=(90, 60, 30))
        lattice = Lattice(3 * PITCH, 3 * PITCH, PITCH, PITCH, 16, 16)
        reading = read_unknown(barred(picture, lattice, lines, GREY), lattice)
        assert reading is not None
        assert (reading.board.width, reading.board.height) == (16, 16)
        assert not silent_misreads(reading, board)
        hidden = reading.in_doubt().reshape(16, 16)
        assert (hidden[2:4] if lines[0] == "rows" else hidden[:, 5]).all()
