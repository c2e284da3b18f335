"""Flags, mines and what lies on the wrong ground, in looks that no theme describes."""

import random
from pathlib import Path

import cv2
import numpy as np
import pytest
from scenes import played

from minebot.board import COVERED, EXPLODED, FLAG, MINE, QUESTION, WRONG_FLAG, Board
from minebot.geometry import Lattice
from minebot.minefield import Minefield
from minebot.vision.draw import draw_board
from minebot.vision.picture import load_picture
from minebot.vision.read import read_picture
from minebot.vision.reading import DOUBTFUL_BELOW
from minebot.vision.themes.folders import load_theme, load_themes
from minebot.vision.unknown.alike import Groups
from minebot.vision.unknown.glyphs import CLASSES, SIDE, Sight, cut_patches
from minebot.vision.unknown.guess import (
    _cannot_be_closed,
    _hardly_flags,
    _may_be_a_burst,
    _may_be_the_exploded_one,
    _open_numbers,
    guess,
)
from minebot.vision.unknown.marks import (
    crossed_out,
    exploded_among,
    few_left,
    first_opened,
    flags_apart,
    flags_like_mines,
    mines_by_colour,
    miscounted,
    not_all_shown,
    of_another_colour,
    of_one_number,
    shown_mines,
    signs_or_flags,
    unclear_marks,
    wrong_flags,
)
from minebot.vision.unknown.proven import (
    covered_by_need,
    covered_by_size,
    covered_or_marked,
    flags_by_proof,
    marked_as_mines,
    mines_by_proof,
    too_many_wrong,
)
from minebot.vision.unknown.questions import (
    crowded_questions,
    questions_alone,
    questions_for_flags,
    several_without_flags,
)
from minebot.vision.unknown.repeated import of_the_board, together, torn
from minebot.vision.unknown.shades import on_covered_ground
from minebot.vision.unknown.sight import letters_like_a_number
from minebot.vision.unknown.states import Place
from minebot.vision.unknown.strokes import drawn_like_flags, drawn_on_covered, one_strange_symbol
from minebot.vision.unknown.weighed import _weighed

SCREENS = Path(__file__).resolve().parents[1] / "fixtures" / "screens"
GREY, RED, ORANGE, GREEN, PALE = (180, 180, 180), (0, 0, 200), (70, 190, 240), (0, 120, 0), (235, 235, 235)
NONE, MINE_CLASS, FOREIGN = (CLASSES.index(name) for name in ("none", "mine", "foreign"))


def flat(*grounds: tuple[int, int, int], of: list[int]) -> Groups:
    """Groups of plain cells in these colours; `of` says which each cell of the board has."""
    patches = np.stack([np.full((SIDE, SIDE, 3), ground, np.uint8) for ground in grounds])
    return Groups(np.array(of), patches, np.bincount(of, minlength=len(grounds)))


def seen(*chances: dict[int, float]) -> Sight:
    """What a network may think of groups: the chances of the classes that are named."""
    classes = np.full((len(chances), len(CLASSES)), 1e-6)
    for row, named in zip(classes, chances, strict=True):
        for kind, chance in named.items():
            row[kind] = chance
    return Sight(np.log(classes).astype(np.float32), np.zeros(len(chances), np.float32))


def test_mines_that_all_lie_on_red_did_not_all_explode():
    """A chord opens three mines at most: what many mines lie on is the ground of mines."""
    groups = flat(RED, GREY, of=[0] * 6 + [1] * 10)
    assert shown_mines(groups, np.array([EXPLODED, 0])).tolist() == [MINE, 0]
    assert shown_mines(flat(RED, GREY, of=[0] * 2 + [1] * 10), np.array([EXPLODED, 0])).tolist() == [EXPLODED, 0]


@pytest.mark.parametrize("ground", [RED, ORANGE])
def test_the_only_mine_on_red_exploded(ground):
    """Of several mines that one did which alone lies on red or orange; not one of two, and not one on green."""
    codes = np.array([MINE, MINE, COVERED])
    assert shown_mines(flat(GREY, ground, GREY, of=[0] * 5 + [1] + [2] * 10), codes).tolist()[1] == EXPLODED
    assert shown_mines(flat(GREY, ground, GREY, of=[0] * 5 + [1] * 2 + [2] * 10), codes).tolist()[1] == MINE
    assert shown_mines(flat(GREY, GREEN, GREY, of=[0] * 5 + [1] + [2] * 10), codes).tolist()[1] == MINE
    shaded = flat(GREY, ground, (155, 155, 155), GREY, of=[0] * 5 + [1] + [2] * 4 + [3] * 9)  # a light from one side
    assert shown_mines(shaded, np.array([MINE, MINE, MINE, COVERED])).tolist()[:3] == [MINE, EXPLODED, MINE]


LOST = """
1W.1*1.W
F1.1221.
11.W1*1.
W...1121
1221..1*
1**2W122
W3F312F1
.112F211
"""


def test_many_wrong_flags_are_believed_where_the_numbers_count_none_of_them():
    """That most flags are wrong is not believed, unless the numbers beside both say which of them mark mines."""
    told = Board.parse(LOST.strip())
    kinds = sorted(set(told.cells))
    groups = flat(*[GREY] * len(kinds), of=[kinds.index(code) for code in told.cells])
    place = Place((told.height, told.width), np.zeros((told.height, told.width), bool))
    right, wrong = kinds.index(FLAG), kinds.index(WRONG_FLAG)
    assert not unclear_marks(groups, np.array(kinds), place)[[right, wrong]].any()
    kinds[right], kinds[wrong] = WRONG_FLAG, FLAG
    groups.sizes[right] = groups.sizes[wrong]
    assert unclear_marks(groups, np.array(kinds), place)[[right, wrong]].all()


def two_flags(told: Board) -> tuple[Groups, list[int], Place]:
    """A board with its last flag, row by row, drawn in another way than the others: a group of its own, the last."""
    kinds = sorted(set(told.cells))
    of = [kinds.index(code) for code in told.cells]
    of[max(index for index, code in enumerate(told.cells) if code == FLAG)] = len(kinds)
    groups = flat(*[GREY] * (len(kinds) + 1), of=of)
    groups.patches[kinds.index(FLAG), 8:16, 8:24] = groups.patches[-1, 8:24, 16:24] = RED
    return groups, [*kinds, FLAG], Place((told.height, told.width), np.zeros((told.height, told.width), bool))


def test_what_a_lost_game_has_left_marked_and_all_numbers_count_is_a_flag():
    """Were one of two drawings that of question marks, the mines under these would be shown."""
    groups, codes, place = two_flags(Board.parse("1F1..1*1;222..222;1F2111X1;112*1111;..111..."))
    assert not unclear_marks(groups, np.array(codes), place)[np.array(codes) == FLAG].any()
    groups, codes, place = two_flags(Board.parse("1F1..1#1;222..222;1F2111#1;112#1111;..111..."))
    assert unclear_marks(groups, np.array(codes), place)[np.array(codes) == FLAG].all()


@pytest.mark.parametrize(("share", "unclear"), [(0.3, True), (0.2, False)])
def test_a_flag_with_a_little_more_may_be_another_mark_where_none_is_between_them(share, unclear):
    """Of a question mark beside the flag, a small cell shows a fifth of the flag's contrast."""
    groups, codes, place = two_flags(Board.parse("1F1..1F1;222..222;1F2111F1;1121111#;..111..."))
    codes = np.array(codes)
    first = groups.patches[codes.tolist().index(FLAG)]
    hook = first.copy()
    hook[18:24, 18:24] = np.rint((1 - share) * np.array(GREY) + share * np.array(RED))
    groups.patches[-1] = hook
    assert unclear_marks(groups, codes, place)[codes == FLAG].tolist() == [unclear] * 2
    assert one_strange_symbol(groups, codes == FLAG).any() != unclear  # nor are all flags, as most of them are on mines


def test_what_something_reaches_into_makes_no_second_mark_of_the_others():
    """A window that ends within a flag leaves a part of it, which may be anything; the others are drawn in one way."""
    groups, codes, place = two_flags(Board.parse("1F1..1#1;222..222;1F2111#1;112#1111;..111..."))
    beside = np.arange(len(codes)) == len(codes) - 1
    unclear = unclear_marks(groups, np.array(codes), place, beside)
    assert unclear[np.array(codes) == FLAG].tolist() == [False, True]


