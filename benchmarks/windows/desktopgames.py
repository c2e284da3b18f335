"""gnome-mines and kmines, under openbox: both draw their mines at the first click, away from it."""

import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import numpy.typing as npt
import shared  # noqa: F401 - makes the modules of fixtures importable, so it comes first
from dealing import Dealer, deal
from desk import MIDDLE, Desk, Picture
from layouts import Mines
from programs import isolated, openbox, running_command
from rules import Game, Habits
from window import LEVELS, Grid, Look, Program, Rect, at_rest, clients, version
from x11games import DealtWindow

_GNOME_COVERED, _GNOME_DISABLED = (186, 189, 182), (250, 249, 248)
_KMINES_ABOVE, _KMINES_BELOW = 54, 30  # pixels of the menu and tool bar, and of the status bar


def _start_of(look: Look, luck: random.Random) -> tuple[int, int]:
    return luck.randrange(look.cols), luck.randrange(look.rows)


class GnomeWindow(DealtWindow):
    """gnome-mines draws a column and a row for each mine; a zero opens flagged cells as well."""

    settle = 0.2  # a cell under the pointer looks open for some 50 ms before it is
    settle_end = 0.4
    ending = 1.2
    hold = 0.04  # it gives the pointer free at each press: one that is handled late loses the next click
    button: tuple[int, int]

    def new_game(self, luck: random.Random) -> Game:
        """Press Start Over or Play Again, which are in one place, with new numbers at hand."""
        look = self.look
        mines = deal(look.cols, look.rows, look.count, luck, _start_of(look, luck))
        self.dealer.hand([number for cell in luck.sample(sorted(mines), len(mines)) for number in cell])
        self.restart(self.button, 0.5)
        return Game(look.cols, look.rows, mines, self.habits)

    def uncover(self, state: str) -> None:
        """Close the dialog that congratulates."""
        if state == "won":
            dismiss(self.desk)


def dismiss(desk: Desk, patience: float = 2.5) -> None:
    """Wait for a dialog and close it."""
    end = time.monotonic() + patience
    while len(clients(desk.display)) < 2 and time.monotonic() < end:
        time.sleep(0.1)
    while len(clients(desk.display)) > 1 and time.monotonic() < end + patience:
        time.sleep(0.2)
        desk.key("Escape")
        time.sleep(0.4)


