"""Symbols that are on the board more than once: their cells are looked at together, and nothing lies over them.

The network looks at each group of equal cells alone; cells of one symbol are in several where their borders differ.
"""

import cv2
import numpy as np

from minebot.board import COVERED
from minebot.vision.alike import ALIKE, Groups
from minebot.vision.arrays import Bools, Floats, Ints
from minebot.vision.glyphs import CLASSES, Sight
from minebot.vision.sampling import averaged

_NONE, _FOREIGN = CLASSES.index("none"), CLASSES.index("foreign")

_PLACES = 3  # apart from one another, in which something is that lies over nothing
_OF_THE_BOARD = 3.0  # log-odds of that
_MOST_FOREIGN = 0.5  # share of the cells that the network may take for foreign before all of them may be
_SAME_SYMBOL = 0.25  # share of its contrast by which the middle of a cell may differ from that of another


def of_the_board(groups: Groups, sight: Sight, shape: tuple[int, int]) -> Sight:
    """What the network saw, but less of what no cell shows where equal cells lie here and there among others."""
    foreign = np.exp(sight.classes[:, _FOREIGN])
    if np.average(foreign, weights=groups.sizes) > _MOST_FOREIGN:
        return sight
    scattered = np.zeros(len(foreign), bool)
    for group in np.flatnonzero(groups.sizes >= _PLACES).tolist():
        cells = (groups.of == group).reshape(shape).astype(np.uint8)
        scattered[group] = cv2.connectedComponents(cells, connectivity=8)[0] > _PLACES  # what is around is one of them
    return sight.against(scattered, _FOREIGN, _OF_THE_BOARD)


def together(groups: Groups, sight: Sight) -> Sight:
    """What the network saw of all groups that have the same symbol in the middle of their cells, for each of them."""
    classes = sight.classes.copy()
    symbols = np.flatnonzero(classes.argmax(1) != _NONE)
    middles = averaged(groups.middles[symbols], groups.middles.shape[1] // 2)
    likely = np.exp(classes[symbols])
    for index, group in enumerate(symbols.tolist()):
        same = _same_symbol(middles, index)
        weights = groups.sizes[symbols[same]]
        classes[group] = np.log(np.average(likely[same], axis=0, weights=weights))
    return Sight(classes, sight.open)


def torn(groups: Groups, codes: Ints) -> Bools:
    """The groups that have the same symbol in the middle of their cells as others that were given another code."""
    unclear = np.zeros(len(codes), bool)
    symbols = np.flatnonzero(~np.isin(codes, (0, COVERED)))
    middles = averaged(groups.middles[symbols], groups.middles.shape[1] // 2)
    for index, group in enumerate(symbols.tolist()):
        unclear[group] = bool((codes[symbols[_same_symbol(middles, index)]] != codes[group]).any())
    return unclear


def _same_symbol(middles: Floats, index: int) -> Bools:
    """Which of the middles, one of which is this one, show the same."""
    own = middles[index]
    contrast = float(np.ptp(own.reshape(-1, 3), axis=0).max())
    same: Bools = np.abs(middles - own).max(1) <= min(ALIKE, _SAME_SYMBOL * contrast)
    return same
