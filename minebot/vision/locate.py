"""Find where a board may lie in any picture, at any scale, without knowing its look.

Cells are islands: patches that an edge runs around. A board is a set of islands of one size whose centres lie on a
lattice, and the lines of the lattice are straight borders.

    picture -> islands -> chains of neighbours -> lattice through all of them -> fitted to the borders

What is found here are candidates; `minebot.vision.verdict` decides by the themes which of them are boards.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from operator import itemgetter

import cv2
import numpy as np

from minebot.geometry import Lattice
from minebot.vision.arrays import Bools
from minebot.vision.finding.borders import fit_to_borders
from minebot.vision.finding.chains import chained_lattices
from minebot.vision.finding.islands import Islands, coarseness, faint_views, halved_view, island_views
from minebot.vision.finding.scattered import scattered_lattices
from minebot.vision.finding.shores import cornered_lattices
from minebot.vision.picture import Bgr
from minebot.vision.reading import SMALLEST_BOARD
from minebot.vision.unknown.sharper import sharpest

_GAP = 2  # lines of cells that may be missing between two parts of a board
LEAST = 20  # pixels of a picture that can hold a board
_NARROWEST = 9.5  # pixels of a pitch: what is drawn in cells, or noise, may repeat at less
_SCREEN = 2_500_000  # pixels
_SEEN = 0.3  # share of its borders that must be seen
_WHOLE = 0.75  # share of the cells that are islands, where no border need be seen
_SURE, _COVERED = 0.7, 0.9  # share of its borders by which a candidate rules out what lies in it to that share
_MULTIPLE = 2.5  # up to so many times its pitch
_PARTS, _PROBED = 4, 24  # of the side of a cell; cells that are compared with all others
_EQUAL, _EQUALS = 22, 0.15  # of 255, how far parts of equal cells may differ; share of the cells that have equals
_SPARSELY = 0.1  # share of the cells that are islands, where others have no borders
_SOME_SEEN = 0.2  # share of the borders that tell where such a board lies
_ASTRAY = 2  # pixels by which they may be off
_PLACES = 3  # candidates of such boards in a picture
_STRETCHED = ((1.45, 1.0), (1.0, 1.45), (2.15, 1.0), (1.0, 2.15))  # by which oblong cells become nearly squares
_OBLONG = 1.2  # from which width and height differ too much for the other searches
_MANY, _LARGE = 24, 8  # candidates, as a pattern of pixels may have hundreds; rows and columns of a usual board
_STIPPLE = 1.5  # pixels of a blur that leaves nothing of a pattern, and the borders of cells
_WITHIN = 0.5  # share of a lattice from which it lies in better ones


Counted = tuple[Lattice, int]
"""A lattice, and how many of its cells are islands."""

Lattices = Callable[[Islands], Iterable[Counted]]
"""What finds lattices through islands."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A lattice, and the share of its borders that is seen."""

    lattice: Lattice
    seen: float

    @property
    def support(self) -> float:
        """How many cells it has, as far as their borders are seen: at half the pitch there are four times as many."""
        return self.seen**3 * self.lattice.cols * self.lattice.rows

    def rules_out(self, lattice: Lattice) -> bool:
        """Whether the lattice can be nothing but a part of this one, or its cells parts of these cells."""
        near = self.lattice.pitch_x <= _MULTIPLE * lattice.pitch_x
        return near and self.seen >= _SURE and _share(lattice, self.lattice) >= _COVERED


def find_lattices(picture: Bgr) -> list[Lattice]:
    """Where boards may lie in the picture, the best supported first; each place once."""
    return _found(picture, island_views(picture, coarseness(picture)), chained_lattices)


def find_small_lattices(picture: Bgr) -> list[Lattice]:
    """The same for large pictures at four times the cost: cells of a dozen pixels may be lost at half the size."""
    return _found(picture, island_views(picture, 1), chained_lattices) if coarseness(picture) > 1 else []


