"""Tie-breaking: the least risk, and among cells of equal risk the one with the fewest covered neighbours.

Source: Farn's tie-breaking solver. A cell with few covered neighbours is likelier to show a number that helps. What is
still equal goes to the lowest index, so the same board always gets the same advice.
"""

from minebot.board import UNOPENED, Board
from minebot.solver.advice import Advice
from minebot.solver.counted import Choice, counted
from minebot.solver.engine import Counts, codes_of, count_board
from minebot.solver.kernels.arrays import Codes
from minebot.solver.kernels.choice import best_guess
from minebot.solver.thinking import AT_LEISURE, Thinking
from minebot.topology import grid


def tiebreak(board: Board, thinking: Thinking = AT_LEISURE) -> Advice:  # noqa: ARG001 - it draws nothing, and is fast
    """The exact risks of a board, and the cell to open; InconsistentBoard if no arrangement fits."""
    codes = codes_of(board)
    counts = count_board(board, codes)
    return counted("tiebreak", board, counts, preferred(board, codes, counts))


def preferred(board: Board, codes: Codes, counts: Counts) -> Choice:
    """The cell to open."""
    where = grid(board.topology, board.width, board.height)
    best = int(best_guess(where, codes, counts.covered, counts.by_place))
    return Choice(best, f"fewest covered neighbours ({covered_neighbours(board, best)})")


def covered_neighbours(board: Board, cell: int) -> int:
    """How many neighbours of a cell are not open, flagged ones included."""
    return sum(board.cells[each] in UNOPENED for each in board.neighbours[cell])
