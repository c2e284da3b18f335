"""How long it takes to find and read an expert board on a full screen of 1920x1080, and to read it again where it was.

    OPENBLAS_NUM_THREADS=1 uv run benchmarks/reading.py

The command `minebot` sets that variable by itself. Prints, for each theme, the median and the longest of a number of
runs in milliseconds, and the load of the machine.
"""

import os
import statistics
import time
from collections.abc import Callable

import numpy as np
from rich.console import Console
from rich.table import Table

from minebot.board import Board
from minebot.game import SimulatedGame
from minebot.minefield import RandomBoards
from minebot.move import Action, Move
from minebot.vision.draw import draw_board
from minebot.vision.picture import Bgr
from minebot.vision.read import read_at, read_picture
from minebot.vision.theme import Theme, load_themes

SCREEN = 1920, 1080
RUNS = 15


def main() -> None:
    """Measure every theme and print the table."""
    table = Table("theme", "pitch px", "find and read ms", "longest", "tracked read ms", "longest")
    for theme in load_themes():
        pitch = min(theme.tiles, default=16)
        screen = expert_screen(theme, pitch)
        found = read_picture(screen)[0]
        search = durations(lambda screen=screen: read_picture(screen))
        left, top, width, height = found.lattice.bbox
        region = screen[top - 80 : top + height + 10, left - 10 : left + width + 10].copy()
        inside = found.lattice.moved(10 - left, 80 - top)
        tracked = durations(lambda region=region, inside=inside, theme=theme: read_at(region, inside, theme))
        table.add_row(theme.name, str(pitch), *middle_and_longest(search), *middle_and_longest(tracked))
    Console().print(table)
    Console().print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.2f}, {RUNS} runs each")


def half_open() -> Board:
    """An expert board in the middle of a game: one safe cell in seven was clicked."""
    field = RandomBoards(30, 16, 99, seed=1)[0]
    game = SimulatedGame(field)
    safe = [index for index in range(30 * 16) if index not in field.mines]
    game.play([Move(Action.OPEN, index % 30, index // 30) for index in safe[::7]])
    return game.read()


def expert_screen(theme: Theme, pitch: int) -> Bgr:
    """A desktop with an expert board that is half opened."""
    screen = np.full((SCREEN[1], SCREEN[0], 3), (128, 100, 60), np.uint8)
    screen[200:800, 100:500] = 240  # another window
    board = half_open()
    drawn = draw_board(board, theme, pitch)
    screen[260 : 260 + drawn.shape[0], 700 : 700 + drawn.shape[1]] = drawn
    return screen


def durations(run: Callable[[], object]) -> list[float]:
    """Milliseconds of each of a number of runs, after one that is not counted."""
    run()
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        run()
        times.append(1e3 * (time.perf_counter() - start))
    return times


def middle_and_longest(times: list[float]) -> tuple[str, str]:
    """The median and the maximum, as text."""
    return f"{statistics.median(times):.1f}", f"{max(times):.1f}"


if __name__ == "__main__":
    main()
