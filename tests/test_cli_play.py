"""The commands around a window, as a user types them."""

import json
import os
import subprocess
import sys

import pytest

from minebot.play.hand import Hands
from minebot.play.levels import games
from minebot.play.session import Plan, play_games
from minebot.play.timing import Stopwatch
from minebot.play.window import WindowGame
from minebot.testing import CountdownBrake, FakeClock, SimulatedWindow
from minebot.vision.themes.folders import load_theme


def _minebot(*arguments, **environment):
    return subprocess.run(
        [sys.executable, "-m", "minebot", *arguments],
        env={**os.environ, "COLUMNS": "200", **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def _summary(**hands):
    window = SimulatedWindow(games("beginner", 5), load_theme("demo"))
    watch = Stopwatch(FakeClock())
    return play_games(
        WindowGame(window, window, hands=Hands(watch=watch, **hands)), Plan(games=2), watch, lambda _: None
    )


@pytest.mark.parametrize("command", ["play", "demo", "replay", "doctor"])
def test_help(command):
    """Every command's help ends with an example."""
    done = _minebot(command, "--help")
    assert done.returncode == 0
    assert f"Example: minebot {command}" in done.stdout


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no display to lack")
@pytest.mark.parametrize("arguments", [["play"], ["play", "--dry-run"], ["play", "--json"]])
def test_no_display(arguments):
    """Without a display play ends with one sentence and exit code 1."""
    done = _minebot(*arguments, DISPLAY=":987")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("minebot: the screen cannot be captured")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["play", "--level", "nightmare"],
        ["play", "--size", "30by16"],
        ["play", "--level", "expert", "--size", "30x16"],
        ["play", "--games", "0"],
        ["demo", "--level", "nightmare"],
        ["play", "--stop-key", "f5", "--restart-key", "ctrl+F5"],
        ["learn", "--name", "mine", "--restart-key", "esc"],
        ["replay"],
    ],
)
def test_wrong_usage(arguments):
    """What the options cannot mean is wrong usage: exit code 2."""
    assert _minebot(*arguments).returncode == 2


@pytest.mark.parametrize("place", ["missing", "."])
def test_replay_of_nothing(tmp_path, place):
    """A folder without a recording is one sentence."""
    done = _minebot("replay", str(tmp_path / place))
    assert (done.returncode, done.stdout) == (1, "")
    assert "holds no recorded game" in done.stderr


def test_doctor_json():
    """The doctor's document holds each finding, and the exit code is its verdict."""
    done = _minebot("doctor", "--json", DISPLAY=":987")
    document = json.loads(done.stdout)
    assert (document["ok"], done.returncode) == (False, 1)
    assert {"name", "ok", "found", "remedy", "needed"} == set(document["findings"][0])


def test_document():
    """The document of `play --json` has each game, the totals, and why it stopped."""
    document = json.loads(json.dumps(_summary().document()))
    assert document["won"] + document["lost"] == len(document["games"]) == 2
    assert document["stopped"] is None
    assert set(document["games"][0]) == {"won", "seconds", "moves", "guesses", "board"}


def test_stopped_document():
    """A stop keeps the games that were finished, and gives its reason."""
    document = _summary(brake=CountdownBrake(10)).document()
    assert document["games"] == []
    assert document["stopped"] == "stopped by the test"
