"""Choosing a window by its title, and a part of the screen: one board of several, or a sentence that says why not."""

import pytest

from minebot.board import Board
from minebot.errors import BoardNotFound, ScreenError
from minebot.geometry import Rect
from minebot.move import Move
from minebot.play.find import Wish, find_board
from minebot.play.levels import games
from minebot.play.titles import Window, titled, windows
from minebot.play.where import EVERYWHERE, Where
from minebot.testing import SimulatedWindow
from minebot.vision.screen import PictureScreen
from minebot.vision.themes.folders import load_theme

_WINDOWS = [
    Window("Mines", Rect(40, 100, 300, 300)),
    Window("Mines - another", Rect(440, 100, 300, 300)),
    Window("Mail", Rect(0, 0, 30, 30)),
    Window("Café", Rect(0, 0, 30, 30)),
]


@pytest.fixture
def desktop():
    """A screen with two boards side by side, in the places of the first two windows."""
    one, other = (
        SimulatedWindow(games("beginner", 4), load_theme("demo")),
        SimulatedWindow(games("beginner", 5), load_theme("demo")),
    )
    other.corner = (460, 120)
    picture = one.picture()
    picture[:, 400:] = other.picture()[:, 400:]
    return PictureScreen([picture])


@pytest.mark.parametrize(
    ("title", "found"), [("mail", 2), ("cafe", 3), ("CAFÉ", 3), ("another", 1), ("MINES - A", 1), ("Mines", 0)]
)
def test_a_part_of_the_title_is_enough(title, found):
    """In any case; the whole title stands above titles that hold it as well."""
    assert titled(title, lambda: _WINDOWS) == _WINDOWS[found]


@pytest.mark.parametrize(
    ("title", "said"),
    [("ine", "2 windows have 'ine' in their title: 'Mines'; 'Mines - another'; say more"), ("Sweeper", "there are: ")],
)
def test_none_or_several_are_named(title, said):
    """Where no one window is meant, the sentence lists what there is."""
    with pytest.raises(BoardNotFound) as refused:
        titled(title, lambda: _WINDOWS)
    assert said in str(refused.value)


