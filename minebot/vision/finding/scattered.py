"""Scattered islands: cells of one size that are islands here and there, with none beside them, on one lattice.

Where digits touch the borders of their cells, or open cells have no edges, few cells are islands, and hardly two of
them neighbours. What tells of a board then is that all of them lie at multiples of one pitch, across and down.
"""

from collections.abc import Iterator

import numpy as np

from minebot.geometry import Lattice
from minebot.vision.arrays import Doubles, Ints
from minebot.vision.finding.chains import FEWEST, groups_of, through
from minebot.vision.finding.islands import LARGEST, Islands

FILLED = 0.3
"""Share of the cells of a lattice that must be islands: text lies on lattices, too, but sparsely."""

_AT_ALL = 0.15  # the same with stray islands around them
_SMALLEST = 6.0  # pixels of islands: those of 5 are letters, where they lie here and there
_CLASS, _STEP = 1.2, 1.15  # times its size by which islands of one class differ, and from one class to the next
_MOST = 1500  # islands of one class that are looked at: of one text there may be thousands
_NEAR = 8.0  # times its size within which another island belongs to the same board
_PITCHES = 0.98, 1.6  # times the size of islands between which the pitch is
_FINE = 0.1  # of a cell, by which a pitch may be off at the far end of a board
_TOGETHER = 0.6  # how much islands must lie at multiples of a pitch, from 0 to 1: the product of across and down
_EXACTLY, _MANY, _SPARSEST = 0.97, 16, 0.05  # the same, and how many, from which that share of the cells is enough
_HANDFUL, _TO_THE_PIXEL = 7, 0.99  # as few islands are enough, of a share of the cells that is, where they lie so


def scattered_lattices(islands: Islands, filled: float = FILLED) -> Iterator[tuple[Lattice, int]]:
    """One lattice for every group of islands of one size that lie on one, and how many of its cells are islands.

    `filled` is the share of its cells that must be. Where few will do, fewer yet are enough where many lie exactly so:
    near its end, a game has few closed cells without a flag; and a handful of a small board.
    """
    least, fewest = _SMALLEST, FEWEST if filled >= FILLED else _HANDFUL
    while least < LARGEST:
        alike = np.flatnonzero((islands.sizes >= least) & (islands.sizes <= _CLASS * least + 1))
        if fewest <= len(alike) <= _MOST:
            centres = islands.centres[alike]
            for group in groups_of(len(alike), near(centres, _NEAR * least), fewest):
                pitch, together = _pitch(centres[group], least)
                if together < (_TOGETHER if len(group) >= FEWEST else _TO_THE_PIXEL):
                    continue
                exactly = filled < FILLED and together >= (_EXACTLY if len(group) >= _MANY else _TO_THE_PIXEL)
                share = _SPARSEST if exactly else filled
                found = through(centres[group], pitch, pitch, min(share, _AT_ALL), min(len(group), FEWEST))
                yield from (each for each in found if each[1] >= share * each[0].cols * each[0].rows)
        least *= _STEP


def near(centres: Doubles, reach: float) -> Ints:
    """The pairs (n, 2) of centres that are no farther apart than that, across and down."""
    order = np.argsort(centres[:, 0], kind="stable")
    across, down = centres[order].T
    ends = np.searchsorted(across, across + reach, side="right")
    counts = ends - np.arange(len(order)) - 1
    one = np.repeat(np.arange(len(order)), counts)
    other = one + 1 + np.arange(len(one)) - np.repeat(np.cumsum(counts) - counts, counts)
    level = np.abs(down[other] - down[one]) <= reach
    pairs: Ints = np.stack([order[one], order[other]], axis=1)[level]
    return pairs


def _pitch(centres: Doubles, size: float) -> tuple[float, float]:
    """The pitch at multiples of which the centres lie best, and how well: from 0 to 1."""
    lowest, highest = size * _PITCHES[0], size * _PITCHES[1] + 2
    extent = float(np.ptp(centres, axis=0).max())
    turns = np.arange(1 / highest, 1 / lowest, _FINE / max(extent, 1))  # cells a pixel, in even steps
    phases = np.exp(2j * np.pi * turns[:, None, None] * centres)
    together = np.abs(phases.mean(1)).prod(1)
    best = int(together.argmax())
    return float(1 / turns[best]), float(together[best])
