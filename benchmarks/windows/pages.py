"""Pages in Chromium: one of our own with the classic look, and the element of the npm package minesweeper-for-web.

A server of ours hands a page its mines and is told where its grid lies.
"""

import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import shared  # noqa: F401 - makes the modules of fixtures importable, so it comes first
from chromium import PACKAGE, PACKAGE_VERSION, Server, fetch_element, opened, served
from dealing import crowd, deal
from desk import MIDDLE, Desk
from layouts import Mines
from rules import Game, Habits
from window import LEVELS, Grid, Look, Program, Window, at_rest, client, version

_SCALES = ("1", "1.25", "1.5", "2")


class PageWindow(Window):
    """A page in a window without bars."""

    truth = "mines handed to the page by our server, our own clicks replayed"
    settle = 0.12
    settle_end = 0.3
    hold = 0.012
    server: Server
    any_count = False

    def new_game(self, luck: random.Random) -> Game:
        """Press the page's button with new mines at hand."""
        look, server = self.look, self.server
        count = crowd(look.cols, look.rows, look.count, luck) if self.any_count else look.count
        mines = deal(look.cols, look.rows, count, luck)
        server.mines = numbers(mines, look)
        deals, end = server.deals, time.monotonic() + 5
        scale = float(look.scale.split("x")[-1])
        self.desk.click(*(int(self.outer[axis] + scale * server.place[3 + axis]) for axis in (0, 1)))
        while server.deals == deals and time.monotonic() < end:
            time.sleep(0.05)
        time.sleep(0.2)
        return Game(look.cols, look.rows, mines, self.habits)


def numbers(mines: Mines, look: Look) -> list[int]:
    """Mines as places in the board, row by row."""
    return sorted(y * look.cols + x for x, y in mines)


class Page(Program):
    """One of the pages; a scale is the cell in CSS pixels and the device's scale factor."""

    def __init__(self, name: str, page: str, package: str, themes: dict[str, tuple[int, ...]]) -> None:
        self.name, self._page, self._package, self._themes = name, page, package, themes

    def looks(self) -> list[Look]:
        """Every theme, level, cell and scale that fits the screen."""
        return [
            Look(self.name, self._package, level, f"{cell}x{scale}", *size, theme)
            for theme, cells in self._themes.items()
            for cell in cells
            for scale in _SCALES
            for level, size in (LEVELS | {"crowded": (12, 11, 42)}).items()
            if size[0] * cell * float(scale) < 1750 and size[1] * cell * float(scale) < 880
        ]

    @contextmanager
    def opened(self, look: Look, desk: Desk, home: Path, luck: random.Random) -> Iterator[Window]:
        """Start Chromium on the page with a window that fits it."""
        cell, scale = look.scale.split("x")
        marks = luck.random() < 0.5
        fetch_element(home / "pages")
        with served(home / "pages") as server:
            server.mines = numbers(deal(look.cols, look.rows, look.count, luck), look)
            query = {"look": look.theme, "cell": cell, "cols": look.cols, "rows": look.rows, "mines": look.count}
            address = server.address(self._page, **query, marks=int(marks))
            with opened(address, desk.display, home, scale=scale):
                yield self._placed(look, desk, server, luck, marks=marks)

    def _placed(self, look: Look, desk: Desk, server: Server, luck: random.Random, *, marks: bool) -> Window:
        scale, end = float(look.scale.split("x")[1]), time.monotonic() + 20
        while not server.place and time.monotonic() < end:
            time.sleep(0.1)
        key, _ = client(desk.display, "chrom")
        x, y, pitch = (scale * number for number in server.place[:3])
        width, height = int(x + pitch * look.cols + 40 * scale), int(y + pitch * look.rows + 40 * scale)
        desk.place(key, luck.randint(0, 1919 - width), luck.randint(0, 1079 - height), width=width, height=height)
        outer = at_rest(desk, "chrom")[1]
        window = PageWindow(desk, look, Grid.even((outer[0] + x, outer[1] + y), pitch, look.cols, look.rows), outer)
        if self.name == "page":
            window.habits = Habits(cycle="#F?" if marks else "#F", flood="#?", chord_button=MIDDLE)
            window.any_count = True
        else:
            window.habits = Habits(cycle="#F?", flood="#F?", few="#")
        window.server = server
        return window


def pages() -> list[Program]:
    """Our own page in its two looks, and the package's element."""
    chromium = f"chromium {version('chromium')}"
    own = Page("page", "classic.html", chromium, {"sprites": (16, 20, 24), "css": (16, 24, 30)})
    element = f"{PACKAGE} {PACKAGE_VERSION}, {chromium}"
    return [own, Page("web-element", "element.html", element, {"default": (40,)})]
