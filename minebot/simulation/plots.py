"""Pictures of what a run, or several, did: how many guesses the games took, and what the win rate depends on."""

from dataclasses import dataclass
from math import ceil
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator
from numpy.typing import NDArray

from minebot.errors import OutcomesError
from minebot.simulation.tally import Counts, Spread, Tally, wilson

BINS = 32
"""The most ranges on an axis; where there are more values, as many as it takes are joined in each."""

FEWEST = 10
"""Games of a range below which its win rate is not drawn: its interval would only hide the others."""

BY = {"three_bv": "3BV", "openings": "openings", "guesses": "guesses"}
"""The fields by which the win rate is drawn, and their names."""

MISSING = "a CSV file holds no {}:\nwrite --outcomes FILE.parquet to see this"


@dataclass(frozen=True, slots=True)
class Bins:
    """Games, and those won, by ranges of a value that are `width` wide."""

    first: int
    width: int
    games: Counts
    won: Counts

    @classmethod
    def of(cls, spread: Spread) -> "Bins":
        """The ranges in which games fell, from the first to the last."""
        values = np.flatnonzero(spread.games)
        first, last = int(values[0]), int(values[-1])
        width = ceil((last - first + 1) / BINS)
        starts = np.arange(first, last + 1, width)
        won = _padded(spread.won, len(spread.games))
        return cls(first, width, np.add.reduceat(spread.games, starts), np.add.reduceat(won, starts))

    @property
    def edges(self) -> NDArray[np.float64]:
        """Where the ranges begin and the last one ends, values being in the middle of their places."""
        return np.float64(self.first - 0.5) + self.width * np.arange(len(self.games) + 1)


def _padded(counts: Counts, size: int) -> Counts:
    return np.pad(counts, (0, size - len(counts)))


def draw(path: Path, runs: dict[str, Tally]) -> None:
    """Write a picture of these runs, by name; OutcomesError where it cannot be written, or there is nothing to draw."""
    runs = {name: tally for name, tally in runs.items() if tally.games}
    if not runs:
        raise OutcomesError(f"there are no games to draw into {path}")
    figure = Figure(figsize=(12, 8.5), layout="constrained")
    panels = figure.subplots(2, 2).flat
    _histogram(panels[0], runs)
    for panel, (key, title) in zip(panels[1:], BY.items(), strict=True):
        _rates(panel, {name: tally.spreads[key] for name, tally in runs.items()}, title)
    handles, names = panels[0].get_legend_handles_labels()
    figure.legend(handles, names, loc="outside upper left", frameon=False)
    try:
        figure.savefig(path, dpi=120)
    except (OSError, ValueError) as error:
        raise OutcomesError(f"{path} cannot be written: {getattr(error, 'strerror', None) or error}") from None


def _histogram(panel: Axes, runs: dict[str, Tally]) -> None:
    for name, tally in runs.items():
        bins = Bins.of(tally.spreads["guesses"])
        label = f"{name}: {100 * tally.rate:.2f} % of {tally.games:,} games won"
        panel.stairs(100 * bins.games / tally.games / bins.width, bins.edges, fill=True, alpha=0.5, label=label)
    _named(panel, "Guesses in a game", "guesses", "% of games")


def _rates(panel: Axes, spreads: dict[str, Spread], title: str) -> None:
    for index, spread in enumerate(spreads.values()):
        if spread.games.any():
            _rate(panel, Bins.of(spread), f"C{index}")
    if not panel.lines:
        panel.text(0.5, 0.5, MISSING.format(title), ha="center", va="center", transform=panel.transAxes, color="0.4")
    panel.set_ylim(0, 102)
    _named(panel, f"Win rate by {title}", title, "% won, with its 95 % interval")


def _rate(panel: Axes, bins: Bins, colour: str) -> None:
    shown = bins.games >= min(FEWEST, bins.games.max())
    middles = ((bins.edges[:-1] + bins.edges[1:]) / 2)[shown]
    games, won = bins.games[shown], bins.won[shown]
    low, high = 100 * np.array([wilson(*each) for each in zip(won.tolist(), games.tolist(), strict=True)]).T
    panel.fill_between(middles, low, high, color=colour, alpha=0.2, linewidth=0)
    panel.plot(middles, 100 * won / games, color=colour, marker=".")


def _named(panel: Axes, title: str, x: str, y: str) -> None:
    panel.set_title(title)
    panel.set_xlabel(x)
    panel.set_ylabel(y)
    panel.xaxis.set_major_locator(MaxNLocator(integer=True))
    panel.grid(alpha=0.3)
    panel.spines[["top", "right"]].set_visible(False)
