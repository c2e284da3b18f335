"""The ladder, judged: whether every certain cell is certain, how many each solver finds, and who finds more than whom.

    OPENBLAS_NUM_THREADS=1 uv run benchmarks/ladder.py --positions 100000 --jobs 2 [--plot docs/ladder.png] [--json]

The positions are those at which single numbers are stuck, in games on square boards of the three levels and on
hexagons, triangles, a torus and a cube; in every fourth the mine total is not known. Position i depends on the seed and
i alone. The truth is the exact engine's. A search that asks more than PATIENCE times whether to go on gives up; such
positions are counted, and judged for the other solvers only.
"""

import argparse
import json
import os
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from functools import reduce
from multiprocessing import get_context
from pathlib import Path

from matplotlib.figure import Figure
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from minebot import Board, RandomBoards, SimulatedGame
from minebot.board import LEVELS
from minebot.errors import OutOfTime
from minebot.geometry import Cell
from minebot.move import Action, Move
from minebot.solver import SIMPLER, Thinking, named
from minebot.solver.engine import count_board

PATIENCE = 3000
"""How often a search may ask whether to go on."""

CHUNK = 50
"""The positions that a process takes at a time."""

SHAPES = [
    *[LEVELS["beginner"]] * 5,
    *[LEVELS["intermediate"]] * 3,
    *[LEVELS["expert"]] * 2,
    (9, 9, 10, "hexagon"),
    (9, 9, 8, "triangle"),
    (9, 9, 10, "torus"),
    (5, 15, 7, "cube 3"),
]
"""Width, height, mines and topology of the boards, taken in turn."""

Claims = frozenset[tuple[int, int, bool]]
"""Cells as (x, y), and whether they are mines."""

OUT = Console(width=140)