def test_what_lies_here_and_there_lies_over_nothing():
    """A symbol in several places is one of the board's; what is in one place may be anything that lies over it."""
    scattered, together_ = [0] * 25, [0] * 25
    for place in (0, 2, 4, 10, 14):
        scattered[place] = 1
    for place in (0, 1, 2, 5, 6):
        together_[place] = 1
    chances = ({NONE: 1.0}, {FOREIGN: 0.5, MINE_CLASS: 0.5})
    for of, plain in ((scattered, True), (together_, False)):
        sight = of_the_board(flat(GREY, RED, of=of), seen(*chances), (5, 5))
        assert (np.exp(sight.classes[1, MINE_CLASS]) > 0.9) == plain


def test_one_symbol_is_one_whatever_is_around_it():
    """Cells with the same in their middle are what all of them look like; plain middles tell nothing."""
    patches = np.full((3, SIDE, SIDE, 3), 180, np.uint8)
    patches[:2, 12:20, 12:20] = 20
    patches[1, :, :6] = 250
    groups = Groups(np.array([0] * 9 + [1, 2]), patches, np.array([9, 1, 1]))
    sight = together(groups, seen({MINE_CLASS: 0.95, FOREIGN: 0.05}, {MINE_CLASS: 0.6, FOREIGN: 0.4}, {FOREIGN: 1.0}))
    assert np.exp(sight.classes[1, MINE_CLASS]) > 0.9
    assert np.exp(sight.classes[2, MINE_CLASS]) < 0.1


def test_one_symbol_that_was_given_two_codes_is_doubted():
    """The rules may leave another number for each place: the same symbol is one of them at most."""
    patches = np.full((3, SIDE, SIDE, 3), 180, np.uint8)
    patches[:2, 12:20, 12:20] = 20
    patches[1, :, :6] = 250
    patches[2, 10:22, 14:18] = 90
    groups = Groups(np.array([0] * 9 + [1, 2]), patches, np.array([9, 1, 1]))
    assert torn(groups, np.array([2, 4, 1])).tolist() == [True, True, False]
    assert not torn(groups, np.array([4, 4, 1])).any()


def test_a_mine_that_exploded_is_known_by_its_ground():
    """Its symbol is that of all other mines, which say nothing of it: it lies on a ground of its own."""
    groups, alike = flat(GREY, RED, of=[0] * 20 + [1]), flat(GREY, GREY, of=[0] * 20 + [1])
    for each in (groups, alike):
        each.patches[:, 9:23, 9:23] = 180
        each.patches[:, 12:20, 12:20] = 20
    sight = together(groups, seen({MINE_CLASS: 1.0}, {MINE_CLASS + 1: 1.0}))
    assert sight.classes.argmax(1).tolist() == [MINE_CLASS, MINE_CLASS + 1]
    assert not torn(groups, np.array([MINE, EXPLODED])).any()
    assert torn(alike, np.array([MINE, EXPLODED])).all()


def test_mines_each_kind_on_its_own_ground_are_plain_ones():
    """Some programs give them grounds of many colours: on one that more have than a chord opens, none exploded."""
    of = [0] * 9 + [1] * 6 + [2] * 4 + [3] + [4] * 5
    groups = flat(GREY, RED, GREEN, ORANGE, (200, 0, 200), of=of)
    place = Place((5, 5), np.zeros((5, 5), bool))
    unclear = unclear_marks(groups, np.array([COVERED, MINE, MINE, MINE, MINE]), place)
    assert unclear.tolist() == [False, False, False, True, False]


@pytest.mark.parametrize("flagged", [False, True])
def test_mines_on_open_ground_may_be_flags_where_nothing_is_left_to_open(flagged: bool):
    """Where covered cells have the ground of open ones, so have flags: a red disc is one, or a mine."""
    groups = flat(GREY, GREY, GREY, RED, of=[0] * 9 + [1] * 4 + [2] * 6 + [3] * 3)
    codes = np.array([0, MINE, 1, FLAG if flagged else 2])
    place = Place((2, 11), np.zeros((2, 11), bool))
    assert unclear_marks(groups, codes, place)[1] == (not flagged)


def test_what_is_drawn_around_many_cells_lies_over_nothing():
    """Borders that repeat cell by cell are those of the board; in one column they may be the side of a window."""
    patches = np.full((2, SIDE, SIDE, 3), 180, np.uint8)
    patches[1, :, :9] = 250
    block, column = [0] * 25, [0] * 25
    for place in (0, 1, 2, 5, 6):
        block[place] = 1
    for place in (0, 5, 10, 15):
        column[place] = 1
    for of, plain in ((block, True), (column, False)):
        groups = Groups(np.array(of), patches, np.bincount(of))
        sight = of_the_board(groups, seen({NONE: 1.0}, {FOREIGN: 0.6, NONE: 0.4}), (5, 5))
        assert (np.exp(sight.classes[1, NONE]) > 0.9) == plain


def test_a_number_on_the_ground_of_covered_cells_is_doubted():
    """A question mark may pass for a number, but it lies where no number does, unless all numbers lie there."""
    groups = flat(GREY, (220, 220, 220), (220, 220, 220), GREY, of=[0] * 9 + [1] * 9 + [2] * 9 + [3])
    assert on_covered_ground(groups, np.array([COVERED, 0, 2, 4])).tolist() == [False, False, False, True]
    one_grey = flat(GREY, GREY, GREY, GREY, of=[0] * 9 + [1] * 9 + [2] * 9 + [3])
    assert not on_covered_ground(one_grey, np.array([COVERED, 0, 2, 4])).any()


