"""Themes: what ships is whole, and what is malformed is refused."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from minebot.board import Board
from minebot.errors import ThemeError
from minebot.geometry import Lattice
from minebot.vision.cells import Cutter, match
from minebot.vision.draw import draw_board
from minebot.vision.picture import load_picture, save_picture
from minebot.vision.theme import SYMBOL_CODES, SYMBOLS
from minebot.vision.themes.folders import load_theme, load_themes, read_theme, templates_folder, theme_names

THEMES = theme_names()

SLANTED = ("kmines-green", "kmines-graveyard")
"""Their digits lean on signs and are four pixels wide in cells of 13."""

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
    assert distances[different].min() > (2 if name in SLANTED and size < 20 else 3)


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
        (HEADER + "[lettering]\nbox = [1, 2]", "lettering"),
        (HEADER + '[colours]\nred = { from = "#ff0000" }', "no colour"),
        (HEADER + 'base = "nowhere"', "cannot be read"),
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
    """The templates folder is found, and every theme folder in it is loaded, on its own or as a part of another."""
    gathered = [name for theme in load_themes() for name in (theme.name, *theme.also)]
    assert sorted(gathered) == list(THEMES)
    assert len(THEMES) == len(list(templates_folder().glob("*/theme.toml"))) >= 2


def _write(folder: Path, text: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "theme.toml").write_text(HEADER + text)
    return folder


PLAIN = """
[colours]
red = "#ff0000"
blue = "#0000ff"
[shapes]
plain = [{ box = [0, 0, 16, 16], fill = "red" }]
[symbols]
covered = ["plain"]
open = ["plain"]
1 = ["plain"]
2 = ["plain"]
3 = ["plain"]
4 = ["plain"]
flag = ["plain"]
mine = ["plain"]
"""


def test_a_theme_takes_over_its_base(tmp_path: Path):
    """What a description does not say is that of its base, and an empty list takes a symbol away."""
    _write(tmp_path / "base", PLAIN)
    text = 'base = "base"\n[colours]\nred = "#00ff00"\n[symbols]\nmine = []\n'
    theme = read_theme(_write(tmp_path / "child", text))
    assert set(theme.symbols) == {"covered", "open", "1", "2", "3", "4", "flag"}
    assert theme.tile("covered", 8)[4, 4].tolist() == [0, 255, 0]


@pytest.mark.parametrize(
    ("shades", "expected"),
    [
        ('"#ff0000"', [[0, 0, 255]]),
        ('["#ff0000", "#00ff00"]', [[0, 0, 255], [0, 255, 0]]),
        ('{ from = "#000000", to = "#0000ff", steps = 3 }', [[0, 0, 0], [128, 0, 0], [255, 0, 0]]),
    ],
)
def test_a_symbol_is_drawn_in_every_shade(tmp_path: Path, shades: str, expected: list[list[int]]):
    """A colour with shades gives a picture for each of them, in their order."""
    theme = read_theme(_write(tmp_path / "t", PLAIN.replace('"#ff0000"', shades)))
    assert [theme.tile(name, 8)[4, 4].tolist() for name in theme.shades("covered")] == expected


def test_shades_go_over_the_board(tmp_path: Path):
    """Shades take turns from cell to cell where the theme is chequered, and else go from corner to corner."""
    shaded = PLAIN.replace('"#ff0000"', '["#ff0000", "#00ff00"]')
    board = Board.covered(4, 4)
    chequered = draw_board(board, read_theme(_write(tmp_path / "a", "chequered = true\n" + shaded)), 8)[4::8, 4::8, 1]
    sloped = draw_board(board, read_theme(_write(tmp_path / "b", shaded)), 8)[4::8, 4::8, 1]
    assert (chequered // 255).tolist() == [[(x + y) % 2 for x in range(4)] for y in range(4)]
    assert (sloped // 255).tolist() == [[int(x + y >= 3) for x in range(4)] for y in range(4)]


LOOKS = """
[looks]
won = { red = "#00ff00" }
lost = { blue = "#000000" }
"""


def test_a_look_is_drawn_in_other_colours(tmp_path: Path):
    """Each symbol that uses a colour of a look is drawn in it as well, unless the symbols name it, or take it away."""
    own = '"1.won" = ["sea"]\n"2.won" = []\n'
    text = PLAIN.replace("[shapes]", '[shapes]\nsea = [{ box = [0, 0, 16, 16], fill = "blue" }]') + own + LOOKS
    theme = read_theme(_write(tmp_path / "base", text))
    assert {"open.won", "mine.won", "1.won"} <= set(theme.symbols)
    assert not {"2.won", "open.lost"} & set(theme.symbols)
    assert theme.tile("open.won", 8)[4, 4].tolist() == [0, 255, 0]
    assert theme.tile("1.won", 8)[4, 4].tolist() == [255, 0, 0]
    child = read_theme(_write(tmp_path / "child", 'base = "base"\n[looks]\nwon = {}\n'))
    assert "open.won" not in child.symbols


@pytest.mark.parametrize("by", [(0.0, 0.8), (-0.5, -0.5)])
def test_digits_may_stand_elsewhere(by: tuple[float, float]):
    """A digit that stands a fraction of a pixel off, as fonts are laid, is as near to its theme as at its place."""
    sgt = load_theme("sgt")
    still, swaying = (replace(sgt, sway=sway).templates(16) for sway in ((), (by,)))
    lattice = Lattice(*by, 16, 16, 1, 1)
    for number in "1234567":
        ground, tile = sgt.tile("open", 16), sgt.tile(number, 16)
        moved = Cutter.of(np.pad(tile, ((8, 8), (8, 8), (0, 0)), mode="edge"), lattice)
        cell = moved.cut(lattice.moved(8 - 2 * by[0], 8 - 2 * by[1]), np.array([0])).reshape(16, 16, 3)
        cell[:2], cell[:, :2] = ground[:2], ground[:, :2]
        flat = cell.reshape(1, -1)
        assert swaying.distances(flat).min() < 0.5 * still.distances(flat).min()


CAPTURED = sorted((Path(__file__).parents[1] / "fixtures" / "cells" / "sgt" / "20").glob("*.png"))


@pytest.mark.parametrize("path", CAPTURED, ids=lambda path: path.stem)
def test_a_drawn_theme_fits_its_program(path: Path):
    """Every cell that was captured from sgt-mines is most like the drawing of what it shows."""
    matches = match(load_picture(path).reshape(1, -1).astype(np.float32), load_theme("sgt").templates(20))
    assert SYMBOLS[int(matches.codes[0])] == path.name.partition(".")[0]
    assert matches.ratios[0] < 0.7


def test_other_looks_belong_to_one_theme():
    """The looks of GNOME Mines, which nobody can tell apart on a fresh board, are read by one theme."""
    names = [theme.name for theme in load_themes()]
    theme = load_theme("gnome")
    assert theme.also
    assert not set(theme.also) & set(names)
    assert {f"3.{name}" for name in theme.also} <= set(theme.symbols)
    assert {f"open.over.{name}" for name in ("gnome-classic",)} <= theme.losing & set(theme.symbols)


def test_a_symbol_leads_by_its_share_of_what_lies_between_two():
    """Noise takes nothing from the margin of a symbol; what is half way between two has none."""
    templates = load_theme("classic").templates(24)
    one, two = (templates.pixels[templates.symbols.index(symbol)] for symbol in ("1", "2"))
    noise = np.random.default_rng(2).normal(0, 20, one.shape).astype(np.float32)
    matches = match(np.stack([one, one + noise, 0.5 * (one + two)]), templates)
    assert matches.margins[0] == pytest.approx(1, abs=0.01)
    assert matches.distances[1] > 15
    assert matches.margins[1] == pytest.approx(1, abs=0.1)
    assert matches.margins[2] < 0.05


def test_the_rim_counts_for_little():
    """Where the rim of a cell depends on its neighbours, a change there moves it less than one inside."""
    templates = load_theme("google").templates(40)
    cell = templates.pixels[:1].reshape(40, 40, 3).copy()
    rim, inside = cell.copy(), cell.copy()
    rim[:3] += 60
    inside[18:21] += 60
    apart = [float(templates.distances(changed.reshape(1, -1))[0, 0]) for changed in (cell, rim, inside)]
    assert apart[0] < 1
    assert apart[1] < 0.4 * apart[2]


def test_symbols_have_codes():
    """Every symbol stands for another code."""
    assert len(set(SYMBOL_CODES.values())) == len(SYMBOL_CODES)


@pytest.mark.parametrize("symbol", ["flag", "question"])
def test_marks_of_cells_that_are_a_pixel_wider_are_drawn_larger(symbol: str):
    """GNOME Mines' first columns are; its classic look has pictures of its own, of one size."""
    theme = load_theme("gnome")
    covered, usual, wide = (theme.tile(name, 25) for name in ("covered", symbol, f"{symbol}.wide"))
    assert 1.1 < cv2.absdiff(wide, covered).sum() / cv2.absdiff(usual, covered).sum() < 1.25
    assert f"{symbol}.wide" not in load_theme("gnome-classic").symbols
