"""CSP: a constraint satisfaction problem, searched to the last arrangement, so that every risk is exact.

Source: Farn's CSP solver; C. Studholme, "Minesweeper as a constraint satisfaction problem". A covered cell is a
variable that is 0 or 1, a number is a constraint on the sum of its cells. Components are searched one by one
(minebot.solver.search), and what was counted there says for each cell in how many arrangements it is a mine. A cell is
certain where that is none of them, or all: every certain cell is found.

Farn gives each arrangement of a component the same weight. That is exact only where an arrangement holds all of the
board; one with k mines leaves m - k for the n cells that no number touches, and there are C(n, m - k) ways to lay them.
Components with few mines weigh much more than those with many, and here they do (minebot.solver.joined).

The guess is the least risk, the first such cell.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from minebot.board import Board
from minebot.solver.advice import Advice
from minebot.solver.core import Box, Component, apart, reduced, split
from minebot.solver.facts import Facts
from minebot.solver.guess import weighed
from minebot.solver.joined import Joined, joined
from minebot.solver.puzzle import Contradiction, puzzle, refused, total_of
from minebot.solver.search import NoneLeft, Tally, search
from minebot.solver.thinking import AT_LEISURE, Thinking


@dataclass(frozen=True, slots=True)
class Way:
    """How a component is made into variables, and the name of the solver that does so."""

    rule: str
    variables: Callable[[Component], Component]


def cell_by_cell(component: Component) -> Component:
    """Every cell a box of its own."""
    boxes = tuple(Box((cell,), box.under) for box in component.boxes for cell in box.cells)
    return replace(component, boxes=boxes)


CELLS = Way("csp", cell_by_cell)


def csp(board: Board, thinking: Thinking = AT_LEISURE) -> Advice:
    """Exact risks, by the search over single cells; InconsistentBoard if no arrangement fits."""
    return searched(board, thinking, CELLS)


def nodes_in_whole(board: Board, thinking: Thinking = AT_LEISURE, way: Way = CELLS) -> int:
    """The nodes of a search of the whole board at once; `csp` itself needs far fewer.

    The mine total is one more constraint, on every covered cell: all is one component, and all arrangements of the
    board are searched. What single constraints decide is decided before. Farn's Table 3 does not say what it counts;
    in games that open at a corner these are as many nodes as its CSP solver generates on 4x4 and 5x5, and fewer on 6x6.
    """
    given = puzzle(board)
    try:
        facts = Facts([*given.constraints, *total_of(given)]).settle()
        return sum(tallied(way.variables(part), thinking).nodes for part in split(reduced(facts)))
    except Contradiction as clash:
        raise refused(board, clash) from clash


def searched(board: Board, thinking: Thinking, way: Way) -> Advice:
    """The advice from the search of every component; InconsistentBoard if no arrangement fits."""
    given = puzzle(board)
    try:
        facts = Facts(given.constraints).settle()
        taken = apart(facts, given)
        parts = [way.variables(component) for component in taken.components]
        tallies = [tallied(part, thinking) for part in parts]
        whole = joined([tally.arrangements for tally in tallies], len(taken.unconstrained), taken.mines)
    except Contradiction as clash:
        raise refused(board, clash) from clash
    found = [*found_in(parts, tallies, whole), found_away(parts, taken.unconstrained, whole)]
    for each in found:
        if each.share in (0, whole.total):
            facts.decide(each.cells, each.share > 0, each.reason(way.rule, whole.total))
    risks = {cell: each.share / whole.total for each in found for cell in each.cells}
    advice = weighed(board, facts, dict.fromkeys(given.cells, 0.0) | risks)
    return replace(advice, arrangements=whole.total, nodes=sum(tally.nodes for tally in tallies))


def tallied(part: Component, thinking: Thinking) -> Tally:
    """The arrangements of a component; Contradiction if there are none."""
    thinking.go_on()
    tally = search(part, thinking)
    if not tally.arrangements:
        raise Contradiction(part.numbers)
    return tally


@dataclass(frozen=True, slots=True)
class Found:
    """Cells that are mines in the same number of arrangements, `share`; `numbers` say so, or the mine `total` too."""

    cells: tuple[int, ...]
    share: int
    numbers: tuple[int, ...]
    total: bool

    def reason(self, rule: str, all_of_them: int) -> NoneLeft:
        """Why they are certain."""
        return NoneLeft(rule, self.cells, self.share == all_of_them, self.numbers, self.total)


def found_in(parts: Sequence[Component], tallies: Sequence[Tally], whole: Joined) -> Iterator[Found]:
    """In how many arrangements of the board the cells of each variable are mines."""
    everywhere = tuple(number for part in parts for number in part.numbers)
    for part, tally, rest in zip(parts, tallies, whole.rest, strict=True):
        alone = sum(tally.arrangements.values())
        for box, mines in zip(part.boxes, tally.mines, strict=True):
            size = len(box.cells)
            share = sum(number * rest[used] for used, number in mines.items()) // size
            by_total = sum(mines.values()) not in (0, alone * size)
            yield Found(box.cells, share, everywhere if by_total else part.numbers, by_total)


def found_away(parts: Sequence[Component], away: Collection[int], whole: Joined) -> Found:
    """The same for cells under none of these constraints, which only the mine total can decide."""
    numbers = tuple(number for part in parts for number in part.numbers)
    return Found(tuple(sorted(away)), whole.away, numbers, total=True)
