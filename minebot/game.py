"""Game: what can be read and played, be it a window, a recording or a simulation; SimulatedGame."""

from collections.abc import Sequence
from typing import Protocol

from minebot.board import COVERED, EXPLODED, FLAG, MINE, WRONG_FLAG, Board
from minebot.minefield import Minefield
from minebot.move import Action, Move


class Game(Protocol):
    """One game after another, seen as a player sees it."""

    def read(self) -> Board:
        """What the board shows now."""
        ...

    def play(self, moves: Sequence[Move]) -> None:
        """Make moves, in order; those after the end of the game do nothing."""
        ...

    def restart(self) -> None:
        """Begin the next game."""
        ...


class SimulatedGame:
    """A game on a minefield, by the usual rules; `restart` covers the same field again.

    Opening a zero opens what is around it. An open or flagged cell cannot be opened. A chord on a number with as many
    flags around it opens its other neighbours. After a loss the mines are shown: X the one that exploded, * the others,
    W a flag that was wrong.
    """

    def __init__(self, field: Minefield) -> None:
        self._field = field
        self.restart()

    def restart(self) -> None:
        """Cover the same field again."""
        self._cells = [COVERED] * (self._field.width * self._field.height)
        self._to_open = len(self._cells) - len(self._field.mines)
        self._lost = False

    def read(self) -> Board:
        """What the board shows now."""
        field = self._field
        return Board(field.width, field.height, tuple(self._cells), len(field.mines), field.topology)

    def play(self, moves: Sequence[Move]) -> None:
        """Make moves, in order; those after the end of the game do nothing."""
        act = {Action.OPEN: self._open, Action.FLAG: self._flag, Action.CHORD: self._chord}
        for move in moves:
            if self._to_open and not self._lost:
                act[move.action](self._index(move))

    def _index(self, move: Move) -> int:
        field = self._field
        if not (0 <= move.x < field.width and 0 <= move.y < field.height):
            raise IndexError(f"the move {str(move)!r} is not on a board of {field.width}x{field.height}")
        return move.y * field.width + move.x

    def _open(self, cell: int) -> None:
        if self._cells[cell] != COVERED:
            return
        if cell in self._field.mines:
            self._lose(cell)
            return
        for opened in self._field.opened_by(cell):
            if self._cells[opened] == COVERED:
                self._cells[opened] = self._field.numbers[opened]
                self._to_open -= 1

    def _flag(self, cell: int) -> None:
        """Set a flag on a covered cell, or take it off."""
        turned = {COVERED: FLAG, FLAG: COVERED}
        self._cells[cell] = turned.get(self._cells[cell], self._cells[cell])

    def _chord(self, cell: int) -> None:
        around = self._field.neighbours[cell]
        if self._cells[cell] != sum(self._cells[each] == FLAG for each in around):
            return
        for each in around:
            if not self._lost:
                self._open(each)

    def _lose(self, exploded: int) -> None:
        self._lost = True
        for mine in self._field.mines:
            if self._cells[mine] == COVERED:
                self._cells[mine] = MINE
        self._cells[exploded] = EXPLODED
        for cell, code in enumerate(self._cells):
            if code == FLAG and cell not in self._field.mines:
                self._cells[cell] = WRONG_FLAG
