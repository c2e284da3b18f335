"""Boards over which somebody drew: lines, arrows and letters, as in pictures that people show one another."""

import random

import cv2
import numpy as np
import pytest
from desktops import on_busy_desktop, stroked
from scenes import played

from minebot.geometry import Lattice
from minebot.vision.cells import Cutter, Fit
from minebot.vision.draw import draw_board
from minebot.vision.known.overdrawn import seen_in_part
from minebot.vision.read import read_picture
from minebot.vision.themes.folders import load_theme

PINK = (180, 105, 255)


@pytest.mark.parametrize("name", ["ace", "classic", "gnomine", "kmines", "online-dark", "winemine", "windows7"])
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
