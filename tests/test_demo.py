"""The demo in memory, and the games of minebot's own window."""

import pytest

from minebot.move import Action, Move
from minebot.play import showcase
from minebot.play.levels import KindGame, games
from minebot.play.mouse import Button
from minebot.play.table import Table


@pytest.mark.parametrize("cell", [(0, 0), (8, 8), (4, 3)])
def test_first_click_opens_a_zero(cell):
    """Wherever the first click falls, it opens a zero."""
    game = KindGame("beginner", 7, 0)
    game.play([Move(Action.OPEN, *cell)])
    assert game.read()[cell] == 0


def test_table():
    """Left opens, right flags and unflags, a new game covers the board."""
    table = Table(games("beginner", 7))
    table.press((4, 4), Button.LEFT)
    covered = next(table.board.place(index) for index, code in enumerate(table.board.cells) if code == -1)
    table.press(covered, Button.RIGHT)
    assert table.board[covered] == -2
    table.press(covered, Button.RIGHT)
    assert table.board[covered] == -1
    table.restart()
    assert set(table.board.cells) == {-1}


def test_in_memory(monkeypatch, tmp_path):
    """With neither display nor Xvfb the demo plays in memory, says so, and saves its picture."""
    monkeypatch.setenv("DISPLAY", ":987")
    monkeypatch.setattr("shutil.which", lambda _: None)
    told = []
    shown = showcase.show(showcase.Programme("beginner", 3), tmp_path / "demo.png", told.append)
    assert shown.place == "in memory"
    assert any("in memory" in text for text in told)
    assert shown.summary.error is None
    assert shown.summary.games[0].board.state != "playing"
    assert shown.picture.is_file()
