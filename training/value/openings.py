"""Which first cell wins most, or which second one after a number in the corner: by games in which every guess survives.

    PYTHONPATH=. python training/value/openings.py --level expert --rule safe --games 2000 --jobs 2

The champion's network plays on from each of the cells, on boards drawn from (seed, index). By the rule `safe` the first
cell is never a mine, by `open` it shows a zero; where it may be a mine, the cells rank as by `safe`. For each cell the
share of the games that is won is printed with its standard error, the best first. With `--after NUMBER` the first cell
was the corner, no mine, and showed that number; what is printed is won by opening the second.
"""

import argparse
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from functools import partial
from math import ceil, log

import numpy as np
from judge import games_from
from rich.progress import track
from selfplay import MOST, NOTHING, TREE, Player, begun_at, to_the_end

from minebot.board import COVERED, LEVELS, Board
from minebot.geometry import Cell
from minebot.solver.champion import PLANS
from minebot.solver.engine import count_board
from minebot.solver.kernels.ahead import room_for
from minebot.solver.learned import value_network
from minebot.solver.thinking import Effort

AT_ONCE = 20
PLAYER = Player(value_network(), PLANS[Effort.NORMAL].near, 0.0, log(TREE + 0.5))


def firsts(width: int, height: int) -> dict[str, Cell]:
    """The cells that a game may begin with, by what they are called."""
    return {
        "corner": (0, 0),
        "beside the corner": (1, 0),
        "one in from the corner": (1, 1),
        "two in": (2, 2),
        "three in": (3, 3),
        "edge": (width // 2, 0),
        "middle": (width // 2, height // 2),
    }


def seconds(width: int, height: int) -> dict[str, Cell]:
    """The cells that may come second, after the corner at the upper left."""
    return {
        "beside it": (1, 0),
        "diagonally beside it": (1, 1),
        "two from it, on the edge": (2, 0),
        "three from it, on the edge": (3, 0),
        "two from it, inside": (2, 2),
        "nearest corner": (0, height - 1),
        "opposite corner": (width - 1, height - 1),
        "edge": (width // 2, 0),
        "middle": (width // 2, height // 2),
    }


def first_worth(size: tuple[int, int, int], opens: bool, cell: Cell, draw: tuple[int, int]) -> list[float]:
    """What some games are worth that begin with the cell."""
    rng, found = np.random.default_rng(draw), []
    for _ in range(AT_ONCE):
        hidden, shown = begun_at(size, cell[0] + cell[1] * size[0], opens, rng)
        random = rng.integers(1 << 62, size=1).astype(np.uint64)
        found.append(to_the_end(size, hidden, shown, PLAYER, random, room_for(MOST), NOTHING))
    return found


def second_worth(size: tuple[int, int, int], number: int, cell: Cell, draw: tuple[int, int]) -> list[float]:
    """What some games are worth in which the cell is opened after a number in the corner."""
    width, height, mines = size
    board = Board(width, height, (number, *[COVERED] * (width * height - 1)), mines)
    safe = 1 - count_board(board).risk(board.index(cell))
    return (safe * games_from(board, [cell], PLAYER, np.random.default_rng(draw), AT_ONCE)[0]).tolist()


def main() -> None:
    """Play, and print the table."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--level", choices=LEVELS, default="expert")
    asked_for = options.add_mutually_exclusive_group()
    asked_for.add_argument("--rule", choices=["safe", "open"], default="safe")
    asked_for.add_argument("--after", type=int, choices=[1, 2, 3], help="the number that the corner shows")
    options.add_argument("--games", type=int, default=1000, help=f"of each cell, in packs of {AT_ONCE}")
    options.add_argument("--seed", type=int, default=5000)
    options.add_argument("--jobs", type=int, default=1)
    asked = options.parse_args()
    size = LEVELS[asked.level]
    cells = firsts(*size[:2]) if asked.after is None else seconds(*size[:2])
    worth = (
        partial(first_worth, size, asked.rule == "open")
        if asked.after is None
        else partial(second_worth, size, asked.after)
    )
    draws = [(asked.seed, index) for index in range(ceil(asked.games / AT_ONCE))]
    table = {}
    with ProcessPoolExecutor(asked.jobs) as pool, suppress(KeyboardInterrupt):  # what is whole by then is printed
        for name, cell in cells.items():
            found = track(pool.map(partial(worth, cell), draws), name, total=len(draws))
            values = [value for each in found for value in each]
            table[name, cell] = 100 * np.mean(values), 100 * np.std(values) / len(values) ** 0.5
    for (name, cell), (mean, error) in sorted(table.items(), key=lambda row: -row[1][0]):
        print(f"{name:28} {cell!s:10} {mean:6.2f} % +- {error:.2f}")


if __name__ == "__main__":
    main()
