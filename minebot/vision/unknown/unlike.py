"""Cells that are unlike the others of what they are taken for, however like one of these: all of the board tell."""

import numpy as np

from minebot.board import COVERED, FLAG, QUESTION
from minebot.vision.arrays import Bools, Floats, Ints
from minebot.vision.rules import at_four_sides
from minebot.vision.unknown.alike import at_middles_of_sides, at_sides, drawings, drawn, thumbnails_of_middles
from minebot.vision.unknown.glyphs import Patches

_NEAREST = 2  # cells of a number, of which the farther one counts: one may be misread as well
_NEARER = 0.9  # share of the distance to its own number, up to which a digit is clearly nearer to another
_FEW, _MANY, _MISSING = 0.1, 0.35, 2  # shares of cells that may be otherwise, of any and of those side by side; borders
_SEVERAL, _A_FEW = 8, 4  # borders, from which they tell what is usual; and what is between cells of one state
_LINED, _UNLINED = 6.0, 0.5  # of 255, by which cells vary across borders that are seen; share of it that is none
_FAINTLY_LINED, _NO_LESS = 1.5, 0.8  # the same where nothing else varies, and share of it that is as much
_NOTHING, _HARDLY_DRAWN = 1.0, 0.05  # of 255, and share of what is between cells, up to which nothing is there
_MOST_SIDES = 3  # of a cell: at the fourth a sheet may end
_STANDING, _INNER_CORNERS = 2, 2  # sides of flags without lines, and corners of what is closed as no rectangle has
_FAINT, _FAINT_MARK = 0.5, 0.3  # shares of what is drawn in all but a few symbols, or flags, below which one is faint
_AT_ONCE = 512  # digits that are compared with all others at a time


def like_another_number(patches: Patches, codes: Ints, believed: Bools) -> Bools:
    """The cells whose digit is clearly nearer to several of another number than to several of its own.

    Cells of one group are all alike, but a pale 3 may be as near to a few twos as these are to one another: all digits
    of the board tell which it is. `patches` are the cells, `codes` what they show; only the `believed` ones tell.
    """
    like = np.zeros(len(codes), bool)
    digits = np.flatnonzero((codes > 0) & believed)
    drawing, shown = drawings(patches[digits]), codes[digits]
    for first in range(0, len(digits), _AT_ONCE):
        some = slice(first, first + _AT_ONCE)
        apart = _apart(drawing[some], drawing)
        apart[np.arange(len(apart)), np.arange(len(digits))[some]] = np.inf
        near = {number: _near(apart[:, shown == number]) for number in np.unique(shown).tolist()}
        own = np.array([near[number][row] for row, number in enumerate(shown[some].tolist())])
        others = [np.where(shown[some] == number, np.inf, distance) for number, distance in near.items()]
        like[digits[some]] = np.isfinite(own) & (np.min(others, axis=0, initial=np.inf) < _NEARER * own)
    return like


def without_lines(lines: Floats, codes: Ints, believed: Bools) -> Bools:
    """The empty cells with nothing at two borders to others, or more, where nearly all of their state have lines.

    Or at two to others of their state, where most of these have. What lies over them may have nearly their colour. At
    borders to what is plainly not of their state less may be drawn: there they lack what nearly all such ones have.
    `lines` are what `at_sides` gives of the cells, `codes` and `believed` (rows, columns) what they show, and whether
    that is beyond doubt.
    """
    bare, outer = np.zeros(codes.size, bool), np.pad(np.ones(codes.shape, bool), 1)
    for state in (0, COVERED):
        known = (codes == state) & believed
        cells = np.flatnonzero(known)
        if len(cells):
            own = lines[cells]
            sides = outer, np.pad(known, 1), np.pad(believed & (codes != state), 1)
            inner, same, other = (at_four_sides(each)[cells] for each in sides)
            lacking = _lacking(own, _usual_beside(own, other)) & inner
            to_same = zip(own.T, same.T, strict=True)
            most = np.array([np.quantile(side[alike], _MANY) if alike.any() else 0 for side, alike in to_same])
            lacking_most = _lacking(own, most) & same
            bare[cells] = np.maximum(lacking.sum(1), lacking_most.sum(1)) >= _MISSING
    return bare


