"""Boards as games of other people draw them: discs for numbers, colours for marks, white pages for what is covered."""

import random
from dataclasses import replace

import cv2
import numpy as np
import pytest
from odd_looks import drawn_in
from scenes import ALL_SYMBOLS, played
from test_read import silent_misreads

from minebot.board import COVERED, EXPLODED, FLAG, MINE, WRONG_FLAG, Board
from minebot.geometry import Lattice
from minebot.vision.agreement import disputed
from minebot.vision.read import read_picture
from minebot.vision.reading import Reading
from minebot.vision.themes.folders import load_theme
from minebot.vision.unknown.guess import guess

SIDE, NARROW, AROUND = 32, 30, 40
LEVELS = {9: ((9, 9), 10), 16: ((16, 16), 40), 30: ((30, 16), 99)}
DESKTOP = (120, 90, 60)


def state(seed, width, symbols=frozenset()):
    """A board of the level that is so wide, as it may stand in a game."""
    return played(random.Random(seed), *LEVELS[width], symbols)


def on_desktop(cells, colour=DESKTOP):
    """A picture of the cells with something plain around them."""
    return cv2.copyMakeBorder(cells, *[AROUND] * 4, cv2.BORDER_CONSTANT, value=colour).astype(np.uint8)


def read(cells, board, colour=DESKTOP):
    """The one board in the picture; None where nothing is believed. Nothing is misread in silence."""
    readings = read_picture(on_desktop(cells, colour))
    found = [each for each in readings if len(each.doubtful) < len(each.board.cells)]
    assert len(found) <= 1
    for reading in found:
        assert (reading.board.width, reading.board.height) == (board.width, board.height)
        assert silent_misreads(reading, board) == []
    return found[0] if found else None


@pytest.mark.parametrize(("seed", "width"), [(1, 30), (4, 16)])
def test_discs_that_fit_as_numbers_are_no_mines(seed: int, width: int):
    """The network takes them for mines; on a large board in play the rules tell better."""
    reading = read(drawn_in("beads", board := state(seed, width)), board)
    assert reading is not None
    assert len(reading.doubtful) < 0.05 * len(board.cells)


@pytest.mark.parametrize(("seed", "width"), [(0, 9), (2, 16)])
def test_discs_of_which_no_rule_tells_are_no_mines_in_silence(seed: int, width: int):
    """No board has so many, and none of them exploded; a few may be numbers as well."""
    read(drawn_in("beads", board := state(seed, width)), board)


@pytest.mark.parametrize(("seed", "width"), [(0, 30), (4, 16)])
def test_bars_that_are_counted_are_not_read_the_other_way_round(seed: int, width: int):
    """Where the lattice lies off by a pixel or two, light from one side may look like a digit: of many some differ."""
    read(drawn_in("specks", board := state(seed, width)), board)


def test_a_small_mark_on_what_a_theme_takes_for_covered_is_doubtful():
    """It is little of the cell, and no farther from the theme than its colours may be; but more than in most."""
    board = state(2, 16)
    lattice = Lattice(AROUND, AROUND, SIDE, SIDE, board.width, board.height)
    other = guess(on_desktop(drawn_in("specks", board)), lattice)
    unmarked = replace(board, cells=tuple(COVERED if code == FLAG else code for code in board.cells))
    known = Reading(lattice, load_theme("classic"), unmarked, (), misfit=5.0)
    doubtful = {(each.x, each.y) for each in disputed(known, other).doubtful}
    marked = {board.place(index) for index, code in enumerate(board.cells) if code == FLAG}
    covered = {board.place(index) for index, code in enumerate(board.cells) if code == COVERED}
    assert marked
    assert marked <= doubtful
    assert not covered & doubtful


def with_wrong_flags(board):
    """The board with flags on two covered cells that are no mines."""
    rng, cells = random.Random(7), list(board.cells)
    for index in rng.sample([index for index, code in enumerate(cells) if code == COVERED], 2):
        cells[index] = FLAG
    return replace(board, cells=tuple(cells))


@pytest.mark.parametrize("seed", [0, 5])
def test_marks_by_colour_alone_are_flags_though_some_are_wrong(seed: int):
    """Far more of them are proven than of what is covered."""
    board = with_wrong_flags(state(seed, 30))
    reading = read(drawn_in("pills", board), board)
    assert reading is not None
    assert reading.doubtful == ()


@pytest.mark.parametrize("seed", [0, 13])
def test_what_a_lost_game_shows_by_colour_alone_is_no_flag_in_silence(seed: int):
    """Each number has as many red cells around it as it counts: all mines may be shown, or all be marked."""
    board = state(seed, 16, ALL_SYMBOLS)
    assert MINE in board.cells
    shown = replace(board, cells=tuple(MINE if code in (FLAG, EXPLODED) else code for code in board.cells))
    seen = replace(shown, cells=tuple(FLAG if code == WRONG_FLAG else code for code in shown.cells))
    read(drawn_in("pills", seen), seen)


