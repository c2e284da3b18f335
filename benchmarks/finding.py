"""How well and how fast boards of made-up looks are found on whole desktops, and read, though no theme describes them.

    PYTHONPATH=tests OPENBLAS_NUM_THREADS=1 nice -n 10 uv run benchmarks/finding.py [--scenes 100] [--seed 0]
    PYTHONPATH=tests OPENBLAS_NUM_THREADS=1 nice -n 10 uv run benchmarks/finding.py --read dark "three boards"

As many desktops of 1920x1080 with one board of each kind of look, with three boards of any look, with none, and of
3840x2160 with one; or only the kinds that are named. Prints, for each: the boards, the share found (rows and columns
exact, all four corners to within 2 pixels) and found to within 1 pixel, what was found that is no board, and the
processor time on one core, median and 99 of 100.

By the first search alone, before any theme is tried; or, with `--read`, by all that reads a picture. Then also the
share of the boards of which each cell is right and none doubtful, the cells that are doubtful on boards that were
found, and those that are silently wrong; each board that was not read so is listed.
"""

import argparse
import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import cv2
import numpy as np
from desktops import Desktop, random_desktop
from looks import FLAT, KINDS
from rich.console import Console
from rich.table import Table

from minebot.board import Board
from minebot.geometry import Lattice
from minebot.vision.locate import find_lattices
from minebot.vision.picture import Bgr
from minebot.vision.read import read_picture
from minebot.vision.reading import Reading

FULL_HD, ULTRA_HD = (1920, 1080), (3840, 2160)
Found = TypeVar("Found")
CLOSE = 2  # pixels by which a corner of a board that is found may be off
CASES = {kind: (FULL_HD, 1, kind) for kind in (*KINDS, FLAT)} | {
    "three boards": (FULL_HD, 3, None),
    "no board": (FULL_HD, 0, None),
    "4K": (ULTRA_HD, 1, None),
}
"""The size of the desktop, the number of boards on it, and their look, if it is one."""


@dataclass
class Tally:
    """What was found and read on the desktops of one kind: `errors` in pixels, `times` in milliseconds."""

    errors: list[float] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    others: int = 0
    outright: int = 0
    cells: int = 0
    doubtful: int = 0
    wrong: int = 0

    def found(self) -> tuple[str, ...]:
        """The columns of both tables."""
        shares = [percent(sum(error <= limit for error in self.errors), len(self.errors)) for limit in (CLOSE, 1)]
        spread = [f"{np.percentile(self.times, share):.0f}" for share in (50, 99)]
        return str(len(self.errors)), *shares, f"{self.others / len(self.times):.2f}", *spread

    def read(self) -> tuple[str, ...]:
        """The columns of what was read."""
        return percent(self.outright, len(self.errors)), percent(self.doubtful, self.cells), str(self.wrong)


def main() -> None:
    """Measure every kind and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", help=f"all of them where none is named: {', '.join(CASES)}")
    parser.add_argument("--scenes", type=int, default=100, help="desktops of each kind")
    parser.add_argument("--seed", type=int, default=0, help="of the first one")
    parser.add_argument("--read", action="store_true", help="find by all searches, and read")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    table = Table("desktops", "boards", "found %", "within 1 px %", "others", "median ms", "p99 ms")
    for column in ("outright %", "doubtful cells %", "silently wrong") if options.read else ():
        table.add_column(column)
    for name in options.kinds or CASES:
        size, boards, kind = CASES[name]
        tally = Tally()
        for seed in range(options.seed, options.seed + options.scenes):
            desktop = random_desktop(seed, size, boards, kind)
            told = (reading_of if options.read else finding_of)(desktop, tally)
            for line in told:
                print(f"{name} {seed}: {line}", flush=True)
        table.add_row(name, *tally.found(), *(tally.read() if options.read else ()))
    Console(width=150).print(table)
    Console().print(f"{options.scenes} desktops each, {os.cpu_count()} cores, load {os.getloadavg()[0]:.2f}")


def finding_of(desktop: Desktop, tally: Tally) -> Iterator[str]:
    """Add what the first search finds on a desktop."""
    found = timed(find_lattices, desktop.picture, tally)
    errors = [min((corner_error(each, board) for each in found), default=np.inf) for board in desktop.boards]
    tally.errors += errors
    tally.others += len(found) - sum(error <= CLOSE for error in errors)
    yield from ()


def reading_of(desktop: Desktop, tally: Tally) -> Iterator[str]:
    """Add what is read on a desktop, and tell which boards were not read outright, and what is no board."""
    readings = timed(read_picture, desktop.picture, tally)
    for lattice, board in zip(desktop.boards, desktop.shown, strict=True):
        errors = [corner_error(each.lattice, lattice) for each in readings]
        tally.errors.append(min(errors, default=np.inf))
        name = f"{board.width}x{board.height} of {lattice.pitch_x:.1f} px"
        if tally.errors[-1] > CLOSE:
            yield f"{name} is not found; {tally.errors[-1]:.1f} px off at best"
            continue
        best = readings[int(np.argmin(errors))]
        doubtful, wrong = len(best.doubtful), len(silent(best, board))
        tally.cells += len(board.cells)
        tally.doubtful += doubtful
        tally.wrong += wrong
        tally.outright += not doubtful and not wrong
        if doubtful or wrong:
            yield f"{name}: {doubtful} doubtful, {wrong} silently wrong"
    for each in readings:
        if min((corner_error(each.lattice, lattice) for lattice in desktop.boards), default=np.inf) > CLOSE:
            tally.others += 1
            size = f"{each.board.width}x{each.board.height}"
            yield f"{size} at {each.lattice.bbox} is no board, {len(each.doubtful)} doubtful"


def timed(find: Callable[[Bgr], list[Found]], picture: Bgr, tally: Tally) -> list[Found]:
    """What is found in a picture; how long it took is kept."""
    start = time.process_time()
    found = find(picture)
    tally.times.append(1e3 * (time.process_time() - start))
    return found


def silent(reading: Reading, board: Board) -> Sequence[int]:
    """The cells that are not what the board shows, and not doubtful."""
    doubtful = {board.index((doubt.x, doubt.y)) for doubt in reading.doubtful}
    pairs = enumerate(zip(reading.board.cells, board.cells, strict=True))
    return [index for index, (read, shown) in pairs if read != shown and index not in doubtful]


def percent(part: int, whole: int) -> str:
    """A share, or a dash where there is nothing."""
    return f"{100 * part / whole:.1f}" if whole else "-"


def corner_error(found: Lattice, board: Lattice) -> float:
    """The largest distance in x or y of a corner of the lattice from that of the board; infinite for another size."""
    if (found.cols, found.rows) != (board.cols, board.rows):
        return float("inf")
    far = [(lattice.across(lattice.cols), lattice.down(lattice.rows)) for lattice in (found, board)]
    return float(np.abs([found.x - board.x, found.y - board.y, *np.subtract(*far)]).max())


if __name__ == "__main__":
    main()
