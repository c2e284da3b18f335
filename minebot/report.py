"""What was read, for people and for programs: as text, as JSON, and drawn over the screenshot it comes from."""

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from minebot.board import Board
from minebot.errors import PictureError, ThemeError
from minebot.geometry import Cell
from minebot.solver.advice import Advice
from minebot.vision.draw import draw_board
from minebot.vision.picture import Bgr, save_picture
from minebot.vision.reading import Reading
from minebot.vision.themes.folders import load_theme
from minebot.vision.themes.shapes import Colour

Box = tuple[int, int, int, int]
"""Left, top, right and bottom."""

_GRID, _DOUBT, _INK, _PAPER = (200, 90, 20), (0, 140, 255), (30, 30, 30), (255, 255, 255)
_SAFE, _MINE = np.array((80, 200, 60)), np.array((60, 60, 230))
_NAMED = 4  # cells that a reason for doubt names
_DRAWN = 44  # pixels of a cell of a board that is drawn
_FINEST_TEXT = 34  # pixels of a cell below which text cannot be read: smaller boards are enlarged


def overlay(picture: Bgr, reading: Reading, advice: Advice | None = None) -> Bgr:
    """The picture with the reading drawn over its board, enlarged where the cells are too small for text.

    Each cell carries a plate with the character that was read; with advice, covered cells are tinted from green (safe)
    to red (mine) and carry their risk in percent. Doubtful cells are framed in orange.
    """
    factor = max(1, -int(-_FINEST_TEXT // reading.lattice.inner((0, 0)).pitch_y))
    canvas = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_NEAREST).astype(np.uint8)
    risks = advice.risks if advice is not None else {}
    for index, character in enumerate("".join(reading.board.rows)):
        cell = reading.board.place(index)
        box = _box(reading, cell, factor)
        if cell in risks:
            _tint(canvas, box, risks[cell])
        _plate(canvas, box, f"{100 * risks[cell]:.0f}" if cell in risks else character)
    for doubt in reading.doubtful:
        _frame(canvas, _box(reading, (doubt.x, doubt.y), factor), _DOUBT)
    left, top, width, height = (side * factor for side in reading.lattice.bbox)
    _frame(canvas, (left - 3, top - 3, left + width + 3, top + height + 3), _GRID)
    return canvas


def solved(board: Board, advice: Advice) -> Bgr:
    """The board with what a solver says of it: risks tinted from green (safe) to red (mine) and in percent.

    The move is framed in blue, the numbers that prove the certain cells in black; x stands above, y on the left. The
    board must be a square one (ThemeError), since no theme has another shape.
    """
    if board.topology != "square":
        raise ThemeError(f"a board of the topology {board.topology} cannot be drawn; only square ones can")
    canvas = draw_board(board, load_theme("classic"), _DRAWN)
    for cell, risk in advice.risks.items():
        box = _square(cell)
        _tint(canvas, box, risk)
        _plate(canvas, box, f"{100 * risk:.0f}")
    for number in {number for proof in advice.proofs.values() for number in proof.numbers}:
        _frame(canvas, _square(number), _INK)
    _frame(canvas, _square(advice.best.cell), _GRID)
    return _with_coordinates(canvas, board)


def save_solved(path: Path, board: Board, advice: Advice) -> None:
    """Write that picture into a file; PictureError where it cannot be written."""
    save_picture(path, solved(board, advice))


def _square(cell: Cell) -> Box:
    left, top = cell[0] * _DRAWN, cell[1] * _DRAWN
    return left, top, left + _DRAWN, top + _DRAWN


def _with_coordinates(canvas: Bgr, board: Board) -> Bgr:
    """The picture with x above the columns and y beside the rows."""
    margin = _DRAWN // 2 + 4
    framed = cv2.copyMakeBorder(canvas, margin, 4, margin, 4, cv2.BORDER_CONSTANT, value=_PAPER).astype(np.uint8)
    for x in range(board.width):
        _write(framed, str(x), (margin + x * _DRAWN + _DRAWN // 2, margin // 2))
    for y in range(board.height):
        _write(framed, str(y), (margin // 2, margin + y * _DRAWN + _DRAWN // 2))
    return framed


def _write(canvas: Bgr, text: str, middle: tuple[int, int]) -> None:
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, 0.5, 1)
    corner = middle[0] - width // 2, middle[1] + height // 2
    cv2.putText(canvas, text, corner, cv2.FONT_HERSHEY_SIMPLEX, 0.5, _INK, 1, cv2.LINE_AA)


def write_overlays(stem: Path, picture: Bgr, readings: Sequence[Reading]) -> None:
    """Write the picture with every reading drawn over it: `shot.1.png`, `shot.2.png` for the stem `shot`.

    The folder is made where it is missing; PictureError where that fails.
    """
    try:
        stem.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise PictureError(f"{stem.parent} cannot be made ({error}); name another folder") from None
    for number, reading in enumerate(readings, start=1):
        save_picture(stem.with_name(f"{stem.name}.{number}.png"), overlay(picture, reading))


def summary(reading: Reading) -> str:
    """The board as text, under a line each for what else was read."""
    x, y, width, height = reading.lattice.bbox
    left = "unknown" if reading.mines_left is None else str(reading.mines_left)
    lines = [f"theme: {reading.theme.name}", f"bbox: {x} {y} {width} {height}", f"mines_left: {left}"]
    lines.append(f"state: {reading.state}")
    lines.append(f"view: {reading.view}")
    if reading.cut:
        lines.append(f"cut: {', '.join(sorted(reading.cut))} (the board goes on there, beyond the picture)")
    if reading.board.topology != "square":
        lines.append(f"topology: {reading.board.topology}")
    if reading.doubtful:
        lines.append("doubtful: " + ", ".join(f"({d.x}, {d.y}) {d.confidence:.2f}" for d in reading.doubtful))
    reasons = dict.fromkeys(doubt.reason for doubt in reading.doubtful)
    lines.extend(f"  {_places(reading, reason)}: {reason}" for reason in reasons)
    return "\n".join([*lines, *reading.board.rows])


def _places(reading: Reading, reason: str) -> str:
    """The cells that are doubtful for one reason: a few of them, and how many more there are."""
    cells = [f"({doubt.x}, {doubt.y})" for doubt in reading.doubtful if doubt.reason == reason]
    more = f" and {len(cells) - _NAMED} more" if len(cells) > _NAMED else ""
    return " ".join(cells[:_NAMED]) + more


def describe(reading: Reading) -> dict[str, object]:
    """The reading as `minebot read --json` prints it."""
    return {
        "bbox": list(reading.lattice.bbox),
        "rows": reading.board.height,
        "cols": reading.board.width,
        "theme": reading.theme.name,
        "cells": reading.board.rows,
        "doubtful": [[doubt.x, doubt.y, doubt.confidence] for doubt in reading.doubtful],
        "reasons": [doubt.reason for doubt in reading.doubtful],
        "mines_left": reading.mines_left,
        "state": reading.state,
        "view": reading.view,
        "cut": sorted(reading.cut),
        **({"topology": reading.board.topology} if reading.board.topology != "square" else {}),
    }


def _box(reading: Reading, cell: Cell, factor: int) -> Box:
    """Left, top, right and bottom of a cell in the enlarged picture."""
    inner = reading.lattice.inner(cell)
    sides = inner.x, inner.y, inner.x + inner.pitch_x, inner.y + inner.pitch_y
    return tuple(round(side * factor) for side in sides)  # type: ignore[return-value]  # four of them


def _tint(canvas: Bgr, box: Box, risk: float) -> None:
    left, top, right, bottom = box
    part = canvas[max(0, top) : bottom, max(0, left) : right]
    colour = (1 - risk) * _SAFE + risk * _MINE
    part[:] = (0.45 * part + 0.55 * colour).astype(np.uint8)


def _plate(canvas: Bgr, box: Box, character: str) -> None:
    """The character in the lower right corner of its cell, so that the cell can still be seen."""
    _, top, right, bottom = box
    scale = (bottom - top) / (60 if len(character) == 1 else 75)
    (width, height), _ = cv2.getTextSize(character, cv2.FONT_HERSHEY_SIMPLEX, scale, 1)
    corner = right - width - 3, bottom - height - 4
    cv2.rectangle(canvas, corner, (right - 1, bottom - 1), _PAPER, cv2.FILLED)
    cv2.putText(
        canvas, character, (right - width - 2, bottom - 3), cv2.FONT_HERSHEY_SIMPLEX, scale, _INK, 1, cv2.LINE_AA
    )


def _frame(canvas: Bgr, box: Box, colour: Colour) -> None:
    left, top, right, bottom = box
    cv2.rectangle(canvas, (left, top), (right - 1, bottom - 1), colour, 2)
