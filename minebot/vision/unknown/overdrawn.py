"""Lines of cells, of a look that nobody described, over which somebody drew: they are of the board all the same.

What is drawn over them says nothing of the others, so these are read for themselves.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from minebot.board import COVERED
from minebot.geometry import Lattice
from minebot.vision.arrays import Bools, Floats, Ints
from minebot.vision.inview import Side
from minebot.vision.picture import Bgr
from minebot.vision.reading import DOUBTFUL_BELOW
from minebot.vision.stroked import Rim, rim_of, stroked_over
from minebot.vision.unknown.alike import Groups, inner, thumbnails
from minebot.vision.unknown.glyphs import Patches, cut_patches
from minebot.vision.unknown.guess import Guess, guess

_SAME = 8.0  # of 255, by which a pixel may differ, or a cell that is like another one: what is interpolated does
_FAINTLY = 4.0  # the same where nothing varies
_LIGHT = 24.0  # of 255, by which the ground of a cell may be lighter or darker than that of another one
_FEWEST, _MOST = 2, 4  # cells of a look that tells how others are drawn; such looks of covered cells, zeros and numbers
_MEMBERS = 15  # cells of it that are looked at
_SIDES: tuple[Side, ...] = ("left", "right", "top", "bottom")

Counts = tuple[int, int, int, int]
"""So many lines at the left and the right side of a board, above and below."""


def usual_rims(picture: Bgr, seen: Guess) -> list[Rim]:
    """How the cells that are beyond doubt are drawn, as most of those of one look are: first and last lines differ."""
    told = (seen.group_confidence >= DOUBTFUL_BELOW) & (seen.groups.sizes >= _FEWEST)
    codes, rims = seen.group_codes, []
    for of_code in (codes == COVERED, codes == 0, codes > 0):
        groups = np.flatnonzero(told & of_code)
        for group in groups[np.argsort(-seen.groups.sizes[groups], kind="stable")][:_MOST].tolist():
            members = np.flatnonzero(seen.groups.of == group)
            some = members[:: -(-len(members) // _MEMBERS)]
            usual = np.median(inner(cut_patches(picture, seen.lattice, some)), axis=0)
            rims.append(rim_of(np.rint(usual).astype(np.uint8)))
    return rims


def seen_in_part(patches: Patches, rims: Sequence[Rim], side: int, clean: bool) -> Bools:
    """Which of the cells beside a board show most of the borders of usual ones, but for a stroke over them, (n,).

    They are at its left or right side, above or below it. In a `clean` picture faint borders tell as well.
    """
    cells = inner(patches)
    in_part: Bools = np.any(
        [stroked_over(cells, rims, most, _LIGHT, side) for most in ((_SAME, _FAINTLY) if clean else (_SAME,))], axis=0
    )
    return in_part


def guess_beside(picture: Bgr, lattice: Lattice, rim: int, overdrawn: Counts) -> Guess:
    """What the cells of a lattice show, of which so many lines are `overdrawn`: of these, what is like the others."""
    if not any(overdrawn):
        return guess(picture, lattice, rim)
    left, right, top, bottom = overdrawn
    within = lattice.widened(left, lattice.cols - right, top, lattice.rows - bottom)
    seen = guess(picture, within, rim, [side for side, count in zip(_SIDES, overdrawn, strict=True) if count])
    places = np.arange(lattice.cols * lattice.rows).reshape(lattice.rows, lattice.cols)
    inside = np.zeros(places.shape, bool)
    inside[top : top + within.rows, left : left + within.cols] = True
    patches = cut_patches(picture, lattice, places[~inside])
    like, apart = _most_like(patches, seen)
    strange = apart > _SAME
    of = np.zeros(places.shape, int)
    of[inside] = seen.groups.of
    of[~inside] = np.where(strange, len(seen.group_codes) + np.cumsum(strange) - 1, like)
    groups = Groups(of.ravel(), np.concatenate([seen.groups.patches, patches[strange]]), np.bincount(of.ravel()))
    none = np.zeros(int(strange.sum()))
    return replace(
        seen,
        lattice=lattice,
        groups=groups,
        group_codes=np.append(seen.group_codes, seen.group_codes[like[strange]]),
        group_confidence=np.append(seen.group_confidence, none).astype(np.float32),
        group_open=np.append(seen.group_open, none),
        overdrawn=overdrawn,
    )


def _most_like(patches: Patches, seen: Guess) -> tuple[Ints, Floats]:
    """The group that each of some cells is most like, and by how much they differ: (n,) each."""
    looks, known = thumbnails(patches), seen.groups.looks
    apart = np.array([np.abs(known - look).max(1) for look in looks]).reshape(len(looks), len(known))
    return apart.argmin(1), apart.min(1)


def more_of(overdrawn: Counts, sides: Sequence[bool]) -> Counts:
    """The counts with one line more at some sides."""
    left, right, top, bottom = (count + side for count, side in zip(overdrawn, sides, strict=True))
    return left, right, top, bottom
