"""Pairs: two numbers that share covered cells, looked at together wherever single numbers are stuck.

Source: J. R. Slagle's human-like algorithm, with its stack of active numbers. Strategies 1 and 2 are the rule of the
single number. For the others let B1 hold m1 mines and B2 hold m2, I be the cells that both have, and
bound the mines in I:

    at least  max(m1 - |B1-I|, m2 - |B2-I|, 0)      at most  min(m1, m2, |I|)

The source prints a max in the upper bound, which bounds nothing. From the bounds:

    strategy 3   I holds at least m1          B1-I is safe
    strategy 4   I holds at most m1 - |B1-I|  B1-I is all mines
    strategy 5   I holds at least m2          B2-I is safe
    strategy 6   I holds at most m2 - |B2-I|  B2-I is all mines
    strategy 7   I holds at least |I|         I is all mines; or at most 0, the case missing in the source: I is safe

Equal sets add nothing, since B1-I and B2-I are empty then. A bound of I that decides I itself is m1, m2, |B1| or |B2|,
which strategies 1 and 2 see as well: as long as they come first, strategy 7 finds nothing new.

Each number is looked at with the numbers around it when it becomes active, and again only after one of its cells was
decided, so the work is linear in the board. The mine total is one more number, whose cells hold all others: a number
with all the mines that are left makes the cells beyond it safe, one with all the safe cells makes them mines. That pair
is looked at where all others are stuck, and then decides all that lies beyond, so it costs one pass.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from minebot.board import Board
from minebot.solver.advice import Advice
from minebot.solver.facts import Facts
from minebot.solver.guess import deduced
from minebot.solver.proof import mines, number_at, places
from minebot.solver.puzzle import Contradiction, puzzle, refused, total_of
from minebot.solver.thinking import AT_LEISURE, Thinking


@dataclass(frozen=True, slots=True)
class Pair:
    """Strategies 3 to 7: `first` and `second` are the cells of two numbers (None for the mine total), or the total.

    `shared` are the undecided cells that both have; they hold at least, or at most, `bound` mines, and so `cells`,
    which are those of one number alone or the shared ones, are all safe or all mines.
    """

    strategy: int
    pair: tuple[int | None, int | None]
    shared: frozenset[int]
    bound: int
    cells: frozenset[int]

    @property
    def rule(self) -> str:
        """The strategy by its number."""
        return f"pairs, strategy {self.strategy}"

    @property
    def numbers(self) -> tuple[int, ...]:
        """Both numbers, or the one beside the mine total."""
        return tuple(number for number in self.pair if number is not None)

    def say(self, board: Board) -> str:
        """What the shared cells hold, and what that leaves for the others."""
        first, second = (number_at(board, number) for number in self.pair)
        if self.strategy in (5, 6):
            first, second = second, first
        return f"{first} shares {places(board, self.shared)} with {second}: {self._so()}"

    def _so(self) -> str:
        if self.strategy == 7:
            return f"{'all are mines' if self.bound else 'none of them is a mine'}"
        is_one = len(self.cells) == 1
        others = "its other cell is" if is_one else "its other cells are"
        there = f"{mines(self.bound)} {'are' if self.bound > 1 else 'is'} there"
        if self.strategy in (3, 5):
            return f"at least {there}, all that it has left, so {others} safe"
        needed = self.bound + len(self.cells)
        return f"at most {there} of the {needed} that it needs, so {others} {'a mine' if is_one else 'mines'}"


def pairs(board: Board, thinking: Thinking = AT_LEISURE) -> Advice:
    """What pairs of numbers decide; InconsistentBoard where a pair cannot hold."""
    given = puzzle(board)
    try:
        facts = paired(Facts([*given.constraints, *total_of(given)]), thinking.go_on)
    except Contradiction as clash:
        raise refused(board, clash) from clash
    return deduced(board, given, facts, thinking)


def paired(facts: Facts, go_on: Callable[[], None]) -> Facts:
    """Single numbers, then pairs of them, until neither decides anything more."""
    stack: dict[int, None] = {}
    while True:
        while facts.active:
            index = facts.pop()
            facts.single(index)
            stack.pop(index, None)
            stack[index] = None
        if stack:
            go_on()
            _around(facts, stack.popitem()[0])
        elif not _with_the_total(facts):
            return facts


def _around(facts: Facts, index: int) -> None:
    """Strategies 3 to 7 for a number and each that shares undecided cells with it, until one decides something."""
    if facts.constraints[index].number is None:
        return
    shared = Counter(other for cell in facts.open[index] for other in facts.touching[cell])
    for other in sorted(shared):
        if other == index or facts.constraints[other].number is None:
            continue
        if _decided(facts, index, other, shared[other]):
            facts.push(index)
            return


def _with_the_total(facts: Facts) -> bool:
    """Whether a number, together with the mine total, decides the cells beyond the number."""
    total = len(facts.constraints) - 1
    if total < 0 or facts.constraints[total].number is not None:
        return False
    return any(facts.open[index] and _decided(facts, index, total, len(facts.open[index])) for index in range(total))


def _decided(facts: Facts, index: int, other: int, shared: int) -> bool:
    """Whether strategies 3 to 7 decide cells of two constraints that share so many; Contradiction if they clash."""
    pair = (facts.constraints[index].number, facts.constraints[other].number)
    one, two = (Side(facts.left[each], len(facts.open[each]) - shared) for each in (index, other))
    found = strategies(one, two, shared)
    if found is None:
        raise Contradiction(number for number in pair if number is not None)
    if not found:
        return False
    both = frozenset(facts.open[index] & facts.open[other])
    first, second = facts.open[index] - both, facts.open[other] - both
    for strategy, bound in found:
        cells = frozenset({3: first, 4: first, 5: second, 6: second, 7: both}[strategy])
        mine = strategy in (4, 6) or (strategy == 7 and bound > 0)
        facts.decide(cells, mine, Pair(strategy, pair, both, bound, cells))
    return True


class Side(NamedTuple):
    """One number of a pair: how many mines it has left to find, and how many cells that the other has not."""

    mines: int
    alone: int


def strategies(first: Side, second: Side, shared: int) -> list[tuple[int, int]] | None:
    """The strategies 3 to 7 that decide something, each with its bound on the shared cells; None where nothing fits."""
    low = max(first.mines - first.alone, second.mines - second.alone, 0)
    high = min(first.mines, second.mines, shared)
    if low > high:
        return None
    found = []
    for strategy, side in ((3, first), (5, second)):
        if side.alone and low == side.mines:
            found.append((strategy, low))
        elif side.alone and high == side.mines - side.alone:
            found.append((strategy + 1, high))
    if low == shared or high == 0:
        found.append((7, low))
    return found
