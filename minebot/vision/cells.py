"""Cut the cells of a lattice out of a picture, compare them with a theme, and shift the lattice until they fit best."""

from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np
import numpy.typing as npt

from minebot.geometry import Lattice
from minebot.vision.picture import Bgr
from minebot.vision.theme import Floats, TemplateSet, Theme

Ints = npt.NDArray[np.int64]

_FINE = 48  # pixels of a cell that are enough to tell its symbol: much finer cells are averaged first
_GROUND_WEIGHT = 0.3  # of the squared distance of the grounds beside that of the whole cells
_PLAIN = 2.0  # standard deviation of colours below which a picture is plain
_FAR = 48.0  # colour distance at which a cell is no more like a symbol than any other thing is
_SAMPLE = 72  # cells that the search for the best fit looks at
_OUTSIDE = (255, 0, 255)  # what lies beyond the picture: no theme uses magenta


@dataclass(frozen=True, slots=True)
class Matches:
    """What each cell looks most like, and how far from it.

    `symbols`, `codes` and `distances` are the best template's, `others` the distances of the best one that shows
    something else, `grounds` how far the ground behind the symbol is from the best template's, `contrasts` the contrast
    of the cell as a share of the template's: a plain panel has none.
    """

    symbols: tuple[str, ...]
    codes: Ints
    distances: Floats
    others: Floats
    grounds: Floats
    contrasts: Floats

    @property
    def ratios(self) -> Floats:
        """Distance over the runner-up's distance: 0 beyond doubt, 1 undecided."""
        return np.divide(self.distances, np.maximum(self.others, 1e-6), dtype=np.float32)


@dataclass(frozen=True, slots=True)
class Cutter:
    """A picture ready to be cut: shrunk by a whole factor where its cells are finer than any template."""

    picture: Bgr
    shrink: int
    size: int
    pitch: int

    @classmethod
    def of(cls, picture: Bgr, lattice: Lattice) -> "Cutter":
        """The cutter for the cells of that lattice (and of any that differs from it by a pixel or two)."""
        pitch = (lattice.pitch_x + lattice.pitch_y) / 2
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
        rows, columns = np.divmod(cells, lattice.cols)
        inside = (np.arange(self.size) + 0.5) / self.size
        # picture coordinates have their whole numbers in the middle of a pixel, hence the half
        at_x = (lattice.x + (columns[:, None] + inside) * lattice.pitch_x) / self.shrink - 0.5
        at_y = (lattice.y + (rows[:, None] + inside) * lattice.pitch_y) / self.shrink - 0.5
        shape = (len(cells), self.size, self.size)
        map_x = np.broadcast_to(at_x[:, None, :], shape).reshape(-1, self.size).astype(np.float32)
        map_y = np.broadcast_to(at_y[:, :, None], shape).reshape(-1, self.size).astype(np.float32)
        flat = _remap(self.picture, map_x, map_y)
        return flat.reshape(len(cells), -1).astype(np.float32)


