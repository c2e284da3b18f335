"""The solver `pairs`: two numbers that share covered cells."""

from itertools import product

import pytest
from hypothesis import given, settings
from ladder import assert_answers_or_refuses, assert_proved, assert_sound, assert_sound_by_trying, stuck
from strategies import boards

from minebot import Board, InconsistentBoard, RandomBoards, solve
from minebot.board import COVERED, MINE
from minebot.simulation.player import play_game
from minebot.solver.facts import Facts
from minebot.solver.pairs import Side, paired, strategies
from minebot.solver.puzzle import Constraint, puzzle, total_of

SAID = {
    ("#1.;#1.;#1.", (0, 2)): (
        "pairs, strategy 5: the 1 at (1, 1) shares (0, 0) and (0, 1) with the 1 at (1, 0): "
        "at least 1 mine is there, all that it has left, so its other cell is safe"
    ),
    ("####;1221", (2, 0)): (
        "pairs, strategy 6: the 2 at (1, 1) shares (0, 0) and (1, 0) with the 1 at (0, 1): "
        "at most 1 mine is there of the 2 that it needs, so its other cell is a mine"
    ),
    ("mines: 2\n###\n2##", (2, 1)): (
        "pairs, strategy 5: the mine total of 2 shares (0, 0), (1, 0) and (1, 1) with the 2 at (0, 1): "
        "at least 2 mines are there, all that it has left, so its other cells are safe"
    ),
}


@pytest.mark.parametrize(("text", "cell"), list(SAID))
def test_a_proof_names_the_strategy_and_both_numbers(text, cell):
    """With the cells that they share, the bound on the mines there, and what that leaves."""
    assert str(solve(Board.parse(text), solver="pairs").proofs[cell]) == SAID[text, cell]


def test_the_upper_bound_is_the_smaller_count():
    """With the greater one, as the source prints it, no cell of one number alone would ever be a mine."""
    advice = solve(Board.parse("###;2#1"), solver="pairs")
    assert advice.mines == {(0, 0)}
    assert advice.safe == {(2, 0)}


def test_the_lower_bound_is_never_negative():
    """Two numbers with more cells than mines bound nothing: with a negative bound, no mine would not be seen as all."""
    assert strategies(Side(0, 2), Side(1, 2), 2) == [(3, 0), (7, 0)]


def test_an_upper_bound_of_none_makes_the_shared_cells_safe():
    """The case that is missing in the source; where single numbers come first, they have seen it before."""
    assert (7, 0) in strategies(Side(0, 1), Side(1, 1), 2)
    assert (7, 2) in strategies(Side(3, 1), Side(2, 1), 2)


def test_equal_sets_add_nothing():
    """Neither number has a cell alone; two counts for one set do not fit together."""
    assert strategies(Side(1, 0), Side(1, 0), 3) == []
    assert strategies(Side(1, 0), Side(2, 0), 3) is None


@pytest.mark.parametrize(("alone", "other", "shared"), list(product(range(4), range(4), range(1, 4))))
def test_strategies_are_all_that_two_numbers_tell(alone, other, shared):
    """For every two counts, by trying how many mines the shared cells may hold: no strategy is missing or too many."""
    for one, two in product(range(alone + shared + 1), range(other + shared + 1)):
        fits = [k for k in range(shared + 1) if 0 <= one - k <= alone and 0 <= two - k <= other]
        found = strategies(Side(one, alone), Side(two, other), shared)
        if not fits:
            assert found is None
            continue
        expected = {
            3: alone and {one - k for k in fits} == {0},
            4: alone and {one - k for k in fits} == {alone},
            5: other and {two - k for k in fits} == {0},
            6: other and {two - k for k in fits} == {other},
            7: len(fits) == 1 and fits[0] in (0, shared),
        }
        assert {strategy for strategy, _ in found or []} == {each for each, holds in expected.items() if holds}


