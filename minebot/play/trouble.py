"""What can be wrong with one look at a board, as the error that it ends in when it lasts."""

from collections.abc import Collection, Sequence

from minebot.board import FLAG, MINE, Board
from minebot.errors import MinebotError, MouseError, UnreadableCell, WindowLost
from minebot.geometry import Cell
from minebot.move import Action, Move
from minebot.play.checks import changed, exploded_by, ineffective, unreached, zeros_beside
from minebot.play.frame import Frame
from minebot.vision.inview import under_sheet

_OTHERS = 2
"""Mines that must be shown beside a cell that was opened, for the game to be lost whatever that one shows."""


def exploded_among(frame: Frame, clicked: Collection[Cell]) -> list[Cell]:
    """Those of the clicked cells that show a mine, or cannot be read while other mines are shown beyond doubt."""
    board = frame.board
    if MINE not in board.cells:  # as in nearly all looks
        return []
    mines = frame.certain(board.place(index) for index, code in enumerate(board.cells) if code == MINE)
    unread = set(clicked).difference(frame.certain(clicked)) if len(mines) >= _OTHERS else set()
    return [cell for cell in clicked if board[cell] == MINE or cell in unread]


def doubt(frame: Frame, told: Collection[Cell] = ()) -> MinebotError | None:
    """What cannot be read beyond doubt, but for those cells of which something else tells what they show."""
    doubts = [each for each in frame.reading.doubtful if (each.x, each.y) not in told]
    if not doubts:
        return None
    first = min(doubts, key=lambda each: each.confidence)
    count = len(doubts)
    more = f" (and {count - 1} more)" if count > 1 else ""
    return UnreadableCell(f"the cell ({first.x}, {first.y}){more} cannot be read: {first.reason}; nothing was clicked")


def paused(frame: Frame) -> MinebotError | None:
    """What tells that the program hides the board of a game that pauses."""
    reading = frame.reading
    colour = reading.theme.paused
    if colour is None or not under_sheet(frame.image.bgr, reading.lattice, colour):
        return None
    return WindowLost(f"{reading.theme.title} pauses and hides the board; let it resume and run minebot again")


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


def half_done(before: Board, after: Board, flags: Collection[Cell]) -> MinebotError | None:
    """What tells that a click is still being made, or drawn: a zero beside a mine, where these flags are certain."""
    cells = zeros_beside(before, after, [cell for cell in flags if after[cell] == FLAG])
    if not cells:
        return None
    x, y = cells[0]
    return UnreadableCell(f"the cell ({x}, {y}) shows no number beside a mine; is a mouse button held down?")


def not_by(moves: Sequence[Move], known: Frame, after: Board) -> MinebotError | None:
    """What cannot have come of the moves: then it is another board, or was misread."""
    before = known.board
    if cells := known.certain(changed(before, after)):
        x, y = cells[0]
        return WindowLost(f"the board changed on its own: ({x}, {y}) was open and is not any more; leave it to minebot")
    if after.state == "lost" and before.state == "playing" and not exploded_by(after, moves):
        return WindowLost("the game was lost by a click that was not minebot's; leave it to minebot")
    if cells := unreached(before, after, moves):
        return WindowLost(f"the board changed on its own: no click opened {cells[0]}; leave it to minebot")
    return None


def no_effect(moves: Sequence[Move], after: Board, *, wins_by_flags: bool) -> MinebotError | None:
    """What tells that a click did nothing; a game that is over takes none, but for the flags that some wait for."""
    waits = wins_by_flags and all(move.action is Action.FLAG for move in moves)
    if after.state == "lost" or (after.state == "won" and not waits):
        return None
    idle = ineffective(after, moves)
    if not idle:
        return None
    return MouseError(
        f"the click for '{idle[0]}' had no effect, and none when repeated; is a dialog open in the window?"
    )
