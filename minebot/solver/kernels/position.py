"""One position: the risk of every cell, and what is certain."""

from typing import NamedTuple

import numpy as np

from minebot.board import SHOWN_MINES, UNOPENED, WRONG_FLAG
from minebot.compiled import entry, kernel
from minebot.solver.kernels.arrays import Codes, Floats, Int, Ints, inverted
from minebot.solver.kernels.join import UNKNOWN, Joined, join
from minebot.solver.kernels.model import MINE, SAFE, UNDECIDED, Constraints, Model, settle, take_apart
from minebot.solver.kernels.parts import Parts, no_parts, sweep_all
from minebot.solver.kernels.tables import Tables, new_tables
from minebot.solver.kernels.trial import is_wide, tried
from minebot.topology import Grid


class Position(NamedTuple):
    """What the kernels know of a position.

    `decided` is what single constraints decide, or trials; `free` is how many other cells no constraint holds, `left`
    the mines for them and the components, or UNKNOWN. `broken` is a component without any arrangement, or -1.
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


SUMMARY = 6
FREE, LEFT, PARTS, COUNTS, CELLS, CULPRITS = range(SUMMARY)
"""What `summary` of Answers holds: `free` and `left` of Position, and how long Tallies and `culprits` are."""


class Answers(NamedTuple):
    """Where the answers go that every position has.

    `risks` gets, for each cell, the probability that it is a mine, NaN where it is not covered; `certain` gets MINE,
    SAFE or UNDECIDED, `log_total[0]` the natural logarithm of the number of arrangements.
    """

    risks: Floats
    certain: Codes
    log_total: Floats
    summary: Ints


@entry
def judge(  # noqa: PLR0913, PLR0917 - what is asked, and where the answers go
    covered: Codes, constraints: Constraints, mines: Int, answers: Answers, tallies: Tallies, culprits: Ints
) -> bool:
    """Whether any arrangement fits the covered cells (1 where one is), the constraints and a mine total, or UNKNOWN.

    The arrays are written where they are as long as the answer; `culprits` are the constraints that cannot hold
    together where nothing fits, none where it is the total.
    """
    position, _ = examined(covered, constraints, mines, no_parts(), new_tables())
    judge_cells(covered, position, answers.risks, answers.certain)
    answers.log_total[0] = position.joined.log_total
    blame, summary = blamed(position), answers.summary
    summary[FREE], summary[LEFT] = position.free, position.left
    summary[PARTS], summary[COUNTS] = len(position.parts.at), position.joined.at[-1]
    summary[CELLS], summary[CULPRITS] = len(position.model.cells), len(blame)
    if 0 < len(tallies.low) == summary[PARTS]:
        write_tallies(position, tallies)
    for place in range(min(len(culprits), len(blame))):
        culprits[place] = blame[place]
    return fits(position)


@kernel
def fits(position: Position) -> bool:
    """Whether any arrangement fits."""
    return bool(position.model.clash < 0 and position.broken < 0 and position.joined.log_total > -np.inf)


@kernel
def examined(
    covered: Codes, constraints: Constraints, mines: Int, earlier: Parts, tables: Tables
) -> tuple[Position, Tables]:
    """The position of covered cells; components that `earlier` holds are not swept again."""
    owners_at, owners = inverted(constraints.at, constraints.cells, len(covered))
    settled = settle(constraints, owners_at, owners)
    model = take_apart(constraints, settled, owners_at, owners)
    if is_wide(model):
        settled = tried(constraints, settled, owners_at, owners)
        model = take_apart(constraints, settled, owners_at, owners)
    parts, broken, tables = sweep_all(model, earlier, tables)
    left: Int = mines
    free: Int = 0
    for cell in range(len(covered)):
        free += covered[cell] and settled.decided[cell] == UNDECIDED
        left -= mines != UNKNOWN and settled.decided[cell] == MINE
    free -= len(model.cells)
    return Position(settled.decided, model, parts, broken, join(parts, free, left), free, left), tables


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
def write_tallies(position: Position, tallies: Tallies) -> None:
    """The components for who asks about them."""
    model, parts, joined = position.model, position.parts, position.joined
    for part in range(len(parts.at)):
        tallies.at[part + 1] = joined.at[part + 1]
        tallies.low[part], tallies.scale[part] = parts.low[part], parts.scale[part]
        tallies.cells_at[part + 1] = model.cells_at[model.first_box[part + 1]]
        total = 0.0
        for place in range(parts.width[part]):
            tallies.counts[joined.at[part] + place] = parts.rows[parts.at[part] + place]
            total += parts.rows[parts.at[part] + place] * joined.weights[joined.at[part] + place]
        for place in range(joined.at[part], joined.at[part + 1]):
            weight = tallies.counts[place] * joined.weights[place]
            tallies.shares[place] = weight / total if joined.possible[place] and total > 0.0 else 0.0
    for place in range(len(model.cells)):
        tallies.cells[place] = model.cells[place]


CONSTRAINTS, MEMBERS, SHOWN = range(3)
"""What `constrain` writes into its summary: how many constraints, cells in them, and shown mines there are."""


@entry
def constrain(grid: Grid, codes: Codes, covered: Codes, said: Constraints, summary: Ints) -> None:
    """Write which cells of a board are covered, and what constrains them; codes as on a Board.

    A flag or a question mark is a covered cell like any other, a shown mine is known, a wrong flag is safe.
    """
    used, fill, shown = 0, 0, 0
    for cell in range(len(codes)):
        covered[cell] = codes[cell] in UNOPENED
        shown += codes[cell] in SHOWN_MINES
    for cell in range(len(codes)):
        begin = fill
        if codes[cell] == WRONG_FLAG:
            said.cells[fill], said.mines[used] = cell, 0
            fill += 1
        elif codes[cell] >= 0:
            said.mines[used] = codes[cell]
            for other in grid.around[grid.at[cell] : grid.at[cell + 1]]:
                said.mines[used] -= codes[other] in SHOWN_MINES
                said.cells[fill] = other
                fill += covered[other]
        else:
            continue
        if fill > begin or said.mines[used] != 0:
            used += 1
            said.at[used] = fill
    summary[CONSTRAINTS], summary[MEMBERS], summary[SHOWN] = used, fill, shown


@kernel
def judge_cells(covered: Codes, position: Position, risks: Floats, certain: Codes) -> None:
    """Write the risk of each covered cell, and what is certain of it."""
    model, parts, joined = position.model, position.parts, position.joined
    open_certain = UNDECIDED if joined.open_mine and joined.open_safe else SAFE if joined.open_safe else MINE
    for cell in range(len(covered)):
        risks[cell], certain[cell] = np.nan, UNDECIDED
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
