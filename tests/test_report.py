"""What is shown of a reading."""

import numpy as np
from scenes import scene

from minebot import report
from minebot.move import Action, Move
from minebot.solver.advice import Advice
from minebot.vision.read import read_picture
from minebot.vision.theme import load_theme


def test_overlay_changes_the_board_only():
    """The overlay leaves the picture around the board as it was, and draws on the board."""
    picture, _, (x, y, width, height) = scene(3, load_theme("classic"), 40)
    drawn = report.overlay(picture, read_picture(picture)[0])
    changed = np.argwhere((drawn != picture).any(axis=2))
    assert len(changed) > 500
    assert changed[:, 0].min() >= y - 6
    assert changed[:, 0].max() <= y + height + 6
    assert changed[:, 1].min() >= x - 6
    assert changed[:, 1].max() <= x + width + 6


def test_risks_are_tinted_from_green_to_red():
    """With advice, a safe cell turns green and a mine red."""
    picture, board, _ = scene(1, load_theme("classic"), 40)
    reading = read_picture(picture)[0]
    safe, mine = [board.place(index) for index, code in enumerate(board.cells) if code == -1][:2]
    advice = Advice(frozenset({safe}), frozenset({mine}), Move(Action.OPEN, *safe), "safe", {safe: 0.0, mine: 1.0})
    drawn = report.overlay(picture, reading, advice)
    blue, green, red = (int(v) for v in drawn[_inside(reading, safe)])
    assert green > max(red, blue)
    blue, green, red = (int(v) for v in drawn[_inside(reading, mine)])
    assert red > max(green, blue)


def _inside(reading, cell):
    pixel = reading.lattice.centre(cell)
    return int(pixel.y - 6), int(pixel.x - 6)


def test_json_form():
    """A reading is described under the names that other programs read."""
    picture, board, bbox = scene(2, load_theme("demo"), 20)
    described = report.describe(read_picture(picture)[0])
    assert described == {
        "bbox": list(bbox),
        "rows": board.height,
        "cols": board.width,
        "theme": "demo",
        "cells": board.rows,
        "doubtful": [],
        "mines_left": None,
        "state": described["state"],
    }
    assert described["state"] in ("playing", "won", "lost")
