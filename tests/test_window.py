"""A window as a Game: found, read, clicked and checked; every fault ends with a sentence and without a stray click."""

import random
from dataclasses import replace

import cv2
import numpy as np
import pytest

from minebot.board import COVERED, EXPLODED, FLAG, Board
from minebot.errors import BoardNotFound, MinebotError, MouseError, Stopped, UnreadableCell, WindowLost
from minebot.game import SimulatedGame
from minebot.geometry import Lattice, Point, Rect
from minebot.minefield import Minefield
from minebot.move import Action, Move
from minebot.play.bot import Marking, choose, play
from minebot.play.checks import changed, ineffective, unreached, zeros_beside
from minebot.play.find import Wish
from minebot.play.frame import Frame
from minebot.play.hand import GIVEN_UP, GLIMPSE, STILL, Hands
from minebot.play.levels import games
from minebot.play.mouse import Button
from minebot.play.pace import Delay, parse_pace
from minebot.play.timing import Stopwatch
from minebot.play.trouble import not_fresh
from minebot.play.window import WindowGame
from minebot.solver import solve
from minebot.testing import CountdownBrake, FakeClock, SimulatedWindow
from minebot.vision.draw import draw_board
from minebot.vision.follow import BoardReader
from minebot.vision.inview import under_sheet
from minebot.vision.read import read_picture
from minebot.vision.screen import Image, PictureScreen
from minebot.vision.themes.folders import load_theme


@pytest.fixture
def window():
    """A window with a beginner's game in it."""
    return SimulatedWindow(games("beginner", 4), load_theme("demo"))


@pytest.fixture
def game(window):
    """The window as a game."""
    return _game(window)


def _game(window, wish=None, brake=None):
    watch = Stopwatch(FakeClock())
    hands = Hands(watch=watch) if brake is None else Hands(brake, watch)
    return WindowGame(window, window, wish, hands)


def _open(*cells):
    return [Move(Action.OPEN, *cell) for cell in cells]


def test_reads_what_is_shown(window, game):
    """The board read is the board shown, before and after a move."""
    assert game.read() == window.board
    game.play(_open((4, 4)))
    assert game.read() == window.board


@pytest.mark.parametrize("marking", list(Marking))
def test_plays_games(window, game, marking):
    """Games are played to their end, one after the other, and each is what the window shows."""
    for number in range(3):
        if number:
            game.restart()
        record = play(game, solve, Stopwatch(FakeClock()), marking)
        assert record.board.rows == window.board.rows
        assert record.board.state != "playing"


class Strange(SimulatedWindow):
    """Draws the mine that exploded as nothing that anybody knows."""

    def picture(self):
        """The whole desktop."""
        picture = super().picture()
        for index in (index for index, code in enumerate(self.board.cells) if code == EXPLODED):
            x, y = (corner + 16 * at for corner, at in zip(self.corner, self.board.place(index), strict=True))
            picture[y : y + 16, x : x + 16] = np.random.default_rng(5).integers(0, 256, (16, 16, 3))
        return picture


def test_a_game_is_lost_whatever_the_mine_looks_like_that_exploded():
    """The other mines tell it; the next game is begun as after any other."""
    window = Strange(games("beginner", 4), load_theme("demo"), 16)
    game = _game(window)
    while game.read().state == "playing":
        board = game.read()
        game.play([Move(Action.OPEN, *board.place(board.cells.index(COVERED)))])
    assert game.read().state == window.board.state == "lost"
    assert [(each.x, each.y) for each in game.frame.reading.doubtful] == [
        board.place(window.board.cells.index(EXPLODED))
    ]
    game.restart()
    assert game.read() == window.board == Board.covered(9, 9, mines=10)


@pytest.mark.parametrize("key", ["f5", "n"])
def test_the_next_game_is_begun_by_the_users_key(key):
    """It goes before what the theme knows of; where it does nothing, the play ends without a click."""
    window = SimulatedWindow(games("beginner", 4), replace(load_theme("demo"), restart_key="f5"))
    game = WindowGame(window, window, hands=Hands(watch=Stopwatch(FakeClock()), restart_key=key))
    play(game, solve, Stopwatch(FakeClock()))
    clicks = len(window.mouse.clicks)
    if key == "f5":
        game.restart()
        assert game.read() == window.board == Board.covered(9, 9, mines=10)
    else:
        with pytest.raises(WindowLost, match="no new game came up"):
            game.restart()
    assert (window.mouse.keys, len(window.mouse.clicks)) == ([key], clicks)


