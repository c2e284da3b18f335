"""Play-outs: what a guess is worth, told by games from it to the end in which every guess survives.

A hidden board is drawn from those that fit the position, the cell is opened, and the game played by the chooser
(minebot.solver.kernels.chooser). Where a guess would hit a mine, the hidden board is drawn anew from those on which its
cell is safe. The product of the chances that the guesses had is what the game was worth: the probability of winning,
without bias, and with far less spread than won or lost. Where few arrangements are left, the game tree says what best
play wins. The boards of all cells are drawn by the same tosses (minebot.solver.kernels.sample): they differ only as far
as one cell or another must be safe. So what a cell is worth beside another one is known from far fewer games than what
it is worth.
"""

from math import log
from typing import NamedTuple

import numpy as np

from minebot.compiled import entry, kernel
from minebot.solver.kernels.ahead import resumed
from minebot.solver.kernels.arrays import Codes, Floats, Int, Ints, mixed
from minebot.solver.kernels.chooser import Chooser, chosen_by
from minebot.solver.kernels.ending import FEW, share_won
from minebot.solver.kernels.hidden import HIDDEN_MINE
from minebot.solver.kernels.model import MINE, Constraints
from minebot.solver.kernels.net import Planes, new_planes
from minebot.solver.kernels.parts import Parts, no_parts
from minebot.solver.kernels.player import (
    COVERED,
    MINES_LEFT,
    TO_OPEN,
    Game,
    Judged,
    click,
    constraints_of,
    guess,
    new_judged,
    room_for_game,
    running,
    take_over,
    to_guess,
    undecided,
)
from minebot.solver.kernels.position import Position, examined
from minebot.solver.kernels.sample import dice_of, draw_from
from minebot.solver.kernels.tables import Tables, new_tables
from minebot.topology import Grid

LOG_FEW = log(FEW + 0.5)
"""The logarithm of the number of arrangements below which the tree is asked."""


@entry
def play_out(  # noqa: PLR0913, PLR0917 - a position, what to open in it, and where the answers go
    grid: Grid, shown: Codes, certain: Codes, mines: Int, chooser: Chooser, cells: Ints, seed: Int, worth: Floats
) -> None:
    """Write what a game on each of some boards, a column each, is worth by each of the cells, a row each.

    That is for the case that the cell is safe. `shown` holds the number of an open cell or COVERED, `certain` what is
    known of the covered ones; `mines` is the total or UNKNOWN. No cell is certain.
    """
    count, boards = len(shown), worth.shape[1]
    root = resumed(grid, shown, certain, mines)
    game = room_for_game(grid, np.empty(count, np.int8), np.empty(count, np.int8), np.empty(count, np.int64))
    covered, tables = undecided(root), new_tables()
    player = Player(chooser, new_judged(count), new_planes(grid))
    laid = np.empty((boards, count), np.int8)
    position, tables = examined(covered, constraints_of(root), root.tally[MINES_LEFT], no_parts(), tables)
    for row in range(len(cells)):
        safe, tables = known_safe(root, covered, cells[row], position.parts, tables)
        draw_from(safe, covered, seed, laid)
        for column in range(boards):
            begin(game, root, laid[column], covered)
            click(game, cells[row])
            dice = dice_of(~seed, column)
            worth[row, column], tables = survived(game, player, safe.parts, tables, dice)


@kernel
def begin(game: Game, root: Game, laid: Codes, covered: Codes) -> None:
    """Make the game the one that a position was reached in, on a hidden board with these mines."""
    take_over(game, root)
    for cell in range(len(root.shown)):
        game.hidden[cell] = root.shown[cell]
    lay_hidden(game, laid, covered)
    game.tally[TO_OPEN] = 0
    for cell in range(len(root.shown)):
        game.tally[TO_OPEN] += game.shown[cell] == COVERED and game.hidden[cell] != HIDDEN_MINE


class Player(NamedTuple):
    """Who plays the games, and room for what it sees."""

    chooser: Chooser
    judged: Judged
    planes: Planes


@kernel
def survived(game: Game, player: Player, earlier: Parts, tables: Tables, dice: Int) -> tuple[float, Tables]:
    """The product of the chances of all guesses from here to the end."""
    parts, judged, chance = earlier, player.judged, 1.0
    while True:
        parts, tables, logs = to_guess(game, parts, tables, judged)
        if not running(game):
            return chance, tables
        share = share_won(game) if logs < LOG_FEW else -1.0
        if share >= 0.0:
            return chance * share, tables
        chosen = chosen_by(game, judged, player.chooser, player.planes)
        chance *= 1.0 - judged.risks[chosen]
        if game.hidden[chosen] == HIDDEN_MINE:
            tables = redraw(game, chosen, parts, tables, np.int64(mixed(dice + chosen)))
        guess(game, chosen)


@kernel
def known_safe(game: Game, covered: Codes, cell: Int, parts: Parts, tables: Tables) -> tuple[Position, Tables]:
    """The position of a game if a cell is safe."""
    given = constraints_of(game)
    constraints = Constraints(
        np.append(given.at, given.at[-1] + 1), np.append(given.cells, cell), np.append(given.mines, 0)
    )
    return examined(covered, constraints, game.tally[MINES_LEFT], parts, tables)


@kernel
def redraw(game: Game, cell: Int, parts: Parts, tables: Tables, seed: Int) -> Tables:
    """Draw the hidden board anew from those on which the cell is safe."""
    covered = undecided(game)
    position, tables = known_safe(game, covered, cell, parts, tables)
    board = np.zeros((1, len(covered)), np.int8)
    draw_from(position, covered, seed, board)
    lay_hidden(game, board[0], covered)
    return tables


@kernel
def lay_hidden(game: Game, laid: Codes, covered: Codes) -> None:
    """Lay a board under the covered cells: those mines of undecided cells, and those that are known."""
    for cell in range(len(covered)):
        if game.shown[cell] == COVERED:
            mine = laid[cell] if covered[cell] else game.known[cell] == MINE
            game.hidden[cell] = HIDDEN_MINE if mine else 0
    for cell in range(len(covered)):
        if game.shown[cell] == COVERED and game.hidden[cell] != HIDDEN_MINE:
            for other in game.grid.around[game.grid.at[cell] : game.grid.at[cell + 1]]:
                game.hidden[cell] += game.hidden[other] == HIDDEN_MINE
