"""What `minebot compare` is asked for, and the match that follows from it; wrong usage where none does."""

import os
from collections.abc import Iterable
from dataclasses import dataclass, fields
from pathlib import Path

import typer

from minebot.comparison.match import Plan
from minebot.errors import OutcomesError
from minebot.simulation.asked import refuse_picture
from minebot.simulation.dealt import Dealt, wanted_boards, wanted_indices
from minebot.simulation.run import ENDLESS
from minebot.solver import SIMPLER, SOLVERS

BUDGET = 1.0
"""Seconds for a move, if nothing is said."""

_BESIDE_A_TABLE = {"table", "games", "seed", "jobs", "budget", "as_json"}
"""What may be said beside --table, which says the boards and the solvers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked(Dealt):
    """The options as the user gave them."""

    solvers: str | None = None
    against: str | None = None
    jobs: int | None = None
    budget: float | None = None
    time: float | None = None
    peers: Path | None = None
    csv: Path | None = None
    plot: Path | None = None
    table: str | None = None
    as_json: bool = False

    def __post_init__(self) -> None:
        given = [each.name for each in fields(self) if getattr(self, each.name) != each.default]
        if self.table is not None and (extra := [name for name in given if name not in _BESIDE_A_TABLE]):
            said = ", ".join(f"--{name}" for name in extra)
            raise typer.BadParameter(f"--table says the boards and the solvers; leave {said} out")
        if self.peers is not None and self.boards is None:
            raise typer.BadParameter("--peers goes with --boards: they played the boards of that file")
        for name in ("budget", "time"):
            if (seconds := getattr(self, name)) is not None and not seconds >= 0:
                raise typer.BadParameter(f"--{name} takes seconds, as in --{name} 10; not {seconds}")
        if self.plot is not None:
            refuse_picture(self.plot)
        if self.csv is not None:
            _refuse_csv(self.csv)

    @property
    def seconds(self) -> float | None:
        """The budget of a move, None where there is none."""
        return BUDGET if self.budget is None else self.budget or None

    @property
    def processes(self) -> int:
        """How many play."""
        return self.jobs or os.cpu_count() or 1


def _refuse_csv(path: Path) -> None:
    """A file that cannot be written is refused before the first game."""
    if path.suffix.lower() != ".csv":
        raise typer.BadParameter(f"{path} is no table that can be written; its name ends in .csv")
    if path.is_dir() or not path.parent.is_dir() or not os.access(path.parent, os.W_OK):
        raise OutcomesError(f"{path} cannot be written: name a file in a folder that is there")


def plan(asked: Asked) -> Plan:
    """The match that is asked for."""
    boards = wanted_boards(asked)
    otherwise = 100 if asked.time is None else ENDLESS
    return Plan(
        boards=boards,
        indices=wanted_indices(asked, boards, otherwise),
        solvers=wanted_solvers(asked.solvers),
        jobs=asked.processes,
        budget=asked.seconds,
        time=asked.time,
    )


def wanted_solvers(text: str | None) -> tuple[str, ...]:
    """The solvers that play, in the order of the ladder; all of it if nothing is said."""
    if text is None:
        return tuple(SIMPLER)
    names = [name.strip() for name in text.split(",")]
    for name in names:
        if name not in SOLVERS:
            raise typer.BadParameter(f"there is no solver {name!r}; choose from: {', '.join(SOLVERS)}")
        if names.count(name) > 1:
            raise typer.BadParameter(f"--solvers names {name} twice; each plays the boards once")
    return tuple(sorted(names, key=list(SOLVERS).index))


def refuse_rival(asked: Asked, players: Iterable[str]) -> None:
    """Wrong usage for an --against that does not play."""
    known = list(players)
    if asked.against is not None and asked.against not in known:
        raise typer.BadParameter(f"--against names none of those that play: {', '.join(known)}")