@pytest.mark.parametrize("pitch", [16, 24])
def test_digits_that_the_theme_draws_otherwise_are_played(pitch):
    """While all cells are covered it passes for the theme; once they are open a closer look tells the digits."""
    window = SimulatedWindow(games("beginner", 4), load_theme("clones"), pitch)
    game = _game(window)
    game.read()
    assert game.frame.reading.theme.name == "classic"
    record = play(game, solve, Stopwatch(FakeClock()))
    assert record.won
    assert record.board.rows == window.board.rows


def test_no_flags_where_none_are_waited_for(window, game):
    """Elsewhere a won board keeps its mines covered, unless flags were asked for."""
    assert play(game, solve, Stopwatch(FakeClock())).won
    assert FLAG not in window.board.cells


def test_clicks_lie_on_the_board(window, game):
    """No click falls beside the board, and none on a cell that is open already."""
    play(game, solve, Stopwatch(FakeClock()))
    (x, y), size = window.corner, 9 * 24
    assert window.mouse.clicks
    assert all(x <= at.x < x + size and y <= at.y < y + size for at, _ in window.mouse.clicks)


def test_open_cell_is_not_clicked(window, game):
    """A cell that is open is no place to click, and neither is one that an earlier click of the batch opened."""
    game.read()
    game.play(_open((4, 4)))
    board = game.read()
    opened = next(board.place(index) for index, code in enumerate(board.cells) if code >= 0)
    with pytest.raises(MouseError, match="not possible"):
        game.play(_open(opened))
    assert len(window.mouse.clicks) == 1


def test_dropped_click_is_repeated(window, game):
    """A click without effect is made once more."""
    game.read()
    window.faults.dropped_clicks = 1
    game.play(_open((4, 4)))
    assert game.read()[4, 4] == 0
    assert len(window.mouse.clicks) == 2


@pytest.mark.parametrize("marking", list(Marking))
@pytest.mark.parametrize("seed", range(3))
def test_a_pressed_cell_is_no_zero(marking, seed):
    """While its button is held down a cell looks open and empty, for ever so many looks: no number is read there."""
    window = SimulatedWindow(games("intermediate", seed), load_theme("demo"))
    game = _game(window)
    board = game.read()
    while board.state == "playing":
        advice = solve(board)
        window.faults.pressed_pictures = 12
        game.play(choose(board, advice, marking))
        board = game.read()
        assert board.cells == window.board.cells
    assert len(set(window.mouse.clicks)) == len(window.mouse.clicks)


def test_a_button_that_stays_down_ends_the_play(window, game):
    """The cell is named, and nothing more is clicked."""
    game.read()
    window.faults.pressed_pictures = 1 << 30
    game.play(_open((4, 4)))
    with pytest.raises(UnreadableCell, match=r"\(4, 4\)"):
        game.read()
    assert len(window.mouse.clicks) == 1


@pytest.mark.parametrize(("pictures", "ours"), [(30, True), (30, False), (1 << 30, True)])
def test_a_zero_beside_a_flag_may_be_a_pressed_cell(pictures, ours):
    """Beside our flag, which is on a mine, it is one for certain; beside that of somebody else, a longer look tells."""
    mines = frozenset(y * 6 + x for y in range(4) for x in (0, 3))
    window = SimulatedWindow(lambda: SimulatedGame(Minefield(6, 4, mines)), load_theme("demo"))
    game = _game(window, Wish(mines=8))
    game.read()
    flags = [Move(Action.FLAG, 0, y) for y in range(4)]
    if not ours:
        game.play(flags)
        game = _game(window, Wish(mines=8))
        game.read()
    game.play([*(flags if ours else []), *_open((2, 0), (2, 1), (2, 2), (2, 3), (1, 1), (1, 2), (1, 3))])
    game.read()
    window.faults.pressed_pictures = pictures
    game.play(_open((1, 0)))
    if pictures == 30:
        assert game.read()[1, 0] == 2
    else:
        with pytest.raises(UnreadableCell, match=r"\(1, 0\) shows no number beside a mine.*held down"):
            game.read()


