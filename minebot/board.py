"""Board: what a player sees, and its text form.

One character a cell, one line a row (`;` also ends a row), header lines `key: value` before it:

    mines: 10
    1F.
    ##1

`#` covered, `.` open with no mine around, `1`-`8` open (`a`-`r` stand for 9 to 26, which triangles and cubes reach),
`F` flag, `?` question mark, `*` mine shown, `X` the mine that exploded, `W` flag that was wrong.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from minebot.errors import NotationError
from minebot.geometry import Cell
from minebot.topology import Adjacency, adjacency

COVERED, FLAG, QUESTION, MINE, EXPLODED, WRONG_FLAG = -1, -2, -3, -4, -5, -6
"""What a cell shows, where it is no number; an open cell is its number, from 0."""

UNOPENED = (COVERED, FLAG, QUESTION, WRONG_FLAG)
"""What a cell shows that may yet be opened, or was at the end of the game."""

SHOWN_MINES = (MINE, EXPLODED)
"""What a cell shows that is known to be a mine."""

SYMBOLS = ".12345678abcdefghijklmnopqr"
_CHARACTER = dict(enumerate(SYMBOLS)) | dict(
    zip((COVERED, FLAG, QUESTION, MINE, EXPLODED, WRONG_FLAG), "#F?*XW", strict=True)
)
_CODE = {character: code for code, character in _CHARACTER.items()} | {"0": 0}

LEVELS = {"beginner": (9, 9, 10), "intermediate": (16, 16, 40), "expert": (30, 16, 99)}
"""Width, height and mines of the usual levels."""

STANDARD_MINES = {(8, 8): 10, (16, 30): 99} | {(width, height): mines for width, height, mines in LEVELS.values()}
"""How many mines the boards of the usual levels hold, by width and height; an older beginner's and a turned one too."""

USUAL_SIZES = {*STANDARD_MINES, (10, 8), (18, 14), (24, 20)}
"""The width and height of boards that most people play: of these levels, and of Google's."""

MAX_CELLS = 1_000_000
"""A board larger than this is a mistake, not a game."""

State = Literal["playing", "won", "lost"]


