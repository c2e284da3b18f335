"""What was read, for people and for programs: as text, as JSON, and drawn over the screenshot it comes from."""

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from minebot.geometry import Cell
from minebot.solver.advice import Advice
from minebot.vision.picture import Bgr, load_picture, save_picture
from minebot.vision.read import Reading, read_picture
from minebot.vision.shapes import Colour
from minebot.vision.theme import load_theme

_GRID, _DOUBT, _INK, _PAPER = (200, 90, 20), (0, 140, 255), (30, 30, 30), (255, 255, 255)
_SAFE, _MINE = np.array((80, 200, 60)), np.array((60, 60, 230))
_FINEST_TEXT = 34  # pixels of a cell below which text cannot be read: smaller boards are enlarged


def overlay(picture: Bgr, reading: Reading, advice: Advice | None = None) -> Bgr:
    """The picture with the reading drawn over its board, enlarged where the cells are too small for text.

    Each cell carries a plate with the character that was read; with advice, covered cells are tinted from green (safe)
    to red (mine) and carry their risk in percent. Doubtful cells are framed in orange.
    """
    factor = max(1, -int(-_FINEST_TEXT // reading.lattice.pitch_y))
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


def read_shot(path: Path, theme: str | None = None) -> tuple[Bgr, list[Reading]]:
    """A picture file and the boards in it, in one theme or in any."""
    themes = None if theme is None else [load_theme(theme)]
    picture = load_picture(path)
    return picture, read_picture(picture, themes)


def write_overlays(stem: Path, picture: Bgr, readings: Sequence[Reading]) -> None:
    """Write the picture with every reading drawn over it: `shot.1.png`, `shot.2.png` for the stem `shot`."""
    for number, reading in enumerate(readings, start=1):
        save_picture(stem.with_name(f"{stem.name}.{number}.png"), overlay(picture, reading))


def summary(reading: Reading) -> str:
    """The board as text, under a line each for what else was read."""
    x, y, width, height = reading.lattice.bbox
    left = "unknown" if reading.mines_left is None else str(reading.mines_left)
    lines = [f"theme: {reading.theme.name}", f"bbox: {x} {y} {width} {height}", f"mines_left: {left}"]
    lines.append(f"state: {reading.state}")
    if reading.doubtful:
        lines.append("doubtful: " + ", ".join(f"({d.x}, {d.y}) {d.confidence:.2f}" for d in reading.doubtful))
    return "\n".join([*lines, *reading.board.rows])


def describe(reading: Reading) -> dict[str, object]:
    """The reading as `minebot read --json` prints it."""
    return {
        "bbox": list(reading.lattice.bbox),
        "rows": reading.board.height,
        "cols": reading.board.width,
        "theme": reading.theme.name,
        "cells": reading.board.rows,
        "doubtful": [[doubt.x, doubt.y, doubt.confidence] for doubt in reading.doubtful],
        "mines_left": reading.mines_left,
        "state": reading.state,
    }


Box = tuple[int, int, int, int]


def _box(reading: Reading, cell: Cell, factor: int) -> Box:
    """Left, top, right and bottom of a cell in the enlarged picture."""
    lattice = reading.lattice
    left, top = lattice.x + cell[0] * lattice.pitch_x, lattice.y + cell[1] * lattice.pitch_y
    sides = left, top, left + lattice.pitch_x, top + lattice.pitch_y
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
