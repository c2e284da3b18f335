"""What the numbers of a board prove of the mines around a cell."""

import random

import numpy as np
import pytest
from scenes import played

from minebot.board import Board
from minebot.vision.unknown.deduced import Deduced, deduced

RING = "12321;2###2;3#8#3;2###2;12321"
HALF = "12321;2###2;3#5##;2####;1####"


def asked(text: str, cell: tuple[int, int], cut: bool = False) -> Deduced:
    """What is known of the mines around a cell whose number nobody can read, on a board that may go on beyond."""
    board = Board.parse(text)
    codes = np.array(board.cells).reshape(board.height, board.width)
    opened = np.zeros(codes.shape, bool)
    opened[cell[1], cell[0]] = True
    border = np.ones(codes.shape, bool)
    border[1:-1, 1:-1] = False
    return deduced(codes, ~opened, opened, border & cut)


@pytest.mark.parametrize(
    ("text", "cut", "least", "most", "hidden"),
    [(RING, False, 8, 8, 8), (RING, True, 0, 8, 0), (HALF, False, 5, 8, 5), ("1##;###;##1", False, 0, 6, 0)],
    ids=["proven", "a part of a board", "in part", "nothing"],
)
def test_a_number_is_what_its_neighbours_leave(text: str, cut: bool, least: int, most: int, hidden: int):
    """Mines that are proven are the least it can be, covered cells that no number clears the most."""
    middle = (text.index(";") // 2, text.count(";") // 2)
    known = asked(text, middle, cut)
    assert (known.least[middle[::-1]], known.most[middle[::-1]]) == (least, most)
    assert known.hidden_mines.sum() == hidden


@pytest.mark.parametrize("seed", range(40))
def test_no_true_number_is_denied(seed: int):
    """On any board of a game, lost ones too, the number of each open cell is one that the others allow."""
    luck = random.Random(seed)
    board = played(luck, (10, 8), luck.randint(8, 24))
    for cell in map(board.place, range(len(board.cells))):
        if board[cell] >= 0:
            known = asked(";".join(board.rows), cell)
            assert known.least[cell[::-1]] <= board[cell] <= known.most[cell[::-1]]


@pytest.mark.parametrize(("number", "broken"), [(5, []), (6, [(1, 0), (2, 0), (3, 0), (3, 2)])])
def test_a_number_that_leaves_those_beside_it_no_room_breaks_them(number: int, broken: list[tuple[int, int]]):
    """As a 6 all closed cells around it would be mines, one more than the numbers beside them have."""
    board = Board.parse(f"11211;2###1;3#{number}21;2##1.;1221.")
    codes = np.array(board.cells).reshape(board.height, board.width)
    known = deduced(codes, np.ones(codes.shape, bool), np.zeros(codes.shape, bool), np.zeros(codes.shape, bool), 1)
    assert [board.place(cell) for cell in np.flatnonzero(known.broken).tolist()] == broken
