"""Symbols that are on the board more than once: their cells are looked at together, and nothing lies over them.

The network looks at each group of equal cells alone; cells of one symbol are in several where their borders differ.
"""

import numpy as np

from minebot.board import COVERED, EXPLODED, MINE
from minebot.vision.arrays import Bools, Floats, Ints
from minebot.vision.motion import patches
from minebot.vision.unknown.alike import ALIKE, Groups
from minebot.vision.unknown.glyphs import MINES, Kind, Sight
from minebot.vision.unknown.shades import OTHER_GROUND, SAME_FRAME

_PLACES = 3  # apart from one another, in which something is that lies over nothing
_OF_THE_BOARD = 3.0  # log-odds of that
_MOST_FOREIGN = 0.5  # share of the cells that the network may take for foreign before all of them may be
_SAME_SYMBOL = 0.25  # share of its contrast by which the middle of a cell may differ from that of another


def of_the_board(groups: Groups, sight: Sight, shape: tuple[int, int]) -> Sight:
    """What the network saw, but less of what no cell shows where equal cells lie here and there among others.

    Or where something is drawn at the borders of several cells in the same way: only a board repeats cell by cell. The
    side of a window that lies over it does so as well, but in one row or column.
    """
    foreign = np.exp(sight.classes[:, Kind.FOREIGN])
    if np.average(foreign, weights=groups.sizes) > _MOST_FOREIGN:
        return sight
    scattered = np.ptp(groups.frames.reshape(len(foreign), -1, 3), axis=1).max(1) > SAME_FRAME
    for group in np.flatnonzero(scattered).tolist():
        rows, columns = np.divmod(np.flatnonzero(groups.of == group), shape[1])
        scattered[group] = len(rows) >= _PLACES and min(len(np.unique(rows)), len(np.unique(columns))) > 1
    for group in np.flatnonzero(groups.sizes >= _PLACES).tolist():
        scattered[group] |= patches((groups.of == group).reshape(shape)).max() >= _PLACES
    return sight.against(scattered, Kind.FOREIGN, _OF_THE_BOARD)


def together(groups: Groups, sight: Sight) -> Sight:
    """What the network saw of all groups that have the same symbol in the middle of their cells, for each of them.

    Whether a mine exploded, its ground tells: of that, only what was seen of those on the same ground.
    """
    classes = sight.classes.copy()
    symbols = np.flatnonzero(classes.argmax(1) != Kind.NONE)
    middles = groups.smooth_middles[symbols]
    likely = np.exp(classes[symbols])
    for index, group in enumerate(symbols.tolist()):
        same = _same_symbol(middles, index)
        pooled = _average(groups, likely, symbols, same)
        near = same & _on_one_ground(groups, symbols, group)
        own = _average(groups, likely, symbols, near)[MINES]
        pooled[MINES] = pooled[MINES].sum() * own / own.sum()
        classes[group] = np.log(pooled)
    return Sight(classes, sight.open)


def _average(groups: Groups, likely: Floats, symbols: Ints, which: Bools) -> Floats:
    """What some of the groups are likely to be, cell by cell."""
    average: Floats = np.average(likely[which], axis=0, weights=groups.sizes[symbols[which]])
    return average


def _on_one_ground(groups: Groups, symbols: Ints, group: int) -> Bools:
    """Which of the symbols have about the ground of one of them."""
    near: Bools = np.abs(groups.grounds[symbols] - groups.grounds[group]).max(1) <= OTHER_GROUND
    return near


def one_symbol(groups: Groups, group: int, among: Ints) -> Ints:
    """A group, and those among some that have the same symbol in the middle of their cells, on the same ground."""
    others = np.append(group, among[among != group])
    near = others[_on_one_ground(groups, others, group)]
    return near[_same_symbol(groups.smooth_middles[near], 0)]


def torn(groups: Groups, codes: Ints) -> Bools:
    """The groups that have the same symbol in the middle of their cells as others that were given another code.

    A mine that exploded is one of the mines, on another ground.
    """
    unclear = np.zeros(len(codes), bool)
    symbols = np.flatnonzero(~np.isin(codes, (0, COVERED)))
    middles = groups.smooth_middles[symbols]
    for index, group in enumerate(symbols.tolist()):
        same = symbols[_same_symbol(middles, index)]
        mines = np.isin(codes[same], (MINE, EXPLODED)) & (codes[group] in (MINE, EXPLODED))
        mines &= ~_on_one_ground(groups, same, group)
        unclear[group] = bool(((codes[same] != codes[group]) & ~mines).any())
    return unclear


def _same_symbol(middles: Floats, index: int) -> Bools:
    """Which of the middles, one of which is this one, show the same."""
    own = middles[index]
    contrast = float(np.ptp(own.reshape(-1, 3), axis=0).max())
    same: Bools = np.abs(middles - own).max(1) <= min(ALIKE, _SAME_SYMBOL * contrast)
    return same
