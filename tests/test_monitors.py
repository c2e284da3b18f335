"""Monitors: places left of the main one, scales of their own, captures of all together at another scale."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from minebot.geometry import Lattice, Pixel, Point, Rect
from minebot.play.bot import play
from minebot.play.find import Wish, find_board
from minebot.play.levels import games
from minebot.play.timing import Stopwatch
from minebot.play.window import Hands, WindowGame
from minebot.solver import solve
from minebot.testing import FakeClock, MonitorWindow
from minebot.vision.screen import Image
from minebot.vision.themes.folders import load_theme
from minebot.watch.watcher import PACE, Watcher


def _window(origin, scale, overview=None, pitch=None):
    window = MonitorWindow(games("beginner", 4), load_theme("demo"), pitch or round(24 * scale))
    window.origin, window.scale, window.overview = Point(*origin), scale, overview
    return window


_PLACES = [
    ((-1920, -300), 1, None),
    ((-1367, 11), 1.5, None),
    ((2560, -1), 2, None),
    ((-733, -501), 2, 1),
    ((0, 0), 1.25, None),
    ((-1100, 0), 1.5, 1),
]


@pytest.mark.parametrize(("origin", "scale", "overview"), _PLACES)
def test_plays_on_any_monitor(origin, scale, overview):
    """Games are played to their end by clicks that all hit their cells, wherever the monitor lies, at its scale."""
    window = _window(origin, scale, overview)
    watch = Stopwatch(FakeClock())
    game = WindowGame(window, window, hands=Hands(watch=watch))
    for _ in range(2):
        record = play(game, solve, watch)
        assert record.board == window.board
        game.restart()


@pytest.mark.parametrize(("origin", "scale", "overview"), _PLACES)
def test_every_cell_is_where_the_click_goes(origin, scale, overview):
    """The point of each cell lies in the middle half of it, in the pixels of its monitor."""
    window = _window(origin, scale, overview)
    frame = find_board(window, Wish())
    for cell in ((0, 0), (8, 0), (4, 4), (0, 8), (8, 8)):
        at = frame.point(cell)
        for place, begin, corner, number in zip(at, window.origin, window.corner, cell, strict=True):
            within = ((place + 0.5 - begin) * scale - corner) / window._pitch - number
            assert 0.25 < within < 0.75


@pytest.mark.parametrize(("origin", "scale", "overview"), _PLACES)
def test_watches_on_any_monitor(origin, scale, overview):
    """The view tells where the board lies on the screen, in points."""
    window = _window(origin, scale, overview)
    clock = FakeClock()
    watcher = Watcher(window, Wish(), solve, clock)
    for _ in range(4):
        view = watcher.look()
        clock.sleep(PACE)
    assert view.board == window.board
    truth = [origin[0] + 60 / scale, origin[1] + 120 / scale, 9 * window._pitch / scale, 9 * window._pitch / scale]
    assert [view.place.x, view.place.y, view.place.w, view.place.h] == pytest.approx(truth, abs=2)


@given(
    st.integers(-4000, 4000),
    st.integers(-3000, 3000),
    st.sampled_from([1.0, 1.25, 1.5, 2.0, 3.0]),
    st.integers(0, 299),
    st.integers(0, 199),
)
def test_a_pixel_lies_in_its_point(left, top, scale, x, y):
    """The middle of a pixel and the point that it turns into are at the same place, also where places are negative."""
    pixels = np.zeros((round(200 * scale), round(300 * scale), 3), np.uint8)
    image = Image(pixels, Rect(left, top, 300, 200))
    across, down = (x + 0.5) * scale, (y + 0.5) * scale
    assert image.to_point(Pixel(across, down)) == Point(left + x, top + y)
    assert image.to_point(Lattice(x * scale, y * scale, scale, scale, 1, 1).centre((0, 0))) == Point(left + x, top + y)
