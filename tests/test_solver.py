import pytest

from minebot import SOLVERS, Action, Board, InconsistentBoard, NothingToSolve, SimulatedGame, UnknownSolver, solve
from minebot.minefield import RandomBoards
from minebot.solver.core import boxes, split
from minebot.solver.facts import Facts
from minebot.solver.puzzle import Constraint, Contradiction


def test_the_best_move_is_safe_where_a_cell_is_safe():
    """A certain cell comes before any guess, and the reason says so."""
    advice = solve(Board.parse("#1.;#1.;#1.", mines=1))
    assert advice.safe == {(0, 0), (0, 2)}
    assert advice.mines == {(0, 1)}
    assert advice.best.cell == (0, 0)
    assert advice.why.startswith("safe:")


def test_ties_go_to_the_fewest_covered_neighbours_then_the_lowest_index():
    """With nothing known, a corner of the lowest index."""
    advice = solve(Board.covered(5, 4, 3))
    assert advice.best.cell == (0, 0)
    assert advice.why == "guess: risk 15.0 %, the least, and fewest covered neighbours (3)"


def test_flags_are_not_facts():
    """A flagged cell has a risk like any covered cell, and a wrong flag changes nothing."""
    plain, flagged = solve(Board.parse("1#;##", mines=1)), solve(Board.parse("1F;##", mines=1))
    assert plain.risks == flagged.risks


def test_of_equal_cells_one_without_a_flag_is_advised():
    """A click does not open a flagged cell; where it alone is the least risky, the advice says so all the same."""
    assert solve(Board.parse("F#", mines=1)).best.cell == (1, 0)
    assert solve(Board.parse("#1#F", mines=1)).best.cell == (3, 0)
    assert solve(Board.parse("F1#", mines=1)).risks[0, 0] == solve(Board.parse("#1#", mines=1)).risks[0, 0]


def test_where_all_is_mined_and_the_total_unknown_a_flag_is_advised():
    """There is nothing to open, and the game is not yet over."""
    assert solve(Board.parse("3#;##")).best.action is Action.FLAG


@pytest.mark.parametrize("text", ["mines: 1\n1#;11", "mines: 1\nX#;##", "..;.."])
def test_a_game_that_is_over_is_refused(text):
    """A board that is won, lost or open everywhere has no move."""
    with pytest.raises(NothingToSolve):
        solve(Board.parse(text))


def test_an_unknown_solver_is_refused_by_name():
    """The message names those there are."""
    with pytest.raises(UnknownSolver, match="tiebreak"):
        solve(Board.covered(3, 3, 1), solver="oracle")


def test_every_solver_is_a_function_of_the_board():
    """The same board gives the same advice."""
    board = Board.parse("1##;###;##2", mines=3)
    assert all(think(board) == think(board) for think in SOLVERS.values())


def test_certain_moves_never_explode():
    """In whole games, a cell called safe is safe and a cell called a mine is one."""
    boards = RandomBoards(9, 9, 12, seed=5)
    for index in range(15):
        field = boards[index]
        game = SimulatedGame(field)
        game.play([solve(game.read()).best])
        while (board := game.read()).state == "playing":
            advice = solve(board)
            assert not {board.index(cell) for cell in advice.safe} & field.mines
            assert {board.index(cell) for cell in advice.mines} <= field.mines
            game.play([advice.best])


def test_settle_decides_one_constraint_after_another():
    """1 of {a}, then 1 of {a, b} makes b safe, then 1 of {b, c} makes c a mine."""
    links = [Constraint(frozenset(cells), 1) for cells in ([0], [0, 1], [1, 2])]
    assert Facts(links).settle().decided == {0: True, 1: False, 2: True}


def test_settle_names_the_number_that_clashes():
    """More mines than cells is a contradiction of the number that says so."""
    with pytest.raises(Contradiction) as clash:
        Facts([Constraint(frozenset([0]), 2, number=7)]).settle()
    assert clash.value.numbers == (7,)


def test_boxes_hold_the_cells_under_identical_constraints():
    """1 among abc and 1 among cde: the boxes ab, c, de."""
    both = [Constraint(frozenset("abc"), 1), Constraint(frozenset("cde"), 1)]
    assert boxes(both) == {0b01: ["a", "b"], 0b11: ["c"], 0b10: ["d", "e"]}


def test_components_share_no_cell():
    """Constraints without a common cell, directly or through others, fall apart."""
    links = [Constraint(frozenset(cells), 1) for cells in ([0, 1], [5, 6], [1, 2])]
    assert [len(part.mines) for part in split(links)] == [2, 1]


def test_an_impossible_board_is_refused_by_solve():
    """A misread stops the play with an error, not with an arbitrary move."""
    with pytest.raises(InconsistentBoard):
        solve(Board.parse("3#.;##.;..."))


def test_agrees_with_ms_toollib_on_expert_positions():
    """A second implementation, where it is installed: risks of expert positions within 1e-12."""
    ms = pytest.importorskip("ms_toollib", reason="an independent oracle, installed by hand: pip install ms-toollib")
    boards = RandomBoards(30, 16, 99, rule="open", seed=3)
    for index in range(5):
        game = SimulatedGame(boards[index])
        game.play([solve(game.read()).best])
        board = game.read()
        shown = [[10 if code < 0 else code for code in board.cells[y * 30 : y * 30 + 30]] for y in range(16)]
        theirs, _ = ms.cal_probability_onboard(shown, 99)
        ours = solve(board).risks
        assert all(abs(theirs[y][x] - risk) < 1e-12 for (x, y), risk in ours.items())