def find_faint_lattices(picture: Bgr) -> list[Lattice]:
    """The same where edges are faint, or lost in noise, in a picture of up to a screen, at ten times the cost.

    And where no islands lie side by side: those need clearer borders. On larger ones, only where a blur drew edges out.
    """
    if min(picture.shape[:2]) < LEAST:
        return []
    if picture.shape[0] * picture.shape[1] > _SCREEN:
        return _found(picture, [halved_view(picture)], chained_lattices)
    views = list(_different(faint_views(picture)))
    chained, scattered = _laid(views, chained_lattices), _laid(views, scattered_lattices)
    return _on_borders(picture, chained) + _on_borders(picture, scattered, _SURE) + _whole(picture, chained)


def find_stippled_lattices(picture: Bgr) -> list[Lattice]:
    """The same where cells are filled with a pattern of pixels that hides their borders, until a blur takes it away."""
    return find_lattices(cv2.GaussianBlur(picture, (0, 0), _STIPPLE).astype(np.uint8))


def find_open_lattices(picture: Bgr) -> list[Lattice]:
    """Where boards may lie whose open cells have no borders, by those that are closed: where these are, to the pixel.

    Such a board begins and ends with the outermost of these, or farther out.
    """
    if min(picture.shape[:2]) < LEAST:
        return []
    views = _different(island_views(picture, coarseness(picture)))
    parts = _joined([lattice for lattice, _ in _laid(views, partial(scattered_lattices, filled=_SPARSELY))])
    return _each_place(picture, parts, lambda part: sharpest(picture, _united(picture, part), (_ASTRAY, _ASTRAY)))


def find_cornered_lattices(picture: Bgr) -> list[Lattice]:
    """Where boards may lie whose cells have no borders, by the corners of what is covered and what is open."""
    if min(picture.shape[:2]) < LEAST:
        return []
    cornered = sorted(cornered_lattices(picture), key=itemgetter(1), reverse=True)  # these have the truest pitches

    def support(whole: Lattice) -> float:  # of half the pitch there are no more corners, of twice the pitch a quarter
        return whole.pitch_x * sum(count for part, count in cornered if continues(part, whole))

    parts = sorted(_joined([lattice for lattice, _ in cornered]), key=support, reverse=True)
    return _each_place(picture, [each for each in parts if min(each.cols, each.rows) >= SMALLEST_BOARD])


def find_oblong_lattices(picture: Bgr) -> list[Lattice]:
    """Where boards may lie whose cells are clearly higher than wide, or wider than high, as text buttons are.

    In a picture that is stretched their cells are nearly squares. Where some of them have no borders, those that are
    found tell by how much it must be, for those that lie here and there to be found as well.
    """
    found: list[Lattice] = []
    for across, down in _STRETCHED:
        for lattice in _in_stretched(picture, find_lattices, across, down):
            oblong = lattice.pitch_x / lattice.pitch_y
            if max(oblong, 1 / oblong) >= _OBLONG and not _lies_in(lattice, found):
                sure = [seen.lattice for seen in _fitted(picture, [lattice]) if seen.seen >= _SURE]
                found += sure or _in_stretched(picture, find_open_lattices, max(1.0, 1 / oblong), max(1.0, oblong))
    return found


def _in_stretched(
    picture: Bgr, find: Callable[[Bgr], Sequence[Lattice]], across: float, down: float
) -> Iterator[Lattice]:
    """What is found in the picture when that is stretched, where it is in the picture."""
    wide = cv2.resize(picture, None, fx=across, fy=down, interpolation=cv2.INTER_NEAREST).astype(np.uint8)
    for each in find(wide):
        pitch_x, pitch_y = each.pitch_x / across, each.pitch_y / down
        if min(pitch_x, pitch_y) >= _NARROWEST:
            yield replace(each, x=each.x / across, y=each.y / down, pitch_x=pitch_x, pitch_y=pitch_y)


