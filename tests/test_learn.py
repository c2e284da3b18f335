"""Learning a look from screenshots: what the learned theme reads, what is refused, what is kept, what is asked."""

import json
import random
from dataclasses import replace
from fnmatch import fnmatch
from pathlib import Path

import cv2
import numpy as np
import pytest
from looks import draw_look, random_look
from rich.console import Console
from scenes import played
from typer.testing import CliRunner

from minebot import cli
from minebot.ask import Question, Terminal, blocks, nobody
from minebot.board import COVERED, FLAG, WRONG_FLAG, Board
from minebot.errors import BoardNotFound, MinebotError, PictureError, Stopped, ThemeError, ThemeWarning
from minebot.geometry import Lattice
from minebot.learning import Order, learn_shots, question, undecided
from minebot.vision.draw import draw_board
from minebot.vision.known.board import read_at
from minebot.vision.learn import SURE, symbol_of, theme_of_looks
from minebot.vision.picture import load_picture
from minebot.vision.read import read_picture
from minebot.vision.themes.folders import load_theme, load_themes, own_folder, read_theme
from minebot.vision.themes.keep import Keeping
from minebot.vision.unknown.album import Sheet, read_together, told
from minebot.vision.unknown.glyphs import CODES
from minebot.vision.unknown.shots import Shot, read_shots, snapped

SCREENS = Path(__file__).resolve().parents[1] / "fixtures" / "screens"

TAUGHT = {
    "sgt": ("beginner-*", "intermediate-*"),
    "xdemineur": ("expert-*",),
    "winemine": ("beginner-*", "intermediate-*"),
    "xbomb": ("intermediate-*", "expert-*"),
}
"""The pictures from which each look is learned, with the theme of its program unknown; the others are then read."""

NEW_LOOKS = ("*-flash", "xbomb-*-lost-lost", "xbomb-beginner-*", "sgt-*px")
"""Pictures of looks that the others do not show: a red flash, green frames, cells of other sizes."""


def screens(program, patterns=("*",)):
    """Pictures of a program, by what follows its name."""
    wanted = [f"{program}-{pattern}" for pattern in patterns]
    tilings = ("*-hexagon-*", "*-triangle-*")  # which are learned by nobody
    return [path for path in sorted(SCREENS.glob("*.png")) if fits(path, wanted) and not fits(path, tilings)]


def fits(path, patterns):
    """Whether the name of a file is one of those."""
    return any(fnmatch(path.stem, pattern) for pattern in patterns)


def silent_misreads(reading, truth):
    """Cells that were read wrong and not reported."""
    doubtful = {(doubt.x, doubt.y) for doubt in reading.doubtful}
    places = [truth.place(index) for index in range(len(truth.cells))]
    return [cell for cell in places if reading.board[cell] != truth[cell] and cell not in doubtful]


@pytest.fixture(scope="session")
def learned(tmp_path_factory):
    """A function of a program: the theme that was learned from the pictures of `TAUGHT`, read back from its folder."""
    folder = tmp_path_factory.mktemp("themes")
    known = {}

    def learn(program):
        if program not in known:
            order = Order(f"my-{program}", folder)
            known[program] = read_theme(learn_shots(screens(program, TAUGHT[program]), order).folder)
        return known[program]

    return learn


@pytest.mark.parametrize("program", TAUGHT)
def test_a_learned_look_is_read(program, learned):
    """A theme learned from some pictures of a program reads all of them, and the others, right and with few doubts."""
    theme, cells, doubtful = learned(program), 0, 0
    for path in screens(program):
        if fits(path, NEW_LOOKS):
            continue
        truth = Board.parse(path.with_suffix(".board").read_text())
        (reading,) = read_picture(load_picture(path), [theme])
        assert reading.theme.name == theme.name
        assert silent_misreads(reading, truth) == []
        cells, doubtful = cells + len(truth.cells), doubtful + len(reading.doubtful)
    assert doubtful <= 0.01 * cells


@pytest.mark.parametrize("program", TAUGHT)
def test_what_is_new_at_the_end_of_a_game_is_not_misread(program, learned):
    """Looks that the theme has not learned, as after a loss, are doubtful or read right."""
    for path in screens(program, ["*-lost-lost", "*-flash"]):
        truth = Board.parse(path.with_suffix(".board").read_text())
        for reading in read_picture(load_picture(path), [learned(program)]):
            if reading.theme.name == learned(program).name and "flash" not in path.stem:
                assert silent_misreads(reading, truth) == []


def test_a_theme_says_where_it_is_from(learned):
    """Its source names minebot, the day and the pictures; it is partial, and its symbols are those that were seen."""
    theme = learned("sgt")
    assert theme.partial
    assert "learned by minebot" in theme.source
    assert "sgt-beginner" in theme.source
    assert {"covered", "open", "flag", "1", "2", "3"} <= set(map(symbol_of, theme.symbols))


