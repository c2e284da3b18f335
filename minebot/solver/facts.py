"""Facts: what is decided of a puzzle so far, by which rule; and the rule of the single number, which all solvers share.

A constraint is looked at again only when one of its cells was decided: those wait on the stack `active`.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from minebot.board import Board
from minebot.solver.proof import Reason, places
from minebot.solver.puzzle import Constraint, Contradiction


@dataclass(frozen=True, slots=True)
class Single:
    """A constraint with no mine left to find, or with as many as undecided cells.

    `found` are its mines that were decided before.
    """

    constraint: Constraint
    left: int
    open: frozenset[int]
    found: tuple[int, ...]
    rule = "single"

    @property
    def numbers(self) -> tuple[int, ...]:
        """The number, or none for the mine total."""
        return () if self.constraint.number is None else (self.constraint.number,)

    def say(self, board: Board) -> str:
        """What the number counts, and where."""
        total = self.constraint.mines
        what = f"the {total} at {board.place(self.numbers[0])}" if self.numbers else f"the mine total of {total}"
        if self.left == 0:
            return f"{what} has no mine left to find" + (f" beside {places(board, self.found)}" if self.found else "")
        return f"{what} has {self.left} mine{'s' * (self.left > 1)} left to find, and just {places(board, self.open)}"


class Facts:
    """The constraints of a puzzle as they are reduced, cell by decided cell.

    For constraint i, `open[i]` are its undecided cells and `left[i]` the mines among them; `touching` names the
    constraints of a cell. `decided` maps a cell to True for a mine, False for a safe cell, `reasons` to the rule.
    """

    def __init__(self, constraints: Iterable[Constraint]) -> None:
        self.constraints: Sequence[Constraint] = tuple(constraints)
        self.open = [set(each.cells) for each in self.constraints]
        self.left = [each.mines for each in self.constraints]
        self.touching: dict[int, list[int]] = defaultdict(list)
        self.decided: dict[int, bool] = {}
        self.reasons: dict[int, Reason] = {}
        self.active = list(range(len(self.constraints)))
        self._waiting = set(self.active)
        for index, each in enumerate(self.constraints):
            for cell in each.cells:
                self.touching[cell].append(index)

    def pop(self) -> int:
        """The constraint to look at next."""
        index = self.active.pop()
        self._waiting.discard(index)
        return index

    def push(self, index: int) -> None:
        """Have a constraint looked at again."""
        if index not in self._waiting:
            self._waiting.add(index)
            self.active.append(index)

    def decide(self, cells: Collection[int], mine: bool, reason: Reason) -> None:
        """Take undecided cells as mines or as safe; Contradiction where a constraint cannot hold any more."""
        for cell in sorted(cells):
            self.decided[cell] = mine
            self.reasons[cell] = reason
            for index in self.touching[cell]:
                self.open[index].remove(cell)
                self.left[index] -= mine
                self.push(index)
        for cell in cells:
            for index in self.touching[cell]:
                self.check(index)

    def check(self, index: int) -> None:
        """Contradiction where a constraint has fewer mines left than none, or more than cells."""
        if not 0 <= self.left[index] <= len(self.open[index]):
            number = self.constraints[index].number
            raise Contradiction([] if number is None else [number])

    def single(self, index: int) -> bool:
        """The single-number rule: whether a constraint decided its cells."""
        self.check(index)
        cells, left = self.open[index], self.left[index]
        if not cells or left not in (0, len(cells)):
            return False
        constraint = self.constraints[index]
        found = tuple(cell for cell in constraint.cells if self.decided.get(cell))
        self.decide(frozenset(cells), left > 0, Single(constraint, left, frozenset(cells), found))
        return True

    def settle(self) -> "Facts":
        """The single-number rule, until it decides nothing more."""
        while self.active:
            self.single(self.pop())
        return self

    def of(self, mine: bool) -> frozenset[int]:
        """The cells decided as mines, or as safe."""
        return frozenset(cell for cell, is_mine in self.decided.items() if is_mine == mine)
