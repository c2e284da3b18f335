"""Random boards in random looks: what the recogniser learns from. No real program is imitated.

    picture, lattice, symbols, opened, odd = random_board(np.random.default_rng(seed))

A board is drawn whole, in a look drawn by lot, then spoilt as screenshots are; its cells are cut out with a part of
their neighbours around them.
"""

import numpy as np
import numpy.typing as npt
from grounds import Generator, Picture, Rgb, tinted
from seen import as_seen
from style import EXPLODED, FLAG, FOREIGN, MINE, NONE, WRONG, Look, draw_symbol, random_look

from minebot.geometry import Lattice
from minebot.vision.unknown.glyphs import CLASSES


def random_board(
    rng: Generator, side: int = 8
) -> tuple[npt.NDArray[np.uint8], Lattice, npt.NDArray[np.int64], npt.NDArray[np.int64], bool]:
    """A board of `side` x `side` cells: its picture, where the cells lie, their classes, whether each is open.

    And whether its look is an odd one.
    """
    look = random_look(rng)
    symbols = _symbols(rng, side, odd=look.oddity is not None)
    opened = _opened(symbols, look, rng)
    pitch, frame = look.pitch, look.pitch
    canvas = np.empty((side * pitch + 2 * frame, side * pitch + 2 * frame, 3), np.float32)
    canvas[:] = tinted(look.open.base, rng, 60)
    if look.scenery:
        look.scenery.backdrop(canvas)
    for y in range(side):
        for x in range(side):
            cell = canvas[frame + y * pitch : frame + (y + 1) * pitch, frame + x * pitch : frame + (x + 1) * pitch]
            _draw_cell(cell, (x, y), (int(symbols[y, x]), int(opened[y, x])), look, rng)
    if look.fringe is not None:
        _cast(canvas[frame:-frame, frame:-frame], opened, look, look.fringe)
    picture, scale_x, scale_y = as_seen(canvas, rng, pitch)
    lattice = Lattice(frame * scale_x, frame * scale_y, pitch * scale_x, pitch * scale_y, side, side)
    return picture, lattice, symbols, opened, look.oddity is not None


def _cast(cells: Picture, opened: npt.NDArray[np.int64], look: Look, fringe: tuple[Rgb, float, bool]) -> None:
    """Darken or line the open cells where they touch covered ones."""
    colour, share, shadow = fringe
    pitch, width = look.pitch, max(1, round(share * look.pitch))
    for y, x in np.argwhere(opened):
        cell = cells[y * pitch : (y + 1) * pitch, x * pitch : (x + 1) * pitch]
        sides = [(y - 1, x, cell[:width]), (y, x - 1, cell[:, :width])]
        if not shadow:
            sides += [(y + 1, x, cell[-width:]), (y, x + 1, cell[:, -width:])]
        for row, column, strip in sides:
            if 0 <= row < len(opened) and 0 <= column < len(opened) and not opened[row, column]:
                strip[:] = colour


def _draw_cell(cell: Picture, place: tuple[int, int], shown: tuple[int, int], look: Look, rng: Generator) -> None:
    symbol, opened = shown
    (look.open if opened else look.covered).paint(cell, *place)
    if look.scenery:
        look.scenery.place(cell, symbol, opened=bool(opened), flagged=symbol in (FLAG, WRONG))
    if look.oddity:
        look.oddity.place(cell, symbol, opened=bool(opened), flagged=symbol in (FLAG, WRONG))
    if symbol == EXPLODED:
        kept = 0.15 * cell if rng.random() < 0.5 else 0 * cell
        cell[:] = np.clip(look.exploded * (0.85 if kept.any() else 1.0) + kept, 0, 255)
    if look.flagged is not None and symbol == FLAG:
        cell[1:-1, 1:-1] = look.flagged
    if look.tints and 1 <= symbol <= 8:
        strongly = np.abs(cell - look.open.base).max(2) < 6
        cell[strongly] = look.tints[symbol - 1]
    draw_symbol(cell, symbol, look, rng)


def _symbols(rng: Generator, side: int, *, odd: bool) -> npt.NDArray[np.int64]:
    shares = np.array([0.26] + [0.062] * 8 + [0.07, 0.06, 0.05, 0.015, 0.03, 0.05])
    if odd:  # a white 1 on a plate looks like a flag on its pole, an exclamation mark like a 1; and crosses like crates
        shares[[1, FLAG, WRONG]] *= 2.5
    chosen = rng.choice(len(CLASSES), (side, side), p=shares / shares.sum())
    return chosen.astype(np.int64)


def _opened(symbols: npt.NDArray[np.int64], look: Look, rng: Generator) -> npt.NDArray[np.int64]:
    digits = (symbols >= 1) & (symbols <= 8)
    plain = rng.random(symbols.shape) < 0.5
    mines = np.isin(symbols, (MINE, EXPLODED)) & (not look.mine_on_covered)
    wrong = (symbols == WRONG) & (look.wrong == "crossed mine")
    return (digits | mines | wrong | (np.isin(symbols, (NONE, FOREIGN)) & plain)).astype(np.int64)


def shaken(lattice: Lattice, rng: Generator) -> Lattice:
    """The lattice a little off, as a search finds it: up to 7 % of the pitch."""
    off = rng.normal(0, 0.025, 2).clip(-0.07, 0.07)
    return lattice.moved(off[0] * lattice.pitch_x, off[1] * lattice.pitch_y)
