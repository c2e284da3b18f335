"""Watching a game: what is shown follows what the window shows, doubt withholds advice, nothing touches the mouse."""

import io
import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from minebot.board import COVERED, FLAG, Board
from minebot.errors import InconsistentBoard, ScreenError
from minebot.geometry import Rect
from minebot.move import Action, Move
from minebot.play.bot import is_guess
from minebot.play.find import Wish, boards
from minebot.play.levels import games
from minebot.play.unsure import Certain, certain
from minebot.solver import solve
from minebot.testing import FakeClock, SimulatedWindow
from minebot.vision.follow import BoardReader
from minebot.vision.parts import MaskedScreen
from minebot.vision.themes.folders import load_theme
from minebot.watch import watcher
from minebot.watch.place import beside, monitor_of
from minebot.watch.scene import scene
from minebot.watch.terminal import TerminalDisplay
from minebot.watch.view import View
from minebot.watch.watcher import LOST_SIGHT, PACE, SEARCH, Watcher


class _Watched:
    """A window in memory, and a watcher that looks at it as often as a person would wait."""

    def __init__(self, level="beginner", seed=4, wish=None, solver=solve):
        self.window = SimulatedWindow(games(level, seed), load_theme("demo"))
        self.clock = FakeClock()
        self.watcher = Watcher(self.window, wish or Wish(mines=None), solver, self.clock)
        self.seen = []

    def look(self, seconds=3 * PACE):
        end = self.clock.now() + seconds
        while self.clock.now() < end:
            view = self.watcher.look()
            if not self.seen or view != self.seen[-1]:
                self.seen.append(view)
            self.clock.sleep(PACE)
        return self.seen[-1]

    def person(self, *moves):
        """Do as a person would, without the window's mouse: watching must not depend on it."""
        self.window._table._game.play([Move.parse(move) for move in moves])


@pytest.mark.parametrize("seed", range(4))
def test_the_advice_follows_the_board(seed):
    """After each move the view shows that board, with the very advice that the solver gives for it, to the end."""
    watched = _Watched(seed=seed)
    view = watched.look()
    while view.phase == "playing":
        board = watched.window.board
        assert view.board == board
        assert view.advice == solve(board)
        assert (view.certain.safe, view.certain.mines) == (view.advice.safe, view.advice.mines)
        watched.person(str(view.advice.best))
        view = watched.look()
    assert view.phase == watched.window.board.state
    assert view.advice is None
    assert view.note == f"the game is {view.phase}"
    assert watched.window.mouse.clicks == []


def test_a_new_game_is_taken_up():
    """Once the person starts another game, the view is of that one."""
    watched = _Watched()
    watched.look()
    watched.person("open 4,4")
    assert watched.look().board == watched.window.board
    watched.window._table.restart()
    view = watched.look()
    assert set(view.board.cells) == {COVERED}
    assert view.advice == solve(watched.window.board)


def test_a_window_that_is_moved_is_followed():
    """The view stays right while the window is dragged over the screen, and tells where the board is now."""
    watched = _Watched()
    watched.person("open 4,4")
    watched.look()
    for corner in ((500, 300), (517, 311), (541, 311)):
        watched.window.corner = corner
        view = watched.look(2 * SEARCH)
        assert (view.place.x, view.place.y) == corner
        assert view.board == watched.window.board
        assert view.advice == solve(watched.window.board)


def test_a_slow_machine_follows_as_well(monkeypatch):
    """A board that stays in doubt is shown where it is, though a closer look, and a search, take longer than patience.

    What a search doubts is not quite what a look at its place does.
    """
    watched = _Watched()
    watched.person("open 4,4")
    watched.look()

    def search(screen, wish):
        watched.clock.sleep(2 * SEARCH)
        frames = boards(screen, wish)
        return [replace(each, reading=replace(each.reading, doubtful=each.reading.doubtful[:-1])) for each in frames]

    monkeypatch.setattr(watcher, "boards", search)
    monkeypatch.setattr(BoardReader, "look_over", lambda _: watched.clock.sleep(2 * SEARCH))
    watched.window.corner, watched.window.faults.hidden_cells = (517, 311), [(0, 0), (1, 0), (2, 0)]
    view = watched.look(10 * SEARCH)
    assert (view.place.x, view.place.y) == (517, 311)
    assert set(view.doubtful) == {(0, 0), (1, 0), (2, 0)}


