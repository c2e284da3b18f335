"""How long it takes to find and read an expert board on a full screen, and to read it again where it was.

    PYTHONPATH=tests OPENBLAS_NUM_THREADS=1 uv run benchmarks/reading.py [THEME ...]

The command `minebot` sets that variable by itself. Prints, for each theme (or those named) at its own size and at 32
pixels a cell, the shortest of a number of runs in milliseconds, by the processor's clock and by the one on the wall,
and how many times as long that is as it takes to capture the same pixels, where there is a display (Xvfb will do). The
first run in a process also draws the templates, once for each theme and size: it stands before the others. Then the
same for screens without a board, and the load of the machine.
"""

import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from itertools import cycle

import cv2
import numpy as np
from desktops import random_desktop
from rich.console import Console
from rich.table import Table

from minebot.board import COVERED, FLAG, Board
from minebot.errors import ScreenError
from minebot.game import SimulatedGame
from minebot.geometry import Rect
from minebot.minefield import RandomBoards
from minebot.move import Action, Move
from minebot.vision.draw import draw_board
from minebot.vision.follow import Follower
from minebot.vision.known.board import read_at
from minebot.vision.picture import Bgr
from minebot.vision.read import read_picture
from minebot.vision.screen import MssScreen
from minebot.vision.theme import Theme
from minebot.vision.themes.folders import load_theme, load_themes

SCREENS = (1920, 1080), (3840, 2160)
FINDS, READS = 5, 60
LARGE = 32  # pixels of a cell on a screen at 200 %
ZOOM = 1.1  # of a page, which leaves cells of no whole number of pixels
ABOVE, AROUND = 80, 10  # pixels that are grabbed with a board
BUSY = 5  # the seed of a desktop with windows, text and icons

Times = tuple[float, float]
"""Milliseconds by the processor's clock, and on the wall."""


def main() -> None:
    """Measure the themes and print the tables."""
    cv2.setNumThreads(1)
    console = Console(width=150)
    start = time.process_time()
    themes = list(map(load_theme, sys.argv[1:])) or load_themes()
    console.print(f"the themes are loaded in {1e3 * (time.process_time() - start):.0f} ms, once in a process")
    grabs = [captured(Rect(0, 0, *size)) for size in SCREENS]
    sizes = [f"{kind}, {width}x{height}" for width, height in SCREENS for kind in ("plain", "busy")]
    finding = Table("find and read", "pitch px", *sizes)
    following = Table("follow", "pitch px", "whole region", "all cells changed", "10 cells changed", "nothing changed")
    for theme in themes:
        own = min(LARGE, min(theme.tiles, default=16))
        for pitch in dict.fromkeys((own, LARGE)):
            searches = [searched(screen, grabs[index // 2]) for index, screen in enumerate(screens(theme, pitch))]
            finding.add_row(theme.name, str(pitch), *searches)
        for pitch, zoom in dict.fromkeys(((own, 1.0), (own, ZOOM), (LARGE, 1.0))):
            following.add_row(theme.name, f"{pitch * zoom:g}", *followed(theme, pitch, zoom))
    empty = [searched(screen, grabs[index // 2]) for index, screen in enumerate(desks())]
    finding.add_row("no board", "", *empty)
    console.print("milliseconds: the first run, then the shortest of others by the processor's clock / on the wall")
    for table in (finding, following):
        console.print(table)
    console.print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.2f}; {FINDS} and {READS} runs each")


def searched(screen: Bgr, grab: Times | None) -> str:
    """The times to find and read what is on a screen: the first, the shortest, and how many captures that is."""
    start = time.process_time()
    read_picture(screen)
    first = 1e3 * (time.process_time() - start)
    return f"{first:.0f}, {told(shortest(cycle([lambda: read_picture(screen)]), FINDS), grab)}"


def followed(theme: Theme, pitch: int, zoom: float) -> list[str]:
    """The four times of a board that is followed where it was found, by the theme by which it was read."""
    board = half_open()
    first, second, third = (
        cv2.resize(region(theme, each, pitch), None, fx=zoom, fy=zoom, interpolation=cv2.INTER_LINEAR).astype(np.uint8)
        for each in (board, turned(board), with_ten_flags(board))
    )
    (found,) = read_picture(first)
    lattice, theme = found.lattice, found.theme
    times = [
        shortest(cycle([lambda: read_at(first, lattice, theme)]), READS),
        *(shortest(looks(Follower(lattice, theme), pictures), READS) for pictures in ([first, second], [first, third])),
        shortest(looks(Follower(lattice, theme), [first, first.copy()]), READS),
    ]
    grab = captured(Rect(0, 0, first.shape[1], first.shape[0]))
    return [told(each, grab) for each in times]


def told(times: Times, grab: Times | None) -> str:
    """Two times, and how many captures the first one is."""
    said = " / ".join(f"{each:.2f}" for each in times)
    return said if grab is None else f"{said} ({times[0] / grab[0]:.1f} x)"


def looks(follower: Follower, pictures: list[Bgr]) -> Iterator[Callable[[], object]]:
    """One look after the other at the pictures, in turn; they have been seen, and doubts looked over, as in play."""
    for picture in pictures:
        follower.read(picture)
        follower.look_over()
    return cycle([lambda picture=picture: follower.read(picture) for picture in pictures])


def captured(part: Rect) -> Times | None:
    """How long it takes to capture a part of the screen, the copy without the fourth byte included.

    None where there is no display, or a smaller one.
    """
    try:
        with MssScreen() as screen:
            whole = screen.grab().region
            if part.w > whole.w or part.h > whole.h:
                return None
            return shortest(cycle([lambda: screen.grab(part)]), READS)
    except ScreenError:
        return None


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
    """Desktops of each size, a plain and a busy one, with an expert board that is half opened."""
    drawn = draw_board(half_open(), theme, pitch)
    for screen in desks():
        screen[260 : 260 + drawn.shape[0], 700 : 700 + drawn.shape[1]] = drawn
        yield screen


def desks() -> Iterator[Bgr]:
    """Desktops of each size, one with another window, and one with many things on it."""
    for width, height in SCREENS:
        plain = np.full((height, width, 3), (128, 100, 60), np.uint8)
        plain[200:800, 100:500] = 240
        yield plain
        yield random_desktop(BUSY, (width, height), 0).picture


def region(theme: Theme, board: Board, pitch: int) -> Bgr:
    """What is grabbed of the screen to follow a board."""
    margins = ((ABOVE, AROUND), (AROUND, AROUND), (0, 0))
    return np.pad(draw_board(board, theme, pitch), margins, constant_values=192)


def shortest(runs: Iterator[Callable[[], object]], count: int) -> Times:
    """The shortest of so many runs, after one that is not counted."""
    next(runs)()
    processor, wall = [], []
    for _ in range(count):
        run = next(runs)
        start = time.process_time(), time.perf_counter()
        run()
        processor.append(1e3 * (time.process_time() - start[0]))
        wall.append(1e3 * (time.perf_counter() - start[1]))
    return min(processor), min(wall)


if __name__ == "__main__":
    main()
