"""Placements: every way to lay mines that satisfies the numbers, number by number, and what all of them agree on.

Source: Slagle, satisfactory placements, version 3. The numbers of a component are walked one after another. Each lays
the mines that it still needs in those of its cells that no number before it has touched, in every possible way; where
it has too many already, or too few cells left, the placement is given up. A cell that is a mine in every satisfactory
placement is a mine; in none, it is safe. Components are walked one by one.

Slagle forgets the mine total. Where it is known, a placement counts only if the other components and the cells away
from every number can hold exactly the rest (minebot.solver.joined): else certain cells are missed. Then also cells away
from every number can be certain, which his Claim 3 denies.

Every certain cell is found. The guess is uniform over what is not decided.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from minebot.board import Board
from minebot.solver.advice import Advice
from minebot.solver.core import Component, Model, apart
from minebot.solver.facts import Facts
from minebot.solver.guess import deduced
from minebot.solver.joined import ByMines, Joined, joined
from minebot.solver.proof import places
from minebot.solver.puzzle import Contradiction, puzzle, refused
from minebot.solver.search import OFTEN, bits
from minebot.solver.thinking import AT_LEISURE, Thinking


def placements(board: Board, thinking: Thinking = AT_LEISURE) -> Advice:
    """What all satisfactory placements agree on; InconsistentBoard where there are none."""
    given = puzzle(board)
    try:
        facts = Facts(given.constraints).settle()
        taken = apart(facts, given)
        placed = [_placed(component, thinking) for component in taken.components]
        whole = joined([each.number for each in placed], len(taken.unconstrained), taken.mines)
        for each, rest in zip(placed, whole.rest, strict=True):
            each.decide(facts, rest)
        _decide_away(facts, taken, whole)
    except Contradiction as clash:
        raise refused(board, clash) from clash
    return deduced(board, given, facts, thinking)


@dataclass(frozen=True, slots=True)
class Placed:
    """A cell is a mine in each of so many satisfactory placements of these numbers, or in none of them.

    `total` is set where there are more, and the mine total rules them out.
    """

    mine: bool
    placements: int
    numbers: tuple[int, ...]
    total: bool
    rule = "placements"

    def say(self, board: Board) -> str:
        """How many placements there are, and of what."""
        where = f"of the number{'s' * (len(self.numbers) > 1)} at {places(board, self.numbers)}"
        allowed = f" that the mine total of {board.mines} allows" * self.total
        if self.placements == 1:
            return f"{'' if self.mine else 'not '}in the only satisfactory placement {where}{allowed}"
        return f"in {'each' if self.mine else 'none'} of the {self.placements} satisfactory placements {where}{allowed}"


@dataclass(frozen=True, slots=True)
class Away:
    """With any satisfactory placement, the mine total leaves cells away from every number no mine, or nothing else."""

    mine: bool
    numbers: tuple[int, ...]
    rule = "placements"

    def say(self, board: Board) -> str:
        """What the mine total leaves."""
        what = "as many mines as there are cells" if self.mine else "no mine for the cells"
        given = "with any satisfactory placement of the numbers, " if self.numbers else ""
        return f"{given}the mine total of {board.mines} leaves {what} away from every number"


@dataclass(slots=True)
class _Placements:
    """The satisfactory placements of a component, for each number of mines they use: how many, and what they share.

    Placements are bit sets over `cells`: `some` has the bits of cells that are a mine in any, `every` in all of them.
    """

    cells: tuple[int, ...]
    numbers: tuple[int, ...]
    number: dict[int, int] = field(default_factory=dict)
    some: dict[int, int] = field(default_factory=dict)
    every: dict[int, int] = field(default_factory=dict)

    def note(self, mines: int) -> None:
        """One more placement."""
        used = mines.bit_count()
        self.number[used] = self.number.get(used, 0) + 1
        self.some[used] = self.some.get(used, 0) | mines
        self.every[used] = self.every.get(used, mines) & mines

    def decide(self, facts: Facts, rest: ByMines) -> None:
        """Decide what all placements agree on that the rest of the board goes with."""
        allowed = [used for used in self.number if rest[used]]
        some, every = 0, (1 << len(self.cells)) - 1
        for used in allowed:
            some |= self.some[used]
            every &= self.every[used]
        found = sum(self.number[used] for used in allowed)
        for bit, cell in enumerate(self.cells):
            mine = bool(every >> bit & 1)
            if mine or not some >> bit & 1:
                reason = Placed(mine, found, self.numbers, total=len(allowed) < len(self.number))
                facts.decide([cell], mine, reason)


def _placed(component: Component, thinking: Thinking) -> _Placements:
    """All placements of a component; Contradiction if there are none."""
    cells = tuple(cell for box in component.boxes for cell in box.cells)
    placed = _Placements(cells, component.numbers)
    thinking.go_on()
    for mines in walk(_numbers(component), thinking):
        placed.note(mines)
    if not placed.number:
        raise Contradiction(component.numbers)
    return placed


def _numbers(component: Component) -> list[tuple[int, int]]:
    """The numbers in the order of the walk, as (bit set of cells, mines): next is that with the fewest new cells."""
    around, bit = [0] * len(component.mines), 1
    for box in component.boxes:
        for _ in box.cells:
            for index in bits(box.under):
                around[index] |= bit
            bit <<= 1
    order, touched, waiting = [], 0, set(range(len(around)))
    while waiting:
        nearest = min(waiting, key=lambda i: (not around[i] & touched, (around[i] & ~touched).bit_count(), i))
        waiting.remove(nearest)
        touched |= around[nearest]
        order.append((around[nearest], component.mines[nearest]))
    return order


def walk(numbers: Sequence[tuple[int, int]], thinking: Thinking) -> Iterator[int]:
    """Every satisfactory placement of the numbers, as a bit set of mines, depth first."""
    touched = [0]
    for cells, _ in numbers:
        touched.append(touched[-1] | cells)
    ahead, steps = [iter([0])], 0
    while ahead:
        steps += 1
        if steps % OFTEN == 0:
            thinking.go_on()
        mines = next(ahead[-1], None)
        if mines is None:
            ahead.pop()
        elif len(ahead) > len(numbers):
            yield mines
        else:
            cells, wanted = numbers[len(ahead) - 1]
            ahead.append(_laid(mines, cells & ~touched[len(ahead) - 1], wanted - (mines & cells).bit_count()))


def _laid(mines: int, cells: int, needed: int) -> Iterator[int]:
    """The placement with the mines that a number still needs, in every way; none where it needs what it cannot have."""
    if needed >= 0:
        for chosen in combinations(bits(cells), needed):
            yield mines | sum(1 << bit for bit in chosen)


def _decide_away(facts: Facts, taken: Model, whole: Joined) -> None:
    """Decide the cells away from every number, where the mine total leaves no choice."""
    if whole.away in (0, whole.total):
        numbers = tuple(number for component in taken.components for number in component.numbers)
        facts.decide(taken.unconstrained, whole.away > 0, Away(whole.away > 0, numbers))
