"""Boards of looks that no theme describes: equal cells are one group, digits are digits, the rules decide the rest."""

import random
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from desktops import in_few_colours, on_busy_desktop, random_desktop
from looks import KINDS, OPEN, Colour, Look, draw_look, random_look
from odd_looks import drawn_in
from scenes import played
from test_read import silent_misreads

from minebot.board import COVERED, EXPLODED, FLAG, MINE, WRONG_FLAG, Board
from minebot.game import SimulatedGame
from minebot.geometry import Lattice
from minebot.minefield import Minefield
from minebot.move import Action, Move
from minebot.vision.agreement import against_the_rules, disputed, rivalled
from minebot.vision.draw import draw_board
from minebot.vision.picture import load_picture
from minebot.vision.read import read_picture
from minebot.vision.reading import DOUBTFUL_BELOW, Reading, with_doubts
from minebot.vision.rules import around
from minebot.vision.themes.folders import load_theme, load_themes
from minebot.vision.unknown.alike import Groups, grouped
from minebot.vision.unknown.board import _is_fresh, _of_marks_in_doubt, read_unknown, theme_of
from minebot.vision.unknown.glyphs import AROUND, CLASSES, SIDE, Sight, cut_patches, recognise
from minebot.vision.unknown.guess import Guess, guess
from minebot.vision.unknown.marks import of_another_colour
from minebot.vision.unknown.sharper import sharper
from minebot.vision.unknown.sight import _as_usual
from minebot.vision.unknown.states import Place, Seen, _of_two_shades, settle_grounds

UNEVEN = "37_win7_expert_annotated"  # a light from one corner, and lines that somebody drew over the cells
NUMBERS = ((255, 0, 0), (0, 128, 0), (0, 0, 255), (128, 0, 0), (0, 0, 128), (128, 128, 0), (0, 0, 0), (128, 128, 128))
WHITE = (255, 255, 255)
SHARED = Path(__file__).resolve().parents[2] / "shared" / "screens"
APART, BESIDE = (0, 8, 20, 24, 36, 44, 56, 60, 72), (0, 1, 2, 24, 36, 44, 56, 60, 72)  # mines of boards of 9x9


