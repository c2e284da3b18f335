"""How long a solver thinks about a move, in whole games of simulated boards: median, 99th percentile, longest.

    OPENBLAS_NUM_THREADS=1 uv run benchmarks/moves.py --games 200 champion-fast champion [--level beginner] [--json]

A move is one question to the solver, whose answer may be many certain cells. All solvers get the same boards, in turn,
so that what else the machine does falls on all of them; the seconds are those of the processor.
"""

import argparse
import json
import sys
from time import process_time

import numpy as np
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from minebot import Advice, Board, RandomBoards, SimulatedGame
from minebot.board import LEVELS
from minebot.move import Action, Move
from minebot.play.bot import play
from minebot.play.timing import Stopwatch, SystemClock
from minebot.solver import named
from minebot.warmup import warm_up

_COLUMNS = "solver", "won", "moves a game", "median, ms", "p99, ms", "longest, ms", "a game, ms"


def main() -> None:
    """Play, and print a line a solver."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("solvers", nargs="*", default=["champion-fast", "champion"])
    options.add_argument("--level", choices=LEVELS, default="expert")
    options.add_argument("--rule", choices=["safe", "open", "any"], default="safe")
    options.add_argument("--games", type=int, default=200)
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--json", action="store_true")
    asked = options.parse_args()
    boards = RandomBoards(*LEVELS[asked.level], rule=asked.rule, seed=asked.seed)
    games: dict[str, list[tuple[bool, list[float]]]] = {solver: [] for solver in asked.solvers}
    warm_up()
    for solver in games:  # what a process reads from the disk when it first thinks is no move's time
        played(boards, asked.games, solver)
    with Progress(console=Console(file=sys.stderr)) as progress:
        for index in progress.track(range(asked.games), description="games"):
            for solver, results in games.items():
                results.append(played(boards, index, solver))
    rows = {solver: row(each) for solver, each in games.items()}
    if asked.json:
        print(json.dumps(rows))
        return
    table = Table(*_COLUMNS, title=f"{asked.games} games of {asked.level}, {asked.rule}")
    for solver, numbers in rows.items():
        table.add_row(solver, *(f"{number:.4g}" for number in numbers.values()))
    Console(width=110).print(table)


def played(boards: RandomBoards, index: int, solver: str) -> tuple[bool, list[float]]:
    """Whether a game was won, and the seconds of each answer of the solver."""
    think, times = named(solver), []

    def timed(board: Board) -> Advice:
        began = process_time()
        advice = think(board)
        times.append(process_time() - began)
        return advice

    game = SimulatedGame(boards[index])
    game.play([Move(Action.OPEN, *boards.start)])
    return play(game, timed, Stopwatch(SystemClock())).won, times


def row(games: list[tuple[bool, list[float]]]) -> dict[str, float]:
    """What the games of one solver come to."""
    times = 1000 * np.array([seconds for _, game in games for seconds in game])
    return {
        "won": sum(won for won, _ in games),
        "moves": len(times) / len(games),
        "median": float(np.median(times)),
        "p99": float(np.percentile(times, 99)),
        "longest": float(times.max()),
        "game": float(times.sum()) / len(games),
    }


if __name__ == "__main__":
    main()
