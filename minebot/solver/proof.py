"""Proofs: why a cell is certain, in the words of the rule that found it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from minebot.board import WRONG_FLAG, Board
from minebot.geometry import Cell


class Reason(Protocol):
    """What a rule saw when it decided a cell, as flat indices; it costs nothing until somebody wants to read it."""

    @property
    def rule(self) -> str:
        """The name of the rule, as its source has it: `pairs, strategy 6`."""
        ...

    @property
    def numbers(self) -> tuple[int, ...]:
        """The cells whose numbers it looked at; none where it was the mine total alone."""
        ...

    def say(self, board: Board) -> str:
        """The proof in a sentence, without the name of the rule."""
        ...


@dataclass(frozen=True, slots=True)
class Proof:
    """Why a cell is certain: the rule, its reason in a sentence, and the cells whose numbers it used."""

    rule: str
    why: str
    numbers: tuple[Cell, ...]

    def __str__(self) -> str:
        return f"{self.rule}: {self.why}"


class Proofs(Mapping[Cell, Proof]):
    """The proofs of a solver, by cell; each is put into words when it is asked for."""

    def __init__(self, board: Board, reasons: Mapping[int, Reason]) -> None:
        self._board = board
        self._reasons = reasons

    def __getitem__(self, cell: Cell) -> Proof:
        reason = self._reasons[self._board.index(cell)]
        return Proof(reason.rule, reason.say(self._board), tuple(map(self._board.place, reason.numbers)))

    def __iter__(self) -> Iterator[Cell]:
        return map(self._board.place, sorted(self._reasons))

    def __len__(self) -> int:
        return len(self._reasons)


def places(board: Board, cells: Iterable[int], most: int = 6) -> str:
    """Cells as a sentence names them: `(0, 1), (2, 1) and (3, 4)`; of many the first ones, and how many there are."""
    found = sorted(cells)
    if len(found) > most:
        return f"{', '.join(str(board.place(cell)) for cell in found[:most])} and {len(found) - most} more"
    *before, last = [str(board.place(cell)) for cell in found] or ["nowhere"]
    return f"{', '.join(before)} and {last}" if before else last


def number_at(board: Board, number: int | None) -> str:
    """A number as a sentence names it: `the 2 at (3, 4)`; without one, `the mine total of 10`."""
    if number is None:
        return f"the mine total of {board.mines}"
    shown = board.cells[number]
    return f"the {'wrong flag' if shown == WRONG_FLAG else shown} at {board.place(number)}"


def mines(count: int) -> str:
    """How many mines, as a sentence says it: `no mine`, `1 mine`, `2 mines`."""
    return f"{count or 'no'} mine{'s' * (count > 1)}"
