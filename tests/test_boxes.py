"""The solver `boxes`; what it shares with `csp` is tested there for both."""

from math import comb

import pytest

from minebot import Board, RandomBoards, solve
from minebot.simulation.player import play_game
from minebot.solver import boxes, csp
from minebot.solver.core import boxes as grouped
from minebot.solver.puzzle import Constraint


def test_cells_under_identical_constraints_are_one_variable():
    """The 2 among eight cells is a single node; cell by cell, the search has a node for each partial arrangement."""
    board = Board.parse("###;#2#;###")
    assert solve(board, solver="boxes").nodes == 1
    assert solve(board, solver="csp").nodes > comb(8, 2)
    assert solve(board, solver="boxes").arrangements == solve(board, solver="csp").arrangements == comb(8, 2)


def test_a_value_of_a_box_weighs_its_arrangements():
    """A mine in the middle box can lie in three cells; one in each of the other two boxes, in 2 * 2 ways.

    So a cell of the middle has a risk of 1 of 7. If each value weighed the same, it would be 1 of 2, shared by three.
    """
    assert solve(Board.parse("###;1#1;###"), solver="boxes").risks[1, 1] == pytest.approx(1 / 7)


def test_a_box_holds_what_a_constraint_holds_of_it_and_nothing_else():
    """A constraint splits a box in two; joined with all of the box (the slip of Algorithm 1), they would overlap."""
    both = [Constraint(frozenset("abcd"), 2), Constraint(frozenset("cd"), 1)]
    assert sorted(grouped(both).values()) == [["a", "b"], ["c", "d"]]


def test_a_proof_names_the_box():
    """The cells of a box are certain together, for the same reason."""
    proofs = solve(Board.parse("#11;###"), solver="boxes").proofs
    assert str(proofs[0, 0]) == str(proofs[0, 1])
    assert str(proofs[0, 0]) == (
        "boxes: a mine among (0, 0) and (0, 1) leaves no arrangement for the numbers at (1, 0) and (2, 0)"
    )


def test_it_has_the_same_answers_as_the_search_over_cells_for_fewer_nodes():
    """Advice for advice, in whole games; only the nodes and the words differ."""
    hidden = RandomBoards(9, 9, 14, seed=3)
    for index in range(25):
        assert play_game(hidden, "boxes", index).steps == play_game(hidden, "csp", index).steps


@pytest.mark.parametrize(("solver", "nodes"), [(csp, (2 + 3 + 3) + 3 * (2 + 2)), (boxes, 1 + 1)])
def test_farn_searches_the_whole_board_at_once(solver, nodes):
    """The mine total is one more constraint: every way to lay both mines is searched, in the cells of the 1 and away.

    Each of three cells may hold the mine of the 1, each of the other two the second mine; the boxes have no choice.
    """
    assert solver.nodes_in_whole(Board.parse("mines: 2\n1##;###")) == nodes


def test_it_plays_whole_games():
    """On beginner boards that open at the first move it wins nine of ten."""
    hidden = RandomBoards(9, 9, 10, rule="open", seed=1)
    assert sum(play_game(hidden, "boxes", index).outcome.won for index in range(100)) > 85
