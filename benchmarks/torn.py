"""Boards across which something lies from side to side, so that their parts look like smaller boards: what is read.

    PYTHONPATH=tests OPENBLAS_NUM_THREADS=1 nice -n 10 uv run benchmarks/torn.py [--boards 100] [--seed 0] [--drawn]

Boards in every theme, and as many in made-up looks, on busy desktops; over one to six lines of each lies a bar, of one
to three lines from an end, to whole cells or not. Prints how many are read with all of their rows and columns, how many
are refused (none found, or no cell of it believed), and how many are silently smaller, or have cells that are
silently wrong: each of these is listed. With `--drawn` there is no bar, but a line or an arrow that somebody drew
along the outermost cells of one side.
"""

import argparse
import os
import random
from collections import Counter
from collections.abc import Sequence

import cv2
import numpy as np
from desktops import Lain, torn, with_bar, with_stroke
from looks import KINDS
from rich.console import Console
from rich.table import Table

from minebot.board import Board
from minebot.geometry import Lattice
from minebot.vision.overlap import place_of
from minebot.vision.read import read_picture
from minebot.vision.reading import Reading
from minebot.vision.themes.folders import load_themes

NOTHING = 99  # what is shown beside a board
RESULTS = "whole", "refused", "silently smaller", "silently wrong"


def main() -> None:
    """Read the boards of both kinds and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=int, default=100, help="of each kind")
    parser.add_argument("--seed", type=int, default=0, help="of the first one")
    parser.add_argument("--drawn", action="store_true", help="a line along the outermost cells, instead of a bar")
    options = parser.parse_args()
    lain = with_stroke if options.drawn else with_bar
    cv2.setNumThreads(1)
    themes = [theme.name for theme in load_themes() if not theme.partial]
    table = Table("boards", *RESULTS)
    for name, looks in (("themes", themes), ("made-up looks", KINDS)):
        results = Counter[str]()
        for seed in range(options.seed, options.seed + options.boards):
            look, result = read_one(random.Random(seed), looks, lain)
            results[result] += 1
            if result.startswith("silently"):
                print(f"{name} {seed}, {look}: {result}", flush=True)
        table.add_row(name, *(str(results[each]) for each in RESULTS))
    Console(width=100).print(table)
    Console().print(f"{options.boards} boards each, {os.cpu_count()} cores, load {os.getloadavg()[0]:.2f}")


def read_one(rng: random.Random, looks: Sequence[str], lain: Lain) -> tuple[str, str]:
    """One of the themes or kinds of looks by lot, and what became of a board in it."""
    look, picture, lattice, board = torn(rng, looks, lain)
    found = [each for each in read_picture(picture) if abs(each.lattice.mean_pitch - lattice.pitch_x) < 1]
    results = [judged(each, lattice, board) for each in found]
    return look, max(results, key=RESULTS.index, default="refused")


def judged(reading: Reading, lattice: Lattice, board: Board) -> str:
    """Which of the results a reading is."""
    doubtful = reading.in_doubt()
    if doubtful.all():
        return "refused"
    column, row = place_of(reading.lattice, lattice)
    around = (board.height, board.height), (board.width, board.width)
    shown = np.pad(np.reshape(board.cells, (board.height, -1)), around, constant_values=NOTHING)
    first, left = board.height + row, board.width + column
    there = shown[first : first + reading.board.height, left : left + reading.board.width].ravel()
    if (~doubtful & (there != reading.board.cells)).any():
        return "silently wrong"
    whole = (reading.board.width, reading.board.height) == (board.width, board.height)
    return "whole" if whole else "silently smaller"


if __name__ == "__main__":
    main()