def test_the_face_is_learned(learned):
    """A yellow face above the board is taken for the button of the next game."""
    assert learned("winemine").restart_disc is not None
    assert learned("sgt").restart_disc is None


def test_a_partial_theme_is_completed_by_what_the_board_shows(tmp_path):
    """A cell whose symbol the theme lacks is read by itself, and the theme that comes with the reading knows it."""
    theme = read_theme(learn_shots([SCREENS / "sgt-beginner-lost-begun.png"], Order("small", tmp_path)).folder)
    path = SCREENS / "sgt-expert-won-half.png"
    truth = Board.parse(path.with_suffix(".board").read_text())
    assert {str(code) for code in truth.cells if code > 0} - set(map(symbol_of, theme.symbols))
    (reading,) = read_picture(load_picture(path), [theme])
    assert reading.board.rows == truth.rows
    assert reading.doubtful == ()
    again = read_at(load_picture(path), reading.lattice, reading.theme)
    assert (again.board, again.doubtful) == (reading.board, ())


def test_boards_of_two_pitches_make_two_folders(tmp_path):
    """XBomb has cells of 50 pixels on its small board, and of 20 on the others: one theme holds both."""
    shots = screens("xbomb", ["beginner-*", "expert-won-*"])
    done = learn_shots(shots, Order("bomb", tmp_path))
    assert sorted(path.name for path in done.folder.iterdir()) == ["20", "50", "theme.toml"]


def test_a_look_of_oblong_cells_is_learned(tmp_path):
    """The theme knows how wide its cells are for their height, and reads a board of them on which nothing is open."""
    rng = random.Random(5)
    look = random_look(rng, "lined")

    def save(name, board):
        drawn = draw_look(board, look, (24.0, 42.0))
        framed = cv2.copyMakeBorder(drawn, 60, 40, 40, 40, cv2.BORDER_CONSTANT, value=(90, 60, 30))
        cv2.imwrite(str(tmp_path / name), framed)
        return tmp_path / name

    boards = [played(rng, (10, 12), 20, frozenset({"flag"})) for _ in range(3)]
    shots = [save(f"{number}.png", board) for number, board in enumerate(boards)]
    theme = read_theme(learn_shots(shots, Order("narrow", tmp_path / "themes")).folder)
    assert theme.aspect == pytest.approx(24 / 42, abs=0.01)
    fresh = load_picture(save("fresh.png", Board(10, 12, (COVERED,) * 120)))
    (reading,) = read_picture(fresh, [theme])
    assert (reading.theme.name, reading.board.rows, reading.doubtful) == ("narrow", ["#" * 10] * 12, ())
    assert read_picture(fresh, [replace(theme, aspect=1.0)]) == []


def test_add_keeps_what_was_known(tmp_path):
    """--add adds what is new and changes no tile that was there."""
    first = learn_shots(screens("sgt", ["beginner-*"]), Order("s", tmp_path))
    before = read_theme(first.folder)
    more = learn_shots(screens("sgt", ["expert-won-*"]), Order("s", tmp_path, Keeping.ADD))
    after = read_theme(more.folder)
    assert set(first.symbols) < set(more.symbols)
    assert all(np.array_equal(after.tiles[20][name], tile) for name, tile in before.tiles[20].items())


def test_force_replaces(tmp_path):
    """--force leaves nothing of the older theme."""
    learn_shots(screens("sgt", ["expert-won-*"]), Order("s", tmp_path))
    learn_shots(screens("xdemineur", ["beginner-*"]), Order("s", tmp_path, Keeping.REPLACE))
    assert sorted(path.name for path in (tmp_path / "s").iterdir()) == ["21", "theme.toml"]
    assert [path.name for path in tmp_path.iterdir()] == ["s"]


ONE = SCREENS / "sgt-beginner-won-half.png"


