"""What can be wrong with one look at a board, as the error that it ends in when it lasts."""

from minebot.errors import MinebotError, MouseError, UnreadableCell, WindowLost
from minebot.geometry import Cell
from minebot.play.frame import Frame


def doubt(frame: Frame) -> MinebotError | None:
    """What cannot be read beyond doubt."""
    if not frame.reading.doubtful:
        return None
    first = min(frame.reading.doubtful, key=lambda each: each.confidence)
    count = len(frame.reading.doubtful)
    more = f" (and {count - 1} more)" if count > 1 else ""
    return UnreadableCell(f"the cell ({first.x}, {first.y}){more} cannot be read: {first.reason}; nothing was clicked")


def not_fresh(frame: Frame, finished: Frame, mines: int | None) -> MinebotError | None:
    """What tells that a look does not show the game after the finished one.

    How much is open says nothing: xdemineur opens a part of each new board by itself.
    """
    reading = frame.reading
    playing = reading.state == reading.board.with_mines(mines).state == "playing"
    if playing and not reading.doubtful and reading.board != finished.board:
        return None
    return WindowLost("no new game came up; start one by hand and run minebot again")


def still_marked(frame: Frame, cell: Cell, code: int) -> MinebotError | None:
    """What tells that a cell shows the mark that was to be taken off."""
    if not frame.reading.doubtful and frame.board[cell] != code:
        return None
    return MouseError(f"the mark on {cell} does not go away; remove it by hand")
