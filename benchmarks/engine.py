"""The exact engine beside ms-toollib, and what a game costs on boards of any size; all on one core, in one run.

    OPENBLAS_NUM_THREADS=1 uv run benchmarks/engine.py [--boards FILE] [--plot docs/engine.png]

Prints how long each takes for the risks of expert positions that force a guess, and how far they differ; the longest of
ten thousand positions; the time of a game by level; and the time of a game on square boards of expert density, which
`--plot` draws as a curve. The boards are random ones, or those of a board-set file.
"""

import argparse
import os
import statistics
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path

import ms_toollib
import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

from minebot import Board, BoardSet, RandomBoards
from minebot.board import LEVELS
from minebot.minefield import Boards
from minebot.solver import fast
from minebot.solver.engine import count_board
from minebot.topology import grid
from minebot.warmup import warm_up

GUESSES, POSITIONS = 300, 10_000
SIDES = 16, 20, 24, 32, 40, 50, 64, 80, 100
DENSITY = 99 / 480
OUT = Console(width=110)


def main() -> None:
    """Measure, and print the tables."""
    options = parsed()
    boards = RandomBoards(*LEVELS["expert"], seed=2026)
    chosen: Boards = boards
    if options.boards is not None:
        chosen = BoardSet.parse(options.boards.read_text())
    warm_up()
    beside_ms_toollib(list(islice(guess_positions(chosen), GUESSES)))
    longest("expert", islice(guess_positions(boards), POSITIONS))
    layers = RandomBoards(8, 32, 30, seed=2026, topology="cube 4")
    longest("three-dimensional (four layers of 8x8)", islice(guess_positions(layers), GUESSES))
    games()
    curve(options.plot)
    OUT.print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.2f}")


