"""Recordings of games: each state of the board once, nothing that is only passing."""

from pathlib import Path

import numpy as np
import pytest
from recordings import (
    LEFT,
    PITCH,
    TOP,
    fade,
    game_boards,
    half_drawn,
    held,
    on_screen,
    save_animation,
    save_video,
    with_life,
)

from minebot.geometry import Lattice
from minebot.vision.read import read_picture
from minebot.vision.settled import difference, settled
from minebot.vision.sources.recording import Frame, frames
from minebot.vision.themes.folders import load_theme

BOARDS = game_boards(3)
SCREENS = [on_screen(board) for board in BOARDS]
EMPTY = np.full_like(SCREENS[0], 120)


def read(picture):
    """The boards of the one theme that is drawn here."""
    return read_picture(picture, [load_theme("classic")])


def states(found):
    """For each settled frame its index, and which of the boards it shows without doubt."""
    rows = [board.rows for board in BOARDS]
    assert not any(reading.doubtful for each in found for reading in each.readings)
    return [(each.frame, rows.index(each.readings[0].board.rows)) for each in found]


def shown(pictures, rate=10):
    """The settled frames of pictures that follow one another."""
    played = [Frame(picture, index, index / rate, (index + 1) / rate) for index, picture in enumerate(pictures)]
    return states(list(settled(played, read)))


PASSING = {
    "nothing": [*held(SCREENS[:2], 3)],
    "a fade": [*held(SCREENS[:1], 3), *fade(*SCREENS[:2], 5), *held(SCREENS[1:2], 3)],
    "a slow fade": [*held(SCREENS[:1], 3), *fade(*SCREENS[:2], 12), *held(SCREENS[1:2], 3)],
    "half a board": [*held(SCREENS[:1], 3), half_drawn(*SCREENS[:2]), *held(SCREENS[1:2], 3)],
    "half the first board": [half_drawn(EMPTY, SCREENS[0]), *held(SCREENS[:2], 3)],
    "an empty desktop": [*held([SCREENS[0], EMPTY, SCREENS[1]], 4)],
    "a state of one frame": [*held(SCREENS[:1], 3), SCREENS[2], *held(SCREENS[1:2], 3)],
}


@pytest.mark.parametrize("passing", PASSING)
def test_what_passes_is_not_told(passing: str):
    """Between two boards at rest nothing else is told, whatever the frames between them show."""
    assert [state for _, state in shown(PASSING[passing])] == [0, 1]


def test_the_frame_is_the_first_that_shows_the_board():
    """A board is told with the index and time from which on it stood."""
    found = list(settled([Frame(p, i, i / 10, (i + 1) / 10) for i, p in enumerate(PASSING["a fade"])], read))
    assert [(each.frame, each.seconds) for each in found] == [(0, 0), (8, 0.8)]


def test_a_clock_and_a_mouse_hide_nothing():
    """What never stands still beside the board neither hides its states nor tells one twice."""
    assert shown(list(with_life(held(SCREENS, 6)))) == [(0, 0), (6, 1), (12, 2)]


def test_the_same_board_is_told_once():
    """A board that was hidden for a while and comes back unchanged is not news."""
    assert shown(held([SCREENS[0], EMPTY, SCREENS[0], SCREENS[1], SCREENS[0]], 4), 10) == [(0, 0), (12, 1), (16, 0)]


def test_a_window_that_moves_is_followed():
    """The board is found again where the window was dragged to, and its next state is told."""
    moved = [np.roll(screen, (20, 40), axis=(0, 1)) for screen in SCREENS]
    pictures = [*held(SCREENS[:1], 4), *held(moved[:1], 8), *held(moved[1:], 8)]
    assert [state for _, state in shown(pictures)] == [0, 1, 2]


@pytest.mark.parametrize("name", ["a.gif", "a.webp", "a.png"])
def test_pictures_that_move(tmp_path: Path, name: str):
    """A frame that stays long counts as standing still: such files join equal frames to one."""
    save_animation(tmp_path / name, [*held(SCREENS[:1], 3), *fade(*SCREENS[:2], 3), *held(SCREENS[1:2], 3)])
    assert [state for _, state in states(list(settled(frames(tmp_path / name), read)))] == [0, 1]


@pytest.mark.parametrize(("name", "codec"), [("a.mp4", "mp4v"), ("a.avi", "MJPG"), ("a.webm", "VP80")])
@pytest.mark.parametrize("rate", [10, 30])
def test_videos(tmp_path: Path, name: str, codec: str, rate: int):
    """The loss of a codec is neither taken for change nor for doubt."""
    pictures = list(with_life([*PASSING["a fade"], *held(SCREENS[1:2], 9), half_drawn(*SCREENS[1:]), *SCREENS[2:] * 9]))
    if not save_video(tmp_path / name, pictures, rate, codec):
        pytest.skip(f"this build of OpenCV writes no {codec}")
    assert [state for _, state in states(list(settled(frames(tmp_path / name), read)))] == [0, 1, 2]


def test_difference_is_that_of_the_places():
    """Only what lies within the boards counts, and pictures of other sizes differ in all."""
    board = Lattice(LEFT, TOP, PITCH, PITCH, 9, 9)
    other = SCREENS[0].copy()
    other[:TOP] = 255
    assert difference(SCREENS[0], other) > 100
    assert difference(SCREENS[0], other, [board]) == 0
    assert difference(SCREENS[0], SCREENS[1], [board]) > 20
    assert difference(SCREENS[0], other[1:], [board]) == 255
