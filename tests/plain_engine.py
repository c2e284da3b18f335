"""Exact counts: how many arrangements of mines fit, and how many of them have a mine in each cell.

Each component is swept once (`plain_sweep`), which gives its arrangements by the mines they use. The
components are then joined with the mine total: an arrangement of one component with k mines weighs as many as there are
ways to lay the other mines in the other components and on the unconstrained cells.

Everything is an integer: a cell is safe when exactly no arrangement has a mine there. Where the mine total is not
known, every arrangement of any number of mines counts as equally likely.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import comb

from plain_sweep import Tally, sweep

from minebot.board import Board
from minebot.errors import InconsistentBoard
from minebot.solver.core import Component, Model, model
from minebot.solver.puzzle import Contradiction, Puzzle, puzzle


@dataclass(frozen=True, slots=True)
class Counts:
    """How many arrangements fit, and for each covered cell in how many of them it is a mine."""

    arrangements: int
    with_mine: dict[int, int]

    @property
    def safe(self) -> frozenset[int]:
        """The cells that are a mine in no arrangement."""
        return frozenset(cell for cell, count in self.with_mine.items() if count == 0)

    @property
    def mines(self) -> frozenset[int]:
        """The cells that are a mine in every arrangement."""
        return frozenset(cell for cell, count in self.with_mine.items() if count == self.arrangements)

    def risk(self, cell: int) -> float:
        """The probability that a covered cell is a mine: the exact ratio, rounded once."""
        return self.with_mine[cell] / self.arrangements


def count_board(board: Board) -> Counts:
    """The counts of a board; InconsistentBoard, with the numbers in conflict where they are known, if nothing fits."""
    try:
        return count(puzzle(board))
    except Contradiction as clash:
        numbers = [board.place(cell) for cell in clash.numbers]
        raise InconsistentBoard(_complaint(board, numbers), board, numbers) from clash


def _complaint(board: Board, numbers: Sequence[tuple[int, int]]) -> str:
    if not numbers:
        return f"no arrangement of {board.mines} mines fits the numbers; check the mine total and the board"
    places = ", ".join(map(str, numbers[:4])) + (", ..." if len(numbers) > 4 else "")
    return f"no arrangement of mines fits the numbers at {places}; check the board there"


def count(given: Puzzle) -> Counts:
    """The counts of a puzzle; Contradiction if nothing fits."""
    parts = model(given)
    swept = [_swept(component) for component in parts.components]
    joined = _join([tally for tally, _ in swept], parts)
    with_mine = {cell: joined.total if is_mine else 0 for cell, is_mine in parts.decided.items()}
    with_mine |= dict.fromkeys(parts.unconstrained, joined.unconstrained)
    for component, (_, held), weights in zip(parts.components, swept, joined.weights, strict=True):
        for box, tally in zip(component.boxes, held, strict=True):
            weight = sum(number * weights[used] for used, number in tally.items())
            with_mine |= dict.fromkeys(box.cells, weight)
    return Counts(joined.total, with_mine)


@dataclass(frozen=True, slots=True)
class _Joined:
    """What the components and the mine total make together."""

    total: int
    """All arrangements."""
    unconstrained: int
    """Those with a mine in a given unconstrained cell."""
    weights: list[Tally]
    """For each component, by the mines it uses: the ways to lay all the other mines."""


def _join(tallies: Sequence[Tally], parts: Model) -> _Joined:
    """Convolve the components with each other and with the ways to lay the remaining mines on unconstrained cells."""
    elsewhere = _ways(len(parts.unconstrained), parts.mines)
    before = list(accumulate(tallies, _convolved, initial={0: 1}))
    after = {used: elsewhere(used) for used in before[-1]}
    one_there = _ways(len(parts.unconstrained) - 1, None if parts.mines is None else parts.mines - 1)
    unconstrained = sum(number * one_there(used) for used, number in before[-1].items())
    weights: list[Tally] = []
    for tally, earlier in zip(reversed(tallies), reversed(before[:-1]), strict=True):
        weights.append({k: sum(number * after[used + k] for used, number in earlier.items()) for k in tally})
        after = {used: sum(number * after[used + k] for k, number in tally.items()) for used in earlier}
    if not after[0]:
        raise Contradiction
    return _Joined(after[0], unconstrained, weights[::-1])


def _ways(cells: int, mines: int | None) -> Callable[[int], int]:
    """In how many ways the unconstrained cells can hold the mines that are left when some are used elsewhere."""
    if cells < 0:
        return lambda _used: 0
    if mines is None:
        return lambda _used: 1 << cells
    return lambda used: comb(cells, mines - used) if mines >= used else 0


def _convolved(one: Tally, other: Tally) -> Tally:
    both: Tally = {}
    for i, a in one.items():
        for j, b in other.items():
            both[i + j] = both.get(i + j, 0) + a * b
    return both


def _swept(component: Component) -> tuple[Tally, tuple[Tally, ...]]:
    """The arrangements of a component, and for each box those with a mine in a given cell of it, by mines used."""
    sizes = tuple(len(box.cells) for box in component.boxes)
    under = tuple(box.under for box in component.boxes)
    tally, held = sweep(sizes, under, component.mines)
    if not tally:
        raise Contradiction(component.numbers)
    return tally, held
