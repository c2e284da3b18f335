"""The picture of a match: how often each player wins, and what a game costs it."""

from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator

from minebot.comparison.match import Player
from minebot.errors import OutcomesError


def draw(path: Path, players: list[Player], title: str) -> None:
    """Write a picture of these players; OutcomesError where it cannot be written."""
    figure = Figure(figsize=(13, 2 + 0.38 * max(len(players), 8)), layout="constrained")
    rates, costs = figure.subplots(1, 2)
    figure.suptitle(title)
    _rates(rates, players)
    _costs(costs, [player for player in players if not player.peer])
    try:
        figure.savefig(path, dpi=120)
    except (OSError, ValueError) as error:
        raise OutcomesError(f"{path} cannot be written: {getattr(error, 'strerror', None) or error}") from None


def _errors(player: Player) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """How far the interval reaches below and above the win rate, in percent, as a column."""
    low, high = player.tally.ci95
    return 100 * np.array([[max(0.0, player.tally.rate - low)], [max(0.0, high - player.tally.rate)]])


def _colour(player: Player, place: int) -> str:
    return "0.5" if player.peer else f"C{place % 10}"


def _shape(place: int) -> str:
    """Ten colours are told apart by themselves; after them the shapes change."""
    return "o" if place < 10 else "s"


def _rates(panel: Axes, players: list[Player]) -> None:
    for place, player in enumerate(players):
        rate, colour = 100 * player.tally.rate, _colour(player, place)
        panel.errorbar([rate], [place], xerr=_errors(player), fmt=_shape(place), color=colour, capsize=3)
        panel.annotate(f"{rate:.1f}", (rate, place), (0, 6), textcoords="offset points", ha="center", fontsize=8)
    panel.set_yticks(range(len(players)), [player.name_shown for player in players])
    panel.set_ylim(len(players) - 0.4, -0.7)  # the first rung on top
    _named(panel, "Win rate", "% won, with its 95 % interval", "")


def _costs(panel: Axes, players: list[Player]) -> None:
    for place, player in enumerate(players):
        cost, rate = 1000 * player.tally.seconds / player.tally.games, 100 * player.tally.rate
        bar = panel.errorbar([cost], [rate], yerr=_errors(player), fmt=_shape(place), color=_colour(player, place))
        bar.set_label(player.name)
    panel.legend(loc="center left", bbox_to_anchor=(1, 0.5), frameon=False)
    panel.set_xscale("log")
    for axis in (panel.xaxis.set_major_formatter, panel.xaxis.set_minor_formatter):
        axis(FuncFormatter(lambda cost, _place: f"{cost:g}"))
    panel.xaxis.set_minor_locator(LogLocator(subs=(2, 5)))
    panel.margins(x=0.15)
    _named(panel, "Win rate by the time of a game", "ms a game", "% won, with its 95 % interval")


def _named(panel: Axes, title: str, x: str, y: str) -> None:
    panel.set_title(title)
    panel.set_xlabel(x)
    panel.set_ylabel(y)
    panel.grid(alpha=0.3)
    panel.spines[["top", "right"]].set_visible(False)
