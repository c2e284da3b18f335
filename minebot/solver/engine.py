"""The exact engine: how likely each covered cell is a mine, what is certain, and boards drawn from what is possible.

Each component is swept once (`minebot.solver.kernels`), which gives its arrangements by the mines they use; the
components are then joined with the mine total. What is certain is decided by what is possible at all, never by how
small a number is. Where the mine total is not known, every arrangement of any number of mines counts as equally likely.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb

import numpy as np
from numpy.typing import NDArray

from minebot.board import Board
from minebot.errors import InconsistentBoard
from minebot.solver.core import Contradiction, Puzzle, puzzle
from minebot.solver.kernels.join import UNKNOWN
from minebot.solver.kernels.model import MINE, SAFE, Constraints
from minebot.solver.kernels.position import COMPONENT_CLASH, CONSTRAINT_CLASH, FITS, Position, constraints_of, examine
from minebot.solver.kernels.sample import draw
from minebot.topology import grid

EXACT = 2.0**53
"""Up to here every whole number is a double."""


@dataclass(frozen=True, slots=True)
class Part:
    """A component: its cells, and the probability that it holds each number of mines that it can hold."""

    cells: frozenset[int]
    mines: dict[int, float]


@dataclass(frozen=True)
class Counts:
    """What the arrangements that fit say of the covered cells; `cells` are these cells, in order."""

    cells: tuple[int, ...]
    _position: Position
    _covered: NDArray[np.int8]
    _places: dict[int, int] | None = None
    """Where a cell stands in the arrays of the position; None where it stands at its own index."""

    def risk(self, cell: int) -> float:
        """The probability that a covered cell is a mine; 0.0 and 1.0 only where that is certain."""
        return float(self._position.risks[cell if self._places is None else self._places[cell]])

    @cached_property
    def risks(self) -> dict[int, float]:
        """The risk of every covered cell."""
        return dict(zip(self.cells, self._position.risks[self._covered == 1].tolist(), strict=True))

    @cached_property
    def safe(self) -> frozenset[int]:
        """The cells that are a mine in no arrangement."""
        return self._certain(SAFE)

    @cached_property
    def mines(self) -> frozenset[int]:
        """The cells that are a mine in every arrangement."""
        return self._certain(MINE)

    def _certain(self, state: int) -> frozenset[int]:
        states = self._position.certain[self._covered == 1].tolist()
        return frozenset(cell for cell, known in zip(self.cells, states, strict=True) if known == state)

    @property
    def log_arrangements(self) -> float:
        """The natural logarithm of how many arrangements fit."""
        return float(self._position.joined.log_total)

    @cached_property
    def arrangements(self) -> int | None:
        """How many arrangements fit, exactly; None where a component alone has more than a double can count."""
        tallies = [self._tally(part) for part in range(len(self._position.parts.at))]
        total = {0: 1}
        for tally in tallies:
            if tally is None:
                return None
            total = _convolved(total, tally)
        free, left = int(self._position.free), int(self._position.left)
        if left == UNKNOWN:
            return sum(total.values()) << free
        return sum(number * comb(free, left - used) for used, number in total.items() if used <= left)

    def _tally(self, part: int) -> dict[int, int] | None:
        """The arrangements of a component by the mines they use."""
        parts = self._position.parts
        counts = parts.rows[parts.at[part] : parts.at[part] + parts.width[part]]
        if parts.scale[part] or counts.sum() >= EXACT:
            return None
        return {int(parts.low[part]) + more: int(count) for more, count in enumerate(counts.tolist()) if count}

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """The components, with the distribution of the mines in each."""
        model, joined, parts = self._position.model, self._position.joined, self._position.parts
        found = []
        for part in range(len(parts.at)):
            cells = model.cells[model.cells_at[model.first_box[part]] : model.cells_at[model.first_box[part + 1]]]
            counts = parts.rows[parts.at[part] : parts.at[part] + parts.width[part]]
            weights = counts * joined.weights[joined.at[part] : joined.at[part + 1]]
            shares = enumerate((weights / weights.sum()).tolist(), start=int(parts.low[part]))
            mines = {used: share for used, share in shares if joined.possible[joined.at[part] + used - parts.low[part]]}
            found.append(Part(frozenset(self._names[place] for place in cells.tolist()), mines))
        return tuple(found)

    @cached_property
    def _names(self) -> dict[int, int]:
        """The cell at each place of the arrays."""
        return dict(zip(np.flatnonzero(self._covered).tolist(), self.cells, strict=True))

    def draw(self, boards: int, seed: int = 0) -> NDArray[np.bool_]:
        """Hidden boards that fit, each arrangement as likely as any other: a row a board, a column for each of `cells`.

        The same seed draws the same boards.
        """
        return draw(self._position, self._covered, boards, seed)[:, self._covered == 1].astype(bool)


def count_board(board: Board) -> Counts:
    """The counts of a board; InconsistentBoard, with the numbers in conflict where they are known, if nothing fits."""
    codes = np.array(board.cells, np.int8)
    covered, constraints, shown = constraints_of(grid(board.topology, board.width, board.height), codes)
    position = examine(covered, constraints, UNKNOWN if board.mines is None else board.mines - shown)
    if position.verdict == FITS:
        return Counts(tuple(np.flatnonzero(covered).tolist()), position, covered)
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
    places = {cell: place for place, cell in enumerate(given.cells)}
    covered = np.ones(len(places), np.int8)
    constraints = _constraints(given, places)
    position = examine(covered, constraints, UNKNOWN if given.mines is None else given.mines)
    if position.verdict != FITS or (given.mines is not None and given.mines < 0):
        raise Contradiction(_culprits(given, position))
    return Counts(given.cells, position, covered, places)


def _constraints(given: Puzzle, places: dict[int, int]) -> Constraints:
    ends = np.cumsum([0, *(len(each.cells) for each in given.constraints)], dtype=np.int64)
    cells = [places[cell] for each in given.constraints for cell in sorted(each.cells)]
    mines = [each.mines for each in given.constraints]
    return Constraints(ends, np.array(cells, np.int64), np.array(mines, np.int64))


def _culprits(given: Puzzle, position: Position) -> list[int]:
    """The cells whose numbers clash, as far as cells say them."""
    culprit, model = int(position.culprit), position.model
    if position.verdict == CONSTRAINT_CLASH:
        indices = [culprit]
    elif position.verdict == COMPONENT_CLASH:
        indices = model.source[model.first_constraint[culprit] : model.first_constraint[culprit + 1]].tolist()
    else:
        indices = []
    numbers = [given.constraints[index].number for index in indices]
    return [number for number in numbers if number is not None]


def _convolved(one: dict[int, int], other: dict[int, int]) -> dict[int, int]:
    both: dict[int, int] = {}
    for i, a in one.items():
        for j, b in other.items():
            both[i + j] = both.get(i + j, 0) + a * b
    return both
