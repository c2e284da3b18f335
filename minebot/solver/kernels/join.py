"""The components and the mine total together: how much an arrangement of each component weighs.

An arrangement of one component with k mines weighs as many as there are ways to lay the other mines in the other
components and on the unconstrained cells. Weights are doubles that may vanish where they are too small to matter;
whether something is possible at all is decided apart from them, by what sums of mines can be reached.

Where the sums span a wide range, all counts are tilted: times e**(tilt * k), with the tilt that brings the expected sum
to the mine total, so that what matters lies where doubles are dense. The tilts of the components and of the
unconstrained cells cancel.
"""

from math import exp, inf, log
from typing import NamedTuple

import numpy as np

from minebot.compiled import kernel
from minebot.solver.kernels.arrays import Bool, Codes, Floats, Int, Ints
from minebot.solver.kernels.parts import Parts
from minebot.solver.kernels.tables import LARGE

UNKNOWN = -(1 << 40)
"""The mine total, where it is not known; no count of mines left comes near it, even where nothing fits."""

WIDE = 60
"""From how many different sums on the counts are tilted."""


class Sums(NamedTuple):
    """The sums of mines that the first c components can make lie from `least[c]` to `most[c]`.

    Arrays over them, one c after another, hold those of c from `at[c]` to `at[c + 1]`.
    """

    least: Ints
    most: Ints
    at: Ints


class Joined(NamedTuple):
    """What the components, the unconstrained cells and the total make together.

    For component c and the i-th number of mines it can use, place `at[c] + i` holds: in `tilted` its share of the
    component's own counts, in `weights` what a count of it weighs among all arrangements, in `possible` 1 where it
    fits at all. `after` holds, over `sums`, the ways to lay the mines in the components from c on and on unconstrained
    cells, up to a factor for each c. `open_risk` is the risk of an unconstrained cell; `open_mine` and `open_safe` tell
    whether one can be a mine, and whether one can be safe. `log_total` is the natural logarithm of how many
    arrangements there are, minus infinity where there is none.
    """

    at: Ints
    tilted: Floats
    weights: Floats
    possible: Codes
    sums: Sums
    after: Floats
    open_risk: float
    open_mine: Bool
    open_safe: Bool
    log_total: float


@kernel
def join(parts: Parts, free: Int, mines: Int) -> Joined:
    """Join the components with `free` unconstrained cells and a total of `mines`, or UNKNOWN."""
    count = len(parts.at)
    at = ends(parts.width)
    sums = reachable(parts)
    tilt = tilt_to(parts, free, mines, sums)
    tilted, log_total = tilted_counts(parts, at, tilt)
    after, logs = ways_after(parts, at, tilted, sums, free_ways(sums, free, mines, tilt))
    before, weights = ways_before(parts, at, tilted, sums, after)
    for part in range(count):
        unit = largest(parts.rows, parts.at[part], parts.width[part])
        for place in range(at[part], at[part + 1]):
            weights[place] *= exp(tilt * (place - at[part] - anchor(parts.width[part], tilt))) / unit
    possible, open_mine, open_safe, any_fits = feasible(parts, at, sums, free, mines)
    log_total += logs + log_free_ways(sums, free, mines, tilt)
    open_risk = free_risk(before, after, sums, free, mines)
    return Joined(
        at, tilted, weights, possible, sums, after, open_risk, open_mine, open_safe, log_total if any_fits else -inf
    )


@kernel
def ends(widths: Ints) -> Ints:
    """Where runs of these widths start, and where the last one ends."""
    at = np.zeros(len(widths) + 1, np.int64)
    for one in range(len(widths)):
        at[one + 1] = at[one] + widths[one]
    return at


@kernel
def reachable(parts: Parts) -> Sums:
    """The sums of mines of the first components."""
    least, widths = ends(parts.low), ends(parts.width)
    most = least.copy()
    sizes = np.ones(len(least), np.int64)
    for part in range(1, len(least)):
        most[part] += widths[part] - part
        sizes[part] += widths[part] - part
    return Sums(least, most, ends(sizes))


@kernel
def largest(rows: Floats, start: Int, width: Int) -> float:
    """The largest of some counts."""
    top = 0.0
    for place in range(start, start + width):
        top = max(top, rows[place])
    return top


