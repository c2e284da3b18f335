"""minebot finds the Minesweeper window on your screen, reads it, and plays it with the mouse."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from minebot.board import Board
    from minebot.errors import InconsistentBoard, MinebotError, NotationError, NothingToSolve, UnknownSolver
    from minebot.game import Game, SimulatedGame
    from minebot.minefield import BoardSet, Minefield, RandomBoards
    from minebot.move import Action, Move
    from minebot.solver import SOLVERS, Advice, Solver, solve

__all__ = [
    "SOLVERS",
    "Action",
    "Advice",
    "Board",
    "BoardSet",
    "Game",
    "InconsistentBoard",
    "MinebotError",
    "Minefield",
    "Move",
    "NotationError",
    "NothingToSolve",
    "RandomBoards",
    "SimulatedGame",
    "Solver",
    "UnknownSolver",
    "solve",
]

_HOMES = ("errors", "move", "board", "minefield", "game", "solver")


def __getattr__(name: str) -> Any:
    """Each name is imported when it is asked for: what loads numpy comes after the command line answers Ctrl-C."""
    if name in __all__:
        for home in _HOMES:
            module = import_module(f"{__name__}.{home}")
            if hasattr(module, name):
                return getattr(module, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
