"""Cut the cells of a lattice out of a picture, compare them with a theme, and shift the lattice until they fit best."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache, partial
from itertools import product
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from minebot.board import COVERED
from minebot.geometry import Lattice
from minebot.vision.arrays import Bytes, Floats, Ints
from minebot.vision.distinct import distinct
from minebot.vision.picture import Bgr
from minebot.vision.sampling import averaged, remapped, squares, within
from minebot.vision.theme import THUMBNAIL, Enlarged, Theme
from minebot.vision.themes.templates import Sets, TemplateSet, contrast, middle_contrast

_FINE = 48  # pixels of a cell that are enough to tell its symbol: much finer cells are averaged first
_LIKE = 6.0  # colour distance below which two templates are too alike to be told apart in noise
_PLAIN = 1.0  # standard deviation of each colour below which a picture is plain
FAR = 48.0  # colour distance at which a cell is no more like a symbol than any other thing is
_CONTENDERS, _HOPELESS = 6, 40.0  # themes that are worth a fit, and the distance from which none is
_AS_CLOSE, _CLOSE = 1.25, 5.0  # times the distance of the nearest, and colours more, up to which another is worth one
_AT_ONCE = 4.0  # distance of the nearest up to which the lattice is not off by as much as a pixel
_EXACT = 1.0  # colour distance at which nothing can fit better
_WORTH = 0.25  # colour distance by which a fraction of a pixel must be better than whole ones
_OFF = 1.0  # pixel by which a lattice is shifted for the first look
_COARSE = 30.0  # pixels of a cell from which bevels are so wide that a lattice may be off by four
_ROUGH = 12  # parts of a cell by which one without borders is shifted at first
_SAMPLE = 72  # cells that the search for the best fit looks at
_KEPT = 32  # sets of such templates, of less than a megabyte each
_SPRINKLE = 160  # pixels of a cell that the search looks at
_FINE_STEPS = 1.0, 0.5, 0.25  # pixels by which a lattice is shifted and stretched
_FINEST_STEPS = *_FINE_STEPS, 0.1, 0.04, 0.016  # the same where pixels became blocks, some of them a single pixel wide
_STEPS = 6  # that a lattice may move, of each length: a pixel and a half is as much as the search for edges errs
_FARTHEST = 4.0  # pixels that either end of it may move in all: boards without borders are laid as roughly as that
_OUTSIDE = (255, 0, 255)  # what lies beyond the picture: no theme uses magenta


@dataclass(frozen=True, slots=True)
class Matches:
    """What each cell looks most like, and how far from it.

    `symbols`, `codes` and `distances` are the best template's, `others` the distances of the best one that shows
    something else, `margins` how much nearer the best one is than any such, as a share of what it would be if the cell
    were the template itself (0 is half way between two), `grounds` how far the ground behind the symbol is from the
    best template's, `contrasts` the contrast of the cell as a share of the template's: a plain panel has none;
    plain templates ask for none (infinity). `middles` is the same of the middle of a cell that shows a symbol,
    `drawn` the contrast of the template itself, and `extra` the contrast in the middle of an empty cell beyond its own.
    """

    symbols: tuple[str, ...]
    codes: Ints
    distances: Floats
    others: Floats
    margins: Floats
    grounds: Floats
    contrasts: Floats
    middles: Floats
    drawn: Floats
    extra: Floats

    def of(self, cells: Ints) -> "Matches":
        """The matches of some of the cells, in that order."""
        symbols = tuple(self.symbols[cell] for cell in cells.tolist())
        distances, others, margins = self.distances[cells], self.others[cells], self.margins[cells]
        grounds, contrasts, middles = self.grounds[cells], self.contrasts[cells], self.middles[cells]
        looks = grounds, contrasts, middles, self.drawn[cells], self.extra[cells]
        return Matches(symbols, self.codes[cells], distances, others, margins, *looks)

    def followed_by(self, others: "Matches") -> "Matches":
        """These matches, and then those of other cells."""
        pairs = [(getattr(self, each.name), getattr(others, each.name)) for each in fields(self)[1:]]
        return Matches(self.symbols + others.symbols, *(np.concatenate(pair) for pair in pairs))

    @property
    def ratios(self) -> Floats:
        """Distance over the runner-up's distance: 0 beyond doubt, 1 undecided."""
        return np.divide(self.distances, np.maximum(self.others, 1e-6), dtype=np.float32)


