"""What can be wrong with one look at a board, as the error that it ends in when it lasts."""

from minebot.errors import MinebotError, MouseError, UnreadableCell, WindowLost
from minebot.geometry import Cell
from minebot.play.frame import Frame


def doubt(frame: Frame) -> MinebotError | None:
    """What cannot be read beyond doubt."""
    if not frame.reading.doubtful:
        return None
    first = frame.reading.doubtful[0]
    count = len(frame.reading.doubtful)
    more = f" (and {count - 1} more)" if count > 1 else ""
    return UnreadableCell(f"the cell ({first.x}, {first.y}){more} cannot be read: {first.reason}; nothing was clicked")


def not_fresh(frame: Frame, finished: Frame) -> MinebotError | None:
    """What tells that a look does not show the game after the finished one."""
    opened = [sum(code >= 0 for code in board.cells) for board in (frame.board, finished.board)]
    fresh = not frame.reading.doubtful and frame.reading.state == "playing"
    if fresh and (opened[0] < opened[1] or opened[0] == 0):
        return None
    return WindowLost("no new game came up; start one by hand and run minebot again")


def still_marked(frame: Frame, cell: Cell, code: int) -> MinebotError | None:
    """What tells that a cell shows the mark that was to be taken off."""
    if not frame.reading.doubtful and frame.board[cell] != code:
        return None
    return MouseError(f"the mark on {cell} does not go away; remove it by hand")
