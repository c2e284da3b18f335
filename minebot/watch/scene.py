"""What the window beside the game shows, as plain shapes: whoever paints them needs to know nothing of the game."""

from collections.abc import Sequence
from typing import TypedDict

from minebot.board import COVERED, FLAG, QUESTION, Board
from minebot.geometry import Cell, Rect
from minebot.tiling import TILINGS
from minebot.watch.place import beside, monitor_of
from minebot.watch.terminal import tint
from minebot.watch.view import View

PITCHES = 26, 22, 18, 15
"""Pixels a cell, the largest that fits beside the game."""

MARGIN = 28
"""Points that stay free around the board: the frame of its window."""

_ABOVE = 90  # points above a board that its counter, its menus and its title bar may take up
_TEXT_LINES, _LINE = 4, 18
_GAP = 6
_NARROWEST = 260  # pixels that the text needs
_INK, _PAPER, _COVERED, _OPEN = "#202020", "#ffffff", "#c8c8c8", "#f3f3f3"
_SAFE, _MINE, _DOUBT = "#49c24e", "#d64545", "#e08ae0"
_NUMBERS = ("", "#1010d0", "#0a7a0a", "#d01010", "#101080", "#801010", "#087878", "#101010", "#707070")
_CLOSED = (COVERED, FLAG, QUESTION)


class Shape(TypedDict):
    """A cell: its corners one after the other, its middle, what is written there, its colours, if it is advised."""

    corners: list[float]
    middle: tuple[float, float]
    text: str
    ink: str
    ground: str
    best: bool


class Scene(TypedDict):
    """All of a window: where it lies on the screen, its cells, the size of their writing, the text and its height."""

    place: tuple[int, int, int, int]
    cells: list[Shape]
    font: int
    text: str
    top: int


def scene(view: View, monitors: Sequence[Rect]) -> Scene | None:
    """The scene of a view, beside the board that it is of; None where there is no board, or no room beside it."""
    spot = None if view.board is None or view.place is None else _spot(view.board, view.place, monitors)
    if view.board is None or spot is None:
        return None
    place, pitch = spot
    shown = enumerate("".join(view.board.rows))
    cells = [_shape(view, view.board, (view.board.place(index), each), pitch) for index, each in shown]
    top = place.h - _TEXT_LINES * _LINE - _GAP // 2
    where = place.x, place.y, place.w, place.h
    return Scene(place=where, cells=cells, font=pitch * 5 // 9, text="\n".join(view.summary), top=top)


def _spot(board: Board, game: Rect, monitors: Sequence[Rect]) -> tuple[Rect, int] | None:
    """Where the window goes, and the pitch of its cells: free of the game's whole window if possible."""
    around = Rect(game.x - MARGIN, game.y - _ABOVE, game.w + 2 * MARGIN, game.h + _ABOVE + MARGIN)
    monitor = monitor_of(game, monitors)
    for free in (around, game):
        for pitch in PITCHES:
            size = _size(board, pitch)
            corner = beside(free, size, monitor)
            if corner is not None:
                return Rect(*corner, *size), pitch
    return None


def _size(board: Board, pitch: int) -> tuple[int, int]:
    """Width and height of the window for a board."""
    across, down = TILINGS[board.topology].size(board.width, board.height)
    return max(round(across * pitch), _NARROWEST) + 2 * _GAP, round(down * pitch) + 2 * _GAP + _TEXT_LINES * _LINE


def _shape(view: View, board: Board, shown: tuple[Cell, str], pitch: int) -> Shape:
    """A cell, given with the character that it shows."""
    tiling, (cell, character) = TILINGS[board.topology], shown
    left, top = tiling.corner(cell)
    places = [(left + x, top + y) for x, y in (*tiling.shape(cell).outline, tiling.shape(cell).centre)]
    *corners, middle = [(x * pitch + _GAP, y * pitch + _GAP) for x, y in places]
    text, ink, ground = _look(view, board[cell], cell, character)
    flat = [side for corner in corners for side in corner]
    return Shape(corners=flat, middle=middle, text=text, ink=ink, ground=ground, best=cell == view.best)


def _look(view: View, code: int, cell: Cell, character: str) -> tuple[str, str, str]:
    """What is written in a cell, and the colours of the writing and of the ground."""
    risk = view.risks.get(cell)
    if cell in view.doubtful:
        return "?", _INK, _DOUBT
    if code not in _CLOSED:
        return character if code else "", _NUMBERS[code] if 0 <= code < len(_NUMBERS) else _INK, _OPEN
    mark = "" if code == COVERED else character
    if risk is None:
        return mark, _INK, _COVERED
    if cell in view.certain.safe:
        return f"{mark}0", _INK, _SAFE
    if cell in view.certain.mines:
        return mark or "*", _PAPER, _MINE
    return f"{100 * risk:.0f}", _INK, tint(risk)
