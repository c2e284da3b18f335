"""The solver `subsets`: sets that lie within others."""

import pytest
from hypothesis import given, settings
from ladder import assert_answers_or_refuses, assert_proved, assert_sound, assert_sound_by_trying, stuck
from strategies import boards

from minebot import Board, InconsistentBoard, RandomBoards, solve
from minebot.board import COVERED, MINE
from minebot.simulation.player import play_game
from minebot.solver import subsets as module
from minebot.solver.puzzle import Constraint, Contradiction, puzzle, total_of
from minebot.solver.subsets import Beyond, Closure, Known, Reduced
from minebot.solver.thinking import Thinking

SAID = {
    ("#1.;#1.;#1.", (0, 2)): (
        "subset: {(0, 0), (0, 1)} of the 1 at (1, 0) holds 1 mine and lies in {(0, 0), (0, 1), (0, 2)} "
        "of the 1 at (1, 1), which holds 1 mine: that leaves no mine for (0, 2)"
    ),
    ("###;#21;#1.", (0, 0)): (
        "subset: {(1, 0), (2, 0)} of the 1 at (2, 1) holds 1 mine and lies in {(0, 0), (1, 0), (2, 0)} "
        "by the numbers at (1, 1) and (1, 2), which holds 1 mine: that leaves no mine for (0, 0)"
    ),
    ("mines: 2\n#1##1####", (6, 0)): (
        "subset: {(0, 0), (2, 0)} of the 1 at (1, 0) holds 1 mine "
        "and {(3, 0), (5, 0)} of the 1 at (4, 0) holds 1 mine; they lie "
        "in {(0, 0), (2, 0), (3, 0), (5, 0), (6, 0), (7, 0), (8, 0)} "
        "of the mine total of 2, which holds 2 mines: that leaves no mine for (6, 0), (7, 0) and (8, 0)"
    ),
}


@pytest.mark.parametrize(("text", "cell"), list(SAID))
def test_a_proof_names_the_sets_and_whose_they_are(text, cell):
    """A number's own, or one that was derived, with all the numbers that it follows from."""
    assert str(solve(Board.parse(text), solver="subsets").proofs[cell]) == SAID[text, cell]


def closure(*sets):
    """The closure of sets such as ("abc", 2)."""
    links = [Constraint(frozenset(cells), mines, n) for n, (cells, mines) in enumerate(sets)]
    return Closure(links, lambda: None)


def test_a_proof_says_which_cells_were_known_before():
    """1 of cd is derived, then c is a mine by other sets, so d is safe: the proof of d needs c."""
    found = closure(("ab", 1), ("abcd", 2), ("ef", 1), ("efc", 2))
    assert found.closed().decided == {"c": True, "d": False}
    assert found.facts.reasons["d"].mines == {"c"}


def test_it_says_so_in_words():
    """After what the sets leave, as mines or as safe."""
    one, other = Constraint(frozenset([0, 1]), 1, 4), Constraint(frozenset([0, 1, 2, 3]), 2, 5)
    beyond = Beyond(Known(other.cells, 2, other), (Known(one.cells, 1, one),))
    board = Board.parse("####;1221")
    mine, safe = Reduced(beyond, frozenset([2]), frozenset()), Reduced(beyond, frozenset(), frozenset([2]))
    assert mine.say(board).endswith("that leaves 1 mine for (2, 0) and (3, 0), where (2, 0) is known to be a mine")
    assert safe.say(board).endswith("where (2, 0) is known to be safe")


def test_what_is_derived_is_compared_in_turn():
    """2 of abcd without 1 of ab leave 1 of cd, which lies in 2 of cde: so e is a mine."""
    found = closure(("abcd", 2), ("ab", 1), ("cde", 2))
    assert found.closed().decided == {"e": True}
    assert {"".join(sorted(cells)) for cells in found.known} == {"abcd", "ab", "cd"}


def test_no_set_is_kept_twice():
    """1 of cd follows from two pairs of sets, and 1 of ab is said by two numbers: each is kept and compared once."""
    found = closure(("abcd", 2), ("ab", 1), ("cdef", 2), ("ef", 1), ("ab", 1))
    assert found.closed().decided == {}
    assert sorted("".join(sorted(cells)) for cells in found.known) == ["ab", "abcd", "cd", "cdef", "ef"]