def test_dead_window(window, game):
    """Clicks that have no effect even when repeated twice end the play."""
    game.read()
    window.faults.dropped_clicks = 99
    game.play(_open((4, 4)))
    with pytest.raises(MouseError, match="'open 4,4' had no effect"):
        game.read()
    assert len(window.mouse.clicks) == 3


def test_a_window_that_paints_nothing_for_seconds_is_waited_for(monkeypatch, window):
    """A page on a busy machine shows late what became of a click: that is no click without effect."""
    clock, paint = FakeClock(), window.picture
    game = WindowGame(window, window, hands=Hands(watch=Stopwatch(clock)))
    game.read()
    before, painted = paint(), clock.now() + 6
    monkeypatch.setattr(window, "picture", lambda: paint() if clock.now() > painted else before)
    game.play(_open((4, 4)))
    assert game.read() == window.board
    assert clock.now() > painted


def test_closed_window(window, game):
    """A window closed in mid-game is lost, and nothing is clicked where it was."""
    game.read()
    game.play(_open((4, 4)))
    game.read()
    window.faults.closed = True
    clicks = len(window.mouse.clicks)
    closed = window.board.place(window.board.cells.index(-1))
    game.play(_open(closed))
    with pytest.raises(WindowLost, match="no longer to be seen"):
        game.read()
    assert len(window.mouse.clicks) == clicks


def test_moved_window(window, game):
    """A window that was dragged away is found again, and played on."""
    game.read()
    game.play(_open((4, 4)))
    game.read()
    window.corner = (333, 222)
    assert game.read() == window.board
    assert play(game, solve, Stopwatch(FakeClock())).board == window.board


def test_hidden_cell(window, game):
    """A cell that cannot be read stops the play, and is named."""
    game.read()
    game.play(_open((4, 4)))
    window.faults.hidden_cells = [(2, 3)]
    with pytest.raises(UnreadableCell, match=r"\(2, 3\)"):
        game.read()


class Pausing(SimulatedWindow):
    """A window of GNOME Mines, which hides the board under a sheet with a word on it while it pauses."""

    paused = False

    def _board_picture(self):
        picture = super()._board_picture()
        if self.paused:
            picture[:] = self._theme.paused
            cv2.putText(picture, "Paused", (60, 160), cv2.FONT_HERSHEY_SIMPLEX, 2, (255, 255, 255), 3)
        return picture


class Late(SimulatedWindow):
    """A window by a clock: until some time a message lies over its board, or nothing of it is to be seen."""

    def __init__(self, clock, theme):
        super().__init__(games("beginner", 4), load_theme(theme), pitch=40)
        self.clock, self.message_until, self.blank_until, self.loads = clock, 0.0, 0.0, 0.0

    def press(self, key):
        """Begin to load."""
        super().press(key)
        self.blank_until = self.clock.now() + self.loads

    def picture(self):
        """Nothing, while it loads."""
        self.faults.closed = self.clock.now() < self.blank_until
        return super().picture()

    def _board_picture(self):
        picture = super()._board_picture()
        if self.clock.now() < self.message_until:
            cv2.rectangle(picture, (60, 130), (300, 230), (80, 60, 40), -1)
            cv2.putText(picture, "Game over", (70, 190), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (255, 255, 255), 3)
        return picture

    def game(self):
        """The window as a game, by the same clock."""
        return WindowGame(self, self, hands=Hands(watch=Stopwatch(self.clock)))


def test_a_message_that_fades_is_waited_for():
    """KMines lays one over the board for five seconds; nothing is clicked meanwhile, and one that stays ends it."""
    window = Late(FakeClock(), "kmines")
    game = _begun(window)
    safe = min(solve(game.read()).safe)
    window.message_until = window.clock.now() + 4.9
    game.play(_open(safe))
    clicks = len(window.mouse.clicks)
    assert game.read() == window.board
    assert (window.mouse.clicks[clicks:], window.mouse.keys) == ([], [])
    window.message_until = window.clock.now() + 1000
    game.play(_open(min(solve(window.board).safe)))
    clicks = len(window.mouse.clicks)
    with pytest.raises(MinebotError):
        game.read()
    assert (window.mouse.clicks[clicks:], window.mouse.keys) == ([], [])


def _begun(window):
    """The window as a game, whose first click was made and is to be looked at."""
    game = window.game()
    game.read()
    game.play(_open((4, 4)))
    return game