def _united(picture: Bgr, part: Lattice) -> Lattice:
    """The lattice on the borders where enough of them are seen, with no fewer cells than it had; else as it is."""
    fitted, seen = fit_to_borders(picture, part)
    return _union(fitted, part) if seen >= _SOME_SEEN and continues(part, fitted) else part


def _whole(picture: Bgr, found: Sequence[Counted]) -> list[Lattice]:
    """The lattices nearly all of whose cells are islands, as these lie: borders are there, but too faint to fit to."""
    whole = [lattice for lattice, count in found if count >= _WHOLE * lattice.cols * lattice.rows]
    return [lattice for lattice in _joined(whole) if _may_be_board(picture, lattice)]


def _found(picture: Bgr, views: Iterable[Islands], on: Lattices) -> list[Lattice]:
    """The lattices on which the islands of some views lie, fitted to the borders; of very many, the large ones."""
    if min(picture.shape[:2]) < LEAST:
        return []
    laid = _laid(_different(views), on)
    found = _on_borders(picture, laid)
    found += _whole(picture, [pair for pair in laid if not _lies_in(pair[0], found)])
    return found if len(found) <= _MANY else [each for each in found if min(each.cols, each.rows) >= _LARGE]


def _laid(views: Iterable[Islands], on: Lattices) -> list[Counted]:
    """The lattices on which the islands of some views lie, those with the most of a board first."""
    found = [pair for islands in views for pair in on(islands)]
    return sorted(found, key=lambda pair: -pair[1] * pair[0].pitch_x * pair[0].pitch_y)


def _on_borders(picture: Bgr, found: Sequence[Counted], least: float = _SEEN) -> list[Lattice]:
    """The lattices fitted to the borders, of which that share must be seen."""
    parts = _fitted(picture, _joined([lattice for lattice, _ in found]))
    whole = _joined([part.lattice for part in parts])
    fitted = parts if len(whole) == len(parts) else _fitted(picture, whole)
    return [each.lattice for each in fitted if each.seen >= least and _may_be_board(picture, each.lattice)]


def _different(views: Iterable[Islands]) -> Iterator[Islands]:
    """The views, but for those with the same islands as one before: of a picture without faint edges there are some."""
    before: list[Islands] = []
    for islands in views:
        if not any(islands.same_as(other) for other in before):
            before.append(islands)
            yield islands


def _each_place(
    picture: Bgr, parts: Iterable[Lattice], settled: Callable[[Lattice], Lattice] = lambda part: part
) -> list[Lattice]:
    """Those that may be boards, each place once, up to so many, and each where it `settled`."""
    found: list[Lattice] = []
    for part in parts:
        if len(found) < _PLACES and not _lies_in(part, found) and _may_be_board(picture, part):
            found.append(settled(part))
    return found


def _may_be_board(picture: Bgr, lattice: Lattice) -> bool:
    """Whether its cells are large enough, and some look alike."""
    return min(lattice.pitch_x, lattice.pitch_y) >= _NARROWEST and has_equals(picture, lattice)


def has_equals(picture: Bgr, lattice: Lattice, over: Sequence[Lattice] = ()) -> bool:
    """Whether cells look alike, as covered ones do, and zeros: icons in rows and columns do not.

    Those are left out that other boards lie `over`. They are compared by the means of sixteenths of them, in which
    noise is averaged away.
    """
    if not lattice.is_within(picture.shape):
        return True
    left, top, width, height = lattice.bbox
    part, size = picture[top : top + height, left : left + width], (lattice.cols * _PARTS, lattice.rows * _PARTS)
    small = cv2.resize(part, size, interpolation=cv2.INTER_AREA).astype(np.int16)
    parts = small.reshape(lattice.rows, _PARTS, lattice.cols, _PARTS, 3)
    # the cells along the rows: a fifth of the time for a maximum
    looks = parts.transpose(1, 3, 4, 0, 2).reshape(_PARTS**2 * 3, -1)[:, ~_under(lattice, over)]
    cells = looks.shape[1]
    if not cells:
        return False
    probes = looks.T[np.linspace(0, cells - 1, min(_PROBED, cells)).astype(int)]
    equals = [np.count_nonzero(np.abs(looks - probe[:, None]).max(0) <= _EQUAL) > 1 for probe in probes]
    return float(np.mean(equals)) >= _EQUALS


