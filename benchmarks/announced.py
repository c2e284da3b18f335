"""Whether the champion wins as often as it announces, at every stage of a game.

    OPENBLAS_NUM_THREADS=1 uv run benchmarks/announced.py --games 2000 --jobs 2 --plot docs/announced.png

Before each guess it says how likely the game is won; the game then goes on and is won or lost. Prints for each stage,
by the share of the board that is open, and each step of what was announced: how many guesses, what was announced on
average, and the share of them whose game was won, with its standard error. The guesses of one game are won or lost
together, so a step counts each game once at most: its first guess there.
"""

import argparse
import multiprocessing
import signal
from functools import partial
from pathlib import Path
from typing import NamedTuple

import matplotlib.pyplot as plt
import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

from minebot import solve
from minebot.board import LEVELS
from minebot.game import SimulatedGame
from minebot.minefield import RandomBoards
from minebot.move import Action, Move
from minebot.warmup import warm_up

STAGES = (0.0, 0.1, 0.5, 0.8, 1.0)
STEPS = 10
FEWEST = 20  # games of a point in the picture


class Guess(NamedTuple):
    """A guess: the share of the safe cells that were open, what was announced, and how the game ended."""

    stage: float
    announced: float
    won: bool


def guesses(level: str, rule: str, seed: int, index: int) -> list[Guess]:
    """The guesses of one game."""
    width, height, mines = LEVELS[level]
    game = SimulatedGame(RandomBoards(width, height, mines, rule, seed)[index])  # type: ignore[arg-type]  # a choice
    game.play([Move(Action.OPEN, 0, 0)])
    said = []
    while (board := game.read()).state == "playing":
        advice = solve(board, "champion")
        if not advice.safe and advice.win is not None:
            stage = sum(code >= 0 for code in board.cells) / (len(board.cells) - mines)
            said.append((stage, float(advice.win)))
        game.play([Move(Action.OPEN, *cell) for cell in advice.safe] or [advice.best])
    return [Guess(*each, board.state == "won") for each in said]


class Row(NamedTuple):
    """A step of one stage: how many games, what was announced on average, and the share that was won."""

    stage: int
    games: int
    announced: float
    won: float

    @property
    def error(self) -> float:
        """The standard error of the share, if each game is won as often as announced."""
        return float((self.announced * (1 - self.announced) / self.games) ** 0.5)


def rows_of(games: list[list[Guess]]) -> list[Row]:
    """What the games come to."""
    found: dict[tuple[int, int], list[Guess]] = {}
    for game in games:
        mine: dict[tuple[int, int], Guess] = {}
        for guess in game:
            stage = min(int(np.searchsorted(STAGES, guess.stage, side="right")), len(STAGES) - 1) - 1
            mine.setdefault((stage, min(int(STEPS * guess.announced), STEPS - 1)), guess)
        for key, guess in mine.items():
            found.setdefault(key, []).append(guess)
    return [_row(stage, part) for (stage, _), part in sorted(found.items())]


def _row(stage: int, part: list[Guess]) -> Row:
    announced, won = (float(np.mean([getattr(each, name) for each in part])) for name in ("announced", "won"))
    return Row(stage, len(part), announced, won)


def named(stage: int) -> str:
    """A stage in words."""
    return f"{100 * STAGES[stage]:.0f} to {100 * STAGES[stage + 1]:.0f} % open"


def plot(rows: list[Row], path: Path) -> None:
    """Draw the share won over what was announced, a colour a stage."""
    figure, axes = plt.subplots(figsize=(5.4, 5), layout="constrained")
    axes.plot([0, 1], [0, 1], color="0.7", linewidth=1)
    enough = [row for row in rows if row.games >= FEWEST]
    for stage in sorted({row.stage for row in enough}):
        mine = [row for row in enough if row.stage == stage]
        _, _, announced, won = np.array(mine).T
        errors = [1.96 * row.error for row in mine]
        axes.errorbar(announced, won, errors, fmt="o-", linewidth=1, markersize=4, capsize=2, label=named(stage))
    axes.set(xlabel="probability of winning that was announced", ylabel="share of the games won")
    axes.set(xlim=(0, 1), ylim=(0, 1))
    axes.legend(frameon=False)
    figure.savefig(path, dpi=120)


def main() -> None:
    """Play, and show what came of it."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--level", choices=LEVELS, default="expert")
    options.add_argument("--rule", choices=["safe", "open", "any"], default="safe")
    options.add_argument("--games", type=int, default=2000)
    options.add_argument("--seed", type=int, default=50_000)
    options.add_argument("--jobs", type=int, default=1)
    options.add_argument("--plot", type=Path)
    asked = options.parse_args()
    warm_up()
    games: list[list[Guess]] = []
    console = Console()
    with multiprocessing.Pool(asked.jobs, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        played = pool.imap(partial(guesses, asked.level, asked.rule, asked.seed), range(asked.games), chunksize=4)
        try:
            for game in track(played, "playing", total=asked.games):
                games.append(game)  # noqa: PERF402 - what was played is kept when it is stopped
        except KeyboardInterrupt:
            console.print(f"stopped; what came of the first {len(games):,} games:")
        pool.terminate()
    rows = rows_of(games)
    table = Table("stage", "games", "announced", "won", "error", box=None, header_style="bold")
    for row in rows:
        table.add_row(named(row.stage), f"{row.games:,}", f"{row.announced:.3f}", f"{row.won:.3f}", f"{row.error:.3f}")
    console.print(table)
    if not rows:
        return
    first = _row(0, [game[0] for game in games if game])
    console.print(
        f"before the first guess: {first.announced:.4f} announced, {first.won:.4f} won, of {first.games:,} games"
    )
    if asked.plot:
        plot(rows, asked.plot)


if __name__ == "__main__":
    main()
