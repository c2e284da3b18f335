"""The value network: the probability of winning from a position, from what the engine knows of each cell.

Cells that matter to what comes are covered and not known to be mines, or numbers with such a neighbour. Each layer
mixes a cell with the sum of its neighbours that matter, on whatever topology; what the last layer says of each cell is
what it costs. What the next guess costs is said by two more layers, from the safest cells, the size of the rest, and
the sums of what the cells said. All costs add up to minus the logarithm of the estimate.
"""

from math import exp, log, log1p, log10
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from minebot.compiled import kernel
from minebot.solver.kernels.arrays import Codes, Floats, Int
from minebot.solver.kernels.model import MINE, SAFE, UNDECIDED
from minebot.topology import Grid

Singles = NDArray[np.float32]

FEATURES = 12
"""What a cell is described by: see `describe`."""
WHOLE = 14
"""What the position as a whole is described by: see `summarise`."""
MATTERS = 7
"""The feature of a cell that is 1 where the cell matters."""
FAINT = 1e-4
"""Fifty-fifties less likely than this are left out."""


class Net(NamedTuple):
    """The weights: of the cell itself, of its neighbours, and of nothing, for the first layer and for the others.

    Shapes: (FEATURES, hidden) and (layers, hidden, hidden), (hidden,) and (layers, hidden); `head` is (hidden + 1,),
    the weight of nothing last. `deep` is (WHOLE + hidden, deeper), `deep_bias` (deeper,), `last` (deeper + 1,).
    """

    first_own: Singles
    first_around: Singles
    first_bias: Singles
    own: Singles
    around: Singles
    bias: Singles
    head: Singles
    deep: Singles
    deep_bias: Singles
    last: Singles


class Planes(NamedTuple):
    """Room for what a layer says of each cell, for which cells matter, and for what describes them all."""

    features: Singles
    now: Singles
    then: Singles
    sum: Singles
    matters: Codes
    whole: Floats


@kernel
def new_planes(count: Int, net: Net) -> Planes:
    """Room for so many cells."""
    hidden = len(net.first_bias)
    widest = max(hidden, FEATURES)
    return Planes(
        np.zeros((count, FEATURES), np.float32),
        np.zeros((count, hidden), np.float32),
        np.zeros((count, hidden), np.float32),
        np.zeros(widest, np.float32),
        np.zeros(count, np.int8),
        np.zeros(WHOLE + hidden),
    )


@kernel
def estimate(  # noqa: PLR0913, PLR0917 - a position, and by what to judge it
    grid: Grid, shown: Codes, known: Codes, risks: Floats, certain: Codes, net: Net, planes: Planes
) -> float:
    """The estimate for a position; 1 where nothing is left to guess."""
    if not describe(grid, shown, known, risks, certain, planes):
        return 1.0
    mix(grid, planes.features, planes.now, net.first_own, net.first_around, net.first_bias, planes)
    now, then = planes.now, planes.then
    for layer in range(len(net.own)):
        mix(grid, now, then, net.own[layer], net.around[layer], net.bias[layer], planes)
        now, then = then, now
    whole = planes.whole
    summarise(planes)
    cost = 0.0
    for cell in range(len(shown)):
        if planes.matters[cell]:
            said = np.float64(net.head[-1])
            for place in range(now.shape[1]):
                said += now[cell, place] * net.head[place]
                whole[WHOLE + place] += now[cell, place] / 64.0
            cost += softened(said)
    said = np.float64(net.last[-1])
    for out in range(len(net.deep_bias)):
        heard = np.float64(net.deep_bias[out])
        for place in range(len(whole)):
            heard += whole[place] * net.deep[place, out]
        said += max(heard, 0.0) * net.last[out]
    return exp(-cost - softened(said))


@kernel
def softened(value: float) -> float:
    """The value cut off at 0, with a bend for a corner."""
    return value if value > 30.0 else log1p(exp(value))


@kernel
def summarise(planes: Planes) -> None:
    """Write what describes the position as a whole; what the cells say is to be added behind it."""
    whole = planes.whole
    whole[:] = 0.0
    best = second = 1e-3
    pairs = 0.0
    undecided = safe = free = 0
    for cell in range(len(planes.matters)):
        features = planes.features[cell]
        safe += features[2] > 0.0
        if features[0] > 0.0:
            undecided += 1
            whole[5] += features[1] / 99.0
            safety = 1.0 - np.float64(features[1])
            if safety > best:
                best, second = safety, best
            elif safety > second:
                second = safety
            if features[6] > 0.0:
                free += 1
                whole[7] += features[1]
            else:
                whole[8] += features[8] / 64.0
            pairs += features[9] / 2.0
            whole[12] = max(whole[12], np.float64(features[9]))
    if safe == 0:
        whole[0], whole[1], whole[2] = 1.0, -log(best), -log(second)
    whole[3], whole[4], whole[6] = min(safe, 8) / 8.0, undecided / 480.0, free / 480.0
    whole[7] /= max(free, 1)
    whole[9], whole[10] = log1p(undecided) / 6.0, 1.0 / (1 + undecided)
    whole[11], whole[13] = min(pairs, 4.0) / 2.0, min(pairs, 1.0)


