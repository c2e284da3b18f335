"""Minesweeper as its own check sum: which cells of a board the rules rule out, over whole grids at once."""

from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from minebot.board import COVERED, EXPLODED, FLAG, MINE, QUESTION, WRONG_FLAG, Board
from minebot.topology import grid
from minebot.vision.arrays import Bools, Ints

Codes = npt.NDArray[np.int64]
Counts = npt.NDArray[np.float32]

_RING = np.array([[1, 1, 1], [1, 0, 1], [1, 1, 1]], np.float32)


_OPEN, _SHOWN, _CLOSED, _MARKED = range(4)
_KINDS = np.zeros(7, np.int8)  # by code; a negative one counts from the end
_KINDS[[MINE, EXPLODED]] = _SHOWN
_KINDS[COVERED] = _CLOSED
_KINDS[[FLAG, WRONG_FLAG, QUESTION]] = _MARKED


@lru_cache(4)
def codes_of(board: Board) -> Codes:
    """The cells of a board as a grid of codes (rows, columns), which must not be written to.

    It is asked for several times of each board, and to turn a tuple into an array takes longer than to compare it.
    """
    codes = np.array(board.cells).reshape(board.height, board.width)
    codes.flags.writeable = False
    return codes


def contradictions(
    codes: Codes, cut: Bools | None = None, topology: str = "square", opened: Bools | None = None
) -> Bools:
    """True for open cells that the rules rule out, in a grid of codes (rows, columns) as `minebot.board` has them.

    An opened zero has no covered neighbour and no mine: a plain one would have opened with it, one with a flag or, in
    many programs, a question mark stays. Around a number there are at most so many shown mines, and at least so many
    mines, covered and marked cells. `cut` marks cells that may have neighbours which are not in the grid; of these the
    second half is not asked. A board of zeros and marks alone would have no mine. A zero that is known to be `opened`
    may be beside a covered cell: one from which a mark was taken since.
    """
    kinds = _KINDS[np.minimum(codes, 0)]
    mines, closed, marks = (around(kinds == kind, topology) for kind in (_SHOWN, _CLOSED, _MARKED))
    too_few = codes > mines + closed + marks
    if cut is not None:
        too_few &= ~cut
    zeros = codes == 0
    mineless = (zeros | (kinds == _MARKED)).all() and not (cut is not None and cut.any())
    unopened = closed > 0 if opened is None else (closed > 0) & ~opened
    wrong = np.where(zeros, (mines > 0) | unopened | mineless, (mines > codes) | too_few)
    return wrong & (codes >= 0)


def disputed(codes: Codes, cut: Bools | None = None, topology: str = "square") -> Bools:
    """True for opened zeros and numbers of which one is wrong: the number needs a mark that is beside the zero.

    Beside a zero there is no mine, so such a mark is a wrong one; or the zero is a cell that is pressed. `cut` is as
    for `contradictions`: numbers there need nothing that is in sight.
    """
    kinds = _KINDS[np.minimum(codes, 0)]
    marked, zeros = kinds == _MARKED, codes == 0
    vain: Bools = marked & (around(zeros, topology) > 0)
    if not vain.any():
        return vain
    needy: Bools = codes > around((kinds == _SHOWN) | (kinds == _CLOSED) | (marked & ~vain), topology)
    if cut is not None:
        needy &= ~cut
    needed = vain & (around(needy, topology) > 0)
    wrong: Bools = (needy & (around(vain, topology) > 0)) | (zeros & (around(needed, topology) > 0))
    return wrong


def premature(codes: Codes) -> Bools:
    """True for wrong flags on a board that shows no mine: both are shown when a game is lost, and not before."""
    lost = bool(((codes == MINE) | (codes == EXPLODED)).any())
    early: Bools = (codes == WRONG_FLAG) & (not lost)
    return early


def unexploded(codes: Codes) -> Bools:
    """True for a mine where nothing else tells of a loss: one exploded then, the others and wrong flags are shown."""
    mines: Bools = codes == MINE
    alone = np.count_nonzero(mines) == 1 and not np.isin(codes, (EXPLODED, WRONG_FLAG)).any()
    return mines if alone else np.zeros(codes.shape, bool)


def blanked_flags(before: Codes, now: Codes) -> Bools:
    """True for the cells that lost their flag and are empty beside a mine that is shown: they are no zeros."""
    mines = around(_KINDS[np.minimum(now, 0)] == _SHOWN)
    blanked: Bools = np.isin(before, (FLAG, WRONG_FLAG)) & (now == 0) & (mines > 0)
    return blanked


def around(what: Bools, topology: str = "square") -> Counts:
    """How many of the neighbours of each cell are so."""
    if not what.any():  # as a rule: a board in play shows no mine, and no contradiction
        return np.zeros(what.shape, np.float32)
    if topology == "square":
        return cv2.filter2D(what.astype(np.float32), -1, _RING, borderType=cv2.BORDER_CONSTANT).astype(np.float32)
    rows, cols = what.shape
    near = grid(topology, cols, rows)
    # every cell of a board has a neighbour, without which `reduceat` would be wrong
    counts: Counts = np.add.reduceat(what.ravel()[near.around].astype(np.float32), near.at[:-1]).reshape(rows, cols)
    return counts


def at_four_sides(padded: Bools) -> Bools:
    """What is so of the cells to the left and right of each, above and below, with one line more all around: (n, 4)."""
    within = slice(1, -1)
    beside = padded[within, :-2], padded[within, 2:], padded[:-2, within], padded[2:, within]
    return np.stack([side.ravel() for side in beside], axis=1)


def exact(codes: Codes) -> Bools:
    """The cells with the number of the mines and flags around them."""
    exact: Bools = codes == mines_around(codes)
    return exact


def mines_around(codes: Codes) -> Ints:
    """How many mines and flags are around each cell."""
    return around(np.isin(codes, (MINE, EXPLODED, FLAG))).astype(np.int64)


def is_lost(codes: Ints) -> bool:
    """Whether a game shows what none does before it is lost: a mine, or that a flag is wrong."""
    return bool(np.isin(codes, (MINE, EXPLODED, WRONG_FLAG)).any())
