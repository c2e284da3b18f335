"""A whole game without leaving the compiled code: single-cell rules by a queue, the engine where they are stuck.

Where nothing is certain, the least risky cell is opened; among equal risks the one with the fewest covered neighbours;
among those the one of the lowest index, or one drawn by a seed.
"""

from typing import NamedTuple

import numpy as np

from minebot.compiled import entry, kernel
from minebot.solver.kernels.arrays import Codes, Floats, Int, Ints
from minebot.solver.kernels.choice import least_risky
from minebot.solver.kernels.hidden import HIDDEN_MINE
from minebot.solver.kernels.join import UNKNOWN
from minebot.solver.kernels.model import MINE, SAFE, UNDECIDED, Constraints
from minebot.solver.kernels.parts import Parts, no_parts
from minebot.solver.kernels.position import Position, examined, fits, judge_cells
from minebot.solver.kernels.tables import Tables, new_tables
from minebot.topology import Grid

COVERED = -1
"""What a covered cell shows, as on a Board."""
WON, LOST, UNFINISHED, IMPOSSIBLE = 1, 0, -1, -2
"""How a game went; IMPOSSIBLE where what is shown, what is hidden and the mine total do not belong together."""


class Game(NamedTuple):
    """A game in play.

    `hidden` is what each cell holds, `shown` what it shows, `known` what follows for it: MINE, SAFE or UNDECIDED. For
    an open number, `left` is how many mines are left to find around it, `open` among how many undecided cells.
    `queue` holds the numbers to look at again, those marked in `queued`. `tally` counts as the names below say.
    """

    grid: Grid
    hidden: Codes
    shown: Codes
    known: Codes
    left: Ints
    open: Ints
    queue: Ints
    queued: Codes
    flood: Ints
    clicks: Ints
    tally: Ints


QUEUED, TO_OPEN, MOVES, GUESSES, LIMIT, EXPLOSIONS, MINES_LEFT = range(7)


@entry
def play(  # noqa: PLR0913, PLR0917 - a position, and how to play it
    grid: Grid, hidden: Codes, shown: Codes, mines: Int, first: Int, limit: Int, seed: Int, clicks: Ints, went: Ints
) -> None:
    """Play on from what is shown to the end, or for at most `limit` moves; `shown` ends as the final position.

    `hidden` holds a number or HIDDEN_MINE for each cell, `shown` the number of an open cell or COVERED. `first` is the
    cell to open first, -1 for none; `mines` all mines of the board, or UNKNOWN. Each click is written to `clicks`: the
    cell, or -1 - cell for a guess. What is written to `went` is the result, the number of clicks, and of guesses among
    them, where `first` does not count. Seed 0 breaks ties by the lowest index.
    """
    game = begun(grid, hidden, shown, mines, limit, clicks)
    if first >= 0:
        click(game, first)
    tables, parts = new_tables(), no_parts()
    judged = new_judged(len(shown))
    while True:
        parts, tables, logs = to_guess(game, parts, tables, judged)
        chosen = least_risky(grid, *masks(game), judged.risks, seed) if running(game) and logs > -np.inf else -1
        if chosen < 0:
            break
        guess(game, chosen)
    went[0], went[1], went[2] = result_of(game), game.tally[MOVES], game.tally[GUESSES]


@kernel
def result_of(game: Game) -> Int:
    """How the game went."""
    if game.tally[EXPLOSIONS]:
        return LOST
    if game.tally[TO_OPEN] == 0:
        return WON
    return IMPOSSIBLE if running(game) else UNFINISHED


@kernel
def begun(grid: Grid, hidden: Codes, shown: Codes, mines: Int, limit: Int, clicks: Ints) -> Game:  # noqa: PLR0913, PLR0917
    """The game at the position that is shown, with every number in the queue."""
    game = room_for_game(grid, hidden, shown, clicks)
    for cell in range(len(hidden)):
        if shown[cell] == COVERED:
            game.tally[TO_OPEN] += hidden[cell] != HIDDEN_MINE
            continue
        game.left[cell] = shown[cell]
        for other in grid.around[grid.at[cell] : grid.at[cell + 1]]:
            game.open[cell] += shown[other] == COVERED
        enqueue(game, cell)
    game.tally[LIMIT], game.tally[MINES_LEFT] = limit, mines
    return game


