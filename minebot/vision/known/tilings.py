"""Find and read the boards in a picture whose cells are hexagons or triangles.

rough lattice -> the tiles that fit it best, and where -> as far as cells are clear -> Reading
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

import numpy as np

from minebot.geometry import Lattice
from minebot.vision.arrays import Bools
from minebot.vision.finding.combs import find_combs
from minebot.vision.known.tiled import look, misfit, outlined, read_tiled, sizes_of
from minebot.vision.picture import Bgr
from minebot.vision.reading import DOUBTFUL_BELOW, SMALLEST_BOARD, Reading
from minebot.vision.theme import Theme
from minebot.vision.themes.tiles import TileSet, tile_sets

_STEPS = (1.0, 0.5, 0.25)  # pixels as captured
_BETTER = 0.9  # share of the distance to which a shift must reduce it
_WHOLE = 2.0  # pixels by which a board may end beside where one of whole pixels would
_BESIDE = {"hexagon": (0.23, 0.5), "triangle": (-0.5, 0.77)}
"""How far the corner of a board is from where the light parts of its cells have it, in pixels as captured.

The lines lie on one side of each cell; measured on our captures."""

_AROUND = [(dx, dy) for dx, dy in product((0, 1, -1), repeat=2) if (dx, dy) != (0, 0)]
_EXACT = 2.0  # colour distance at which nothing can fit better
_READABLE = 0.5  # share of the cells that must be beyond doubt: their outlines alone tell a board from other things
_OUTLINED, _LINED = 0.5, 0.4  # share of each side of a cell at which a line is seen; share of the cells that have such
_SCALES = 0.5, 4.0  # of the size at which the cells were captured
_BEYOND = 2  # lines beyond the lattice that are looked at; an even number leaves the cells their shapes
_GROWTHS = 15  # times that a lattice may grow by these
_ENOUGH = 2  # cells beyond doubt that make a line one of the board


def read_tilings(picture: Bgr, themes: Sequence[Theme]) -> list[Reading]:
    """Every board of hexagons or triangles in one of the themes."""
    known = [theme for theme in themes if tile_sets(theme.name)]
    readings: list[Reading] = []
    for lattice in find_combs(picture) if known else ():
        if not any(other.lattice.cell_at(lattice.centre((lattice.cols // 2, lattice.rows // 2))) for other in readings):
            readings += filter(None, [_read(picture, lattice, known)])
    return readings


def _read(picture: Bgr, rough: Lattice, themes: Sequence[Theme]) -> Reading | None:
    """The board at a rough lattice; None where no theme makes sense of most of it."""
    if not any(_is_outlined(picture, rough, theme) for theme in themes):
        return None
    fits = [(*fit, theme) for theme in themes for fit in _fits(picture, rough, theme)]
    if not fits:
        return None
    _, lattice, tiles, theme = min(fits, key=lambda fit: fit[0])
    lattice = _extent(picture, lattice, tiles)
    if min(lattice.cols, lattice.rows) < SMALLEST_BOARD:
        return None
    _, lattice = _placed(picture, lattice, tiles)
    cells = look(picture, lattice, tiles)
    readable = (cells.confidence >= DOUBTFUL_BELOW).mean() >= _READABLE and cells.codes.any()
    return read_tiled(picture, lattice, theme) if readable else None


def _is_outlined(picture: Bgr, rough: Lattice, theme: Theme) -> bool:
    """Whether lines run around many of the cells: around those of squares that were taken for others they do not."""
    tiles = sizes_of(rough, theme)[:1]
    return any((outlined(picture, _started(rough, each), each) >= _OUTLINED).mean() >= _LINED for each in tiles)


def _fits(picture: Bgr, rough: Lattice, theme: Theme) -> Iterator[tuple[float, Lattice, TileSet]]:
    """For each size of the theme's tiles how well they fit, and where; no more once one fits exactly."""
    starts = [(_started(rough, tiles), tiles) for tiles in sizes_of(rough, theme)]
    for start, tiles in sorted(starts, key=lambda pair: pair[0].pitch_y != pair[1].pitch[1]):
        if _SCALES[0] <= start.pitch_y / tiles.pitch[1] <= _SCALES[1]:
            apart, lattice = _placed(picture, start, tiles)
            yield apart, lattice, tiles
            if apart < _EXACT:
                return


def _placed(picture: Bgr, start: Lattice, tiles: TileSet) -> tuple[float, Lattice]:
    """The lattice shifted to where the tiles fit best, and how far from exactly; in whole pixels where it began so."""
    scale = start.pitch_y / tiles.pitch[1]
    best = misfit(picture, start, tiles), start
    for step in _STEPS if scale != 1 else _STEPS[:1]:
        centre = best[1]
        for dx, dy in _AROUND:
            if best[0] < _EXACT:
                break
            moved = centre.moved(dx * step * scale, dy * step * scale)
            apart = misfit(picture, moved, tiles)
            if apart < _BETTER * best[0]:  # plain cells tell little of where they lie
                best = apart, moved
    return best


def _started(rough: Lattice, tiles: TileSet) -> Lattice:
    """The lattice from its corner, in whole pixels where its cells are as large as the tiles."""
    (off_x, off_y), scale = _BESIDE[rough.topology], rough.pitch_y / tiles.pitch[1]
    lattice = rough.moved(off_x * scale, off_y * scale)
    wide, high = (
        abs(pitch - own) * count
        for pitch, own, count in zip((rough.pitch_x, rough.pitch_y), tiles.pitch, (rough.cols, rough.rows), strict=True)
    )
    if max(wide, high) > _WHOLE:
        return lattice
    pitch_x, pitch_y = tiles.pitch
    return replace(lattice, x=round(lattice.x), y=round(lattice.y), pitch_x=pitch_x, pitch_y=pitch_y)


def _extent(picture: Bgr, lattice: Lattice, tiles: TileSet) -> Lattice:
    """The lattice as far as there are cells beyond doubt."""
    for _ in range(_GROWTHS):
        wide = lattice.widened(-_BEYOND, lattice.cols + _BEYOND, -_BEYOND, lattice.rows + _BEYOND)
        sure = (look(picture, wide, tiles).confidence >= DOUBTFUL_BELOW).reshape(wide.rows, wide.cols)
        ended = _ended(wide, tiles, sure)
        if ended == lattice or min(ended.cols, ended.rows) < SMALLEST_BOARD:
            return ended
        lattice = ended
    return lattice


def _ended(wide: Lattice, tiles: TileSet, sure: Bools) -> Lattice:
    """The part of a lattice in which cells are sure, and a row more where the first cell would else have another shape.

    Rows of hexagons that begin further to the left are the even ones.
    """
    rows, columns = (np.flatnonzero(sure.sum(axis=axis) >= _ENOUGH) for axis in (1, 0))
    if len(rows) == 0 or len(columns) == 0:
        return wide.widened(0, 0, 0, 0)
    left, top, right, bottom = int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1
    if wide.topology != "hexagon":
        return wide.widened(left, right, top - (left + top) % 2, bottom)
    if sure[::2, left].any():
        return wide.widened(left, right, top - top % 2, bottom)
    begins_left = tiles.pitch[0] - tiles.pitch[0] // 2  # programs round the half down
    shifted = wide.moved(begins_left * wide.pitch_x / tiles.pitch[0], 0)
    return shifted.widened(left, right, top - (top + 1) % 2, bottom)
