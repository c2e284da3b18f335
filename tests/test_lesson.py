"""Learning a window by playing it: only what is certain is clicked, and what appears is learned."""

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from minebot.ask import nobody
from minebot.board import COVERED, FLAG, Board
from minebot.errors import BoardNotFound, MouseError, Stopped
from minebot.geometry import Point
from minebot.learning import Order, learn_window
from minebot.minefield import Minefield
from minebot.move import Action, Move
from minebot.play.bot import play
from minebot.play.find import Wish
from minebot.play.hand import Hands
from minebot.play.learn import LearningGame
from minebot.play.lesson import Lesson, attend
from minebot.play.levels import games
from minebot.play.mouse import Button
from minebot.play.recorded import load_record
from minebot.play.timing import Stopwatch
from minebot.play.unsure import certain, is_fresh, masked
from minebot.play.window import WindowGame
from minebot.solver import solve
from minebot.testing import CountdownBrake, FakeClock, SimulatedWindow
from minebot.vision.learn import make_theme, theme_of_looks
from minebot.vision.read import read_picture
from minebot.vision.themes.folders import load_theme
from minebot.vision.unknown.album import read_together

SIZE = {"beginner": (9, 9), "intermediate": (16, 16)}


@st.composite
def half_read(draw):
    """A board of up to 4x3 cells in mid-game, the cells of it that cannot be read, and the number of mines or None."""
    width, height = draw(st.integers(2, 4)), draw(st.integers(2, 3))
    mines = draw(st.frozensets(st.integers(0, width * height - 1), max_size=5))
    field = Minefield(width, height, mines)
    choices = [[COVERED, FLAG] if cell in mines else [COVERED, number] for cell, number in enumerate(field.numbers)]
    shown = [draw(st.sampled_from(each)) for each in choices]
    board = Board(width, height, tuple(shown), draw(st.sampled_from([None, len(mines)])))
    undecided = draw(st.frozensets(st.sampled_from([board.place(index) for index in range(len(shown))])))
    return board, undecided


def completions(board, undecided):
    """Every set of mines under which the decided cells show what they show, whatever the undecided ones may."""
    hidden = {board.index(cell) for cell in undecided}
    decided = {index: code for index, code in enumerate(board.cells) if code >= 0 and index not in hidden}
    counts = range(len(board.cells) + 1) if board.mines is None else [board.mines]
    for count in counts:
        for mines in combinations([index for index in range(len(board.cells)) if index not in decided], count):
            numbers = Minefield(board.width, board.height, frozenset(mines)).numbers
            if all(numbers[index] == code for index, code in decided.items()):
                yield set(mines)


@settings(max_examples=300, deadline=None)
@given(half_read())
def test_what_is_certain_is_so_for_every_completion(half):
    """A cell called safe is no mine, and one called a mine is one, whatever the undecided cells show."""
    board, undecided = half
    known = certain(board, undecided)
    assume(known.safe or known.mines)
    for mines in completions(board, undecided):
        assert not {board.index(cell) for cell in known.safe} & mines
        assert {board.index(cell) for cell in known.mines} <= mines


@settings(max_examples=200, deadline=None)
@given(half_read())
def test_undecided_cells_are_left_alone(half):
    """No undecided cell is called safe or a mine, and whatever it shows changes nothing of what is certain."""
    board, undecided = half
    known = certain(board, undecided)
    assert not (known.safe | known.mines) & undecided
    other = Board(board.width, board.height, masked(board, undecided).cells, board.mines)
    assert certain(other, undecided) == known


def test_a_contradiction_decides_nothing():
    """Where the cells that can be read contradict one another, nothing is certain."""
    assert certain(Board.parse("3#\n##\n..", mines=1), []).safe == frozenset()


def test_a_fresh_board():
    """One with nothing open and nothing in doubt."""
    assert is_fresh(Board.covered(3, 3), [])
    assert not is_fresh(Board.covered(3, 3), [(0, 0)])
    assert not is_fresh(Board.parse("1#\n##"), [])


def window_and_game(level="beginner", seed=4, brake=None):
    """A window in the look of a theme that the game is not told of."""
    window = SimulatedWindow(games(level, seed), replace(load_theme("classic"), restart_key="n"))
    watch = Stopwatch(FakeClock())
    hands = Hands(watch=watch) if brake is None else Hands(brake, watch)
    return window, LearningGame(window, window, Wish(None, SIZE[level]), hands)


