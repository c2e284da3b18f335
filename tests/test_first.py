"""The first-click rule of a program: what its games tell, and how surely."""

import pytest

from minebot.board import Board
from minebot.play.bot import play
from minebot.play.first import FirstClicks, first_of
from minebot.play.levels import KindGame
from minebot.play.timing import Stopwatch
from minebot.solver import solve
from minebot.testing import FakeClock

COVERED = Board.parse("###;###;###")


@pytest.mark.parametrize(
    ("before", "after", "first"),
    [
        (COVERED, ".1#;11#;###", "zero"),
        (COVERED, "1##;###;###", "number"),
        (COVERED, "X##;###;###", "mine"),
        (COVERED, "*##;###;###", "mine"),
        (Board.parse("#1.;#1.;#1."), "11.;#1.;#1.", "begun"),
    ],
)
def test_what_the_first_cell_was(before, after, first):
    """By the board before and after the first move."""
    assert first_of(before, (0, 0), Board.parse(after)) == first


@pytest.mark.parametrize(
    ("firsts", "rule", "sure"),
    [
        ([], None, True),
        (["begun"] * 3, "begun", True),
        (["zero"] * 3, "open", False),
        (["zero"] * 12, "open", True),
        (["zero", "number"], "safe", False),
        (["zero", "number"] * 20, "safe", True),
        (["zero", "number", "mine"], "any", True),
    ],
)
def test_the_strictest_rule_that_fits(firsts, rule, sure):
    """A wider rule is ruled out only once luck would seldom have hidden it."""
    tally = FirstClicks.of(firsts, 0.2)
    assert (tally.rule, tally.sure) == (rule, sure)
    assert tally.document()["rule"] == rule


def test_the_loop_notes_it():
    """A game whose first click opens a zero says so in its record."""
    assert play(KindGame("beginner", 1, 0), solve, Stopwatch(FakeClock())).first == "zero"
