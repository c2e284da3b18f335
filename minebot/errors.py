"""Every error that minebot raises on purpose.

    MinebotError
    ├── NotationError       text that is no board, move or position (says line and column)
    ├── InconsistentBoard   no arrangement of mines fits the numbers: usually a misread
    ├── NothingToSolve      the game is over, or nothing is covered
    ├── UnknownSolver       no solver has this name
    ├── OutOfTime           a solver was stopped before it had an answer
    ├── PictureError        a file that is no picture we can read
    ├── BoardNotFound       no grid in the picture
    ├── UnreadableCell      a cell matches nothing well enough
    ├── ThemeError          a template set that is incomplete or malformed
    ├── RecordError         a recorded game that cannot be read
    ├── OutcomesError       a file of outcomes that cannot be written, read or gone on with
    ├── CrewLost            the processes or the cluster that played the games are gone
    ├── ScreenError         the screen cannot be captured
    ├── MouseError          the mouse cannot be moved or clicked
    ├── WindowLost          the board that was being played is no longer where it was
    └── Stopped             the user asked to stop

A message is one sentence that says what is wrong, and what to do about it. Errors of other libraries are wrapped in
one of these where they enter.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from minebot.board import Board


class MinebotError(Exception):
    """The base of all of them: `except MinebotError` catches what minebot can foresee."""


class NotationError(MinebotError):
    """Text that is no board, move or position.

    `line` and `column` count from 1 and are None where the text as a whole is at fault.
    """

    def __init__(self, message: str, *, line: int | None = None, column: int | None = None) -> None:
        where = "" if line is None else f"line {line}" + ("" if column is None else f", column {column}") + ": "
        super().__init__(where + message)
        self.line = line
        self.column = column


class InconsistentBoard(MinebotError):
    """No arrangement of mines fits the board; `numbers` are the (x, y) of the numbers in conflict, if known."""

    def __init__(self, message: str, board: "Board", numbers: Sequence[tuple[int, int]] = ()) -> None:
        super().__init__(message)
        self.board = board
        self.numbers = tuple(numbers)


class NothingToSolve(MinebotError):
    """A board on which there is no move to make: won, lost, or with nothing covered."""


class UnknownSolver(MinebotError):
    """No solver has this name."""


class OutOfTime(MinebotError):
    """A solver was stopped before it had an answer: the time that it was given is over."""


class PictureError(MinebotError):
    """A file that is no picture, is cut off, or is too large to be a screenshot."""


class BoardNotFound(MinebotError):
    """No Minesweeper board in the picture or on the screen."""


class UnreadableCell(MinebotError):
    """A cell of the board matches nothing well enough to act on it."""


class ThemeError(MinebotError):
    """A template set that is incomplete or malformed."""


class ThemeWarning(UserWarning):
    """A theme of the user's own that cannot be used; minebot goes on without it."""


class RecordError(MinebotError):
    """A folder that holds no recorded game, or a damaged one."""


class OutcomesError(MinebotError):
    """A file of outcomes that cannot be written, read or gone on with."""


class CrewLost(MinebotError):
    """The processes or the cluster that played the games are gone; what they had answered is kept."""


class ScreenError(MinebotError):
    """The screen cannot be captured."""


class MouseError(MinebotError):
    """The mouse cannot be moved or clicked."""


class WindowLost(MinebotError):
    """The board that was being played is no longer where it was."""


class Stopped(MinebotError):
    """The user asked to stop."""
