import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace

import pytest

from minebot import RandomBoards, UnknownSolver
from minebot.simulate import Outcome, Summary, simulate, wilson


def minebot(*arguments, **options):
    """Run the command line as a user does."""
    command = [sys.executable, "-m", "minebot", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, check=False, timeout=120, **options)


def test_the_same_seed_gives_the_same_games_for_any_number_of_processes():
    """Only the seconds differ between one process and two."""
    runs = [list(simulate(RandomBoards(9, 9, 10, seed=4), 12, jobs=jobs)) for jobs in (1, 2)]
    one, two = ([replace(outcome, seconds=0) for outcome in run] for run in runs)
    assert one == two
    assert [outcome.index for outcome in one] == list(range(12))


def test_an_unknown_solver_is_refused_before_any_game():
    """The error comes from the caller's process, not from a broken pool."""
    with pytest.raises(UnknownSolver):
        list(simulate(RandomBoards(9, 9, 10), 12, solver="none", jobs=2))


def test_the_interval_is_wilsons():
    """Known values: none played says nothing; 5 of 10 gives 0.2366 to 0.7634."""
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-4)
    assert wilson(0, 10)[0] == 0.0
    assert wilson(10, 10)[1] == pytest.approx(1.0)


def test_a_summary_adds_up():
    """Won, guesses and moves are sums over the games."""
    summary = Summary.of([Outcome(0, True, 9, 2, 0.1), Outcome(1, False, 3, 1, 0.1)], 1.0)
    assert (summary.games, summary.won, summary.rate, summary.guesses, summary.moves) == (2, 1, 0.5, 3, 12)


def test_simulate_prints_one_json_document_and_writes_outcomes(tmp_path):
    """The fields of the stable format, and a line a game."""
    path = tmp_path / "games.csv"
    ran = minebot("simulate", "--size", "6x6", "--mines", 5, "--games", 6, "--outcomes", path, "--json", "--seed", 9)
    document = json.loads(ran.stdout)
    assert list(document) == ["games", "won", "rate", "ci95", "seconds", "guesses", "solver", "seed"]
    lines = path.read_text().splitlines()
    assert lines[0] == "index,won,moves,guesses,seconds"
    assert sum(int(line.split(",")[1]) for line in lines[1:]) == document["won"]
    assert len(lines) == 7


def test_simulate_plays_the_boards_of_a_file(tmp_path):
    """All of them, unless fewer are asked for."""
    path = tmp_path / "set.txt"
    path.write_text("3 3 1 0 0 safe\n4\n8\n")
    assert json.loads(minebot("simulate", "--boards", path, "--json").stdout)["games"] == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ["--size", "10x10"],
        ["--mines", "10"],
        ["--size", "3x3", "--mines", "9"],
        ["--size", "ten", "--mines", "9"],
        ["--size", "0x5", "--mines", "0"],
        ["--level", "hard"],
        ["--level", "expert", "--mines", "9"],
        ["--rule", "kind"],
        ["--games", "0"],
        ["--seed", "-1"],
        ["--boards", "x.txt", "--level", "expert"],
    ],
)
def test_wrong_usage_of_simulate_leaves_with_2(arguments):
    """Options that say too little, too much or nonsense are refused without a traceback."""
    ran = minebot("simulate", *arguments)
    assert ran.returncode == 2
    assert b"Traceback" not in ran.stderr
    assert ran.stdout == b""


def test_solve_reads_standard_input():
    """`-` is standard input; the document holds the fields of Advice."""
    ran = minebot("solve", "-", "--mines", 1, "--json", input=b"#1.;#1.;#1.")
    document = json.loads(ran.stdout)
    assert list(document) == ["safe", "mines", "risks", "best", "why", "arrangements"]
    assert document["safe"] == [[0, 0], [0, 2]]


def test_solve_shows_the_board_with_risks(tmp_path):
    """Risks in percent at their places, then what is certain, and the best move with its reason."""
    path = tmp_path / "b.txt"
    path.write_text("mines: 1\n1#\n1#\n")
    lines = minebot("solve", path).stdout.decode().splitlines()
    assert lines[:2] == ["   1  50", "   1  50"]
    assert lines[-1].startswith("best:  open 1,0  (guess: risk 50.0 %")


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"", b"##\n#", b"8#;##", b"mines: 9\n1#;##", b"X#;##", None])
def test_what_solve_cannot_solve_is_one_sentence(tmp_path, content):
    """No UTF-8, no board, a board that nothing fits, a lost game, a folder: exit code 1 and one line."""
    path = tmp_path / "b.txt"
    path.mkdir() if content is None else path.write_bytes(content)
    ran = minebot("solve", path, env={**os.environ, "COLUMNS": "400"})
    assert ran.returncode == 1
    assert ran.stderr.startswith(b"minebot: ")
    assert len(ran.stderr.splitlines()) == 1


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for one process")
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_stopped_run_keeps_what_was_played(tmp_path, jobs):
    """Ctrl-C: the outcomes so far are in the file, a summary of them is printed, and the exit code is 130."""
    path = tmp_path / "games.csv"
    command = [sys.executable, "-m", "minebot", "simulate", "--games", "5000", "--json"]
    with subprocess.Popen(
        [*command, "--jobs", str(jobs), "--outcomes", str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as run:
        deadline = time.monotonic() + 60
        while not path.exists() or len(path.read_text().splitlines()) < 6:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        run.send_signal(signal.SIGINT)
        printed, complaint = run.communicate(timeout=60)
    assert run.returncode == 130
    assert b"Traceback" not in complaint
    assert 0 <= len(path.read_text().splitlines()) - 1 - json.loads(printed)["games"] <= 1