def _remap(picture: Bgr, map_x: Floats, map_y: Floats) -> Bgr:
    """cv2.remap in slices: it takes at most 32767 lines at a time."""
    slices = [
        cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=_OUTSIDE)
        for x, y in zip(*(np.array_split(m, len(m) // 32_000 + 1) for m in (map_x, map_y)), strict=True)
    ]
    return np.concatenate(slices).astype(np.uint8)


def match(cells: Floats, templates: TemplateSet) -> Matches:
    """What each cell looks most like, symbol and ground taken together."""
    distances, grounds = templates.distances(cells), templates.ground_distances(cells)
    together = np.sqrt(distances**2 + _GROUND_WEIGHT * grounds**2)
    best, row = together.argmin(1), np.arange(len(cells))
    codes = templates.codes[best]
    others = np.where(templates.codes[None, :] == codes[:, None], np.inf, together).min(1)
    drawn = templates.pixels.std(1)[best]
    # a template that is plain itself asks for no contrast
    contrasts = np.where(drawn < _PLAIN, 1, cells.std(1) / np.maximum(drawn, _PLAIN)).astype(np.float32)
    symbols = tuple(templates.symbols[index] for index in best.tolist())
    return Matches(symbols, codes, together[row, best], others, grounds[row, best], contrasts)


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


@dataclass(frozen=True, slots=True)
class Fit:
    """How well a theme explains the cells of a lattice: their mean colour distance, capped for foreign cells."""

    theme: Theme
    lattice: Lattice
    distance: float


class Fitter:
    """Shifts a lattice by fractions of a pixel until a theme fits its cells best."""

    def __init__(self, picture: Bgr, lattice: Lattice, theme: Theme) -> None:
        self._cutter = Cutter.of(picture, lattice)
        self._cells = sample_cells(lattice)
        self._theme = theme
        self._templates = self._cutter.templates(theme)
        self._start = lattice

    def coarse(self) -> Fit:
        """The best of the lattice and its shifts by a pixel or two: lines may lie on one side of the cells only."""
        shifts = product((0, -1, 1, -2, 2), repeat=2)
        start = _whole(self._start) if _nearly_whole(self._start) else self._start
        return min((self._fit(start.moved(dx, dy)) for dx, dy in shifts), key=_by_distance)

    def fine(self, fit: Fit) -> Fit:
        """The best of all shifts and stretches by up to a pixel and a half, in steps of a quarter."""
        for step, reach in ((0.5, 3), (0.25, 2)):
            for horizontal in (True, False):
                fit = min(map(self._fit, _variations(fit.lattice, horizontal, step, reach)), key=_by_distance)
        whole = self._fit(_whole(fit.lattice))
        # most windows lie on whole pixels; a fraction must be worth it
        return whole if whole.distance <= fit.distance + 0.25 else fit

    def _fit(self, lattice: Lattice) -> Fit:
        cells = self._cutter.cut(lattice, self._cells)
        distances = self._templates.distances(cells).min(1)
        return Fit(self._theme, lattice, float(np.minimum(distances, _FAR).mean()))


def _by_distance(fit: Fit) -> float:
    return fit.distance


def _variations(lattice: Lattice, horizontal: bool, step: float, reach: int) -> list[Lattice]:
    """The lattice with both of its ends moved on their own, in one direction; the unchanged one first: it wins ties."""
    shifts = sorted((step * k for k in range(-reach, reach + 1)), key=abs)
    pairs = sorted(product(shifts, repeat=2), key=lambda ends: abs(ends[0]) + abs(ends[1]))
    return [_stretched(lattice, horizontal, *ends) for ends in pairs if abs(ends[0] - ends[1]) <= 1.5]


def _stretched(lattice: Lattice, horizontal: bool, first: float, last: float) -> Lattice:
    x, y, pitch_x, pitch_y = lattice.x, lattice.y, lattice.pitch_x, lattice.pitch_y
    if horizontal:
        x, pitch_x = x + first, pitch_x + (last - first) / lattice.cols
    else:
        y, pitch_y = y + first, pitch_y + (last - first) / lattice.rows
    return Lattice(x, y, pitch_x, pitch_y, lattice.cols, lattice.rows)


def _nearly_whole(lattice: Lattice) -> bool:
    """Whether cells of a whole number of pixels would end within a pixel of where the lattice ends."""
    off_x, off_y = (abs(pitch - round(pitch)) for pitch in (lattice.pitch_x, lattice.pitch_y))
    return max(off_x * lattice.cols, off_y * lattice.rows) < 1


def _whole(lattice: Lattice) -> Lattice:
    pitches = float(round(lattice.pitch_x)), float(round(lattice.pitch_y))
    return Lattice(float(round(lattice.x)), float(round(lattice.y)), *pitches, lattice.cols, lattice.rows)
