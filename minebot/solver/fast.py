"""The fast player: whole games of the solver `tiebreak`, or parts of games, in compiled code.

It makes the moves that `tiebreak` would advise; `follow` makes those on which all solvers agree, since single numbers
decide them. Boards come and go as arrays, a cell an item, row by row.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from minebot.board import COVERED
from minebot.errors import NotationError
from minebot.solver.kernels.hidden import HIDDEN_MINE, lay
from minebot.solver.kernels.hidden import measure as _measure
from minebot.solver.kernels.join import UNKNOWN
from minebot.solver.kernels.player import LOST, UNFINISHED, WON
from minebot.solver.kernels.player import play as _play
from minebot.solver.kernels.rules import follow as _follow
from minebot.topology import Grid

__all__ = ["LOST", "SOLVER", "UNFINISHED", "WON", "FastGame", "follow", "hidden_board", "measure", "play"]

SOLVER = "tiebreak"
"""The solver whose moves it makes."""

Cells = NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class FastGame:
    """How a game went: WON, LOST or UNFINISHED, the clicks made and the guesses among them; `shown` is where it ended.

    The first cell, which is given, is no guess.
    """

    result: int
    moves: int
    guesses: int
    shown: Cells
    _made: NDArray[np.int64]

    @property
    def clicks(self) -> NDArray[np.int64]:
        """The cells opened, in order."""
        made = self._made[: self.moves]
        return np.where(made < 0, -1 - made, made)

    @property
    def guessed(self) -> NDArray[np.bool_]:
        """For each click, whether it was a guess."""
        return self._made[: self.moves] < 0


def hidden_board(where: Grid, mines: NDArray[np.int64]) -> Cells:
    """What each cell holds, a number or HIDDEN_MINE, from the indices of the mines."""
    hidden = np.zeros(len(where.at) - 1, np.int8)
    if not lay(where, mines, hidden):
        raise NotationError(f"a mine lies beyond the {len(hidden)} cells of the board")
    return hidden


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
    go to the lowest index, with another seed than 0 to a cell drawn by it. NotationError for what does not belong
    together: arrays of other lengths, a position that the hidden board does not show, another mine total.
    """
    now = np.full(len(hidden), COVERED, np.int8) if shown is None else shown.copy()
    start, limit = -1 if first is None else first, len(hidden) if moves is None else moves
    if not (len(where.at) - 1 == len(hidden) == len(now) > start >= -1 and limit >= 0 <= seed < 1 << 63):
        raise NotationError(f"the arrays, the first cell or the seed do not belong to a board of {len(hidden)} cells")
    if shown is not None and not np.all((now == COVERED) | (now == hidden) & (now >= 0)):
        raise NotationError("what is shown is not what is hidden; an open cell shows its number, any other is COVERED")
    if mines is not None and mines != np.count_nonzero(hidden == HIDDEN_MINE):
        raise NotationError(f"this board does not hold {mines} mines")
    clicks, went = np.empty(len(hidden), np.int64), np.empty(3, np.int64)
    _play(where, hidden, now, UNKNOWN if mines is None else mines, start, limit, seed, clicks, went)
    result, made, guesses = went.tolist()
    return FastGame(result, made, guesses, now, clicks)


def follow(where: Grid, hidden: Cells, shown: Cells, cells: list[int]) -> tuple[int, list[int]]:
    """Open these cells, and then whatever single numbers decide; WON, LOST or UNFINISHED, and the cells clicked.

    `shown` becomes the position that is reached. NotationError for a cell beyond the board.
    """
    if not (len(where.at) - 1 == len(hidden) == len(shown) and all(0 <= cell < len(hidden) for cell in cells)):
        raise NotationError(f"the arrays or the cells to open do not belong to a board of {len(hidden)} cells")
    clicks, went = np.empty(len(hidden), np.int64), np.empty(2, np.int64)
    _follow(where, hidden, shown, np.array(cells, np.int64), clicks, went)
    result, made = went.tolist()
    return result, clicks[:made].tolist()


def measure(where: Grid, hidden: Cells) -> tuple[int, int]:
    """The 3BV of a board and how many openings it has."""
    found = np.empty(2, np.int64)
    _measure(where, hidden, found)
    three_bv, openings = found.tolist()
    return three_bv, openings
