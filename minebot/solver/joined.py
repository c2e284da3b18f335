"""Components joined: they share no cell, and meet only in the mine total.

An arrangement of one component with k mines fits as many boards as the other components and the unconstrained cells
have arrangements of the mines that are left. That number is its weight. Where the total is not known, every arrangement
of every component goes with every one of the others, and weighs the same.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import comb

from minebot.solver.puzzle import Contradiction

ByMines = Mapping[int, int]
"""How many arrangements there are, for each number of mines that they use."""


@dataclass(frozen=True, slots=True)
class Joined:
    """All arrangements of a board: `total` of them.

    `rest[i][k]` is how many arrangements of everything else go with one of component i that has k mines; `away` is how
    many of all arrangements have a mine in a given unconstrained cell.
    """

    total: int
    rest: tuple[ByMines, ...]
    away: int


def joined(components: Sequence[ByMines], unconstrained: int, mines: int | None) -> Joined:
    """Join components with so many unconstrained cells; Contradiction where they do not go with the mines left for all.

    `mines` is None where the total is not known.
    """
    none: ByMines = {0: 1}
    before = list(accumulate(components, convolved, initial=none))
    after = list(accumulate(reversed(components), convolved, initial=none))[::-1]
    others = [convolved(one, other) for one, other in zip(before, after[1:], strict=False)]
    rest = tuple(
        {used: _completed(other, unconstrained, None if mines is None else mines - used) for used in component}
        for component, other in zip(components, others, strict=True)
    )
    total = _completed(before[-1], unconstrained, mines)
    if not total:
        raise Contradiction
    return Joined(total, rest, _away(before[-1], unconstrained, mines))


def convolved(one: ByMines, other: ByMines) -> ByMines:
    """The arrangements of two components side by side."""
    both: dict[int, int] = {}
    for i, a in one.items():
        for j, b in other.items():
            both[i + j] = both.get(i + j, 0) + a * b
    return both


def choose(cells: int, mines: int) -> int:
    """The arrangements of so many mines in unconstrained cells: C(cells, mines), 0 outside of what fits."""
    return comb(cells, mines) if 0 <= mines <= cells else 0


def _completed(arrangements: ByMines, unconstrained: int, mines: int | None) -> int:
    """The arrangements, each with all ways to lay the rest of the mines in the unconstrained cells."""
    if mines is None:
        return sum(arrangements.values()) << unconstrained
    return sum(number * choose(unconstrained, mines - used) for used, number in arrangements.items())


def _away(arrangements: ByMines, unconstrained: int, mines: int | None) -> int:
    """The arrangements that have a mine in a given unconstrained cell."""
    if not unconstrained:
        return 0
    return _completed(arrangements, unconstrained - 1, None if mines is None else mines - 1)
