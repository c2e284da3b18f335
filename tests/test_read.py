"""The reader: every cell right or reported as doubtful, on drawn boards, our captures, and other people's pictures."""

import random
from itertools import product
from pathlib import Path

import cv2
import numpy as np
import pytest
from desktops import compressed, on_busy_desktop, random_desktop
from hypothesis import given, settings
from hypothesis import strategies as st
from scenes import on_desktop, played, played_board, scene

from minebot.board import MINE, QUESTION, Board
from minebot.geometry import Lattice
from minebot.vision.draw import draw_board
from minebot.vision.known.board import read_at
from minebot.vision.picture import Bgr, load_picture
from minebot.vision.read import read_picture
from minebot.vision.reading import Reading
from minebot.vision.theme import UNKNOWN, Theme
from minebot.vision.themes.folders import load_theme, load_themes
from minebot.vision.unknown.board import read_unknown

THEMES = load_themes()
NAMES = [theme.name for theme in THEMES]
ROOT = Path(__file__).resolve().parents[1]
OURS = sorted((ROOT / "fixtures" / "screens").glob("*.board"))
FLASHES = [path for path in OURS if path.stem.endswith("-flash")]
SHARED = ROOT.parent / "shared"
OTHERS = [
    *((SHARED / "screens" / f"{name}.png") for name in ("01_xp_beginner", "02_xp_expert_partial")),
    SHARED / "screens" / "07_xp_cn_125pct_solved_a.png",
    *sorted((SHARED / "windows" / "web-classic").glob("*.png")),
]


def base_pitch(theme: Theme) -> int:
    """The pitch at which a theme is drawn at scale 1."""
    return min(*theme.tiles, 32) if theme.tiles else 16


def silent_misreads(reading: Reading, truth: Board) -> list[tuple[int, int]]:
    """Cells that were read wrong and not reported: the worst kind of bug."""
    doubtful = {(doubt.x, doubt.y) for doubt in reading.doubtful}
    places = [truth.place(index) for index in range(len(truth.cells))]
    return [cell for cell in places if reading.board[cell] != truth[cell] and cell not in doubtful]


@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.sampled_from(NAMES), st.floats(0.8, 2.5), st.integers(0, 10**6))
def test_drawn_boards_read_back(name: str, scale: float, seed: int):
    """A board drawn in any theme at any scale from 0.8 to 2.5 is found in its place and read back exactly.

    But that one of cells under 16 pixels may not be found.
    """
    theme = load_theme(name)
    pitch = round(scale * base_pitch(theme))
    picture, board, bbox = scene(seed, theme, pitch)
    readings = read_picture(picture)
    if pitch < 16 and not readings:
        return
    assert [reading.theme.name for reading in readings] == [theme.name]
    assert readings[0].board.rows == board.rows
    assert np.abs(np.subtract(readings[0].lattice.bbox, bbox)).max() <= 2
    assert readings[0].doubtful == ()


