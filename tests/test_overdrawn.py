"""Boards over which somebody drew: lines, arrows and letters, as in pictures that people show one another."""

import random

import cv2
import numpy as np
import pytest
from desktops import on_busy_desktop, stroked, torn, with_stroke
from looks import KINDS
from scenes import played

from minebot.geometry import Lattice
from minebot.vision.cells import Cutter, Fit
from minebot.vision.draw import draw_board
from minebot.vision.known.overdrawn import seen_in_part
from minebot.vision.read import read_picture
from minebot.vision.themes.folders import load_theme
from minebot.vision.unknown.guess import guess
from minebot.vision.unknown.overdrawn import Overdrawn
from minebot.vision.unknown.sharper import RIM

PINK = (180, 105, 255)


NAMES = "ace", "classic", "gnomine", "google", "kmines", "online-dark", "winemine", "windows7"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("side", range(4))
def test_a_line_that_somebody_drew_along_the_outermost_cells_hides_none_of_them(name: str, side: int):
    """Most of each cell is to be seen: the board is read whole, and the cells beneath are right or doubtful."""
    theme, rng = load_theme(name), random.Random(side)
    board = played(rng, (9, 9), 12, frozenset(theme.symbols))
    pitch = min(theme.tiles, default=24)
    picture, (x, y, *_) = on_busy_desktop(rng, draw_board(board, theme, pitch))
    across = round(pitch * rng.uniform(0.3, 0.7))
    (reading,) = read_picture(
        stroked(picture, Lattice(x, y, pitch, pitch, 9, 9), (side, across, 8), ((60, 60, 255), 2, 0.05))
    )
    assert (reading.board.width, reading.board.height) == (9, 9)
    seen, doubtful = np.array(reading.board.cells), reading.in_doubt()
    assert not ((seen != np.array(board.cells)) & ~doubtful).any()
    assert doubtful.sum() <= 20


@pytest.mark.parametrize("seed", [100, 102, 110, 113, 116, 126, 134, 137, 144, 150, 311])
def test_a_line_along_the_outermost_cells_of_a_look_that_nobody_described_hides_none_either(seed: int):
    """What is drawn over them says nothing of the others: looks of every kind, with lines thin, faint and slanting."""
    _, picture, lattice, board = torn(random.Random(seed), KINDS, with_stroke)
    left, top, width, height = lattice.bbox
    window = picture[max(0, top - 30) : top + height + 30, max(0, left - 30) : left + width + 30]
    (reading,) = read_picture(np.ascontiguousarray(window), themes=())
    assert (reading.board.width, reading.board.height) == (board.width, board.height)
    seen, doubtful = np.array(reading.board.cells), reading.in_doubt()
    assert not ((seen != np.array(board.cells)) & ~doubtful).any()
    assert doubtful.sum() <= 2 * max(board.width, board.height)


def test_a_line_over_a_board_that_is_far_from_every_theme_makes_it_no_smaller():
    """Its borders are not the theme's: by its own cells the line is told from what lies beside a board."""
    _, picture, _, board = torn(random.Random(257), KINDS, with_stroke)
    for reading in read_picture(picture):
        assert reading.board.height == board.height or reading.in_doubt().all()


@pytest.mark.parametrize("name", ["classic", "gnome", "kmines", "online-dark"])
@pytest.mark.parametrize("side", range(4))
def test_a_tint_over_the_outermost_cells_makes_no_board_smaller_in_silence(name: str, side: int):
    """What is selected, or pointed at, has a colour that lets the cells through: the board goes on there."""
    theme, rng = load_theme(name), random.Random(side)
    board = played(rng, (9, 9), 10, frozenset(theme.symbols))
    pitch = min(theme.tiles, default=32)
    picture, (x, y, width, height) = on_busy_desktop(rng, draw_board(board, theme, pitch))
    right, below = x + width - pitch, y + height - pitch
    left, top = (x, right, x, x)[side], (y, y, y, below)[side]
    size = (height, pitch) if side < 2 else (pitch, width)
    line = picture[top : top + size[0], left : left + size[1]]
    line[:] = 0.7 * line + 0.3 * np.array([255, 150, 60])
    for reading in read_picture(picture):
        whole = (reading.board.width, reading.board.height) == (9, 9)
        wrong = (np.array(reading.board.cells) != np.array(board.cells)) if whole else np.ones(len(reading.board.cells))
        assert not (wrong.astype(bool) & ~reading.in_doubt()).any()


@pytest.mark.parametrize("edge", [cv2.BORDER_REPLICATE, cv2.BORDER_REFLECT])
def test_what_an_edge_repeats_is_no_line_that_somebody_drew_over(edge: int):
    """It has the borders between cells, and differs at the inner one alone."""
    board = played(random.Random(11), (16, 16), 40, frozenset())
    picture = cv2.copyMakeBorder(draw_board(board, load_theme("kmines-green"), 24), *[24] * 4, edge)
    lattice = Lattice(24, 24, 24, 24, 16, 16)
    strokes = Overdrawn(picture, guess(picture, lattice, RIM))
    assert not strokes.within()
    assert max(strokes.beside(lattice, range(4))) == 0


@pytest.mark.parametrize("name", ["classic", "winemine", "online"])
def test_a_cell_is_seen_in_part_and_what_lies_beside_a_board_is_not(name: str):
    """A panel of the colour of cells is none, nor one with their border, nor what is written on, or half hidden."""
    theme, size = load_theme(name), min(load_theme(name).tiles, default=24)
    covered, opened = theme.tile("covered", size), theme.tile("open", size)
    panel, written, half = np.full_like(covered, covered[size // 2, size // 2]), covered.copy(), covered.copy()
    framed = panel.copy()
    framed[:, :2] = covered[:, :2]
    cv2.putText(written, "A", (size // 4, size * 3 // 4), cv2.FONT_HERSHEY_DUPLEX, size / 40, PINK)
    half[size // 2 :] = (52, 44, 40)
    picture = np.concatenate([covered, opened, panel, framed, written, half], axis=1)
    cv2.line(picture, (2, 3), (2 * size - 2, size - 3), PINK, 2)
    lattice = Lattice(0, 0, size, size, 6, 1)
    seen = seen_in_part(Cutter.of(picture, lattice), lattice, Fit(theme, lattice, 0.0), np.arange(6))
    assert seen.tolist() == [True, True, False, False, False, False]
