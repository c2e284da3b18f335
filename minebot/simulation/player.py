"""A solver plays a simulated board to its end; `play_chunk` is where every run gets its outcomes from."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from time import perf_counter

from minebot.errors import MinebotError
from minebot.game import SimulatedGame
from minebot.geometry import Cell
from minebot.minefield import Boards, Minefield, RandomBoards
from minebot.move import Action, Move
from minebot.simulation.interrupt import undivided
from minebot.simulation.outcome import Outcome, Outcomes, pack
from minebot.solver import Solver, fast, named
from minebot.topology import grid


class Kind(StrEnum):
    """Why a move was made."""

    FIRST = "first"
    CERTAIN = "certain"
    GUESS = "guess"


@dataclass(frozen=True, slots=True)
class Step:
    """A move of a game: the cell that was opened, and why."""

    cell: Cell
    kind: Kind


@dataclass(frozen=True, slots=True)
class Played:
    """A whole game: how it went, and its moves in their order."""

    outcome: Outcome
    steps: tuple[Step, ...]


def play_chunk(boards: Boards, solver: str, indices: range) -> Outcomes:
    """The outcomes of the games on these boards, in their order."""
    if solver == fast.SOLVER:
        load()
        return pack(_fast_game(boards, index)[0] for index in indices)
    return pack(_play(boards, solver, index).outcome for index in indices)


def play_game(boards: Boards, solver: str, index: int) -> Played:
    """The game on one board, with its moves."""
    if solver != fast.SOLVER:
        return _play(boards, solver, index)
    load()
    return _play_fast(boards, index)


@cache
def load() -> None:
    """Have the fast player in memory, so that the seconds of the first game are its own.

    A Ctrl-C that came while numba loads it would be lost.
    """
    with undivided():
        _fast_game(RandomBoards(1, 1, 0), 0)


def _fast_game(boards: Boards, index: int) -> tuple[Outcome, fast.FastGame]:
    """The game of the fast player on one board."""
    began = perf_counter()
    where = grid(boards.topology, boards.width, boards.height)
    hidden = fast.hidden_board(where, boards.laid(index))
    x, y = boards.start
    game = fast.play(where, hidden, mines=boards.mines, first=y * boards.width + x)
    three_bv, openings = fast.measure(where, hidden)
    seconds = perf_counter() - began
    return Outcome(index, game.result == fast.WON, game.moves, game.guesses, seconds, three_bv, openings), game


def _play_fast(boards: Boards, index: int) -> Played:
    outcome, game = _fast_game(boards, index)
    kinds = [Kind.FIRST, *(Kind.GUESS if guess else Kind.CERTAIN for guess in game.guessed[1:].tolist())]
    cells = [(cell % boards.width, cell // boards.width) for cell in game.clicks.tolist()]
    return Played(outcome, tuple(map(Step, cells, kinds)))


def _play(boards: Boards, solver: str, index: int) -> Played:
    """An error of the solver names the game, so that it can be played again alone."""
    think = named(solver)
    began = perf_counter()
    field = boards[index]
    game = SimulatedGame(field)
    try:
        steps = tuple(_steps(game, field, boards.start, think))
    except MinebotError as error:
        raise MinebotError(f"the solver {solver} failed in game {index}: {error}") from error
    won = game.read().state == "won"
    guesses = sum(step.kind is Kind.GUESS for step in steps)
    seconds = perf_counter() - began
    return Played(Outcome(index, won, len(steps), guesses, seconds, field.three_bv, len(field.openings)), steps)


def _steps(game: SimulatedGame, field: Minefield, start: Cell, think: Solver) -> Iterator[Step]:
    """Open the start cell and follow the solver to the end, a step a click."""
    game.play([Move(Action.OPEN, *start)])
    yield Step(start, Kind.FIRST)
    while (board := game.read()).state == "playing":
        advice = think(board)
        certain = _still_covered(sorted(advice.safe), field)
        batch = [Step(cell, Kind.CERTAIN) for cell in certain] or [Step(advice.best.cell, Kind.GUESS)]
        game.play([Move(Action.OPEN, *step.cell) for step in batch])
        yield from batch


def _still_covered(cells: list[Cell], field: Minefield) -> Iterator[Cell]:
    """Those of certain cells that no opening of one before them opens."""
    opened: set[int] = set()
    for x, y in cells:
        if (cell := y * field.width + x) not in opened:
            opened |= field.opened_by(cell)
            yield x, y