@pytest.mark.parametrize(
    ("shots", "name", "error", "says"),
    [
        ([SCREENS / "none-net.png", SCREENS / "none-text.png"], "a", BoardNotFound, "no board is to be seen in any"),
        ([ONE, SCREENS / "xdemineur-expert-won-half.png"], "a", ThemeError, "different programs"),
        ([ONE, SCREENS / "xbomb-beginner-won-half.png"], "a", ThemeError, "different programs"),
        ([SCREENS / "sgt-beginner-lost-fresh.png"], "a", BoardNotFound, "open or 1"),
        ([ONE], "a/b", ThemeError, "is no name"),
        ([ONE], "", ThemeError, "is no name"),
        ([ONE], "classic", ThemeError, "of minebot's own"),
        ([ONE], "unknown", ThemeError, "of minebot's own"),
        ([ONE], "there", ThemeError, "is there already"),
        ([Path("missing.png")], "a", PictureError, "does not exist"),
    ],
)
def test_what_cannot_be_learned_is_refused(tmp_path, shots, name, error, says):
    """Each with a sentence that says why, and nothing is written."""
    (tmp_path / "there").mkdir()
    with pytest.raises(error, match=says):
        learn_shots(shots, Order(name, tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == ["there"]


def test_a_folder_that_is_no_theme_is_not_replaced(tmp_path):
    """--force replaces themes, and nothing else."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").touch()
    with pytest.raises(ThemeError, match="holds no theme"):
        learn_shots([ONE], Order("mine", tmp_path, Keeping.REPLACE))
    assert (tmp_path / "mine" / "letter.txt").exists()


def test_a_place_that_cannot_be_written_to_is_refused(tmp_path):
    """A file where the folder of themes should be."""
    (tmp_path / "file").touch()
    with pytest.raises(ThemeError, match="--theme-dir"):
        learn_shots([ONE], Order("a", tmp_path / "file"))


def test_two_boards_in_one_picture_are_refused():
    """Nobody says which of them is to be learned."""
    picture = load_picture(SCREENS / "xdemineur-expert-won-half.png")
    with pytest.raises(BoardNotFound, match="2 boards"):
        list(read_shots([Shot("both.png", np.concatenate([picture, picture]))]))


def test_pictures_without_a_board_are_named(tmp_path):
    """They teach nothing, and the rest is learned."""
    done = learn_shots([SCREENS / "none-net.png", ONE], Order("a", tmp_path))
    assert done.skipped == [str(SCREENS / "none-net.png")]


def test_interrupt_keeps_what_was_learned(tmp_path):
    """Ctrl-C after some pictures makes a theme of these."""

    def until_interrupted(shots):
        yield from shots[:3]
        raise KeyboardInterrupt

    done = learn_shots(screens("sgt", ["beginner-*"]), Order("a", tmp_path), nobody, until_interrupted)
    assert isinstance(done.error, Stopped)
    assert read_theme(tmp_path / "a").partial


def test_one_picture_decides_what_another_leaves_open():
    """A look that is doubtful in one picture takes its meaning from the pictures in which it is not."""
    paths = screens("xdemineur", ["beginner-*"])
    sheets = [Sheet(load_picture(path), Lattice(28, 93, 21, 21, 12, 9)) for path in paths]
    looks = read_together(sheets)
    truths = [Board.parse(path.with_suffix(".board").read_text()).cells for path in paths]
    for look, code in enumerate(looks.codes.tolist()):
        if looks.confidence[look] >= SURE:
            assert {truths[sheet][cell] for sheet, cell in looks.places(look)} == {code}


def test_a_flag_is_wrong_only_where_a_mine_shows():
    """Before the game is lost no flag can be known to be wrong."""
    sheet = Sheet(load_picture(SCREENS / "xdemineur-beginner-won-half.png"), Lattice(28, 93, 21, 21, 12, 9))
    flagged = np.where(np.arange(sheet.count) == 5, WRONG_FLAG, -1)
    lost = np.where(np.arange(sheet.count) == 50, -5, flagged)
    assert sheet.breaches(flagged)[5]
    assert not sheet.breaches(lost)[5]


@pytest.fixture
def strange_look():
    """Looks of two covered boards, of which one cell shows what nobody can know."""
    theme = load_theme("classic")
    board = Board.parse("\n".join(["1#######", "########", *["########"] * 6]))
    picture = np.full((360, 360, 3), 90, np.uint8)
    picture[100:292, 100:292] = draw_board(board, theme, 24)
    rng = np.random.default_rng(3)
    picture[100 + 72 + 4 : 100 + 96 - 4, 104:120] = rng.integers(0, 256, (16, 16, 3))
    looks = read_together([Sheet(picture, Lattice(100, 100, 24, 24, 8, 8))])
    return looks, int(looks.groups.of[24])


def test_what_nothing_decides_is_asked(strange_look):
    """The question shows the cell and the likely symbols; the answer decides all cells of that look."""
    looks, strange = strange_look
    assert undecided(looks, theme_of_looks([looks], "a")) == [strange]
    asked = question(looks, strange)
    assert asked.cells == 1
    assert len(asked.answers) == 4
    told_looks = read_together(told(looks, {strange: FLAG}))
    assert (told_looks.codes[strange], told_looks.confidence[strange] >= SURE) == (FLAG, True)
    assert told_looks.beliefs.shape[1] == len(CODES)


def test_the_terminal_shows_the_cell(tmp_path, monkeypatch):
    """Half blocks in colour, the file, the answers with their shares; only a symbol's name is taken for an answer."""
    said = iter(["dragon", "flag"])
    console = Console(width=200, record=True, quiet=True)
    monkeypatch.setattr(console, "input", lambda _: next(said))
    tile = np.full((16, 16, 3), (0, 0, 255), np.uint8)
    assert Terminal(console, tmp_path)(Question(tile, 3, [("flag", 0.6), ("mine", 0.001)])) == "flag"
    assert load_picture(tmp_path / "look-1.png").shape == (128, 128, 3)
    assert blocks(tile).plain.count("\u2580") == 24 * 12
    assert nobody(Question(tile, 1, [])) is None


def test_snapping():
    """Cells of a whole number of pixels are laid on whole pixels, others are left as they are."""
    assert snapped(Lattice(42.46, 66.6, 20.01, 19.99, 9, 9)) == Lattice(42, 67, 20, 20, 9, 9)
    zoomed = Lattice(10.2, 10.2, 24.62, 24.62, 30, 16)
    assert snapped(zoomed) == zoomed


@pytest.fixture
def own_themes(tmp_path, monkeypatch):
    """The folder of the user's own themes, empty; what was loaded before is forgotten."""
    monkeypatch.setenv("MINEBOT_THEMES", str(tmp_path))
    load_themes.cache_clear()
    load_theme.cache_clear()
    yield tmp_path
    load_themes.cache_clear()
    load_theme.cache_clear()


def test_a_learned_theme_is_used_from_then_on(own_themes):
    """It lies in the user's folder, and is read with beside the shipped ones."""
    assert own_folder() == own_themes
    learn_shots(screens("xdemineur", ["beginner-*"]), Order("mine"))
    assert [theme.name for theme in load_themes()][-1] == "mine"
    assert load_theme("mine").partial
    with pytest.raises(ThemeError, match=r"classic.*mine"):
        load_theme("nonesuch")


@pytest.mark.parametrize(
    ("folder", "text"),
    [
        ("a", "name = "),
        ("b", 'name = "b"\ntitle = "B"\nsource = "x"\npartial = true\n'),
        ("c", 'name = "d"\ntitle = "B"\nsource = "x"\nrestart = 3\n'),
    ],
)
def test_a_broken_theme_of_ones_own_stops_nothing(own_themes, folder, text):
    """It is left out with one sentence that names its folder; the shipped themes are there."""
    (own_themes / folder).mkdir()
    (own_themes / folder / "theme.toml").write_text(text)
    with pytest.warns(ThemeWarning, match=str(own_themes / folder)):
        assert "classic" in [theme.name for theme in load_themes()]


def test_a_shipped_name_is_taken(own_themes):
    """A theme of one's own under the name of a shipped one is left out."""
    learn_shots(screens("xdemineur", ["beginner-*"]), Order("mine"))
    text = (own_themes / "mine" / "theme.toml").read_text().replace('name = "mine"', 'name = "classic"')
    (own_themes / "mine" / "theme.toml").write_text(text)
    with pytest.warns(ThemeWarning, match="that of another theme"):
        assert [theme.name for theme in load_themes()].count("classic") == 1


def run(*arguments):
    """Run the command; what it printed and its exit code."""
    return CliRunner().invoke(cli.app, ["learn", *map(str, arguments)])


def test_command(tmp_path):
    """The command writes the theme and says what it knows, in text or as a document."""
    result = run(*screens("sgt", ["beginner-won-*"]), "--name", "s", "--theme-dir", tmp_path, "--no-input")
    assert result.exit_code == 0
    assert f"written to {tmp_path / 's'}" in result.stdout
    more = run(*screens("sgt", ["beginner-won-*"]), "--name", "s", "--theme-dir", tmp_path, "--force", "--json")
    document = json.loads(more.stdout)
    assert document["theme"] == "s"
    assert set(document["symbols"]).isdisjoint(document["missing"])


@pytest.mark.parametrize(
    "arguments",
    [
        [str(ONE)],
        [str(ONE), "--name", "a", "--force", "--add"],
        ["--name", "a", "--size", "9by9"],
        ["--name", "a", "--games", "0"],
    ],
)
def test_wrong_usage(arguments):
    """Without a name, or with options that contradict each other: exit code 2."""
    assert run(*arguments).exit_code == 2


def test_errors_are_sentences(tmp_path):
    """What the command cannot do is a MinebotError, which ends as one sentence."""
    result = run(tmp_path, "--name", "a", "--theme-dir", tmp_path)
    assert isinstance(result.exception, MinebotError)
    assert "holds no pictures" in str(result.exception)
