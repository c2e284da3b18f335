"""HCSP: the least risk, and among cells of equal risk one closest to the frontier.

Source: M. Legendre, K. Hollard, O. Buffet, A. Dutech, "MineSweeper: Where to Probe?" (INRIA RR-8041, 2012), and the
"heuristic CSP" of O. Buffet, C.-S. Lee, W.-T. Lin, O. Teytaud, "Optimistic Heuristics for MineSweeper" (2012). Taken
from them: play the exact risks; start in a corner; of equally risky cells prefer one close to what is already open,
since what it shows can be combined with what is known. Steps are counted from cell to neighbour on the board's own
topology. What is still equal goes to the lowest index, where they draw.

Not taken: the distance to the nearer of the frontier and the frame of the board, which the first paper found best (on
2,000 expert boards it wins as many, within 3), and the optimistic heuristic itself, which is no order of ties but puts
such a solver into a tree search (UCT). The texts were known from their abstracts and from those who rebuilt them.
"""

from collections.abc import Iterable

import numpy as np

from minebot.board import UNOPENED, Board
from minebot.solver.advice import Advice
from minebot.solver.counted import Choice, counted
from minebot.solver.engine import Counts, count_board
from minebot.solver.guess import EQUAL, unflagged
from minebot.solver.thinking import AT_LEISURE, Thinking


def hcsp(board: Board, thinking: Thinking = AT_LEISURE) -> Advice:  # noqa: ARG001 - it draws nothing, and is fast
    """The exact risks of a board, and the cell to open; InconsistentBoard if no arrangement fits."""
    counts = count_board(board)
    near = nearest(board, least_risky(board, counts))
    return counted("hcsp", board, counts, Choice(near[0], "closest to the frontier"))


def least_risky(board: Board, counts: Counts) -> list[int]:
    """The cells of the least risk that a click opens, in order."""
    risks = counts.by_place
    return unflagged(board, np.flatnonzero(risks <= np.nanmin(risks) * (1 + EQUAL)).tolist())


def nearest(board: Board, cells: Iterable[int]) -> list[int]:
    """Those of the cells that are the fewest steps from the frontier, in order; all of them where nothing is open."""
    wanted, neighbours = set(cells), board.neighbours
    ring = frontier(board)
    seen = set(ring)
    while ring and not ring & wanted:
        ring = {other for cell in ring for other in neighbours[cell]} - seen
        seen |= ring
    return sorted(ring & wanted or wanted)


def frontier(board: Board) -> set[int]:
    """The covered cells beside an open one."""
    codes, neighbours = board.cells, board.neighbours
    beside = {other for cell, code in enumerate(codes) if code > 0 for other in neighbours[cell]}
    return {cell for cell in beside if codes[cell] in UNOPENED}
