"""Whether confidences mean what they say: of the cells read with a confidence, that share should be right.

    PYTHONPATH=tests OPENBLAS_NUM_THREADS=1 uv run benchmarks/reliability.py --seed 41000 --plot docs/reliability.png
    PYTHONPATH=tests OPENBLAS_NUM_THREADS=1 uv run benchmarks/reliability.py --boards 2000 --jobs 2 --fit

The boards are those of `stress.py`, every second one read without its theme, as a look that nobody described. Prints a
line for each step of confidence: cells, the confidence that they were given, the share of them that is right. Doubtful
cells of one board are right or wrong together: of those with one reason, no more than 10 count. With
`--fit` that share, by the score and the reason of the doubt, becomes what the reader says from then on; other seeds
then show whether it holds.
"""

import argparse
import json
import multiprocessing
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import cv2
import matplotlib.pyplot as plt
import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.progress import track
from rich.table import Table
from stress import at_its_place, read_scene, scene

from minebot.vision.calibration import SETTLED, SETTLED_UNKNOWN, TABLE, share_of_settled
from minebot.vision.reading import REASONS
from minebot.vision.theme import UNKNOWN

Reals = npt.NDArray[np.float64]

_STEPS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 1.0)
_KNOTS = 8  # scores of a reason for which a share is kept, at most
_FEWEST = 40  # cells, by weight, that a share is counted of
_MOST_OF_A_BOARD = 10.0  # cells of one board and reason that count, together: they are right or wrong together
_PRIOR = 0.5  # right and wrong cells that each share starts from
_UNSEEN = 0.5  # the share of a reason that no board had


@dataclass(frozen=True)
class Cell:
    """A cell that was read: why it is doubtful, or that it is settled, how clear it is, and what was said of it.

    And whether it is right; `weight` is how many cells it stands for.
    """

    reason: str
    score: float
    confidence: float
    right: bool
    weight: float = 1.0


def read_board(seed: int) -> list[Cell]:
    """The doubtful cells of one board, and one for all others that are right, and one for those that are wrong."""
    cv2.setNumThreads(1)
    made = scene(seed)
    readings = read_scene(made, unknown=seed % 2 == 1)
    reading = next((each for each in readings if at_its_place(each, made.lattice)), None)
    if reading is None:
        return []
    board, truth = reading.board, made.board.cells
    counts = Counter(each.reason for each in reading.doubtful)
    cells = []
    for each in reading.doubtful:
        right = board[each.x, each.y] == truth[board.index((each.x, each.y))]
        weight = min(1, _MOST_OF_A_BOARD / counts[each.reason])
        cells.append(Cell(each.reason, each.score, each.confidence, right, weight))
    doubtful = {board.index((each.x, each.y)) for each in reading.doubtful}
    others = [
        seen == true for index, (seen, true) in enumerate(zip(board.cells, truth, strict=True)) if index not in doubtful
    ]
    known = reading.theme.name != UNKNOWN
    kind, confidence = SETTLED if known else SETTLED_UNKNOWN, share_of_settled(known=known)
    cells += [Cell(kind, 1, confidence, right, others.count(right)) for right in (True, False) if right in others]
    return cells


def fitted(boards: list[list[Cell]]) -> dict[str, dict[str, list[float]]]:
    """The table of `minebot.vision.calibration`, by the boards."""
    table = {}
    for reason in REASONS:
        cells = sorted(
            (cell.score, cell.right, cell.weight) for board in boards for cell in board if cell.reason == reason
        )
        table[reason] = _rising(*np.array(cells, float).T) if cells else {"scores": [0.0], "right": [_UNSEEN]}
    for kind in (SETTLED, SETTLED_UNKNOWN):
        settled = [cell for board in boards for cell in board if cell.reason == kind]
        good = sum(cell.weight for cell in settled if cell.right)
        share = (good + _PRIOR) / (sum(cell.weight for cell in settled) + 2 * _PRIOR)
        table[kind] = {"scores": [1.0], "right": [round(share, 7)]}
    return table


