"""The solver `placements`: what all satisfactory placements of the numbers agree on."""

import pytest
from hypothesis import given, settings
from oracle import board_by_trying
from strategies import boards

from minebot import SOLVERS, Action, Board, InconsistentBoard, Move, RandomBoards, SimulatedGame, solve
from minebot.simulation.player import play_game
from minebot.solver.engine import count_board
from minebot.solver.placements import walk
from minebot.solver.thinking import AT_LEISURE, Thinking


class OutOfPatience(Exception):
    """What a test raises to end a search."""


def test_the_numbers_are_walked_one_after_another():
    """One mine among cells 0, 1 and one among 1, 2: the second number needs none where the first laid it in cell 1."""
    assert sorted(walk([(0b011, 1), (0b110, 1)], AT_LEISURE)) == [0b010, 0b101]


def test_a_number_with_too_many_mines_or_too_few_cells_gives_a_placement_up():
    """All three cells for the first number are two too many for the second; none leaves the second nothing to lay."""
    assert list(walk([(0b111, 3), (0b011, 1)], AT_LEISURE)) == []
    assert list(walk([(0b111, 0), (0b011, 1)], AT_LEISURE)) == []


def test_what_is_in_every_placement_is_a_mine_and_what_is_in_none_is_safe():
    """Two ones beside a wall of three cells, and a third: the only placement has its mine in the middle."""
    advice = solve(Board.parse("#1.;#1.;#1."), solver="placements")
    assert advice.mines == {(0, 1)}
    assert advice.safe == {(0, 0), (0, 2)}
    numbers = "the numbers at (1, 0), (1, 1) and (1, 2)"
    assert str(advice.proofs[0, 1]) == f"placements: in the only satisfactory placement of {numbers}"
    assert str(advice.proofs[0, 0]) == f"placements: not in the only satisfactory placement of {numbers}"
    assert advice.proofs[0, 1].numbers == ((1, 0), (1, 1), (1, 2))


def test_a_placement_with_more_mines_than_the_board_has_does_not_count():
    """Slagle's slip: without the total there are seven placements, six of them with two mines."""
    assert not solve(Board.parse("###;1#1;###"), solver="placements").safe
    advice = solve(Board.parse("mines: 1\n###;1#1;###"), solver="placements")
    assert advice.safe == {(0, 0), (0, 2), (2, 0), (2, 2)}
    assert str(advice.proofs[0, 0]) == (
        "placements: in none of the 3 satisfactory placements of the numbers at (0, 1) and (2, 1) "
        "that the mine total of 1 allows"
    )


def test_a_placement_that_leaves_too_many_mines_for_the_rest_does_not_count():
    """Slagle's slip the other way: there are no cells but these, so two mines must lie beside the numbers."""
    assert solve(Board.parse("mines: 2\n###;1#1;###"), solver="placements").safe == {(1, 0), (1, 1), (1, 2)}


def test_components_share_the_mine_total():
    """Two walls that hold one or two mines each, and three cells between them: two mines in all leave no choice."""
    text = "###;1#1;###;###;###;1#1;###"
    assert not solve(Board.parse(f"mines: 3\n{text}"), solver="placements").safe
    advice = solve(Board.parse(f"mines: 2\n{text}"), solver="placements")
    assert advice.safe == {(x, y) for x in (0, 2) for y in (0, 2, 4, 6)} | {(0, 3), (1, 3), (2, 3)}
    advice = solve(Board.parse(f"mines: 7\n{text}"), solver="placements")
    assert advice.safe == {(1, y) for y in (0, 1, 2, 4, 5, 6)}


