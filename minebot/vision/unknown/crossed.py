"""Wrong flags of a look that nobody described, where they are a mine or a flag with a cross, or a stroke, over it.

What lies over the symbol is of one colour, goes all across the cell, and is the same turned by half. So may a pointer
be, or the rays of a mine that exploded: the numbers must tell as well that no mine is there.
"""

import cv2
import numpy as np

from minebot.board import COVERED, EXPLODED, FLAG, MINE
from minebot.vision.arrays import Bools, Floats, Ints
from minebot.vision.reading import DOUBTFUL_BELOW
from minebot.vision.rules import around, exact
from minebot.vision.unknown.alike import WITHIN, Groups, largest
from minebot.vision.unknown.glyphs import Patches
from minebot.vision.unknown.states import Place

_DRAWN = 0.5  # share of the most by which anything in a cell differs from its ground, from which it is of the symbol
_SAME = 40.0  # of 255: by how much what is the same may differ between two cells
_LEFT = 0.3  # share of the symbol that is still seen
_LEAST, _MOST = 0.03, 0.6  # share of the cell that a cross takes
_TURNED = 0.85  # share of it that is there when it is turned by half
_REACH = 0.75  # share of the cell across which it goes, and down
_INK, _ONE_INK = 64.0, 0.5  # of 255: by how much its colour varies; share of it that is of one
_PLAIN = 0.97  # confidence of the symbol that it lies over


def crossed(groups: Groups, codes: Ints, sure: Floats, asked: Bools, place: Place) -> Bools:
    """Those of the asked groups that are the usual mine, or flag, of a lost game with a cross over it.

    One mine must be known to have exploded, and each number beside them have all its mines elsewhere. `codes` and
    `sure` are what each group shows, and how sure that is.
    """
    found = np.zeros(len(codes), bool)
    if not ((codes == EXPLODED) & (sure >= _PLAIN)).any():
        return found
    free = [group for group in np.flatnonzero(asked).tolist() if _marks_no_mine(groups, group, (codes, sure), place)]
    for code in (MINE, FLAG):
        plain = np.flatnonzero((codes == code) & (sure >= _PLAIN) & ~asked)
        if len(plain) and free:
            usual = largest(groups, plain)
            grounds = groups.grounds[np.append(np.flatnonzero((codes == COVERED) & ~asked), usual)]
            for group in free:
                found[group] |= _is_crossed(groups, group, usual, grounds)
    return found


def _marks_no_mine(groups: Groups, group: int, seen: tuple[Ints, Floats], place: Place) -> bool:
    """Whether numbers are beside each cell of a group, and all of these count the mines and flags elsewhere."""
    codes, sure = (each[groups.of].reshape(place.shape) for each in seen)
    cells = (groups.of == group).reshape(place.shape)
    numbers = (codes > 0) & (sure >= DOUBTFUL_BELOW) & ~place.cut & ~cells
    told = numbers & exact(np.where(cells, COVERED, codes))
    return bool(((around(told) > 0) & (around(numbers & ~told) == 0))[cells].all())


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


def _unlike(cell: Floats, patch: Patches) -> Floats:
    """How far each pixel of a cell is from another one's, moved by a pixel each way: edges may fall otherwise."""
    moved = [np.roll(patch, (down, across), (0, 1)) for down in (-1, 0, 1) for across in (-1, 0, 1)]
    apart: Floats = np.abs(_within(np.stack(moved)) - cell).max(3).min(0)
    return apart


def _from(cell: Floats, colour: Floats) -> Floats:
    apart: Floats = np.abs(cell - colour).max(2)
    return apart


def _within(patches: Patches) -> Floats:
    inner: Floats = patches[:, WITHIN, WITHIN].astype(np.float32)
    return inner


def _wider(mask: Bools) -> Bools:
    """A mask, and a pixel more on each side."""
    wider: Bools = cv2.dilate(mask.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    return wider
