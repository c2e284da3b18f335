"""The exact engine: how likely each covered cell is a mine, what is certain, and boards drawn from what is possible.

Each component is swept once (`minebot.solver.kernels`), which gives its arrangements by the mines they use; the
components are then joined with the mine total. What is certain is decided by what is possible at all, never by how
small a number is. Where the mine total is not known, every arrangement of any number of mines counts as equally likely.
"""

from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from minebot.board import Board
from minebot.solver.kernels.join import UNKNOWN
from minebot.solver.kernels.model import MINE, SAFE, Constraints
from minebot.solver.kernels.position import FREE, LEFT, PARTS, SUMMARY, Answers, Tallies, constrain, judge
from minebot.solver.kernels.sample import draw
from minebot.solver.puzzle import Contradiction, Puzzle, puzzle, refused
from minebot.topology import grid

EXACT = 2.0**53
"""Up to here every whole number is a double."""


@dataclass(frozen=True, slots=True)
class Part:
    """A component: its cells, and the probability that it holds each number of mines that it can hold."""

    cells: frozenset[int]
    mines: dict[int, float]


class Asked(NamedTuple):
    """A position as the kernels take it."""

    covered: NDArray[np.int8]
    constraints: Constraints
    mines: int


@dataclass(frozen=True)
class Counts:
    """What the arrangements that fit say of the covered cells.

    `by_place` holds the risk of every cell, NaN where it is not covered: in the order of the board's cells, or of the
    puzzle's.
    """

    _answers: Answers
    _asked: Asked
    _named: tuple[int, ...] | None = None
    """The cells of a puzzle; None where a cell is its own place."""

    @property
    def by_place(self) -> NDArray[np.float64]:
        """The risk of every cell, as an array."""
        return self._answers.risks

    @property
    def covered(self) -> NDArray[np.int8]:
        """1 for every cell that is covered, as an array."""
        return self._asked.covered

    @cached_property
    def cells(self) -> tuple[int, ...]:
        """The covered cells, in order."""
        return tuple(self._places.tolist()) if self._named is None else self._named

    @cached_property
    def _places(self) -> NDArray[np.intp]:
        """Where the covered cells stand in the arrays."""
        return np.flatnonzero(self._asked.covered)

    @cached_property
    def risks(self) -> dict[int, float]:
        """The risk of every covered cell: the probability that it is a mine; 0.0 and 1.0 only where that is certain."""
        return dict(zip(self.cells, self.by_place[self._places].tolist(), strict=True))

    def risk(self, cell: int) -> float:
        """The risk of a covered cell."""
        return self.risks[cell]

    @cached_property
    def safe(self) -> frozenset[int]:
        """The cells that are a mine in no arrangement."""
        return self._certain(SAFE)

    @cached_property
    def mines(self) -> frozenset[int]:
        """The cells that are a mine in every arrangement."""
        return self._certain(MINE)

    def _certain(self, state: int) -> frozenset[int]:
        places = np.flatnonzero(self._answers.certain == state).tolist()
        return frozenset(places if self._named is None else (self._named[place] for place in places))

    @property
    def log_arrangements(self) -> float:
        """The natural logarithm of how many arrangements fit."""
        return float(self._answers.log_total[0])

    @cached_property
    def _tallies(self) -> Tallies:
        return details(self._asked, self._answers)[0]

    @cached_property
    def arrangements(self) -> int | None:
        """How many arrangements fit, exactly; None where a component alone has more than a double can count."""
        total = {0: 1}
        for part in range(len(self._tallies.low)):
            counted = self._tally(part)
            if counted is None:
                return None
            total = _convolved(total, counted)
        free, left = int(self._answers.summary[FREE]), int(self._answers.summary[LEFT])
        if left == UNKNOWN:
            return sum(total.values()) << free
        return sum(number * comb(free, left - used) for used, number in total.items() if used <= left)

    def _tally(self, part: int) -> dict[int, int] | None:
        """The arrangements of a component by the mines they use; None where they are more than a double can count."""
        tallies = self._tallies
        counts = tallies.counts[tallies.at[part] : tallies.at[part + 1]].tolist()
        if tallies.scale[part] or sum(counts) >= EXACT:
            return None
        return {used: int(number) for used, number in enumerate(counts, start=int(tallies.low[part])) if number}

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """The components, with the distribution of the mines in each."""
        return tuple(map(self._part, range(len(self._tallies.low))))

    def _part(self, part: int) -> Part:
        tallies = self._tallies
        places = tallies.cells[tallies.cells_at[part] : tallies.cells_at[part + 1]].tolist()
        shares = tallies.shares[tallies.at[part] : tallies.at[part + 1]].tolist()
        mines = {used: share for used, share in enumerate(shares, start=int(tallies.low[part])) if share > 0}
        return Part(frozenset(places if self._named is None else (self._named[place] for place in places)), mines)

    def draw(self, boards: int, seed: int = 0) -> NDArray[np.bool_]:
        """Hidden boards that fit, each arrangement as likely as any other: a row a board, a column for each of `cells`.

        The same seed draws the same boards.
        """
        drawn = np.empty((boards, len(self._asked.covered)), np.int8)
        draw(*self._asked, seed, drawn)
        return drawn[:, self._places].astype(bool)


