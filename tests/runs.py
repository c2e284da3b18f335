"""Runs of the command line, as a user starts them."""

import io
import subprocess
import sys
import time
from contextlib import redirect_stderr, redirect_stdout
from unittest.mock import patch

from minebot import RandomBoards, cli
from minebot.simulation.player import play_chunk

MINEBOT = [sys.executable, "-m", "minebot"]


def minebot(*arguments, **options):
    """A finished run of minebot, in a process of its own."""
    command = [*MINEBOT, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, check=False, timeout=120, **options)


def simulate(*arguments):
    """A finished run of `minebot simulate` on small boards, in this process, which is the faster way."""
    command = ["minebot", "simulate", "--size", "6x6", "--mines", "6", "--seed", "9", "--jobs", "1"]
    return called([*command, *map(str, arguments)])


def called(command):
    """What `main` does with a command line: its exit code, and what it printed."""
    code, out, err = 0, io.StringIO(), io.StringIO()
    with patch.object(sys, "argv", command), redirect_stdout(out), redirect_stderr(err):
        try:
            cli.main()
        except SystemExit as left:
            code = left.code or 0
    return subprocess.CompletedProcess(command, code, out.getvalue().encode(), err.getvalue().encode())


def games_in(seconds):
    """So many beginner's games that one process plays them in about this time."""
    boards = RandomBoards(9, 9, 10)
    play_chunk(boards, "tiebreak", range(1))  # what the first game compiles or loads says nothing of the others
    began = time.perf_counter()
    play_chunk(boards, "tiebreak", range(100))
    return int(100 * seconds / (time.perf_counter() - began))


def without_seconds(path):
    """The lines of a CSV file of outcomes, the seconds left out."""
    return [line.rsplit(",", 1)[0] for line in path.read_text().splitlines()]
