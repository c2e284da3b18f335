"""Play games in a window whose mines we know, and keep a picture of every step with what it must show."""

import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import shared  # noqa: F401 - makes the modules of fixtures importable, so it comes first
from desk import LEFT, RIGHT, Desk, Picture
from layouts import Cell
from store import Store
from window import Window, client

_FRAMES = 60  # settled frames that a game is meant to give
_PATIENCE = 6  # seconds after which a window that does not show what we did is given up
_NEARLY = 2  # levels by which a pixel may differ that a program drew twice: sgt's smoothed edges do
_MARGIN = 30  # pixels around the window that may be in the picture
_UNSETTLED, _WHOLE, _HOVER = 0.14, 0.03, 0.06  # shares of the steps


class OutOfStepError(RuntimeError):
    """The window does not change where the game that we play beside it did."""


def describe(window: Window, corner: tuple[int, int]) -> dict[str, Any]:
    """What the index says of the window in a picture that begins at that place on the screen."""
    names = ("program", "version", "theme", "level", "scale", "lattice")
    said = {name: getattr(window.look, name) for name in names}
    x, y, width, height = window.outer
    place = [x - corner[0], y - corner[1], width, height]
    return said | {"sitting": window.sitting, "window": place, "truth": window.truth}


def alike(one: Picture, other: Picture) -> bool:
    """Whether two pictures of a size show the same, but for what smoothing leaves."""
    return int(np.abs(one.astype(int) - other).max(initial=0)) <= _NEARLY


