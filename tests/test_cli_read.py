"""`minebot read` as its user meets it."""

import json
import signal
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from recordings import game_boards, half_drawn, held, on_screen, save_animation, with_life
from scenes import scene
from typer.testing import CliRunner

from minebot import cli
from minebot.geometry import Rect
from minebot.reading import sources
from minebot.terminal import region_of
from minebot.vision.picture import load_picture, save_picture
from minebot.vision.screen import PictureScreen
from minebot.vision.themes.folders import load_theme


@pytest.fixture
def shot(tmp_path: Path) -> Path:
    """A screenshot with one board."""
    save_picture(tmp_path / "shot.png", scene(4, load_theme("classic"), 20)[0])
    return tmp_path / "shot.png"


def run(*arguments: object):
    """Run the command; what it printed and its exit code."""
    return CliRunner().invoke(cli.app, ["read", *map(str, arguments)])


def test_text(shot: Path):
    """The board is printed with its theme, place and state."""
    result = run(shot)
    _, board, bbox = scene(4, load_theme("classic"), 20)
    assert result.exit_code == 0
    assert result.stdout.splitlines()[:2] == ["theme: classic", "bbox: " + " ".join(map(str, bbox))]
    assert result.stdout.rstrip().endswith("\n".join(board.rows))


def test_json_is_a_line_a_picture(shot: Path, tmp_path: Path):
    """Each picture gets a JSON line, one that failed as well; a failure is exit code 1 and a sentence."""
    (tmp_path / "empty.png").touch()
    result = run("--json", shot, tmp_path / "empty.png", tmp_path / "none.png", tmp_path)
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [line["error"] is None for line in lines] == [True, False, False, False]
    assert [len(line["boards"]) for line in lines] == [1, 0, 0, 0]
    assert result.exit_code == 1
    assert result.stderr.count("minebot: ") == 3
    assert "Traceback" not in result.output


def test_picture_without_board(tmp_path: Path):
    """A picture without a board is no error: it has none."""
    save_picture(tmp_path / "a.png", scene(4, load_theme("classic"), 20)[0][:20])
    assert (run(tmp_path / "a.png").exit_code, run(tmp_path / "a.png").stdout) == (0, "no board found\n")


def test_overlay(shot: Path, tmp_path: Path):
    """With --overlay the reading is drawn over a copy of the picture, in a folder that is made where it is missing."""
    assert run(shot, "--overlay", tmp_path / "out").exit_code == 0
    assert load_picture(tmp_path / "out" / "shot.1.png").shape[2] == 3


def test_overlay_takes_no_picture(shot: Path, tmp_path: Path):
    """A picture's name is refused before anything is read: a folder of that name would surprise."""
    result = run(shot, "--overlay", tmp_path / "out.png")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "folder" in result.stderr
    assert not (tmp_path / "out.png").exists()


def test_unknown_theme(shot: Path):
    """A theme that does not exist is refused, and the known ones are named."""
    result = run(shot, "--theme", "nonesuch")
    assert result.exit_code == 1
    assert "classic" in result.stderr


def test_a_recording_is_a_line_a_settled_frame(tmp_path: Path):
    """With --json each state that stood still has a line, with the index and time of the frame that showed it first."""
    boards = game_boards(2)
    pictures = [on_screen(board) for board in boards]
    save_animation(tmp_path / "a.gif", [*held(pictures[:1], 3), half_drawn(*pictures), *held(pictures[1:], 3)])
    result = run(tmp_path / "a.gif", "--json", "--theme", "classic")
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [line["boards"][0]["cells"] for line in lines] == [board.rows for board in boards]
    assert [line["seconds"] for line in lines] == [0, 0.4]
    assert [line["frame"] for line in lines] == [0, 2]  # equal frames of a GIF are one
    assert result.exit_code == 0
    text = run(tmp_path / "a.gif", "--theme", "classic").stdout
    assert [line for line in text.splitlines() if "frame" in line] == ["frame: 0 at 0.00 s", "frame: 2 at 0.40 s"]


