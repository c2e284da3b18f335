"""How well and how fast boards of made-up looks are found on whole desktops, before any theme is tried.

    PYTHONPATH=tests OPENBLAS_NUM_THREADS=1 nice -n 10 uv run benchmarks/finding.py [SCENES [FIRST_SEED]]

SCENES (100 unless told) desktops of 1920x1080 with one board of each kind of look, and as many with three boards of any
look, with none, and of 3840x2160 with one. Prints, for each: the boards, the share found (rows and columns exact, all
four corners to within 2 pixels) and found to within 1 pixel, the candidates in a picture that are no board, and the
milliseconds of processor time on one core, median and 99 of 100.
"""

import os
import sys
import time
from collections.abc import Iterator

import cv2
import numpy as np
from desktops import Desktop, random_desktop
from looks import KINDS
from rich.console import Console
from rich.table import Table

from minebot.geometry import Lattice
from minebot.vision.locate import find_lattices

FULL_HD, ULTRA_HD = (1920, 1080), (3840, 2160)


def main() -> None:
    """Measure every kind and print the table."""
    cv2.setNumThreads(1)
    scenes = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    table = Table("desktops", "boards", "found %", "within 1 px %", "other candidates", "median ms", "p99 ms")
    for name, size, boards, kind in _cases():
        desktops = (random_desktop(seed, size, boards, kind) for seed in range(first, first + scenes))
        table.add_row(name, *_measured(desktops))
    Console().print(table)
    Console().print(f"{scenes} desktops each, {os.cpu_count()} cores, load {os.getloadavg()[0]:.2f}")


def _cases() -> Iterator[tuple[str, tuple[int, int], int, str | None]]:
    for kind in KINDS:
        yield kind, FULL_HD, 1, kind
    yield "three boards", FULL_HD, 3, None
    yield "no board", FULL_HD, 0, None
    yield "4K", ULTRA_HD, 1, None


def _measured(desktops: Iterator[Desktop]) -> tuple[str, ...]:
    errors: list[float] = []
    others, times = [], []
    for desktop in desktops:
        start = time.process_time()
        found = find_lattices(desktop.picture)
        times.append(1e3 * (time.process_time() - start))
        best = [min((corner_error(each, board) for each in found), default=np.inf) for board in desktop.boards]
        others.append(len(found) - sum(error <= 2 for error in best))
        errors += best
    shares = [f"{100 * np.mean(np.array(errors) <= limit):.1f}" if errors else "-" for limit in (2, 1)]
    spread = [f"{np.percentile(times, share):.0f}" for share in (50, 99)]
    return str(len(errors)), *shares, f"{np.mean(others):.2f}", *spread


def corner_error(found: Lattice, board: Lattice) -> float:
    """The largest distance in x or y of a corner of the lattice from that of the board; infinite for another size."""
    if (found.cols, found.rows) != (board.cols, board.rows):
        return float("inf")
    far = [
        (lattice.x + lattice.cols * lattice.pitch_x, lattice.y + lattice.rows * lattice.pitch_y)
        for lattice in (found, board)
    ]
    return float(np.abs([found.x - board.x, found.y - board.y, *np.subtract(*far)]).max())


if __name__ == "__main__":
    main()
