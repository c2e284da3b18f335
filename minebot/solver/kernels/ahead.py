"""One ply ahead: what each candidate may show, and how well the game stands then."""

from typing import NamedTuple

import numpy as np

from minebot.compiled import entry, kernel, shared
from minebot.solver.kernels.arrays import Codes, Floats, Int, Ints
from minebot.solver.kernels.model import MINE, SAFE, UNDECIDED
from minebot.solver.kernels.net import Net, Planes, estimate, new_planes
from minebot.solver.kernels.parts import Parts, no_parts
from minebot.solver.kernels.player import (
    COVERED,
    Game,
    Judged,
    begun,
    judge_game,
    mark_mine,
    new_judged,
    room_for_game,
    show_as,
    take_over,
    undecided,
)
from minebot.solver.kernels.position import fits
from minebot.solver.kernels.tables import Tables, new_tables
from minebot.topology import Grid

HIGHEST = 26
"""The highest number that a cell can show, on any topology."""


class Leaf(NamedTuple):
    """Room for a position one ply ahead, and what is known in it."""

    game: Game
    judged: Judged


@kernel
def new_leaf(game: Game) -> Leaf:
    """Room for a leaf of a game."""
    count = len(game.shown)
    copy = room_for_game(game.grid, game.hidden, np.empty(count, np.int8), game.clicks)
    return Leaf(copy, new_judged(count))


@kernel
def shown_in(leaf: Leaf, game: Game, cell: Int, number: Int) -> None:
    """Make the leaf the position in which the cell shows that number."""
    take_over(leaf.game, game)
    show_as(leaf.game, cell, number)


@kernel
def candidates(game: Game, risks: Floats, allowed: Codes, near: float, most: Int) -> Ints:
    """The cells worth a look, the safest first: their safety is at least that share of the best.

    Of unconstrained cells, which are alike but for their neighbours, those with the fewest covered neighbours, and of
    these the ones that touch the most constrained cells; they come last. In the opening, where no zero was found yet,
    there are no others than the former: the corners, or what is like them, which are the likeliest to be one. Where
    there are fifty-fifties that nothing will ever resolve, there are no others than their cells: what they cost must be
    paid anyway, and what they show is known the sooner.
    """
    possible, free = worth_opening(game, allowed), unconstrained(game)
    best = 0.0
    for cell in range(len(possible)):
        if possible[cell]:
            best = max(best, 1.0 - risks[cell])
    rank = np.full(len(possible), np.inf)
    for cell in range(len(possible)):
        if possible[cell] and 1.0 - risks[cell] >= best * near:
            rank[cell] = free_rank(game, free, cell) if free[cell] else risks[cell] - 1.0
    if is_opening(game.shown):
        leave_corners(rank)
    found = np.flatnonzero(rank < np.inf)
    order = found[np.argsort(rank[found], kind="mergesort")]
    return order[: min(most, np.count_nonzero(rank < 0.0) + FREE_ONES)]


@kernel
def worth_opening(game: Game, allowed: Codes) -> Codes:
    """1 for the undecided cells among those allowed; if any are fifty-fifties for good, for these alone."""
    possible, even = undecided(game), np.zeros(len(game.shown), np.int8)
    for number in range(len(possible)):
        if game.shown[number] >= 0 and game.open[number] == 2 and game.left[number] == 1:
            one, two = both_around(game, number)
            if is_fifty_fifty(game, one, two):
                even[one], even[two] = allowed[one], allowed[two]
    for cell in range(len(possible)):
        possible[cell] &= allowed[cell]
    return even if even.any() else possible


@kernel
def both_around(game: Game, number: Int) -> tuple[Int, Int]:
    """The two undecided cells around a number that has as many."""
    one, two = -1, -1
    for cell in game.grid.around[game.grid.at[number] : game.grid.at[number + 1]]:
        if game.shown[cell] == COVERED and game.known[cell] == UNDECIDED:
            one, two = cell, one
    return one, two


@kernel
def is_fifty_fifty(game: Game, one: Int, two: Int) -> bool:
    """Whether nothing will ever tell which of two is the mine: they are neighbours, what touches one only is a mine.

    The two can be exchanged in every arrangement, so each is a mine in half of them, whatever else is found out.
    """
    return are_beside(game, one, two) and touches_no_more(game, one, two) and touches_no_more(game, two, one)


