"""Whole desktops with made-up boards, windows, text, icons and photos on them, on which boards are to be found."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from looks import KINDS, Colour, draw_look, line_offset, random_look, resized
from PIL import Image
from scenes import played

from minebot.board import Board
from minebot.geometry import Lattice
from minebot.vision.draw import draw_board
from minebot.vision.picture import Bgr
from minebot.vision.themes.folders import load_theme

Box = tuple[int, int, int, int]
Lain = Callable[[random.Random, Bgr, Lattice], Bgr]
"""What paints something over a board at a lattice."""
SIZES = ((9, 9), (16, 16), (30, 16), (8, 8), (10, 8), (18, 14), (24, 20))
TORN_SIZES, TORN_PITCHES = ((9, 9), (16, 16), (30, 16), (10, 8), (18, 14)), (16, 20, 24, 32, 40)
ARROW = np.array([(0, 0), (0, 16), (4, 12), (7, 19), (9, 18), (6, 11), (11, 11)])
"""The outline of a mouse pointer, in pixels."""
BARS = (255, 255, 255), (240, 240, 240), (200, 190, 180), (192, 192, 192), (40, 40, 40)
"""The colours of what may lie across a board."""
STROKES = (60, 60, 255), (180, 105, 255), (0, 200, 255), (0, 160, 0), (0, 0, 0)
"""The colours in which somebody draws over one."""
FONTS = (cv2.FONT_HERSHEY_PLAIN, cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX)


@dataclass(frozen=True)
class Desktop:
    """A picture, where the boards on it lie, and what they show."""

    picture: Bgr
    boards: tuple[Lattice, ...]
    shown: tuple[Board, ...]


def random_desktop(seed: int, size: tuple[int, int], boards: int = 1, kind: str | None = None) -> Desktop:
    """A desktop of that width and height with so many boards on it, of one look or of any, perhaps partly covered."""
    rng = random.Random(seed)
    picture = _wallpaper(rng, size)
    for _ in range(rng.randint(1, 5)):
        _window(rng, picture, _random_box(rng, size))
    placed: list[Lattice] = []
    shown: list[Board] = []
    for _ in range(boards):
        shown += _place(rng, picture, placed, kind or rng.choice(KINDS))
    _taskbar(rng, picture)
    if rng.random() < 0.3:
        for lattice in placed:
            _cover(rng, picture, lattice)
    if rng.random() < 0.25:
        picture = compressed(picture, rng.randint(70, 95))
    return Desktop(picture, tuple(placed), tuple(shown))


def on_busy_desktop(rng: random.Random, drawn: Bgr) -> tuple[Bgr, Box]:
    """A drawn board in a window of its own, among other windows: the picture, and the box of the board in it."""
    edge, head = rng.choice([0, 2, 5, 12]), rng.choice([0, 40, 70])
    framed = _framed(rng, drawn, (edge, head), (192, 192, 192))
    height, width = framed.shape[:2]
    picture = _wallpaper(rng, (width + rng.randint(60, 400), height + rng.randint(60, 300)))
    size = picture.shape[1], picture.shape[0]
    for _ in range(rng.randint(0, 3)):
        _window(rng, picture, _random_box(rng, size))
    x, y = rng.randint(0, size[0] - width), rng.randint(0, size[1] - height)
    picture[y : y + height, x : x + width] = framed
    return picture, (x + 6 + edge, y + 24 + head + edge, drawn.shape[1], drawn.shape[0])


def overlaid(rng: random.Random, picture: Bgr, board: Box) -> Bgr:
    """The picture with something over a part of the board: a window, a plain sheet with a word on it, or a pointer."""
    picture = picture.copy()
    x, y, width, height = board
    left, top = x + rng.randrange(width), y + rng.randrange(height)
    kind = rng.choice(["window", "sheet", "pointer"])
    if kind == "pointer":
        arrow = np.add(rng.choice([1, 1.5, 2]) * ARROW, (left, top)).astype(np.int32)
        cv2.fillPoly(picture, [arrow], (255, 255, 255))
        cv2.polylines(picture, [arrow], True, (0, 0, 0))
        return picture
    right = min(picture.shape[1], left + rng.randint(width // 10, width * 2 // 5) + 40)
    bottom = min(picture.shape[0], top + rng.randint(height // 10, height * 2 // 5) + 40)
    left, top = min(left, right - 40), min(top, bottom - 40)
    if kind == "window":
        _window(rng, picture, (left, top, right - left, bottom - top))
    else:
        view = picture[top:bottom, left:right]
        view[:] = [rng.randrange(256) for _ in range(3)]
        cv2.putText(view, rng.choice(["", "Game over", "You won!"]), (6, 26), FONTS[1], 0.6, [rng.randrange(256)] * 3)
    return picture


def drawn_in(rng: random.Random, look: str, size: tuple[int, int], mines: int, pitch: int) -> tuple[Board, Bgr]:
    """A board in play, and how a theme, or a kind of look that no program has, shows it."""
    if look in KINDS:
        board = played(rng, size, mines)
        return board, draw_look(board, random_look(rng, look), (pitch, pitch))
    theme = load_theme(look)
    board = played(rng, size, mines, frozenset(theme.symbols))
    return board, draw_board(board, theme, pitch)


def torn(rng: random.Random, looks: Sequence[str], lain: Lain) -> tuple[str, Bgr, Lattice, Board]:
    """One of some looks, a board in it, its place on the desktop, and what is on it; all by lot.

    `lain` paints what lies over the board.
    """
    pitch, size, look = rng.choice(TORN_PITCHES), rng.choice(TORN_SIZES), rng.choice(looks)
    board, drawn = drawn_in(rng, look, size, size[0] * size[1] // 6, pitch)
    picture, box = on_busy_desktop(rng, drawn)
    lattice = Lattice(box[0], box[1], pitch, pitch, board.width, board.height)
    return look, lain(rng, picture, lattice), lattice, board


def with_stroke(rng: random.Random, picture: Bgr, lattice: Lattice) -> Bgr:
    """The picture with a line or an arrow along the outermost cells of a board on one side, from end to end."""
    side, tip = rng.randrange(4), rng.choice([0.0, 0.1])
    across, end = (round(lattice.mean_pitch * rng.uniform(*shares)) for shares in ((0.3, 0.7), (0.1, 0.4)))
    width = max(2, round(lattice.mean_pitch / 8))
    return stroked(picture, lattice, (side, across, end), (rng.choice(STROKES), width, tip))


def stroked(picture: Bgr, lattice: Lattice, place: tuple[int, int, int], pen: tuple[Colour, int, float]) -> Bgr:
    """The picture with a line along one side of a board, left, right, top or bottom.

    `place` is the side, and by how many pixels the line is within it, and within the corners; `pen` its colour, its
    width, and the share of it that is the tip of an arrow.
    """
    picture, (x, y, width, height), (side, across, end), (colour, thick, tip) = picture.copy(), lattice.bbox, place, pen
    at = across if side % 2 == 0 else (width if side < 2 else height) - across
    ends = [(at, end), (at, height - end)] if side < 2 else [(end, at), (width - end, at)]
    begin, stop = ((x + right, y + down) for right, down in ends)
    return cv2.arrowedLine(picture, begin, stop, colour, thick, cv2.LINE_AA, tipLength=tip).astype(np.uint8)


def with_bar(rng: random.Random, picture: Bgr, lattice: Lattice) -> Bgr:
    """The picture with a bar over some lines of a board, not far from its end, from side to side and beyond."""
    side, hidden, before = rng.randrange(4), rng.randint(1, 6), rng.randint(1, 3)
    lines = lattice.cols if side < 2 else lattice.rows
    first = min(before, lines - hidden - 1) if side % 2 else max(1, lines - before - hidden)
    start = first + rng.choice([0, 0, rng.uniform(-0.3, 0.3)])
    return barred(picture, lattice, ("columns" if side < 2 else "rows", start, start + hidden), rng.choice(BARS))


def barred(picture: Bgr, lattice: Lattice, lines: tuple[str, float, float], colour: Colour) -> Bgr:
    """The picture with such a bar over the columns or the rows of a board from one place to another."""
    picture, (x, y, width, height), (way, first, last) = picture.copy(), lattice.bbox, lines
    if way == "columns":
        start, end = (round(lattice.across(line)) for line in (first, last))
        picture[max(0, y - 50) : y + height + 50, start:end] = colour
    else:
        start, end = (round(lattice.down(line)) for line in (first, last))
        picture[start:end, max(0, x - 30) : x + width + 40] = colour
    return picture


def compressed(picture: Bgr, quality: int) -> Bgr:
    """The picture after a JPEG of that quality."""
    packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return cv2.imdecode(packed, cv2.IMREAD_COLOR).astype(np.uint8)


def in_few_colours(picture: Bgr, colours: int) -> Bgr:
    """The picture in so many colours, each pixel in about the nearest of them."""
    few = Image.fromarray(picture[:, :, ::-1]).quantize(colours).convert("RGB")
    return np.ascontiguousarray(np.asarray(few)[:, :, ::-1])


def _random_box(rng: random.Random, size: tuple[int, int]) -> Box:
    width, height = rng.randint(size[0] // 5, size[0] // 2), rng.randint(size[1] // 5, size[1] * 3 // 4)
    return rng.randint(0, size[0] - width), rng.randint(0, size[1] - height), width, height


def _wallpaper(rng: random.Random, size: tuple[int, int]) -> Bgr:
    width, height = size
    way = rng.choice(["plain", "photo", "slope"])
    if way == "plain":
        return np.full((height, width, 3), [rng.randrange(256) for _ in range(3)], np.uint8)
    noise = np.random.default_rng(rng.randrange(10**6))
    grain = 2 if way == "slope" else rng.choice([5, 40])
    coarse = noise.integers(0, 256, (grain, grain, 3)).astype(np.float32)
    photo = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
    if way == "photo":
        photo += noise.normal(0, rng.choice([1, 4]), (height, width, 1))
    return np.clip(photo, 0, 255).astype(np.uint8)


def _window(rng: random.Random, picture: Bgr, box: Box) -> None:
    """Another program's window, with a title bar and some content."""
    x, y, width, height = box
    dark = rng.random() < 0.4
    ground = rng.randint(20, 50) if dark else rng.randint(225, 255)
    view = picture[y : y + height, x : x + width]
    view[:] = ground
    view[:24] = [rng.randrange(256) for _ in range(3)]
    cv2.putText(view, "Untitled - Program", (8, 17), FONTS[0], 1, (255, 255, 255) if dark else (0, 0, 0))
    _CONTENTS[rng.choice(sorted(_CONTENTS))](rng, view[24:], 220 if dark else 20)
    cv2.rectangle(picture, (x, y), (x + width - 1, y + height - 1), (90, 90, 90))