def without_lines_along(lines: Floats, codes: Ints, believed: Bools, line: tuple[slice | int, slice | int]) -> Bools:
    """The empty cells of an outermost line with no border to the next ones of their state, as nearly all within have.

    Or as those of the other state, where hardly two of theirs are side by side. What lies beside a small board may be
    as many cells as are of that state within. `lines`, `codes` and `believed` as for `without_lines`: (rows, columns).
    """
    within, bare = np.ones(codes.shape, bool), np.zeros(codes.shape, bool)
    within[line] = False
    across = slice(2, 4) if isinstance(line[1], int) else slice(0, 2)
    along = lines[:, across]

    def to_next(cells: Bools, others: Bools) -> Bools:
        """The borders of some cells to others, along the line: (n, 2)."""
        borders: Bools = at_four_sides(np.pad(others, 1))[:, across] & cells.reshape(-1, 1)
        return borders

    inner = {state: within & believed & (codes == state) for state in (0, COVERED)}
    known = {state: to_next(cells, cells) for state, cells in inner.items()}
    for state, own in known.items():
        few = own.sum() < _A_FEW
        others = known[COVERED - state] if few else own
        if others.sum() >= _A_FEW:
            asked = to_next((codes == state) & ~within, (codes == state) & ~within)
            usual = np.quantile(along[others], _FEW)
            if few:  # there may be less than beside those of the other one, as is to be seen beside numbers
                alike = to_next(inner[state], within & believed & (codes >= 0)) if state == 0 else own
                usual = min(usual, along[alike].min(initial=np.inf))
            lacking = _lacking(along, np.float32(usual)) | ~asked
            bare |= (asked.any(1) & lacking.all(1)).reshape(codes.shape)
    return bare


def _usual_beside(lines: Floats, other: Bools) -> Floats:
    """By how much nearly all of some cells vary at least across each border: (n, 4), as `lines`.

    Across those to cells of an `other` state no more than nearly all of these do, if there are several.
    """
    usual = np.quantile(lines, _FEW, axis=0)
    to_other = (line[which] for line, which in zip(lines.T, other.T, strict=True))
    beside = [np.quantile(each, _FEW) if len(each) >= _SEVERAL else np.inf for each in to_other]
    nearly_all: Floats = np.where(other, np.minimum(usual, beside), usual)
    return nearly_all


def all_of_one_colour(lines: Floats, codes: Ints, believed: Bools) -> Bools:
    """The covered cells of one colour as far as into three neighbours: they may be a sheet, which does not end there.

    `lines` are what `at_sides` gives of the cells, `codes` what they show; the `believed` ones tell how much is drawn
    between cells: (n,).
    """
    one_colour = np.zeros(len(codes), bool)
    covered = np.flatnonzero((codes == COVERED) & believed)
    if len(covered):
        one_colour[covered] = (lines[covered] < _nothing(lines, believed)).sum(1) >= _MOST_SIDES
    return one_colour


def are_undivided(patches: Patches, codes: Ints, believed: Bools, state: int = COVERED) -> bool:
    """Whether there are empty cells of a state side by side, and nothing at all between any two of them.

    `codes` are what the cells show, of which those count that are `believed`: (rows, columns).
    """
    between = _beside((codes == state) & believed, state, codes)
    return bool(between.any()) and bool(_bare(patches, at_sides(patches), believed)[between].all())


def are_plainly_undivided(patches: Patches, lines: Floats, codes: Ints, believed: Bools) -> bool:
    """Whether covered cells are, and no sheet of their colour is: flags stand among them, or they fill no rectangle.

    `lines` are what `at_sides` gives of the cells, all else as before. Between covered cells and some of the flags must
    be nothing either; the cloth of others may reach so far.
    """
    covered, flags = ((codes == code) & believed for code in (COVERED, FLAG))
    between = _beside(covered, COVERED, codes)
    if not between.any():
        return False
    bare = _bare(patches, lines, believed)
    if not bare[between].all():
        return False
    standing = (_beside(covered, FLAG, codes) & bare).sum()
    inner = (_in_squares(covered).sum(0) == 3) & _in_squares(believed & ~flags).all(0)
    return bool(standing >= _STANDING or inner.sum() >= _INNER_CORNERS)


