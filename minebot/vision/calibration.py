"""What a confidence means: of all the cells that are given it, that share is right.

The score by which a cell was compared says how clear it looks, not how often what looks so is right. That was counted
on boards of which the cells are known; `benchmarks/reliability.py --fit` writes calibration.json, and shows how well it
holds on others.
"""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import numpy as np

TABLE = Path(__file__).with_name("calibration.json")
"""For each reason of a doubt, rising scores, and the share of the cells around each score that are right."""

SETTLED, SETTLED_UNKNOWN = "settled", "settled, in a look that nobody described"
"""The names in it of the cells that are not doubtful."""


def share_right(reason: str, score: float) -> float:
    """The share of the cells that are right among those doubted for a reason that look so clear."""
    scores, shares = _table()[reason]
    return round(float(np.interp(score, scores, shares)), 3)


def share_of_settled(*, known: bool) -> float:
    """The share of the cells that are right among those that are not doubtful, in a known look or in any."""
    (_, (share,)) = _table()[SETTLED if known else SETTLED_UNKNOWN]
    return share


@cache
def _table() -> Mapping[str, tuple[list[float], list[float]]]:
    return {reason: (row["scores"], row["right"]) for reason, row in json.loads(TABLE.read_text()).items()}
