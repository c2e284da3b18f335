"""Tiles of looks in which something means another thing than it does in most: discs that are covered, crates, signs.

Each is drawn by a few lines, for boards of cells that are the same wherever they are.
"""

from collections.abc import Callable

import cv2
import numpy as np

from minebot.board import COVERED, EXPLODED, FLAG, MINE, WRONG_FLAG, Board

SIDE = 32  # pixels of a tile
CODES = (COVERED, 0, FLAG, MINE, EXPLODED, WRONG_FLAG, *range(1, 9))
CLOSED = (COVERED, FLAG, WRONG_FLAG)

Tile = np.ndarray
Colour = tuple[int, int, int]
INKS: tuple[Colour, ...] = (
    (230, 80, 20),
    (40, 140, 40),
    (40, 40, 220),
    (140, 20, 20),
    (20, 20, 140),
    (140, 140, 20),
    (20, 20, 20),
    (110, 110, 110),
)
WHITE, BLACK, RED = (255, 255, 255), (20, 20, 20), (50, 50, 230)
LOOKS: dict[str, Callable[[Tile, int], None]] = {}


def tiles_of(look: str) -> dict[int, Tile]:
    """The tile of each code in a look of that name."""
    drawn = {}
    for code in CODES:
        drawn[code] = np.zeros((SIDE, SIDE, 3), np.uint8)
        LOOKS[look](drawn[code], code)
    return drawn


def drawn_in(look: str, board: Board) -> np.ndarray:
    """A board in that look."""
    tiles = tiles_of(look)
    rows = [board.cells[start : start + board.width] for start in range(0, len(board.cells), board.width)]
    return np.vstack([np.hstack([tiles[code] for code in row]) for row in rows])


def _look(draw: Callable[[Tile, int], None]) -> Callable[[Tile, int], None]:
    LOOKS[draw.__name__.strip("_")] = draw
    return draw


def _text(tile: Tile, text: str, ink: Colour, scale: float = 0.8, thickness: int = 2) -> None:
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, thickness)
    place = (SIDE - width) // 2, (SIDE + height) // 2
    cv2.putText(tile, text, place, cv2.FONT_HERSHEY_SIMPLEX, scale, ink, thickness, cv2.LINE_AA)


def _number(tile: Tile, number: int, scale: float = 0.8) -> None:
    _text(tile, str(number), INKS[number - 1], scale)


def _rounded(tile: Tile, margin: int, colour: Colour, radius: int = 5) -> None:
    low, high = margin + radius, SIDE - 1 - margin - radius
    cv2.rectangle(tile, (low, margin), (high, SIDE - 1 - margin), colour, -1)
    cv2.rectangle(tile, (margin, low), (SIDE - 1 - margin, high), colour, -1)
    for place in ((low, low), (low, high), (high, low), (high, high)):
        cv2.circle(tile, place, radius, colour, -1, cv2.LINE_AA)


