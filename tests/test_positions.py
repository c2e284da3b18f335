"""Golden positions: fixtures/positions/*.toml, each with its counts and where they come from."""

import tomllib
from fractions import Fraction
from pathlib import Path

import pytest

from minebot import Board
from minebot.solver.engine import count_board

FOLDER = Path(__file__).parent.parent / "fixtures" / "positions"
FILES = sorted(FOLDER.glob("*.toml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_position(path):
    """The arrangements and every cell's risk are those of the source."""
    position = tomllib.loads(path.read_text())
    board = Board.parse(position["board"])
    counts = count_board(board)
    assert counts.arrangements == position["arrangements"]
    risks = {f"{x},{y}": Fraction(held, counts.arrangements)
             for cell, held in counts.with_mine.items() for x, y in [board.place(cell)]}  # fmt: skip
    expected = {place: Fraction(risk) for risk, places in position["risks"].items() for place in places.split()}
    assert risks == expected


def test_there_are_enough_positions():
    """A glob that finds nothing would pass every test."""
    assert len(FILES) >= 9
