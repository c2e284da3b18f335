"""Ctrl-C at any moment: compiled code ends no process."""

import os
import signal
import subprocess
import sys

import pytest

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
    while time.monotonic() < end:
        time.sleep(random.random() / 1000)
        os.kill(os.getpid(), signal.SIGINT)

work(0)
caught, rounds, end = 0, 0, time.monotonic() + 4
threading.Thread(target=storm, daemon=True).start()
while time.monotonic() < end - 0.5:
    try:
        while time.monotonic() < end - 0.5:
            work(rounds)
            rounds += 1
    except KeyboardInterrupt:
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
