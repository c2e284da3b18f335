"""Boards as web pages draw them, flat and in colours of their own: what tells covered cells from open ones there."""

import cv2
import numpy as np
import pytest
from looks import Look, draw_look

from minebot.board import COVERED, FLAG, MINE, Board
from minebot.geometry import Lattice
from minebot.vision.read import read_picture
from minebot.vision.reading import DOUBTFUL_BELOW
from minebot.vision.unknown.alike import Groups
from minebot.vision.unknown.board import read_unknown
from minebot.vision.unknown.ends import at_full_extent
from minebot.vision.unknown.glyphs import CLASSES, cut_patches
from minebot.vision.unknown.guess import guess
from minebot.vision.unknown.sharper import RIM
from minebot.vision.unknown.sight import _recognised

NUMBERS = ((255, 0, 0), (0, 128, 0), (0, 0, 255), (128, 0, 0), (0, 0, 128), (128, 128, 0), (0, 0, 0), (128, 128, 128))
WHITE = (255, 255, 255)
MARKED = Board.parse(
    ".1FF#####;.1222####;....1F#F#;....113##;111...1F#;#F1...2##;111..12F#;.....1F##;.....1###"
)  # where nearly all mines beside numbers are
CHEQUERED = Board.parse(
    "##############F#####;############112#####;########F##F1.1F####;########F3111.1#####;#########3....1#####;"
    "########F2...13#####;#########2...2FF####;########F1...2F#####;#########1..12######;#########21.1F#F####;"
    "########FF1.112#####;##########1...1#####;##########12211F####;############F#######;####################"
)


def page(board: Board, look: Look, pitch: float, ground: tuple[int, int, int] = (245, 244, 243)) -> np.ndarray:
    """The board in a look, on a page with a line of text above it."""
    drawn = draw_look(board, look, (pitch, pitch))
    picture = np.pad(drawn, ((90, 60), (50, 120), (0, 0)))
    picture[:90], picture[90 + len(drawn) :], picture[:, :50], picture[:, 50 + drawn.shape[1] :] = [ground] * 4
    cv2.putText(picture, "Mines: 10  Time: 42", (50, 40), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (60, 60, 60), 1, cv2.LINE_AA)
    return picture


def assert_read(picture: np.ndarray, board: Board) -> None:
    """One board is found, each cell of it right, and none in doubt."""
    (reading,) = read_picture(picture)
    assert (reading.board.rows, reading.doubtful) == (board.rows, ())


def test_flat_cells_on_the_ground_of_flags_are_covered():
    """They look open, and no number needs them where all mines are marked; but zeros lie on the ground of numbers."""
    look = Look("lined", (187, 187, 187), WHITE, (153, 153, 153), gap=0.03, numbers=NUMBERS)
    assert_read(page(MARKED, look, 28), MARKED)


@pytest.mark.parametrize("chequer", [12, 14])
def test_squares_of_a_faint_chequer_are_no_sheet(chequer):
    """Hardly an edge runs between them, but what lies over a board leaves none of it between."""
    look = Look("chequered", (120, 205, 100), (220, 210, 200), WHITE, chequer=chequer, numbers=NUMBERS)
    assert_read(page(CHEQUERED, look, 25), CHEQUERED)


LOST = Board.parse("F1..1**##;11..1F##*;....11###;.....1###;.....1*##;.....113*;.......3F;111..113F;#F1..1X##")


def test_a_mine_that_is_crossed_out_is_not_taken_for_a_mine():
    """On a ground of open cells it is hardly unlike one, but the others are drawn in another way."""
    look = Look("gaps", (125, 117, 108), (250, 249, 248), (245, 244, 243), gap=0.06, numbers=NUMBERS)
    picture = page(LOST, look, 64)
    left, top = 50 + 5 * 64, 90
    for one, other in (((23, 23), (41, 41)), ((41, 23), (23, 41))):
        ends = [(left + x, top + y) for x, y in (one, other)]
        cv2.line(picture, *ends, (20, 20, 230), 4, cv2.LINE_AA)
    (reading,) = read_picture(picture)
    assert {(each.x, each.y) for each in reading.doubtful} == {(5, 0)}


