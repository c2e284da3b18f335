"""A game as a window plays it: mouse buttons on cells, and a new game. Any window can be put around it."""

from collections.abc import Callable

from minebot.board import Board
from minebot.game import Game
from minebot.geometry import Cell
from minebot.move import Action, Move
from minebot.play.mouse import Button

_ACTIONS = {Button.LEFT: Action.OPEN, Button.MIDDLE: Action.CHORD, Button.RIGHT: Action.FLAG}


class Table:
    """The game in play; `new_game` makes one game after the other."""

    def __init__(self, new_game: Callable[[], Game]) -> None:
        self._new_game = new_game
        self._game = new_game()

    def restart(self) -> None:
        """Begin the next game."""
        self._game = self._new_game()

    @property
    def board(self) -> Board:
        """What the window shows."""
        return self._game.read()

    def press(self, cell: Cell, button: Button) -> None:
        """Do what the button does to the cell: left opens, right flags, middle chords."""
        self._game.play([Move(_ACTIONS[button], *cell)])
