"""Subsets: where the cells of one set lie within those of another, what is beyond them is a set with a count as well.

Source: the subset rule of "Solving Minesweeper Rules", applied to a fixpoint; Farn's equation strategy. If A is a
strict subset of B, then B - A holds mines(B) - mines(A). The new set is compared with all others in turn, and the rule
of the single number is applied to it, until nothing new is found. No set is kept twice; where it is found again with
another count, nothing fits the board.

The mine total is a set too, which holds every other, so comparing it with all of them would make a new set of every
choice of numbers that share no cell. Instead, where all else is stuck, chains of such sets are taken from it, greedily:
first those of the most mines, or of the most mines a cell, or likewise of safe cells. What a chain leaves is safe where
it holds no mine, and all mines where it holds nothing else; where it has become as small as the other sets it joins
them.

The closure is finite, since every set lies within the cells of one number, but numbers with many neighbours could make
it large: after MOST sets for each number no more are derived. Random boards of up to three dimensions needed 7.
"""

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from minebot.board import Board
from minebot.solver.advice import Advice
from minebot.solver.facts import Facts
from minebot.solver.guess import deduced
from minebot.solver.proof import Reason, mines, number_at, places
from minebot.solver.puzzle import Constraint, Contradiction, puzzle, refused, total_of
from minebot.solver.thinking import AT_LEISURE, Thinking

MOST = 30
"""How many sets are derived at most, for each number of the board."""


@dataclass(frozen=True, slots=True)
class Known:
    """Exactly `mines` mines among these undecided cells, as a constraint says or a subset has left."""

    cells: frozenset[int]
    mines: int
    origin: "Constraint | Beyond"

    @property
    def numbers(self) -> frozenset[int]:
        """The cells whose numbers it follows from."""
        return numbers_of([self])

    def say(self, board: Board) -> str:
        """The set in braces, and whose it is."""
        if isinstance(self.origin, Constraint):
            whose = f"of {number_at(board, self.origin.number)}"
        else:
            whose = f"by the numbers at {places(board, self.numbers)}"
        return f"{braces(board, self.cells)} {whose}"


@dataclass(frozen=True, slots=True)
class Beyond:
    """What is in `larger` and in none of `parts`, which lie within it and share no cell; as a reason, of its cells."""

    larger: Known
    parts: tuple[Known, ...]
    rule = "subset"

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers that all these sets follow from."""
        return tuple(sorted(numbers_of([self.larger, *self.parts])))

    def say(self, board: Board) -> str:
        """Which cells lie within which, and what that leaves."""
        rest = without(self.larger, self.parts)
        *before, last = [f"{part.say(board)} holds {mines(part.mines)}" for part in self.parts[:3]]
        if len(self.parts) > 3:
            before, last = [*before, last], f"so on for {len(self.parts) - 3} more sets that share no cell"
        lie = f"{', '.join(before)} and {last}; they lie" if before else f"{last} and lies"
        return (
            f"{lie} in {self.larger.say(board)}, which holds {mines(self.larger.mines)}: "
            f"that leaves {mines(rest.mines)} for {places(board, rest.cells)}"
        )


@dataclass(frozen=True, slots=True)
class Reduced:
    """What is beyond some sets, of which some cells were decided before, as mines or as safe."""

    origin: Beyond
    mines: frozenset[int]
    safe: frozenset[int]
    rule = "subset"

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers that the sets follow from."""
        return self.origin.numbers

    def say(self, board: Board) -> str:
        """Which cells lie within which, what that leaves, and what was known of it."""
        known = [
            f"{places(board, cells)} {'is' if len(cells) == 1 else 'are'} known to be {what}"
            for cells, what in ((self.mines, "a mine" if len(self.mines) == 1 else "mines"), (self.safe, "safe"))
            if cells
        ]
        return f"{self.origin.say(board)}, where {' and '.join(known)}"


def numbers_of(sets: Iterable[Known]) -> frozenset[int]:
    """The cells whose numbers some sets follow from; each set that they were derived from is looked at once."""
    found, seen, waiting = set(), set(), list(sets)
    while waiting:
        origin = waiting.pop().origin
        if isinstance(origin, Constraint):
            found.add(origin.number)
        elif id(origin) not in seen:
            seen.add(id(origin))
            waiting += [origin.larger, *origin.parts]
    return frozenset(number for number in found if number is not None)


def braces(board: Board, cells: frozenset[int]) -> str:
    """A set of cells as the source writes it, `{(0, 1), (2, 1)}`; of a large one only its size."""
    if len(cells) > 8:
        return f"{{{len(cells)} cells}}"
    return f"{{{', '.join(str(board.place(cell)) for cell in sorted(cells))}}}"


def subsets(board: Board, thinking: Thinking = AT_LEISURE) -> Advice:
    """What subsets decide; InconsistentBoard where a set cannot hold, or has two counts."""
    given = puzzle(board)
    try:
        facts = Closure([*given.constraints, *total_of(given)], thinking.go_on).closed()
    except Contradiction as clash:
        raise refused(board, clash) from clash
    return deduced(board, given, facts, thinking)


