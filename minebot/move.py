"""Move: what the solver hands to the hand. Its text form round-trips: `open 3,4`, `flag 0,0`, `chord 7,2`."""

from dataclasses import dataclass
from enum import StrEnum

from minebot.errors import NotationError
from minebot.geometry import Cell


class Action(StrEnum):
    """What is done to a cell."""

    OPEN = "open"
    FLAG = "flag"
    CHORD = "chord"


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """Open, flag or chord the cell (x, y)."""

    action: Action
    x: int
    y: int

    @property
    def cell(self) -> Cell:
        """The cell (x, y)."""
        return self.x, self.y

    def __str__(self) -> str:
        return f"{self.action} {self.x},{self.y}"

    @classmethod
    def parse(cls, text: str) -> "Move":
        """The move that `str(move)` wrote; NotationError for anything else."""
        action, _, place = text.strip().partition(" ")
        x, _, y = place.partition(",")
        if action not in list(Action) or not x.isdecimal() or not y.isdecimal():
            raise NotationError(f"{text!r} is no move; a move reads like 'open 3,4'")
        return cls(Action(action), int(x), int(y))
