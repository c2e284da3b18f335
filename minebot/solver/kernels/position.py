"""One position: the risk of every cell, and what is certain."""

from typing import NamedTuple

import numpy as np

from minebot.board import COVERED, EXPLODED, FLAG, QUESTION, WRONG_FLAG
from minebot.board import MINE as MINE_SHOWN
from minebot.compiled import entry, kernel
from minebot.solver.kernels.arrays import Bool, Codes, Floats, Int, Ints, inverted
from minebot.solver.kernels.join import UNKNOWN, Joined, join
from minebot.solver.kernels.model import MINE, SAFE, UNDECIDED, Constraints, Model, settle, take_apart
from minebot.solver.kernels.parts import Parts, no_parts, sweep_all
from minebot.solver.kernels.tables import new_tables
from minebot.topology import Grid

UNOPENED = (COVERED, FLAG, QUESTION, WRONG_FLAG)
SHOWN_MINES = (MINE_SHOWN, EXPLODED)


class Position(NamedTuple):
    """What the kernels know of a position.

    `decided` is what single constraints decide; `free` is how many other cells no constraint holds, `left` the mines
    for them and the components, or UNKNOWN. `broken` is a component without any arrangement, or -1.
    """

    decided: Codes
    model: Model
    parts: Parts
    broken: Int
    joined: Joined
    free: Int
    left: Int


class Tallies(NamedTuple):
    """The components, by the mines they use.

    For the i-th number of mines of component c, from `low[c]` on, place `at[c] + i` holds its arrangements in `counts`,
    divided by LARGE `scale[c]` times, and in `shares` how likely it is. The cells of the component are
    `cells[cells_at[c]:cells_at[c + 1]]`.
    """

    at: Ints
    low: Ints
    scale: Ints
    counts: Floats
    shares: Floats
    cells_at: Ints
    cells: Ints


class Findings(NamedTuple):
    """What is found of a position.

    Where no arrangement `fits`, `culprits` are the constraints to blame, none where it is the total. `risks` holds, for
    each covered cell, the probability that it is a mine; `certain` is MINE, SAFE or UNDECIDED; `log_total` is the
    natural logarithm of how many arrangements there are. `free` and `left` are those of Position.
    """

    fits: Bool
    culprits: Ints
    risks: Floats
    certain: Codes
    log_total: float
    tallies: Tallies
    free: Int
    left: Int


@entry
def examine(covered: Codes, constraints: Constraints, mines: Int) -> Findings:
    """The findings for covered cells (1 where a cell is covered) under constraints and a mine total, or UNKNOWN."""
    position = examined(covered, constraints, mines)
    fits = position.model.clash < 0 and position.broken < 0 and position.joined.log_total > -np.inf
    risks, certain = judged(covered, position)
    log_total = position.joined.log_total
    return Findings(fits, blamed(position), risks, certain, log_total, tallied(position), position.free, position.left)


@kernel
def examined(covered: Codes, constraints: Constraints, mines: Int) -> Position:
    """The position of covered cells."""
    owners_at, owners = inverted(constraints.at, constraints.cells, len(covered))
    settled = settle(constraints, owners_at, owners)
    model = take_apart(constraints, settled, owners_at, owners)
    parts, broken, _ = sweep_all(model, no_parts(), new_tables())
    left: Int = mines
    free: Int = 0
    for cell in range(len(covered)):
        free += covered[cell] and settled.decided[cell] == UNDECIDED
        left -= mines != UNKNOWN and settled.decided[cell] == MINE
    free -= len(model.cells)
    return Position(settled.decided, model, parts, broken, join(parts, free, left), free, left)


@kernel
def blamed(position: Position) -> Ints:
    """The constraints that cannot hold together, as far as they are known."""
    model = position.model
    if model.clash >= 0:
        return np.full(1, model.clash)
    if position.broken < 0:
        return np.zeros(0, np.int64)
    first, last = model.first_constraint[position.broken], model.first_constraint[position.broken + 1]
    return model.source[first:last].copy()


