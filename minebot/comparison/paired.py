"""Two players on the same boards: only the boards that one won and the other lost tell them apart."""

from dataclasses import dataclass
from itertools import count
from math import comb, exp, lgamma, log, sqrt

import numpy as np
from numpy.typing import NDArray

from minebot.simulation.tally import Z

Results = NDArray[np.bool_]
"""Won or not, a board an item."""


@dataclass(frozen=True, slots=True)
class Pair:
    """How two players did on the same boards."""

    solver: str
    against: str
    boards: int
    first_only: int
    """Boards that only `solver` won."""
    second_only: int
    """Boards that only `against` won."""

    @classmethod
    def of(cls, names: tuple[str, str], one: Results, other: Results) -> "Pair":
        """Compared on the boards that both played: both from the same first board on."""
        boards = min(len(one), len(other))
        one, other = one[:boards], other[:boards]
        return cls(*names, boards, int((one & ~other).sum()), int((other & ~one).sum()))

    @property
    def difference(self) -> float:
        """The win rate of `solver` less that of `against`, from -1 to 1; 0 on no boards."""
        return (self.first_only - self.second_only) / max(self.boards, 1)

    @property
    def ci95(self) -> tuple[float, float]:
        """The 95 % interval of the difference (Bonett and Price 2012).

        It is that of the normal distribution, after one more board won by each alone: so it has a width also where no
        board tells the two apart.
        """
        boards = self.boards + 2
        one, other = (self.first_only + 1) / boards, (self.second_only + 1) / boards
        half = Z * sqrt((one + other - (one - other) ** 2) / boards)
        return max(-1.0, one - other - half), min(1.0, one - other + half)

    @property
    def p(self) -> float:
        """McNemar's exact test: how likely such a difference is, or a larger one, if both are equally strong."""
        return binomial_p(self.first_only, self.second_only)

    def as_json(self) -> dict[str, object]:
        """The counts, and the difference and its interval in percentage points."""
        return {
            "solver": self.solver,
            "against": self.against,
            "boards": self.boards,
            "first_only": self.first_only,
            "second_only": self.second_only,
            "difference": 100 * self.difference,
            "ci95": [100 * end for end in self.ci95],
            "p": self.p,
        }


def binomial_p(one: int, other: int) -> float:
    """The chance that a fair coin thrown `one + other` times falls at least as unevenly as that, either way."""
    fewer, throws = min(one, other), one + other
    if throws <= 64:
        return min(1.0, 2 * sum(comb(throws, heads) for heads in range(fewer + 1)) / (1 << throws))
    largest = exp(lgamma(throws + 1) - lgamma(fewer + 1) - lgamma(throws - fewer + 1) - throws * log(2))
    term = total = 1.0  # the terms of the tail, beside the largest
    for heads in count(fewer, -1):
        term *= heads / (throws - heads + 1)
        total += term
        if term < 1e-17 * total:
            return min(1.0, 2 * largest * total)
    return 1.0


def pairs(players: dict[str, Results]) -> list[Pair]:
    """Every two players, each two once, in the order in which they are given."""
    names = list(players)
    return [
        Pair.of((one, other), players[one], players[other])
        for place, one in enumerate(names)
        for other in names[place + 1 :]
    ]


def against(players: dict[str, Results], rival: str) -> list[Pair]:
    """Every other player against one of them."""
    return [Pair.of((name, rival), won, players[rival]) for name, won in players.items() if name != rival]
