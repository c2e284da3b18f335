"""Boards of which an edge of the picture cuts off a part: read as what they are, and reported."""

import random
from itertools import product

import cv2
import numpy as np
import pytest
from scenes import played

from minebot.board import Board
from minebot.geometry import Lattice
from minebot.report import describe, summary
from minebot.vision.draw import draw_board
from minebot.vision.inview import cut_at, goes_on
from minebot.vision.picture import Bgr
from minebot.vision.read import read_picture
from minebot.vision.reading import Reading
from minebot.vision.theme import Theme
from minebot.vision.themes.folders import load_theme, load_themes

THEMES = [theme.name for theme in load_themes()]
SIZE = 16
AROUND = 120  # pixels of plain ground around a board
SIDES = ("left", "top", "right", "bottom")


def drawn(name: str, seed: int) -> tuple[Theme, Board, Bgr, int]:
    """A board in the middle of a game, its picture, and the pixels of a cell."""
    theme = load_theme(name)
    pitch = min(theme.tiles, default=20)
    board = played(random.Random(seed), (SIZE, SIZE), 40, frozenset(theme.symbols))
    return theme, board, draw_board(board, theme, pitch), pitch


def only(picture: Bgr) -> Reading:
    """The one board in a picture."""
    (reading,) = read_picture(np.ascontiguousarray(picture))
    return reading


def part_of(board: Board, columns: range, rows: range) -> tuple[int, ...]:
    """Some columns and rows of a board."""
    return tuple(board[x, y] for y in rows for x in columns)


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("side", SIDES)
def test_a_board_that_an_edge_cuts(name: str, side: str):
    """The whole cells are read beyond doubt, whatever their numbers need of mines out of sight; the side is told."""
    _, board, picture, pitch = drawn(name, 8)
    lost = pitch + pitch // 2  # a column or row, and half of the next
    height, width = picture.shape[:2]
    framed = np.pad(picture, ((AROUND, AROUND), (AROUND, AROUND), (0, 0)), constant_values=192)
    parts = {
        "left": framed[:, AROUND + lost :],
        "top": framed[AROUND + lost :],
        "right": framed[:, : AROUND + width - lost],
        "bottom": framed[: AROUND + height - lost],
    }
    reading, all_cells = only(parts[side]), range(SIZE)
    columns = {"left": range(2, SIZE), "right": range(SIZE - 2)}.get(side, all_cells)
    rows = {"top": range(2, SIZE), "bottom": range(SIZE - 2)}.get(side, all_cells)
    assert reading.board.cells == part_of(board, columns, rows)
    assert reading.doubtful == ()
    assert reading.cut == {side}
    assert goes_on(np.ascontiguousarray(parts[side]), reading.lattice)
    assert f"cut: {side} " in summary(reading)
    assert describe(reading)["cut"] == [side]


@pytest.mark.parametrize("name", THEMES)
def test_a_frame_is_no_part_of_cells(name: str):
    """A frame that is narrower than a cell, where the picture ends, is not taken for cells, plain or bevelled."""
    _, board, picture, pitch = drawn(name, 9)
    wide = pitch * 2 // 3
    framed = np.pad(picture, ((wide, wide), (wide, wide), (0, 0)), constant_values=192)
    plain = framed.copy()
    framed[0], framed[:, 0], framed[-1], framed[:, -1] = 255, 255, 128, 128
    framed[wide - 1, wide:-wide] = framed[wide:-wide, wide - 1] = 128
    for each in (plain, framed):
        reading = only(each)
        assert (reading.board.cells, reading.doubtful, reading.cut) == (board.cells, (), frozenset())
        assert not goes_on(each, reading.lattice)


@pytest.mark.parametrize("name", THEMES)
def test_a_picture_that_holds_nothing_but_the_board(name: str):
    """It is read, without a panel; whether the board goes on beyond the edges cannot be seen."""
    _, board, picture, _ = drawn(name, 10)
    reading = only(picture)
    assert (reading.board.cells, reading.doubtful, reading.mines_left) == (board.cells, (), None)
    assert reading.cut == frozenset()
    assert goes_on(picture, reading.lattice)


@pytest.mark.parametrize(
    ("name", "side"), [each for each in product(THEMES, SIDES) if each != ("kmines-graveyard", "top")]
)
def test_a_board_that_goes_on_beneath_a_bar(name: str, side: str):
    """A taskbar over one line and the outer half of the next: what is left is no smaller board, so none is believed.

    Of a grave the lower half tells, since the upper one is the lawn: a row of these is read as whole ones.
    """
    _, board, picture, pitch = drawn(name, 11)
    framed = np.pad(picture, ((AROUND, AROUND), (AROUND, AROUND), (0, 0)), constant_values=192)
    upright = side in ("left", "right")
    seen = framed.transpose(1, 0, 2) if upright else framed
    bar = seen[: AROUND + pitch + pitch // 2] if side in ("left", "top") else seen[-AROUND - pitch - pitch // 2 :]
    bar[:] = (52, 44, 40)
    readings = read_picture(framed)
    whole = [each for each in readings if len(each.board.cells) == SIZE * SIZE]
    for reading in readings:
        believed = len(reading.doubtful) < len(reading.board.cells)
        assert not believed or (reading in whole and not wrong_without_doubt(reading, board))


def wrong_without_doubt(reading: Reading, board: Board) -> list[tuple[int, int]]:
    """The cells of the whole board that are misread and not doubtful."""
    doubtful = {(doubt.x, doubt.y) for doubt in reading.doubtful}
    places = [(x, y) for y in range(SIZE) for x in range(SIZE)]
    return [place for place in places if place not in doubtful and reading.board[place] != board[place]]


@pytest.mark.parametrize("left", [0.3, 0.5, 0.7])
def test_a_board_that_somebody_drew_on_is_cut_as_well(left: float):
    """Outlines in many colours, and cells of a fraction of a pixel more or less, leave no strip just as cells are."""
    luck = random.Random(3)
    board = played(luck, (30, SIZE), 99, frozenset(load_theme("windows7").symbols))
    picture = draw_board(board, load_theme("windows7"), 51)
    for _ in range(700):
        x, y = luck.randrange(30) * 51, luck.randrange(SIZE) * 51
        colour = tuple(luck.randrange(256) for _ in range(3))
        cv2.rectangle(picture, (x, y), (x + 50, y + 50), colour, 2)
    picture = cv2.resize(picture, (30 * 51 - 13, SIZE * 51 + 7), interpolation=cv2.INTER_AREA)
    end = round((10 + left) * picture.shape[0] / SIZE)
    assert cut_at(picture[:end], Lattice(0, 0, picture.shape[1] / 30, picture.shape[0] / SIZE, 30, 10)) == {"bottom"}
