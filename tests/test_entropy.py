"""The solver `entropy`: estimated risks that make every number hold."""

from itertools import islice
from math import isclose

import pytest
from hypothesis import given, settings
from oracle import board_by_trying
from strategies import boards, puzzles
from test_topologies import SHAPES, boards_of, positions

from minebot import Board, InconsistentBoard, RandomBoards, solve
from minebot.simulation.player import play_game
from minebot.solver.core import reduced
from minebot.solver.engine import count_board
from minebot.solver.entropy import SWEEPS, entropy, estimates
from minebot.solver.facts import Facts
from minebot.solver.puzzle import Constraint, Contradiction, total_of
from minebot.solver.thinking import Thinking

WRONG = "mines: 4\n1#1.\n1#21\n23##\n####"
"""Five arrangements fit: the corner is a mine in two of them, and in one the cell at (1, 0)."""

CREEPING = "mines: 4\n.1##\n13##\n####\n####"
"""The 3 and the two 1s beside it make (2, 2) a mine, which takes all three to see."""


def one(*groups):
    """One mine in each group of cells."""
    return [Constraint(frozenset(group), 1) for group in groups]


def test_the_worked_example_of_the_source():
    """Numbers 1 2 / . 3: the estimates are exact, and the cell that is certain is proven, not approached."""
    board = Board.parse("mines: 3\n12#;#3#;###")
    advice = solve(board, solver="entropy")
    assert advice.risks == pytest.approx(count_board_by_place(board))
    assert advice.risks[0, 1] == 1.0
    assert advice.risks[2, 0] == pytest.approx(1 / 2)
    assert advice.risks[0, 2] == pytest.approx(1 / 3)
    assert advice.best.cell == (0, 2)
    assert advice.why == "guess: risk 33.3 %, the least, and of such cells the first, as far as estimates tell"


def count_board_by_place(board):
    """The exact risks, by (x, y)."""
    return {board.place(cell): risk for cell, risk in count_board(board).risks.items()}


def test_the_greatest_entropy_is_not_the_exact_risk():
    """One mine in {a, b}, one in {b, c, d}: in one arrangement of three it is b. The estimate is another."""
    b = estimates(one("ab", "bcd"))["b"]
    assert isclose(b**2 * (1 + b), (1 - b) ** 3)
    assert b == pytest.approx(0.396, abs=0.001)


def test_a_board_where_the_estimate_picks_the_wrong_cell():
    """The corner seems the safest at 27.3 %; it is a mine in two arrangements of five, and (1, 0) in one."""
    board = Board.parse(WRONG)
    seems, known = solve(board, solver="entropy"), solve(board)
    assert (seems.best.cell, known.best.cell) == ((3, 3), (1, 0))
    assert [seems.risks[cell] for cell in ((3, 3), (1, 0))] == pytest.approx([0.273, 0.308], abs=0.001)
    assert [known.risks[cell] for cell in ((3, 3), (1, 0))] == pytest.approx([2 / 5, 1 / 5])


def test_without_a_total_the_cells_that_no_number_touches_are_half_mined():
    """Nothing is known of them; with the total they share what is left."""
    assert solve(Board.parse("1##;###;###"), solver="entropy").risks[2, 2] == 0.5
    assert solve(Board.parse("1##;###;###", mines=2), solver="entropy").risks[2, 2] == pytest.approx(1 / 5)


def test_what_creeps_toward_zero_is_no_proof():
    """One mine in {a, b}, one in {c, d}, two in all five: e must be safe, by a proof that takes three numbers."""
    creeping = [*one("ab", "cd"), Constraint(frozenset("abcde"), 2)]
    assert 0 < estimates(creeping)["e"] < 2 / SWEEPS


def test_constraints_that_only_halves_fulfil_are_not_refused():
    """One mine in each pair of three cells: no arrangement fits, and expectations cannot see it."""
    assert estimates(one("ab", "bc", "ca")) == pytest.approx({"a": 0.5, "b": 0.5, "c": 0.5})


@settings(max_examples=150, deadline=None)
@given(boards())
def test_what_it_calls_certain_is_certain(board):
    """On every topology: by proof, while every other estimate lies between 0 and 1, and all numbers hold."""
    if board.state != "playing":
        return
    total, with_mine = board_by_trying(board)
    advice = solve(board, solver="entropy")
    assert all(with_mine[board.index(cell)] == 0 for cell in advice.safe)
    assert all(with_mine[board.index(cell)] == total for cell in advice.mines)
    assert set(advice.proofs) == advice.safe | advice.mines
    assert set(advice.risks) == {board.place(cell) for cell in with_mine}
    assert all(0 < risk < 1 for cell, risk in advice.risks.items() if cell not in advice.proofs)
    for cell, number in enumerate(board.cells):
        around = [board.place(other) for other in board.neighbours[cell]]
        expected = sum(advice.risks.get(other, 0) for other in around)
        assert number < 0 or expected == pytest.approx(number, abs=0.01)
    assert board.mines is None or sum(advice.risks.values()) == pytest.approx(board.mines, abs=0.01)


@settings(max_examples=100, deadline=None)
@given(boards())
def test_it_proves_what_pairs_prove(board):
    """No more and no less: the estimates decide nothing."""
    if board.state == "playing":
        assert dict(solve(board, solver="entropy").proofs) == dict(solve(board, solver="pairs").proofs)


@settings(max_examples=150, deadline=None)
@given(puzzles())
def test_contradictions_are_refused_or_estimated(puzzle):
    """Whatever the constraints say, an estimate is a number between 0 and 1."""
    try:
        undecided = reduced(Facts([*puzzle.constraints, *total_of(puzzle)]).settle())
    except Contradiction:
        return
    assert all(0 < risk < 1 for risk in estimates(undecided).values())


def test_what_pairs_see_to_clash_is_refused():
    """A number that cannot hold, and two that cannot hold together."""
    for text in ("3#.;##.;...", "121;###;111;###"):
        with pytest.raises(InconsistentBoard):
            solve(Board.parse(text), solver="entropy")


@pytest.mark.parametrize("topology", SHAPES)
@pytest.mark.parametrize("total", ["known", "unknown"])
def test_positions_of_games(topology, total):
    """On every topology, what is certain is certain, and the estimates are near the risks in the mean."""
    off = []
    for board in islice(positions(topology), 25):
        asked = board if total == "known" else board.with_mines(None)
        advice, exact = solve(asked, solver="entropy"), count_board_by_place(asked)
        assert all(exact[cell] == (cell in advice.mines) for cell in advice.proofs)
        off.extend(abs(advice.risks[cell] - risk) for cell, risk in exact.items())
    assert sum(off) / len(off) < 0.05


def test_it_asks_whether_to_go_on():
    """Between rounds of sweeps, so that a hurry can end it."""

    def stop():
        raise TimeoutError

    board = Board.parse(CREEPING)
    with pytest.raises(TimeoutError):
        entropy(board, Thinking(0, stop))


@pytest.mark.parametrize("topology", SHAPES)
def test_it_plays_whole_games(topology):
    """On every topology."""
    boards = boards_of(topology)
    won = sum(play_game(boards, "entropy", index).outcome.won for index in range(30))
    assert won >= (25 if topology == "square" else 5)


def test_it_wins_expert_games():
    """About every third: hardly fewer than with the exact risks."""
    boards = RandomBoards(30, 16, 99, seed=3)
    assert 15 <= sum(play_game(boards, "entropy", index).outcome.won for index in range(100)) <= 60
