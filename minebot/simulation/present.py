"""What a run shows while it goes on, and what it prints at its end."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from math import isnan

from rich import box
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table

from minebot.simulation.merge import Merged
from minebot.simulation.run import ENDLESS, Run
from minebot.simulation.tally import Tally, milliseconds

MINUTE = 60.0
"""Seconds between two lines where there is no bar."""

SLOW = 2.0
"""Seconds after which a run shows its progress."""


@contextmanager
def progress(run: Run) -> Iterator[Callable[[], None]]:
    """A bar on standard error, or a line a minute where that is no terminal; what it gives is called after a chunk."""
    console = Console(stderr=True, highlight=False)
    with _bar(run, console) if console.is_terminal else _lines(run, console) as shown:
        yield shown


@contextmanager
def _lines(run: Run, console: Console) -> Iterator[Callable[[], None]]:
    due = MINUTE

    def line() -> None:
        nonlocal due
        if run.seconds >= due:
            due = run.seconds + MINUTE
            console.print(f"{run.tally.games:,} games, {_pace(run)}, {_rate(run)}", soft_wrap=True)

    yield line


@contextmanager
def _bar(run: Run, console: Console) -> Iterator[Callable[[], None]]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[news]}"))
    with Progress(*columns, console=console, transient=True) as shown:
        name = " against ".join(run.plan.solvers)
        task = shown.add_task(name, total=_expected(run), completed=run.resumed, visible=False, news="")
        yield lambda: shown.update(
            task,
            completed=run.tally.games,
            total=_expected(run),
            visible=run.seconds > SLOW,
            news=f"{_pace(run)}, {_rate(run)}",
        )


def _pace(run: Run) -> str:
    """Games a second of this run, and how long it still takes, where that can be told."""
    speed = (run.tally.games - run.resumed) / run.seconds
    expected = _expected(run)
    left = "" if expected is None else f", {timedelta(seconds=round((expected - run.tally.games) / speed))} left"
    return f"{speed:,.0f} games/s{left}"


def _expected(run: Run) -> int | None:
    """How many games there may be in all, None where that cannot be told."""
    ends = [] if run.plan.indices.stop == ENDLESS else [len(run.plan.indices)]
    by_rule = run.plan.rule and run.plan.rule.expected()
    return min([*ends, *([by_rule] if by_rule else [])], default=None)


def _rate(run: Run) -> str:
    low, high = run.tally.ci95
    return f"won {100 * run.tally.rate:.2f} % ({100 * low:.2f} to {100 * high:.2f})"


def document(run: Run) -> dict[str, object]:
    """What `--json` prints: what every run says, and under a key of its own what a rule found."""
    rule = run.plan.rule
    return {
        **run.tally.as_json(run.seconds),
        "solver": run.plan.solvers[0],
        "seed": run.plan.seed,
        **({} if rule is None else {rule.key: rule.as_json()}),
    }


def text(run: Run) -> str:
    """The same in sentences."""
    return "\n".join([*_results(run), *([] if run.plan.rule is None else [str(run.plan.rule)])])


def table(runs: Iterable[Merged]) -> Table:
    """Files of outcomes, a row a run."""
    shown = Table("run", box=box.SIMPLE_HEAD)
    for name in ("games", "won", "% won", "95 % interval", "guesses", "moves", "ms"):
        shown.add_column(name, justify="right", no_wrap=True)
    for run in runs:
        shown.add_row(run.label, *_cells(run.tally))
    return shown


def _cells(tally: Tally) -> Iterator[str]:
    """Sums, and means a game."""
    low, high = tally.ci95
    games = max(tally.games, 1)
    yield from (f"{tally.games:,}", f"{tally.won:,}", f"{100 * tally.rate:.2f}", f"{100 * low:.2f} to {100 * high:.2f}")
    yield from (f"{tally.guesses / games:.2f}", f"{tally.moves / games:.1f}")
    yield "not kept" if isnan(tally.seconds) else milliseconds(tally.seconds / games)


def _results(run: Run) -> Iterator[str]:
    fresh = run.tally.games - run.resumed
    each = f" and {milliseconds(run.seconds / fresh)} ms" if fresh else ""
    for name, tally in zip(run.plan.solvers, run.tallies, strict=True):
        by = f"{name} " if len(run.tallies) > 1 else ""
        yield f"{by}{tally}{each} a game"