def _text(rng: random.Random, view: Bgr, ink: int) -> None:
    font, pitch = rng.choice(FONTS), rng.randint(14, 26)
    scale = pitch / (15 if font == FONTS[0] else 32)
    letters = "abcdefghijklmnopqrstuvwxyz0123456789.#    "
    for y in range(pitch, view.shape[0] - 4, pitch):
        line = "".join(rng.choices(letters, k=rng.randint(10, max(11, view.shape[1] // (pitch // 2)))))
        cv2.putText(view, line, (6, y), font, scale, (ink, ink, ink), 1, cv2.LINE_AA)


def _board_as_text(rng: random.Random, view: Bgr, ink: int) -> None:
    pitch = rng.randint(14, 24)
    for y in range(pitch, view.shape[0] - 4, pitch):
        for x in range(6, view.shape[1] - pitch, max(8, pitch // 2)):
            cv2.putText(view, rng.choice("##..123F"), (x, y), FONTS[0], pitch / 16, (ink, ink, ink), 1, cv2.LINE_AA)


def _table(rng: random.Random, view: Bgr, ink: int) -> None:
    across, down = rng.randint(50, 120), rng.randint(16, 30)
    shade = (ink + 2 * int(view[0, 0, 0])) // 3
    view[::down] = shade
    view[:, ::across] = shade
    for y in range(0, view.shape[0] - down, down):
        for x in range(0, view.shape[1] - across, across):
            cv2.putText(view, str(rng.randrange(10**4)), (x + 4, y + down - 5), FONTS[0], 0.9, (ink, ink, ink))


def _icons(rng: random.Random, view: Bgr, ink: int) -> None:
    pitch = rng.randint(60, 110)
    for y in range(8, view.shape[0] - pitch, pitch):
        for x in range(8, view.shape[1] - pitch, pitch):
            colour = [rng.randrange(256) for _ in range(3)]
            cv2.rectangle(view, (x + 14, y), (x + pitch - 20, y + pitch - 34), colour, -1)
            cv2.circle(view, (x + pitch // 2, y + pitch // 3), pitch // 6, [rng.randrange(256) for _ in range(3)], -1)
            cv2.putText(view, "file.txt", (x + 4, y + pitch - 12), FONTS[0], 0.8, (ink, ink, ink), 1, cv2.LINE_AA)


def _calendar(rng: random.Random, view: Bgr, ink: int) -> None:
    pitch = rng.randint(24, 44)
    for day in range(35):
        x, y = 10 + day % 7 * pitch, 10 + day // 7 * pitch
        if y + pitch < view.shape[0] and x + pitch < view.shape[1]:
            cv2.putText(view, str(day + 1), (x, y + pitch // 2), FONTS[0], pitch / 30, (ink, ink, ink), 1, cv2.LINE_AA)


def _photo(rng: random.Random, view: Bgr, _ink: int) -> None:
    noise = np.random.default_rng(rng.randrange(10**6))
    coarse = noise.integers(0, 256, (12, 16, 3)).astype(np.float32)
    photo = cv2.resize(coarse, view.shape[1::-1], interpolation=cv2.INTER_CUBIC)
    view[:] = np.clip(photo + noise.normal(0, 5, photo.shape), 0, 255).astype(np.uint8)


_CONTENTS: dict[str, Callable[[random.Random, Bgr, int], None]] = {
    "text": _text,
    "board as text": _board_as_text,
    "table": _table,
    "icons": _icons,
    "calendar": _calendar,
    "photo": _photo,
}


def _taskbar(rng: random.Random, picture: Bgr) -> None:
    picture[-36:] = rng.randint(20, 60)
    for x in range(10, min(500, picture.shape[1] - 40), 48):
        cv2.rectangle(
            picture, (x, picture.shape[0] - 30), (x + 24, picture.shape[0] - 6), (rng.randrange(256), 150, 90), -1
        )


def _place(rng: random.Random, picture: Bgr, placed: list[Lattice], kind: str) -> list[Board]:
    """Put a window with a board where no other lies, and tell which; where there is no room, none."""
    for _ in range(30):
        drawn, lattice, board = _game_window(rng, kind)
        height, width = drawn.shape[:2]
        room = picture.shape[1] - width, picture.shape[0] - 36 - height
        if min(room) < 0:
            continue
        x, y = rng.randint(0, room[0]), rng.randint(0, room[1])
        if all(_apart((x, y, width, height), other.bbox) for other in placed):
            picture[y : y + height, x : x + width] = drawn
            placed.append(lattice.moved(x, y))
            return [board]
    return []


def _apart(one: Box, other: Box) -> bool:
    return (
        one[0] + one[2] < other[0] - 30
        or other[0] + other[2] + 30 < one[0]
        or one[1] + one[3] < other[1] - 90
        or other[1] + other[3] + 30 < one[1]
    )


def _game_window(rng: random.Random, kind: str) -> tuple[Bgr, Lattice, Board]:
    """A window with a panel, a frame, and a board of that look: its picture, the lattice in it, what that shows."""
    cols, rows = rng.choice(SIZES) if rng.random() < 0.7 else (rng.randint(4, 60), rng.randint(4, 40))
    board = played(rng, (cols, rows), round(cols * rows * rng.uniform(0.1, 0.22)))
    look = random_look(rng, kind)
    pitch = 10 * 12 ** (rng.random() ** 1.5)
    ratio = rng.choice([1, 1, 1, rng.uniform(0.96, 1.04)])
    scale = rng.choice([1, 1, 1, rng.uniform(0.6, 3)])
    base = max(9, round(pitch / scale)) if scale != 1 else pitch
    drawn = resized(draw_look(board, look, (base, base)), pitch / base, pitch * ratio / base)
    edge, head = rng.choice([0, 2, 5, 12]), rng.choice([0, 40, 70])
    framed = _framed(rng, drawn, (edge, head), look.covered)
    height, width = drawn.shape[:2]
    off = line_offset(look, base) * pitch / base
    lattice = Lattice(edge + 6 - off, 24 + head + edge - off, width / cols, height / rows, cols, rows)
    return framed, lattice, board


def _framed(rng: random.Random, drawn: Bgr, edges: tuple[int, int], face: tuple[int, int, int]) -> Bgr:
    edge, head = edges
    height, width = drawn.shape[:2]
    window = np.empty((height + 24 + head + 2 * edge + 6, width + 2 * edge + 12, 3), np.uint8)
    window[:] = face if rng.random() < 0.5 else rng.randint(0, 255)
    window[:24] = (160, 90, 40)
    cv2.putText(window, "Mines", (8, 17), FONTS[0], 1, (255, 255, 255))
    if head:
        for x in (10, window.shape[1] - 10 - head):
            cv2.rectangle(window, (x, 30), (x + head - 4, 18 + head), (0, 0, 0), -1)
            cv2.putText(window, "099", (x + 2, 14 + head), FONTS[2], head / 60, (0, 0, 255), 2)
        middle = window.shape[1] // 2
        cv2.circle(window, (middle, 24 + head // 2), head // 2 - 8, (0, 230, 255), -1)
    if edge:
        corner = (5, 23 + head), (width + 2 * edge + 6, 24 + head + height + 2 * edge)
        cv2.rectangle(window, *corner, tuple(rng.randrange(256) for _ in range(3)), 1)
    top, left = 24 + head + edge, 6 + edge
    window[top : top + height, left : left + width] = drawn
    return window


def _cover(rng: random.Random, picture: Bgr, lattice: Lattice) -> None:
    """Lay a window over a corner or a side of the board, less than half of either side of it."""
    x, y, width, height = lattice.bbox
    over_w, over_h = rng.randint(10, max(11, width * 2 // 5)), rng.randint(10, max(11, height * 2 // 5))
    left = x - 20 if rng.random() < 0.5 else x + width - over_w + 20
    top = y - 20 if rng.random() < 0.5 else y + height - over_h + 20
    left, top = max(0, left), max(0, top)
    right, bottom = min(picture.shape[1], left + over_w), min(picture.shape[0], top + over_h)
    view = picture[top:bottom, left:right]
    view[:] = rng.randint(20, 250)
    cv2.putText(view, "notes", (4, 16), FONTS[0], 1, (0, 0, 0))
