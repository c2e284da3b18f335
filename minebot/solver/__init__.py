"""The solvers, one file each, and the registry of their names."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from importlib import import_module
from types import MappingProxyType

from minebot.board import Board
from minebot.errors import NothingToSolve, UnknownSolver
from minebot.solver.advice import Advice
from minebot.solver.thinking import AT_LEISURE, Effort, Solver, Thinking

SIMPLER: Mapping[str, str | None] = MappingProxyType(
    {
        "single": None,
        "pairs": "single",
        "subsets": "pairs",
        "contradiction": "subsets",
        "placements": "contradiction",
        "csp": "limited",
        "limited": "contradiction",
        "boxes": "limited",
        "tiebreak": "single",
        "hcsp": "single",
        "entropy": "single",
        "optimal": "tiebreak",
        "champion": "tiebreak",
    }
)
"""The names of the ladder from the first rung up; for each, who plays on where it takes too long."""


VARIANTS: Mapping[str, tuple[str, Effort]] = MappingProxyType(
    {f"champion-{effort}": ("champion", effort) for effort in (Effort.FAST, Effort.MAX)}
)
"""Solvers of the ladder that think less or harder: whose they are, and how hard they think."""


def _loaded_when_used(name: str) -> Solver:
    """The solver of that name, in the module of that name, imported when it first thinks.

    Its compiled kernels take most of a second to load, which `import minebot` and a command that only reads can do
    without.
    """

    def think(board: Board, thinking: Thinking = AT_LEISURE) -> Advice:
        solver: Solver = getattr(import_module(f"{__name__}.{name}"), name)
        return solver(board, thinking)

    return think


def _thinking(name: str, effort: Effort) -> Solver:
    """The solver of that name, thinking so hard."""

    def think(board: Board, thinking: Thinking = AT_LEISURE) -> Advice:
        return SOLVERS[name](board, replace(thinking, effort=effort))

    return think


SOLVERS: Mapping[str, Solver] = MappingProxyType(
    {name: _loaded_when_used(name) for name in SIMPLER}
    | {name: _thinking(rung, effort) for name, (rung, effort) in VARIANTS.items()}
)
"""All solvers by name, the ladder from the first rung up, then the variants."""

__all__ = ["SIMPLER", "SOLVERS", "VARIANTS", "Advice", "Effort", "Solver", "Thinking", "named", "rung", "solve"]


def rung(name: str) -> str:
    """The solver of the ladder that a name stands for."""
    return VARIANTS[name][0] if name in VARIANTS else name


def named(name: str) -> Solver:
    """The solver of that name; UnknownSolver, naming those there are."""
    if name not in SOLVERS:
        raise UnknownSolver(f"there is no solver {name!r}; choose from: {', '.join(SOLVERS)}")
    return SOLVERS[name]


def solve(board: Board, solver: str = "tiebreak", seed: int = 0, left: Callable[[], float] | None = None) -> Advice:
    """What is certain on a board, how risky the rest is, and the best move; the same arguments give the same advice.

    The seed is for the solvers that draw their guess. `left` (minebot.deadline.share_left) tells the champion how much
    of its time is left; then its advice depends on how fast the machine is. Raises NothingToSolve where the game is
    over, InconsistentBoard where the solver sees that no arrangement of mines fits, UnknownSolver.
    """
    think = named(solver)
    if board.state != "playing":
        raise NothingToSolve(f"this game is {board.state}; there is nothing left to solve")
    return think(board, Thinking(seed, left=left))
