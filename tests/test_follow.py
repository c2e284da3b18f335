"""A followed board: what is read of the changes is what the whole picture shows; no passing sight is believed."""

import random
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from desktops import ARROW
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scenes import played

from minebot.board import COVERED, MINE, WRONG_FLAG, Board
from minebot.geometry import Lattice
from minebot.play.recorded import load_record
from minebot.vision import follow
from minebot.vision.draw import draw_board
from minebot.vision.follow import BoardReader, Follower
from minebot.vision.known.board import read_at
from minebot.vision.known.looks import Looks
from minebot.vision.motion import changed, lain_over, sprung_up, stopped_at_corners, stopped_at_marks, unopened
from minebot.vision.picture import load_picture
from minebot.vision.read import read_picture
from minebot.vision.reading import CHANGED, LAIN_OVER, MOSTLY_UNCLEAR, NOT_OPEN, SPRUNG_UP, Known, Reading, doubts
from minebot.vision.rules import contradictions, disputed
from minebot.vision.themes.folders import load_theme, load_themes
from minebot.vision.verdict import wary

FIXTURES = Path(__file__).resolve().parents[1] / "fixtures"
GAMES = sorted(path.parent.name for path in (FIXTURES / "games").glob("*/game.jsonl"))
SERIES = sorted(
    name  # of boards of squares: others are read whole
    for name in {path.stem.rpartition("-")[0] for path in (FIXTURES / "screens").glob("*-fresh.png")}
    if not ("hexagon" in name or "triangle" in name)
)
BY_TIME = {CHANGED, SPRUNG_UP, LAIN_OVER, MOSTLY_UNCLEAR}


@cache
def _game(name):
    """The frames of a recorded game, its lattice and its theme."""
    record = load_record(FIXTURES / "games" / name)
    theme = load_theme(record.header.theme)
    return record.frames, read_picture(record.frames[0], [theme])[0].lattice, theme


def _cells(reading: Reading):
    return {(doubt.x, doubt.y) for doubt in reading.doubtful}


def _whole(picture, lattice, theme) -> Reading:
    """The board as the whole picture shows it, none of it believed where most is unclear."""
    return wary(read_at(picture, lattice, theme))


def _check_like_a_whole_read(reading: Reading, whole: Reading):
    """The same cells, counter and face; the same doubt, and more only for what was seen before."""
    kept = [doubt for doubt in reading.doubtful if (doubt.x, doubt.y) in _cells(whole)]
    assert [(doubt.x, doubt.y, doubt.score) for doubt in kept] == [
        (doubt.x, doubt.y, doubt.score) for doubt in whole.doubtful
    ]
    assert {doubt.reason for doubt in set(reading.doubtful) - set(whole.doubtful)} <= BY_TIME
    for name in ("board", "lattice", "theme", "mines_left", "restart", "lost"):
        assert getattr(reading, name) == getattr(whole, name)


@pytest.mark.parametrize("name", GAMES)
def test_recorded_games(name):
    """Along a real game, forwards and looked at twice, a followed board is read as each whole picture is."""
    frames, lattice, theme = _game(name)
    follower = Follower(lattice, theme)
    for frame in frames:
        assert follower.read(frame) == _whole(frame, lattice, theme)
        assert follower.read(frame.copy()) == _whole(frame, lattice, theme)


