"""Rules that end a run at the first game that decides it; which game that is depends on the outcomes alone."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from minebot.simulation.outcome import Outcomes
from minebot.simulation.tally import Z

FEWEST_GAMES = 100
"""Games below which no rule decides: the bounds hold for many games, not for a lucky beginning."""

Reals = NDArray[np.float64]


class Rule(Protocol):
    """What ends a run before its last game."""

    key: str
    """The key of `as_json` in the document of the run."""

    def until(self, outcomes: tuple[Outcomes, ...]) -> int | None:
        """Count the next games, a row a solver; how many of them it takes to decide, None where they do not."""
        ...

    def expected(self) -> int | None:
        """How many games the run may take in all, as far as that can be told."""
        ...

    def as_json(self) -> dict[str, object]:
        """What was asked for, and how far it is."""
        ...


@dataclass(slots=True)
class Precision:
    """Ends a run when half the Wilson 95 % interval of the win rate is at most so many percentage points."""

    points: float
    games: int = 0
    won: int = 0
    key = "until_ci"

    def until(self, outcomes: tuple[Outcomes, ...]) -> int | None:
        """As the protocol says, of the first solver."""
        won = self.won + np.cumsum(outcomes[0]["won"])
        games = self.games + np.arange(1, len(won) + 1)
        needed = first_true((games >= FEWEST_GAMES) & (100 * half_width(won, games) <= self.points))
        last = len(won) if needed is None else needed
        self.games, self.won = int(games[last - 1]), int(won[last - 1])
        return needed

    def expected(self) -> int | None:
        """The width falls with the square root of the number of games."""
        if self.games < FEWEST_GAMES:
            return None
        return round(self.games * max(1.0, self._reached / self.points) ** 2)

    @property
    def _reached(self) -> float:
        return 100 * float(half_width(np.array(self.won), np.array(self.games))) if self.games else 100.0

    def as_json(self) -> dict[str, object]:
        """Both widths in percentage points."""
        return {"points": self.points, "reached": self._reached}

    def __str__(self) -> str:
        return f"half the interval is {self._reached:.3f} points wide; {self.points:g} were asked for"


def half_width(won: NDArray[np.int64], games: NDArray[np.int64]) -> Reals:
    """Half the Wilson 95 % interval (not cut off at 0 and 1), elementwise."""
    p = won / games
    return np.asarray(Z * np.sqrt(p * (1 - p) / games + Z * Z / (4 * games * games)) / (1 + Z * Z / games))


def first_true(found: NDArray[np.bool_]) -> int | None:
    """How many values it takes to come to the first true one, None where there is none."""
    return int(found.argmax()) + 1 if found.any() else None
