"""The first call of the solver on a machine compiles it: done before anything waits for it, and said."""

from time import perf_counter

import numpy as np
from rich.console import Console

from minebot.board import COVERED, Board
from minebot.compiled import FOLDER, is_compiled, mark_compiled
from minebot.solver.champion import champion
from minebot.solver.engine import count_board
from minebot.solver.fast import follow, hidden_board, measure, play
from minebot.solver.gametree import Table
from minebot.solver.kernels.playout import play_out
from minebot.solver.learned import chooser
from minebot.solver.optimal import optimal
from minebot.solver.tiebreak import tiebreak
from minebot.topology import grid


def warm_up() -> None:
    """Have the solver compiled for this processor, and tell on standard error that it happens, and why."""
    if is_compiled():
        return
    err = Console(stderr=True, highlight=False)
    err.print(
        "minebot: compiling the solver for this processor, for a minute or two; this is done once on a machine",
        soft_wrap=True,
    )
    began = perf_counter()
    with err.status("compiling"):
        _compile()
    mark_compiled()
    kept = f"kept in {FOLDER}" if FOLDER else "but it cannot be kept: the cache folder cannot be written"
    err.print(f"minebot: compiled in {perf_counter() - began:.0f} s, {kept}", markup=False, soft_wrap=True)


def _compile() -> None:
    """Have every kernel compiled, by a look at tiny boards and a game on one."""
    board = Board.parse("1#;##", mines=1)
    tiebreak(board)
    optimal(board)
    champion(Board.covered(12, 12, 30))  # too large for the tree, so that cells are weighed
    Table().make_room()
    count_board(board).draw(1)
    where = grid("square", 2, 2)
    hidden = hidden_board(where, np.array([3], np.int64))
    play(where, hidden, mines=1, first=0)
    follow(where, hidden, np.full(4, COVERED, np.int8), [0])
    measure(where, hidden)
    covered, certain = np.full(4, COVERED, np.int8), np.zeros(4, np.int8)
    play_out(where, covered, certain, 1, chooser(), np.array([0]), 0, np.empty((1, 1)))
