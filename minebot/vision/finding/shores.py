"""Shores: the edges where what is covered ends and what is open begins. Their corners are corners of cells.

A board whose cells have no borders shows no others, and few of its cells are islands. But where one of its straight
edges runs into another one, four cells meet; and all of these points lie at multiples of one pitch, across and down.

    picture -> straight edges -> corners -> the pitch at multiples of which those of one place lie -> lattice
"""

from collections.abc import Iterator

import cv2
import numpy as np
import numpy.typing as npt

from minebot.geometry import Lattice
from minebot.vision.arrays import Bools, Doubles, Ints
from minebot.vision.finding.chains import FEWEST, groups_of, through
from minebot.vision.finding.islands import LARGEST
from minebot.vision.finding.scattered import near
from minebot.vision.finding.steps import Grey, steps
from minebot.vision.picture import Bgr

_STEP = 6  # of 255: an edge
_SHORTEST = 9  # pixels of one: the least pitch is longer
_APART = 2  # pixels between the ends of two edges that meet
_MANY, _MOST = 1000, 6000  # corners of one class; that are looked at
_CLASS = 1.15  # times its pitch from one class to the next
_NEAR, _FAR = 1.5, 3.0  # pitches within which others belong to the same board; where few tell of it
_OBLONG = 0.05  # by how much the pitches in x and y may differ
_FINE = 0.01  # times its pitch from one of a class to the next
_STRAY, _ASTRAY = 1.5, 0.1  # pixels by which they may be off a lattice, and share of the pitch
_SPARSEST = 0.05  # share of the points of a lattice that are corners
_WITHIN = 0.9  # of the pitch: edges that are shorter are of what is drawn in a cell


def cornered_lattices(picture: Bgr) -> Iterator[tuple[Lattice, int]]:
    """One lattice for every place where corners lie on one, the largest pitches first; and how many of them do."""
    corners, lengths = _corners(*steps(picture))
    pitch = LARGEST / _CLASS
    while pitch * _CLASS > _SHORTEST:
        yield from _of_class(corners[lengths >= _WITHIN * pitch], pitch)
        pitch /= _CLASS


def _of_class(corners: Doubles, pitch: float) -> Iterator[tuple[Lattice, int]]:
    """The same at the pitches of one class, of corners that are near one another: letters lie on lattices as well."""
    if len(corners) > _MOST:
        return
    for reach in (_NEAR, _FAR):
        for place in groups_of(len(corners), near(corners, reach * pitch), FEWEST):
            some = corners[place]
            pairs = near(some, pitch * (_FAR if len(some) <= _MANY else _NEAR))
            links, pitches = _at_multiples(some, pairs, pitch)
            for group in groups_of(len(some), links, FEWEST):
                for each, count in through(some[group], *pitches, _SPARSEST):
                    yield _of_cells(each), count


def _at_multiples(points: Doubles, pairs: Ints, pitch: float) -> tuple[Ints, tuple[float, float]]:
    """The pairs that are whole multiples of two pitches of a class apart, across and down; and those: the most are."""
    apart = np.abs(points[pairs[:, 0]] - points[pairs[:, 1]]).astype(np.float32)
    pitches = pitch * np.arange(1, _CLASS, _FINE, dtype=np.float32)
    times = apart / pitches[:, None, None]
    off = np.abs(times - np.rint(times)) * pitches[:, None, None]
    linked = (off <= np.minimum(_STRAY, _ASTRAY * pitches)[:, None, None]) & (apart.max(1) > pitch / 2)[None, :, None]
    across, down = (linked[:, :, axis].astype(np.float32) for axis in (0, 1))
    counts = np.where(np.abs(pitches[:, None] - pitches) <= _OBLONG * pitch, across @ down.T, -1)
    x, y = np.unravel_index(int(counts.argmax()), counts.shape)
    return pairs[linked[x, :, 0] & linked[y, :, 1]], (float(pitches[x]), float(pitches[y]))


def _of_cells(points: Lattice) -> Lattice:
    """The lattice of which those in the middles of another one's cells are the corners."""
    half_x, half_y = points.pitch_x / 2, points.pitch_y / 2
    return points.moved(half_x, half_y).widened(0, points.cols - 1, 0, points.rows - 1)


def _corners(across: Grey, down: Grey) -> tuple[Doubles, Doubles]:
    """Where an edge ends at one that runs the other way, (n, 2); and how long the longer of the two is."""
    runs_down, runs_across = _runs(_edges(across).T), _runs(_edges(down.T).T)
    size = across.shape[0] + 1, across.shape[1] + 1
    down_at = _ends_at(runs_down, _lengths(runs_across, size))
    across_at = _ends_at(runs_across, _lengths(runs_down, size[::-1]))
    points = np.concatenate([down_at[0], across_at[0][:, ::-1]])
    return points, np.concatenate([down_at[1], across_at[1]])


def _ends_at(runs: Ints, others: npt.NDArray[np.uint16]) -> tuple[Doubles, Doubles]:
    """The ends of runs, line and place, that are at others, and how long the longer of the two is."""
    lines, places = np.repeat(runs[:, 0], 2), runs[:, 1:].ravel()
    met = others[places, lines]
    longest = np.maximum(np.repeat(runs[:, 2] - runs[:, 1], 2), met)[met > 0]
    return np.stack([lines, places], axis=1)[met > 0].astype(np.float64), longest.astype(np.float64)


def _lengths(runs: Ints, size: tuple[int, int]) -> npt.NDArray[np.uint16]:
    """For each pixel, how long the longest run is that passes not far from it: (lines, places)."""
    lengths = runs[:, 2] - runs[:, 1]
    lines, starts = np.repeat(runs[:, 0], lengths), np.repeat(runs[:, 1] - np.cumsum(lengths) + lengths, lengths)
    there = np.zeros(size, np.uint16)
    there[lines, starts + np.arange(len(lines))] = np.repeat(lengths, lengths)
    around = cv2.dilate(there, np.ones((2 * _APART + 1, 2 * _APART + 1), np.uint8))
    return around.astype(np.uint16, copy=False)


def _edges(across: Grey) -> Bools:
    """The pixels that differ from the one before them, and by more than those beside them do."""
    wide = np.pad(across, ((0, 0), (1, 1)))
    edges: Bools = (across >= _STEP) & (across >= wide[:, :-2]) & (across > wide[:, 2:])
    return edges


def _runs(edges: Bools) -> Ints:
    """The runs of such pixels in each line that are long enough: line, first pixel and the one behind the last."""
    changes = np.diff(np.pad(edges, ((0, 0), (1, 1))).view(np.int8), axis=1)
    lines, at = np.nonzero(changes)
    runs = np.stack([lines[::2], at[::2], at[1::2]], axis=1)
    long: Ints = runs[runs[:, 2] - runs[:, 1] >= _SHORTEST]
    return long
