"""Rivals: cells that look nearly as good, told apart by games played to the end from each (kernels/playout.py).

What the look ahead says of their difference and what the games say are weighed by how far each was found to be off,
on guesses of expert games that a stronger player had played out as well (docs/champion.md). So a few games do not
overrule a clear lead, and many do. Who falls behind beyond doubt gets no more games.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from minebot.solver.kernels.arrays import Floats, Ints

CLOSE = 0.96
"""A cell is a rival of the best one if it is chosen by at least that share of what that one is chosen by."""

MOST = 5
"""Rivals at most, the best one among them."""

ROUND = 40
"""Games from each rival between two looks at who is behind."""

FAR = 2.0
"""A rival gets no more games once it is so many times farther behind the best than more games would move it."""

AHEAD = 0.8
"""Of the difference that the look ahead sees between two cells, the part that is true on average."""

UNSEEN, OPENED = 0.007, 0.01
"""Standard deviation of what the look ahead does not see of a cell beside others; how much more where all is open."""

PLAYER = 0.7
"""What the games have wrong of a cell beside the others, as a share of that: a weaker player plays them."""

LEVEL = 1.0
"""Standard deviation of what is not known of the level of all rivals, which the games tell: as good as anything."""

Games = Callable[[Ints, int, int], Floats]
"""Plays from the rivals with these numbers, so many games each, by a seed: what each game was worth, a row a rival."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The best rival; by how much each wins more often than all do on average, with its error beside the best one.

    `games` counts those that were played from each.
    """

    best: int
    beside: Floats
    errors: Floats
    games: Ints


def rivals_among(merits: Floats) -> int:
    """How many cells are rivals for the first place, of those that stand in order by what they are chosen by."""
    return int(np.count_nonzero(merits[:MOST] >= CLOSE * merits[0])) if merits[0] > 0.0 else 1


def told_apart(ahead: Floats, opened: float, play: Games, most: int, go_on: Callable[[], bool]) -> Standing:
    """Play from some rivals, of which the look ahead thinks so much, until one leads or so many games were played.

    `ahead` is in probabilities of winning, `opened` the share of the cells that are open; `go_on` is asked before each
    round.
    """
    unseen, count, total = UNSEEN + OPENED * opened, len(ahead), 0
    for_good = 2.0 * unseen**2 / (1.0 + PLAYER**-2)  # variance of a difference that is left after any number of games
    prior, games = AHEAD * ahead, np.zeros(count, np.int64)
    worth, errors = prior.copy(), np.full(count, unseen)
    left, played = np.arange(count), np.empty((count, 0))
    while len(left) > 1 and total + ROUND * len(left) <= most and go_on():
        played = np.concatenate([played, play(left, ROUND, total)], axis=1)
        total += ROUND * len(left)
        games[left] += ROUND
        found, spread = judged(prior[left], unseen, played)
        worth += found.mean() - worth[left].mean()  # who was left behind stays as far behind
        worth[left] = found
        best = int(found.argmax())
        variances = spread.diagonal() + spread[best, best] - 2.0 * spread[best]
        errors[left] = np.sqrt(variances)
        stay = found[best] - found <= FAR * np.sqrt(np.maximum(variances - for_good, 0.0))
        left, played = left[stay], played[stay]
    best = int(worth.argmax())  # perhaps one that was left behind, of those that fell since
    errors[best] = min((errors[other] for other in range(count) if other != best), default=0.0)
    return Standing(best, worth - worth.mean(), errors, games)


def judged(prior: Floats, unseen: float, played: Floats) -> tuple[Floats, Floats]:
    """What the rivals are worth, and the covariances of that, after so many games each on the same boards."""
    count, number = played.shape
    apart = unseen**2 * np.eye(count)
    weight = np.linalg.inv(np.atleast_2d(np.cov(played)) / number + PLAYER**2 * apart)
    believed = np.linalg.inv(LEVEL**2 + apart)
    spread: Floats = np.linalg.inv(weight + believed)
    found: Floats = spread @ (weight @ played.mean(axis=1) + believed @ prior)
    return found, spread