class GnomeMines(Program):
    """Three levels, three themes, at any size of the window."""

    name = "gnome-mines"

    def looks(self) -> list[Look]:
        """Each level in each theme at three sizes of the window."""
        package = version("gnome-mines")
        levels = {"beginner": (8, 8, 10), "intermediate": (16, 16, 40), "expert": (30, 16, 99)}
        sizes = {
            "beginner": ("500x400", "700x560", "950x760"),
            "intermediate": ("600x480", "800x680", "1100x900"),
            "expert": ("900x560", "1300x800", "1700x950"),
        }
        return [
            Look(self.name, package, level, scale, *levels[level], theme)
            for level in levels
            for scale in sizes[level]
            for theme in ("default", "classic", "bgcolors")
        ]

    @contextmanager
    def opened(self, look: Look, desk: Desk, home: Path, luck: random.Random) -> Iterator[DealtWindow]:
        """Start it at the size of the look, and click the level on its first screen."""
        dealer = Dealer("/usr/games/gnome-mines", home)
        marks = luck.random() < 0.5
        environment = isolated(desk.display, home) | dealer.environment | {"GSETTINGS_BACKEND": "keyfile"}
        self._write_settings(look, home, marks=marks)
        arguments = ["dbus-run-session", "--", dealer.program]
        with openbox(desk.display, home), running_command(arguments, desk.display, environment):
            key, outer = at_rest(desk, "mines")
            desk.place(key, luck.randint(10, 1900 - outer[2]), luck.randint(10, 1060 - outer[3]))
            outer = at_rest(desk, "mines")[1]
            across, down = (-104 if look.level != "intermediate" else 104), (104 if look.level == "expert" else -104)
            desk.click(outer[0] + outer[2] // 2 + across, outer[1] + 47 + (outer[3] - 47) // 2 + down)
            outer = at_rest(desk, "mines")[1]
            desk.move(outer[0] + 20, outer[1] + 20)
            picture = desk.settled(*outer, quiet=0.4)
            window = GnomeWindow(desk, look, gnome_grid(picture, outer, look), outer)
            window.habits = Habits(
                cycle="#F?" if marks else "#F", flood="#?F", win_flags="#", few="#?" if marks else ""
            )
            rows = _runs((picture == _GNOME_DISABLED).all(2).sum(1) > 100)
            window.button = outer[2] - 98, sum(rows[0]) // 2
            window.dealer = dealer
            yield window

    def _write_settings(self, look: Look, home: Path, *, marks: bool) -> None:
        width, height = look.scale.split("x")
        mode = ("beginner", "intermediate", "expert").index(look.level)
        lines = [
            "[org/gnome/Mines]",
            f"mode={mode}",
            f"window-width={width}",
            f"window-height={height}",
            f"use-question-marks={str(marks).lower()}",
            "use-animations=false",
            f"theme='{look.theme}'",
        ]
        file = home / ".config" / "glib-2.0" / "settings" / "keyfile"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("\n".join([*lines, ""]))


def gnome_grid(picture: Picture, outer: Rect, look: Look) -> Grid:
    """The grid of a fresh board by the colour of its cells, which have a gap of 2 pixels on each side.

    Columns may differ by a pixel: GTK gives what is left over to the first ones.
    """
    covered = (picture == _GNOME_COVERED).all(2)
    across, down = (_runs(covered.sum(axis) > covered.sum(axis).max() // 2) for axis in (0, 1))
    if (len(across), len(down)) != (look.cols, look.rows):
        raise RuntimeError(f"gnome-mines shows {len(across)}x{len(down)} cells instead of {look.cols}x{look.rows}")
    columns, lines = ((*(first - 2 for first, _ in runs), runs[-1][1] + 2) for runs in (across, down))
    return Grid(tuple(x + outer[0] for x in columns), tuple(y + outer[1] for y in lines))


def _runs(there: npt.NDArray[np.bool_]) -> list[tuple[int, int]]:
    """First index of each run of true values, and the one behind its last."""
    edges = np.flatnonzero(np.diff(np.concatenate(([0], there.astype(np.int8), [0]))))
    return [(int(start), int(end)) for start, end in edges.reshape(-1, 2)]


class KminesWindow(DealtWindow):
    """kmines draws a seed, and then each mine as a word of 32 bits that it scales to the number of cells."""

    settle = 0.12
    settle_end = 0.4
    ending = 1.2
    hold = 0.01

    def new_game(self, luck: random.Random) -> Game:
        """Press New with new numbers at hand."""
        look = self.look
        mines = deal(look.cols, look.rows, look.count, luck, _start_of(look, luck))
        self.dealer.hand([0, *_words(mines, look, luck)])
        self.restart((25, 40), 0.4)
        if len(clients(self.desk.display)) > 1:  # it asks whether the game that is not over may go
            self.desk.key("Return")
            time.sleep(0.4)
        return Game(look.cols, look.rows, mines, self.habits)

    def uncover(self, state: str) -> None:
        """Close the high scores, and click the message away; it would fade by itself after 4 seconds."""
        if state == "won":
            dismiss(self.desk)
        x, y, width, height = self.outer
        middle = _KMINES_ABOVE + (height - _KMINES_ABOVE - _KMINES_BELOW) // 2
        self.desk.click(x + width // 2, y + middle)
        time.sleep(1.2)


def _words(mines: Mines, look: Look, luck: random.Random) -> list[int]:
    cells = look.cols * look.rows
    places = [y * look.cols + x for x, y in luck.sample(sorted(mines), len(mines))]
    return [-(-(place << 32) // cells) for place in places]


class Kmines(Program):
    """Boards of any size in four themes, at any size of the window."""

    name = "kmines"

    def looks(self) -> list[Look]:
        """Each level in each theme at three sizes of the window, and crowded boards."""
        package = version("kmines")
        sizes = {
            "beginner": ("480x420", "620x560", "900x800"),
            "intermediate": ("560x520", "800x760", "1050x980"),
            "expert": ("760x520", "1100x720", "1500x900"),
            "crowded": ("560x480", "820x700"),
        }
        levels = LEVELS | {"crowded": (14, 12, 55)}
        return [
            Look(self.name, package, level, scale, *levels[level], theme)
            for level in levels
            for scale in sizes[level]
            for theme in ("default", "classic", "green", "graveyard-mayhem")
        ]

    @contextmanager
    def opened(self, look: Look, desk: Desk, home: Path, luck: random.Random) -> Iterator[DealtWindow]:
        """Start it with a custom board, which has no high scores, and give it its size."""
        dealer = Dealer("/usr/games/kmines", home)
        marks = luck.random() < 0.5
        environment = isolated(desk.display, home) | dealer.environment | {"QT_QPA_PLATFORM": "xcb"}
        self._write_settings(look, home, marks=marks)
        arguments = ["dbus-run-session", "--", dealer.program]
        with openbox(desk.display, home), running_command(arguments, desk.display, environment):
            width, height = map(int, look.scale.split("x"))
            key, _ = at_rest(desk, "kmines")
            place = luck.randint(10, 1890 - width), luck.randint(30, 1040 - height)
            desk.place(key, *place, width=width, height=height)
            outer = at_rest(desk, "kmines")[1]
            if outer[2:] != (width, height):
                raise RuntimeError(f"kmines has not taken the size {look.scale}: {outer}")
            window = KminesWindow(desk, look, kmines_grid(outer, look), outer)
            window.habits = Habits(cycle="#F?" if marks else "#F", flood="#", chord_button=MIDDLE)
            window.dealer = dealer
            yield window

    def _write_settings(self, look: Look, home: Path, *, marks: bool) -> None:
        lines = [
            "[KgDifficulty]",
            "Level=Custom",
            "[KgTheme]",
            f"Theme=themes/{look.theme}.desktop",
            "[General]",
            f"question mark={str(marks).lower()}",
            "kmines_reset=false",
            "[Options]",
            f"custom width={look.cols}",
            f"custom height={look.rows}",
            f"custom mines={look.count}",
        ]
        file = home / ".config" / "kminesrc"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("\n".join([*lines, ""]))


def kmines_grid(outer: Rect, look: Look) -> Grid:
    """The grid in the middle of the view, with a frame as wide as a cell around it."""
    wide, high = outer[2], outer[3] - _KMINES_ABOVE - _KMINES_BELOW
    pitch = int(min(wide / (look.cols + 2), high / (look.rows + 2)))
    left, top = (wide - pitch * look.cols) / 2, (high - pitch * look.rows) / 2
    return Grid.even((outer[0] + left, outer[1] + _KMINES_ABOVE + top), pitch, look.cols, look.rows)
