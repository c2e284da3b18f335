"""The mouse, the stop key and the other brakes, where there is no display for them."""

import subprocess
import sys
import threading
import time

import pytest

from minebot.errors import MouseError, Stopped
from minebot.geometry import Point
from minebot.play.mouse import Button, DryMouse
from minebot.play.stop import SLICE, Brakes, NoBrake, Sparingly, StopKey, TimeLimit, aside, presses, wait
from minebot.testing import CountdownBrake, FakeClock


@pytest.mark.parametrize("use", ["click", "move", "press"])
def test_dry_mouse_refuses(use):
    """A dry run that comes to use its mouse is an error, not a click."""
    arguments = {"click": (Point(1, 2), Button.LEFT), "move": (Point(1, 2),), "press": ("n",)}[use]
    with pytest.raises(MouseError, match="dry run"):
        getattr(DryMouse(), use)(*arguments)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no display to lack")
@pytest.mark.parametrize("code", ["mouse.PyAutoGuiMouse()", "stop.StopKey().__enter__()"])
def test_no_display(code):
    """Without a display, mouse and stop key fail with one sentence that names the next step."""
    program = (
        "from minebot.errors import MinebotError\nfrom minebot.play import mouse, stop\n"
        f"try:\n    {code}\nexcept MinebotError as error:\n    print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], env={"DISPLAY": ":987"}, capture_output=True, text=True, check=True
    )
    assert "minebot doctor" in done.stdout
    assert len(done.stdout.splitlines()) == 1
    assert done.stderr == ""


def test_wait_is_cut_short():
    """A wait ends with the slice in which the stop key was pressed."""
    clock = FakeClock()
    with pytest.raises(Stopped):
        wait(10, clock, CountdownBrake(3))
    assert clock.now() < 4 * SLICE


def test_wait_waits():
    """A wait that nobody interrupts takes its time."""
    clock = FakeClock()
    wait(0.5, clock, NoBrake())
    assert clock.now() == pytest.approx(0.5, abs=0.01)


def test_time_limit():
    """Nothing is stopped before the time is over, and everything after it."""
    clock = FakeClock()
    brake = TimeLimit(5, clock)
    wait(4.9, clock, brake)
    with pytest.raises(Stopped, match="time limit of 5 s"):
        wait(1, clock, brake)
    assert clock.now() < 5 + 2 * SLICE


def test_one_brake_is_enough():
    """Of several brakes the first that is pulled ends the play."""
    with pytest.raises(Stopped):
        Brakes([NoBrake(), CountdownBrake(0), NoBrake()]).check()


def test_a_costly_brake_is_looked_at_now_and_then():
    """A thousand checks in half a second ask it once in a slice."""
    clock, brake = FakeClock(), CountdownBrake(1000)
    sparing = Sparingly(brake, clock)
    for _ in range(1000):
        clock.sleep(0.0005)
        sparing.check()
    assert 20 <= 1000 - brake.left <= 26


def test_work_aside_gives_what_it_gives():
    """Its result, or its error."""
    assert aside(lambda: 7, NoBrake()) == 7
    with pytest.raises(ZeroDivisionError):
        aside(lambda: 1 // 0, NoBrake())


def test_work_aside_is_done_by_one_thread():
    """No thread is started for each thought; after one that was left in its midst, another takes over."""
    first = aside(threading.get_ident, NoBrake())
    assert aside(threading.get_ident, NoBrake()) == first != threading.get_ident()
    with pytest.raises(Stopped):
        aside(lambda: time.sleep(0.2), CountdownBrake(2))
    assert aside(threading.get_ident, NoBrake()) != first


@pytest.mark.parametrize(
    ("keys", "key", "held"),
    [("f5", "f5", True), ("ctrl+R", "r", True), ("F5", "f5", True), ("f5", "5", False), ("ctrl+n", "esc", False)],
)
def test_keys_that_hold_a_key(keys, key, held):
    """Several may be pressed together, and how they are spelt says nothing."""
    assert presses(keys, key) is held


def test_a_key_of_its_own_does_not_stop_minebot():
    """The next press of the stop key is minebot's where it said so, alone or with others; the one after it stops."""
    brake = StopKey("r")
    brake.expect("ctrl+r")
    brake.expect("n")
    brake._heard("r", "r")
    brake.check()
    brake._heard("r", "r")
    with pytest.raises(Stopped, match="by the r key"):
        brake.check()


def test_work_aside_is_left_when_a_brake_is_pulled():
    """The wait for it ends at once, however long the work takes."""
    started = time.monotonic()
    with pytest.raises(Stopped):
        aside(lambda: time.sleep(3), CountdownBrake(2))
    assert time.monotonic() - started < 0.1
