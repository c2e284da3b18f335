"""xbomb, xdemineur and ace-minesweeper: plain X programs that draw their mines with rand()."""

import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import ClassVar

import shared  # noqa: F401 - makes the modules of fixtures importable, so it comes first
from dealing import Dealer, deal
from desk import MIDDLE, Desk
from layouts import Cell, Mines
from programs import isolated, running_command
from rules import Game, Habits
from window import LEVELS, Grid, Look, Program, Rect, Window, at_rest, client, version

_DEALT = "mines dealt through the program's own random numbers, our own clicks replayed"


class DealtWindow(Window):
    """A window of a program whose random numbers are ours."""

    truth = _DEALT
    dealer: Dealer

    def restart(self, at: tuple[int, int], seconds: float = 0.15) -> None:
        """Click the face or the button that starts the next game; its place is counted from the window's corner."""
        self.desk.click(self.outer[0] + at[0], self.outer[1] + at[1])
        time.sleep(seconds)


def place_anywhere(desk: Desk, luck: random.Random, near: str = "") -> Rect:
    """Move the window that was just started to some place on the screen, and say where it is now."""
    key, (_, _, width, height) = client(desk.display, near)
    desk.place(key, luck.randint(0, max(0, 1900 - width)), luck.randint(0, max(0, 1060 - height)))
    return at_rest(desk, near)[1]


class XbombWindow(DealtWindow):
    """xbomb draws a column and a row for each mine, rand() >> 8 modulo the size."""

    habits = Habits(loss="open", flood="#", win_flags="", must_flag=True, chord_button=MIDDLE)

    def new_game(self, luck: random.Random) -> Game:
        """Press Restart with new numbers at hand."""
        look = self.look
        start = luck.randrange(look.cols), luck.randrange(look.rows)
        mines = deal(look.cols, look.rows, look.count, luck, start)
        self.dealer.hand([number << 8 for cell in luck.sample(sorted(mines), len(mines)) for number in cell])
        self.restart((37, 18))
        return Game(look.cols, look.rows, mines, self.habits)


class Xbomb(Program):
    """Three fixed levels, of which the easy one has larger cells."""

    name = "xbomb"
    _levels: ClassVar = {"beginner": (8, 8, 10), "intermediate": (16, 16, 40), "expert": (30, 16, 99)}

    def looks(self) -> list[Look]:
        """The three levels."""
        package = version("xbomb")
        pitches = {"beginner": "50", "intermediate": "20", "expert": "20"}
        return [Look(self.name, package, level, pitches[level], *size) for level, size in self._levels.items()]

    @contextmanager
    def opened(self, look: Look, desk: Desk, home: Path, luck: random.Random) -> Iterator[Window]:
        """Start a copy of it that takes our numbers."""
        dealer = Dealer("/usr/games/xbomb", home)
        dealer.hand([number << 8 for cell in deal(look.cols, look.rows, look.count, luck) for number in cell])
        arguments = [dealer.program, "-square", f"-{list(self._levels).index(look.level) + 1}"]
        with running_command(arguments, desk.display, isolated(desk.display, home) | dealer.environment):
            outer = place_anywhere(desk, luck)
            top = 38 if look.scale == "50" else 37
            grid = Grid.even((outer[0] + 6, outer[1] + top), int(look.scale), look.cols, look.rows)
            window = XbombWindow(desk, look, grid, outer)
            window.dealer = dealer
            yield window


