"""Looks whose digits nobody can read: what they stand for follows from where they stand, or is doubtful."""

import random

import cv2
import numpy as np
import pytest
from looks import draw_look, random_look
from scenes import played
from test_read import silent_misreads

from minebot.board import COVERED, FLAG, QUESTION, Board
from minebot.geometry import Lattice
from minebot.topology import adjacency
from minebot.vision.draw import draw_board
from minebot.vision.read import read_picture
from minebot.vision.themes.folders import load_theme
from minebot.vision.unknown.alike import grouped
from minebot.vision.unknown.board import read_unknown
from minebot.vision.unknown.ciphered import contested, deciphered
from minebot.vision.unknown.glyphs import cut_patches, recognise
from minebot.vision.unknown.states import Place

PITCH = 28
LASTING = frozenset()  # symbols of lost games, of which these boards have none


def _rune(seed):
    """A symbol of strokes by lot, as no digit has them: white on black."""
    rng, tile = random.Random(seed), np.zeros((PITCH, PITCH), np.uint8)
    points = [(rng.randint(7, PITCH - 8), rng.randint(7, PITCH - 8)) for _ in range(7)]
    for one, other in zip(points[::2], points[1::2], strict=False):
        cv2.line(tile, one, other, 255, 2)
    cv2.circle(tile, points[-1], 4, 255, 2)
    return tile


def _in_runes(board, seed):
    """A picture of the board, a rune for each number, on a plain desktop; and where it lies."""
    picture = np.full(((board.height + 4) * PITCH, (board.width + 4) * PITCH, 3), (96, 64, 48), np.uint8)
    for index, code in enumerate(board.cells):
        x, y = (PITCH * (part + 2) for part in board.place(index))
        cell = picture[y : y + PITCH, x : x + PITCH]
        cell[:] = (200, 210, 215) if code >= 0 else (150, 130, 110)
        cv2.rectangle(cell, (0, 0), (PITCH - 1, PITCH - 1), (120, 100, 90), 1)
        if code < 0:
            cv2.line(cell, (1, 1), (PITCH - 2, 1), (230, 220, 210), 2)
            cv2.line(cell, (1, 1), (1, PITCH - 2), (230, 220, 210), 2)
        if code > 0:
            cell[_rune(10 * seed + code) > 0] = (60, 20, 90)
        if code == FLAG:
            cv2.line(cell, (10, 6), (10, 22), (30, 30, 30), 2)
            cv2.fillPoly(cell, [np.array([(11, 6), (21, 10), (11, 14)], np.int32)], (40, 40, 220))
    return picture, Lattice(2 * PITCH, 2 * PITCH, PITCH, PITCH, board.width, board.height)


def _told(board, seed):
    """What the rules alone tell of the cells of the board: their codes, and which of them are sure."""
    picture, lattice = _in_runes(board, seed)
    groups = grouped(cut_patches(picture, lattice, np.arange(len(board.cells))))
    place = Place((board.height, board.width), np.zeros((board.height, board.width), bool))
    told = deciphered(groups, recognise(groups.patches), place)
    return None if told is None else (told[0][groups.of], told[1][groups.of] > 0.9)


def _contested(board, seed, read):
    """The numbers of the board of which where they stand says that they are none of those that they are read as."""
    picture, lattice = _in_runes(board, seed)
    groups = grouped(cut_patches(picture, lattice, np.arange(len(board.cells))))
    truth = np.array(board.cells)
    codes = np.array(
        [read.get(code, code) for code in (truth[groups.of == group][0] for group in range(groups.of.max() + 1))]
    )
    place = Place((board.height, board.width), np.zeros((board.height, board.width), bool))
    return set(truth[contested(groups, codes, place)[groups.of]].tolist())


def _board(seed):
    """An expert board in play, of which nearly all that is safe is open, and two fifths of the mines flagged."""
    rng = random.Random(seed)
    while True:
        board = played(rng, (30, 16), 99, LASTING)
        if 0.2 < np.mean(np.array(board.cells) == COVERED) < 0.6:
            return board


@pytest.mark.parametrize("seed", [0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11])
def test_runes_are_told_by_where_they_stand(seed):
    """On a large board in play no cell is taken for another one, and nearly all are told."""
    board = _board(seed)
    told = _told(board, seed)
    assert told is not None
    codes, sure = told
    truth = np.array(board.cells)
    assert (codes[sure] == truth[sure]).all()
    assert sure.mean() > 0.93


@pytest.mark.parametrize("seed", range(6))
def test_a_board_in_runes_is_read(seed):
    """The reader finds it where it lies; what it does not say to be in doubt is right."""
    board = _board(seed)
    picture, lattice = _in_runes(board, seed)
    (reading,) = read_picture(picture)
    assert np.abs(np.subtract(reading.lattice.bbox, lattice.bbox)).max() <= 2
    doubtful = {(doubt.x, doubt.y) for doubt in reading.doubtful}
    wrong = [
        place
        for place, code in zip(map(board.place, range(len(board.cells))), board.cells, strict=True)
        if reading.board[place] != code and place not in doubtful
    ]
    assert wrong == []
    assert len(doubtful) < 0.1 * len(board.cells)


