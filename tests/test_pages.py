"""Boards as web pages draw them, flat and in colours of their own: what tells covered cells from open ones there."""

import cv2
import numpy as np
import pytest
from looks import Look, draw_look

from minebot.board import Board
from minebot.vision.read import read_picture

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
