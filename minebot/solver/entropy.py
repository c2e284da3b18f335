"""Entropy: an estimate of every risk at once, by iterative scaling, on any topology, with the mine total or not.

Source: Sheppard, Minesweeper by entropy optimisation. Every cell starts as likely mined as not. Then each number in
turn is made to hold: with h mines expected among its n cells where m are wanted, p and 1 - p of each of these cells are
multiplied by m / h and (n - m) / (n - h), and divided by their sum. What one number puts right another puts wrong, but
less and less so; the mine total is one more number. In the limit all of them hold, and among all distributions that
mine each cell by itself this is the one of the greatest entropy.

Two things to know. It is not the exact risk: the mines are not independent, and of each number the estimate knows no
more than an expectation. The worked example of the source, 12# / #3# / ### with 3 mines, comes out exactly (1/2, 1,
1/3). On 10,000 positions at which play must guess (`benchmarks/entropy.py`, in points of a hundred):

                      with the mine total              without it
    boards            error  largest  least  cost      error  largest  least  cost
    square, expert     1.19     11.8   72 %  1.53       0.65      7.9   81 %  1.89
    square, beginner   0.51      4.6   89 %  0.25       0.23      2.5   99 %  0.15
    hexagon 16x16      1.04      9.8   71 %  1.33       0.41      5.1   94 %  0.78
    triangle 16x16     0.12      2.4   95 %  0.13       0.08      1.5   97 %  0.20
    torus 16x16        0.21      5.9   80 %  0.85       0.08      2.7   95 %  0.29
    cube 5x5x4         0.48      1.0  100 %  0.03       0.47      1.0  100 %  0.02

the mean error and the largest of a position; how often it opens one of the least risky cells; and by how much the cell
that it opens is riskier than these. The worst single error was 49 points, the dearest choice 30.

And where the constraints leave no room inside, the scaling creeps: after k sweeps, a cell that must be safe still has a
risk of about 1/k. So cells are first decided by proof, by single numbers and by pairs of them; without the pairs a
quarter of the expert positions that force a guess creep, with them 7 %. No small number is ever taken for a proof: what
creeps keeps a risk above 0 and below 1, after SWEEPS sweeps about 1/SWEEPS from where it tends to.

Constraints that clash beyond what pairs see have no limit; the estimates are then some risks between 0 and 1.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from minebot.board import Board
from minebot.compiled import entry
from minebot.solver.advice import Advice
from minebot.solver.core import boxes, reduced
from minebot.solver.facts import Facts
from minebot.solver.guess import Preference, weighed
from minebot.solver.pairs import paired
from minebot.solver.puzzle import Constraint, Contradiction, puzzle, refused, total_of
from minebot.solver.thinking import AT_LEISURE, Thinking

TOLERANCE = 1e-11
"""It has converged when every constraint holds to this many mines; far below what makes two risks differ in a tie."""

SWEEPS, ROUND = 5000, 500
"""It stops after this many sweeps, converged or not, and asks after every round of sweeps whether to go on."""

MARGIN = 1e-12
"""An estimate keeps this far from 0 and 1, which are for what is proven, and which no scaling could leave again."""


FIRST = Preference(lambda _cell: 0.0, "the first, as far as estimates tell")


class System(NamedTuple):
    """Constraints on boxes: constraint i wants `mines[i]` among the boxes `boxes[at[i]:at[i + 1]]` of these `sizes`."""

    at: NDArray[np.int64]
    boxes: NDArray[np.int64]
    sizes: NDArray[np.int64]
    mines: NDArray[np.int64]


def entropy(board: Board, thinking: Thinking = AT_LEISURE) -> Advice:
    """What single numbers and pairs decide, and estimated risks; InconsistentBoard where one of these cannot hold."""
    given = puzzle(board)
    try:
        facts = paired(Facts([*given.constraints, *total_of(given)]), thinking.go_on)
        undecided = reduced(facts)
    except Contradiction as clash:
        raise refused(board, clash) from clash
    return weighed(board, facts, dict.fromkeys(given.cells, 0.5) | estimates(undecided, thinking), FIRST)


def estimates(constraints: Sequence[Constraint], thinking: Thinking = AT_LEISURE) -> dict[int, float]:
    """The estimated risk of every cell under a constraint; cells under identical constraints share one.

    No constraint may be decided by itself: each has a mine and a safe cell.
    """
    cells_under = boxes(constraints)
    system = _system(constraints, cells_under)
    risks = np.full(len(cells_under), 0.5)
    for _ in range(SWEEPS // ROUND):
        if fit(system, risks, ROUND) <= TOLERANCE:
            break
        thinking.go_on()
    return {cell: risk for cells, risk in zip(cells_under.values(), risks.tolist(), strict=True) for cell in cells}


def _system(constraints: Sequence[Constraint], cells_under: dict[int, list[int]]) -> System:
    held = [[box for box, under in enumerate(cells_under) if under >> index & 1] for index in range(len(constraints))]
    return System(
        np.cumsum([0, *map(len, held)], dtype=np.int64),
        np.array([box for inside in held for box in inside], np.int64),
        np.array([len(cells) for cells in cells_under.values()], np.int64),
        np.array([each.mines for each in constraints], np.int64),
    )


@entry
def fit(system: System, risks: NDArray[np.float64], sweeps: int) -> float:
    """Make each constraint hold in turn, over and over; how many mines the worst was off at last.

    It ends earlier where all hold to TOLERANCE.
    """
    worst = 0.0
    for _ in range(sweeps):
        worst = 0.0
        for index in range(len(system.mines)):
            inside = system.boxes[system.at[index] : system.at[index + 1]]
            cells, held = 0.0, 0.0
            for box in inside:
                cells += system.sizes[box]
                held += system.sizes[box] * risks[box]
            wanted = system.mines[index]
            worst = max(worst, abs(held - wanted))
            for box in inside:
                mine = risks[box] * (wanted / held)
                safe = (1 - risks[box]) * ((cells - wanted) / (cells - held))
                risks[box] = min(max(mine / (mine + safe), MARGIN), 1 - MARGIN)
        if worst <= TOLERANCE:
            break
    return worst
