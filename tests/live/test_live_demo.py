"""The demo and the doctor on a real display, and the demo on a display that it starts."""

import shutil
import tkinter as tk

import pytest
from conftest import need
from programs import virtual_display

from minebot.board import FLAG
from minebot.play.demo import PITCH, DemoWindow
from minebot.play.levels import games
from minebot.play.table import Table


@pytest.mark.parametrize("level", ["beginner", "expert"])
def test_demo_on_display(minebot, tmp_path, level):
    """The demo plays its own window on the display that is there, and saves its picture."""
    need(shutil.which("Xvfb"), "Xvfb")
    with virtual_display() as display:
        process = minebot(display, "demo", "--level", level, "--seed", "2")
        output, errors = process.communicate(timeout=180)
    assert (process.returncode, errors) == (0, "")
    assert "on your screen" in output
    assert (tmp_path / "minebot-demo.png").is_file()


def test_demo_starts_a_display(minebot, tmp_path):
    """With no display the demo starts one."""
    need(shutil.which("Xvfb"), "Xvfb")
    process = minebot("", "demo", "--level", "beginner", "--seed", "2")
    output, errors = process.communicate(timeout=180)
    assert process.returncode == 0, errors
    assert "Xvfb" in output
    assert (tmp_path / "minebot-demo.png").is_file()


def test_board_stays_where_it_is():
    """Whatever the counter says, the board of a window that is narrower than its bar does not move."""
    need(shutil.which("Xvfb"), "Xvfb")
    with virtual_display() as display:
        root = tk.Tk(screenName=display)
        table = Table(games("beginner", 7))
        DemoWindow(root, table)
        root.update()
        canvas = next(part for part in root.winfo_children() if isinstance(part, tk.Canvas))
        places = {canvas.winfo_x()}
        canvas.event_generate("<ButtonRelease-1>", x=4 * PITCH + 5, y=4 * PITCH + 5)
        for place in range(81):
            canvas.event_generate("<ButtonRelease-3>", x=place % 9 * PITCH + 5, y=place // 9 * PITCH + 5)
            root.update()
            places.add(canvas.winfo_x())
        root.destroy()
    assert table.board.cells.count(FLAG) >= 20, "flagged until fewer than no mines are left"
    assert len(places) == 1


def test_doctor(minebot):
    """On a display that works, the doctor finds nothing that play needs amiss."""
    need(shutil.which("Xvfb"), "Xvfb")
    with virtual_display() as display:
        process = minebot(display, "doctor")
        output, _ = process.communicate(timeout=180)
    assert process.returncode == 0, output
    assert output.endswith("minebot can play here\n")
