"""The solver `contradiction`: cells supposed to be mines, or safe, until a number cannot hold."""

import re

import pytest
from hypothesis import given, settings
from ladder import assert_answers_or_refuses, assert_proved, assert_sound, assert_sound_by_trying, stuck
from strategies import boards

from minebot import Board, InconsistentBoard, RandomBoards, solve
from minebot.simulation.player import play_game
from minebot.solver.contradiction import MOST_SAID, Supposition, alike, contradiction, searched
from minebot.solver.facts import Facts
from minebot.solver.puzzle import Constraint, puzzle, total_of
from minebot.solver.thinking import Thinking

SAID = {
    ("#1.;#1.;#1.", (0, 0)): (
        "were (0, 0) a mine, the 1 at (1, 0) would make (0, 1) safe, the 1 at (1, 1) would make (0, 2) safe, "
        "and the 1 at (1, 2) would have too few mines"
    ),
    ("#1#;#31;###", (2, 0)): (
        "were (2, 0) a mine, the 1 at (1, 0) would make (0, 0) and (0, 1) safe, "
        "the 1 at (2, 1) would make (1, 2) and (2, 2) safe, and the 3 at (1, 1) would have too few mines"
    ),
    ("####;12#2", (3, 0)): (
        "were (3, 0) safe, the 2 at (3, 1) would make (2, 0) and (2, 1) mines, "
        "the 2 at (1, 1) would make (0, 0) and (1, 0) safe, and the 1 at (0, 1) would have too few mines"
    ),
    ("mines: 3\n1##;###;1#1", (1, 1)): (
        "were (1, 1) a mine, the 1 at (0, 0) would make (1, 0) and (0, 1) safe, "
        "the 1 at (0, 2) would make (1, 2) safe, the 1 at (2, 2) would make (2, 1) safe, "
        "and the mine total of 3 could not be reached"
    ),
    ("mines: 1\n#1####", (3, 0)): (
        "were one of (3, 0), (4, 0) and (5, 0) a mine, the mine total of 1 would make (0, 0) and (2, 0) safe, "
        "and the 1 at (1, 0) would have too few mines"
    ),
}


@pytest.mark.parametrize(("text", "cell"), list(SAID))
def test_a_proof_tells_the_supposition_the_steps_and_the_clash(text, cell):
    """Each step with the number that made it, and at the end the number that cannot hold."""
    assert str(solve(Board.parse(text), solver="contradiction").proofs[cell]) == f"contradiction: {SAID[text, cell]}"


def test_a_long_proof_tells_the_first_steps():
    """And of the others, how many there are; it names the numbers of all."""
    proofs = {str(proof): proof for board in stuck(games=4) for proof in contradiction(board).proofs.values()}
    long = [
        (said[1], proof) for text, proof in proofs.items() if (said := re.search(r"and so on for (\d+) more", text))
    ]
    assert long
    assert all(int(more) + MOST_SAID <= len(proof.numbers) + 1 for more, proof in long)


def test_the_mirror_case_proves_mines():
    """As described in the source the search proves safe cells alone, which leaves this mine undecided."""
    advice = solve(Board.parse("####;12#2"), solver="contradiction")
    assert advice.mines == {(3, 0)}
    assert not advice.safe
    assert advice.proofs[3, 0].rule == "contradiction"


def test_it_goes_through_the_frontier_again():
    """A refutation late in a round makes an earlier one possible: nothing is left that a last round refutes."""
    for board in stuck(games=3):
        given_puzzle = puzzle(board)
        facts = searched(Facts([*given_puzzle.constraints, *total_of(given_puzzle)]).settle(), lambda: None)
        supposition = Supposition(facts)
        assert not any(supposition.either((cell,)) for cell in facts.touching if cell not in facts.decided)


def test_a_supposition_leaves_the_facts_as_they_were():
    """Whether it is refuted or not."""
    for board in stuck(games=1):
        given_puzzle = puzzle(board)
        facts = Facts([*given_puzzle.constraints, *total_of(given_puzzle)]).settle()
        before = [set(cells) for cells in facts.open], list(facts.left), dict(facts.decided)
        for group in alike(facts):
            Supposition(facts).either(tuple(group))
        assert before == (facts.open, facts.left, facts.decided)


def test_cells_under_the_same_constraints_are_alike():
    """One of them stands for all: 1 of {a, b, c}, of which {c} is under a second constraint too."""
    facts = Facts([Constraint(frozenset("abc"), 1, 0), Constraint(frozenset("cd"), 1, 1)])
    assert alike(facts) == [["a", "b"], ["c"], ["d"]]


def test_the_mine_total_takes_part():
    """It clashes where mines are too few or too many for it, and its conclusions are followed."""
    assert solve(Board.parse("mines: 3\n1##;###;1#1"), solver="contradiction").safe == {(1, 1)}
    assert not solve(Board.parse("1##;###;1#1"), solver="contradiction").safe
    assert solve(Board.parse("mines: 1\n#1####"), solver="contradiction").safe == {(3, 0), (4, 0), (5, 0)}
    assert solve(Board.parse("mines: 4\n#1####"), solver="contradiction").mines == {(3, 0), (4, 0), (5, 0)}


def test_whoever_asks_can_end_the_search():
    """What `go_on` raises comes through."""

    def stop():
        raise TimeoutError

    with pytest.raises(TimeoutError):
        contradiction(Board.parse("#1#;#31;###"), Thinking(0, stop))


@settings(max_examples=150, deadline=None)
@given(boards())
def test_what_it_calls_certain_is_certain(board):
    """On every topology, by trying every subset of the covered cells; and every certain cell has its proof."""
    if board.state == "playing":
        advice = solve(board, solver="contradiction")
        assert_sound_by_trying(board, advice)
        assert_proved(board, advice)


def test_it_is_sound_in_games():
    """On positions where single numbers are stuck, against the exact engine."""
    for board in stuck(games=8):
        advice = solve(board, solver="contradiction")
        assert_sound(board, advice)
        assert_proved(board, advice)


@settings(max_examples=100, deadline=None)
@given(boards())
def test_no_board_makes_it_fail_otherwise(board):
    """Numbers that no minefield shows are refused, or played on."""
    assert_answers_or_refuses(board, "contradiction")


def test_a_cell_that_can_be_neither_is_refused():
    """1 and 3 mines among the same four cells: no number clashes by itself."""
    with pytest.raises(InconsistentBoard):
        solve(Board.parse("##;13;##"), solver="contradiction")


def test_it_plays_whole_games():
    """On beginner boards that open at the first move it wins more games than single numbers."""
    fields = RandomBoards(9, 9, 10, rule="open", seed=1)
    names = ("single", "contradiction")
    won = {name: sum(play_game(fields, name, index).outcome.won for index in range(150)) for name in names}
    assert won["single"] + 5 < won["contradiction"] < 146
