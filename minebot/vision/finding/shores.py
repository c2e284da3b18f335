"""Shores: the edges where what is covered ends and what is open begins. Their corners are corners of cells.

A board whose cells have no borders shows no others, and few of its cells are islands. But where one of its straight
edges runs into another one, four cells meet; and all of these points lie at multiples of one pitch, across and down.
On the two sides of all these edges are the same two colours: corners of other colours are of other things.

    picture -> straight edges -> corners -> those of two colours -> the pitch at multiples of which they lie -> lattice
"""

from collections.abc import Iterator

import cv2
import numpy as np
import numpy.typing as npt

from minebot.geometry import Lattice, Reals
from minebot.vision.arrays import Bools, Doubles, Ints
from minebot.vision.finding.chains import groups_of, straight
from minebot.vision.finding.islands import LARGEST
from minebot.vision.finding.scattered import near
from minebot.vision.finding.steps import Grey, steps
from minebot.vision.picture import Bgr

_STEP = 6  # of 255: an edge
_SHORTEST = 9  # pixels of one: the least pitch is longer
_APART = 2  # pixels between the ends of two edges that meet
_MANY, _MOST = 1000, 6000  # corners of a place, beyond which only near ones are paired; of two colours, for a look
_LEAST = 9.2  # pixels: no lower pitch is looked for
_CLASS = 1.15  # times its pitch from one class to the next
_NEAR, _FAR = 1.5, 4.7  # pitches within which others belong to the same board; where few tell of it
_OBLONG = 0.05  # by how much the pitches in x and y may differ
_FINELY = 0.05  # of a cell, by which a pitch may be off at the far end of a board
_FINE = 0.01  # times its pitch from one of a class to the next
_STRAY, _ASTRAY = 1.5, 0.1  # pixels by which they may be off a lattice, and share of the pitch
_FEWEST = 6  # corners of a board, of two colours alone
_OUTLINE = 3  # times the pitch: no board has a shorter edge
_EXACT = 0.75  # pixels by which the corner of a board may be off the lattice of others
_ON = 0.7  # share of the corners within a lattice that must lie on it
_SPARSEST = 0.05  # share of the points of a lattice that are corners
_WITHIN = 0.9  # of the pitch: edges that are shorter are of what is drawn in a cell
_BESIDE = 4  # pixels from a corner: what is there is in one of the four cells that meet
_ALIKE = 12  # of 255 by which a colour may differ from cell to cell: noise, JPEG
_FEW = 3  # lines by which they may miss the corner of a board
_LINES = 30  # beside what the corners tell of a board that are looked at
_INSET = 0.18  # of the pitch: no digit is as near to the border of its cell
_MOSTLY = 0.85  # share of the cells of a line that show one of the colours
_BIN = 16  # of 255, by which colours are parted before they are compared
_LOOKS = 60  # pairs of colours that are looked at, the most usual ones first


def cornered_lattices(picture: Bgr) -> Iterator[tuple[Lattice, int]]:
    """One lattice for every place where corners of two colours lie on one, the largest pitches first; how many do."""
    corners, lengths = _corners(*steps(picture))
    looks = list(_of_two_colours(picture, corners))
    pitch = LARGEST / _CLASS
    while pitch * _CLASS > _LEAST:
        of_outlines = corners[lengths >= _OUTLINE * pitch]
        for look, colours in looks:
            for points, count in _of_class(corners[look][lengths[look] >= _WITHIN * pitch], pitch):
                yield _of_cells(picture, of_outlines, points, colours), count
        pitch /= _CLASS


