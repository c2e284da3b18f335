"""Hexagons and triangles: where their cells lie, and boards of them found and read, right or in doubt."""

import random
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from scenes import on_desktop, played

from minebot.board import MINE, Board
from minebot.geometry import Cell, Lattice, Pixel
from minebot.report import describe
from minebot.tiling import TILINGS
from minebot.topology import adjacency
from minebot.vision.draw import draw_board
from minebot.vision.finding.combs import find_combs
from minebot.vision.known.board import read_at
from minebot.vision.known.tilings import read_tilings
from minebot.vision.picture import Bgr, load_picture
from minebot.vision.read import read_picture
from minebot.vision.reading import Reading
from minebot.vision.themes.folders import load_theme
from minebot.vision.themes.tiles import tile_sets

XBOMB = load_theme("xbomb")
SETS = [(tiles.topology, tiles.pitch[1]) for tiles in tile_sets("xbomb")]
LEVELS = {42: (8, 8, 10), 63: (8, 8, 10), 28: (16, 16, 40), 18: (30, 16, 99), 21: (30, 16, 99)}  # by pitch
SCREENS = Path(__file__).resolve().parents[1] / "fixtures" / "screens"
OURS = sorted(path for topology in ("hexagon", "triangle") for path in SCREENS.glob(f"*-{topology}-*.board"))
OTHERS = sorted(path for path in SCREENS.glob("*.png") if path.with_suffix(".board") not in OURS)


def lattice(topology: str) -> Lattice:
    """Some lattice of that topology, at no whole pixels."""
    return Lattice(31.25, 40.5, 24.5, 21.75, 7, 6, topology)


def cells(topology: str) -> Iterator[Cell]:
    """Every cell of that lattice."""
    return ((x, y) for y in range(lattice(topology).rows) for x in range(lattice(topology).cols))


def corners(where: Lattice, cell: Cell) -> set[tuple[float, float]]:
    """The corners of a cell in the picture, to a hundredth of a pixel."""
    left, top = where.tiling.corner(cell)
    outline = where.tiling.shape(cell).outline
    places = [((left + x) * where.pitch_x + where.x, (top + y) * where.pitch_y + where.y) for x, y in outline]
    return {(round(x, 2), round(y, 2)) for x, y in places}


def drawn(topology: str, pitch: int, seed: int) -> tuple[Bgr, Board, Cell]:
    """A desktop with a board on it, as the program shows it: the picture, the board, the corner of its grid."""
    rng = random.Random(seed)
    width, height, count = LEVELS[pitch]
    board = played(rng, (width, height), count, frozenset({"mine"}), topology)
    panel = cv2.copyMakeBorder(draw_board(board, XBOMB, pitch), 4, 4, 4, 4, cv2.BORDER_CONSTANT, value=(255,) * 3)
    picture, (x, y, _, _) = on_desktop(rng, panel.astype(np.uint8))
    return picture, board, (x + 4, y + 4)


def silent_misreads(reading: Reading, truth: Board, corner: tuple[float, float], scale: float = 1) -> list[Cell]:
    """Cells read wrong and not reported, told by their place in the picture; cells where no board is are wrong too."""
    tiles = next(each for each in tile_sets("xbomb") if abs(each.pitch[1] * scale / reading.lattice.pitch_y - 1) < 0.03)
    pitches = (side * scale for side in tiles.pitch)
    true = Lattice(*corner, *pitches, truth.width, truth.height, truth.topology)
    doubtful = {(doubt.x, doubt.y) for doubt in reading.doubtful}
    places = {reading.board.place(index) for index in range(len(reading.board.cells))} - doubtful
    at = {place: true.cell_at(reading.lattice.centre(place)) for place in places}
    return [place for place, cell in at.items() if cell is None or truth[cell] != reading.board[place]]


@pytest.mark.parametrize("topology", TILINGS)
def test_a_cell_holds_its_middle(topology: str):
    """The cell under the middle of a cell is that cell, and beside the board there is none."""
    where = lattice(topology)
    assert all(where.cell_at(where.centre(cell)) == cell for cell in cells(topology))
    x, y, width, height = where.bbox
    for beside in ((x - 2, y), (x, y - 2), (x + width + 2, y), (x, y + height + 2)):
        assert where.cell_at(Pixel(*beside)) is None


@pytest.mark.parametrize("topology", TILINGS)
def test_cells_fill_the_box(topology: str):
    """The box around a board touches the outermost corners of its cells."""
    where = lattice(topology)
    places = np.array([place for cell in cells(topology) for place in corners(where, cell)])
    left, top, width, height = where.bbox
    assert np.abs(places.min(axis=0) - (left, top)).max() <= 1
    assert np.abs(places.max(axis=0) - (left + width, top + height)).max() <= 1


@pytest.mark.parametrize("topology", TILINGS)
def test_neighbours_are_the_cells_that_share_a_corner(topology: str):
    """Who neighbours whom, in the rules, are the cells that touch in the picture."""
    where = lattice(topology)
    lists = adjacency(topology, where.cols, where.rows)
    seen = {cell: corners(where, cell) for cell in cells(topology)}
    for index, cell in enumerate(cells(topology)):
        touching = [other for other, each in enumerate(seen) if each != cell and seen[each] & seen[cell]]
        assert tuple(touching) == lists[index]


@pytest.mark.parametrize("topology", TILINGS)
def test_the_inner_box_belongs_to_its_cell(topology: str):
    """All of the box in which a cell is looked at before a click lies in that cell."""
    where = lattice(topology)
    for cell in cells(topology):
        box = where.inner(cell)
        for right in (0.1, 0.9):
            for down in (0.1, 0.9):
                assert where.cell_at(Pixel(box.x + right * box.pitch_x, box.y + down * box.pitch_y)) == cell


