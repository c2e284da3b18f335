"""`minebot read` as its user meets it."""

import json
from pathlib import Path

import pytest
from scenes import scene
from typer.testing import CliRunner

from minebot import cli
from minebot.vision.picture import load_picture, save_picture
from minebot.vision.theme import load_theme


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
    """With --overlay the reading is drawn over a copy of the picture."""
    (tmp_path / "out").mkdir()
    assert run(shot, "--overlay", tmp_path / "out").exit_code == 0
    assert load_picture(tmp_path / "out" / "shot.1.png").shape[2] == 3


def test_unknown_theme(shot: Path):
    """A theme that does not exist is refused, and the known ones are named."""
    result = run(shot, "--theme", "nonesuch")
    assert result.exit_code == 1
    assert "classic" in result.stderr
