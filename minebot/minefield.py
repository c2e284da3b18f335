"""The hidden truth: where the mines lie, and whole sets of such boards, drawn by a seed or read from a file.

A board-set file starts with `width height mines start_x start_y rule`; each line after it is one board: the indices
(y * width + x) of its mines. The rule says what the first move, on the start cell, meets:

- `safe`: no mine
- `open`: no mine on the cell or around it
- `any`: whatever is there
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Literal, Protocol, get_args

import numpy as np
from numpy.typing import NDArray

from minebot.board import MAX_CELLS, MINE
from minebot.errors import NotationError
from minebot.geometry import Cell
from minebot.topology import Adjacency, adjacency

Rule = Literal["safe", "open", "any"]
RULES: tuple[Rule, ...] = get_args(Rule)


@dataclass(frozen=True)
class Minefield:
    """The mines of one board, as flat indices."""

    width: int
    height: int
    mines: frozenset[int]
    topology: str = "square"

    def __post_init__(self) -> None:
        if outside := [cell for cell in self.mines if not 0 <= cell < self.width * self.height]:
            raise NotationError(f"the mine {outside[0]} is not on a board of {self.width}x{self.height}")

    @property
    def neighbours(self) -> Adjacency:
        """For each cell, the indices of its neighbours."""
        return adjacency(self.topology, self.width, self.height)

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """What each cell shows when it is opened: MINE, or how many mines are around it."""
        counts = [0] * (self.width * self.height)
        for mine in self.mines:
            for cell in self.neighbours[mine]:
                counts[cell] += 1
        return tuple(MINE if cell in self.mines else count for cell, count in enumerate(counts))

    @cached_property
    def openings(self) -> tuple[frozenset[int], ...]:
        """The openings: connected zeros, each with the numbers on its rim, in the order of their lowest zeros."""
        found: list[frozenset[int]] = []
        seen: set[int] = set()
        for cell, number in enumerate(self.numbers):
            if number == 0 and cell not in seen:
                found.append(frozenset(self.opened_by(cell)))
                seen |= found[-1]
        return tuple(found)

    def opened_by(self, cell: int) -> set[int]:
        """The cells that a click on a cell opens: itself, and from a zero everything around it, on and on."""
        opened, ahead = {cell}, [cell]
        while ahead:
            here = ahead.pop()
            if self.numbers[here] == 0:
                fresh = set(self.neighbours[here]) - opened
                opened |= fresh
                ahead.extend(fresh)
        return opened

    @property
    def three_bv(self) -> int:
        """3BV: the least number of clicks that wins without flags; openings, and numbers in no opening."""
        inside = frozenset().union(*self.openings)
        return len(self.openings) + sum(n > 0 and cell not in inside for cell, n in enumerate(self.numbers))

    def obeys(self, rule: Rule, start: int) -> bool:
        """Whether a first move on the cell `start` meets what the rule promises."""
        return not self.mines & _kept_free(rule, start, self.neighbours)


class Boards(Protocol):
    """Boards by index, all of one size and with one start cell."""

    @property
    def width(self) -> int:
        """Cells in a row."""
        ...

    @property
    def height(self) -> int:
        """Rows."""
        ...

    @property
    def mines(self) -> int:
        """The mines of each board."""
        ...

    @property
    def start(self) -> Cell:
        """The cell of the first move."""
        ...

    @property
    def topology(self) -> str:
        """Who neighbours whom, as `minebot.topology` names it."""
        ...

    def __getitem__(self, index: int) -> Minefield: ...

    def laid(self, index: int) -> NDArray[np.int64]:
        """The indices of a board's mines, in any order."""
        ...


@dataclass(frozen=True, slots=True)
class RandomBoards:
    """Endlessly many random boards; board `index` depends on the seed and the index alone, not on those before it."""

    width: int
    height: int
    mines: int
    rule: Rule = "safe"
    seed: int = 0
    start: Cell = (0, 0)
    topology: str = "square"

    def __post_init__(self) -> None:
        cells = self.width * self.height
        if self.width < 1 or self.height < 1 or cells > MAX_CELLS:
            raise NotationError(f"a board of {self.width}x{self.height} is no game")
        free = _kept_free(self.rule, self._start, adjacency(self.topology, self.width, self.height))
        if not 0 <= self.mines <= cells - len(free):
            kept = f" with {len(free)} kept free for the first move" if free else ""
            raise NotationError(f"{self.mines} mines do not fit on a board of {self.width}x{self.height}{kept}")

    @property
    def _start(self) -> int:
        return self.start[1] * self.width + self.start[0]

    def __getitem__(self, index: int) -> Minefield:
        return Minefield(self.width, self.height, frozenset(self.laid(index).tolist()), self.topology)

    def laid(self, index: int) -> NDArray[np.int64]:
        """The mines lie where the smallest of the random numbers fell, one number a cell: no order among cells.

        Raw Philox output is the same on every platform and in every version of numpy.
        """
        cells = _cells_for_mines(self.topology, (self.width, self.height), self.rule, self._start)
        draws = np.random.Philox(key=self.seed, counter=index << 192).random_raw(len(cells))
        return cells[np.argsort(draws, kind="stable")[: self.mines]]


