"""Wrong flags that are a mine, or a flag, with a cross over it."""

import random

import cv2
import numpy as np
import pytest
from looks import draw_look, random_look
from scenes import played

from minebot.board import COVERED, EXPLODED, FLAG, MINE, WRONG_FLAG
from minebot.vision.read import read_picture
from minebot.vision.unknown.alike import Groups
from minebot.vision.unknown.crossed import crossed
from minebot.vision.unknown.glyphs import SIDE

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
    patches = np.stack([cell(OPEN), shown, np.full_like(shown, RED), cell(CLOSED, symbol=False)])
    groups = Groups(np.array([0] * 6 + [1, 2] + [3] * 4), patches, np.array([6, 1, 1, 4]))
    codes, sure = np.array([code, COVERED, EXPLODED, COVERED]), np.array([1, 0.5, 1, 1])
    asked = np.array([False, True, False, False])
    assert crossed(groups, codes, sure, asked).tolist() == [False, wrong, False, False]


def test_what_may_be_the_mine_that_exploded_is_no_wrong_flag():
    """Its rays are as regular as a cross."""
    patches = np.stack([cell(OPEN), struck(cell(OPEN), *CROSS), cell(CLOSED, symbol=False)])
    groups = Groups(np.array([0] * 6 + [1] + [2] * 4), patches, np.array([6, 1, 4]))
    codes, sure = np.array([MINE, COVERED, COVERED]), np.array([1, 0.5, 1])
    assert not crossed(groups, codes, sure, np.array([False, True, False])).any()


@pytest.mark.parametrize(
    ("kind", "seed", "pitch"), [("bevelled", 9, 33), ("gaps", 11, 35), ("chequered", 13, 37), ("dark", 9, 33)]
)
def test_a_lost_game_with_a_wrong_flag_is_read(kind: str, seed: int, pitch: int):
    """In a look that no program has: none of its cells is in doubt."""
    rng = random.Random(seed)
    board = played(rng, (16, 16), 40, frozenset({"mine", "exploded", "wrong"}))
    assert board.cells.count(WRONG_FLAG) == 1
    drawn = draw_look(board, random_look(rng, kind), (float(pitch), float(pitch)))
    (reading,) = read_picture(np.pad(drawn, ((60, 40), (50, 50), (0, 0)), constant_values=90), themes=())
    assert (reading.board.rows, reading.doubtful) == (board.rows, ())
