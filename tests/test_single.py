"""The solver `single`: what each number decides by itself."""

import pytest
from hypothesis import given, settings
from oracle import board_by_trying
from strategies import boards

from minebot import Action, Board, InconsistentBoard, RandomBoards, solve
from minebot.simulation.player import play_game


def test_a_number_decides_its_cells():
    """The 3 has three covered cells: all mines. The 1 beside it has its mine then, and its other cell is safe."""
    advice = solve(Board.parse("##1#;#31#"), solver="single")
    assert advice.mines == {(0, 0), (1, 0), (0, 1)}
    assert {(3, 0), (3, 1)} <= advice.safe
    assert advice.best.cell == (3, 0)


def test_pairs_of_numbers_are_beyond_it():
    """Only together do the ones say where the mine is; nothing is certain, and one of the three cells is drawn."""
    advice = solve(Board.parse("#1.;#1.;#1.", mines=1), solver="single")
    assert not advice.safe | advice.mines
    assert set(advice.risks.values()) == {1 / 3}
    assert advice.why == "guess: nothing is certain; one of 3 cells, drawn"


def test_the_mine_total_is_a_number_too():
    """With its only mine found, the cells that no number touches are safe."""
    advice = solve(Board.parse("mines: 1\n#1##\n11##"), solver="single")
    assert advice.mines == {(0, 0)}
    assert advice.safe == {(2, 0), (3, 0), (2, 1), (3, 1)}


@pytest.mark.parametrize(
    ("text", "cell", "said"),
    [
        ("#1#;11#", (2, 1), "the 1 at (1, 1) has its mine found, at (0, 0)"),
        ("1F#F1;112##", (2, 0), "the 1 at (1, 1) has its mine flagged, at (1, 0)"),
        ("mines: 2\n1F##F1", (2, 0), "the board has both mines flagged, at (1, 0) and (4, 0)"),
        ("3#;##", (1, 1), "the 3 at (0, 0) needs 3 mines, and only (1, 0), (0, 1) and (1, 1) are left for them"),
        ("mines: 0\n##", (0, 0), "the board has no mine to find"),
    ],
)
def test_a_proof_is_a_sentence(text, cell, said):
    """It counts the mines of the number, and says where they are, or can only be."""
    proof = solve(Board.parse(text), solver="single").proofs[cell]
    assert str(proof) == f"single: {said}"


@settings(max_examples=150, deadline=None)
@given(boards())
def test_what_it_calls_certain_is_certain(board):
    """On every topology: no arrangement has a mine in a safe cell, every one has one in a mine."""
    if board.state != "playing":
        return
    total, with_mine = board_by_trying(board)
    advice = solve(board, solver="single")
    assert all(with_mine[board.index(cell)] == 0 for cell in advice.safe)
    assert all(with_mine[board.index(cell)] == total for cell in advice.mines)
    assert set(advice.risks) == {board.place(cell) for cell in with_mine}


def test_it_guesses_among_all_covered_cells():
    """On many positions, far more cells are drawn than a rule would choose; each position has its own draw."""
    drawn = {solve(Board.covered(9, 9, mines), solver="single").best.cell for mines in range(1, 70)}
    assert len(drawn) > 25


def test_where_all_is_mined_a_flag_is_advised():
    """There is nothing to open, and the total is not known."""
    assert solve(Board.parse("3#;##"), solver="single").best.action is Action.FLAG


def test_a_number_that_cannot_hold_is_refused():
    """With the place of the number."""
    with pytest.raises(InconsistentBoard, match=r"\(0, 0\)"):
        solve(Board.parse("3#.;##.;..."), solver="single")


def test_it_plays_whole_games():
    """On beginner boards that open at the first move it wins most games, and far from all."""
    boards = RandomBoards(9, 9, 10, rule="open", seed=1)
    won = sum(play_game(boards, "single", index).outcome.won for index in range(200))
    assert 0.6 < won / 200 < 0.9
