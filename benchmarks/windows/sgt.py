"""sgt-mines: the mines are its game ID, the tile size a variable of its environment."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import shared  # noqa: F401 - makes the modules of fixtures importable, so it comes first
from dealing import crowd, deal
from desk import MIDDLE, Desk
from layouts import Mines, game_id
from programs import isolated, running_command
from rules import Game, Habits
from window import LEVELS, Grid, Look, Program, Window, at_rest, client, version

_MENU = 25  # height of the menu bar, pixels
_TILES = (13, 16, 20, 25, 31, 40)


class SgtWindow(Window):
    """One layout, which it was started with; the next game on it begins when all moves are taken back."""

    truth = "mines dealt by the game ID, our own clicks replayed"
    habits = Habits(loss="exploded", flood="#", chord_button=MIDDLE)
    settle_end = 0.35  # its flash changes the picture every 0.13 s
    mines: Mines
    begun = False

    def new_game(self, luck: random.Random) -> Game:  # noqa: ARG002 - its luck was used up before
        """The board before the first move."""
        if self.begun:
            self.desk.move(self.outer[0] + 8, self.outer[1] + _MENU + 8)
            for _ in range(3 * self.look.cols * self.look.rows):
                self.desk.key("u")
        self.begun = True
        return Game(self.look.cols, self.look.rows, self.mines, self.habits)


class Sgt(Program):
    """Any board, at any tile size."""

    name = "sgt"

    def looks(self) -> list[Look]:
        """Every level at every tile size that fits the screen."""
        package = version("sgt-puzzles")
        sizes = LEVELS | {"wide": (12, 10, 30)}
        return [
            Look(self.name, package, level, f"{tile}", *size)
            for level, size in sizes.items()
            for tile in _TILES
            if size[0] * tile < 1300
        ]

    @contextmanager
    def opened(self, look: Look, desk: Desk, home: Path, luck: random.Random) -> Iterator[Window]:
        """Start it with mines that we deal."""
        mines = deal(look.cols, look.rows, crowd(look.cols, look.rows, look.count, luck), luck)
        environment = isolated(desk.display, home) | {"MINES_TILESIZE": look.scale}
        arguments = ["/usr/games/sgt-mines", game_id(look.cols, look.rows, mines)]
        with running_command(arguments, desk.display, environment):
            key, (_, _, width, height) = client(desk.display)
            desk.place(key, luck.randint(0, 1900 - width), luck.randint(0, 1060 - height))
            _, outer = at_rest(desk)
            tile = int(look.scale)
            edge = tile * 3 // 2
            grid = Grid.even((outer[0] + edge, outer[1] + _MENU + edge), tile, look.cols, look.rows)
            window = SgtWindow(desk, look, grid, outer)
            window.mines = mines
            yield window
