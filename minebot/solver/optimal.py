"""Optimal: the cell with the highest probability of winning the whole game, by the exact game tree.

Source: Farn's globally optimal solver (Algorithm 2), which works out, for every cell and every number it may show, how
well the game can still go. Here the tree is searched over sets of remaining arrangements, each of which is solved once
(see `minebot.solver.kernels.tree`). The tree of a whole board is in reach where the board is small, that of an endgame
where few arrangements are left; elsewhere the advice is that of `tiebreak`. Equal cells go by the least risk, then by
the lowest index.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from math import comb

import numpy as np

from minebot.board import UNOPENED, Board
from minebot.geometry import Cell
from minebot.move import Action, Move
from minebot.solver.advice import Advice
from minebot.solver.gametree import Found, Layout, Masks, Table, arrangements, family, layout, searched
from minebot.solver.proof import Proof, Proofs
from minebot.solver.thinking import AT_LEISURE, Thinking
from minebot.solver.tiebreak import tiebreak

WHOLE = 60_000
"""A board with up to so many arrangements when it is covered is searched whole: 5x5 with 5 mines, 6x6 with 4."""

ENDGAME = 4_000
"""In any other position the tree is searched from so many arrangements down."""

STEPS = 10_000_000
"""How many arrangements the search of an endgame may handle, each as often as it meets it: about a second's worth."""

EMPTY_TABLES: dict[str, Table] = {}


def optimal(board: Board, thinking: Thinking = AT_LEISURE) -> Advice:
    """The advice that wins most often; InconsistentBoard if no arrangement fits.

    It is the same whatever was asked before; `nodes` is less where the table knew sets from other positions.
    """
    advice = tiebreak(board, thinking)
