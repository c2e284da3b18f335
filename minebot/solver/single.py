"""Single: each number by itself, again and again, and a guess among all covered cells where that is stuck.

Source: N. Laker's "easy logic"; Farn's single-point strategy; Slagle's strategies 1 and 2. A number with no mine left
to find makes its covered cells safe; one with as many left as covered cells makes them mines. The mine total is a
number like any other, over all covered cells. The guess is uniform over what is not decided.
"""

from minebot.board import Board
from minebot.solver.advice import Advice
from minebot.solver.facts import Facts
from minebot.solver.guess import deduced
from minebot.solver.puzzle import Contradiction, puzzle, refused, total_of
from minebot.solver.thinking import AT_LEISURE, Thinking


def single(board: Board, thinking: Thinking = AT_LEISURE) -> Advice:
    """What single numbers decide; InconsistentBoard where one of them cannot hold."""
    given = puzzle(board)
    try:
        facts = Facts([*given.constraints, *total_of(given)]).settle()
    except Contradiction as clash:
        raise refused(board, clash) from clash
    return deduced(board, given, facts, thinking)