class Clinging(Late):
    """Its message stays while it knows the pointer to lie on it; it sees no move under a dialog, which Esc closes."""

    dialog = held = False
    holds = ""  # the key with which the pointer came to lie on it

    def _board_picture(self):
        self.message_until = self.clock.now() + (1.0 if self.dialog or self.held else 0.0)
        return super()._board_picture()

    def press(self, key):
        """Close the dialog."""
        super().press(key)
        self.dialog, self.held = False, self.held or key == self.holds

    def move(self, to):
        """See the pointer move, but not under a dialog."""
        self.held = self.held and (self.dialog or to == self.mouse.place)
        super().move(to)


class Hurried(Late):
    """Loses a click that comes within five milliseconds of the one before; the moments of all clicks are kept."""

    def __init__(self, clock, theme):
        super().__init__(clock, theme)
        self.clicked_at = [-1.0]

    def click(self, at, button):
        """Take it, or lose it."""
        self.clicked_at.append(self.clock.now())
        self.faults.dropped_clicks = int(self.clicked_at[-1] - self.clicked_at[-2] < 0.005)
        super().click(at, button)


def test_a_window_that_loses_clicks_gets_more_time():
    """From the first one that was lost on there are pauses; a single click that is lost is no sign of haste."""
    window = Hurried(FakeClock(), "demo")
    game = _begun(window)
    lost = 0
    while (board := game.read()).state == "playing":
        before = len(window.clicked_at)
        game.play([Move(Action.OPEN, *cell) for cell in sorted(solve(board).safe)])
        quick = np.diff(window.clicked_at[before:]) < 0.005
        assert not (lost and quick.any())
        lost += quick.any()
    assert (board.state, lost) == ("won", 1)


def test_a_message_is_not_held_by_the_pointer():
    """That of KMines is while the pointer lies on it, as it does after a last click in the middle of the board."""
    window = Clinging(FakeClock(), "kmines")
    game = _begun(window)
    safe = min(solve(game.read()).safe)
    window.held = True
    game.play(_open(safe))
    assert (game.read(), window.held) == (window.board, False)


def test_a_message_is_not_held_by_a_pointer_that_left_under_a_dialog():
    """The program sees no move while its dialog is open, and takes the pointer to be where it was."""
    window = Clinging(FakeClock(), "kmines")
    game = _begun(window)
    while (board := game.read()).state == "playing":
        game.play([Move(Action.OPEN, *cell) for cell in sorted(solve(board).safe)])
    window.held = window.dialog = True
    game.restart()
    assert game.read() == window.board == Board.covered(9, 9, mines=10)
    assert (window.held, window.mouse.keys) == (False, ["esc", "ctrl+n"])


def test_a_dialog_over_a_lost_game_is_closed():
    """KMines asks whether to play the same mines again, before anybody has seen that the game is lost."""
    window = Clinging(FakeClock(), "kmines")
    game = _begun(window)
    mine = min(solve(game.read()).mines)
    game.play(_open(mine))
    window.dialog = True
    assert game.read() == window.board
    assert (window.board.state, window.mouse.keys) == ("lost", ["esc"])
    game.restart()
    assert game.read() == Board.covered(9, 9, mines=10)


def test_a_message_over_the_next_game_is_not_held_either():
    """The key for it is pressed with the pointer over the board, where a message of the last game may still lie."""
    window = Clinging(FakeClock(), "kmines")
    game = _begun(window)
    game.read()
    window.holds = "ctrl+n"
    game.restart()
    assert (game.read(), window.held) == (Board.covered(9, 9, mines=10), False)


def test_a_page_that_loads_for_seconds_is_waited_for():
    """Nothing of the next game is to be seen at first; where none ever comes, it says so."""
    window = Late(FakeClock(), "demo")
    game = window.game()
    game.read()
    game.play(_open((4, 4)))
    game.read()
    window.loads = 5.0
    game.restart()
    assert game.read() == window.board == Board.covered(9, 9, mines=10)
    game.play(_open((4, 4)))
    game.read()
    window.loads = 1000.0
    with pytest.raises(BoardNotFound):
        game.restart()