def test_cells_away_from_every_number_can_be_certain():
    """With the mine total, against the source's Claim 3: the 2 has both mines, or all the safe cells but one."""
    assert solve(Board.parse("mines: 2\n###\n2##"), solver="pairs").safe == {(2, 0), (2, 1)}
    assert solve(Board.parse("mines: 4\n###\n2##"), solver="pairs").mines == {(2, 0), (2, 1)}
    assert not solve(Board.parse("###\n2##"), solver="pairs").safe


def test_the_pairs_it_leaves_decide_nothing_more():
    """Where it is stuck, every pair of constraints, the total among them, is looked at once more in vain."""
    for board in stuck(games=2):
        given_puzzle = puzzle(board)
        facts = paired(Facts([*given_puzzle.constraints, *total_of(given_puzzle)]), lambda: None)
        for index, cells in enumerate(facts.open):
            around = {each for cell in cells for each in facts.touching[cell]} - {index}
            for other in around:
                shared = len(cells & facts.open[other])
                sides = [Side(facts.left[each], len(facts.open[each]) - shared) for each in (index, other)]
                assert strategies(*sides, shared) == []


def test_its_work_is_linear_in_the_board(monkeypatch):
    """Twice the board takes about twice the looks at a pair."""
    looks = []

    def counted(*sides):
        looks[-1] += 1
        return strategies(*sides)

    monkeypatch.setattr("minebot.solver.pairs.strategies", counted)
    for rows in (40, 80):
        numbers = RandomBoards(40, rows, 8 * rows, seed=2)[0].numbers
        shown = (COVERED if number == MINE or cell * 7 % 5 < 3 else number for cell, number in enumerate(numbers))
        looks.append(0)
        solve(Board(40, rows, tuple(shown)), solver="pairs")
    assert looks[0] > 1000
    assert looks[0] * 1.8 < looks[1] < looks[0] * 2.2


@settings(max_examples=150, deadline=None)
@given(boards())
def test_what_it_calls_certain_is_certain(board):
    """On every topology, by trying every subset of the covered cells; and every certain cell has its proof."""
    if board.state == "playing":
        advice = solve(board, solver="pairs")
        assert_sound_by_trying(board, advice)
        assert_proved(board, advice)


def test_it_is_sound_in_games():
    """On positions where single numbers are stuck, against the exact engine."""
    for board in stuck(games=8):
        advice = solve(board, solver="pairs")
        assert_sound(board, advice)
        assert_proved(board, advice)


@settings(max_examples=100, deadline=None)
@given(boards())
def test_no_board_makes_it_fail_otherwise(board):
    """Numbers that no minefield shows are refused, or played on."""
    assert_answers_or_refuses(board, "pairs")


@pytest.mark.parametrize(
    ("text", "numbers"),
    [("##;13;##", ((0, 1), (1, 1))), ("mines: 1\n###\n2##", ((0, 1),))],
)
def test_a_pair_that_cannot_hold_is_refused(text, numbers):
    """With the places of both numbers."""
    with pytest.raises(InconsistentBoard) as refusal:
        solve(Board.parse(text), solver="pairs")
    assert refusal.value.numbers == numbers


def test_it_plays_whole_games():
    """On beginner boards that open at the first move it wins more games than single numbers."""
    boards = RandomBoards(9, 9, 10, rule="open", seed=1)
    won = {
        name: sum(play_game(boards, name, index).outcome.won for index in range(150)) for name in ("single", "pairs")
    }
    assert won["single"] + 5 < won["pairs"] < 146


def test_constraints_without_a_grid():
    """Sets and counts are all it knows: 1 of {a, b}, 2 of {b, c, d} and 3 of {c, d, e, f} decide a, b, e, f."""
    links = [
        Constraint(frozenset(cells), mines, n) for n, (cells, mines) in enumerate([("ab", 1), ("bcd", 1), ("cdef", 3)])
    ]
    assert paired(Facts(links), lambda: None).decided == {"b": False, "a": True, "e": True, "f": True}
