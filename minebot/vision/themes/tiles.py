"""The cells of a board that is no grid of squares: captured pictures, and what of them counts.

templates/<theme>/<topology>-<rows' pitch>/<symbol>.png; `<symbol>.<variant>.png` for another look of it; where the
cells have two shapes, the name ends in `.up.png` or `.down.png`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import cv2
import numpy as np

from minebot.errors import ThemeError
from minebot.geometry import Cell, Lattice
from minebot.tiling import TILINGS, Shape, Tiling
from minebot.vision.arrays import Bools, Floats, Ints
from minebot.vision.picture import Bgr, load_picture
from minebot.vision.theme import SYMBOL_CODES
from minebot.vision.themes.folders import templates_folder

TILE_CODES: Mapping[str, int] = {**SYMBOL_CODES, **{str(number): number for number in range(9, 13)}}
"""What the pictures' names stand for: a triangle has up to twelve neighbours."""

KINDS = "up", "down"
"""The names of the shapes, in the order in which `minebot.tiling` has them."""

OUTLINE = -0.5
"""Pixels inside the outline of a cell from which its picture starts: the lines are drawn on it."""

_MARGIN = 3.0  # pixels at the outline that are not compared: lines of either colour, and parts of a neighbour's digit
_INK = 40  # colour difference from an empty cell that makes a digit
_OUTLINES = 1.5  # pixels at the outline that lines are drawn on
_DIGIT = 9  # pixels around the middle of a cell within which its digit lies, however large the cell
_POINTS = 7  # places along each side of a cell at which its outline is looked for


@dataclass(frozen=True, eq=False)
class Tiles:
    """The pictures of one shape of cell: `pixels[i]` holds those that count of a picture that shows `codes[i]`.

    `inside` says which these are; each of their channels is multiplied by `weights`.
    """

    codes: Ints
    pixels: Floats
    inside: Ints
    weights: Floats

    def distances(self, seen: Floats) -> Floats:
        """Colour distance of every cell to every picture, root mean square, 0 to 255: (n, pictures)."""
        cells = seen * self.weights
        products = np.einsum("ij,ij->i", cells, cells)[:, None] - 2 * (cells @ self.pixels.T)
        products += np.einsum("ij,ij->i", self.pixels, self.pixels)
        distances: Floats = np.sqrt(np.maximum(products, 0) / self.pixels.shape[1])
        return distances


@dataclass(frozen=True, eq=False)
class TileSet:
    """All pictures of a theme's cells at one size: the whole pixels from column to column and from row to row."""

    topology: str
    pitch: tuple[int, int]
    pictures: Mapping[str, Bgr]

    @property
    def tiling(self) -> Tiling:
        """How the cells lie."""
        return TILINGS[self.topology]

    @cached_property
    def kinds(self) -> tuple[Tiles, ...]:
        """The pictures by the shape of their cells."""
        return tuple(self._tiles(kind) for kind in range(len(self.tiling.shapes)))

    @cached_property
    def frame(self) -> tuple[int, int]:
        """Width and height of a picture."""
        width, height = self.tiling.frame
        return round(width * self.pitch[0]), round(height * self.pitch[1])

    def lattice(self, cols: int, rows: int) -> Lattice:
        """A board of these cells in the corner of a picture."""
        return Lattice(0, 0, *self.pitch, cols, rows, self.topology)

    def corners(self, cols: int, rows: int) -> Ints:
        """The upper left corner of the frame of every cell, in whole pixels: (cells, 2), x and y."""
        y, x = np.divmod(np.arange(cols * rows), cols)
        places = np.stack([x + self.tiling.shift * (y % 2), y], axis=1) * self.pitch
        corners: Ints = np.floor(places + 1e-6).astype(np.int64)  # rounded down, as the programs do
        return corners

    def picture(self, cell: Cell, code: int) -> tuple[Bgr, Bools]:
        """How a cell looks that shows the code, and which pixels of its frame are its own; ThemeError if unknown."""
        shape = self.tiling.shape(cell)
        kind = self.tiling.shapes.index(shape)
        for name, picture in self.pictures.items():
            if TILE_CODES[name.partition(".")[0]] == code and self._shows(name, kind):
                return picture, inside_of(shape, self.pitch, OUTLINE)
        raise ThemeError(f"there is no picture of a {self.topology} that shows {code}")

    def outlines(self, kind: int) -> Ints:
        """Places on the sides of a cell, from the corner of its frame: (sides, points, 2), x and y."""
        corners = np.array(self.tiling.shapes[kind].outline) * self.pitch
        along = ((np.arange(_POINTS) + 1.0) / (_POINTS + 1))[None, :, None]
        places = corners[:, None] * (1 - along) + np.roll(corners, -1, axis=0)[:, None] * along
        return np.rint(places - 0.5).astype(np.int64)

    def _tiles(self, kind: int) -> Tiles:
        inside = np.flatnonzero(inside_of(self.tiling.shapes[kind], self.pitch))
        weights = self._weights(kind, inside)
        codes, pixels = [], []
        for name, picture in self.pictures.items():
            if self._shows(name, kind):
                # sharp and soft: a desktop at 125 % blurs what it shows
                for seen in (picture, cv2.GaussianBlur(picture, (3, 3), 0.8).astype(np.uint8)):
                    codes.append(TILE_CODES[name.partition(".")[0]])
                    pixels.append(smooth(seen).reshape(-1, 3)[inside].ravel() * weights)
        return Tiles(np.array(codes), np.array(pixels, np.float32), inside, weights)

    def _weights(self, kind: int, inside: Ints) -> Floats:
        """What each channel of the pixels is multiplied by: those near the digit count for half, few as they are."""
        places = np.stack(np.divmod(inside, self.frame[0]), axis=1)
        near = (np.abs(places - _text_middle(self.tiling.shapes[kind], self.pitch)) <= _DIGIT).all(axis=1)
        share = min(0.5, 1 - near.mean()) if near.any() else 1.0
        squares = np.where(near, (1 - share) / max(near.mean(), 1e-6), share / max(1 - near.mean(), 1e-6))
        weights: Floats = np.repeat(np.sqrt(squares), 3).astype(np.float32)
        return weights

    def _shows(self, name: str, kind: int) -> bool:
        """Whether a picture is one of a cell of that shape."""
        return len(self.tiling.shapes) == 1 or name.endswith(KINDS[kind])


