"""Desktops that let no program see the screen or move the mouse: refused with a sentence that says what to do."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from minebot.errors import MouseError, ScreenError
from minebot.play import doctor
from minebot.play.mouse import PyAutoGuiMouse
from minebot.vision.screen import MssScreen
from minebot.vision.sources import permission
from minebot.vision.sources.authority import give_authority
from minebot.vision.sources.permission import MOUSE_WITHHELD, SCREEN_WITHHELD, WAYLAND, is_wayland, no_mouse, no_screen

linux = pytest.mark.skipif(sys.platform != "linux", reason="Wayland is a matter of Linux")


@pytest.fixture
def session(monkeypatch):
    """A function that sets what the environment says of the session, and nothing else of it."""

    def said(**environment):
        for name in ("DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE"):
            monkeypatch.delenv(name, raising=False)
        for name, value in environment.items():
            monkeypatch.setenv(name, value)

    return said


@linux
@pytest.mark.parametrize(
    ("environment", "xwayland", "refused"),
    [
        ({"XDG_SESSION_TYPE": "wayland"}, False, True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, False, True),
        ({"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"}, True, True),
        ({"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":7"}, False, False),
        ({"XDG_SESSION_TYPE": "x11", "DISPLAY": ":0"}, True, False),
        ({}, True, False),
    ],
)
def test_wayland_is_refused_and_a_server_within_it_is_not(session, monkeypatch, environment, xwayland, refused):
    """A session of Wayland is refused, with the display that it keeps for X or without; a server of its own is not."""
    session(**environment)
    monkeypatch.setattr(permission, "_is_xwayland", lambda: xwayland)
    assert is_wayland() == refused
    assert no_screen() == (WAYLAND if refused else None)
    if refused:
        with pytest.raises(ScreenError, match="X11"):
            MssScreen()


@linux
def test_a_display_that_does_not_answer_is_no_wayland():
    """What is wrong with such a display is said by whoever needs it. The X library leaves its sockets open there."""
    program = "from minebot.vision.sources.permission import is_wayland; print(is_wayland())"
    environment = os.environ | {"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":987"}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


@pytest.mark.parametrize("granted", [True, False])
def test_macos_is_asked(session, monkeypatch, granted):
    """Where macOS withholds the screen or the mouse, the sentence names the place where to allow it."""
    session()
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr("platform.system", lambda: "Darwin")
    monkeypatch.setattr(permission, "_macos_grants", lambda _library, _question: granted)
    assert no_screen() == (None if granted else SCREEN_WITHHELD)
    assert no_mouse() == (None if granted else MOUSE_WITHHELD)
    findings = {finding.name: finding for finding in doctor._permissions()}
    assert findings["screen recording"].ok == findings["accessibility"].ok == granted
    if not granted:
        assert "Screen Recording" in findings["screen recording"].remedy
        assert "Accessibility" in findings["accessibility"].remedy
        with pytest.raises(ScreenError, match="Screen Recording"):
            MssScreen()
        with pytest.raises(MouseError, match="Accessibility"):
            PyAutoGuiMouse()


@pytest.mark.skipif(sys.platform == "darwin", reason="there it is known")
def test_what_macos_cannot_be_asked_is_not_withheld():
    """A system without that library, or that question, is tried."""
    assert permission._macos_grants("no such library of anybody", "MayI")


@linux
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