def test_a_closed_window_is_looked_for():
    """Without a board there is a note and no advice, until there is one again."""
    watched = _Watched()
    watched.look()
    watched.window.faults.closed = True
    view = watched.look(2 * SEARCH)
    assert (view.phase, view.advice, view.board) == ("looking", None, None)
    assert "no board is on the screen" in view.note
    watched.window.faults.closed = False
    assert watched.look(2 * SEARCH).advice == solve(watched.window.board)


@pytest.mark.parametrize("hidden", [[(3, 3)], [(0, 0), (1, 0)], [(8, 8), (4, 4), (2, 6)]])
def test_doubt_withholds_what_depends_on_it(hidden):
    """Cells that cannot be read are shown as doubtful; certain is only what holds whatever they show; no advice."""
    watched = _Watched(seed=7)
    watched.look()
    watched.person("open 4,4")
    watched.look()
    watched.window.faults.hidden_cells = hidden
    view = watched.look()
    assert set(hidden) <= set(view.doubtful)
    assert view.advice is None
    assert view.best is None
    assert "no advice" in view.note
    truth = certain(watched.window.board, view.doubtful)
    assert view.certain == truth
    assert not view.certain.safe & set(view.doubtful)
    watched.window.faults.hidden_cells = ()
    assert watched.look(2 * SEARCH).advice == solve(watched.window.board)


def test_a_button_held_on_a_cell_decides_nothing():
    """A cell that looks empty while a button is held on it, its neighbours flagged, is doubtful until it changes."""
    watched = _Watched(seed=7)
    watched.look()
    watched.person("open 4,4")
    board = watched.look().board
    cell = next(
        cell
        for cell in map(board.place, range(len(board.cells)))
        if board[cell] == COVERED and all(board.cells[each] != 0 for each in board.neighbours[board.index(cell)])
    )
    around = [board.place(each) for each in board.neighbours[board.index(cell)] if board.cells[each] == COVERED]
    watched.person(*(f"flag {x},{y}" for x, y in around))
    watched.look()
    game, shown = watched.window._table._game, watched.window.board
    pressed = replace(shown, cells=tuple(0 if i == shown.index(cell) else code for i, code in enumerate(shown.cells)))

    class Held:
        """A game that shows a cell pressed."""

        def read(self):
            return pressed

    watched.window._table._game = Held()
    for _ in range(3):
        view = watched.look(1.0)
        assert cell in view.doubtful
        assert view.advice is None
    watched.window._table._game = game
    view = watched.look()
    assert not view.doubtful
    assert view.advice == solve(shown)


def test_a_board_that_contradicts_itself_gets_no_advice():
    """Where no arrangement of mines fits, the view says so instead of advising."""

    def contradicted(board):
        raise InconsistentBoard("no arrangement fits", board)

    view = _Watched(solver=contradicted).look()
    assert (view.phase, view.advice) == ("playing", None)
    assert "contradicts itself" in view.note


def test_a_capture_that_fails_once_is_survived():
    """One failed capture changes nothing; captures that go on failing end the watch with their sentence."""
    watched = _Watched()
    before, grab = watched.look(), watched.window.grab

    def fails(_region=None):
        raise ScreenError("the screen can no longer be captured")

    watched.window.grab = fails
    assert watched.watcher.look() == before
    watched.window.grab = grab
    assert watched.look() == before
    watched.window.grab = fails
    with pytest.raises(ScreenError, match="no longer"):
        watched.look(LOST_SIGHT + 1)


def test_the_mines_are_those_that_were_said():
    """A number of mines said by the user is the one that the solver gets."""
    assert _Watched(wish=Wish(mines=12)).look().board.mines == 12
    assert _Watched().look().board.mines == 10