@dataclass(frozen=True, slots=True)
class Cutter:
    """A picture ready to be cut: shrunk by a whole factor where its cells are finer than any template.

    It is interpolated between its pixels if it is `smooth`; else each of them is what it is.
    """

    picture: Bgr
    shrink: int
    size: int
    pitch: int
    smooth: bool = True

    @classmethod
    def of(cls, picture: Bgr, lattice: Lattice, enlarged: Enlarged | None = None) -> "Cutter":
        """The cutter for the cells of that lattice (and of any that differs from it by a pixel or two).

        It brings an enlarged picture back to the size that it had.
        """
        if enlarged is not None:
            return cls(picture, 1, enlarged.side, enlarged.side, enlarged.smooth)
        pitch = lattice.mean_pitch
        shrink = max(1, round(pitch / _FINE))
        size = max(8, round(pitch / shrink))
        if shrink == 1:
            return cls(picture, 1, size, round(pitch))
        height, width = (side // shrink * shrink for side in picture.shape[:2])
        small = cv2.resize(picture[:height, :width], (width // shrink, height // shrink), interpolation=cv2.INTER_AREA)
        return cls(small.astype(np.uint8), shrink, size, round(pitch))

    def templates(self, theme: Theme) -> TemplateSet:
        """The pictures of a theme as this cutter would cut them."""
        return theme.templates(self.size, self.pitch)

    def cut(self, lattice: Lattice, cells: Ints) -> Floats:
        """The cells, given as flat indices: (n, size * size * 3)."""
        return self.cut_bytes(lattice, cells).astype(np.float32)

    def pick(self, lattice: Lattice, cells: Ints, pixels: Ints) -> Floats:
        """Some pixels of the cells, both given as flat indices: (n, pixels * 3)."""
        return self.pick_bytes(lattice, cells, pixels).astype(np.float32)

    def pick_bytes(self, lattice: Lattice, cells: Ints, pixels: Ints) -> Bytes:
        """The same as bytes."""
        rows, columns = np.divmod(cells, lattice.cols)
        down, across = np.divmod(pixels, self.size)
        if self._coincides(lattice) and self.picture.flags.c_contiguous:
            corners = lattice.bbox[1] + rows * self.size, lattice.bbox[0] + columns * self.size
            return self._taken(corners, down, across)
        at_x = self._places(lattice.across(columns[:, None] + (across + 0.5) / self.size))
        at_y = self._places(lattice.down(rows[:, None] + (down + 0.5) / self.size))
        return remapped(self.picture, at_x, at_y, _OUTSIDE).reshape(len(cells), -1)

    def cut_bytes(self, lattice: Lattice, cells: Ints) -> Bytes:
        """The same as bytes, as they stand in the picture where cells and pixels coincide."""
        rows, columns = np.divmod(cells, lattice.cols)
        if self._coincides(lattice):
            return self._sliced(lattice, rows, columns)
        places = self.columns(lattice, columns), self.rows(lattice, rows)
        return squares(self.picture, *places, _OUTSIDE).reshape(len(cells), self.size**2 * 3)

    def columns(self, lattice: Lattice, columns: Ints) -> Floats:
        """Where, in the shrunk picture, the pixels of these columns are taken from: (columns, size)."""
        return self._places(lattice.across(columns[:, None] + within(self.size)))

    def rows(self, lattice: Lattice, rows: Ints) -> Floats:
        """Likewise for rows."""
        return self._places(lattice.down(rows[:, None] + within(self.size)))

    def _places(self, pixels: npt.NDArray[np.floating[Any]]) -> Floats:
        """Places of the picture in the shrunk one, as they are interpolated, or as the pixels that they lie in."""
        # picture coordinates have their whole numbers in the middle of a pixel, hence the half
        at = pixels / self.shrink - 0.5
        return (at if self.smooth else np.rint(at)).astype(np.float32)

    def _coincides(self, lattice: Lattice) -> bool:
        """Whether every cell is a square of whole pixels within the picture: then nothing is interpolated."""
        even = lattice.wider_cols == lattice.wider_rows == 0
        whole = even and self.shrink == 1 and lattice.pitch_x == lattice.pitch_y == self.size
        return whole and lattice.is_within(self.picture.shape) and lattice.bbox[:2] == (lattice.x, lattice.y)

    def _taken(self, corners: tuple[Ints, Ints], down: Ints, across: Ints) -> Bytes:
        """Some pixels of cells with these corners, y and x, as they stand in the picture."""
        width, (y, x) = self.picture.shape[1], corners
        places = (y * width + x)[:, None] + (down * width + across)
        taken: Bytes = self.picture.reshape(-1, 3).take(places.ravel(), axis=0).reshape(len(x), -1)
        return taken

    def _sliced(self, lattice: Lattice, rows: Ints, columns: Ints) -> Bytes:
        left, top, width, height = lattice.bbox
        board = self.picture[top : top + height, left : left + width]
        cells = board.reshape(lattice.rows, self.size, lattice.cols, self.size, 3)
        return cells[rows, :, columns].reshape(len(rows), self.size**2 * 3)


def match(cells: Floats, templates: TemplateSet) -> Matches:
    """What each cell looks most like, symbol and ground taken together."""
    grounds = templates.ground_distances(cells)
    together = templates.unlikeness(cells, grounds)
    best, row = together.argmin(1), np.arange(len(cells))
    codes = templates.codes[best]
    others = np.where(templates.codes[None, :] == codes[:, None], np.inf, together)
    gaps = np.maximum(templates.apart[best], _LIKE) ** 2
    margins = ((others**2 - together[row, best][:, None] ** 2) / gaps).min(1)
    symbols = tuple(templates.symbols[index] for index in best.tolist())
    looks = together[row, best], others.min(1), margins, grounds[row, best]
    contrasts = _share(contrast(cells), templates.contrasts[best])
    shown, drawn = middle_contrast(cells), templates.middles[best]
    empty = np.isin(codes, (0, COVERED))
    middles = np.where(empty, np.float32(np.inf), _share(shown, drawn))
    # a stipple that is a pixel off has as much beside its own
    extra = np.where(empty, np.sqrt(np.maximum(shown**2 - 2 * drawn**2, 0)), np.float32(0))
    return Matches(symbols, codes, *looks, contrasts, middles, templates.contrasts[best], extra)


def _share(contrasts: Floats, drawn: Floats) -> Floats:
    """Contrasts as a share of those of templates; infinity where these are plain themselves, and ask for none."""
    share: Floats = np.where(drawn < _PLAIN, np.inf, contrasts / np.maximum(drawn, _PLAIN)).astype(np.float32)
    return share


def all_cells(lattice: Lattice) -> Ints:
    """The flat indices of every cell of a lattice."""
    return np.arange(lattice.cols * lattice.rows)


def sample_cells(lattice: Lattice) -> Ints:
    """Some dozens of cells from all over the board, its four corners among them."""
    step_x, step_y = (max(1, (count - 1) // 8) for count in (lattice.cols, lattice.rows))
    columns = np.union1d(np.arange(0, lattice.cols, step_x), lattice.cols - 1)
    rows = np.union1d(np.arange(0, lattice.rows, step_y), lattice.rows - 1)
    grid = (rows[:, None] * lattice.cols + columns[None, :]).ravel()
    chosen: Ints = grid[np.unique(np.linspace(0, len(grid) - 1, _SAMPLE).astype(int))]
    return chosen


def _crossing_cells(lattice: Lattice) -> Ints:
    """The same, and some of every column and row: where pixels became blocks, each of them may have lost others."""
    lines = np.arange(max(lattice.cols, lattice.rows))
    crossing: Ints = np.union1d(sample_cells(lattice), lines % lattice.rows * lattice.cols + lines % lattice.cols)
    return crossing


def contenders(
    picture: Bgr, lattice: Lattice, themes: Sequence[Theme], shifts: Sequence[float] | None = None
) -> list[Theme]:
    """The few themes whose thumbnails are most like those of the cells of a lattice; none where all are far off.

    `shifts` are the pixels, across and down, by which it may be off.
    """
    # a lattice found by the lines on one side of the cells is off by a pixel or two, and bevels then match nothing
    off = _OFF if lattice.pitch_x <= _COARSE else 2 * _OFF
    shifts = (0, -off, off) if shifts is None else shifts
    start = in_whole_pixels(lattice)
    places = [start.moved(dx, dy) for dx, dy in product(shifts, repeat=2)]
    ranking = _by_nearness(picture, places[:1], themes)
    if ranking and ranking[0][0] > _AT_ONCE:
        ranking = _by_nearness(picture, places, themes)
    least = ranking[0][0] if ranking else 0.0
    farthest = min(_HOPELESS, _AS_CLOSE * least + _CLOSE)
    return [theme for distance, theme in ranking[:_CONTENDERS] if distance < farthest]


def _by_nearness(picture: Bgr, lattices: Sequence[Lattice], themes: Sequence[Theme]) -> list[tuple[float, Theme]]:
    """The themes, and how near each comes to the cells of any of some lattices; the nearest first."""
    if not themes:
        return []
    cutter, cells = Cutter.of(picture, lattices[0]), sample_cells(lattices[0])[::2]
    views = _Views.of([cutter.cut_bytes(lattice, cells) for lattice in lattices], partial(_thumbnails, cutter))
    nearest = _thumbnail_sets(tuple(themes), cutter.pitch).nearest(views.looks)
    distances = views.means(nearest).min(0).tolist()
    return sorted(zip(distances, themes, strict=True), key=lambda pair: pair[0])


@lru_cache(_KEPT)
def _thumbnail_sets(themes: tuple[Theme, ...], pitch: int) -> Sets:
    return Sets.of([theme.thumbnails(pitch) for theme in themes])


def rough_shifts(lattice: Lattice) -> list[float]:
    """The pixels by which a lattice without borders may be off, in few steps: up to a quarter of a cell."""
    return [float(round(lattice.pitch_x / _ROUGH * times)) for times in (0, -1, 1, -2, 2, -3, 3)]


def thumbnails(picture: Bgr, lattices: Sequence[Lattice], step: int) -> tuple[int, list[Floats]]:
    """The pitch of the cells, and thumbnails of each `step`-th sample cell of the lattices, which differ by pixels."""
    cutter, sample = Cutter.of(picture, lattices[0]), sample_cells(lattices[0])[::step]
    return cutter.pitch, [_thumbnails(cutter, cutter.cut_bytes(each, sample)) for each in lattices]


def _thumbnails(cutter: Cutter, cells: Bytes) -> Floats:
    return averaged(cells.reshape(-1, cutter.size, cutter.size, 3), THUMBNAIL)


def mean_distance(distances: Floats) -> float:
    """How far some cells are from what they look most like: the mean colour distance, capped for foreign ones."""
    return float(np.minimum(distances, FAR).mean())


@dataclass(frozen=True, slots=True)
class _Views:
    """The same cells as several lattices cut them: each look once, and which of these each cell has: (views, cells).

    One product of large matrices takes half the time of many, and most looks of a clean picture come many times.
    """

    looks: Floats
    shown: Ints

    @classmethod
    def of(cls, views: Sequence[Bytes], as_compared: Callable[[Bytes], Floats]) -> "_Views":
        """The views of bytes that lattices cut, and what it is of them that is compared."""
        cells = np.concatenate(views)
        first, shown = distinct(cells)
        return cls(as_compared(cells[first]), shown.reshape(len(views), -1))

    def mean_distances(self, templates: TemplateSet) -> list[float]:
        """For each view, how far its cells are from the templates that each is most like, capped for foreign ones."""
        means: list[float] = self.means(templates.distances(self.looks).min(1)).tolist()
        return means

    def means(self, distances: Floats) -> Floats:
        """For each view, the means of what its cells are off, capped for foreign ones; by looks: (looks, ...)."""
        means: Floats = np.minimum(distances, FAR)[self.shown].mean(1)
        return means


@dataclass(frozen=True, slots=True)
class Fit:
    """How well a theme explains the cells of a lattice: their mean colour distance, capped for foreign cells.

    `quality` is that of the JPEG which the picture was made, where that explains the distance.
    """

    theme: Theme
    lattice: Lattice
    distance: float
    quality: int | None = None


class Fitter:
    """Shifts a lattice by fractions of a pixel until a theme fits best, judged by some pixels of some of its cells."""

    def __init__(self, picture: Bgr, lattice: Lattice, enlarged: Enlarged | None = None) -> None:
        self._cutter = Cutter.of(picture, lattice, enlarged)
        self._cells = sample_cells(lattice) if self._cutter.smooth else _crossing_cells(lattice)
        self._pixels = sprinkled(self._cutter.size)
        self._start = in_whole_pixels(lattice)
        self._steps = _FINE_STEPS if self._cutter.smooth else _FINEST_STEPS
        self._picked: dict[Lattice, Bytes] = {}

    def coarse(self, themes: Sequence[Theme]) -> list[Fit]:
        """For each theme, the best of the lattice and its shifts by some pixels; the theme that fits best first.

        Once one fits exactly, the lattice is shifted no further.
        Lines may lie on one side of the cells only, so a lattice found by lines may be off by as much.
        """
        best: dict[Theme, Fit] = {}
        for reach in (0, 1, 2, 4) if self._start.pitch_x > _COARSE else (0, 1, 2):
            shifts = product([by for by in (0, -1, 1, -2, 2, -4, 4) if abs(by) <= reach], repeat=2)
            moved = [self._start.moved(dx, dy) for dx, dy in shifts if max(abs(dx), abs(dy)) == reach]
            for fit in self._fits(themes, moved):
                best[fit.theme] = min(best.get(fit.theme, fit), fit, key=_by_distance)
            if any(fit.distance < _EXACT for fit in best.values()):
                break
        return sorted(best.values(), key=_by_distance)

    def rough(self, themes: Sequence[Theme]) -> list[Fit]:
        """The same by `rough_shifts`: without borders, where cells begin is but a guess."""
        lattices = [self._start.moved(dx, dy) for dx, dy in product(rough_shifts(self._start), repeat=2)]
        return sorted(self._fits(themes, lattices), key=_by_distance)

    def _fits(self, themes: Sequence[Theme], lattices: Sequence[Lattice]) -> Iterator[Fit]:
        """For each theme the best of the lattices."""
        views = self._views(lattices)
        for theme in themes:
            distances = views.mean_distances(self._templates(theme))
            yield min(map(partial(Fit, theme), lattices, distances), key=_by_distance)

    def fine(self, fit: Fit, steps: Sequence[float] | None = None) -> Fit:
        """The fit, its lattice shifted and stretched by steps of a pixel, a half and a quarter while that helps.

        Or by the steps that are told. What a cell shows does not change with a fraction of a pixel, so each keeps its
        template. No end moves far: where little is drawn, plain cells fit anywhere.
        """
        templates = self._templates(fit.theme)
        shown = templates.weighted[templates.distances(self._pick(fit.lattice)).argmin(1)]

        def refit(lattice: Lattice) -> Fit:
            off = self._pick(lattice) * templates.weights - shown
            distances = np.sqrt(np.einsum("ij,ij->i", off, off) / off.shape[1])
            return Fit(fit.theme, lattice, mean_distance(distances))

        fit, start = refit(fit.lattice), fit.lattice
        if fit.distance <= _WORTH and fit.lattice == _whole(fit.lattice):
            return fit
        for step in self._steps if steps is None else steps:
            for _ in range(_STEPS):
                near = [each for each in _variations(fit.lattice, step) if _apart(each, start) <= _FARTHEST]
                better = min(map(refit, near), key=_by_distance, default=fit)
                if better.distance >= fit.distance:
                    break
                fit = better
        # most windows lie on whole pixels; a fraction must be worth it, even if blurred templates fitted so far
        lattices = [fit.lattice, *_wholes(fit.lattice)]
        # in 32 bits, what cells that fit exactly are off is up to a colour, by how many are compared along with them
        distances = self._views(lattices, np.float64).mean_distances(templates.in_64_bits)
        fit, *wholes = map(partial(Fit, fit.theme), lattices, distances)
        whole = min(wholes, key=_by_distance)
        return whole if whole.distance <= fit.distance + _WORTH else fit

    def _pick(self, lattice: Lattice) -> Floats:
        return self._pick_bytes(lattice).astype(np.float32)

    def _pick_bytes(self, lattice: Lattice) -> Bytes:
        if lattice not in self._picked:
            self._picked[lattice] = self._cutter.pick_bytes(lattice, self._cells, self._pixels)
        return self._picked[lattice]

    def _views(self, lattices: Sequence[Lattice], dtype: type[np.floating[Any]] = np.float32) -> _Views:
        views = [self._pick_bytes(lattice) for lattice in lattices]
        return _Views.of(views, lambda cells: cells.astype(dtype))

    def _templates(self, theme: Theme) -> TemplateSet:
        return sparse_templates(theme, self._cutter.size, self._cutter.pitch)


@lru_cache(_KEPT)
def sprinkled(size: int) -> Ints:
    """Some pixels of a cell, as flat indices: always the same."""
    return np.sort(np.random.default_rng(1).permutation(size**2)[:_SPRINKLE])


def sparse_templates(theme: Theme, size: int, pitch: int) -> TemplateSet:
    """The templates of a theme at these pixels."""
    return _at_some_pixels(theme.templates(size, pitch))


@lru_cache(_KEPT)
def _at_some_pixels(templates: TemplateSet) -> TemplateSet:
    # to pick them out takes as long as to compare a few cells
    return templates.sparse(sprinkled(templates.size))


def _by_distance(fit: Fit) -> float:
    return fit.distance


def _variations(lattice: Lattice, step: float) -> list[Lattice]:
    """The lattice with its first, its last or both of its ends moved by a step, in one direction."""
    ends = [(step * first, step * last) for first, last in ((1, 1), (-1, -1), (1, 0), (-1, 0), (0, 1), (0, -1))]
    return [_stretched(lattice, horizontal, *pair) for horizontal in (True, False) for pair in ends]


def _apart(one: Lattice, other: Lattice) -> float:
    """How many pixels the ends of two lattices of as many cells are apart, at most."""
    ends = [(each.x, each.y, each.across(each.cols), each.down(each.rows)) for each in (one, other)]
    return float(np.abs(np.subtract(ends[0], ends[1])).max())


def _stretched(lattice: Lattice, horizontal: bool, first: float, last: float) -> Lattice:
    x, y, pitch_x, pitch_y = lattice.x, lattice.y, lattice.pitch_x, lattice.pitch_y
    if horizontal:
        x, pitch_x = x + first, pitch_x + (last - first) / lattice.cols
    else:
        y, pitch_y = y + first, pitch_y + (last - first) / lattice.rows
    return replace(lattice, x=x, y=y, pitch_x=pitch_x, pitch_y=pitch_y)


def in_whole_pixels(lattice: Lattice, within: float = 1) -> Lattice:
    """The lattice in whole pixels, if its cells would end within that many of where they do; else as it is."""
    return _whole(lattice) if _nearly_whole(lattice, within) else lattice


def _nearly_whole(lattice: Lattice, within: float = 1) -> bool:
    """Whether cells of a whole number of pixels would end within so many pixels of where the lattice ends."""
    off_x, off_y = (abs(pitch - round(pitch)) for pitch in (lattice.pitch_x, lattice.pitch_y))
    return max(off_x * lattice.cols, off_y * lattice.rows) < within


def _wholes(lattice: Lattice) -> list[Lattice]:
    """The lattice in whole pixels; where its pitch is not nearly whole, also those a pixel beside that."""
    reach = (0,) if _nearly_whole(lattice) else (0, -1, 1)
    return [_whole(lattice).moved(dx, dy) for dx, dy in product(reach, repeat=2)]


def _whole(lattice: Lattice) -> Lattice:
    """The lattice in whole pixels, about the same middle."""
    pitch_x, pitch_y = float(round(lattice.pitch_x)), float(round(lattice.pitch_y))
    x = round(lattice.x + (lattice.pitch_x - pitch_x) * lattice.cols / 2)
    y = round(lattice.y + (lattice.pitch_y - pitch_y) * lattice.rows / 2)
    return replace(lattice, x=float(x), y=float(y), pitch_x=pitch_x, pitch_y=pitch_y)
