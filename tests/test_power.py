"""The order of power: what one rung proves and others cannot, and which rungs find all that another finds.

Each of fixtures/ladder/*.toml holds a `board`, the name of a `solver`, the cells that it proves `safe` or `mines`, as
`x,y` parted by blanks, the names of the solvers that prove none of these, `beyond`, and how it was found, `source`.
"""

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from ladder import stuck
from strategies import boards

from minebot import SOLVERS, Board, solve
from minebot.solver import SIMPLER
from minebot.solver.engine import count_board

FOLDER = Path(__file__).parent.parent / "fixtures" / "ladder"
FILES = sorted(FOLDER.glob("*.toml"))
WITHIN = [
    ("single", "pairs"),
    ("single", "subsets"),
    ("single", "contradiction"),
    ("single", "limited"),
    ("pairs", "placements"),
    ("subsets", "placements"),
    ("contradiction", "placements"),
    ("limited", "placements"),
    ("placements", "csp"),
    ("csp", "boxes"),
    ("boxes", "placements"),
]
"""Every certain cell of the first solver is one of the second."""


def places(text):
    """The cells of a line such as `0,1 2,1`."""
    return {tuple(map(int, place.split(","))) for place in text.split()}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_rung_proves_what_others_cannot(path):
    """The solver proves these cells, those that they are beyond prove none of them, and the exact engine agrees."""
    rung = tomllib.loads(path.read_text())
    board = Board.parse(rung["board"])
    safe, mines = places(rung["safe"]), places(rung["mines"])
    advice, counts = solve(board, solver=rung["solver"]), count_board(board)
    assert rung["source"]
    assert safe | mines
    assert safe <= advice.safe <= {board.place(cell) for cell in counts.safe}
    assert mines <= advice.mines <= {board.place(cell) for cell in counts.mines}
    for name in rung["beyond"]:
        found = solve(board, solver=name)
        assert not (found.safe | found.mines) & (safe | mines), name


def test_every_file_names_solvers_of_the_ladder():
    """A misspelt name would prove nothing."""
    rungs = [tomllib.loads(path.read_text()) for path in FILES]
    assert len(rungs) >= 12
    assert {name for rung in rungs for name in (rung["solver"], *rung["beyond"])} <= SOLVERS.keys()


def assert_within(board):
    """Nothing that the weaker solver of a pair finds is missed by the stronger one."""
    advice = {name: solve(board, solver=name) for name in {name for pair in WITHIN for name in pair}}
    for weaker, stronger in WITHIN:
        assert advice[weaker].safe <= advice[stronger].safe, (weaker, stronger)
        assert advice[weaker].mines <= advice[stronger].mines, (weaker, stronger)


@settings(max_examples=100, deadline=None)
@given(boards())
def test_a_rung_finds_all_that_one_below_it_finds(board):
    """On small boards of every topology."""
    if board.state == "playing":
        assert_within(board)


def test_it_does_so_in_games():
    """On positions from games where single numbers are stuck."""
    for board in stuck(games=5):
        assert_within(board)


def test_the_benchmark_judges_every_solver(tmp_path):
    """A position of each shape: none is wrong, the exact ones are complete, and the picture is drawn."""
    script, drawn = FOLDER.parents[1] / "benchmarks" / "ladder.py", tmp_path / "ladder.png"
    options = ["--positions", "26", "--jobs", "1", "--plot", drawn, "--json"]
    ran = subprocess.run([sys.executable, script, *options], capture_output=True, check=True, timeout=300)
    scores = json.loads(ran.stdout)
    assert list(scores) == list(SIMPLER)
    assert all(score["positions"] == 26 and not score["wrong"] for score in scores.values())
    assert scores["csp"]["found"] == scores["csp"]["there"] > scores["single"]["found"] == 0
    assert drawn.read_bytes().startswith(b"\x89PNG")