@pytest.mark.parametrize("name", SERIES)
def test_captured_games(name):
    """The same along our captures of a game, its flash and its end."""
    paths = sorted((FIXTURES / "screens").glob(f"{name}-*.png"))
    theme = load_theme(name.partition("-")[0])
    first = load_picture(FIXTURES / "screens" / f"{name}-fresh.png")
    lattice = read_picture(first, [theme])[0].lattice
    follower = Follower(lattice, theme)
    for picture in map(load_picture, paths):
        _check_like_a_whole_read(follower.read(picture), _whole(picture, lattice, theme))


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(GAMES),
    st.sampled_from([(0.0, 1.0), (0.3, 1.0), (0.15, 1.003), (-40.0, 1.0)]),
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 3)), min_size=2, max_size=5),
    st.integers(0, 10**6),
)
@example("sgt-won", (0.15, 1.003), [(0, 0), (0, 3)], 15613)  # a pixel beside a cell has a hundredth of one within it
@example("sgt-won", (0.0, 1.0), [(2, 0), (1, 3)], 0)  # cells have changed, and the ground of a covered one stands out
def test_any_changes(name, way, looks, seed):
    """Whatever is drawn over the frames, on whole pixels or between them, or partly out of sight: no difference."""
    frames, at, theme = _game(name)
    moved, stretched = way
    lattice = Lattice(at.x + moved, at.y + moved, at.pitch_x * stretched, at.pitch_y * stretched, at.cols, at.rows)
    rng = random.Random(seed)
    follower = Follower(lattice, theme)
    for number, patches in looks:
        picture = frames[number % len(frames)].copy()
        for _ in range(patches):
            x, y = rng.randrange(picture.shape[1]), rng.randrange(picture.shape[0])
            picture[y : y + rng.randint(1, 50), x : x + rng.randint(1, 50)] = [rng.randrange(256) for _ in range(3)]
        _check_like_a_whole_read(follower.read(picture), _whole(picture, lattice, theme))


