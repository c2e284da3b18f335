"""The player of simulated games: whom it asks, when, and what comes of it."""

from dataclasses import replace

import pytest

from minebot import Action, MinebotError, Move, RandomBoards, SimulatedGame, solve
from minebot.simulation import thinker
from minebot.simulation.player import play_chunk, play_game
from minebot.solver import SOLVERS

BEGINNER = RandomBoards(9, 9, 10, seed=4)


def asked_each_time(boards, solver, index):
    """Won and guesses of a game whose solver is asked before every batch of moves."""
    game, guesses = SimulatedGame(boards[index]), 0
    game.play([Move(Action.OPEN, *boards.start)])
    while (board := game.read()).state == "playing":
        advice = solve(board, solver)
        guesses += not advice.safe
        game.play([Move(Action.OPEN, *cell) for cell in sorted(advice.safe)] or [advice.best])
    return game.read().state == "won", guesses


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_game_goes_as_if_the_solver_had_been_asked_for_every_move(solver):
    """What single numbers decide is opened before it is asked, and changes neither the result nor the guesses."""
    boards = RandomBoards(7, 6, 8, seed=6)
    played = play_chunk(boards, solver, range(30))
    assert [(row["won"], row["guesses"]) for row in played] == [asked_each_time(boards, solver, n) for n in range(30)]


def test_a_solver_that_repeats_itself_is_an_error(monkeypatch):
    """A move that changes nothing would be advised for ever."""
    monkeypatch.setattr(
        thinker,
        "named",
        lambda _name: lambda board, _thinking: replace(solve(board), safe=frozenset(), best=Move(Action.OPEN, 0, 0)),
    )
    with pytest.raises(MinebotError, match=r"the solver odd failed in game 7: .*\(0, 0\)"):
        play_game(BEGINNER, "odd", 7)
