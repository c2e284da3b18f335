"""The colours of grounds: which are one in another light, and which are strange where they are."""

import numpy as np

from minebot.board import COVERED, FLAG
from minebot.vision.arrays import Bools, Floats, Ints
from minebot.vision.unknown.alike import Groups, largest
from minebot.vision.unknown.glyphs import Patches

SAME_GROUND, OTHER_GROUND = 14.0, 40.0
"""Of 255, in any channel: up to which two grounds are the same, and from which they are not."""

SIBLING = 30.0
"""Of 255: how far the two shades of a chequer, or of a light from one side, may be apart."""

SAME_FRAME = 24.0
"""Of 255: borders that differ by less, anywhere, are the same."""

_ASKED = 64  # digits, and flags, that tell what borders cells have
_OTHER_FRAME = 2.0  # times the difference of like borders by which those of the other state differ
_A_SIDE = 0.25  # share of a frame; of the smallest cells the strokes of a flag reach a fifth of it
_AS_MUCH = 0.5  # share of the most by which it differs there, that it must differ along a side
_FEWEST_DIGITS, _FEWEST_FLAGS = 3, 1  # cells whose grounds tell those of open cells and of covered ones
_TWO_SHADES, _SPREADS = 6.0, 3.0  # of 255, and times what each varies by: from which these are two
_SAME_DRAWN = 1 / 3  # share of what is drawn in a cell by which it may differ in another light
_OTHER_LIGHT = 28.0  # of 255: by how much a ground is nearer to one than to another that it can hardly be
_HARDLY_ANY = 0.1  # share of the numbers that may have the borders of covered cells, and be none
_RED = 80.0  # of 255: by how much more of it a ground has than its weakest channel
_AT_ONCE = 1 << 15  # differences that are looked at together: they stay near to the processor
_GREY, _ONE_TINT = 20.0, 0.8  # of 255: tints up to which a colour is grey; cosine from which two are one tint


