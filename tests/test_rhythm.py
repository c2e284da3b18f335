"""How long a window takes, and whose the time is: the window's or minebot's."""

import pytest

from minebot.play.rhythm import Rhythm
from minebot.play.session import own_share
from minebot.play.timing import DRAWING, Stopwatch
from minebot.testing import FakeClock


def test_no_look_before_a_window_can_have_drawn():
    """The wait before the first look grows with the clicks, and is shorter than the quickest window ever took."""
    rhythm = Rhythm()
    assert rhythm.early(20) == 0
    rhythm.note_batch(0.3, 10)
    rhythm.note_batch(0.2, 10)
    assert 0 < rhythm.early(1) < 0.02
    assert rhythm.early(20) == pytest.approx(20 * rhythm.early(1))


@pytest.mark.parametrize("each", [0.001, 0.004, 0.05])
def test_a_window_that_became_quicker_or_slower_is_seen_to_be(each):
    """Whatever it took before, the wait comes to fit, though nothing is seen before the wait is over."""
    rhythm = Rhythm()
    rhythm.note_batch(0.02, 1)
    for _ in range(60):
        rhythm.note_batch(max(5 * each, rhythm.early(5)), 5)
    assert 0.5 * each < rhythm.early(1) < each


def test_a_capture_that_is_late_is_the_windows_time():
    """What it takes at rest is minebot's, the rest is spent on drawing; without a time at rest all is minebot's."""
    clock = FakeClock()
    watch = Stopwatch(clock)
    for seconds, at_rest in ((0.5, 0.1), (0.05, 0.1)):
        with watch.time("capture", at_rest):
            clock.sleep(seconds)
    with watch.time("read"), watch.time("capture", 0.0):
        clock.sleep(0.2)
    assert watch.spent == pytest.approx({"capture": 0.15, DRAWING: 0.4, "read": 0.2}, abs=1e-4)


def test_own_share():
    """Work is minebot's, waiting and drawing the window's; looking for a board and for the next game are no game's."""
    split = {"find": 9.0, "capture": 1.0, "read": 1.0, "other": 1.0, "wait": 5.0, DRAWING: 2.0, "between": 9.0}
    assert own_share(split) == pytest.approx(0.3)
    assert own_share({"find": 1.0}) is None