@pytest.mark.parametrize("topology", TILINGS)
def test_widened_by_an_even_number(topology: str):
    """A lattice with two more lines before it has its old cells two lines further on."""
    where = lattice(topology)
    wide = where.widened(-2, where.cols + 2, -2, where.rows + 2)
    assert (wide.cols, wide.rows) == (where.cols + 4, where.rows + 4)
    assert all(corners(wide, (x + 2, y + 2)) == corners(where, (x, y)) for x, y in cells(topology))


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.stem)
def test_our_captures_in_their_topology(path: Path):
    """Our captures are read with the topology that they have, to the pixel, and it is part of the JSON."""
    truth = Board.parse(path.read_text())
    (reading,) = read_tilings(load_picture(path.with_suffix(".png")), [XBOMB])
    document = describe(reading)
    assert reading.board.cells == truth.cells
    assert (reading.board.topology, document["topology"]) == (truth.topology, truth.topology)
    assert document["bbox"] == [int(number) for number in dict(truth.headers)["bbox"].split()]
    assert reading.restart is not None


@pytest.mark.parametrize("kind", SETS, ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_drawn_boards_read_back(kind: tuple[str, int], seed: int):
    """A board drawn anywhere on a desktop is found in its place and read back exactly."""
    picture, board, corner = drawn(*kind, seed)
    (reading,) = read_picture(picture)
    assert reading.board == Board(board.width, board.height, board.cells, topology=kind[0])
    assert (reading.doubtful, reading.lattice.bbox[:2]) == ((), corner)


@pytest.mark.parametrize("kind", SETS, ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_a_board_of_numbers_and_mines_alone_is_found(kind: tuple[str, int], seed: int):
    """Digits break up the even distances of the lines, and where a game is over nearly every cell shows one."""
    (topology, pitch), (width, height, count) = kind, LEVELS[kind[1]]
    mines = set(random.Random(seed).sample(range(width * height), count))
    near = adjacency(topology, width, height)
    shown = tuple(MINE if at in mines else len(mines.intersection(near[at])) for at in range(width * height))
    board = Board(width, height, shown, topology=topology)
    picture = cv2.copyMakeBorder(draw_board(board, XBOMB, pitch), 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=(255,) * 3)
    (reading,) = read_picture(picture.astype(np.uint8))
    assert (reading.board, reading.doubtful) == (board, ())


@pytest.mark.parametrize("kind", SETS, ids=str)
def test_a_covered_part_is_doubtful(kind: tuple[str, int]):
    """Where another window covers part of a board, no cell is misread in silence, and some are doubtful."""
    for seed in range(6):
        rng = random.Random(seed)
        picture, board, (x, y) = drawn(*kind, seed)
        height, width = (rng.randint(side // 6, side // 3) for side in picture.shape[:2])
        left, top = x + rng.randint(-width // 2, width), y + rng.randint(-height // 2, height)
        picture[max(0, top) : top + height, max(0, left) : left + width] = rng.choice([0, 192, 255])
        for reading in read_tilings(picture, [XBOMB]):
            assert silent_misreads(reading, board, (x, y)) == []
            assert reading.doubtful


@pytest.mark.parametrize(
    ("scale", "way"), [(1.25, cv2.INTER_NEAREST), (1.5, cv2.INTER_LINEAR), (2.0, cv2.INTER_LINEAR)]
)
def test_other_scales(scale: float, way: int):
    """On a scaled desktop a board is found all the same, and no cell is misread in silence."""
    for path in OURS:
        if path.stem.endswith(("-half", "-lost")):
            truth = Board.parse(path.read_text())
            corner = [scale * int(number) for number in dict(truth.headers)["bbox"].split()[:2]]
            enlarged = cv2.resize(load_picture(path.with_suffix(".png")), None, fx=scale, fy=scale, interpolation=way)
            readings = read_tilings(enlarged.astype(np.uint8), [XBOMB])
            assert len(readings) == 1 or (way, scale % 1) == (cv2.INTER_NEAREST, 0.25)
            for reading in readings:
                assert silent_misreads(reading, truth, (corner[0], corner[1]), scale) == []


@pytest.mark.parametrize("kind", SETS, ids=str)
def test_known_place_needs_no_search(kind: tuple[str, int]):
    """Reading at a known lattice gives the same as finding it did."""
    picture, _, _ = drawn(*kind, 7)
    (found,) = read_tilings(picture, [XBOMB])
    assert read_at(picture, found.lattice, found.theme) == found


@pytest.mark.parametrize("path", OTHERS, ids=lambda path: path.stem)
def test_squares_are_no_candidates(path: Path):
    """In pictures of other boards, and of none, nothing is taken for hexagons or triangles."""
    assert list(find_combs(load_picture(path))) == []


def test_nothing_in_noise():
    """Noise and a pattern of hatched lines hold no board."""
    noise = np.random.default_rng(3).integers(0, 256, (400, 600, 3), np.uint8)
    hatched = np.full((400, 600, 3), 255, np.uint8)
    for start in range(-400, 600, 12):
        cv2.line(hatched, (start, 0), (start + 400, 400), (0, 0, 0))
        cv2.line(hatched, (start + 400, 0), (start, 400), (0, 0, 0))
    assert [read_tilings(picture, [XBOMB]) for picture in (noise, hatched)] == [[], []]
