"""The sweep: all arrangements of one component, counted without enumerating them.

Boxes are filled one after another. Two partial arrangements that leave the same remainders on the open constraints
(those with boxes both behind and ahead) can be completed in the same ways, so they are merged into one state. The cost
grows with how many constraints are open at once, not with two to the number of cells. A forward sweep counts the ways
to reach each state, a backward sweep the ways to complete it; their product, box by box, counts every cell at once.

The arrangements of a state by the mines they use (a tally) are packed into one integer: the count for k mines stands at
bit k * `bits`. One addition then adds all the counts, one shift uses a mine, and one product convolves.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb

Tally = dict[int, int]
"""How many arrangements there are by the mines they use; only what is above zero is held."""

Layer = dict[int, int]
"""Packed tallies by state: the remainders of all constraints, each in a field of its own of one integer."""


@dataclass(frozen=True, slots=True)
class _Step:
    """One box of the sweep: `size` cells; a mine in it takes `taken` from a state.

    A remainder below zero sets its bit of `guard`. So does one that is more than the later boxes can hold, when it is
    subtracted from `capacity`.
    """

    size: int
    taken: int
    capacity: int
    guard: int


@lru_cache(maxsize=1024)  # between two moves most components stay as they are
def sweep(sizes: tuple[int, ...], under: tuple[int, ...], mines: tuple[int, ...]) -> tuple[Tally, tuple[Tally, ...]]:
    """The arrangements of a component, and for each box those with a mine in a given cell of it.

    Box i holds `sizes[i]` cells under the constraints in the bit set `under[i]`; constraint j holds `mines[j]` mines.
    """
    bits = sum(sizes) + 1  # room for every subset of the cells
    order = sweep_order(under)
    start, steps = _steps([(sizes[box], under[box]) for box in order], mines)
    layers = list(_forward(start, steps, bits))
    total, held = _backward(layers, steps, bits)
    by_box = dict(zip(order, held, strict=True))
    return _unpacked(total, bits), tuple(_unpacked(by_box[box], bits) for box in range(len(sizes)))


def _steps(boxes: Sequence[tuple[int, int]], mines: Sequence[int]) -> tuple[int, list[_Step]]:
    """The first state, and the steps of the sweep over boxes of (size, bit set of constraints)."""
    width = max(*mines, sum(size for size, _ in boxes)).bit_length() + 1
    fields = [1 << width * index for index in range(len(mines))]
    guard = sum(fields) << width - 1
    capacity = 0
    steps = []
    for size, under in reversed(boxes):
        taken = sum(field for index, field in enumerate(fields) if under >> index & 1)
        steps.append(_Step(size, taken, capacity, guard))
        capacity += size * taken
    start = sum(count * field for count, field in zip(mines, fields, strict=True))
    return start, steps[::-1]


def _forward(start: int, steps: Sequence[_Step], bits: int) -> Iterator[Layer]:
    """The layer before each step: the ways to reach each state."""
    layer = {start: 1}
    for step in steps:
        yield layer
        ways = [comb(step.size, held) for held in range(step.size + 1)]
        reached: Layer = {}
        for state, tally in layer.items():
            after = state
            for held, number in enumerate(ways):
                if after & step.guard:
                    break
                if not (step.capacity - after) & step.guard:
                    reached[after] = reached.get(after, 0) + (number * tally << bits * held)
                after -= step.taken
        layer = reached


def _backward(layers: Sequence[Layer], steps: Sequence[_Step], bits: int) -> tuple[int, list[int]]:
    """The packed tally of all arrangements, and for each step of those with a mine in a given cell of its box.

    `completions` holds the ways to complete each state after the step; a state that broke a constraint has none.
    """
    completions: Layer = {0: 1}
    held_there = []
    for step, layer in zip(reversed(steps), reversed(layers), strict=True):
        with_held = [0] * (step.size + 1)
        earlier: Layer = {}
        for state, reached in layer.items():
            ways = 0
            for held in range(step.size + 1):
                after = completions.get(state - held * step.taken)
                if after:
                    ways += comb(step.size, held) * after << bits * held
                    if held:
                        with_held[held] += reached * after
            if ways:
                earlier[state] = ways
        held_there.append(_with_mine(with_held, step.size, bits))
        completions = earlier
    return sum(completions.values()), held_there[::-1]


def _with_mine(with_held: Sequence[int], size: int, bits: int) -> int:
    """The arrangements with a mine in a given cell of a box, from those with each number of mines in the box."""
    return sum(comb(size - 1, held - 1) * with_held[held] << bits * held for held in range(1, size + 1))


def _unpacked(packed: int, bits: int) -> Tally:
    tally: Tally = {}
    mask = (1 << bits) - 1
    used = 0
    while packed:
        if packed & mask:
            tally[used] = packed & mask
        packed >>= bits
        used += 1
    return tally


def sweep_order(under: Sequence[int]) -> list[int]:
    """An order of the boxes that keeps few constraints open: the best of greedy orders from a few starts."""
    first = _greedy(under, 0)
    starts = {first[-1], *range(0, len(under), 1 + len(under) // 4)} if len(under) > 6 else set()
    return min([first, *(_greedy(under, start) for start in sorted(starts))], key=lambda order: _cost(under, order))


def _greedy(under: Sequence[int], start: int) -> list[int]:
    """From a start, always the box that opens fewest constraints, less those it closes."""
    waiting = [sum(bits >> index & 1 for bits in under) for index in range(max(under).bit_length())]
    last = sum(1 << index for index, boxes in enumerate(waiting) if boxes == 1)
    left = dict(enumerate(under))
    order = []
    opened = 0
    box = start
    while True:
        order.append(box)
        bits = left.pop(box)
        opened |= bits
        for index in _members(bits):
            waiting[index] -= 1
            if waiting[index] == 1:
                last |= 1 << index
        if not left:
            return order
        box = min(
            (each for each, bits in left.items() if bits & opened),
            key=lambda each: (left[each] & ~opened).bit_count() - (left[each] & last).bit_count(),
        )


def _members(bits: int) -> Iterator[int]:
    """The positions of the set bits."""
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1


def _cost(under: Sequence[int], order: Sequence[int]) -> int:
    """About how many states the sweep meets: two to the number of open constraints, summed over its steps."""
    ahead = [0]
    for box in reversed(order):
        ahead.append(ahead[-1] | under[box])
    seen = cost = 0
    for box, later in zip(order, reversed(ahead[:-1]), strict=True):
        seen |= under[box]
        cost += 1 << (seen & later).bit_count()
    return cost
