"""What a match prints and writes at its end."""

import csv
from collections.abc import Iterable, Iterator
from pathlib import Path

from rich import box
from rich.table import Table

from minebot.comparison.match import Player
from minebot.comparison.paired import Pair
from minebot.comparison.result import COLUMNS, Result, cells
from minebot.errors import OutcomesError
from minebot.simulation.tally import milliseconds

PAIR_COLUMNS = ("solver", "against", "boards", "first_only", "second_only", "difference", "low", "high", "p")
"""The columns of the CSV file of pairs; differences in percentage points."""


def table(players: Iterable[Player]) -> Table:
    """A row a player."""
    shown = Table("solver", box=box.SIMPLE_HEAD)
    for name in ("boards", "won", "% won", "95 % interval", "no guess", "guesses", "ms", "nodes", "handed on"):
        shown.add_column(name, justify="right", no_wrap=True)
    for player in players:
        shown.add_row(*_row(player))
    return shown


def _row(player: Player) -> Iterator[str]:
    """Sums, then means a game; nothing where nothing is known."""
    tally, games = player.tally, max(player.tally.games, 1)
    low, high = tally.ci95
    yield from (player.name_shown, f"{tally.games:,}", f"{tally.won:,}", f"{100 * tally.rate:.2f}")
    yield f"{100 * low:.2f} to {100 * high:.2f}"
    if player.peer:
        return
    yield from (f"{100 * tally.unguessed / games:.1f} %", f"{tally.guesses / games:.2f}")
    yield milliseconds(tally.seconds / games)
    yield f"{tally.nodes / games:,.1f}" if tally.nodes else ""
    yield f"{tally.handed_on / games:.2f}" if tally.handed_on else ""


def pair_table(pairs: Iterable[Pair], rival: str) -> Table:
    """A row a player: how it differs from the rival, on the same boards."""
    shown = Table(f"against {rival}", box=box.SIMPLE_HEAD)
    for name in ("boards", "points", "95 % interval", "it alone won", f"{rival} alone", "p"):
        shown.add_column(name, justify="right", no_wrap=True)
    for pair in pairs:
        low, high = (f"{100 * end:+.2f}" for end in pair.ci95)
        counts = f"{pair.first_only:,}", f"{pair.second_only:,}"
        points = f"{100 * pair.difference:+.2f}"
        shown.add_row(pair.solver, f"{pair.boards:,}", points, f"{low} to {high}", *counts, f"{pair.p:.2g}")
    return shown


def legend(result: Result) -> str:
    """What the columns mean, as far as their names do not say it."""
    said = "no guess: won by certain moves alone; guesses, ms and nodes are means a game."
    budget = result.match.plan.budget
    if any(player.tally.handed_on for player in result.players.values()):
        said += f" handed on: moves a game that took longer than {budget:g} s, and were a simpler solver's."
    return said


def write_csv(path: Path, result: Result) -> Path:
    """Write a line a player, and beside it a line a pair; the path of the second file."""
    beside = path.with_suffix(f".pairs{path.suffix}")
    _write(path, COLUMNS, map(cells, result.players.values()))
    _write(beside, PAIR_COLUMNS, (_pair_cells(pair) for pair in result.pairs))
    return beside


def _pair_cells(pair: Pair) -> list[object]:
    found = pair.as_json()
    low, high = pair.ci95
    return [100 * low if name == "low" else 100 * high if name == "high" else found[name] for name in PAIR_COLUMNS]


def _write(path: Path, columns: tuple[str, ...], rows: Iterable[list[object]]) -> None:
    try:
        with path.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([columns, *rows])
    except OSError as error:
        raise OutcomesError(f"{path} cannot be written: {error.strerror}") from None
