"""What the solvers have in common where they answer: certain cells first, then a guess, drawn or by the least risk."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from zlib import crc32

import numpy as np

from minebot.board import FLAG, Board
from minebot.move import Action, Move
from minebot.solver.advice import Advice, first_flag
from minebot.solver.facts import Facts
from minebot.solver.proof import Proofs
from minebot.solver.puzzle import Puzzle
from minebot.solver.thinking import Thinking

EQUAL = 1e-9
"""Risks that differ by less than this share are taken as equal: rounding must not decide a tie."""


@dataclass(frozen=True, slots=True)
class Preference:
    """Which of equally risky cells is opened: that of the lowest rank, then of the lowest index; said in `words`."""

    rank: Callable[[int], float]
    words: str


FIRST = Preference(lambda _cell: 0.0, "the first")


def deduced(board: Board, given: Puzzle, facts: Facts, thinking: Thinking) -> Advice:
    """The advice of a solver that deduces and weighs nothing: a certain cell, or one drawn uniformly."""
    density = _density(given, facts)
    undecided = [cell for cell in given.cells if cell not in facts.decided]
    guess = None if facts.of(mine=False) or not undecided else _drawn(board, undecided, thinking.seed)
    why = f"guess: nothing is certain; one of {len(undecided)} cells, drawn"
    return _advice(board, facts, {cell: facts.decided.get(cell, density) for cell in given.cells}, guess, why)


def weighed(board: Board, facts: Facts, risks: Mapping[int, float], preference: Preference = FIRST) -> Advice:
    """The advice of a solver that knows or estimates the risk of every covered cell: the certain, or the least risky.

    The risks of cells that the facts decide are not looked at.
    """
    undecided = [cell for cell in risks if cell not in facts.decided]
    guess = None if facts.of(mine=False) or not undecided else _least_risky(board, risks, undecided, preference)
    why = (
        ""
        if guess is None
        else f"guess: risk {100 * risks[guess]:.1f} %, the least, and of such cells {preference.words}"
    )
    return _advice(board, facts, {cell: facts.decided.get(cell, risk) for cell, risk in risks.items()}, guess, why)


def _advice(board: Board, facts: Facts, risks: Mapping[int, float], guess: int | None, why: str) -> Advice:
    """The advice to open what is safe, else the cell to guess, else to flag where every covered cell is a mine."""
    safe, proofs = facts.of(mine=False), Proofs(board, facts.reasons)
    if safe:
        best, why = Move(Action.OPEN, *board.place(min(safe))), f"safe, by {proofs[board.place(min(safe))]}"
    elif guess is None:
        best, why = first_flag(board), "every covered cell is a mine, so there is nothing left to open"
    else:
        best = Move(Action.OPEN, *board.place(guess))
    return Advice(
        safe=frozenset(map(board.place, safe)),
        mines=frozenset(map(board.place, facts.of(mine=True))),
        best=best,
        why=why,
        risks={board.place(cell): float(risk) for cell, risk in risks.items()},
        proofs=proofs,
    )


def _least_risky(board: Board, risks: Mapping[int, float], cells: Iterable[int], preference: Preference) -> int:
    among = sorted(cells)
    least = min(risks[cell] for cell in among)
    return min(unflagged(board, (cell for cell in among if risks[cell] <= least * (1 + EQUAL))), key=preference.rank)


def unflagged(board: Board, cells: Iterable[int]) -> list[int]:
    """Those of the cells that a click opens, in order; all of them where each carries a flag."""
    among = sorted(cells)
    return [cell for cell in among if board.cells[cell] != FLAG] or among


def _density(given: Puzzle, facts: Facts) -> float:
    """The share of mines among the cells that are not decided; one half where the total is not known."""
    left = len(given.cells) - len(facts.decided)
    return 0.5 if given.mines is None or not left else (given.mines - sum(facts.decided.values())) / left


def _drawn(board: Board, undecided: Iterable[int], seed: int) -> int:
    """A cell drawn by the board and the seed, so that the same board gets the same advice."""
    among = unflagged(board, undecided)
    chance = np.random.Generator(np.random.Philox(key=[crc32(str(board).encode()), seed]))
    return among[chance.integers(len(among))]
