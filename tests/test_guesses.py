"""Guesses that were judged by many games from each: the champion's choice costs little."""

from pathlib import Path

import numpy as np
import pytest

from minebot import Board, solve
from minebot.solver.champion import ERROR

FILE = Path(__file__).parent.parent / "fixtures" / "positions" / "guesses.txt"
LEAST_LOSS = 0.007
"""Of the probability of winning, a guess: what the games themselves cannot tell apart is a part of it."""


def positions():
    """Each board, with the probability of winning by each cell that was judged."""
    for line in FILE.read_text().splitlines():
        if not line.startswith("#"):
            rows, told = line.split(" = ")
            cells = [each.split() for each in told.split(", ")]
            yield Board.parse(rows, mines=99), {(int(x), int(y)): float(win) for x, y, win, _, _ in cells}


@pytest.fixture(scope="module")
def answers():
    """What was judged of each position, and what the champion says of it."""
    return [(judged, solve(board, "champion")) for board, judged in positions()]


def test_the_choice_costs_little(answers):
    """Beside the best of the judged cells; a choice that is none of them is to be judged by training/value/judge.py."""
    assert all(advice.best.cell in judged for judged, advice in answers)
    lost = [max(judged.values()) - judged[advice.best.cell] for judged, advice in answers]
    assert len(lost) >= 18
    assert np.mean(lost) < LEAST_LOSS


def test_the_error_that_is_told_is_that_of_the_differences(answers):
    """Of the cells of a position beside each other, not what is too much or too little for all of them alike."""
    squares, free = 0.0, 0
    for judged, advice in answers:
        announced = {each.cell: each.win for each in advice.candidates}
        off = [announced[cell] - win for cell, win in judged.items() if cell in announced]
        squares += float(np.var(off)) * len(off)
        free += len(off) - 1
    assert np.sqrt(squares / free) == pytest.approx(ERROR, abs=0.004)
