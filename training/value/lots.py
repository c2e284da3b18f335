"""What the network should count for in the choice between cells: guesses drawn by lot among those nearly as good.

    PYTHONPATH=. python training/value/lots.py --level expert --games 40000 --jobs 2

Every guess of a game is drawn from its candidates, the better ones more often, and survives (selfplay.py). What a game
is worth from a guess on tells, without bias, what the cell that was drawn is worth beside the others. So for each
exponent of the network (FORESIGHT in minebot.solver.kernels.ahead) it can be added up by how much more games are won
than by that of the player, in percent, with intervals of 95 %: all guesses of a game changed at once, to first order.
Boards are drawn from (seed, index). Printed by how many cells are open.
"""

import argparse
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import log

import numpy as np
from rich.progress import track
from selfplay import LEAST_MERIT, MOST, NEAR, TREE, Player, played

from minebot.board import LEVELS
from minebot.solver.kernels.ahead import FORESIGHT
from minebot.solver.kernels.arrays import Bools, Floats
from minebot.solver.learned import value_network

SPREAD = 0.025  # how much worse a cell is that is drawn e times less often
EXPONENTS = 0.0, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0
STAGES = 0.0, 0.125, 0.3, 0.5, 0.7, 1.0  # shares of the cells that are open
RAREST = 0.02  # a cell that was drawn more seldom counts no more than so often, lest one game decide


def main() -> None:
    """Play, and print the table."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--level", choices=LEVELS, default="expert")
    options.add_argument("--rule", choices=["safe", "open"], default="safe", help="what the first click is")
    options.add_argument("--games", type=int, default=40_000)
    options.add_argument("--seed", type=int, default=2000)
    options.add_argument("--jobs", type=int, default=1)
    asked = options.parse_args()
    draws = [(asked.seed, index) for index in range(asked.games)]
    table = np.zeros((asked.games, len(EXPONENTS), len(STAGES)))
    with ProcessPoolExecutor(asked.jobs) as pool:
        games = pool.map(partial(gains, LEVELS[asked.level], asked.rule), draws, chunksize=50)
        for index, game in enumerate(track(games, "playing", total=len(draws))):
            np.add.at(table[index].T, game[0], game[1])
    print("exponent", *(f"open {100 * share:.0f} %:".rjust(14) for share in STAGES[:-1]), "all".rjust(14))
    for place, exponent in enumerate(EXPONENTS):
        stages = table[:, place, :-1]
        print(f"{exponent:8.1f}", *map(told, stages.T), told(stages.sum(axis=1)))


def told(gain: Floats) -> str:
    """The mean of a gain with its interval, in percent."""
    return f"{100 * gain.mean():+.2f} +- {196 * gain.std() / len(gain) ** 0.5:.2f}".rjust(14)


def gains(size: tuple[int, int, int], rule: str, draw: tuple[int, int]) -> tuple[np.ndarray, Floats]:
    """Of each guess of a game in which cells were weighed, its stage, and what each exponent gains by it."""
    kept, value = played(size, draw, Player(value_network(), NEAR, 0.0, log(TREE + 0.5), SPREAD), MOST, rule)
    weighed: Bools = kept.seen[:, 0, 0] > 0
    seen, drawn, after = kept.seen[weighed], kept.drawn[weighed], kept.chances[weighed]
    opened = (kept.states[weighed] >= 0).mean(axis=1)
    stage = np.searchsorted(STAGES, opened, side="right") - 1
    return stage, np.array([gained(*each, value) for each in zip(seen, drawn, after, strict=True)]).reshape(
        -1, len(EXPONENTS)
    )


def gained(seen: Floats, drawn: int, after: float, value: float) -> Floats:
    """What each exponent gains by a guess: 0 where it opens the same cell as the player does.

    `value` is what the whole game was worth, `after` the product of the chances up to the position after the guess.
    """
    seen = seen[seen[:, 0] > 0]
    odds = np.maximum(seen[:, 3], RAREST)
    usual = merits(seen, FORESIGHT).argmax()
    before = after / seen[drawn, 0]
    more = value - before * seen[usual, 0] * seen[usual, 1]  # than was announced: for less spread
    choices = [merits(seen, exponent).argmax() for exponent in EXPONENTS]
    return np.array([more * ((drawn == each) / odds[each] - (drawn == usual) / odds[usual]) for each in choices])


def merits(seen: Floats, exponent: float) -> Floats:
    """By what the candidates are chosen."""
    safety, value, following, _ = np.maximum(seen, LEAST_MERIT).T
    found: Floats = safety * value**exponent * following ** (1 - exponent)
    return found


if __name__ == "__main__":
    main()
