"""The mouse and the stop key, where there is no display for them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from minebot.errors import MouseError, Stopped
from minebot.geometry import Point
from minebot.play.mouse import Button, DryMouse, give_authority
from minebot.play.stop import SLICE, NoBrake, wait
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


@pytest.mark.skipif(sys.platform != "linux", reason="the X library is Linux's")
def test_authority_is_never_empty(monkeypatch, tmp_path):
    """A missing or empty X authority is replaced by one of ours, one that holds something is the user's and stays."""
    file = tmp_path / "Xauthority"
    monkeypatch.setenv("DISPLAY", ":987")
    for content, kept in ((None, False), (b"", False), (b"entry", True)):
        monkeypatch.setenv("XAUTHORITY", str(file))
        file.unlink(missing_ok=True)
        if content is not None:
            file.write_bytes(content)
        give_authority()
        assert (os.environ["XAUTHORITY"] == str(file)) is kept
        assert Path(os.environ["XAUTHORITY"]).stat().st_size > 0


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
