"""Recorded games: written while they are played, replayed by the same loop, refused where they are damaged."""

import json

import pytest

from minebot.errors import RecordError
from minebot.play.bot import Marking, play
from minebot.play.find import Wish
from minebot.play.hand import Hands
from minebot.play.levels import games
from minebot.play.record import Header, RecordingGame
from minebot.play.replay import replay, save_page
from minebot.play.session import Plan, play_games
from minebot.play.timing import Stopwatch
from minebot.play.window import WindowGame
from minebot.solver import solve
from minebot.testing import CountdownBrake, FakeClock, SimulatedWindow
from minebot.vision.theme import load_theme


def _record(folder, *, games_wanted=1, marking=Marking.NONE, **hands):
    window = SimulatedWindow(games("beginner", 5), load_theme("demo"))
    watch = Stopwatch(FakeClock())
    game = WindowGame(window, window, Wish(), Hands(watch=watch, **hands))
    plan = Plan(games=games_wanted, marking=marking, record=folder)
    return play_games(game, plan, watch, lambda _: None)


@pytest.mark.parametrize("marking", list(Marking))
def test_replay_is_the_same_game(tmp_path, marking):
    """A recorded game replays without a difference, to the same end."""
    summary = _record(tmp_path / "game", marking=marking)
    found = replay(tmp_path / "game")
    assert found.differences == []
    assert found.record.board == summary.games[0].board
    assert found.header.result == summary.games[0].board.state


def test_several_games(tmp_path):
    """Of several games, each has a folder of its own."""
    _record(tmp_path / "games", games_wanted=2)
    assert [path.name for path in sorted((tmp_path / "games").iterdir())] == ["01", "02"]
    assert replay(tmp_path / "games" / "02").differences == []


def test_broken_off(tmp_path):
    """A game that was stopped is replayed as far as it goes."""
    _record(tmp_path / "game", brake=CountdownBrake(30))
    found = replay(tmp_path / "game")
    assert (found.header.result, found.record, found.differences) == (None, None, [])


def test_difference_is_shown(tmp_path):
    """A move that is not the recorded one, and a board read otherwise, are both told."""
    _record(tmp_path / "game")
    (tmp_path / "game" / "000.moves").write_text("open 8,8\n")
    board = tmp_path / "game" / "001.board"
    board.write_text(board.read_text().replace("1", "2", 2).replace("mines: 20", "mines: 10"))
    differences = replay(tmp_path / "game").differences
    assert any("recorded was open 8,8" in text for text in differences)
    assert any(text.startswith("001.png") for text in differences)


def test_page(tmp_path):
    """The page holds every frame and needs no other file."""
    _record(tmp_path / "game")
    found = replay(tmp_path / "game")
    save_page(found, tmp_path / "page.html")
    text = (tmp_path / "page.html").read_text()
    assert text.count("data:image/png;base64,") == len(found.steps)
    assert "No difference." in text


def test_folder_is_kept(tmp_path):
    """A folder with something in it is not recorded over."""
    (tmp_path / "mine.txt").write_text("dear")
    window = SimulatedWindow(games("beginner", 5), load_theme("demo"))
    with pytest.raises(RecordError, match="not empty"):
        RecordingGame(WindowGame(window, window), tmp_path, Header("demo", "tiebreak", 0, 10))


def _missing(folder):
    (folder / "game.json").unlink()


def _no_json(folder):
    (folder / "game.json").write_text("{")


def _other_version(folder):
    header = json.loads((folder / "game.json").read_text())
    (folder / "game.json").write_text(json.dumps(header | {"format": 2}))


def _no_frame(folder):
    (folder / "001.png").unlink()


def _no_move(folder):
    (folder / "000.moves").write_text("jump 3,4\n")


@pytest.mark.parametrize("damage", [_missing, _no_json, _other_version, _no_frame, _no_move])
def test_damaged(tmp_path, damage):
    """A folder that holds no whole recording is refused with a sentence."""
    _record(tmp_path / "game")
    damage(tmp_path / "game")
    with pytest.raises(RecordError, match="record"):
        replay(tmp_path / "game")


def test_simulation_is_played_by_the_same_loop():
    """The loop does not know a window from a simulation."""
    assert play(games("beginner", 5)(), solve, Stopwatch(FakeClock())).board.state != "playing"
