"""Finding boards whose cells have no borders, in looks that no program has."""

import math
import random

import cv2
import numpy as np
import pytest
from desktops import on_busy_desktop, random_desktop
from scenes import played

from minebot.geometry import Lattice
from minebot.vision.draw import draw_board
from minebot.vision.finding.repeats import find_plain_repeats, find_repeats
from minebot.vision.known.board import aligned
from minebot.vision.picture import Bgr
from minebot.vision.read import read_picture
from minebot.vision.themes.folders import load_theme, load_themes

GROUND = (70, 150, 110)
_FINE = 4  # times as large as it is shown, so that a pitch need not be a whole number


def meadow(seed: int, pitch: float, cols: int, rows: int) -> tuple[Bgr, Lattice]:
    """A board of strokes, discs and rings, one in each cell of a plain ground, and where it lies in its picture."""
    rng = random.Random(seed)
    left, top = 40 + rng.random() * 20, 60 + rng.random() * 20
    size = math.ceil(left + cols * pitch + 50), math.ceil(top + rows * pitch + 30)
    large = np.full((size[1] * _FINE, size[0] * _FINE, 3), GROUND, np.uint8)
    kinds = rng.choices(range(4), weights=(6, 3, 2, 1), k=cols * rows)
    for index, kind in enumerate(kinds):
        x, y = index % cols, index // cols
        middle = round((left + (x + 0.5) * pitch) * _FINE), round((top + (y + 0.5) * pitch) * _FINE)
        _draw(large, middle, pitch * _FINE, kind)
    return cv2.resize(large, size, interpolation=cv2.INTER_AREA).astype(np.uint8), Lattice(
        left, top, pitch, pitch, cols, rows
    )


def _draw(picture: Bgr, middle: tuple[int, int], pitch: float, kind: int) -> None:
    x, y = middle
    reach, pen = round(0.3 * pitch), max(1, round(0.08 * pitch))
    if kind == 0:
        for slant in (-0.6, 0, 0.6):
            cv2.line(picture, (x, y + reach), (x + round(slant * reach), y - reach), (50, 100, 70), pen)
    elif kind == 1:
        cv2.circle(picture, middle, reach, (90, 190, 230), -1)
    elif kind == 2:
        cv2.circle(picture, middle, reach, (40, 40, 40), pen)
    else:
        cv2.rectangle(picture, (x - reach, y - reach), (x + reach, y + reach), (30, 30, 200), -1)


@pytest.mark.parametrize(
    ("pitch", "cols", "rows"), [(14, 30, 16), (18.5, 20, 12), (24.62, 16, 16), (31.6, 9, 9), (50, 30, 16), (88.4, 9, 9)]
)
def test_any_pitch(pitch: float, cols: int, rows: int):
    """A board without borders is found to within 2 pixels, its rows and columns exactly, at any pitch."""
    picture, board = meadow(1, pitch, cols, rows)
    lattice = find_repeats(picture)[0]
    assert (lattice.cols, lattice.rows) == (cols, rows)
    ends = [(each.x, each.y, each.across(cols), each.down(rows)) for each in (lattice, board)]
    assert np.abs(np.subtract(*ends)).max() <= 2


def test_a_part_of_a_larger_picture():
    """What else lies in the picture adds no row and no column, and each board is found once."""
    picture, board = meadow(2, 27.3, 16, 12)
    desktop = random_desktop(3, (1280, 900), 0).picture.copy()
    desktop[100 : 100 + picture.shape[0], 200 : 200 + picture.shape[1]] = picture
    near = [lattice for lattice in find_repeats(desktop) if abs(lattice.pitch_x - 27.3) < 0.2]
    assert [(lattice.cols, lattice.rows) for lattice in near] == [(16, 12)]
    assert np.abs(np.subtract(near[0].bbox, board.moved(200, 100).bbox)).max() <= 2


def test_what_repeats_more_plainly():
    """A board that shows at half its size is found at once, beside another window that repeats more plainly."""
    desktop = random_desktop(5, (3840, 2160), 0).picture.copy()
    picture = draw_board(played(random.Random(1), (30, 16), 99), load_theme("kmines-green"), 32)
    desktop[260 : 260 + picture.shape[0], 700 : 700 + picture.shape[1]] = picture
    other, lattice, *_ = find_plain_repeats(desktop)
    assert abs(other.pitch_x - 32) > 16
    assert (lattice.cols, lattice.rows) == (30, 16)
    assert np.abs(np.subtract(lattice.bbox, (700, 260, 960, 512))).max() <= 3


