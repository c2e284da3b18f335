"""Wrong flags that are a mine, or a flag, with a cross over it."""

import random

import cv2
import numpy as np
import pytest
from looks import draw_look, random_look
from scenes import played
from test_read import silent_misreads

from minebot.board import COVERED, EXPLODED, FLAG, MINE, WRONG_FLAG
from minebot.vision.read import read_picture
from minebot.vision.unknown.alike import Groups
from minebot.vision.unknown.crossed import crossed
from minebot.vision.unknown.glyphs import SIDE
from minebot.vision.unknown.states import Place

OPEN, CLOSED, BLACK, RED = (220, 220, 220), (170, 170, 170), (20, 20, 20), (30, 30, 220)
STROKE = 2


def cell(ground: tuple[int, int, int], symbol: bool = True) -> np.ndarray:
    """A cell with a black disc in its middle, or with nothing."""
    patch = np.full((SIDE, SIDE, 3), ground, np.uint8)
    return cv2.circle(patch, (SIDE // 2, SIDE // 2), 6, BLACK, -1, cv2.LINE_AA) if symbol else patch


def struck(patch: np.ndarray, *lines: tuple[float, float, float, float]) -> np.ndarray:
    """The same with red lines over it, from a point of the cell to another."""
    for line in lines:
        first, second = (tuple(round(SIDE * (0.1 + 0.8 * each)) for each in line[at : at + 2]) for at in (0, 2))
        patch = cv2.line(patch.copy(), first, second, RED, STROKE, cv2.LINE_AA)
    return patch


CROSS = (0, 0, 1, 1), (1, 0, 0, 1)
POINTER = (0.3, 0.2, 0.3, 0.9), (0.3, 0.2, 0.8, 0.7), (0.3, 0.9, 0.8, 0.7)


@pytest.mark.parametrize(
    ("shown", "wrong"),
    [
        (struck(cell(CLOSED), *CROSS), True),
        (struck(cell(OPEN), *CROSS), True),
        (struck(cell(CLOSED), (0, 0, 1, 1)), True),  # a stroke
        (struck(cell(CLOSED), *POINTER), False),
        (struck(cell(CLOSED), (0, 0.5, 1, 0.5)), False),  # a line through a row of cells
        (struck(cell(CLOSED, symbol=False), *CROSS), False),  # over nothing
        (cell(CLOSED), False),
    ],
)
@pytest.mark.parametrize("code", [MINE, FLAG])
def test_the_usual_symbol_with_a_cross_over_it_is_a_wrong_flag(shown: np.ndarray, wrong: bool, code: int):
    """A cross is the same turned by half, and leaves enough of the symbol."""
    assert told(shown, code, number=1) == wrong


def told(shown: np.ndarray, code: int, number: int, exploded: float = 1.0) -> bool:
    """Whether a cell on the right of a number is a wrong flag, the only usual symbol beside which is on its left."""
    patches = np.stack([cell(OPEN), shown, cell(RED), cell(CLOSED, symbol=False), cell(OPEN, symbol=False)])
    groups = Groups(np.array([0, 4, 1, 3, 3, 3, 2, 3, 0]), patches, np.array([2, 1, 1, 4, 1]))
    codes, sure = np.array([code, COVERED, EXPLODED, COVERED, number]), np.array([1, 0.5, exploded, 1, 1])
    place = Place((3, 3), np.zeros((3, 3), bool))
    found = crossed(groups, codes, sure, np.arange(5) == 1, place)
    assert not found[[0, 2, 3, 4]].any()
    return bool(found[1])


@pytest.mark.parametrize("code", [MINE, FLAG])
def test_what_a_number_counts_is_no_wrong_flag(code: int):
    """A pointer that sizes a window is as regular as a stroke, and so are the rays of the mine that exploded."""
    shown = struck(cell(CLOSED), *CROSS)
    assert told(shown, code, number=1)
    assert not told(shown, code, number=2)
    assert not told(shown, code, number=1, exploded=0.5)


def test_where_no_number_is_beside_it_nothing_tells():
    """A lost game whose mines are far from what is open."""
    patches = np.stack([cell(OPEN), struck(cell(CLOSED), *CROSS), cell(RED), cell(CLOSED, symbol=False)])
    groups = Groups(np.array([0, 3, 1, 3, 3, 3, 2, 3, 0]), patches, np.array([2, 1, 1, 5]))
    codes, sure = np.array([MINE, COVERED, EXPLODED, COVERED]), np.array([1, 0.5, 1, 1])
    place = Place((3, 3), np.zeros((3, 3), bool))
    assert not crossed(groups, codes, sure, np.arange(4) == 1, place).any()


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("kind", ["bevelled", "gaps", "dark"])
def test_a_stroke_over_a_mine_or_a_right_flag_makes_no_wrong_one(kind: str, seed: int):
    """A pointer may lie over any cell of a lost game, and sizes windows from corner to corner."""
    rng = random.Random(seed)
    board = played(rng, (16, 16), 40, frozenset({"mine", "exploded"}))
    pitch = 34
    drawn = draw_look(board, random_look(rng, kind), (float(pitch), float(pitch)))
    index = rng.choice([index for index, code in enumerate(board.cells) if code in (MINE, FLAG)])
    x, y = (pitch * each for each in board.place(index))
    cv2.line(drawn, (x + 5, y + 5), (x + pitch - 6, y + pitch - 6), (30, 30, 30), 3, cv2.LINE_AA)
    readings = read_picture(np.pad(drawn, ((60, 40), (50, 50), (0, 0)), constant_values=90), themes=())
    assert not [reading for reading in readings if silent_misreads(reading, board)]


@pytest.mark.parametrize(
    ("kind", "seed", "pitch"), [("bevelled", 26, 30), ("gaps", 21, 25), ("chequered", 13, 37), ("dark", 23, 27)]
)
def test_a_lost_game_with_a_wrong_flag_is_read(kind: str, seed: int, pitch: int):
    """In a look that no program has: none of its cells is in doubt."""
    rng = random.Random(seed)
    board = played(rng, (16, 16), 40, frozenset({"mine", "exploded", "wrong"}))
    assert board.cells.count(WRONG_FLAG) == 1
    drawn = draw_look(board, random_look(rng, kind), (float(pitch), float(pitch)))
    (reading,) = read_picture(np.pad(drawn, ((60, 40), (50, 50), (0, 0)), constant_values=90), themes=())
    assert (reading.board.rows, reading.doubtful) == (board.rows, ())
