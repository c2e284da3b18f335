"""The pictures that cells are compared with, all of a theme at one size."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from minebot.vision.arrays import Bytes, Floats
from minebot.vision.picture import Bgr
from minebot.vision.sampling import depth

_GROUND_WEIGHT = 0.3  # of the squared distance of the grounds beside that of the whole cells
_MIDDLE = 0.2  # of a cell at each side, where nothing but its border may be drawn
_RIM = 0.25  # weight of what belongs to a cell's neighbours: enough to find the lines between cells by


@dataclass(frozen=True, eq=False)
class TemplateSet:
    """The templates of a theme at one size: the picture of `symbols[i]`, flattened, is `tiles[i]`.

    `codes[i]` is what it stands for, and `weights` how much each pixel and channel counts. `whole` are the templates
    themselves where these are some of their pixels, or in other numbers. What else is known of them is found when it is
    asked for: most sets are only tried on some pixels of a few cells.
    """

    size: int
    symbols: tuple[str, ...]
    codes: npt.NDArray[np.int64]
    tiles: Bytes
    weights: Floats
    whole: "TemplateSet | None" = None

    @classmethod
    def of(
        cls,
        symbols: tuple[str, ...],
        codes: Sequence[int],
        tiles: Sequence[Bgr],
        inset: float,
        opaque: Floats | float = 1.0,
    ) -> "TemplateSet":
        """The templates of these pictures, squares of one size; the outermost `inset` of a cell counts for little.

        `opaque` (size, size) is how much each pixel counts for what is drawn there, not for what shines through.
        """
        size = len(tiles[0])
        weights = np.where(depth(size).astype(np.float32) < inset, _RIM, 1).astype(np.float32) * opaque
        weights = np.repeat(weights.ravel() / np.sqrt((weights**2).mean()), 3)
        return cls(size, symbols, np.array(codes), np.stack([tile.ravel() for tile in tiles]), weights)

    @cached_property
    def pixels(self) -> Floats:
        """The pictures as numbers to reckon with: (n, values)."""
        return self.tiles.astype(self.weights.dtype)

    @cached_property
    def weighted(self) -> Floats:
        """The pictures times their weights: (n, values)."""
        weighted: Floats = self.pixels * self.weights
        return weighted

    @cached_property
    def norms(self) -> Floats:
        """The sum of the squares of these, for each."""
        norms: Floats = np.einsum("ij,ij->i", self.weighted, self.weighted)
        return norms

    @cached_property
    def grounds(self) -> Floats:
        """The colour behind the symbol of each: (n, 3)."""
        if self.whole is None:
            return _ground(self.pixels, self.weights)
        return self.whole.grounds.astype(self.weights.dtype)

    @cached_property
    def contrasts(self) -> Floats:
        """The contrast of each."""
        return contrast(self.pixels) if self.whole is None else self.whole.contrasts

    @cached_property
    def middles(self) -> Floats:
        """The contrast of the middle of each."""
        return middle_contrast(self.pixels) if self.whole is None else self.whole.middles

    @cached_property
    def apart(self) -> Floats:
        """How far two of them are from one another: (n, n)."""
        if self.whole is None:
            return self.unlikeness(self.pixels, self.ground_distances(self.pixels))
        return self.whole.apart

    @cached_property
    def in_64_bits(self) -> "TemplateSet":
        """The same in 64 bits, for cells that are: to convert them takes as long as to compare."""
        return replace(self, weights=self.weights.astype(np.float64), whole=self)

    def sparse(self, chosen: npt.NDArray[np.int64]) -> "TemplateSet":
        """The same templates at some of their pixels only; `chosen` are flat indices."""
        at = (chosen[:, None] * 3 + np.arange(3)).ravel()
        return replace(self, tiles=self.tiles[:, at], weights=self.weights[at], whole=self)

    def distances(self, cells: Floats) -> Floats:
        """Colour distance of every cell to every template: root mean square over pixels and channels, 0 to 255.

        `cells` is (n, size * size * 3); the result is (n, templates). A flat cell is as well judged as any other, which
        normalised correlation does not do.
        """
        # |a - b|^2 = |a|^2 + |b|^2 - 2ab: one product of matrices
        cells = cells * self.weights
        products = np.einsum("ij,ij->i", cells, cells)[:, None] + self.norms - 2 * (cells @ self.weighted.T)
        distances: Floats = np.sqrt(np.maximum(products, 0) / self.tiles.shape[1])
        return distances

    def unlikeness(self, cells: Floats, grounds: Floats) -> Floats:
        """How far every cell is from every template, symbol and ground taken together: (n, templates).

        `grounds` are the `ground_distances` of the cells.
        """
        together: Floats = np.sqrt(self.distances(cells) ** 2 + _GROUND_WEIGHT * grounds**2)
        return together

    def ground_distances(self, cells: Floats) -> Floats:
        """How far the ground of every cell is from that of every template: the largest of the three channels.

        The ground is the mean of a ring between bevel and symbol. A flag on pink is still most like a flag, and only
        this tells it from one. The result is (n, templates).
        """
        grounds = _ground(cells, self.weights)
        # one channel after the other: a quarter of the time for a maximum over a short axis
        blue, green, red = (np.abs(grounds[:, each, None] - self.grounds[:, each]) for each in range(3))
        apart: Floats = np.maximum(np.maximum(blue, green), red)
        return apart


@dataclass(frozen=True)
class Sets:
    """Several sets of templates of one size, side by side: one product of large matrices for all of them.

    `weights[i]` are the squares of those of a set, `weighted` all templates times these, `norms` the sums of their
    squares, and `starts[i]` where those of a set begin.
    """

    weights: Floats
    weighted: Floats
    norms: Floats
    starts: npt.NDArray[np.int64]

    @classmethod
    def of(cls, sets: Sequence[TemplateSet]) -> "Sets":
        """The sets, in that order."""
        weights = np.stack([each.weights**2 for each in sets])
        weighted = np.concatenate([each.weighted * each.weights for each in sets])
        sizes = [len(each.tiles) for each in sets]
        return cls(weights, weighted, np.concatenate([each.norms for each in sets]), np.cumsum([0, *sizes[:-1]]))

    def nearest(self, cells: Floats) -> Floats:
        """How far every cell is from the nearest template of every set: colour distances, (n, sets)."""
        products = self.norms - 2 * (cells @ self.weighted.T)
        least = np.minimum.reduceat(products, self.starts, axis=1) + cells**2 @ self.weights.T
        nearest: Floats = np.sqrt(np.maximum(least, 0) / cells.shape[1])
        return nearest


def _ground(cells: Floats, weights: Floats) -> Floats:
    """The weighted mean colour of a ring an eighth to a fifth of the cell from its border: (n, 3)."""
    size = round((len(weights) / 3) ** 0.5)
    deep = depth(size).astype(np.float32)
    ring = (deep >= 0.12) & (deep <= 0.2)
    counts = weights.reshape(size, size, 3)[ring]
    ground: Floats = (cells.reshape(len(cells), size, size, 3)[:, ring] * counts).sum(1) / counts.sum(0)
    return ground


def contrast(pictures: Floats) -> Floats:
    """The standard deviation within the channels: a plain picture has none, whatever its colour."""
    channels = np.ascontiguousarray(pictures.reshape(len(pictures), pictures.shape[1] // 3, 3).transpose(0, 2, 1))
    contrasts: Floats = np.sqrt(channels.var(2).mean(1))
    return contrasts


def middle_contrast(pictures: Floats) -> Floats:
    """The contrast of the middle of square pictures, within the borders of a cell: where nothing is drawn, none."""
    size = round((pictures.shape[1] / 3) ** 0.5)
    middle = depth(size) >= _MIDDLE
    return contrast(pictures.reshape(len(pictures), size, size, 3)[:, middle].reshape(len(pictures), middle.sum() * 3))
