"""What `minebot simulate` is asked for, and the plan that follows from it; wrong usage where none does."""

import os
from dataclasses import dataclass, fields
from pathlib import Path

import typer

from minebot.board import LEVELS
from minebot.errors import NotationError, OutcomesError
from minebot.files import read_text
from minebot.minefield import RULES, BoardSet, RandomBoards
from minebot.simulation.run import ENDLESS, Plan
from minebot.simulation.sprt import Sprt
from minebot.simulation.stopping import Precision, Rule
from minebot.solver import SOLVERS, named
from minebot.terminal import size_of

_DEALT = {"level", "size", "mines", "boards", "rule", "seed"}
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
class Asked:
    """The options as the user gave them."""

    level: str | None = None
    size: str | None = None
    mines: int | None = None
    boards: Path | None = None
    rule: str | None = None
    seed: int = 0
    first: int = 0
    games: int | None = None
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
            _refuse_picture(self.plot)


def _spelt(name: str) -> str:
    """An option as it is typed."""
    return {"files": "a FILE", "as_json": "--json"}.get(name, f"--{name.replace('_', '-')}")


def _refuse_picture(path: Path) -> None:
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
    for name in solvers:
        named(name)  # a name that is none fails here, not in a process of its own
    return Plan(
        boards=boards,
        solvers=solvers,
        indices=wanted_indices(asked, boards),
        seed=asked.seed,
        rule=rule,
        jobs=asked.jobs or os.cpu_count() or 1,
        cluster=asked.cluster,
        outcomes=asked.outcomes,
        resume=asked.resume,
        times=not asked.no_times,
    )


def wanted_boards(asked: Asked) -> BoardSet | RandomBoards:
    """The boards of a file, or random ones; wrong usage where both are asked for, or nothing could be opened."""
    boards = _from_file(asked, asked.boards) if asked.boards is not None else _random(asked)
    if boards.mines == boards.width * boards.height:
        raise typer.BadParameter(f"every cell of {boards.width}x{boards.height} is a mine: there is nothing to open")
    return boards


def _from_file(asked: Asked, path: Path) -> BoardSet:
    if (asked.level, asked.size, asked.mines, asked.rule) != (None,) * 4:
        raise typer.BadParameter("--boards says size, mines and rule; leave --level, --size, --mines and --rule out")
    return BoardSet.parse(read_text(path))


def _random(asked: Asked) -> RandomBoards:
    rule = next((each for each in RULES if each == (asked.rule or "safe")), None)
    if rule is None:
        raise typer.BadParameter(f"there is no rule {asked.rule!r}; choose from: {', '.join(RULES)}")
    if not 0 <= asked.seed < 1 << 64:
        raise typer.BadParameter(f"the seed {asked.seed} is not between 0 and 2**64 - 1")
    try:
        return RandomBoards(*_dimensions(asked), rule, asked.seed)
    except NotationError as error:
        raise typer.BadParameter(str(error)) from None


def _dimensions(asked: Asked) -> tuple[int, int, int]:
    """Width, height and mines; wrong usage for a combination that says too little or too much."""
    level, size, mines = asked.level, asked.size, asked.mines
    if level is not None and (size, mines) != (None, None):
        raise typer.BadParameter("--level says the size and the mines; leave --size and --mines out")
    if size is not None and mines is not None:
        return *size_of(size), mines
    if (size, mines) != (None, None):
        raise typer.BadParameter("--size and --mines go together, as in --size 10x10 --mines 10")
    if (level or "expert") not in LEVELS:
        raise typer.BadParameter(f"there is no level {level!r}; choose from: {', '.join(LEVELS)}")
    return LEVELS[level or "expert"]


def wanted_indices(asked: Asked, boards: BoardSet | RandomBoards) -> range:
    """The boards to play: all of a file, 100 random ones, as many as asked for, or as many as a rule needs."""
    first = asked.first
    if isinstance(boards, BoardSet):
        stop = len(boards) if asked.games is None else first + asked.games
        if not first < len(boards) >= stop:
            raise typer.BadParameter(
                f"the file holds {len(boards)} boards; there are not {stop - first} from {first} on"
            )
        return range(first, stop)
    if asked.games is None:
        return range(first, first + 100 if (asked.until_ci, asked.sprt) == (None, None) else ENDLESS)
    return range(first, first + asked.games)


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