@pytest.mark.parametrize("cell", [(4, 4), (0, 0)])
def test_a_game_that_pauses_is_left_alone(cell):
    """Its sheet over the board is neither a dialog to close nor a board that went away: no click, no key."""
    window = Pausing(games("beginner", 4), load_theme("gnome"), pitch=40)
    game = _game(window)
    game.read()
    game.play(_open(cell))
    game.read()
    window.paused, clicks = True, len(window.mouse.clicks)
    game.play(_open((8, 8)))
    with pytest.raises(WindowLost, match="GNOME Mines pauses and hides the board; let it resume"):
        game.read()
    assert (window.mouse.clicks[clicks:], window.mouse.keys) == ([], [])
    window.paused = False
    assert game.read() == window.board


def test_a_game_that_pauses_before_its_start_is_told():
    """There is no board to find, but the sheet of a program that is known to hide it; once it resumes, it is found."""
    window = Pausing(games("beginner", 4), load_theme("gnome"), pitch=40)
    game, window.paused = _game(window), True
    with pytest.raises(BoardNotFound, match="GNOME Mines hides a paused game; let it resume and run minebot again"):
        game.read()
    window.paused = False
    assert game.read() == window.board


@pytest.mark.parametrize("name", ["gnome", "gnome-classic", "gnome-colour"])
@pytest.mark.parametrize(
    "text", ["####;####;####;####", "....;....;....;....", "11##;#1##;####;###1", "*1##;X1##;##FF;WF##"]
)
def test_no_board_passes_for_one_that_pauses(name, text):
    """However its cells stand, the ground between them is to be seen."""
    for pitch in (24, 31, 61):
        picture = np.pad(draw_board(Board.parse(text), load_theme(name), pitch), ((9, 9), (9, 9), (0, 0)))
        assert not under_sheet(picture, Lattice(9, 9, pitch, pitch, 4, 4), load_theme("gnome").paused)


def test_board_changes_on_its_own(window, game):
    """A board on which somebody else starts a new game is not played on."""
    game.read()
    game.play(_open((4, 4)))
    game.read()
    window.press("n")
    with pytest.raises(WindowLost):
        game.read()


def test_gives_way_to_whoever_moves_the_mouse(window, game):
    """It says so once, waits until the pointer has been still for a while, and plays on."""
    said = []
    clock = FakeClock()
    game = WindowGame(window, window, hands=Hands(watch=Stopwatch(clock), tell=said.append))
    game.read()
    game.play(_open((4, 4)))
    board = game.read()
    clock.sleep(2 * GLIMPSE)  # a person is not as quick as minebot's own next click
    window.mouse.place = Point(700, 600)
    before = clock.now()
    game.play(choose(board, solve(board), Marking.NONE))
    assert clock.now() - before > STILL
    assert len(said) == 1
    assert game.read() == window.board


@pytest.mark.parametrize("taken", [False, True])
def test_what_kept_the_first_click_waiting_is_no_slowness_of_the_window(window, taken):
    """Neither a click that was dropped nor the pause of a user who took the mouse delays the looks after it."""
    clock = FakeClock()
    game = WindowGame(window, window, hands=Hands(watch=Stopwatch(clock)))
    game.read()
    window.faults.dropped_clicks = 1
    game.play(_open((4, 4)))
    if taken:
        clock.sleep(2 * GLIMPSE)
        window.mouse.place = Point(700, 600)
    board = game.read()
    assert (clock.now() > STILL) is taken
    game.play(choose(board, solve(board), Marking.NONE))
    acted = clock.now()
    game.read()
    assert clock.now() - acted < 0.1


def test_a_pause_amid_clicks_is_no_slowness_of_the_window(window, game):
    """A user who takes the mouse between the clicks of a turn does not delay the looks of the next one."""
    game.read()
    game.play(_open((4, 4)))

    class Taking(FakeClock):
        def sleep(self, seconds):
            super().sleep(seconds)
            if len(window.mouse.clicks) == 3 and self.now() < STILL:
                window.mouse.place = Point(700, 600)

    clock = Taking()
    game = WindowGame(window, window, hands=Hands(watch=Stopwatch(clock), pace=Delay(0.01)))
    board = game.read()
    for _ in range(3):
        game.play(choose(board, solve(board), Marking.NONE))
        acted = clock.now()
        board = game.read()
        assert clock.now() - acted < 0.1
    assert clock.now() > STILL