def test_a_recording_without_board(tmp_path: Path):
    """A recording in which no board stands still has one line, without any."""
    save_animation(tmp_path / "a.gif", [np.full((60, 60, 3), grey, np.uint8) for grey in (0, 90, 180)])
    result = run(tmp_path / "a.gif", "--json")
    assert json.loads(result.stdout) == {"file": str(tmp_path / "a.gif"), "error": None, "boards": []}


@pytest.mark.parametrize(
    "arguments", [[], ["a.png", "--screen"], ["--clipboard", "--screen"], ["--region", "9x9+0+0", "--screen"]]
)
def test_one_kind_of_source(arguments: list[str]):
    """Files, the clipboard, the screen or a region: none of them, or two, is wrong usage."""
    result = run(*arguments)
    assert result.exit_code == 2
    assert "picture files" in result.stderr


@pytest.mark.parametrize("text", ["", "9x9", "0x9+1+1", "9x9+1", "9x9 1 1", "axb+1+1", "9x99+1", "9x9+1+1+1"])
def test_what_is_no_region(text: str):
    """A region that cannot be is wrong usage, and one that can be is shown."""
    result = run("--region", text)
    assert result.exit_code == 2
    assert "800x600+100+50" in result.stderr


@given(st.builds(Rect, *[st.integers(-9999, 9999)] * 2, *[st.integers(1, 9999)] * 2))
def test_a_region_reads_as_it_prints(region: Rect):
    """The text of a region names the region, also left of the main monitor and above it."""
    assert region_of(str(region)) == region


def test_screen_without_display(monkeypatch: pytest.MonkeyPatch):
    """Where there is no screen to see, a sentence says so."""
    monkeypatch.delenv("DISPLAY", raising=False)
    result = run("--screen", "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["file"] == "screen"
    assert "screen cannot be captured" in result.stderr


def test_screen_and_region(monkeypatch: pytest.MonkeyPatch):
    """The whole screen is looked at, or the part of it that was asked for."""
    picture, board, (x, y, width, height) = scene(4, load_theme("classic"), 20)
    monkeypatch.setattr(sources, "MssScreen", lambda: nullcontext(PictureScreen([picture])))
    whole = json.loads(run("--screen", "--json").stdout)
    part = json.loads(run("--region", f"{width + 20}x{height + 20}+{x - 5}+{y - 10}", "--json").stdout)
    assert whole["boards"][0]["bbox"] == [x, y, width, height]
    assert part["boards"][0]["bbox"] == [5, 10, width, height]
    assert part["boards"][0]["cells"] == board.rows


def test_clipboard(monkeypatch: pytest.MonkeyPatch):
    """The picture on the clipboard is read as a file is."""
    picture, board, _ = scene(4, load_theme("classic"), 20)
    monkeypatch.setattr(sources, "clipboard_picture", lambda: picture)
    document = json.loads(run("--clipboard", "--json").stdout)
    assert document["file"] == "clipboard"
    assert document["boards"][0]["cells"] == board.rows


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent in another way there")
def test_ctrl_c_keeps_what_was_printed(tmp_path: Path):
    """Stopped in the middle of a recording: exit code 130, a sentence, and the lines so far."""
    pictures = [on_screen(board) for board in game_boards(2)]
    save_animation(tmp_path / "a.webp", list(with_life(pictures * 60)), milliseconds=500)
    command = [sys.executable, "-m", "minebot", "read", "--json", str(tmp_path / "a.webp")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        first = process.stdout.readline()
        process.send_signal(signal.SIGINT)
        rest, said = process.communicate()
    assert process.returncode == 130
    assert "stopped by the user" in said
    assert "Traceback" not in said
    assert all(json.loads(line)["error"] is None for line in [first, *rest.splitlines()])
