"""The loop: what it does before the next look, and what it refuses to believe."""

import pytest

from minebot.board import Board
from minebot.errors import InconsistentBoard
from minebot.move import Action, Move
from minebot.play.bot import Marking, check_certain, choose, is_guess, play
from minebot.play.levels import KindGame
from minebot.play.timing import Stopwatch
from minebot.solver import solve
from minebot.solver.advice import Advice
from minebot.testing import FakeClock


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("marking", list(Marking))
def test_plays_to_the_end(seed, marking):
    """A game ends won or lost; a won one has every safe cell open."""
    game = KindGame("beginner", seed, 0)
    record = play(game, solve, Stopwatch(FakeClock()), marking)
    assert record.board == game.read()
    assert record.won == (record.board.state == "won")
    if record.won:
        assert sum(code >= 0 for code in record.board.cells) == 71


def _advice(safe=(), mines=(), best=(0, 0)):
    return Advice(frozenset(safe), frozenset(mines), Move(Action.OPEN, *best), "", {best: 0.5})


def test_certain_moves_are_one_batch():
    """All that is certain is done before the next look, flags first where they are wanted."""
    board, advice = Board.parse("1#;##", 1), _advice([(0, 1), (1, 1)], [(1, 0)])
    assert [*map(str, choose(board, advice, Marking.NONE))] == ["open 0,1", "open 1,1"]
    assert [*map(str, choose(board, advice, Marking.CERTAIN))] == ["flag 1,0", "open 0,1", "open 1,1"]


def test_doubtful_flag_slows_down():
    """With a flag that is not certain on the board, one cell is opened a look: a click on a number might chord."""
    board, advice = Board.parse("1F;##", 1), _advice([(0, 1), (1, 1)])
    assert [*map(str, choose(board, advice, Marking.CERTAIN))] == ["open 0,1"]


def test_guess():
    """Opening a cell that may be a mine is a guess, unless something is certain."""
    assert is_guess(_advice())
    assert not is_guess(_advice(safe=[(1, 1)]))


def test_certain_cell_explodes():
    """A cell that was certain and exploded is an error: something had been misread."""
    with pytest.raises(InconsistentBoard, match=r"\(1, 0\) was certain"):
        check_certain(Board.parse("1X;##"), _advice([(1, 0)]), [Move(Action.OPEN, 1, 0)])
    check_certain(Board.parse("1X;##"), _advice(), [Move(Action.OPEN, 1, 0)])