@pytest.mark.parametrize(
    "pace", [Delay(), Delay(0.01), parse_pace("human", random.Random(4))], ids=["at once", "slowly", "as people do"]
)
def test_what_was_meant_is_not_done_after_the_user_had_the_mouse(window, pace):
    """Who takes it may begin another game: its covered cells look as those that were certain."""

    class Taking(FakeClock):
        """Whoever takes the mouse presses the key for a new game with the other hand."""

        def sleep(self, seconds):
            super().sleep(seconds)
            if taken and window.mouse.keys == []:
                window.press("n")

    clock, taken = Taking(), []
    hands = Hands(watch=Stopwatch(clock), tell=taken.append, pace=pace)
    game = WindowGame(window, window, hands=hands)
    game.read()
    game.play(_open((4, 4)))
    board = game.read()
    clock.sleep(2 * GLIMPSE)
    window.mouse.place = Point(700, 600)
    clicks = len(window.mouse.clicks)
    game.play(choose(board, solve(board), Marking.NONE))
    assert len(taken) == 1
    assert len(window.mouse.clicks) == clicks
    with pytest.raises(WindowLost):
        game.read()


def test_closer_looks_that_settle_nothing_end(monkeypatch, window):
    """A doubt that stays is reported after some of them, however long each takes and however often there is one."""

    def look_over(_):
        clock.sleep(10)
        return False

    clock = FakeClock()
    game = WindowGame(window, window, hands=Hands(watch=Stopwatch(clock)))
    game.read()
    monkeypatch.setattr(BoardReader, "look_over", look_over)
    window.faults.hidden_cells = [(2, 3)]
    game.play(_open((4, 4)))
    with pytest.raises(MinebotError):
        game.read()
    assert clock.now() < 10 * 60


def test_a_slow_closer_look_is_no_waiting_for_the_window(monkeypatch, window):
    """What a closer look takes is minebot's own time: the window has its whole patience left to show the cell."""

    class Passing(FakeClock):
        def sleep(self, seconds):
            super().sleep(seconds)
            if looked and self.now() > looked[0] + 0.5:
                window.faults.hidden_cells = ()

    def look_over(_):
        clock.sleep(10)
        looked.append(clock.now())
        return False

    def search(_):
        raise AssertionError("it has not waited as long as this window may need")

    clock, looked = Passing(), []
    game = WindowGame(window, window, hands=Hands(watch=Stopwatch(clock)))
    game.read()
    monkeypatch.setattr(BoardReader, "look_over", look_over)
    monkeypatch.setattr(WindowGame, "_look_everywhere", search)
    window.faults.hidden_cells = [(2, 3)]
    game.play(_open((4, 4)))
    assert game.read() == window.board
    assert looked


def test_gives_up_where_the_mouse_is_in_use(window):
    """A mouse that never lies still ends the play, and nothing more is clicked."""

    class Restless(FakeClock):
        def sleep(self, seconds):
            super().sleep(seconds)
            if window.mouse.clicks:
                window.mouse.place = Point(window.mouse.place.x + 1, window.mouse.place.y)

    clock = Restless()
    game = WindowGame(window, window, hands=Hands(watch=Stopwatch(clock)))
    game.read()
    game.play(_open((4, 4)))
    game.read()
    clock.sleep(2 * GLIMPSE)
    with pytest.raises(Stopped, match="in use"):
        game.play(_open((0, 0)))
    assert len(window.mouse.clicks) == 1
    assert clock.now() < GIVEN_UP + 5


def test_a_window_that_moved_by_whole_cells_is_not_clicked(window, game):
    """Each cell looks as before where another one was: the corner of the board tells."""
    game.read()
    x, y = window.corner
    window.corner = (x + 24, y + 48)
    game.play(_open((4, 4), (5, 5)))
    assert window.mouse.clicks == []
    assert game.read() == window.board


def test_a_loss_that_is_not_ours_is_told(window, game):
    """A game that somebody else loses is no game of minebot's."""
    game.read()
    game.play(_open((4, 4)))
    board = game.read()
    mine = next(cell for cell in solve(board).mines)
    window._table.press(mine, Button.LEFT)
    with pytest.raises(WindowLost, match="by a click that was not minebot's"):
        game.read()


def test_stop_between_clicks(window):
    """The stop key ends a batch before its next click."""
    brake = CountdownBrake(1 << 30)  # a search asks it as often as it takes long
    game = _game(window, brake=brake)
    game.read()
    brake.left = 12
    with pytest.raises(Stopped):
        game.play(_open(*((x, y) for y in range(9) for x in range(9))))
    assert len(window.mouse.clicks) < 12