@pytest.mark.parametrize("seed", [0, 1, 4])
def test_discs_on_what_is_covered_are_no_mines_while_others_are_not_shown(seed: int):
    """They leave hardly anything of the ground of covered cells, but their frame."""
    read(drawn_in("pins", board := state(seed, 16)), board)


def hairlined(board):
    """White covered cells and light open ones with lines a pixel wide; each lies two pixels over the one before."""
    cells = np.full((board.height * SIDE, board.width * NARROW + SIDE - NARROW, 3), 255, np.uint8)
    for index, code in enumerate(board.cells):
        x, y = board.place(index)
        cell = cells[SIDE * y : SIDE * (y + 1), NARROW * x : NARROW * x + SIDE]
        cell[:] = 255 if code == COVERED else 240
        cv2.rectangle(cell, (0, 0), (SIDE - 1, SIDE - 1), (221, 221, 221), 1)
        if code > 0:
            cv2.putText(cell, str(code), (10, 22), cv2.FONT_HERSHEY_SIMPLEX, 0.55, (0, 0, 0), 1, cv2.LINE_AA)
    return cells


BESIDE = """
###11121
#3211#3#
##1#124#
221112#2
...1#322
...112##
.111####
.1#1####
"""


def test_a_white_page_beside_white_cells_is_no_column():
    """It has a line to the board, but none between its cells, as all covered ones of the board have."""
    board = Board.parse(BESIDE)
    reading = read(hairlined(board), board, (255, 255, 255))
    assert reading is not None
    assert reading.doubtful == ()


INKS = (248, 189, 56), (128, 222, 74), (113, 113, 248), (250, 139, 167)


def below_a_panel(board, edge):
    """Dark cells with gaps, in a frame; a panel above them ends within the room of one more line, with text in it."""
    pitch, left, top = 34, 80, 120
    width, height = board.width * pitch, board.height * pitch
    picture = np.full((height + 200, width + 160, 3), (66, 51, 42), np.uint8)
    cv2.rectangle(picture, (left - 12, 20), (left + width + 12, top - pitch + edge), (42, 23, 15), -1)
    place = left + width // 2 - 14, top - 14
    cv2.putText(picture, "07", place, cv2.FONT_HERSHEY_SIMPLEX, 0.9, (250, 250, 250), 2, cv2.LINE_AA)
    for index, code in enumerate(board.cells):
        x, y = (at + pitch * each + 2 for at, each in zip((left, top), board.place(index), strict=True))
        cell = picture[y : y + pitch - 4, x : x + pitch - 4]
        cell[:] = (59, 41, 30) if code >= 0 else (139, 116, 100)
        if code < 0:
            cell[1:-1, 1:-1] = 105, 85, 71
        if code > 0:
            cv2.putText(cell, str(code), (9, 22), cv2.FONT_HERSHEY_SIMPLEX, 0.6, INKS[min(code, 4) - 1], 2, cv2.LINE_AA)
        if code == FLAG:
            cv2.fillPoly(cell, [np.array([[9, 5], [22, 10], [9, 16]])], (40, 40, 235))
            cv2.line(cell, (9, 5), (9, 25), (220, 220, 220), 2)
    return picture


@pytest.mark.parametrize("edge", [14, 22])
def test_the_edge_of_a_panel_above_a_board_is_no_line_of_it(edge: int):
    """It runs through as much of that as pale symbols would be."""
    board = state(3, 9)
    (reading,) = read_picture(below_a_panel(board, edge))
    assert (reading.lattice.bbox[:2], reading.doubtful) == ((80, 120), ())
    assert silent_misreads(reading, board) == []


SHADES = {COVERED: ((32, 212, 32), (19, 127, 19)), 0: ((135, 184, 222), (84, 118, 152))}
OPENED = """
##########
##########
##########
##########
##########
#####2111#
#####1..1#
#####1..11
#####21...
######1...
"""


def test_shades_of_a_chequer_may_be_far_from_each_other():
    """They take turns: neither is strange beside the other, however little is open."""
    board = Board.parse(OPENED)
    cells = np.zeros((board.height * SIDE, board.width * SIDE, 3), np.uint8)
    for index, code in enumerate(board.cells):
        x, y = board.place(index)
        cell = cells[SIDE * y : SIDE * (y + 1), SIDE * x : SIDE * (x + 1)]
        cell[:] = SHADES[COVERED if code == COVERED else 0][(x + y) % 2]
        if code > 0:
            cv2.putText(cell, str(code), (9, 24), cv2.FONT_HERSHEY_SIMPLEX, 0.75, INKS[code - 1], 2, cv2.LINE_AA)
    reading = read(cells, board, (255, 255, 255))
    assert reading is not None
    assert reading.doubtful == ()
