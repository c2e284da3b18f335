"""What a run shows while it goes on, and what it prints at its end."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from math import isnan

from rich import box
from rich.table import Table

from minebot.simulation.merge import Merged
from minebot.simulation.run import ENDLESS, Run
from minebot.simulation.tally import Tally, milliseconds


@dataclass(frozen=True, slots=True)
class Going:
    """A run as work that takes its time."""

    run: Run

    @property
    def title(self) -> str:
        """Who plays."""
        return " against ".join(self.run.plan.solvers)

    @property
    def seconds(self) -> float:
        """How long it has been going on."""
        return self.run.seconds

    @property
    def share(self) -> float | None:
        """The share of the games that is played, where it can be told how many there are."""
        expected = _expected(self.run)
        return None if expected is None else self.run.tally.games / max(expected, 1)

    @property
    def news(self) -> str:
        """Games, their pace, and how many are won."""
        expected = _expected(self.run)
        of = "" if expected is None else f" of {expected:,}"
        return f"{self.run.tally.games:,}{of} games, {_pace(self.run)}, {_rate(self.run)}"


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