def test_no_board():
    """A screen without a board is a sentence."""
    screen = PictureScreen([np.zeros((300, 400, 3), np.uint8)])
    with pytest.raises(BoardNotFound, match="no board is on the screen"):
        WindowGame(screen, SimulatedWindow(games("beginner", 1), load_theme("demo"))).read()


def test_two_boards(window):
    """Of two boards none is played, unless the wish admits only one of them."""
    left, right = window.picture()[:, :400], SimulatedWindow(games("beginner", 1), load_theme("classic")).picture()
    screen = PictureScreen([np.concatenate([left, right[:, :400]], axis=1)])
    with pytest.raises(BoardNotFound, match=r"2 boards.*classic.*demo|2 boards.*demo.*classic"):
        WindowGame(screen, window).read()
    assert WindowGame(screen, window, Wish(theme="classic")).read().mines == 10


def test_mines_unknown():
    """A board of unusual size with no counter needs the number of mines."""
    board = Board.covered(11, 7)

    class Odd:
        def read(self):
            return board

        def play(self, moves):
            raise AssertionError(moves)

        def restart(self):
            raise AssertionError

    window = SimulatedWindow(Odd, load_theme("demo"))
    with pytest.raises(MinebotError, match="--mines"):
        _game(window).read()
    assert _game(window, Wish(mines=12)).read().mines == 12


BEFORE = Board.parse("1###;####;####")


@pytest.mark.parametrize(
    ("after", "moves", "stray"),
    [
        ("12##;####;####", _open((1, 0)), []),
        ("12##;####;####", _open((2, 2)), [(1, 0)]),
        ("1###;1211;....", _open((0, 2)), []),
        ("1##1;####;####", _open((3, 0)), []),
        ("12#X;####;####", _open((3, 0)), []),
    ],
)
def test_unreached(after, moves, stray):
    """A cell opens by a click on it or beside a zero, and in no other way while the game goes on."""
    assert unreached(BEFORE, Board.parse(after), moves) == stray


@pytest.mark.parametrize(
    ("before", "after", "marks", "cells"),
    [
        ("11##;11##;....", "11F1;111.;....", [(2, 0)], [(3, 1)]),
        ("11##;11##;....", "11F1;111.;....", [], []),
        ("11#1;111.;....", "11F1;111.;....", [(2, 0)], []),
        ("11##;11##;....", "11F1;1111;....", [(2, 0)], []),
    ],
)
def test_zeros_beside(before, after, marks, cells):
    """A zero that was open before tells nothing, and neither does one elsewhere."""
    assert zeros_beside(Board.parse(before), Board.parse(after), marks) == cells


def test_changed():
    """An open cell never changes."""
    assert changed(BEFORE, Board.parse("2###;####;####")) == [(0, 0)]
    assert changed(BEFORE, Board.parse("1F##;##3#;####")) == []


def test_ineffective():
    """A cell still closed was not opened, a cell without a flag not flagged."""
    moves = [*_open((0, 0), (1, 0)), Move(Action.FLAG, 2, 0), Move(Action.FLAG, 3, 0)]
    assert ineffective(Board.parse("1#F#;####"), moves) == [moves[1], moves[3]]


def _frame(text):
    """A look at a board, drawn by itself."""
    picture = np.pad(draw_board(Board.parse(text), load_theme("demo"), 24), ((40, 40), (40, 40), (0, 0)))
    return Frame(Image(picture, Rect(0, 0, picture.shape[1], picture.shape[0])), read_picture(picture)[0])


def test_next_game_may_show_more_than_the_last():
    """A new game is known by its state, not by how little is open: xdemineur opens a part of each new board."""
    covered = ["#########"] * 6
    lost = _frame("\n".join(["X########", "1########", "#########", *covered]))
    new = _frame("\n".join([*covered, "111######", "..111111#", "......1##"]))
    assert not_fresh(new, lost, 10) is None
    assert not_fresh(lost, lost, 10) is not None


def test_a_board_that_may_go_on_stays_doubtful():
    """Where a search could not tell where a board ends, a look at its place alone believes none of it either."""
    found = _frame("#########;111######;..1######;..1######")
    open_ended = replace(found, reading=replace(found.reading, ends_clearly=False))
    assert found.again(found.image, BoardReader()).reading.doubtful == ()
    assert len(open_ended.again(found.image, BoardReader()).reading.doubtful) == 36
