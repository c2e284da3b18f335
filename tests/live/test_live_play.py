"""Real programs, played to the end of the game: every frame must fit the one before it."""

import json
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from programs import PROGRAMS, TILINGS, size
from witness import Witness

from minebot.board import COVERED, EXPLODED, FLAG, MINE
from minebot.move import Action
from minebot.play.checks import changed, unreached
from minebot.play.recorded import load_record
from minebot.solver import solve
from minebot.vision.read import read_picture
from minebot.vision.screen import MssScreen

GAMES = 2


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("flags", [[], ["--flags"]], ids=["plain", "flags"])
def test_plays_games_in_a_row(stage, minebot, tmp_path, program, flags):
    """Games run to their end one after another, and every cell read in every frame is one that can be there."""
    folder = tmp_path / "record"
    with stage(program, "intermediate") as (display, _):
        process = minebot(display, "play", "--games", str(GAMES), "--json", "--record", str(folder), *flags)
        output, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    document = json.loads(output)
    assert document["won"] + document["lost"] == GAMES
    assert document["stopped"] is None
    for record in sorted(folder.iterdir()):
        _check_record(record, size(program, "intermediate"))


def _check_record(folder: Path, expected):
    record = load_record(folder)
    assert record.result in ("won", "lost")
    width, height, mines = expected
    for step in record.steps:
        board = step.board
        assert (board.width, board.height, board.mines) == (width, height, mines)
        closed = sum(code in (COVERED, FLAG, MINE, EXPLODED) for code in board.cells)
        assert closed >= mines or board.state == "lost"
    for before, after in pairwise(record.steps):
        assert changed(before.board, after.board) == []
        assert unreached(before.board, after.board, before.moves) == []
        safe = solve(before.board).safe
        opened = [move.cell for move in before.moves if move.action is Action.OPEN and move.cell in safe]
        assert all(after.board[cell] >= 0 for cell in opened), "a certain cell did not open"
    sys.stdout.write(f"{folder}: {len(record.steps)} frames, {record.result}\n")


@pytest.mark.parametrize("program", TILINGS)
def test_plays_hexagons_and_triangles(stage, minebot, tmp_path, program):
    """Boards of other cells are played like those of squares, and every cell read is one that can be there."""
    folder = tmp_path / "record"
    with stage(program, "intermediate") as (display, _):
        process = minebot(display, "play", "--json", "--record", str(folder))
        output, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    document = json.loads(output)
    assert (document["won"] + document["lost"], document["stopped"]) == (1, None)
    assert f"topology: {program}" in document["games"][0]["board"]
    _check_record(folder, size(program, "intermediate"))


@pytest.mark.parametrize("program", PROGRAMS)
def test_large_boards(stage, minebot, program):
    """An expert board is found and played as well; how many mines there are is read, or known by the size."""
    with stage(program, "expert") as (display, _):
        width, height, mines = size(program, "expert")
        process = minebot(display, "play", "--json")
        output, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    text = json.loads(output)["games"][0]["board"].splitlines()
    assert (text[0], len(text) - 1, len(text[1])) == (f"mines: {mines}", height, width)


@pytest.mark.parametrize(
    ("program", "level"),
    [
        ("ace", "expert"),  # its only level
        ("demo", "beginner"),
        ("sgt-small", "expert"),
        ("sgt-large", "intermediate"),
        ("gnome-mines", "beginner"),
        ("kmines", "beginner"),
    ],
)
def test_other_programs(stage, minebot, program, level):
    """Two games each, with the dialogs of a desktop between them; no press falls beside the board, its face or keys."""
    with stage(program, level) as (display, _), MssScreen(display) as screen, Witness(display) as witness:
        (reading,) = read_picture(screen.grab().bgr)
        process = minebot(display, "play", "--json", "--games", "2", "--mines", str(size(program, level)[2]))
        output, errors = process.communicate(timeout=120)
        places = [reading.lattice.bbox]
        if reading.restart is not None:
            places.append((int(reading.restart.x) - 10, int(reading.restart.y) - 10, 20, 20))
        assert witness.outside(*places) == []
    assert process.returncode == 0, errors
    document = json.loads(output)
    assert (document["won"] + document["lost"], document["stopped"]) == (2, None)


@pytest.mark.parametrize("program", ["xdemineur", "xbomb"])
def test_last_flags_where_the_program_waits_for_them(stage, minebot, program):
    """These two count a game as won only once every mine is flagged: so it is, and after a loss nothing is flagged."""
    with stage(program, "beginner") as (display, _):
        process = minebot(display, "play", "--json", "--games", "6")
        output, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    games = json.loads(output)["games"]
    assert any(game["won"] for game in games)
    for game in games:
        assert game["board"].count("F") == (size(program, "beginner")[2] if game["won"] else 0)
