"""Limited search: the arrangements of a neighbourhood instead of the whole component, and risks that are approximate.

Source: limited search, as in Farn's Table 1. For each box of frontier cells, only the constraints within a small radius
are looked at: those that hold the box, and those that share a cell with one of these. What fits them is searched as in
`boxes`. To leave constraints out can only add arrangements, so what is certain there is certain on the board; what only
a longer chain of numbers proves is missed.

The mine total bounds each neighbourhood: all other undecided cells together hold the mines that it leaves, and they are
weighed as if no number touched them, C(cells, mines left) ways for each arrangement. That is approximate, but sound.
Cells away from every number share what the risks of the frontier leave of the mines.

What was found certain makes constraints shorter, and they are looked at again until nothing new is found. The work
grows with the length of the frontier, never with the arrangements of a whole component. The guess is the least risk,
the first such cell.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial

from minebot.board import Board
from minebot.solver.advice import Advice
from minebot.solver.core import Component, boxes, reduced, split
from minebot.solver.csp import found_away, found_in, tallied
from minebot.solver.facts import Facts
from minebot.solver.guess import weighed
from minebot.solver.joined import joined
from minebot.solver.puzzle import Constraint, Contradiction, Puzzle, puzzle, refused, total_of
from minebot.solver.search import NoneLeft, Tally, bits
from minebot.solver.thinking import AT_LEISURE, Thinking

MOST_CELLS = 16
"""A neighbourhood takes no constraint with which it would have more cells than this: so at most 2**16 arrangements.

Its first constraint may have more, which are one box as long as it is alone. On 100 expert positions, 12 cells miss
three certain cells that the whole board proves, and 16 to 32 cells two.
"""


def limited(board: Board, thinking: Thinking = AT_LEISURE) -> Advice:
    """What neighbourhoods decide, and the risks that they suggest; InconsistentBoard where nothing fits one of them."""
    given = puzzle(board)
    facts = Facts([*given.constraints, *total_of(given)])
    count = cache(partial(tallied, thinking=thinking))
    try:
        seen = _look_around(given, facts.settle(), count)
        while seen.certain:
            _decide(facts, seen.certain)
            seen = _look_around(given, facts.settle(), count)
    except Contradiction as clash:
        raise refused(board, clash) from clash
    return weighed(board, facts, _everywhere(given, facts, seen.risks))


@dataclass(slots=True)
class _Seen:
    """What the neighbourhoods say: the risks of the boxes in their middle, and what is certain in them."""

    risks: dict[int, float] = field(default_factory=dict)
    certain: list[NoneLeft] = field(default_factory=list)


def _look_around(given: Puzzle, facts: Facts, count: Callable[[Component], Tally]) -> _Seen:
    """Search every neighbourhood."""
    constraints = [each for each in reduced(facts) if each.number is not None]
    undecided = frozenset(given.cells) - facts.decided.keys()
    left = None if given.mines is None else given.mines - sum(facts.decided.values())
    seen = _Seen()
    for chosen, middle in neighbourhoods(constraints).items():
        parts = split([constraints[index] for index in chosen])
        outside = undecided - {cell for part in parts for box in part.boxes for cell in box.cells}
        tallies = [count(part) for part in parts]
        whole = joined([tally.arrangements for tally in tallies], len(outside), left)
        rest = found_away(parts, outside, whole)
        if outside and rest.share in (0, whole.total):
            seen.certain.append(rest.reason("limited", whole.total))
        for each in found_in(parts, tallies, whole):
            if each.share in (0, whole.total):
                seen.certain.append(each.reason("limited", whole.total))
            seen.risks.update((cell, each.share / whole.total) for cell in each.cells if cell in middle)
    return seen


def neighbourhoods(constraints: Sequence[Constraint]) -> Mapping[tuple[int, ...], set[int]]:
    """For each neighbourhood, as indices of constraints, the cells that it is for."""
    under = boxes(constraints)
    linked = [0] * len(constraints)
    for together in under:
        for index in bits(together):
            linked[index] |= together
    found: dict[tuple[int, ...], set[int]] = defaultdict(set)
    for together, cells in under.items():
        found[tuple(sorted(_near(constraints, together, linked)))].update(cells)
    return found


def _near(constraints: Sequence[Constraint], together: int, linked: Sequence[int]) -> Iterator[int]:
    """The constraints `together` on a box, and those linked to them, those with the most cells in common first."""
    middle = list(bits(together))
    around = 0
    for index in middle:
        around |= linked[index]
    cells = frozenset[int]().union(*(constraints[index].cells for index in middle))
    ring = sorted(bits(around & ~together), key=lambda index: -len(constraints[index].cells & cells))
    taken: frozenset[int] = frozenset()
    for index in [*middle, *ring]:
        with_it = taken | constraints[index].cells
        if not taken or len(with_it) <= MOST_CELLS:
            taken = with_it
            yield index


def _decide(facts: Facts, certain: Sequence[NoneLeft]) -> None:
    """Take over what neighbourhoods proved; Contradiction where two of them do not agree."""
    for reason in certain:
        if any(facts.decided.get(cell, reason.mine) != reason.mine for cell in reason.cells):
            raise Contradiction(reason.numbers)
        facts.decide([cell for cell in reason.cells if cell not in facts.decided], reason.mine, reason)


def _everywhere(given: Puzzle, facts: Facts, risks: Mapping[int, float]) -> Mapping[int, float]:
    """The risks of the frontier, and what they leave for the cells away from every number.

    As nothing is certain there, at least half a mine is expected, and at least half a cell without one.
    """
    away = [cell for cell in given.cells if cell not in facts.decided and cell not in risks]
    left = len(away) / 2 if given.mines is None else given.mines - sum(facts.decided.values()) - sum(risks.values())
    share = min(max(left, 0.5), len(away) - 0.5) / max(len(away), 1)
    return {cell: risks.get(cell, share) for cell in given.cells}