def test_one_set_with_two_counts_contradicts_itself():
    """1 of cd by one pair of sets, 2 of cd by another: the numbers of all four clash."""
    with pytest.raises(Contradiction) as clash:
        closure(("abcd", 2), ("ab", 1), ("cdef", 3), ("ef", 2), ("cdgh", 3), ("gh", 1)).closed()
    assert set(clash.value.numbers) >= {4, 5}


@pytest.mark.parametrize(
    ("text", "safe", "mines"),
    [
        ("mines: 1\n#1####", {(3, 0), (4, 0), (5, 0)}, set()),
        ("mines: 4\n#1####", set(), {(3, 0), (4, 0), (5, 0)}),
        ("mines: 2\n#1##1####", {(6, 0), (7, 0), (8, 0)}, set()),
        ("mines: 5\n#1##1####", set(), {(6, 0), (7, 0), (8, 0)}),
        ("#1##1####", set(), set()),
    ],
)
def test_cells_away_from_every_number_can_be_certain(text, safe, mines):
    """With the mine total, where numbers that share no cell hold all the mines that are left, or all safe cells."""
    advice = solve(Board.parse(text), solver="subsets")
    assert (advice.safe, advice.mines) == (safe, mines)


def test_what_few_cells_the_total_leaves_joins_the_other_sets():
    """Where two cells are left beyond a chain, with one mine, they are a set like any other."""
    given_puzzle = puzzle(Board.parse("mines: 2\n##1##"))
    found = Closure([*given_puzzle.constraints, *total_of(given_puzzle)], lambda: None)
    found.closed()
    assert frozenset([0, 4]) in found.known


def test_the_closure_is_bounded(monkeypatch):
    """With no room for derived sets it still answers, soundly, and finds less."""
    board = Board.parse("###;#21;#1.")
    assert solve(board, solver="subsets").safe
    monkeypatch.setattr(module, "MOST", 1)
    assert not solve(board, solver="subsets").safe


@pytest.mark.parametrize(
    ("topology", "width", "height"), [("square", 60, 60), ("cube 10", 12, 120), ("triangle", 40, 40)]
)
def test_large_boards_take_few_comparisons(topology, width, height):
    """Where the cells were opened at random, that many numbers are compared at most ten times as often."""
    numbers = RandomBoards(width, height, width * height // 6, topology=topology, seed=3)[0].numbers
    shown = tuple(COVERED if number == MINE or cell * 7 % 5 < 3 else number for cell, number in enumerate(numbers))
    asked = []
    module.subsets(Board(width, height, shown, topology=topology), Thinking(0, lambda: asked.append(1)))
    assert width * height / 10 < len(asked) < 10 * sum(code >= 0 for code in shown)


@settings(max_examples=150, deadline=None)
@given(boards())
def test_what_it_calls_certain_is_certain(board):
    """On every topology, by trying every subset of the covered cells; and every certain cell has its proof."""
    if board.state == "playing":
        advice = solve(board, solver="subsets")
        assert_sound_by_trying(board, advice)
        assert_proved(board, advice)


def test_it_is_sound_in_games():
    """On positions where single numbers are stuck, against the exact engine."""
    for board in stuck(games=8):
        advice = solve(board, solver="subsets")
        assert_sound(board, advice)
        assert_proved(board, advice)


@settings(max_examples=100, deadline=None)
@given(boards())
def test_no_board_makes_it_fail_otherwise(board):
    """Numbers that no minefield shows are refused, or played on."""
    assert_answers_or_refuses(board, "subsets")


@pytest.mark.parametrize(("text", "numbers"), [("##;13;##", ((0, 1), (1, 1))), ("mines: 1\n###\n2##", ((0, 1),))])
def test_sets_that_cannot_hold_are_refused(text, numbers):
    """With the places of their numbers."""
    with pytest.raises(InconsistentBoard) as refusal:
        solve(Board.parse(text), solver="subsets")
    assert refusal.value.numbers == numbers


def test_it_plays_whole_games():
    """On beginner boards that open at the first move it wins more games than single numbers."""
    fields = RandomBoards(9, 9, 10, rule="open", seed=1)
    won = {
        name: sum(play_game(fields, name, index).outcome.won for index in range(150)) for name in ("single", "subsets")
    }
    assert won["single"] + 5 < won["subsets"] < 146
