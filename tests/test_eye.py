"""The eye: a capture that fails is tried again once, and one that fails for good ends the play without a click."""

import pytest

from minebot.errors import ScreenError
from minebot.move import Action, Move
from minebot.play.hand import Hands
from minebot.play.levels import games
from minebot.play.timing import Stopwatch
from minebot.play.window import WindowGame
from minebot.testing import FakeClock, SimulatedWindow
from minebot.vision.theme import load_theme


class Failing(SimulatedWindow):
    """A window of which so many captures fail, once they begin to."""

    failures = 0

    def grab(self, region=None):
        """The picture, or the failure."""
        if self.failures:
            self.failures -= 1
            raise ScreenError("the screen can no longer be captured; see to it")
        return super().grab(region)


@pytest.fixture
def window():
    """A window with a beginner's game in it."""
    return Failing(games("beginner", 4), load_theme("demo"))


@pytest.fixture
def game(window):
    """The window as a game, looked at once."""
    game = WindowGame(window, window, hands=Hands(watch=Stopwatch(FakeClock())))
    game.read()
    return game


def test_a_capture_that_fails_once_is_tried_again(window, game):
    """The game goes on as if nothing had been."""
    window.failures = 1
    game.play([Move(Action.OPEN, 4, 4)])
    window.failures = 1
    assert game.read() == window.board
    assert len(window.mouse.clicks) == 1


def test_a_capture_that_fails_for_good_ends_the_play(window, game):
    """Nothing is clicked that cannot be seen."""
    window.failures = 1 << 30
    with pytest.raises(ScreenError, match="can no longer be captured"):
        game.play([Move(Action.OPEN, 4, 4)])
    assert window.mouse.clicks == []
