"""The pages of docs/ show what their commands print, and the pictures that they draw."""

import importlib.util
import shlex
import sys
from pathlib import Path

import numpy as np
import pytest
from test_read import silent_misreads

from minebot.solver import SIMPLER
from minebot.vision.picture import load_picture

ROOT = Path(__file__).parents[1]
PAGES = sorted((ROOT / "docs").glob("*.md"))


def script(name: str):
    """A script of docs/, as a module."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "docs" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # where dataclasses look for it
    spec.loader.exec_module(module)
    return module


refresh, confusions = script("refresh"), script("confusions")

BLOCKS = [match for page in PAGES for match in refresh.BLOCK.finditer(page.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block["command"])
def test_a_page_shows_what_its_command_prints(block, monkeypatch, tmp_path):
    """To the letter; and a picture that it draws is the one beside the page."""
    monkeypatch.chdir(ROOT)
    words = shlex.split(block["command"])
    drawn = tmp_path / "drawn.png"
    beside = ROOT / words[words.index("--picture") + 1] if "--picture" in words else None
    words = [
        str(drawn) if beside is not None and word == words[words.index("--picture") + 1] else word for word in words
    ]
    assert refresh.printed(shlex.join(words)) == block["printed"]
    if beside is not None:
        assert np.array_equal(load_picture(drawn), load_picture(beside))


def test_every_solver_has_a_worked_position():
    """Each rung of the ladder is shown at work by a command of its own."""
    shown = {
        words[words.index("--solver") + 1] for block in BLOCKS if "--solver" in (words := block["command"].split())
    }
    assert set(SIMPLER) <= shown


@pytest.fixture(scope="module")
def drawn():
    """The confusions of the page: a second to draw, and so not while tests are collected."""
    return dict(confusions.confusions())


@pytest.mark.parametrize("name", "abcdef")
def test_what_is_confused_is_what_the_page_says(name, drawn):
    """One board in silence, for a smaller one; one not found; of the others no cell is wrong and not doubtful."""
    reading, shown = drawn[name].read(), drawn[name].board
    if name == "d":
        assert reading is None
    elif name == "a":
        assert (reading.board.width, reading.board.height, reading.doubtful) == (shown.width, shown.height - 1, ())
    else:
        assert 0 < len(reading.doubtful) < len(shown.cells)
        assert not silent_misreads(reading, shown)


def test_every_picture_of_the_docs_is_on_a_page():
    """And every picture that a page, or the README, names is there."""
    pages = [*PAGES, ROOT / "README.md"]
    text = "".join(page.read_text(encoding="utf-8") for page in pages)
    for picture in (ROOT / "docs").rglob("*.png"):
        assert picture.relative_to(ROOT / "docs").as_posix() in text
