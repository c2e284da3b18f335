"""How a solver shall think: what it may ask of the one who asks it."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from minebot.board import Board
from minebot.solver.advice import Advice


class Effort(StrEnum):
    """How hard a solver thinks that can think more or less hard."""

    FAST = "fast"
    NORMAL = "normal"
    MAX = "max"


def _go_on() -> None:
    """There is no hurry."""


@dataclass(frozen=True, slots=True)
class Thinking:
    """The seed of a solver's draws, whom it asks whether to go on, how hard it thinks, and how much time is left.

    A solver that searches calls `go_on` at least every few thousand steps; what that raises (OutOfTime, say) ends the
    search, and nothing of it is kept that would make a later answer another one. Where there is a `left`, which tells
    what share of the time is left, a solver that would think longer answers with what it has when that is 0.
    """

    seed: int = 0
    go_on: Callable[[], None] = _go_on
    effort: Effort = Effort.NORMAL
    left: Callable[[], float] | None = None

    def is_over(self, share: float = 1.0) -> bool:
        """Whether that share of the time is over, where there is one."""
        return self.left is not None and self.left() <= 1.0 - share


AT_LEISURE = Thinking()
"""Seed 0, and as long as it takes."""


class Solver(Protocol):
    """Answers a board in play; the same board and seed get the same advice.

    Raises InconsistentBoard where the solver sees that no arrangement fits, and whatever `thinking.go_on` raises.
    """

    def __call__(self, board: Board, thinking: Thinking = AT_LEISURE) -> Advice:
        """What is certain on the board, and the move to make."""
        ...