def examine(asked: Asked) -> tuple[bool, Answers]:
    """Whether any arrangement fits, and what is found."""
    count = len(asked.covered)
    answers = Answers(np.empty(count), np.empty(count, np.int8), np.empty(1), np.empty(SUMMARY, np.int64))
    return judge(*asked, answers, *_NO_ROOM), answers


def details(asked: Asked, answers: Answers) -> tuple[Tallies, NDArray[np.int64]]:
    """The components, and the constraints that cannot hold together."""
    tallies, culprits = _room(*answers.summary[PARTS:].tolist())
    judge(*asked, answers, tallies, culprits)
    return tallies, culprits


def _room(parts: int, counts: int, cells: int, culprits: int) -> tuple[Tallies, NDArray[np.int64]]:
    """Arrays for so many components and constraints."""
    at, cells_at = np.zeros((2, parts + 1), np.int64)
    low, scale = np.empty((2, parts), np.int64)
    tallied, shares = np.empty((2, counts))
    return Tallies(at, low, scale, tallied, shares, cells_at, np.empty(cells, np.int64)), np.empty(culprits, np.int64)


_NO_ROOM = _room(0, 0, 0, 0)


def codes_of(board: Board) -> NDArray[np.int8]:
    """What the cells of a board show, as the kernels take it."""
    return np.fromiter(board.cells, np.int8)


def asked_of(board: Board, codes: NDArray[np.int8]) -> Asked:
    """What a board asks, whose cells show these codes."""
    where = grid(board.topology, board.width, board.height)
    covered = np.empty(len(codes), np.int8)
    said = Constraints(np.zeros(len(codes) + 1, np.int64), *np.empty((2, len(where.around) + len(codes)), np.int64))
    summary = np.empty(3, np.int64)
    constrain(where, codes, covered, said, summary)
    used, fill, shown = summary.tolist()
    constraints = Constraints(said.at[: used + 1], said.cells[:fill], said.mines[:used])
    return Asked(covered, constraints, UNKNOWN if board.mines is None else board.mines - shown)


def count_board(board: Board, codes: NDArray[np.int8] | None = None) -> Counts:
    """The counts of a board; InconsistentBoard, with the numbers in conflict where they are known, if nothing fits.

    Who has the `codes_of` the board already may hand them over.
    """
    asked = asked_of(board, codes_of(board) if codes is None else codes)
    fits, answers = examine(asked)
    if fits:
        return Counts(answers, asked)
    try:
        return count(puzzle(board))
    except Contradiction as clash:
        raise refused(board, clash) from clash


def count(given: Puzzle) -> Counts:
    """The counts of a puzzle; Contradiction if nothing fits."""
    mines = UNKNOWN if given.mines is None else given.mines
    asked = Asked(np.ones(len(given.cells), np.int8), _constraints(given), mines)
    fits, answers = examine(asked)
    if not fits:
        numbers = [given.constraints[index].number for index in details(asked, answers)[1].tolist()]
        raise Contradiction(number for number in numbers if number is not None)
    return Counts(answers, asked, given.cells)


def _constraints(given: Puzzle) -> Constraints:
    places = {cell: place for place, cell in enumerate(given.cells)}
    ends = np.cumsum([0, *(len(each.cells) for each in given.constraints)], dtype=np.int64)
    cells = [places[cell] for each in given.constraints for cell in sorted(each.cells)]
    mines = [each.mines for each in given.constraints]
    return Constraints(ends, np.array(cells, np.int64), np.array(mines, np.int64))


def _convolved(one: dict[int, int], other: dict[int, int]) -> dict[int, int]:
    both: dict[int, int] = {}
    for i, a in one.items():
        for j, b in other.items():
            both[i + j] = both.get(i + j, 0) + a * b
    return both
