"""Finding lattices in pictures, without any theme."""

import random

import cv2
import numpy as np
import pytest
from desktops import Desktop, on_busy_desktop, random_desktop
from looks import KINDS
from scenes import played, played_board

from minebot.board import COVERED, Board
from minebot.geometry import Lattice
from minebot.vision.draw import draw_board
from minebot.vision.finding.borders import fit_to_borders
from minebot.vision.locate import (
    find_faint_lattices,
    find_lattices,
    find_oblong_lattices,
    find_open_lattices,
    find_stippled_lattices,
    has_equals,
)
from minebot.vision.read import read_picture
from minebot.vision.themes.folders import load_theme


def _grid(pitch: float, cols: int, rows: int) -> np.ndarray:
    """Tiles of two pixels less than the pitch, each placed at its rounded real place, as a page draws them."""
    picture = np.full((int(pitch * rows) + 60, int(pitch * cols) + 60, 3), 90, np.uint8)
    for x in range(cols):
        for y in range(rows):
            left, top = round(20.4 + x * pitch), round(31.7 + y * pitch)
            right, bottom = round(20.4 + (x + 1) * pitch), round(31.7 + (y + 1) * pitch)
            picture[top : bottom - 2, left : right - 2] = (150, 160, 170)
    return picture


@pytest.mark.parametrize("name", ["online", "clones", "gnome"])
def test_few_lines_of_which_half_are_wider(name: str):
    """A board of eight columns, the first four a pixel wider, is found to within 2 pixels at both ends."""
    board = Board.parse("##1.....\n111111..\n...1#111\n...2####\n...2####\n...3###1\n...3####\n...2####")
    drawn = draw_board(board, load_theme(name), 61)
    narrower = [61 * line + 10 for line in range(4, 8)]
    drawn = np.delete(np.delete(drawn, narrower, 0), narrower, 1)
    lattice = find_lattices(np.pad(drawn, ((70, 40), (54, 40), (0, 0)), constant_values=225))[0]
    assert (lattice.cols, lattice.rows) == (8, 8)
    ends = lattice.x, lattice.across(8), lattice.y, lattice.down(8)
    assert ends == pytest.approx((54, 54 + 484, 70, 70 + 484), abs=2)


def test_lines_of_one_width_are_not_bent_at_the_last():
    """Where the last column ends, no border within the lattice tells: it is as wide as all others."""
    found = Lattice(16.6, 31.7, 21.217, 21, 27, 16)  # as few clear cells may leave it
    lattice, _ = fit_to_borders(_grid(21, 30, 16), found)
    assert (lattice.cols, lattice.rows, lattice.wider_cols) == (30, 16, 0)
    assert lattice.pitch_x == pytest.approx(21, abs=0.01)


@pytest.mark.parametrize("pitch", [10, 12.5, 16, 24.62, 31.6, 50, 77.7, 120])
def test_any_pitch(pitch: float):
    """A plain grid of any real pitch is found to within 2 pixels, its rows and columns exactly."""
    lattice = find_lattices(_grid(pitch, 12, 9))[0]
    assert (lattice.cols, lattice.rows) == (12, 9)
    assert lattice.x == pytest.approx(20.4, abs=2)
    assert lattice.y == pytest.approx(31.7, abs=2)
    assert lattice.pitch_x == pytest.approx(pitch, abs=2 / 12)
    assert lattice.pitch_y == pytest.approx(pitch, abs=2 / 9)


@pytest.mark.parametrize("seed", range(12))
def test_stretched_boards(seed: int):
    """A board that was stretched differently in x and y, with smoothing, is found whole."""
    rng = random.Random(seed)
    board = played_board(rng, load_theme("classic"))
    drawn = draw_board(board, load_theme("classic"), 24)
    across, down = rng.uniform(0.9, 1.6), rng.uniform(0.95, 1.05)
    size = round(drawn.shape[1] * across), round(drawn.shape[0] * across * down)
    picture = cv2.copyMakeBorder(cv2.resize(drawn, size), 40, 30, 35, 25, cv2.BORDER_CONSTANT, value=(120, 90, 60))
    lattice = find_lattices(picture)[0]
    assert (lattice.cols, lattice.rows) == (board.width, board.height)
    assert np.abs(np.subtract(lattice.bbox, (35, 40, *size))).max() <= 2