@kernel
def room_for_game(grid: Grid, hidden: Codes, shown: Codes, clicks: Ints) -> Game:
    """A game with nothing in its queue, where nothing is known and nothing counted."""
    count = len(shown)
    left, open_cells, queue = np.zeros(count, np.int64), np.zeros(count, np.int64), np.empty(count, np.int64)
    known, queued, tally = np.zeros(count, np.int8), np.zeros(count, np.int8), np.zeros(7, np.int64)
    flood = np.empty(len(grid.around) + 1, np.int64)
    return Game(grid, hidden, shown, known, left, open_cells, queue, queued, flood, clicks, tally)


@kernel
def take_over(game: Game, other: Game) -> None:
    """Make a game show and know what another one does, with nothing in its queue; what is hidden stays its own."""
    for cell in range(len(game.shown)):
        game.shown[cell], game.known[cell] = other.shown[cell], other.known[cell]
        game.left[cell], game.open[cell] = other.left[cell], other.open[cell]
    for place in range(game.tally[QUEUED]):
        game.queued[game.queue[place]] = 0
    for place in range(len(game.tally)):
        game.tally[place] = other.tally[place]
    game.tally[QUEUED] = 0


@kernel
def running(game: Game) -> bool:
    """Whether there is a move to make, and one is allowed."""
    tally = game.tally
    return tally[EXPLOSIONS] == 0 and tally[TO_OPEN] > 0 and tally[MOVES] < tally[LIMIT]


@kernel
def enqueue(game: Game, cell: Int) -> None:
    """Look at a number again."""
    if not game.queued[cell]:
        game.queued[cell] = 1
        game.queue[game.tally[QUEUED]] = cell
        game.tally[QUEUED] += 1


@kernel
def guess(game: Game, cell: Int) -> None:
    """Open a cell that is not certain."""
    game.tally[GUESSES] += 1
    click(game, cell)
    game.clicks[game.tally[MOVES] - 1] = -1 - cell


@kernel
def click(game: Game, cell: Int) -> None:
    """Open a cell that is covered, and what opens with it; nothing if it is open, or no move is allowed."""
    if game.shown[cell] != COVERED or not running(game):
        return
    game.clicks[game.tally[MOVES]] = cell
    game.tally[MOVES] += 1
    if game.hidden[cell] == HIDDEN_MINE:
        game.tally[EXPLOSIONS] += 1
        return
    game.flood[0] = cell
    waiting = 1
    while waiting:
        waiting -= 1
        here = game.flood[waiting]
        if game.shown[here] == COVERED:
            show(game, here)
            if game.hidden[here] == 0:
                for other in game.grid.around[game.grid.at[here] : game.grid.at[here + 1]]:
                    game.flood[waiting] = other
                    waiting += 1


@kernel
def show(game: Game, cell: Int) -> None:
    """Show the number of a cell, and take it from the undecided cells of the numbers around it."""
    show_as(game, cell, np.int64(game.hidden[cell]))


@kernel
def show_as(game: Game, cell: Int, number: Int) -> None:
    """Show a number on a cell, and take the cell from the undecided ones of the numbers around it."""
    game.shown[cell] = number
    game.tally[TO_OPEN] -= 1
    game.left[cell], game.open[cell] = number, 0
    for other in game.grid.around[game.grid.at[cell] : game.grid.at[cell + 1]]:
        if game.known[other] == MINE:
            game.left[cell] -= 1
        elif game.shown[other] == COVERED:
            game.open[cell] += 1
        else:
            game.open[other] -= 1
            enqueue(game, other)
    enqueue(game, cell)


@kernel
def mark_mine(game: Game, cell: Int) -> None:
    """Take a mine from the numbers around it."""
    if game.known[cell] == MINE:
        return
    game.known[cell] = MINE
    if game.tally[MINES_LEFT] != UNKNOWN:
        game.tally[MINES_LEFT] -= 1
    for other in game.grid.around[game.grid.at[cell] : game.grid.at[cell + 1]]:
        if game.shown[other] >= 0:
            game.left[other] -= 1
            game.open[other] -= 1
            enqueue(game, other)