def _beside(cells: Bools, code: int, codes: Ints) -> Bools:
    """The sides of some cells at which another one shows that code, (n, 4)."""
    return at_four_sides(np.pad(codes == code, 1)) & cells.ravel()[:, None]


def _bare(patches: Patches, lines: Floats, believed: Bools) -> Bools:
    """The sides of cells at which nothing is between them and their neighbours, (n, 4)."""
    return at_middles_of_sides(patches) < _nothing(lines, believed.ravel())


def _nothing(lines: Floats, believed: Bools) -> float:
    """Up to what cells vary across a border where nothing is, by how much is drawn between those that are believed."""
    return max(_NOTHING, _HARDLY_DRAWN * float(np.median(lines[believed].max(1))))


def _in_squares(which: Bools) -> Bools:
    """What is so of the four cells around each point inside a board: (4, rows - 1, columns - 1)."""
    return np.stack([which[:-1, :-1], which[:-1, 1:], which[1:, :-1], which[1:, 1:]])


def bare_beside(patches: Patches, known: Patches) -> Bools:
    """The cells beside a board likewise, by those of it of one state that are known: a panel has no lines, (n,)."""
    bare: Bools = _lacking(at_sides(patches), usual_lines(known)).sum(1) >= _MISSING
    return bare


def usual_lines(patches: Patches) -> Floats:
    """By how much nearly all of some cells vary at least across their borders, in the order of `at_sides`: (4,)."""
    lines: Floats = np.quantile(at_sides(patches), _FEW, axis=0)
    return lines


def lined_beside(patches: Patches, usual: Floats, side: int, plain: Bools) -> Bools:
    """The cells beside a board with the usual lines on all sides but the outer one, `side`, where they have none, (n,).

    Sides are left and right, above and below. Where nothing else varies, in `plain` cells, faint lines tell as well,
    whatever is on the outer side.
    """
    lines = at_sides(patches)
    shares = lines / np.maximum(usual, 1)
    as_usual: Bools = (usual >= _LINED) & (shares >= _UNLINED) & (shares <= 1 / _UNLINED)
    as_usual[:, side] = shares[:, side] < _UNLINED
    faintly: Bools = (usual >= _FAINTLY_LINED) & (shares >= _NO_LESS)
    faintly[:, side] = True
    lined: Bools = np.asarray(as_usual.all(axis=1) | (plain & faintly.all(axis=1)))
    return lined


def faint_questions(patches: Patches, codes: Ints, believed: Bools) -> Bools:
    """The question marks of far less contrast than numbers and flags, or than flags: what is around runs into them.

    `patches` are the cells, `codes` what they show; only the `believed` ones tell: (n,).
    """
    faint = np.zeros(len(codes), bool)
    asked, others = (np.flatnonzero(which & believed) for which in (codes == QUESTION, (codes > 0) | (codes == FLAG)))
    if len(asked) and len(others):
        marks, symbols = (drawn(thumbnails_of_middles(patches[cells])) for cells in (asked, others))
        faint[asked] = marks < _FAINT * np.quantile(symbols, _FEW)
        if (codes[others] == FLAG).any():
            faint[asked] |= marks < _FAINT_MARK * np.quantile(symbols[codes[others] == FLAG], _FEW)
    return faint


def _lacking(lines: Floats, usual: Floats | np.floating) -> Bools:
    """At which borders, left and right, above and below, cells have nothing, where it is usual that they do: (n, 4)."""
    lacking: Bools = (usual >= _LINED) & (lines < _UNLINED * usual)
    return lacking


def _apart(some: Floats, every: Floats) -> Floats:
    """The distances between drawings: (some, every)."""
    squares = np.square(some).sum(1)[:, None] + np.square(every).sum(1) - 2 * some @ every.T
    apart: Floats = np.sqrt(np.maximum(squares, 0) / every.shape[1])
    return apart


def _near(apart: Floats) -> Floats:
    """How far each digit is from the `_NEAREST` ones of a number; infinity where it has fewer cells."""
    if apart.shape[1] < _NEAREST:
        return np.full(len(apart), np.inf, np.float32)
    near: Floats = np.partition(apart, _NEAREST - 1, axis=1)[:, _NEAREST - 1]
    return near
