"""The colours in which digits are drawn: most programs give each number its own."""

import numpy as np

from minebot.vision.alike import Groups
from minebot.vision.arrays import Bools, Floats, Ints

_STROKES = 0.5  # share of the strongest difference from the ground, from which a spot is of a stroke
_KNOWN = 2  # cells that show a number's colour
_NEARER = 0.3  # by how much the cosine to another number's colour is larger than that to its own


def in_another_ink(groups: Groups, codes: Ints, believed: Bools) -> Bools:
    """The digits that have the colour of another number, and not that of their own, where it is known of both.

    Of a blurred digit the colour is clearer than its form. `believed` are the groups that show what colours there are.
    """
    another = np.zeros(len(codes), bool)
    digits = (codes >= 1) & (codes <= 8)
    inks = _inks(groups)
    for group in np.flatnonzero(digits).tolist():
        nearness = {}
        for number in np.unique(codes[digits]).tolist():
            known = believed & (codes == number)
            known[group] = False
            if groups.sizes[known].sum() >= _KNOWN:
                usual = (inks[known] * groups.sizes[known, None]).sum(0)
                nearness[number] = float(inks[group] @ usual / max(float(np.linalg.norm(usual)), 1e-6))
        own = nearness.pop(int(codes[group]), None)
        another[group] = own is not None and max(nearness.values(), default=-1.0) > own + _NEARER
    return another


def _inks(groups: Groups) -> Floats:
    """How the strokes of each group differ from the ground, as directions between colours: (n, 3)."""
    drawn = groups.forms.reshape(len(groups.sizes), -1, 3)
    strength = np.abs(drawn).max(2)
    strength *= strength > _STROKES * strength.max(1, keepdims=True)
    inks = (drawn * strength[:, :, None]).sum(1)
    directions: Floats = inks / np.maximum(np.linalg.norm(inks, axis=1, keepdims=True), 1e-6)
    return directions