def _kept_free(rule: Rule, start: int, neighbours: Adjacency) -> frozenset[int]:
    if rule == "any":
        return frozenset()
    return frozenset([start, *neighbours[start]]) if rule == "open" else frozenset([start])


@cache
def _cells_for_mines(topology: str, size: tuple[int, int], rule: Rule, start: int) -> NDArray[np.int64]:
    """The cells that may hold a mine, on a board of so many columns and rows."""
    neighbours = adjacency(topology, *size)
    free = _kept_free(rule, start, neighbours)
    return np.array([cell for cell in range(len(neighbours)) if cell not in free], np.int64)


@dataclass(frozen=True, slots=True)
class BoardSet:
    """The boards of a file, in its order, or some of them: `first` is the index of the first of `fields`."""

    width: int
    height: int
    mines: int
    start: Cell
    rule: Rule
    fields: tuple[Minefield, ...]
    first: int = 0

    def __len__(self) -> int:
        return len(self.fields)

    def __iter__(self) -> Iterator[Minefield]:
        return iter(self.fields)

    @property
    def topology(self) -> str:
        """The usual one: a file of boards knows no other."""
        return "square"

    def __getitem__(self, index: int) -> Minefield:
        return self.fields[index - self.first]

    def laid(self, index: int) -> NDArray[np.int64]:
        """The indices of a board's mines."""
        return np.array(sorted(self[index].mines), np.int64)

    def __str__(self) -> str:
        header = f"{self.width} {self.height} {self.mines} {self.start[0]} {self.start[1]} {self.rule}"
        return "\n".join([header, *(" ".join(map(str, sorted(field.mines))) for field in self.fields)])

    @classmethod
    def parse(cls, text: str) -> "BoardSet":
        """The boards that `str` wrote; NotationError, with the line, for boards that break the header's promises."""
        lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
        if not lines:
            raise NotationError("this board set is empty; its first line is 'width height mines start_x start_y rule'")
        empty = _header(*lines[0])
        if not lines[1:] and empty.mines:
            raise NotationError("this board set holds a header and no boards")
        fields = tuple(_field(empty, number, line) for number, line in lines[1:])
        return cls(empty.width, empty.height, empty.mines, empty.start, empty.rule, fields)


def _header(line: int, text: str) -> BoardSet:
    """A set without boards, from the first line."""
    words = text.split()
    if len(words) != 6 or not all(word.isdecimal() for word in words[:5]) or words[5] not in RULES:
        raise NotationError(
            f"a board set starts with 'width height mines start_x start_y rule', a rule of {', '.join(RULES)}",
            line=line,
        )
    width, height, mines, x, y = map(int, words[:5])
    if not 0 < width * height <= MAX_CELLS or mines > width * height or x >= width or y >= height:
        raise NotationError(f"{mines} mines and a start at ({x}, {y}) do not fit on {width}x{height}", line=line)
    return BoardSet(width, height, mines, (x, y), words[5], ())


def _field(among: BoardSet, line: int, text: str) -> Minefield:
    """One line of a board set."""
    mines = list(_indices(among, line, text))
    if len(mines) != among.mines or len(set(mines)) != among.mines:
        raise NotationError(f"this board has {len(set(mines))} different mines, not {among.mines}", line=line)
    field = Minefield(among.width, among.height, frozenset(mines))
    x, y = among.start
    if not field.obeys(among.rule, y * among.width + x):
        raise NotationError(f"this board breaks the rule {among.rule!r} at the start cell ({x}, {y})", line=line)
    return field


def _indices(among: BoardSet, line: int, text: str) -> Iterable[int]:
    for word in text.split():
        if not word.isdecimal() or int(word) >= among.width * among.height:
            raise NotationError(f"{word!r} is no cell of a board of {among.width}x{among.height}", line=line)
        yield int(word)
