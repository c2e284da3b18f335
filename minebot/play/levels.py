"""Games of the usual levels whose first click opens a zero wherever it falls, as most programs play it."""

from collections.abc import Callable, Sequence
from itertools import count

from minebot.board import LEVELS, Board
from minebot.game import Game, SimulatedGame
from minebot.minefield import RandomBoards
from minebot.move import Action, Move


class KindGame:
    """A game whose mines are laid when the first cell is opened, away from it; before that nothing else can be done."""

    def __init__(self, level: str, seed: int, number: int) -> None:
        self._size, self._seed, self._number = LEVELS[level], seed, number
        self._game: SimulatedGame | None = None

    def read(self) -> Board:
        """What the board shows now."""
        return Board.covered(*self._size) if self._game is None else self._game.read()

    def play(self, moves: Sequence[Move]) -> None:
        """Make moves, in order."""
        for move in moves:
            if self._game is None and move.action is Action.OPEN:
                boards = RandomBoards(*self._size, rule="open", seed=self._seed, start=move.cell)
                self._game = SimulatedGame(boards[self._number])
            if self._game is not None:
                self._game.play([move])

    def restart(self) -> None:
        """Cover the board again; the mines are laid anew."""
        self._game = None


def games(level: str, seed: int) -> Callable[[], Game]:
    """Makes the games of a level one after the other, all drawn by the seed."""
    numbers = count()
    return lambda: KindGame(level, seed, next(numbers))
