"""Chains: islands that are linked as neighbours, and the lattice that lies through all islands of a chain."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from minebot.geometry import Lattice
from minebot.vision.arrays import Doubles, Ints
from minebot.vision.finding.islands import Islands

Pair = tuple[Ints, Ints]

FEWEST = 9
"""Islands that a candidate needs."""

_BAND = 12  # pixels: neighbours lie level to within half of it
_FARTHEST = 2**20  # pixels: no picture is as wide or high
_JITTER = 0.1  # of the pitch, and a pixel, by which neighbours on a board may be nearer or farther than most
_BETWEEN = 4  # islands, holes of digits say, of which the fourth may be the neighbour
_FILLED = 0.15  # share of the cells of a lattice that must be islands; text has far fewer
_LEAST = 3  # columns and rows of a part of a board that is worth a look
_SETTLED = 0.25  # share of the islands of a usual line that the first and last line must have
_ON = 0.7  # share of the islands of a chain that must lie on its lattice
_OBLONG = 0.2  # by how much the pitches in x and y may differ


def chained_lattices(islands: Islands) -> Iterator[tuple[Lattice, int]]:
    """One lattice for every group of islands that are linked as neighbours, and how many of its cells are islands.

    A group that lies on no lattice is parted where islands are linked at another distance than most of it: what lies
    beside a board may be as large as its cells.
    """
    links = _links(islands, axis=0), _links(islands, axis=1)
    left = [np.empty((0, 2), np.int64)]
    for group, pitches in _pitched(islands, links, np.concatenate(links)):
        found = list(through(islands.centres[group], *pitches))
        left += [] if found else _at_pitch(islands, links, group, pitches)
        yield from found
    for group, pitches in _pitched(islands, links, np.concatenate(left)):
        yield from through(islands.centres[group], *pitches)


def _pitched(islands: Islands, links: Pair, joining: Ints) -> Iterator[tuple[Ints, tuple[float, float]]]:
    """The groups of islands that are joined by some of the links, and how far apart they are, across and down."""
    spans = [_spans(islands, along, axis) for axis, along in enumerate(links)]
    for group in groups_of(len(islands.sizes), joining):
        pitch_x, pitch_y = (_median(each[group]) for each in spans)
        if pitch_x and pitch_y and abs(pitch_x - pitch_y) <= _OBLONG * pitch_x:
            yield group, (pitch_x, pitch_y)


def _at_pitch(islands: Islands, links: Pair, group: Ints, pitches: tuple[float, float]) -> Iterator[Ints]:
    """The links in a group, across and down, between islands that are about a pitch apart."""
    for axis, (along, pitch) in enumerate(zip(links, pitches, strict=True)):
        spans = islands.centres[along[:, 1], axis] - islands.centres[along[:, 0], axis]
        yield along[np.isin(along[:, 0], group) & (np.abs(spans - pitch) <= 1 + _JITTER * pitch)]


def _links(islands: Islands, axis: int) -> Ints:
    """Pairs (n, 2) of an island and its neighbour to the right (axis 0) or below (axis 1).

    A neighbour lies level with it, is about as large, and as far away as cells are that touch or nearly so.
    """
    along, level = islands.centres[:, axis], islands.centres[:, 1 - axis]
    pairs = [np.empty((0, 2), np.int64)]
    for shift in (0, _BAND // 2):
        order = np.argsort((level + shift) // _BAND * _FARTHEST + along, kind="stable")
        for step in range(1, _BETWEEN + 1):
            one, other = order[:-step], order[step:]
            near = _neighbours(islands.sizes[one], islands.sizes[other], along[other] - along[one])
            level_with = np.abs(level[other] - level[one]) <= 1.5 + 0.06 * islands.sizes[one]
            pairs.append(np.stack([one, other], axis=1)[near & level_with])
    return np.concatenate(pairs)


def _neighbours(one: Doubles, other: Doubles, distance: Doubles) -> npt.NDArray[np.bool_]:
    """Whether islands of these sizes, so far apart, may be cells beside one another."""
    larger, smaller = np.maximum(one, other), np.minimum(one, other)
    alike: npt.NDArray[np.bool_] = larger - smaller <= 2 + 0.2 * larger
    return alike & (smaller - 1 <= distance) & (distance <= 1.7 * larger + 2)


def _spans(islands: Islands, links: Ints, axis: int) -> Doubles:
    """For each island how far away its neighbour is; not a number for those that have none."""
    spans = np.full(len(islands.sizes), np.nan)
    spans[links[:, 0]] = islands.centres[links[:, 1], axis] - islands.centres[links[:, 0], axis]
    return spans


def _median(spans: Doubles) -> float:
    known = spans[~np.isnan(spans)]
    return float(np.median(known)) if len(known) else 0.0


def groups_of(count: int, links: Ints, fewest: int = FEWEST) -> Iterator[Ints]:
    """The sets of islands that are joined by links, those with enough members only."""
    label = np.arange(count)
    while len(links):
        one, other = label[links[:, 0]], label[links[:, 1]]
        if np.array_equal(one, other):
            break
        # each takes the lowest label among its neighbours, and theirs, and so on: a few rounds for any chain
        lowest = np.minimum(one, other)
        for joined in (one, other):
            np.minimum.at(label, joined, lowest)
        label = label[label]
        label = label[label]
    order = np.argsort(label, kind="stable")
    starts = np.flatnonzero(np.diff(label[order], prepend=-1))
    sizes = np.diff(starts, append=count)
    for start, size in zip(starts[sizes >= fewest].tolist(), sizes[sizes >= fewest].tolist(), strict=True):
        yield order[start : start + size]


def through(
    centres: Doubles, pitch_x: float, pitch_y: float, filled: float = _FILLED, fewest: int = FEWEST
) -> Iterator[tuple[Lattice, int]]:
    """The lattice through the centres, unless they lie on none, or are less than such a share of its cells.

    Or fewer than so many. Where fewer than usual will do, each of them is of the board.
    """
    first_x, pitch_x, cols = _comb(centres[:, 0], pitch_x)
    first_y, pitch_y, rows = _comb(centres[:, 1], pitch_y)
    if min(cols, rows) < _LEAST or abs(pitch_x - pitch_y) > _OBLONG * pitch_x:
        return
    place = (centres - (first_x, first_y)) / (pitch_x, pitch_y)
    cell = np.rint(place).astype(np.int64)
    on = (np.abs(place - cell) <= 0.2).all(axis=1) & ((cell >= 0) & (cell < (cols, rows))).all(axis=1)
    taken = np.zeros((rows, cols), np.bool_)
    taken[cell[on, 1], cell[on, 0]] = True
    if on.mean() < _ON or taken.sum() < max(fewest, filled * cols * rows):
        return
    lattice = Lattice(first_x - pitch_x / 2, first_y - pitch_y / 2, pitch_x, pitch_y, cols, rows)
    if fewest < FEWEST:
        yield lattice, int(taken.sum())
        return
    (left, right), (top, bottom) = _settled(taken.sum(axis=0)), _settled(taken.sum(axis=1))
    if min(right - left, bottom - top) >= _LEAST:
        yield lattice.widened(left, right, top, bottom), int(taken.sum())


def _settled(counts: Ints) -> tuple[int, int]:
    """The first line and the one behind the last that hold more than a stray island: a face or a counter is no row."""
    settled = np.flatnonzero(counts >= max(2, _SETTLED * np.median(counts)))
    return (int(settled[0]), int(settled[-1]) + 1) if len(settled) else (0, 0)


def _comb(along: Doubles, pitch: float) -> tuple[float, float, int]:
    """First tooth, pitch and number of teeth of the comb that fits the places best.

    Teeth are counted from place to place, because a pitch that is wrong by 0.1 px is wrong by a third of a cell after
    thirty cells.
    """
    places = np.sort(along)
    start = places[0]
    teeth = np.cumsum(np.rint(np.diff(places, prepend=start) / pitch))
    if teeth[-1] == 0:
        return float(start), pitch, 1
    for _ in range(2):  # once with all, once without those that lie off the comb
        start, pitch = straight(teeth, places, np.ones(len(teeth)))
        near = np.abs(places - start - teeth * pitch) <= 0.15 * pitch
        teeth, places = teeth[near], places[near]
        if len(teeth) == 0 or teeth[0] == teeth[-1]:
            return start, pitch, 1
    return float(start + teeth[0] * pitch), pitch, int(teeth[-1] - teeth[0]) + 1


def straight(teeth: Doubles, places: Doubles, weights: Doubles) -> tuple[float, float]:
    """Start and slope of the straight line of least squares; there must be two different teeth of some weight."""
    middle, level = (float(weights @ each) / float(weights.sum()) for each in (teeth, places))
    slope = (weights * (teeth - middle) * (places - level)).sum() / (weights * (teeth - middle) ** 2).sum()
    return float(level - slope * middle), float(slope)
