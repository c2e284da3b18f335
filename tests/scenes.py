"""Pictures for the tests of the reader: boards from made-up games, drawn in a theme, put on a desktop."""

import random

import numpy as np

from minebot.board import COVERED, EXPLODED, FLAG, MINE, WRONG_FLAG, Board
from minebot.topology import adjacency
from minebot.vision.draw import draw_board
from minebot.vision.picture import Bgr
from minebot.vision.theme import Theme

SIZES = ((8, 8, 10), (9, 9, 10), (12, 10, 40), (16, 16, 40), (30, 16, 99))
GROUNDS = ((192, 192, 192), (0, 0, 0), (255, 255, 255), (128, 60, 20))


def played_board(rng: random.Random, theme: Theme) -> Board:
    """A board as it may stand in a game, perhaps lost: cells opened, mines flagged; in the theme's symbols."""
    width, height, count = rng.choice(SIZES)
    return played(rng, (width, height), count, frozenset(theme.symbols))


ALL_SYMBOLS = frozenset({"mine", "exploded", "wrong"})


def played(
    rng: random.Random,
    size: tuple[int, int],
    count: int,
    symbols: frozenset[str] = ALL_SYMBOLS,
    topology: str = "square",
) -> Board:
    """A board of that width and height with so many mines, as it may stand in a game, perhaps lost."""
    width, height = size
    mines = set(rng.sample(range(width * height), count))
    cells = [COVERED] * (width * height)
    safe = [index for index in range(width * height) if index not in mines]
    for index in rng.sample(safe, int(len(safe) * rng.choice([0, 0.05, 0.3, 0.7, 1]))):
        _open(cells, index, mines, adjacency(topology, width, height))
    for index in mines:
        if rng.random() < 0.4:
            cells[index] = FLAG
    if rng.random() < 0.3:
        _lose(cells, mines, rng, symbols)
    return Board(width, height, tuple(cells), topology=topology)


def _open(cells: list[int], index: int, mines: set[int], around: tuple[tuple[int, ...], ...]) -> None:
    todo = [index]
    while todo:
        index = todo.pop()
        if cells[index] == COVERED:
            cells[index] = sum(other in mines for other in around[index])
            if cells[index] == 0:
                todo.extend(around[index])


def _lose(cells: list[int], mines: set[int], rng: random.Random, symbols: frozenset[str]) -> None:
    if "mine" in symbols:
        for index in mines:
            if cells[index] == COVERED:
                cells[index] = MINE
    if "exploded" in symbols:
        cells[rng.choice(sorted(mines))] = EXPLODED
    harmless = [index for index, code in enumerate(cells) if code == COVERED and index not in mines]
    if "wrong" in symbols and harmless:
        cells[rng.choice(harmless)] = WRONG_FLAG


def on_desktop(rng: random.Random, board: Bgr) -> tuple[Bgr, tuple[int, int, int, int]]:
    """The board somewhere on a plain desktop, and its bbox there."""
    height, width = board.shape[:2]
    canvas = np.full((height + rng.randint(60, 200), width + rng.randint(20, 200), 3), rng.choice(GROUNDS), np.uint8)
    x, y = rng.randint(5, canvas.shape[1] - width - 5), rng.randint(50, canvas.shape[0] - height - 5)
    canvas[y : y + height, x : x + width] = board
    return canvas, (x, y, width, height)


def scene(seed: int, theme: Theme, pitch: int) -> tuple[Bgr, Board, tuple[int, int, int, int]]:
    """A desktop with one board of the theme on it: the picture, the board, its bbox."""
    rng = random.Random(seed)
    board = played_board(rng, theme)
    picture, bbox = on_desktop(rng, draw_board(board, theme, pitch))
    return picture, board, bbox
