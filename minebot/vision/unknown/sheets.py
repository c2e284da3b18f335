"""Parts of a board that may be a sheet over it: a window, a popup, a bar, as plain as the cells that it hides."""

import cv2
import numpy as np

from minebot.board import COVERED, FLAG
from minebot.vision.arrays import Bools, Floats, Ints
from minebot.vision.unknown.alike import Groups, odd_squares
from minebot.vision.unknown.glyphs import Patches
from minebot.vision.unknown.shades import OTHER_GROUND, SAME_GROUND, distance
from minebot.vision.unknown.states import Place

_BARE = 3.0  # of 255: by how much a cell may differ from line to line of its pixels if nothing ends at its border
_CLEAN, _BARE_AND_CLEAN = 0.5, 1.0  # the same, and how much the middle of a cell may vary, in a clean picture
_ONE_SHEET = 4.0  # of 255: by how much the ground of a sheet may differ there
_FAINTLY = 1.0  # of 255, by how much the squares of a chequer differ at least
_LEAST_OF_A_SHEET, _FILLED = 3, 0.9  # cells on each side of a rectangle, and the share of it that is filled
_MANY = 20  # cells of a look, enough to tell whether it has two shades


def overlaid(groups: Groups, patches: Patches, codes: Ints, place: Place) -> Bools:
    """The groups taken for covered that may be a sheet over the board, or have the ground of one."""
    covered = codes == COVERED
    bare = _bare(groups)
    if (bare & covered).any():
        chequered = _of_a_chequer(groups, patches, place.shape)
        alone = groups.turns(np.flatnonzero(covered), place.shape) != 0  # on squares of one colour, as no sheet is
        bare &= ~chequered & ~(alone & (distance(groups.grounds, groups.grounds[chequered]) < SAME_GROUND))
    sheets = covered & (bare | _rectangular(groups, codes, place))
    near = SAME_GROUND if noise(groups)[sheets].max(initial=0) > _CLEAN else _ONE_SHEET
    overlaid: Bools = covered & (distance(groups.grounds, groups.grounds[sheets]) < near)
    return overlaid


def spread_over(groups: Groups, codes: Ints) -> Bools:
    """The groups taken for zeros that may be a sheet over the board: without lines, and on a ground that no number has.

    Where other zeros have lines, or what lies beside them.
    """
    zeros, bare = codes == 0, _bare(groups)
    if not (codes > 0).any() or groups.sizes[zeros & ~bare].sum() < _LEAST_OF_A_SHEET:
        return np.zeros(len(codes), bool)
    spread: Bools = zeros & bare & (distance(groups.grounds, groups.grounds[codes > 0]) > SAME_GROUND)
    return spread


def _bare(groups: Groups) -> Bools:
    """The groups of one colour as far as into their neighbours: where covered cells end can be told.

    In a clean picture the faintest lines tell it.
    """
    lines = [groups.patches.mean(axis, dtype=np.float32) for axis in (1, 2)]
    limit = np.where(noise(groups) > _CLEAN, _BARE, _BARE_AND_CLEAN)
    bare: Bools = np.max([line.std(1).max(1, initial=0) for line in lines], axis=0) < limit
    return bare


def noise(groups: Groups) -> Floats:
    """How much the pixels in the middle of each group vary: of empty cells, by the noise and the light."""
    noise: Floats = groups.middles.std((1, 2)).max(1)
    return noise


def _of_a_chequer(groups: Groups, patches: Patches, shape: tuple[int, int]) -> Bools:
    """The groups on the squares of one colour of a chequer, or of both where they hardly differ: no sheet is one."""
    odd = odd_squares(shape)
    of_both = groups.in_turn(shape)
    for group in np.flatnonzero(~of_both & (groups.sizes >= _MANY)).tolist():
        colours = [
            np.median(patches[which & (groups.of == group)], axis=(1, 2)).astype(np.float32) for which in (odd, ~odd)
        ]
        if all(map(len, colours)):
            apart = np.abs(colours[0].mean(0) - colours[1].mean(0)).max()
            of_both[group] = apart >= max(_FAINTLY, *(each.std(0).max() for each in colours))
    return of_both


def _rectangular(groups: Groups, codes: Ints, place: Place) -> Bools:
    """The covered groups of which all cells lie in rectangles of a ground that no flag has, where there are flags.

    Where all covered cells are so, and most of the board is covered, the flags have a ground of their own.
    """
    covered = codes == COVERED
    own = covered & (distance(groups.grounds, groups.grounds[codes == FLAG]) > OTHER_GROUND)
    fresh = (own == covered).all() and 2 * groups.sizes[covered].sum() > groups.sizes.sum()
    if fresh or not (codes == FLAG).any():
        return np.zeros(len(codes), bool)
    cells = own[groups.of].reshape(place.shape)
    count, labels, boxes, _ = cv2.connectedComponentsWithStats(cells.astype(np.uint8), connectivity=4)
    lying = np.zeros(cells.size, bool)
    for label in range(1, count):
        width, height, size = boxes[label][2:]
        if min(width, height) >= _LEAST_OF_A_SHEET and size >= _FILLED * width * height:
            lying |= labels.ravel() == label
    elsewhere = np.bincount(groups.of[~lying], minlength=len(codes)) > 0
    rectangular: Bools = own & ~elsewhere
    return rectangular
