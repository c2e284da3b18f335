"""The solver `limited`: arrangements of a neighbourhood instead of the whole component."""

import pytest
from hypothesis import given, settings
from oracle import board_by_trying
from strategies import boards

from minebot import SOLVERS, Action, Board, InconsistentBoard, Move, RandomBoards, SimulatedGame, solve
from minebot.simulation.player import play_game
from minebot.solver.engine import count_board
from minebot.solver.limited import MOST_CELLS, neighbourhoods
from minebot.solver.puzzle import Constraint
from minebot.solver.thinking import Thinking


class OutOfPatience(Exception):
    """What a test raises to end a search."""


def chain(length):
    """Constraints of two cells each, every one linked to the next."""
    return [Constraint(frozenset([i, i + 1]), 1, number=100 + i) for i in range(length)]


def test_a_neighbourhood_is_the_constraints_on_a_box_and_those_linked_to_them():
    """In a chain, a cell is seen by two constraints, and these are linked to one more at each side."""
    found = {cell: chosen for chosen, cells in neighbourhoods(chain(8)).items() for cell in cells}
    assert found[0] == (0, 1)
    assert found[4] == (2, 3, 4, 5)


def test_a_neighbourhood_does_not_grow_beyond_its_bound():
    """However many constraints are linked; one constraint alone may have more cells."""
    star = [Constraint(frozenset([0, *range(5 * i + 1, 5 * i + 6)]), 2, number=i) for i in range(9)]
    wide = [Constraint(frozenset(range(26)), 13, number=0), Constraint(frozenset(range(25, 40)), 3, number=1)]
    for constraints in (star, wide):
        for chosen in neighbourhoods(constraints):
            cells = frozenset().union(*(constraints[index].cells for index in chosen))
            assert len(chosen) == 1 or len(cells) <= MOST_CELLS


def test_in_a_small_component_risks_are_exact():
    """The neighbourhood is all there is: three arrangements with one mine for C(3, 1) ways, four with two for one."""
    advice = solve(Board.parse("mines: 2\n###;1#1;###;###"), solver="limited")
    assert advice.risks[1, 1] == pytest.approx(3 / 13)
    assert advice.risks[0, 3] == pytest.approx(3 / 13)


def test_a_proof_names_the_numbers_of_the_neighbourhood():
    """The wall of three cells again."""
    assert str(solve(Board.parse("#1.;#1.;#1."), solver="limited").proofs[0, 1]) == (
        "limited: a safe cell at (0, 1) leaves no arrangement for the numbers at (1, 0), (1, 1) and (1, 2)"
    )


def test_the_mine_total_bounds_a_neighbourhood():
    """With one mine in all it is in the middle, and cells that no number touches are safe; with six, all are mines."""
    advice = solve(Board.parse("mines: 1\n###;1#1;###;###"), solver="limited")
    assert advice.safe == {(0, 0), (0, 2), (2, 0), (2, 2), (0, 3), (1, 3), (2, 3)}
    assert "the mine total of 1" in advice.proofs[0, 0].why
    assert (2, 2) in solve(Board.parse("mines: 6\n1##;###;###"), solver="limited").mines


@settings(max_examples=200, deadline=None)
@given(boards())
def test_what_it_calls_certain_is_certain(board):
    """On every topology: no arrangement has a mine in a safe cell, every one has one in a mine."""
    if board.state != "playing":
        return
    total, with_mine = board_by_trying(board)
    advice = solve(board, solver="limited")
    assert all(with_mine[board.index(cell)] == 0 for cell in advice.safe)
    assert all(with_mine[board.index(cell)] == total for cell in advice.mines)
    assert set(advice.risks) == {board.place(cell) for cell in with_mine}
    assert {cell for cell, risk in advice.risks.items() if risk in (0, 1)} == advice.safe | advice.mines
    assert set(advice.proofs) == advice.safe | advice.mines
    assert all(board[cell] >= 0 for proof in advice.proofs.values() for cell in proof.numbers)


def test_in_whole_games_it_is_sound_and_its_risks_are_near():
    """Against the exact engine: a mean error of less than two points, and few certain cells are missed."""
    hidden = RandomBoards(16, 16, 45, rule="open", seed=6)
    errors, certain, found = [], 0, 0
    for index in range(12):
        game = SimulatedGame(hidden[index])
        game.play([Move(Action.OPEN, 0, 0)])
        while (board := game.read()).state == "playing":
            counts, advice = count_board(board), solve(board, solver="limited")
            assert advice.safe <= {board.place(cell) for cell in counts.safe}
            assert advice.mines <= {board.place(cell) for cell in counts.mines}
            certain += len(counts.safe) + len(counts.mines)
            found += len(advice.safe) + len(advice.mines)
            errors += [abs(advice.risks[board.place(cell)] - risk) for cell, risk in counts.risks.items()]
            game.play([Move(Action.OPEN, *cell) for cell in advice.safe] or [solve(board).best])
    assert sum(errors) / len(errors) < 0.02
    assert found > 0.97 * certain


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("3#.;##.;...", r"the numbers at \(0, 0\)"),
        ("#1#;#2#", r"the numbers at \(1, 0\), \(1, 1\)"),
        ("mines: 1\n#1...;##...;...##;...1#", "1 mines|the numbers"),
        ("mines: 6\n1###;####", "6 mines"),
    ],
)
def test_what_nothing_fits_in_a_neighbourhood_is_refused(text, said):
    """A number that cannot hold, numbers that cannot hold together, too few mines in all, too many."""
    with pytest.raises(InconsistentBoard, match=said):
        solve(Board.parse(text), solver="limited")


def test_it_never_explodes():
    """A front with far too many arrangements for a search of the whole takes few steps."""
    asked = []
    front = Board.parse("##" * 20 + "#;" + "#4" * 20 + "#;" + "##" * 20 + "#")
    SOLVERS["limited"](front, Thinking(go_on=lambda: asked.append(1)))
    assert 10 < len(asked) < 200


def test_it_stops_at_once_when_asked_to():
    """What `go_on` raises ends it, and a later answer is the same as ever."""
    front = Board.parse("##" * 20 + "#;" + "#4" * 20 + "#;" + "##" * 20 + "#")
    before = solve(front, solver="limited")

    def go_on():
        raise OutOfPatience

    with pytest.raises(OutOfPatience):
        SOLVERS["limited"](front, Thinking(go_on=go_on))
    assert solve(front, solver="limited") == before


def test_it_plays_whole_games():
    """On beginner boards that open at the first move it wins nearly as many as `csp`."""
    hidden = RandomBoards(9, 9, 10, rule="open", seed=1)
    assert sum(play_game(hidden, "limited", index).outcome.won for index in range(100)) > 85
