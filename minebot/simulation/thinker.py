"""Whom a simulated player asks: its solver, and where a move takes that too long, the next simpler one."""

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

from minebot.board import Board
from minebot.errors import OutOfTime
from minebot.solver import SIMPLER, Advice, named, rung
from minebot.solver.thinking import AT_LEISURE, Thinking


@dataclass(slots=True)
class Thinker:
    """A solver and the seconds that it has for a move, None for as many as it takes; it counts what its game took."""

    solver: str
    budget: float | None = None
    nodes: int = 0
    handed_on: int = 0

    def advise(self, board: Board) -> Advice:
        """The advice of the first down the ladder who is in time; the last has as long as it takes."""
        name = self.solver
        late = False
        while self.budget is not None and (simpler := SIMPLER[rung(name)]) is not None:
            try:
                return self._counted(named(name)(board, Thinking(go_on=until(self.budget))), late)
            except OutOfTime:
                name, late = simpler, True
        return self._counted(named(name)(board, AT_LEISURE), late)

    def _counted(self, advice: Advice, late: bool) -> Advice:
        self.nodes += advice.nodes or 0
        self.handed_on += late
        return advice


def until(budget: float) -> Callable[[], None]:
    """What raises OutOfTime once so many seconds are over from now on."""
    deadline = perf_counter() + budget

    def go_on() -> None:
        if perf_counter() >= deadline:
            raise OutOfTime(f"a move took longer than {budget:g} s")

    return go_on