def distance(looks: Floats, others: Floats) -> Floats:
    """How far each look is from the nearest of the others, where they differ most; infinite where there is none."""
    if not len(others):
        return np.full(len(looks), np.inf, np.float32)
    values = np.ascontiguousarray(others.T)  # one behind the other: a quarter of the time for a maximum
    step = max(1, _AT_ONCE // values.size)
    nearest = [
        np.abs(values - looks[first : first + step, :, None]).max(1).min(1) for first in range(0, len(looks), step)
    ]
    return np.concatenate(nearest) if nearest else np.zeros(0, np.float32)


def pairwise(looks: Floats, others: Floats) -> Floats:
    """How far each look is from each of the others, where they differ most: (looks, others)."""
    apart: Floats = np.abs(looks[:, None] - others).max(2)
    return apart


def on_covered_ground(groups: Groups, codes: Ints) -> Bools:
    """The numbers on the ground of covered cells, where open ones, and all other numbers, have plainly another one.

    Or within their borders, where hardly any other number is: somebody may have written on a covered cell.
    """
    digits = (codes >= 1) & (codes <= 8)
    of_covered = distance(groups.grounds, groups.grounds[codes == COVERED])
    asked = digits & (of_covered < SAME_GROUND)
    of_open = distance(groups.grounds, groups.grounds[(codes == 0) | (digits & ~asked)])
    covered: Bools = asked & (of_open > of_covered + _OTHER_LIGHT) & np.isfinite(of_open)
    framed = digits & (distance(groups.frames, groups.frames[codes == COVERED]) < SAME_FRAME)
    if groups.sizes[framed].sum() <= _HARDLY_ANY * groups.sizes[digits].sum():
        covered |= framed & (distance(groups.frames, groups.frames[digits & ~framed]) >= SAME_FRAME)
    return covered


def framed_otherwise(patches: Patches, codes: Ints, believed: Bools) -> Bools:
    """The empty cells with the borders of those of the other state, as digits and flags have them, not of their own.

    In a light from one side, the ground of open cells may become that of covered ones; lines do not become bevels. One
    that is theirs, and by far that of no number, is no open cell's, nor the other way round.
    `patches` are the cells, `codes` what they show; only the `believed` digits and flags tell, and of these not such as
    have another ground than all covered cells: a line is not as much darker than that. Nor does where their strokes
    reach the border.
    """
    otherwise = np.zeros(len(codes), bool)
    digits, flags = (_some(believed & which) for which in ((codes >= 1) & (codes <= 8), codes == FLAG))
    empty = np.flatnonzero(np.isin(codes, (0, COVERED)))
    if len(digits) and len(flags) and len(empty):
        empty_ones, open_ones, flagged = (_one_by_one(patches[cells]) for cells in (empty, digits, flags))
        on_covered = distance(flagged.grounds, empty_ones.grounds[codes[empty] == COVERED]) < OTHER_GROUND
        frames, as_open, as_covered = empty_ones.rims, open_ones.rims, flagged.rims[on_covered]
        if not len(as_covered) or np.median(distance(as_covered, as_open)) <= SAME_GROUND:
            return otherwise
        apart = distance(frames, as_open), distance(frames, as_covered)
        nearest, own = np.where(codes[empty] == 0, apart[::-1], apart)
        other = (nearest < SAME_FRAME) & (own > np.maximum(_OTHER_FRAME * nearest, SAME_GROUND))
        of_digits, of_flags = (distance(empty_ones.grounds, each.grounds) for each in (open_ones, flagged))
        covered = codes[empty] == COVERED
        own_ground, other_ground = np.where(covered, (of_flags, of_digits), (of_digits, of_flags))
        other &= (own_ground >= SAME_GROUND) | (other_ground <= OTHER_GROUND)
        other[covered] &= _apart_along(frames[covered], as_covered) > _AS_MUCH * own[covered]
        otherwise[empty] = other
    return otherwise


def on_another_ground(patches: Patches, codes: Ints, believed: Bools) -> Bools:
    """The zeros on a ground that neither most of the zeros have nor any number.

    Where no cell has borders, nothing else tells a window from the zeros that it lies over. `patches` are the cells,
    `codes` what they show; only the `believed` ones tell: (n,).
    """
    other = np.zeros(len(codes), bool)
    zeros, numbers, told = np.flatnonzero(codes == 0), (codes > 0) & believed, (codes == 0) & believed
    if told.any():
        grounds = _one_by_one(patches).grounds
        usual = np.concatenate([grounds[numbers], np.median(grounds[told], axis=0)[None]])
        other[zeros] = distance(grounds[zeros], usual) > SAME_GROUND
    return other


def _apart_along(frames: Floats, others: Floats) -> Floats:
    """How far each frame is from the nearest of the others along a side at least: the stroke of a flag is shorter."""
    apart = [np.abs(others - frame).reshape(len(others), -1, 3).max(2) for frame in frames]
    return np.array([np.quantile(each, 1 - _A_SIDE, axis=1).min() for each in apart], np.float32)


def _some(cells: Bools) -> Ints:
    """Up to so many of the cells, from all over the board."""
    places = np.flatnonzero(cells)
    return places[:: -(-len(places) // _ASKED)] if len(places) else places


def _one_by_one(patches: Patches) -> Groups:
    """Cells as groups of one each."""
    return Groups(np.arange(len(patches)), patches, np.ones(len(patches), int))


def on_one_ground(groups: Groups, codes: Ints) -> tuple[Bools, Bools]:
    """The groups that have the ground of digits, and those that have the ground of flags, where these are two shades.

    None where digits or flags are too few, or are of several shades themselves: then only what differs by far tells.
    """
    digits, flags = (codes >= 1) & (codes <= 8), codes == FLAG
    none = np.zeros(len(codes), bool)
    if groups.sizes[digits].sum() < _FEWEST_DIGITS or groups.sizes[flags].sum() < _FEWEST_FLAGS:
        return none, none
    spread = max(float(np.ptp(groups.grounds[which], axis=0).max()) for which in (digits, flags))
    of_digits, of_flags = (distance(groups.grounds, groups.grounds[which]) for which in (digits, flags))
    apart = float(of_digits[flags].min())
    if apart < max(_TWO_SHADES, _SPREADS * spread):
        return none, none
    near, far = apart / 3, apart * 2 / 3
    return (of_digits <= near) & (of_flags >= far), (of_flags <= near) & (of_digits >= far)


def stray(groups: Groups, grounds: list[Ints], codes: Ints, shape: tuple[int, int]) -> Bools:
    """The groups whose ground is neither that of most covered cells nor that of most open ones, nor of a digit.

    Nor the same in another light, which changes from cell to cell, nor the other shade of their chequer.
    """
    stray = np.zeros(len(codes), bool)
    borders = groups.frames
    digits = (codes >= 1) & (codes <= 8)
    for state in (0, COVERED):
        alike = [ground for ground in grounds if codes[ground[0]] == state]
        lit = _lit(groups, alike)
        turns = groups.turns(np.concatenate(alike), shape) if alike else np.zeros(len(codes), int)
        for ground in alike:
            near = lit[ground] | (turns[ground] * turns[alike[0][0]] < 0)
            if state == 0:
                near = near | (distance(borders[ground], borders[digits]) < SAME_FRAME)
            stray[ground] = not near.any()
    return stray


def _lit(groups: Groups, grounds: list[Ints]) -> Bools:
    """The groups with the first ground, or one near it, or linked to these by ever other shades of the same drawing."""
    colours, forms = groups.grounds, groups.forms
    lit = np.zeros(len(colours), bool)
    for ground in grounds:
        lit[ground] = (distance(colours[ground], colours[grounds[0]]) <= SIBLING).any()
    left = [ground for ground in grounds if not lit[ground].all()]
    while linked := [ground for ground in left if _shaded(colours, forms, ground, lit)]:
        lit[np.concatenate(linked)] = True
        left = [ground for ground in left if not lit[ground].all()]
    return lit


def _shaded(colours: Floats, forms: Floats, ground: Ints, lit: Bools) -> bool:
    """Whether a ground is another shade of one that is lit: the colour a little off, and the same drawn in it."""
    steps = [pairwise(each[ground], each[lit]) for each in (colours, forms)]
    same = np.maximum(SAME_FRAME, _SAME_DRAWN * np.ptp(forms[ground], axis=1))[:, None]
    return bool(((steps[0] <= SIBLING) & (steps[1] <= same)).any())


def is_red(colour: Floats, usual: Floats) -> bool:
    """Whether a colour is red or orange, and plainly more so than the usual one."""
    more = (colour - colour.min()) - (usual - usual.min())
    return bool(colour.argmax() == 2 and colour.argmin() == 0 and more[2] > _RED)


def of_another_tint(colours: Floats, usual: Floats) -> Bools:
    """Which colours are not only lighter, darker or paler than another one: so much a light makes of one ground."""
    tints, tint = colours - colours.mean(1, keepdims=True), usual - usual.mean()
    along = tints @ tint / (np.linalg.norm(tints, axis=1) * np.linalg.norm(tint) + _GREY**2)
    another: Bools = (np.linalg.norm(tints - tint, axis=1) > _GREY) & (along < _ONE_TINT)
    return another


def in_other_tints(groups: Groups, which: Bools) -> Bools:
    """Those of some groups that are of another tint than most of them."""
    tinted = which.copy()
    if which.any():
        tinted[which] = of_another_tint(groups.grounds[which], groups.grounds[largest(groups, np.flatnonzero(which))])
    return tinted
