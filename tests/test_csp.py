"""The solver `csp`, and the search that it shares with `boxes`."""

import pytest
from hypothesis import given, settings
from oracle import board_by_trying, by_trying
from strategies import boards, puzzles

from minebot import SOLVERS, Action, Board, InconsistentBoard, Move, RandomBoards, SimulatedGame, solve
from minebot.simulation.player import play_game
from minebot.solver.core import split
from minebot.solver.csp import cell_by_cell
from minebot.solver.engine import count_board
from minebot.solver.joined import joined
from minebot.solver.puzzle import Constraint, Contradiction
from minebot.solver.search import search
from minebot.solver.thinking import AT_LEISURE, Thinking

EXACT = ["csp", "boxes"]


class OutOfPatience(Exception):
    """What a test raises to end a search."""


def patient(calls):
    """A `go_on` that raises once it was asked so often."""
    asked = []

    def go_on():
        asked.append(1)
        if len(asked) > calls:
            raise OutOfPatience

    return Thinking(go_on=go_on)


def long_front(numbers):
    """A row of fours with covered cells between and around them: one component, and ever more arrangements."""
    return Board.parse("##" * numbers + "#;" + "#4" * numbers + "#;" + "##" * numbers + "#")


@pytest.mark.parametrize("solver", EXACT)
@settings(max_examples=150, deadline=None)
@given(board=boards())
def test_risks_are_exact_and_every_certain_cell_is_found(solver, board):
    """On every topology, with the mine total and without it, against all subsets of the covered cells."""
    if board.state != "playing":
        return
    total, with_mine = board_by_trying(board)
    advice = solve(board, solver=solver)
    assert advice.arrangements == total
    assert advice.safe == {board.place(cell) for cell, count in with_mine.items() if count == 0}
    assert advice.mines == {board.place(cell) for cell, count in with_mine.items() if count == total}
    assert advice.risks == pytest.approx(
        {board.place(cell): count / total for cell, count in with_mine.items()}, abs=1e-12
    )


@pytest.mark.parametrize("solver", EXACT)
def test_in_whole_games_it_agrees_with_the_engine(solver):
    """Risks, certain cells and the number of arrangements, on every position of some games."""
    hidden = RandomBoards(16, 16, 45, rule="open", seed=4)
    for index in range(5):
        game = SimulatedGame(hidden[index])
        game.play([Move(Action.OPEN, 0, 0)])
        while (board := game.read()).state == "playing":
            counts, advice = count_board(board), solve(board, solver=solver)
            assert advice.safe == {board.place(cell) for cell in counts.safe}
            assert advice.mines == {board.place(cell) for cell in counts.mines}
            assert {board.index(cell): risk for cell, risk in advice.risks.items()} == pytest.approx(counts.risks)
            assert advice.arrangements == counts.arrangements
            game.play([Move(Action.OPEN, *cell) for cell in advice.safe] or [advice.best])


def test_an_arrangement_weighs_what_it_leaves_for_the_rest():
    """Three arrangements of the numbers have one mine, and leave one for the three cells below; four have two mines.

    So the middle is a mine in 3 of 3 * 3 + 4 arrangements; where all of the seven weigh the same, in 1 of 7.
    """
    advice = solve(Board.parse("mines: 2\n###;1#1;###;###"), solver="csp")
    assert advice.risks[1, 1] == pytest.approx(3 / 13)
    assert advice.arrangements == 13
    assert solve(Board.parse("###;1#1;###;###"), solver="csp").risks[1, 1] == pytest.approx(1 / 7)


@pytest.mark.parametrize("solver", EXACT)
def test_the_mine_total_makes_cells_away_from_numbers_certain(solver):
    """The 1 takes the only mine: what it does not touch is safe. With as many mines as cells, all of them are mines."""
    board = Board.parse("mines: 1\n##.;1#1;###;###")
    assert {(0, 3), (1, 3), (2, 3)} <= solve(board, solver=solver).safe
    board = Board.parse("mines: 6\n1##;###;###")
    advice = solve(board, solver=solver)
    assert advice.mines == {(2, 0), (2, 1), (0, 2), (1, 2), (2, 2)}
    assert str(advice.proofs[2, 2]) == (
        f"{solver}: a safe cell among (2, 0), (2, 1), (0, 2), (1, 2) and (2, 2) leaves no arrangement for the number "
        "at (0, 0) and the mine total of 6"
    )


def test_a_proof_names_the_numbers_of_the_component():
    """Each number alone leaves all three cells open; together they have their mine in the middle."""
    advice = solve(Board.parse("#1.;#1.;#1."), solver="csp")
    assert str(advice.proofs[0, 1]) == (
        "csp: a safe cell at (0, 1) leaves no arrangement for the numbers at (1, 0), (1, 1) and (1, 2)"
    )
    assert advice.proofs[0, 1].numbers == ((1, 0), (1, 1), (1, 2))
    assert str(advice.proofs[0, 0]).startswith("csp: a mine at (0, 0) leaves no arrangement for the numbers at (1, 0)")


