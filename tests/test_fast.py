"""The fast player: the moves that `tiebreak` advises, a whole game at once."""

import numpy as np
import pytest
from hypothesis import given, settings
from strategies import minefields

from minebot import Action, Board, Move, NotationError, RandomBoards, SimulatedGame, solve
from minebot.solver import fast
from minebot.topology import grid


def arrays(field):
    """The field as the player takes it."""
    where = grid(field.topology, field.width, field.height)
    return where, fast.hidden_board(where, np.array(sorted(field.mines), np.int64))


def play(field, **options):
    """The fast player on a field whose mine total it knows."""
    return fast.play(*arrays(field), **{"mines": len(field.mines)} | options)


def advised(field, first, mines):
    """The same game as `solve` would have it: whether it is won, and the guesses."""
    game = SimulatedGame(field)
    game.play([Move(Action.OPEN, *game.read().place(first))])
    guesses = []
    while (board := game.read().with_mines(mines)).state == "playing":
        advice = solve(board)
        if advice.best.action is Action.FLAG:
            break
        if not advice.safe:
            guesses.append(board.index(advice.best.cell))
        game.play([Move(Action.OPEN, *cell) for cell in sorted(advice.safe)] or [advice.best])
    return game.read().state == "won", guesses


def guesses_of(played):
    """The cells guessed, in order."""
    return played.clicks[played.guessed].tolist()


@pytest.mark.parametrize("boards", [RandomBoards(30, 16, 99, seed=8), RandomBoards(9, 9, 14, seed=8)])
def test_it_guesses_where_the_solver_would_and_as_the_solver_would(boards):
    """In whole games: the same guesses in the same order, the same result."""
    for index in range(60):
        played = play(boards[index], first=0)
        assert (played.result == fast.WON, guesses_of(played)) == advised(boards[index], 0, boards.mines)


@settings(max_examples=150, deadline=None)
@given(minefields(6))
def test_on_every_topology_it_plays_as_the_solver_does(field):
    """From the first safe cell of any small board, the total known to both."""
    safe = [cell for cell in range(field.width * field.height) if cell not in field.mines]
    if safe:
        played = play(field, first=safe[0])
        assert (played.result == fast.WON, guesses_of(played)) == advised(field, safe[0], len(field.mines))


def test_only_a_guess_hits_a_mine_and_a_won_game_opened_all():
    """A certain click opens no mine; the final position shows every opened number, and nothing else."""
    boards = RandomBoards(16, 16, 50, seed=2)
    for index in range(200):
        field = boards[index]
        played = play(field, first=0)
        mined = [cell in field.mines for cell in played.clicks.tolist()]
        assert sum(mined) == (played.result == fast.LOST)
        assert not any(mined[:-1])
        assert played.result == fast.WON or played.guessed[-1]
        shown = {cell: code for cell, code in enumerate(played.shown.tolist()) if code >= 0}
        assert all(field.numbers[cell] == code for cell, code in shown.items())
        assert (played.result == fast.WON) == (len(shown) == 256 - 50)


def test_a_stopped_game_goes_on_from_where_it_is():
    """After any number of moves, the rest of the game is as if it had not been stopped."""
    field = RandomBoards(16, 16, 40, seed=3)[7]
    whole = play(field, first=0)
    for moves in (1, 2, 5, 20, len(whole.clicks) - 1):
        part = play(field, first=0, moves=moves)
        assert part.result == fast.UNFINISHED
        assert part.clicks.tolist() == whole.clicks.tolist()[:moves]
        rest = play(field, shown=part.shown)
        assert rest.result == whole.result
        assert set(rest.clicks.tolist()) <= set(range(256)) - {c for c, code in enumerate(part.shown) if code >= 0}
        assert guesses_of(part) + guesses_of(rest) == guesses_of(whole)


def test_it_plays_from_any_position():
    """From a board in mid-game, as the solver sees it."""
    field = RandomBoards(16, 16, 40, seed=5)[2]
    shown = np.array([field.numbers[cell] if cell % 7 == 0 and cell not in field.mines else -1 for cell in range(256)])
    board = Board(16, 16, tuple(shown.tolist()), 40)
    played = play(field, shown=shown.astype(np.int8), moves=1)
    advice = solve(board)
    cell = board.place(int(played.clicks[0]))
    assert cell in advice.safe if advice.safe else cell == advice.best.cell


def test_a_seed_draws_among_equal_cells_only():
    """On a covered board the corners are alike: each is drawn by some seed, and by the same one each time."""
    field = RandomBoards(8, 8, 10, rule="any", seed=1)[0]
    opened = [play(field, seed=seed, moves=1).clicks.tolist() for seed in range(40)]
    assert {cell for clicks in opened for cell in clicks} == {0, 7, 56, 63}
    assert opened[0] == [0]
    assert opened == [play(field, seed=seed, moves=1).clicks.tolist() for seed in range(40)]


@pytest.mark.parametrize("mines", [0, 63])
def test_boards_without_a_mine_or_with_one_free_cell(mines):
    """The first click ends the game."""
    field = RandomBoards(8, 8, mines, seed=1)[0]
    played = play(field, first=0)
    assert (played.result == fast.WON, played.clicks.tolist()) == (True, [0])


def test_an_unknown_total_is_played_too():
    """The solver's guesses without a mine total."""
    boards = RandomBoards(9, 9, 10, seed=4)
    for index in range(30):
        played = play(boards[index], first=0, mines=None)
        assert (played.result == fast.WON, guesses_of(played)) == advised(boards[index], 0, None)


@settings(max_examples=150, deadline=None)
@given(minefields(6))
def test_boards_are_measured_as_minefields_measure_themselves(field):
    """3BV and openings, on every topology."""
    assert fast.measure(*arrays(field)) == (field.three_bv, len(field.openings))


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"mines": 3}, "does not hold 3 mines"),
        ({"mines": 0}, "does not hold 0 mines"),
        ({"mines": 1, "shown": np.array([3, -1, -1], np.int8)}, "do not belong"),
        ({"mines": 1, "shown": np.array([0, -1, -1, -1], np.int8)}, "not what is hidden"),
        ({"mines": 1, "shown": np.array([-2, -1, -1, -1], np.int8)}, "not what is hidden"),
        ({"mines": 1, "first": 10**6}, "do not belong"),
        ({"mines": 1, "first": -5}, "do not belong"),
        ({"mines": 1, "moves": -1}, "do not belong"),
        ({"mines": 1, "seed": 1 << 63}, "do not belong"),
    ],
)
def test_what_does_not_belong_together_is_refused(options, complaint):
    """No array is read beyond its end, no game goes on for ever."""
    where = grid("square", 2, 2)
    with pytest.raises(NotationError, match=complaint):
        fast.play(where, fast.hidden_board(where, np.array([3])), **options)


@pytest.mark.parametrize("mine", [4, -1, 10**7])
def test_a_mine_beyond_the_board_is_refused(mine):
    """Nothing is written there."""
    with pytest.raises(NotationError, match="beyond"):
        fast.hidden_board(grid("square", 2, 2), np.array([mine]))