def test_the_document_says_what_the_view_shows():
    """A line of JSON holds phase, board, place, certain cells and advice, with the fields of `minebot solve --json`."""
    watched = _Watched()
    watched.look()
    watched.person("open 4,4")
    view = watched.look()
    document = json.loads(json.dumps(view.document()))
    assert Board.parse(document["board"]) == watched.window.board
    assert document["bbox"] == [60, 120, 216, 216]
    assert {tuple(cell) for cell in document["safe"]} == set(solve(watched.window.board).safe)
    assert document["advice"]["why"] == solve(watched.window.board).why
    assert list(document) == ["phase", "note", "theme", "board", "bbox", "doubtful", "safe", "mines", "advice"]


def _printed(view, width=200):
    console = Console(file=io.StringIO(), width=width, force_terminal=False)
    with TerminalDisplay(console) as display:
        display.show(view)
    return console.file.getvalue().splitlines()


def test_the_terminal_shows_every_cell():
    """A row a line: numbers as they are, risks in percent, ++ safe, ** mine; then the advice and its reason."""
    watched = _Watched()
    watched.look()
    watched.person("open 4,4", "flag 0,0")
    view = watched.look()
    head, *rows = _printed(view)
    assert head == "demo, 9x9, 10 mines"
    for y, row in enumerate(rows[:9]):
        for x, shown in enumerate(row[i : i + 4].strip() for i in range(0, len(row), 4)):
            risk = view.advice.risks.get((x, y))
            known = {0.0: "++", 1.0: "**"}.get(risk, None if risk is None else f"{round(100 * risk)}")
            assert shown == (known or view.board.rows[y][x]), (x, y)
    assert rows[9] == str(view.advice.best)
    assert rows[10] == view.advice.why
    assert is_guess(view.advice) == (not view.certain.safe)


def test_a_narrow_terminal_still_shows_the_whole_board():
    """Where four characters a cell do not fit, there are two."""
    view = _Watched("expert").look()
    assert [len(row.rstrip()) for row in _printed(view, 80)[1:17]] == [60] * 16
    assert [len(row) for row in _printed(view, 120)[1:17]] == [120] * 16


def test_doubtful_cells_are_shown_as_such():
    """Each doubtful cell is ?? in the terminal, and the reason stands under the board."""
    board = Board.parse("1#\n##", 1)
    rows = _printed(View("playing", "no advice", "demo", board, Rect(0, 0, 2, 2), {(1, 0): "why"}))
    assert [row.split() for row in rows[1:4]] == [["1", "??"], ["#", "#"], ["no", "advice"]]


_SIDE = st.integers(1, 900)


@given(st.tuples(st.integers(-800, 800), st.integers(-600, 600), _SIDE, _SIDE), st.tuples(_SIDE, _SIDE), st.booleans())
def test_the_window_is_never_over_the_game(game, size, second):
    """Where there is room on the monitor, the window lies there, whole, and shares no point with the game."""
    game = Rect(*game)
    monitor = monitor_of(game, [Rect(0, 0, 1000, 800), Rect(-1000, -200, 1000, 800)][: 1 + second])
    corner = beside(game, size, monitor)
    if corner is None:
        gaps_x = max(game.x - monitor.x, monitor.x + monitor.w - game.x - game.w)
        gaps_y = max(game.y - monitor.y, monitor.y + monitor.h - game.y - game.h)
        fits = size[0] <= monitor.w and size[1] <= monitor.h
        assert not (fits and (gaps_x >= size[0] or gaps_y >= size[1]))
        return
    place = Rect(*corner, *size)
    assert monitor.x <= place.x
    assert monitor.y <= place.y
    assert place.x + place.w <= monitor.x + monitor.w
    assert place.y + place.h <= monitor.y + monitor.h
    apart = (
        place.x + place.w <= game.x
        or game.x + game.w <= place.x
        or place.y + place.h <= game.y
        or game.y + game.h <= place.y
    )
    assert apart


