"""Pictures in few colours, as GIF and 8-bit PNG keep them."""

import random

import numpy as np
import pytest
from desktops import in_few_colours, on_busy_desktop
from scenes import played, scene

from minebot.board import Board
from minebot.vision.draw import draw_board
from minebot.vision.read import read_picture
from minebot.vision.themes.folders import load_theme
from minebot.vision.themes.palette import Palette

LIGHT, PALE = 150, (163, 215, 221)  # of KMines' grounds; and what 128 colours made of that of the exploded mine


def test_a_palette_has_all_colours_of_its_picture_and_no_other():
    """Every colour that is in the picture is its own nearest one, however few pixels have it."""
    picture = in_few_colours(scene(1, load_theme("windows7"), 24)[0], 90)
    palette = Palette.of(picture)
    assert palette is not None
    assert len(palette.colours) == len(np.unique(picture.reshape(-1, 3), axis=0))
    assert (palette.nearest(picture) == picture).all()


def test_other_colours_become_the_nearest():
    """What the picture has no colour for is the colour of it that is the least far off."""
    palette = Palette(np.array([[0, 0, 0], [200, 0, 0], [0, 0, 250]], np.uint8))
    tile = np.array([[[90, 0, 0], [120, 10, 10], [0, 40, 255]]], np.uint8)
    assert palette.nearest(tile).tolist() == [[[0, 0, 0], [200, 0, 0], [0, 0, 250]]]


def test_what_is_not_in_the_picture_keeps_its_colours():
    """A symbol for which the picture has no colours is not drawn in others: it could look like anything else."""
    palette = Palette(np.array([[60, 60, 60], [192, 192, 192]], np.uint8))
    near, far = (np.full((8, 8, 3), shade, np.uint8) for shade in (70, 120))
    assert (palette.seen(near) == 60).all()
    assert (palette.seen(far) == 120).all()


def test_what_is_like_nothing_else_in_other_colours_takes_them():
    """A symbol that is far off in the colours of the picture, and yet like none but itself, is there in them."""
    palette = Palette(np.array([[60, 60, 60], [192, 192, 192], [110, 0, 250]], np.uint8))
    red, dark = np.full((8, 8, 3), (0, 0, 250), np.uint8), np.full((8, 8, 3), 70, np.uint8)
    assert (palette.seen(red, [dark]) == (110, 0, 250)).all()
    assert (palette.seen(red, [dark, np.full((8, 8, 3), (110, 40, 250), np.uint8)]) == red).all()


def test_most_pictures_have_no_palette():
    """A picture of more than 256 colours has none, even where few of its pixels have the others."""
    noise = np.random.default_rng(1).integers(0, 256, (40, 40, 3), np.uint8)
    assert Palette.of(noise) is None
    rare = np.zeros((600, 800, 3), np.uint8)
    rare[7, :300, 0], rare[7, :300, 1] = np.arange(300) % 256, np.arange(300) // 256
    assert Palette.of(rare) is None
    assert Palette.of(np.zeros((40, 40, 3), np.uint8)) is None


@pytest.mark.parametrize(
    ("name", "pitch", "seed"), [("kmines-graveyard", 76, 7), ("kmines-graveyard", 76, 8), ("kmines", 28, 2)]
)
def test_what_lost_its_colours_is_read_by_those_that_are_left(name: str, pitch: int, seed: int):
    """A rare symbol whose colours were lost is read right, and without a doubt."""
    luck, theme = random.Random(seed), load_theme(name)
    board = played(luck, (12, 9), 20, frozenset(theme.symbols))
    picture = in_few_colours(on_busy_desktop(luck, draw_board(board, theme, pitch))[0], 128)
    (reading,) = read_picture(picture)
    assert (reading.theme.name, reading.board.rows, reading.doubtful) == (name, board.rows, ())
    assert reading.theme.palette is None


@pytest.mark.parametrize("others", [0, 1, 5])
def test_the_mine_that_exploded_is_no_other_mine_in_a_colour_that_is_left(others: int):
    """Where its ground became one that is nearer to that of other mines, it is doubtful, alone or among those."""
    mines = ["*"] * others + ["#"] * (8 - others)
    shown = "#########\n" * 3 + "#*#######\n" + "#" + "".join(mines) + "\n" + "###F#####\n" * 2
    drawn = draw_board(Board.parse(shown), load_theme("kmines"), 28)
    exploded = drawn[3 * 28 : 4 * 28, 28 : 2 * 28]
    exploded[exploded.min(2) > LIGHT] = PALE
    (reading,) = read_picture(np.pad(drawn, ((40, 40), (50, 50), (0, 0)), constant_values=90))
    assert reading.in_doubt()[reading.board.index((1, 3))]
    assert np.count_nonzero(reading.in_doubt()) == 1
