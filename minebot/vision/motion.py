"""What disturbs a look at a board: things that lie over it, cells that are pressed, pointed at or being drawn.

In a single picture the places of the cells that are in doubt tell; from one look to the next, what no game does.
"""

import cv2
import numpy as np

from minebot.board import COVERED, FLAG, QUESTION
from minebot.vision.arrays import Bools, Ints
from minebot.vision.rules import Codes, around, at_four_sides

_FILLED = 0.7  # share of the cells of its rectangle that a patch takes up: a pointer over three of four cells is 0.75
_OUTLIERS, _LARGE = 0.25, 30  # share of an outermost line of a rectangle that chance adds; cells of one of a window
_LINED = 0.8  # share of a side of its rectangle that a frame takes up, where it has a plain middle
_FRAME = 3  # cells that a frame with a middle has on each side, at least
_PATCH = 2  # cells that a patch has at least: one cell may as well show a symbol that the theme has not
_ENCLOSED = 0.7  # share of the cells around a patch that are strange
_UNCLEAR = 0.4  # share of the cells of a patch that are unclear; the others show what cannot be
_PRESSED = 0.2  # share of the empty cells of an opening that lie beside covered ones, if they are none
_PRESSED_WIDE = 3  # cells that pressed ones reach over at most
_STOPPED = 2  # covered cells beside an opening that were marked when it opened
_CORNERED = 3  # zeros with covered cells at their corners alone
_HELD = 9  # cells that a button presses at most: a number and all around it


def lain_over(unclear: Bools, strange: Bools | None = None) -> Bools:
    """The cells (rows, columns) that something lies over, where some are unclear, and perhaps more are `strange`.

    A pointer, a popup or another window makes a rectangle of unclear cells, or the outline of one, of which the middle
    is plain and may look like cells; the whole rectangle is given. A few unclear cells may touch that of a window.
    Cells that are fading or half drawn are scattered, or have the outline of an opening.
    """
    over = np.zeros(unclear.shape, bool)
    labels = patches(unclear if strange is None else strange)
    sizes, vague = np.bincount(labels.ravel()), np.bincount(labels[unclear], minlength=labels.max() + 1)
    worth_a_look = (sizes >= _PATCH) & (vague >= _UNCLEAR * sizes)
    for label in np.flatnonzero(worth_a_look[1:]).tolist():
        patch = labels == label + 1
        box = _box(patch)
        if patch[box].mean() >= _FILLED or _is_outline(patch, box):
            over[box] = True
        elif patch[(inner := _without_outliers(patch, box))].mean() >= _FILLED:
            over[inner] = True
    return over


def in_corners(over: Bools) -> Bools:
    """Which cells (rows, columns) are in the corners of what lies over some of them, where it ends within the board."""
    wide = np.pad(over, 1, mode="edge")
    corners: Bools = over & ~(wide[:-2, 1:-1] & wide[2:, 1:-1]) & ~(wide[1:-1, :-2] & wide[1:-1, 2:])
    return corners


def reached(exact: Bools, over: Bools) -> Bools:
    """The exact cells (rows, columns) to which such cells lead from beyond what lies over the board: it ends there."""
    _, labels = cv2.connectedComponents(exact.astype(np.uint8), connectivity=4)
    led: Bools = exact & np.isin(labels, labels[exact & ~over])
    return led


def _is_outline(patch: Bools, box: tuple[slice, slice]) -> bool:
    """Whether a patch runs along each side of its rectangle, or that side is at the border of the board."""
    rows, columns = box
    if min(rows.stop - rows.start, columns.stop - columns.start) < _FRAME:
        return False
    cells = patch[box]
    sides = (
        (rows.start == 0, cells[0]),
        (rows.stop == patch.shape[0], cells[-1]),
        (columns.start == 0, cells[:, 0]),
        (columns.stop == patch.shape[1], cells[:, -1]),
    )
    inside = [bool(side.mean() >= _LINED) for outside, side in sides if not outside]
    return bool(inside) and all(inside)


def _without_outliers(patch: Bools, box: tuple[slice, slice]) -> tuple[slice, slice]:
    """The rectangle of a large patch without the outermost lines of which it takes up little."""
    rows, columns = box
    while (rows.stop - rows.start) * (columns.stop - columns.start) >= _LARGE:
        cells = patch[rows, columns]
        top, bottom, left, right = (
            bool(line.mean() < _OUTLIERS) for line in (cells[0], cells[-1], cells[:, 0], cells[:, -1])
        )
        inner = (
            slice(rows.start + top, rows.stop - bottom),
            slice(columns.start + left, columns.stop - right),
        )
        if not (top or bottom or left or right) or not patch[inner].size:  # a thin one may be outliers throughout
            break
        rows, columns = inner
    return rows, columns


