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
    places = {place: Fraction(risk) for risk, together in position["risks"].items() for place in together.split()}
    expected = {tuple(map(int, place.split(","))): risk for place, risk in places.items()}
    assert {board.place(cell) for cell in counts.cells} == expected.keys()
    assert all(abs(counts.risk(board.index(cell)) - risk) < 1e-14 for cell, risk in expected.items())
    assert {board.place(cell) for cell in counts.safe} == {cell for cell, risk in expected.items() if risk == 0}
    assert {board.place(cell) for cell in counts.mines} == {cell for cell, risk in expected.items() if risk == 1}


def test_there_are_enough_positions():
    """A glob that finds nothing would pass every test."""
    assert len(FILES) >= 9