@kernel
def describe(  # noqa: PLR0913, PLR0917 - a position, and where its description goes
    grid: Grid, shown: Codes, known: Codes, risks: Floats, certain: Codes, planes: Planes
) -> bool:
    """Write the features of the cells that matter; whether any cell is undecided."""
    planes.features[:] = 0.0
    planes.matters[:] = 0
    any_undecided = False
    for cell in range(len(shown)):
        features = planes.features[cell]
        left, undecided, safe, numbers = np.int64(shown[cell]), 0, 0, 0
        for other in grid.around[grid.at[cell] : grid.at[cell + 1]]:
            state = state_of(shown, known, certain, other)
            numbers += state == NUMBER
            left -= state == MINE
            undecided += state == UNDECIDED
            safe += state == SAFE
        state = state_of(shown, known, certain, cell)
        if state == MINE or (state == NUMBER and undecided + safe == 0):
            continue
        planes.matters[cell] = 1
        features[MATTERS] = 1.0
        if state == NUMBER:
            features[3], features[4], features[5] = 1.0, left / 4.0, undecided / 4.0
        elif state == SAFE:
            features[2] = 1.0
        else:
            any_undecided = True
            features[0], features[1], features[6] = 1.0, risks[cell], numbers == 0
            features[8] = 4.0 * risks[cell] * (1.0 - risks[cell])
            pairs = fifty_fifties(grid, shown, known, risks, certain, cell)
            features[9], features[10] = min(pairs, 1.0), 1.0 + log10(max(pairs, FAINT)) / 4.0
            features[11] = min(numbers, 4) / 4.0
    return any_undecided


@kernel
def fifty_fifties(grid: Grid, shown: Codes, known: Codes, risks: Floats, certain: Codes, cell: Int) -> float:  # noqa: PLR0913, PLR0917 - a position
    """In how many fifty-fifties a cell is, on average, if cells are mines independently of each other.

    A fifty-fifty is a pair of neighbours with one mine of which no other cell will ever tell which has it: what touches
    one of them alone is a mine too. So it comes to a guess, and it is better made impossible while that can be done.
    """
    total = 0.0
    for other in grid.around[grid.at[cell] : grid.at[cell + 1]]:
        if state_of(shown, known, certain, other) == UNDECIDED:
            odds = risks[cell] * (1.0 - risks[other]) + risks[other] * (1.0 - risks[cell])
            for one, two in ((cell, other), (other, cell)):
                for each in grid.around[grid.at[one] : grid.at[one + 1]]:
                    if odds >= FAINT and each != two and not is_beside(grid, each, two):
                        odds *= chance_of_mine(shown, known, risks, certain, each)
            total += odds if odds >= FAINT else 0.0
    return total


@kernel
def is_beside(grid: Grid, cell: Int, other: Int) -> bool:
    """Whether two cells are neighbours."""
    found = False
    for each in grid.around[grid.at[cell] : grid.at[cell + 1]]:
        found |= each == other
    return found


@kernel
def chance_of_mine(shown: Codes, known: Codes, risks: Floats, certain: Codes, cell: Int) -> float:
    """How likely any cell is a mine."""
    state = state_of(shown, known, certain, cell)
    return risks[cell] if state == UNDECIDED else np.float64(state == MINE)


NUMBER = 3


@kernel
def state_of(shown: Codes, known: Codes, certain: Codes, cell: Int) -> Int:
    """NUMBER for an open cell, else what is known of it."""
    if shown[cell] >= 0:
        return NUMBER
    return max(known[cell], certain[cell])


@kernel
def mix(  # noqa: PLR0913, PLR0917 - a layer
    grid: Grid, now: Singles, then: Singles, own: Singles, around: Singles, bias: Singles, planes: Planes
) -> None:
    """One layer: what each cell that matters and its neighbours say, cut off at 0."""
    inputs, outputs = own.shape
    for cell in range(len(now)):
        if not planes.matters[cell]:
            continue
        for place in range(inputs):
            planes.sum[place] = np.float32(0.0)
        for other in grid.around[grid.at[cell] : grid.at[cell + 1]]:
            if planes.matters[other]:
                for place in range(inputs):
                    planes.sum[place] += now[other, place]
        for out in range(outputs):
            then[cell, out] = bias[out]
        for place in range(inputs):
            mine, theirs = now[cell, place], planes.sum[place]
            for out in range(outputs):
                then[cell, out] += mine * own[place, out] + theirs * around[place, out]
        for out in range(outputs):
            then[cell, out] = max(then[cell, out], np.float32(0.0))
