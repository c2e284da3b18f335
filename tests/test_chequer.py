"""Boards whose cells take turns in two shades: what takes none lies over them, or beside."""

import numpy as np
import pytest

from minebot.board import COVERED
from minebot.vision.chequer import Shades, in_one_shade


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