def parsed() -> argparse.Namespace:
    """The options."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=Path, help="take the positions beside ms-toollib from games on these boards")
    parser.add_argument("--plot", type=Path, help="draw the curve into this picture")
    return parser.parse_args()


def guess_positions(boards: Boards) -> Iterator[Board]:
    """The positions in which the player must guess, game after game."""
    where = grid("square", boards.width, boards.height)
    x, y = boards.start
    index = 0
    while True:
        hidden = fast.hidden_board(where, boards.laid(index))
        game = fast.play(where, hidden, mines=boards.mines, first=y * boards.width + x)
        for move in np.flatnonzero(game.guessed).tolist():
            before = fast.play(where, hidden, mines=boards.mines, first=y * boards.width + x, moves=move)
            yield Board(boards.width, boards.height, tuple(before.shown.tolist()), boards.mines)
        index += 1


def beside_ms_toollib(positions: list[Board]) -> None:
    """Both engines on the same positions, each by its own public call, in turn."""
    ours, theirs, differences = [], [], []
    for board in positions:
        rows = as_rows(board)
        ours.append(best_of(3, lambda board=board: count_board(board).by_place))
        theirs.append(best_of(3, lambda rows=rows, board=board: ms_toollib.cal_probability_onboard(rows, board.mines)))
        known = np.ravel(ms_toollib.cal_probability_onboard(rows, board.mines)[0])
        differences.append(max(abs(known[cell] - risk) for cell, risk in count_board(board).risks.items()))
    title = f"{len(positions)} positions that force a guess"
    table = Table("all risks, ms", "median", "p95", "longest", title=title)
    for name, times in (("minebot", ours), ("ms-toollib", theirs)):
        table.add_row(name, *(f"{each:.3f}" for each in spread(times)))
    table.add_row("times as fast", *(f"{b / a:.1f}" for a, b in zip(spread(ours), spread(theirs), strict=True)))
    OUT.print(table)
    OUT.print(f"largest difference of a risk: {max(differences):.1e}")


def as_rows(board: Board) -> list[list[int]]:
    """The board as ms-toollib takes it: 10 is a covered cell."""
    codes = [10 if code < 0 else code for code in board.cells]
    return [codes[y * board.width : (y + 1) * board.width] for y in range(board.height)]


def best_of(runs: int, call: Callable[[], object]) -> float:
    """Milliseconds of the quickest of a few calls: what else the machine does is left out, for both sides."""
    times = []
    for _ in range(runs):
        began = time.perf_counter()
        call()
        times.append(1e3 * (time.perf_counter() - began))
    return min(times)


def spread(times: list[float]) -> tuple[float, float, float]:
    """Median, 95th percentile and longest."""
    return statistics.median(times), float(np.percentile(times, 95)), max(times)


def longest(kind: str, positions: Iterable[Board]) -> None:
    """The engine on other positions, each once."""
    times = [best_of(1, lambda board=board: count_board(board).by_place) for board in positions]
    middle, high, most = spread(times)
    OUT.print(f"{len(times)} {kind} positions, each once: median {middle:.3f}, p95 {high:.3f}, longest {most:.3f} ms")


def games() -> None:
    """What a game costs the fast player."""
    table = Table("level", "games", "won", "ms a game", "longest game, ms")
    for level, count in (("beginner", 5000), ("intermediate", 5000), ("expert", 5000)):
        times, won = played(RandomBoards(*LEVELS[level], seed=1), count)
        rate, mean = f"{100 * won / count:.2f} %", f"{statistics.mean(times):.3f}"
        table.add_row(level, str(count), rate, mean, f"{max(times):.2f}")
    OUT.print(table)


def played(boards: Boards, count: int) -> tuple[list[float], int]:
    """The milliseconds of each of the first games, and how many were won."""
    where = grid("square", boards.width, boards.height)
    times, won = [], 0
    for index in range(count):
        began = time.perf_counter()
        game = fast.play(where, fast.hidden_board(where, boards.laid(index)), mines=boards.mines, first=0)
        times.append(1e3 * (time.perf_counter() - began))
        won += game.result == fast.WON
    return times, won


def curve(path: Path | None) -> None:
    """The cost of a game on square boards of expert density that open at the start cell."""
    table = Table("side", "mines", "ms a game", "µs a cell opened", "p99, ms", "longest, ms", "won")
    means, tails = [], []
    for side in track(SIDES, "square boards of expert density", console=Console(stderr=True), transient=True):
        boards = RandomBoards(side, side, round(DENSITY * side * side), "open", seed=3)
        count = max(100, 400_000 // side**2)
        times, won = played(boards, count)
        opened = cells_opened(boards, count)
        means.append(statistics.mean(times))
        tails.append(float(np.percentile(times, 99)))
        row = f"{means[-1]:.3f}", f"{1e3 * sum(times) / opened:.2f}", f"{tails[-1]:.2f}", f"{max(times):.2f}"
        table.add_row(str(side), str(boards.mines), *row, f"{won} of {count}")
    OUT.print(table)
    if path is not None:
        draw_curve(path, means, tails)


def cells_opened(boards: Boards, count: int) -> int:
    """How many cells the first games open."""
    where = grid("square", boards.width, boards.height)
    hidden = (fast.hidden_board(where, boards.laid(index)) for index in range(count))
    return sum(int((fast.play(where, each, mines=boards.mines, first=0).shown >= 0).sum()) for each in hidden)


def draw_curve(path: Path, means: list[float], tails: list[float]) -> None:
    """The curve as a picture."""
    from matplotlib.figure import Figure  # noqa: PLC0415 - only who asks for the picture waits for it

    figure = Figure((7, 4.2), layout="constrained")
    axes = figure.subplots()
    cells = [side * side for side in SIDES]
    axes.loglog(cells, means, "o-", label="mean")
    axes.loglog(cells, tails, "s--", label="99th percentile")
    in_step = [means[0] * each / cells[0] for each in cells]
    axes.loglog(cells, in_step, ":", color="grey", label="in step with the cells")
    axes.set_xticks(cells, [f"{side}x{side}" for side in SIDES], rotation=30)
    axes.minorticks_off()
    axes.set(xlabel="board, expert density, first cell opens", ylabel="ms a game", title="What a game costs, by size")
    axes.legend()
    axes.grid(alpha=0.3)
    figure.savefig(path, dpi=130)


if __name__ == "__main__":
    main()
