import json
import os
import subprocess
from pathlib import Path

import pytest
from runs import MINEBOT, called, minebot

from minebot import SOLVERS

FULL = Path("/dev/full")


def test_solve_reads_standard_input():
    """`-` is standard input; the document holds the fields of Advice."""
    ran = minebot("solve", "-", "--mines", 1, "--json", input=b"#1.;#1.;#1.")
    document = json.loads(ran.stdout)
    counted = ["arrangements", "proofs", "nodes", "win", "wins", "candidates"]
    assert list(document) == ["safe", "mines", "risks", "best", "why", *counted]
    assert document["safe"] == [[0, 0], [0, 2]]


def test_solve_shows_the_board_with_risks(tmp_path):
    """Risks in percent at their places, then what is certain, the best move with its reason, and what was counted."""
    path = tmp_path / "b.txt"
    path.write_text("mines: 1\n1#\n1#\n")
    lines = minebot("solve", path).stdout.decode().splitlines()
    assert lines[:2] == ["   1  50", "   1  50"]
    assert lines[-2].startswith("best:  open 1,0  (guess: risk 50.0 %")
    assert lines[-1] == "found: 2 arrangements"


def test_why_names_the_rule_and_the_numbers():
    """A line a proof: the verdict, the cells, the rule; as JSON a proof a cell, with the numbers it used."""
    asked = ["solve", "-", "--solver", "single", "--mines", 3]
    lines = minebot(*asked, "--why", input=b"##1#;#31#").stdout.decode()
    assert "mine (0, 0) (1, 0) (0, 1)  single: the 3 at (1, 1)" in lines
    document = json.loads(minebot(*asked, "--json", input=b"##1#;#31#").stdout)
    first = document["proofs"][0]
    assert (first["cell"], first["mine"], first["rule"], first["numbers"]) == ([0, 0], True, "single", [[1, 1]])


def test_why_says_so_where_nothing_is_proved():
    """One line instead of none."""
    ran = minebot("solve", "-", "--why", "--solver", "single", "--mines", 1, input=b"1#;##")
    assert ran.stdout.decode().splitlines()[-1] == "no rule of this solver proves any cell"


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"", b"##\n#", b"8#;##", b"mines: 9\n1#;##", b"X#;##", None])
def test_what_solve_cannot_solve_is_one_sentence(tmp_path, content):
    """No UTF-8, no board, a board that nothing fits, a lost game, a folder: exit code 1 and one line."""
    path = tmp_path / "b.txt"
    path.mkdir() if content is None else path.write_bytes(content)
    ran = minebot("solve", path, env={**os.environ, "COLUMNS": "400"})
    assert ran.returncode == 1
    assert ran.stderr.startswith(b"minebot: ")
    assert len(ran.stderr.splitlines()) == 1


@pytest.mark.parametrize("command", [["solve", "-"], ["play"], ["simulate"]])
def test_a_name_that_is_no_solver_is_wrong_usage(command):
    """Exit code 2 and the names there are, before a board is read or a screen is looked at."""
    ran = called(["minebot", *command, "--solver", "none"])
    said = " ".join(ran.stderr.decode().replace("│", " ").split())
    assert (ran.returncode, ran.stdout) == (2, b"")
    assert f"there is no solver 'none'; choose from: {', '.join(SOLVERS)}" in said


@pytest.mark.skipif(not FULL.exists(), reason="no /dev/full")
@pytest.mark.parametrize("arguments", [["solve", "-"], ["solve", "-", "--json"], ["--help"], ["--version"]])
def test_a_result_that_cannot_be_printed_is_one_sentence(arguments):
    """Standard output on a full disk: exit code 1 and one line."""
    with FULL.open("wb") as full:
        ran = subprocess.run([*MINEBOT, *arguments], input=b"##", stdout=full, stderr=subprocess.PIPE, check=False)
    assert ran.returncode == 1
    assert ran.stderr == b"minebot: the result cannot be printed: No space left on device\n"


@pytest.mark.skipif(os.name == "nt", reason="sh")
def test_standard_input_that_is_closed_is_one_sentence():
    """As some schedulers start programs."""
    ran = subprocess.run(["sh", "-c", '"$@" <&-', "-", *MINEBOT, "solve", "-"], capture_output=True, check=False)
    assert ran.returncode == 1
    assert ran.stderr.startswith(b"minebot: standard input is closed")
