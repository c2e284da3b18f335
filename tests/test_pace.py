"""The pace of the hand: what it waits for, and the way that it goes."""

import random
from itertools import pairwise
from math import dist

import pytest

from minebot.errors import MinebotError
from minebot.geometry import Point
from minebot.play.pace import Delay, Rate, parse_pace

START, END = Point(100, 100), Point(500, 300)


def test_max_waits_for_nothing():
    """At full speed nothing precedes a click."""
    assert list(parse_pace("max", random.Random(1)).approach(START, END, 0.0)) == []


def test_a_delay_precedes_each_click():
    """The pause does not depend on the time."""
    assert [step.seconds for step in Delay(0.3).approach(START, END, 9.0)] == [0.3]


def test_a_rate_is_kept():
    """The wait makes up for the time that has gone since the last click, and is none where that was long."""
    pace = Rate(10)
    waits = [sum(step.seconds for step in pace.approach(START, END, now)) for now in (0.0, 0.02, 0.5, 0.5)]
    assert waits == pytest.approx([0, 0.08, 0, 0.1])


@pytest.mark.parametrize("seed", range(20))
def test_a_human_hand_goes_along_a_curve(seed):
    """In small steps that end near the target, over some tenths of a second, and stays near the straight way."""
    steps = list(parse_pace("human", random.Random(seed)).approach(START, END, 0.0))
    way = [START, *(step.to for step in steps if step.to is not None), END]
    assert len(way) > 10
    assert all(dist(one, other) < 0.25 * dist(START, END) for one, other in pairwise(way))
    assert sum(map(dist, way, way[1:])) < 1.5 * dist(START, END)
    assert 0.3 < sum(step.seconds for step in steps) < 4


def test_human_pauses_differ():
    """No two approaches take the same time."""
    pace = parse_pace("human", random.Random(5))
    times = [sum(step.seconds for step in pace.approach(START, END, now)) for now in range(20)]
    assert len(set(times)) == 20


@pytest.mark.parametrize("text", ["fast", "0", "-3", "nan", "inf", ""])
def test_other_words_are_refused(text):
    """The message says what can be said."""
    with pytest.raises(MinebotError, match="say max, human, or how many clicks a second"):
        parse_pace(text, random.Random(1))
