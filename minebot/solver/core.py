"""The model that all solvers share: constraints, boxes, components. It knows sets and counts; it knows no grid.

A constraint says that there are exactly n mines among some covered cells. A box is the covered cells under identical
constraints: only how many mines it holds matters. A component is constraints linked by shared cells; components meet
only in the mine total.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from minebot.solver.facts import Facts
from minebot.solver.proof import Reason
from minebot.solver.puzzle import Constraint, Contradiction, Puzzle


@dataclass(frozen=True, slots=True)
class Box:
    """Cells under identical constraints; bit i of `under` is set where constraint i of the component holds them."""

    cells: tuple[int, ...]
    under: int


@dataclass(frozen=True, slots=True)
class Component:
    """Boxes linked by shared constraints; `mines[i]` belongs to constraint i."""

    boxes: tuple[Box, ...]
    mines: tuple[int, ...]
    numbers: tuple[int, ...]
    """The cells whose numbers these constraints are, as far as cells say them."""


@dataclass(frozen=True, slots=True)
class Model:
    """A puzzle taken apart: what single constraints decide, independent components, and cells under no constraint.

    `mines` is how many mines the components and the unconstrained cells hold together, None where it is not known.
    """

    decided: Mapping[int, bool]
    reasons: Mapping[int, Reason]
    components: tuple[Component, ...]
    unconstrained: tuple[int, ...]
    mines: int | None


def model(given: Puzzle) -> Model:
    """Take a puzzle apart; Contradiction where single constraints already clash."""
    return apart(Facts(given.constraints).settle(), given)


def apart(facts: Facts, given: Puzzle) -> Model:
    """The same with what is decided so far; `facts` may hold fewer constraints than the puzzle has, or more."""
    decided = facts.decided
    left = None if given.mines is None else given.mines - sum(decided.values())
    components = split(reduced(facts))
    constrained = {cell for component in components for box in component.boxes for cell in box.cells}
    free = tuple(cell for cell in given.cells if cell not in decided and cell not in constrained)
    return Model(decided, facts.reasons, components, free, left)


def reduced(facts: Facts) -> list[Constraint]:
    """The constraints on the cells that are not decided, each set of cells once; Contradiction if two counts differ."""
    once: dict[frozenset[int], Constraint] = {}
    for constraint, cells, left in zip(facts.constraints, facts.open, facts.left, strict=True):
        if not cells:
            continue
        found = Constraint(frozenset(cells), left, constraint.number)
        known = once.setdefault(found.cells, found)
        if known.mines != left:
            raise Contradiction(_numbers([known, constraint]))
    return list(once.values())


def _numbers(constraints: Iterable[Constraint]) -> tuple[int, ...]:
    return tuple(each.number for each in constraints if each.number is not None)


def split(constraints: Sequence[Constraint]) -> tuple[Component, ...]:
    """The components, in the order of their first constraints."""
    cells_under = boxes(constraints)
    return tuple(_component(constraints, cells_under, linked) for linked in _linked(cells_under))


def boxes(constraints: Sequence[Constraint]) -> dict[int, list[int]]:
    """Cells under identical constraints, keyed by the bit set of those constraints."""
    under: dict[int, int] = {}
    for index, constraint in enumerate(constraints):
        for cell in constraint.cells:
            under[cell] = under.get(cell, 0) | 1 << index
    grouped: dict[int, list[int]] = defaultdict(list)
    for cell in sorted(under):
        grouped[under[cell]].append(cell)
    return grouped


def _linked(bit_sets: Iterable[int]) -> list[int]:
    """Bit sets merged until no two overlap, in ascending order of their lowest bits."""
    groups: list[int] = []
    for bits in bit_sets:
        merged, apart = bits, []
        for group in groups:
            if group & bits:
                merged |= group
            else:
                apart.append(group)
        groups = [*apart, merged]
    return sorted(groups, key=lambda group: group & -group)


def _component(constraints: Sequence[Constraint], cells_under: Mapping[int, list[int]], linked: int) -> Component:
    """The component of the constraints in the bit set `linked`, which are numbered anew from 0."""
    members = [index for index in range(linked.bit_length()) if linked >> index & 1]
    place = {index: bit for bit, index in enumerate(members)}

    def renumbered(bits: int) -> int:
        return sum(1 << place[index] for index in members if bits >> index & 1)

    inside = tuple(Box(tuple(cells), renumbered(bits)) for bits, cells in cells_under.items() if bits & linked)
    chosen = [constraints[index] for index in members]
    return Component(inside, tuple(each.mines for each in chosen), _numbers(chosen))
