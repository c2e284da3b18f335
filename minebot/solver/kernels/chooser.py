"""The chooser: what a cell is worth beside the others of a position, from what the engine knows of each cell.

A small network of the same layers as the value network (kernels/net.py), which says of every cell at once by how much
more or less the game is won if it is opened and safe. It looks at one position only, where the look ahead
(kernels/ahead.py) has the engine work out dozens: so it is quick, and games that are played out are played by it.
"""

from typing import NamedTuple

import numpy as np

from minebot.compiled import kernel
from minebot.solver.kernels.ahead import candidates
from minebot.solver.kernels.arrays import Int
from minebot.solver.kernels.choice import least_risky
from minebot.solver.kernels.net import FEATURES, Planes, Singles, describe, mix, mix_on
from minebot.solver.kernels.player import Game, Judged, masks, undecided


class Chooser(NamedTuple):
    """The weights of all layers, (layers, FEATURES, FEATURES) and (layers, FEATURES); `head` has that of nothing last.

    There is no network where they are empty: the rule of `tiebreak` chooses then.
    """

    own: Singles
    around: Singles
    bias: Singles
    head: Singles


NEAR, MOST = 0.85, 12
"""How safe a cell must be beside the safest one to be chosen, and how many of them are looked at."""


@kernel
def chosen_by(game: Game, judged: Judged, chooser: Chooser, planes: Planes) -> Int:
    """The cell to open where none is certain."""
    if not len(chooser.own):
        return least_risky(game.grid, *masks(game), judged.risks, 0)
    cells = candidates(game, judged.risks, undecided(game), NEAR, MOST)
    if len(cells) == 1:
        return cells[0]
    best, top = cells[0], -np.inf
    said = heard(game, judged, chooser, planes)
    for cell in cells:
        score = np.log(1.0 - judged.risks[cell]) + said_of(said[cell], chooser)
        if score > top:
            best, top = cell, score
    return best


@kernel
def heard(game: Game, judged: Judged, chooser: Chooser, planes: Planes) -> Singles:
    """What the last layer says of each cell."""
    describe(game.grid, game.shown, game.known, judged.risks, judged.certain, planes)
    mix(game.grid, planes.features, planes.now, chooser.own[0], chooser.around[0], chooser.bias[0], planes)
    return mix_on(game.grid, chooser.own[1:], chooser.around[1:], chooser.bias[1:], planes)


@kernel
def said_of(row: Singles, chooser: Chooser) -> float:
    """By how much more, as a logarithm, the game is won by a cell that is safe."""
    total = np.float64(chooser.head[-1])
    for place in range(FEATURES):
        total += row[place] * chooser.head[place]
    return total
