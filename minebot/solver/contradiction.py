"""Contradiction: suppose a cell is a mine, follow the single numbers, and where one cannot hold, the cell is safe.

Source: N. Laker's Contradiction Search. As described there it only ever finds safe cells; the mirror case, a cell
supposed safe until a number cannot hold, proves a mine. A supposition follows nothing but the rule of the single
number, to which the mine total belongs. What is refuted is decided at once, the rule of the single number draws its
conclusions, and the search goes through the frontier again, until a whole round refutes nothing.

A supposition changes the facts in place, touching only the constraints of the cells that it decides, and takes all of
it back from the trail of those cells. Cells under the same constraints are alike, those beyond the frontier too where
the mine total is known: the first of them is supposed, and stands for all.
"""

from collections import defaultdict, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from minebot.board import Board
from minebot.solver.advice import Advice
from minebot.solver.facts import Facts
from minebot.solver.guess import deduced
from minebot.solver.proof import number_at, places
from minebot.solver.puzzle import Contradiction, puzzle, refused, total_of
from minebot.solver.thinking import AT_LEISURE, Thinking


@dataclass(frozen=True, slots=True)
class Step:
    """What a number makes of its undecided cells, all of them, in the course of a supposition."""

    number: int | None
    cells: tuple[int, ...]
    mine: bool

    def say(self, board: Board) -> str:
        """The number, and what it makes of which cells."""
        return (
            f"{number_at(board, self.number)} would make {places(board, self.cells)} {verdict(self.cells, self.mine)}"
        )


@dataclass(frozen=True, slots=True)
class Refuted:
    """Cells of which none can be what one was supposed to be: the steps from there to a number that cannot hold.

    That number would have too few mines where it `lacks`, else too many.
    """

    cells: tuple[int, ...]
    mine: bool
    steps: tuple[Step, ...]
    number: int | None
    lacks: bool
    rule = "contradiction"

    @property
    def numbers(self) -> tuple[int, ...]:
        """All numbers used, the one that cannot hold last."""
        used = dict.fromkeys(step.number for step in self.steps if step.number != self.number)
        return tuple(number for number in [*used, self.number] if number is not None)

    def say(self, board: Board) -> str:
        """The supposition, the first steps, the last number."""
        one_of = "one of " if len(self.cells) > 1 else ""
        supposed = f"were {one_of}{places(board, self.cells)} {verdict(self.cells[:1], self.mine)}"
        then = [step.say(board) for step in self.steps[:MOST_SAID]]
        if len(self.steps) > MOST_SAID:
            then.append(f"and so on for {len(self.steps) - MOST_SAID} more")
        end = f"{number_at(board, self.number)} {self._clash()}"
        return ", ".join([supposed, *then, f"and {end}" if then else end])

    def _clash(self) -> str:
        if self.number is None:
            return "could not be reached" if self.lacks else "would be exceeded"
        return f"would have too {'few' if self.lacks else 'many'} mines"


def verdict(cells: Sequence[int], mine: bool) -> str:
    """What cells are, one or several."""
    return "safe" if not mine else "a mine" if len(cells) == 1 else "mines"


MOST_SAID = 4
"""How many steps a sentence tells; of the others it tells how many there are."""


def contradiction(board: Board, thinking: Thinking = AT_LEISURE) -> Advice:
    """What suppositions refute; InconsistentBoard where neither of two can be followed."""
    given = puzzle(board)
    try:
        facts = searched(Facts([*given.constraints, *total_of(given)]).settle(), thinking.go_on)
    except Contradiction as clash:
        raise refused(board, clash) from clash
    return deduced(board, given, facts, thinking)


def searched(facts: Facts, go_on: Callable[[], None]) -> Facts:
    """Rounds of suppositions, until one refutes nothing."""
    supposition = Supposition(facts)
    groups = alike(facts)
    refuted = True
    while refuted:
        refuted = False
        for group in groups:
            go_on()
            undecided = tuple(cell for cell in group if cell not in facts.decided)
            found = supposition.either(undecided) if undecided else None
            if found:
                facts.decide(undecided, not found.mine, found)
                facts.settle()
                refuted = True
    return facts


