"""Whole games one ply ahead, with what was thought on the way: what the value network learns from.

A player that survives plays on where a guess would have hit a mine, on a board drawn anew from those on which the cell
is safe. The product of the survival probabilities is then what the game was worth.
"""

import numpy as np

from minebot.compiled import entry, kernel
from minebot.solver.kernels.ahead import candidates, new_leaf, new_weighed, shown_in, weigh
from minebot.solver.kernels.arrays import Codes, Floats, Int, Ints, mixed
from minebot.solver.kernels.choice import least_risky
from minebot.solver.kernels.hidden import HIDDEN_MINE
from minebot.solver.kernels.model import MINE, SAFE, Constraints
from minebot.solver.kernels.net import Net, Singles, new_planes
from minebot.solver.kernels.parts import no_parts
from minebot.solver.kernels.player import (
    COVERED,
    Game,
    begun,
    click,
    constraints_of,
    decide,
    follow_rules,
    guess,
    masks,
    new_judged,
    position_of,
    result_of,
    running,
    undecided,
)
from minebot.solver.kernels.position import examined, fits, judge_cells
from minebot.solver.kernels.sample import draw_from, uniform
from minebot.solver.kernels.tables import new_tables
from minebot.topology import Grid

TALLY_MINES = 6


@entry
def selfplay(  # noqa: PLR0913, PLR0917
    grid: Grid,
    hidden: Codes,
    mines: Int,
    first: Int,
    seed: Int,
    style: Int,
    net: Net,
    explore: float,
    survive: bool,
    near: float,
    most: Int,
    states: Codes,
    risks: Singles,
    labels: Floats,
    went: Ints,
) -> None:
    """Play; the positions after each guess go to `states` and `risks`, what came of each to `labels`."""
    count = len(hidden)
    hidden = hidden.copy()
    shown = np.full(count, COVERED, np.int8)
    game = begun(grid, hidden, shown, mines, count, np.empty(count, np.int64))
    random = np.full(1, mixed(seed), np.uint64)
    planes = new_planes(count, net)
    click(game, first)
    tables, parts = new_tables(), no_parts()
    judged = new_judged(count)
    leaf = new_leaf(game)
    weight, used = 1.0, 0
    while running(game):
        follow_rules(game)
        if not running(game):
            break
        position, tables = position_of(game, parts, tables)
        if not fits(position):
            break
        parts = position.parts
        judge_cells(undecided(game), position, judged.risks, judged.certain)
        if decide(game, judged.certain):
            continue
        chosen = least_risky(grid, *masks(game), judged.risks, 0)
        if style:
            cells = candidates(game, judged, undecided(game), near, most)
            if len(cells) > 1:
                weighed = new_weighed(len(cells))
                tables = weigh(game, judged, parts, tables, cells, net, leaf, planes, weighed)
                chosen = cells[np.argmax(weighed.worth)]
                if uniform(random) < explore:
                    chosen = cells[np.int64(uniform(random) * len(cells))]
        weight *= 1.0 - judged.risks[chosen]
        if survive and game.hidden[chosen] == HIDDEN_MINE:
            redraw(game, chosen, random)
        if survive and used < len(labels):
            shown_in(leaf, game, chosen, np.int64(game.hidden[chosen]))
            position, tables = position_of(leaf.game, parts, tables)
            judge_cells(undecided(leaf.game), position, leaf.judged.risks, leaf.judged.certain)
            for cell in range(count):
                states[used, cell] = leaf.game.shown[cell]
                risks[used, cell] = leaf.judged.risks[cell]
                if leaf.game.shown[cell] < 0:
                    if leaf.game.known[cell] == MINE or leaf.judged.certain[cell] == MINE:
                        states[used, cell], risks[used, cell] = -2, 1.0
                    elif leaf.game.known[cell] == SAFE or leaf.judged.certain[cell] == SAFE:
                        states[used, cell], risks[used, cell] = -3, 0.0
                else:
                    risks[used, cell] = 0.0
            labels[used] = weight
            used += 1
        guess(game, chosen)
    for place in range(used):
        labels[place] = weight / labels[place]
    went[0], went[1], went[2] = result_of(game), used, 0


@kernel
def redraw(game: Game, cell: Int, random: np.ndarray) -> None:
    """Draw the hidden board anew from those on which the cell is safe."""
    given = constraints_of(game)
    constraints = Constraints(
        np.append(given.at, given.at[-1] + 1), np.append(given.cells, cell), np.append(given.mines, 0)
    )
    covered = undecided(game)
    position, _ = examined(covered, constraints, game.tally[TALLY_MINES], no_parts(), new_tables())
    board = np.zeros((1, len(covered)), np.int8)
    draw_from(position, covered, np.int64(random[0]), board)
    uniform(random)
    for place in range(len(covered)):
        if game.shown[place] == COVERED:
            mine = board[0, place] if covered[place] else game.known[place] == MINE
            game.hidden[place] = HIDDEN_MINE if mine else 0
    for place in range(len(covered)):
        if game.shown[place] == COVERED and game.hidden[place] != HIDDEN_MINE:
            for other in game.grid.around[game.grid.at[place] : game.grid.at[place + 1]]:
                game.hidden[place] += game.hidden[other] == HIDDEN_MINE
