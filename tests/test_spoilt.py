"""Boards that a screenshot, a dialog or a toolkit has changed as a whole: in another light, compressed, uneven."""

import random
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from desktops import compressed, on_busy_desktop, overlaid, random_desktop
from scenes import on_desktop, played, scene

from minebot.board import COVERED, Board
from minebot.geometry import Lattice, Pixel
from minebot.vision.cells import Cutter, Fit
from minebot.vision.draw import draw_board
from minebot.vision.known.beside import goes_on_beside, like_those_within
from minebot.vision.known.board import _off_ground, read_known
from minebot.vision.known.compressed import quality_of
from minebot.vision.known.extent import extent_of
from minebot.vision.known.looks import Looks
from minebot.vision.known.nearness import match_all, match_beside, shares_of_lines
from minebot.vision.known.uneven import uneven as told_apart
from minebot.vision.locate import find_lattices
from minebot.vision.motion import lain_over
from minebot.vision.picture import Bgr
from minebot.vision.read import read_picture
from minebot.vision.reading import DOUBTFUL_BELOW
from minebot.vision.theme import Enlarged
from minebot.vision.themes.folders import load_theme, load_themes


def veiled(picture: Bgr, strength: float, veil: int) -> Bgr:
    """The picture behind a veil of a grey."""
    return np.round(strength * picture + (1 - strength) * veil).astype(np.uint8)