@pytest.mark.parametrize(("x", "left"), [(-1900, True), (-101, True), (-99, False), (2400, False)])
def test_the_monitor_is_the_one_that_shows_most(x, left):
    """Of two monitors side by side, the left one for a board most of which is left of their border."""
    monitors = [Rect(0, 0, 2560, 1440), Rect(-1920, 0, 1920, 1080)]
    assert monitor_of(Rect(x, 100, 200, 600), monitors) == monitors[left]


def test_flags_are_no_facts():
    """A flag that the person set wrongly is shown with its true risk."""
    watched = _Watched()
    watched.look()
    watched.person("open 4,4")
    view = watched.look()
    wrong = next(iter(view.certain.safe))
    watched.window._table._game.play([Move(Action.FLAG, *wrong)])
    view = watched.look()
    assert view.board[wrong] == FLAG
    assert wrong in view.certain.safe


_MONITORS = [Rect(0, 0, 1920, 1080)]


def test_the_window_beside_shows_every_cell():
    """Each cell of the scene is written as it is known: numbers, risks in percent, 0 safe, * mine, ? doubtful."""
    watched = _Watched(seed=7)
    watched.look()
    watched.person("open 4,4")
    watched.window.faults.hidden_cells = [(3, 3)]
    for view in (watched.seen[-1], watched.look()):
        shown = scene(view, _MONITORS)
        for index, shape in enumerate(shown["cells"]):
            cell = view.board.place(index)
            code, risk = view.board[cell], view.risks.get(cell)
            known = "" if code in (0, COVERED) else view.board.rows[cell[1]][cell[0]]
            risky = None if risk is None else "*" if cell in view.certain.mines else f"{100 * risk:.0f}"
            assert shape["text"] == ("?" if cell in view.doubtful else known if code >= 0 else risky or known)
            assert shape["best"] == (cell == view.best)
        assert shown["text"] == "\n".join(view.summary)
        x, y, width, height = shown["place"]
        assert max(max(shape["corners"][::2]) for shape in shown["cells"]) <= width
        assert max(max(shape["corners"][1::2]) for shape in shown["cells"]) < shown["top"] < height
        assert x >= view.place.x + view.place.w or y >= view.place.y + view.place.h


def test_no_room_is_no_window():
    """Where the board fills its monitor, or there is none in sight, there is no window, rather than one over it."""
    view = _Watched().look()
    assert scene(view, [Rect(0, 100, 300, 300)]) is None
    assert scene(View("looking", "no board"), _MONITORS) is None


@pytest.mark.parametrize("topology", ["hexagon", "triangle"])
def test_other_cells_are_shown_in_their_shape(topology):
    """Hexagons and triangles are painted as such, and the terminal shifts rows as the board does."""
    board = Board.covered(6, 6, 5, topology)
    view = View(
        "playing", "", "xbomb", board, Rect(0, 0, 300, 300), {}, Certain(frozenset(), frozenset()), solve(board)
    )
    corners = {len(shape["corners"]) // 2 for shape in scene(view, _MONITORS)["cells"]}
    assert corners == {6 if topology == "hexagon" else 3}
    indents = [len(row) - len(row.lstrip()) for row in _printed(view)[1:3]]
    assert indents[1] - indents[0] == (2 if topology == "hexagon" else 0)


def test_its_own_window_is_not_seen():
    """Where minebot hides its window, the capture is of one plain colour, and nothing else changes."""
    window = SimulatedWindow(games("beginner", 4), load_theme("demo"))
    masked = MaskedScreen(window)
    masked.hide(Rect(50, 100, 100, 80))
    seen, truth = masked.grab().bgr, window.grab().bgr
    assert set(seen[100:180, 50:150].ravel()) == {128}
    seen[100:180, 50:150] = truth[100:180, 50:150]
    assert np.array_equal(seen, truth)
    assert set(masked.grab(Rect(140, 170, 20, 20)).bgr[:10, :10].ravel()) == {128}
    assert np.array_equal(masked.grab(Rect(300, 300, 50, 50)).bgr, truth[300:350, 300:350])
    masked.hide(None)
    assert np.array_equal(masked.grab().bgr, truth)