@kernel
def touches_no_more(game: Game, one: Int, two: Int) -> bool:
    """Whether all that a cell touches and another one does not is mines."""
    for cell in game.grid.around[game.grid.at[one] : game.grid.at[one + 1]]:
        if cell != two and game.known[cell] != MINE and not are_beside(game, cell, two):
            return False
    return True


@kernel
def are_beside(game: Game, one: Int, two: Int) -> bool:
    """Whether two cells are neighbours."""
    for other in game.grid.around[game.grid.at[one] : game.grid.at[one + 1]]:  # noqa: SIM110 - a kernel knows no generators
        if other == two:
            return True
    return False


FREE_ONES = 4
"""How many unconstrained cells are looked at."""

EARLY = 1 / 8
"""Share of the cells up to which, while no more are open and none is a zero, a game is in its opening."""


@shared
def is_opening(shown: Codes) -> bool:
    """Whether little is open, and no zero."""
    return bool((shown != 0).all() and np.count_nonzero(shown > 0) < EARLY * len(shown))


@kernel
def leave_corners(rank: Floats) -> None:
    """Leave only the unconstrained cells with the fewest covered neighbours, if there are any."""
    fewest = np.inf
    for each in rank:
        if each >= 0.0:
            fewest = min(fewest, np.ceil(each / PER_NEIGHBOUR))
    if fewest < np.inf:
        for cell in range(len(rank)):
            if rank[cell] < 0.0 or np.ceil(rank[cell] / PER_NEIGHBOUR) > fewest:
                rank[cell] = np.inf


@kernel
def unconstrained(game: Game) -> Codes:
    """1 for the covered cells beside which there is no number."""
    free = np.empty(len(game.shown), np.int8)
    for cell in range(len(free)):
        free[cell] = game.shown[cell] == COVERED
        for other in game.grid.around[game.grid.at[cell] : game.grid.at[cell + 1]]:
            free[cell] &= game.shown[other] < 0
    return free


@kernel
def free_rank(game: Game, free: Codes, cell: Int) -> float:
    """Fewest covered neighbours first; of those, what touches the most constrained cells."""
    around, touching = 0, 0
    for other in game.grid.around[game.grid.at[cell] : game.grid.at[cell + 1]]:
        around += game.shown[other] == COVERED
        touching += game.shown[other] == COVERED and not free[other]
    return PER_NEIGHBOUR * around - touching


PER_NEIGHBOUR = 100.0
"""The rank of an unconstrained cell for each covered neighbour: more than it touches cells of any kind."""


class Weighed(NamedTuple):
    """What came of the look at some cells, a row a cell: how likely it shows each number, and the value of that.

    Both, and `next`, how safe the moves after it are, are for the case that the cell is safe. `worth` is the
    probability of winning by the cell, as far as one sees; by `merit`, which means nothing else, cells are chosen.
    """

    odds: Floats
    values: Floats
    next: Floats
    worth: Floats
    merit: Floats


def room_for(count: int) -> Weighed:
    """Room for so many cells."""
    shape = count, HIGHEST + 1
    return Weighed(np.zeros(shape), np.zeros(shape), np.zeros(count), np.zeros(count), np.zeros(count))


FORESIGHT = 0.2
"""What the network counts for in the choice between cells, as an exponent; the safety of the next moves has the rest.

The network tells positions apart that are far from each other; of two cells of one position it exaggerates the
difference, as guesses have shown that were drawn by lot among nearly equal cells (docs/champion.md).
"""


@kernel
def weigh(  # noqa: PLR0913, PLR0917 - a position, and how to weigh its cells
    game: Game,
    judged: Judged,
    parts: Parts,
    tables: Tables,
    cells: Ints,
    net: Net,
    leaf: Leaf,
    planes: Planes,
    weighed: Weighed,
) -> Tables:
    """Weigh each of the cells."""
    logs, next_safe = np.empty(HIGHEST + 1), np.zeros(HIGHEST + 1)
    for place in range(len(cells)):
        cell = cells[place]
        least, most = bounds(game, cell)
        logs[:] = -np.inf
        for number in range(least, most + 1):
            shown_in(leaf, game, cell, number)
            position, tables = judge_game(leaf.game, parts, tables, leaf.judged)
            if fits(position):
                logs[number] = position.joined.log_total
                next_safe[number] = safety_of_next(leaf)
                weighed.values[place, number] = (
                    value_of(leaf, net, planes) if len(net.first_bias) else next_safe[number]
                )
        top, weight = logs.max(), 0.0
        for number in range(least, most + 1):
            weighed.odds[place, number] = np.exp(logs[number] - top)
            weight += weighed.odds[place, number]
        won, safe = 0.0, 0.0
        for number in range(least, most + 1):
            weighed.odds[place, number] /= weight
            won += weighed.odds[place, number] * weighed.values[place, number]
            safe += weighed.odds[place, number] * next_safe[number]
        survived = 1.0 - judged.risks[cell]
        weighed.next[place], weighed.worth[place] = safe, survived * won
        weighed.merit[place] = survived * won**FORESIGHT * safe ** (1.0 - FORESIGHT)
    return tables


