"""The usual levels, and simulated games of them."""

from collections.abc import Callable, Iterator
from itertools import count

from minebot.game import Game, SimulatedGame
from minebot.minefield import Minefield

LEVELS = {"beginner": (9, 9, 10), "intermediate": (16, 16, 40), "expert": (30, 16, 99)}
"""Columns, rows and mines."""


def games(level: str, seed: int) -> Callable[[], Game]:
    """Makes the games of a level one after the other: the seed, the seed after it, and so on."""
    width, height, mines = LEVELS[level]
    seeds: Iterator[int] = count(seed)
    return lambda: SimulatedGame(Minefield.generate(width, height, mines, seed=next(seeds)))
