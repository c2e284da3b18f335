import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import TOPOLOGIES, boards

from minebot import Action, Board, Move, NotationError
from minebot.topology import adjacency


@given(boards())
def test_a_board_reads_back_as_it_was_written(board):
    """`Board.parse(str(board))` is the board, on every topology."""
    assert Board.parse(str(board)) == board


@given(st.sampled_from(Action), st.integers(0, 99), st.integers(0, 99))
def test_a_move_reads_back_as_it_was_written(action, x, y):
    """`Move.parse(str(move))` is the move."""
    assert Move.parse(str(Move(action, x, y))) == Move(action, x, y)


@pytest.mark.parametrize("text", ["", "open", "open 1", "dig 1,2", "open -1,2", "open 1,2,3"])
def test_other_text_is_no_move(text):
    """A text that no move writes is refused."""
    with pytest.raises(NotationError):
        Move.parse(text)


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [("##\n#", 2, None), ("##\n#z", 2, 2), ("4#;##", 1, 1), ("mines: x\n##", 1, None), ("mines: 1\nFF", None, None)],
)
def test_a_text_that_is_no_board_says_where(text, line, column):
    """Ragged rows, unknown characters, impossible numbers and too many flags are refused, at their place."""
    with pytest.raises(NotationError) as refused:
        Board.parse(text)
    assert (refused.value.line, refused.value.column) == (line, column)


@pytest.mark.parametrize("topology", TOPOLOGIES)
@pytest.mark.parametrize(("width", "height"), [(1, 2), (2, 2), (3, 4), (5, 6)])
def test_neighbours_are_mutual(topology, width, height):
    """If a is next to b, b is next to a, and nothing is next to itself."""
    around = adjacency(topology, width, height)
    assert all(a in around[b] and a != b for a in range(width * height) for b in around[a])


@pytest.mark.parametrize(
    ("topology", "most"), [("square", 8), ("torus", 8), ("hexagon", 6), ("triangle", 12), ("cube 3", 26)]
)
def test_an_inner_cell_has_all_neighbours(topology, most):
    """The number of neighbours in the middle is the topology's own."""
    assert max(map(len, adjacency(topology, 9, 9))) == most


@pytest.mark.parametrize("topology", ["moebius", "cube 4", "cube", "square 2"])
def test_an_unknown_topology_is_refused(topology):
    """A name that is none, or layers that do not divide the rows."""
    with pytest.raises(NotationError):
        adjacency(topology, 3, 3)
