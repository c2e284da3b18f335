"""Every way to stop the play: within a tenth of a second, with the buttons up and a summary printed."""

import json
import signal
import time

import pytest
from hands import buttons_down, move_pointer, one_sentence, pointer, press_key, wait_for_clicks

STOP_SECONDS = 0.1


def _stopped(display, process, why):
    """The play has stopped by now: the pointer moves no more, nothing is held down, and the summary says why."""
    time.sleep(STOP_SECONDS)
    place = pointer(display)
    output, errors = process.communicate(timeout=10)
    assert pointer(display) == place
    assert not buttons_down(display)
    assert process.returncode == 130
    assert why in one_sentence(errors)
    assert json.loads(output)["stopped"] in errors


@pytest.mark.parametrize(("speed", "key"), [("max", []), ("human", ["--stop-key", "f9"])])
def test_stop_key(stage, minebot, speed, key):
    """Esc, or the key that was named, pressed anywhere."""
    with stage("sgt", "expert") as (display, _):
        process = minebot(display, "play", "--json", "--games", "99", "--speed", speed, *key)
        wait_for_clicks(display)
        press_key(display, "F9" if key else "Escape")
        _stopped(display, process, f"stopped by the {'f9' if key else 'esc'} key")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signals(stage, minebot, number):
    """Ctrl-C, and what a system sends that goes down."""
    with stage("sgt", "expert") as (display, _):
        process = minebot(display, "play", "--json", "--games", "99", "--speed", "15")
        wait_for_clicks(display)
        process.send_signal(number)
        _stopped(display, process, "stopped by the user")


def test_time_limit(stage, minebot):
    """The time that was given is over."""
    with stage("sgt", "expert") as (display, _):
        process = minebot(display, "play", "--json", "--games", "99", "--speed", "3", "--time-limit", "4")
        wait_for_clicks(display)
        time.sleep(4)
        _stopped(display, process, "the time limit of 4 s is over")


@pytest.mark.parametrize("moment", ["before", "while it waits"])
def test_corner(stage, minebot, moment):
    """The pointer in a corner of the screen, also while minebot waits before a click."""
    with stage("sgt", "expert") as (display, _):
        if moment == "before":
            move_pointer(display, 0, 0)
        process = minebot(display, "play", "--json", "--speed", "1")
        if moment != "before":
            wait_for_clicks(display)
            move_pointer(display, 1919, 1079)
        else:
            time.sleep(5)
        _stopped(display, process, "corner")


def test_gives_way_to_the_user(stage, minebot):
    """Whoever moves the mouse has it: minebot says so, waits until it lies still, and plays on."""
    with stage("sgt", "expert") as (display, _):
        process = minebot(display, "play", "--json", "--speed", "20")
        wait_for_clicks(display)
        for step in range(10):
            move_pointer(display, 1500 + step, 900)
            time.sleep(0.1)
        assert pointer(display) == (1509, 900)
        output, errors = process.communicate(timeout=180)
        assert process.returncode == 0, errors
        assert "the mouse was moved" in one_sentence(errors)
        document = json.loads(output)
        assert document["stopped"] is None
        assert document["timing"]["pause"] > 2
