"""How far the estimates of the solver `entropy` are from the exact risks, where play must guess.

    uv run benchmarks/entropy.py [--positions 10000] [--seed 2026] [--json]

The positions are those at which play by `tiebreak` is stuck, in games on random boards: the same seed gives the same
ones. Each is asked with the mine total and without. The errors are of all covered cells that `entropy` does not prove;
the rank of the cell it would open is 1 where no risk is less, 2 where one risk is, and so on; and the cost is by how
much that cell is riskier than the least risky one.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import count, islice
from time import perf_counter

import numpy as np
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from minebot import Board, RandomBoards
from minebot.board import LEVELS
from minebot.solver import fast
from minebot.solver.engine import count_board
from minebot.solver.entropy import entropy
from minebot.solver.guess import EQUAL
from minebot.topology import grid
from minebot.warmup import warm_up

KINDS = {
    "square, expert": (*LEVELS["expert"], "square"),
    "square, beginner": (*LEVELS["beginner"], "square"),
    "hexagon 16x16": (16, 16, 50, "hexagon"),
    "triangle 16x16": (16, 16, 30, "triangle"),
    "torus 16x16": (16, 16, 40, "torus"),
    "cube 5x5x4": (5, 20, 10, "cube 4"),
}
"""Width, height, mines and topology."""


@dataclass(frozen=True, slots=True)
class Error:
    """A position: the errors of its risks, and the cell that was chosen."""

    mean: float
    largest: float
    rank: int
    cost: float


@dataclass(frozen=True, slots=True)
class Row:
    """Many positions of one kind."""

    boards: str
    total: str
    positions: int
    mean: float
    mean_largest: float
    largest: float
    least_risky: float
    """The share of positions at which the chosen cell is one of the least risky."""
    mean_rank: float
    last_rank: int
    mean_cost: float
    largest_cost: float


def main() -> int:
    """Measure, and print the table; the exit code."""
    options = parsed()
    began, rows = perf_counter(), list[Row]()
    try:
        for row in measured(options.positions, options.seed):
            rows.append(row)
    except KeyboardInterrupt:
        print("stopped; what was measured before follows", file=sys.stderr)
        report(rows, options)
        return 130
    report(rows, options)
    seconds = perf_counter() - began
    print(f"{seconds:.0f} s on one of {os.cpu_count()} cores, load {os.getloadavg()[0]:.2f}", file=sys.stderr)
    return 0


def parsed() -> argparse.Namespace:
    """The options."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=10_000, help="how many, of all kinds together")
    parser.add_argument("--seed", type=int, default=2026, help="another seed, other positions")
    parser.add_argument("--json", action="store_true", help="print one JSON document in place of the table")
    options = parser.parse_args()
    if options.positions < len(KINDS) or options.seed < 0:
        parser.error(f"it takes a position for each of the {len(KINDS)} kinds, and a seed of 0 or more")
    return options


def measured(positions: int, seed: int) -> Iterator[Row]:
    """Two rows for each kind of board, as they are done."""
    share, more = divmod(positions, len(KINDS))
    warm_up()
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("positions", total=positions)
        for place, (kind, (width, height, mines, topology)) in enumerate(KINDS.items()):
            boards = RandomBoards(width, height, mines, seed=seed, topology=topology)
            known, unknown = list[Error](), list[Error]()
            for board in islice(stuck(boards), share + (place < more)):
                known.append(error(board))
                unknown.append(error(board.with_mines(None)))
                bar.advance(task)
            yield summed(kind, "known", known)
            yield summed(kind, "unknown", unknown)


def stuck(boards: RandomBoards) -> Iterator[Board]:
    """The positions in which the player must guess, game after game; the first move is none of them."""
    where = grid(boards.topology, boards.width, boards.height)
    for index in count():
        hidden = fast.hidden_board(where, boards.laid(index))
        game = fast.play(where, hidden, mines=boards.mines, first=0)
        for move in np.flatnonzero(game.guessed).tolist():
            before = fast.play(where, hidden, mines=boards.mines, first=0, moves=move)
            shown = tuple(before.shown.tolist())
            yield Board(boards.width, boards.height, shown, boards.mines, boards.topology)


def error(board: Board) -> Error:
    """The estimates of one position, beside the exact risks."""
    advice, exact = entropy(board), count_board(board).risks
    chosen = exact[board.index(advice.best.cell)]
    estimated = [(risk, exact[board.index(cell)]) for cell, risk in advice.risks.items() if cell not in advice.proofs]
    errors = [abs(one - other) for one, other in estimated]
    lower = {round(risk, 9) for risk in exact.values() if risk * (1 + EQUAL) < chosen}
    return Error(float(np.mean(errors)), max(errors), 1 + len(lower), max(0.0, chosen - min(exact.values())))


def summed(boards: str, total: str, errors: list[Error]) -> Row:
    """Many positions as one row."""
    return Row(
        boards=boards,
        total=total,
        positions=len(errors),
        mean=float(np.mean([each.mean for each in errors])),
        mean_largest=float(np.mean([each.largest for each in errors])),
        largest=max(each.largest for each in errors),
        least_risky=float(np.mean([each.rank == 1 for each in errors])),
        mean_rank=float(np.mean([each.rank for each in errors])),
        last_rank=max(each.rank for each in errors),
        mean_cost=float(np.mean([each.cost for each in errors])),
        largest_cost=max(each.cost for each in errors),
    )


def report(rows: list[Row], options: argparse.Namespace) -> None:
    """The rows as a table, or as JSON."""
    if options.json:
        print(json.dumps({"seed": options.seed, "rows": [asdict(row) for row in rows]}))
        return
    table = Table("boards", "total", "positions", title="estimated against exact risks, in points of a hundred")
    for name in ("error", "largest\nerror", "largest\nof all", "least\nrisky", "rank", "last\nrank", "cost"):
        table.add_column(name, justify="right")
    table.add_column("largest\ncost", justify="right")
    for row in rows:
        errors = (f"{100 * each:.2f}" for each in (row.mean, row.mean_largest, row.largest))
        rank = f"{100 * row.least_risky:.1f} %", f"{row.mean_rank:.2f}", str(row.last_rank)
        cost = f"{100 * row.mean_cost:.2f}", f"{100 * row.largest_cost:.1f}"
        table.add_row(row.boards, row.total, str(row.positions), *errors, *rank, *cost)
    Console(width=118).print(table)


if __name__ == "__main__":
    sys.exit(main())
