"""The tables of the sources as data: what they say, and on which boards we play the same."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from minebot.board import LEVELS
from minebot.minefield import Rule

Quantity = Literal["won", "unguessed", "nodes"]

SIZES = {
    **LEVELS,
    "3x3, 2 mines": (3, 3, 2),
    "4x4, 3 mines": (4, 4, 3),
    "5x5, 5 mines": (5, 5, 5),
    "6x6, 7 mines": (6, 6, 7),
}
"""Width, height and mines of the boards that the sources play."""

STARTS = ("corner", "middle", "anywhere")
"""Where a game begins; the sources do not say. `anywhere` is spread evenly over all cells."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of a source: on which boards, what the source calls the solver, its name here, and the figure."""

    size: str
    name: str
    solver: str
    given: float | None
    rule: Rule = "safe"


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceTable:
    """A table of a source. `games` are those that we play for a figure from a start; None for every board there is."""

    title: str
    source: str
    quantity: Quantity
    figures: tuple[Figure, ...]
    games: int | None
    given_games: int | None = None
    """How many games the source played for a figure, at least."""
    notes: tuple[str, ...] = ()
    """Why ours differ, as far as it was measured."""


def _grid(
    names: Sequence[tuple[str, str]], rows: dict[str, Sequence[float]], rule: Rule = "safe"
) -> tuple[Figure, ...]:
    """A figure a size and solver: rows by size, in them a figure a name."""
    return tuple(
        Figure(size, name, solver, given, rule)
        for size, row in rows.items()
        for (name, solver), given in zip(names, row, strict=True)
    )


TABLES = {
    "farn-1": SourceTable(
        title="% of games won; the first cell is never a mine",
        source="Farn, Table 1",
        quantity="won",
        given_games=1000,
        games=1000,
        figures=_grid(
            (
                ("equation", "subsets"),
                ("limited", "limited"),
                ("CSP set", "boxes"),
                ("tie-break", "tiebreak"),
                ("HCSP", "hcsp"),
            ),
            {
                "beginner": (71, 92, 89, 90, 89),
                "intermediate": (36, 64, 74, 76, 74),
                "expert": (26, 17, 31, 34, 38),
            },
        ),
        notes=(
            "the first cell counts for as much as the solver. tiebreak, 20,000 games from corner, middle, anywhere:",
            "beginner 91.2, 85.9, 87.7 %; intermediate 77.4, 70.3, 73.1 %; expert 39.0, 35.3, 36.3 %",
            "so tie-break's 34 % on expert fit a first cell in the middle or anywhere, and no corner",
            "equation and limited look swapped on expert: ours win about 12 and 33 % from every first cell",
        ),
    ),
    "farn-2": SourceTable(
        title="% of games won on 3x3 with 2 mines; the first cell is never a mine",
        source="Farn, Table 2",
        quantity="won",
        games=None,
        figures=_grid(
            (("CSP set", "boxes"), ("tie-break", "tiebreak"), ("globally optimal", "optimal")),
            {"3x3, 2 mines": (77, 80, 82)},
        ),
        notes=(
            "equal cells go to the lowest index; were one drawn, anywhere would be 77.91 (CSP set), 79.72 (tie-break)",
            "globally optimal wins 23 of 28 boards from a corner, 24 from the middle of a side, 17 from the middle",
        ),
    ),
    "farn-3": SourceTable(
        title="nodes generated in a game; the first cell opens",
        source="Farn, Table 3",
        quantity="nodes",
        games=500,
        figures=_grid(
            (("CSP", "csp"), ("CSP set", "boxes")),
            {
                "4x4, 3 mines": (56.22, 7.38),
                "5x5, 5 mines": (3230.18, 31.56),
                "6x6, 7 mines": (607889.64, 84.44),
            },
            rule="open",
        ),
        notes=(
            "here the mine total is one more number, on all covered cells, so that nothing falls into components;",
            "every position is searched, after single numbers, and a node is a value that leaves each number possible",
        ),
    ),
    "laker": SourceTable(
        title="% of games that single numbers alone win, without a guess",
        source='N. Laker, "Easy Logic": about half of games, no level said',
        quantity="unguessed",
        games=1000,
        figures=tuple(Figure(level, "easy logic", "single", 50, rule) for rule in ("safe", "open") for level in LEVELS),
    ),
}
"""The tables by name."""