@pytest.mark.parametrize("seed", range(12))
def test_numbers_that_stand_where_they_may_are_not_contested(seed):
    """As the board shows them everything fits."""
    assert _contested(_board(seed), seed, {}) == set()


@pytest.mark.parametrize("seed", range(6))
def test_numbers_beside_too_many_flags_are_not_contested(seed):
    """Programs show them in a look of its own, which then stands beside wrong flags alone: that is no other number."""
    board = _board(seed)
    cells = np.pad(np.array(board.cells).reshape(16, 30), 1, constant_values=0)
    for row, column in np.argwhere(cells == 4).tolist():
        around = cells[row - 1 : row + 2, column - 1 : column + 2]
        if (around < 0).sum() > 4:
            around[around == COVERED] = FLAG
        else:
            cells[row, column] = 3  # as good as any: only fours beside too many flags are left
    flagged = Board(30, 16, tuple(cells[1:-1, 1:-1].ravel().tolist()))
    assert 4 in flagged.cells
    assert 4 not in _contested(flagged, seed, {})


@pytest.mark.parametrize("read", [{2: 1}, {1: 2, 2: 1}, {2: QUESTION, 3: QUESTION}, {1: 3}, {2: FLAG}])
@pytest.mark.parametrize("seed", range(4))
def test_numbers_that_look_like_others_are_contested(seed, read):
    """Two strokes may look like a 1, and a Roman II like a question mark: where they stand tells that they are not."""
    assert min(read) in _contested(_board(seed), seed, read)


@pytest.mark.parametrize(("name", "pitch"), [("xdemineur", 21), ("sgt", 31)])
def test_flags_on_raised_cells_that_mark_no_mine_are_no_numbers(name: str, pitch: int):
    """However well they would count what is around them."""
    rng = random.Random(10)
    cells = [COVERED if code == FLAG else code for code in played(rng, (16, 16), 40, LASTING).cells]
    for index in rng.sample([index for index, code in enumerate(cells) if code == COVERED], 6):
        cells[index] = FLAG
    board = Board(16, 16, tuple(cells))
    picture = np.pad(draw_board(board, load_theme(name), pitch), ((60, 40), (50, 50), (0, 0)), constant_values=180)
    (reading,) = read_picture(picture, themes=())
    assert (reading.board.rows, reading.doubtful) == (board.rows, ())


@pytest.mark.parametrize("seed", range(10))
def test_symbols_that_no_rule_put_there_tell_nothing(seed):
    """The cells of a board in any other order are no board."""
    board = _board(seed)
    cells = list(board.cells)
    random.Random(seed).shuffle(cells)
    assert _told(Board(board.width, board.height, tuple(cells)), seed) is None


@pytest.mark.parametrize("seed", range(6))
def test_a_table_tells_nothing(seed):
    """Where each column has its own symbol, its neighbours follow from that, and no mines from these."""
    rng = random.Random(seed)
    columns = [COVERED, *(rng.choice([COVERED, 1, 2, 3, 4]) for _ in range(15))]
    cells = tuple(code if rng.random() < 0.95 else COVERED for _ in range(16) for code in columns)
    assert _told(Board(16, 16, cells), seed) is None


@pytest.mark.parametrize("seed", range(6))
def test_a_won_board_may_be_covered_or_flagged(seed):
    """Where all mines are flagged, or none is, nothing but the look of a flag tells which."""
    won = _won(seed)
    told = _told(won, seed)
    assert told is None or not (told[1] & (np.array(won.cells) < 0)).any()


def _won(seed):
    """An expert board of which all that is safe is open, and no mine is flagged."""
    rng = random.Random(seed)
    while True:
        board = played(rng, (30, 16), 99, LASTING)
        cells = np.array(board.cells)
        if (cells < 0).sum() == 99:
            return Board(30, 16, tuple(np.where(cells < 0, COVERED, cells).tolist()))


@pytest.mark.parametrize("seed", [9, 17, 44])
def test_a_sheet_over_columns_is_no_symbol_by_the_rules(seed: int):
    """Of a game all but won, with a white bar across it: covered cells are no flags, zeros not covered, it no digit."""
    rng, (width, height, pitch) = random.Random(seed), (18, 14, 24)
    mines = set(rng.sample(range(width * height), 45))
    cells = [sum(other in mines for other in around) for around in adjacency("square", width, height)]
    for mine in mines:
        cells[mine] = FLAG if rng.random() < 0.3 else COVERED
    board = Board(width, height, tuple(cells))
    picture = np.full(((height + 5) * pitch, (width + 5) * pitch, 3), (120, 60, 40), np.uint8)
    picture[60 : 60 + height * pitch, 60 : 60 + width * pitch] = draw_look(
        board, random_look(rng, "gaps"), (pitch, pitch)
    )
    picture[:, 64 + 12 * pitch : 64 + 16 * pitch] = 255
    reading = read_unknown(picture, Lattice(60, 60, pitch, pitch, width, height))
    assert reading is not None
    assert (reading.board.width, reading.board.height) == (width, height)
    assert not silent_misreads(reading, board)
