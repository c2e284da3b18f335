"""Boards whose cells take turns in two shades: what takes none lies over them, or beside."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from desktops import random_desktop

from minebot.board import COVERED, FLAG, Board
from minebot.geometry import Lattice
from minebot.vision.chequer import Shades, in_one_shade
from minebot.vision.draw import draw_board
from minebot.vision.known.beneath import goes_on_beneath
from minebot.vision.known.beside import goes_on_beside
from minebot.vision.themes.folders import load_theme
from minebot.vision.unknown.board import read_unknown


@pytest.mark.parametrize("lighter", [0, 3, 6, 9])
def test_a_panel_takes_no_turns(lighter: int):
    """Of whatever shade near those of a chequer it is: cells that do are all lighter by as much."""
    shades, odd = Shades(np.float32([70, 200, 160]), np.float32([76, 206, 166]), 0.0), np.arange(10) % 2 == 1
    panel = np.float32([[70, 200, 160]] * 10) + lighter
    assert shades.in_turn(panel, odd).mean() <= 0.5
    assert shades.in_turn(np.where(odd[:, None], shades.odd, shades.even) + lighter, odd).all()


@pytest.mark.parametrize("shade", [0, 1])
def test_a_sheet_in_one_shade_of_a_chequer_is_no_part_of_it(shade: int):
    """Half of what it hides looks right; what is between is doubtful as well, and no cell elsewhere."""
    shades = np.float32([[70, 200, 160], [76, 206, 166]])
    grounds = shades[np.indices((10, 12)).sum(0) % 2]
    sheet = np.zeros((10, 12), bool)
    sheet[2:6, 3:8] = True
    codes = np.full(sheet.shape, COVERED)
    assert not in_one_shade(grounds, codes).any()
    lain_over = np.where(sheet[:, :, None], shades[shade], grounds)
    found = in_one_shade(lain_over, codes)
    assert found[3:5, 4:7].all()
    assert not (found & ~sheet).any()
    assert found.sum() >= 18


@pytest.mark.parametrize("cells", [(0, 0, 5, 12), (4, 3, 12, 12), (0, 5, 12, 12), (0, 0, 12, 12)])
def test_a_chequer_goes_on_where_it_takes_turns_beside_the_cells_that_were_found(cells: tuple[int, int, int, int]):
    """A few faint lines may be all that is found of it; beside the whole board nothing takes turns."""
    left, top, right, bottom = cells
    board = Board(12, 12, tuple(FLAG if index in (30, 77, 100) else COVERED for index in range(144)))
    drawn = draw_board(board, load_theme("google"), 24)
    window = cv2.copyMakeBorder(drawn, 90, 90, 90, 90, cv2.BORDER_CONSTANT, value=(60, 150, 90)).astype(np.uint8)
    part = Lattice(90, 90, 24, 24, 12, 12).widened(left, right, top, bottom)
    assert goes_on_beside(window, part) == (cells != (0, 0, 12, 12))


def test_a_frame_in_a_shade_of_small_chequered_cells_is_no_line_of_them():
    """Of covered cells without borders it is as plain; what runs over from the last ones takes no turns."""
    made = random_desktop(34009, (1920, 1080), 1, "chequered")
    (lattice,) = made.boards
    left, top, width, height = lattice.bbox
    window = np.ascontiguousarray(made.picture[top - 40 : top + height + 40, left - 40 : left + width + 40])
    reading = read_unknown(window, replace(lattice, x=lattice.x - left + 40, y=lattice.y - top + 40))
    assert reading is not None
    assert not goes_on_beneath(window, reading)