def test_cells_away_from_every_number_can_be_certain():
    """Claim 3 of Slagle denies it; the mine total decides them."""
    advice = solve(Board.parse("mines: 1\n###;1#1;###;###"), solver="placements")
    assert {(0, 3), (1, 3), (2, 3)} <= advice.safe
    assert advice.proofs[0, 3].why == (
        "with any satisfactory placement of the numbers, the mine total of 1 leaves no mine for the cells away from "
        "every number"
    )
    advice = solve(Board.parse("mines: 6\n1##;###;###"), solver="placements")
    assert advice.mines == {(2, 0), (2, 1), (0, 2), (1, 2), (2, 2)}
    assert advice.proofs[2, 2].why == (
        "with any satisfactory placement of the numbers, the mine total of 6 leaves as many mines as there are cells "
        "away from every number"
    )


@settings(max_examples=200, deadline=None)
@given(boards())
def test_it_finds_what_is_certain_and_nothing_else(board):
    """On every topology, with the mine total and without it, against all subsets of the covered cells."""
    if board.state != "playing":
        return
    total, with_mine = board_by_trying(board)
    advice = solve(board, solver="placements")
    assert advice.safe == {board.place(cell) for cell, count in with_mine.items() if count == 0}
    assert advice.mines == {board.place(cell) for cell, count in with_mine.items() if count == total}
    assert set(advice.proofs) == advice.safe | advice.mines
    assert all(board[cell] >= 0 for proof in advice.proofs.values() for cell in proof.numbers)
    assert all(proof.numbers or "total" in proof.why for proof in advice.proofs.values())


def test_in_whole_games_it_finds_every_certain_cell():
    """Against the exact engine, on every position of some games."""
    hidden = RandomBoards(16, 16, 45, rule="open", seed=9)
    for index in range(8):
        game = SimulatedGame(hidden[index])
        game.play([Move(Action.OPEN, 0, 0)])
        while (board := game.read()).state == "playing":
            counts, advice = count_board(board), solve(board, solver="placements")
            assert advice.safe == {board.place(cell) for cell in counts.safe}
            assert advice.mines == {board.place(cell) for cell in counts.mines}
            game.play([Move(Action.OPEN, *cell) for cell in advice.safe] or [solve(board).best])


def test_what_a_single_number_decides_keeps_its_reason():
    """The 3 in the corner has no choice."""
    assert solve(Board.parse("##1#;#31#"), solver="placements").proofs[0, 0].rule == "single"


def test_the_guess_is_uniform():
    """No placement is weighed: all undecided cells have the same risk."""
    assert set(solve(Board.parse("mines: 2\n###;1#1;###;###"), solver="placements").risks.values()) == {2 / 10}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("3#.;##.;...", r"the numbers at \(0, 0\)"),
        ("#1#;#2#", r"the numbers at \(1, 0\), \(1, 1\)"),
        ("mines: 1\n#1...;##...;...##;...1#", "1 mines"),
        ("mines: 6\n1###;####", "6 mines"),
    ],
)
def test_what_nothing_fits_is_refused(text, said):
    """A number that cannot hold, numbers that cannot hold together, too few mines in all, too many."""
    with pytest.raises(InconsistentBoard, match=said):
        solve(Board.parse(text), solver="placements")


def test_it_stops_at_once_when_asked_to():
    """On a front with far too many placements; and a later answer is the same as ever."""
    asked = []

    def go_on():
        asked.append(1)
        if len(asked) > 3:
            raise OutOfPatience

    board = Board.parse("mines: 9\n########;11111111;########;########")
    before = solve(board, solver="placements")
    with pytest.raises(OutOfPatience):
        SOLVERS["placements"](Board.parse("##" * 20 + "#;" + "#4" * 20 + "#;" + "##" * 20 + "#"), Thinking(go_on=go_on))
    assert solve(board, solver="placements") == before


def test_it_plays_whole_games():
    """On beginner boards that open at the first move it wins most games; it guesses as blindly as `single`."""
    hidden = RandomBoards(9, 9, 10, rule="open", seed=1)
    assert 0.75 < sum(play_game(hidden, "placements", index).outcome.won for index in range(150)) / 150 < 0.97
