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
    """The same of a position that was examined."""
    count = len(boards)
    for board in range(count):
        for cell in range(len(covered)):
            boards[board, cell] = 0
    random = np.full(1, mixed(seed), np.uint64)
    used = np.zeros(count, np.int64)  # by how many mines the components so far exceed the least they need
    tables = new_tables()
    for part in range(len(position.parts.at)):
        piece = part_of(position.model, part)
        found, tables = forward(piece, emptied(tables))
        final = tables.states[found.layers[len(found.order)]]
        tables = backward(piece, found, tables, np.empty(final[WIDTH] * (1 + 2 * len(piece.sizes))))
        for board in range(count):
            extra = drawn_mines(position, part, used[board], random)
            used[board] += extra
            walk(position, part, piece.sizes, found, tables, position.parts.low[part] + extra, boards[board], random)
    for board in range(count):
        lay_unconstrained(position, covered, used[board], boards[board], random)


@kernel
def uniform(random: Words) -> float:
    """The next number from 0 up to, but not including, 1."""
    random[0] += np.uint64(0x9E3779B97F4A7C15)
    return np.float64(np.uint64(mixed(np.int64(random[0]))) >> np.uint64(11)) * 2.0**-53


@kernel
def drawn_mines(position: Position, part: Int, used: Int, random: Words) -> Int:
    """By how many mines a component exceeds the least it can use."""
    joined, start = position.joined, position.joined.at[part]
    later = joined.sums.at[part + 1] + used
    width = position.parts.width[part]
    total = 0.0
    for place in range(width):
        total += joined.tilted[start + place] * joined.after[later + place]
    target, chosen = uniform(random) * total, -1
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
    position: Position, part: Int, sizes: Ints, found: Swept, tables: Tables, mines: Int, board: Codes, random: Words
) -> None:
    """Lay the mines of a component, given how many it uses."""
    state = found.layers[0]
    for box in found.order:
        row = tables.states[state]
        total = 0.0
        for held in range(row[FEWEST], row[MOST] + 1):
            total += ways(tables, row, sizes[box], held, mines)
        target, chosen = uniform(random) * total, -1
        for held in range(row[FEWEST], row[MOST] + 1):
            odds = ways(tables, row, sizes[box], held, mines)
            if odds > 0.0:
                chosen = held
                if target < odds:
                    break
            target -= odds
        model = position.model
        first = model.cells_at[model.first_box[part] + box]
        lay(model.cells[first : first + sizes[box]], chosen, board, random)
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
def lay(cells: Ints, mines: Int, board: Codes, random: Words) -> None:
    """Put mines on some of the cells, each choice as likely."""
    left = mines
    for place in range(len(cells)):
        if uniform(random) * (len(cells) - place) < left:
            board[cells[place]] = 1
            left -= 1


@kernel
def lay_unconstrained(position: Position, covered: Codes, used: Int, board: Codes, random: Words) -> None:
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
            board[cell] = uniform(random) < 0.5
    else:
        lay(free, position.left - position.joined.sums.least[-1] - used, board, random)