@pytest.mark.parametrize("board", [MARKED, CHEQUERED])
def test_covered_cells_in_a_light_that_changes_their_tint_are_no_marks(board):
    """Tiles that let the colours of a page through, from green to red, run into one another from shade to shade."""
    look = Look("gaps", (200, 200, 200), WHITE, (150, 150, 150), gap=0.06, numbers=NUMBERS)
    picture, (high, wide) = page(board, look, 34), (34 * board.height, 34 * board.width)
    along = np.indices((high, wide)).sum(0)[..., None] / (high + wide)
    behind = (1 - along) * (60, 200, 110) + along * (70, 120, 235)
    closed = np.array([code < 0 for code in board.cells]).reshape(board.height, board.width)
    through = np.where(np.kron(closed, np.ones((34, 34))), 0.7, 0.2)[..., None]
    inside = picture[90 : 90 + high, 50 : 50 + wide]
    inside[:] = (1 - through) * inside + through * behind
    assert_read(picture, board)


def test_a_flag_on_a_covered_cell_is_seen_as_a_whole():
    """Seen closer, without its cell, a waving flag may look like a digit; a digit is what it looks like there."""
    look = Look("lined", (187, 187, 187), WHITE, (153, 153, 153), gap=0.03, numbers=NUMBERS)
    picture = draw_look(MARKED, look, (28.0, 28.0))
    flag, two, three = (MARKED.cells.index(code) for code in (FLAG, 2, 3))
    patches = cut_patches(picture, Lattice(0, 0, 28, 28, 9, 9), np.array([flag, two, three]))
    groups = Groups(np.arange(2), patches[:2], np.ones(2, int), closer=patches[[2, 2]])
    seen = _recognised(groups, (1.0, 1.0)).classes.argmax(1)
    assert [CLASSES[kind] for kind in seen] == ["flag", "3"]


FLAGGED = Board.parse(
    "##############;##############;##############;#####FF#F#####;###11222112F##;"
    "##F2......2F##;#FF2......1###;1221.....11###;....123211F###;.1222FFF######;"
    ".1FF##########;.14F##########;..2F##########;..1###########"
)


