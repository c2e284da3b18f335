"""Draw docs/confusions.png: what the reader still confuses, with what it makes of each drawn over the picture.

    PYTHONPATH=tests uv run docs/confusions.py

A plate in the corner of a cell has what was read there; a cell that is framed in orange is doubtful.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from desktops import compressed, in_few_colours
from odd_looks import drawn_in

from minebot import report
from minebot.board import Board
from minebot.vision.draw import draw_board
from minebot.vision.picture import Bgr, save_picture
from minebot.vision.read import read_picture
from minebot.vision.reading import Reading
from minebot.vision.themes.folders import load_theme, load_themes

HERE = Path(__file__).parent
DESKTOP, BAR = (150, 120, 90), (200, 200, 200)
MARGIN, PANEL, ACROSS = 30, 480, 3  # pixels around a board, and of a panel; panels side by side

EARLY = """\
#2#2#1###
1F#4#1111
24##2#1..
##333#1..
222#211..
1#211....
111......
.........
........."""
UNUSUAL = """\
##1F#F2..1#1
1223F#411111
#2F2#F3F1.11
2#222121112#
#22##1...1F#
12#3#1...2#2
.1121211.1F1
.....1F21111
.....12F1...
......1#1..."""
LOST = """\
11.....1*
F1....12#
11..112*2
W1..1F#3*
*1..12*##
11...1###
.....1#*1
.111.1X#1
.1*1.1###"""
LAWN = """\
1#1...1##
111...1##
..111.111
..1#1....
.1221....
.1#1.111.
.1#1.2#2.
.12212F31
.1#F112F1"""
MARKED = """\
.......11
.......1*
111....11
1X21.111.
12*211*1.
.24*21232
.1*F2.1**
.1221.13*
.......11"""


@dataclass(frozen=True)
class Confusion:
    """A picture, what is on it, and what is made of it where the themes named `unknown` are not known."""

    picture: Bgr
    board: Board
    unknown: tuple[str, ...] = ()

    def read(self) -> Reading | None:
        """What the reader makes of it; None where it finds no board."""
        themes = [theme for theme in load_themes() if theme.name not in self.unknown]
        return next(iter(read_picture(self.picture, themes)), None)


def confusions() -> Iterator[tuple[str, Confusion]]:
    """Each of them by its name on the page, in that order."""
    early, unusual, lost, lawn, marked = map(Board.parse, (EARLY, UNUSUAL, LOST, LAWN, MARKED))
    beneath = on_a_desktop(draw_board(unusual, load_theme("classic"), 24))
    beneath[-MARGIN - 24 : 4 - MARGIN] = BAR
    yield "a", Confusion(beneath, unusual)
    yield "b", Confusion(in_few_colours(on_a_desktop(draw_board(lost, load_theme("kmines"), 32)), 64), lost)
    yield "c", Confusion(on_a_desktop(drawn_in("colours", marked)), marked)
    yield "d", Confusion(on_a_desktop(draw_board(lawn, load_theme("kmines-green"), 40)), lawn, ("kmines-green",))
    light = np.linspace(0.62, 1, 9 * 40 + 2 * MARGIN)[:, None]
    yield "e", Confusion((on_a_desktop(draw_board(lost, load_theme("kmines"), 40)) * light).astype(np.uint8), lost)
    yield "f", Confusion(compressed(on_a_desktop(draw_board(early, load_theme("gnome"), 12)), 30), early)


def on_a_desktop(drawn: Bgr) -> Bgr:
    """A board with some of a plain desktop around it."""
    around = (MARGIN,) * 4
    return cv2.copyMakeBorder(drawn, *around, cv2.BORDER_CONSTANT, value=DESKTOP).astype(np.uint8)


def panel(name: str, confusion: Confusion) -> Bgr:
    """A square with the picture, what was read drawn over it, and its name."""
    reading = confusion.read()
    shown = confusion.picture if reading is None else report.overlay(confusion.picture, reading)
    scale = PANEL / max(shown.shape[:2])
    scaled = cv2.resize(shown, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    below, beside = np.subtract(PANEL, scaled.shape[:2]).tolist()
    square = cv2.copyMakeBorder(scaled, 0, below, 0, beside, cv2.BORDER_CONSTANT, value=DESKTOP).astype(np.uint8)
    cv2.putText(square, name, (10, 24), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (255, 255, 255), 2, cv2.LINE_AA)
    return square


def main() -> None:
    """Draw all of them, side by side."""
    panels = [panel(name, confusion) for name, confusion in confusions()]
    rows = [np.hstack(panels[first : first + ACROSS]) for first in range(0, len(panels), ACROSS)]
    save_picture(HERE / "confusions.png", np.vstack(rows).astype(np.uint8))


if __name__ == "__main__":
    main()
