"""Chords: a click on a number whose mines are all flagged opens the rest around it, many cells for one click."""

from collections.abc import Sequence

from minebot.board import COVERED, FLAG, Board
from minebot.move import Action, Move


def with_chords(board: Board, moves: Sequence[Move]) -> list[Move]:
    """The moves with chords instead of clicks wherever that saves some: flags first, then single cells, then chords.

    All moves must be certain, and so must the flags that are on the board. A chord opens nothing that was not to be
    opened, and marks nothing.
    """
    flags = [move for move in moves if move.action is Action.FLAG]
    flagged = {index for index, code in enumerate(board.cells) if code == FLAG}
    flagged |= {board.index(move.cell) for move in flags}
    wanted = {board.index(move.cell) for move in moves if move.action is Action.OPEN and board[move.cell] == COVERED}
    chords = _chords(board, wanted, flagged)
    spared = {cell for number in chords for cell in board.neighbours[number]}
    rest = [move for move in moves if move.action is Action.OPEN and board.index(move.cell) not in spared]
    return [*flags, *rest, *(Move(Action.CHORD, *board.place(number)) for number in chords)]


def _chords(board: Board, wanted: set[int], flagged: set[int]) -> list[int]:
    """Numbers to click, the ones that open most first; each opens two cells at least that no other one opens."""
    opens = {
        number: closed & wanted
        for number in {near for cell in wanted for near in board.neighbours[cell] if board.cells[near] > 0}
        if (closed := _closed(board, number, flagged)) is not None and closed <= wanted
    }
    chosen = []
    left = set(wanted)
    while opens:
        number = max(opens, key=lambda each: (len(opens[each] & left), -each))
        gained = opens.pop(number) & left
        if len(gained) < 2:
            break
        chosen.append(number)
        left -= gained
    return chosen


def _closed(board: Board, number: int, flagged: set[int]) -> set[int] | None:
    """What a chord on a number opens; None where its flags are not as many as it says."""
    around = set(board.neighbours[number])
    if len(around & flagged) != board.cells[number]:
        return None
    return {cell for cell in around - flagged if board.cells[cell] < 0}
