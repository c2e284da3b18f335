"""Guesses judged by many games from each: which cell wins most, and by how much.

    PYTHONPATH=. python training/value/judge.py --positions 200 --jobs 2 --out fixtures/positions/guesses.txt

Positions come from games by the champion in which every guess survives, each at some stage of its game, where at least
two cells are nearly as good to it. Hidden boards are drawn that fit, the same ones for all of these cells; one on which
a cell is a mine is drawn anew for it alone. From there the game is played to its end by the champion's look ahead,
every guess survives, and counts with the chance that it had (the game tree's, once that is in reach). Written are, a
line a position, its rows and for each cell its probability of winning, the best first, and the standard error of that
beside the best one; of the best one, beside the one that it is surest of.
"""

import argparse
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import log
from pathlib import Path
from typing import NamedTuple

import numpy as np
from rich.progress import track
from selfplay import MOST, NEAR, NOTHING, TREE, Player, begun_at, survive, to_the_end

from minebot import solve
from minebot.board import LEVELS, Board
from minebot.compiled import entry
from minebot.geometry import Cell
from minebot.solver.engine import count_board
from minebot.solver.fast import follow, hidden_board
from minebot.solver.kernels.ahead import resumed, room_for
from minebot.solver.kernels.arrays import Codes, Floats, Int, Words
from minebot.solver.kernels.model import MINE
from minebot.solver.kernels.parts import no_parts
from minebot.solver.kernels.playout import redraw
from minebot.solver.kernels.sample import next_seed
from minebot.solver.kernels.tables import new_tables
from minebot.solver.learned import value_network
from minebot.topology import Grid, grid

RIVALS, CLOSE = 4, 0.03  # how many cells of a position are judged, and how near to the best they must seem to be

Size = tuple[int, int, int]


class Judged(NamedTuple):
    """A cell: how likely the game is won by opening it, and the standard error of that beside the best cell."""

    cell: Cell
    win: float
    error: float


@entry
def drawn(where: Grid, shown: Codes, certain: Codes, mines: Int, cell: Int, random: Words) -> Codes:  # noqa: PLR0913, PLR0917
    """A hidden board that fits a position of which the certain cells are known, and on which the cell is safe."""
    game = resumed(where, shown, certain, mines)
    for place in range(len(shown)):
        game.hidden[place] = shown[place]
    redraw(game, cell, no_parts(), new_tables(), next_seed(random))
    return game.hidden


def judged(size: Size, player: Player, most: int, draw: tuple[int, int]) -> tuple[Board, list[Judged]] | None:
    """A position of one game, and its cells from the best on; None where the game offers none that is in dispute."""
    rng = np.random.default_rng(draw)
    board = position(size, player, rng)
    if board is None:
        return None
    advice = solve(board, "champion")
    if not advice.candidates:
        return None
    risks = {each.cell: each.risk for each in advice.candidates}
    chosen = [advice.best.cell, solve(board, "champion-fast").best.cell]
    close = [each.cell for each in advice.candidates if each.win >= advice.candidates[0].win - CLOSE]
    cells = [cell for cell in dict.fromkeys(chosen + close) if cell in risks][:RIVALS]
    if len(cells) < 2:
        return None
    values = games_from(board, cells, player, rng, most) * (1.0 - np.array([risks[cell] for cell in cells])[:, None])
    best = int(values.mean(axis=1).argmax())
    errors = (values - values[best]).std(axis=1) / most**0.5
    errors[best] = np.delete(errors, best).min()
    found = map(Judged, cells, values.mean(axis=1).tolist(), errors.tolist())
    return board, sorted(found, key=lambda each: -each.win)


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


def games_from(board: Board, cells: list[Cell], player: Player, rng: np.random.Generator, games: int) -> Floats:
    """What games are worth that open each of the cells (a row each), on the same hidden boards, if it is safe."""
    where, counts = grid("square", board.width, board.height), count_board(board)
    shown, certain = np.array(board.cells, np.int8), np.zeros(len(board.cells), np.int8)
    certain[list(counts.mines)] = MINE
    weighed, mines = room_for(MOST), board.mines or 0
    size, covered = (board.width, board.height, mines), np.array(counts.cells)
    worth = np.empty((len(cells), games))
    for game, laid in enumerate(counts.draw(games, int(rng.integers(1 << 62)))):
        for row, place in enumerate(map(board.index, cells)):
            random, fitting = rng.integers(1 << 62, size=1).astype(np.uint64), covered[laid]
            safe = place not in fitting
            hidden = hidden_board(where, fitting) if safe else drawn(where, shown, certain, mines, place, random)
            reached = shown.copy()
            follow(where, hidden, reached, [place])
            worth[row, game] = to_the_end(size, hidden, reached, player, random, weighed, NOTHING)
    return worth


def line_of(board: Board, cells: list[Judged]) -> str:
    """A position in a line: its rows, and what its cells are worth."""
    told = ", ".join(f"{each.cell[0]} {each.cell[1]} {each.win:.4f} +- {each.error:.4f}" for each in cells)
    return f"{';'.join(board.rows)} = {told}"


def main() -> None:
    """Judge, and write the positions as they come."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--level", choices=LEVELS, default="expert")
    options.add_argument("--positions", type=int, default=100)
    options.add_argument("--games", type=int, default=1000, help="of each cell")
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
