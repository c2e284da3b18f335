"""The way of the pointer: every place once, and seldom much longer than the shortest way."""

import itertools
import random

import pytest

from minebot.geometry import Point
from minebot.play.route import length, shortest_way


def _places(seed, count):
    luck = random.Random(seed)
    start, *places = (Point(luck.randrange(600), luck.randrange(320)) for _ in range(count + 1))
    return start, places


@pytest.mark.parametrize("count", [0, 1, 2, 3, 17, 80])
def test_every_place_once(count):
    """The way goes through each place, and through none twice."""
    start, places = _places(count, count)
    assert sorted(shortest_way(start, places)) == list(range(count))


@pytest.mark.parametrize("seed", range(60))
def test_short_ways(seed):
    """Of six places the way is at most 1.4 times the shortest there is."""
    start, places = _places(seed, 6)
    way = length(start, [places[index] for index in shortest_way(start, places)])
    best = min(length(start, order) for order in itertools.permutations(places))
    assert way <= 1.4 * best


def test_shorter_than_row_by_row():
    """On a board's worth of cells the pointer travels less than half as far as row by row."""
    luck = random.Random(3)
    cells = sorted({(luck.randrange(16), luck.randrange(30)) for _ in range(40)})
    places = [Point(20 * x, 20 * y) for y, x in cells]
    way = [places[index] for index in shortest_way(Point(0, 0), places)]
    assert length(Point(0, 0), way) < 0.5 * length(Point(0, 0), places)