CHANGES = {
    "dimmed": lambda picture: veiled(picture, 0.5, 0),
    "faded": lambda picture: veiled(picture, 0.6, 255),
    "compressed": lambda picture: compressed(picture, 75),
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("name", ["classic", "gnome", "sgt", "winemine", "windows7", "online-dark"])
def test_boards_are_read_through_what_changed_all_of_them(name: str, change: str):
    """A board in a dialog's dusk, behind a white veil, or out of a JPEG is read right and without a doubt."""
    theme = load_theme(name)
    picture, board, bbox = scene(3, theme, min(theme.tiles, default=24))
    (reading,) = read_picture(CHANGES[change](picture))
    assert reading.theme.name == name
    assert reading.board.rows == board.rows
    assert np.abs(np.subtract(reading.lattice.bbox, bbox)).max() <= 2
    assert reading.doubtful == ()


@pytest.mark.parametrize(("seed", "strength"), [(5, 0.655), (9, 0.749)])
def test_a_light_is_told_to_a_hundredth(seed: int, strength: float):
    """KMines' cells go from light to dark across the board: in nearly the right light they are not told from others."""
    luck, theme = random.Random(seed), load_theme("kmines")
    board = played(luck, (12, 12), 25, frozenset(theme.symbols))
    picture, _ = on_busy_desktop(luck, draw_board(board, theme, 40))
    (reading,) = read_picture((picture * strength).astype(np.uint8))
    assert (reading.board.rows, reading.doubtful) == (board.rows, ())
    assert reading.misfit < 2


_HARDLY_OPENED = """
.1######F#######;.12#######F#####;..1####FF######F;111#############;#F1#######F####F;################;
####F###F#2#####;#########F3F####;#######1#F######;###########F###F;#########1##F###;################
""".replace("\n", "")


def test_covered_cells_in_the_dark_are_not_the_open_ones_of_another_look():
    """KMines' classic look, dimmed, is nearly as light as open cells of its usual one: another light is looked at."""
    board = Board.parse(_HARDLY_OPENED)
    window = in_window(board, "kmines-classic", 20, 60)
    (reading,) = read_picture((window * 0.8).astype(np.uint8))
    assert (reading.theme.name, reading.board.rows, reading.doubtful) == ("kmines-classic", board.rows, ())


@pytest.mark.parametrize("quality", [52, 63, 74])
def test_what_a_jpeg_made_of_vivid_cells_is_told_from_another_look(quality: int):
    """Cells that a JPEG left far off their theme are its own: drawn and compressed as much, they are the same."""
    board = Board.parse(";".join(["F###F####F", *["##########"] * 7, "####F####F"]))
    picture, _ = on_busy_desktop(random.Random(2), draw_board(board, load_theme("winemine"), 16))
    (reading,) = read_picture(compressed(picture, quality))
    assert (reading.theme.name, reading.board.rows, reading.doubtful) == ("winemine", board.rows, ())
    assert reading.misfit < 2


def test_a_jpeg_does_not_make_one_look_another():
    """No quality explains why a board is drawn in other borders than those of the theme that is nearest to it."""
    picture, _, (x, y, *_) = scene(4, load_theme("classic"), 16)
    lattice = Lattice(x, y, 16, 16, 9, 9)
    for quality in (40, 60, 80):
        fit = Fit(load_theme("online"), lattice, 16.0)
        assert quality_of(compressed(picture, quality), fit) is None
        fit = Fit(load_theme("classic"), lattice, 8.0)
        assert quality_of(compressed(picture, quality), fit) == quality


def test_a_theme_that_is_where_the_borders_are_was_not_moved_off_them():
    """Google's mines are on many colours: in noise, found a pixel off, one on red is not the mine that exploded."""
    board = Board.parse("...12*F1;.112*321;12F211..;F2221...;111F21..;1122*1..;1*222211;112*11*1")
    picture, _ = on_busy_desktop(random.Random(10), draw_board(board, load_theme("google"), 16))
    noise = np.random.default_rng(10).normal(0, 4.5, picture.shape)
    (reading,) = read_picture(np.clip(picture + noise, 0, 255).astype(np.uint8))
    doubtful = {(each.x, each.y) for each in reading.doubtful}
    silent = [board.place(i) for i in range(64) if reading.board.cells[i] != board.cells[i]]
    assert set(silent) <= doubtful
    assert len(doubtful) <= 1


def in_window(board: Board, name: str, pitch: int, panel: int) -> Bgr:
    """A board, drawn in a theme, in a window of a grey, 60 pixels below its upper end."""
    drawn = draw_board(board, load_theme(name), pitch)
    return cv2.copyMakeBorder(drawn, 60, 20, 20, 20, cv2.BORDER_CONSTANT, value=(panel,) * 3).astype(np.uint8)


def test_a_bar_in_noise_is_no_line_of_covered_cells():
    """Noise gives a plain bar as much contrast as covered cells have; but it is not as near to them as those within."""
    theme = load_theme("microsoft")
    board = played(random.Random(5), (16, 12), 36, frozenset(theme.symbols))
    window = in_window(board, "microsoft", 16, 200)
    window[36:60] = (160, 90, 40)  # the colour of such cells
    (reading,) = read_picture(noisy(window, 5))
    assert (reading.board.rows, reading.doubtful) == (board.rows, ())


def test_a_panel_in_the_colour_of_open_cells_is_no_line_of_them():
    """A groove in a panel is not the faint lines of KMines' open cells, where all of these are just as they are."""
    theme = load_theme("kmines")
    board = played(random.Random(3), (16, 12), 36, frozenset(theme.symbols))
    window = in_window(board, "kmines", 24, 172)
    window[57, 15:-15] = (187, 180, 173)
    (reading,) = read_picture(window)
    assert (reading.board.rows, reading.doubtful) == (board.rows, ())


@pytest.mark.parametrize("panel", [160, 192])
def test_a_panel_in_noise_has_no_lines(panel: int):
    """Noise gives a panel of nearly the colour of KMines' open cells as much contrast as these have, but no lines."""
    theme = load_theme("kmines")
    board = played(random.Random(3), (16, 12), 36, frozenset(theme.symbols))
    (reading,) = read_picture(noisy(in_window(board, "kmines", 28, panel), 3))
    assert (reading.board.rows, reading.doubtful) == (board.rows, ())


def test_cells_have_lines_though_a_frame_runs_into_them():
    """Zeros along a white frame, of which a line is lost in it, are like others: by the rest of their lines."""
    drawn = draw_board(Board(9, 9, (0,) * 81), load_theme("online-dark"), 16)
    picture = moved(cv2.copyMakeBorder(drawn, 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=(255,) * 3), 0.75)
    lattice = Lattice(40.75, 40, 16, 16, 9, 9)
    cutter, theme = Cutter.of(picture, lattice), load_theme("online-dark").seen((0.5, 0.5))
    shares = shares_of_lines(cutter, lattice, theme, np.arange(81))
    assert shares.min() > 0.8 * np.median(shares)


def test_lines_that_are_wider_in_another_look_are_not_taken_for_granted():
    """Where a lattice has wider lines and the board has none, none of its lines is dropped for that."""
    theme, rows = load_theme("sgt"), ["###F######", *["##########"] * 6, "######F###"]
    drawn = draw_board(Board.parse(";".join(rows)), theme, 20)
    picture = cv2.copyMakeBorder(drawn, 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=(192, 192, 192)).astype(np.uint8)
    reading = read_known(picture, Lattice(40, 38, 20, 20, 10, 8, wider_rows=2), [theme])
    assert reading is not None
    assert (reading.board.rows, reading.doubtful) == (rows, ())


def blurred(picture: Bgr, pixels: float) -> Bgr:
    """The picture blurred by that standard deviation."""
    return cv2.GaussianBlur(picture, (0, 0), pixels).astype(np.uint8)


def enlarged(picture: Bgr, times: float) -> Bgr:
    """The picture at another size, as a desktop enlarges the windows of old programs."""
    return cv2.resize(picture, None, fx=times, fy=times, interpolation=cv2.INTER_LINEAR).astype(np.uint8)


def noisy(picture: Bgr, deviation: float) -> Bgr:
    """The picture in noise of that standard deviation."""
    noise = np.random.default_rng(1).normal(0, deviation, picture.shape)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


@pytest.mark.parametrize(
    ("name", "change", "by"),
    [
        ("ace", blurred, 0.9),
        ("xbomb", blurred, 0.6),
        ("sgt", blurred, 0.7),
        ("xbomb", enlarged, 1.8),
        ("xbomb", enlarged, 2.9),
        ("xdemineur", enlarged, 1.74),
        ("winemine", enlarged, 1.3),
        ("gnome", enlarged, 1.42),
        ("gnome", enlarged, 0.82),
        ("google", noisy, 6),
        ("kmines-green", noisy, 5),
        ("kmines-graveyard", noisy, 6),
    ],
)
def test_known_looks_are_read_as_blurred_as_they_are(name: str, change: Callable[[Bgr, float], Bgr], by: float):
    """A picture that was blurred, enlarged or photographed in poor light is read right, and without a doubt."""
    theme = load_theme(name)
    pitch = min(theme.tiles, default=16 if change is blurred else 24)
    picture, board, bbox = scene(4, theme, pitch)
    times = by if change is enlarged else 1
    (reading,) = read_picture(change(picture, by))
    assert reading.theme.name == name
    assert reading.board.rows == board.rows
    assert np.abs(np.subtract(reading.lattice.bbox, np.multiply(bbox, times))).max() <= 2
    assert reading.doubtful == ()


@pytest.mark.parametrize(
    ("name", "pitch", "by", "seed"), [("xdemineur", 21, 1.014, 4), ("clones", 24, 1.17, 4), ("xbomb", 20, 1.05, 6)]
)
def test_a_picture_of_blocks_is_brought_back_to_the_pixel(name: str, pitch: int, by: float, seed: int):
    """Where each pixel became a block, some of a single pixel, the lattice is told to hundredths of one."""
    picture, board, _ = scene(seed, load_theme(name), pitch)
    blocks = cv2.resize(picture, None, fx=by, fy=by, interpolation=cv2.INTER_NEAREST).astype(np.uint8)
    (reading,) = read_picture(blocks)
    assert (reading.theme.name, reading.board.rows) == (name, board.rows)
    assert reading.theme.enlarged == Enlarged(pitch, smooth=False)
    assert reading.misfit < 1


@pytest.mark.parametrize(("pitch", "by"), [(40, 2.887), (32, 2.84)])
def test_cells_with_gaps_are_brought_back_to_whatever_size_they_were_drawn_at(pitch: int, by: float):
    """Gaps and margins of so many pixels at all sizes tell from which a picture was enlarged, by any factor."""
    picture, board, bbox = scene(7, load_theme("gnome"), pitch)
    (reading,) = read_picture(enlarged(picture, by))
    assert reading.theme.name == "gnome"
    assert (reading.board.rows, reading.doubtful) == (board.rows, ())
    assert np.abs(np.subtract(reading.lattice.bbox, np.multiply(bbox, by))).max() <= 2


def moved(picture: Bgr, by: float, down: float = 0) -> Bgr:
    """The picture moved to the right and down by parts of a pixel."""
    way = np.array([[1, 0, by], [0, 1, down]])
    return cv2.warpAffine(picture, way, picture.shape[1::-1], borderMode=cv2.BORDER_REPLICATE).astype(np.uint8)


@pytest.mark.parametrize(("seed", "right", "down"), [(6, 0.46, 0.08), (9, 0.97, 0.43)])
def test_a_board_that_was_moved_in_one_direction_is_blurred_in_that_alone(seed: int, right: float, down: float):
    """Where a picture was moved by whole pixels across, and by half of one down, its cells are sharp across."""
    luck, theme = random.Random(seed), load_theme("winemine")
    board = played(luck, (24, 20), 80, frozenset(theme.symbols))
    picture, _ = on_desktop(luck, draw_board(board, theme, 16))
    (reading,) = read_picture(moved(picture, right, down))
    assert (reading.theme.name, reading.board.rows, reading.doubtful) == ("winemine", board.rows, ())
    assert reading.misfit < 11


def test_of_two_looks_that_differ_in_one_symbol_that_is_taken_which_shows_it():
    """Most cells of clones are those of the classic look; a wrong flag is not, and a sample may not have it."""
    rows = ["#*#FF#F###*#", "####*####X##", "######****F#", "####*#W*###*", *["############"] * 16]
    picture, _ = on_desktop(random.Random(1), draw_board(Board.parse(";".join(rows)), load_theme("clones"), 24))
    (reading,) = read_picture(moved(picture, 0.35))
    assert (reading.theme.name, reading.board.rows, reading.doubtful) == ("clones", rows, ())


@pytest.mark.parametrize(("change", "by"), [(moved, 0.35), (compressed, 50)])
def test_a_stipple_is_known_on_average(change: Callable[[Bgr, float], Bgr], by: float):
    """Stippled cells that were moved by part of a pixel, or compressed, are those of their theme, numbers or none."""
    board = Board.parse("#####F##;########;###F####;######F#;####F###;F#######;########;########")
    drawn = draw_board(board, load_theme("xbomb"), 20)
    picture = cv2.copyMakeBorder(drawn, 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=(192, 192, 192))
    (reading,) = read_picture(change(picture.astype(np.uint8), by))
    assert (reading.theme.name, reading.board.rows, reading.doubtful) == ("xbomb", board.rows, ())


@pytest.mark.parametrize(("name", "by"), [("xdemineur", 1.4), ("kmines-green", 1.18), ("kmines", 2.55)])
def test_a_picture_enlarged_without_smoothing_is_brought_back_to_its_very_pixels(name: str, by: float):
    """Where each pixel became a block, as pages that are pixelated show them, a theme fits as it did before."""
    luck, theme = random.Random(1), load_theme(name)
    board = played(luck, (8, 8), 10, frozenset(theme.symbols))
    plain, bbox = on_desktop(luck, draw_board(board, theme, min(theme.tiles, default=12)))
    blocks = cv2.resize(plain, None, fx=by, fy=by, interpolation=cv2.INTER_NEAREST).astype(np.uint8)
    (reading,) = read_picture(blocks)
    assert reading.theme.name == name
    assert np.abs(np.subtract(reading.lattice.bbox, np.multiply(bbox, by))).max() <= 2
    assert (reading.board.rows, reading.doubtful) == (board.rows, ())
    assert reading.misfit < 1


@pytest.mark.parametrize(("pitch", "quality"), [(24, 75), (20, 55)])
def test_a_chequered_board_that_was_compressed_is_found(pitch: int, quality: int):
    """Squares of two greens between which a JPEG leaves hardly an edge are cells: they lie in rows and columns."""
    rows = ["#" * 15] * 6 + ["#####112#######", "#####1.1#######", "#####111#######"] + ["#" * 15] * 4
    drawn = draw_board(Board.parse(";".join(rows)), load_theme("google"), pitch)
    plain = cv2.copyMakeBorder(drawn, 61, 50, 46 if pitch == 24 else 44, 60, cv2.BORDER_CONSTANT, value=(190, 190, 190))
    (reading,) = read_picture(compressed(plain, quality))
    assert (reading.board.rows, reading.doubtful) == (rows, ())


_NUMBERS = Board.parse("1122#221;1F2#3F2F;11212232;111..1#1;1#111211;1112#321;...2##2#;...12221")


@pytest.mark.parametrize(
    ("name", "pitch", "change", "by"),
    [("kmines", 24, compressed, 50), ("microsoft", 12, noisy, 5)],
)
def test_a_small_board_of_faint_lines_is_found(name: str, pitch: int, change: Callable[[Bgr, float], Bgr], by: float):
    """Of lines that compression or noise has torn, most pixels are left, all along: few cells are islands."""
    drawn = draw_board(_NUMBERS, load_theme(name), pitch)
    window = cv2.copyMakeBorder(drawn, 58, 38, 54, 42, cv2.BORDER_CONSTANT, value=(30, 30, 30)).astype(np.uint8)
    (reading,) = read_picture(change(window, by))
    assert (reading.board.rows, reading.doubtful) == (_NUMBERS.rows, ())


@pytest.mark.parametrize(
    ("name", "by", "seed"),  # of each a side is mostly empty cells, into which what is beside it runs
    [("xbomb", 0.7, 11), ("xbomb", 1.0, 2), ("xbomb", 1.0, 14), ("ace", 0.7, 36)]
    + [("ace", 1.0, seed) for seed in (0, 37, 49, 54)],
)
def test_a_blurred_board_is_never_cut_short_in_silence(name: str, by: float, seed: int):
    """A board whose outermost cells are unlike the theme's is read whole, or all of what is read is doubtful."""
    luck, theme = random.Random(seed), load_theme(name)
    board = played(luck, (9, 9), 10, frozenset(theme.symbols))
    plain, (left, top, width, height) = on_busy_desktop(luck, draw_board(board, theme, min(theme.tiles, default=12)))
    for reading in read_picture(blurred(plain, by)):
        x, y = reading.lattice.centre((reading.board.width // 2, reading.board.height // 2))
        assert left < x < left + width
        assert top < y < top + height
        whole = (reading.board.width, reading.board.height) == (9, 9)
        assert whole or len(reading.doubtful) == len(reading.board.cells)


_ENDS_EMPTY = "F12###1.;1####F1.;##1###1.;F2#1##1.;###F#F1.;####211.;####1...;####1..."
_ENDS_COVERED = """
F##########F######;################F#;##################;#######F####F####F;#######FF#F#####F#;##################;
#F##########F#F###;##################;##########F#######;#F###F##F######F##;#F################;#F#############F##;
###########F######;##########F#######""".replace("\n", "")


@pytest.mark.parametrize(
    ("name", "pitch", "text", "change", "by"),
    [("ace", 20, _ENDS_EMPTY, blurred, 1.0), ("google", 16, _ENDS_COVERED, compressed, 45)],
    ids=("zeros", "covered"),
)
def test_a_last_line_that_is_all_but_plain_is_never_lost_in_silence(
    name: str, pitch: int, text: str, change: Callable[[Bgr, float], Bgr], by: float
):
    """A line of zeros, or of covered cells but for a flag: what is read without it is doubtful as a whole."""
    board = Board.parse(text)
    drawn = draw_board(board, load_theme(name), pitch)
    picture = cv2.copyMakeBorder(drawn, 90, 40, 36, 44, cv2.BORDER_CONSTANT, value=(192, 192, 192)).astype(np.uint8)
    for reading in read_picture(change(picture, by)):
        whole = (reading.board.width, reading.board.height) == (board.width, board.height)
        assert whole or len(reading.doubtful) == len(reading.board.cells)


@pytest.mark.parametrize("left", [-15, 8])
@pytest.mark.parametrize(("name", "pitch"), [("minegauler", 12), ("classic", 16), ("winemine", 16), ("xdemineur", 21)])
def test_a_board_whose_last_lines_show_but_one_cell_is_never_cut_short_in_silence(name: str, pitch: int, left: int):
    """Under a sheet that leaves a cell or two of a board's last lines, what was read of the others is all doubtful."""
    board = Board.parse("2F213F#1;2#21##42;1222222#;.1#1.122;.12222#1;122#3#21;F2F3F21.;121211..")
    window = np.pad(draw_board(board, load_theme(name), pitch), ((90, 60), (70, 80), (0, 0)), constant_values=120)
    window[90 + round(5.4 * pitch) : 110 + 8 * pitch, 70 + left : 68 + 7 * pitch] = 38
    for reading in (*read_picture(window), *read_picture(window, themes=())):
        whole = (reading.board.width, reading.board.height) == (8, 8)
        assert whole or len(reading.doubtful) == len(reading.board.cells)


@pytest.mark.parametrize(("seed", "light"), [(0, 0.4), (2, 0.45), (4, 0.4)])
def test_a_dark_board_is_none_of_a_dark_theme(seed: int, light: float):
    """A board without borders that is dimmed is read by its theme, and where that is missing by none in silence."""
    luck, theme = random.Random(seed), load_theme("kmines-green")
    board = played(luck, (9, 9), 14, frozenset(theme.symbols))
    dark = (on_busy_desktop(luck, draw_board(board, theme, 76))[0] * light).astype(np.uint8)
    (reading,) = read_picture(dark)
    assert (reading.theme.name, reading.board.rows, reading.doubtful) == ("kmines-green", board.rows, ())
    for other in read_picture(dark, [each for each in load_themes() if each.name != "kmines-green"]):
        assert len(other.doubtful) == len(other.board.cells)


def test_a_light_is_told_by_the_cells_where_they_are(monkeypatch: pytest.MonkeyPatch):
    """Where edges misplace a dimmed board by a fifth of a cell, its light is known once a theme has put it in place."""
    luck, theme = random.Random(4), load_theme("kmines")
    board = played(luck, (30, 16), 80, frozenset(theme.symbols))
    picture, (x, y, _, _) = on_desktop(luck, draw_board(board, theme, 20))
    misplaced = Lattice(x + 3.84, y - 1.44, 20.13, 19.98, 30, 16)
    monkeypatch.setattr("minebot.vision.read.find_lattices", lambda _: [misplaced])
    (reading,) = read_picture((picture * 0.8).astype(np.uint8))
    assert (reading.board.rows, reading.doubtful) == (board.rows, ())


@pytest.mark.parametrize(("pitch", "seed"), [(24, 0), (12, 2), (12, 11)])
def test_a_board_of_few_plain_cells_is_found(pitch: int, seed: int):
    """Where digits and marks run into the borders of most cells, the few others tell where the lattice is."""
    luck, theme = random.Random(seed), load_theme("kmines")
    board = played(luck, (8, 8), 14, frozenset(theme.symbols))
    plain = on_busy_desktop(luck, draw_board(board, theme, pitch))[0]
    move = np.array([[1, 0, 0.3], [0, 1, 0.6]], np.float32)
    (reading,) = read_picture(cv2.warpAffine(plain, move, plain.shape[1::-1], borderMode=cv2.BORDER_REPLICATE))
    assert reading.board.rows == board.rows
    assert reading.doubtful == ()


def test_lines_that_are_none_of_the_board_say_nothing_of_its_theme():
    """How far a theme is off is measured where the board is, not where it was looked for."""
    theme = load_theme("kmines-green")
    board = played(random.Random(2), (8, 8), 12, frozenset(theme.symbols))
    drawn = draw_board(board, theme, 76)
    window = cv2.copyMakeBorder(drawn, 60, 40, 300, 90, cv2.BORDER_CONSTANT, value=(192, 192, 192)).astype(np.uint8)
    true = Lattice(300, 60, 76, 76, 8, 8)
    reading = read_known(window, true.widened(-3, 8, 0, 8), [theme])
    assert reading is not None
    assert reading.lattice == true
    assert reading.misfit < 1


def test_a_board_found_by_a_part_is_read_as_blurred_as_it_is():
    """Few cells, all of them plain, may not tell how blurred a board is: once all of it is found, it tells."""
    rows = "......1F1.1##1....;......111.1221....;....111...12221211;12211#21212F#2#2F1;2F#2213#4#32221222"
    rows += ";#33#1.2#5F3..1111#;122222323#2..1F111;12F11F#11222121111;F212232212#2F2111#;2333F211#21223#111"
    rows += ";3#F#4F1111..1#21..;F#5#422111.1221...;22212#11F1.1#22221;....111111.112##2#"
    board, theme = Board.parse(rows), load_theme("microsoft")
    window = cv2.copyMakeBorder(
        draw_board(board, theme, 16), 60, 40, 50, 90, cv2.BORDER_CONSTANT, value=(192, 192, 192)
    )
    reading = read_known(blurred(window, 0.9), Lattice(50, 60, 16, 16, 6, 3), [theme])
    assert reading is not None
    assert reading.board.rows == board.rows
    assert (reading.doubtful, reading.ends_clearly) == ((), True)


def test_a_frame_is_no_line_of_the_board():
    """A line of empty cells beside covered ones is none of the board's: a zero would have opened them."""
    theme = load_theme("kmines")
    drawn = draw_board(Board.parse(";".join(["########F#######"] * 12)), theme, 12)
    colour = theme.tile("open", 12)[6, 6].tolist()
    panel = cv2.copyMakeBorder(drawn, 0, 12, 12, 12, cv2.BORDER_CONSTANT, value=colour)
    window = cv2.copyMakeBorder(panel, 90, 40, 60, 70, cv2.BORDER_CONSTANT, value=(120, 60, 20))
    (reading,) = read_picture(enlarged(window.astype(np.uint8), 31 / 12))
    assert (reading.board.width, reading.board.height) == (16, 12)
    assert reading.doubtful == ()


def test_a_frame_in_noise_is_not_read_as_lines_of_zeros():
    """A frame as wide as a cell, of nearly the colour of empty cells, is not taken for some without a doubt."""
    board = Board.parse("...1221.1*;...1**2.11;...14*3...;...13*2...;.113*31...;.1X3*311..;.11223*1..;....1F21..")
    drawn = draw_board(board, load_theme("gnomine"), 12)
    frame = cv2.copyMakeBorder(drawn, 12, 12, 12, 12, cv2.BORDER_CONSTANT, value=(192, 192, 192))
    lined = cv2.copyMakeBorder(frame, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=(20, 20, 240))
    picture = cv2.copyMakeBorder(lined, 40, 20, 20, 20, cv2.BORDER_CONSTANT, value=(192, 192, 192)).astype(np.uint8)
    for reading in read_picture(noisy(picture, 4.5)):
        assert reading.board.rows == board.rows or len(reading.doubtful) == len(reading.board.cells)


def test_a_last_line_of_zeros_is_of_the_board_where_a_light_frame_runs_into_it():
    """A blur brings the frame of a dark board into its outermost cells, numbers and zeros alike: both are cells."""
    board = Board.parse("#21....1##;##311..2##;#F#F2111#1;#2212#1111;F1..111...;11........;..........;..........")
    drawn = draw_board(board, load_theme("online-dark"), 16)
    picture = cv2.copyMakeBorder(drawn, 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=(208, 208, 208)).astype(np.uint8)
    (reading,) = read_picture(blurred(picture, 0.6))
    assert (reading.board.rows, reading.doubtful) == (board.rows, ())


def test_three_rows_that_a_sheet_leaves_tell_of_the_others():
    """A board of which but three rows are whole goes on where cells at both sides of what lies over it are left."""
    board, theme = (
        Board.parse("##12F1.1F;1#F211.22;#111...1#;11.....1#;#2111111#;##1#F1###;#211113#F;F1....3F#;#1....2#F"),
        load_theme("xbomb"),
    )
    picture, (x, y, _, _) = on_desktop(random.Random(1), draw_board(board, theme, 20))
    picture[y + 16 : y + 127, x + 26 : x + 136] = (240, 0, 60)
    reading = read_known(picture, Lattice(x + 20, y + 120, 20, 20, 6, 3), [theme])
    assert reading is not None
    assert (reading.board.width, reading.board.height, reading.ends_clearly) == (9, 9, True)
    assert {(doubt.x, doubt.y) for doubt in reading.doubtful} == {(x, y) for x in range(1, 7) for y in range(7)}


def test_a_last_column_of_cells_like_others_is_of_the_board():
    """Where an enlarged board ends, its cells are less like the theme's: those that look like others within stay."""
    luck, theme = random.Random(11), load_theme("xbomb")
    board = played(luck, (9, 9), 10, frozenset(theme.symbols))
    picture, _ = on_busy_desktop(luck, draw_board(board, theme, 20))
    (reading,) = read_picture(enlarged(picture, 1.49))
    assert (reading.board.rows, reading.doubtful) == (board.rows, ())


@pytest.mark.parametrize(("pitch", "panel"), [(16, 160), (20, 192)])
def test_a_last_row_of_which_two_cells_are_like_others_is_of_the_board(pitch: int, panel: int):
    """Zeros into which a frame runs, in a blur, are cells all the same where numbers beside them look as others do."""
    board = Board.parse("#F#####F;112#####;..112###;11..1F##;#1..1##F;11.11111;...1F1..;...1#1..")
    drawn = draw_board(board, load_theme("online-dark"), pitch)
    window = cv2.copyMakeBorder(drawn, 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=(panel,) * 3).astype(np.uint8)
    (reading,) = read_picture(blurred(window, 1))
    assert (reading.board.rows, reading.doubtful) == (board.rows, ())


@pytest.mark.parametrize(("pitch", "by"), [(20, 0.8), (24, 1.0)])
def test_a_first_row_of_zeros_with_lines_is_no_panel(pitch: int, by: float):
    """Though a frame that runs into them leaves them unlike the theme: a panel has no lines where they have them."""
    board = Board.parse("........;.111....;.1#21211;.112####;...113##;.111.12#;12#1..1#;1##1..1#")
    drawn = draw_board(board, load_theme("ace"), pitch)
    window = cv2.copyMakeBorder(drawn, 58, 38, 54, 42, cv2.BORDER_CONSTANT, value=(192,) * 3).astype(np.uint8)
    (reading,) = read_picture(blurred(window, by))
    assert (reading.board.rows, reading.doubtful) == (board.rows, ())


@pytest.mark.parametrize("by", [0.75, 0.87])
def test_a_panel_of_the_colour_of_zeros_is_no_row_above_those_that_lack_a_border(by: float):
    """Written cells have borders at two sides: above the board a panel has the one that the first row has, no more."""
    board = Board.parse("1F21......;12F1......;.222...111;13#21111F1;F4#21#1222;#4211111F2;2#1....12#;111.....11")
    drawn = draw_board(board, load_theme("written"), 20)
    panel = cv2.copyMakeBorder(drawn, 20, 20, 20, 20, cv2.BORDER_CONSTANT, value=(192,) * 3)
    window = cv2.copyMakeBorder(panel, 60, 40, 50, 70, cv2.BORDER_CONSTANT, value=(160, 90, 40)).astype(np.uint8)
    (reading,) = read_picture(enlarged(window, by))
    assert (reading.board.rows, reading.doubtful) == (board.rows, ())


@pytest.mark.parametrize(("frame", "colour"), [(3, 153), (4, 128)])
def test_a_window_of_the_colour_of_covered_cells_is_no_line_of_them(frame: int, colour: int):
    """By another program's theme it is nearly as far off as the covered cells of the board are, but has no lines."""
    rows = ["#32#########", "#########4##", *["############"] * 10, "##F#4####4##", "######2#####", "1F2#########"]
    drawn = draw_board(Board.parse(";".join([*rows, "112###2#####"])), load_theme("sgt"), 31)
    framed = cv2.copyMakeBorder(drawn, *(frame,) * 4, cv2.BORDER_CONSTANT, value=(colour,) * 3)
    window = cv2.copyMakeBorder(framed, 82, 40, 42, 42, cv2.BORDER_CONSTANT, value=(229,) * 3).astype(np.uint8)
    too_large = Lattice(42 + frame - 31, 82 + frame - 31, 31, 31, 13, 17)
    reading = read_known(window, too_large, [load_theme("kmines-classic")])
    assert reading is not None
    assert (reading.lattice.cols, reading.lattice.rows) == (12, 16)


def test_the_last_column_of_a_fresh_board_is_not_lost_in_a_dark_window():
    """A blur brings what is around a board into its last cells, which are covered ones all the same."""
    board = Board.parse("##F#####;########;########;F#######;########;#####F##;########;########")
    drawn = draw_board(board, load_theme("sgt"), 18)
    panel = cv2.copyMakeBorder(drawn, 70, 20, 20, 20, cv2.BORDER_CONSTANT, value=(20,) * 3)
    window = cv2.copyMakeBorder(panel, 60, 40, 50, 70, cv2.BORDER_CONSTANT, value=(160, 90, 40)).astype(np.uint8)
    (reading,) = read_picture(moved(blurred(window, 0.67), 0.6, 0.6))
    assert (reading.board.rows, reading.doubtful) == (board.rows, ())


_ENDS_IN_ZEROS = Board.parse("##1...;##211.;####1.;#F##1.;##211.;##1...")


def found_by_a_part(picture: Bgr) -> tuple[Lattice, bool]:
    """Where Google's board of which the first four columns and rows were found ends, and whether clearly."""
    return extent_of(picture, Fit(load_theme("google"), Lattice(60, 60, 24, 24, 4, 4), 2.0))


@pytest.mark.parametrize("panel", [(192, 192, 192), (159, 194, 229)], ids=["grey", "sand"])
def test_zeros_that_take_turns_in_a_chequer_are_no_panel(panel: tuple[int, int, int]):
    """A last column of zeros without lines is of the board where every other one is of the other shade."""
    drawn = draw_board(_ENDS_IN_ZEROS, load_theme("google"), 24)
    picture = compressed(cv2.copyMakeBorder(drawn, 60, 60, 60, 60, cv2.BORDER_CONSTANT, value=panel), 80)
    assert found_by_a_part(picture) == (Lattice(60, 60, 24, 24, 6, 6), True)


def test_zeros_that_take_turns_as_far_as_they_are_seen_are_not_lost_in_silence():
    """Where something lies over two cells of such a column, it is not clear that the board ends before it."""
    drawn = draw_board(_ENDS_IN_ZEROS, load_theme("google"), 24)
    picture = cv2.copyMakeBorder(drawn, 60, 60, 60, 60, cv2.BORDER_CONSTANT, value=(192, 192, 192))
    picture[:108, 180:] = 255
    lattice, clear = found_by_a_part(picture)
    assert lattice.cols == 6 or not clear


@pytest.mark.parametrize("margin", [12, 36])
def test_a_panel_that_looks_opened_is_no_part_of_the_board(margin: int):
    """Plain cells beside a board may be a panel: they are added only where cells that show something follow them."""
    theme = load_theme("kmines")
    board = played(random.Random(1), (30, 16), 80, frozenset(theme.symbols))
    drawn = draw_board(board, theme, 12)
    colour = theme.tile("open", 12)[6, 6].tolist()
    panel = cv2.copyMakeBorder(drawn, *(margin,) * 4, cv2.BORDER_CONSTANT, value=colour)
    window = cv2.copyMakeBorder(panel, 90, 40, 60, 70, cv2.BORDER_CONSTANT, value=(120, 60, 20))
    (reading,) = read_picture(window.astype(np.uint8))
    assert reading.lattice.bbox == (60 + margin, 90 + margin, 30 * 12, 16 * 12)
    assert reading.board.rows == board.rows
    assert reading.doubtful == ()


@pytest.mark.parametrize(("darker", "depth"), [(60, 2), (120, 1)])
def test_a_counter_on_a_panel_that_looks_opened_is_no_part_of_the_board(darker: int, depth: int):
    """An edge that is bolder than the lines of empty cells is none of these, and leaves no doubt where a board ends."""
    theme = load_theme("kmines")
    board = played(random.Random(1), (16, 16), 40, frozenset(theme.symbols))
    colour = theme.tile("open", 32)[16, 16]
    panel = cv2.copyMakeBorder(draw_board(board, theme, 32), 96, 8, 8, 8, cv2.BORDER_CONSTANT, value=colour.tolist())
    panel[10 : 64 + depth, 8:136] = colour - darker
    window = cv2.copyMakeBorder(panel, 60, 60, 60, 60, cv2.BORDER_CONSTANT, value=(120, 60, 20))
    (reading,) = read_picture((window & 0xF8).astype(np.uint8))
    assert reading.board.rows == board.rows
    assert reading.doubtful == ()


@pytest.mark.parametrize("left", [14, 14.5])  # the popup begins where a column does, or in its middle
def test_columns_that_a_popup_hides_but_for_their_ends_are_not_lost(left: float):
    """Of a column some cells of which show something the others are hidden, wherever what hides them begins."""
    theme = load_theme("kmines")
    board = played(random.Random(2), (18, 14), 40, frozenset(theme.symbols))
    picture, (x, y, _, _) = on_desktop(random.Random(2), draw_board(board, theme, 12))
    picture[y + 4 * 12 + 5 : y + 13 * 12 - 5, x + round(left * 12) : x + 20 * 12] = (38, 38, 38)
    (reading,) = read_picture(picture)
    assert (reading.board.width, reading.board.height) == (18, 14)
    doubtful = {(doubt.x, doubt.y) for doubt in reading.doubtful}
    assert {(column, row) for column in range(15, 18) for row in range(5, 12)} <= doubtful
    assert all(
        reading.board[place] == board[place] for place in map(board.place, range(18 * 14)) if place not in doubtful
    )


def test_columns_of_which_a_popup_leaves_one_number_are_not_lost_in_silence():
    """One cell that shows its number to the pixel tells that the board goes on, where it is not read as a whole."""
    board = Board.parse("..11223#21;..2#3F#3F1;..2#323321;..222.1#1.;..1#1.111.;11111.....;#311....11;#3#1....1#")
    picture, (x, y, _, _) = on_desktop(random.Random(2), draw_board(board, load_theme("online-dark"), 16))
    picture[y + 30 : y + 118, x + 94 : x + 260] = (40, 0, 250)
    (reading,) = read_picture(picture)
    assert reading.board.width == 10 or len(reading.doubtful) == len(reading.board.cells)


def test_a_last_row_of_which_a_popup_hides_two_pixels_is_not_taken_for_a_narrower_one():
    """It would be the first that is, and the rows behind it would be looked for at a pitch that none of them has."""
    rows = "#########;####F##FF;##2######;113######;..2#F####;..2######;112F#####;##21113##;##1...1##"
    board = Board.parse(rows)
    picture, (x, y, _, _) = on_desktop(random.Random(2), draw_board(board, load_theme("gnome"), 12))
    picture[y + 70 : y + 130, x + 23 : x + 92] = (115, 38, 122)
    (reading,) = read_picture(picture)
    assert (reading.board.width, reading.board.height) == (9, 9)
    doubtful = {(doubt.x, doubt.y) for doubt in reading.doubtful}
    assert doubtful <= {(x, y) for x in range(1, 8) for y in range(5, 9)}
    assert all(reading.board[place] == board[place] for place in map(board.place, range(81)) if place not in doubtful)


def test_a_white_sheet_over_covered_columns_is_no_opened_cell():
    """Columns of which a sheet leaves two covered cells are the board's: beside these, the sheet is nothing opened."""
    theme, board = load_theme("kmines"), Board.parse(";".join(["###F####F#"] * 8))
    picture, (x, y, _, _) = on_desktop(random.Random(3), draw_board(board, theme, 16))
    picture[y + 20 : y + 110, x + 7 * 16 : x + 11 * 16] = 244
    (reading,) = read_picture(picture)
    assert (reading.board.width, reading.board.height) == (10, 8)
    assert {(doubt.x, doubt.y) for doubt in reading.doubtful} == {(x, y) for x in range(7, 10) for y in range(1, 7)}


@pytest.mark.parametrize("name", ["classic", "google", "gnome", "winemine", "demo", "xdemineur", "ace"])
@pytest.mark.parametrize("seed", range(4))
def test_what_lies_over_a_board_is_not_read_as_cells(name: str, seed: int):
    """Under a window, a sheet or a pointer cells are doubtful, the others are read, and the board keeps its size."""
    luck, theme = random.Random(seed), load_theme(name)
    pitch = min(theme.tiles, default=24)
    board = played(luck, (16, 14), 36, frozenset(theme.symbols))
    plain, box = on_busy_desktop(luck, draw_board(board, theme, pitch))
    picture = overlaid(luck, plain, box)
    (reading,) = read_picture(picture)
    assert np.abs(np.subtract(reading.lattice.bbox, box)).max() <= 2
    left, top, width, height = box
    part = np.s_[top : top + height, left : left + width]
    hidden = (plain[part] != picture[part]).any(2).reshape(board.height, pitch, board.width, pitch).any((1, 3))
    doubtful = {(doubt.x, doubt.y) for doubt in reading.doubtful}
    assert not {(x, y) for x, y in doubtful if not hidden[y, x]}
    places = map(board.place, range(len(board.cells)))
    assert not [place for place in places if reading.board[place] != board[place] and place not in doubtful]


@pytest.mark.parametrize(("name", "pitch"), [("gnomine", 32), ("xbomb", 20), ("classic", 16)])
def test_a_sheet_over_a_third_of_a_board_leaves_the_rest_readable(name: str, pitch: int):
    """What is taken for numbers where a sheet lies over the board says nothing against the board."""
    luck, theme = random.Random(1), load_theme(name)
    board = played(luck, (8, 8), 8, frozenset(theme.symbols))
    picture, (left, top, _, _) = on_desktop(luck, draw_board(board, theme, pitch))
    corner, end = (left + int(2.4 * pitch), top + int(3.4 * pitch)), (left + int(6.6 * pitch), top + 8 * pitch - 1)
    cv2.rectangle(picture, corner, end, (42, 18, 40), cv2.FILLED)
    (reading,) = read_picture(picture)
    hidden = {(x, y) for x in range(2, 7) for y in range(3, 8)}
    assert {(doubt.x, doubt.y) for doubt in reading.doubtful} == hidden
    assert all(reading.board[x, y] == board[x, y] for x in range(8) for y in range(8) if (x, y) not in hidden)


@pytest.mark.parametrize("name", ["kmines-classic", "gnome", "classic"])
def test_what_lies_over_a_board_and_beside_it_does_not_continue_it(name: str):
    """Lines of a list, a cell apart, over the edge of a board are no cells of it, and leave no doubt where it ends."""
    luck, theme = random.Random(3), load_theme(name)
    board = played(luck, (16, 14), 36, frozenset(theme.symbols))
    margins = (60, 60, 40, 120)
    picture = cv2.copyMakeBorder(draw_board(board, theme, 24), *margins, cv2.BORDER_CONSTANT, value=(90, 50, 30))
    left, top, width = 40, 60, 16 * 24
    start, end = left + width - 60, left + width + 60
    picture[top + 80 : top + 200, start:end] = (40, 20, 90)
    for y in range(top + 84, top + 200, 24):
        picture[y : y + 6, start:end] = (60, 230, 240)
    (reading,) = read_picture(picture)
    assert (reading.board.width, reading.board.height) == (16, 14)
    assert {(doubt.x, doubt.y) for doubt in reading.doubtful} <= {(x, y) for x in range(13, 16) for y in range(3, 9)}


def test_a_panel_in_the_colour_of_a_mine_is_no_part_of_the_board():
    """A column of what looks like a symbol that the board shows nowhere does not continue it."""
    luck, theme = random.Random(398), load_theme("google")
    board = played(luck, (18, 14), 40, frozenset({"covered", "open", "flag"} | set("12345678")))
    plain = cv2.copyMakeBorder(draw_board(board, theme, 64), 90, 40, 200, 70, cv2.BORDER_CONSTANT, value=(96, 85, 60))
    plain[90 + 5 * 64 : 90 + 11 * 64, :200] = theme.tile("mine.5", 64)[8, 8]
    plain[:, 190:200] = (198, 195, 198)
    (reading,) = read_picture(plain.astype(np.uint8))
    assert reading.board.rows == board.rows
    assert reading.doubtful == ()


def test_a_patch_that_is_half_like_a_mine_does_not_continue_a_board():
    """What is most like a mine, yet farther from it than the mines of the board, leaves no doubt where that ends."""
    theme = load_theme("google")
    rows = "*2*1......;1211.1221.;.....1**1.;.....1221.;..........;..........;111....111;1*1....1*1"
    drawn = draw_board(Board.parse(rows), theme, 32)
    picture = cv2.copyMakeBorder(drawn, 60, 60, 60, 60, cv2.BORDER_CONSTANT, value=(90, 60, 30))
    picture[60 + 8 * 32 :, 60 + 5 * 32 : 60 + 6 * 32][:32] = np.maximum(theme.tile("mine.3", 32), 20) - 20
    (reading,) = read_picture(picture.astype(np.uint8))
    assert ";".join(reading.board.rows) == rows
    assert reading.doubtful == ()


def uneven(picture: Bgr, bbox: tuple[int, int, int, int], pitch: int, wider: tuple[int, int]) -> Bgr:
    """The picture with the first columns and rows of its board a pixel wider, as GTK lays cells out."""
    left, top, _, _ = bbox
    columns, rows = (np.arange(1, count + 1) * pitch - 1 for count in wider)
    picture = np.insert(picture, left + columns, picture[:, left + columns], axis=1)
    return np.insert(picture, top + rows, picture[top + rows], axis=0)


@pytest.mark.parametrize(
    ("name", "pitch", "wider", "size"),  # GNOME Mines lays out windows of 1300x800, 1700x950 and 600x480 so
    [
        ("gnome", 36, (10, 5), (30, 16)),
        ("gnome", 49, (20, 10), (30, 16)),
        ("gnome", 24, (6, 0), (16, 16)),
        ("classic", 24, (11, 0), (16, 16)),
        ("classic", 28, (6, 9), (30, 16)),
    ],
)
def test_uneven_columns_are_found_where_they_are(name: str, pitch: int, wider: tuple[int, int], size: tuple[int, int]):
    """A board whose first columns and rows are a pixel wider is read whole, and each cell is where the lattice says."""
    luck, theme = random.Random(5), load_theme(name)
    cols, rows = size
    board = played(luck, size, cols * rows // 6, frozenset(theme.symbols))
    picture, bbox = on_desktop(luck, draw_board(board, theme, pitch))
    (reading,) = read_picture(uneven(picture, bbox, pitch, wider))
    assert reading.board.rows == board.rows
    assert reading.doubtful == ()
    left, top, width, height = bbox
    assert np.abs(np.subtract(reading.lattice.bbox, (left, top, width + wider[0], height + wider[1]))).max() <= 2
    x, y = reading.lattice.centre((cols - 1, rows - 1))
    assert abs(x - (left + wider[0] + (cols - 0.5) * pitch)) <= 2
    assert abs(y - (top + wider[1] + (rows - 0.5) * pitch)) <= 2


@pytest.mark.parametrize("seed", range(3))
def test_few_uneven_rows_are_found_by_their_borders(seed: int):
    """Sixteen rows of which five are a pixel wider lie but half a pixel off straight ones: no theme needs to tell."""
    luck, theme = random.Random(seed), load_theme("gnome")
    board = played(luck, (30, 16), 99, frozenset(theme.symbols))
    picture, (x, y, _, _) = on_desktop(luck, draw_board(board, theme, 36))
    (lattice,) = find_lattices(uneven(picture, (x, y, 0, 0), 36, (10, 5)))
    assert (lattice.wider_cols, lattice.wider_rows) == (10, 5)
    assert max(abs(lattice.x - x), abs(lattice.y - y)) <= 1


@pytest.mark.parametrize(
    ("pitch", "wider", "straight"),  # GNOME Mines in windows of 900x560 and of 950x760, and the last row a pixel less
    [(22, 13, (22.95, 0.3)), (90, 4, (90.4, 2.0)), (45, 15, (46.0, 0.0))],
)
def test_lines_of_two_widths_are_told_by_their_cells(pitch: int, wider: int, straight: tuple[float, float]):
    """Where lines of one width lie best, those of two are found from, each to a pixel."""
    luck, theme = random.Random(3), load_theme("gnome")
    board = played(luck, (16, 16), 40, frozenset(theme.symbols))
    picture = uneven(draw_board(board, theme, pitch), (0, 0, 0, 0), pitch, (0, wider))
    lattice = Lattice(0, straight[1], pitch, straight[0], 16, 16)
    found = told_apart(picture, Fit(theme, lattice, 5.0))
    lines = np.arange(17)
    assert np.abs(found.down(lines) - lines * pitch - np.minimum(lines, wider)).max() <= 1
    assert found.pitch_y == pitch
    assert (found.x, found.pitch_x, found.wider_cols) == (0, pitch, 0)


@pytest.mark.parametrize("name", ["google", "gnome"])
def test_lines_that_are_no_cells_do_not_tell_of_two_widths(name: str):
    """Where the last rows are hidden, and the lattice was stretched by these, the others are of one width."""
    luck, theme = random.Random(3), load_theme(name)
    board = played(luck, (16, 16), 40, frozenset(theme.symbols))
    picture = draw_board(board, theme, 28).copy()
    picture[13 * 28 - 8 :] = veiled(picture[13 * 28 - 8 :], 0.4, 0)
    found = told_apart(picture, Fit(theme, Lattice(0, 0.5, 28, 27.74, 16, 16), 10.0))
    assert (found.x, found.y, found.pitch_x, found.pitch_y) == (0, 0, 28, 28)
    assert (found.wider_cols, found.wider_rows) == (0, 0)


def test_lines_of_an_uneven_lattice():
    """The first lines are a pixel wider; parts of the lattice, and lines before it, lie where it says."""
    lattice = Lattice(10, 20, 16, 16, 30, 16, wider_cols=4, wider_rows=2)
    assert [lattice.across(column) for column in (0, 1, 4, 5, 30)] == [10, 27, 78, 94, 494]
    assert lattice.bbox == (10, 20, 30 * 16 + 4, 16 * 16 + 2)
    assert lattice.centre((4, 0)) == Pixel(86, 28.5)
    part = lattice.widened(3, 10, -1, 5)
    assert (part.x, part.y, part.wider_cols, part.wider_rows) == (61, 3, 1, 3)
    assert all(part.centre((x - 3, y + 1)) == lattice.centre((x, y)) for x in range(3, 10) for y in range(4))
    assert all(lattice.cell_at(lattice.centre((x, y))) == (x, y) for x in range(30) for y in range(16))


@pytest.mark.parametrize("sheet", [(146, 147, 97), (90, 160, 90)])
@pytest.mark.parametrize("share", [0.4, 0.6])
def test_a_covered_cell_of_which_a_part_is_hidden_is_not_open_beyond_doubt(sheet: tuple[int, int, int], share: float):
    """In KMines, a sheet over a corner of it is nearer to the grey of an open cell than to the light one of its own."""
    theme = load_theme("kmines")
    cell = theme.tile("covered", 48).copy()
    cell[: round(48 * share), : round(48 * share)] = sheet
    seen = Looks(theme, theme.templates(48)).read(cell.reshape(1, -1))
    assert seen.codes[0] == COVERED or seen.confidence[0] < DOUBTFUL_BELOW


def test_a_pointer_leaves_the_cells_beside_it_readable():
    """It is no rectangle: in the corner of what it lies over, an open cell is just as its theme has it."""
    board = Board.parse(";".join(["####F###", "11112###", *["....1###"] * 6]))
    picture, (x, y, _, _) = on_desktop(random.Random(1), draw_board(board, load_theme("xdemineur"), 21))
    arrow = np.add([(0, 0), (0, 32), (8, 24), (14, 38), (18, 36), (12, 22), (22, 22)], (x + 23, y + 82))
    cv2.fillPoly(picture, [arrow.astype(np.int32)], (255, 255, 255))
    cv2.polylines(picture, [arrow.astype(np.int32)], True, (0, 0, 0))
    (reading,) = read_picture(picture)
    assert {(doubt.x, doubt.y) for doubt in reading.doubtful} == {(1, 4), (1, 5), (2, 4)}


def test_a_last_line_of_zeros_is_not_lost_under_a_pointer():
    """Where a pointer hides a cell or two of a last line that is all open and empty, the line is not left out."""
    rows = "####F#1X#;#*#######;1111##W2F;...1*F#*#;...13####;....1*###;....12*#*;.....1121;........."
    board = Board.parse(rows)
    drawn = draw_board(board, load_theme("classic"), 24)
    picture = cv2.copyMakeBorder(drawn, 60, 60, 60, 60, cv2.BORDER_CONSTANT, value=(192, 192, 192)).astype(np.uint8)
    arrow = np.add([(0, 0), (0, 16), (4, 12), (7, 19), (9, 18), (6, 11), (11, 11)], (122, 260)).astype(np.int32)
    cv2.fillPoly(picture, [arrow], (255, 255, 255))
    cv2.polylines(picture, [arrow], True, (0, 0, 0))
    (reading,) = read_picture(picture)
    assert (reading.board.width, reading.board.height) == (9, 9) or len(reading.doubtful) == len(reading.board.cells)


@pytest.mark.parametrize(
    ("name", "strength", "first"),
    [
        ("classic", 0.75, False),
        ("google", 0.75, True),
        ("gnome", 0.5, False),
        ("online", 0.75, False),
        ("online", 0.75, True),
        ("windows7", 0.75, False),
        ("minegauler", 0.5, True),
    ],
)
@pytest.mark.parametrize("turned", [False, True], ids=["columns", "rows"])
def test_a_board_that_goes_on_in_another_light_is_not_read_short(name: str, strength: float, first: bool, turned: bool):
    """The shade of a popup lies over a part of it: what lies in another light must not be left out in silence."""
    luck, theme = random.Random(7), load_theme(name)
    board = played(luck, (14, 14), 30, frozenset(theme.symbols))
    picture, (x, y, width, _) = on_desktop(luck, draw_board(board, theme, 24))
    shaded = picture.transpose(1, 0, 2) if turned else picture
    at = (y if turned else x) + round(0.6 * width)
    part = np.s_[:, :at] if first else np.s_[:, at:]
    shaded[part] = veiled(shaded[part], strength, 0)
    (reading,) = read_picture(picture)
    doubtful = {(doubt.x, doubt.y) for doubt in reading.doubtful}
    if (reading.board.width, reading.board.height) == (14, 14):
        cells = [(x, y) for x in range(14) for y in range(14)]
        assert all(reading.board[cell] == board[cell] for cell in cells if cell not in doubtful)
    else:
        assert len(doubtful) == len(reading.board.cells)


@pytest.mark.parametrize("strength", [0.43, 0.6])
def test_a_shade_that_ends_within_a_row_of_covered_cells_is_seen_behind_it(strength: float):
    """The row through which its end runs is of two lights, and two rows of one look are no frame."""
    board = Board.parse("\n".join("#" * 12 if row != 8 else "####F#######" for row in range(10)))
    picture, (_, y, _, _) = on_desktop(random.Random(7), draw_board(board, load_theme("online"), 24))
    picture[: y + 85] = veiled(picture[: y + 85], strength, 0)
    (reading,) = read_picture(picture)
    if (reading.board.width, reading.board.height) != (12, 10):
        assert len(reading.doubtful) == len(reading.board.cells)


@pytest.mark.parametrize("name", ["classic", "google", "gnome", "online", "windows7", "winemine"])
@pytest.mark.parametrize("light", [0.5, 0.8])
def test_a_board_goes_on_in_another_light_beside_a_popup(name: str, light: float):
    """The popup whose shade ends within the board hides six rows of fourteen, and two are in the board's own light."""
    luck, theme = random.Random(7), load_theme(name)
    pitch = min(theme.tiles, default=24)
    board = played(luck, (14, 14), 30, frozenset(theme.symbols))
    picture, (x, y, _, _) = on_desktop(luck, draw_board(board, theme, pitch))
    shaded = np.s_[y + 2 * pitch :, x + 8 * pitch :]
    picture[shaded] = veiled(picture[shaded], light, 0)
    picture[y + 4 * pitch : y + 10 * pitch, x + 6 * pitch : x + 16 * pitch] = (240, 240, 240)
    assert goes_on_beside(picture, Lattice(x, y, pitch, pitch, 8, 14))
    assert not goes_on_beside(picture, Lattice(x, y, pitch, pitch, 14, 14))


@pytest.mark.parametrize("name", ["classic", "gnome", "online", "windows7", "demo"])
@pytest.mark.parametrize("share", [0.1, 0.3, 0.5])
def test_a_shade_that_ends_within_the_last_column_is_seen_behind_it(name: str, share: float):
    """All of that column is covered, and beside the end of the shade its cells look like no others."""
    luck, theme = random.Random(7), load_theme(name)
    pitch = min(theme.tiles, default=24)
    board = Board.parse("\n".join("#1.1####F#####" if row % 3 else "##F#1###1#####" for row in range(14)))
    picture, (x, y, _, _) = on_desktop(luck, draw_board(board, theme, pitch))
    shaded = np.s_[:, x + 13 * pitch + round(share * pitch) :]
    picture[shaded] = veiled(picture[shaded], 0.6, 0)
    assert goes_on_beside(picture, Lattice(x, y, pitch, pitch, 13, 14))


def test_a_column_between_a_popup_and_a_shade_is_not_lost_in_silence():
    """Two cells of it are to be seen, one of them without its lowest line of pixels, and two in another light."""
    rows = "#12F2....;112F2..11;..111..1#;.......11;..1221...;113##2121;2F###2##F;#22111121;11......."
    picture, (x, y, _, _) = on_desktop(random.Random(2), draw_board(Board.parse(rows), load_theme("gnome"), 20))
    picture[y + 143 :, x + 143 :] = veiled(picture[y + 143 :, x + 143 :], 0.7, 0)
    picture[y + 39 : y + 145, x + 120 : x + 208] = (226, 226, 226)
    picture[y + 39 : y + 63, x + 120 : x + 208] = (88, 92, 78)
    (reading,) = read_picture(picture)
    assert reading.board.width == 9 or len(reading.doubtful) == len(reading.board.cells)


def test_a_chequer_is_none_in_cells_of_twice_the_size():
    """The mean of four cells of two shades is near both of them, and a board of such cells would be one in silence."""
    picture, (x, y, width, height) = on_desktop(
        random.Random(3), draw_board(Board.covered(18, 14), load_theme("google"), 36)
    )
    twice = Lattice(x, y, 72, 72, width // 72, height // 72)
    assert read_known(picture, twice, [load_theme("google")]) is None
    assert read_known(picture, replace(twice, pitch_x=36, pitch_y=36, cols=18, rows=14), [load_theme("google")])


@pytest.mark.parametrize("pitch", [30, 45])
def test_a_fresh_board_of_two_shades_without_lines_is_found_in_a_jpeg(pitch: int):
    """Nothing is drawn on it yet but two shades 8 of 255 apart, of which a JPEG leaves the half."""
    board = Board.covered(18, 14)
    picture, _ = on_desktop(random.Random(1), draw_board(board, load_theme("google"), pitch))
    (reading,) = read_picture(compressed(picture, 40))
    assert reading.board.rows == board.rows
    assert reading.doubtful == ()


@pytest.mark.parametrize("quality", [38, 46, 58])
def test_a_title_bar_is_no_row_of_covered_cells_beside_zeros(quality: int):
    """In a JPEG a blue bar as high as a cell looks like covered cells: a zero beside them would have opened them."""
    rows = ["........", "...1221.", "...1##21", "..12433F", "..2F3#32", "..2F3#2#", "..111122", ".....1F1"]
    board = Board.parse("\n".join(rows))
    drawn = draw_board(board, load_theme("microsoft"), 16)
    window = np.full((240, 220, 3), 60, np.uint8)
    window[33:163, 20:160] = 200
    window[10:33, 18:160] = 165, 95, 35
    cv2.putText(window, "Mines", (26, 28), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (255, 255, 255), 1, cv2.LINE_AA)
    window[33 : 33 + drawn.shape[0], 23 : 23 + drawn.shape[1]] = drawn
    (reading,) = read_picture(compressed(window, quality))
    assert reading.board.rows == board.rows
    assert not reading.doubtful


def test_where_no_cell_of_a_board_is_seen_none_is_like_it():
    """Everything on a board may be hidden; what is beside it is then like nothing."""
    picture, _, (left, top, _, _) = scene(3, load_theme("sgt"), 32)
    lattice = Lattice(left, top, 32, 32, 4, 4)
    for within in np.zeros((4, 4), bool), np.ones((4, 4), bool):
        assert not like_those_within(Cutter.of(picture, lattice), lattice, within).any()


@pytest.mark.parametrize("name", ["sgt", "gnomine", "kmines"])
def test_what_lies_far_off_beside_a_board_is_told_as_far_off(name: str):
    """Cells that may be of the board are compared as all cells are; the others, by some of their pixels, are none."""
    theme, lattice = load_theme(name), Lattice(700, 260, 32, 32, 30, 16)
    screen = random_desktop(5, (1920, 1080), 0).picture.copy()
    screen[260:772, 700:1660] = draw_board(played(random.Random(3), (30, 16), 99), theme, 32)
    wide, fit = lattice.widened(-3, 33, -3, 19), Fit(theme, lattice, 0.0)
    all_of_them, seen = match_all(screen, wide, theme), match_beside(screen, [wide], fit)
    near = all_of_them.distances <= 1.1 * theme.reject
    assert 480 <= near.sum() < len(near)
    np.testing.assert_array_equal(seen.codes[near], all_of_them.codes[near])
    # sums of thousands of squares of up to 255, in 32 bits: by how much they are off depends on the processor
    np.testing.assert_allclose(seen.distances[near] ** 2, all_of_them.distances[near] ** 2, atol=0.25)
    np.testing.assert_allclose(seen.contrasts[near], all_of_them.contrasts[near], atol=1e-3)
    assert (seen.distances[~near] > 1.1 * theme.reject).all()


@pytest.mark.parametrize("shade", [(153, 184, 215), (159, 194, 229)])
def test_a_sheet_in_one_shade_of_a_chequer_hides_what_is_under_it(shade: tuple[int, int, int]):
    """Every second cell under it looks as an opened one does, and so do those between."""
    theme = load_theme("google")
    board = played(random.Random(1), (18, 14), 40, frozenset(theme.symbols))
    picture, (x, y, _, _) = on_desktop(random.Random(1), draw_board(board, theme, 24))
    picture[y + 100 : y + 200, x + 120 : x + 300] = shade
    (reading,) = read_picture(picture)
    wrong = np.array(reading.board.cells) != np.array(board.cells)
    assert wrong.any()
    assert not (wrong & ~reading.in_doubt()).any()


def test_columns_of_which_a_sheet_hides_half_do_not_make_the_others_wider():
    """The one that it hides in part seems a little aside; where all others lie tells of two widths, or nothing does."""
    rows = "1###########;123322112###;........2F##;.....1112#FF;.....1F#####;.....1#FF###;.12221####F#;.1##########"
    rows += ";.123#2#####F;...2#######F;..13#####2##;112F########;F##F#3##3###;####F######F;#1#####F3121;#F####211..."
    board = Board.parse(rows + ";###2F#1..111;######1113##;##F#######F#;####FF###F##")
    drawn = draw_board(board, load_theme("gnome"), 32)
    window = cv2.copyMakeBorder(drawn, 60, 40, 31, 31, cv2.BORDER_CONSTANT, value=(192, 192, 192)).astype(np.uint8)
    window[80:308, 249:430] = (240, 40, 240)
    (reading,) = read_picture(window)
    assert (reading.board.width, reading.board.height) == (12, 20)
    assert not (reading.in_doubt() & (np.arange(240) >= 96)).any()


@pytest.mark.parametrize("grey", [190, 192])
def test_a_panel_beside_the_mines_of_a_lost_game_is_no_line_of_zeros(grey: int):
    """KMines' lines are lost in noise, and the panel has the grey of its zeros: but a mine has none beside it."""
    board = played(random.Random(42), (30, 20), 90, frozenset(load_theme("kmines").symbols))
    window = cv2.copyMakeBorder(
        draw_board(board, load_theme("kmines"), 12), 40, 12, 12, 12, cv2.BORDER_CONSTANT, value=(grey, grey, grey)
    )
    screen = cv2.copyMakeBorder(window, 20, 20, 20, 20, cv2.BORDER_CONSTANT, value=(90, 60, 40))
    (reading,) = read_picture(noisy(screen, 4))
    assert (reading.board.rows, reading.doubtful) == (board.rows, ())


@pytest.mark.parametrize(
    ("covered", "off", "zeros", "sheet"),
    [(8, 20.0, 0.5, True), (8, 5.0, 0.5, False), (3, 20.0, 0.5, False), (8, 20.0, 3.0, False), (40, 20.0, 0.5, False)],
)
def test_a_sheet_may_be_all_that_looks_covered(covered: int, off: float, zeros: float, sheet: bool):
    """After a loss no cell may be covered any more: then a popup of nearly their colour makes the usual one.

    Not where the others are not quite as their theme has them either, nor what a pointer may have lit up.
    """
    cells = np.arange(200) < covered
    codes, grounds = np.where(cells, COVERED, 0), np.where(cells, off, zeros)
    sights = SimpleNamespace(codes=codes, grounds=grounds, confidence=np.ones(200))
    assert (_off_ground(sights, 0.0) == (cells & sheet)).all()


def test_a_window_lies_over_all_cells_within_it_though_others_touch_it():
    """Of the cells under a table some look like zeros; a few unclear ones beside it make it no less of a rectangle."""
    unclear = np.zeros((20, 30), bool)
    unclear[4:13, 6:18] = np.indices((9, 12)).sum(0) % 4 > 0
    unclear[[3, 13], [9, 11]] = unclear[[7, 8], [18, 19]] = True
    over = lain_over(unclear)
    assert over[4:13, 6:18].all()
    assert over.sum() == 9 * 12
    unclear[4:13, 6:18] = np.indices((9, 12)).sum(0) % 2 > 0  # of so few it is none
    assert not lain_over(unclear).any()


def test_a_first_row_of_covered_cells_and_mines_of_a_blurred_board_is_not_lost():
    """Its lines are washed out at the frame, and of its cells but one is in doubt: several show mines."""
    board = Board.parse(
        """
        #*###**#1
        ####123F#
        X2111.2#*
        F##*1.1*#
        *##22.1#1
        #*2F211##
        1121#FW##
        ..1#2##*1
        ..1F#####
        """
    )
    rng = random.Random(53)
    spread = rng.uniform(0.6, 1)
    picture, _ = on_busy_desktop(rng, draw_board(board, load_theme("online-dark"), 16))
    readings = read_picture(cv2.GaussianBlur(picture, (0, 0), spread).astype(np.uint8))
    assert [reading.board for reading in readings] == [board]
