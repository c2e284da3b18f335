"""One position: the risk of every cell, and what is certain."""

from typing import NamedTuple

import numpy as np

from minebot.board import COVERED, EXPLODED, FLAG, QUESTION, WRONG_FLAG
from minebot.board import MINE as MINE_SHOWN
from minebot.compiled import entry, kernel
from minebot.solver.kernels.arrays import Codes, Floats, Int, inverted
from minebot.solver.kernels.join import UNKNOWN, Joined, join
from minebot.solver.kernels.model import MINE, SAFE, UNDECIDED, Constraints, Model, settle, take_apart
from minebot.solver.kernels.parts import Parts, no_parts, sweep_all
from minebot.solver.kernels.tables import new_tables
from minebot.topology import Grid

UNOPENED = (COVERED, FLAG, QUESTION, WRONG_FLAG)
SHOWN_MINES = (MINE_SHOWN, EXPLODED)

FITS, CONSTRAINT_CLASH, COMPONENT_CLASH, TOTAL_CLASH = 0, 1, 2, 3


EQUAL = 1e-9
"""Risks that differ by less than this share are taken as equal: rounding must not decide a tie."""


class Position(NamedTuple):
    """What is known of a position.

    `verdict` is FITS, or why nothing fits: a constraint (`culprit` is its index), a component (its index), the total.
    `risks` holds, for each covered cell, the probability that it is a mine; `certain` is MINE, SAFE or UNDECIDED;
    `decided` is what single constraints decide; `free` is how many other cells no constraint holds, `left` the mines
    for them and the components, or UNKNOWN.
    """

    verdict: Int
    culprit: Int
    risks: Floats
    certain: Codes
    decided: Codes
    model: Model
    parts: Parts
    joined: Joined
    free: Int
    left: Int


@entry
def examine(covered: Codes, constraints: Constraints, mines: Int) -> Position:
    """The position of covered cells (1 where a cell is covered) under constraints and a mine total, or UNKNOWN."""
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
    joined = join(parts, free, left)
    risks, certain = judged(covered, settled.decided, model, parts, joined)
    verdict, culprit = judged_whole(model, broken, joined)
    return Position(verdict, culprit, risks, certain, settled.decided, model, parts, joined, free, left)


@kernel
def judged_whole(model: Model, broken: Int, joined: Joined) -> tuple[Int, Int]:
    """Whether any arrangement fits, and what is to blame if none does."""
    if model.clash >= 0:
        return CONSTRAINT_CLASH, model.clash
    if broken >= 0:
        return COMPONENT_CLASH, broken
    return (TOTAL_CLASH if joined.log_total == -np.inf else FITS), -1


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
def judged(covered: Codes, decided: Codes, model: Model, parts: Parts, joined: Joined) -> tuple[Floats, Codes]:
    """The risk of each covered cell, and what is certain of it."""
    risks, certain = np.full(len(covered), np.nan), np.zeros(len(covered), np.int8)
    open_certain = UNDECIDED if joined.open_mine and joined.open_safe else SAFE if joined.open_safe else MINE
    for cell in range(len(covered)):
        if decided[cell] != UNDECIDED:
            risks[cell], certain[cell] = decided[cell] == MINE, decided[cell]
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
