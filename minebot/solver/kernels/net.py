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
from minebot.solver.kernels.arrays import Codes, Floats, Int, Ints, roomier
from minebot.solver.kernels.model import MINE, SAFE, UNDECIDED
from minebot.topology import Grid

Singles = NDArray[np.float32]

FEATURES = 12
"""What a cell is described by: see `describe`. So many numbers pass from layer to layer as well."""
WHOLE = 14
"""What the position as a whole is described by: see `summarise`."""
MATTERS = 7
"""The feature of a cell that is 1 where the cell matters."""
FAINT = 1e-4
"""Fifty-fifties less likely than this are left out."""


class Net(NamedTuple):
    """The weights: of the cell itself, of its neighbours, and of nothing, for the first layer and for the others.

    Shapes: (FEATURES, FEATURES) and (layers, FEATURES, FEATURES), (FEATURES,) and (layers, FEATURES); `head` is
    (FEATURES + 1,), the weight of nothing last. `deep` is (WHOLE + FEATURES, deeper), `deep_bias` (deeper,), `last`
    (deeper + 1,). There is no network where they are empty.
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
    """Room for what a layer says of each cell, for what cells are, and for what describes them all.

    The cells that touch just one of the two neighbours `around[place]` and its owner are
    `apart[apart_at[place]:apart_at[place + 1]]`, for the first of the two.
    """

    features: Singles
    now: Singles
    then: Singles
    sum: Singles
    matters: Codes
    states: Codes
    chances: Floats
    pairs: Floats
    whole: Floats
    apart_at: Ints
    apart: Ints


@kernel
def new_planes(grid: Grid) -> Planes:
    """Room for a grid."""
    count = len(grid.at) - 1
    apart_at, apart = apart_in(grid)
    return Planes(
        np.zeros((count, FEATURES), np.float32),
        np.zeros((count, FEATURES), np.float32),
        np.zeros((count, FEATURES), np.float32),
        np.zeros(FEATURES, np.float32),
        np.zeros(count, np.int8),
        np.zeros(count, np.int8),
        np.zeros(count),
        np.zeros(count),
        np.zeros(WHOLE + FEATURES),
        apart_at,
        apart,
    )


@kernel
def apart_in(grid: Grid) -> tuple[Ints, Ints]:
    """For each pair of neighbours, the cells that touch just one of them."""
    count = len(grid.at) - 1
    apart_at = np.zeros(len(grid.around) + 1, np.int64)
    apart = np.empty(2 * len(grid.around), np.int64)
    touched = np.full((2, count), -1)  # by which pair a cell was last found to touch the first, and the second of it
    used = 0
    for cell in range(count):
        for place in range(grid.at[cell], grid.at[cell + 1]):
            pair = cell, grid.around[place]
            if cell < pair[1]:
                for side in range(2):
                    touched[side, pair[side]] = place
                    for each in grid.around[grid.at[pair[side]] : grid.at[pair[side] + 1]]:
                        touched[side, each] = place
                for side in range(2):
                    around = grid.around[grid.at[pair[side]] : grid.at[pair[side] + 1]]
                    apart = roomier(apart, used + len(around))
                    for each in around:
                        if touched[1 - side, each] != place:
                            apart[used] = each
                            used += 1
            apart_at[place + 1] = used
    return apart_at, apart


@kernel
def estimate(  # noqa: PLR0913, PLR0917 - a position, and by what to judge it
    grid: Grid, shown: Codes, known: Codes, risks: Floats, certain: Codes, net: Net, planes: Planes
) -> float:
    """The estimate for a position; 1 where nothing is left to guess."""
    if not describe(grid, shown, known, risks, certain, planes):
        return 1.0
    mix(grid, planes.features, planes.now, net.first_own, net.first_around, net.first_bias, planes)
    now, whole = mix_on(grid, net.own, net.around, net.bias, planes), planes.whole
    summarise(planes)
    cost = 0.0
    for cell in range(len(shown)):
        if planes.matters[cell]:
            said = np.float64(net.head[-1])
            for place in range(FEATURES):
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
    states = planes.states
    for cell in range(len(shown)):
        states[cell] = state_of(shown, known, certain, cell)
        planes.chances[cell] = risks[cell] if states[cell] == UNDECIDED else np.float64(states[cell] == MINE)
    find_fifty_fifties(grid, planes)
    planes.features[:] = 0.0
    planes.matters[:] = 0
    any_undecided = False
    for cell in range(len(shown)):
        if states[cell] == MINE:
            continue
        left, undecided, safe, numbers = np.int64(shown[cell]), 0, 0, 0
        for other in grid.around[grid.at[cell] : grid.at[cell + 1]]:
            numbers += states[other] == NUMBER
            left -= states[other] == MINE
            undecided += states[other] == UNDECIDED
            safe += states[other] == SAFE
        if states[cell] == NUMBER and undecided + safe == 0:
            continue
        features = planes.features[cell]
        planes.matters[cell] = 1
        features[MATTERS] = 1.0
        if states[cell] == NUMBER:
            features[3], features[4], features[5] = 1.0, left / 4.0, undecided / 4.0
        elif states[cell] == SAFE:
            features[2] = 1.0
        else:
            any_undecided = True
            pairs = planes.pairs[cell]
            features[0], features[1], features[6] = 1.0, risks[cell], numbers == 0
            features[8] = 4.0 * risks[cell] * (1.0 - risks[cell])
            features[9], features[10] = min(pairs, 1.0), 1.0 + log10(max(pairs, FAINT)) / 4.0
            features[11] = min(numbers, 4) / 4.0
    return any_undecided


@kernel
def find_fifty_fifties(grid: Grid, planes: Planes) -> None:
    """Write in how many fifty-fifties each cell is, on average, if cells are mines independently of each other.

    A fifty-fifty is a pair of neighbours with one mine of which no other cell will ever tell which has it: what touches
    one of them alone is a mine too. So it comes to a guess, and it is better made impossible while that can be done.
    """
    planes.pairs[:] = 0.0
    for cell in range(len(planes.pairs)):
        if planes.states[cell] == UNDECIDED:
            for place in range(grid.at[cell], grid.at[cell + 1]):
                other = grid.around[place]
                if cell < other and planes.states[other] == UNDECIDED:
                    odds = odds_of_fifty_fifty(planes, cell, place, other)
                    planes.pairs[cell] += odds
                    planes.pairs[other] += odds


@kernel
def odds_of_fifty_fifty(planes: Planes, cell: Int, place: Int, other: Int) -> float:
    """How likely two neighbours are a fifty-fifty; 0 where that is FAINT. `place` is where the grid has the second."""
    one, two = planes.chances[cell], planes.chances[other]
    odds = one * (1.0 - two) + two * (1.0 - one)
    for each in range(planes.apart_at[place], planes.apart_at[place + 1]):
        odds *= planes.chances[planes.apart[each]]
        if odds < FAINT:
            return 0.0
    return odds if odds >= FAINT else 0.0


NUMBER = 3


@kernel
def state_of(shown: Codes, known: Codes, certain: Codes, cell: Int) -> Int:
    """NUMBER for an open cell, else what is known of it."""
    if shown[cell] >= 0:
        return NUMBER
    return max(known[cell], certain[cell])


@kernel
def mix_on(grid: Grid, own: Singles, around: Singles, bias: Singles, planes: Planes) -> Singles:
    """More layers, one after the other, on what the first one said; what the last one says."""
    now, then = planes.now, planes.then
    for layer in range(len(own)):
        mix(grid, now, then, own[layer], around[layer], bias[layer], planes)
        now, then = then, now
    return now


@kernel
def mix(  # noqa: PLR0913, PLR0917 - a layer
    grid: Grid, now: Singles, then: Singles, own: Singles, around: Singles, bias: Singles, planes: Planes
) -> None:
    """One layer: what each cell that matters and its neighbours say, cut off at 0."""
    total = planes.sum
    for cell in range(len(now)):
        if not planes.matters[cell]:
            continue
        total[:] = 0.0
        for other in grid.around[grid.at[cell] : grid.at[cell + 1]]:
            if planes.matters[other]:
                add(total, now[other])
        given, said = now[cell], then[cell]
        for out in range(FEATURES):
            said[out] = bias[out]
        for place in range(FEATURES):
            add_both(said, given[place], own[place], total[place], around[place])
        for out in range(FEATURES):
            said[out] = max(said[out], np.float32(0.0))


@kernel
def add(total: Singles, row: Singles) -> None:
    """Add a row to a row; the compiler knows how long they are."""
    for place in range(FEATURES):
        total[place] += row[place]


@kernel
def add_both(total: Singles, mine: np.float32, own: Singles, theirs: np.float32, around: Singles) -> None:
    """Add two rows, each times a number, to a row."""
    for out in range(FEATURES):
        total[out] += mine * own[out] + theirs * around[out]
