"""minebot's own window, whose game is handed its mines, and winemine, which draws its own by the clock."""

import random
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import shared  # noqa: F401 - makes the modules of fixtures importable, so it comes first
from dealing import crowd, deal
from desk import MIDDLE, Desk
from layouts import Cell, Mines
from programs import command, isolated, running_command, write_winemine_settings
from rules import Game, Habits
from window import LEVELS, Grid, Look, Program, Window, version
from x11games import place_anywhere

_MARKS_ON = 'REGEDIT4\r\n\r\n[HKEY_CURRENT_USER\\Software\\Microsoft\\WinMine]\r\n"Mark"=dword:00000001\r\n'


class ThroughGame(Game):
    """In minebot's own game a flag on a zero stays, and what is around that zero is opened all the same."""

    def open(self, *cells: Cell) -> None:
        """Open cells, and what a zero among them opens."""
        for cell in cells:
            if cell in self.opened or self.mark_of(cell) != "#":
                continue
            if cell in self.mines:
                self.exploded.add(cell)
                continue
            reached, waiting = {cell}, [cell]
            while waiting:
                here = waiting.pop()
                new = set(self.near(here)) - reached if self.number(here) == 0 else set()
                reached |= new
                waiting += new
            self.opened |= {other for other in reached if self.mark_of(other) == "#"}


class DemoWindow(Window):
    """A window of `demowindow.py`."""

    truth = "mines handed to the game, our own clicks replayed"
    habits = Habits(win_flags="", chord_button=MIDDLE)
    layout: Path

    def new_game(self, luck: random.Random) -> Game:
        """Press n with new mines in the file."""
        look = self.look
        mines = deal(look.cols, look.rows, crowd(look.cols, look.rows, look.count, luck), luck)
        write_layout(self.layout, look, mines)
        self.desk.move(self.outer[0] + 4, self.outer[1] + 4)
        self.desk.key("n")
        time.sleep(0.2)
        return ThroughGame(look.cols, look.rows, mines, self.habits)


def write_layout(file: Path, look: Look, mines: Mines) -> None:
    """Write what `demowindow.py` reads."""
    file.write_text(" ".join(map(str, [look.cols, look.rows, *(y * look.cols + x for x, y in mines)])))


class Demo(Program):
    """minebot's own window at several pitches; `minebot demo` itself shows it at 24."""

    name = "demo"

    def looks(self) -> list[Look]:
        """Every level at every pitch that fits the screen."""
        levels = LEVELS | {"crowded": (12, 11, 42)}
        pitches = (16, 20, 24, 32, 40)
        return [
            Look(self.name, "minebot", level, f"{pitch}", *size) for level, size in levels.items() for pitch in pitches
        ]

    @contextmanager
    def opened(self, look: Look, desk: Desk, home: Path, luck: random.Random) -> Iterator[Window]:
        """Start the window on a layout of ours."""
        home.mkdir(parents=True, exist_ok=True)
        layout = home / "layout"
        write_layout(layout, look, deal(look.cols, look.rows, look.count, luck))
        script = Path(__file__).with_name("demowindow.py")
        arguments = [sys.executable, str(script), str(layout), look.scale]
        with running_command(arguments, desk.display, isolated(desk.display, home)):
            outer = place_anywhere(desk, luck)
            pitch = int(look.scale)
            corner = outer[0] + (outer[2] - pitch * look.cols) // 2, outer[1] + outer[3] - 12 - pitch * look.rows
            window = DemoWindow(desk, look, Grid.even(corner, pitch, look.cols, look.rows), outer)
            window.layout = layout
            yield window


class WinemineWindow(Window):
    """winemine draws a column and a row for each mine with msvcrt's rand(), seeded at the first click by the second."""

    truth = "mines computed from the second of the first click, our own clicks replayed"
    settle = 0.1
    settle_end = 0.25
    hold = 0.012

    def new_game(self, luck: random.Random) -> Game:  # noqa: ARG002 - it draws its mines itself
        """Click the face; the mines are not laid yet."""
        self.desk.click(self.outer[0] + self.outer[2] // 2, self.outer[1] + 36)
        time.sleep(0.3)
        return Game(self.look.cols, self.look.rows, frozenset(), self.habits)

    def before_first(self, game: Game, cell: Cell) -> None:
        """Wait until a second has just begun, and lay the mines that it draws."""
        while not 0.05 < time.time() % 1 < 0.3:
            time.sleep(0.01)
        game.lay(msvcrt_mines(int(time.time()), self.look, cell))


def msvcrt_mines(seed: int, look: Look, first: Cell) -> Mines:
    """The mines that winemine draws with this seed, away from the cell that is opened first."""
    state = seed & 0xFFFFFFFF
    mines: set[Cell] = set()
    while len(mines) < look.count:
        drawn = []
        for size in (look.cols, look.rows):
            state = (state * 214013 + 2531011) & 0xFFFFFFFF
            drawn.append((state >> 16 & 0x7FFF) % size)
        if (cell := (drawn[0], drawn[1])) != first:
            mines.add(cell)
    return frozenset(mines)


class Winemine(Program):
    """Any board, in one size of cells."""

    name = "winemine"

    def looks(self) -> list[Look]:
        """The usual levels, and crowded ones."""
        levels = LEVELS | {"crowded": (12, 12, 50), "packed": (12, 12, 75)}
        return [Look(self.name, version("wine"), level, "16", *size) for level, size in levels.items()]

    @contextmanager
    def opened(self, look: Look, desk: Desk, home: Path, luck: random.Random) -> Iterator[Window]:
        """Set the size and whether there are question marks, and start it."""
        environment = isolated(desk.display, home)
        marks = luck.random() < 0.5
        try:
            write_winemine_settings((look.cols, look.rows, look.count), environment, home)
            if marks:
                self._switch_marks_on(home, environment)
            with running_command(command("winemine", (look.cols, look.rows, look.count)), desk.display, environment):
                outer = place_anywhere(desk, luck)
                grid = Grid.even((outer[0] + 5, outer[1] + 52), 16, look.cols, look.rows)
                window = WinemineWindow(desk, look, grid, outer)
                window.habits = Habits(cycle="#F?" if marks else "#F", chord_button=MIDDLE)
                yield window
        finally:
            subprocess.run(["wineserver", "-k"], env=environment, check=False, capture_output=True)

    def _switch_marks_on(self, home: Path, environment: Mapping[str, str]) -> None:
        file = home / "marks.reg"
        file.write_text(_MARKS_ON)
        subprocess.run(["wine", "regedit", "/S", str(file)], env=environment, check=True, capture_output=True)
