"""The end of a game that is played out: what best play wins where few arrangements are left, by the game tree."""

import numpy as np

from minebot.compiled import kernel
from minebot.solver.kernels.arrays import Int, Ints, Words, inverted
from minebot.solver.kernels.join import UNKNOWN
from minebot.solver.kernels.listing import list_all
from minebot.solver.kernels.player import MINES_LEFT, Game, constraints_of, undecided
from minebot.solver.kernels.sets import (
    ANSWER,
    CHOSEN,
    DEPTH,
    PROGRESS,
    WORD,
    Family,
    Kept,
    Tree,
    fill_in,
    room_for_sets,
)
from minebot.solver.kernels.tree import begin, search

FEW = 64
"""Arrangements from which down the tree is searched."""

STEPS = 20_000
"""How often a search may handle an arrangement: two milliseconds at the most."""

A_LISTING = 200
"""Steps that an arrangement may take to be listed."""

SLOTS = 1 << 10
"""Room for what sets are worth; a search that needs more is given up."""


@kernel
def share_won(game: Game) -> float:
    """The share of the arrangements that best play wins; less than 0 where that is out of reach. No cell is safe."""
    cells = np.flatnonzero(undecided(game))
    if len(cells) > WORD or game.tally[MINES_LEFT] == UNKNOWN:
        return -1.0
    masks = np.empty(FEW, np.uint64)
    found = listed(game, cells, masks)
    if found <= 1:
        return np.float64(found)
    family = family_of(game, cells, masks[:found])
    tree = Tree(
        family, room_for_worth(), room_for_sets(found, len(cells), 8 * found + 256), np.zeros(PROGRESS, np.int64)
    )
    tree.progress[ANSWER], tree.progress[CHOSEN] = 1, -1
    begin(tree)
    search(tree, STEPS)
    return -1.0 if tree.progress[DEPTH] >= 0 else tree.progress[ANSWER] / found


@kernel
def listed(game: Game, cells: Ints, masks: Words) -> Int:
    """Write all arrangements of these cells as bits; how many there are, -1 where they are too many."""
    given, spot_of = constraints_of(game), spots_of(game, cells)
    total = len(given.mines)  # the number of the constraint that is the total
    owners_at, owners = inverted(given.at, given.cells, len(game.shown))
    spots, used = np.full(len(cells), -1), 0
    placed = np.zeros(len(cells), np.int8)
    for cell in np.append(given.cells, cells):  # those of one constraint follow each other
        if not placed[spot_of[cell]]:
            placed[spot_of[cell]], spots[used] = 1, spot_of[cell]
            used += 1
    links_at, links = np.zeros(len(cells) + 1, np.int64), np.empty(len(given.cells) + len(cells), np.int64)
    for place in range(len(cells)):
        cell, begin = cells[spots[place]], links_at[place]
        count = owners_at[cell + 1] - owners_at[cell]
        links[begin : begin + count] = owners[owners_at[cell] : owners_at[cell + 1]]
        links[begin + count] = total
        links_at[place + 1] = begin + count + 1
    left = np.append(given.mines, game.tally[MINES_LEFT])
    open_cells = np.append(given.at[1:] - given.at[:-1], len(cells))
    return list_all(links_at, links, left, open_cells, spots, masks, A_LISTING * len(masks))


@kernel
def spots_of(game: Game, cells: Ints) -> Ints:
    """The place of each of the cells among them; -1 for all others."""
    spots = np.full(len(game.shown), -1)
    for place in range(len(cells)):
        spots[cells[place]] = place
    return spots


@kernel
def family_of(game: Game, cells: Ints, masks: Words) -> Family:
    """The arrangements as the tree takes them: a bit a cell, in their order, and no way to turn them."""
    count, spot_of = len(cells), spots_of(game, cells)
    around = np.zeros(count, np.uint64)
    for place in range(count):
        for other in game.grid.around[game.grid.at[cells[place]] : game.grid.at[cells[place] + 1]]:
            if spot_of[other] >= 0:
                around[place] |= np.uint64(1) << np.uint64(spot_of[other])
    spots = np.arange(count)
    shown, turned = np.empty((len(masks), count), np.int8), np.empty((1, len(masks)), np.uint64)
    family = Family(spots, around, spots, masks, shown, spots.reshape(1, count), turned, 1)
    fill_in(family)
    return family


@kernel
def room_for_worth() -> Kept:
    """An empty table."""
    return Kept(np.zeros(SLOTS, np.uint64), np.zeros(SLOTS, np.uint32), np.zeros(SLOTS, np.int32))
