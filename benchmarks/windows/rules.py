"""The rules of Minesweeper on mines that we know: what a window must show after the clicks that we made.

Programs differ in a few habits (what a zero opens, what a lost game shows); `Habits` names them.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial

import shared  # noqa: F401 - makes the modules of fixtures importable, so it comes first
from layouts import Cell, Mines, around

Neighbours = Callable[[int, int], Iterable[Cell]]
COVERED, FLAG, QUESTION = "#F?"


@dataclass(frozen=True)
class Habits:
    """What a program does that others do otherwise.

    cycle: what the right button goes through. flood: the covered cells that a zero beside them opens. loss: what a lost
    game shows: all `mines`, the `exploded` one alone, or the whole board `open`. shown: the covered cells under which a
    loss shows a mine. win_flags: the covered cells that a win flags. must_flag: a game is won only with a flag on every
    mine. few: what a covered cell goes through instead once there are as many flags as mines.
    """

    cycle: str = "#F"
    flood: str = "#?"
    loss: str = "mines"
    shown: str = "#?"
    win_flags: str = "#?"
    must_flag: bool = False
    few: str = ""
    chord_button: int = 0


@dataclass
class Game:
    """One game on known mines."""

    cols: int
    rows: int
    mines: Mines
    habits: Habits
    neighbours: Neighbours | None = None
    opened: set[Cell] = field(default_factory=set)
    marks: dict[Cell, str] = field(default_factory=dict)
    exploded: set[Cell] = field(default_factory=set)
    numbers: dict[Cell, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.neighbours is None:
            self.neighbours = partial(around, width=self.cols, height=self.rows)
        self.lay(self.mines)

    def lay(self, mines: Mines) -> None:
        """Put the mines, for a game that has them only once its first cell is chosen."""
        self.mines = mines
        self.numbers.clear()
        for cell in mines:
            for other in self.near(cell):
                self.numbers[other] = self.numbers.get(other, 0) + 1

    def near(self, cell: Cell) -> list[Cell]:
        """The neighbours of a cell."""
        return list(self.neighbours(*cell))

    def number(self, cell: Cell) -> int:
        """How many mines are around a cell."""
        return self.numbers.get(cell, 0)

    def mark_of(self, cell: Cell) -> str:
        """What a covered cell shows."""
        return self.marks.get(cell, COVERED)

    @property
    def state(self) -> str:
        """Playing, won or lost."""
        if self.exploded:
            return "lost"
        if len(self.opened) < self.cols * self.rows - len(self.mines):
            return "playing"
        flagged = not self.habits.must_flag or all(self.mark_of(cell) == FLAG for cell in self.mines)
        return "won" if flagged else "playing"

    def covered(self, marks: str = "#") -> list[Cell]:
        """The covered cells that show one of these marks, row by row."""
        cells = ((x, y) for y in range(self.rows) for x in range(self.cols))
        return [cell for cell in cells if cell not in self.opened and self.mark_of(cell) in marks]

    def open(self, *cells: Cell) -> None:
        """Open cells, and what a zero among them opens; flagged ones stay."""
        waiting = [cell for cell in cells if cell not in self.opened and self.mark_of(cell) != FLAG]
        while waiting:
            cell = waiting.pop()
            if cell in self.mines:
                self.exploded.add(cell)
            elif cell not in self.opened:
                self.opened.add(cell)
                self.marks.pop(cell, None)
                if self.number(cell) == 0:
                    waiting += [other for other in self.near(cell) if self.mark_of(other) in self.habits.flood]

    def mark(self, cell: Cell) -> None:
        """Press the right button on a covered cell."""
        cycle = self.habits.cycle
        if self.habits.few and self.mark_of(cell) == COVERED and len(self.covered(FLAG)) >= len(self.mines):
            cycle = self.habits.few
        self.marks[cell] = cycle[(cycle.index(self.mark_of(cell)) + 1) % len(cycle)]

    def chordable(self) -> list[Cell]:
        """Numbers with as many flags around them, all right, and something left to open."""
        found = []
        for cell in self.opened:
            near = self.near(cell)
            flags = [other for other in near if self.mark_of(other) == FLAG]
            left = [other for other in near if other not in self.opened and self.mark_of(other) == COVERED]
            if flags and left and self.mines.issuperset(flags) and len(flags) == self.number(cell):
                found.append(cell)
        return sorted(found)

    def chord(self, cell: Cell) -> None:
        """Open what is around a number that has its flags."""
        self.open(*self.near(cell))

    def text(self) -> str:
        """What the window shows, a line a row."""
        state = self.state
        return "\n".join("".join(self._shown((x, y), state) for x in range(self.cols)) for y in range(self.rows))

    def _shown(self, cell: Cell, state: str) -> str:
        if cell in self.opened:
            return ".12345678"[self.number(cell)]
        if state == "lost":
            return self._lost(cell)
        mark = self.mark_of(cell)
        return FLAG if state == "won" and cell in self.mines and mark in self.habits.win_flags else mark

    def _lost(self, cell: Cell) -> str:
        mark = self.mark_of(cell)
        if self.habits.loss == "open":
            return self._laid_open(cell)
        if cell in self.exploded:
            return "X"
        if self.habits.loss == "exploded":
            return mark
        if mark == FLAG:
            return FLAG if cell in self.mines else "W"
        return "*" if cell in self.mines and mark in self.habits.shown else mark

    def _laid_open(self, cell: Cell) -> str:
        """A board that is shown whole: mines as mines, a wrong flag as nothing, which beside a mine is no zero."""
        if cell in self.mines:
            return "*"
        if self.mark_of(cell) == FLAG:
            return "W" if self.number(cell) else "."
        return ".12345678"[self.number(cell)]