def _disc(tile: Tile, radius: int, colour: Colour) -> None:
    cv2.circle(tile, (SIDE // 2, SIDE // 2), radius, colour, -1, cv2.LINE_AA)


def _flag(tile: Tile, colour: Colour = (30, 30, 220), pole: Colour = (60, 60, 60)) -> None:
    cv2.line(tile, (11, 5), (11, 27), pole, 2)
    cv2.fillPoly(tile, [np.array([(12, 5), (26, 11), (12, 17)])], colour)


def _mine(tile: Tile, colour: Colour = BLACK) -> None:
    _disc(tile, 8, colour)
    for turn in np.arange(4) * np.pi / 4:
        off = np.rint(11 * np.array([np.cos(turn), np.sin(turn)])).astype(int)
        cv2.line(tile, tuple((SIDE // 2 - off).tolist()), tuple((SIDE // 2 + off).tolist()), colour, 2)


def _cross(tile: Tile, colour: Colour = BLACK) -> None:
    cv2.line(tile, (4, 4), (27, 27), colour, 2)
    cv2.line(tile, (27, 4), (4, 27), colour, 2)


def _marked(
    tile: Tile, code: int, mine: Colour = BLACK, flag: Colour = (30, 30, 220), pole: Colour = (60, 60, 60)
) -> None:
    """What is drawn of marks and mines; the mine that exploded is on red."""
    if code in (FLAG, WRONG_FLAG):
        _flag(tile, flag, pole)
    if code == WRONG_FLAG:
        _cross(tile)
    if code == EXPLODED:
        tile[1:, 1:] = RED
    if code in (MINE, EXPLODED):
        _mine(tile, mine)


@_look
def _emoji(tile: Tile, code: int) -> None:
    """Flags stand on the ground of zeros, and covered cells are rounded squares, as emoji are."""
    tile[:] = 250
    if code == COVERED:
        _rounded(tile, 2, (220, 150, 70))
    elif code > 0:
        _rounded(tile, 2, (235, 225, 215))
        _number(tile, code)
    _marked(tile, code)


@_look
def _discs(tile: Tile, code: int) -> None:
    """Covered cells are discs on the ground that zeros and flags have."""
    tile[:] = 235
    if code == COVERED:
        _disc(tile, 14, (230, 120, 40))
    elif code > 0:
        tile[1:-1, 1:-1] = 205, 180, 150
        _number(tile, code)
    _marked(tile, code)


@_look
def _tufts(tile: Tile, code: int) -> None:
    """Tufts of grass on sand, which has no lines."""
    tile[:] = 200, 225, 240
    if code in CLOSED:
        _disc(tile, 15, (70, 160, 60))
    elif code > 0:
        _number(tile, code)
    _marked(tile, code)


@_look
def _tiles(tile: Tile, code: int) -> None:
    """Zeros are dark, and each number is white on a tile of its own colour."""
    tile[:] = 90, 80, 75
    tile[1:31, 1:31] = (200, 190, 180) if code in CLOSED else (70, 62, 58)
    if code > 0:
        tile[1:31, 1:31] = [each // 2 + 110 for each in INKS[code - 1]]
        _text(tile, str(code), WHITE)
    _marked(tile, code, (230, 230, 230) if code == MINE else BLACK)


@_look
def _dots(tile: Tile, code: int) -> None:
    """Covered cells have a pale dot, and flags are red ones."""
    tile[:] = 255
    tile[0] = tile[:, 0] = 210
    if code == COVERED:
        _disc(tile, 5, (200, 200, 200))
    elif code in CLOSED:
        _disc(tile, 7, (40, 40, 230))
    elif code > 0:
        _number(tile, code)
    if code == WRONG_FLAG:
        _cross(tile)
    if code in (MINE, EXPLODED):
        _marked(tile, code)


@_look
def _holes(tile: Tile, code: int) -> None:
    """Open cells are white discs in what is covered, which has no lines."""
    tile[:] = 200, 120, 50
    if code not in CLOSED:
        _disc(tile, 14, RED if code == EXPLODED else (250, 250, 250))
    if code > 0:
        _number(tile, code, 0.6)
    elif code in (MINE, EXPLODED):
        _mine(tile)
    else:
        _marked(tile, code)


@_look
def _badges(tile: Tile, code: int) -> None:
    """Numbers are white in a circle of their own colour."""
    tile[:] = 250
    tile[0] = tile[:, 0] = 225
    if code in CLOSED:
        tile[2:30, 2:30] = 160, 150, 145
    elif code > 0:
        _disc(tile, 12, INKS[code - 1])
        _text(tile, str(code), WHITE, 0.6)
    _marked(tile, code)


@_look
def _outlines(tile: Tile, code: int) -> None:
    """Covered cells are outlines in the dark."""
    tile[:] = 25, 22, 20
    if code in CLOSED:
        cv2.rectangle(tile, (3, 3), (28, 28), (180, 200, 90), 1)
    elif code > 0:
        red, green, blue = (min(255, each + 80) for each in INKS[code - 1])
        _text(tile, str(code), (red, green, blue), 0.7)
    _marked(tile, code, (230, 230, 230), (60, 90, 255), (220, 220, 220))


@_look
def _stripes(tile: Tile, code: int) -> None:
    """What is covered is hatched."""
    tile[:] = 235, 240, 240
    tile[0] = tile[:, 0] = 150
    if code in CLOSED:
        for start in range(-SIDE, SIDE, 6):
            cv2.line(tile, (start, SIDE - 1), (start + SIDE - 1, 0), (150, 180, 120), 2)
        tile[0] = tile[:, 0] = 90
    elif code > 0:
        _number(tile, code)
    _marked(tile, code)


@_look
def _signs(tile: Tile, code: int) -> None:
    """Flags are exclamation marks, on tiles as numbers have them."""
    tile[:] = 250, 248, 246
    if code == COVERED:
        tile[1:31, 1:31] = 170, 165, 160
    elif code in CLOSED:
        tile[1:31, 1:31] = 40, 140, 250
        _text(tile, "!", WHITE)
    elif code > 0:
        tile[1:31, 1:31] = INKS[code - 1]
        _text(tile, str(code), WHITE)
    else:
        tile[1:31, 1:31] = {0: (225, 222, 220), MINE: (60, 60, 60), EXPLODED: (40, 40, 230)}[code]
    if code == WRONG_FLAG:
        _cross(tile)
    if code in (MINE, EXPLODED):
        _mine(tile, (230, 230, 230))


@_look
def _crates(tile: Tile, code: int) -> None:
    """What is covered is a crate with a cross, as wrong flags have."""
    tile[:] = 110, 180, 120
    if code in CLOSED:
        tile[1:31, 1:31] = 70, 120, 170
        cv2.rectangle(tile, (2, 2), (29, 29), (40, 80, 120), 2)
        _cross(tile, (40, 80, 120))
    elif code > 0:
        _text(tile, str(code), WHITE)
    _marked(tile, code)


@_look
def _colours(tile: Tile, code: int) -> None:
    """Flags are cells of another colour."""
    tile[:] = 240
    tile[0] = tile[:, 0] = 170
    if code == COVERED:
        tile[1:, 1:] = 150
    elif code in CLOSED:
        tile[1:, 1:] = 60, 60, 220
    elif code > 0:
        _number(tile, code)
    if code == WRONG_FLAG:
        _cross(tile)
    if code == EXPLODED:
        tile[1:, 1:] = 0, 200, 250
    if code in (MINE, EXPLODED):
        _mine(tile)


@_look
def _faint(tile: Tile, code: int) -> None:
    """Covered cells are a shade darker than open ones, and their lines a shade darker than they."""
    tile[:] = 248, 246, 244
    tile[0] = tile[:, 0] = 225, 222, 220
    if code in CLOSED:
        tile[1:, 1:] = 228, 226, 224
    if code > 0:
        blue, green, red = (each // 2 + 90 for each in INKS[code - 1])
        _text(tile, str(code), (blue, green, red), 0.7)
    _marked(tile, code, (90, 90, 90), (110, 110, 230), (150, 150, 150))


def _bevel(tile: Tile, closed: bool) -> None:
    """The borders of the classic look."""
    tile[:] = 192
    tile[0] = tile[:, 0] = 128
    if closed:
        tile[:3] = tile[:, :3] = 255
        tile[-3:, 1:] = tile[1:, -3:] = 128


@_look
def _beads(tile: Tile, code: int) -> None:
    """Numbers are discs of their own colours, as mines are."""
    _bevel(tile, code in CLOSED)
    if code > 0:
        _disc(tile, 7, INKS[code - 1])
    _marked(tile, code)


@_look
def _specks(tile: Tile, code: int) -> None:
    """Flags are small letters, and zeros rings, numbers so many bars; mines are not shown."""
    _bevel(tile, code in CLOSED or code == MINE)
    if code in (FLAG, WRONG_FLAG, EXPLODED):
        _text(tile, "m", (128, 128, 128) if code == FLAG else RED, 0.45, 1)
    elif code == 0:
        for radius in (4, 8, 12):
            cv2.circle(tile, (SIDE // 2, SIDE // 2), radius, (128, 128, 128), 1)
    for bar in range(max(code, 0)):
        down = SIDE // 2 - 3 * code // 2 + 3 * bar
        cv2.line(tile, (8, down), (24, down), INKS[code - 1], 1)


@_look
def _pills(tile: Tile, code: int) -> None:
    """Rounded cells on one ground, of which colours alone tell what is marked, and what is a mine."""
    grounds = {COVERED: (202, 194, 189)} | dict.fromkeys((FLAG, WRONG_FLAG), (35, 188, 248))
    grounds |= dict.fromkeys((MINE, EXPLODED), (68, 68, 239))
    tile[:] = 225, 238, 245
    _rounded(tile, 2, grounds.get(code, (240, 231, 225)))
    if code > 0:
        _number(tile, code, 0.5)


@_look
def _pins(tile: Tile, code: int) -> None:
    """Flags are blue discs on what is covered, and mines red ones."""
    tile[:] = (232, 232, 232) if code in (*CLOSED, MINE, EXPLODED) else WHITE
    tile[0] = tile[:, 0] = 225
    if code > 0:
        _text(tile, str(code), BLACK)
    elif code not in (0, COVERED):
        _disc(tile, 11, (210, 30, 30) if code in CLOSED else RED)
