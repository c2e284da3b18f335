"""`minebot watch` beside real programs that a scripted person plays."""

import os
import signal
import subprocess
import sys
import time
from contextlib import closing
from itertools import starmap

import pytest
from person import Person, Told, board_of, centre
from programs import windows

from minebot.geometry import Point, Rect
from minebot.solver import solve
from minebot.vision.read import read_picture
from minebot.vision.screen import MssScreen

FLASHES = 1.0
"""Seconds for which sgt-mines flashes at the end of a game: a single picture of that may be read as none."""


def _ended(process):
    """What the watch says when it is ended as a user ends it."""
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=10)
    return process.returncode, errors


@pytest.mark.parametrize(
    ("program", "view"),
    [("sgt", []), *((program, ["--view", "overlay"]) for program in ("sgt", "xdemineur", "winemine"))],
)
def test_the_advice_follows_the_person_and_nobody_else_moves_the_mouse(stage, minebot, program, view):
    """A person who does what is advised sees each move in the view, and the pointer is where the hand left it."""
    with stage(program, "beginner") as (display, _), closing(Person(display)) as hand:
        hand.point(900, 900)
        process = minebot(display, "watch", "--json", *view)
        told = Told(process)
        document = told.until(lambda each: each["phase"] == "playing")
        assert hand.pointer == (900, 900)
        while document["phase"] == "playing":
            board, cell = board_of(document), tuple(document["advice"]["best"]["cell"])
            assert document["advice"]["best"]["action"] == "open"
            assert {tuple(each) for each in document["safe"]} == set(solve(board).safe)
            place = centre(document, cell)
            hand.click(*place)
            document = told.until(
                lambda each, cell=cell: (
                    each["phase"] in ("won", "lost") or (each["advice"] is not None and board_of(each)[cell] >= 0)
                )
            )
            assert hand.pointer == place
        time.sleep(FLASHES)
        with MssScreen(display) as screen:
            corner = Point(*centre(document, (0, 0)))
            (game,) = [each for each in starmap(Rect, windows(display).values()) if corner in each]
            (reading,) = read_picture(screen.grab(game).bgr)  # beside it is the view, which looks like a board itself
        assert document["phase"] == reading.state
        assert _ended(process) == (130, "minebot: stopped by the user\n")
        assert hand.pointer == place


def test_a_window_is_followed_where_it_goes(stage, minebot):
    """Moved, covered in part, uncovered, given a new game, closed: each is told, and no advice rests on doubt."""
    with stage("sgt", "intermediate") as (display, program), closing(Person(display)) as hand:
        process = minebot(display, "watch", "--json", "--view", "overlay")
        told = Told(process)
        document = told.until(lambda each: each["phase"] == "playing")
        hand.click(*centre(document, (8, 8)))
        document = told.until(lambda each: each["advice"] and board_of(each)[8, 8] >= 0)
        rows, (x, y, width, height) = board_of(document).rows, document["bbox"]
        (game,) = [each for each, place in windows(display).items() if place[2] > width and place[0] < x]

        hand.move_window(game, 700, 300)
        document = told.until(lambda each: each["bbox"] == [x + 700, y + 300, width, height])
        document = document if document["advice"] else told.until(lambda each: each["advice"])
        assert board_of(document).rows == rows
        _check_overlay(display, document)

        with hand.plain_window(x + 700, y + 300, 90, 90):
            covered = told.until(lambda each: each["doubtful"])
            assert {(0, 0), (3, 3)} <= {(cell[0], cell[1]) for cell in covered["doubtful"]}
            assert covered["advice"] is None
        document = told.until(lambda each: each["advice"])
        assert board_of(document).rows == rows

        hand.point(*centre(document, (1, 1)))
        hand.type("n")
        document = told.until(lambda each: each["advice"] and set("".join(board_of(each).rows)) == {"#"})

        os.killpg(program.pid, signal.SIGKILL)
        document = told.until(lambda each: each["phase"] == "looking")
        assert "no board is on the screen" in document["note"]
        assert _ended(process)[0] == 130


def _check_overlay(display, document):
    """The window of ours is there, and shares no point with the board."""
    x, y, width, height = document["bbox"]
    found = subprocess.run(
        [sys.executable, "-c", "from minebot.play.titles import titled; print(titled('minebot watch').place)"],
        env=os.environ | {"DISPLAY": display},
        capture_output=True,
        text=True,
        check=True,
    )
    size, left, top = found.stdout.split()[-1].split("+")
    w, h = map(int, size.split("x"))
    left, top = int(left), int(top)
    assert left >= x + width or left + w <= x or top >= y + height or top + h <= y
    with MssScreen(display) as screen:
        assert left >= 0
        assert left + w <= screen.monitors[0].w


def test_the_terminal_view_ends_cleanly(stage, minebot):
    """Printed where there is no terminal, the view holds every row, the move and the reason; Ctrl-C ends it."""
    with stage("xdemineur", "intermediate") as (display, _):
        process = minebot(display, "watch", "--view", "terminal")
        lines = [process.stdout.readline().rstrip("\n") for _ in range(20)]
        status, errors = _ended(process)
    assert lines[0] == "minebot: looking for a board"
    assert lines[1] == "xdemineur, 16x16, 40 mines"
    assert lines[18].startswith("open ")
    assert (status, errors) == (130, "minebot: stopped by the user\n")


def test_the_display_goes_away(minebot, stage):
    """A display that goes away ends the watch with one sentence."""
    with stage("xdemineur", "intermediate") as (display, _):
        process = minebot(display, "watch", "--json", "--view", "overlay")
        Told(process).until(lambda each: each["advice"])
    process.wait(timeout=20)
    errors = process.stderr.read()
    assert process.returncode == 1, errors
    assert [line.partition(":")[0] for line in errors.splitlines()] == ["minebot"]
