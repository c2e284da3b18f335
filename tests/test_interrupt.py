"""Ctrl-C at any moment: compiled code ends no process."""

import os
import signal
import subprocess
import sys
import time

import pytest
from runs import MINEBOT

from minebot.simulation import player

STORM = """
import os, random, signal, threading, time
import numpy as np
from minebot import Board, RandomBoards, solve
from minebot.solver import fast
from minebot.solver.engine import count_board
from minebot.topology import grid

board, where = Board.parse("1###;####;####;###1", mines=4), grid("square", 9, 9)
mines = RandomBoards(9, 9, 10)

def work(index):
    solve(board)
    count_board(board).draw(3)
    hidden = fast.hidden_board(where, mines.laid(index))
    fast.play(where, hidden, mines=10, first=0)
    fast.measure(where, hidden)

def storm():
    time.sleep(0.3)  # until it is waited for
    while time.monotonic() < end:
        time.sleep(random.random() / 1000)
        os.kill(os.getpid(), signal.SIGINT)

work(0)
caught, rounds, end = 0, 0, time.monotonic() + 4
threading.Thread(target=storm, daemon=True).start()
while time.monotonic() < end - 0.5:
    try:
        while time.monotonic() < end - 0.5:
            try:
                while time.monotonic() < end - 0.5:
                    work(rounds)
                    rounds += 1
            except KeyboardInterrupt:
                caught += 1
    except KeyboardInterrupt:  # it came while the last one was being counted
        caught += 1
signal.signal(signal.SIGINT, signal.SIG_IGN)
print(caught, rounds)
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for one process")
def test_an_interrupt_is_an_exception_wherever_it_comes():
    """Thousands of them, into every kernel that Python calls: each is a KeyboardInterrupt, and the work goes on."""
    ran = subprocess.run([sys.executable, "-c", STORM], capture_output=True, check=False, timeout=120)
    assert ran.returncode not in (-signal.SIGSEGV, -signal.SIGABRT), ran.stderr
    assert ran.returncode == 0, ran.stderr
    caught, rounds = map(int, ran.stdout.split())
    assert caught > 500
    assert rounds > 100


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for one process")
@pytest.mark.parametrize("seconds", [0.0, 0.1, 0.3])
def test_workers_that_just_start_do_not_hear_it(tmp_path, seconds):
    """A terminal sends Ctrl-C to every process: they must not complain that their imports were cut off."""
    path = tmp_path / "games.csv"
    command = [*MINEBOT, "simulate", "--games", "1000000", "--jobs", "2", "--outcomes", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True) as run:
        deadline = time.monotonic() + 120
        while not path.exists():
            assert time.monotonic() < deadline
            time.sleep(0.01)
        time.sleep(seconds)
        os.killpg(run.pid, signal.SIGINT)
        complaint = run.communicate(timeout=60)[1]
    assert run.returncode == 130
    assert b"Traceback" not in complaint


def test_what_starts_unheard_never_hears_of_it_and_its_parent_does():
    """Ctrl-C within the block is an exception after it: in a process of one thread, as others may hear it."""
    if os.name == "nt":
        pytest.skip("Windows has no SIGINT for one process")
    heard = "import signal, sys; sys.exit(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, []))"
    parent = f"""
import os, signal, subprocess, sys
from minebot.simulation.interrupt import unheard
child = None
try:
    with unheard():
        os.kill(os.getpid(), signal.SIGINT)
        child = subprocess.run([sys.executable, "-c", {heard!r}], check=False).returncode
except KeyboardInterrupt:
    sys.exit(10 + child)
"""
    assert subprocess.run([sys.executable, "-c", parent], check=False, timeout=60).returncode == 11


def test_an_interrupt_while_the_player_loads_comes_when_it_is_loaded(monkeypatch):
    """Numba loads compiled code in a callback, which swallows what is raised in it."""
    loaded = []
    monkeypatch.setattr(player, "_fast_game", lambda *_: (os.kill(os.getpid(), signal.SIGINT), loaded.append(1)))
    player.load.cache_clear()
    with pytest.raises(KeyboardInterrupt):
        player.load()
    assert loaded


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for one process")
@pytest.mark.parametrize("library", ["numpy", "typer", "numba"])
def test_an_interrupt_while_libraries_load_is_one_sentence(tmp_path, library):
    """The first imports of the command line, and those of a command: exit code 130, and no traceback."""
    (tmp_path / f"{library}.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n")
    command = [*MINEBOT, "simulate", "--games", "1", "--jobs", "1"]
    env = {**os.environ, "PYTHONPATH": str(tmp_path)}
    ran = subprocess.run(command, capture_output=True, check=False, timeout=60, env=env)
    assert (ran.returncode, ran.stdout) == (130, b"")
    assert ran.stderr == b"minebot: stopped by the user\n"