def _under(lattice: Lattice, over: Sequence[Lattice]) -> Bools:
    """Which cells have their middles in other lattices: (cells,), row by row."""
    x, y = lattice.across(np.arange(lattice.cols) + 0.5), lattice.down(np.arange(lattice.rows) + 0.5)
    under = np.zeros((lattice.rows, lattice.cols), bool)
    for left, top, width, height in (each.bbox for each in over):
        under |= ((top <= y) & (y < top + height))[:, None] & ((left <= x) & (x < left + width))
    return under.ravel()


def _fitted(picture: Bgr, lattices: list[Lattice]) -> list[Candidate]:
    """The lattices fitted to the borders, from the best to the worst, without those that lie in a better one.

    Much smaller cells follow behind all others: a board may well lie on a grid of icons.
    """
    fitted: list[Candidate] = []
    for lattice in lattices:
        if not any(each.rules_out(lattice) for each in fitted):
            candidate = Candidate(*fit_to_borders(picture, lattice))
            if candidate.seen >= _SEEN:
                fitted.append(candidate)
    kept: list[Candidate] = []
    within: list[Candidate] = []
    for candidate in sorted(fitted, key=lambda each: -each.support):
        better = [each.lattice for each in kept + within]
        if _lies_in(candidate.lattice, better):
            coarse = _MULTIPLE * candidate.lattice.pitch_x
            if not _lies_in(candidate.lattice, [each for each in better if each.pitch_x <= coarse]):
                within.append(candidate)
        else:
            kept.append(candidate)
    return kept + within


def _lies_in(lattice: Lattice, others: Iterable[Lattice]) -> bool:
    return sum(_share(lattice, other) for other in others) >= _WITHIN


def _share(one: Lattice, other: Lattice) -> float:
    """The share of one lattice that lies in the other."""
    return _common(one.bbox, other.bbox) / (one.bbox[2] * one.bbox[3])


def _common(one: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> int:
    """How many pixels two boxes (x, y, width, height) share."""
    width = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    height = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    return max(0, width) * max(0, height)


def _joined(lattices: list[Lattice]) -> list[Lattice]:
    """The lattices, with those that continue one another made one, and each place once.

    Digits that touch the border of their cells can tear a board into several groups of islands.
    """
    kept: list[Lattice] = []
    for lattice in lattices:
        for index, other in enumerate(kept):
            if continues(lattice, other):
                kept[index] = _union(other, lattice)
                break
        else:
            kept.append(lattice)
    return kept if len(kept) == len(lattices) else _joined(kept)


def _offset(one: Lattice, other: Lattice) -> tuple[float, float]:
    """Where the corner of `one` lies, in columns and rows of `other`."""
    return (one.x - other.x) / other.pitch_x, (one.y - other.y) / other.pitch_y


def continues(one: Lattice, other: Lattice) -> bool:
    """Whether the cells of `one` are cells of `other`, or would be if that went on by a line or two."""
    if abs(one.pitch_x - other.pitch_x) > 0.03 * other.pitch_x:
        return False
    column, row = _offset(one, other)
    near_x = -one.cols - _GAP <= column <= other.cols + _GAP
    near_y = -one.rows - _GAP <= row <= other.rows + _GAP
    return near_x and near_y and max(abs(column - round(column)), abs(row - round(row))) < 0.2


def _union(larger: Lattice, other: Lattice) -> Lattice:
    column, row = map(round, _offset(other, larger))
    right, bottom = max(larger.cols, column + other.cols), max(larger.rows, row + other.rows)
    return larger.widened(min(0, column), right, min(0, row), bottom)