class XdemineurWindow(DealtWindow):
    """xdemineur draws each mine from the list of the cells that have none, then a zero that it opens."""

    habits = Habits(cycle="#F?", flood="#", win_flags="", must_flag=True, chord_button=MIDDLE)

    def new_game(self, luck: random.Random) -> Game:
        """Click the face with new numbers at hand."""
        look = self.look
        mines = deal(look.cols, look.rows, look.count, luck)
        game = Game(look.cols, look.rows, mines, self.habits)
        self.dealer.hand([*_from_list(mines, look), 0])
        self.restart((self.outer[2] // 2, 41))
        zeros = [cell for cell in _cells(look) if cell not in mines and game.number(cell) == 0]
        game.open(*zeros[:1])
        return game


def _cells(look: Look) -> list[Cell]:
    return [(x, y) for y in range(look.rows) for x in range(look.cols)]


def _from_list(mines: Mines, look: Look) -> list[int]:
    """Places in a list that gets shorter by each one that is drawn."""
    left, numbers = _cells(look), []
    for cell in sorted(mines, key=lambda cell: cell[::-1]):
        numbers.append(left.index(cell))
        left.remove(cell)
    return numbers


class Xdemineur(Program):
    """Any board at least 12 columns wide, with any number of mines."""

    name = "xdemineur"

    def looks(self) -> list[Look]:
        """The usual levels, and crowded ones."""
        package = version("xdemineur")
        sizes = LEVELS | {"beginner": (12, 9, 13), "crowded": (14, 12, 60), "packed": (12, 10, 55)}
        return [Look(self.name, package, level, "21", *size) for level, size in sizes.items()]

    @contextmanager
    def opened(self, look: Look, desk: Desk, home: Path, luck: random.Random) -> Iterator[Window]:
        """Start a copy of it that takes our numbers."""
        dealer = Dealer("/usr/games/xdemineur", home)
        arguments = [dealer.program, "-geometry", f"{look.cols}x{look.rows}+40+40", "-m", str(look.count)]
        with running_command(arguments, desk.display, isolated(desk.display, home) | dealer.environment):
            outer = place_anywhere(desk, luck)
            grid = Grid.even((outer[0] + 16, outer[1] + 81), 21, look.cols, look.rows)
            window = XdemineurWindow(desk, look, grid, outer)
            window.dealer = dealer
            yield window


class AceWindow(DealtWindow):
    """ace-minesweeper shuffles the numbers of the cells, from the last to the first; the lowest ones are mines."""

    habits = Habits(cycle="#F?", flood="#?", shown="#", win_flags="", must_flag=True, chord_button=MIDDLE)

    def new_game(self, luck: random.Random) -> Game:
        """Click the penguin with new numbers at hand."""
        look = self.look
        mines = deal(look.cols, look.rows, look.count, luck)
        self.dealer.hand(_shuffle(mines, look))
        self.restart((self.outer[2] // 2, 14))
        return Game(look.cols, look.rows, mines, self.habits)


def _shuffle(mines: Mines, look: Look) -> list[int]:
    """With which place each place changes its content, from the last, so that the mines get the lowest numbers."""
    cells = look.cols * look.rows
    fill, low, high = list(range(cells)), iter(range(len(mines))), iter(range(len(mines), cells))
    wanted = [next(low if (x, y) in mines else high) for x in range(look.cols) for y in range(look.rows)]
    numbers = []
    for place in reversed(range(cells)):
        other = fill.index(wanted[place])
        fill[place], fill[other] = fill[other], fill[place]
        numbers.append(other)
    return numbers


class Ace(Program):
    """Four levels, by the keys 1 to 4, each with cells of its own size in the same window."""

    name = "ace"
    _levels: ClassVar = {"1": (8, 6, 48), "2": (11, 20, 36), "3": (16, 45, 24), "4": (32, 200, 12)}

    def looks(self) -> list[Look]:
        """The four levels."""
        package = version("ace-of-penguins")
        return [
            Look(self.name, package, level, str(pitch), cells, cells, count)
            for level, (cells, count, pitch) in self._levels.items()
        ]

    @contextmanager
    def opened(self, look: Look, desk: Desk, home: Path, luck: random.Random) -> Iterator[Window]:
        """Start it and choose the level; the pointer must be over the window for that."""
        dealer = Dealer("/usr/games/ace-minesweeper", home)
        with running_command([dealer.program], desk.display, isolated(desk.display, home) | dealer.environment):
            outer = place_anywhere(desk, luck)
            desk.move(outer[0] + 60, outer[1] + 14)
            time.sleep(0.1)
            desk.key(look.level)
            time.sleep(0.2)
            pitch, lines = int(look.scale), 5 - int(look.level)
            corner = (401 - look.cols * pitch - lines) // 2 + lines
            grid = Grid.even((outer[0] + corner, outer[1] + corner + 26), pitch, look.cols, look.rows)
            window = AceWindow(desk, look, grid, outer)
            window.dealer = dealer
            yield window
