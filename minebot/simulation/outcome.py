"""Outcome: how one game went; many of them are one numpy array, a row a game."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

UNKNOWN = -1
"""Stands for what the file that an outcome was read from does not hold: 3BV, openings, nodes, moves handed on."""

ROW = np.dtype(
    [
        ("index", "i8"),
        ("won", "?"),
        ("moves", "i4"),
        ("guesses", "i4"),
        ("seconds", "f8"),
        ("three_bv", "i4"),
        ("openings", "i4"),
        ("nodes", "i8"),
        ("handed_on", "i4"),
    ]
)
"""The fields of Outcome, in their order."""

Outcomes = NDArray[np.void]
"""Games in the order of their indices, as an array of ROW."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one game went; `seconds` is the time it took, and the only field that differs between two runs."""

    index: int
    won: bool
    moves: int
    """Clicks on cells that were covered when they were clicked, the first one included."""
    guesses: int
    """Moves that were not certain; the first is not counted."""
    seconds: float
    """NaN where the time was not kept."""
    three_bv: int = UNKNOWN
    """The least number of clicks that wins the board without flags."""
    openings: int = UNKNOWN
    """How many openings the board has."""
    nodes: int = UNKNOWN
    """How many nodes the searches of the solver generated, as far as it counts them."""
    handed_on: int = UNKNOWN
    """Moves for which the solver was too slow, and a simpler one thought."""


row = attrgetter(*(field.name for field in fields(Outcome)))
"""The fields of an outcome as a tuple."""


def pack(outcomes: Iterable[Outcome]) -> Outcomes:
    """Outcomes as an array."""
    return np.array([row(outcome) for outcome in outcomes], ROW)


def unpack(outcomes: Outcomes) -> Iterator[Outcome]:
    """The rows of an array as outcomes."""
    rows: Any = outcomes.tolist()
    return (Outcome(*row) for row in rows)
