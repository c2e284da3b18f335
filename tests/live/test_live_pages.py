"""Pages in Chromium, played to the end: every number that was read is that of the mines which the page was given."""

import json
import shutil
import subprocess
import time
from contextlib import contextmanager

import pytest
from chromium import Dealer, fetch_element, opened, served
from conftest import need
from hands import click
from person import Told, board_of
from programs import virtual_display
from stages import PAGES
from witness import Witness

from minebot.board import Board
from minebot.minefield import Minefield
from minebot.solver import solve
from minebot.vision.read import read_picture
from minebot.vision.screen import MssScreen

SIZE = COLS, ROWS, MINES = 9, 9, 10
GAMES = 2
CLASSIC, ELEMENT = ({"page": page, **query} for page, query in (PAGES["classic-page"], PAGES["element-page"]))
"""The latter has no face, and begins anew when the page is loaded."""


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    """A folder with the script of the element, fetched once."""
    folder = tmp_path_factory.mktemp("package")
    need(shutil.which("npm"), "npm")
    try:
        fetch_element(folder)
    except (OSError, subprocess.SubprocessError):
        need(condition=False, what="npm's minesweeper-for-web")
    return folder


@pytest.fixture
def page(request, tmp_path):
    """A context of a scale, a page and its query: the display that shows it, and the server that deals its mines."""

    @contextmanager
    def open_page(scale, page, **query):
        need(shutil.which("chromium"), "chromium")
        home = tmp_path / "home"
        if page == "element.html":
            shutil.copytree(request.getfixturevalue("package"), home / "pages")
        with served(home / "pages", Dealer) as server, virtual_display() as display:
            server.shuffle(5, SIZE)
            address = server.address(page, cols=COLS, rows=ROWS, mines=MINES, **query)
            with opened(address, display, home, scale=scale, place=(40, 30, 480, 560)):
                yield display, server

    return open_page


def _reading(display):
    """The board on the screen, once there is one."""
    end = time.monotonic() + 10
    with MssScreen(display) as screen:
        while not (found := read_picture(screen.grab().bgr)):
            assert time.monotonic() < end, "no board came up"
            time.sleep(0.1)
    return found[0]


def _check(game, mines):
    """The board is one of these mines: each number counts them, a win opened all else, a loss exploded on one."""
    board, field = Board.parse(game["board"]), Minefield(COLS, ROWS, frozenset(mines))
    opened = {index for index, code in enumerate(board.cells) if code >= 0}
    assert {index: board.cells[index] for index in opened} == {index: field.numbers[index] for index in opened}
    assert not opened & field.mines
    assert game["won"] == (len(opened) == COLS * ROWS - MINES)


@pytest.mark.parametrize(
    ("what", "scale", "options"),
    [
        (CLASSIC, "1", []),
        (CLASSIC, "1.5", ["--flags"]),
        (ELEMENT, "1", ["--restart-key", "f5"]),
        (ELEMENT, "1.5", ["--restart-key", "f5"]),
    ],
    ids=["classic-1", "classic-1.5", "element-1", "element-1.5"],
)
def test_plays_pages(page, minebot, what, scale, options):
    """Games in a row, begun by the face or by loading the page; nothing is pressed beside the board and its face."""
    with page(scale, **what) as (display, server):
        reading = _reading(display)
        places = [reading.lattice.bbox]
        if reading.restart is not None:
            places.append((int(reading.restart.x) - 10, int(reading.restart.y) - 10, 20, 20))
        with Witness(display) as witness:
            process = minebot(display, "play", "--json", "--games", str(GAMES), *options)
            output, errors = process.communicate(timeout=180)
            assert witness.outside(*places) == []
    assert process.returncode == 0, (errors, output)
    document = json.loads(output)
    assert (len(document["games"]), document["stopped"], len(server.dealt)) == (GAMES, None, GAMES)
    for game, mines in zip(document["games"], server.dealt, strict=True):
        _check(game, mines)


def test_watches_a_page(page, minebot):
    """Digits that no theme draws so are told, and the advice is for the board that the page shows."""
    with page("1.5", **ELEMENT) as (display, server):
        lattice = _reading(display).lattice
        process = minebot(display, "watch", "--json")
        told = Told(process)
        told.until(lambda each: each["advice"])
        field = Minefield(COLS, ROWS, frozenset(server.dealt[0]))
        zero = next(index for index, number in enumerate(field.numbers) if number == 0 and index not in field.mines)
        x, y = lattice.centre((zero % COLS, zero // COLS))
        click(display, int(x), int(y))
        document = told.until(lambda each: each["advice"] and board_of(each).cells[zero] == 0)
    board = board_of(document)
    assert {index: board.cells[index] for index in field.opened_by(zero)} == {
        index: field.numbers[index] for index in field.opened_by(zero)
    }
    assert {(each[0], each[1]) for each in document["safe"]} == set(solve(board).safe)