class Sitting:
    """Games in one window."""

    def __init__(self, desk: Desk, window: Window, store: Store, luck: random.Random) -> None:
        self._desk, self._window, self._store, self._luck = desk, window, store, luck
        x, y, width, height = window.outer
        left, top = max(0, x - _MARGIN), max(0, y - _MARGIN)
        self._view = left, top, min(1920, x + width + _MARGIN) - left, min(1080, y + height + _MARGIN) - top
        self._last: Picture = np.zeros((0, 0, 3), np.uint8)
        self._fresh: dict[Cell, Picture] = {}
        self._shown = ""

    def play(self) -> None:
        """One game from the fresh board to its end."""
        self._game = self._window.new_game(self._luck)
        self._begin()
        game, luck = self._game, self._luck
        stop = luck.choice((0.3, 0.6, 0.85, 1.0, 1.0))
        self._first()
        free = game.cols * game.rows - len(game.mines)
        batch = max(1, free // _FRAMES)
        while game.state == "playing" and len(game.opened) < stop * free:
            for _ in range(luck.randint(1, 2 * batch - 1)):
                if game.state == "playing":
                    self._step(quiet=True)
            if game.state == "playing":
                self._step(quiet=False)
            self._keep_settled()
        if game.state != "playing":
            self._keep_end()
        elif stop < 1:
            self._lose()
        else:
            self._win()

    def _begin(self) -> None:
        self._pause()
        if (place := client(self._desk.display)[1]) != self._window.outer:
            raise OutOfStepError(f"{self._window.look}: the window is at {place} instead of {self._window.outer}")
        end = time.monotonic() + _PATIENCE
        self._last, self._shown = self._quiet(self._window.settle_end), self._game.text()
        while not self._is_fresh() and time.monotonic() < end:
            self._last = self._quiet(self._window.settle_end)
        if not self._is_fresh():
            raise OutOfStepError(f"{self._window.look}: no fresh board")
        self._keep(self._last, "settled")

    def _is_fresh(self) -> bool:
        """Whether the covered cells look as in the first game in this window."""
        covered = {cell: self._window.grid.inside(cell, self._view) for cell in self._game.covered()}
        fresh = {cell: self._last[part] for cell, part in covered.items()}
        same = all(alike(fresh[cell], self._fresh[cell]) for cell in fresh.keys() & self._fresh.keys())
        if same:
            self._fresh = {cell: part.copy() for cell, part in fresh.items()} | self._fresh
        return same

    def _first(self) -> None:
        """Open a first cell: a zero, if there is one."""
        safe = [cell for cell in self._game.covered() if cell not in self._game.mines]
        if safe and not self._game.opened:
            zeros = [cell for cell in safe if self._game.number(cell) == 0]
            first = self._luck.choice(zeros or safe)
            self._window.before_first(self._game, first)
            self._open(first, quiet=True)
            self._keep_settled()

    def _step(self, *, quiet: bool) -> None:
        """One move of a player who makes few mistakes."""
        game, luck = self._game, self._luck
        safe = [cell for cell in game.covered() if cell not in game.mines]
        kind = luck.choices(("open", "mark", "wrong", "clear", "chord"), (66, 20, 4, 6, 8))[0]
        if kind == "chord" and game.habits.chord_button and (numbers := game.chordable()):
            self._chord(luck.choice(numbers), quiet=quiet)
        elif kind == "mark" and (mines := [cell for cell in game.covered() if cell in game.mines]):
            self._mark(luck.choice(self._beside_open(mines)))
        elif kind == "wrong" and len(safe) > 1:
            self._mark(luck.choice(safe))
        elif kind == "clear" and (marked := game.covered("F?")):
            self._mark(luck.choice(marked))
        elif safe:
            self._open(luck.choice(safe), quiet=quiet)
        elif marked := [cell for cell in game.covered("F?") if cell not in game.mines]:
            self._mark(luck.choice(marked))

    def _beside_open(self, cells: list[Cell]) -> list[Cell]:
        near = [cell for cell in cells if not self._game.opened.isdisjoint(self._game.near(cell))]
        return near or cells

    def _lose(self) -> None:
        """Open a mine; question marks go first, since programs differ in what becomes of them."""
        for cell in self._game.covered("?"):
            self._unmark(cell)
        if not (mines := [cell for cell in self._game.covered() if cell in self._game.mines]):
            mines = [self._luck.choice(sorted(self._game.mines))]
            self._unmark(mines[0])
        safe = [cell for cell in self._game.covered() if cell not in self._game.mines]
        if not self._game.habits.few:
            for cell in self._luck.sample(safe, min(len(safe), self._luck.randint(0, 4))):
                self._mark(cell)
        self._keep_settled()
        self._open(self._luck.choice(self._beside_open(mines)), quiet=False)
        self._keep_end()

    def _win(self) -> None:
        """Take wrong marks back, open what is left, and flag the mines where that is what ends the game."""
        game = self._game
        for cell in game.covered("F?"):
            if cell not in game.mines or game.mark_of(cell) == "?":
                self._unmark(cell)
        for cell in game.covered():
            if cell not in game.mines and cell not in game.opened and game.state == "playing":
                self._open(cell, quiet=self._luck.random() < 0.6)
        if game.habits.must_flag and game.state == "playing":
            self._keep_settled()
            for cell in [cell for cell in game.covered() if cell in game.mines]:
                self._mark(cell)
        self._keep_end()

    def _unmark(self, cell: Cell) -> None:
        while self._game.mark_of(cell) != "#":
            self._mark(cell)

    def _open(self, cell: Cell, *, quiet: bool) -> None:
        self._click(cell, LEFT, lambda: self._game.open(cell), quiet=quiet)

    def _chord(self, cell: Cell, *, quiet: bool) -> None:
        self._click(cell, self._game.habits.chord_button, lambda: self._game.chord(cell), quiet=quiet)

    def _mark(self, cell: Cell) -> None:
        self._click(cell, RIGHT, lambda: self._game.mark(cell), quiet=True)

    def _click(self, cell: Cell, button: int, rule: Callable[[], None], *, quiet: bool) -> None:
        """Click a cell, in the window and in the game beside it; sometimes with a picture of what lies between."""
        watched = not quiet and self._luck.random() < _UNSETTLED * 2
        before = self._shown  # earlier clicks of this step may not be painted yet
        rule()
        after = self._game.text() if watched else ""
        self._desk.press(*self._window.grid.middle(cell), button)
        time.sleep(self._window.hold)
        pressed = None
        if watched and self._luck.random() < 0.5:
            time.sleep(0.03)
            pressed = self._look()
        self._desk.release(button)
        moving = self._look() if watched else None
        time.sleep(self._window.hold)
        # saving takes long enough for some programs to see a long press, so it comes last
        for picture, kind in ((pressed, "pressed"), (moving, "moving")):
            if picture is not None:
                self._keep(picture, kind, before, after)

    def _keep_settled(self) -> None:
        """Keep the board once it shows all that was done and has come to rest."""
        if self._game.state != "playing":
            return
        if self._luck.random() < _HOVER:
            self._keep(self._in_step(self._window.settle), "hover", self._game.text(), self._game.text())
        self._pause()
        self._last = self._in_step(self._window.settle)
        self._shown = self._game.text()
        self._keep(self._last, "settled")

    def _keep_end(self) -> None:
        """Keep what follows the end of a game: every different picture of its first moments, then the board at rest."""
        before, after = self._shown, self._game.text()
        end, previous = time.monotonic() + self._window.ending, None
        while time.monotonic() < end:
            picture = self._look()
            if previous is None or not np.array_equal(picture, previous):
                self._keep(picture, "ending", before, after)
                previous = picture
            time.sleep(0.06)
        self._window.uncover(self._game.state)
        self._pause()
        self._last, self._shown = self._in_step(self._window.settle_end), after
        self._keep(self._last, "settled")

    def _pause(self) -> None:
        self._desk.move(*self._window.rest)

    def _look(self) -> Picture:
        """The window and a margin around it."""
        return self._desk.picture(*self._view)

    def _in_step(self, seconds: float) -> Picture:
        """The screen once every cell that we changed looks different from before, and then stays as it is."""
        changed = self._changed()
        end = time.monotonic() + _PATIENCE
        while time.monotonic() < end:
            picture = self._quiet(seconds)
            same = [cell for cell, part in changed.items() if np.array_equal(picture[part], self._last[part])]
            if not same:
                return picture
        raise OutOfStepError(f"{self._window.look}: of {len(changed)} cells, these did not change: {same[:5]}")

    def _changed(self) -> dict[Cell, tuple[slice, slice]]:
        """The inner parts of the cells that show something else than in the last settled picture."""
        rows = zip(self._shown.split("\n"), self._game.text().split("\n"), strict=True)
        return {
            (x, y): self._window.grid.inside((x, y), self._view)
            for y, (old, new) in enumerate(rows)
            for x, pair in enumerate(zip(old, new, strict=True))
            if pair[0] != pair[1]
        }

    def _quiet(self, seconds: float) -> Picture:
        """The window once it has not changed for so long."""
        picture, since, end = self._look(), time.monotonic(), time.monotonic() + _PATIENCE
        while time.monotonic() - since < seconds and time.monotonic() < end:
            time.sleep(seconds / 2)
            now = self._look()
            if not np.array_equal(now, picture):
                since = time.monotonic()
            picture = now
        return picture

    def _keep(self, seen: Picture, kind: str, before: str = "", after: str = "") -> None:
        """Save the window with some of its margin, or the whole screen if it still shows the same."""
        left, top, width, height = self._view
        if self._luck.random() < _WHOLE:
            screen = self._desk.picture()
            if np.array_equal(screen[top : top + height, left : left + width], seen):
                self._save(screen, (0, 0), kind, (before, after))
                return
        x, y, wide, high = self._window.outer
        x0, y0 = self._luck.randint(0, max(0, x - left)), self._luck.randint(0, max(0, y - top))
        x1 = self._luck.randint(min(x + wide - left, width), width)
        y1 = self._luck.randint(min(y + high - top, height), height)
        self._save(np.ascontiguousarray(seen[y0:y1, x0:x1]), (left + x0, top + y0), kind, (before, after))

    def _save(self, picture: Picture, corner: tuple[int, int], kind: str, texts: tuple[str, str]) -> None:
        x, y, width, height = self._window.grid.bbox
        about = describe(self._window, corner) | {
            "kind": kind,
            "settled": kind == "settled",
            "bbox": [round(x - corner[0], 1), round(y - corner[1], 1), round(width, 1), round(height, 1)],
            "columns": [round(left - corner[0], 1) for left in self._window.grid.columns],
            "lines": [round(top - corner[1], 1) for top in self._window.grid.lines],
            "cols": self._game.cols,
            "rows": self._game.rows,
            "state": self._game.state,
            "mines": len(self._game.mines),
            "board": texts[0] or self._game.text(),
            "whole": picture.shape[:2] == (1080, 1920),
        }
        if texts[1]:
            about["after"] = texts[1]
        self._store.save(picture, about)
