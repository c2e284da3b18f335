"""A sequential test of two solvers on the same boards: it plays no longer than it takes to tell them apart."""

from dataclasses import dataclass
from math import log

import numpy as np

from minebot.simulation.outcome import Outcomes
from minebot.simulation.stopping import FEWEST_GAMES, Reals, first_true
from minebot.simulation.tally import Counts

FEWEST_DISCORDANT = 10
"""Boards that one solver won and the other lost, below which nothing is decided."""

ERROR = 0.05
"""The chance of either wrong verdict."""

BOUND = log((1 - ERROR) / ERROR)
"""The log likelihood ratio that decides (A. Wald, Sequential tests of statistical hypotheses, 1945)."""


@dataclass(slots=True)
class Sprt:
    """Ends a run of two solvers when one of two hypotheses on the difference of their win rates is accepted.

    H0: the difference, the first solver's win rate minus the second's, is at most `low` percentage points; H1: it is at
    least `high`. On a board it is -1, 0 or 1.
    """

    low: float
    high: float
    names: tuple[str, str]
    boards: int = 0
    first_only: int = 0
    second_only: int = 0
    key = "sprt"

    def until(self, outcomes: tuple[Outcomes, ...]) -> int | None:
        """As `Rule` says, of two solvers."""
        one, other = (row["won"] for row in outcomes)
        boards = self.boards + np.arange(1, len(one) + 1)
        first_only, second_only = self.first_only + np.cumsum(one & ~other), self.second_only + np.cumsum(other & ~one)
        needed = first_true(np.abs(self._ratios(boards, first_only, second_only)) >= BOUND)
        last = (len(one) if needed is None else needed) - 1
        self.boards, self.first_only, self.second_only = (
            int(boards[last]),
            int(first_only[last]),
            int(second_only[last]),
        )
        return needed

    def expected(self) -> int | None:
        """Not to be told."""
        return None

    @property
    def llr(self) -> float:
        """The log likelihood ratio of H1 to H0 so far; 0 where there is too little to judge by."""
        counts = (np.array([count]) for count in (max(self.boards, 1), self.first_only, self.second_only))
        return float(self._ratios(*counts)[0])

    @property
    def verdict(self) -> str:
        """The hypothesis that is accepted: `h0`, `h1`, or `undecided`."""
        if abs(self.llr) < BOUND:
            return "undecided"
        return "h1" if self.llr > 0 else "h0"

    def as_json(self) -> dict[str, object]:
        """What was asked, what was counted, and the verdict; differences in percentage points."""
        return {
            "solver": self.names[0],
            "against": self.names[1],
            "low": self.low,
            "high": self.high,
            "boards": self.boards,
            "first_only": self.first_only,
            "second_only": self.second_only,
            "difference": 100 * (self.first_only - self.second_only) / max(self.boards, 1),
            "llr": self.llr,
            "bound": BOUND,
            "verdict": self.verdict,
        }

    def __str__(self) -> str:
        one, other = self.names
        said = {
            "h0": f"H0 is accepted: {one} wins at most {self.low:g} points more than {other}",
            "h1": f"H1 is accepted: {one} wins at least {self.high:g} points more than {other}",
            "undecided": f"{one} and {other} are not told apart yet",
        }
        return (
            f"{said[self.verdict]}; {one} alone won {self.first_only} of {self.boards} boards, "
            f"{other} alone {self.second_only}, log likelihood ratio {self.llr:.2f} of {BOUND:.2f}"
        )

    def _ratios(self, boards: Counts, first_only: Counts, second_only: Counts) -> Reals:
        """The log likelihood ratio at each of these counts.

        Of the means l and h it is n (h - l) (2 m - l - h) / 2 v, with the mean m and the variance v of the differences:
        the generalised test, in the form for small differences that M. Van den Bergh derives for Fishtest.
        """
        low, high = self.low / 100, self.high / 100
        mean = (first_only - second_only) / boards
        variance = np.maximum((first_only + second_only) / boards - mean**2, 1e-12)
        ratios = boards * (high - low) * (2 * mean - low - high) / (2 * variance)
        enough = (boards >= FEWEST_GAMES) & (first_only + second_only >= FEWEST_DISCORDANT)
        return np.where(enough, ratios, 0.0)
