"""The eye: what it does where a capture fails, or where the board is gone and only a part of one is in view."""

import pytest

from minebot.errors import ScreenError, WindowLost
from minebot.game import SimulatedGame
from minebot.minefield import Minefield
from minebot.move import Action, Move
from minebot.play.hand import Hands
from minebot.play.levels import games
from minebot.play.table import Table
from minebot.play.timing import Stopwatch
from minebot.play.window import WindowGame
from minebot.testing import FakeClock, SimulatedWindow
from minebot.vision.themes.folders import load_theme


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


@pytest.mark.parametrize(
    ("size", "corner"),
    [((16, 9), (884, 120)), ((9, 16), (60, 484)), ((16, 16), (884, 484))],
    ids=["right", "below", "both"],
)
def test_a_part_of_a_board_is_not_taken_for_the_one_that_is_gone(window, game, size, corner):
    """A larger board comes in its place, of which 9x9 cells are in view, as many as it had: nothing is clicked."""
    larger = Minefield(*size, frozenset({0}))
    window._table, window.corner = Table(lambda: SimulatedGame(larger)), corner
    with pytest.raises(WindowLost, match="goes on beyond what is in view"):
        game.read()
    assert window.mouse.clicks == []
