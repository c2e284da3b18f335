"""Recorded games: written while they are played, replayed by the same loop, refused where they are damaged."""

import json
import os
import signal
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from minebot.errors import PictureError, RecordError
from minebot.play.bot import Marking, play
from minebot.play.film import Shot, laid, shot
from minebot.play.find import Wish
from minebot.play.hand import Hands
from minebot.play.levels import games
from minebot.play.record import JOURNAL, Header, RecordingGame
from minebot.play.recorded import load_record
from minebot.play.replay import replay, save_page
from minebot.play.session import Plan, play_games
from minebot.play.timing import Stopwatch
from minebot.play.window import WindowGame
from minebot.solver import solve
from minebot.testing import CountdownBrake, FakeClock, SimulatedWindow
from minebot.vision.themes.folders import load_theme


def _record(folder, *, games_wanted=1, marking=Marking.NONE, **hands):
    window = SimulatedWindow(games("beginner", 5), load_theme("demo"))
    watch = Stopwatch(FakeClock())
    game = WindowGame(window, window, Wish(), Hands(watch=watch, **hands))
    plan = Plan(games=games_wanted, marking=marking, record=folder)
    return play_games(game, plan, watch, lambda _: None)


def _lines(folder):
    return [json.loads(line) for line in (folder / JOURNAL).read_text().splitlines()]


def _rewrite(folder, number, **changes):
    """Change fields of one line of a record."""
    lines = _lines(folder)
    lines[number] |= changes
    (folder / JOURNAL).write_text("".join(json.dumps(line) + "\n" for line in lines))


@pytest.mark.parametrize("marking", list(Marking))
def test_replay_is_the_same_game(tmp_path, marking):
    """A recorded game replays without a difference, to the same end."""
    summary = _record(tmp_path / "game", marking=marking)
    found = replay(tmp_path / "game")
    assert found.differences == []
    assert found.end.board == summary.games[0].board
    assert found.record.result == summary.games[0].board.state


def test_several_games(tmp_path):
    """Of several games, each has a folder of its own."""
    _record(tmp_path / "games", games_wanted=2)
    assert [path.name for path in sorted((tmp_path / "games").iterdir())] == ["01", "02"]
    assert replay(tmp_path / "games" / "02").differences == []


def test_broken_off(tmp_path):
    """A game that was stopped is replayed as far as it goes, and why it was stopped is kept."""
    _record(tmp_path / "game", brake=CountdownBrake(30))
    found = replay(tmp_path / "game")
    assert (found.record.result, found.end, found.differences) == (None, None, [])
    assert found.record.stopped == "stopped by the test"


def test_what_is_kept_of_a_turn(tmp_path):
    """Each turn holds the time it was seen and done, the certain cells, the move and its reason, and guesses' risks."""
    _record(tmp_path / "game")
    record = load_record(tmp_path / "game")
    times = [time for step in record.steps for time in (step.seconds, step.acted) if time is not None]
    assert times == sorted(times)
    for step in record.steps[:-1]:
        advice = solve(step.board, record.header.solver)
        assert step.advice["safe"] == sorted(map(list, advice.safe))
        assert step.advice["mines"] == sorted(map(list, advice.mines))
        assert (step.advice["best"], step.advice["why"]) == (str(advice.best), advice.why)
        assert ("risks" in step.advice) == (not advice.safe)
    assert {tuple(cell[:2]) for cell in record.steps[0].advice["risks"]} == set(solve(record.steps[0].board).risks)


def test_frames_are_kept_to_the_last_bit(tmp_path):
    """Every picture that the loop saw comes back from the record as it was."""
    window = SimulatedWindow(games("beginner", 5), load_theme("demo"))
    game = WindowGame(window, window, hands=Hands(watch=Stopwatch(FakeClock())))
    seen = []

    class Kept(RecordingGame):
        def read(self):
            board = super().read()
            seen.append(game.picture().copy())
            return board

    play(Kept(game, tmp_path / "game", Header("demo", "tiebreak", 0)), solve, Stopwatch(FakeClock()))
    frames = load_record(tmp_path / "game").frames
    assert len(frames) == len(seen) > 2
    assert all(np.array_equal(*pair) for pair in zip(frames, seen, strict=True))


