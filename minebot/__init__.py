"""minebot finds the Minesweeper window on your screen, reads it, and plays it with the mouse."""

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