@kernel
def tallied(position: Position) -> Tallies:
    """The components for who asks about them."""
    model, parts, joined = position.model, position.parts, position.joined
    count = len(parts.at)
    counts, shares = np.empty(joined.at[-1]), np.empty(joined.at[-1])
    cells_at = np.zeros(count + 1, np.int64)
    for part in range(count):
        cells_at[part + 1] = model.cells_at[model.first_box[part + 1]]
        total = 0.0
        for place in range(parts.width[part]):
            counts[joined.at[part] + place] = parts.rows[parts.at[part] + place]
            total += counts[joined.at[part] + place] * joined.weights[joined.at[part] + place]
        for place in range(joined.at[part], joined.at[part + 1]):
            possible = joined.possible[place] and total > 0.0
            shares[place] = counts[place] * joined.weights[place] / total if possible else 0.0
    return Tallies(joined.at, parts.low, parts.scale, counts, shares, cells_at, model.cells)


@entry
def constraints_of(grid: Grid, codes: Codes) -> tuple[Codes, Constraints, Int]:
    """Which cells of a board are covered, what constrains them, and how many mines it shows; codes as on a Board.

    A flag or a question mark is a covered cell like any other, a shown mine is known, a wrong flag is safe.
    """
    count = len(codes)
    covered, shown = np.zeros(count, np.int8), 0
    for cell in range(count):
        covered[cell] = codes[cell] in UNOPENED
        shown += codes[cell] in SHOWN_MINES
    at, numbers = np.zeros(count + 1, np.int64), np.empty(count, np.int64)
    cells = np.empty(len(grid.around) + count, np.int64)
    used, fill = 0, 0
    for cell in range(count):
        if codes[cell] == WRONG_FLAG:
            cells[fill], numbers[used] = cell, 0
            fill += 1
        elif codes[cell] >= 0:
            numbers[used] = codes[cell]
            for other in grid.around[grid.at[cell] : grid.at[cell + 1]]:
                numbers[used] -= codes[other] in SHOWN_MINES
                cells[fill] = other
                fill += covered[other]
            if fill == at[used] and numbers[used] == 0:
                continue
        else:
            continue
        used += 1
        at[used] = fill
    return covered, Constraints(at[: used + 1], cells[:fill], numbers[:used]), shown


@kernel
def judged(covered: Codes, position: Position) -> tuple[Floats, Codes]:
    """The risk of each covered cell, and what is certain of it."""
    model, parts, joined = position.model, position.parts, position.joined
    risks, certain = np.full(len(covered), np.nan), np.zeros(len(covered), np.int8)
    open_certain = UNDECIDED if joined.open_mine and joined.open_safe else SAFE if joined.open_safe else MINE
    for cell in range(len(covered)):
        if position.decided[cell] != UNDECIDED:
            certain[cell] = position.decided[cell]
        elif covered[cell]:
            risks[cell], certain[cell] = joined.open_risk, open_certain
    for part in range(len(parts.at)):
        width = parts.width[part]
        for box in range(model.first_box[part], model.first_box[part + 1]):
            row = parts.at[part] + (1 + 2 * (box - model.first_box[part])) * width
            risk, state = judged_box(parts.rows[row : row + 2 * width], joined, joined.at[part])
            for cell in model.cells[model.cells_at[box] : model.cells_at[box + 1]]:
                risks[cell], certain[cell] = risk, state
    for cell in range(len(covered)):
        if certain[cell] != UNDECIDED:
            risks[cell] = certain[cell] == MINE
    return risks, certain


@kernel
def judged_box(rows: Floats, joined: Joined, at: Int) -> tuple[float, Int]:
    """The risk of a cell of a box, and what is certain of it, from its counts with and without a mine."""
    width = len(rows) // 2
    mine, safe = 0.0, 0.0
    can_be_mine, can_be_safe = False, False
    for place in range(width):
        mine += rows[place] * joined.weights[at + place]
        safe += rows[width + place] * joined.weights[at + place]
        if joined.possible[at + place]:
            can_be_mine |= rows[place] > 0.0
            can_be_safe |= rows[width + place] > 0.0
    state = UNDECIDED if can_be_mine and can_be_safe else SAFE if can_be_safe else MINE
    return mine / (mine + safe) if mine + safe > 0.0 else 0.0, state