def test_a_lesson_loses_nothing_and_learns_the_look():
    """Only safe cells are clicked, the flag on trial goes again, and the window is read by what was learned."""
    window, game = window_and_game()
    told = []
    attended = attend(game, Lesson(games=2, restart_key="n"), told.append)
    assert (attended.error, attended.games, len(told)) == (None, 2, 2)
    assert window.board.state != "lost"
    assert FLAG not in window.board.cells
    assert any(button is Button.RIGHT for _, button in window.mouse.clicks)
    assert {"covered", "open", "1", "2", "flag"} <= game.symbols
    theme = theme_of_looks([read_together(game.sheets)], "learned")
    (reading,) = read_picture(window.picture(), [theme])
    assert reading.board.rows == window.board.rows
    assert reading.doubtful == ()


def test_a_guess_may_lose_and_shows_mines():
    """With --guess games are played to their end, and what a loss shows is learned."""
    window, game = window_and_game(level="intermediate", seed=1)
    attend(game, Lesson(games=6, guess=True, restart_key="n"), lambda _: None)
    assert {"mine", "exploded"} <= game.symbols
    theme = theme_of_looks([read_together(game.sheets)], "learned")
    for reading in read_picture(window.picture(), [theme]):
        doubtful = {(doubt.x, doubt.y) for doubt in reading.doubtful}
        shown = window.board
        assert all(reading.board[c] == shown[c] for c in map(shown.place, range(len(shown.cells))) if c not in doubtful)


def test_a_window_without_a_key_or_face_is_one_lesson():
    """What starts the next game is not guessed at: the lesson ends with a sentence, and keeps what it learned."""
    _, game = window_and_game()
    attended = attend(game, Lesson(games=3), lambda _: None)
    assert attended.games == 1
    assert "shows no button for a new game" in str(attended.error)
    assert "1" in game.symbols


def test_a_user_starts_the_next_game():
    """Where a user helps, minebot waits until a new game is to be seen."""
    window, game = window_and_game()

    def hear(text):
        if "start a new game" in text:
            window._table.restart()

    attended = attend(game, Lesson(games=2, helped=True), hear)
    assert (attended.error, attended.games) == (None, 2)


def test_the_stop_key_keeps_what_was_learned():
    """A lesson that is stopped ends before the next click, and its sheets are there."""
    _, game = window_and_game(brake=CountdownBrake(60))
    attended = attend(game, Lesson(games=9, restart_key="n"), lambda _: None)
    assert isinstance(attended.error, Stopped)
    assert game.sheets


def test_an_undecided_cell_is_not_clicked():
    """Whoever asks for it: the hand refuses, and nothing is clicked."""
    window, game = window_and_game()
    game.read()
    window.faults.hidden_cells = [(3, 3)]
    game.read()
    assert game.undecided == {(3, 3)}
    before = list(window.mouse.clicks)
    with pytest.raises(MouseError, match="not known"):
        game.play([Move(Action.OPEN, 3, 3)])
    assert window.mouse.clicks == before


def test_a_known_look_is_not_learned_unasked():
    """A board that a theme reads is learned only where its size is named."""
    window, _ = window_and_game()
    game = LearningGame(window, window, Wish(), Hands(watch=Stopwatch(FakeClock())))
    with pytest.raises(BoardNotFound, match="--size"):
        game.read()


def test_the_board_that_nobody_opened_is_kept():
    """Whatever the next looks show, it tells what is covered."""
    _, game = window_and_game()
    fresh = game.read()
    game.play([Move(Action.OPEN, 4, 4)])
    assert set(game.read().cells) != {COVERED}
    first, *others = game.sheets
    assert first.guess.codes.tolist() == list(fresh.cells) == [COVERED] * len(fresh.cells)
    assert others


def test_a_look_of_which_nothing_is_clear_is_refused(monkeypatch):
    """Where no cell is beyond doubt there is nothing to begin with, and nothing is clicked."""
    window, game = window_and_game()
    monkeypatch.setattr("minebot.play.learn.theme_of_looks", lambda *_: make_theme("unknown", {}))
    with pytest.raises(BoardNotFound, match="start a new game"):
        game.read()
    assert window.mouse.clicks == []