@kernel
def follow_rules(game: Game) -> None:
    """Open and mark whatever single numbers decide, until they decide nothing more."""
    while game.tally[QUEUED] and running(game):
        game.tally[QUEUED] -= 1
        cell = game.queue[game.tally[QUEUED]]
        game.queued[cell] = 0
        if game.open[cell] == 0 or 0 < game.left[cell] < game.open[cell]:
            continue
        safe = game.left[cell] == 0
        for other in game.grid.around[game.grid.at[cell] : game.grid.at[cell + 1]]:
            if game.shown[other] == COVERED and game.known[other] == UNDECIDED:
                if safe:
                    click(game, other)
                else:
                    mark_mine(game, other)


@kernel
def constraints_of(game: Game) -> Constraints:
    """What the open numbers say of the undecided cells."""
    count, size = 0, 0
    for cell in range(len(game.shown)):
        if game.shown[cell] >= 0 and game.open[cell] > 0:
            count += 1
            size += game.open[cell]
    at, cells, mines = np.zeros(count + 1, np.int64), np.empty(size, np.int64), np.empty(count, np.int64)
    now, fill = 0, 0
    for cell in range(len(game.shown)):
        if game.shown[cell] >= 0 and game.open[cell] > 0:
            for other in game.grid.around[game.grid.at[cell] : game.grid.at[cell + 1]]:
                if game.shown[other] == COVERED and game.known[other] == UNDECIDED:
                    cells[fill] = other
                    fill += 1
            mines[now] = game.left[cell]
            now += 1
            at[now] = fill
    return Constraints(at, cells, mines)


class Judged(NamedTuple):
    """What `judge_cells` writes."""

    risks: Floats
    certain: Codes


@kernel
def new_judged(count: Int) -> Judged:
    """Room for it."""
    return Judged(np.empty(count), np.empty(count, np.int8))


@kernel
def undecided(game: Game) -> Codes:
    """1 for the covered cells of which nothing is known."""
    cells = np.empty(len(game.shown), np.int8)
    for cell in range(len(cells)):
        cells[cell] = game.shown[cell] == COVERED and game.known[cell] == UNDECIDED
    return cells


@kernel
def judge_game(game: Game, earlier: Parts, tables: Tables, judged: Judged) -> tuple[Position, Tables]:
    """The position of a game in play; where any arrangement fits, what that says of the cells goes to `judged`."""
    covered = undecided(game)
    position, tables = examined(covered, constraints_of(game), game.tally[MINES_LEFT], earlier, tables)
    if fits(position):
        judge_cells(covered, position, judged.risks, judged.certain)
    return position, tables


@kernel
def to_guess(game: Game, earlier: Parts, tables: Tables, judged: Judged) -> tuple[Parts, Tables, float]:
    """Play what is certain, until the game is over or a guess must be made, of which `judged` is written.

    The components there, and the logarithm of the number of arrangements: minus infinity where none fits.
    """
    parts, logs = earlier, -np.inf
    while running(game):
        follow_rules(game)
        if not running(game):
            break
        position, tables = judge_game(game, parts, tables, judged)
        if not fits(position):
            return position.parts, tables, -np.inf
        parts, logs = position.parts, position.joined.log_total
        if not decide(game, judged.certain):
            break
    return parts, tables, logs


@kernel
def decide(game: Game, certain: Codes) -> bool:
    """Open and mark what is certain, and tell whether anything was safe."""
    before = game.tally[MOVES]
    for cell in range(len(certain)):
        settle_cell(game, cell, certain[cell])
    return game.tally[MOVES] > before


@kernel
def settle_cell(game: Game, cell: Int, state: Int) -> None:
    """Open a safe cell, mark a mine."""
    if state == SAFE:
        click(game, cell)
    elif state == MINE:
        mark_mine(game, cell)


@kernel
def masks(game: Game) -> tuple[Codes, Codes]:
    """1 for the covered cells; and 1 for those that may be guessed, which are not known to be mines."""
    covered, open_to_guess = np.zeros(len(game.shown), np.int8), np.zeros(len(game.shown), np.int8)
    for cell in range(len(game.shown)):
        covered[cell] = game.shown[cell] == COVERED
        open_to_guess[cell] = covered[cell] and game.known[cell] == UNDECIDED
    return covered, open_to_guess
