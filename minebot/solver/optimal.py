"""Optimal: the cell with the highest probability of winning the whole game, by the exact game tree.

Source: Farn's globally optimal solver (Algorithm 2), which works out, for every cell and every number it may show, how
well the game can still go. Here the tree is searched over sets of remaining arrangements, each of which is solved once
(minebot.solver.kernels.tree). Equal cells go by the least risk, then by the lowest index.

The tree of a small board is in reach from the first cell on, and that of an endgame with few arrangements. Elsewhere
the advice is that of `tiebreak`; so it is while something is safe, since what is safe is opened first anyway.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb, log

import numpy as np

from minebot.board import Board
from minebot.errors import MinebotError
from minebot.geometry import Cell
from minebot.move import Action, Move
from minebot.solver.advice import Advice
from minebot.solver.counted import counted
from minebot.solver.engine import Counts, codes_of, count_board
from minebot.solver.gametree import Found, Layout, Masks, Table, arrangements, layout, searched
from minebot.solver.kernels.sets import WORD
from minebot.solver.thinking import AT_LEISURE, Thinking
from minebot.solver.tiebreak import preferred

MOST = 60_000
"""The tree is searched from so many arrangements down; a covered board of 5x5 with 5 mines has 53,130."""


@dataclass(frozen=True, slots=True)
class Reach:
    """From how many arrangements down the tree is searched, and how often a search may handle one.

    50,000,000 times take two seconds, which of 300 expert games 10 positions exceed, and as many do with twice the
    steps. There is no such limit on boards with no more than MOST arrangements when covered.
    """

    most: int = MOST
    steps: int = 50_000_000


FAR = Reach()


def optimal(board: Board, thinking: Thinking = AT_LEISURE) -> Advice:
    """The advice that wins most often; InconsistentBoard if no arrangement fits.

    It is the same whatever was asked before; only `nodes` is less where positions solved before helped.
    """
    codes = codes_of(board)
    counts = count_board(board, codes)
    advice = counted("optimal", board, counts, preferred(board, codes, counts))
    undecided = frozenset(counts.cells) - counts.safe - counts.mines
    if not undecided:
        return replace(advice, win=Fraction(1), nodes=0)
    if counts.safe and not is_small(board):
        return advice
    found = solved(board, counts, thinking, FAR)
    if isinstance(found, str):
        return advice if counts.safe else replace(advice, why=f"{advice.why}; the game tree is out of reach: {found}")
    return by_tree(board, counts, advice, found)


def is_small(board: Board) -> bool:
    """Whether the tree of the board is in reach from the first cell on."""
    cells = len(board.cells)
    return cells <= WORD and (2**cells if board.mines is None else comb(cells, board.mines)) <= MOST


def won_from(board: Board, start: Cell, thinking: Thinking = AT_LEISURE) -> Found:
    """What best play wins that opens `start`, of the arrangements in which it is no mine; no table helps.

    MinebotError where there are too many.
    """
    counts = count_board(board)
    laid = layout(board, frozenset(counts.cells) - counts.mines)
    masks = None if laid is None else _listed(board, counts, laid, MOST)
    if laid is None or masks is None:
        raise MinebotError(f"the game tree of this board is out of reach; it is searched up to {MOST:,} arrangements")
    at_start = np.uint64(1 << int(laid.spots[laid.cells.index(board.index(start))]))
    found = searched(board, laid, masks[masks & at_start == 0], Table(), thinking)
    if found is None:
        raise AssertionError("a search without a limit ended without an answer")
    return found


def solved(board: Board, counts: Counts, thinking: Thinking, reach: Reach) -> Found | str:
    """The game tree of a position; else why it is out of reach."""
    number, small = counts.arrangements, is_small(board)
    most = MOST if small else reach.most
    if number is None or number > most:
        return f"{_many(counts)}, and it is searched up to {most:,}"
    laid = layout(board, frozenset(counts.cells) - counts.mines)
    if laid is None:
        return f"more than {WORD} cells"
    masks = _listed(board, counts, laid, number)
    if masks is None:
        return "its arrangements are too hard to list"
    if laid.name and small:
        with _shared(laid.name) as table:
            found = searched(board, laid, masks, table, thinking)
    else:
        # what a table knows already would decide whether the steps are enough
        found = searched(board, laid, masks, Table(), thinking, reach.steps)
    return found or f"{number:,} arrangements, which part in too many ways"


def solved_apart(board: Board, counts: Counts, thinking: Thinking, reach: Reach) -> Found | None:
    """The game tree of a component that nothing else tells of, and that tells of nothing else; None if there is none.

    No undecided cell of another one touches its cells, and it holds as many mines in all of its arrangements. So what
    it costs does not depend on the rest of the game, and it can be played as if it were the whole board.
    """
    undecided = frozenset(counts.cells) - counts.safe - counts.mines
    for part in counts.parts:
        cells = part.cells & undecided
        around = {other for cell in cells for other in board.neighbours[cell]}
        laid = layout(board, cells) if len(part.mines) == 1 and not around & (undecided - cells) else None
        masks = None if laid is None or not cells else _listed(board, counts, laid, reach.most)
        if laid is not None and masks is not None:
            mines = min(part.mines) - len(part.cells & counts.mines)  # the total may rule out others
            found = searched(board, laid, masks[np.bitwise_count(masks) == mines], Table(), thinking, reach.steps)
            if found is not None:
                return found
    return None


def _many(counts: Counts) -> str:
    """How many arrangements there are, in few digits."""
    number, digits = counts.arrangements, int(counts.log_arrangements / log(10))
    return f"about 10^{digits} arrangements" if number is None or digits >= 12 else f"{number:,} arrangements"


def _listed(board: Board, counts: Counts, laid: Layout, most: int) -> Masks | None:
    """The arrangements, unless they are more than so many or too hard to list."""
    certain = dict.fromkeys(counts.safe, False) | dict.fromkeys(counts.mines, True)
    return arrangements(board, laid, certain, most)


_TABLES: dict[str, Table] = {}
"""The table of the layout that was searched last; it is not in here while a search uses it."""


@contextmanager
def _shared(name: str) -> Iterator[Table]:
    """The table for a layout, which is kept until another layout is asked for."""
    table = _TABLES.pop(name, None) or Table()
    try:
        yield table
    finally:
        _TABLES.clear()
        _TABLES[name] = table


def by_tree(board: Board, counts: Counts, advice: Advice, found: Found) -> Advice:
    """The advice with what the tree says: to open the cell that wins most, unless something is safe."""
    advice = replace(advice, win=Fraction(found.won, found.arrangements), nodes=found.nodes)
    if counts.safe:
        return advice
    cell = found.cell
    why = (
        f"guess: best play from it wins {found.won:,} of {found.arrangements:,} arrangements, and from no other cell "
        f"more; risk {100 * counts.risk(cell):.1f} %"
    )
    return replace(advice, best=Move(Action.OPEN, *board.place(cell)), why=why)
