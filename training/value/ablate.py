"""What each part of the champion is worth: games without it, on the same boards, each guess of which survives.

    PYTHONPATH=. python training/value/ablate.py --level expert --games 2000 --jobs 2

A game counts with the product of the chances that its guesses had: as many are won on average as by ordinary play, with
half the spread. Boards are drawn from (seed, index). Printed are the share won, and the difference to the whole player
with its 95 % interval, in percent.
"""

import argparse
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import log
from pathlib import Path

import numpy as np
from rich.progress import track
from selfplay import TREE, Player, played

from minebot.board import LEVELS
from minebot.solver.champion import PLANS
from minebot.solver.learned import NONE, read_network, value_network
from minebot.solver.thinking import Effort

PLAN = PLANS[Effort.NORMAL]

Game = Callable[[tuple[int, int]], float]


def players(network: Path | None) -> dict[str, tuple[Player, int]]:
    """The whole player first, then what lacks a part; with how many candidates each weighs."""
    net = value_network() if network is None else read_network(network.read_bytes())
    whole = Player(net, PLAN.near, 0.0, log(TREE + 0.5))
    return {
        "whole": (whole, PLAN.cells),
        "without the game tree": (whole._replace(enough=-1.0), PLAN.cells),
        "by safety, without the network": (whole._replace(net=NONE), PLAN.cells),
        "candidates nearly as safe as the safest": (whole._replace(near=0.97), PLAN.cells),
        "the least risky, without a look ahead": (whole, 1),
    }


def main() -> None:
    """Play, and print the table."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--level", choices=LEVELS, default="expert")
    options.add_argument(
        "--rule", choices=["safe", "open"], default="safe", help="what the first click, in the corner, is"
    )
    options.add_argument("--games", type=int, default=2000)
    options.add_argument("--seed", type=int, default=1000)
    options.add_argument("--jobs", type=int, default=1)
    options.add_argument(
        "--network", type=Path, nargs="*", default=[], help="other networks, to compare with ours (.npz)"
    )
    asked = options.parse_args()
    rivals = players(None) | {f"by {file}": players(file)["whole"] for file in asked.network}
    draws = [(asked.seed, index) for index in range(asked.games)]
    worth: dict[str, np.ndarray] = {}
    with ProcessPoolExecutor(asked.jobs) as pool:
        for name, (player, most) in rivals.items():
            game: Game = partial(_worth, LEVELS[asked.level], asked.rule, player, most)
            values = track(pool.map(game, draws, chunksize=20), name, total=len(draws))
            worth[name] = np.fromiter(values, float)
            less = worth[name] - worth["whole"]
            error = 1.96 * less.std() / len(less) ** 0.5
            print(
                f"{name:42} {100 * worth[name].mean():6.2f} {100 * less.mean():+6.2f} +- {100 * error:.2f}", flush=True
            )


def _worth(size: tuple[int, int, int], rule: str, player: Player, most: int, draw: tuple[int, int]) -> float:
    return played(size, draw, player, most, rule)[1]


if __name__ == "__main__":
    main()
