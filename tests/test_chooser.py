"""The chooser: a better player of whole games than the rule of `tiebreak`, on every topology, the same each time."""

from dataclasses import replace

import numpy as np
import pytest
from test_guesses import positions
from test_playout import as_taken

from minebot import Board
from minebot.solver.engine import count_board
from minebot.solver.kernels.playout import play_out
from minebot.solver.learned import BY_RULE, chooser

POSITIONS = [
    Board.parse("1###;####;1###", mines=3),
    replace(Board.parse("2####;#####;#####;#####", mines=4), topology="torus"),
    replace(Board.parse("###;2##;###;##1", mines=4), topology="hexagon"),
    Board.parse("#1##;###2;#1##", mines=None),
]


def played(board, player, games, cells=1):
    """What games from the safest cells that are not certain are worth, a row a cell."""
    counts = count_board(board)
    safest = sorted((cell for cell in counts.cells if cell not in counts.mines), key=counts.risk)[:cells]
    worth = np.empty((len(safest), games))
    play_out(*as_taken(board), player, np.array(safest), 5, worth)
    return worth


def test_it_wins_more_than_the_least_risky_cell():
    """From the guesses of expert games, on boards that fit: by twice the error of the difference at least."""
    games = [board for board, _ in positions()]
    more = np.array([played(board, chooser(), 300) - played(board, BY_RULE, 300) for board in games]).ravel()
    assert more.mean() > 2 * more.std() / len(more) ** 0.5 > 0


@pytest.mark.parametrize("board", POSITIONS, ids=str)
def test_it_plays_to_the_end_on_every_topology(board):
    """What a game is worth is a probability, and it may be lost or won for sure only where no guess was left."""
    worth = played(board, chooser(), 200, cells=3)
    assert ((worth > 0) & (worth <= 1)).all()
    assert np.array_equal(worth, played(board, chooser(), 200, cells=3))
