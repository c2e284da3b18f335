"""What many games make together, in sums that take the same room for a hundred games and for ten million."""

from dataclasses import dataclass, field
from math import isnan, sqrt

import numpy as np
from numpy.typing import NDArray

from minebot.simulation.outcome import UNKNOWN, Outcomes

Z = 1.959963984540054
"""The 97.5 % point of the normal distribution."""

Counts = NDArray[np.int64]


@dataclass(slots=True)
class Spread:
    """For each value of a field, from 0: how many games had it, and how many of them were won."""

    games: Counts = field(default_factory=lambda: np.zeros(0, np.int64))
    won: Counts = field(default_factory=lambda: np.zeros(0, np.int64))

    def add(self, values: NDArray[np.int32], won: NDArray[np.bool_]) -> None:
        """Count more games; those whose value is unknown are left out."""
        if values.min(initial=0) == UNKNOWN:
            known = values != UNKNOWN
            values, won = values[known], won[known]
        self.include(Spread(np.bincount(values), np.bincount(values[won])))

    def include(self, other: "Spread") -> None:
        """Count the games of another as well."""
        self.games, self.won = _added(self.games, other.games), _added(self.won, other.won)


def _added(one: Counts, other: Counts) -> Counts:
    if len(one) < len(other):
        one, other = other, one
    total = one.copy()
    total[: len(other)] += other
    return total


class Tally:
    """Running sums over games, and their spread over guesses, 3BV and openings."""

    def __init__(self) -> None:
        self.games = self.won = self.moves = self.guesses = self.nodes = self.handed_on = 0
        self.seconds = 0.0
        self.spreads = {name: Spread() for name in ("guesses", "three_bv", "openings")}

    def add(self, outcomes: Outcomes) -> None:
        """Count more games."""
        won = outcomes["won"]
        self.games += len(outcomes)
        self.won += int(np.count_nonzero(won))
        self.moves += int(outcomes["moves"].sum(dtype=np.int64))
        self.guesses += int(outcomes["guesses"].sum(dtype=np.int64))
        for name in ("nodes", "handed_on"):
            setattr(self, name, getattr(self, name) + int(outcomes[name].clip(0).sum(dtype=np.int64)))
        self.seconds += float(outcomes["seconds"].sum())
        for name, spread in self.spreads.items():
            spread.add(outcomes[name], won)

    def include(self, other: "Tally") -> None:
        """Count the games of another as well."""
        for name in ("games", "won", "moves", "guesses", "nodes", "handed_on", "seconds"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name, spread in self.spreads.items():
            spread.include(other.spreads[name])

    @property
    def rate(self) -> float:
        """The share of games won; 0.0 of none."""
        return self.won / self.games if self.games else 0.0

    @property
    def unguessed(self) -> int:
        """Games won without a guess: certain moves alone decided them."""
        return int(self.spreads["guesses"].won[:1].sum())

    @property
    def ci95(self) -> tuple[float, float]:
        """The Wilson 95 % interval of the win rate."""
        return wilson(self.won, self.games)

    def as_json(self, seconds: float) -> dict[str, object]:
        """The fields of `minebot simulate --json` that the games decide, of a run that took `seconds`."""
        return {
            "games": self.games,
            "won": self.won,
            "rate": self.rate,
            "ci95": list(self.ci95),
            "seconds": None if isnan(seconds) else seconds,
            "guesses": self.guesses,
        }

    def __str__(self) -> str:
        low, high = self.ci95
        return (
            f"won {self.won} of {self.games} games: {100 * self.rate:.2f} % "
            f"(95 % interval {100 * low:.2f} to {100 * high:.2f}), {self.guesses / max(self.games, 1):.2f} guesses"
        )


def milliseconds(seconds: float) -> str:
    """A time in milliseconds, to three digits where it is short."""
    return f"{1000 * seconds:,.0f}" if seconds >= 0.1 else f"{1000 * seconds:.3g}"


def wilson(won: int, games: int) -> tuple[float, float]:
    """The 95 % score interval of a proportion (Wilson 1927); (0, 1) where nothing was played."""
    if not games:
        return 0.0, 1.0
    p = won / games
    centre = p + Z * Z / (2 * games)
    spread = Z * sqrt(p * (1 - p) / games + Z * Z / (4 * games * games))
    scale = 1 + Z * Z / games
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)