def smooth(picture: Bgr) -> Bgr:
    """Every pixel averaged with three others: stippled cells become plain, whatever the phase of the stipple."""
    return cv2.blur(picture, (2, 2)).astype(np.uint8)


def inside_of(shape: Shape, pitch: tuple[int, int], margin: float = _MARGIN) -> Bools:
    """Which pixels of a cell's frame have their middle at least so far inside its outline: (height, width)."""
    corners = np.array(shape.outline) * pitch
    sides = np.roll(corners, -1, axis=0) - corners
    width, height = np.rint(corners.max(axis=0)).astype(int)
    y, x = np.mgrid[:height, :width] + 0.5
    apart = [
        (across * (y - top) - down * (x - left)) / np.hypot(across, down)
        for (left, top), (across, down) in zip(corners, sides, strict=True)
    ]
    inside: Bools = np.min(apart, axis=0) >= margin
    return inside


@cache
def tile_sets(theme: str) -> tuple[TileSet, ...]:
    """The tile sets of a theme, by folder; none where all its boards are of squares."""
    folders = sorted(path for path in (templates_folder() / theme).glob("*-*") if path.is_dir())
    return tuple(_load(folder) for folder in folders)


@cache
def resized(theme: str, topology: str, pitch: tuple[int, int]) -> TileSet:
    """The tiles of a theme as its program draws them in a window of another size: shapes stretched, digits as they are.

    What was not captured at this size is made from the largest that was.
    """
    sets = sorted((tiles for tiles in tile_sets(theme) if tiles.topology == topology), key=lambda tiles: tiles.pitch)
    made = TileSet(topology, pitch, {})
    largest = {name: tiles for tiles in sets for name in tiles.pictures}
    pictures = {name: _stretched(tiles, name, made) for name, tiles in largest.items()}
    for tiles in sets:
        if tiles.pitch == pitch:
            pictures |= tiles.pictures
    return TileSet(topology, pitch, pictures)


def _stretched(tiles: TileSet, name: str, wanted: TileSet) -> Bgr:
    """One picture of a set as another size has it."""
    symbol, *variants = name.split(".")
    if TILE_CODES[symbol] <= 0:
        return cv2.resize(tiles.pictures[name], wanted.frame, interpolation=cv2.INTER_AREA).astype(np.uint8)
    kinds = [kind for kind in KINDS if kind in variants]
    blank, shape = ".".join(["open", *kinds]), tiles.tiling.shapes[KINDS.index(kinds[0]) if kinds else 0]
    apart = cv2.absdiff(tiles.pictures[name], tiles.pictures[blank]).max(axis=2)
    ink = np.argwhere((apart > _INK) & inside_of(shape, tiles.pitch, _OUTLINES))
    moved = ink + _text_middle(shape, wanted.pitch) - _text_middle(shape, tiles.pitch)
    seen = ((moved >= 0) & (moved < wanted.frame[::-1])).all(axis=1)
    picture = _stretched(tiles, blank, wanted)
    picture[tuple(moved[seen].T)] = tiles.pictures[name][tuple(ink[seen].T)]
    return picture


def _text_middle(shape: Shape, pitch: tuple[int, int]) -> Ints:
    """Where xbomb puts the middle of a digit in the frame of a cell, as y and x: the middle of its inner box."""
    left, top, right, bottom = shape.inner
    corner = np.floor(np.array([top, left]) * pitch[::-1] + 1e-6)
    half = np.floor(np.array([bottom - top, right - left]) * pitch[::-1] + 1e-6) // 2
    middle: Ints = (corner + half).astype(np.int64)
    return middle


def _load(folder: Path) -> TileSet:
    topology, _, rows = folder.name.partition("-")
    pictures = {path.stem: load_picture(path) for path in sorted(folder.glob("*.png"))}
    unknown = {name for name in pictures if name.partition(".")[0] not in TILE_CODES}
    if topology not in TILINGS or not rows.isdecimal() or not pictures or unknown:
        raise ThemeError(f"{folder} holds no pictures of cells, or some that are named after no symbol")
    width = next(iter(pictures.values())).shape[1]
    tiles = TileSet(topology, (round(width / TILINGS[topology].frame[0]), int(rows)), pictures)
    if any(picture.shape[1::-1] != tiles.frame for picture in pictures.values()):
        raise ThemeError(f"the pictures in {folder} are not all of {tiles.frame[0]}x{tiles.frame[1]} pixels")
    return tiles