def soft(board: Board, pitch: int) -> np.ndarray:
    """A board of the colour of its page: covered cells cast a soft shadow around them, open ones have one within."""
    ground, square = np.full((pitch, pitch, 3), (236, 229, 224), np.float32), np.zeros((pitch, pitch, 1), np.float32)
    square[5:-5, 5:-5] = 1
    blurred = cv2.GaussianBlur(square, (0, 0), 3)[..., None]
    shade = 40 * (np.roll(blurred, (3, 3), (0, 1)) - np.roll(blurred, (-3, -3), (0, 1)))
    raised, sunk = (
        each.clip(0, 255).astype(np.uint8) for each in (ground - shade * (1 - square), ground + shade * square)
    )
    picture = np.full((pitch * board.height + 150, pitch * board.width + 170, 3), ground[0, 0], np.uint8)
    for x, y in map(board.place, range(len(board.cells))):
        cell, code = picture[90 + pitch * y :, 50 + pitch * x :][:pitch, :pitch], board[x, y]
        cell[:] = raised if code < 0 else sunk
        if code == FLAG:
            cv2.line(
                cell, (pitch * 2 // 5, pitch // 3), (pitch * 2 // 5, pitch * 2 // 3), (60, 70, 220), 3, cv2.LINE_AA
            )
            cv2.rectangle(
                cell, (pitch * 2 // 5, pitch // 3), (pitch * 2 // 3, pitch // 2), (60, 70, 220), -1, cv2.LINE_AA
            )
        elif code > 0:
            place = (pitch // 3, pitch * 2 // 3)
            cv2.putText(cell, str(code), place, cv2.FONT_HERSHEY_DUPLEX, pitch / 48, NUMBERS[code - 1], 2, cv2.LINE_AA)
    return picture


@pytest.mark.parametrize("pitch", [48, 72])
def test_cells_that_differ_by_soft_shadows_alone_are_told_by_those_of_flags(pitch):
    """Covered and open ones are of one colour, but the former have the shadows of flags, the latter those of digits."""
    assert_read(soft(FLAGGED, pitch), FLAGGED)


CLOSED_AT_THE_SIDE = Board.parse("####F1..;*###*1..;#3*21111;#*21.12*;#11..1*#;#1...1##;X21121##;*#1*#*##")


@pytest.mark.parametrize("pitch", [32, 40])
def test_the_page_beside_covered_cells_is_no_column_of_zeros(pitch):
    """It looks like open cells, with the border of the last column: but zeros would have opened what is beside them."""
    look = Look("lined", (125, 117, 108), (250, 249, 248), (226, 222, 216), gap=0.03, numbers=NUMBERS)
    picture = page(CLOSED_AT_THE_SIDE, look, pitch, (250, 249, 248))
    part = Lattice(49, 89, pitch, pitch, 8, 8).widened(1, 8, 0, 8)
    seen, clear = at_full_extent(picture, guess(picture, part, RIM))
    assert (seen.lattice.cols, seen.lattice.rows, clear) == (8, 8, True)


HARDLY_OPENED = Board.parse("#########;#########;#########;#1#F##2##;#####F###;##2#F####;#########;#########;#####F##F")


def test_squares_that_differ_by_a_few_shades_are_no_sheet():
    """They are of one look, and nothing ends where they do; but each is a shade off all that it touches."""
    look = Look("chequered", (180, 180, 180), (220, 220, 220), WHITE, chequer=7, numbers=NUMBERS)
    seen = guess(page(HARDLY_OPENED, look, 30.77, ground=(180, 180, 180)), Lattice(50, 90, 30.77, 30.77, 9, 9), RIM)
    assert (seen.codes == HARDLY_OPENED.cells).all()
    assert (seen.confidence >= DOUBTFUL_BELOW).all()


def test_a_popup_over_covered_cells_is_no_colour_that_somebody_marks_by():
    """It leaves the others what the flags on their ground tell."""
    look = Look("chequered", (120, 205, 100), (220, 210, 200), WHITE, chequer=14, numbers=NUMBERS)
    picture, over = page(CHEQUERED, look, 25), {(x, y) for x in range(12, 20) for y in range(10, 15)}
    picture[90 + 250 : 90 + 375, 50 + 300 : 50 + 500] = 133
    seen = guess(picture, Lattice(50, 90, 25, 25, 20, 15), RIM)
    doubtful = {CHEQUERED.place(index) for index in np.flatnonzero(seen.confidence < DOUBTFUL_BELOW).tolist()}
    assert doubtful <= over


@pytest.mark.parametrize(("wrong", "found"), [(5, True), (30, False)])
def test_a_lost_game_without_a_number_is_a_board_if_it_has_the_size_of_a_level(wrong, found):
    """Flags and covered cells tell it, though a few cells are unclear."""
    cells = np.full(256, COVERED)
    cells[[20, 45, 46, 90, 133, 200]], cells[[3, 17, 60, 77, 111, 180, 230]] = FLAG, MINE
    board = Board(16, 16, tuple(cells.tolist()), 40)
    look = Look("gaps", (160, 90, 40), (200, 200, 200), WHITE, gap=0.08, numbers=NUMBERS)
    picture, rng = page(board, look, 24), np.random.default_rng(3)
    for x, y in (board.place(250 - 4 * index) for index in range(wrong)):
        noise = rng.integers(0, 256, (14, 14, 3))
        picture[90 + 24 * y + 5 : 90 + 24 * y + 19, 50 + 24 * x + 5 : 50 + 24 * x + 19] = noise
    reading = read_unknown(picture, Lattice(50, 90, 24, 24, 16, 16))
    assert (reading is not None) is found