def test_squares_beside_a_board_leave_it_whole():
    """A list of squares as large as the cells, of another pitch and a little apart, is no part of the lattice."""
    board = _grid(20, 12, 20)
    picture = cv2.copyMakeBorder(board, 0, 0, 0, 60, cv2.BORDER_CONSTANT, value=(90, 90, 90))
    for top in range(38, 410, 22):
        picture[top : top + 18, 265:283] = picture[top : top + 18, 287:305] = (190, 200, 160)
    lattice = find_lattices(picture)[0]
    assert (lattice.cols, lattice.rows) == (12, 20)
    assert np.abs(np.subtract(lattice.bbox, (20, 32, 240, 400))).max() <= 2


def test_squares_of_which_none_looks_like_another():
    """Squares in rows and columns that are all unlike one another, as icons are, are no place for a board."""
    plain = _grid(60, 7, 5)
    coloured = plain.copy()
    for cell in range(35):
        x, y = 21 + cell % 7 * 60, 32 + cell // 7 * 60
        coloured[y + 1 : y + 57, x + 1 : x + 57] = (cell % 5 * 60, cell // 5 % 5 * 60, 120 + cell // 25 * 60)
    assert len(find_lattices(plain)) == 1
    assert find_lattices(coloured) == []


def test_an_enlarged_chequered_board_on_a_large_screen():
    """A board that was enlarged, of two shades that run into one another at its borders, is found on a large screen."""
    theme = load_theme("google")
    enlarged = cv2.resize(draw_board(played_board(random.Random(1), theme), theme, 32), None, fx=3, fy=3)
    height, width = enlarged.shape[:2]
    screen = np.full((1600, 2560, 3), 90, np.uint8)
    screen[150 : 150 + height, 350 : 350 + width] = enlarged
    lattice = find_faint_lattices(screen)[0]
    assert np.abs(np.subtract(lattice.bbox, (350, 150, width, height))).max() <= 2


def test_an_enlarged_board_of_faint_lines_on_a_large_screen():
    """Where nearly all cells are islands no border need be seen: enlarged smoothly, open cells have but faint ones."""
    theme = load_theme("gnomine")
    board = played(random.Random(3), (12, 20), 40, frozenset(theme.symbols))
    drawn = cv2.resize(draw_board(board, theme, 32), None, fx=1.5, fy=1.5, interpolation=cv2.INTER_LINEAR)
    screen = np.full((2160, 3840, 3), (228, 228, 190), np.uint8)
    screen[1000:1960, 80:656] = drawn
    (found,) = find_lattices(screen)
    assert (found.cols, found.rows) == (12, 20)
    assert np.abs(np.subtract(found.bbox, (80, 1000, 576, 960))).max() <= 2


def test_a_small_board_on_a_grid_of_icons():
    """Icons in rows and columns are no board, and so do not stand for what lies on them."""
    theme = load_theme("ace")
    board = played(random.Random(2), (5, 5), 4, frozenset(theme.symbols))
    screen = random_desktop(808, (3840, 2160), 0).picture.copy()
    screen[250:370, 1715:1835] = 190
    screen[260:360, 1725:1825] = draw_board(board, theme, 20)
    assert any(
        (each.cols, each.rows) == (5, 5) and np.abs(np.subtract(each.bbox, (1725, 260, 100, 100))).max() <= 2
        for each in find_lattices(screen)
    )


def test_icons_of_which_a_board_hides_some():
    """Plain cells of a board look alike where icons lie behind them: they do not make a board of the icons."""
    theme, screen = load_theme("online-dark"), random_desktop(5, (1920, 1080), 0).picture.copy()
    screen[260:516, 700:1180] = draw_board(Board.covered(30, 16, 99), theme, 16)
    icons, over = Lattice(719.4, 410.7, 93, 93, 7, 5), Lattice(700, 260, 16, 16, 30, 16)
    assert has_equals(screen, icons)
    assert not has_equals(screen, icons, [over])
    assert has_equals(screen, over)
    assert not has_equals(screen, over, [over])


@pytest.mark.parametrize(("across", "down"), [(6, 14), (8, 16), (16, 8)])
def test_oblong_cells_that_are_too_narrow_are_none(across: int, down: int):
    """No board has cells of less than ten pixels, however high they are."""
    picture = np.full((down * 20 + 60, across * 40 + 60, 3), 90, np.uint8)
    for left in range(30, 30 + across * 40, across):
        for top in range(30, 30 + down * 20, down):
            picture[top : top + down - 2, left : left + across - 1] = (150, 160, 170)
    assert find_oblong_lattices(picture) == []


@pytest.mark.parametrize(("x", "y"), [(-900, 20), (900, 20), (20, -900), (20, 900)])
def test_a_lattice_beside_the_picture(x: int, y: int):
    """Nothing is seen of it, and that is no error."""
    _, seen = fit_to_borders(_grid(16, 12, 9), Lattice(x, y, 16, 16, 12, 9))
    assert seen == 0


def test_dotted_lines_do_not_stretch_a_board():
    """Cells that lie in rows and columns are as far apart as they lie, however odd their lines are, and the digits."""
    board = Board.parse("..1F11#1;12333221;#3##2F1.;2F322221;111..1#2;11.1123#;#212#24#;12#212#F")
    picture = cv2.copyMakeBorder(
        draw_board(board, load_theme("ace"), 40), 90, 40, 30, 30, cv2.BORDER_CONSTANT, value=(192, 192, 192)
    )
    lattice = find_lattices(picture.astype(np.uint8))[0]
    assert (lattice.cols, lattice.rows) == (8, 8)
    assert (lattice.pitch_x, lattice.pitch_y) == pytest.approx((40, 40), abs=2 / 8)


def test_nothing_in_noise_and_plain_pictures():
    """Noise, a plain colour and a gradient hold no lattice."""
    noise = np.random.default_rng(7).integers(0, 256, (300, 400, 3), np.uint8)
    gradient = np.tile(np.arange(400, dtype=np.uint16) // 2, (300, 1)).astype(np.uint8)[:, :, None].repeat(3, axis=2)
    for picture in (noise, np.full((300, 400, 3), 77, np.uint8), gradient):
        assert find_lattices(picture) == []


def test_cells_that_are_too_small_are_none():
    """What is drawn in the cells of a board may repeat, in noise, at a third of its pitch."""
    theme = load_theme("classic")
    drawn = draw_board(played_board(random.Random(1), theme), theme, 8)
    assert find_lattices(cv2.copyMakeBorder(drawn, 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=(90, 60, 30))) == []


def test_tiny_pictures():
    """Pictures smaller than a cell are no error."""
    for side in (1, 2, 5):
        assert find_lattices(np.zeros((side, side, 3), np.uint8)) == []


def _found(desktop: Desktop) -> int:
    """How many of the boards are found: rows and columns exact, all four corners to within 2 pixels."""
    lattices = find_lattices(desktop.picture)
    return sum(any(_fits(lattice, board) for lattice in lattices) for board in desktop.boards)


def _fits(lattice: Lattice, board: Lattice) -> bool:
    ends = [
        (each.x, each.y, each.x + each.cols * each.pitch_x, each.y + each.rows * each.pitch_y)
        for each in (lattice, board)
    ]
    return (lattice.cols, lattice.rows) == (board.cols, board.rows) and np.abs(np.subtract(*ends)).max() <= 2


@pytest.mark.parametrize("kind", KINDS)
def test_made_up_looks_on_desktops(kind: str):
    """Of eight desktops with a board of a look that no program has, some covered, some JPEG, at least seven show it."""
    assert sum(_found(random_desktop(seed, (1920, 1080), kind=kind)) for seed in range(60, 68)) >= 7


def test_the_far_end_of_a_hundred_columns():
    """The last corner of a board of 100 columns lies within 2 pixels, though each cell is placed in whole pixels."""
    lattice = find_lattices(_grid(17.37, 100, 12))[0]
    assert (lattice.cols, lattice.rows) == (100, 12)
    assert lattice.x + 100 * lattice.pitch_x == pytest.approx(20.4 + 100 * 17.37, abs=2)


def test_a_board_grows_from_a_few_columns_to_a_hundred():
    """Where islands lie side by side in some columns alone, the borders tell of all others."""
    found = Lattice(20.4 + 6 * 16, 31.7, 16, 16, 20, 12)
    lattice, _ = fit_to_borders(_grid(16, 100, 12), found)
    assert (lattice.cols, lattice.rows) == (100, 12)


def test_a_last_row_that_nothing_ends_and_of_which_a_border_is_hidden():
    """Beside a panel of the colour of its cells, a row belongs to the board where 14 of its 15 borders look alike."""
    picture = _grid(24, 16, 16)
    picture[414:] = picture[392:414, 110:122] = (150, 160, 170)
    lattice, _ = fit_to_borders(picture, Lattice(20.4, 31.7, 24, 24, 16, 15))
    assert (lattice.cols, lattice.rows) == (16, 16)


def test_a_corner_under_another_window():
    """A board keeps its first row and column when another window covers a corner of it."""
    picture = _grid(24, 16, 16)
    picture[:120, :100] = 240
    lattice = find_lattices(picture)[0]
    assert (lattice.cols, lattice.rows) == (16, 16)


def test_rows_of_open_cells_at_the_end():
    """An expert board whose last rows are all open and empty keeps them: their lines are thin, but there."""
    board = Board(30, 16, (COVERED,) * (30 * 11) + (0,) * (30 * 5))
    drawn = draw_board(board, load_theme("classic"), 16)
    lattice = find_lattices(cv2.copyMakeBorder(drawn, 60, 20, 20, 20, cv2.BORDER_CONSTANT, value=(192, 192, 192)))[0]
    assert (lattice.cols, lattice.rows) == (30, 16)


def test_few_closed_cells_without_a_flag_tell_where_the_others_are():
    """Near the end of a game they are a tenth of the cells and less; open ones have no borders, and digits lie off."""
    rng, picture = random.Random(3), np.full((430, 520, 3), 255, np.uint8)
    picture[80:350, 80:440] = 211
    places = [(x, y) for x in range(20) for y in range(15)]
    for number, (x, y) in enumerate(rng.sample(places, 150)):
        cell = picture[80 + 18 * y :, 80 + 18 * x :][:18, :18]
        if number < 22:
            cell[:16, :16] = 130
            cell[:14, :14] = 235
            cell[2:14, 2:14] = 188
        else:
            cv2.putText(cell, str(number % 3 + 1), (5, 14), cv2.FONT_HERSHEY_PLAIN, 0.9, (200, 20 * (number % 3), 30))
    (lattice,) = find_open_lattices(picture)
    assert abs(lattice.pitch_x - 18) < 0.05
    assert abs(lattice.pitch_y - 18) < 0.05
    off = np.array([(lattice.x - 80) % 18, (lattice.y - 80) % 18])
    assert np.minimum(off, 18 - off).max() <= 2


def test_a_handful_of_closed_cells_that_lie_to_the_pixel_tell_where_the_others_are():
    """Of a small board that is nearly open, they are less than a tenth of the cells."""
    picture = np.full((300, 360, 3), 226, np.uint8)
    for x, y in [(0, 0), (5, 0), (5, 3), (2, 6), (1, 7), (7, 7), (5, 8)]:
        picture[90 + 16 * y :, 100 + 16 * x :][:16, :16] = 150
        picture[91 + 16 * y :, 101 + 16 * x :][:14, :14] = 172
    (lattice,) = find_open_lattices(picture)
    assert (lattice.pitch_x, lattice.pitch_y) == (16, 16)
    assert ((lattice.x - 100) % 16, (lattice.y - 90) % 16) == (0, 0)


def test_cells_filled_with_a_pattern_are_found():
    """Its edges are as strong as those of the cells, and everywhere."""
    drawn = draw_board(played(random.Random(0), (30, 16), 90, frozenset()), load_theme("xbomb"), 20)
    picture, (x, y, _, _) = on_busy_desktop(random.Random(0), drawn)
    scaled = cv2.resize(picture, None, fx=2.52, fy=2.52, interpolation=cv2.INTER_CUBIC)
    (lattice,) = find_stippled_lattices(scaled)
    assert (lattice.cols, lattice.rows) == (30, 16)
    assert abs(lattice.x - 2.52 * x) <= 2
    assert abs(lattice.y - 2.52 * y) <= 2
    (reading,) = read_picture(scaled)
    assert (reading.board.width, reading.board.height) == (30, 16)


def test_of_the_hundreds_of_boards_in_a_pattern_none_is_looked_at():
    """Each of them would take a second to read."""
    drawn = draw_board(played(random.Random(0), (30, 16), 90, frozenset()), load_theme("xbomb"), 16)
    padded = np.pad(drawn, ((140, 60), (120, 60), (0, 0)), constant_values=192)
    assert len(find_lattices(cv2.resize(padded, None, fx=3.1, fy=3.1, interpolation=cv2.INTER_NEAREST))) <= 24
