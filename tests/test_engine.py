import pytest
from hypothesis import given, settings
from oracle import board_by_trying, by_trying
from strategies import boards, puzzles

from minebot import Board, InconsistentBoard
from minebot.solver.core import Constraint, Contradiction, Puzzle
from minebot.solver.engine import count, count_board


@settings(max_examples=250, deadline=None)
@given(boards())
def test_counts_equal_brute_force_on_boards(board):
    """On every topology, with the mine total or without: the counts are those of trying every arrangement."""
    total, with_mine = board_by_trying(board)
    counts = count_board(board)
    assert (counts.arrangements, counts.with_mine) == (total, with_mine)


@settings(max_examples=400, deadline=None)
@given(puzzles())
def test_counts_equal_brute_force_without_a_grid(puzzle):
    """Any system of constraints is counted exactly, or refused where nothing fits."""
    total, with_mine = by_trying(puzzle.cells, [(each.cells, each.mines) for each in puzzle.constraints], puzzle.mines)
    if total == 0:
        with pytest.raises(Contradiction):
            count(puzzle)
    else:
        counts = count(puzzle)
        assert (counts.arrangements, counts.with_mine) == (total, with_mine)


@settings(max_examples=150, deadline=None)
@given(boards())
def test_every_certain_cell_is_found(board):
    """A cell is called safe, or a mine, exactly where no arrangement, or every one, has a mine there."""
    total, with_mine = board_by_trying(board)
    counts = count_board(board)
    assert counts.safe == {cell for cell, held in with_mine.items() if held == 0}
    assert counts.mines == {cell for cell, held in with_mine.items() if held == total}


@pytest.mark.parametrize(
    ("text", "numbers"),
    [("3#.;##.", True), ("1#3;###", True), ("mines: 1\n2##;###", False), ("mines: 4\n1##;###", False)],
)
def test_a_board_that_nothing_fits_is_refused(text, numbers):
    """InconsistentBoard carries the board, and the numbers in conflict unless the mine total is to blame."""
    board = Board.parse(text)
    with pytest.raises(InconsistentBoard, match="no arrangement") as refused:
        count_board(board)
    assert refused.value.board == board
    assert bool(refused.value.numbers) == numbers


def test_shown_mines_are_known_and_a_wrong_flag_is_safe():
    """`*` and `X` count as mines already found; the cell under `W` holds none."""
    assert count_board(Board.parse("X#;##;#W")).risk(5) == 0.0
    assert count_board(Board.parse("X#;1#")).mines == frozenset()


def test_a_long_component_is_swept():
    """The cost grows with the width of a component, not with its length."""
    links = tuple(Constraint(frozenset({i, i + 1, i + 2}), 1) for i in range(300))
    assert count(Puzzle(tuple(range(302)), links)).arrangements == 3
