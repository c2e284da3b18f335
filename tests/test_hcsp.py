"""The solver `hcsp`, and how the solvers that count prove what is certain."""

from itertools import islice

import pytest
from hypothesis import given, settings
from oracle import board_by_trying
from strategies import boards
from test_topologies import SHAPES, boards_of, positions

from minebot import Action, Board, InconsistentBoard, RandomBoards, solve
from minebot.simulation.player import play_game
from minebot.solver.engine import count
from minebot.solver.hcsp import frontier, nearest
from minebot.solver.puzzle import Puzzle, puzzle

COUNTING = ("tiebreak", "hcsp")


def test_it_starts_in_the_corner():
    """On a covered board all cells are equally risky and none is near anything: the first is a corner."""
    assert solve(Board.covered(30, 16, 99), solver="hcsp").best.cell == (0, 0)


def test_of_equal_cells_it_takes_one_close_to_the_frontier():
    """The 3 makes every cell beside it as risky as it can be; of the others, (2, 0) is two steps from the 3."""
    board = Board.parse("mines: 4\n3####;#####;#####")
    advice = solve(board, solver="hcsp")
    assert advice.best.cell == (2, 0)
    assert advice.why == "guess: risk 9.1 %, the least, and closest to the frontier"


def test_tiebreak_would_go_to_the_far_corner():
    """The same board: fewest covered neighbours is another wish."""
    assert solve(Board.parse("mines: 4\n3####;#####;#####"), solver="tiebreak").best.cell == (4, 0)


@pytest.mark.parametrize("topology", SHAPES)
def test_the_frontier_is_of_the_topology(topology):
    """Of the cells that touch no number, those next to one that does."""
    board = Board(5, 6, (1,) + (-1,) * 29, None, topology)
    edge = frontier(board)
    assert edge == set(board.neighbours[0])
    beyond = set(nearest(board, set(range(1, 30)) - edge))
    assert beyond == {other for cell in edge for other in board.neighbours[cell]} - edge - {0}


@pytest.mark.parametrize("topology", SHAPES)
def test_a_cell_far_away_is_found(topology):
    """However many steps it takes; where nothing is open, every cell is as near."""
    board = Board(5, 6, (1,) + (-1,) * 29, None, topology)
    assert nearest(board, {29}) == [29]
    assert nearest(Board.covered(5, 6, 3, topology), {4, 11, 2}) == [2, 4, 11]


def test_of_equal_cells_one_without_a_flag_is_advised():
    """A click does not open a flagged cell, however close."""
    assert solve(Board.parse("mines: 1\n#1#"), solver="hcsp").best.cell == (0, 0)
    assert solve(Board.parse("mines: 1\nF1#"), solver="hcsp").best.cell == (2, 0)


@settings(max_examples=100, deadline=None)
@given(boards())
def test_its_risks_are_exact(board):
    """On every topology, with the total or without: the share of the arrangements that have a mine there."""
    if board.state != "playing":
        return
    total, with_mine = board_by_trying(board)
    advice = solve(board, solver="hcsp")
    assert advice.arrangements == total
    assert advice.risks == pytest.approx({board.place(cell): n / total for cell, n in with_mine.items()})
    assert advice.risks[advice.best.cell] == min(advice.risks.values()) or advice.best.action is Action.FLAG


@settings(max_examples=100, deadline=None)
@given(boards())
def test_the_numbers_of_a_proof_prove_it(board):
    """The numbers alone that a proof names, or with the mine total where it says so, leave no other choice."""
    if board.state != "playing":
        return
    given_ = puzzle(board)
    advice = solve(board)
    assert set(advice.proofs) == advice.safe | advice.mines
    for cell, proof in advice.proofs.items():
        named = {board.index(number) for number in proof.numbers}
        used = tuple(each for each in given_.constraints if each.number in named)
        total = given_.mines if "of the board" in proof.why else None
        assert count(Puzzle(given_.cells, used, total)).risk(board.index(cell)) == (cell in advice.mines)


@pytest.mark.parametrize("solver", COUNTING)
@pytest.mark.parametrize(
    ("text", "cell", "why"),
    [
        ("12#;#3#;###", (0, 1), "a mine in the only arrangement of the mines that fits the number at (0, 0)"),
        (
            "#1.;#1.;#1.",
            (0, 0),
            "in none of the 2 arrangements of the mines that fit the numbers at (1, 1) and (1, 2)",
        ),
        (
            "mines: 1\n##;##;11",
            (0, 0),
            "in none of the 2 arrangements of the 1 mine of the board that fit the numbers at (0, 2) and (1, 2)",
        ),
        ("mines: 0\n##;##", (0, 0), "no mine in the only arrangement of the 0 mines of the board"),
        ("3#;##", (1, 1), "a mine in the only arrangement of the mines that fits the number at (0, 0)"),
    ],
)
def test_a_proof_says_what_was_counted(solver, text, cell, why):
    """As few numbers as are enough, and only in the end the mine total."""
    assert str(solve(Board.parse(text), solver=solver).proofs[cell]) == f"{solver}: {why}"


def test_a_proof_is_for_certain_cells_alone():
    """The others have none."""
    with pytest.raises(KeyError):
        solve(Board.parse("1#;##")).proofs[1, 1]


@pytest.mark.parametrize("solver", COUNTING)
@pytest.mark.parametrize("topology", SHAPES)
def test_proofs_in_games(solver, topology):
    """Wherever play comes, every certain cell has a proof from open numbers of the board."""
    for board in islice(positions(topology), 12):
        advice = solve(board, solver=solver)
        assert len(advice.proofs) == len(advice.safe) + len(advice.mines)
        for cell in list(advice.proofs)[:10]:
            proof = advice.proofs[cell]
            assert all(board[number] >= 0 for number in proof.numbers)
            assert ("in none of" in proof.why or "no mine in" in proof.why) == (cell in advice.safe)


def test_what_fits_nothing_is_refused():
    """With the place of the number."""
    with pytest.raises(InconsistentBoard, match=r"\(0, 0\)"):
        solve(Board.parse("3#.;##.;..."), solver="hcsp")


@pytest.mark.parametrize("topology", SHAPES)
def test_it_plays_whole_games(topology):
    """On every topology; on square boards that open at the first move it wins nearly all with one mine in eleven."""
    boards = boards_of(topology)
    won = sum(play_game(boards, "hcsp", index).outcome.won for index in range(30))
    assert won >= (25 if topology == "square" else 5)


def test_it_wins_expert_games():
    """About every third."""
    boards = RandomBoards(30, 16, 99, seed=3)
    assert 20 <= sum(play_game(boards, "hcsp", index).outcome.won for index in range(100)) <= 60