def test_what_a_single_number_decides_keeps_its_reason():
    """The 3 in the corner has no choice."""
    assert solve(Board.parse("##1#;#31#"), solver="csp").proofs[0, 0].rule == "single"


@pytest.mark.parametrize("solver", EXACT)
@settings(max_examples=60, deadline=None)
@given(board=boards())
def test_every_certain_cell_has_a_proof(solver, board):
    """With open cells as its numbers, and with none only where the mine total is said."""
    if board.state == "playing":
        advice = solve(board, solver=solver)
        assert set(advice.proofs) == advice.safe | advice.mines
        for proof in advice.proofs.values():
            assert all(board[cell] >= 0 for cell in proof.numbers)
            assert proof.numbers or "total" in proof.why


@pytest.mark.parametrize("solver", EXACT)
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("3#.;##.;...", r"the numbers at \(0, 0\)"),
        ("#1#;#2#", r"the numbers at \(1, 0\), \(1, 1\)"),
        ("mines: 1\n#1...;##...;...##;...1#", "1 mines"),
        ("mines: 6\n1###;####", "6 mines"),
    ],
)
def test_what_nothing_fits_is_refused(solver, text, said):
    """A number that cannot hold, numbers that cannot hold together, too few mines in all, too many."""
    with pytest.raises(InconsistentBoard, match=said):
        solve(Board.parse(text), solver=solver)


@settings(max_examples=200, deadline=None)
@given(puzzles())
def test_the_search_counts_every_arrangement_once(puzzle):
    """Of any system of constraints, by the mines used and for every cell; backjumps lose none."""
    parts = [cell_by_cell(part) for part in split([each for each in puzzle.constraints if each.cells])]
    tallies = [search(part, AT_LEISURE) for part in parts]
    cells = [cell for part in parts for box in part.boxes for cell in box.cells]
    total, with_mine = by_trying(cells, [(each.cells, each.mines) for each in puzzle.constraints], None)
    try:
        whole = joined([tally.arrangements for tally in tallies], 0, None)
    except Contradiction:
        assert total == 0
        return
    assert whole.total == total
    for part, tally, rest in zip(parts, tallies, whole.rest, strict=True):
        for box, mines in zip(part.boxes, tally.mines, strict=True):
            assert sum(number * rest[used] for used, number in mines.items()) == with_mine[box.cells[0]]


def test_a_search_without_dead_ends_has_a_node_for_each_partial_arrangement():
    """One mine among three cells: 0 or 1, under the 0 again 0 or 1, and then what is left: 2 + 2 + ... = 8 nodes."""
    part = cell_by_cell(split([Constraint(frozenset("abc"), 1)])[0])
    assert search(part, AT_LEISURE).nodes == 2 + 3 + 3
    assert search(part, AT_LEISURE).arrangements == {1: 3}


def test_it_jumps_back_over_levels_that_are_not_to_blame():
    """A triangle of cells of which each two hold one mine has no arrangement; a chain hung before it is tried once.

    The chain is searched first, down to the dead end; it is not to blame, so no other value of it is tried.
    """
    chain = [Constraint(frozenset([i, i + 1, i + 2]), 1) for i in range(0, 20, 2)]
    triangle = [Constraint(frozenset(pair), 1) for pair in ([22, 23], [23, 24], [24, 22])]
    link = [Constraint(frozenset([20, 21, 22, 25, 26]), 2)]
    [part] = split([*chain, *link, *triangle])
    assert search(part, AT_LEISURE).arrangements == {}
    assert search(part, AT_LEISURE).nodes < 60


@pytest.mark.parametrize("solver", EXACT)
def test_a_search_stops_at_once_when_asked_to(solver):
    """On a front with far too many arrangements; and a later answer is the same as ever."""
    with pytest.raises(OutOfPatience):
        SOLVERS[solver](long_front(20), patient(3))
    board = Board.parse("mines: 9\n########;11111111;########;########")
    before = solve(board, solver=solver)
    with pytest.raises(OutOfPatience):
        SOLVERS[solver](long_front(20), patient(0))
    assert solve(board, solver=solver) == before


def test_a_component_may_be_longer_than_the_stack_of_python():
    """A wall of 1,500 cells with ones along it has few arrangements, and is searched to the end."""
    board = Board.parse("#" * 1500 + ";" + "1" * 1500)
    assert solve(board, solver="csp").arrangements == 1


def test_the_same_position_takes_the_same_nodes():
    """Nothing is kept from one position to the next."""
    board = Board.parse("mines: 9\n########;11111111;########;########")
    assert len({solve(board, solver="csp").nodes for _ in range(3)}) == 1


def test_it_plays_whole_games():
    """On beginner boards that open at the first move it wins nine of ten."""
    hidden = RandomBoards(9, 9, 10, rule="open", seed=1)
    assert sum(play_game(hidden, "csp", index).outcome.won for index in range(100)) > 85
