"""Facts: what is decided of a puzzle so far, by which rule; and the rule of the single number, which all solvers share.

A constraint is looked at again only when one of its cells was decided: those wait on the stack `active`.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from minebot.board import FLAG, SHOWN_MINES, WRONG_FLAG, Board
from minebot.solver.proof import Reason, number_at, places
from minebot.solver.puzzle import Constraint, Contradiction

_ALL = {1: "its mine", 2: "both mines"}


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
        """What the number counts, and where: `the 2 at (3, 4) has both mines flagged, at (2, 3) and (2, 4)`."""
        what = number_at(board, self.constraint.number) if self.numbers else "the board"
        if self.left:
            return f"{what} needs {self._needs()}, and only {places(board, self.open)} {self._are_left()}"
        shown = board.mines if self.constraint.number is None else board.cells[self.constraint.number]
        if shown == 0:
            return f"{what} has no mine to find"
        if shown == WRONG_FLAG:
            return f"{what} says that no mine is there"
        mines = self._mines(board)
        how = "flagged" if all(board.cells[cell] == FLAG for cell in mines) else "found"
        return f"{what} has {_ALL.get(len(mines), f'all {len(mines)} mines')} {how}, at {places(board, mines)}"

    def _needs(self) -> str:
        more = " more" * (self.constraint.mines > self.left)
        return f"{self.left}{more} mine{'s' * (self.left > 1)}"

    def _are_left(self) -> str:
        return "is left for it" if len(self.open) == 1 else "are left for them"

    def _mines(self, board: Board) -> list[int]:
        """The mines that it counts, those that the board shows among them."""
        number = self.constraint.number
        around = range(len(board.cells)) if number is None else board.neighbours[number]
        return [*self.found, *(cell for cell in around if board.cells[cell] in SHOWN_MINES)]


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
