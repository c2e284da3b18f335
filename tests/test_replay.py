"""The recorded games of real windows, through the same loop."""

from itertools import pairwise
from pathlib import Path

import pytest

from minebot.move import Action
from minebot.play.checks import changed, unreached
from minebot.play.record import JOURNAL
from minebot.play.recorded import load_record
from minebot.play.replay import replay

GAMES = sorted(path.parent for path in (Path(__file__).parents[1] / "fixtures" / "games").glob(f"*/{JOURNAL}"))


def test_there_are_games():
    """At least three programs are recorded, and at least one game is lost."""
    records = [load_record(folder) for folder in GAMES]
    assert len({record.header.theme for record in records}) >= 3
    assert "lost" in {record.result for record in records}


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_replays_without_difference(folder):
    """Every board is read, and every move made, as it was when the game was recorded."""
    found = replay(folder)
    assert found.differences == []
    assert found.end.board.state == found.record.result


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_frames_fit_one_another(folder):
    """What was read obeys the rules of the game: a check that the reader has no hand in."""
    for before, after in pairwise(load_record(folder).steps):
        assert changed(before.board, after.board) == []
        assert unreached(before.board, after.board, before.moves) == []
        opened = [move.cell for move in before.moves if move.action is Action.OPEN]
        assert all(after.board[cell] != -1 for cell in opened)