def test_no_display_no_titles(monkeypatch):
    """Where titles cannot be had, the sentence says what to do instead."""
    monkeypatch.setattr("platform.system", lambda: "Linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    with pytest.raises(ScreenError, match="--region"):
        windows()


def test_elsewhere_pywinctl_is_asked(monkeypatch):
    """On other systems the list comes from PyWinCtl, invisible windows left out; without it the sentence says so."""
    monkeypatch.setattr("platform.system", lambda: "Darwin")
    monkeypatch.setitem(__import__("sys").modules, "pywinctl", None)
    with pytest.raises(ScreenError, match="pip install pywinctl"):
        windows()

    class Listed:
        def __init__(self, title, visible):
            self.title, self.isVisible = title, visible
            self.left, self.top, self.width, self.height = -5, 6, 70, 80

    class Library:
        @staticmethod
        def getAllWindows():  # noqa: N802 - its own name
            return [Listed("Mines", visible=True), Listed("Hidden", visible=False), Listed("", visible=True)]

    monkeypatch.setitem(__import__("sys").modules, "pywinctl", Library)
    assert windows() == [Window("Mines", Rect(-5, 6, 70, 80))]


def test_several_boards_are_refused(desktop):
    """Two boards that fit the wish are not guessed between, and the sentence names the ways to choose."""
    with pytest.raises(BoardNotFound, match=r"2 boards are on the screen.*--window or --region"):
        find_board(EVERYWHERE.of(desktop), Wish())


@pytest.mark.parametrize("number", [0, 1])
def test_the_window_of_the_title_is_read(desktop, monkeypatch, number):
    """Of two boards, the one in the window of that title; it stays so when it is looked for again."""
    monkeypatch.setattr("minebot.play.titles.windows", lambda: _WINDOWS)
    monkeypatch.setattr("minebot.play.where.titled", lambda title: titled(title, lambda: _WINDOWS))
    screen = Where(window=_WINDOWS[number].title).of(desktop)
    for _ in range(2):
        frame = find_board(screen, Wish())
        x, y = frame.point((0, 0))
        assert (x, y) == ((460 if number else 60) + 12, 120 + 12)


@pytest.mark.parametrize(("region", "left"), [(Rect(0, 0, 400, 600), 60), (Rect(400, 0, 700, 600), 460)])
def test_only_the_region_is_looked_at(desktop, region, left):
    """Of two boards, the one in the region; places are those of the screen."""
    screen = Where(region=region).of(desktop)
    frame = find_board(screen, Wish())
    assert frame.point((0, 0)) == (left + 12, 120 + 12)


def test_a_region_off_the_screen_is_refused(desktop):
    """A region that no monitor shows is one sentence."""
    with pytest.raises(ScreenError, match="outside the screen"):
        Where(region=Rect(5000, 0, 50, 50)).of(desktop).grab()


@pytest.mark.parametrize("opened", [False, True])
@pytest.mark.parametrize(
    "region",
    [
        *(Rect(0, 0, width, 600) for width in (170, 180, 181, 185, 253, 275)),
        *(Rect(left, 0, 900, 600) for left in (70, 84, 100)),
        Rect(0, 0, 900, 300),
        Rect(0, 130, 900, 500),
    ],
    ids=str,
)
def test_a_board_that_the_region_cuts_is_refused(region, opened):
    """What the edge of the region leaves of a board is never taken for the whole: beyond it there may be mines."""
    window = SimulatedWindow(games("beginner", 4), load_theme("demo"))
    if opened:
        window._table._game.play([Move.parse("open 4,4")])
    with pytest.raises(BoardNotFound, match=r"goes on beyond|no board"):
        find_board(Where(region=region).of(window), Wish())


@pytest.mark.parametrize("region", [Rect(60, 120, 216, 216), Rect(50, 100, 230, 240)], ids=str)
def test_a_region_that_just_holds_the_board_is_enough(region):
    """The region may end where the board ends."""
    window = SimulatedWindow(games("beginner", 4), load_theme("demo"))
    frame = find_board(Where(region=region).of(window), Wish())
    assert (frame.board, frame.place) == (Board.covered(9, 9), Rect(60, 120, 216, 216))


@pytest.mark.parametrize("opened", [False, True])
@pytest.mark.parametrize("left", [216, 215, 210, 200, 192, 180, 100])
def test_a_board_that_the_screen_cuts_is_refused(left, opened):
    """A window that reaches off the screen is no smaller board: it is refused, and moved back it is found."""
    window = SimulatedWindow(games("beginner", 4), load_theme("demo"))
    if opened:
        window._table._game.play([Move.parse("open 4,4")])
    picture = window.picture()
    with pytest.raises(BoardNotFound, match=r"goes on beyond"):
        find_board(PictureScreen([picture[:, : 60 + left]]), Wish())
    with pytest.raises(BoardNotFound, match=r"goes on beyond"):
        find_board(PictureScreen([picture[: 120 + left]]), Wish())
    assert find_board(window, Wish()).board.width == 9


@pytest.mark.parametrize("margin", [8, 20, 40])
def test_a_window_at_the_edge_of_the_screen_is_none_that_it_cuts(margin):
    """A frame, however narrow, between the board and the edge of the screen tells that the board ends there."""
    window = SimulatedWindow(games("beginner", 4), load_theme("demo"))
    picture = window.picture()
    for screen in (
        picture[:, : 276 + margin],
        picture[: 336 + margin],
        picture[:, 60 - margin :],
        picture[120 - margin :],
    ):
        assert find_board(PictureScreen([screen]), Wish()).board == Board.covered(9, 9)