@kernel
def tilt_to(parts: Parts, free: Int, mines: Int, sums: Sums) -> float:
    """The tilt under which the expected sum is the mine total; 0.0 where the sums lie close together."""
    if mines == UNKNOWN or sums.most[-1] - sums.least[-1] < WIDE:
        return 0.0
    low, high = -40.0, 40.0
    for _ in range(60):
        middle = (low + high) / 2
        if expected(parts, free, middle) < mines:
            low = middle
        else:
            high = middle
    return (low + high) / 2


@kernel
def expected(parts: Parts, free: Int, tilt: float) -> float:
    """The expected sum of mines under a tilt."""
    total = free / (1.0 + exp(-tilt))
    for part in range(len(parts.at)):
        unit = largest(parts.rows, parts.at[part], parts.width[part])
        start = anchor(parts.width[part], tilt)
        weight = moment = 0.0
        for place in range(parts.width[part]):
            share = parts.rows[parts.at[part] + place] / unit * exp(tilt * (place - start))
            weight += share
            moment += share * (parts.low[part] + place)
        total += moment / weight if weight > 0.0 else parts.low[part] + start
    return total


@kernel
def anchor(width: Int, tilt: float) -> Int:
    """The place of a component's counts that a tilt leaves as it is, so that no power of it exceeds 1."""
    return width - 1 if tilt > 0 else 0


@kernel
def tilted_counts(parts: Parts, at: Ints, tilt: float) -> tuple[Floats, float]:
    """The counts of each component, tilted, as shares of its largest one; and the logarithm of what was taken out."""
    tilted = np.empty(at[-1])
    logs = 0.0
    for part in range(len(parts.at)):
        unit = largest(parts.rows, parts.at[part], parts.width[part])
        start = anchor(parts.width[part], tilt)
        logs += log(unit) + parts.scale[part] * log(LARGE) + tilt * start
        for place in range(parts.width[part]):
            tilted[at[part] + place] = parts.rows[parts.at[part] + place] / unit * exp(tilt * (place - start))
    return tilted, logs


@kernel
def free_ways(sums: Sums, free: Int, mines: Int, tilt: float) -> Floats:
    """The ways to lay the rest on unconstrained cells, for each sum of all components, tilted; the most are 1."""
    least, count = sums.least[-1], sums.most[-1] - sums.least[-1] + 1
    ways = np.zeros(count)
    if mines == UNKNOWN:
        return np.ones(count)
    peak = free_peak(sums, free, mines, tilt)
    if peak < 0:
        return ways
    ways[peak] = 1.0
    for place in range(peak + 1, count):
        rest = mines - least - place + 1  # laid one place earlier
        ways[place] = ways[place - 1] * max(rest, 0) / (free - rest + 1) * exp(-tilt)
    for place in range(peak - 1, -1, -1):
        rest = mines - least - place
        ways[place] = ways[place + 1] * max(free - rest + 1, 0) / rest * exp(tilt)
    return ways


@kernel
def free_peak(sums: Sums, free: Int, mines: Int, tilt: float) -> Int:
    """The place of the sum that leaves most ways on unconstrained cells, tilted; -1 where no sum leaves any."""
    least, most = sums.least[-1], sums.most[-1]
    first, last = max(least, mines - free), min(most, mines)
    if first > last:
        return -1
    for total in range(first, last):
        rest = mines - total
        if rest / (free - rest + 1) * exp(-tilt) <= 1.0:
            return total - least
    return last - least


@kernel
def log_free_ways(sums: Sums, free: Int, mines: Int, tilt: float) -> float:
    """The logarithm of what `free_ways` took out."""
    if mines == UNKNOWN:
        return free * log(2.0)
    peak = free_peak(sums, free, mines, tilt)
    if peak < 0:
        return -inf
    rest = mines - sums.least[-1] - peak
    return log_binomial(free, rest) - tilt * peak


@kernel
def log_binomial(cells: Int, mines: Int) -> float:
    """The logarithm of how many ways there are to choose the mines; closer than by the gamma function."""
    logs, ways = 0.0, 1.0
    fewer = min(mines, cells - mines)
    for place in range(1, fewer + 1):
        ways *= (cells - fewer + place) / place
        if ways > LARGE:
            ways /= LARGE
            logs += log(LARGE)
    return logs + log(ways)


