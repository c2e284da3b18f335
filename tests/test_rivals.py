"""Rivals: how games and the look ahead are weighed, and who gets how many games."""

import numpy as np
import pytest

from minebot.solver.rivals import AHEAD, CLOSE, MOST, OPENED, PLAYER, ROUND, UNSEEN, judged, rivals_among, told_apart

OPEN = 0.6


class Games:
    """Games that are worth so much on average, with the spread that is theirs and the one that is the boards'."""

    def __init__(self, worth, spread=0.1):
        self.worth, self.spread, self.asked = np.array(worth), spread, []

    def __call__(self, numbers, games, before):
        """Some games, by a seed."""
        random = np.random.default_rng(before)
        self.asked += [(numbers.tolist(), games, before)]
        boards = random.normal(0, 0.2, games)
        return self.worth[numbers, None] + boards + random.normal(0, self.spread, (len(numbers), games))


def always():
    """There is time."""
    return True


def test_two_rivals_are_weighed_as_two_measurements_are():
    """Their difference is the mean of what the look ahead and the games say, by how far each is off."""
    games = Games([0.5, 0.46])(np.arange(2), 200, 1)
    prior, unseen = np.array([0.0, 0.01]), 0.012
    found, spread = judged(prior, unseen, games)
    difference = games[0] - games[1]
    believed, seen = 2 * unseen**2, 2 * (PLAYER * unseen) ** 2 + difference.var(ddof=1) / 200
    expected = (-0.01 / believed + difference.mean() / seen) / (1 / believed + 1 / seen)
    assert found[0] - found[1] == pytest.approx(expected, rel=1e-3)
    assert spread[0, 0] + spread[1, 1] - 2 * spread[0, 1] == pytest.approx(1 / (1 / believed + 1 / seen), rel=1e-3)


def test_one_that_the_look_ahead_puts_second_is_found():
    """And by about how much it is better; fewer games than allowed are enough."""
    games = Games([0.40, 0.50, 0.41])
    found = told_apart(np.array([0.0, -0.01, -0.01]), OPEN, games, 3000, always)
    assert found.best == 1
    assert found.beside[1] > found.beside[0] + 0.02
    assert found.errors[1] == found.errors.min() > 0
    assert found.games.sum() == sum(len(numbers) * many for numbers, many, _ in games.asked) < 3000


def test_a_few_games_do_not_overrule_a_clear_lead():
    """What one round says of a cell that the look ahead thinks much worse is not believed; many rounds are."""
    ahead, games = np.array([0.0, -0.02]), Games([0.500, 0.510], spread=0.3)
    assert told_apart(ahead, OPEN, games, 2 * ROUND, always).best == 0
    assert told_apart(np.array([0.0, -0.004]), OPEN, Games([0.50, 0.52]), 100_000, always).best == 1


def test_no_more_games_are_played_than_allowed_nor_when_the_time_is_over():
    """Equal rivals get all of them."""
    equal = Games([0.5, 0.5, 0.5])
    found = told_apart(np.zeros(3), OPEN, equal, 1000, always)
    assert 1000 - 3 * ROUND < found.games.sum() <= 1000
    assert len({before for _, _, before in equal.asked}) == len(equal.asked)
    assert told_apart(np.zeros(3), OPEN, equal, 1000, iter([True, False]).__next__).games.tolist() == [ROUND] * 3
    assert told_apart(np.zeros(3), OPEN, equal, 1000, lambda: False).games.tolist() == [0] * 3
    assert told_apart(np.zeros(3), OPEN, equal, ROUND, always).games.tolist() == [0] * 3


def test_who_is_left_behind_does_not_come_back():
    """Its games were on fewer boards, which may have been luckier ones: it stays as far behind as it was."""
    games = Games([0.5, 0.5, 0.2])
    found = told_apart(np.zeros(3), OPEN, games, 5000, always)
    assert found.games[2] < found.games[0]
    assert found.best != 2
    assert found.beside[2] < found.beside[:2].min() - 0.01


def test_in_the_beginning_the_games_say_little():
    """The more is open, the more the look ahead may have missed beside what it sees."""
    leads = [told_apart(np.zeros(2), opened, Games([0.5, 0.53]), 800, always).beside for opened in (0.15, 0.8)]
    early, late = (beside[1] - beside[0] for beside in leads)
    assert 0 < early < late


def test_rivals_are_close_to_the_best_and_few():
    """By what they are chosen by; cells that surely lose have none."""
    assert rivals_among(np.array([0.5, 0.5 * CLOSE, 0.4])) == 2
    assert rivals_among(np.full(9, 0.5)) == MOST
    assert rivals_among(np.zeros(3)) == 1
    assert 0 < AHEAD <= 1
    assert min(UNSEEN, OPENED) > 0
