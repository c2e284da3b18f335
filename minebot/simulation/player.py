"""A solver plays a simulated board to its end; `play_chunk` is where every run gets its outcomes from."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from importlib import import_module
from time import perf_counter

import numpy as np

from minebot.board import COVERED, Board
from minebot.errors import MinebotError
from minebot.geometry import Cell
from minebot.minefield import Boards, RandomBoards
from minebot.simulation.interrupt import undivided
from minebot.simulation.outcome import Outcome, Outcomes, pack
from minebot.simulation.thinker import Thinker
from minebot.solver import SIMPLER, fast, rung
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


def play_chunk(boards: Boards, solver: str, indices: range, budget: float | None = None) -> Outcomes:
    """The outcomes of the games on these boards, in their order; a move may take `budget` seconds of thought."""
    load(solver)
    if _is_fast(solver):
        return pack(_fast_game(boards, index)[0] for index in indices)
    return pack(_play(boards, index, Thinker(solver, budget)).outcome for index in indices)


def play_game(boards: Boards, solver: str, index: int, budget: float | None = None) -> Played:
    """The game on one board, with its moves."""
    load(solver)
    return _play_fast(boards, index) if _is_fast(solver) else _play(boards, index, Thinker(solver, budget))


def _is_fast(solver: str) -> bool:
    return solver == fast.SOLVER


@cache
def load(solver: str = fast.SOLVER) -> None:
    """Have the player and a solver in memory, so that the seconds of the first game are its own.

    A Ctrl-C that came while numba loads it would be lost.
    """
    with undivided():
        _fast_game(RandomBoards(1, 1, 0), 0)
        _play(RandomBoards(1, 1, 0), 0, Thinker(fast.SOLVER))
        if rung(solver) in SIMPLER:
            import_module(f"minebot.solver.{rung(solver)}")


def _fast_game(boards: Boards, index: int) -> tuple[Outcome, fast.FastGame]:
    """The game of the fast player on one board."""
    began = perf_counter()
    where = grid(boards.topology, boards.width, boards.height)
    hidden = fast.hidden_board(where, boards.laid(index))
    x, y = boards.start
    game = fast.play(where, hidden, mines=boards.mines, first=y * boards.width + x)
    three_bv, openings = fast.measure(where, hidden)
    seconds = perf_counter() - began
    won = game.result == fast.WON
    return Outcome(index, won, game.moves, game.guesses, seconds, three_bv, openings, 0, 0), game


def _play_fast(boards: Boards, index: int) -> Played:
    outcome, game = _fast_game(boards, index)
    kinds = [Kind.FIRST, *(Kind.GUESS if guess else Kind.CERTAIN for guess in game.guessed[1:].tolist())]
    cells = [(cell % boards.width, cell // boards.width) for cell in game.clicks.tolist()]
    return Played(outcome, tuple(map(Step, cells, kinds)))


def _play(boards: Boards, index: int, thinker: Thinker) -> Played:
    """An error of the solver names the game, so that it can be played again alone."""
    began = perf_counter()
    game = _Game(boards, index)
    try:
        steps = tuple(_steps(game, boards, thinker))
    except Exception as error:
        said = str(error) if isinstance(error, MinebotError) else f"{type(error).__name__}: {error}"
        raise MinebotError(f"the solver {thinker.solver} failed in game {index}: {said}") from error
    three_bv, openings = fast.measure(game.where, game.hidden)
    guesses = sum(step.kind is Kind.GUESS for step in steps)
    won, seconds = game.result == fast.WON, perf_counter() - began
    counted = three_bv, openings, thinker.nodes, thinker.handed_on
    return Played(Outcome(index, won, len(steps), guesses, seconds, *counted), steps)


def _steps(game: "_Game", boards: Boards, thinker: Thinker) -> Iterator[Step]:
    """Open the start cell and follow the solver to the end, a step a click."""
    opened = game.open([boards.start])
    yield Step(opened[0], Kind.FIRST)
    while True:
        yield from (Step(cell, Kind.CERTAIN) for cell in opened[1:])
        if game.result != fast.UNFINISHED:
            return
        advice = thinker.advise(game.board())
        certain = sorted(advice.safe)
        opened = game.open(certain or [advice.best.cell])
        if not opened:
            raise MinebotError(f"it wants to open {advice.best.cell}, which is open")
        yield Step(opened[0], Kind.CERTAIN if certain else Kind.GUESS)


class _Game:
    """A game in which whatever single numbers decide is opened at once, in compiled code.

    Every solver of the ladder knows that rule, so it is asked only where the rule is stuck, and the game goes as if it
    had been asked for every move.
    """

    def __init__(self, boards: Boards, index: int) -> None:
        self.where = grid(boards.topology, boards.width, boards.height)
        self.hidden = fast.hidden_board(self.where, boards.laid(index))
        self.result = fast.UNFINISHED
        self._shown = np.full(len(self.hidden), COVERED, np.int8)
        self._covered = Board.covered(boards.width, boards.height, boards.mines, boards.topology)

    def board(self) -> Board:
        """What the solver may see."""
        return replace(self._covered, cells=tuple(self._shown.tolist()))

    def open(self, cells: Iterable[Cell]) -> list[Cell]:
        """Open these cells, then what single numbers decide; the cells that were clicked."""
        width = self._covered.width
        self.result, clicks = fast.follow(self.where, self.hidden, self._shown, [y * width + x for x, y in cells])
        return [(cell % width, cell // width) for cell in clicks]
