"""Guesses judged by many games from each: which cell wins most, and by how much.

    PYTHONPATH=. python training/value/judge.py --positions 200 --jobs 2 --out fixtures/positions/guesses.txt

Positions come from games by the champion in which every guess survives, each at some stage of its game, where at least
two cells are nearly as good to it. For each of these cells hidden boards are drawn on which it is safe; from there the
game is played to its end by the champion's network, every guess survives, and counts with the chance that it had (the
game tree's, once that is in reach). All cells of a position get as many games, until one leads by three standard
errors or `--games` were played; those that fall that far behind get no more. Written are, a line a position, its rows
and for each cell its probability of winning with the standard error, the best first.
"""

import argparse
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import log
from pathlib import Path
from typing import NamedTuple

import numpy as np
from rich.progress import track
from selfplay import MOST, NEAR, NOTHING, TREE, Player, begun_at, redraw, survive, to_the_end

from minebot import solve
from minebot.board import LEVELS, Board
from minebot.compiled import entry
from minebot.geometry import Cell
from minebot.solver.engine import count_board
from minebot.solver.fast import follow
from minebot.solver.kernels.ahead import resumed, room_for
from minebot.solver.kernels.arrays import Codes, Int, Words
from minebot.solver.kernels.model import MINE
from minebot.solver.learned import value_network
from minebot.topology import Grid, grid

RIVALS, CLOSE = 4, 0.03  # how many cells of a position are judged, and how near to the best they must seem to be
AT_ONCE = 100  # games of each cell between two looks at who leads
FAR = 3.0  # standard errors

Size = tuple[int, int, int]


class Judged(NamedTuple):
    """A cell: how likely the game is won by opening it, and the standard error of that."""

    cell: Cell
    win: float
    error: float


@entry
def drawn(where: Grid, shown: Codes, certain: Codes, mines: Int, cell: Int, random: Words) -> Codes:  # noqa: PLR0913, PLR0917
    """A hidden board that fits a position of which the certain cells are known, and on which the cell is safe."""
    game = resumed(where, shown, certain, mines)
    for place in range(len(shown)):
        game.hidden[place] = shown[place]
    redraw(game, cell, random)
    return game.hidden


def judged(size: Size, player: Player, most: int, draw: tuple[int, int]) -> tuple[Board, list[Judged]] | None:
    """A position of one game, and its cells from the best on; None where the game offers none that is in dispute."""
    rng = np.random.default_rng(draw)
    board = position(size, player, rng)
    if board is None:
        return None
    best, *others = solve(board, "champion").candidates or [None]
    rivals = [each for each in others if each.win >= best.win - CLOSE][: RIVALS - 1] if best is not None else []
    if best is None or not rivals:
        return None
    risks = {each.cell: each.risk for each in (best, *rivals)}
    values: dict[Cell, list[float]] = {cell: [] for cell in risks}
    for _ in range(most // AT_ONCE):
        places = [(cell, rng.integers(1 << 62, size=1).astype(np.uint64)) for cell in values]
        found = {cell: list(games_from(board, cell, 1 - risks[cell], player, random)) for cell, random in places}
        values = {cell: values[cell] + found[cell] for cell in values}
        ranking = sorted((_summed(cell, each) for cell, each in values.items()), key=lambda each: -each.win)
        behind = {each.cell for each in ranking[1:] if _far(ranking[0], each)}
        if len(behind) == len(values) - 1:
            break
    return board, ranking


def _far(best: Judged, other: Judged) -> bool:
    return best.win - other.win > FAR * float(np.hypot(best.error, other.error))


def _summed(cell: Cell, values: list[float]) -> Judged:
    return Judged(cell, float(np.mean(values)), float(np.std(values) / len(values) ** 0.5))


def position(size: Size, player: Player, rng: np.random.Generator) -> Board | None:
    """The position at a guess, at a stage of the game drawn by lot; None where it is over, or the tree is near."""
    width, height, mines = size
    where = grid("square", width, height)
    hidden, shown = begun_at(size, 0, False, rng)
    everything = count_board(Board(width, height, tuple(shown.tolist()), mines)).log_arrangements
    stage = player._replace(enough=rng.uniform(log(TREE), max(log(TREE), everything)))
    random = rng.integers(1 << 62, size=1).astype(np.uint64)
    survive(where, hidden, shown, mines, stage, random, room_for(MOST), NOTHING, 1.0)
    board = Board(width, height, tuple(shown.tolist()), mines)
    return board if board.state == "playing" and count_board(board).log_arrangements > log(TREE) else None


def games_from(  # noqa: PLR0913, PLR0917 - where a game begins, and how it is played
    board: Board, cell: Cell, safe: float, player: Player, random: Words, games: int = AT_ONCE
) -> Iterator[float]:
    """What each game is worth that opens the cell, on hidden boards of its own."""
    where, counts = grid("square", board.width, board.height), count_board(board)
    shown, certain = np.array(board.cells, np.int8), np.zeros(len(board.cells), np.int8)
    certain[list(counts.mines)] = MINE
    weighed, place, mines = room_for(MOST), board.index(cell), board.mines or 0
    size = board.width, board.height, mines
    for _ in range(games):
        hidden, reached = drawn(where, shown, certain, mines, place, random), shown.copy()
        follow(where, hidden, reached, [place])
        yield safe * to_the_end(size, hidden, reached, player, random, weighed, NOTHING)


def line_of(board: Board, cells: list[Judged]) -> str:
    """A position in a line: its rows, and what its cells are worth."""
    told = ", ".join(f"{each.cell[0]} {each.cell[1]} {each.win:.4f} +- {each.error:.4f}" for each in cells)
    return f"{';'.join(board.rows)} = {told}"


def main() -> None:
    """Judge, and write the positions as they come."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--level", choices=LEVELS, default="expert")
    options.add_argument("--positions", type=int, default=100)
    options.add_argument("--games", type=int, default=1000, help="of each cell, at most")
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--jobs", type=int, default=1)
    options.add_argument("--out", type=Path, required=True)
    asked = options.parse_args()
    player = Player(value_network(), NEAR, 0.0, log(TREE + 0.5))
    judge = partial(judged, LEVELS[asked.level], player, asked.games)
    found = 0
    with ProcessPoolExecutor(asked.jobs) as pool, asked.out.open("a", encoding="utf-8") as file:
        draws = ((asked.seed, index) for index in range(5 * asked.positions))
        for each in track(pool.map(judge, draws), "judging", total=5 * asked.positions):
            if each is not None:
                found += 1
                file.write(line_of(*each) + "\n")
                file.flush()
            if found == asked.positions:
                pool.shutdown(cancel_futures=True)
                break
    print(f"{found} positions are in {asked.out}")


if __name__ == "__main__":
    main()