def test_a_number_within_the_borders_of_covered_cells_is_doubted():
    """Somebody may have written on one; but not where many numbers have these, or no border differs from them."""
    covered, opened = (np.full((SIDE, SIDE, 3), grey, np.uint8) for grey in (110, 90))
    cv2.rectangle(covered, (0, 0), (SIDE - 1, SIDE - 1), (170, 170, 170), SIDE // 6)
    patches = np.stack([covered, opened, opened, covered])
    codes = np.array([COVERED, 0, 2, 4])
    for few in (1, 5):
        of = np.array([0] * 9 + [1] * 9 + [2] * 10 + [3] * few)
        found = on_covered_ground(Groups(of, patches, np.bincount(of)), codes)
        assert found.tolist() == [False, False, False, few == 1]
    of = np.array([0] * 9 + [1] * 9 + [2] * 10 + [3])
    assert not on_covered_ground(Groups(of, np.stack([opened] * 4), np.bincount(of)), codes).any()


@pytest.mark.parametrize("name", ["sgt-beginner-won-late", "sgt-intermediate-won-half"])
def test_what_is_beyond_the_frame_is_no_row(name):
    """A panel in the colour of covered cells is no row of zeros, wherever another theme would end the board."""
    truth = Board.parse((SCREENS / f"{name}.board").read_text())
    (reading,) = read_picture(
        load_picture(SCREENS / f"{name}.png"), [theme for theme in load_themes() if theme.name != "sgt"]
    )
    assert (reading.board.width, reading.board.height) == (truth.width, truth.height)
    doubtful = {(each.x, each.y) for each in reading.doubtful}
    assert len(doubtful) <= 1
    assert all(
        reading.board[cell] == truth[cell] for cell in map(truth.place, range(len(truth.cells))) if cell not in doubtful
    )


def test_shades_of_one_light_are_one_ground():
    """Covered cells whose colour changes from one corner of the board to the other are covered, the last shade too."""
    board = played(random.Random(1), (16, 16), 40, frozenset())
    drawn = draw_board(board, load_theme("windows7"), 20)
    read = guess(drawn, Lattice(0, 0, 20, 20, board.width, board.height))
    assert (read.confidence >= DOUBTFUL_BELOW).all()
    assert read.codes.tolist() == list(board.cells)


def test_a_plain_panel_does_not_continue_faint_lines():
    """A panel above a board, in nearly the colour of its cells and without their lines, leaves its end clear."""
    board = played(random.Random(0), (16, 16), 40, frozenset())
    picture = np.pad(draw_board(board, load_theme("gnomine"), 16), ((60, 40), (50, 50), (0, 0)), constant_values=192)
    readings = read_picture(picture, themes=())
    assert [(reading.board.rows, reading.doubtful) for reading in readings] == [(board.rows, ())]


def test_a_flag_under_a_highlight_is_not_wrong():
    """A wrong flag may be told by a ground of its own; a highlight colours the numbers beside it as well."""
    codes = np.array([FLAG, FLAG, 1, 1, MINE])
    for last_row, seen in ((2, 2, 2, 1), WRONG_FLAG), ((2, 2, 3, 1), FLAG):
        groups = flat(GREY, RED, GREY, RED, GREY, of=[0, 2, 2, 4, 2, 2, 2, 2, *last_row])
        assert wrong_flags(groups, codes, (3, 4)).tolist() == [FLAG, seen, 1, 1, MINE]


def test_the_mine_that_lies_on_open_ground_exploded():
    """Where the others lie on that of covered cells, the only one on that of open cells was opened."""
    groups = flat(GREY, PALE, GREY, PALE, of=[0] * 5 + [1] + [2] * 10 + [3] * 9)
    assert shown_mines(groups, np.array([MINE, MINE, COVERED, 1])).tolist() == [MINE, EXPLODED, COVERED, 1]
    assert shown_mines(groups, np.array([MINE, MINE, COVERED, COVERED])).tolist()[1] == MINE


def test_flags_on_a_ground_of_their_own_may_all_be_wrong_after_a_loss():
    """Unless the numbers beside them count them; while the game lasts, they are right as far as anybody knows."""
    lost, lasting = (Board.parse(text) for text in ("F12*\n1221\n.1X#\n.111", "F12#\n1221\n.12#\n.111"))
    for board, counted in ((lost, True), (lasting, True), (Board(4, 4, (*lost.cells[:1], 2, *lost.cells[2:])), False)):
        kinds = sorted(set(board.cells))
        grounds = [RED if code == FLAG else GREY if code in (COVERED, MINE) else PALE for code in kinds]
        groups = flat(*grounds, of=[kinds.index(code) for code in board.cells])
        place = Place((4, 4), np.zeros((4, 4), bool))
        assert unclear_marks(groups, np.array(kinds), place)[kinds.index(FLAG)] == (not counted)


@pytest.mark.parametrize(("ground", "unclear"), [(GREY, True), (PALE, False)])
def test_mines_on_covered_ground_may_be_the_flags_where_all_flags_lie_elsewhere(ground, unclear):
    """A lost game with hardly a number shows two signs, and flags lie on covered cells."""
    board = Board.parse("F##*##\n#F##*#\n##F##*\n######\n###X##")
    kinds = sorted(set(board.cells))
    grounds = {FLAG: GREEN, MINE: ground, EXPLODED: RED, COVERED: GREY}
    groups = flat(*[grounds[code] for code in kinds], of=[kinds.index(code) for code in board.cells])
    found = unclear_marks(groups, np.array(kinds), Place((5, 6), np.zeros((5, 6), bool)))
    assert found[kinds.index(FLAG)]
    assert found[kinds.index(MINE)] == unclear


def test_a_flag_in_another_light_is_right_where_the_numbers_count_it():
    """After a loss a flag may be wrong by its ground alone, unless two numbers beside it tell, and none objects."""
    text = "F12*\n1221\n.1X#\n.111"
    shade = (155, 155, 155)
    for told, clear in ((text, True), (text.replace("F12", "F22"), False)):
        board = Board.parse(told + "\n####\n###F")
        kinds = [*sorted(set(board.cells)), FLAG]
        of = [kinds.index(code) for code in board.cells]
        of[0] = len(kinds) - 1
        groups = flat(*[GREY if code < 0 else PALE for code in kinds[:-1]], shade, of=of)
        place = Place((6, 4), np.zeros((6, 4), bool))
        assert unclear_marks(groups, np.array(kinds), place)[-1] == (not clear)


@pytest.mark.parametrize(("corner", "unclear"), [("*", True), ("X", False), ("F", False)])
def test_a_flag_on_open_ground_may_be_the_mine_that_exploded(corner, unclear):
    """Numbers count either; where another one exploded, or none is shown, it is a flag in another light."""
    board = Board.parse(f"F1.1{corner}\n12121\n.1F1#\n.111#")
    kinds = [*sorted(set(board.cells)), FLAG]
    of = [kinds.index(code) for code in board.cells]
    of[board.cells.index(FLAG, 5)] = len(kinds) - 1
    groups = flat(*[(205, 205, 205) if code < 0 else PALE for code in kinds[:-1]], PALE, of=of)
    place = Place((4, 5), np.zeros((4, 5), bool))
    assert unclear_marks(groups, np.array(kinds), place)[-1] == unclear


QUESTIONED = """
1F1..1###?##
111.12?##F##
...12F#####1
..1?######11
..112#2?###.
....1F21####
11..111.1###
?1......1##F
"""
SETTLED = """\
.1F1.1F1
.1111211
....1?1.
1111122.
1F11F2F1
11112?21
...11211
...1F1.."""


@pytest.mark.parametrize(
    ("theme", "pitch", "questions", "sure"),
    [
        ("gnome", 36, 8, True),
        ("gnome", 36, 2, True),
        ("gnome", 36, 1, True),
        ("gnome", 23, 8, True),
        ("gnome", 23, 2, True),
        ("winemine", 16, 1, True),
    ],
)
def test_the_other_mark_on_covered_cells_is_a_question_mark(theme, pitch, questions, sure):
    """Beside plain flags, one more symbol on their ground, be it a lone one that adds to a flag in its colours."""
    full = Board.parse(QUESTIONED.strip())
    rest = [index for index, code in enumerate(full.cells) if code == QUESTION][questions:]
    board = Board(
        full.width, full.height, tuple(COVERED if index in rest else code for index, code in enumerate(full.cells))
    )
    drawn = np.pad(draw_board(board, load_theme(theme), pitch), ((40, 40), (40, 40), (0, 0)), constant_values=90)
    seen = guess(drawn, Lattice(40, 40, pitch, pitch, board.width, board.height), 1)
    clear = seen.confidence >= DOUBTFUL_BELOW
    assert bool(clear.all()) == sure
    assert (seen.codes == board.cells)[clear].all()


@pytest.mark.parametrize("inside", [(0, 0, 0), (255, 255, 255)])
def test_a_pointer_over_a_flag_is_no_question_mark(inside):
    """It has a rim of another colour, and may hide a flag."""
    board = Board.parse(QUESTIONED.strip().replace("?", "#"))
    drawn = draw_board(board, load_theme("gnome"), 36)
    x, y = (36 * place for place in board.place(board.cells.index(FLAG)))
    arrow = np.array([(x + 18, y + 16), (x + 18, y + 32), (x + 22, y + 28), (x + 29, y + 28)])
    cv2.fillPoly(drawn, [arrow], inside)
    cv2.polylines(drawn, [arrow], True, tuple(255 - each for each in inside), 1, cv2.LINE_AA)
    drawn = np.pad(drawn, ((40, 40), (40, 40), (0, 0)), constant_values=90)
    seen = guess(drawn, Lattice(40, 40, 36, 36, board.width, board.height), 1)
    clear = seen.confidence >= DOUBTFUL_BELOW
    assert not (seen.codes != board.cells)[clear].any()
    assert clear.mean() > 0.9


def test_question_marks_are_told_where_nothing_else_is_covered():
    """On a board where each closed cell is marked, the other mark has the ground of the flags."""
    board = Board.parse(SETTLED)
    drawn = np.pad(draw_board(board, load_theme("gnome"), 36), ((40, 40), (40, 40), (0, 0)), constant_values=90)
    seen = guess(drawn, Lattice(40, 40, 36, 36, board.width, board.height), 1)
    marked = np.array(board.cells) < 0
    assert seen.codes.tolist() == list(board.cells)
    assert (seen.confidence >= DOUBTFUL_BELOW)[marked].all()


def striped(board: Board, everywhere: bool) -> np.ndarray:
    """The board in GNOME's look, with stripes on the ground of covered cells, or of these and of flags; 24 pixels."""
    drawn, codes = draw_board(board, load_theme("gnome"), 24), np.array(board.cells)
    x, y = (24 * place + 12 for place in board.place(board.cells.index(COVERED)))
    ground = drawn[y, x].copy()
    which = (np.isin(codes, (COVERED, FLAG)) if everywhere else codes == COVERED).reshape(board.height, board.width)
    down, across = np.indices(drawn.shape[:2])
    stripes = np.kron(which, np.ones((24, 24), bool)) & ((down % 24 + across % 24) % 7 < 3)
    drawn[stripes & (drawn == ground).all(2)] = ground - 17
    return np.pad(drawn, ((40, 40), (40, 40), (0, 0)), constant_values=90)


@pytest.mark.parametrize("everywhere", [True, False])
@pytest.mark.parametrize("rows", [SETTLED, QUESTIONED])
def test_stripes_on_all_covered_cells_are_no_question_marks(rows, everywhere):
    """Where they go on around the flags, and there are several, they are the look of covered cells."""
    board = Board.parse(rows.strip().replace("?", "#"))
    seen = guess(striped(board, everywhere), Lattice(40, 40, 24, 24, board.width, board.height), 1)
    codes, sure = np.array(board.cells), seen.confidence >= DOUBTFUL_BELOW
    assert not (seen.codes != codes)[sure].any()
    if everywhere and (codes == COVERED).sum() >= 3:
        assert sure[codes == COVERED].all()


def test_a_line_along_the_border_of_a_cell_is_no_question_mark():
    """Nothing is drawn in the middle of cells that somebody framed in part."""
    board = Board.parse(QUESTIONED.strip())
    cells = tuple(COVERED if code == QUESTION else code for code in board.cells)
    drawn = draw_board(Board(board.width, board.height, cells), load_theme("windows7"), 36)
    for index in np.flatnonzero(np.array(board.cells) == QUESTION).tolist():
        x, y = (36 * place for place in board.place(index))
        frame = np.array([(x, y + 3), (x + 31, y + 3), (x + 31, y + 36)])
        cv2.polylines(drawn, [frame], False, (80, 80, 250), 2, cv2.LINE_AA)
    drawn = np.pad(drawn, ((40, 40), (40, 40), (0, 0)), constant_values=90)
    seen = guess(drawn, Lattice(40, 40, 36, 36, board.width, board.height), 1)
    assert not (seen.codes != cells)[seen.confidence >= DOUBTFUL_BELOW].any()


@pytest.mark.parametrize("pitch", [21, 23, 25, 28, 33, 48])
def test_a_flag_with_a_question_mark_is_not_taken_for_a_flag(pitch):
    """A program has one flag: where some of what is taken for flags looks unlike the rest, they are doubtful."""
    board = Board.parse(QUESTIONED.strip())
    drawn = np.pad(draw_board(board, load_theme("gnome"), pitch), ((40, 40), (40, 40), (0, 0)), constant_values=90)
    seen = guess(drawn, Lattice(40, 40, pitch, pitch, board.width, board.height), 1)
    assert not (seen.codes != board.cells)[seen.confidence >= DOUBTFUL_BELOW].any()


@pytest.mark.parametrize(
    ("rows", "theme", "crowded"),
    [("FF????", "gnome", True), ("???F?F", "gnome", False), ("???F?F", "winemine", True)],
)
def test_flags_with_a_question_mark_may_lie_side_by_side(rows, theme, crowded):
    """What adds to flags, there and elsewhere, is the other mark; what the rules made one is not, three in a line."""
    board = Board.parse(rows)
    drawn = draw_board(board, load_theme(theme), 36)
    patches = cut_patches(drawn, Lattice(0, 0, 36, 36, board.width, board.height), np.arange(len(board.cells)))
    groups = Groups(np.arange(len(board.cells)), patches, np.ones(len(board.cells), int))
    place = Place((board.height, board.width), np.zeros((board.height, board.width), bool))
    doubted = crowded_questions(groups, np.array(board.cells), np.full(len(board.cells), 0.4), place)
    assert doubted.tolist() == [crowded and code == QUESTION for code in board.cells]


YELLOW = (0, 220, 220)
UNOPENED = "YYYYY YYYYY YYYYY YYYYY 11111"
LASTING = "Y1.1Y 11.11 ..... 11111 Y11##"  # of the two covered cells the left one is a mine, the right one is free


def coloured(rows, ground):
    """A board of which some cells, Y, have a ground of their own: its groups, codes and place."""
    of = np.array([["Y#.1".index(sign) for sign in row] for row in rows.split()])
    groups = flat(ground, GREY, PALE, PALE, of=of.ravel().tolist())
    return groups, np.array([COVERED, COVERED if "#" in rows else 0, 0, 1]), Place(of.shape, np.zeros(of.shape, bool))


@pytest.mark.parametrize(
    ("rows", "believed", "flags"),
    [
        (LASTING, True, True),
        (LASTING, False, False),
        (LASTING.replace("##", "#Y"), True, False),  # nobody marks what is free
        (LASTING.replace("##", "Y1"), True, False),  # all that is closed: the game may be over
    ],
)
def test_cells_of_a_colour_that_are_all_proven_to_be_mines_are_flags(rows, believed, flags):
    """What somebody marks by a colour is what the numbers prove, and not all that they prove is marked."""
    groups, codes, place = coloured(rows, YELLOW)
    assert flags_by_proof(groups, (codes, np.zeros(4, bool), np.full(4, believed)), place).tolist() == [
        flags,
        False,
        False,
        False,
    ]


@pytest.mark.parametrize(
    ("rows", "ground", "unclear"),
    [(LASTING.replace("##", "Y1"), RED, True), (LASTING.replace("##", "Y1"), GREEN, False), (LASTING, RED, False)],
)
def test_red_cells_that_are_all_mines_may_be_shown(rows, ground, unclear):
    """At the end of a game what is closed may be covered or a mine, where it is red; while it lasts it is a mark."""
    groups, codes, place = coloured(rows, ground)
    assert mines_by_colour(groups, codes, np.ones(4, bool), place).tolist() == [unclear, False, False, False]


@pytest.mark.parametrize(
    ("rows", "ground", "flags"),
    [
        ("Y1.1# 11.11 .....", GREY, True),
        ("Y1.1Y 11.11 ..11# ..1Y1", GREY, False),  # each number counts the mines that are shown
        ("Y1.1# 11.11 .....", PALE, False),
    ],
)
def test_what_looks_like_a_mine_on_a_covered_cell_while_others_are_not_shown_is_a_flag(rows, ground, flags):
    """When a game is lost all mines are shown; before that, a picture of a bomb is what somebody marked."""
    groups, codes, place = coloured(rows, ground)
    codes[0] = MINE
    assert flags_like_mines(groups, codes, np.ones(4, bool), place).tolist() == [flags, False, False, False]


@pytest.mark.parametrize("strange", [False, True])
def test_zeros_are_in_doubt_where_nothing_closed_is_certain(strange):
    """What looks open may be closed, and what is strange open: then neither of them is believed."""
    board = Board.parse("##1.... ##211.. 2#2#1.. 1122211 ...1##1 ...1##1".replace(" ", "\n"))
    cells, codes = draw_board(board, load_theme("online"), 32), np.array(board.cells)
    noise = np.random.default_rng(4)
    for x, y in map(board.place, np.flatnonzero(codes == COVERED).tolist() if strange else ()):
        cells[32 * y : 32 * (y + 1), 32 * x : 32 * (x + 1)] = noise.integers(0, 255, (32, 32, 3))
    picture = cv2.copyMakeBorder(cells, 32, 32, 32, 32, cv2.BORDER_CONSTANT, value=(90, 60, 30)).astype(np.uint8)
    seen = guess(picture, Lattice(32, 32, 32, 32, board.width, board.height))
    believed = seen.confidence[codes == 0] >= DOUBTFUL_BELOW
    assert not believed.any() if strange else believed.all()


@pytest.mark.parametrize(
    ("rows", "symbol", "covered"),
    [
        (f"{UNOPENED} 1.111", 0, True),
        (f"{UNOPENED} 1#111", 0, False),  # something else is covered: what is strange may lie over it
        (LASTING.replace("#", "Y"), 0, False),  # all of them are where numbers are: somebody may have marked them
        ("Y1YYY 11111 ..... 11111 Y1YYY", 0, True),  # but not those that are proven to be none
        (f"{UNOPENED} ##### ##### ##### #####", FLAG, False),  # more flags than that
        ("#1.1# 11.11 ..... Y....", FLAG, False),  # no number lacks a mine there
        (f"{UNOPENED} #1.11", MINE, False),
        (f"{UNOPENED} #1.11 11.1# ....1 11111 #1.1#", MINE, True),  # bombs for flags: numbers lack others
    ],
)
def test_a_strange_symbol_is_that_of_covered_cells_where_nothing_else_is(rows, symbol, covered):
    """In a lasting game something is covered, and the numbers lack the mines there; what lies over a board has none."""
    groups, codes, place = coloured(rows, YELLOW)
    codes[0], codes[1] = COVERED, symbol or codes[1]
    strange = np.array([True, False, False, False])
    assert covered_by_need(groups, (codes, strange, ~strange), place).tolist() == [covered, False, False, False]


@pytest.mark.parametrize(
    ("size", "flags", "number", "covered"),
    [
        ((9, 9), 3, 0, True),
        ((9, 9), 2, 0, False),
        ((9, 10), 3, 0, False),
        ((9, 9), 3, 1, False),
        ((9, 9), 30, 0, False),
    ],
)
def test_a_strange_symbol_in_as_many_cells_as_a_level_has_is_that_of_covered_ones(size, flags, number, covered):
    """But for some flags; where nothing else is shown, and not in rows and columns of any other number."""
    count = size[0] * size[1]
    groups = flat(YELLOW, GREY, PALE, of=[1] * flags + [2] * number + [0] * (count - flags - number))
    codes, strange = np.array([MINE, FLAG, 1]), np.array([True, False, False])
    place = Place(size[::-1], np.zeros(size[::-1], bool))
    if not number:
        groups, codes, strange = flat(YELLOW, GREY, of=groups.of.tolist()), codes[:2], strange[:2]
    found = covered_by_size(groups, (codes, strange, ~strange), place)
    assert found.tolist() == [covered, *[False] * (len(codes) - 1)]


@pytest.mark.parametrize(("ground", "others", "unclear"), [(ORANGE, 0, True), (GREY, 0, False), (ORANGE, 1, False)])
def test_a_lone_flag_on_another_ground_may_be_what_is_open_before_there_are_numbers(ground, others, unclear):
    """A program writes zeros down, and its cursor gives the cell a colour that no other one has."""
    cells = [0] + [1] * 15 + [2] * others
    groups, codes = flat(ground, GREY, PALE, of=cells), np.array([FLAG, COVERED, 1])
    if not others:
        groups, codes = flat(ground, GREY, of=cells), codes[:2]
    assert bool(first_opened(groups, codes)[0]) is unclear


@pytest.mark.parametrize(
    ("bare", "unclear"),
    [(ORANGE, [True, False, False]), (GREY, [False] * 3), (None, [False] * 3)],
)
def test_a_strange_symbol_on_a_ground_of_its_own_beside_bare_covered_cells_may_be_a_flag(bare, unclear):
    """It may lie on all that is covered, as tufts do; but where some covered cells have none, flags look so."""
    groups = flat(GREY, bare or GREY, PALE, of=[0] * 9 + [1] * 2 + [2] * 5)
    codes, strange = np.array([COVERED, COVERED, 0]), np.array([True, bare is None, False])
    assert signs_or_flags(groups, codes, strange).tolist() == unclear


@pytest.mark.parametrize(("mark", "flags"), [(FLAG, True), (QUESTION, False)])
def test_what_is_hardly_known_for_a_flag_is_one_where_it_is_proven(mark, flags):
    """A symbol that may be none of the board's is a flag on cells that are mines, where nothing else is marked."""
    groups, codes, place = coloured(LASTING, GREY)
    strange = np.array([True, False, False, False])
    codes = np.array([mark, *codes[1:]])
    asked = codes, strange & (codes == FLAG), np.array([False, True, True, True])
    assert flags_by_proof(groups, asked, place)[0] == flags


@pytest.mark.parametrize(("question", "asked"), [(0.15, True), (0.3, False)])
def test_where_it_stands_is_asked_of_a_flag_that_is_a_little_like_a_question_mark(question, asked):
    """A P on the mines that the numbers prove is a flag; what may well be a question mark is none for that."""
    sight = seen({CLASSES.index("flag"): 0.97 - question, CLASSES.index("question"): question}, {NONE: 0.99})
    sure = np.exp(sight.classes.max(1))
    assert _hardly_flags(sight, np.array([FLAG, COVERED]), sure).tolist() == [asked, False]


@pytest.mark.parametrize(("step", "unclear"), [(16, False), (24, True)])
def test_a_tint_that_runs_into_another_from_shade_to_shade_is_no_mark(step, unclear):
    """A light changes a little from one cell to the next; what somebody marks is of another colour at once."""
    grounds = [(60, 190 - step * place, 60 + step * place) for place in range(5)]
    groups = flat(*grounds, of=[0] * 40 + [1, 2, 3, 4])
    assert of_another_colour(groups, np.full(5, COVERED), (4, 11)).any() == unclear


@pytest.mark.parametrize("bevelled", [True, False])
def test_a_question_mark_lies_within_the_borders_of_covered_cells(bevelled: bool):
    """What has none among raised cells is a digit that looks like a hook: in the classic look all grounds are one."""
    raised = np.full((SIDE, SIDE, 3), 192, np.uint8)
    raised[:8], raised[:, :8], raised[-8:], raised[:, -8:] = 255, 255, 128, 128
    hook = raised.copy() if bevelled else np.full((SIDE, SIDE, 3), 192, np.uint8)
    hook[10:20, 12:16] = 0
    groups = Groups(np.array([0] * 14 + [1] * 2), np.stack([raised, hook]), np.array([14, 2]))
    place = Place((4, 4), np.zeros((4, 4), bool))
    assert unclear_marks(groups, np.array([COVERED, QUESTION]), place).tolist() == [False, not bevelled]


@pytest.mark.parametrize(
    ("ground", "marked", "others", "unclear"),
    [(RED, 0.62, MINE, True), (RED, 0.95, MINE, False), (RED, 0.62, EXPLODED, False), (GREY, 0.62, MINE, False)],
)
def test_what_is_hardly_a_wrong_flag_may_be_the_mine_that_exploded(ground, marked, others, unclear):
    """When a game is lost one of the mines exploded; a letter on red is that one, or a flag on a cell that was none."""
    groups = flat(ground, PALE, GREY, of=[0, *[1] * 4, *[2] * 4])
    codes, seen = np.array([WRONG_FLAG, others, COVERED]), np.array([marked, 0.0, 0.0])
    assert _may_be_the_exploded_one(groups, codes, seen).tolist() == [unclear, False, False]


@pytest.mark.parametrize(
    ("questions", "covered", "doubted"),
    [(2, 0, False), (6, 0, True), (6, 1, False)],
)
def test_more_question_marks_than_flags_with_nothing_else_closed_may_be_covered_cells(questions, covered, doubted):
    """What looks like a question mark to some extent may be a pattern that all covered cells have."""
    of = [0] * questions + [1] * 4 + [2] * 9 + [3] * covered
    groups = flat(GREY, GREY, PALE, *[GREY] * covered, of=of)
    codes, empty = np.array([QUESTION, FLAG, 1, COVERED])[: 3 + covered], np.array([False, False, False, True])
    assert questions_alone(groups, codes, empty[: 3 + covered]).tolist() == [doubted, *[False] * (2 + covered)]


@pytest.mark.parametrize(
    ("right", "ground", "foot", "like"), [(1, GREY, 0, True), (1, PALE, 0, False), (0, GREY, 6, False)]
)
def test_the_symbol_of_flags_between_other_pixels_is_a_flag(right, ground, foot, like):
    """On another ground it may be anything, and with a foot it is another symbol."""
    patches = np.full((2, SIDE, SIDE, 3), GREY, np.uint8)
    patches[1] = ground
    for patch, by in zip(patches, (0, right), strict=True):
        patch[9:23, 12 + by : 15 + by] = patch[9:12, 15 + by : 20 + by] = RED
    patches[1, 20:23, 15 : 15 + foot] = RED
    groups = Groups(np.array([0] * 5 + [1] * 2), patches, np.array([5, 2]))
    assert drawn_like_flags(groups, np.array([False, True]), np.array([True, False])).tolist() == [False, like]


AROUND_A_MINE = "YYYYY Y111Y Y1#1Y Y111Y YYYYY"


@pytest.mark.parametrize(
    ("rows", "covered"),
    [
        (AROUND_A_MINE, True),
        (AROUND_A_MINE.replace("Y111Y Y1#1Y", "Y1#1Y Y1#1Y"), False),  # the numbers count something else
        (AROUND_A_MINE.replace("YYYYY Y", "YYYYY ."), False),  # a zero would have opened them
        ("111Y. 1#11. 111..", False),  # as few may be wrong flags
    ],
)
def test_what_a_lost_game_shows_in_many_cells_and_no_number_counts_is_covered(rows, covered):
    """All mines are shown then: what has a picture of its own, and is none of them, is what nobody opened."""
    groups, codes, place = coloured(rows, YELLOW)
    codes[0], codes[1] = WRONG_FLAG, MINE
    strange = np.array([True, False, False, False])
    assert covered_by_need(groups, (codes, strange, ~strange), place).tolist() == [covered, False, False, False]


THREE_PROVEN = "Y1.1Y 11.11 11... Y1.11 11.1#"


@pytest.mark.parametrize(
    ("rows", "ground", "other", "mines"),
    [
        (THREE_PROVEN, PALE, EXPLODED, True),
        (THREE_PROVEN, GREY, EXPLODED, False),  # they may be flags
        (THREE_PROVEN, PALE, MINE, False),  # mines look otherwise
        (THREE_PROVEN, PALE, FLAG, False),  # the game lasts
        (THREE_PROVEN.replace("1.11 11.1#", "1.1# 11.1#"), PALE, EXPLODED, False),  # two exploded
        (THREE_PROVEN.replace("11...", "11..Y"), PALE, EXPLODED, False),  # one is proven to be none
    ],
)
def test_a_strange_symbol_that_is_proven_to_be_mines_is_that_of_mines_once_one_exploded(rows, ground, other, mines):
    """A program may draw a flower for a mine: what the numbers prove, and is shown beside the one that exploded."""
    groups, codes, place = coloured(rows, ground)
    codes[0], codes[1] = 6, other
    strange = np.array([True, False, False, False])
    assert mines_by_proof(groups, (codes, strange, ~strange), place).tolist() == [mines, False, False, False]


@pytest.mark.parametrize(("down", "others", "unclear"), [(18, 3, True), (18, 1, False), (6, 3, False)])
def test_flags_may_be_shown_mines_where_others_fill_more_of_their_cells(down: int, others: int, unclear: bool):
    """Small stars on covered cells look like flags, and hide less of the ground than these; a light shades one flag."""
    patches = np.full((3, SIDE, SIDE, 3), GREY, np.uint8)
    patches[1, 12:18, 12:18] = RED
    patches[2] = 145
    patches[2, 12:18, 12:18] = patches[2, 12 : 12 + down, 12:18] = RED
    of = np.array([0] * 12 + [1] * 6 + [2] * others)
    groups, shape = Groups(of, patches, np.bincount(of)), (1, len(of))
    doubted = unclear_marks(groups, np.array([COVERED, FLAG, FLAG]), Place(shape, np.zeros(shape, bool)))
    assert doubted.tolist() == [False, unclear, True]


@pytest.mark.parametrize(("others", "unclear"), [(1, [False, True]), (3, [True, True])])
def test_mines_drawn_in_two_ways_are_both_in_doubt_unless_one_is_rare(others, unclear):
    """A wrong flag may be a mine with a cross; but where a bomb is the flag, most of what looks like a mine is one."""
    patches = np.full((2, SIDE, SIDE, 3), GREY, np.uint8)
    patches[0, 10:22, 10:22] = 0
    patches[1, 14:22, 10:18] = 0
    patches[1, 8:14, 16:24] = YELLOW
    groups = Groups(np.array([0] * 6 + [1] * others), patches, np.array([6, others]))
    shape = 1, 6 + others
    assert crossed_out(groups, np.array([MINE, MINE]), Place(shape, np.zeros(shape, bool))).tolist() == unclear


@pytest.mark.parametrize(("number", "unclear"), [(1, False), (2, True)])
def test_a_mine_drawn_a_little_otherwise_is_one_where_the_numbers_count_it(number: int, unclear: bool):
    """Small discs fall between the pixels in many ways; a cross over one is more than that, and no number counts it."""
    patches = np.full((3, SIDE, SIDE, 3), GREY, np.uint8)
    patches[0, 10:22, 10:22] = patches[1, 10:22, 10:22] = 0
    patches[1, 10:13, 10:22] = 60
    of = np.array([2, 2, 2, 2, 0, 2, 2, 2, 2] * 2).reshape(2, 3, 3)
    of[1, 1, 1] = 1
    of = np.hstack([of[0], of[1]]).ravel()
    groups, codes = Groups(of, patches, np.bincount(of)), np.array([MINE, MINE, number])
    assert crossed_out(groups, codes, Place((3, 6), np.zeros((3, 6), bool))).tolist() == [False, unclear, False]


@pytest.mark.parametrize(("rows", "unclear"), [("Y1.1# 11.11 .....", True), ("Y1.1Y 11.11 ..11# ..1Y1", False)])
def test_mines_on_covered_ground_are_in_doubt_where_covered_cells_must_be_mines_too(rows, unclear):
    """What is covered may be unclear itself, and then proves no flag; but a lost game would show its mines."""
    groups, codes, place = coloured(rows, GREY)
    codes[0] = MINE
    assert not flags_like_mines(groups, codes, codes != COVERED, place).any()
    assert not_all_shown(groups, codes, np.ones(4, bool), place).tolist() == [unclear, False, False, False]


@pytest.mark.parametrize(
    ("count", "flags", "covered", "crowded"), [(20, 9, 0, True), (20, 9, 1, False), (3, 9, 0, False), (5, 30, 0, False)]
)
def test_more_wrong_flags_than_anybody_sets_are_something_else(count, flags, covered, crowded):
    """A crate with a cross on it looks like one; but then nothing else is covered."""
    groups = flat(GREY, ORANGE, PALE, of=[0] * count + [1] * flags + [2] * covered)
    codes = np.array([WRONG_FLAG, FLAG, COVERED])
    if not covered:
        groups, codes = flat(GREY, ORANGE, of=[0] * count + [1] * flags), codes[:2]
    assert too_many_wrong(groups, codes).tolist() == [crowded, *[False] * (len(codes) - 1)]


@pytest.mark.parametrize(
    ("covered", "shown", "others", "unclear"),
    [(2, MINE, 0, True), (6, MINE, 0, False), (2, FLAG, 0, False), (2, MINE, WRONG_FLAG, False)],
)
def test_the_few_cells_that_a_lost_game_leaves_covered_may_be_wrong_flags(covered, shown, others, unclear):
    """XBomb shows an empty cell for one, and opens all the others: in silence these were covered cells."""
    groups = flat(GREY, RED, PALE, of=[0] * covered + [1] * 9 + [2] * 5)
    assert few_left(groups, np.array([COVERED, shown, others])).tolist() == [unclear, False, False]


@pytest.mark.parametrize(
    ("ones", "other", "sure", "unclear"),
    [
        (6, 2, 1.0, False),
        (6, 0, 1.0, False),
        (6, COVERED, 1.0, True),
        (5, COVERED, 1.0, False),
        (5, COVERED, 0.9, True),
        (2, COVERED, 0.9, False),
    ],
)
def test_many_numbers_that_are_all_the_same_may_be_marks(ones: int, other: int, sure: float, unclear: bool):
    """An exclamation mark looks like a 1; but of so many open cells one would show another number, or none."""
    groups = flat(PALE, GREY, of=[0] * ones + [1] * 20)
    assert of_one_number(groups, np.array([1, other]), np.array([sure, 1.0])).tolist() == [unclear, False]


@pytest.mark.parametrize(
    ("rows", "sure", "unclear"),
    [("*4*;F##", 0.9, True), ("*3*;F##", 0.9, False), ("*4*;F##", 0.99, False), ("*2#;###", 0.9, False)],
)
def test_a_faint_number_that_does_not_count_the_mines_of_a_lost_game_is_doubted(rows: str, sure: float, unclear: bool):
    """All mines are shown then, if several are: a 4 beside three may be a 3, unless it is read beyond doubt."""
    board = Board.parse(rows)
    codes = np.array(sorted(set(board.cells)))
    groups = flat(*[GREY] * len(codes), of=np.searchsorted(codes, board.cells).tolist())
    place = Place((2, 3), np.zeros((2, 3), bool))
    doubted = miscounted(groups, codes, np.full(len(codes), sure), place)
    assert doubted.tolist() == [unclear and code > 0 for code in codes.tolist()]


@pytest.mark.parametrize(
    ("ground", "others", "wrong", "flagged", "unclear"),
    [
        ((192, 192, 192), MINE, 1, 0.01, True),
        ((192, 192, 192), MINE, 2, 0.01, False),
        ((192, 192, 192), EXPLODED, 1, 0.01, False),
        ((192, 192, 192), MINE, 1, 0.3, False),
        (GREY, MINE, 1, 0.01, False),
    ],
)
def test_a_single_cross_may_be_the_burst_of_a_mine(ground, others, wrong, flagged, unclear):
    """However plain it is: when a game is lost one mine exploded, and some programs draw rays for that."""
    groups = flat(ground, GREY, GREY, of=[*[0] * wrong, *[1] * 4, *[2] * 4])
    codes, chances = np.array([WRONG_FLAG, others, COVERED]), np.array([flagged, 0.0, 0.0])
    assert _may_be_a_burst(groups, codes, chances).tolist() == [unclear, False, False]


@pytest.mark.parametrize(("chance", "believed"), [(0.3, False), (0.52, True)])
def test_the_rules_alone_make_no_mine_of_what_is_closed(chance, believed):
    """They tell it from numbers, but not from a flag, nor from a cell that is covered."""
    groups, codes, place = coloured("Y1.1Y 11.11 ..... 11.11 Y1.1Y 11.11 ..... 11.11 Y1.1Y", GREY)
    sight = seen({FOREIGN: 0.45, MINE_CLASS: chance, 5: 0.55 - chance}, {NONE: 0.99}, {NONE: 0.99}, {1: 0.99})
    code, sure, _ = _weighed(groups, sight, (np.array([0]), codes), place)
    assert (code, sure > DOUBTFUL_BELOW) == (MINE, believed)


@pytest.mark.parametrize(("looks", "plain"), [(8.0, True), (4.0, False)])
def test_a_digit_in_a_cell_that_looks_far_more_open_than_covered_ones_is_no_other_mark(looks, plain):
    """In the classic look all grounds are one: what is open among raised cells is told by what it lacks around it."""
    sight = Sight(np.zeros((2, len(CLASSES)), np.float32), np.array([-1.0, looks], np.float32))
    assert _open_numbers(np.array([COVERED, 1]), np.array([0.99, 0.99]), sight).tolist() == [False, plain]


def test_mines_are_weighed_against_what_the_numbers_say_if_they_may_be_some():
    """If these cells were open, the covered ones beside them would be mines that a lost game does not show."""
    groups, codes, place = coloured("Y1#", GREY)
    sight = seen({MINE_CLASS: 0.97, CLASSES.index("flag"): 0.03}, {NONE: 0.99}, {NONE: 0.99}, {1: 0.99})
    code, sure, _ = _weighed(groups, sight, (np.array([0]), codes), place)
    assert (code, sure > DOUBTFUL_BELOW) == (MINE, True)


def test_question_marks_are_doubtful_where_no_flag_is_and_they_may_be_letters():
    """A P for a flag looks a little like one: 0.99 to the network at most."""
    codes, seen = np.array([1, QUESTION, QUESTION, COVERED]), np.array([0.0, 0.991, 1.0, 0.0])
    assert questions_for_flags(codes, seen).tolist() == [False, True, False, False]
    assert not questions_for_flags(np.append(codes, FLAG), np.append(seen, 0.0)).any()


@pytest.mark.parametrize(
    ("rows", "unclear"), [("?1?1 1?1? 1111", True), ("?1?1 1?11 1111", False), ("?1?1 1?1? 1F11", False)]
)
def test_many_question_marks_without_any_flag_may_be_flags(rows: str, unclear: bool):
    """A P in some fonts is a question mark beyond doubt to the network."""
    board = Board.parse(rows.replace(" ", "\n"))
    kinds = sorted(set(board.cells))
    groups = flat(*[GREY if code < 0 else PALE for code in kinds], of=[kinds.index(code) for code in board.cells])
    assert several_without_flags(groups, np.array(kinds))[kinds.index(QUESTION)] == unclear


@pytest.mark.parametrize(
    ("plain", "ground", "disc", "lost", "drawn"),
    [
        (False, GREEN, 5, False, True),
        (True, GREEN, 5, False, False),
        (False, RED, 5, False, False),
        (False, RED, 5, True, True),
        (True, RED, 5, True, False),
        (False, GREEN, 0, True, False),
        (False, RED, 0, True, False),
    ],
)
def test_what_is_drawn_in_some_covered_cells_alone_may_be_a_mark(plain, ground, disc, lost, drawn):
    """White discs for mines were covered cells: beside cells of the same ground without any they are something else.

    Once mines are shown, also where none without any is on their ground. What is foreign vouches for nothing.
    """
    patches = np.stack([np.full((SIDE, SIDE, 3), colour, np.uint8) for colour in (GREEN, ground, PALE, ground)])
    for patch in (patches[1], patches[3])[: 2 * disc]:
        cv2.circle(patch, (SIDE // 2, SIDE // 2), disc, (232, 232, 232), cv2.FILLED)
    groups = Groups(np.array([0] * 6 + [1] * 4 + [2, 3]), patches, np.array([6, 4, 1, 1]))
    empty = np.array([True, True, True, False])
    codes = np.array([COVERED, COVERED, 0, COVERED])
    found = drawn_on_covered(groups, codes, empty, empty & [True, plain, True, True], mines_shown=lost)
    assert found.tolist() == [False, drawn, False, False]


LOST_AT_ONCE = "YYYYY YYYYY 11111 ..... 1#111 YYYYY"


@pytest.mark.parametrize(
    ("rows", "covered"),
    [
        (f"{LOST_AT_ONCE} 11111 ..... 11111 YYYYY", True),
        (LOST_AT_ONCE, False),  # few numbers tell
    ],
)
def test_a_lost_game_that_shows_but_the_mine_that_exploded_leaves_the_others_covered(rows: str, covered: bool):
    """Many numbers lack mines then, which are among the strange cells, and many have more of these than they count."""
    groups, codes, place = coloured(rows, YELLOW)
    codes[0], codes[1] = COVERED, MINE
    strange = np.array([True, False, False, False])
    assert covered_by_need(groups, (codes, strange, ~strange), place).tolist() == [covered, False, False, False]


ALL_COUNTED = "Y1.1Y 11.11 ..... 11.11 Y1.1Y"
ALL_SHOWN = f"{ALL_COUNTED} 11.11 ##### Y#Y#Y"


@pytest.mark.parametrize(
    ("rows", "like_mines", "mines"),
    [
        (ALL_SHOWN, True, True),
        (ALL_SHOWN, False, False),
        (ALL_SHOWN.replace("11.11 Y1.1Y", "11.11 .1.1Y"), True, False),  # some numbers lack one
        (ALL_SHOWN.replace("11.11 Y1.1Y", "11.11 Y1.1#"), True, False),  # one mine is not shown
        (f"{ALL_COUNTED} 11.11 #####", True, False),  # all are where somebody may have marked them
    ],
)
def test_what_hardly_looks_like_mines_is_mines_where_every_number_has_all_of_them(rows, like_mines, mines):
    """None needs to have exploded: some programs show all in one way."""
    groups, codes, place = coloured(rows, RED)
    strange = np.array([True, False, False, False])
    found = mines_by_proof(groups, (codes, strange, ~strange), place, np.full(4, like_mines))
    assert found.tolist() == [mines, False, False, False]


@pytest.mark.parametrize(
    ("numbers", "like_mines", "mines"), [("23332", True, True), ("23332", False, False), ("22222", True, False)]
)
def test_what_is_drawn_as_the_mine_that_exploded_is_mines_where_few_are_proven(numbers, like_mines, mines):
    """Most of them may lie where nobody has been yet, if every number has its mines."""
    rows = ["Y1.1Y", "11.11", ".....", numbers, "YYYYX", "YYYYY", "YYYYY"]
    of = np.array([["YX.123".index(sign) for sign in row] for row in rows])
    groups, strange = flat(*[PALE] * 6, of=of.ravel().tolist()), np.arange(6) == 0
    codes, place = np.array([6, EXPLODED, 0, 1, 2, 3]), Place(of.shape, np.zeros(of.shape, bool))
    found = mines_by_proof(groups, (codes, strange, ~strange), place, np.full(6, like_mines))
    assert found.tolist() == [mines, *[False] * 5]


def drawn_on(groups: Groups, group: int) -> Groups:
    """The groups, one of which has something in its middle."""
    patches = groups.patches.copy()
    patches[group, 10:22, 12:20] = (30, 30, 220)
    return Groups(groups.of, patches, groups.sizes)


@pytest.mark.parametrize(("ground", "flags"), [(PALE, False), (GREY, True)])
def test_marks_on_open_ground_that_are_all_mines_may_be_what_a_lost_game_shows(ground, flags):
    """A star for a mine may look like a flag; on the ground of covered cells it is one."""
    groups, codes, place = coloured("Y1.1Y 11.11 ..... 11.11 Y1.1Y 11.11 #####", ground)
    groups = drawn_on(groups, 0)
    codes[0] = FLAG
    strange, believed = np.array([True, False, False, False]), np.array([False, True, True, False])
    believed[3] = True
    assert flags_by_proof(groups, (codes, strange, believed), place)[0] == flags


@pytest.mark.parametrize(
    ("rows", "unclear"),
    [(ALL_COUNTED, True), (ALL_COUNTED.replace(".....", "..#.."), False)],
)
def test_what_is_drawn_in_all_that_is_closed_may_be_a_mark_where_all_of_it_is_mines(rows: str, unclear: bool):
    """Or a pattern of covered cells; where something else is closed, that is what covered cells look like."""
    groups, codes, place = coloured(rows, YELLOW)
    drawn, codes[0] = np.array([True, False, False, False]), COVERED
    assert covered_or_marked(groups, codes, drawn, place).tolist() == [unclear, False, False, False]


@pytest.mark.parametrize(("ground", "apart"), [(YELLOW, True), (GREY, False), (PALE, False)])
def test_flags_on_a_ground_of_their_own_tell_the_others_there(ground, apart):
    """There no covered cell is, nor a number."""
    groups, codes, _ = coloured("YYY1. ##11. #1...", ground)
    codes[0] = FLAG
    assert flags_apart(groups, codes, np.ones(4, bool)).tolist() == [apart, False, False, False]


@pytest.mark.parametrize(("ground", "unclear"), [((4, 222, 218), False), (ORANGE, True)])
def test_flags_in_the_tint_of_those_that_numbers_count_are_right(ground, unclear):
    """In a lost game those of one tint are all wrong, or none of them is; of another tint each may be."""
    groups, codes, place = coloured("Y1.1Y 11.11 ..### 11### Y1###", YELLOW)
    of = groups.of.copy()
    of[-1], of[-2] = 4, 5
    patches = np.concatenate([groups.patches, np.full((2, SIDE, SIDE, 3), ground, np.uint8)])
    patches[5] = 60
    groups, codes = Groups(of, patches, np.bincount(of)), np.append(codes, [FLAG, MINE])
    codes[0] = FLAG
    assert unclear_marks(groups, codes, place)[[0, 4]].tolist() == [False, unclear]


@pytest.mark.parametrize(
    ("grounds", "letters"),
    [
        ((PALE, YELLOW, PALE, PALE), [False, True, False, False]),
        ((PALE, PALE, PALE, PALE), [False] * 4),
        ((YELLOW, YELLOW, PALE, PALE), [False] * 4),  # each number has a ground of its own
        ((PALE, YELLOW, PALE, YELLOW), [False] * 4),  # which zeros have as well
    ],
)
def test_what_looks_like_a_one_on_a_ground_of_its_own_is_a_letter(grounds, letters):
    """While other ones have the ground of other numbers, which lack mines without it."""
    of = [["1Y2.".index(sign) for sign in row] for row in ["1Y2Y1", "11211", ".....", "11.11", "Y1.1Y", "....."]]
    groups, place = flat(*grounds, of=np.ravel(of).tolist()), Place((6, 5), np.zeros((6, 5), bool))
    sight = seen({1: 1}, {1: 1}, {2: 1}, {NONE: 1})
    assert letters_like_a_number(groups, sight, place).tolist() == letters
    away = flat(*grounds, of=[1] * 4 + [2] * 3 + [0] * 8 + [3] * 15)  # where nothing lacks any
    assert not letters_like_a_number(away, seen({1: 1}, {1: 1}, {1: 1}, {NONE: 1}), place).any()


@pytest.mark.parametrize(
    ("rows", "unclear"), [(f"{ALL_COUNTED} ..... {ALL_COUNTED} 11.11" + " #####" * 8, True), (ALL_SHOWN, False)]
)
def test_mines_are_doubtful_where_none_is_shown_in_all_that_nobody_has_been_to(rows: str, unclear: bool):
    """A program may mark with what looks like a mine; of a lost game all are shown."""
    groups, codes, place = coloured(rows, YELLOW)
    codes[0] = MINE
    assert marked_as_mines(groups, codes, place).tolist() == [unclear, False, False, False]


@pytest.mark.parametrize("among", [False, True])
def test_zeros_are_no_closed_cells_where_none_is_beside_any_mark(among: bool):
    """One who opened all numbers around the mines, and no zero, would have opened these as well."""
    field = Minefield(9, 9, frozenset(random.Random(3).sample(range(81), 10)))
    shown = list(field.numbers)
    for cell in field.neighbours[min(field.mines)] if among else ():
        shown[cell] = 0
    codes = np.unique(shown)
    groups = flat(*[YELLOW if code == MINE else PALE for code in codes], of=np.searchsorted(codes, shown).tolist())
    assert _cannot_be_closed(groups, codes, np.ones(len(codes)), Place((9, 9), np.zeros((9, 9), bool))) is not among


def starred(ground: tuple[int, int, int], arms: int, colour: tuple[int, int, int] = (255, 255, 255)) -> np.ndarray:
    """A patch with a star of so many arms."""
    patch = np.full((SIDE, SIDE, 3), ground, np.uint8)
    for angle in np.linspace(0, 2 * np.pi, arms, endpoint=False):
        end = round(SIDE / 2 + SIDE * 0.2 * np.sin(angle)), round(SIDE / 2 - SIDE * 0.2 * np.cos(angle))
        cv2.line(patch, (SIDE // 2, SIDE // 2), end, colour, 2, cv2.LINE_AA)
    return patch


@pytest.mark.parametrize(
    ("symbol", "number", "of", "exploded"),
    [
        ((RED, 5), (1, True), 1, True),
        ((GREEN, 5), (1, True), 1, False),  # of whatever else
        ((RED, 2), (1, True), 1, False),  # drawn as no other is
        ((RED, 5), (2, True), 1, False),  # which the number beside it does not count
        ((RED, 5), (1, True), 2, False),  # two of them
        ((RED, 5), (1, False), 1, False),  # another cell may be the one
    ],
)
@pytest.mark.parametrize("codes", [(MINE, FLAG), (MINE, WRONG_FLAG), (MINE, EXPLODED), (COVERED, COVERED), (1, MINE)])
def test_a_mine_drawn_as_the_others_alone_on_red_exploded(codes, symbol, number, of, exploded):
    """Whatever the network takes it for, and these: white on red is not the look of grey on a pale ground."""
    (ground, arms), (shown, sure) = symbol, number
    patches = [starred(PALE, 5, (60, 60, 60)), starred(ground, arms), *(np.full((SIDE, SIDE, 3), PALE, np.uint8),) * 2]
    rows = np.array([[0, 0, 2, 0], [2, 2, 2, 2], [2, 3, 1, 2 if of == 1 else 1]])
    groups = Groups(rows.ravel(), np.stack(patches), np.bincount(rows.ravel(), minlength=4))
    believed = np.array([codes[0] == MINE, False, True, sure])
    told = np.array([*codes, COVERED, shown]), ~believed & [True, True, False, True], believed
    found = exploded_among(groups, told, Place(rows.shape, np.zeros(rows.shape, bool)))
    assert found.tolist() == [False, exploded, False, False]
