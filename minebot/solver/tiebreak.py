"""Tie-breaking: the least risk, and among cells of equal risk the one with the fewest covered neighbours.

Source: Farn's tie-breaking solver. A cell with few covered neighbours is likelier to show a number that helps. What is
still equal goes to the lowest index, so the same board always gets the same advice.
"""

import numpy as np

from minebot.board import UNOPENED, Board
from minebot.move import Action, Move
from minebot.solver.advice import Advice, first_flag
from minebot.solver.engine import Counts, count_board
from minebot.solver.kernels.choice import best_guess
from minebot.solver.thinking import AT_LEISURE, Thinking
from minebot.topology import cells, grid


def tiebreak(board: Board, thinking: Thinking = AT_LEISURE) -> Advice:  # noqa: ARG001 - it draws nothing, and is fast
    """The exact risks of a board, and the cell to open; InconsistentBoard if no arrangement fits."""
    counts = count_board(board)
    where = grid(board.topology, board.width, board.height)
    best = int(best_guess(where, np.array(board.cells, np.int8), counts.covered, counts.by_place))
    move, why = _choice(board, counts, best)
    places = cells(board.width, board.height)
    return Advice(
        safe=frozenset(places[cell] for cell in counts.safe),
        mines=frozenset(places[cell] for cell in counts.mines),
        best=move,
        why=why,
        risks={places[cell]: risk for cell, risk in counts.risks.items()},
        arrangements=counts.arrangements,
    )


def covered_neighbours(board: Board, cell: int) -> int:
    """How many neighbours of a cell are not open, flagged ones included."""
    return sum(board.cells[each] in UNOPENED for each in board.neighbours[cell])


def _choice(board: Board, counts: Counts, cell: int) -> tuple[Move, str]:
    """The move on the least risky cell, and its reason."""
    x, y = board.place(cell)
    risk = counts.risk(cell)
    if cell in counts.safe:
        return Move(Action.OPEN, x, y), f"safe: no arrangement of the mines has one at ({x}, {y})"
    if cell in counts.mines:
        return first_flag(board), "every covered cell is a mine, so there is nothing left to open"
    around = covered_neighbours(board, cell)
    return Move(
        Action.OPEN, x, y
    ), f"guess: risk {100 * risk:.1f} %, the least, and fewest covered neighbours ({around})"