class Closure:
    """All sets known so far; `under` names those that hold a cell, `fresh` waits to be compared with the others."""

    def __init__(self, constraints: list[Constraint], go_on: Callable[[], None]) -> None:
        self.facts = Facts(constraints)
        self.go_on = go_on
        self.known: dict[frozenset[int], Known] = {}
        self.under: dict[int, dict[frozenset[int], None]] = defaultdict(dict)
        self.fresh: deque[frozenset[int]] = deque()
        self.room = MOST * len(constraints)
        self.reduced = 0

    def closed(self) -> Facts:
        """The subset rule and that of the single number, until neither decides anything more."""
        self.facts.settle()
        self.reduced = len(self.facts.decided)
        for index, constraint in enumerate(self.facts.constraints):
            if constraint.number is not None:
                self.add(Known(frozenset(self.facts.open[index]), self.facts.left[index], constraint))
        while True:
            self.settle()
            if self.fresh:
                self.compare(self.fresh.popleft())
            elif not self.take_from_the_total():
                return self.facts

    def settle(self) -> None:
        """Leave the decided cells out of every set; what that decides in turn, too."""
        self.facts.settle()
        while self.reduced < len(self.facts.decided):
            newly = list(islice(reversed(self.facts.decided), len(self.facts.decided) - self.reduced))
            self.reduced = len(self.facts.decided)
            for cell in newly:
                for cells in self.under.pop(cell, ()):
                    if cells in self.known:
                        self.add(self.forget(cells))
            self.facts.settle()

    def forget(self, cells: frozenset[int]) -> Known:
        """A set that is kept no longer."""
        for cell in cells:
            if cell in self.under:
                self.under[cell].pop(cells, None)
        return self.known.pop(cells)

    def add(self, found: Known) -> None:
        """Keep a set, without its decided cells, or decide its cells; Contradiction where it cannot hold."""
        decided = self.facts.decided
        cells = frozenset(cell for cell in found.cells if cell not in decided)
        left = found.mines - sum(decided.get(cell, False) for cell in found.cells)
        if not 0 <= left <= len(cells):
            raise Contradiction(found.numbers)
        if cells in self.known:
            if self.known[cells].mines != left:
                raise Contradiction(found.numbers | self.known[cells].numbers)
        elif left not in (0, len(cells)):
            self.keep(Known(cells, left, found.origin))
        elif cells and isinstance(found.origin, Beyond):
            self.facts.decide(cells, left > 0, self.reason(found.origin, cells))

    def reason(self, origin: Beyond, cells: frozenset[int]) -> Reason:
        """Why the undecided cells of a set are certain: which were decided before, where that matters."""
        rest = without(origin.larger, origin.parts)
        if rest.mines in (0, len(rest.cells)):
            return origin
        mined = frozenset(cell for cell in rest.cells - cells if self.facts.decided[cell])
        return Reduced(origin, mined, rest.cells - cells - mined)

    def keep(self, found: Known) -> None:
        """Have a set compared with the others, and them with it."""
        self.room -= 1
        self.known[found.cells] = found
        self.fresh.append(found.cells)
        for cell in found.cells:
            self.under[cell][found.cells] = None

    def compare(self, cells: frozenset[int]) -> None:
        """The subset rule on one set with all others that share a cell with it."""
        self.go_on()
        one = self.known.get(cells)
        if one is None:
            return
        for other in self.around(cells):
            if cells < other.cells:
                self.derive(other, one)
            elif other.cells < cells:
                self.derive(one, other)

    def take_from_the_total(self) -> bool:
        """Whether a chain of sets, taken from the mine total, decides cells or leaves a new set to compare."""
        total = len(self.facts.constraints) - 1
        if total < 0 or self.facts.constraints[total].number is not None or not self.facts.open[total]:
            return False
        whole = Known(frozenset(self.facts.open[total]), self.facts.left[total], self.facts.constraints[total])
        few = max(map(len, self.known), default=0)
        return any(self.is_news(chained(whole, sorted(self.known.values(), key=key), few), few) for key in ORDERS)

    def is_news(self, rest: Known, few: int) -> bool:
        """Whether what a chain leaves decides its cells, or joins the other sets, among which it must be small."""
        if 0 < rest.mines < len(rest.cells) and (len(rest.cells) > few or self.room <= 0):
            return False
        before = len(self.facts.decided), self.room
        self.add(rest)
        return before != (len(self.facts.decided), self.room)

    def around(self, cells: frozenset[int]) -> list[Known]:
        """The sets that share a cell with these, each once."""
        return [self.known[each] for each in dict.fromkeys(each for cell in sorted(cells) for each in self.under[cell])]

    def derive(self, larger: Known, smaller: Known) -> None:
        """What the larger set has beyond the smaller, as long as there is room for it."""
        if self.room > 0:
            self.add(without(larger, [smaller]))


def without(larger: Known, parts: Sequence[Known]) -> Known:
    """What is beyond the parts, with the mines that they leave."""
    cells = larger.cells.difference(*(part.cells for part in parts))
    return Known(cells, larger.mines - sum(part.mines for part in parts), Beyond(larger, tuple(parts)))


def chained(whole: Known, sets: Iterable[Known], few: int) -> Known:
    """The whole without sets that share no cell, taken in order, until few cells, no mine or nothing but mines is left.

    Where none is taken, the whole itself.
    """
    parts: list[Known] = []
    taken: set[int] = set()
    left = whole.mines
    for each in sets:
        size = len(whole.cells) - len(taken)
        if size <= few or not 0 < left < size:
            break
        if taken.isdisjoint(each.cells):
            parts.append(each)
            taken |= each.cells
            left -= each.mines
    return without(whole, parts) if parts else whole


ORDERS: tuple[Callable[[Known], float], ...] = (
    lambda each: -each.mines,
    lambda each: -each.mines / len(each.cells),
    lambda each: each.mines - len(each.cells),
    lambda each: each.mines / len(each.cells),
)
"""Which sets a chain takes first: those of the most mines, or safe cells, in all or for each of their cells."""