def test_the_pointer_stays_off_the_board():
    """After its clicks it lies beside the board, where it lights up no cell."""
    window, game = window_and_game()
    attend(game, Lesson(), lambda _: None)
    place = window.position()
    assert isinstance(place, Point)
    assert place.x < window.corner[0]


def test_games_are_recorded(tmp_path):
    """A recording has the pictures of the games, the boards as they were read, and the moves."""
    _, game = window_and_game()
    attend(game, Lesson(record=tmp_path), lambda _: None)
    steps = load_record(tmp_path / "01").steps
    assert steps[0].moves
    assert set(steps[0].board.cells) == {COVERED}


def test_why_a_lesson_ended_is_recorded(tmp_path):
    """The game that was being played when the stop key was pressed tells of it."""
    _, game = window_and_game(brake=CountdownBrake(120))
    attended = attend(game, Lesson(games=9, restart_key="n", record=tmp_path), lambda _: None)
    *finished, last = sorted(tmp_path.iterdir())
    assert load_record(last).stopped == str(attended.error) == "stopped by the test"
    assert [load_record(each).stopped for each in finished] == [None] * len(finished)


def test_a_window_is_played_by_a_theme_that_lacks_symbols(monkeypatch):
    """What the theme has no picture of is read by itself, game after game, and nothing is misread."""
    window, game = window_and_game(seed=9)
    attend(game, Lesson(), lambda _: None)
    whole = theme_of_looks([read_together(game.sheets)], "learned")
    tiles = {pitch: {name: each[name] for name in ("covered", "open", "1", "2")} for pitch, each in whole.tiles.items()}
    theme = replace(whole, tiles=tiles, restart_key="n")
    monkeypatch.setattr("minebot.vision.read.load_themes", lambda: (theme,))
    window._table.restart()
    player = WindowGame(window, window, Wish("learned"), Hands(watch=Stopwatch(FakeClock())))
    for _ in range(2):
        record = play(player, solve, Stopwatch(FakeClock()))
        assert record.board.rows == window.board.rows
        assert {3, 4, 5} & set(record.board.cells)
        player.restart()


def opened_window_and_game(*openings):
    """A window of games in which a cell each is open from the start: of seeds and cells."""
    boards = iter(openings)

    def opened():
        seed, cell = next(boards)
        game = games("intermediate", seed)()
        game.play([Move(Action.OPEN, *cell)])
        return game

    window = SimulatedWindow(opened, replace(load_theme("xdemineur"), restart_key="n"))
    return window, LearningGame(window, window, Wish(None, SIZE["intermediate"]), Hands(watch=Stopwatch(FakeClock())))


def test_a_new_game_with_many_zeros_follows_one_that_taught_none():
    """Zeros that are not known yet leave a third of the new board undecided: it is a new game all the same."""

    def hear(text):
        told.append(text)
        if "start a new game" in text:
            window._table.restart()

    told = []
    window, game = opened_window_and_game((427, (5, 5)), (3521, (0, 0)))  # a single zero; 82 of them
    attended = attend(game, Lesson(games=2, helped=True), hear)
    assert told[0].endswith("known: covered, 1, 2")
    assert (attended.error, attended.games) == (None, 2)
    assert "open" in game.symbols


def test_no_key_is_typed_before_anything_was_clicked():
    """It might go to another window: the user is told so, and not asked for a key that was named."""
    window, game = opened_window_and_game((427, (5, 5)))
    attended = attend(game, Lesson(games=2, restart_key="n"), lambda _: None)
    assert "nothing was clicked" in str(attended.error)
    assert window.mouse.keys == window.mouse.clicks == []


def test_what_ended_a_lesson_is_told_where_it_taught_too_little(monkeypatch, tmp_path):
    """Not that the window should be captured in mid-game: that was what it was about to do."""
    _, game = opened_window_and_game((427, (5, 5)))
    attended = attend(game, Lesson(games=2), lambda _: None)
    monkeypatch.setattr("minebot.learning.attend_screen", lambda *_: attended)
    with pytest.raises(type(attended.error), match="shows no button"):
        learn_window(Lesson(), Order("mine", tmp_path), nobody, lambda _: None)
    assert list(tmp_path.iterdir()) == []
