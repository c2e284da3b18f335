"""A run: games played in chunks, kept, counted, and ended by a rule; it can be stopped, and gone on with, anywhere."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Self

from minebot.errors import OutcomesError
from minebot.minefield import BoardSet, RandomBoards
from minebot.simulation import keep
from minebot.simulation.chunks import Chunk, PlayedBy, in_order
from minebot.simulation.crew import Crew, local
from minebot.simulation.interrupt import undivided
from minebot.simulation.journal import Journal
from minebot.simulation.keep import Place
from minebot.simulation.outcome import Outcomes
from minebot.simulation.settings import Settings
from minebot.simulation.stopping import Rule
from minebot.simulation.tally import Tally

ENDLESS = 1 << 62
"""The index at which a run ends that only its rule ends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is to be played, and what becomes of it."""

    boards: BoardSet | RandomBoards
    solvers: tuple[str, ...]
    """One, or two that play the same boards."""
    indices: range
    seed: int = 0
    rule: Rule | None = None
    jobs: int = 1
    cluster: str | None = None
    outcomes: Path | None = None
    resume: bool = False
    times: bool = True

    def settings(self, solver: str) -> Settings:
        """The settings of the run of one solver."""
        return Settings.of(self.boards, solver, first=self.indices.start, times=self.times)

    def places(self) -> list[Place]:
        """Where the games of each solver are kept: the second's in a file that carries its name."""
        if self.outcomes is None:
            return []
        beside = [self.outcomes.with_suffix(f".{name}{self.outcomes.suffix}") for name in self.solvers[1:]]
        return [Place(path) for path in (self.outcomes, *beside)]

    def crew(self) -> AbstractContextManager[Crew]:
        """Who plays."""
        if self.cluster is None:
            return local(min(self.jobs, len(self.indices)))
        from minebot.simulation.cluster import cluster  # noqa: PLC0415 - it needs an extra

        return cluster(self.cluster)


class Run:
    """A run of a plan; entering it opens its files, and leaving it finishes them, however it ends."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.tallies = [Tally() for _ in plan.solvers]
        self.opened = False
        """Whether its files could be gone on with: until then, nothing that it counts is kept."""
        self.decided = False
        self.resumed = 0
        """The games that were there already."""
        self._journals: list[Journal] = []
        self._stack = ExitStack()
        self._began = perf_counter()

    def __enter__(self) -> Self:
        self._began = perf_counter()
        opened = keep.resume if self.plan.resume else keep.begin
        with ExitStack() as stack:
            for place, solver in zip(self.plan.places(), self.plan.solvers, strict=False):
                self._journals.append(stack.enter_context(opened(place, self.plan.settings(solver))))
            if self.plan.resume:
                self._recount()
            self._stack = stack.pop_all()
        self.opened = True
        return self

    def __exit__(self, *_: object) -> None:
        with self._stack:
            for place, solver, journal in zip(self.plan.places(), self.plan.solvers, self._journals, strict=False):
                keep.finish(place, self.plan.settings(solver), journal)

    @property
    def tally(self) -> Tally:
        """The sums over the games of the (first) solver, those of a resumed file included."""
        return self.tallies[0]

    @property
    def by_solver(self) -> dict[str, Tally]:
        """The sums of each solver; of a solver against itself, once."""
        return dict(zip(self.plan.solvers, self.tallies, strict=True))

    @property
    def seconds(self) -> float:
        """How long it has been running this time."""
        return perf_counter() - self._began

    def play(self, shown: Callable[[], None]) -> None:
        """Play what is left; `shown` is called after each chunk."""
        left = range(self.plan.indices.start + self.tally.games, self.plan.indices.stop)
        if self.decided or not left:
            return
        play = PlayedBy(self.plan.solvers)
        with self.plan.crew() as crew, closing(in_order(crew, self.plan.boards, left, play)) as chunks:
            for chunk in chunks:
                self._take(chunk)
                shown()
                if self.decided:
                    return

    def _take(self, chunk: Chunk) -> None:
        with undivided():  # so that the files and the sums always agree
            rows = self._until_decided(chunk.outcomes)
            for journal, row in zip(self._journals, rows, strict=False):
                journal.append(row)
            self._count(rows)

    def _until_decided(self, rows: tuple[Outcomes, ...]) -> tuple[Outcomes, ...]:
        needed = None if self.plan.rule is None else self.plan.rule.until(rows)
        self.decided = needed is not None
        return tuple(row[:needed] for row in rows)

    def _count(self, rows: tuple[Outcomes, ...]) -> None:
        for tally, row in zip(self.tallies, rows, strict=True):
            tally.add(row)

    def _recount(self) -> None:
        """Count the games of the files, and cut off what is no whole game, or has none beside it."""
        for rows in _side_by_side(self._journals):
            wanted = self._until_decided(rows)
            if self.decided and len(wanted[0]) < len(rows[0]):
                raise self._too_many("the rule that stops the run is met before its end")
            self._count(wanted)
        self.resumed = self.tally.games
        if self.resumed > len(self.plan.indices):
            raise self._too_many(f"{len(self.plan.indices)} games are asked for")
        for journal in self._journals:
            journal.cut(self.resumed)

    def _too_many(self, why: str) -> OutcomesError:
        return OutcomesError(f"{self.plan.outcomes} holds more games than that: {why}")


def _side_by_side(journals: list[Journal]) -> Iterator[tuple[Outcomes, ...]]:
    for rows in zip(*(journal.games() for journal in journals), strict=False):
        games = min(map(len, rows))
        yield tuple(row[:games] for row in rows)