def _of_two_colours(picture: Bgr, corners: Doubles) -> Iterator[tuple[Ints, Doubles]]:
    """The corners at which the same two colours meet, and these, (2, 3), for every pair of colours that is usual."""
    places, around = _around(picture, corners)
    apart = np.abs(around - around[:, :1]).max(2) > _ALIKE
    other = around[np.arange(len(around)), apart.argmax(1)]
    two = apart.any(1) & (~apart | (np.abs(around - other[:, None]).max(2) <= _ALIKE)).all(1)
    pairs = np.stack([around[:, 0], other], axis=1)[two]
    pairs = np.take_along_axis(pairs, pairs.sum(2).argsort(1, kind="stable")[:, :, None], axis=1)  # the darker first
    _, labels, counts = np.unique(pairs.reshape(-1, 6) // _BIN, axis=0, return_inverse=True, return_counts=True)
    looked: list[Doubles] = []
    for label in np.argsort(-counts, kind="stable")[:_LOOKS].tolist():
        colours = np.median(pairs[labels.ravel() == label], axis=0)
        if all(np.abs(colours - each).max() > _ALIKE for one in looked for each in (one, one[::-1])):
            looked.append(colours)
            yield places[_meet(around, colours)], colours


def _around(picture: Bgr, corners: Doubles) -> tuple[Ints, npt.NDArray[np.int16]]:
    """Which of the corners do not lie at the edge of the picture, and the colours of what meets there, (n, 4, 3)."""
    height, width = picture.shape[:2]
    ends = np.stack([corners - _BESIDE, corners + _BESIDE - 1], axis=1).astype(np.int64)  # (n, 2, 2)
    inside = np.flatnonzero(((ends >= 0) & (ends < (width, height))).all(axis=(1, 2)))
    x, y = ends[inside, :, 0], ends[inside, :, 1]
    return inside, picture[y[:, :, None], x[:, None, :]].reshape(-1, 4, 3).astype(np.int16)


def _meet(around: npt.NDArray[np.int16], colours: Doubles) -> Bools:
    """Where two colours meet in four cells; or in two, beside something else: there the board ends."""
    one, other = (np.abs(around - each).max(2) <= _ALIKE for each in colours)
    rest = ~(one | other)
    ends = (one.sum(1) == 1) & (other.sum(1) == 1) & (rest[:, 0] != rest[:, 3])  # not across from one another
    met: Bools = one.any(1) & other.any(1) & (~rest.any(1) | ends)
    return met


def _of_class(corners: Doubles, pitch: float) -> Iterator[tuple[Lattice, int]]:
    """The lattices in the middles of whose cells corners lie, at the pitches of one class, and how many do.

    Of corners that are near one another: letters lie on lattices as well.
    """
    if len(corners) > _MOST:
        return
    for reach in (_NEAR, _FAR):
        for place in groups_of(len(corners), near(corners, reach * pitch), _FEWEST):
            some = corners[place]
            pairs = near(some, pitch * (_FAR if len(some) <= _MANY else _NEAR))
            links, pitches = _at_multiples(some, pairs, pitch)
            for group in groups_of(len(some), links, _FEWEST):
                yield from _through(some[group], pitches, some)


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


def _through(points: Doubles, pitches: tuple[float, float], beside: Doubles) -> Iterator[tuple[Lattice, int]]:
    """The lattice in the middles of whose cells points lie, and how many of those `beside` them do.

    None where these are few, where hardly any cell has one, or where many within it lie elsewhere.
    """
    (first_x, pitch_x), (first_y, pitch_y) = (_fitted(points[:, axis], pitch) for axis, pitch in enumerate(pitches))
    first, pitch = np.array([first_x, first_y]), np.array([pitch_x, pitch_y])
    ends = np.rint((points - first) / pitch).astype(np.int64)
    (left, top), (right, bottom) = ends.min(axis=0).tolist(), ends.max(axis=0).tolist()
    place = (beside - first) / pitch
    cell = np.rint(place).astype(np.int64)
    on = (np.abs(place - cell) <= _ASTRAY).all(axis=1)
    within = ((cell >= (left, top)) & (cell <= (right, bottom))).all(axis=1)
    count, cols, rows = len(np.unique(cell[on & within], axis=0)), right - left + 1, bottom - top + 1
    enough = max(_FEWEST, _SPARSEST * cols * rows)
    if min(cols, rows) > 1 and count >= enough and on[within].mean() >= _ON:
        corner = first_x + (left - 0.5) * pitch_x, first_y + (top - 0.5) * pitch_y
        yield Lattice(*corner, pitch_x, pitch_y, cols, rows), count


def _fitted(places: Doubles, pitch: float) -> tuple[float, float]:
    """A tooth of the comb that fits most of the places best, and its pitch, about that one."""
    extent = float(np.ptp(places))
    turns = np.arange(1 / pitch * (1 - 2 * _FINE), 1 / pitch * (1 + 2 * _FINE), _FINELY / max(extent, pitch))
    phases = np.exp(2j * np.pi * turns[:, None] * places).mean(axis=1)
    best = int(np.abs(phases).argmax())
    first, pitch = float(np.angle(phases[best])) / (2 * np.pi) / turns[best], 1 / turns[best]
    for _ in range(2):
        teeth = np.rint((places - first) / pitch)
        on = np.abs(places - first - teeth * pitch) <= _ASTRAY * pitch
        if on.sum() > 1 and np.ptp(teeth[on]) > 0:
            first, pitch = straight(teeth[on], places[on], np.ones(int(on.sum())))
    return first, pitch


def _of_cells(picture: Bgr, corners: Doubles, points: Lattice, colours: Doubles) -> Lattice:
    """The lattice of the cells that meet at the points in the middles of another one's cells, and of those beside them.

    A line beside them is of the board where both colours are seen in it, or farther out. What shows but one of them may
    be of the window, unless a corner lies where a line of cells would end.
    """
    half_x, half_y = points.pitch_x / 2, points.pitch_y / 2
    cells = points.moved(half_x, half_y).widened(0, points.cols - 1, 0, points.rows - 1)
    left, right = (_beside(picture, corners, cells, colours, side) for side in (-1, 1))
    cells = cells.widened(-left, cells.cols + right, 0, cells.rows)
    turned = picture.transpose(1, 0, 2), corners[:, ::-1], cells.turned
    top, bottom = (_beside(*turned, colours, side) for side in (-1, 1))
    return cells.widened(0, cells.cols, -top, cells.rows + bottom)


def _beside(picture: Bgr, corners: Doubles, cells: Lattice, colours: Doubles, side: int) -> int:
    """How many columns of cells follow before the first one (-1) or after the last one (1)."""
    outer = 0 if side < 0 else cells.cols
    inner, outermost = (cells.across(outer + side * (np.arange(_LINES) + place)) for place in (_INSET, 1 - _INSET))
    down = np.stack([cells.down(np.arange(cells.rows) + place) for place in (_INSET, 1 - _INSET)])
    seen = np.stack([_kinds(picture, x, y, colours) for x in (inner, outermost) for y in down])  # (4, lines, cells)
    kinds = np.where((seen == 0).sum(0) >= 3, 0, np.where((seen == 1).sum(0) >= 3, 1, -1))
    count = int(np.cumprod((kinds >= 0).mean(1) >= _MOSTLY).sum())
    mixed = [line + 1 for line in range(count) if {0, 1} <= set(kinds[line].tolist())]
    rows = (corners[:, 1] - cells.y) / cells.pitch_y
    level = (np.abs(rows - np.rint(rows)) * cells.pitch_y <= _EXACT) & (rows > -_FEW) & (rows < cells.rows + _FEW)
    edges = cells.across(outer + side * np.arange(1.0, count + 1))
    ended = (np.abs(edges[:, None] - corners[level, 0]) <= _EXACT).any(axis=1)
    return max([0, *mixed, *(np.flatnonzero(ended) + 1).tolist()])


def _kinds(picture: Bgr, x: Reals, y: Reals, colours: Doubles) -> Ints:
    """Which of two colours is at places, (x, y); -1 where neither is, or no picture."""
    across, down = x.astype(np.int64)[:, None], y.astype(np.int64)[None]
    inside = (across >= 0) & (across < picture.shape[1]) & (down >= 0) & (down < picture.shape[0])
    there = picture[np.clip(down, 0, picture.shape[0] - 1), np.clip(across, 0, picture.shape[1] - 1)]
    one, other = (np.abs(there - each).max(-1) <= _ALIKE for each in colours)
    kinds: Ints = np.where(inside & one, 0, np.where(inside & other, 1, -1))
    return kinds


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
