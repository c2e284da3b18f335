"""How long it takes to find and read an expert board on a full screen, and to read it again where it was.

    OPENBLAS_NUM_THREADS=1 uv run benchmarks/reading.py

The command `minebot` sets that variable by itself. Prints, for each theme at its own size and at 32 pixels a cell, the
shortest of a number of runs in milliseconds, by the processor's clock and by the one on the wall; how long a capture
takes, where there is a display (Xvfb will do); and the load of the machine.
"""

import os
import random
import time
from collections.abc import Callable, Iterator
from itertools import cycle

import numpy as np
from rich.console import Console
from rich.table import Table

from minebot.board import COVERED, FLAG, Board
from minebot.errors import ScreenError
from minebot.game import SimulatedGame
from minebot.geometry import Lattice, Rect
from minebot.minefield import RandomBoards
from minebot.move import Action, Move
from minebot.vision.draw import draw_board
from minebot.vision.follow import Follower
from minebot.vision.known import read_at
from minebot.vision.picture import Bgr
from minebot.vision.read import read_picture
from minebot.vision.screen import MssScreen
from minebot.vision.theme import Theme, load_themes

SCREENS = (1920, 1080), (3840, 2160)
FINDS, READS = 5, 60
LARGE = 32  # pixels of a cell on a screen at 200 %
ABOVE, AROUND = 80, 10  # pixels that are grabbed with a board


def main() -> None:
    """Measure every theme and print the tables."""
    console = Console(width=120)
    finding = Table("theme", "pitch px", *(f"find and read, {width}x{height}" for width, height in SCREENS))
    following = Table("theme", "pitch px", "whole region", "all cells changed", "10 cells changed", "nothing changed")
    for theme in load_themes():
        own = min(theme.tiles, default=16)
        for pitch in (own, LARGE):
            searches = [shortest(cycle([lambda s=s: read_picture(s)]), FINDS) for s in screens(theme, pitch)]
            finding.add_row(theme.name, str(pitch), *searches)
            following.add_row(theme.name, str(pitch), *followed(theme, pitch))
    console.print("milliseconds, by the processor's clock / on the wall: the shortest of a number of runs")
    for table in (finding, following, captures()):
        console.print(table)
    console.print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.2f}; {FINDS} and {READS} runs each")


def followed(theme: Theme, pitch: int) -> list[str]:
    """The four times of a board that is followed."""
    lattice = Lattice(AROUND, ABOVE, pitch, pitch, 30, 16)
    board = half_open()
    first, second, third = (region(theme, each, pitch) for each in (board, turned(board), with_ten_flags(board)))
    return [
        shortest(cycle([lambda: read_at(first, lattice, theme)]), READS),
        *(shortest(looks(Follower(lattice, theme), pictures), READS) for pictures in ([first, second], [first, third])),
        shortest(looks(Follower(lattice, theme), [first, first.copy()]), READS),
    ]


def looks(follower: Follower, pictures: list[Bgr]) -> Iterator[Callable[[], object]]:
    """One look after the other at the pictures, in turn; they have been seen once before."""
    for picture in pictures:
        follower.read(picture)
    return cycle([lambda picture=picture: follower.read(picture) for picture in pictures])


def captures() -> Table:
    """How long it takes to capture the screen and the region of a board, the copy without the fourth byte included."""
    table = Table("capture", "pixels", "time")
    try:
        with MssScreen() as screen:
            whole = screen.grab().region
            board = Rect(0, 0, min(whole.w, 30 * LARGE + 2 * AROUND), min(whole.h, 16 * LARGE + ABOVE + AROUND))
            for name, part in (("whole screen", whole), ("region of a board", board)):
                times = shortest(cycle([lambda part=part: screen.grab(part)]), READS)
                table.add_row(name, f"{part.w}x{part.h}", times)
    except ScreenError:
        table.add_row("none: there is no display", "", "")
    return table


def half_open() -> Board:
    """An expert board in the middle of a game: one safe cell in seven was clicked."""
    field = RandomBoards(30, 16, 99, seed=1)[0]
    game = SimulatedGame(field)
    safe = [index for index in range(30 * 16) if index not in field.mines]
    game.play([Move(Action.OPEN, index % 30, index // 30) for index in safe[::7]])
    return game.read()


def turned(board: Board) -> Board:
    """A board on which no cell shows what it does on this one."""
    return Board(30, 16, tuple(COVERED if code != COVERED else FLAG for code in board.cells))


def with_ten_flags(board: Board) -> Board:
    """The board with a flag on ten of its covered cells."""
    covered = [index for index, code in enumerate(board.cells) if code < 0]
    flags = set(random.Random(1).sample(covered, 10))
    return Board(30, 16, tuple(FLAG if index in flags else code for index, code in enumerate(board.cells)))


def screens(theme: Theme, pitch: int) -> Iterator[Bgr]:
    """A desktop of each size with an expert board that is half opened, and another window."""
    drawn = draw_board(half_open(), theme, pitch)
    for width, height in SCREENS:
        screen = np.full((height, width, 3), (128, 100, 60), np.uint8)
        screen[200:800, 100:500] = 240
        screen[260 : 260 + drawn.shape[0], 700 : 700 + drawn.shape[1]] = drawn
        yield screen


def region(theme: Theme, board: Board, pitch: int) -> Bgr:
    """What is grabbed of the screen to follow a board."""
    margins = ((ABOVE, AROUND), (AROUND, AROUND), (0, 0))
    return np.pad(draw_board(board, theme, pitch), margins, constant_values=192)


def shortest(runs: Iterator[Callable[[], object]], count: int) -> str:
    """The shortest of so many runs, after one that is not counted: processor / wall, in milliseconds."""
    next(runs)()
    times = []
    for _ in range(count):
        run = next(runs)
        start = time.process_time(), time.perf_counter()
        run()
        times.append((time.process_time() - start[0], time.perf_counter() - start[1]))
    return " / ".join(f"{1e3 * min(each):.2f}" for each in zip(*times, strict=True))


if __name__ == "__main__":
    main()
