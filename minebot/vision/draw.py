"""Draw a board in a theme, as its program would show it."""

import numpy as np

from minebot.board import Board
from minebot.errors import ThemeError
from minebot.vision.picture import Bgr
from minebot.vision.theme import SYMBOL_CODES, Theme

_SYMBOL = {code: symbol for symbol, code in SYMBOL_CODES.items()}


def draw_cell(theme: Theme, code: int, pitch: int) -> Bgr:
    """One cell as the theme shows it, a square of `pitch` pixels; ThemeError for a symbol that the theme has not."""
    symbol = _SYMBOL.get(code)
    if symbol not in theme.symbols:
        raise ThemeError(f"the theme {theme.name} has no picture of a cell that shows {symbol or code}")
    return theme.tile(symbol, pitch)


def draw_board(board: Board, theme: Theme, pitch: int) -> Bgr:
    """The board as the theme shows it, without frame or counters: (rows * pitch, columns * pitch, 3)."""
    rows = [
        np.concatenate([draw_cell(theme, board[x, y], pitch) for x in range(board.width)], axis=1)
        for y in range(board.height)
    ]
    return np.concatenate(rows, axis=0)
