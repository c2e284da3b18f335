"""Lines of cells, of a look that nobody described, over which somebody drew: they are of the board all the same.

What is drawn over them says nothing of the others, so these are read for themselves.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np

from minebot.board import COVERED
from minebot.geometry import Lattice
from minebot.vision.arrays import Bools
from minebot.vision.inview import Side
from minebot.vision.picture import Bgr
from minebot.vision.reading import DOUBTFUL_BELOW
from minebot.vision.stroked import Rim, grounds_of, run_through, stroked_over, usual_rim
from minebot.vision.unknown.alike import Groups, inner, thumbnails
from minebot.vision.unknown.beside import (
    BESIDE,
    drawn_alike,
    ends_beyond,
    is_clean,
    odd_of,
    share_in_turn,
    turns_of,
)
from minebot.vision.unknown.glyphs import Patches, cut_patches
from minebot.vision.unknown.guess import Counts, Guess, guess
from minebot.vision.unknown.room import HALF_A_LINE, ONE_GROUND
from minebot.vision.unknown.shades import distance, pairwise

_SAME = 8.0  # of 255, by which a pixel may differ, or a cell that is like another one: what is interpolated does
_FAINTLY = 4.0  # the same where nothing varies
_LIGHT = 24.0  # of 255, by which the ground of a cell may be lighter or darker than that of another one
_FEWEST, _MOST = 2, 4  # cells of a look that tells how others are drawn; such looks of covered cells, zeros and numbers
_DRAWN_CELLS, _MOSTLY = 2, 0.5  # cells over which a stroke runs, and share of them, that tell of their line
_LINED_CELLS, _LINED = 3, 0.25  # the same where the others are as plain as some of the board
_MEMBERS = 15  # cells of it that are looked at
_SIDES: tuple[Side, ...] = ("left", "right", "top", "bottom")


class Overdrawn:
    """The lines of cells at the sides of a board, and beside it, over which somebody drew, as a guess at it tells."""

    def __init__(self, picture: Bgr, seen: Guess) -> None:
        self._picture = picture
        self._seen = seen

    def within(self) -> set[int]:
        """The sides of the board along whose outermost cells somebody drew something, and that are not set apart yet.

        Such cells are like none farther within.
        """
        of = self._seen.groups.of.reshape(self._seen.lattice.rows, -1)
        strange = np.isin(of, of[1:-1, 1:-1], invert=True)
        overdrawn = set()
        for side, line in enumerate(BESIDE):
            if strange[line].mean() >= _MOSTLY and not self._seen.overdrawn[side]:
                cells = inner(self._patches(self._seen.lattice, side))
                in_part = self._in_part(cells, run_through(cells, side), side)
                if (in_part & strange[line]).sum() >= max(_LINED_CELLS, _MOSTLY * len(in_part)):
                    overdrawn.add(side)
        return overdrawn

    def beside(self, lattice: Lattice, asked: Collection[int]) -> list[float]:
        """The share of cells that are of the board, of lines beside a lattice that are overdrawn; 0 of any other line.

        Of the sides `asked` alone.
        """
        wide = lattice.widened(-1, lattice.cols + 1, -1, lattice.rows + 1)
        beyond = ends_beyond(self._picture, wide)
        return [self._share(wide, side) if side in asked and not beyond[side] else 0.0 for side in range(len(BESIDE))]

    def _share(self, lattice: Lattice, side: int) -> float:
        """The same of an outermost line of a lattice.

        Where several cells have the lines of the board, all others are as plain as some of it.
        """
        patches, groups = self._patches(lattice, side), self._seen.groups
        cells = inner(patches)
        through = run_through(cells, side)
        if through.sum() < _DRAWN_CELLS:
            return 0.0
        grounds, share = grounds_of(cells), 0.0
        if through.mean() >= _MOSTLY:
            share = share_in_turn(grounds, odd_of(lattice, self._seen)[BESIDE[side]], turns_of(self._seen))
        in_part = self._in_part(cells, through, side)
        sure = (self._seen.group_confidence >= DOUBTFUL_BELOW) & (groups.sizes >= _FEWEST)
        known = in_part | drawn_alike(thumbnails(patches), groups.looks[sure])
        plain = distance(grounds, groups.grounds[sure]) <= ONE_GROUND
        if in_part.sum() >= _DRAWN_CELLS:
            share = max(share, float(known.mean()))
        if in_part.sum() >= max(_LINED_CELLS, _LINED * len(plain)):
            share = max(share, HALF_A_LINE, float((known | plain).mean()))
        return share

    def _patches(self, lattice: Lattice, side: int) -> Patches:
        places = np.arange(lattice.rows * lattice.cols).reshape(lattice.rows, lattice.cols)
        return cut_patches(self._picture, lattice, places[BESIDE[side]])

    def _in_part(self, cells: Patches, through: Bools, side: int) -> Bools:
        """Which of the cells that a stroke runs `through` show most of the borders of usual ones beside it, (n,).

        In a clean picture faint borders tell as well.
        """
        in_part = through.copy()
        if in_part.any():
            seen = [stroked_over(cells[in_part], self._usual_rims, most, _LIGHT, side) for most in self._limits]
            in_part[in_part] = np.any(seen, axis=0)
        return in_part

    @cached_property
    def _limits(self) -> tuple[float, ...]:
        """By how much pixels may differ, of 255."""
        return (_SAME, _FAINTLY) if is_clean(self._seen) else (_SAME,)

    @cached_property
    def _usual_rims(self) -> list[Rim]:
        """How cells within the board that are beyond doubt are drawn: as most of those of one look are."""
        seen = self._seen
        places = np.arange(seen.lattice.rows * seen.lattice.cols).reshape(seen.lattice.rows, -1)
        within = places[1:-1, 1:-1].ravel()
        of = seen.groups.of[within]
        sizes = np.bincount(of, minlength=len(seen.group_codes))
        told = (seen.group_confidence >= DOUBTFUL_BELOW) & (sizes >= _FEWEST)
        codes, rims = seen.group_codes, []
        for of_code in (codes == COVERED, codes == 0, codes > 0):
            groups = np.flatnonzero(told & of_code)
            for group in groups[np.argsort(-sizes[groups], kind="stable")][:_MOST].tolist():
                members = within[of == group]
                some = members[:: -(-len(members) // _MEMBERS)]
                rims.append(usual_rim(inner(cut_patches(self._picture, seen.lattice, some))))
        return rims


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
    apart = pairwise(thumbnails(patches), seen.groups.looks)
    like, strange = apart.argmin(1), apart.min(1) > _SAME
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


def more_of(overdrawn: Counts, sides: Sequence[bool]) -> Counts:
    """The counts with one line more at some sides."""
    left, right, top, bottom = (count + side for count, side in zip(overdrawn, sides, strict=True))
    return left, right, top, bottom
