"""How a solver shall think: what it may ask of the one who asks it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from minebot.board import Board
from minebot.solver.advice import Advice


def _go_on() -> None:
    """There is no hurry."""


@dataclass(frozen=True, slots=True)
class Thinking:
    """The seed of a solver's draws, and whom it asks whether to go on.

    A solver that searches calls `go_on` at least every few thousand steps; what that raises (OutOfTime, say) ends the
    search, and nothing of it is kept that would make a later answer another one.
    """

    seed: int = 0
    go_on: Callable[[], None] = _go_on


AT_LEISURE = Thinking()
"""Seed 0, and as long as it takes."""


class Solver(Protocol):
    """Answers a board in play; the same board and seed get the same advice.

    Raises InconsistentBoard where the solver sees that no arrangement fits, and whatever `thinking.go_on` raises.
    """

    def __call__(self, board: Board, thinking: Thinking = AT_LEISURE) -> Advice:
        """What is certain on the board, and the move to make."""
        ...
