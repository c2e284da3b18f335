"""The fast player: whole games of the solver `tiebreak`, or parts of games, in compiled code.

It makes the moves that `tiebreak` would advise. Boards come and go as arrays, a cell an item, row by row.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from minebot.board import COVERED, Board
from minebot.solver.engine import count_board
from minebot.solver.kernels import player
from minebot.solver.kernels.join import UNKNOWN
from minebot.topology import Grid, grid

Cells = NDArray[np.int8]


class FastGame(NamedTuple):
    """How a game went: `won` is None where it was stopped; `clicks` are the cells opened, in order.

    `guessed` tells for each click whether it was a guess; the first cell, which is given, is none. `shown` is the
    final position.
    """

    won: bool | None
    clicks: NDArray[np.int64]
    guessed: NDArray[np.bool_]
    shown: Cells


def hidden_board(where: Grid, mines: NDArray[np.int64]) -> Cells:
    """What each cell holds, a number or HIDDEN_MINE, from the indices of the mines."""
    return player.hidden_board(where, mines)


def play(  # noqa: PLR0913 - a position, and how to play it
    where: Grid,
    hidden: Cells,
    *,
    mines: int | None,
    shown: Cells | None = None,
    first: int | None = None,
    moves: int | None = None,
    seed: int = 0,
) -> FastGame:
    """Play to the end, or for at most `moves` clicks, from the position `shown`, or from a covered board.

    `hidden` is as `hidden_board` makes it; `shown` holds the number of an open cell, else COVERED; `mines` is the
    total of the board, None where the player does not know it. `first` is the cell to open before any thinking. Ties
    go to the lowest index, with another seed than 0 to a cell drawn by it.
    """
    now = np.full(len(hidden), COVERED, np.int8) if shown is None else shown.copy()
    clicks = np.empty(len(hidden), np.int64)
    total, limit = UNKNOWN if mines is None else mines, len(hidden) if moves is None else moves
    played = player.play(where, hidden, now, total, -1 if first is None else first, limit, seed, clicks)
    made = clicks[: played.moves]
    won = None if played.result == player.UNFINISHED else played.result == player.WON
    return FastGame(won, np.where(made < 0, -1 - made, made), made < 0, now)


def prepare() -> None:
    """Have every kernel compiled, by a look at a tiny board and a game on it: half a minute, once on a machine."""
    count_board(Board.parse("1#;##", mines=1)).draw(1)
    where = grid("square", 2, 2)
    play(where, hidden_board(where, np.array([3], np.int64)), mines=1, first=0)