@given(st.data())
def test_a_frame_is_the_one_before_it_and_what_changed(data):
    """Whatever changes between two pictures, also their size, laying it over the first one gives the second."""
    random = np.random.default_rng(data.draw(st.integers(0, 2**32 - 1)))
    before = random.integers(0, 256, (*data.draw(st.tuples(st.integers(1, 9), st.integers(1, 9))), 3), np.uint8)
    now = before.copy()
    for _ in range(data.draw(st.integers(0, 3))):
        now[random.integers(len(now)), random.integers(now.shape[1])] = random.integers(0, 256, 3)
    added = shot(before, now)
    assert np.array_equal(before if added is None else laid(before, added), now)
    assert (added is None) == np.array_equal(before, now)
    whole = shot(before, np.pad(now, ((0, 1), (0, 0), (0, 0))))
    assert whole.at is None
    assert np.array_equal(laid(before, whole)[:-1], now)


@pytest.mark.parametrize(("png", "at"), [(b"", None), (b"no picture", (0, 0)), (None, (5, 5)), (None, (-1, 0))])
def test_a_frame_that_does_not_fit_is_refused(png, at):
    """What is no picture, or lies beyond the frame before it, is an error and no frame."""
    before = np.zeros((6, 6, 3), np.uint8)
    good = shot(None, np.full((2, 2, 3), 9, np.uint8)).png
    with pytest.raises(PictureError):
        laid(before, Shot(good if png is None else png, at))


def test_difference_is_shown(tmp_path):
    """A move that is not the recorded one, an advice that differs, and a board read otherwise, are all told."""
    _record(tmp_path / "game")
    lines = _lines(tmp_path / "game")
    _rewrite(tmp_path / "game", 2, moves=["open 8,8"], advice=lines[2]["advice"] | {"mines": [[4, 4]]})
    _rewrite(tmp_path / "game", 3, board=lines[3]["board"].replace("\n1", "\n2", 1).replace(".", "1", 1))
    differences = replay(tmp_path / "game").differences
    assert any(text.startswith("turn 0") and "recorded was open 8,8" in text for text in differences)
    assert any(text.startswith("turn 0: the certain mines") for text in differences)
    assert any(text.startswith("turn 1: the board is read otherwise") for text in differences)


def test_page(tmp_path):
    """The page holds every frame, every turn and every reason, and needs no other file."""
    _record(tmp_path / "game")
    found = replay(tmp_path / "game")
    save_page(found, tmp_path / "page.html")
    text = (tmp_path / "page.html").read_text()
    assert text.count("data:image/png;base64,") == sum(step.shot is not None for step in found.record.steps)
    assert text.count("<li>") == len(found.record.steps)
    assert all(str(move) in text for step in found.record.steps for move in step.moves or ())
    assert text.count("<rect ") == sum(len(step.moves or ()) for step in found.record.steps)
    assert "No difference." in text
    assert "http" not in text


def test_folder_is_kept(tmp_path):
    """A folder with something in it is not recorded over."""
    (tmp_path / "mine.txt").write_text("dear")
    window = SimulatedWindow(games("beginner", 5), load_theme("demo"))
    with pytest.raises(RecordError, match="not empty"):
        RecordingGame(WindowGame(window, window), tmp_path, Header("demo", "tiebreak", 0))


def _missing(folder):
    (folder / JOURNAL).unlink()


def _no_json(folder):
    (folder / JOURNAL).write_text("{\n{}\n")


def _other_version(folder):
    _rewrite(folder, 0, format=1)


def _unknown_field(folder):
    _rewrite(folder, 0, speed="high")


def _no_frame(folder):
    (folder / "001.png").unlink()


def _cut_frame(folder):
    frame = folder / "001.png"
    frame.write_bytes(frame.read_bytes()[:20])


def _frame_elsewhere(folder):
    _rewrite(folder, 1, frame="../000.png")


def _no_move(folder):
    _rewrite(folder, 2, moves=["jump 3,4"])