@pytest.mark.parametrize("pitch", [80, 83.7])
def test_large_cells(pitch):
    """Cells that are averaged before they are compared are followed as well."""
    theme, board = load_theme("classic"), Board.parse("11##;1###;####;####")
    drawn = draw_board(board, theme, 80)
    scale = pitch / 80
    before = np.pad(cv2.resize(drawn, None, fx=scale, fy=scale), ((90, 9), (9, 9), (0, 0))).astype(np.uint8)
    lattice = Lattice(9, 90, pitch, pitch, 4, 4)
    follower = Follower(lattice, theme)
    follower.read(before)
    for cell in range(16):
        after = before.copy()
        x, y = lattice.centre((cell % 4, cell // 4))
        after[int(y) : int(y) + 9, int(x) : int(x) + 9] = 255
        _check_like_a_whole_read(follower.read(after), _whole(after, lattice, theme))


def test_a_board_that_is_mostly_unclear():
    """Where too much of a board is unclear, as while it flashes, none of it is believed."""
    frames, lattice, theme = _game("sgt-won")
    picture = frames[-1].copy()
    for cell in range(0, lattice.cols * lattice.rows, 3):
        x, y = map(int, lattice.centre((cell % lattice.cols, cell // lattice.cols)))
        picture[y - 5 : y + 5, x - 5 : x + 5] = (255, 0, 255)
    reading = Follower(lattice, theme).read(picture)
    assert len(reading.doubtful) == lattice.cols * lattice.rows


def test_nothing_new():
    """A picture in which nothing changed is not read again."""
    frames, lattice, theme = _game("sgt-won")
    follower = Follower(lattice, theme)
    assert follower.read(frames[0].copy()) is follower.read(frames[0].copy())


def test_a_clock_beside_the_face():
    """The face and the counter stay while a clock runs beside them; a face that went away is no longer seen."""
    frames, lattice, theme = _game("winemine-lost")
    follower = Follower(lattice, theme)
    first = follower.read(frames[0])
    ticked, gone = frames[0].copy(), frames[0].copy()
    top = max(0, int(lattice.y) - 30)
    ticked[top : int(lattice.y) - 8, int(lattice.x) + 2 : int(lattice.x) + 12] ^= 255
    gone[: int(lattice.y)] = 0
    assert first.restart is not None
    assert follower.read(ticked) == first
    assert (follower.read(gone).restart, follower.read(gone).mines_left) == (None, None)
    assert follower.read(frames[0]) == first


def test_more_looks_than_are_kept():
    """Looks that were forgotten are compared again, and looks of which some are kept are not mixed up."""
    theme = load_theme("classic")
    noise = np.random.default_rng(3).integers(0, 256, (5000, 8 * 8 * 3), np.uint8)
    noise[:, 100:] = 192
    looks = Looks(theme, theme.templates(8))
    whole = looks.read(noise)
    for part in np.array_split(np.random.default_rng(4).permutation(5000), 4):
        again, fresh = looks.read(noise[part]), Looks(theme, theme.templates(8)).read(noise[part])
        for sights in (again, fresh):
            assert (sights.codes == whole.codes[part]).all()
            assert (sights.confidence == whole.confidence[part]).all()


def _grid(text, sign="x"):
    return np.array([[character == sign for character in row] for row in text.split(";")])


@pytest.mark.parametrize(
    ("unclear", "over"),
    [
        ("....;.x..;....", "....;....;...."),  # one cell may be a symbol that nobody knows
        ("....;.xx.;....", "....;.xx.;...."),
        ("....;.xx.;.x..", "....;.xx.;.xx."),  # a pointer
        ("x...;..x.;x...", "....;....;...."),  # scattered: being drawn
        (".....;.xxx.;.x.x.;.xxx.", ".....;.xxx.;.xxx.;.xxx."),  # a plain popup
        ("..xxx;..x..;..x..;..x..", "..xxx;..xxx;..xxx;..xxx"),  # one that goes on beyond the board
        ("x....;xx...;.xx..;..xx.;...xx", ".....;.....;.....;.....;....."),  # the outline of an opening
    ],
)
def test_lain_over(unclear, over):
    """Rectangles and their outlines are things that lie over the board, whole; what is scattered is not."""
    assert (lain_over(_grid(unclear)) == _grid(over)).all()


@pytest.mark.parametrize("shape", [(6, 30), (30, 6), (8, 40)])
def test_a_line_across_the_board_is_no_rectangle(shape):
    """Somebody may have drawn one: each of its outermost lines is little of it, and so is what is left within."""
    unclear = np.zeros(shape, bool)
    steps = np.arange(max(shape))
    unclear[steps * shape[0] // len(steps), steps * shape[1] // len(steps)] = True
    assert not lain_over(unclear).any()


@pytest.mark.parametrize(("corner", "hidden"), [("1", 3), ("F", 3), ("#", 4), (".", 4)])
def test_a_number_in_the_corner_of_what_lies_over_a_board_is_beside_it(corner, hidden):
    """A pointer is no rectangle; but the plain corner of a popup may look like a covered cell, or an open one."""
    board = Board.parse(f"####;##{corner}#;####")
    scores = np.ones(12, np.float32)
    scores[[5, 9, 10]] = 0.1
    doubtful = doubts(board, scores, np.ones((3, 4), bool))
    assert [doubt.reason for doubt in doubtful] == [LAIN_OVER] * hidden


def test_a_cell_that_is_just_as_its_theme_has_it_has_nothing_over_it():
    """A pointer's corner is such a cell, and others lead to it; the middle of a window like this one is enclosed."""
    board = Board.parse(";".join(["#####"] * 5))
    pointer, window = np.ones((2, 5, 5), bool)
    pointer[1:3, 1] = pointer[2, 2] = False
    window[1:4, 1:4] = False
    window[2, 2] = True
    for exact, hidden in ((pointer, 3), (window, 9)):
        doubtful = doubts(board, np.where(exact, 1, 0.1).astype(np.float32).ravel(), known=Known(exact=exact.ravel()))
        assert [doubt.reason for doubt in doubtful] == [LAIN_OVER] * hidden


def _codes(text):
    board = Board.parse(text)
    return np.array(board.cells).reshape(board.height, board.width)


@pytest.mark.parametrize(
    ("text", "unclear", "cells"),
    [
        ("#####;#...#;#...#;#...#;#####", "", ".....;.xxx.;.xxx.;.xxx.;....."),  # nine cells pressed, or a plain popup
        ("111;1#1;111", "", "...;...;..."),
        (".....;.....;..#..;.....;.....", "..x", ".....;.....;.....;.....;....."),  # a pointer on an opening
        (".1........;11........;..........", "", "x.........;..........;.........."),  # held down among open cells
        ("..2.......;122.......;..........", "", "xx........;..........;.........."),
    ],
)
def test_unopened(text, unclear, cells):
    """The inside of what is no opening is doubted with its border; an unclear cell proves nothing."""
    codes = _codes(text)
    blind = np.zeros(codes.shape, bool)
    blind[2, 2] = bool(unclear)
    assert (unopened(codes, contradictions(codes), blind) == _grid(cells)).all()


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("1F1;1.1;...", ".x.;.x.;..."),
        ("F1#;.1#;.1#", "...;...;..."),  # a wrong flag that no number needs
        ("1F1;111;...", "...;...;..."),
    ],
)
def test_disputed(text, cells):
    """An empty cell beside a flag that a number needs is in doubt, as is the number: the cell may be pressed."""
    found = disputed(_codes(text))
    assert found[_codes(text) == 0].any() == ("x" in cells)
    assert found.any() == ("x" in cells)


@pytest.mark.parametrize(
    ("before", "after", "cells"),
    [
        ("111;1##;1##", "111;12#;1##", "...;...;..."),
        ("111;1##;1##", "1#1;12#;1##", ".x.;...;..."),
        ("111;1##;1##", "###;###;###", "...;...;..."),  # the next game
    ],
)
def test_changed(before, after, cells):
    """An open cell never changes, unless the next game begins."""
    assert (changed(_codes(before), _codes(after)) == _grid(cells)).all()


def test_sprung_up():
    """An empty cell opens something beside it, or is not to be believed at once."""
    assert (sprung_up(_codes("F1;1#"), _codes("F1;1.")) == _grid("..;.x")).all()
    assert not sprung_up(_codes("##;##"), _codes("..;..")).any()


def _drawn(text, theme="classic", pitch=20):
    """A picture of the board and the lattice in it."""
    board = Board.parse(text)
    picture = np.pad(draw_board(board, load_theme(theme), pitch), ((60, 20), (20, 20), (0, 0)), constant_values=192)
    return picture, Lattice(20, 60, pitch, pitch, board.width, board.height)


PLAIN = ".1##F;.1111;.....;11111;1####"


def test_a_cell_that_was_open():
    """What covers an open cell is not believed however clear it looks, nor named a symbol where it is unclear."""
    picture, lattice = _drawn(PLAIN)
    follower = Follower(lattice, load_theme("classic"))
    assert follower.read(picture).view == "settled"
    other, _ = _drawn(PLAIN.replace(".1111", ".1121"))
    reading = follower.read(other)
    assert [(doubt.x, doubt.y, doubt.reason) for doubt in reading.doubtful if doubt.reason == CHANGED] == [
        (3, 1, CHANGED)
    ]
    assert reading.view == "unsettled"
    covered = picture.copy()
    covered[80:100, 60:80] = (255, 0, 255)
    reading = follower.read(covered)
    assert (reading.view, {doubt.reason for doubt in reading.doubtful if (doubt.x, doubt.y) == (2, 1)}) == (
        "covered",
        {LAIN_OVER},
    )
    assert follower.read(picture).view == "settled"


def test_the_next_game_is_read():
    """When everything turns covered it is another game, and nothing of the old one counts."""
    picture, lattice = _drawn(PLAIN)
    follower = Follower(lattice, load_theme("classic"))
    follower.read(picture)
    fresh, _ = _drawn(";".join(["#####"] * 5))
    assert follower.read(fresh).view == "settled"
    other, _ = _drawn("##1..;##1..;###11;#####;#####")
    assert follower.read(other).board.rows == ["##1..", "##1..", "###11", "#####", "#####"]


def test_an_empty_cell_is_believed_in_its_second_look():
    """One that turned empty alone is doubtful in one look, as where a button is held down and let go."""
    before, lattice = _drawn("F2F#;2#11;F211;####")
    after, _ = _drawn("F2F#;2.11;F211;####")
    follower = Follower(lattice, load_theme("classic"))
    follower.read(before)
    reading = follower.read(after)
    assert (1, 1) in _cells(reading)
    assert follower.read(before).board[1, 1] == COVERED


def test_a_mark_that_is_taken_back_leaves_the_zero_beside_it():
    """A zero opens no flagged cell: one whose flag is taken away later is covered beside it, and both are as they look.

    A zero that was not there while the flag was may be a cell that is held down.
    """
    rows = "..1#;F.1#;111#;####"
    before, lattice = _drawn(rows)
    after, _ = _drawn(rows.replace("F", "#"))
    spoilt = before.copy()
    spoilt[120:140, 80:100] = (255, 0, 255)  # a cell elsewhere
    for first in (before, spoilt):
        follower = Follower(lattice, load_theme("classic"))
        follower.read(first)
        for _ in range(2):
            reading = follower.read(after.copy())
            assert (reading.doubtful, reading.board[0, 1], reading.board[0, 0]) == ((), COVERED, 0)
    follower = Follower(lattice, load_theme("classic"))
    follower.read(_drawn("####;F###;####;####")[0])
    for _ in range(2):
        assert {(0, 0), (1, 0), (1, 1)} <= _cells(follower.read(after.copy()))


@pytest.mark.parametrize(
    ("looks", "news", "believed"),
    [
        (2, "elsewhere", True),
        (1, "elsewhere", False),  # it may still be being drawn
        (2, "beside", False),
        (2, "unclear", False),  # something that lies over the board
        (2, "none", False),
    ],
)
def test_an_empty_cell_is_believed_once_the_game_goes_on_elsewhere(looks, news, believed):
    """Where a flag was taken away as zeros opened beside it, a covered cell stays: as beside cells that are pressed.

    What is pressed does not stand still while another cell opens elsewhere.
    """
    rows = "..1#####;#.1#####;##1#####;########"
    after = {"elsewhere": "########;########;######1#", "beside": "########;########;#1######"}.get(news, rows)
    after = ";".join(
        "".join(new if new == "1" else old for old, new in zip(*pair, strict=True))
        for pair in zip(rows.split(";")[:3], after.split(";")[:3], strict=True)
    )
    before, lattice = _drawn(rows)
    picture, _ = _drawn(f"{after};########")
    if news == "unclear":
        picture[100:120, 140:160] = (255, 0, 255)
    follower = Follower(lattice, load_theme("classic"))
    for _ in range(looks):
        assert {(0, 0), (1, 0), (1, 1)} <= _cells(follower.read(before.copy()))
    reading = follower.read(picture)
    assert ({(0, 0), (1, 0), (1, 1)} & _cells(reading) == set()) == believed
    assert follower.read(picture.copy()).doubtful == reading.doubtful


def test_a_wrong_flag_that_turns_blank():
    """Where a program blanks wrong flags after a loss, an empty cell beside a mine is one if it had a flag before.

    If it had none it is doubtful: something white may lie over a number.
    """
    lost, lattice = _drawn("1.1.;1*1.;111.;....", "xbomb")
    for mark, symbol, doubtful in (("F", WRONG_FLAG, set()), ("#", 0, {(1, 0)})):
        follower = Follower(lattice, load_theme("xbomb"))
        assert follower.read(_drawn(f"1{mark}1.;1#1.;111.;....", "xbomb")[0]).view == "settled"
        for _ in range(2):
            reading = follower.read(lost.copy())
            assert (reading.board[1, 0], reading.board[1, 1]) == (symbol, MINE)
            assert _cells(reading) >= doubtful
            assert bool(reading.doubtful) == bool(doubtful)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(GAMES), st.integers(0, 10**6), st.sampled_from(["pointer", "popup", "fade", "half"]))
def test_nothing_passing_is_believed(name, seed, kind):
    """Under a pointer or a popup, in a fade or half drawn, each cell of a real game is read right, or doubtful."""
    frames, lattice, theme = _game(name)
    rng = random.Random(seed)
    number = rng.randrange(len(frames) - 1)
    before, after = frames[number], frames[number + 1]
    picture = before.copy()
    left, top, width, height = lattice.bbox
    x, y = left + rng.randrange(width), top + rng.randrange(height)
    if kind == "pointer":
        arrow = np.add(ARROW, (x, y)).astype(np.int32)
        cv2.fillPoly(picture, [arrow], (255, 255, 255))
        cv2.polylines(picture, [arrow], True, (0, 0, 0))
    elif kind == "popup":
        corner = x + rng.randint(30, 200), y + rng.randint(30, 150)
        cv2.rectangle(picture, (x, y), corner, rng.choice([(255, 255, 255), (192, 192, 192), (60, 60, 60)]), cv2.FILLED)
        cv2.rectangle(picture, (x, y), corner, (0, 0, 0))
    elif kind == "fade":
        share = rng.uniform(0.05, 0.95)
        picture = cv2.addWeighted(before, 1 - share, after, share, 0)
    else:
        picture[y:] = after[y:]
    follower = Follower(lattice, theme)
    boards = [read_at(frame, lattice, theme).board for frame in (before, after)]
    first = follower.read(before)
    reading = follower.read(picture)
    assert first.view == "settled"
    for index, code in enumerate(reading.board.cells):
        place = reading.board.place(index)
        assert place in _cells(reading) or code in {board.cells[index] for board in boards}


@pytest.mark.parametrize(
    ("text", "zeros"),
    [
        ("....1;...#1;11111;#####", 7),  # of an opening four cells wide
        ("...1;.#.1;1111;####", 0),  # which nine pressed cells may be as well
        (".....;..#..;.###.;11111", 0),  # beside several covered cells, as where it is half drawn
        ("....1;....1;11111;#####", 0),  # with no covered cell beside it
    ],
)
def test_an_opening_may_have_stopped_at_a_mark(text, zeros):
    """Where a large one lies beside a covered cell, that was marked when it opened."""
    codes = _codes(text)
    whole = np.ones(codes.shape, bool)
    assert stopped_at_marks(codes, whole).sum() == zeros
    assert not stopped_at_marks(codes, codes != 0).any()
    assert not stopped_at_marks(codes, codes != COVERED).any()


DIAMOND = "#########;####1####;###1.1###;##1...1##;#1.....1#;##1...1##;###1.1###;####1####;#########"
"""An opening of a program that opens only the cells at the sides of zeros."""


@pytest.mark.parametrize(
    ("text", "zeros"),
    [
        (DIAMOND, 8),
        (DIAMOND.replace("####1####", "#########", 1), 0),  # one has a covered cell at its side: it is half drawn, say
        (DIAMOND.replace("####1####", "####F####", 1), 0),  # or something that may be anything
        ("##1####;#1.1###;1...1##;#1.1###;##1####", 0),  # which a button may hold down
        ("#111111#;11....11;1......1;1......1;11....11;#111111#", 0),  # with no covered cell beside them
        ("#####;#...#;#...#;#...#;#####", 0),  # pressed
    ],
)
def test_an_opening_may_have_stopped_at_corners(text, zeros):
    """Some programs open only the cells at the four sides of a zero."""
    codes = _codes(text)
    whole = np.ones(codes.shape, bool)
    assert stopped_at_corners(codes, whole).sum() == zeros
    assert not stopped_at_corners(codes, codes != 0).any()


@pytest.mark.parametrize("theme", ["classic", "demo", "sgt", "gnome", "winemine", "xdemineur"])
def test_what_an_opening_left_at_its_corners_leaves_no_doubt(theme):
    """A board of which zeros opened the cells at their sides alone is read as it stands, in one look."""
    picture, lattice = _drawn(DIAMOND, theme)
    reading = read_at(picture, lattice, load_theme(theme))
    assert (reading.doubtful, reading.board.cells) == ((), Board.parse(DIAMOND).cells)


@pytest.mark.parametrize("theme", ["classic", "demo", "sgt", "gnome", "winemine", "xdemineur"])
def test_cells_held_down_around_a_number_are_no_opening(theme):
    """Three ones that are held down, about a number beside its flag, have covered cells at their corners alone."""
    text = ".........;.111111..;.1F11#1..;.111.11..;.11..11..;.1#11#1..;.111111..;.........;........."
    picture, lattice = _drawn(text, theme)
    assert {(4, 3), (3, 4), (4, 4)} <= _cells(read_at(picture, lattice, load_theme(theme)))


def test_the_middle_of_a_popup_with_round_corners_is_no_opening():
    """Of its frame nothing tells what it hides; the cells at its corners are as they were."""
    board = Board(8, 8, tuple(0 if x in (3, 4) and y in (3, 4) else COVERED for y in range(8) for x in range(8)))
    frame = [(x, y) for x in range(2, 6) for y in range(2, 6) if (x in (2, 5)) != (y in (2, 5))]
    scores = np.ones(64, np.float32)
    scores[[board.index(cell) for cell in frame]] = 0.3
    found = doubts(board, scores, known=Known(usual=np.ones(64, bool)))
    assert {(x, y) for x in (3, 4) for y in (3, 4)} <= {(doubt.x, doubt.y) for doubt in found}


@pytest.mark.parametrize("theme", ["classic", "demo", "sgt", "gnome", "winemine", "xdemineur"])
def test_a_mark_that_was_taken_away_leaves_no_doubt(theme):
    """A large opening around a covered cell is read as it stands, in one look."""
    picture, lattice = _drawn("......1#;......1#;..#...11;........;11111...;#####1..", theme)
    reading = read_at(picture, lattice, load_theme(theme))
    assert (reading.doubtful, reading.board[2, 2], reading.board[1, 1]) == ((), COVERED, 0)


@pytest.mark.parametrize("theme", load_themes(), ids=lambda theme: theme.name)
def test_pressed_cells_are_doubtful(theme):
    """Cells that are held down together look empty: all of them are doubtful, for the same reason."""
    rows = ["#####", "#####", "#####", "#####", "#####", "11111", "....."]
    pressed = ["#####", "#...#", "#...#", "#...#", *rows[4:]]
    picture, lattice = _drawn("\n".join(pressed), theme.name, min(theme.tiles, default=20))
    reading = read_at(picture, lattice, theme)
    assert reading.view == "unsettled"
    assert {(doubt.x, doubt.y): doubt.reason for doubt in reading.doubtful} == {
        (x, y): NOT_OPEN for x in (1, 2, 3) for y in (1, 2, 3)
    }


@pytest.mark.parametrize("news", ["nothing", "place", "theme", "forget"])
def test_a_reader_follows_until_it_reads_something_else(news):
    """An open cell that closes is doubtful, but not elsewhere, in another theme or once the look is forgotten."""
    theme, here = load_theme("demo"), Lattice(9, 9, 24, 24, 6, 6)
    begun, closed = (Board.parse(f"{row};1#1###;111###;######;######;######") for row in ("111###", "11####"))
    drawn = [draw_board(board, theme, 24) for board in (begun, closed)]
    before, after = (np.pad(each, ((9, 9), (9, 9), (0, 0))) for each in drawn)
    reader = BoardReader()
    assert reader.read(before, here, theme).board == begun
    if news == "forget":
        reader.forget()
    where = here.moved(0.5, 0) if news == "place" else here
    now = reader.read(after, where, theme.in_noise(1) if news == "theme" else theme)
    assert now.board == closed
    assert {doubt.reason for doubt in now.doubtful} == ({CHANGED} if news == "nothing" else set())


def test_other_cells_are_read_again_only_where_something_changed(monkeypatch):
    """Hexagons that look as they did are not read a second time; a pixel that changed has all of them read."""
    picture = load_picture(FIXTURES / "screens" / "xbomb-hexagon-beginner-won-half.png")
    (found,) = read_picture(picture)
    reads = []
    monkeypatch.setattr(follow, "read_at", lambda *what: reads.append(what) or read_at(*what))
    reader, other = BoardReader(), picture.copy()
    other[0, 0] += 1
    for each in (picture, picture.copy(), other, picture):
        assert reader.read(each, found.lattice, found.theme) == found
    assert len(reads) == 3


@pytest.mark.parametrize("pitch", [16, 24, 37])
@pytest.mark.parametrize("seed", range(6))
def test_digits_of_another_look_are_looked_over_once(pitch, seed, monkeypatch):
    """Their cells are covered as the theme has it: a closer look settles the digits, none of them wrong, for good."""
    theme, foreign = load_theme("classic"), load_theme("clones")
    monkeypatch.setattr("minebot.vision.read.load_themes", lambda: [theme])
    truth = played(random.Random(seed), (9, 9), 14, frozenset())
    pictures = [_in_a_panel(board, foreign, pitch) for board in (Board.covered(9, 9), truth)]
    here, reader = Lattice(40, 40, pitch, pitch, 9, 9), BoardReader()
    reader.read(pictures[0], here, theme)
    before = reader.read(pictures[1], here, theme)
    reader.look_over()
    after = reader.read(pictures[1], here, theme)
    assert [cell for cell in _wrong(after, truth) if cell not in _cells(after)] == []
    assert len(after.doubtful) in (0, len(before.doubtful))
    moved = np.roll(pictures[1], 5, axis=1)
    assert reader.read(moved, here.moved(5, 0), theme).board == after.board
    assert len(reader.read(moved, here.moved(5, 0), theme).doubtful) == len(after.doubtful)


@pytest.mark.parametrize("pitch", [16, 24, 37])
@pytest.mark.parametrize("seed", range(6))
def test_a_theme_with_the_same_covered_cells_takes_over(pitch, seed):
    """Once numbers show, the board is read in the theme that has them: all of it, and beyond doubt."""
    theme, true = load_theme("classic"), load_theme("clones")
    truth = played(random.Random(seed), (9, 9), 14, frozenset())
    here, reader = Lattice(40, 40, pitch, pitch, 9, 9), BoardReader()
    assert not reader.read(_in_a_panel(Board.covered(9, 9), true, pitch), here, theme).doubtful
    picture = _in_a_panel(truth, true, pitch)
    assert reader.read(picture, here, theme).doubtful
    assert reader.look_over()
    after = reader.read(picture, here, theme)
    assert (after.theme.name, after.board.cells, after.doubtful) == ("clones", truth.cells, ())


def test_no_theme_takes_over_that_leaves_doubts():
    """A number of a colour that no theme has: each theme leaves it in doubt, and the board keeps its own."""
    theme, other = load_theme("classic"), load_theme("clones")
    board = played(random.Random(1), (9, 9), 14, frozenset())
    picture = _in_a_panel(board, other, 24)
    x, y = next(board.place(index) for index, code in enumerate(board.cells) if code == 1)
    cell = picture[40 + 24 * y : 64 + 24 * y, 40 + 24 * x : 64 + 24 * x]
    cell[:] = cell[::-1, :, [1, 2, 0]]
    reader, here = BoardReader(), Lattice(40, 40, 24, 24, 9, 9)
    assert reader.read(picture, here, theme).doubtful
    reader.look_over()
    assert reader.read(picture, here, theme).theme is theme


def _in_a_panel(board, theme, pitch):
    return np.pad(draw_board(board, theme, pitch), ((40, 40), (40, 40), (0, 0)), constant_values=192)


def test_a_board_that_moved_by_a_cell_is_not_settled_where_it_was():
    """It looks much the same there; a closer look leaves the doubts, so that the board is searched for."""
    theme, foreign = load_theme("classic"), load_theme("clones")
    truth = played(random.Random(1), (9, 9), 14, frozenset())
    picture = np.pad(draw_board(truth, foreign, 24), ((40, 40), (40, 40), (0, 0)), constant_values=192)
    there, reader = Lattice(64, 40, 24, 24, 9, 9), BoardReader()
    assert reader.read(picture, there, theme).doubtful
    reader.look_over()
    assert reader.read(picture, there, theme).doubtful


def _wrong(reading, truth):
    return [truth.place(index) for index, code in enumerate(truth.cells) if reading.board.cells[index] != code]
