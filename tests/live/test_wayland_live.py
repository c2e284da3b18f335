"""A real Wayland session, with its display for X programs: refused; an X server of its own within it: played on."""

import json
import os
import re
import shutil
import subprocess
import sys
import time

import pytest
from conftest import need
from programs import running, size, virtual_display


@pytest.fixture
def wayland(tmp_path):
    """What a program started in a session of weston finds in its environment; its X authority is an empty file."""
    need(shutil.which("weston") and shutil.which("Xwayland"), "weston with Xwayland")
    runtime = tmp_path / "run"
    runtime.mkdir(mode=0o700)
    log = tmp_path / "weston.log"
    command = ["weston", "--backend=headless-backend.so", "--xwayland", "--socket=test", "--idle-time=0"]
    environment = {key: value for key, value in os.environ.items() if key != "DISPLAY"}
    environment |= {"XDG_RUNTIME_DIR": str(runtime)}
    process = subprocess.Popen([*command, f"--log={log}"], env=environment, stderr=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + 15
        while not (found := re.search(r"listening on display (:\d+)", log.read_text() if log.exists() else "")):
            assert time.monotonic() < deadline, "weston does not start"
            time.sleep(0.05)
        yield environment | {"WAYLAND_DISPLAY": "test", "XDG_SESSION_TYPE": "wayland", "DISPLAY": found[1]}
    finally:
        process.terminate()
        process.wait(timeout=10)


def _minebot(environment, *arguments):
    command = [sys.executable, "-m", "minebot", *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize("arguments", [["play"], ["watch"], ["play", "--dry-run"], ["read", "--screen"]], ids=str)
@pytest.mark.parametrize("with_display", [True, False])
def test_wayland_is_refused_with_what_to_do(wayland, arguments, with_display):
    """One sentence names the session and the way out, and nothing is clicked or shown."""
    environment = {key: value for key, value in wayland.items() if with_display or key != "DISPLAY"}
    done = _minebot(environment, *arguments)
    assert (done.returncode, done.stdout) == (1, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith("minebot: this is a Wayland session")
    assert "X11" in line


def test_the_doctor_names_wayland(wayland):
    """The doctor's verdict is no, with the remedy; on an X server within that session it is yes, and play works."""
    document = json.loads(_minebot(wayland, "doctor", "--json").stdout)
    session = next(finding for finding in document["findings"] if finding["name"] == "session")
    assert (document["ok"], session["ok"]) == (False, False)
    assert "X11" in session["remedy"]


def test_an_x_server_within_wayland_is_played_on(wayland, homes):
    """The session is Wayland's, but the display is a server of its own, which shows all that is on it."""
    with virtual_display() as display, running("xdemineur", "intermediate", display, homes("xdemineur")):
        environment = wayland | {"DISPLAY": display}
        assert json.loads(_minebot(environment, "doctor", "--json").stdout)["ok"]
        done = _minebot(environment, "play", "--dry-run", "--json")
    width, height, mines = size("xdemineur", "intermediate")
    rows = json.loads(done.stdout)["board"].splitlines()
    assert (rows[0], len(rows) - 1, len(rows[1])) == (f"mines: {mines}", height, width)
