"""What `minebot simulate` is asked for, and the plan that follows from it; wrong usage where none does."""

import os
from dataclasses import dataclass, fields
from pathlib import Path

import typer

from minebot.errors import OutcomesError
from minebot.minefield import BoardSet, RandomBoards
from minebot.simulation.dealt import Dealt, wanted_boards, wanted_indices
from minebot.simulation.run import ENDLESS, Plan
from minebot.simulation.sprt import Sprt
from minebot.simulation.stopping import Precision, Rule
from minebot.solver import SOLVERS

_DEALT = {"level", "size", "mines", "boards", "rule", "start", "seed"}
_GO_WITH = {
    "only": {*_DEALT, "only", "show", "solver", "jobs", "as_json"},
    "summary": {"summary", "files", "plot", "as_json"},
}
"""What may be said beside an option that plays no run."""

PICTURES = (".png", ".svg", ".pdf")
"""The files that --plot writes."""

_NEEDS = {"show": "only", "resume": "outcomes", "no_times": "outcomes", "files": "summary", "against": "sprt"}
"""What an option says nothing without."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked(Dealt):
    """The options as the user gave them."""

    until_ci: float | None = None
    sprt: tuple[str, str] | None = None
    solver: str = "tiebreak"
    against: str | None = None
    jobs: int | None = None
    cluster: str | None = None
    outcomes: Path | None = None
    resume: bool = False
    no_times: bool = False
    only: int | None = None
    show: bool = False
    files: tuple[Path, ...] = ()
    summary: bool = False
    plot: Path | None = None
    as_json: bool = False

    def __post_init__(self) -> None:
        given = [each.name for each in fields(self) if getattr(self, each.name) != each.default]
        for name, beside in _GO_WITH.items():
            if name in given and (extra := [each for each in given if each not in beside]):
                raise typer.BadParameter(f"{_spelt(name)} plays no run; leave {', '.join(map(_spelt, extra))} out")
        for name, needed in _NEEDS.items():
            if name in given and needed not in given:
                raise typer.BadParameter(f"{_spelt(name)} goes with {_spelt(needed)}")
        if self.summary and not self.files:
            raise typer.BadParameter("--summary needs the files to sum up, as in --summary a.csv b.parquet")
        _refuse_pairs(set(given))
        if self.plot is not None:
            refuse_picture(self.plot)


def _spelt(name: str) -> str:
    """An option as it is typed."""
    return {"files": "a FILE", "as_json": "--json"}.get(name, f"--{name.replace('_', '-')}")


def refuse_picture(path: Path) -> None:
    """A picture that cannot be written is refused before the first game, not after the last."""
    if path.suffix.lower() not in PICTURES:
        raise typer.BadParameter(f"{path} is no picture that can be drawn; its name ends in {', '.join(PICTURES)}")
    if path.is_dir() or not path.parent.is_dir() or not os.access(path.parent, os.W_OK):
        raise OutcomesError(f"{path} cannot be written: name a file in a folder that is there")


def _refuse_pairs(given: set[str]) -> None:
    if {"until_ci", "sprt"} <= given:
        raise typer.BadParameter("--until-ci and --sprt end a run each in its own way; say one of them")
    if {"jobs", "cluster"} <= given:
        raise typer.BadParameter("--cluster brings its own processes; leave --jobs out")


def plan(asked: Asked) -> Plan:
    """The run that is asked for."""
    boards = wanted_boards(asked)
    solvers, rule = wanted_rule(asked)
    endless = (asked.until_ci, asked.sprt) != (None, None)
    return Plan(
        boards=boards,
        solvers=solvers,
        indices=wanted_indices(asked, boards, ENDLESS if endless else 100),
        seed=asked.seed,
        rule=rule,
        jobs=asked.jobs or os.cpu_count() or 1,
        cluster=asked.cluster,
        outcomes=asked.outcomes,
        resume=asked.resume,
        times=not asked.no_times,
    )


def wanted_index(asked: Asked, boards: BoardSet | RandomBoards) -> int:
    """The game of --only; wrong usage where the file holds none of this index."""
    index = asked.only or 0
    if isinstance(boards, BoardSet) and index >= len(boards):
        raise typer.BadParameter(f"the file holds the boards 0 to {len(boards) - 1}; there is no board {index}")
    return index


def wanted_rule(asked: Asked) -> tuple[tuple[str, ...], Rule | None]:
    """The solvers that play, and the rule that ends the run."""
    if asked.until_ci is not None:
        if not asked.until_ci > 0:
            raise typer.BadParameter("no number of games makes an interval of no width; say --until-ci 0.1, or so")
        return (asked.solver,), Precision(asked.until_ci)
    if asked.sprt is not None:
        rule = _comparison(asked, *asked.sprt)
        if asked.games is None and asked.boards is None and len(set(rule.names)) == 1:
            raise typer.BadParameter("a solver is never told from itself; say --games as well, or another --against")
        return rule.names, rule
    return (asked.solver,), None


def _comparison(asked: Asked, low: str, high: str) -> Sprt:
    """The test of two solvers: by limits and --against, or by their names."""
    if low in SOLVERS and high in SOLVERS:
        if (asked.solver, asked.against) != ("tiebreak", None):
            raise typer.BadParameter("--sprt names both solvers; leave --solver and --against out")
        return Sprt(0.0, 1.0, (low, high))
    try:
        limits = float(low), float(high)
    except ValueError:
        known = ", ".join(SOLVERS)
        raise typer.BadParameter(f"--sprt takes two numbers, or two solvers of {known}; not {low} {high}") from None
    if not -100 <= limits[0] < limits[1] <= 100:
        raise typer.BadParameter(f"--sprt takes two percentage points, the lower first, as in 0 1; not {low} {high}")
    if asked.against is None:
        raise typer.BadParameter("--sprt compares with a solver; say which by --against")
    return Sprt(*limits, (asked.solver, asked.against))
