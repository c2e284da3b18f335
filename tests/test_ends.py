"""Where a board of an unknown look ends: a line with a frame along it may be one more."""

import numpy as np

from minebot.vision.ends import _same_within
from minebot.vision.glyphs import SIDE


def test_a_line_along_a_frame_has_the_symbols_of_the_board():
    """Its cells are like no cell as a whole, but in their middle like those of the board; plain ones tell nothing."""
    plain, symbol = np.full((2, SIDE, SIDE, 3), 100, np.uint8)
    symbol[12:20, 14:18] = 250
    board = np.stack([plain, symbol])
    framed = np.stack([plain, symbol, plain, plain])
    framed[:, :, :5] = (0, 255, 255)
    same, symbols = _same_within(framed, board)
    assert same.all()
    assert symbols
    same, symbols = _same_within(framed[[0, 2, 3]], board)
    assert same.all()
    assert not symbols
    same, symbols = _same_within(255 - framed, board)
    assert not same.any()
    assert not symbols