def alike(facts: Facts) -> list[list[int]]:
    """The undecided cells that stand under a constraint, those under the same ones together, in order."""
    together: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for cell in sorted(facts.touching):
        if cell not in facts.decided:
            together[tuple(facts.touching[cell])].append(cell)
    return list(together.values())


class Supposition:
    """A cell supposed to be a mine or safe; `taken` is the trail of the cells that it decides, each with its number.

    The number is the index of its constraint, None for the cell supposed.
    """

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        last = len(facts.constraints) - 1
        self.total = last if last >= 0 and facts.constraints[last].number is None else None
        self.frontier = {cell for index, cells in enumerate(facts.open) if index != self.total for cell in cells}
        self.taken: dict[int, tuple[bool, int | None]] = {}
        self.waiting: deque[int] = deque()

    def either(self, cells: tuple[int, ...]) -> Refuted | None:
        """Why the first of some cells that are alike is no mine, or is not safe; None where it may be both."""
        return self.refuted(cells, mine=True) or self.refuted(cells, mine=False)

    def refuted(self, cells: tuple[int, ...], mine: bool) -> Refuted | None:
        """Why the first of some cells that are alike cannot be that; the facts are as before."""
        self.take(cells[0], mine, None)
        if not self.waiting and self.total is not None:
            self.waiting.append(self.total)
        clash = self.follow()
        found = None if clash is None else self.told(cells, mine, clash)
        self.take_back()
        return found

    def take(self, cell: int, mine: bool, by: int | None) -> None:
        """Decide a cell, for as long as the supposition lasts."""
        self.taken[cell] = mine, by
        for index in self.facts.touching[cell]:
            self.facts.open[index].remove(cell)
            self.facts.left[index] -= mine
            if index != self.total:
                self.waiting.append(index)

    def take_back(self) -> None:
        """Leave the facts as they were."""
        for cell, (mine, _) in self.taken.items():
            for index in self.facts.touching[cell]:
                self.facts.open[index].add(cell)
                self.facts.left[index] += mine
        self.taken.clear()
        self.waiting.clear()

    def follow(self) -> int | None:
        """The single-number rule, and the mine total after all numbers; the constraint that cannot hold, or None."""
        while self.waiting:
            index = self.waiting.popleft()
            cells, left = self.facts.open[index], self.facts.left[index]
            if not 0 <= left <= len(cells):
                return index
            if left in (0, len(cells)):
                # what lies beyond the frontier cannot clash with a number
                for cell in sorted(cells & self.frontier if index == self.total else cells):
                    self.take(cell, left > 0, index)
            if not self.waiting and self.total not in (None, index):
                self.waiting.append(self.total)
        return None

    def told(self, cells: tuple[int, ...], mine: bool, clash: int) -> Refuted:
        """The supposition, with those of its steps that the clash needs."""
        number, lacks = self.facts.constraints[clash].number, self.facts.left[clash] > 0
        needed = self.under(clash)
        steps: dict[int, list[int]] = {}
        for cell, (_, by) in reversed(self.taken.items()):
            if cell in needed and by is not None:
                steps.setdefault(by, []).append(cell)
                needed = needed | {each for each in self.under(by) if self.taken[each][1] != by}
        told = [self.step(by, decided) for by, decided in reversed(steps.items())]
        return Refuted(cells, mine, tuple(told), number, lacks)

    def step(self, by: int, cells: list[int]) -> Step:
        """What a constraint made of cells."""
        return Step(self.facts.constraints[by].number, tuple(sorted(cells)), self.taken[cells[0]][0])

    def under(self, index: int) -> frozenset[int]:
        """The cells of a constraint that the supposition has decided."""
        return self.facts.constraints[index].cells & self.taken.keys()
