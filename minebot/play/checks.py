"""Does what is seen now fit what was seen before and what was done since? Minesweeper is its own check sum."""

from collections.abc import Collection, Sequence

from minebot.board import COVERED, FLAG, QUESTION, SHOWN_MINES, Board
from minebot.geometry import Cell
from minebot.move import Action, Move

_CLOSED = (COVERED, FLAG, QUESTION)


def changed(before: Board, after: Board) -> list[Cell]:
    """Cells that were open and now show something else, which never happens in one game."""
    pairs = enumerate(zip(before.cells, after.cells, strict=True))
    return [before.place(index) for index, (was, now) in pairs if was >= 0 and now != was]


def unreached(before: Board, after: Board, moves: Sequence[Move]) -> list[Cell]:
    """Cells that opened although no click could open them; none once the game is lost, where programs show all.

    A click opens its cell, a zero its neighbours; on a board with flags a click on a number may open its neighbours.
    """
    if after.state == "lost":
        return []
    pairs = enumerate(zip(before.cells, after.cells, strict=True))
    opened = {index for index, (was, now) in pairs if was < 0 <= now}
    clicked = {before.index(move.cell) for move in moves if move.action is not Action.FLAG}
    if opened <= clicked:
        return []
    chords = FLAG in before.cells or any(move.action is not Action.OPEN for move in moves)

    def spreads(index: int) -> bool:
        return after.cells[index] == 0 or (chords and index in clicked and after.cells[index] > 0)

    return [after.place(index) for index in sorted(opened - clicked) if not any(map(spreads, after.neighbours[index]))]


def zeros_beside(before: Board, after: Board, cells: Collection[Cell]) -> list[Cell]:
    """Cells that just opened as zeros beside one of these: so a cell also looks while the button on it is held down.

    Beside a mine no cell is a zero. Beside any mark one may be, since a zero does not open marked cells.
    """
    near = {other for cell in cells for other in after.neighbours[after.index(cell)]}
    return [after.place(index) for index in sorted(near) if after.cells[index] == 0 and before.cells[index] != 0]


def exploded_by(after: Board, moves: Sequence[Move]) -> bool:
    """Whether one of the moves opened a cell that now shows a mine."""
    opened = {after.index(move.cell) for move in moves if move.action is Action.OPEN}
    for move in moves:
        if move.action is Action.CHORD:
            opened |= set(after.neighbours[after.index(move.cell)])
    return any(after.cells[index] in SHOWN_MINES for index in opened)


def ineffective(after: Board, moves: Sequence[Move]) -> list[Move]:
    """The moves of which nothing is to be seen: cells still closed that were to be opened, or unflagged ones.

    Of a chord, nothing is to be seen where a plain cell is left around its number.
    """
    return [move for move in moves if _undone(after, move)]


def _undone(after: Board, move: Move) -> bool:
    code = after[move.cell]
    if move.action is Action.FLAG:
        return code in (COVERED, QUESTION)
    if move.action is Action.CHORD:
        return any(after.cells[near] == COVERED for near in after.neighbours[after.index(move.cell)])
    return code in _CLOSED