def _no_turns(folder):
    (folder / JOURNAL).write_text(json.dumps(_lines(folder)[0]) + "\n")


@pytest.mark.parametrize(
    "damage",
    [
        _missing,
        _no_json,
        _other_version,
        _unknown_field,
        _no_frame,
        _cut_frame,
        _frame_elsewhere,
        _no_move,
        _no_turns,
    ],
)
def test_damaged(tmp_path, damage):
    """A folder that holds no whole recording is refused with a sentence."""
    _record(tmp_path / "game")
    damage(tmp_path / "game")
    with pytest.raises(RecordError, match="record"):
        replay(tmp_path / "game")


def test_every_beginning_of_a_record_is_a_record(tmp_path):
    """Wherever the writing ends, be it within a line, all turns before it are read, and replay without a difference."""
    _record(tmp_path / "game")
    journal = tmp_path / "game" / JOURNAL
    whole = journal.read_bytes()
    first = whole.index(b"\n", whole.index(b"\n") + 1) + 1  # where the first look ends
    steps = len(load_record(tmp_path / "game").steps)
    for end in [first, first + 1, len(whole) // 2, len(whole) - 1]:
        journal.write_bytes(whole[:end])
        found = replay(tmp_path / "game")
        assert found.differences == []
        assert len(found.record.steps) <= steps
    journal.write_bytes(whole)
    assert len(load_record(tmp_path / "game").steps) == steps


_ENDLESS = """
import sys, time
from pathlib import Path
from minebot.play.levels import games
from minebot.play.session import Plan, play_games
from minebot.play.timing import Stopwatch, SystemClock
from minebot.play.window import Hands, WindowGame
from minebot.testing import SimulatedWindow
from minebot.vision.themes.folders import load_theme

window = SimulatedWindow(games("expert", 3), load_theme("demo"))
watch = Stopwatch(SystemClock())
plan = Plan(games=1000, record=Path(sys.argv[1]))
summary = play_games(WindowGame(window, window, hands=Hands(watch=watch)), plan, watch, lambda _: None)
print(len(window.mouse.clicks), summary.error)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL there")
def test_a_kill_leaves_a_readable_record(tmp_path):
    """Killed without a warning in mid-game, the record replays without a difference up to the last line."""
    process = subprocess.Popen([sys.executable, "-c", _ENDLESS, str(tmp_path / "games")], stderr=subprocess.DEVNULL)
    journal = tmp_path / "games" / "01" / JOURNAL
    try:
        while not (journal.exists() and journal.read_bytes().count(b"\n") > 6):
            assert process.poll() is None
    finally:
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    last = max((tmp_path / "games").iterdir())
    found = replay(last if load_lines(last) > 1 else tmp_path / "games" / "01")
    assert found.differences == []
    assert found.turns


def load_lines(folder):
    """How many whole lines a record has."""
    journal = folder / JOURNAL
    return journal.read_bytes().count(b"\n") if journal.exists() else 0


@pytest.mark.skipif(sys.platform == "win32", reason="the size of files cannot be limited there")
@pytest.mark.parametrize("room", [3_000, 6_000])
def test_a_full_disk_stops_the_play_before_the_next_click(tmp_path, room):
    """What cannot be recorded is not played: one sentence, no click after it, and what was written is readable."""
    code = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({room}, {room}))" + _ENDLESS
    code = code.replace('games("expert"', 'games("beginner"')
    folder = tmp_path / "games"
    done = subprocess.run([sys.executable, "-c", code, str(folder)], capture_output=True, text=True, check=True)
    clicks, _, error = done.stdout.strip().partition(" ")
    assert "cannot be recorded" in error
    assert "make room" in error
    recorded = [load_record(each) for each in sorted(folder.iterdir()) if load_lines(each) > 1]
    done_moves = sum(len(step.moves or ()) for record in recorded for step in record.steps)
    assert int(clicks) <= done_moves


def test_simulation_is_played_by_the_same_loop():
    """The loop does not know a window from a simulation."""
    assert play(games("beginner", 5)(), solve, Stopwatch(FakeClock())).board.state != "playing"
