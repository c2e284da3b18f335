"""Play-outs: without bias on every topology, with the mine total or without, and the same for the same seed."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from minebot import Board
from minebot.solver.engine import count_board
from minebot.solver.fast import WON, hidden_board, play
from minebot.solver.kernels.ending import FEW
from minebot.solver.kernels.join import UNKNOWN
from minebot.solver.kernels.model import MINE
from minebot.solver.kernels.playout import play_out
from minebot.solver.learned import BY_RULE
from minebot.solver.optimal import won_from
from minebot.topology import grid

POSITIONS = [
    Board.parse("1###;####;1###", mines=3),
    replace(Board.parse("2####;#####;#####;#####", mines=4), topology="torus"),
    replace(Board.parse("###;2##;###;##1", mines=4), topology="hexagon"),
    Board.parse("#1##;###2;#1##", mines=None),
    Board.parse("1##1;2##2;####", mines=4),
    Board.parse("3##;###;###;##1", mines=5),  # three mines are certain
]


def as_taken(board):
    """A position as the kernel takes it: its grid, what it shows, what is certain, and the mines."""
    counts = count_board(board)
    certain = np.zeros(len(board.cells), np.int8)
    certain[list(counts.mines)] = MINE
    mines = UNKNOWN if board.mines is None else board.mines
    return grid(board.topology, board.width, board.height), np.array(board.cells, np.int8), certain, mines


def won_by_opening(board, cell):
    """The share of all boards that fit, and on which the cell is safe, that the player wins which opens it first."""
    where, shown, *_ = as_taken(board)
    covered = np.flatnonzero(shown < 0)
    won = fitting = 0
    for bits in product((False, True), repeat=len(covered)):
        mines = covered[np.array(bits)]
        hidden = hidden_board(where, mines)
        if board.mines in {None, len(mines)} and cell not in mines and np.all((shown < 0) | (shown == hidden)):
            fitting += 1
            won += play(where, hidden, mines=board.mines, shown=shown, first=cell).result == WON
    return won / fitting


@pytest.mark.parametrize("board", POSITIONS, ids=str)
def test_a_guess_is_worth_the_share_of_games_that_are_won_from_it(board):
    """All boards that fit are played for comparison, with luck that is drawn, not survived; the end is played best.

    So it is worth no less than the rule of the games wins, nor more than best play; just that, if the tree is in reach.
    """
    counts, games = count_board(board), 4000
    assert not counts.safe
    cells = np.array([cell for cell in counts.cells if cell not in counts.mines])[:4]
    worth = np.empty((len(cells), games))
    play_out(*as_taken(board), BY_RULE, cells, 7, worth)
    assert ((worth > 0) & (worth <= 1)).all()
    found, error = worth.mean(axis=1), 4.5 * (worth.std(axis=1) / games**0.5).max() + 1e-12
    least = np.array([won_by_opening(board, cell) for cell in cells.tolist()])
    if board.mines is None:
        assert found == pytest.approx(least, abs=error)
        return
    best = [won_from(board, board.place(cell)) for cell in cells.tolist()]
    most = np.array([each.won / each.arrangements for each in best])
    assert (found > least - error).all()
    assert (found < most + error).all()
    if counts.arrangements <= FEW:
        assert found == pytest.approx(most, abs=error)


def test_cells_that_are_alike_are_worth_the_same_on_the_same_boards():
    """The games of two cells go together: their difference spreads less than by what each of them does."""
    board = Board.parse("#####1####;" + ";".join(["##########"] * 9), mines=20)
    cells, worth = np.array([0, 9, 90, 99]), np.empty((4, 400))
    play_out(*as_taken(board), BY_RULE, cells, 3, worth)
    apart = (worth[0] - worth[1]).var()
    assert 0 < apart < 0.6 * (worth[0].var() + worth[1].var())


def test_the_same_seed_plays_the_same_games():
    """And another one others."""
    board = Board.parse("#####1####;" + ";".join(["##########"] * 9), mines=20)
    first, again, other = (np.empty((2, 20)) for _ in range(3))
    for seed, worth in ((5, first), (5, again), (6, other)):
        play_out(*as_taken(board), BY_RULE, np.array([0, 99]), seed, worth)
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)
