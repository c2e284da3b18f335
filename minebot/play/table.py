"""A game as a window plays it: mouse buttons on cells, flags, chords, a new game. Any window can be put around it."""

from collections.abc import Callable
from dataclasses import replace

from minebot.board import COVERED, FLAG, WRONG_FLAG, Board
from minebot.game import Game
from minebot.geometry import Cell
from minebot.move import Action, Move
from minebot.play.mouse import Button


class Table:
    """The game in play, and the flags on it; `new_game` makes one game after the other."""

    def __init__(self, new_game: Callable[[], Game]) -> None:
        self._new_game = new_game
        self.restart()

    def restart(self) -> None:
        """Begin the next game."""
        self._game = self._new_game()
        self._flags: set[int] = set()

    @property
    def board(self) -> Board:
        """What the window shows."""
        board = self._game.read()
        mark = WRONG_FLAG if board.state == "lost" else FLAG
        marked = [mark if code == COVERED and i in self._flags else code for i, code in enumerate(board.cells)]
        return replace(board, cells=tuple(marked))

    def press(self, cell: Cell, button: Button) -> None:
        """Do what the button does to the cell: open it, flag it, open its neighbours once its mines are flagged."""
        board = self.board
        index = board.index(cell)
        code = board.cells[index]
        if board.state != "playing":
            return
        if button is Button.RIGHT and code in (COVERED, FLAG):
            self._flags ^= {index}
        elif button is Button.LEFT and code == COVERED:
            self._open(board, [index])
        elif button is Button.MIDDLE and code > 0:
            around = board.neighbours[index]
            if sum(board.cells[other] == FLAG for other in around) == code:
                self._open(board, [other for other in around if board.cells[other] == COVERED])

    def _open(self, board: Board, cells: list[int]) -> None:
        for index in cells:
            now = self._game.read()
            if now.state == "playing" and now.cells[index] == COVERED:
                self._game.play([Move(Action.OPEN, *board.place(index))])
