"""What is shown of a reading."""

import numpy as np
import pytest
from scenes import scene

from minebot import Board, report, solve
from minebot.errors import ThemeError
from minebot.move import Action, Move
from minebot.solver.advice import Advice
from minebot.vision.read import read_picture
from minebot.vision.themes.folders import load_theme


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
        "reasons": [],
        "view": "settled",
        "cut": [],
    }
    assert described["state"] in ("playing", "won", "lost")


def test_a_solved_board_is_drawn_with_its_risks_proofs_and_move():
    """Safe cells turn green and mines red; the number of the proof has a dark frame, the move a blue one."""
    board = Board.parse("mines: 3\n##1#\n#31#")
    drawn = report.solved(board, solve(board, "single"))
    safe, mine = _middle(drawn, board, (3, 0)), _middle(drawn, board, (0, 0))
    assert safe[1] > max(safe[0], safe[2])
    assert mine[2] > max(mine[0], mine[1])
    assert tuple(_corner(drawn, board, (1, 1))) == (30, 30, 30)
    assert tuple(_corner(drawn, board, (3, 0))) == (200, 90, 20)


def _corner(drawn, board, cell):
    side = 44
    left, top = drawn.shape[1] - 4 - board.width * side, drawn.shape[0] - 4 - board.height * side
    return drawn[top + cell[1] * side, left + cell[0] * side]


def _middle(drawn, board, cell):
    side = 44
    left, top = drawn.shape[1] - 4 - board.width * side, drawn.shape[0] - 4 - board.height * side
    return [int(part) for part in drawn[top + cell[1] * side + side // 2, left + cell[0] * side + side // 2]]


@pytest.mark.parametrize("topology", ["hexagon", "cube 2"])
def test_a_board_that_is_not_square_is_not_drawn(topology):
    """A picture in squares would tell of other neighbours than there are."""
    board = Board.covered(4, 4, 3, topology)
    with pytest.raises(ThemeError, match="only square"):
        report.solved(board, solve(board))
