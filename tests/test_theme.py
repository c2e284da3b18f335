"""Themes: what ships is whole, and what is malformed is refused."""

from pathlib import Path

import numpy as np
import pytest

from minebot.errors import ThemeError
from minebot.vision.picture import save_picture
from minebot.vision.theme import SYMBOL_CODES, load_theme, load_themes, read_theme, templates_folder

THEMES = [theme.name for theme in load_themes()]

HEADER = 'name = "t"\ntitle = "T"\nsource = "drawn here"\n'


@pytest.mark.parametrize("name", THEMES)
def test_shipped_theme_is_whole(name: str):
    """Every shipped theme has the symbols of a game, lies in a folder of its name and says where it is from."""
    theme = load_theme(name)
    needed = {"covered", "open", "flag", *"1234567"}
    assert needed <= {symbol.partition(".")[0] for symbol in theme.symbols}
    assert theme.name == name
    assert len(theme.source) > 20


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("size", [13, 16, 21, 32])
def test_symbols_can_be_told_apart(name: str, size: int):
    """No two symbols of a theme that mean different things look alike at any size."""
    templates = load_theme(name).templates(size)
    distances = templates.distances(templates.pixels)
    different = templates.codes[:, None] != templates.codes[None, :]
    assert distances[different].min() > 3


def test_unknown_theme_names_the_known():
    """Asking for a theme that does not exist tells which ones do."""
    with pytest.raises(ThemeError, match="classic"):
        load_theme("nonesuch")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("name = ", "cannot be read"),
        ('name = "t"', "does not say its title"),
        (HEADER, "has no picture for"),
        (HEADER + '[colours]\nred = "crimson"', "no colour"),
        (HEADER + '[colours]\nred = "#ff0000"\n[shapes]\na = [{ box = [0, 0, 1], fill = "red" }]', "polygon"),
        (HEADER + '[shapes]\na = [{ box = [0, 0, 1, 1], fill = "red" }]', "fill"),
        (HEADER + '[symbols]\nopen = ["nothing"]', "does not describe"),
    ],
)
def test_malformed_description_is_refused(tmp_path: Path, text: str, says: str):
    """A theme.toml that is cut off, incomplete or contradictory is refused with a sentence."""
    (tmp_path / "theme.toml").write_text(text)
    with pytest.raises(ThemeError, match=says):
        read_theme(tmp_path)


@pytest.mark.parametrize(("file", "side"), [("nine", 16), ("covered", 15)])
def test_foreign_pictures_are_refused(tmp_path: Path, file: str, side: int):
    """A picture that is named after no symbol, or has another size than its folder says, is refused."""
    (tmp_path / "theme.toml").write_text(HEADER)
    (tmp_path / "16").mkdir()
    save_picture(tmp_path / "16" / f"{file}.png", np.zeros((side, side, 3), np.uint8))
    with pytest.raises(ThemeError, match=f"{file}.png"):
        read_theme(tmp_path)


def test_templates_are_found():
    """The templates folder is found, and every theme folder in it is loaded."""
    assert len(THEMES) == len(list(templates_folder().glob("*/theme.toml"))) >= 2


def test_symbols_have_codes():
    """Every symbol stands for another code."""
    assert len(set(SYMBOL_CODES.values())) == len(SYMBOL_CODES)