@dataclass
class Score:
    """What one solver did on some positions."""

    positions: int = 0
    gave_up: int = 0
    wrong: list[str] = field(default_factory=list)
    found: int = 0
    there: int = 0
    complete: int = 0
    seconds: float = 0.0
    beyond: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SIMPLER, 0))
    """By solver: positions at which it finds a certain cell that the other does not."""

    def include(self, other: "Score") -> "Score":
        """Add what it did on others."""
        for name in ("positions", "gave_up", "wrong", "found", "there", "complete", "seconds"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name, count in other.beyond.items():
            self.beyond[name] += count
        return self


Scores = dict[str, Score]


def main() -> None:
    """Judge, and print."""
    options = parsed()
    chunks = [range(at, min(at + CHUNK, options.positions)) for at in range(0, options.positions, CHUNK)]
    solvers = ["single", *(name for name in options.solvers.split(",") if name != "single")]
    scores: Scores = {name: Score() for name in solvers}
    named("tiebreak")(Board.covered(3, 3, 1))  # compiled once, before the processes all want to
    with (
        ProcessPoolExecutor(options.jobs, get_context("spawn")) as pool,
        Progress(console=Console(stderr=True), transient=True) as shown,
    ):
        task = shown.add_task("positions", total=options.positions)
        futures = [pool.submit(judged, options.seed, chunk, solvers) for chunk in chunks]
        try:
            for done in as_completed(futures):
                scores = {name: score.include(done.result()[name]) for name, score in scores.items()}
                shown.update(task, completed=scores["single"].positions)
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
    if options.json:
        print(json.dumps({name: vars(score) for name, score in scores.items()}))
    else:
        say(scores)
    if options.plot is not None:
        draw(scores, options.plot)
    if any(score.wrong for score in scores.values()):
        raise SystemExit(1)


def parsed() -> argparse.Namespace:
    """The options."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=2000, help="how many positions (2000)")
    parser.add_argument("--solvers", default=",".join(SIMPLER), help="some of them, parted by commas (all)")
    parser.add_argument("--seed", type=int, default=2026, help="the seed of the boards (2026)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes; one a processor if not said")
    parser.add_argument("--plot", type=Path, help="draw who is within whom into this picture")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    return parser.parse_args()


def judged(seed: int, indices: range, solvers: list[str]) -> Scores:
    """What each solver did on these positions."""
    return reduce(included, (judge(position(seed, index), solvers) for index in indices))


def included(one: Scores, other: Scores) -> Scores:
    """The sums of two."""
    return {name: score.include(other[name]) for name, score in one.items()}


def position(seed: int, index: int) -> Board:
    """A position of game `index`: the first at which single numbers are stuck for the n-th time, n by the index."""
    shape = SHAPES[index % len(SHAPES)]
    boards = RandomBoards(*shape[:3], seed=seed, topology=shape[3] if len(shape) > 3 else "square")  # type: ignore[misc]
    wanted = index // len(SHAPES) % 6
    last = None
    for number, board in enumerate(stuck(boards, index)):
        last = board
        if number == wanted:
            break
    else:
        if last is None:
            return position(seed, index + len(SHAPES) * 6_000_000)
    return last.with_mines(None) if index % 4 == 3 else last


def stuck(boards: RandomBoards, index: int) -> Iterator[Board]:
    """The positions of a game at which single numbers are stuck; by turns also one more move on from there."""
    game = SimulatedGame(boards[index])
    game.play([Move(Action.OPEN, *boards.start)])
    alone, exact = named("single"), named("tiebreak")
    while (board := game.read()).state == "playing":
        safe = alone(board).safe
        if not safe:
            yield board
            advice = exact(board)
            safe = advice.safe or frozenset([advice.best.cell])
        game.play([Move(Action.OPEN, *cell) for cell in sorted(safe)])


class Patience:
    """Lets a search ask so many times."""

    def __init__(self) -> None:
        self.left = PATIENCE

    def __call__(self) -> None:
        """Ask."""
        self.left -= 1
        if self.left < 0:
            raise OutOfTime("it took too long")


def claimed(safe: Iterable[Cell], mines: Iterable[Cell]) -> Claims:
    """Safe cells and mines in one set."""
    return frozenset([*((*cell, False) for cell in safe), *((*cell, True) for cell in mines)])


def judge(board: Board, solvers: list[str]) -> Scores:
    """What each solver did on one position; `single`, by which the others are measured, is the first."""
    counts = count_board(board)
    truth = frozenset(
        (*board.place(cell), mine) for mine in (False, True) for cell in (counts.safe, counts.mines)[mine]
    )
    scores: Scores = {}
    claims: dict[str, Claims] = {}
    for name in solvers:
        scores[name] = score = Score(positions=1)
        began = time.perf_counter()
        try:
            advice = named(name)(board, Thinking(go_on=Patience()))
        except OutOfTime:
            score.gave_up = 1
            continue
        finally:
            score.seconds = time.perf_counter() - began
        claims[name] = claimed(advice.safe, advice.mines)
        score.found, score.there = len(claims[name] - claims["single"]), len(truth - claims["single"])
        score.complete = claims[name] == truth
        if claims[name] - truth:
            score.wrong.append(f"{name} {sorted(claims[name] - truth)}\n{board}")
    for name, mine in claims.items():
        for other, theirs in claims.items():
            scores[name].beyond[other] = int(bool(mine - theirs))
    return scores


def say(scores: Scores) -> None:
    """Print what was found."""
    table = Table("solver", title="The certain cells that single numbers do not find")
    for name in ("positions", "wrong", "% of the certain", "% of positions complete", "ms a position", "gave up"):
        table.add_column(name, justify="right")
    for name, score in scores.items():
        judged_ones = max(score.positions - score.gave_up, 1)
        shares = f"{100 * score.found / max(score.there, 1):.2f}", f"{100 * score.complete / judged_ones:.2f}"
        row = f"{score.positions:,}", str(len(score.wrong)), *shares, f"{1e3 * score.seconds / score.positions:.2f}"
        table.add_row(name, *row, f"{score.gave_up:,}")
    OUT.print(table)
    beyond = Table("beyond", *scores, title="does not: positions at which the one of the row finds more than the other")
    for name, score in scores.items():
        beyond.add_row(name, *("" if name == other else f"{score.beyond[other]:,}" for other in scores))
    OUT.print(beyond)
    for score in scores.values():
        for wrong in score.wrong[:3]:
            OUT.print(wrong)
    OUT.print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.2f}")


Rung = tuple[str, ...]
"""Solvers that found the very same cells."""


def draw(scores: Scores, path: Path) -> None:
    """Who is within whom, as a picture: the more a rung finds, the higher it stands."""
    rungs = rungs_of(scores)
    shares = {rung: 100 * scores[rung[0]].found / max(scores[rung[0]].there, 1) for rung in rungs}
    spots = spots_of(scores, sorted(rungs, key=lambda rung: shares[rung]))
    figure = Figure((9, 5), layout="constrained")
    axes = figure.subplots()
    frame = {"boxstyle": "round,pad=0.5", "fc": "w", "ec": "C0"}
    boxes = {
        rung: axes.text(*spot, f"{', '.join(rung)}\n{shares[rung]:.1f} %", ha="center", va="center", bbox=frame)
        for rung, spot in spots.items()
    }
    for low, upper in links(scores, rungs):
        ends = {"patchA": boxes[low].get_bbox_patch(), "patchB": boxes[upper].get_bbox_patch()}
        arrow = {"arrowstyle": "-|>", "color": "0.4", "shrinkA": 2, "shrinkB": 2, **ends}
        axes.annotate("", spots[upper], spots[low], arrowprops=arrow)
    axes.set_title(
        f"How many of the certain cells that single numbers do not find, in {scores['single'].positions:,} positions;\n"
        "an arrow leads to a solver that found all of them, and more"
    )
    wide, high = (max(abs(spot[axis]) for spot in spots.values()) for axis in (0, 1))
    axes.set(xlim=(-wide - 0.6, wide + 0.6), ylim=(-0.4, high + 0.4))
    axes.axis("off")
    figure.savefig(path, dpi=110)


def spots_of(scores: Scores, rungs: list[Rung]) -> dict[Rung, tuple[float, float]]:
    """Where each stands: above the longest chain of those below it, and beside those with a chain as long."""
    rows: dict[int, list[Rung]] = defaultdict(list)
    for rung in rungs:
        rows[height(scores, rungs, rung)].append(rung)
    return {
        rung: (place - (len(row) - 1) / 2, float(level))
        for level, row in rows.items()
        for place, rung in enumerate(row)
    }


def height(scores: Scores, rungs: list[Rung], rung: Rung) -> int:
    """How many rungs stand below this one, one above the other."""
    below = [low for low in rungs if low != rung and within(scores, low[0], rung[0])]
    return max((1 + height(scores, rungs, low) for low in below), default=0)


def within(scores: Scores, low: str, high: str) -> bool:
    """Whether one solver found nothing that the other did not."""
    return scores[low].beyond[high] == 0


def rungs_of(scores: Scores) -> list[Rung]:
    """The solvers, those that found the same together."""

    def same(one: str, other: str) -> bool:
        return within(scores, one, other) and within(scores, other, one)

    return sorted({tuple(other for other in scores if same(name, other)) for name in scores})


def links(scores: Scores, rungs: list[Rung]) -> list[tuple[Rung, Rung]]:
    """Each rung with the next ones above it: those between which no other one lies."""
    above = {low: {high for high in rungs if high != low and within(scores, low[0], high[0])} for low in rungs}
    return [(low, high) for low in rungs for high in above[low] if not any(high in above[mid] for mid in above[low])]


if __name__ == "__main__":
    main()
