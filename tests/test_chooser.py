"""The chooser: a better player of whole games than the rule of `tiebreak`, on every topology, the same each time."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from minebot import Board
from minebot.solver.engine import count_board
from minebot.solver.kernels.join import UNKNOWN
from minebot.solver.kernels.model import MINE
from minebot.solver.kernels.playout import play_out
from minebot.solver.learned import BY_RULE, chooser
from minebot.topology import grid

GUESSES = Path(__file__).parent.parent / "fixtures" / "positions" / "guesses.txt"
POSITIONS = [
    Board.parse("1###;####;1###", mines=3),
    replace(Board.parse("2####;#####;#####;#####", mines=4), topology="torus"),
    replace(Board.parse("###;2##;###;##1", mines=4), topology="hexagon"),
    Board.parse("#1##;###2;#1##", mines=None),
]


def played(board, player, games, cells=1):
    """What games from the safest cells that are not certain are worth, a row a cell."""
    counts = count_board(board)
    certain = np.zeros(len(board.cells), np.int8)
    certain[list(counts.mines)] = MINE
    safest = sorted((cell for cell in counts.cells if cell not in counts.mines), key=counts.risk)[:cells]
    worth = np.empty((len(safest), games))
    where, mines = grid(board.topology, board.width, board.height), UNKNOWN if board.mines is None else board.mines
    play_out(where, np.array(board.cells, np.int8), certain, mines, player, np.array(safest), 5, worth)
    return worth


def test_it_wins_more_than_the_least_risky_cell():
    """From the guesses of expert games, on boards that fit: by twice the error of the difference at least."""
    lines = [line for line in GUESSES.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    games = [Board.parse(line.partition(" = ")[0], mines=99) for line in lines]
    more = np.array([played(board, chooser(), 300) - played(board, BY_RULE, 300) for board in games]).ravel()
    assert more.mean() > 2 * more.std() / len(more) ** 0.5 > 0


@pytest.mark.parametrize("board", POSITIONS, ids=str)
def test_it_plays_to_the_end_on_every_topology(board):
    """What a game is worth is a probability, and it may be lost or won for sure only where no guess was left."""
    worth = played(board, chooser(), 200, cells=3)
    assert ((worth > 0) & (worth <= 1)).all()
    assert np.array_equal(worth, played(board, chooser(), 200, cells=3))