@kernel
def mark_safe(game: Game, cell: Int) -> None:
    """Take a cell that is safe, and stays covered, from the undecided cells of the numbers around it."""
    game.known[cell] = SAFE
    for other in game.grid.around[game.grid.at[cell] : game.grid.at[cell + 1]]:
        if game.shown[other] >= 0:
            game.open[other] -= 1


@kernel
def bounds(game: Game, cell: Int) -> tuple[Int, Int]:
    """The least and the highest number that a covered cell may show."""
    least, most = 0, 0
    for other in game.grid.around[game.grid.at[cell] : game.grid.at[cell + 1]]:
        if game.shown[other] == COVERED:
            least += game.known[other] == MINE
            most += game.known[other] != SAFE
    return least, most


@kernel
def value_of(leaf: Leaf, net: Net, planes: Planes) -> float:
    """How likely the game is won in a leaf, as the network says."""
    game, judged = leaf.game, leaf.judged
    return estimate(game.grid, game.shown, game.known, judged.risks, judged.certain, net, planes)


@kernel
def safety_of_next(leaf: Leaf) -> float:
    """How safe the next moves are in a leaf: four fifths the safest cell, one fifth the next; 1 if one is certain."""
    best, second = -1.0, -1.0
    for cell in range(len(leaf.game.shown)):
        if leaf.game.shown[cell] == COVERED and leaf.game.known[cell] == UNDECIDED:
            if leaf.judged.certain[cell] == SAFE:
                return 1.0
            safety = 1.0 - leaf.judged.risks[cell]
            if safety > best:
                best, second = safety, best
            elif safety > second:
                second = safety
    return 1.0 if best <= 0.0 else (4.0 * best + max(second, 0.0)) / 5.0


@entry
def worth_a_look(  # noqa: PLR0913, PLR0917 - a position, how wide to look, and where the answer goes
    grid: Grid, shown: Codes, certain: Codes, mines: Int, risks: Floats, allowed: Codes, near: float, cells: Ints
) -> Int:
    """Write the candidates among the allowed cells of a position in which no cell is safe; how many there are.

    `shown` holds the number of an open cell or COVERED, `certain` what is known of the covered ones and `risks` the
    risk of each; `mines` is the total or UNKNOWN. There are no more candidates than `cells` has room for.
    """
    chosen = candidates(resumed(grid, shown, certain, mines), risks, allowed, near, len(cells))
    for place in range(len(chosen)):
        cells[place] = chosen[place]
    return len(chosen)


@entry
def look_ahead(  # noqa: PLR0913, PLR0917 - a position, what to look at, and where the answers go
    grid: Grid, shown: Codes, certain: Codes, mines: Int, net: Net, cells: Ints, weighed: Weighed
) -> None:
    """Weigh some candidates of a position, as `worth_a_look` takes it."""
    count = len(shown)
    game, judged = resumed(grid, shown, certain, mines), new_judged(count)
    position, tables = judge_game(game, no_parts(), new_tables(), judged)
    weigh(game, judged, position.parts, tables, cells, net, new_leaf(game), new_planes(grid), weighed)


@kernel
def resumed(grid: Grid, shown: Codes, certain: Codes, mines: Int) -> Game:
    """The game at a position of which some covered cells are known."""
    count = len(shown)
    game = begun(grid, np.zeros(count, np.int8), shown, mines, count, np.empty(0, np.int64))
    for cell in range(count):
        if shown[cell] == COVERED and certain[cell] == MINE:
            mark_mine(game, cell)
        elif shown[cell] == COVERED and certain[cell] == SAFE:
            mark_safe(game, cell)
    return game
