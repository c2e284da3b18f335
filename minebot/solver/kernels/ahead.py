"""One ply ahead: what each candidate may show, and how well the game stands then."""

from typing import NamedTuple

import numpy as np

from minebot.compiled import kernel
from minebot.solver.kernels.arrays import Codes, Floats, Int, Ints
from minebot.solver.kernels.choice import covered_around
from minebot.solver.kernels.model import MINE, SAFE, UNDECIDED
from minebot.solver.kernels.net import Net, Planes, estimate
from minebot.solver.kernels.parts import Parts
from minebot.solver.kernels.player import (
    COVERED,
    QUEUED,
    TO_OPEN,
    Game,
    Judged,
    new_judged,
    position_of,
    show_as,
    undecided,
)
from minebot.solver.kernels.position import fits, judge_cells
from minebot.solver.kernels.tables import Tables

SAFEST, NETWORK = 1, 2
"""How a leaf is weighed: by the safety of the next moves, or by the network."""

HIGHEST = 26
"""The highest number that a cell can show, on any topology."""


class Leaf(NamedTuple):
    """Room for a position one ply ahead, and what is known in it."""

    game: Game
    judged: Judged


@kernel
def new_leaf(game: Game) -> Leaf:
    """Room for a leaf of a game."""
    copy = Game(
        game.grid,
        game.hidden,
        game.shown.copy(),
        game.known.copy(),
        game.left.copy(),
        game.open.copy(),
        game.queue.copy(),
        np.zeros(len(game.shown), np.int8),
        game.flood,
        game.clicks,
        game.tally.copy(),
    )
    return Leaf(copy, new_judged(len(game.shown)))


@kernel
def shown_in(leaf: Leaf, game: Game, cell: Int, number: Int) -> None:
    """Make the leaf the position in which the cell shows that number."""
    copy = leaf.game
    for place in range(len(game.shown)):
        copy.shown[place], copy.known[place] = game.shown[place], game.known[place]
        copy.left[place], copy.open[place] = game.left[place], game.open[place]
    for place in range(copy.tally[QUEUED]):
        copy.queued[copy.queue[place]] = 0
    for place in range(len(copy.tally)):
        copy.tally[place] = game.tally[place]
    copy.tally[QUEUED] = 0
    show_as(copy, cell, number)


@kernel
def candidates(game: Game, judged: Judged, near: float, most: Int) -> Ints:
    """The cells worth a look: their safety is at least that share of the best.

    Of unconstrained cells, which are alike but for their neighbours, those with the fewest covered neighbours, and those
    that see the most numbers from two cells away.
    """
    count = len(game.shown)
    best = 0.0
    for cell in range(count):
        if game.shown[cell] == COVERED and game.known[cell] == UNDECIDED:
            best = max(best, 1.0 - judged.risks[cell])
    rank = np.full(count, np.inf)
    covered = np.zeros(count, np.int8)
    for cell in range(count):
        covered[cell] = game.shown[cell] == COVERED
    for cell in range(count):
        if game.shown[cell] != COVERED or game.known[cell] != UNDECIDED:
            continue
        safety = 1.0 - judged.risks[cell]
        if is_free(game, cell):
            if safety >= best * (1.0 - (1.0 - near) / 2.0):
                rank[cell] = free_rank(game, covered, cell)
        elif safety >= best * near:
            rank[cell] = -safety
    order = np.argsort(rank)
    chosen = np.empty(count, np.int64)
    used, free = 0, 0
    for cell in order:
        if rank[cell] == np.inf or used == most:
            break
        if rank[cell] >= 0.0:
            if free == FREE_ONES:
                break
            free += 1
        chosen[used] = cell
        used += 1
    return chosen[:used]


FREE_ONES = 4


@kernel
def is_free(game: Game, cell: Int) -> bool:
    """Whether no number is beside a cell."""
    for other in game.grid.around[game.grid.at[cell] : game.grid.at[cell + 1]]:
        if game.shown[other] >= 0:
            return False
    return True


@kernel
def free_rank(game: Game, covered: Codes, cell: Int) -> float:
    """Fewest covered neighbours first; of those, what touches the most constrained cells."""
    touching = 0
    for other in game.grid.around[game.grid.at[cell] : game.grid.at[cell + 1]]:
        touching += game.shown[other] == COVERED and not is_free(game, other)
    return 100.0 * covered_around(game.grid, covered, cell) - touching


@kernel
def weigh(  # noqa: PLR0913, PLR0917 - a position, and how to weigh its cells
    game: Game, judged: Judged, parts: Parts, tables: Tables, cells: Ints, style: Int, net: Net, planes: Planes
) -> tuple[Floats, Tables]:
    """What each of the cells is worth."""
    leaf = new_leaf(game)
    worth = np.zeros(len(cells))
    values, logs = np.empty(HIGHEST + 1), np.empty(HIGHEST + 1)
    for place in range(len(cells)):
        cell = cells[place]
        least, most = bounds(game, cell)
        top = -np.inf
        for number in range(least, most + 1):
            logs[number] = -np.inf
            shown_in(leaf, game, cell, number)
            position, tables = position_of(leaf.game, parts, tables)
            if not fits(position):
                continue
            logs[number] = position.joined.log_total
            top = max(top, logs[number])
            judge_cells(undecided(leaf.game), position, leaf.judged.risks, leaf.judged.certain)
            values[number] = value_of(leaf, style, net, planes)
        total = weight = 0.0
        feasible = 0
        for number in range(least, most + 1):
            if logs[number] > -np.inf:
                feasible += 1
                share = np.exp(logs[number] - top)
                weight += share
                total += share * values[number]
        worth[place] = (1.0 - judged.risks[cell]) * total / weight if weight > 0.0 else 0.0
        if feasible == 1 and style == SAFEST:
            worth[place] *= 0.9
    return worth, tables


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
def value_of(leaf: Leaf, style: Int, net: Net, planes: Planes) -> float:
    """How well the game stands in a leaf."""
    if leaf.game.tally[TO_OPEN] == 0:
        return 1.0
    if style == NETWORK:
        return estimate(leaf.game.grid, leaf.game.shown, leaf.game.known, leaf.judged.risks, leaf.judged.certain, net, planes)
    best = second = 0.0
    for cell in range(len(leaf.game.shown)):
        if leaf.game.shown[cell] == COVERED and leaf.game.known[cell] == UNDECIDED:
            if leaf.judged.certain[cell] == SAFE:
                return 1.0
            safety = 1.0 - leaf.judged.risks[cell]
            if safety > best:
                best, second = safety, best
            elif safety > second:
                second = safety
    return (4.0 * best + second) / 5.0