def _rising(scores: Reals, right: Reals, weights: Reals) -> dict[str, list[float]]:
    """Scores, and the share of the cells around each that is right, which never falls: pools of adjacent violators."""
    parts = min(_KNOTS, max(1, int(weights.sum() / _FEWEST)))
    edges = np.searchsorted(np.cumsum(weights), np.linspace(0, weights.sum(), parts + 1)[1:-1])
    edges = np.unique(np.searchsorted(scores, scores[edges]))  # equal scores stay together
    pools: list[list[float]] = []
    for part in np.split(np.arange(len(scores)), edges):
        if not len(part):
            continue
        good, all_of_them = float(right[part] @ weights[part]) + _PRIOR, float(weights[part].sum()) + 2 * _PRIOR
        pools.append([float(np.average(scores[part], weights=weights[part])), good, all_of_them])
        while len(pools) > 1 and pools[-2][1] / pools[-2][2] >= pools[-1][1] / pools[-1][2]:
            last, before = pools.pop(), pools.pop()
            middle = (before[0] * before[2] + last[0] * last[2]) / (before[2] + last[2])
            pools.append([middle, before[1] + last[1], before[2] + last[2]])
    return {
        "scores": [round(score, 3) for score, _, _ in pools],
        "right": [round(good / count, 4) for _, good, count in pools],
    }


def steps_of(cells: Iterable[Cell]) -> list[tuple[float, float, float]]:
    """For each step of confidence that has cells: how many, their mean confidence, the share that is right."""
    rows = np.array([(cell.confidence, cell.right, cell.weight) for cell in cells], float).reshape(-1, 3)
    steps = np.digitize(rows[:, 0], _STEPS[1:-1])
    found = []
    for step in np.unique(steps).tolist():
        confidence, right, weights = rows[steps == step].T
        found.append(
            (weights.sum(), float(np.average(confidence, weights=weights)), float(right @ weights / weights.sum()))
        )
    return found


def plot(steps: list[tuple[float, float, float]], path: Path) -> None:
    """Draw the share that is right over the confidence, each point as large as its cells are many."""
    counts, confidences, shares = np.array(steps).T
    figure, axes = plt.subplots(figsize=(5, 5), layout="constrained")
    axes.plot([0, 1], [0, 1], color="0.7", linewidth=1)
    axes.scatter(confidences, shares, s=12 + 12 * np.log2(counts), color="tab:blue", alpha=0.8)
    for count, confidence, share in steps:
        axes.annotate(f"{count:,.0f}", (confidence, share), textcoords="offset points", xytext=(9, -9), fontsize=7)
    axes.set(
        xlabel="confidence that was reported", ylabel="share of the cells that is right", xlim=(0, 1.05), ylim=(0, 1.05)
    )
    figure.savefig(path, dpi=120)


def main() -> None:
    """Read boards, and fit or show what came of them."""
    asked = _arguments()
    with multiprocessing.Pool(asked.jobs) as pool:
        seeds = range(asked.seed, asked.seed + asked.boards)
        done = pool.imap_unordered(read_board, seeds, chunksize=4)
        boards = list(track(done, "boards", total=asked.boards, console=Console(stderr=True)))
    if asked.fit:
        TABLE.write_text(json.dumps(fitted(boards), indent=2) + "\n")
        Console().print(f"{TABLE}: what the reader says from now on")
        return
    steps = steps_of(cell for board in boards for cell in board)
    table = Table("cells", "confidence", "right")
    for count, confidence, share in steps:
        table.add_row(f"{count:,.0f}", f"{confidence:.4f}", f"{share:.4f}")
    Console().print(table)
    if asked.plot is not None:
        plot(steps, asked.plot)


def _arguments() -> argparse.Namespace:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--boards", type=int, default=400)
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--jobs", type=int, default=1)
    asked.add_argument("--fit", action="store_true")
    asked.add_argument("--plot", type=Path)
    return asked.parse_args()


if __name__ == "__main__":
    main()