@pytest.mark.parametrize(("cols", "rows"), [(12, 4), (5, 9), (4, 12)])
def test_boards_without_borders_of_few_lines(cols: int, rows: int):
    """A theme tells them from calendars; without one a board has more lines."""
    desktop = random_desktop(5, (1920, 1080), 0).picture.copy()
    board = played(random.Random(2), (cols, rows), cols * rows // 6)
    picture = draw_board(board, load_theme("kmines-green"), 64)
    desktop[100 : 100 + picture.shape[0], 700 : 700 + picture.shape[1]] = picture
    (reading,) = read_picture(desktop)
    assert reading.board.rows == board.rows
    assert not reading.doubtful
    assert all(min(each.cols, each.rows) >= 6 for each in find_repeats(desktop))


def test_a_small_board_without_borders_among_large_icons():
    """What repeats at quite another pitch around it, and is no board, does not hide it."""
    desktop = random_desktop(5, (1920, 1080), 0).picture.copy()
    board = played(random.Random(0), (9, 9), 13)
    picture = draw_board(board, load_theme("kmines-green"), 28)
    desktop[200 : 200 + picture.shape[0], 700 : 700 + picture.shape[1]] = picture
    assert any((each.cols, each.rows) == (9, 9) for each in find_repeats(desktop))


def test_bands_below_a_board():
    """What runs down below a board, as the steps of a fading colour do, adds no rows, nor does what is out of sight."""
    picture, board = meadow(4, 40, 16, 12)
    bands = np.random.default_rng(1).choice([0, 40], picture.shape[1], p=[0.8, 0.2])
    fading = np.repeat(GROUND + bands[None, :, None], 130, axis=0).astype(np.uint8)
    lattice = find_repeats(np.concatenate([picture[: round(board.down(board.rows))], fading]))[0]
    assert (lattice.cols, lattice.rows) == (board.cols, board.rows)


def test_a_board_that_fills_its_picture():
    """A board keeps its first and last lines where the picture ends with them."""
    picture, board = meadow(3, 32, 12, 10)
    left, top, width, height = board.bbox
    lattice = find_repeats(np.ascontiguousarray(picture[top : top + height, left : left + width]))[0]
    assert (lattice.cols, lattice.rows) == (12, 10)


def test_a_few_bold_marks_hide_no_grass():
    """Cells that show next to nothing beside a few that show much still make a board."""
    picture, board = meadow(4, 30, 16, 16)
    faint = cv2.addWeighted(picture, 0.3, np.full_like(picture, GROUND), 0.7, 0).astype(np.uint8)
    for cell in ((2, 3), (7, 7), (12, 4), (5, 13)):
        x, y = (round(place) for place in board.centre(cell))
        cv2.circle(faint, (x, y), 10, (0, 0, 0), -1)
    lattice = find_repeats(faint)[0]
    assert (lattice.cols, lattice.rows) == (16, 16)


def test_nothing_in_noise_text_and_plain_pictures():
    """Noise, a plain colour, a gradient, lines of text and bars hold no such board."""
    noise = np.random.default_rng(7).integers(0, 256, (300, 400, 3), np.uint8)
    gradient = np.tile(np.arange(400, dtype=np.uint16) // 2, (300, 1)).astype(np.uint8)[:, :, None].repeat(3, axis=2)
    bars = np.where(np.arange(400) % 20 < 10, 60, 200).astype(np.uint8)[None, :, None].repeat(300, 0).repeat(3, 2)
    text = np.full((600, 800, 3), 255, np.uint8)
    rng = random.Random(5)
    for line in range(25):
        words = "".join(rng.choice("abcdefghij klmno pqrst") for _ in range(50))
        cv2.putText(text, words, (10, 24 * line + 20), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (0, 0, 0), 1)
    for picture in (noise, gradient, bars, text, np.full((300, 400, 3), 77, np.uint8)):
        assert find_repeats(picture) == []


@pytest.mark.parametrize("side", [1, 2, 5, 15, 40])
def test_tiny_pictures(side: int):
    """Pictures smaller than a board are no error."""
    assert find_repeats(np.zeros((side, side, 3), np.uint8)) == []


@pytest.mark.parametrize("seed", [0, 2])
@pytest.mark.parametrize("off", [(-18, 3), (10, -13), (7, 7), (14, 0)])
def test_where_cells_begin_is_found_to_the_pixels_of_their_borders(off: tuple[int, int], seed: int):
    """A guess that is off by a quarter of a cell is mended though borders are dots, which match nothing beside them."""
    luck, theme = random.Random(seed), load_theme("ace")
    board = played(luck, (16, 12), 30, frozenset(theme.symbols))
    picture, (x, y, _, _) = on_busy_desktop(luck, draw_board(board, theme, 64))
    true = Lattice(x, y, 64, 64, 16, 12)
    found = aligned(cv2.GaussianBlur(picture, (0, 0), 0.9).astype(np.uint8), true.moved(*off), load_themes())
    assert np.abs(np.subtract(found.bbox, true.bbox)).max() <= 1
