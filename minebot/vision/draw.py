"""Draw a board in a theme, as its program would show it."""

import cv2
import numpy as np

from minebot.board import Board
from minebot.errors import ThemeError
from minebot.vision.picture import Bgr
from minebot.vision.theme import SYMBOLS, Theme
from minebot.vision.themes.tiles import tile_sets


def draw_cell(theme: Theme, code: int, pitch: int, shade: float = 0.0) -> Bgr:
    """One cell as the theme shows it, a square of `pitch` pixels; ThemeError for a symbol that the theme has not.

    `shade` goes from 0 to 1, from the first of the symbol's shades to the last.
    """
    symbol = SYMBOLS.get(code)
    if symbol not in theme.symbols:
        raise ThemeError(f"the theme {theme.name} has no picture of a cell that shows {symbol or code}")
    shades = theme.shades(symbol)
    return theme.tile(shades[min(int(shade * len(shades)), len(shades) - 1)], pitch)


def draw_board(board: Board, theme: Theme, pitch: int) -> Bgr:
    """The board as the theme shows it, without frame or counters: (rows * pitch, columns * pitch, 3) of square cells.

    Of others, `pitch` is that of the rows, and must be one that was captured.
    """
    if board.topology != "square":
        return _draw_tiles(board, theme, pitch)
    rows = [
        np.concatenate(
            [draw_cell(theme, board[x, y], pitch, _shade(board, theme, x, y)) for x in range(board.width)], axis=1
        )
        for y in range(board.height)
    ]
    return np.concatenate(rows, axis=0)


def _shade(board: Board, theme: Theme, x: int, y: int) -> float:
    if theme.chequered:
        return (x + y) % 2
    return (x + y) / (board.width + board.height - 2)


def _draw_tiles(board: Board, theme: Theme, pitch: int) -> Bgr:
    """The pictures of the cells side by side, on white; ThemeError where the theme has none of that shape and size."""
    sets = [tiles for tiles in tile_sets(theme.name) if (tiles.topology, tiles.pitch[1]) == (board.topology, pitch)]
    if not sets:
        raise ThemeError(f"the theme {theme.name} has no {board.topology}s of {pitch} pixels")
    tiles = sets[0]
    _, _, width, height = tiles.lattice(board.width, board.height).bbox
    canvas = np.full((height, width, 3), 255, np.uint8)
    for index, (x, y) in enumerate(tiles.corners(board.width, board.height).tolist()):
        picture, whole = tiles.picture(board.place(index), board.cells[index])
        frame = canvas[y : y + len(whole), x : x + whole.shape[1]]
        frame[whole] = picture[whole]
        # of its outline a picture has what its neighbours left of it
        outline = np.array(tiles.tiling.shape(board.place(index)).outline) * tiles.pitch
        corners = np.minimum(outline, np.subtract(tiles.frame, 1)).astype(np.int32)
        cv2.polylines(frame, [corners], isClosed=True, color=(0, 0, 0))
    return canvas