@settings(max_examples=30, deadline=None, derandomize=True)
@given(st.sampled_from(NAMES), st.integers(0, 10**6))
def test_a_spoiled_cell_is_never_misread_in_silence(name: str, seed: int):
    """A cell that is painted over, in part or wholly, is still read right, or reported as doubtful."""
    theme = load_theme(name)
    rng = random.Random(seed)
    pitch = round(base_pitch(theme) * rng.uniform(1, 2))
    board = played_board(rng, theme)
    picture, (left, top, _, _) = on_desktop(rng, draw_board(board, theme, pitch))
    x, y = rng.randrange(board.width), rng.randrange(board.height)
    size = rng.randint(pitch // 2, pitch)
    at_x, at_y = left + x * pitch + (pitch - size) // 2, top + y * pitch + (pitch - size) // 2
    picture[at_y : at_y + size, at_x : at_x + size] = [rng.randrange(256) for _ in range(3)]
    for reading in read_picture(picture):
        if (reading.board.width, reading.board.height) == (board.width, board.height):
            spoiled = [cell for cell in silent_misreads(reading, board) if cell != (x, y)]
            assert spoiled == []
            assert (x, y) not in silent_misreads(reading, board) or _same_colour(picture, at_x, at_y, theme, reading)


def _same_colour(picture: Bgr, x: int, y: int, theme: Theme, reading: Reading) -> bool:
    """Whether the paint happens to have the colour that the theme gives to what was read: then nobody could tell."""
    pitch = round(reading.lattice.pitch_x)
    plain = np.array([theme.tile(symbol, pitch)[pitch // 2, pitch // 2] for symbol in ("open", "covered")])
    return bool(np.abs(plain.astype(int) - picture[y, x].astype(int)).max(1).min() < 40)


def test_several_boards_in_one_picture():
    """Boards of different themes and scales on one desktop are all found, each with its own cells.

    But those without borders, which are looked for only where no other is found.
    """
    themes = [theme for theme in THEMES if theme.name not in ("kmines-green", "kmines-graveyard")]
    drawn = [scene(seed, theme, round(base_pitch(theme) * 1.25)) for seed, theme in enumerate(themes)]
    width = max(picture.shape[1] for picture, _, _ in drawn)
    padded = [np.pad(picture, ((0, 0), (0, width - picture.shape[1]), (0, 0))) for picture, _, _ in drawn]
    readings = read_picture(np.concatenate(padded))
    assert {reading.theme.name for reading in readings} == {theme.name for theme in themes}
    by_theme = {reading.theme.name: reading.board.rows for reading in readings}
    for theme, (_, board, _) in zip(themes, drawn, strict=True):
        assert by_theme[theme.name] == board.rows


@pytest.mark.parametrize(("seed", "which"), [(31005, 0), (20018, 1), (20018, 2)])
def test_a_board_that_only_the_later_searches_find_beside_others(seed: int, which: int):
    """Boards beside one that was read are sought on: small ones, faint ones, and the whole of what was read in part."""
    desktop = random_desktop(seed, (1920, 1080), 3)
    board = desktop.boards[which]
    (reading,) = (each for each in read_picture(desktop.picture) if _same_place(each.lattice, board))
    assert len(reading.doubtful) < len(reading.board.cells)


@pytest.mark.parametrize(("seed", "which"), [(23013, 1), (22000, 0)])
def test_no_part_of_a_board_is_believed(seed: int, which: int):
    """Beyond its last line would be an edge, and a number there would tell of fewer cells than it has around it."""
    desktop = random_desktop(seed, (1920, 1080), 3)
    left, top, width, height = desktop.boards[which].bbox
    around = desktop.picture[top - 80 : top + height + 80, left - 40 : left + width + 40].copy()
    (reading,) = read_picture(around)
    whole = reading.board == desktop.shown[which]
    assert whole or len(reading.doubtful) == len(reading.board.cells)


def test_a_row_that_something_lies_over_is_not_left_out():
    """Pale digits beside a note over the first row are seen to be some, though a frame runs into them."""
    desktop = random_desktop(31006, (1920, 1080), 3)
    readings = read_picture(desktop.picture)
    assert len(readings) == 3
    for reading in readings:
        whole = any(_same_place(reading.lattice, board) for board in desktop.boards)
        assert whole or len(reading.doubtful) == len(reading.board.cells)


def test_a_panel_is_no_line_of_a_board():
    """What lies above a board, as high as its cells and of their colour, and its cells as they are found otherwise."""
    desktop = random_desktop(22000, (1920, 1080), 3)
    (reading,) = (each for each in read_picture(desktop.picture) if _same_place(each.lattice, desktop.boards[1]))
    assert not reading.doubtful
    assert reading.board == desktop.shown[1]


def _same_place(one: Lattice, other: Lattice) -> bool:
    ends = [(each.x, each.y, each.across(each.cols), each.down(each.rows)) for each in (one, other)]
    return (one.cols, one.rows) == (other.cols, other.rows) and bool(np.abs(np.subtract(*ends)).max() <= 2)


@pytest.mark.parametrize(
    ("kind", "seed", "count"),
    [
        ("gaps", 9013, 1),
        ("gaps", 9016, 1),
        ("gaps", 9022, 1),
        ("chequered", 9013, 1),
        ("chequered", 9019, 1),
        ("chequered", 9719, 1),
        ("gaps", 9716, 1),
        ("lined", 9702, 1),
        ("chequered", 9805, 1),
        ("dark", 9012, 1),
        ("dark", 9201, 1),
        ("dark", 9205, 1),
        ("dark", 9206, 1),
        ("gradient", 9203, 1),
        ("bevelled", 9907, 1),
        ("gradient", 9802, 1),
        ("lined", 9804, 1),
        ("lined", 9200, 1),
        ("gaps", 10708, 1),
        (None, 9013, 3),
        (None, 10723, 3),
        ("gaps", 26013, 1),
        (None, 26027, 3),
        ("gaps", 26010, 1),
        ("gradient", 26003, 1),
        ("gaps", 28007, 1),
        ("chequered", 28000, 1),
        ("lined", 28013, 1),
        (None, 28000, 3),
        (None, 28002, 3),
        (None, 28003, 3),
        ("chequered", 29001, 1),
        ("chequered", 29008, 1),
        (None, 28005, 3),
        (None, 29005, 3),
        ("gaps", 39001, 1),
        ("gradient", 40000, 1),
        ("gradient", 43008, 1),
        ("lined", 39004, 1),
        (None, 43009, 3),
        (None, 45020, 3),
        ("bevelled", 44004, 1),
    ],
)
def test_what_nobody_described_is_right_or_doubtful(kind: str | None, seed: int, count: int):
    """Small flags whose edges fall between pixels are no other mark, nor are open squares covered ones of the next.

    Where digits have one shade, and flags another, a few levels tell open cells from covered ones; in a clean picture
    the faintest lines tell these from a sheet over the board; and a lost game may show no number. Pale twos are no
    threes where a 3 has another colour, nor open cells covered in a light from one side. A sheet without lines is no
    opening of cells that have them, and ones in pale ink are no zeros. A panel of the colour of covered cells is no
    line of these, though nothing but a chequer or a zero tells; what the light of a theme has washed out is no covered
    cell; what a flag leaves in the next one of a compressed picture is no question mark. Few flags on a low board,
    doubtful ones, or mines of a lost one are as good as numbers. The stroke of a flag at a border is no border. A theme
    in another light, or cells of no whole pixels, move no board. A lone 6 may be a 5; and of a last row of which a
    window leaves a pixel, parts look like covered cells. What lies among zeros is not covered; and a panel of the
    colour of covered cells, with its frame, makes no two columns more. Of a sheet of which some cells are known to be
    none of the board, none is; nor does one that is unlike all of it tell anything of the cells beside it.
    """
    desktop = random_desktop(seed, (1920, 1080), count, kind)
    readings = read_picture(desktop.picture)
    for lattice, board in zip(desktop.boards, desktop.shown, strict=True):
        (reading,) = (each for each in readings if _same_place(each.lattice, lattice))
        unclear = {(doubt.x, doubt.y) for doubt in reading.doubtful}
        cells = enumerate(zip(reading.board.cells, board.cells, strict=True))
        wrong = {board.place(at) for at, (read, shown) in cells if read != shown}
        assert wrong <= unclear
        assert len(unclear) < len(board.cells) / 5


def test_zeros_are_not_covered_where_faint_ones_and_shown_mines_are_beside_them():
    """Whatever the numbers say that were seen: on the ground of these, and open to look at, they may be zeros."""
    desktop = random_desktop(44000, (1920, 1080), 3)
    (lattice, board) = next(
        (lattice, board)
        for lattice, board in zip(desktop.boards, desktop.shown, strict=True)
        if (lattice.cols, lattice.rows) == (30, 16)
    )
    left, top, width, height = lattice.bbox
    around = desktop.picture[top - 30 : top + height + 30, left - 30 : left + width + 30].copy()
    readings = read_picture(around)
    assert not [reading for reading in readings if reading.lattice.cols == 30 and silent_misreads(reading, board)]


def test_a_sheet_of_the_colour_of_covered_cells_hides_what_is_under_it():
    """It has no lines: the cells under it are none, whatever of it is like them."""
    desktop = random_desktop(28006, (1920, 1080), 3)
    (reading,) = (each for each in read_picture(desktop.picture) if _same_place(each.lattice, desktop.boards[2]))
    assert silent_misreads(reading, desktop.shown[2]) == []
    assert len(reading.doubtful) < 100


@pytest.mark.parametrize("seed", [10706, 10718])
def test_cells_of_no_whole_pixels_are_no_halves(seed: int):
    """Where every second line of cells lies half a pixel off, and nothing is open, they are the cells of a board."""
    desktop = random_desktop(seed, (1920, 1080), kind="bevelled")
    (reading,) = (each for each in read_picture(desktop.picture) if _same_place(each.lattice, desktop.boards[0]))
    assert silent_misreads(reading, desktop.shown[0]) == []
    assert len(reading.doubtful) < 20


@pytest.mark.parametrize("seed", [10710, 10714])
def test_shaded_cells_with_flags_among_them_are_no_zeros(seed: int):
    """On a board of gradients with three numbers and no zero, a zero would have opened the flags about it."""
    desktop = random_desktop(seed, (1920, 1080), kind="gradient")
    (reading,) = (each for each in read_picture(desktop.picture) if _same_place(each.lattice, desktop.boards[0]))
    assert (str(reading.board), reading.doubtful) == (str(desktop.shown[0]), ())


def test_two_shades_of_covered_cells_are_no_doubt_where_the_rules_leave_none():
    """On a chequer with three numbers and no zero, either shade would be zeros among covered cells if it were open."""
    desktop = random_desktop(10710, (1920, 1080), kind="chequered")
    (reading,) = (each for each in read_picture(desktop.picture) if _same_place(each.lattice, desktop.boards[0]))
    assert (str(reading.board), reading.doubtful) == (str(desktop.shown[0]), ())


@pytest.mark.parametrize(("kind", "seed"), [("bevelled", 10713), ("bevelled", 10700), ("chequered", 10704)])
def test_what_lies_over_a_board_tells_neither_its_end_nor_its_place(kind: str, seed: int):
    """A window over a corner of a board lies beside it as well, and has edges of its own within its cells."""
    desktop = random_desktop(seed, (1920, 1080), kind=kind)
    (reading,) = (each for each in read_picture(desktop.picture) if _same_place(each.lattice, desktop.boards[0]))
    assert silent_misreads(reading, desktop.shown[0]) == []
    assert len(reading.doubtful) < 40


@pytest.mark.parametrize("seed", [1, 2])
def test_the_rows_of_a_table_over_the_board_are_no_zeros(seed: int):
    """They may be as high as cells, lie where these do, and look the same: but text and a frame are all around them."""
    theme, board = load_theme("minegauler"), played(random.Random(seed), (30, 24), 130, frozenset())
    picture = np.pad(draw_board(board, theme, 16), ((40, 40), (40, 40), (0, 0)), constant_values=192)
    zero = draw_board(Board.parse("\n".join(["...."] * 4)), theme, 16)[16:32, 16:32]
    table = np.tile(zero, (8, 9, 1))
    for row in range(8):
        cv2.putText(table, "3536", (2, 16 * row + 12), cv2.FONT_HERSHEY_SIMPLEX, 0.45, (0, 0, 0), 1, cv2.LINE_AA)
    window = np.pad(table, ((24, 3), (3, 3), (0, 0)), constant_values=60)
    window[2:24] = (80, 80, 210)
    top, left = 40 + 16 * 6 - 24, 40 + 16 * 9 - 3
    picture[top : top + window.shape[0], left : left + window.shape[1]] = window
    (reading,) = read_picture(picture)
    assert silent_misreads(reading, board) == []
    assert len(reading.doubtful) < 150


def test_a_frame_around_fresh_cells_is_no_ring_of_cells():
    """Nothing tells one cell from the next along the margin of a window: a board that seems to have it is doubtful."""
    desktop = random_desktop(9902, (1920, 1080), kind="lined")
    for reading in read_picture(desktop.picture):
        found = _same_place(reading.lattice, desktop.boards[0])
        assert found or len(reading.doubtful) == len(reading.board.cells)


def test_a_frame_beside_zeros_is_no_column_of_question_marks():
    """These break no rule, wherever they are: only what is seen as one is believed where many lie side by side."""
    (reading,) = read_picture(random_desktop(9008, (1920, 1080), kind="bevelled").picture)
    unclear = {(doubt.x, doubt.y) for doubt in reading.doubtful}
    marks = {reading.board.place(at) for at, code in enumerate(reading.board.cells) if code == QUESTION}
    assert reading.board.width == 11
    assert marks <= unclear


@pytest.mark.parametrize(("seed", "x", "y"), [(1019, 700, 580), (1028, 2270, 552)])
def test_no_board_in_icons_and_text(seed: int, x: int, y: int):
    """Small squares are no board because a theme fits that is shrunk, in the course of its fit, to nothing."""
    desktop = random_desktop(seed, (3840, 2160), 0).picture
    assert read_picture(np.ascontiguousarray(desktop[y : y + 1000, x : x + 1000])) == []


@pytest.mark.parametrize("seed", [14, 62, 190])
def test_no_board_in_the_pixels_of_a_drawing(seed: int):
    """Squares of a few colours, whatever they are, are no covered cells: these have one ground."""
    rng = np.random.default_rng(seed)
    art, colours = rng.integers(0, 4, (20, 20)), rng.integers(0, 255, (4, 3))
    drawing = colours[np.kron(art, np.ones((29, 29), int))].astype(np.uint8)
    assert read_picture(np.pad(drawing, ((50, 60), (50, 60), (0, 0)), constant_values=40)) == []


def test_no_board_in_pictures_without_one():
    """Noise, a plain desktop, a spreadsheet and a board written as text hold no board."""
    noise = np.random.default_rng(5).integers(0, 256, (400, 600, 3), np.uint8)
    sheet = np.full((400, 600, 3), 255, np.uint8)
    sheet[::20] = 160
    sheet[:, ::60] = 160
    squares = np.full((400, 600, 3), 255, np.uint8)
    squares[::20] = 160
    squares[:, ::20] = 160
    text = np.zeros((400, 600, 3), np.uint8)
    for row in range(16):
        cv2.putText(text, "1##2#..1F###", (20, 30 + 20 * row), cv2.FONT_HERSHEY_PLAIN, 1.3, (220, 220, 220))
    for picture in (noise, np.full((400, 600, 3), 192, np.uint8), sheet, squares, text):
        assert read_picture(picture) == []


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_a_plain_patch_is_no_symbol(theme: Theme):
    """A cell painted over in one grey is read as no number, mine or flag beyond doubt: each of those has lines."""
    board = Board.covered(9, 9)
    for grey in range(0, 256, 15):
        picture, (left, top, _, _) = on_desktop(random.Random(2), draw_board(board, theme, 20))
        picture[top + 80 : top + 100, left + 80 : left + 100] = grey
        for reading in read_picture(picture):
            beyond_doubt = (4, 4) not in {(doubt.x, doubt.y) for doubt in reading.doubtful}
            assert not beyond_doubt or reading.board[4, 4] in (-1, 0)


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_a_plain_cell_with_borders_is_no_symbol(theme: Theme):
    """An open cell that is plain within its borders, as in a flash of one colour, shows no number, mine or flag."""
    picture = np.pad(draw_board(Board.parse("#1.;#1.;#1."), theme, 25), ((75, 25), (25, 25), (0, 0)))
    for colour in product((0, 128, 255), repeat=3):
        flash = picture.copy()
        flash[77:98, 77:98] = colour
        reading = read_at(flash, Lattice(25, 75, 25, 25, 3, 3), theme)
        beyond_doubt = (2, 0) not in {(doubt.x, doubt.y) for doubt in reading.doubtful}
        assert not beyond_doubt or reading.board[2, 0] in (-1, 0)


RING = "111......;1#1......;111......;.........;..11{}11..;..1###1..;..1###1..;..11111..;........."


@pytest.mark.parametrize("name", ["clones", "classic", "online", "windows7", "minegauler"])
def test_a_question_in_another_font_is_read(name: str):
    """A question mark that the theme draws otherwise, the only one on the board, is read beyond doubt."""
    picture = draw_board(Board.parse(RING.format(1)), load_theme(name), 24)
    cv2.putText(picture, "?", (102, 138), cv2.FONT_HERSHEY_DUPLEX, 0.6, (0, 0, 0), 2, cv2.LINE_AA)
    (reading,) = read_picture(on_desktop(random.Random(1), picture)[0])
    assert (reading.board[4, 5], reading.doubtful) == (QUESTION, ())


@pytest.mark.parametrize("name", ["sgt", "clones", "minegauler"])
@pytest.mark.parametrize("digit", [2, 3])
def test_half_a_number_is_no_question(name: str, digit: int):
    """The upper half of a 2 looks like that of a question mark; on an opened cell it is doubtful."""
    picture = draw_board(Board.parse(RING.format(digit)), load_theme(name), 26)
    picture[104 + 14 : 130 - 2, 104 + 2 : 130 - 2] = picture[109, 109]
    for reading in read_picture(on_desktop(random.Random(3), picture)[0]):
        assert reading.board[4, 4] == digit or (4, 4) in {(doubt.x, doubt.y) for doubt in reading.doubtful}


def test_a_contradiction_is_doubtful():
    """A number that its neighbours rule out is reported, however clear it looks."""
    theme = load_theme("classic")
    rows = ["111######", "..1######", "..3######", "111######", *["#########"] * 5]
    board = Board.parse("\n".join(rows))
    spoiled = Board(9, 9, tuple(8 if index == 9 else code for index, code in enumerate(board.cells)))
    reading = read_picture(on_desktop(random.Random(1), draw_board(spoiled, theme, 16))[0])[0]
    assert (0, 1) in {(doubt.x, doubt.y) for doubt in reading.doubtful}


@pytest.mark.parametrize(("number", "doubtful"), [(5, False), (6, True)])
def test_a_number_in_a_look_of_its_own_that_others_leave_no_room_is_doubtful(number: int, doubtful: bool):
    """A lone 5 may look like a 6: then all around it would be mines, more than the numbers next to these have."""
    rows = ["11211....", "2###1....", f"3#{number}21....", "2##1.....", "1221.....", *["........."] * 4]
    picture = on_desktop(random.Random(1), draw_board(Board.parse("\n".join(rows)), load_theme("classic"), 24))[0]
    (reading,) = read_picture(picture, themes=())
    assert reading.board[2, 2] == number
    assert ((2, 2) in {(doubt.x, doubt.y) for doubt in reading.doubtful}) == doubtful


def test_a_wrong_flag_while_no_mine_is_shown_is_doubtful():
    """What marks one is shown when the game is lost, with the mines; alone, something else lies there."""
    rows = ["1W1######", "111######", "..1######", "111######", *["#########"] * 5]
    for last_row, doubtful in (("#########", {(1, 0)}), ("########*", set())):
        board = Board.parse("\n".join([*rows[:-1], last_row]))
        reading = read_picture(on_desktop(random.Random(1), draw_board(board, load_theme("classic"), 16))[0])[0]
        assert {(doubt.x, doubt.y) for doubt in reading.doubtful} == doubtful


def test_a_mine_alone_is_doubtful_while_none_exploded():
    """Where a game is lost the one that exploded is shown; else somebody drew a dot into a cell that looks open."""
    rows = ["1*1######", "111######", "..1######", "111######", *["#########"] * 5]
    for last_row, doubtful in (("#########", {(1, 0)}), ("########X", set())):
        board = Board.parse("\n".join([*rows[:-1], last_row]))
        reading = read_picture(on_desktop(random.Random(1), draw_board(board, load_theme("minegauler"), 16))[0])[0]
        assert {(doubt.x, doubt.y) for doubt in reading.doubtful} == doubtful


def test_known_place_needs_no_search():
    """Reading at a known lattice gives the same as finding it did."""
    picture, _, _ = scene(11, load_theme("demo"), 22)
    found = read_picture(picture)[0]
    again = read_at(picture, found.lattice, found.theme)
    assert (again.board, again.doubtful) == (found.board, found.doubtful)


def _blocks(path: Path) -> list[Board]:
    text = path.read_text()
    return [] if text.strip() == "none" else [Board.parse(block) for block in text.split("---\n")]


@pytest.mark.parametrize("path", [path for path in OURS if path not in FLASHES], ids=lambda path: path.stem)
def test_our_captures(path: Path):
    """Every board of our captures is found to within 2 pixels and read right, beyond doubt; no board too many."""
    readings = read_picture(load_picture(path.with_suffix(".png")))
    truths = _blocks(path)
    assert len(readings) == len(truths)
    by_place = sorted(readings, key=lambda reading: reading.lattice.bbox)
    for reading, truth in zip(by_place, sorted(truths, key=_bbox), strict=True):
        said = dict(truth.headers)
        assert np.abs(np.subtract(reading.lattice.bbox, _bbox(truth))).max() <= 2
        assert (reading.board.rows, reading.board.topology) == (truth.rows, truth.topology)
        assert {(doubt.x, doubt.y) for doubt in reading.doubtful} == _blank_beside_mines(truth)
        assert (reading.theme.name, reading.state) == (said["theme"], said["state"])


def _blank_beside_mines(board: Board) -> set[tuple[int, int]]:
    """The wrong flags of a lost game in xbomb: they turn blank, which cannot be true, and so must be doubtful."""
    return {
        board.place(index)
        for index, code in enumerate(board.cells)
        if code == 0 and any(board.cells[other] == MINE for other in board.neighbours[index])
    }


@pytest.mark.parametrize("path", FLASHES, ids=lambda path: path.stem)
def test_a_flash_is_doubtful(path: Path):
    """In the red flash of sgt-mines a zero looks as a 3 does: it may be doubtful, and never be misread in silence."""
    for reading in read_picture(load_picture(path.with_suffix(".png"))):
        assert silent_misreads(reading, _blocks(path)[0]) == []


@pytest.mark.parametrize("path", [path for path in OURS if "-fresh" in path.stem], ids=lambda path: path.stem)
def test_counters_of_our_captures(path: Path):
    """Where a program has a counter of digits, it shows all mines of a fresh board."""
    reading = read_picture(load_picture(path.with_suffix(".png")))[0]
    mines = _blocks(path)[0].mines
    assert reading.mines_left == (mines if reading.theme.counter else None)


def _bbox(board: Board) -> tuple[int, ...]:
    return tuple(round(float(number)) for number in dict(board.headers)["bbox"].split())


@pytest.mark.parametrize("path", OTHERS, ids=lambda path: path.stem)
def test_classic_look_of_real_windows(path: Path):
    """The classic look is read exactly on real windows and pages, at 100 %, 125 % and 150 %."""
    if not path.exists():
        pytest.skip(f"{path} is not on this machine: it is another's picture, kept outside the project")
    readings = read_picture(load_picture(path))
    assert len(readings) == 1
    assert readings[0].board.rows == _truth(path).rows
    assert readings[0].doubtful == ()


LOOKS = {
    "10_msonline_24": "online",
    "12_msonline_lost_fracpitch_a": "online",
    "14_msonline_dark_35": "online-dark",
    "17_msonlinecom_lost_a": "classic",
    "20_kmines5_en_question": "kmines",
    "33_gnome3_colour_46": "gnome",
    "37_win7_expert_annotated": "windows7",
    "39_google_easy": "google",
    "44_google_medium_unopened": "google",
    **dict.fromkeys(("beg-fresh", "beg-mid40", "beg-mid75", "beg-lostw", "beg-won"), "minegauler"),
}


@pytest.mark.parametrize("name", LOOKS)
def test_drawn_looks_read_real_windows(name: str):
    """A real window in a look that our own code draws is found, known, and each cell read right or as doubtful."""
    folder = SHARED / ("windows/minegauler" if name.startswith("beg") else "screens")
    path = folder / f"{name}.png"
    if not path.exists():
        pytest.skip(f"{path} is not on this machine: it is another's picture, kept outside the project")
    (reading,) = read_picture(load_picture(path))
    truth = _truth(path)
    assert (reading.board.width, reading.board.height) == (truth.width, truth.height)
    assert reading.theme.name == LOOKS[name]
    assert silent_misreads(reading, truth) == []
    assert len(reading.doubtful) <= 0.1 * len(truth.cells)


def test_a_desktop_of_few_colours_is_classic():
    """On a desktop with 16 bits a pixel the greys 192 and 128 are 189 and 132: the classic look is read there too."""
    picture, board, _ = scene(4, load_theme("classic"), 16)
    levels = np.rint(np.arange(256) * 31 / 255).astype(int)
    few = (levels << 3 | levels >> 2).astype(np.uint8)
    assert (few[192], few[128]) == (189, 132)
    reading = read_picture(few[picture])[0]
    assert (reading.theme.name, reading.board.rows, reading.doubtful) == ("classic", board.rows, ())


def _truth(path: Path) -> Board:
    beside = path.with_suffix(".board")
    if beside.exists():
        return Board.parse(beside.read_text())
    block = (path.parent / "truth.txt").read_text().split(f"== {path.name} ")[1].split("== ")[0]
    return Board.parse("\n".join(line for line in block.splitlines()[1:] if line))


def test_a_theme_as_another_reading_has_it_is_the_theme():
    """A theme that a reading came with, enlarged, blurred or in noise, reads another board as the theme itself does."""
    theme, rng = load_theme("sgt"), random.Random(1)
    board = played_board(rng, theme)
    picture, _ = on_desktop(rng, draw_board(board, theme, 31))
    noise = np.random.default_rng(1).normal(0, 5, picture.shape)
    picture = np.clip(picture + noise, 0, 255).astype(np.uint8)
    for seen in (theme.seen((0.0, 0.0), 20), theme.seen((1.4, 1.4)), theme.in_noise(9.0)):
        (reading,), (own,) = (read_picture(picture, [each]) for each in (seen, theme))
        assert (reading.board.cells, reading.doubtful) == (board.cells, ())
        assert (reading.theme.enlarged, reading.theme.softness) == (own.theme.enlarged, own.theme.softness)


def test_a_board_without_borders_that_a_theme_fits_is_read_before_the_long_searches(monkeypatch: pytest.MonkeyPatch):
    """KMines' lawn is read at the first search for what repeats: that for faint islands takes thirty times as long."""
    luck, theme = random.Random(3), load_theme("kmines-green")
    board = played(luck, (16, 12), 30, frozenset(theme.symbols))
    picture, _ = on_busy_desktop(luck, draw_board(board, theme, 32))
    for search in ("find_small_lattices", "find_faint_lattices", "find_repeats"):
        monkeypatch.setattr(f"minebot.vision.read.{search}", lambda _: pytest.fail("a search that was not needed"))
    [reading] = read_picture(picture)
    assert (reading.board.cells, reading.doubtful) == (board.cells, ())


@pytest.mark.parametrize("side", [1, 2, 3, 5, 19])
def test_a_picture_of_a_few_pixels_holds_no_board(side):
    """Whatever is on it."""
    picture = np.random.default_rng(side).integers(0, 255, (side, side, 3)).astype(np.uint8)
    assert read_picture(picture) == []


@pytest.mark.parametrize(
    ("name", "colour", "seed"), [("kmines-classic", 238, 3), ("kmines-classic", 238, 5), ("online", 198, 6)]
)
def test_a_window_of_nearly_the_colour_of_covered_cells_is_none_of_them(name: str, colour: int, seed: int):
    """It has no borders within, and what it hides is doubtful, though little else on the board is covered."""
    rng, theme = random.Random(seed), load_theme(name)
    board = played(rng, (12, 20), 40, frozenset(theme.symbols))
    pitch = rng.choice([20, 24, 32])
    picture = cv2.copyMakeBorder(
        draw_board(board, theme, pitch), 60, 40, 40, 40, cv2.BORDER_CONSTANT, value=(220, 200, 220)
    )
    left, top = (rng.randrange(*places) * pitch // 32 for places in ((20, 200), (60, 400)))
    window = picture[60 + top : 171 + top, 40 + left : 210 + left]
    window[:] = colour
    window[: rng.choice([24, 20, 0])] = (190, 108, 100)
    if rng.random() < 0.7:
        says = rng.choice(["1  2  3  4", "Game over", "OK"])
        cv2.putText(window, says, (8, 52), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (20, 20, 20), 1, cv2.LINE_AA)
    if rng.random() < 0.7:
        cv2.rectangle(picture, (40 + left, 60 + top), (209 + left, 170 + top), (90, 90, 90))
    reading = read_unknown(picture.astype(np.uint8), Lattice(40, 60, pitch, pitch, 12, 20))
    assert reading is not None
    wrong = np.array(reading.board.cells) != np.array(board.cells)
    assert wrong.any()
    assert not (wrong & ~reading.in_doubt()).any()


def test_cells_that_a_strange_theme_takes_for_one_are_not_believed():
    """In its light the lawn of KMines is nothing but covered cells to the theme of its graves, which is far off."""
    rng, theme = random.Random(3), load_theme("kmines-green")
    board = played(rng, (16, 12), 40, frozenset(theme.symbols))
    drawn = draw_board(board, theme, min(theme.tiles))
    window = cv2.copyMakeBorder(drawn, 60, 40, 40, 40, cv2.BORDER_CONSTANT, value=(220, 200, 220))
    for reading in read_picture((window * 0.5).astype(np.uint8), [load_theme("kmines-graveyard")]):
        assert (reading.board.width, reading.board.height) == (16, 12)
        wrong = np.array(reading.board.cells) != np.array(board.cells)
        assert not (wrong & ~reading.in_doubt()).any()


@pytest.mark.parametrize(
    ("pitch", "quality", "right", "below"), [(24, 30, 0, 0), (24, 30, 3, 4), (24, 50, 5, 2), (32, 50, 3, 4)]
)
def test_a_fresh_chequer_ends_where_its_shades_no_longer_take_turns(pitch: int, quality: int, right: int, below: int):
    """Without borders nothing else tells, and a JPEG may shift where cells seem to begin."""
    rows = ["#########F########", *["##################"] * 4, "##F###############", "#####F############"]
    rows += [
        "##################",
        "###########F######",
        "F#######F#########",
        "##################",
        "FF#####F##########",
    ]
    drawn = draw_board(Board.parse(";".join(rows)), load_theme("google"), pitch)
    framed = cv2.copyMakeBorder(drawn, 3, 3, 3, 3, cv2.BORDER_CONSTANT, value=(185, 185, 185))
    panel = cv2.copyMakeBorder(framed, 57 + below, 8, 8, 8, cv2.BORDER_CONSTANT, value=(192, 192, 192))
    window = cv2.copyMakeBorder(panel, 40, 40, 48 + right, 48, cv2.BORDER_CONSTANT, value=(90, 60, 40))
    (reading,) = read_picture(compressed(window, quality), [])
    assert (reading.board.rows, reading.doubtful) == (rows, ())


@pytest.mark.parametrize(("name", "pitch", "slope"), [("classic", 31, 60), ("sgt", 16, 40)])
def test_light_from_one_side_on_a_fresh_board_leaves_it_one(name: str, pitch: int, slope: int):
    """Raised cells of one slope of shades are covered ones, though no two of them are of one colour."""
    rows = ["########"] * 4 + ["#F######"] + ["########"] * 3
    drawn = draw_board(Board.parse(";".join(rows)), load_theme(name), pitch)
    shade = np.add.outer(*(np.linspace(0, slope / 2, side) for side in drawn.shape[:2]))[:, :, None]
    lit = np.clip(drawn - shade, 0, 255).astype(np.uint8)
    window = cv2.copyMakeBorder(lit, 60, 40, 50, 70, cv2.BORDER_CONSTANT, value=(190, 190, 190)).astype(np.uint8)
    (reading,) = read_picture(window, [])
    assert (reading.board.rows, reading.doubtful) == (rows, ())


def test_a_fresh_board_far_from_all_themes_is_of_its_own_look():
    """Of covered cells alone, some theme is like in some light: what opens beside them would then be read by that."""
    picture = np.full((460, 500, 3), (186, 155, 135), np.uint8)
    picture[84:396, 64:376] = 123
    for x, y in product(range(70, 370, 30), range(90, 390, 30)):
        picture[y : y + 27, x : x + 27] = 255  # bevels of three pixels, on cells of thirty
        picture[y + 3 : y + 27, x + 3 : x + 27] = 189
    (reading,) = read_picture(picture)
    assert (reading.theme.name, reading.doubtful) == (UNKNOWN, ())
    assert (str(reading.board), reading.misfit) == ("\n".join(["#" * 10] * 10), 0)


@pytest.mark.parametrize(("name", "light", "share"), [("online-dark", 255, 0.15), ("windows7", 0, 0.06)])
def test_the_last_covered_cells_may_be_pointed_at(name: str, light: int, share: float):
    """Of two, either ground may be the usual one: a highlight on one of them leaves neither in doubt."""
    board = Board.parse("....1#1.\n....1221\n.....1F1\n.....111\n111.....\n1F1.....\n1221....\n.1#1....")
    drawn = draw_board(board, load_theme(name), 24)
    drawn[:24, 5 * 24 : 6 * 24] = np.rint(drawn[:24, 5 * 24 : 6 * 24] * (1 - share) + light * share)
    (reading,) = read_picture(np.pad(drawn, ((50, 40), (50, 50), (0, 0)), constant_values=90))
    assert (reading.board.rows, reading.doubtful) == (board.rows, ())
