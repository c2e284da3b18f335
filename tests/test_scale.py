"""Millions of games: what a run costs beside the games themselves. A player that answers at once stands in for one."""

import resource
import time

import numpy as np
import pytest

from minebot import RandomBoards
from minebot.simulation import chunks
from minebot.simulation.outcome import ROW
from minebot.simulation.run import Plan, Run


@pytest.fixture
def instant(monkeypatch):
    """Every chunk is played at once, with outcomes drawn once."""
    draws = np.random.default_rng(0)
    drawn = np.zeros(chunks.LARGEST, ROW)
    for name, top in (("won", 2), ("guesses", 9), ("three_bv", 250), ("openings", 40)):
        drawn[name] = draws.integers(0, top, len(drawn))
    drawn["moves"], drawn["seconds"] = 100, draws.random(len(drawn))

    def play_chunk(_boards, _solver, indices, _budget=None):
        rows = drawn[: len(indices)].copy()
        rows["index"] = np.arange(indices.start, indices.stop)
        return rows

    monkeypatch.setattr(chunks, "play_chunk", play_chunk)


def played(games, **options):
    """The run of so many games, and the seconds of the processor it took, whatever else the machine does."""
    run = Run(Plan(boards=RandomBoards(30, 16, 99), solvers=("tiebreak",), indices=range(games), **options))
    began = time.process_time()
    with run:
        run.play(lambda: None)
    return run, time.process_time() - began


@pytest.mark.usefixtures("instant")
def test_ten_million_games_take_no_more_memory_than_a_few():
    """Sums alone are kept: the peak of the process hardly grows."""
    played(100_000)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    run, seconds = played(10_000_000)
    assert run.tally.games == run.tally.spreads["three_bv"].games.sum() == 10_000_000
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000  # kB
    assert seconds < 30  # 3 us a game


@pytest.mark.usefixtures("instant")
@pytest.mark.parametrize("name", ["games.csv", "games.parquet"])
def test_a_file_costs_microseconds_a_game(tmp_path, name):
    """Written in whole chunks, and read again in batches, for a million games."""
    _, seconds = played(1_000_000, outcomes=tmp_path / name)
    assert seconds < 6
    run, again = played(1_000_001, outcomes=tmp_path / name, resume=True)
    assert (run.resumed, run.tally.games) == (1_000_000, 1_000_001)
    assert again < 8
