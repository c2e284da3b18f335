"""Real programs learned by playing them, as if their themes were not known; then read by what was learned."""

import json

import pytest
from programs import size

from minebot.vision.read import read_picture
from minebot.vision.screen import MssScreen
from minebot.vision.themes.folders import load_theme, read_theme


@pytest.mark.parametrize(
    ("program", "options"),
    [("sgt", ["--restart-key", "n"]), ("xdemineur", [])],
)
def test_learns_a_window_and_reads_it(stage, minebot, tmp_path, program, options):
    """Five games teach the numbers and the flag; the theme then reads the window as the shipped one does."""
    level = "intermediate"
    width, height, _ = size(program, level)
    order = ["--name", "mine", "--theme-dir", str(tmp_path), "--json"]
    lesson = ["--size", f"{width}x{height}", *options]
    with stage(program, level) as (display, _):
        process = minebot(display, "learn", *order, *lesson)
        output, errors = process.communicate(timeout=180)
        assert process.returncode == 0, errors
        with MssScreen(display) as screen:
            picture = screen.grab().bgr
    document = json.loads(output)
    assert {"covered", "open", "1", "2", "3", "flag"} <= set(document["symbols"])
    (ours,) = read_picture(picture, [read_theme(tmp_path / "mine")])
    (shipped,) = read_picture(picture, [load_theme(program)])
    assert ours.theme.name == "mine"
    assert ours.board.rows == shipped.board.rows
    assert ours.doubtful == shipped.doubtful == ()


def test_an_unknown_window_is_asked_for_by_size(stage, minebot, tmp_path):
    """A window that a theme reads is not learned unasked, and nothing is clicked."""
    with stage("sgt", "beginner") as (display, _):
        process = minebot(display, "learn", "--name", "mine", "--theme-dir", str(tmp_path))
        _, errors = process.communicate(timeout=180)
    assert process.returncode == 1
    assert "--size" in errors
    assert list(tmp_path.iterdir()) == []