@kernel
def ways_after(parts: Parts, at: Ints, tilted: Floats, sums: Sums, last: Floats) -> tuple[Floats, float]:
    """`after` of Joined, from what the unconstrained cells can hold; and the logarithm of all ways in its units."""
    count = len(parts.at)
    after = np.zeros(sums.at[-1])
    for place in range(len(last)):
        after[sums.at[count] + place] = last[place]
    logs = 0.0
    for part in range(count - 1, -1, -1):
        now = after[sums.at[part] : sums.at[part + 1]]
        later = after[sums.at[part + 1] : sums.at[part + 2]]
        shares = tilted[at[part] : at[part + 1]]
        for used in range(len(now)):
            for place in range(len(shares)):
                now[used] += shares[place] * later[used + place]
        unit = largest(now, np.int64(0), len(now))
        if unit > 0.0:
            logs += log(unit)
            for used in range(len(now)):
                now[used] /= unit
    return after, logs


@kernel
def ways_before(parts: Parts, at: Ints, tilted: Floats, sums: Sums, after: Floats) -> tuple[Floats, Floats]:
    """The ways to make each sum of all components, up to a factor; and what each component's counts weigh."""
    weights = np.zeros(at[-1])
    before = np.ones(1)
    for part in range(len(parts.at)):
        later = after[sums.at[part + 1] : sums.at[part + 2]]
        shares = tilted[at[part] : at[part + 1]]
        longer = np.zeros(len(later))
        for used in range(len(before)):
            for place in range(len(shares)):
                longer[used + place] += before[used] * shares[place]
                weights[at[part] + place] += before[used] * later[used + place]
        unit = largest(longer, np.int64(0), len(longer))
        for used in range(len(longer)):
            longer[used] /= unit
        before = longer
    return before, weights


@kernel
def free_risk(before: Floats, after: Floats, sums: Sums, free: Int, mines: Int) -> float:
    """The risk of an unconstrained cell: the expected share of them that are mines."""
    if mines == UNKNOWN or free == 0:
        return 0.5
    weight = moment = 0.0
    for place in range(len(before)):
        ways = before[place] * after[sums.at[-2] + place]
        weight += ways
        moment += ways * (mines - sums.least[-1] - place)
    return moment / weight / free if weight > 0.0 else 0.0


@kernel
def feasible(parts: Parts, at: Ints, sums: Sums, free: Int, mines: Int) -> tuple[Codes, Bool, Bool, Bool]:
    """`possible`, `open_mine` and `open_safe` of Joined; and whether any arrangement fits at all."""
    count = len(parts.at)
    possible = np.zeros(at[-1], np.int8)
    fits = np.zeros(sums.at[-1], np.bool_)
    for place in range(sums.at[count + 1] - sums.at[count]):
        rest = mines - sums.least[count] - place
        fits[sums.at[count] + place] = mines == UNKNOWN or 0 <= rest <= free
    for part in range(count - 1, -1, -1):
        now, later = fits[sums.at[part] : sums.at[part + 1]], fits[sums.at[part + 1] : sums.at[part + 2]]
        for place in range(parts.width[part]):
            if parts.rows[parts.at[part] + place] > 0.0:
                for used in range(len(now)):
                    now[used] |= later[used + place]
    made = np.ones(1, np.bool_)
    for part in range(count):
        later = fits[sums.at[part + 1] : sums.at[part + 2]]
        longer = np.zeros(len(later), np.bool_)
        for place in range(parts.width[part]):
            if parts.rows[parts.at[part] + place] > 0.0:
                for used in range(len(made)):
                    longer[used + place] |= made[used]
                    possible[at[part] + place] |= made[used] & later[used + place]
        made = longer
    open_mine = open_safe = mines == UNKNOWN
    for place in range(len(made)):
        rest = mines - sums.least[count] - place
        open_mine |= made[place] and 1 <= rest <= free
        open_safe |= made[place] and 0 <= rest < free
    return possible, open_mine and free > 0, open_safe and free > 0, fits[0]
