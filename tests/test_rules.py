"""The rules as a check sum: what no game of Minesweeper can show is found, what one can show is not complained of."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scenes import played

from minebot.board import MINE, Board
from minebot.vision.rules import contradictions, premature


def grid(text: str) -> np.ndarray:
    """The codes of a board, as rows and columns."""
    board = Board.parse(text)
    return np.array(board.cells).reshape(board.height, board.width)


@pytest.mark.parametrize(
    ("text", "broken"),
    [
        ("...;.#.;...", 8),  # a zero opens all its neighbours
        ("...;.F.;..1", 0),  # but for a flagged one
        ("...;.F.;...", 8),  # with no other mine: flags alone are no reason for a board
        ("...;.*.;...", 8),
        ("##;2#", 0),
        ("1.;..", 1),  # a number cannot be larger than what is covered around it
        ("#F;2#", 0),
        ("W#;2#", 0),
        ("**;1#", 1),  # nor smaller than the mines that are shown
        ("X#;1#", 0),
        ("?.;1.", 0),  # in many programs one with a question mark stays as well
        ("?.;2.", 1),  # and it is one cell
        ("?1;12", 1),
    ],
)
def test_what_the_rules_rule_out(text, broken):
    """Open cells are named whose number cannot be, and no others."""
    assert int(contradictions(grid(text)).sum()) == broken


def test_a_wrong_flag_is_shown_with_the_mines():
    """Both are seen when a game is lost, and not before."""
    assert premature(grid("W#;1#")).tolist() == [[True, False], [False, False]]
    for lost in "*X":
        assert not premature(grid(f"W{lost};1#")).any()


def test_what_lies_beyond_a_cut_may_hold_the_mines():
    """A number where the picture ends may count mines out of sight; a zero there still opens what is in sight."""
    cut = np.array([[True, False], [True, False]])
    assert contradictions(grid("2.;..")).sum() == 1
    assert not contradictions(grid("2.;.."), cut).any()
    assert contradictions(grid(".#;.."), cut)[:, 0].all()


@given(st.sampled_from(("square", "hexagon", "triangle")), st.integers(0, 10**6))
def test_no_board_of_a_game_contradicts_the_rules(topology, seed):
    """Whatever a game shows before it is lost, with flags on its mines, is possible."""
    rng = random.Random(seed)
    size = rng.randint(4, 12), rng.randint(4, 12)
    board = played(rng, size, rng.randint(1, 12), frozenset(), topology)
    assert not contradictions(np.array(board.cells).reshape(board.height, board.width), None, topology).any()


@pytest.mark.parametrize("topology", ["square", "hexagon", "triangle"])
def test_the_neighbours_are_those_of_the_topology(topology):
    """Beside one shown mine, all zeros are wrong that are its neighbours, and no others."""
    codes = np.zeros((5, 7), np.int64)
    codes[2, 3] = MINE
    neighbours = Board.covered(7, 5, topology=topology).neighbours[2 * 7 + 3]
    assert tuple(np.flatnonzero(contradictions(codes, None, topology))) == neighbours
