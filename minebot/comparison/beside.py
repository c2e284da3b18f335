"""The figures of a source and ours beside each other, as a table and as JSON."""

from collections.abc import Iterator

from rich import box
from rich.table import Table

from minebot.comparison.reproduce import Ours, Reproduction, Row
from minebot.comparison.sources import STARTS, SourceTable
from minebot.simulation.tally import wilson


def title(played: Reproduction) -> str:
    """Whose table it is, and what it counts."""
    return f"{played.table.source}: {played.table.title}"


def table(played: Reproduction) -> Table:
    """A row a figure: the source's, and ours from each start."""
    source = played.table
    shown = Table(box=box.SIMPLE_HEAD)
    for name in ("boards", "solver", "here"):
        shown.add_column(name, no_wrap=True)
    for name in ("source", *STARTS):
        shown.add_column(name, justify="right", no_wrap=True)
    for row in played.rows:
        shown.add_row(*_cells(source, row))
    return shown


def _cells(source: SourceTable, row: Row) -> Iterator[str]:
    figure = row.figure
    yield from (figure.size if figure.rule == "safe" else f"{figure.size}, {figure.rule}", figure.name, figure.solver)
    yield _given(source, figure.given)
    yield from map(_ours, row.ours)


def _given(source: SourceTable, value: float | None) -> str:
    """A figure of the source, with the interval that its number of games leaves, where it says how many."""
    if value is None:
        return ""
    if source.given_games is None:
        return f"{value:,}"
    low, high = wilson(round(value / 100 * source.given_games), source.given_games)
    return f"{value:,} ({100 * low:.0f} to {100 * high:.0f})"


def _ours(ours: Ours) -> str:
    if ours.ci95 is None:
        return f"{ours.value:,.2f}"
    low, high = ours.ci95
    return f"{ours.value:,.1f} ({low:,.1f} to {high:,.1f})"


def legend(played: Reproduction) -> str:
    """How ours were played, and why they differ."""
    return "\n".join([f"ours: {_how(played)}", *(f"note: {note}" for note in played.table.notes)])


def _how(played: Reproduction) -> str:
    source, games = played.table, [ours.games for row in played.rows for ours in row.ours]
    starts = "the first cell is the corner, the middle, or spread evenly over the board"
    if source.games is None:
        how = f"every board there is; {starts}"
    else:
        how = f"{max(games):,} games a figure, with 95 % intervals; {starts}"
    if source.given_games is not None:
        how += f"\nsource: in brackets what {source.given_games:,} games leave open, which it played at least"
    handed_on = sum(ours.handed_on for row in played.rows for ours in row.ours)
    return how + (f"\n{handed_on:,} moves took too long, and were a simpler solver's" if handed_on else "")


def document(name: str, played: Reproduction) -> dict[str, object]:
    """The same as JSON."""
    rows = [
        {
            "boards": row.figure.size,
            "rule": row.figure.rule,
            "name": row.figure.name,
            "solver": row.figure.solver,
            "source": row.figure.given,
            "ours": [ours.as_json() for ours in row.ours],
        }
        for row in played.rows
    ]
    source = played.table
    return {
        "table": name,
        "source": source.source,
        "title": source.title,
        "quantity": source.quantity,
        "rows": rows,
        "notes": list(source.notes),
    }
