"""Boxes: the search of `csp` over boxes of cells instead of single cells.

Source: Farn's CSP set solver; found earlier by Collet. Cells under identical constraints can be exchanged for one
another, so only how many of them are mines matters. Such a box of s cells becomes one variable from 0 to s. Each value
k stands for C(s, k) arrangements of its cells, and weighs as many: the risks equal those of `csp`, for far fewer nodes.

Farn's Algorithm 1, which makes the boxes, writes the union of C and S where S alone is meant: the union would put the
cells of C that a constraint does not hold into the box of those that it does. `core.boxes` has no such step: it groups
the cells by the bit set of the constraints that hold them.

The guess is the least risk, the first such cell.
"""

from minebot.board import Board
from minebot.solver.advice import Advice
from minebot.solver.core import Component
from minebot.solver.csp import Way, searched
from minebot.solver.csp import nodes_in_whole as nodes_of_cells
from minebot.solver.thinking import AT_LEISURE, Thinking


def as_boxes(component: Component) -> Component:
    """A component is made of its boxes already."""
    return component


BOXES = Way("boxes", as_boxes)


def boxes(board: Board, thinking: Thinking = AT_LEISURE) -> Advice:
    """Exact risks, by the search over boxes; InconsistentBoard if no arrangement fits."""
    return searched(board, thinking, BOXES)


def nodes_in_whole(board: Board, thinking: Thinking = AT_LEISURE) -> int:
    """The nodes of a search of the whole board at once, where the cells away from every number are one more box."""
    return nodes_of_cells(board, thinking, BOXES)
