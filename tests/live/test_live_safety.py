"""What minebot does when things go wrong on a real display."""

import json
import os
import re
import signal

from hands import one_sentence, pointer, wait_for_clicks
from programs import virtual_display


def test_window_closed(stage, minebot):
    """A window closed in mid-game is one sentence and exit code 1, and nothing is clicked afterwards."""
    with stage("sgt", "expert") as (display, program):
        process = minebot(display, "play", "--delay", "100")
        wait_for_clicks(display)
        os.killpg(program.pid, signal.SIGKILL)
        output, errors = process.communicate(timeout=180)
        assert process.returncode == 1
        assert "no longer to be seen" in one_sentence(errors)
        assert output.splitlines() == ["0 games: 0 won, 0 lost"]


def test_dry_run(stage, minebot):
    """A dry run shows the advice and never moves the pointer."""
    with stage("xdemineur", "intermediate") as (display, _):
        before = pointer(display)
        process = minebot(display, "play", "--dry-run")
        output, errors = process.communicate(timeout=180)
        assert (process.returncode, errors) == (0, "")
        assert re.search(r"^best: open \d+,\d+$", output, re.MULTILINE)
        document = json.loads(minebot(display, "play", "--dry-run", "--json").communicate(timeout=180)[0])
        counted = ["arrangements", "proofs", "nodes", "win", "wins", "candidates"]
        assert list(document) == ["board", "safe", "mines", "risks", "best", "why", *counted]
        assert pointer(display) == before


def test_no_window(minebot):
    """An empty screen is one sentence."""
    with virtual_display() as display:
        process = minebot(display, "play")
        output, errors = process.communicate(timeout=180)
    assert process.returncode == 1
    assert "no board is on the screen" in one_sentence(errors)
    assert output.splitlines() == ["0 games: 0 won, 0 lost"]
