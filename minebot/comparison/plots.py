"""The picture of a match: how often each player wins, and what a game costs it."""

from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

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


def _rates(panel: Axes, players: list[Player]) -> None:
    for place, player in enumerate(players):
        rate, colour = 100 * player.tally.rate, _colour(player, place)
        panel.errorbar([rate], [place], xerr=_errors(player), fmt="o", color=colour, capsize=3)
        panel.annotate(f"{rate:.1f}", (rate, place), (0, 6), textcoords="offset points", ha="center", fontsize=8)
    panel.set_yticks(range(len(players)), [player.name_shown for player in players])
    panel.set_ylim(len(players) - 0.4, -0.7)  # the first rung on top
    _named(panel, "Win rate", "% won, with its 95 % interval", "")


def _costs(panel: Axes, players: list[Player]) -> None:
    for place, player in enumerate(players):
        tally = player.tally
        cost, rate = 1000 * tally.seconds / tally.games, 100 * tally.rate
        panel.errorbar([cost], [rate], yerr=_errors(player), fmt="o", color=_colour(player, place), capsize=3)
        panel.annotate(player.name, (cost, rate), (6, 4), textcoords="offset points", fontsize=9)
    panel.set_xscale("log")
    panel.margins(x=0.15)
    _named(panel, "Win rate by the time of a game", "ms a game", "% won, with its 95 % interval")


def _named(panel: Axes, title: str, x: str, y: str) -> None:
    panel.set_title(title)
    panel.set_xlabel(x)
    panel.set_ylabel(y)
    panel.grid(alpha=0.3)
    panel.spines[["top", "right"]].set_visible(False)
