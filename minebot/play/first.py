"""The rule for the first click of a game, learned from the games of a program: what came of the first cell."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from minebot.board import EXPLODED, MINE, Board
from minebot.geometry import Cell

First = Literal["begun", "zero", "number", "mine"]
"""A game was partly open at its start, or its first cell was a zero, another number, or a mine."""

_DOUBT = 0.05  # chance of having seen no more by luck, below which a rule is sure
_CORNER = 3  # neighbours of a corner, where games begin: the fewest, so that a zero is likeliest there


def first_of(before: Board, cell: Cell, after: Board) -> First:
    """What the first move of a game shows, by the board before and after it."""
    if any(code >= 0 for code in before.cells):
        return "begun"
    if after[cell] in (EXPLODED, MINE):
        return "mine"
    return "zero" if after[cell] == 0 else "number"


@dataclass(frozen=True, slots=True)
class FirstClicks:
    """How often each was seen; `density` is the share of mines on the board."""

    begun: int
    zero: int
    number: int
    mine: int
    density: float

    @classmethod
    def of(cls, firsts: Iterable[First], density: float) -> "FirstClicks":
        """The tally of games."""
        seen = list(firsts)
        return cls(seen.count("begun"), seen.count("zero"), seen.count("number"), seen.count("mine"), density)

    @property
    def rule(self) -> str | None:
        """The strictest rule that fits: begun, open (a zero), safe (no mine), any; None where no game was played."""
        if self.mine:
            return "any"
        if self.number:
            return "safe"
        return "open" if self.zero else "begun" if self.begun else None

    @property
    def sure(self) -> bool:
        """Whether a wider rule would have shown itself by now, but for a chance of one in twenty."""
        games = self.zero + self.number
        if self.rule == "open":
            return (1 - self.density) ** (_CORNER * games) < _DOUBT
        return self.rule != "safe" or (1 - self.density) ** games < _DOUBT

    def __str__(self) -> str:
        counts = ", ".join(f"{name} {count}" for name, count in self.document().items() if type(count) is int and count)
        return f"first click: {self.rule}{'' if self.sure else ', as far as so few games tell'} ({counts})"

    def document(self) -> dict[str, object]:
        """The rule and the counts, for JSON."""
        counts = {"begun": self.begun, "zero": self.zero, "number": self.number, "mine": self.mine}
        return {"rule": self.rule, "sure": self.sure, **counts}