def unopened(codes: Codes, broken: Bools, unclear: Bools) -> Bools:
    """The empty cells (rows, columns) that only look so, where those in `broken` cannot be open.

    Cells that are pressed together, and the plain middle of a popup, look like an opening. The empty cells along its
    border lie beside covered ones, of which unclear ones tell nothing; those within have nothing that speaks against
    them. So few that a button may hold them all down are no zeros either, where a number beside them cannot be: the
    mine that it lacks may be theirs.
    """
    closed = ((codes == COVERED) | (codes == QUESTION) | (codes == FLAG)) & ~unclear
    beside = broken & (codes == 0) & (around(closed) > 0)
    labels = patches(codes == 0)
    sizes, wrong = np.bincount(labels.ravel()), np.bincount(labels[beside], minlength=labels.max() + 1)
    strange: Bools = (wrong > 0) & (wrong >= _PRESSED * sizes)
    lacking = around(broken & (codes > 0)) > 0
    strange |= (np.bincount(labels[lacking], minlength=len(sizes)) > 0) & (sizes <= _HELD)
    within: Bools = strange[labels] & (codes == 0)
    return within


def stopped_at_marks(codes: Codes, usual: Bools) -> Bools:
    """The zeros (rows, columns) of openings that stopped at a cell or two, which were marked then and are covered now.

    Cells that are pressed lie around one of them, and a cell beside a zero is open: so they make no larger opening. And
    a popup, or an opening that is half drawn, is beside many covered cells. `usual` are the cells that look as cells of
    their kind do.
    """
    zeros, covered = codes == 0, codes == COVERED
    labels = patches(zeros)
    ends = covered & (around(zeros) > 0)
    count = count_beside(labels, ends) + _STOPPED * count_beside(labels, ends & ~usual)
    count[np.unique(labels[zeros & ~usual])] = 0
    stopped = (count > 0) & (count <= _STOPPED)
    for label in np.flatnonzero(stopped[1:]).tolist():
        box = _box(labels == label + 1)
        stopped[label + 1] = max(each.stop - each.start for each in box) > _PRESSED_WIDE
    within: Bools = zeros & stopped[labels]
    return within


def stopped_at_corners(codes: Codes, usual: Bools) -> Bools:
    """The zeros (rows, columns) with covered cells at their corners and only open ones at their sides, if several are.

    Some programs open only the four cells at the sides of a zero. What looks like an opening and is none, a popup or a
    half-drawn one, has something else at its sides somewhere, and pressed cells reach no farther than around one of
    them; then none is given. `usual` is as for `stopped_at_marks`.
    """
    zeros = codes == 0
    cornered: Bools = zeros & (around(codes == COVERED) > 0)
    at_sides = at_four_sides(np.pad(codes < 0, 1)).any(1).reshape(codes.shape)
    few = cornered.sum() < _CORNERED or max(each.stop - each.start for each in _box(cornered)) <= _PRESSED_WIDE
    stopped = not few and not (zeros & at_sides).any() and usual[cornered].all()
    return cornered if stopped else np.zeros_like(cornered)


def enclosed(codes: Codes, strange: Bools) -> Bools:
    """The plain cells (rows, columns) of patches that fill a rectangle of strange cells, of less than half the board.

    The plain middle of a popup may have the very colour of open cells, or of covered ones.
    """
    within = np.zeros(codes.shape, bool)
    beside = around(strange) > 0
    empty, covered = codes == 0, codes == COVERED
    for plain in (empty, covered, empty | covered):
        labels = patches(plain)
        for label in np.unique(labels[beside & (labels > 0)]).tolist():
            patch = labels == label
            border = (around(patch) > 0) & ~patch
            if border.any() and strange[border].mean() > _ENCLOSED:
                box = _box(border & strange)
                filled = (strange | patch)[box].mean() >= _FILLED
                if filled and 2 * patch[box].size < patch.size and patch[box].sum() == patch.sum():
                    within |= patch
    return within


def patches(cells: Bools) -> Codes:
    """For each cell the number of the patch of touching cells that it is of; 0 for the rest."""
    _, labels = cv2.connectedComponents(cells.astype(np.uint8), connectivity=8)
    return labels.astype(np.int64)


def count_beside(labels: Codes, cells: Bools) -> Ints:
    """How many of the cells (rows, columns) touch each patch, by the numbers of the patches."""
    count = np.zeros(int(labels.max()) + 1, int)
    for row, column in np.argwhere(cells).tolist():
        count[np.unique(labels[max(0, row - 1) : row + 2, max(0, column - 1) : column + 2])] += 1
    return count


def _box(cells: Bools) -> tuple[slice, slice]:
    """The rectangle that some cells span."""
    rows, columns = np.nonzero(cells)
    return np.s_[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]


def changed(settled: Codes, now: Codes) -> Bools:
    """The cells that were open when the board was last settled, and show something else: no game does that.

    None where more of the open cells are gone than stay: then it is another game.
    """
    gone: Bools = (settled >= 0) & (now != settled)
    return gone if is_same_game(settled, now) else np.zeros_like(gone)


def is_same_game(settled: Codes, now: Codes) -> bool:
    """Whether no more of the cells that were open show something else than show the same."""
    opened = settled >= 0
    return bool(2 * (opened & (now != settled)).sum() <= opened.sum())


def sprung_up(last: Codes, now: Codes) -> Bools:
    """The empty cells that were closed a look ago, beside which nothing opened: so a pressed cell looks as well."""
    fresh = (last < 0) & (now >= 0)
    alone: Bools = fresh & (now == 0) & (around(fresh) == 0)
    return alone