def made_up(seed: int, kind: str) -> tuple[np.ndarray, Board]:
    """A game in a look that no program has, drawn at a random pitch."""
    rng = random.Random(seed)
    size = rng.choice([(9, 9), (16, 16), (18, 14)])
    board = played(rng, size, size[0] * size[1] // 6, frozenset({"mine", "wrong"}))
    pitch = rng.randint(18, 50)
    return draw_look(board, random_look(rng, kind), (float(pitch), float(pitch))), board


@pytest.mark.parametrize("kind", [*KINDS, OPEN])
@pytest.mark.parametrize("seed", range(3))
def test_no_cell_of_a_made_up_look_is_misread_in_silence(kind, seed):
    """On a busy desktop, a board of an unheard-of look: each cell is right or doubtful, or the board is not found."""
    drawn, board = made_up(seed, kind)
    picture, _ = on_busy_desktop(random.Random(seed), drawn)
    for reading in read_picture(picture):
        if (reading.board.width, reading.board.height) == (board.width, board.height):
            doubtful = {(each.x, each.y) for each in reading.doubtful}
            places = map(board.place, range(len(board.cells)))
            assert not [cell for cell in places if reading.board[cell] != board[cell] and cell not in doubtful]


@pytest.mark.parametrize(("seed", "kind"), [(52003, "chequered"), (52012, "gaps")])
def test_what_is_hardly_seen_and_no_rule_tells_is_doubtful(seed, kind):
    """A flag on a lighter square looks wrong, but numbers count it; the only twos, in pale ink, look like threes."""
    made = random_desktop(seed, (1920, 1080), 1, kind)
    (reading,) = read_picture(made.picture)
    assert not silent_misreads(reading, made.shown[0])
    assert len(reading.doubtful) < len(reading.board.cells) / 4


@pytest.mark.parametrize("seed", [1, 2, 3, 5])
def test_open_cells_without_borders_are_read_by_those_that_are_closed(seed):
    """Nothing marks where open cells end: what is closed tells where the others are, the numbers how far they go."""
    drawn, board = made_up(seed, OPEN)
    picture, _ = on_busy_desktop(random.Random(seed), drawn)
    (reading,) = read_picture(picture)
    assert reading.board.rows == board.rows
    assert not reading.doubtful


def test_closed_cells_far_from_one_another_are_of_one_board():
    """Of a game that is nearly over but a few are left, here and there; their pitch is one, and tells that of all."""
    board = Board.parse(".1#1..1##;.1#1..1#F;.111..122;.........;.........;.........;221...111;#F21.12##;###1.1###")
    look = Look(OPEN, (225, 226, 228), (244, 245, 246), (244, 245, 246), bevel=0.05, numbers=NUMBERS, size=0.4)
    window = np.full((460, 420, 3), (244, 245, 246), np.uint8)
    drawn = draw_look(board, look, (36.0, 36.0))
    window[90 : 90 + drawn.shape[0], 47 : 47 + drawn.shape[1]] = drawn
    (reading,) = read_picture(window, themes=())
    assert (reading.board.rows, reading.doubtful) == (board.rows, ())


@pytest.mark.parametrize("pitch", [(24.0, 26.0), (30.0, 30.0), (24.62, 24.62)])
def test_a_lattice_that_a_bevel_has_stretched_is_straightened(pitch):
    """Its first lines went by one edge of the bevel and its last ones by the other; where cells are of whole pixels."""
    board = Board.parse(".1FF#####;.1222####;....1F#F#;....113##;111...1F#;#F1...2##;111..12F#;.....1F##;.....1###")
    look = Look("bevelled", (217, 217, 217), (232, 232, 232), (130, 130, 130), bevel=0.09, numbers=NUMBERS)
    drawn = np.pad(draw_look(board, look, pitch), ((50, 40), (60, 30), (0, 0)), constant_values=217)
    exact = Lattice(60, 50, *pitch, 9, 9)
    assert sharper(drawn, exact) == exact
    for first, last in ((-1.2, 1.3), (1.3, -1.2)) if pitch[0] % 1 == 0 else ():
        across, down = (each + (last - first) / 9 for each in pitch)
        assert sharper(drawn, Lattice(60 + first, 50 + first, across, down, 9, 9)) == exact


def oblong(seed: int, kinds: tuple[str, ...] = KINDS) -> tuple[np.ndarray, Board]:
    """A game in a made-up look on a busy desktop, of cells 1.25 to 2.2 times as wide as high, or as high as wide."""
    rng, kind = random.Random(seed), kinds[seed % len(kinds)]
    size = rng.choice([(9, 9), (16, 16), (18, 14)])
    board = played(rng, size, size[0] * size[1] // 6, frozenset({"mine", "wrong"}))
    short = rng.randint(18, 40)
    long = round(short * rng.uniform(1.25, 2.2))
    pitches = (float(short), float(long)) if seed % 2 else (float(long), float(short))
    return on_busy_desktop(random.Random(seed), draw_look(board, random_look(rng, kind), pitches))[0], board


@pytest.mark.parametrize("seed", [3, 4, 6, 7, 17, 19, 24, 36])
def test_oblong_cells_are_read(seed):
    """Buttons with a letter on them are higher than wide, or wider than high; half a cell is none."""
    picture, board = oblong(seed)
    (reading,) = read_picture(picture)
    assert reading.board.rows == board.rows
    assert not reading.doubtful


@pytest.mark.parametrize("seed", [5, 7, 9, 14, 16, 20])
def test_oblong_cells_of_which_the_open_ones_have_no_borders_are_read(seed):
    """As where buttons are taken away when they are opened: those that are left tell how oblong the others are."""
    picture, board = oblong(seed, (OPEN,))
    (reading,) = read_picture(picture)
    assert reading.board.rows == board.rows
    assert not reading.doubtful


@pytest.mark.parametrize(("seed", "kinds"), [*((seed, KINDS) for seed in (5, 8, 14, 16, 23)), (12, (OPEN,))])
def test_no_oblong_cell_is_misread_in_silence(seed, kinds):
    """Digits that are as narrow for their cell as a stroke are looked at closer; dark mines on dark ground are seen."""
    picture, board = oblong(seed, kinds)
    for reading in read_picture(picture):
        assert (reading.board.width, reading.board.height) == (board.width, board.height)
        doubtful = {(each.x, each.y) for each in reading.doubtful}
        places = map(board.place, range(len(board.cells)))
        assert not [cell for cell in places if reading.board[cell] != board[cell] and cell not in doubtful]


@pytest.mark.parametrize(("columns", "doubtful"), [(9, False), (8, True)])
def test_columns_of_zeros_are_of_the_board_if_a_level_is_as_large(columns, doubtful):
    """Two more columns make a beginner's board of these seven; where there is room for one, it may be either."""
    rows = ["1222#1.", "1##421.", "24##211", "#2333#1", "233#322", "2FF22#1", "2F42111", "12#1...", ".111..."]
    board = Board.parse("\n".join(row.ljust(columns, ".") for row in rows))
    ground = (240, 240, 240)
    look = Look(
        OPEN, (110, 40, 70), ground, ground, bevel=0.08, numbers=tuple((20, 20 * code, 90) for code in range(8))
    )
    drawn = draw_look(board, look, (30.0, 30.0))
    window = np.full((350, 400, 3), 60, np.uint8)
    window[40 : 40 + drawn.shape[0], 50 : 50 + drawn.shape[1]] = drawn
    (reading,) = read_picture(window, themes=())
    assert (len(reading.doubtful) == len(reading.board.cells)) == doubtful
    assert doubtful or reading.board.rows == board.rows


EIGHT_COLUMNS = "..1#211.1#;..112#1.1#;....122111;.....1#1..;.....11111;......12##;....112###;....1F2###"  # and two


@pytest.mark.parametrize(
    ("text", "margins", "read"),
    [
        (
            ".........;.11211...;13##F1...;F#F##1...;#####1...;####F1...;#####1111;#######F#;#########",
            (8, 52, 8, 8),
            True,
        ),
        (EIGHT_COLUMNS, (8, 50, 8, 8), False),
        (EIGHT_COLUMNS, (21, 50, 8, 8), None),
    ],
)
def test_zeros_at_a_side_are_of_the_board_if_a_level_or_even_margins_need_them(text, margins, read):
    """A row above makes a beginner's board of these eight, and there is room; of eight columns a window may have more.

    Just as many as its margins tell, that is; where they tell nothing, eight columns and eight rows are a board.
    """
    board, (left, top, right, bottom) = Board.parse(text), margins
    look = Look(OPEN, (200, 180, 160), WHITE, WHITE, bevel=0.06, numbers=NUMBERS)
    drawn = np.pad(draw_look(board, look, (30.0, 30.0)), ((top, bottom), (left, right), (0, 0)), constant_values=255)
    window = np.pad(drawn, ((40, 60), (70, 80), (0, 0)), constant_values=60)
    (reading,) = read_picture(window, themes=())
    if read:
        assert (reading.board.rows, reading.doubtful) == (board.rows, ())
    else:
        assert (len(reading.doubtful) == len(reading.board.cells)) == (read is False)


@pytest.mark.parametrize("name", ["sgt", "kmines"])
@pytest.mark.parametrize("seed", [5, 6, 13, 28])
def test_a_first_click_that_opens_a_few_cells(name, seed):
    """Few zeros for so many numbers, but the other way round the numbers would need mines that others deny them."""
    rng, theme = random.Random(seed), load_theme(name)
    opened: set[int] = set()
    while not 12 <= len(opened) <= 40:
        field = Minefield(16, 16, frozenset(rng.sample(sorted(set(range(256)) - {136}), 40)))
        opened = field.opened_by(136)
    game = SimulatedGame(field)
    game.play([Move(Action.OPEN, 8, 8)])
    pitch = min(theme.tiles, default=20)
    read = guess(draw_board(game.read(), theme, pitch), Lattice(0, 0, pitch, pitch, 16, 16))
    assert read.codes.tolist() == list(game.read().cells)
    assert (read.confidence >= DOUBTFUL_BELOW).mean() > 0.95


class OrangeFlags(Look):
    """A look whose flags have a ground of their own."""

    def cell(self, board: Board, x: int, y: int) -> Colour:
        """The ground of a cell."""
        return (20, 160, 250) if board[x, y] == FLAG else super().cell(board, x, y)


def all_but_marked(mines, left) -> Board:
    """A board of 9x9 with everything open but its mines: those that are `left` are covered, all others have flags."""
    field = np.zeros((9, 9), bool)
    field.ravel()[list(mines)] = True
    cells = np.where(field, FLAG, around(field)).astype(int).ravel()
    cells[list(left)] = COVERED
    return Board(9, 9, tuple(cells.tolist()))


@pytest.mark.parametrize(
    ("mines", "left", "blank", "believed"),
    [
        (APART, (0, 44, 72), False, True),
        (APART, (0, 44), False, False),
        (BESIDE, (0, 1, 2), False, False),
        (APART, (0, 44, 72), True, False),
    ],
)
def test_the_last_covered_cells_are_no_sheet_where_they_lie_apart(mines, left, blank, believed):
    """Flags on a ground of their own tell nothing of it; what lies over a board is in one place.

    But a lost game may show its mines as plain cells of one colour, without the borders of closed cells.
    """
    board = all_but_marked(mines, left)
    look = OrangeFlags("bevelled", (170, 170, 170), (225, 225, 225), (120, 120, 120), bevel=0.09, numbers=NUMBERS)
    drawn = draw_look(board, look, (32.0, 32.0))
    for index in left if blank else ():
        x, y = (32 * place for place in board.place(index))
        drawn[y + 1 : y + 31, x + 1 : x + 31] = (140, 150, 120)
    read = guess(drawn, Lattice(0, 0, 32, 32, 9, 9))
    assert (read.confidence[list(left)] >= DOUBTFUL_BELOW).tolist() == [believed] * len(left)
    assert not (read.codes != board.cells)[read.confidence >= DOUBTFUL_BELOW].any()


@pytest.mark.parametrize(("shown", "believed"), [(3, True), (4, True), (5, False), (8, False)])
@pytest.mark.parametrize("name", ["winemine", "classic", "xdemineur"])
def test_the_first_number_of_a_game_may_be_a_three_or_a_four(name, shown, believed):
    """Where nothing else is open, a number with so many mines around is what one click in five shows."""
    cells = [COVERED] * 256
    cells[120] = shown
    theme = load_theme(name)
    pitch = min(theme.tiles, default=16)
    read = guess(draw_board(Board(16, 16, tuple(cells)), theme, pitch), Lattice(0, 0, pitch, pitch, 16, 16))
    assert read.codes[120] == shown
    assert (read.confidence[120] >= DOUBTFUL_BELOW) == believed


@pytest.mark.skipif(not SHARED.is_dir(), reason="other people's screenshots lie beside the project, where they are")
@pytest.mark.parametrize("path", sorted(SHARED.glob("*.board")), ids=lambda path: path.stem)
def test_screenshots_are_read_without_any_theme(path):
    """Real windows of eight looks, each cell right or doubtful, and hardly any doubtful, though no theme is used."""
    first, *rows = path.read_text().splitlines()
    readings = read_picture(load_picture(path.with_suffix(".png")), themes=())
    if first == "none":
        assert not readings
        return
    board = Board.parse("\n".join(rows))
    if set(board.cells) == {COVERED}:
        return  # flat squares on which nothing is open may be any sheet: only a theme knows them for a board
    (reading,) = readings
    if path.stem == UNEVEN and len(reading.doubtful) == len(reading.board.cells):
        return  # its first columns, of another blue, are hardly taken for cells of the board: all of it is doubted
    assert np.abs(np.subtract(reading.lattice.bbox, list(map(float, first.split()[1:])))).max() <= 3
    doubtful = {(each.x, each.y) for each in reading.doubtful}
    wrong = {cell for cell in map(board.place, range(len(board.cells))) if reading.board[cell] != board[cell]}
    assert wrong <= doubtful
    assert len(doubtful) <= 0.05 * len(board.cells)


CLEARED = """\
####1......11111
22211...........
.............111
...........112##
....11211..1####
....1###1..11###
....112#1...1###
......1#1...2F##
......1#1...3###
221...111...3###
##2.........2###
##3.........124#
##2...........1#"""
LOST_BY_A_MINE = """
.....1##
.....1**
....12##
....2*#W
..113*#X
..1*2121
..111...
........
"""
SCATTERED = """
12F2212###F#
#F2#3##2####
F33###F#3F##
12##3##3###3
.12233##33F#
12111#4#F23#
###2###F311#
#3###44#4332
1#1##F3F###F
###2223#44F#
######11####
"""


OPENED = (
    """
###################1..1#######
###################1..1#######
###################2..1#######
###################1.11#######
###################1.1########
###################111########
"""
    + 10 * ("#" * 30 + "\n")
)


@pytest.mark.parametrize(
    ("name", "text", "pitch"),
    [("ace", LOST_BY_A_MINE, 40), ("winemine", SCATTERED, 16), ("gnome", OPENED, 23)],
    ids=["ace", "winemine", "gnome"],
)
def test_what_is_plain_is_not_given_up_for_what_is_not(name, text, pitch):
    """Plain numbers stay numbers where mines beside them look like a 4; a lone zero with their border is a zero."""
    board = Board.parse(text.strip())
    picture = np.pad(draw_board(board, load_theme(name), pitch), ((60, 40), (50, 50), (0, 0)), constant_values=40)
    (reading,) = read_picture(picture, themes=())
    doubtful = {(each.x, each.y) for each in reading.doubtful}
    assert {
        cell for cell in map(board.place, range(len(board.cells))) if reading.board[cell] != board[cell]
    } <= doubtful
    assert len(doubtful) < 0.15 * len(board.cells)


def test_another_programs_theme_decides_nothing():
    """A theme that fits a foreign board in part neither adds lines to it nor reads its cells: a 4 is no 8."""
    board = Board.parse("################\n##4#############\n####32333211####\n" + CLEARED)
    drawn = draw_board(board, load_theme("demo"), 24)
    window = np.full((drawn.shape[0] + 107, drawn.shape[1] + 37, 3), 180, np.uint8)
    window[62:, 8:-8] = 216
    window[74 : 74 + drawn.shape[0], 20 : 20 + drawn.shape[1]] = drawn
    (reading,) = read_picture(window, [theme for theme in load_themes() if theme.name != "demo"])
    assert reading.lattice.bbox == (20, 74, *drawn.shape[1::-1])
    assert reading.board.cells == board.cells
    assert not reading.doubtful


@pytest.mark.parametrize("seed", [26, 41, 49, 54])
def test_light_from_one_side_hides_no_open_cell(seed):
    """Open cells that a light and lost colours turn into several grounds are open or doubtful, never covered."""
    luck, theme = random.Random(seed), load_theme("kmines")
    board = played(luck, (18, 14), 40, frozenset(theme.symbols))
    picture, (x, y, _, _) = on_busy_desktop(luck, draw_board(board, theme, 40))
    seen = guess(in_few_colours(picture, 128), Lattice(x, y, 40, 40, 18, 14), 1)
    assert not (seen.codes != board.cells)[seen.confidence >= DOUBTFUL_BELOW].any()


FEW_OPEN = """
#1#######################F####
#F##############F##########6##
112##############2####2#####F#
..1#########F4################
.11#3##########1###4#####1####
.1#####2##################3###
.1###1####################4F##
.1###########3##2######4######
12#########################3##
##3############422############
##############21.1#########4##
###########2#F#323############
##############F###############
##############################
##############################
######################3#######
"""


@pytest.mark.parametrize("around", [40, 230])
def test_a_theme_to_which_most_is_hidden_decides_nothing(around):
    """Covered cells that another theme takes for things that lie over the board are read as what they are."""
    board = Board.parse(FEW_OPEN.strip())
    drawn = draw_board(board, load_theme("sgt"), 16)
    window = np.pad(drawn, ((60, 40), (50, 50), (0, 0)), constant_values=around)
    (reading,) = read_picture(window, [theme for theme in load_themes() if theme.name != "sgt"])
    assert (reading.board.rows, reading.doubtful) == (board.rows, ())


SURROUNDED = """
2###2.1#1##1....
####2.11##11....
##742..1##11....
####2..2#3#1111.
####3.13#3111#1.
2###2.1#21..111.
12321.111.......
...1221.........
..12##2.111.1232
..2#7#3.1F1.2###
..2###2.111.3#8#
..12321.....2###
111...111...1243
1#1...1#1.....1#
111...111.....11
................
"""


@pytest.mark.parametrize("pitch", [16, 24])
def test_a_number_that_is_hard_to_read_is_what_the_others_leave(pitch):
    """Where the mines beside a number are proven by the numbers around them, small bold digits leave no doubt."""
    board = Board.parse(SURROUNDED.strip())
    window = np.pad(draw_board(board, load_theme("gnome"), pitch), ((60, 40), (50, 50), (0, 0)), constant_values=40)
    (reading,) = read_picture(window, [theme for theme in load_themes() if theme.name != "gnome"])
    assert (reading.theme.name, reading.board.rows, reading.doubtful) == ("unknown", board.rows, ())


HARDLY_COVERED = """
..........
221111....
F#22F211..
23#212F1..
.1221111..
..1#1111..
..1111#221
.....12F2#
"""
FINISHED = HARDLY_COVERED.replace("#", "F")


def read_without_doubt(drawn: np.ndarray, board: Board, around: int) -> bool:
    """Whether each cell is read, and right, on a desktop of that brightness."""
    pitch = drawn.shape[0] / board.height
    picture = np.pad(drawn, ((40, 40), (40, 40), (0, 0)), constant_values=around)
    seen = guess(picture, Lattice(40, 40, pitch, pitch, board.width, board.height), 1)
    return seen.codes.tolist() == list(board.cells) and bool((seen.confidence >= DOUBTFUL_BELOW).all())


def test_two_shades_of_open_cells_are_no_doubt_where_nothing_is_covered():
    """On a finished board all empty cells are open, in both shades of a chequer, since the digits lie on these."""
    board = Board.parse(FINISHED.strip())
    assert read_without_doubt(draw_board(board, load_theme("google"), 24), board, 192)


def test_so_many_numbers_have_a_zero_among_them():
    """That open cells look a little as if they were covered is no doubt: else so many numbers had no zero."""
    board = Board.parse(HARDLY_COVERED.strip())
    numbers = ((247, 45, 78), (45, 184, 234), (89, 17, 168))
    dark = Look("dark", (66, 72, 81), (50, 56, 65), (80, 86, 95), gap=0.03, numbers=numbers)
    assert read_without_doubt(draw_look(board, dark, (32.0, 32.0)), board, 255)


MANY_FLAGS = """
*F1..1######
221.12*####2
....1F####*X
11..111#*##*
F31...1#2#F#
**11112F#2#*
####*##F##*#
FF##*#######
#######F####
#########*##
"""


def test_a_large_part_of_the_flags_is_not_wrong():
    """After a loss, flags that look a little like wrong ones are flags where there are many: nobody plays so badly."""
    board = Board.parse(MANY_FLAGS.strip())
    numbers = ((60, 57, 53), (200, 111, 62), (57, 53, 54))
    look = Look("lined", (154, 139, 216), (232, 236, 237), (116, 101, 178), gap=0.0244, numbers=numbers)
    assert read_without_doubt(draw_look(board, look, (28.0, 28.0)), board, 255)


@pytest.mark.parametrize(("kind", "seed"), [("bevelled", 0), ("gaps", 8), ("lined", 9), ("gradient", 4)])
def test_a_mine_that_is_crossed_out_after_a_loss_is_a_wrong_flag(kind, seed):
    """It looks half like what no cell shows; but on a board that shows its mines, wrong flags are common."""
    board = Board.parse(LOST_BY_A_MINE.strip())
    look = random_look(random.Random(seed), kind)
    assert read_without_doubt(draw_look(board, look, (28.0, 28.0)), board, 40)


def _found_without_themes(board: Board, theme: str) -> list[tuple[int, ...]]:
    drawn = draw_board(board, load_theme(theme), 20)
    readings = read_picture(np.pad(drawn, ((60, 40), (50, 50), (0, 0))), themes=())
    return [reading.board.cells for reading in readings]


def test_flags_tell_a_board_from_a_sheet_of_squares():
    """Flat cells on which nothing is open may be any sheet, but flags make it a board, also a lost one."""
    fresh = Board(11, 9, (COVERED,) * 99)
    flagged = Board(11, 9, tuple(FLAG if index in (13, 40) else COVERED for index in range(99)))
    stones = Board(11, 9, tuple(MINE if index in (13, 40) else COVERED for index in range(99)))
    marks = {13: FLAG, 40: FLAG, 7: MINE, 20: MINE, 52: MINE, 61: MINE, 77: EXPLODED}
    lost = Board(11, 9, tuple(marks.get(index, COVERED) for index in range(99)))
    found = [_found_without_themes(board, "microsoft") for board in (fresh, flagged, stones, lost)]
    assert found == [[], [flagged.cells], [], [lost.cells]]


@pytest.mark.parametrize(("size", "is_board"), [((9, 9), True), ((30, 16), True), ((10, 9), False), ((31, 16), False)])
def test_a_flat_sheet_is_a_board_that_nobody_opened_if_it_has_the_size_of_a_usual_level(size, is_board):
    """Of as many equal squares as a level has nothing else is made, of one more or fewer anything may be."""
    fresh = Board(*size, (COVERED,) * (size[0] * size[1]))
    assert _found_without_themes(fresh, "gnome") == ([fresh.cells] if is_board else [])


@pytest.mark.parametrize(("size", "is_board"), [((16, 16), True), ((15, 16), False)])
def test_a_board_of_a_usual_level_on_which_only_a_number_is_open(size, is_board):
    """Whatever the first click may meet: all but the number it opened is covered, since it counts what is."""
    cells = [COVERED] * (size[0] * size[1])
    cells[0] = 2
    (*found,) = read_picture(written(Board(*size, tuple(cells)), {}, 0.55), themes=())
    assert [(each.board.cells, each.doubtful) for each in found] == ([(tuple(cells), ())] if is_board else [])


def test_a_board_that_is_covered_along_its_rim_alone_is_not_fresh():
    """None of its inner cells tells what covered ones look like."""
    of = np.ones((6, 6), int)
    of[1:-1, 1:-1] = 0
    groups = Groups(of.ravel(), np.zeros((2, SIDE, SIDE, 3), np.uint8), np.array([16, 20]))
    seen = Guess(Lattice(0, 0, 16, 16, 6, 6), groups, np.array([0, COVERED]), np.ones(2), np.zeros(2))
    assert not _is_fresh(seen)


@pytest.mark.parametrize(("doubted", "hidden", "all_of_them"), [(3, 0, True), (1, 0, False), (3, 3, False)])
def test_no_flag_is_surer_than_most_of_another_look(doubted: int, hidden: int, all_of_them: bool):
    """A wrong flag is crossed out in a look of its own; what lies over others says nothing of it."""
    of = [0] * 32 + [1, 1, 1, 2]
    groups = Groups(np.array(of), np.zeros((3, SIDE, SIDE, 3), np.uint8), np.bincount(of))
    seen = Guess(Lattice(0, 0, 16, 16, 6, 6), groups, np.array([COVERED, FLAG, FLAG]), np.ones(3), np.zeros(3))
    in_doubt, over = np.zeros((2, 36), bool)
    in_doubt[32 : 32 + doubted] = True
    over[32 : 32 + hidden] = True
    assert _of_marks_in_doubt(seen, in_doubt, over)[35] == all_of_them


SHADED = """
####F#####
####1#####
##F#2##1##
##########
2111#####1
...1###F1.
...1#2111.
...1#1....
...111....
"""


@pytest.mark.parametrize("share", [0.3, 0.5, 0.7])
def test_cells_within_which_a_shade_ends_are_no_question_marks(share):
    """A line of cells, half of them in another light, is drawn alike, and unlike the flags: these are no marks."""
    board = Board.parse(SHADED.strip())
    drawn = draw_board(board, load_theme("xdemineur"), 21)
    drawn[:, : round(21 * (5 + share))] = drawn[:, : round(21 * (5 + share))] * 0.6
    seen = guess(np.pad(drawn, ((60, 40), (50, 50), (0, 0))), Lattice(50, 60, 21, 21, board.width, board.height), 1)
    sure = seen.confidence >= DOUBTFUL_BELOW
    assert not (seen.codes != board.cells)[sure].any()


ONE_COLOUR = """
..1###1###
..1#F#2111
.11##F1...
.1F#211...
23##1..111
FF332212##
#3F##3###F
########21
"""


def test_what_stands_on_each_zero_is_no_flag():
    """A sign on each zero looks like a flag; but no flag has only numbers around it that do not count it."""
    board = Board.parse(ONE_COLOUR.strip())
    drawn = draw_board(board, load_theme("microsoft"), 32)
    for index in np.flatnonzero(np.array(board.cells) == 0).tolist():
        x, y = board.place(index)
        cell = drawn[32 * y : 32 * (y + 1), 32 * x : 32 * (x + 1)]
        cv2.rectangle(cell, (15, 8), (17, 27), (40, 60, 90), -1)
        cv2.rectangle(cell, (8, 6), (18, 14), (60, 120, 180), -1)
    seen = guess(np.pad(drawn, ((60, 40), (50, 50), (0, 0))), Lattice(50, 60, 32, 32, board.width, board.height), 1)
    assert (seen.codes == board.cells).all()
    assert (seen.confidence >= DOUBTFUL_BELOW).all()


def without_flags(seed):
    """A game of somebody who marks nothing."""
    board = played(random.Random(seed), (16, 13), 30, frozenset())
    return Board(board.width, board.height, tuple(COVERED if code == FLAG else code for code in board.cells))


def written(board, symbols, text, pitch=(60, 48)):
    """A board of squares with grey lines, raised where covered; its symbols are written in the middle, in that size."""
    wide, high = pitch
    drawn = np.full((high * board.height, wide * board.width, 3), 128, np.uint8)
    for index, code in enumerate(board.cells):
        x, y = board.place(index)
        cell = drawn[high * y : high * (y + 1) - 2, wide * x : wide * (x + 1) - 2]
        cell[:] = (217, 217, 217) if code == COVERED else (250, 250, 250) if code else (160, 150, 140)
        if code == COVERED:
            cell[:2], cell[:, :2], cell[-2:], cell[:, -2:] = 255, 255, 150, 150
        if symbol := symbols.get(code, str(code) if code > 0 else ""):
            (width, height), _ = cv2.getTextSize(symbol, cv2.FONT_HERSHEY_SIMPLEX, text, 1)
            place = ((wide - width) // 2, (high + height) // 2)
            cv2.putText(cell, symbol, place, cv2.FONT_HERSHEY_SIMPLEX, text, (0, 0, 0), 1, cv2.LINE_AA)
    return np.pad(drawn, ((60, 40), (50, 50), (0, 0)), constant_values=90)


@pytest.mark.parametrize("seed", [81, 171, 176, 200, 246, 258])
def test_discs_for_mines_are_no_covered_cells(seed):
    """In no program that the network has learned from they look like that; some were covered cells in silence."""
    rng = random.Random(seed)
    board = played(rng, (16, 16), 40)
    pitch, radius = rng.randrange(22, 38), rng.uniform(0.14, 0.32)
    covered, pale = ([rng.randrange(*levels) for _ in range(3)] for levels in ((40, 130), (220, 256)))
    drawn = np.full((16 * pitch, 16 * pitch, 3), 120, np.uint8)
    for index, code in enumerate(board.cells):
        x, y = board.place(index)
        cell = drawn[pitch * y : pitch * (y + 1) - 1, pitch * x : pitch * (x + 1) - 1]
        cell[:] = pale if code >= 0 else (40, 40, 230) if code == EXPLODED else covered
        middle, reach = (pitch - 1) // 2, round(radius * pitch)
        if code > 0:
            at = (middle - pitch // 4, middle + pitch // 3)
            cv2.putText(cell, str(code), at, cv2.FONT_HERSHEY_SIMPLEX, pitch / 34, NUMBERS[code - 1], 2, cv2.LINE_AA)
        elif code in (MINE, EXPLODED, WRONG_FLAG):
            cv2.circle(cell, (middle, middle), reach, pale, cv2.FILLED, cv2.LINE_AA)
        elif code == FLAG:
            cv2.line(cell, (middle, middle - reach), (middle, middle + reach), (20, 20, 20), 2)
            corners = [(middle, middle - reach), (middle - reach, middle - reach // 2), (middle, middle)]
            cv2.fillPoly(cell, [np.array(corners)], (0, 0, 220))
        if code == WRONG_FLAG:
            cv2.drawMarker(cell, (middle, middle), (0, 0, 255), cv2.MARKER_TILTED_CROSS, 2 * reach, 2)
    (reading,) = read_picture(np.pad(drawn, ((60, 60), (60, 60), (0, 0)), constant_values=190), themes=())
    wrong = np.array(board.cells) != np.array(reading.board.cells)
    assert not (wrong & ~reading.in_doubt()).any()


@pytest.mark.parametrize(
    ("name", "pitch", "exploded", "seed"),
    [
        ("xbomb", 20, False, 6),
        ("xbomb", 20, False, 19),
        ("xbomb", 40, False, 54),
        ("ace", 24, False, 0),
        ("ace", 24, False, 2),
        ("kmines-graveyard", 32, True, 0),
    ],
)
def test_mines_of_a_finished_game_are_no_covered_cells_nor_flags(name, pitch, exploded, seed):
    """Where all else is open, the rules allow each of the three: what each mine shows is doubtful unless it is seen."""
    rng = random.Random(seed)
    field = Minefield(16, 16, frozenset(rng.sample(range(256), 40)))
    cells = list(field.numbers)
    if exploded:
        cells[rng.choice(sorted(field.mines))] = EXPLODED
    drawn = draw_board(Board(16, 16, tuple(cells)), load_theme(name), pitch)
    picture = cv2.copyMakeBorder(drawn, *[pitch] * 4, cv2.BORDER_CONSTANT, value=(216, 208, 200))
    themes = [theme for theme in load_themes() if not theme.name.startswith(name.partition("-")[0])]
    for reading in read_picture(picture, themes=themes):
        right = np.array(cells) == np.array(reading.board.cells) if reading.board.width == 16 else False
        assert (right | reading.in_doubt()).all()


@pytest.mark.parametrize(("name", "seed"), [("kmines-green", 11), ("kmines-graveyard", 12)])
def test_covered_cells_that_are_strange_are_no_less_covered_while_nothing_is_flagged(name, seed):
    """Beside them are numbers and their own kind alone, as beside what stands on zeros."""
    board = played(random.Random(seed), (16, 16), 40, frozenset())
    board = Board(16, 16, tuple(COVERED if code == FLAG else code for code in board.cells))
    drawn = cv2.copyMakeBorder(draw_board(board, load_theme(name), 24), *[24] * 4, cv2.BORDER_REPLICATE)
    reading = read_unknown(drawn, Lattice(24, 24, 24, 24, 16, 16))
    assert reading is not None
    assert reading.board.cells == board.cells


@pytest.mark.parametrize("text", [0.3, 0.4, 0.55])
def test_small_symbols_in_large_cells_are_seen_closer(text):
    """Digits of a fifth of the cell are a few pixels of what the network sees: a 3 was a 1 in silence."""
    board = without_flags(6)
    (reading,) = read_picture(written(board, {}, text), themes=())
    assert (reading.board.cells, reading.doubtful) == (board.cells, ())


@pytest.mark.parametrize(("marked", "doubted"), [("few", "marked"), ("many", "all")])
def test_cells_of_another_colour_may_be_marks(marked, doubted):
    """Some programs mark a cell by its colour alone; where it may be either, neither is believed."""
    board = without_flags(6)
    picture, covered = (
        written(board, {}, 0.55),
        [board.place(i) for i, code in enumerate(board.cells) if code == COVERED],
    )
    cells = {"few": covered[:2], "many": covered[::3]}[marked]
    for x, y in cells:
        picture[60 + 48 * y + 4 : 60 + 48 * y + 42, 50 + 60 * x + 4 : 50 + 60 * x + 54] = 0, 220, 220
    seen = guess(picture, Lattice(50, 60, 60, 48, board.width, board.height), 1)
    unclear = {board.place(index) for index in np.flatnonzero(seen.confidence < DOUBTFUL_BELOW).tolist()}
    assert unclear & set(covered) == {"marked": set(cells), "all": set(covered)}[doubted]


@pytest.mark.parametrize(("step", "unclear"), [(2, False), (3, True)])
def test_the_squares_of_a_chequer_are_no_marks(step, unclear):
    """On all squares of one colour of it may be another shade of any tint."""
    patches = np.stack([np.full((SIDE, SIDE, 3), colour, np.uint8) for colour in ((200, 60, 40), (40, 160, 60))])
    of = (np.indices((9, 9)).sum(0) % step == 1).astype(int).ravel()
    groups = Groups(of, patches, np.bincount(of))
    assert of_another_colour(groups, np.array([COVERED, COVERED]), (9, 9)).all() == unclear


def test_a_zero_may_be_written_down():
    """What is written on cells beside which nothing is closed is no number, whatever it looks like."""
    board = without_flags(6)
    (reading,) = read_picture(written(board, {0: "0"}, 0.55), themes=())
    assert (reading.board.cells, reading.doubtful) == (board.cells, ())


def test_a_look_that_leaves_no_doubt_is_not_that_of_a_strange_theme():
    """Where covered cells are light and zeros dark, a theme of the opposite shades took the one for the other."""
    board = without_flags(6)
    for reading in read_picture(written(board, {}, 0.45)):
        doubtful = reading.in_doubt()
        assert not [
            cell
            for cell, now, unclear in zip(board.cells, reading.board.cells, doubtful, strict=True)
            if now != cell and not unclear
        ]


@pytest.mark.parametrize(
    ("codes", "cut", "against"),
    [
        ((0, 0, 1, 0), (), True),
        ((0, 0, 1, 0), ("left",), False),
        ((0, 0, 0, 0), ("left",), True),
        ((0, -1, 1, 0), (), False),
    ],
)
def test_no_game_shows_a_board_on_which_nothing_is_closed(codes, cut, against):
    """Unless it goes on beyond the picture; but a part that is empty tells nothing of a game."""
    board = Board(4, 4, codes * 4)
    reading = Reading(Lattice(0, 0, 20, 20, 4, 4), load_theme("sgt"), board, (), cut=frozenset(cut))
    assert against_the_rules(reading) == against


OPENING = """
################
#############211
##########1111..
##########1.....
##########211...
############1...
############1111
################
"""


@pytest.mark.parametrize(("closed", "opened", "doubtful"), [(6.0, -0.5, True), (-3.0, 3.0, False)])
def test_a_ground_that_looks_open_is_in_doubt_where_the_numbers_say_closed(closed, opened, doubtful):
    """A small opening of GNOME Mines was read upside down in silence, though a 2 had one closed cell beside it then."""
    board = Board.parse(OPENING.strip())
    kinds = [COVERED, 0, 1, 2]
    of = np.array([kinds.index(code) for code in board.cells])
    colours = ((182, 189, 186), (220, 222, 222), (195, 250, 221), (191, 237, 236))
    patches = np.stack([np.full((SIDE, SIDE, 3), colour, np.uint8) for colour in colours])
    empty, foreign, sure = np.array([True, True, False, False]), np.zeros(4, bool), np.ones(4, np.float32)
    seen = Seen(empty, foreign, np.array([closed, opened, 9, 9], np.float32), sure)
    shape = board.height, board.width
    groups = Groups(of, patches, np.bincount(of))
    codes, likely = settle_grounds(groups, seen, np.array([0, 0, 1, 2]), Place(shape, np.zeros(shape, bool)))
    assert (likely[:2] < DOUBTFUL_BELOW).tolist() == [doubtful] * 2
    assert doubtful or codes.tolist() == kinds


@pytest.mark.parametrize("pitch", [35, 49])
def test_cells_whose_edges_fall_between_pixels_are_of_one_look(pitch):
    """A fresh board of KMines, moved by half a pixel, is of no other theme, and no sheet of several looks."""
    board = Board(16, 16, (COVERED,) * 256)
    drawn = np.pad(draw_board(board, load_theme("kmines"), pitch), ((70, 40), (50, 50), (0, 0)), constant_values=200)
    half = np.array([[1, 0, 0.5], [0, 1, 0.5]], np.float32)
    moved = cv2.warpAffine(drawn, half, drawn.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
    others = [theme for theme in load_themes() if not theme.name.startswith("kmines")]
    (reading,) = read_picture(moved, themes=others)
    assert (reading.board.cells, reading.doubtful, reading.theme.name) == (board.cells, (), "unknown")


@pytest.mark.parametrize(
    ("misfit", "unclear", "believed"),
    [(13.0, 30, "demo"), (13.0, 0, "gnome"), (9.0, 30, "gnome"), (13.0, 5, "gnome")],
)
def test_who_is_sure_of_all_is_believed_beside_a_theme_that_is_not(misfit, unclear, believed):
    """A theme far off, in doubt of many cells, may take covered cells for open ones without a doubt."""
    board = Board.parse(SCATTERED.strip().replace("F", "#"))
    turned = tuple({COVERED: 0, 0: COVERED}.get(code, code) for code in board.cells)
    lattice = Lattice(0, 0, 40, 40, board.width, board.height)
    known = Reading(lattice, load_theme("gnome"), Board(board.width, board.height, turned), (), misfit=misfit)
    known = with_doubts(known, [board.place(index) for index in range(unclear)])
    unknown = Reading(lattice, load_theme("demo"), board, ())
    assert rivalled(known, unknown).theme.name == believed


@pytest.mark.parametrize(
    ("misfit", "clear", "believed"), [(13.0, False, "demo"), (13.0, True, "gnome"), (9.0, False, "gnome")]
)
def test_where_a_board_ends_a_theme_that_is_far_off_does_not_say(misfit, clear, believed):
    """A panel around a board may be like the covered cells of another program: who sees that is believed."""
    board = Board.parse(SCATTERED.strip())
    wider = Board.parse("\n".join(f"{row}#" for row in board.rows))
    known, unknown = (
        Reading(Lattice(0, 0, 40, 40, each.width, each.height), load_theme(theme), each, ())
        for each, theme in ((wider, "gnome"), (board, "demo"))
    )
    known = replace(known, misfit=misfit, ends_clearly=clear)
    assert rivalled(known, unknown).theme.name == believed


def test_a_six_must_be_seen_more_plainly_than_a_five():
    """Of ten fives there is one six; that it is a digit at all is as likely as before, and others stay as they are."""
    shares = np.full((2, len(CLASSES)), 1e-9)
    shares[0, [5, 6, 9]] = 0.09, 0.86, 0.05
    shares[1, [1, 9]] = 0.9, 0.1
    told = np.exp(_as_usual(Sight(np.log(shares), np.zeros(2))).classes)
    assert told[0, 6] < DOUBTFUL_BELOW
    assert told[0, 1:9].sum() == pytest.approx(0.95)
    assert told[:, 9] == pytest.approx(shares[:, 9])
    assert told[1, 1] == pytest.approx(0.9)


def test_a_lone_six_is_no_five_where_fives_have_another_colour():
    """A little of a 5 is seen in most sixes."""
    board = played(random.Random(26), (14, 12), 45, frozenset())
    assert (board.cells.count(6), board.cells.count(5)) == (1, 4)
    drawn = draw_board(board, load_theme("winemine"), 16)
    (reading,) = read_picture(np.pad(drawn, ((70, 40), (50, 50), (0, 0)), constant_values=200), themes=())
    assert (reading.board.rows, reading.doubtful) == (board.rows, ())


def test_squares_of_two_colours_are_no_board_that_nobody_opened():
    """A chess board has the size of a level, but two looks."""
    squares = np.kron((np.indices((8, 8)).sum(0) % 2).astype(np.uint8), np.ones((30, 30), np.uint8))
    drawn = np.where(squares[:, :, None] > 0, (181, 217, 240), (99, 136, 181)).astype(np.uint8)
    assert read_picture(np.pad(drawn, ((60, 40), (50, 50), (0, 0))), themes=()) == []


def test_flags_may_have_a_ground_of_their_own():
    """Where all covered cells have another one, they are no sheet that lies over the board."""
    board = Board(9, 9, tuple(FLAG if index in (13, 40, 66) else COVERED for index in range(81)))
    drawn = draw_board(board, load_theme("xbomb"), 20)
    (reading,) = read_picture(np.pad(drawn, ((60, 40), (50, 50), (0, 0))), themes=())
    assert (reading.board.cells, reading.doubtful) == (board.cells, ())


def test_cells_of_one_look_are_one_group():
    """Equal cells are one group, cells that differ by one stroke are two, whatever their order."""
    plain = np.full((SIDE, SIDE, 3), 192, np.uint8)
    stroke = plain.copy()
    stroke[10:20, 14:17] = 150
    groups = grouped(np.stack([plain, stroke, plain, plain, stroke]))
    assert groups.of.tolist() == [0, 1, 0, 0, 1]
    assert groups.sizes.tolist() == [3, 2]
    assert np.array_equal(groups.patches, [plain, stroke])


@pytest.mark.parametrize("pitch", [10.0, 16.0, 24.62, 51.3, 119.7])
def test_patches_hold_the_cell_in_their_middle(pitch):
    """A patch is its cell and an eighth of its neighbours, at any pitch."""
    lattice = Lattice(7.5, 3.25, pitch, pitch, 4, 4)
    picture = np.zeros((round(pitch * 5), round(pitch * 5), 3), np.uint8)
    left, top = round(lattice.x + pitch), round(lattice.y + 2 * pitch)
    picture[top : round(lattice.y + 3 * pitch), left : round(lattice.x + 2 * pitch)] = 255
    patch = cut_patches(picture, lattice, np.array([2 * 4 + 1]))[0]
    edge = round(SIDE * AROUND / (1 + 2 * AROUND))
    blur = 2 + round(SIDE / pitch)  # of the interpolation, and of a corner that lies between two pixels
    assert patch[edge + blur : SIDE - edge - blur, edge + blur : SIDE - edge - blur].min() == 255
    assert max(side.max() for side in (patch[0], patch[-1], patch[:, 0], patch[:, -1])) < 128


def test_a_picture_laid_over_a_cell_is_doubted():
    """A photograph over some cells of a board makes them doubtful, and no others wrong."""
    drawn, board = made_up(3, "bevelled")
    pitch = drawn.shape[0] / board.height
    noise = np.random.default_rng(1).integers(0, 256, (6, 6, 3)).astype(np.uint8)
    side = round(2 * pitch)
    drawn[:side, :side] = cv2.resize(noise, (side, side), interpolation=cv2.INTER_CUBIC)
    seen = guess(drawn, Lattice(0, 0, pitch, pitch, board.width, board.height))
    sure = (seen.confidence >= DOUBTFUL_BELOW).reshape(board.height, board.width)
    right = (seen.codes == np.array(board.cells)).reshape(board.height, board.width)
    assert not sure[:2, :2].any()
    assert right[2:, 2:][sure[2:, 2:]].all()


@pytest.mark.parametrize(("misfit", "doubtful"), [(12.0, {(0, 0), (1, 0), (2, 0)}), (8.0, {(0, 0), (1, 0)})])
def test_cells_that_look_alike_are_doubtful_together_where_a_theme_is_far_off(misfit: float, doubtful: set):
    """In lost colours covered cells may pass for zeros: the rules object to some of them, and tell of the others."""
    lattice, board = Lattice(0, 0, 16, 16, 4, 4), Board.parse("....;1111;####;####")
    known = Reading(lattice, load_theme("windows7"), board, (), misfit=misfit)
    known = with_doubts(known, [(0, 0), (1, 0)])
    groups = Groups(
        np.array([0, 0, 0, 1] + [2] * 4 + [3] * 8), np.zeros((4, SIDE, SIDE, 3), np.uint8), np.array([3, 1, 4, 8])
    )
    other = Guess(lattice, groups, np.array([0, 0, 1, COVERED]), np.full(4, 0.5), np.zeros(4))
    assert {(each.x, each.y) for each in disputed(known, other).doubtful} == doubtful


def test_raised_cells_are_a_board_before_the_first_is_opened():
    """Cells lit from above and from the left are raised; flat ones, whose lines are alike on all sides, are a sheet."""
    fresh = Board(9, 10, (COVERED,) * 90)
    found = []
    for name in ("sgt", "xbomb"):
        drawn = np.pad(draw_board(fresh, load_theme(name), 20 if name == "xbomb" else 16), ((60, 40), (50, 50), (0, 0)))
        lattice = Lattice(50, 60, (drawn.shape[1] - 100) / 9, (drawn.shape[0] - 100) / 10, 9, 10)
        found.append(read_unknown(drawn, lattice))
    assert [reading is not None and reading.board == fresh for reading in found] == [True, False]


def framed_board(marked: int = 0) -> np.ndarray:
    """9x9 cells on white, each in a thick dark frame, with a shade within on two sides; some are a square of red."""
    picture = np.full((520, 520, 3), 255, np.uint8)
    for index in range(81):
        x, y = 62 + 44 * (index % 9), 62 + 44 * (index // 9)
        picture[y + 2 : y + 42, x + 2 : x + 42] = 40
        picture[y + 7 : y + 37, x + 7 : x + 37] = 190
        picture[y + 7 : y + 35, x + 7 : x + 35] = (40, 40, 220) if index < marked else 255
    return picture


@pytest.mark.parametrize("marked", [0, 6])
def test_what_nearly_all_cells_have_within_is_no_symbol(marked):
    """A thick frame has a middle of another colour than what is around it; but so has a square that is a flag."""
    seen = guess(framed_board(marked), Lattice(62, 62, 44, 44, 9, 9))
    plain, others = seen.confidence[marked:], seen.confidence[:marked]
    assert (seen.codes[marked:] == COVERED).all()
    assert (plain >= DOUBTFUL_BELOW).all()
    assert ((others < DOUBTFUL_BELOW) | (seen.codes[:marked] == FLAG)).all()


@pytest.mark.parametrize("off", [0, 1])
def test_open_cells_of_the_colour_of_covered_ones_are_not_covered(off):
    """Under a light from one side, what is drawn in a cell tells its state, and not its colour; or it is doubtful."""
    board = Board.parse(ONE_COLOUR.strip())
    drawn = np.pad(draw_board(board, load_theme("kmines"), 24), ((60, 40), (50, 50), (0, 0)))
    seen = guess(drawn, Lattice(50, 60 + off, 24, 24, board.width, board.height), 1)
    assert not (seen.codes != board.cells)[seen.confidence >= DOUBTFUL_BELOW].any()


def test_cells_are_cut_where_they_have_the_fewest_looks_within():
    """Part of a pixel off, a lattice is laid where cells of one look are alike, whatever their neighbours are."""
    text = "......1##\n......1##\n......1##\n...1123##\n...1#####\n1111#####\n#########\n#########\n#########"
    board = Board.parse(text)
    drawn = np.pad(draw_board(board, load_theme("sgt"), 16), ((71, 39), (39, 41), (0, 0)), constant_values=230)
    reading = read_unknown(drawn, Lattice(39.283, 71.444, 15.926, 15.8985, 9, 9))
    assert reading is not None
    assert (reading.board, reading.doubtful) == (board, ())


@pytest.mark.parametrize(("sure", "doubtful"), [(1.0, 8), (0.9, 0)])
def test_cells_that_are_nearly_all_in_the_other_state_are_doubtful(sure: float, doubtful: int):
    """However near a theme is: where the other reader is sure that most of its open cells are covered, none is open."""
    lattice, board = Lattice(0, 0, 16, 16, 4, 4), Board.parse("....;1111;####;....")
    known = Reading(lattice, load_theme("kmines"), board, (), misfit=8.0)
    groups = Groups(np.array([0] * 4 + [1] * 4 + [2] * 4 + [0] * 4), np.zeros((3, SIDE, SIDE, 3), np.uint8), np.ones(3))
    other = Guess(lattice, groups, np.array([COVERED, 1, COVERED]), np.full(3, sure), np.zeros(3))
    assert len(disputed(known, other).doubtful) == doubtful


@pytest.mark.parametrize(("seen", "sure", "doubtful"), [(FLAG, 0.98, True), (FLAG, 0.9, False), (COVERED, 0.98, False)])
def test_a_mark_that_is_surely_another_one_is_doubtful(seen: int, sure: float, doubtful: bool):
    """A theme may have no flag as this program draws it, and a question mark that is less unlike it than a flag."""
    lattice, board = Lattice(0, 0, 16, 16, 4, 4), Board.parse("....;1111;?###;1111")
    known = Reading(lattice, load_theme("google"), board, (), misfit=7.0)
    groups = Groups(
        np.array([0] * 4 + [1] * 4 + [2] + [3] * 3 + [1] * 4), np.zeros((4, SIDE, SIDE, 3), np.uint8), np.ones(4)
    )
    other = Guess(lattice, groups, np.array([0, 1, seen, COVERED]), np.full(4, sure), np.zeros(4))
    assert [(each.x, each.y) for each in disputed(known, other).doubtful] == [(0, 2)] * doubtful


@pytest.mark.parametrize(("sure", "doubtful"), [(0.98, True), (0.9, False)])
def test_a_number_that_is_surely_a_mine_is_doubtful(sure: float, doubtful: bool):
    """A dot on the ground of open cells is nearer to a 4 than to another program's mines."""
    lattice, board = Lattice(0, 0, 16, 16, 4, 4), Board.parse("####;#4##;###4;####")
    known = Reading(lattice, load_theme("google"), board, (), misfit=7.0)
    of = np.array([int(code > 0) for code in board.cells])
    groups = Groups(of, np.zeros((2, SIDE, SIDE, 3), np.uint8), np.array([14, 2]))
    other = Guess(lattice, groups, np.array([COVERED, MINE]), np.full(2, sure), np.zeros(2))
    assert {(each.x, each.y) for each in disputed(known, other).doubtful} >= ({(1, 1), (3, 2)} if doubtful else set())
    assert bool(disputed(known, other).doubtful) == doubtful


def test_a_symbol_is_not_the_only_number_that_the_rules_leave_if_it_looks_nothing_like_that(monkeypatch):
    """Wheels for the mines of a lost game have nothing but covered cells around them: as ones, they breach no rule."""
    field = Minefield(30, 16, frozenset((0, 1, 30, *random.Random(3).sample(range(32, 480), 60))))
    game = SimulatedGame(field)
    first = next(cell for cell in range(200, 480) if len(field.opened_by(cell)) == 9)
    game.play([Move(Action.OPEN, cell % 30, cell // 30) for cell in (first, max(field.mines))])
    board = game.read()
    drawn = draw_board(board, load_theme("classic"), 16)
    wheels = {index for index, code in enumerate(board.cells) if code == MINE}
    for x, y in map(board.place, wheels):
        drawn[16 * y + 1 : 16 * y + 16, 16 * x + 1 : 16 * x + 16] = 192
        cv2.circle(drawn, (16 * x + 8, 16 * y + 8), 4, (0, 170, 255), -1)
    said = dict.fromkeys(range(len(CLASSES)), 1e-5) | {6: 0.8, 4: 0.18, CLASSES.index("foreign"): 0.01}

    def half_blind(patches):
        """What the network sees, but of what is orange in the middle."""
        sight = recognise(patches)
        orange = np.ptp(patches[:, SIDE // 2, SIDE // 2].astype(int), axis=1) > 200
        orange &= patches[:, SIDE // 2, SIDE // 2, 1] > 100
        sight.classes[orange] = np.log([said[kind] for kind in range(len(CLASSES))])
        return sight

    monkeypatch.setattr("minebot.vision.unknown.sight.recognise", half_blind)
    picture = np.pad(drawn, ((40, 40), (40, 40), (0, 0)))
    seen = guess(picture, Lattice(40, 40, 16, 16, board.width, board.height), 1)
    wrong = (seen.codes != board.cells) & (seen.confidence >= DOUBTFUL_BELOW)
    assert not wrong.any()


def test_a_mine_that_lies_alone_on_a_covered_cell_may_be_a_flag_or_the_one_that_exploded():
    """Some programs mark with a picture of a bomb, some show no other mine when a game is lost."""
    board = Board.parse("\n".join(["...1####", "...2####", "1112####", *["########"] * 5]))
    drawn = draw_board(board, load_theme("classic"), 24)
    middle = 12, 24 * 7 + 12
    cv2.circle(drawn, middle, 6, (0, 0, 0), -1)
    for across, down in ((8, 0), (0, 8), (6, 6), (6, -6)):
        ends = [(middle[0] + side * across, middle[1] + side * down) for side in (-1, 1)]
        cv2.line(drawn, *ends, (0, 0, 0), 1)
    seen = guess(np.pad(drawn, ((60, 40), (50, 50), (0, 0))), Lattice(50, 60, 24, 24, 8, 8), 1)
    doubtful = np.flatnonzero(seen.confidence < DOUBTFUL_BELOW).tolist()
    assert (doubtful, np.delete(seen.codes, 56).tolist()) == ([56], np.delete(board.cells, 56).tolist())


@pytest.mark.parametrize("sure", [0.97, 0.9, 0.5])
def test_a_look_of_its_own_has_templates_however_sure_its_cells_are(sure: float):
    """A board all of which the rules alone told is known again by what was surest."""
    groups = Groups(np.zeros(16, int), np.full((1, SIDE, SIDE, 3), 150, np.uint8), np.array([16]))
    seen = Guess(Lattice(8, 8, 16, 16, 4, 4), groups, np.array([COVERED]), np.array([sure]), np.zeros(1))
    theme = theme_of(np.full((80, 80, 3), 150, np.uint8), seen)
    assert [list(tiles) for tiles in theme.tiles.values()] == [["covered.0"]]


def assert_read(cells: np.ndarray, board: Board) -> None:
    """The board is read right, and without a doubt."""
    picture = cv2.copyMakeBorder(cells, 32, 32, 32, 32, cv2.BORDER_CONSTANT, value=(235, 235, 235)).astype(np.uint8)
    seen = guess(picture, Lattice(32, 32, 32, 32, board.width, board.height))
    assert seen.codes.tolist() == list(board.cells)
    assert (seen.confidence >= DOUBTFUL_BELOW).all()


@pytest.mark.parametrize("seed", [3, 18, 46, 50])
def test_covered_cells_that_are_discs_are_no_zeros(seed: int):
    """These would have opened the flags beside them, which lie on what is plain, as zeros do: it is not covered.

    Where covered cells have another ground than flags, these are told by where they stand.
    """
    board = played(random.Random(seed), (9, 9), 12, frozenset())
    assert_read(drawn_in("discs", board), board)


def test_flags_on_another_ground_that_are_all_proven_are_flags():
    """Though all that is covered is proven as well, near the end of a game."""
    board = played(random.Random(9), (16, 12), 28, frozenset())
    assert_read(drawn_in("discs", board), board)


@pytest.mark.parametrize("seed", [58, 65, 80])
def test_what_no_flag_is_beside_is_not_read_the_other_way_round_in_silence(seed: int):
    """Most flags would be wrong, if discs were zeros; and where few zeros tell, the ground of flags may be theirs."""
    board = played(random.Random(seed), (9, 9), 12, frozenset())
    picture = cv2.copyMakeBorder(drawn_in("discs", board), 32, 32, 32, 32, cv2.BORDER_CONSTANT, value=(235, 235, 235))
    seen = guess(picture.astype(np.uint8), Lattice(32, 32, 32, 32, 9, 9))
    wrong = seen.codes != np.array(board.cells)
    assert not (wrong & (seen.confidence >= DOUBTFUL_BELOW)).any()


def test_more_flags_than_any_board_has_mines_are_ones():
    """A white 1 on a tile of a full colour looks like a flag on a pole; what is a flag there looks like a 1."""
    board = played(random.Random(33), (9, 9), 12, frozenset({"mine", "exploded", "wrong"}))
    assert_read(drawn_in("signs", board), board)


@pytest.mark.parametrize("seed", [3, 15])
def test_dark_zeros_beside_numbers_on_tiles_of_their_own_colours(seed: int):
    """A white 1 on a blue tile looks like a flag; once the rules have told what it is, the zeros are told anew."""
    board = played(random.Random(seed), (16, 12), 28, frozenset())
    assert_read(drawn_in("tiles", board), board)


def hardly_apart(code: int) -> np.ndarray:
    """A cell of 28 pixels: white numbers on dark plates, and zeros of which the white is hardly another one."""
    cell = np.full((28, 28, 3), (255, 255, 249) if code == 0 else WHITE, np.uint8)
    if code > 0:
        cell[:] = 60 + 5 * code
        cv2.putText(cell, str(code), (7, 21), cv2.FONT_HERSHEY_DUPLEX, 0.75, WHITE, 2, cv2.LINE_AA)
    if code == FLAG:
        cv2.fillPoly(cell, [np.array([(9, 4), (22, 9), (9, 15)])], (40, 40, 220), cv2.LINE_AA)
        cell[4:25, 8:10] = 40
    return cell


@pytest.mark.parametrize("seed", [1, 3, 5, 7])
def test_zeros_that_are_hardly_lighter_than_covered_cells_are_not_covered_in_silence(seed: int):
    """Dozens of them should be open; and both are white to the network."""
    board = played(random.Random(seed), (30, 16), 99, frozenset())
    rows = [np.hstack([hardly_apart(code) for code in board.cells[start : start + 30]]) for start in range(0, 480, 30)]
    picture = cv2.copyMakeBorder(np.vstack(rows), 20, 20, 20, 20, cv2.BORDER_CONSTANT, value=(230, 230, 230))
    seen = guess(picture.astype(np.uint8), Lattice(20, 20, 28, 28, 30, 16))
    wrong = seen.codes != np.array(board.cells)
    assert not (wrong & (seen.confidence >= DOUBTFUL_BELOW)).any()


@pytest.mark.parametrize(
    ("shades", "sizes", "two"), [((255, 249), (9, 4), True), ((255, 253), (9, 4), False), ((255, 90), (9, 1), False)]
)
def test_shades_are_two_by_a_few_levels_where_several_cells_have_each(shades, sizes, two):
    """Of 255; what noise leaves of a mean is one shade, and a cell alone is none."""
    patches = np.broadcast_to(np.array(shades, np.uint8)[:, None, None, None], (2, SIDE, SIDE, 3))
    groups = Groups(np.repeat([0, 1], sizes), patches, np.array(sizes))
    assert _of_two_shades(groups, np.arange(2)) == two
