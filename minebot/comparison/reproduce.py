"""A source's table played again: each figure from every start, with its interval."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from time import perf_counter

import numpy as np

from minebot.comparison.sources import SIZES, STARTS, Figure, Quantity, SourceTable
from minebot.comparison.whole import SearchedBy
from minebot.geometry import Cell
from minebot.minefield import Boards, BoardSet, Minefield, RandomBoards, Rule
from minebot.simulation.chunks import PlayedBy, in_order
from minebot.simulation.crew import Crew, local
from minebot.simulation.outcome import Outcomes
from minebot.simulation.tally import Z, wilson
from minebot.solver import SOLVERS

CELLS = 48
"""The start cells of `anywhere`, at most."""


@dataclass(frozen=True, slots=True)
class Ours:
    """Our figure from a start: a percentage or a mean, and its 95 % interval, which is none where all boards count."""

    start: str
    value: float
    ci95: tuple[float, float] | None
    games: int
    handed_on: int

    def as_json(self) -> dict[str, object]:
        """The fields."""
        return {
            "start": self.start,
            "value": self.value,
            "ci95": None if self.ci95 is None else list(self.ci95),
            "games": self.games,
            "handed_on": self.handed_on,
        }


@dataclass(frozen=True, slots=True)
class Row:
    """A figure of the source, and ours."""

    figure: Figure
    ours: tuple[Ours, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """How a table is played: games a figure and start (None: as the table says), the seed, processes, the budget.

    The budget is the seconds for a move; where nodes are counted, they are counted to the end.
    """

    games: int | None = None
    seed: int = 0
    jobs: int = 1
    budget: float | None = None


class Reproduction:
    """A table as it is played again; it can be stopped anywhere, and the rows till then count."""

    def __init__(self, table: SourceTable, effort: Effort) -> None:
        self.table, self.effort = table, effort
        self.figures = [figure for figure in table.figures if figure.solver in SOLVERS]
        self.rows: list[Row] = []
        self.done = 0
        """Figures and starts that are played."""
        self._began = perf_counter()

    @property
    def title(self) -> str:
        """What it is called in front of its bar."""
        return "comparing"

    @property
    def seconds(self) -> float:
        """How long it has been going on."""
        return perf_counter() - self._began

    @property
    def share(self) -> float:
        """The share that is done."""
        return self.done / (len(self.figures) * len(STARTS))

    @property
    def news(self) -> str:
        """What is being played."""
        figure = self.figures[min(len(self.rows), len(self.figures) - 1)]
        return f"{100 * self.share:.0f} %; {figure.size}, {figure.rule}: {figure.solver}"

    @property
    def so_far(self) -> str:
        """What was done when it is stopped."""
        return f"{len(self.rows)} of {len(self.figures)} figures are played"

    def play(self, shown: Callable[[], None]) -> None:
        """Play all figures; `shown` is called after each chunk."""
        with local(self.effort.jobs) as crew:
            for figure in self.figures:
                ours: list[Ours] = []
                for start in STARTS:
                    games = np.concatenate(list(self._games(crew, figure, start, shown)))
                    ours.append(measured(self.table.quantity, start, games, exact=self._exact))
                    self.done += 1
                self.rows.append(Row(figure, tuple(ours)))

    @property
    def _exact(self) -> bool:
        """Whether every board there is is played."""
        return self.table.games is None

    def _games(self, crew: Crew, figure: Figure, start: str, shown: Callable[[], None]) -> Iterator[Outcomes]:
        """The games from the cells of a start, in chunks."""
        whole = self.table.quantity == "nodes"
        play = SearchedBy(figure.solver) if whole else PlayedBy((figure.solver,), self.effort.budget)
        cells = list(start_cells(start, *SIZES[figure.size][:2]))
        wanted = self.effort.games or self.table.games or 0
        for place, cell in enumerate(cells):
            share = range(place * wanted // len(cells), (place + 1) * wanted // len(cells))
            boards, games = self._boards(figure, cell, share)
            for chunk in in_order(crew, boards, games, play):
                yield chunk.outcomes[0]
                shown()

    def _boards(self, figure: Figure, cell: Cell, games: range) -> tuple[Boards, range]:
        """The boards of a figure, and which of them are played: from other cells others, or they would be alike."""
        width, height, mines = SIZES[figure.size]
        if self._exact:
            every = all_boards((width, height), mines, cell, figure.rule)
            return every, range(len(every))
        return RandomBoards(width, height, mines, figure.rule, self.effort.seed, cell), games


def start_cells(start: str, width: int, height: int) -> Iterator[Cell]:
    """The cells of the first move that a start means; of `anywhere`, all, or CELLS of them in even steps."""
    if start == "corner":
        yield 0, 0
    elif start == "middle":
        yield width // 2, height // 2
    else:
        cells = width * height
        taken = min(CELLS, cells)
        for place in range(taken):
            cell = place * cells // taken
            yield cell % width, cell // width


def all_boards(size: tuple[int, int], mines: int, start: Cell, rule: Rule) -> BoardSet:
    """Every board of this size and number of mines that obeys the rule at the start cell."""
    width, height = size
    fields = (Minefield(width, height, frozenset(laid)) for laid in combinations(range(width * height), mines))
    obeying = tuple(field for field in fields if field.obeys(rule, start[1] * width + start[0]))
    return BoardSet(width, height, mines, start, rule, obeying)


def measured(quantity: Quantity, start: str, games: Outcomes, *, exact: bool) -> Ours:
    """What games say of a quantity."""
    count, handed_on = len(games), int(games["handed_on"].sum())
    if quantity == "nodes":
        mean, half = float(games["nodes"].mean()), Z * float(games["nodes"].std()) / sqrt(count)
        return Ours(start, mean, None if exact else (mean - half, mean + half), count, handed_on)
    held = games["won"] & (games["guesses"] == 0) if quantity == "unguessed" else games["won"]
    low, high = wilson(int(held.sum()), count)
    interval = None if exact else (100 * low, 100 * high)
    return Ours(start, 100 * float(held.mean()), interval, count, handed_on)