@dataclass(frozen=True, slots=True)
class Board:
    """What a player sees: a code a cell, row by row; the number of mines where it is known; the topology.

    `headers` keeps header lines that mean nothing to the solver (`theme: sgt`), so that the text form round-trips.
    """

    width: int
    height: int
    cells: tuple[int, ...]
    mines: int | None = None
    topology: str = "square"
    headers: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        if len(self.cells) != self.width * self.height:
            raise NotationError(f"{len(self.cells)} cells do not make a board of {self.width}x{self.height}")
        if self.mines is not None and not 0 <= self.mines <= len(self.cells):
            raise NotationError(f"{self.mines} mines do not fit on {len(self.cells)} cells")

    def __getitem__(self, cell: Cell) -> int:
        x, y = cell
        if not (0 <= x < self.width and 0 <= y < self.height):
            raise IndexError(f"the cell {cell} is not on a board of {self.width}x{self.height}")
        return self.cells[y * self.width + x]

    def __str__(self) -> str:
        lines = [] if self.mines is None else [f"mines: {self.mines}"]
        if self.topology != "square":
            lines.append(f"topology: {self.topology}")
        lines.extend(f"{key}: {value}" for key, value in self.headers)
        return "\n".join([*lines, *self.rows])

    @property
    def rows(self) -> list[str]:
        """The rows as text, without the header."""
        text = "".join(_CHARACTER[code] for code in self.cells)
        return [text[start : start + self.width] for start in range(0, len(text), self.width)]

    @property
    def neighbours(self) -> Adjacency:
        """For each cell, the indices of its neighbours."""
        return adjacency(self.topology, self.width, self.height)

    @property
    def state(self) -> State:
        """Lost when a mine exploded or a flag turned out wrong; won when only mines are left covered; else playing.

        Where the number of mines is not known, a board is won when every cell that is not open is flagged or shown
        as a mine.
        """
        counts = Counter(self.cells)
        if counts[EXPLODED] or counts[WRONG_FLAG]:
            return "lost"
        plain = counts[COVERED] + counts[QUESTION]
        left = 0 if self.mines is None else self.mines - counts[FLAG] - counts[MINE]
        won = plain == left
        if won:
            return "won"
        return "lost" if counts[MINE] else "playing"

    def with_mines(self, mines: int | None) -> "Board":
        """The same board, with another number of mines."""
        return replace(self, mines=mines)

    def place(self, index: int) -> Cell:
        """The (x, y) of a flat index."""
        return index % self.width, index // self.width

    def index(self, cell: Cell) -> int:
        """The flat index of (x, y)."""
        return cell[1] * self.width + cell[0]

    @classmethod
    def covered(cls, width: int, height: int, mines: int | None = None, topology: str = "square") -> "Board":
        """A board on which nothing has been opened."""
        return cls(width, height, (COVERED,) * (width * height), mines, topology)

    @classmethod
    def parse(cls, text: str, mines: int | None = None) -> "Board":
        """The board that a text shows; `mines` stands above a header line of that name.

        Raises NotationError, with line and column, for ragged rows, unknown characters, numbers that no cell at that
        place can show, and more flags than mines.
        """
        headers, rows = _split(text)
        cells = tuple(code for line, row in rows for code in _codes(line, row))
        if not rows:
            raise NotationError("there is no board in this text; a row of it reads like '#1.#'")
        known = {key: value for _, key, value in headers}
        total = mines if mines is not None else _count(headers)
        extra = tuple((key, value) for _, key, value in headers if key not in ("mines", "topology"))
        board = cls(_width(rows), len(rows), cells, total, known.get("topology", "square"), extra)
        _check_numbers(board, [line for line, _ in rows])
        _check_flags(board)
        return board


def _split(text: str) -> tuple[list[tuple[int, str, str]], list[tuple[int, str]]]:
    """Header lines as (line, key, value) and rows as (line, row)."""
    headers: list[tuple[int, str, str]] = []
    rows: list[tuple[int, str]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        key, colon, value = line.partition(":")
        if colon and not rows:
            headers.append((number, key.strip(), value.strip()))
        else:
            rows.extend((number, row.strip()) for row in line.split(";") if row.strip())
    if sum(len(row) for _, row in rows) > MAX_CELLS:
        raise NotationError(f"a board of more than {MAX_CELLS} cells is no game")
    return headers, rows


def _codes(line: int, row: str) -> Iterator[int]:
    for column, character in enumerate(row, start=1):
        if character not in _CODE:
            raise NotationError(
                f"{character!r} means nothing on a board; use # covered, . or 1-8 open, F flag, ? question mark, "
                "* mine, X exploded, W wrong flag",
                line=line,
                column=column,
            )
        yield _CODE[character]


def _width(rows: Sequence[tuple[int, str]]) -> int:
    width = len(rows[0][1])
    for line, row in rows:
        if len(row) != width:
            raise NotationError(f"this row has {len(row)} cells and the first has {width}", line=line)
    return width


def _count(headers: Sequence[tuple[int, str, str]]) -> int | None:
    for line, key, value in headers:
        if key == "mines":
            if not value.isdecimal():
                raise NotationError(f"'mines: {value}' is no number of mines", line=line)
            return int(value)
    return None


def _check_numbers(board: Board, lines: Sequence[int]) -> None:
    for index, code in enumerate(board.cells):
        around = len(board.neighbours[index])
        if code > around:
            x, y = board.place(index)
            raise NotationError(f"the {code} at ({x}, {y}) has only {around} neighbours", line=lines[y], column=x + 1)


def _check_flags(board: Board) -> None:
    flags = board.cells.count(FLAG)
    if board.mines is not None and flags > board.mines:
        raise NotationError(f"{flags} flags are on the board, and only {board.mines} mines")
