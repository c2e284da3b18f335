"""The doctor: what it looks at, and its verdict."""

import json
import os
import subprocess
import sys

import pytest

from minebot.play.doctor import Finding, can_play

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="displays can be taken away on Linux only")


def _findings(**environment):
    """What the doctor says, in a process of its own: the libraries that it tries leave files open where they fail."""
    known = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    arguments = [sys.executable, "-m", "minebot", "doctor", "--json"]
    done = subprocess.run(arguments, env=known | environment, capture_output=True, text=True, check=False)
    document = json.loads(done.stdout)
    assert done.returncode == (0 if document["ok"] else 1)
    return document["ok"], {finding["name"]: finding for finding in document["findings"]}


def test_no_display():
    """Without a display play cannot work, and every problem comes with a remedy."""
    ok, findings = _findings()
    assert not ok
    assert all(finding["remedy"] for finding in findings.values() if not finding["ok"])
    assert {"display", "capture", "mouse", "stop key", "themes", "tkinter", "Xvfb"} <= set(findings)


def test_wayland():
    """A Wayland session is a problem that is named."""
    ok, findings = _findings(XDG_SESSION_TYPE="wayland")
    assert not ok
    assert "X11" in findings["session"]["remedy"]


def test_verdict():
    """Only what play needs decides the verdict."""
    assert can_play([Finding("Xvfb", ok=False, found="not installed", needed=False)])
    assert not can_play([Finding("mouse", ok=False, found="none")])
