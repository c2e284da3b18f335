"""Hidden boards that fit a position, each arrangement of the mines as likely as any other.

First every component draws how many mines it uses, by what the later ones and the unconstrained cells leave for it;
then it walks its tables from the first box to the last, each number of mines in a box drawn by the ways to complete
what it leads to; then the mines of a box fall on its cells.
"""

import numpy as np

from minebot.compiled import entry, kernel
from minebot.solver.kernels.arrays import Codes, Int, Ints, Words, mixed
from minebot.solver.kernels.join import UNKNOWN
from minebot.solver.kernels.model import MINE, UNDECIDED, Constraints
from minebot.solver.kernels.parts import emptied, no_parts, part_of
from minebot.solver.kernels.position import Position, examined
from minebot.solver.kernels.sweep import Swept, backward, forward
from minebot.solver.kernels.tables import (
    ARCS,
    COMPLETED,
    FEWEST,
    LOW_LEFT,
    MOST,
    WAYS,
    WIDTH,
    WIDTH_LEFT,
    Tables,
    new_tables,
)


@entry
def draw(covered: Codes, constraints: Constraints, mines: Int, seed: Int, boards: Codes) -> None:
    """Write a board into each row: 1 where a covered cell holds a mine, else 0. Some arrangement must fit."""
    draw_from(examined(covered, constraints, mines, no_parts(), new_tables())[0], covered, seed, boards)


@kernel
def draw_from(position: Position, covered: Codes, seed: Int, boards: Codes) -> None:
    """The same of a position that was examined.

    Each choice goes by a toss of its own, which depends on the seed, the board and the cell alone: boards of two
    positions that are drawn with one seed differ only where the positions make them.
    """
    count = len(boards)
    dice = np.empty(count, np.int64)
    for board in range(count):
        dice[board] = dice_of(seed, board)
        for cell in range(len(covered)):
            boards[board, cell] = 0
    used = np.zeros(count, np.int64)  # by how many mines the components so far exceed the least they need
    tables = new_tables()
    for part in range(len(position.parts.at)):
        piece = part_of(position.model, part)
        found, tables = forward(piece, emptied(tables))
        final = tables.states[found.layers[len(found.order)]]
        tables = backward(piece, found, tables, np.empty(final[WIDTH] * (1 + 2 * len(piece.sizes))))
        for board in range(count):
            extra = drawn_mines(position, part, used[board], dice[board])
            used[board] += extra
            mines = position.parts.low[part] + extra
            walk(position, part, piece.sizes, found, tables, mines, boards[board], dice[board])
    for board in range(count):
        lay_unconstrained(position, covered, used[board], boards[board], dice[board])


@kernel
def dice_of(seed: Int, board: Int) -> Int:
    """What the tosses of a board go by."""
    return np.int64(mixed(np.int64(mixed(seed)) + board))


OF_PART, OF_BOX, OF_CELL = range(3)
"""What a toss is for."""


@kernel
def toss(dice: Int, cell: Int, what: Int) -> float:
    """A number from 0 up to, but not including, 1, for the first cell of a part or of a box, or for a cell."""
    return below_one(np.uint64(dice) + np.uint64(3 * cell + what + 1) * STEP)


@kernel
def uniform(random: Words) -> float:
    """The next number from 0 up to, but not including, 1."""
    random[0] += STEP
    return below_one(random[0])


STEP = np.uint64(0x9E3779B97F4A7C15)
"""From one word to the next, as splitmix64 has it."""


@kernel
def below_one(word: Int) -> float:
    """A number from 0 up to, but not including, 1, that looks random, from a word."""
    return np.float64(np.uint64(mixed(np.int64(word))) >> np.uint64(11)) * 2.0**-53


@kernel
def next_seed(random: Words) -> Int:
    """A seed of its own for what is drawn next."""
    uniform(random)
    return np.int64(random[0])


@kernel
def drawn_mines(position: Position, part: Int, used: Int, dice: Int) -> Int:
    """By how many mines a component exceeds the least it can use."""
    joined, start = position.joined, position.joined.at[part]
    later = joined.sums.at[part + 1] + used
    width = position.parts.width[part]
    total = 0.0
    for place in range(width):
        total += joined.tilted[start + place] * joined.after[later + place]
    first = position.model.cells[position.model.cells_at[position.model.first_box[part]]]
    target, chosen = toss(dice, first, OF_PART) * total, -1
    for place in range(width):
        odds = joined.tilted[start + place] * joined.after[later + place]
        if odds > 0.0:
            chosen = place
            if target < odds:
                break
        target -= odds
    return chosen


@kernel
def walk(  # noqa: PLR0913, PLR0917 - one component of one board
    position: Position, part: Int, sizes: Ints, found: Swept, tables: Tables, mines: Int, board: Codes, dice: Int
) -> None:
    """Lay the mines of a component, given how many it uses."""
    state, model = found.layers[0], position.model
    for box in found.order:
        row = tables.states[state]
        first = model.cells_at[model.first_box[part] + box]
        total = 0.0
        for held in range(row[FEWEST], row[MOST] + 1):
            total += ways(tables, row, sizes[box], held, mines)
        target, chosen = toss(dice, model.cells[first], OF_BOX) * total, -1
        for held in range(row[FEWEST], row[MOST] + 1):
            odds = ways(tables, row, sizes[box], held, mines)
            if odds > 0.0:
                chosen = held
                if target < odds:
                    break
            target -= odds
        lay(model.cells[first : first + sizes[box]], chosen, board, dice)
        mines -= chosen
        state = tables.arcs[row[ARCS] + chosen - row[FEWEST]]


@kernel
def ways(tables: Tables, row: Ints, size: Int, held: Int, mines: Int) -> float:
    """In how many ways a box can hold `held` mines, and the boxes after it the rest of `mines`."""
    target = tables.states[tables.arcs[row[ARCS] + held - row[FEWEST]]]
    place = mines - held - target[LOW_LEFT]
    if target[WIDTH_LEFT] == 0 or place < 0 or place >= target[WIDTH_LEFT]:
        return 0.0
    return WAYS[size, held] * tables.counts[target[COMPLETED] + place]


@kernel
def lay(cells: Ints, mines: Int, board: Codes, dice: Int) -> None:
    """Put mines on some of the cells, each choice as likely."""
    if mines == 0:
        return
    tosses = np.empty(len(cells))
    for place in range(len(cells)):
        tosses[place] = toss(dice, cells[place], OF_CELL)
    highest = np.sort(tosses)[mines - 1]
    for place in range(len(cells)):
        if tosses[place] <= highest:
            board[cells[place]] = 1


@kernel
def lay_unconstrained(position: Position, covered: Codes, used: Int, board: Codes, dice: Int) -> None:
    """Lay the mines that single constraints decide, and those of the unconstrained cells."""
    free = np.empty(position.free, np.int64)
    inside = np.zeros(len(covered), np.int8)
    for cell in position.model.cells:
        inside[cell] = 1
    fill = 0
    for cell in range(len(covered)):
        if position.decided[cell] == MINE:
            board[cell] = 1
        elif covered[cell] and position.decided[cell] == UNDECIDED and not inside[cell]:
            free[fill] = cell
            fill += 1
    if position.left == UNKNOWN:
        for cell in free:
            board[cell] = toss(dice, cell, OF_CELL) < 0.5
    else:
        lay(free, position.left - position.joined.sums.least[-1] - used, board, dice)
