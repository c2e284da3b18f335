"""Guesses that were judged by many games from each: the champion's choice costs little."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from minebot import Board, solve
from minebot.solver import champion as module
from minebot.solver.champion import ERROR

FILE = Path(__file__).parent.parent / "fixtures" / "positions" / "guesses.txt"
LEAST_LOSS = 0.009
"""Of the probability of winning, a guess: what the games cannot tell apart is a part of it. A lot would cost 0.016."""


JUDGED = 0.01
"""The standard error of the difference of two judged cells."""


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


@pytest.fixture(scope="module")
def without_games():
    """The same by the look ahead alone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "PLANS", {effort: replace(plan, played=0) for effort, plan in module.PLANS.items()})
        yield [(judged, solve(board, "champion")) for board, judged in positions()]


def lost(answers):
    """What the choices cost, on average, beside the best of the judged cells."""
    return np.mean([max(judged.values()) - judged[advice.best.cell] for judged, advice in answers])


def off(answers):
    """By how much what is told of the cells of a position is off beside each other, not what is so of all of them."""
    squares, free = 0.0, 0
    for judged, advice in answers:
        announced = {each.cell: each.win for each in advice.candidates}
        apart = [announced[cell] - win for cell, win in judged.items() if cell in announced]
        squares += float(np.var(apart)) * len(apart)
        free += len(apart) - 1
    return np.sqrt(squares / free)


def test_the_choice_costs_little(answers, without_games):
    """And less than without games; a choice that was not judged is to be judged by training/value/judge.py."""
    assert len(answers) >= 24
    assert all(advice.best.cell in judged for judged, advice in answers)
    assert lost(answers) < LEAST_LOSS < lost(without_games)


def test_the_error_that_is_told_is_that_of_the_differences(answers, without_games):
    """Of the look ahead on average; the games make it less, and tell for each rival how large it is."""
    assert off(without_games) == pytest.approx(ERROR, abs=0.004)
    assert off(answers) < 0.8 * off(without_games)
    told = [
        (each.win - advice.win - judged[each.cell] + judged[advice.best.cell]) / np.hypot(each.error, JUDGED)
        for judged, advice in answers
        for each in advice.candidates[1:]
        if each.games and each.cell in judged
    ]
    assert 0.7 < np.sqrt(np.mean(np.square(told))) < 1.5
