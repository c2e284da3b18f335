"""The colours in which digits are drawn: most programs give each number its own."""

import numpy as np

from minebot.vision.arrays import Bools, Ints
from minebot.vision.unknown.alike import Groups, largest
from minebot.vision.unknown.shades import SAME_GROUND, SIBLING, pairwise

_KNOWN = 2  # cells that show a number's colour
_NEARER = 0.3  # by how much the cosine to another number's colour is larger than that to its own
_ONE_INK, _UNLIKE = 0.8, -0.2  # cosines from which colours on one ground are the same, and up to which quite others
_OTHER_INK = 0.9  # cosine below which a digit has not the colour of cells that show a number
_TINTED = 40.0  # of 255, from grey: a ground of a colour of its own
_MANY = 10  # times the digits in another colour, beyond which these are the ones in doubt


def in_another_ink(groups: Groups, codes: Ints, believed: Bools) -> Bools:
    """The digits that have the colour of another number, and not that of their own, where it is known of both.

    Of a blurred digit the colour is clearer than its form. `believed` are the groups that show what colours there are.
    """
    another = np.zeros(len(codes), bool)
    digits = (codes >= 1) & (codes <= 8)
    for group in np.flatnonzero(digits).tolist():
        nearness = {}
        for number in np.unique(codes[digits]).tolist():
            known = believed & (codes == number)
            known[group] = False
            if groups.sizes[known].sum() >= _KNOWN:
                usual = (groups.inks[known] * groups.sizes[known, None]).sum(0)
                nearness[number] = float(groups.inks[group] @ usual / max(float(np.linalg.norm(usual)), 1e-6))
        own = nearness.pop(int(codes[group]), None)
        another[group] = own is not None and max(nearness.values(), default=-1.0) > own + _NEARER
    return another


def other_inks(groups: Groups, group: int, codes: Ints, believed: Bools) -> Bools:
    """The numbers from 1 to 8 that are shown, and nowhere in a group's colour, (8,).

    On two shades of a chequer one ink makes two; on what is farther apart it is hardly of one number. `believed` are
    the groups that show what colours there are.
    """
    cosines = groups.inks @ groups.inks[group]
    apart = np.abs(groups.grounds - groups.grounds[group]).max(1)
    believed = believed & ((apart <= SAME_GROUND) | (apart > SIBLING))
    other = np.zeros(8, bool)
    for number in range(1, 9):
        known = believed & (codes == number)
        known[group] = False
        other[number - 1] = known.any() and bool((cosines[known] < _OTHER_INK).all())
    return other


def in_two_inks(groups: Groups, codes: Ints) -> Bools:
    """The digits of a number that is shown in two quite unlike colours on one ground: those of one are another number.

    The only 3 of a board tells that pale twos are none, though they are more; but not that very many are. Where the
    digits of a number differ by less than that, colours tell nothing.
    """
    in_two = np.zeros(len(codes), bool)
    inks, grounds = groups.inks, groups.grounds
    for number in range(1, 9):
        members = np.flatnonzero(codes == number)
        near = pairwise(grounds[members], grounds[members]) <= SIBLING
        cosines = np.where(near, inks[members] @ inks[members].T, 1.0)
        if ((cosines < _ONE_INK) & (cosines > _UNLIKE)).any():
            return np.zeros(len(codes), bool)
        if len(members) and (cosines <= _UNLIKE).any():
            most = largest(groups, members)
            others = members[cosines[members == most][0] <= _UNLIKE]
            rest = np.setdiff1d(members, others)
            many = groups.sizes[rest].sum() > _MANY * groups.sizes[others].sum()
            in_two[others if many else members] = True
    return in_two


def on_two_tints(groups: Groups, codes: Ints) -> Bools:
    """The digits of a number that is shown on grounds of two quite unlike tints: those on one are perhaps no number.

    Where grounds are coloured, each number has its own, and a mark another one; a light changes none to its opposite.
    """
    on_two = np.zeros(len(codes), bool)
    tints = groups.grounds - groups.grounds.mean(1, keepdims=True)
    strengths = np.linalg.norm(tints, axis=1)
    tinted = strengths > _TINTED
    for number in range(1, 9):
        members = np.flatnonzero((codes == number) & tinted)
        directions = tints[members] / strengths[members, None]
        if (directions @ directions.T <= _UNLIKE).any():
            on_two[members] = True
    return on_two
