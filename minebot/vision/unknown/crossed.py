"""Wrong flags of a look that nobody described, where they are a mine or a flag with a cross, or a stroke, over it.

What lies over the symbol is of one colour, goes from one corner towards the other, and is the same turned by half: a
pointer is not, nor a part of a window.
"""

import cv2
import numpy as np

from minebot.board import COVERED, EXPLODED, FLAG, MINE
from minebot.vision.arrays import Bools, Floats, Ints
from minebot.vision.unknown.alike import Groups
from minebot.vision.unknown.glyphs import AROUND, SIDE, Patches

_INNER = round(SIDE * (AROUND + 0.13) / (1 + 2 * AROUND))  # pixels of a patch up to what lies within the border
_DRAWN = 0.5  # share of the most by which anything in a cell differs from its ground, from which it is of the symbol
_SAME = 40.0  # of 255: by how much what is the same may differ between two cells
_LEFT = 0.3  # share of the symbol that is still seen
_LEAST, _MOST = 0.03, 0.6  # share of the cell that a cross takes
_TURNED = 0.85  # share of it that is there when it is turned by half
_REACH = 0.75  # share of the cell across which it goes, and down
_INK, _ONE_INK = 64.0, 0.5  # of 255: by how much its colour varies; share of it that is of one
_PLAIN = 0.97  # confidence of the symbol that it lies over


def crossed(groups: Groups, codes: Ints, sure: np.ndarray, asked: Bools) -> Bools:
    """Those of the asked groups that are the usual mine, or flag, of a lost game with a cross over it.

    A mine must be known to have exploded: the rays of that one are as regular as a cross. `codes` and `sure` are what
    each group shows, and how sure that is.
    """
    found = np.zeros(len(codes), bool)
    if not ((codes == EXPLODED) & (sure >= _PLAIN)).any():
        return found
    for code in (MINE, FLAG):
        plain = np.flatnonzero((codes == code) & (sure >= _PLAIN) & ~asked)
        if len(plain):
            usual = plain[groups.sizes[plain].argmax()]
            grounds = groups.grounds[np.unique(np.append(np.flatnonzero(codes == COVERED), usual))]
            for group in np.flatnonzero(asked & ~found).tolist():
                found[group] = _is_crossed(groups, group, int(usual), grounds)
    return found


def _is_crossed(groups: Groups, group: int, usual: int, grounds: Floats) -> bool:
    """Whether a group is drawn as another one with a cross over it, on one of those grounds."""
    cell, symbol = (_within(groups.patches[[each]])[0] for each in (group, usual))
    drawn = _from(symbol, groups.grounds[usual])
    strokes = drawn > _DRAWN * drawn.max()
    as_symbol = _unlike(cell, groups.patches[usual]) <= _SAME
    as_ground = _from(cell, grounds[np.abs(grounds - groups.grounds[group]).max(1).argmin()]) <= _SAME
    over = ~(as_symbol & _wider(strokes)) & ~as_ground
    if (as_symbol & strokes).sum() < _LEFT * strokes.sum() or not _LEAST <= over.mean() <= _MOST:
        return False
    turned = (over & _wider(over[::-1, ::-1])).sum() >= _TURNED * over.sum()
    reaches = min(np.ptp(each) + 1 for each in np.nonzero(over)) >= _REACH * len(over)
    ink = np.median(cell[over], axis=0)
    return bool(turned and reaches and (np.abs(cell[over] - ink).max(1) <= _INK).mean() >= _ONE_INK)


def _unlike(cell: np.ndarray, patch: Patches) -> np.ndarray:
    """How far each pixel of a cell is from another one's, moved by a pixel each way: edges may fall otherwise."""
    moved = [np.roll(patch, (down, across), (0, 1)) for down in (-1, 0, 1) for across in (-1, 0, 1)]
    apart: np.ndarray = np.abs(_within(np.stack(moved)) - cell).max(3).min(0)
    return apart


def _from(cell: np.ndarray, colour: np.ndarray) -> np.ndarray:
    apart: np.ndarray = np.abs(cell - colour).max(2)
    return apart


def _within(patches: Patches) -> np.ndarray:
    inner: np.ndarray = patches[:, _INNER:-_INNER, _INNER:-_INNER].astype(np.float32)
    return inner


def _wider(mask: Bools) -> Bools:
    """A mask, and a pixel more on each side."""
    wider: Bools = cv2.dilate(mask.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    return wider
