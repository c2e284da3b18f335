"""Who neighbours whom. The solver sees nothing of a board's shape but these lists.

Cells are numbered row by row from 0. `adjacency(topology, width, height)` gives, for each cell, the sorted indices of
its neighbours. Topologies, as they are written in a board's header:

    square      8 neighbours, the usual board
    torus       8 neighbours, the edges joined
    hexagon     6 neighbours; odd rows are shifted half a cell to the right
    triangle    12 neighbours: every triangle that shares a corner; cell (x, y) points up where x + y is even
    cube D      26 neighbours; D layers, each height / D rows, written one under the other
"""

from collections.abc import Callable, Iterable
from functools import cache
from itertools import accumulate, chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from minebot.errors import NotationError
from minebot.geometry import Cell

Adjacency = tuple[tuple[int, ...], ...]
"""For each cell, the sorted indices of its neighbours."""


class Grid(NamedTuple):
    """The same as arrays: the neighbours of a cell are `around[at[cell]:at[cell + 1]]`."""

    at: NDArray[np.int64]
    around: NDArray[np.int64]


_AROUND = [(dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if (dx, dy) != (0, 0)]


@cache
def adjacency(topology: str, width: int, height: int) -> Adjacency:
    """The neighbours of every cell of a board; NotationError for a topology that is not known or does not fit."""
    name, _, layers = topology.partition(" ")
    if name == "cube":
        return _cube(width, height, _layers(layers, height))
    if layers or name not in _PLANES:
        known = ", ".join([*_PLANES, "cube D"])
        raise NotationError(f"the topology {topology!r} is not known; known are {known}")
    reach = _PLANES[name]
    return tuple(
        _sorted(x + y * width, _inside(reach(x, y, width, height), width, height)) for x, y in cells(width, height)
    )


@cache
def grid(topology: str, width: int, height: int) -> Grid:
    """The neighbours of every cell of a board, as arrays."""
    lists = adjacency(topology, width, height)
    ends = list(accumulate(map(len, lists), initial=0))
    return Grid(np.array(ends, np.int64), np.array(list(chain.from_iterable(lists)), np.int64))


@cache
def cells(width: int, height: int) -> tuple[Cell, ...]:
    """The (x, y) of every cell, by index."""
    return tuple((x, y) for y in range(height) for x in range(width))


def _inside(places: Iterable[tuple[int, int]], width: int, height: int) -> set[int]:
    return {x + y * width for x, y in places if 0 <= x < width and 0 <= y < height}


def _sorted(cell: int, around: set[int]) -> tuple[int, ...]:
    return tuple(sorted(around - {cell}))


def _square(x: int, y: int, _width: int, _height: int) -> list[tuple[int, int]]:
    return [(x + dx, y + dy) for dx, dy in _AROUND]


def _torus(x: int, y: int, width: int, height: int) -> list[tuple[int, int]]:
    return [((x + dx) % width, (y + dy) % height) for dx, dy in _AROUND]


def _hexagon(x: int, y: int, _width: int, _height: int) -> list[tuple[int, int]]:
    left = x - 1 + y % 2
    return [(x - 1, y), (x + 1, y), *((left + dx, y + dy) for dx in (0, 1) for dy in (-1, 1))]


def _triangle(x: int, y: int, _width: int, _height: int) -> list[tuple[int, int]]:
    """Twelve: two on each side in the row, three in the row of the tip, five in the row of the base."""
    base = 1 if (x + y) % 2 == 0 else -1
    row = [(x + dx, y) for dx in (-2, -1, 1, 2)]
    return row + [(x + dx, y - base) for dx in (-1, 0, 1)] + [(x + dx, y + base) for dx in (-2, -1, 0, 1, 2)]


_PLANES: dict[str, Callable[[int, int, int, int], list[tuple[int, int]]]] = {
    "square": _square,
    "torus": _torus,
    "hexagon": _hexagon,
    "triangle": _triangle,
}


def _layers(text: str, height: int) -> int:
    if not text.isdecimal() or int(text) == 0 or height % int(text):
        raise NotationError(f"'cube {text}' needs a number of layers that divides the {height} rows, as in 'cube 3'")
    return int(text)


def _cube(width: int, height: int, layers: int) -> Adjacency:
    rows = height // layers
    plane = adjacency("square", width, rows)
    size = width * rows

    def around(cell: int) -> set[int]:
        layer, place = divmod(cell, size)
        near = [z for z in (layer - 1, layer, layer + 1) if 0 <= z < layers]
        return {z * size + other for z in near for other in (*plane[place], place)}

    return tuple(_sorted(cell, around(cell)) for cell in range(width * height))
