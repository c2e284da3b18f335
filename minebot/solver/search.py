"""The search of `csp` and `boxes`: every arrangement of a component, depth first, counted by the mines it uses.

A variable is a box: how many mines it holds. With boxes of one cell each, this is the plain search over 0 and 1.

- Order: the constraint with the fewest cells to come is finished first, and in it boxes under many constraints come
  first, so that a wrong value shows soon.
- Look ahead: a box takes only values that leave each of its constraints possible: no fewer mines left than none, no
  more than cells to come. A node is such a value: a search without dead ends generates a node for each partial
  arrangement.
- Backjumping (Prosser's conflict-directed kind): a level where no value is left hands up the levels to blame. A level
  that is not among them would fail with each of its values, so it is left at once.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import comb

from minebot.board import Board
from minebot.solver.core import Box, Component
from minebot.solver.proof import places
from minebot.solver.thinking import Thinking

OFTEN = 1000
"""After so many nodes, the search asks whether to go on."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What all arrangements of a component come to.

    `arrangements[k]` is how many there are with k mines; `mines[b][k]` is how many mines box b holds in all of these
    together; `nodes` is how many nodes the search generated.
    """

    arrangements: Mapping[int, int]
    mines: tuple[Mapping[int, int], ...]
    nodes: int


@dataclass(frozen=True, slots=True)
class NoneLeft:
    """The other value of these cells, all of them mines or all safe, is in no arrangement of the numbers.

    `total` is set where only the mine total rules it out; `numbers` may be none then.
    """

    rule: str
    cells: tuple[int, ...]
    mine: bool
    numbers: tuple[int, ...]
    total: bool

    def say(self, board: Board) -> str:
        """What would leave no arrangement, and for what."""
        other = "a safe cell" if self.mine else "a mine"
        where = f"{'at' if len(self.cells) == 1 else 'among'} {places(board, self.cells)}"
        bound = [f"the number{'s' * (len(self.numbers) > 1)} at {places(board, self.numbers)}"] * bool(self.numbers)
        bound += [f"the mine total of {board.mines}"] * self.total
        return f"{other} {where} leaves no arrangement for {' and '.join(bound)}"


@dataclass(slots=True)
class _Level:
    """A box that has the value `value` now; `most` is its last. `found` are the arrangements below, by mines."""

    value: int
    most: int
    weight: int
    """The arrangements of the boxes above within their cells."""
    used: int
    """The mines of the boxes above."""
    blame: int
    """The levels above that forbid values here or below: bit d is level d."""
    found: dict[int, int]


def search(component: Component, thinking: Thinking) -> Tally:
    """Count all arrangements of a component; none are there where it contradicts itself."""
    return _Search(component, thinking).run()


def ordered(component: Component) -> list[int]:
    """The boxes by index, in the order in which the search takes them."""
    boxes = component.boxes
    inside = [[i for i, box in enumerate(boxes) if box.under >> bit & 1] for bit in range(len(component.mines))]
    ahead = [sum(len(boxes[i].cells) for i in members) for members in inside]
    started, order, taken = set[int](), list[int](), set[int]()
    waiting = set(range(len(inside)))
    while waiting:
        nearest = min(waiting, key=lambda bit: (bit not in started, ahead[bit], bit))
        waiting.remove(nearest)
        for i in sorted(inside[nearest], key=lambda i: (-boxes[i].under.bit_count(), i)):
            if i not in taken:
                taken.add(i)
                order.append(i)
                for bit in bits(boxes[i].under):
                    started.add(bit)
                    ahead[bit] -= len(boxes[i].cells)
    return order


def bits(number: int) -> Iterator[int]:
    """The places of the set bits, in ascending order."""
    while number:
        yield (number & -number).bit_length() - 1
        number &= number - 1


class _Search:
    """The state of a search: what the constraints have left, and a level for each box that has a value."""

    def __init__(self, component: Component, thinking: Thinking) -> None:
        self.order = ordered(component)
        self.boxes: list[Box] = [component.boxes[i] for i in self.order]
        self.under = [tuple(bits(box.under)) for box in self.boxes]
        self.left = list(component.mines)
        self.room = [0] * len(component.mines)
        for box, under in zip(self.boxes, self.under, strict=True):
            for bit in under:
                self.room[bit] += len(box.cells)
        self.levels: list[_Level] = []
        self.above = self._above()
        self.mines: list[dict[int, int]] = [{} for _ in self.boxes]
        self.nodes = 0
        self.thinking = thinking

    def _above(self) -> list[dict[int, int]]:
        """For each level and each of its constraints, the levels above that are under it, as bits."""
        seen, above = [0] * len(self.left), []
        for level, under in enumerate(self.under):
            above.append({bit: seen[bit] for bit in under})
            for bit in under:
                seen[bit] |= 1 << level
        return above

    def run(self) -> Tally:
        """Try every value of every box."""
        self._enter(1, 0)
        while True:
            level = self.levels[-1]
            if level.value < level.most:
                self._next(level)
            elif len(self.levels) > 1:
                self._leave()
            else:
                return Tally(level.found, self._in_the_order_of_the_component(), self.nodes)

    def _in_the_order_of_the_component(self) -> tuple[Mapping[int, int], ...]:
        place = {i: level for level, i in enumerate(self.order)}
        return tuple(self.mines[place[i]] for i in range(len(self.order)))

    def _enter(self, weight: int, used: int) -> None:
        """Go down to the next box: what it may hold, and who is to blame that it is not more."""
        depth = len(self.levels)
        size, above = len(self.boxes[depth].cells), self.above[depth]
        least, most, low_blame, high_blame = 0, size, 0, 0
        for bit in self.under[depth]:
            left = self.left[bit]
            self.room[bit] -= size
            if left < most:
                most, high_blame = left, above[bit]
            if left - self.room[bit] > least:
                least, low_blame = left - self.room[bit], above[bit]
        for bit in self.under[depth]:
            self.left[bit] -= least - 1
        self.levels.append(_Level(least - 1, most, weight, used, low_blame | high_blame, {}))

    def _next(self, level: _Level) -> None:
        """Give the deepest box one mine more, and go on to the box below, or note the arrangement."""
        depth = len(self.levels) - 1
        level.value += 1
        for bit in self.under[depth]:
            self.left[bit] -= 1
        self.nodes += 1
        if self.nodes % OFTEN == 0:
            self.thinking.go_on()
        weight = level.weight * comb(len(self.boxes[depth].cells), level.value)
        used = level.used + level.value
        if depth + 1 < len(self.boxes):
            self._enter(weight, used)
        else:
            self._note(depth, level, {used: weight})

    def _leave(self) -> None:
        """Go back up: with what was found below, or with the levels that are to blame that nothing was."""
        below = self.levels.pop()
        depth = len(self.levels)
        for bit in self.under[depth]:
            self.left[bit] += below.value
            self.room[bit] += len(self.boxes[depth].cells)
        level, here = self.levels[-1], 1 << depth - 1
        if below.found:
            self._note(depth - 1, level, below.found)
        elif below.blame & here:
            level.blame |= below.blame & ~here
        else:
            level.blame, level.most = below.blame, level.value

    def _note(self, depth: int, level: _Level, found: Mapping[int, int]) -> None:
        """Add arrangements that were found with the level's present value."""
        mines, value = self.mines[depth], level.value
        for used, number in found.items():
            level.found[used] = level.found.get(used, 0) + number
            if value:
                mines[used] = mines.get(used, 0) + number * value
