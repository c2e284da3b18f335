"""xbomb's boards of hexagons and triangles: pictures in which no board of squares may be read.

What their cells show is not recorded; the clicks are random ones.
"""

import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import shared  # noqa: F401 - makes the modules of fixtures importable, so it comes first
from desk import LEFT, RIGHT, Desk
from programs import isolated, running_command
from rules import Game
from sitting import describe
from store import Store
from window import Grid, Look, Program, Rect, Window, version
from x11games import place_anywhere

_ABOVE, _CLICKS, _MARGIN = 37, 40, 30


class LatticeWindow(Window):
    """A window without a grid of squares."""

    truth = "no squares: nothing may be read"

    def new_game(self, luck: random.Random) -> Game:
        """There is no game that we know."""
        raise NotImplementedError

    def roam(self, store: Store, luck: random.Random) -> None:
        """Press Restart, and click here and there, with a picture after each click."""
        x, y, width, height = self.outer
        self.desk.click(x + 37, y + 18)
        for _ in range(_CLICKS):
            at = luck.randint(x + 10, x + width - 10), luck.randint(y + _ABOVE + 8, y + height - 10)
            self.desk.click(*at, luck.choice((LEFT, LEFT, RIGHT)))
            self.desk.move(*self.rest)
            time.sleep(0.12)
            left, top = max(0, x - luck.randint(0, _MARGIN)), max(0, y - luck.randint(0, _MARGIN))
            picture = self.desk.picture(left, top, min(1920, x + width + _MARGIN) - left, y + height - top)
            bbox = [6 + x - left, _ABOVE + y - top, width - 12, height - _ABOVE - 6]
            cells = {"bbox": bbox, "columns": [], "lines": [], "cols": 0, "rows": 0, "mines": 0, "board": ""}
            kind = {"kind": "settled", "settled": True, "state": "", "whole": False}
            store.save(picture, describe(self, (left, top)) | cells | kind)


class XbombLattice(Program):
    """xbomb -hexagon and -triangle, at its three levels."""

    def __init__(self, lattice: str) -> None:
        self.name, self._lattice = f"xbomb-{lattice}", lattice

    def looks(self) -> list[Look]:
        """The three levels."""
        package = version("xbomb")
        levels = ("beginner", "intermediate", "expert")
        return [Look(self.name, package, level, level, 0, 0, 0, lattice=self._lattice) for level in levels]

    @contextmanager
    def opened(self, look: Look, desk: Desk, home: Path, luck: random.Random) -> Iterator[Window]:
        """Start it at a level."""
        level = ("beginner", "intermediate", "expert").index(look.level) + 1
        arguments = ["/usr/games/xbomb", f"-{self._lattice}", f"-{level}"]
        with running_command(arguments, desk.display, isolated(desk.display, home)):
            outer: Rect = place_anywhere(desk, luck)
            yield LatticeWindow(desk, look, Grid((), ()), outer)
