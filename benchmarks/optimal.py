"""Best possible play on small boards, exactly, beside what other programs found; all on one core.

    OPENBLAS_NUM_THREADS=1 uv run benchmarks/optimal.py

Prints, for each board size and start cell, how many of all boards with no mine there best play wins, whether that
equals the known figure, the sets of arrangements that the search weighed, how many of them its table holds, and the
seconds, each from an empty table.
"""

import os
import time

from rich.console import Console
from rich.table import Table

from minebot import Board
from minebot.geometry import Cell
from minebot.solver.optimal import won_from
from minebot.warmup import warm_up

KNOWN: list[tuple[tuple[int, int, int], Cell, str]] = [
    ((3, 3, 2), (0, 0), "23/28"),
    ((3, 3, 3), (0, 0), "33/56"),
    ((4, 4, 2), (0, 0), "102/105"),
    ((4, 4, 3), (0, 0), "400/455"),
    ((4, 4, 4), (0, 0), "949/1365"),
    ((4, 4, 4), (1, 1), ".6696"),
    ((4, 4, 5), (0, 0), "1433/3003"),
    ((5, 5, 3), (0, 0), "1798/2024"),
    ((5, 5, 4), (0, 0), "8236/10626"),
    ((5, 5, 4), (2, 2), ".7058"),
    ((5, 5, 5), (0, 0), "27271/42504"),
    ((6, 6, 4), (0, 0), "50088/52360"),
    ((4, 4, 8), (0, 0), ""),
    ((5, 4, 6), (0, 0), ""),
    ((8, 8, 3), (0, 0), ""),
]
"""Width, height and mines; the first cell; what best play wins from there by other programs, empty where none says."""


def main() -> None:
    """Search, and print the table."""
    out = Console(width=110)
    warm_up()
    table = Table("board", "start", "won by best play", "share", "known", "sets weighed", "in the table", "seconds")
    for size, start, known in KNOWN:
        began = time.perf_counter()
        found = won_from(Board.covered(*size), start)
        seconds = time.perf_counter() - began
        share = f"{found.won / found.arrangements:.4f}"[1:]
        exact = f"{found.won}/{found.arrangements}"
        equal = "" if not known else "equal" if known in {exact, share} else f"NOT {known}"
        width, height, mines = size
        row = f"{width}x{height}/{mines}", str(start), exact, share, equal, f"{found.nodes:,}", f"{found.kept:,}"
        table.add_row(*row, f"{seconds:.2f}")
    out.print(table)
    out.print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.2f}")


if __name__ == "__main__":
    main()
