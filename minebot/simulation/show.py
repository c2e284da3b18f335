"""One game, shown as a person would like to follow it: each guess with the risks, and what came of it."""

from collections.abc import Iterator
from dataclasses import asdict
from itertools import groupby

from rich.console import RenderableType
from rich.text import Text

from minebot.game import SimulatedGame
from minebot.minefield import BoardSet, RandomBoards
from minebot.move import Action, Move
from minebot.simulation.outcome import Outcome
from minebot.simulation.player import Kind, Played
from minebot.simulation.tally import milliseconds
from minebot.solver import named
from minebot.terminal import advice_view, board_view


def line(outcome: Outcome) -> str:
    """How a game went, in a sentence."""
    return (
        f"game {outcome.index}, 3BV {outcome.three_bv}, openings {outcome.openings}: "
        f"{'won' if outcome.won else 'lost'} in {_counted(outcome.moves, 'move')}, {outcome.guesses} of them guesses, "
        f"and {milliseconds(outcome.seconds)} ms"
    )


def document(played: Played) -> dict[str, object]:
    """The fields of the outcome, and the moves."""
    moves = [{"cell": list(step.cell), "kind": str(step.kind)} for step in played.steps]
    return {**asdict(played.outcome), "played": moves}


def story(boards: BoardSet | RandomBoards, solver: str, played: Played) -> Iterator[RenderableType]:
    """The moves of a game in their order, the certain ones summed up; the board at each guess, and at the end."""
    game, think = SimulatedGame(boards[played.outcome.index]), named(solver)
    guesses = 0
    for kind, group in groupby(played.steps, key=lambda step: step.kind):
        moves = [Move(Action.OPEN, *step.cell) for step in group]
        if kind is not Kind.GUESS:
            yield Text(f"first: {moves[0]}\n" if kind is Kind.FIRST else f"{_counted(len(moves), 'certain move')}\n")
            game.play(moves)
            continue
        for move in moves:
            guesses += 1
            board = game.read()
            yield Text(f"guess {guesses}: {move}", style="bold")
            yield advice_view(board, think(board))
            game.play([move])
            yield Text("" if game.read().state != "lost" else "and a mine was there\n")
    yield board_view(game.read())
    yield Text(line(played.outcome), style="bold")


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
