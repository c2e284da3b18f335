"""Where a board of an unknown look ends: a line with a frame along it may be one more."""

import numpy as np

from minebot.vision.alike import Groups
from minebot.vision.glyphs import SIDE
from minebot.vision.unknown import _same_within


def test_a_line_along_a_frame_has_the_symbols_of_the_board():
    """Its cells are like no cell as a whole, but in their middle like those of the board; plain ones tell nothing."""
    plain, symbol = np.full((2, SIDE, SIDE, 3), 100, np.uint8)
    symbol[12:20, 14:18] = 250
    board = Groups(np.array([0, 1]), np.stack([plain, symbol]), np.ones(2, int)).middles
    framed = np.stack([plain, symbol, plain, plain])
    framed[:, :, :5] = (0, 255, 255)
    assert _same_within(framed, board)
    assert not _same_within(framed[[0, 2, 3]], board)
    assert not _same_within(255 - framed, board)
