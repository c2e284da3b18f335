"""Read a board that is no grid of squares, at a known lattice: brought to the size at which its cells were captured."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from minebot.board import MINE, STANDARD_MINES, Board
from minebot.geometry import Lattice
from minebot.vision.arrays import Floats, Ints
from minebot.vision.cells import FAR, all_cells, mean_distance, sample_cells
from minebot.vision.panel import read_panel
from minebot.vision.picture import Bgr
from minebot.vision.reading import Doubt, Reading, cut_off, doubts
from minebot.vision.theme import Theme
from minebot.vision.themes.tiles import TileSet, resized, smooth, tile_sets

_RED = 2  # the channel in which every line is dark, be it black or green, and every cell light
_DARKER = 0.25  # by how much of the light beside it a line is darker; a line of one pixel, averaged, by a half
_AROUND = 2  # pixels on either side of an outline within which its line may lie
_OUTLINED = 0.7  # share of each side of a cell at which a line must be seen
_NEAR = 12.0  # colour distance up to which a cell is like a picture beyond doubt
_SMALLEST = 10  # pixels of a pitch in a window of any size
_OUTSIDE = (255, 0, 255)  # what lies beyond the picture


@dataclass(frozen=True, eq=False)
class Cells:
    """What each cell looks most like: the code, its distance, that of the best other code, the side seen least."""

    codes: Ints
    distances: Floats
    others: Floats
    outlined: Floats

    @property
    def confidence(self) -> Floats:
        """From 0 to 1: less where two codes are alike, where the best is far off, where the outline is not whole."""
        lead = 1 / (1 + (self.distances / np.maximum(self.others, 1e-6)) ** 4)
        reach = np.clip(self.others / 4, _NEAR, FAR / 2)  # further for what is far from everything else, as flags are
        near = np.minimum(1, reach / np.maximum(self.distances, 1e-6)) ** 2
        whole = np.minimum(1, self.outlined / _OUTLINED)
        confidence: Floats = (lead * near * whole).astype(np.float32)
        return confidence


def read_tiled(picture: Bgr, lattice: Lattice, theme: Theme) -> Reading:
    """The board at a known lattice, in a theme that has cells of its shape."""
    cells = min(
        (look(picture, lattice, tiles) for tiles in sizes_of(lattice, theme)),
        key=lambda each: float(each.distances.mean()),
    )
    board = Board(lattice.cols, lattice.rows, tuple(cells.codes.tolist()), topology=lattice.topology)
    seen = doubts(board, cells.confidence, cut_off(picture.shape, lattice))
    return Reading(
        lattice,
        theme,
        board,
        (*seen, *_ends(board, seen)),
        restart=read_panel(picture, _of_squares(lattice, theme), theme).restart,
        lost=MINE in board.cells,
    )


def _ends(board: Board, known: Sequence[Doubt]) -> Iterator[Doubt]:
    """Doubt of the outermost cells, but for doubtful ones, of a board of no usual size: part of it is hidden."""
    if (board.width, board.height) not in STANDARD_MINES:
        doubtful = {(each.x, each.y) for each in known}
        for x, y in map(board.place, range(len(board.cells))):
            if (x in (0, board.width - 1) or y in (0, board.height - 1)) and (x, y) not in doubtful:
                yield Doubt(x, y, 0.5, "the board may go on there, under what covers it")


def look(picture: Bgr, lattice: Lattice, tiles: TileSet) -> Cells:
    """What the cells of a lattice look like, compared with one set of tiles."""
    native = _at_native_size(picture, lattice, tiles)
    return Cells(*_nearest(native, lattice, tiles, all_cells(lattice)), _outlined(native, lattice, tiles))


def outlined(picture: Bgr, lattice: Lattice, tiles: TileSet) -> Floats:
    """How much of its outline each cell has, on the side where least is seen: (cells,), 0 to 1."""
    return _outlined(_at_native_size(picture, lattice, tiles), lattice, tiles)


def misfit(picture: Bgr, lattice: Lattice, tiles: TileSet) -> float:
    """How far some dozens of cells are from what they look most like: mean colour distance, capped for foreign ones."""
    _, distances, _ = _nearest(_at_native_size(picture, lattice, tiles), lattice, tiles, sample_cells(lattice))
    return mean_distance(distances)


def _nearest(native: Bgr, lattice: Lattice, tiles: TileSet, cells: Ints) -> tuple[Ints, Floats, Floats]:
    """For each of the cells the code that it looks most like, the distance from that, and from the next best code."""
    corners = tiles.corners(lattice.cols, lattice.rows)[cells]
    kinds = _kinds(lattice)[cells]
    codes, distances, others = np.zeros(len(cells), np.int64), *np.zeros((2, len(cells)), np.float32)
    for kind, known in enumerate(tiles.kinds):
        which = kinds == kind
        apart = known.distances(_cut(native, corners[which], known.inside, tiles.frame[0]))
        codes[which] = known.codes[apart.argmin(axis=1)]
        distances[which] = apart.min(axis=1)
        others[which] = np.where(known.codes == codes[which][:, None], np.inf, apart).min(axis=1)
    return codes, distances, others


def _at_native_size(picture: Bgr, lattice: Lattice, tiles: TileSet) -> Bgr:
    """The board as its program drew it, with two pixels more on each side, stipples averaged."""
    own = tiles.lattice(lattice.cols, lattice.rows)
    width, height = own.bbox[2] + 2 * _AROUND, own.bbox[3] + 2 * _AROUND
    across, down = lattice.pitch_x / own.pitch_x, lattice.pitch_y / own.pitch_y
    x, y = lattice.x - _AROUND * across, lattice.y - _AROUND * down
    if across == down == 1 and x == int(x) and y == int(y):
        return smooth(_part(picture, (int(x), int(y), width, height)))
    # picture coordinates have their whole numbers in the middle of a pixel, hence the half
    matrix = np.array([[across, 0, x + (across - 1) / 2], [0, down, y + (down - 1) / 2]])
    left, top = max(0, int(x) - 2), max(0, int(y) - 2)
    part = picture[top : int(y + down * height) + 3, left : int(x + across * width) + 3]
    matrix[:, 2] -= left, top
    if part.size == 0:
        return np.full((height, width, 3), _OUTSIDE, np.uint8)
    if max(across, down) > 1.1:  # pixels that fall between those taken would be lost
        part = cv2.blur(part, (round(across), round(down))).astype(np.uint8)
    warped = cv2.warpAffine(
        part, matrix, (width, height), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderValue=_OUTSIDE
    )
    return smooth(warped.astype(np.uint8))


def _part(picture: Bgr, box: tuple[int, int, int, int]) -> Bgr:
    """The part of a picture at x and y, of that width and height, which may reach beyond it."""
    x, y, width, height = box
    part = picture[max(0, y) : max(0, y + height), max(0, x) : max(0, x + width)]
    whole = np.full((height, width, 3), _OUTSIDE, np.uint8)
    left, top = max(0, -x), max(0, -y)
    whole[top : top + part.shape[0], left : left + part.shape[1]] = part
    return whole


def _outlined(native: Bgr, lattice: Lattice, tiles: TileSet) -> Floats:
    """How much of its outline each cell has, on the side where least is seen: (cells,), 0 to 1."""
    red = native[:, :, _RED]
    size = np.ones((2 * _AROUND + 1, 2 * _AROUND + 1), np.uint8)
    lined = cv2.erode(red, size) < (1 - _DARKER) * cv2.dilate(red, size)
    corners, kinds = tiles.corners(lattice.cols, lattice.rows), _kinds(lattice)
    found = np.zeros(len(corners), np.float32)
    for kind in range(len(tiles.kinds)):
        places = corners[kinds == kind][:, None, None] + tiles.outlines(kind) + _AROUND
        x, y = np.clip(places[..., 0], 0, red.shape[1] - 1), np.clip(places[..., 1], 0, red.shape[0] - 1)
        found[kinds == kind] = lined[y, x].mean(axis=2).min(axis=1)
    return found


def _kinds(lattice: Lattice) -> Ints:
    """Which of the shapes of its tiling each cell has."""
    rows, columns = np.divmod(np.arange(lattice.cols * lattice.rows), lattice.cols)
    kinds: Ints = (rows + columns) % len(lattice.tiling.shapes)
    return kinds


def sizes_of(lattice: Lattice, theme: Theme) -> list[TileSet]:
    """The sizes of tiles that may be at a lattice: that of a window enlarged to it, or all captured ones, scaled."""
    sets = [tiles for tiles in tile_sets(theme.name) if tiles.topology == lattice.topology]
    pitch = round(lattice.pitch_x), round(lattice.pitch_y)
    if not sets or min(pitch) < _SMALLEST:
        return sets
    own = resized(theme.name, lattice.topology, pitch)
    return [own] if pitch in [tiles.pitch for tiles in sets] else [own, *sets]


def _cut(native: Bgr, corners: Ints, inside: Ints, width: int) -> Floats:
    """The pixels of each cell that count: (cells, 3 * pixels)."""
    down, across = np.divmod(inside, width)
    at = (corners[:, 1, None] + _AROUND + down) * native.shape[1] + corners[:, 0, None] + _AROUND + across
    pixels: Floats = (
        np.take(native.reshape(-1, 3), at, axis=0).reshape(len(corners), 3 * len(inside)).astype(np.float32)
    )
    return pixels


def _of_squares(lattice: Lattice, theme: Theme) -> Lattice:
    """Squares over the same place, of the smallest size the theme knows: the button above is as large as with these."""
    pitch = min(theme.tiles)
    sets = [tiles for tiles in tile_sets(theme.name) if tiles.topology == lattice.topology]
    scale = min((lattice.pitch_y / tiles.pitch[1] for tiles in sets), key=lambda each: abs(np.log(each)))
    _, _, width, height = lattice.bbox
    side = pitch * scale
    return Lattice(lattice.x, lattice.y, side, side, -int(-width // side), -int(-height // side))
