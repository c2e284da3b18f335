"""Group the cells of a board by their looks: cells that show the same thing in the same way."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from minebot.vision.arrays import Bools, Floats, Ints
from minebot.vision.sampling import averaged, depth, within
from minebot.vision.unknown.glyphs import AROUND, SIDE, Patches

ALIKE = 22.0
"""Of 255: the largest difference, in any square of 2x2 pixels, of cells of one group in a picture that is not clean."""

RING = 0.13, 0.22
"""Depths, in shares of the cell, between which its ground is seen: within its border, around its symbol."""

SHADES = 6.0
"""Of 255: by how much what is drawn there differs from the ground; noise makes less."""

BARE = 4.0
"""Of 255: contrast in the middle of a cell below which nothing is drawn there."""

_LEAST_ALIKE, _NOISE = 8.0, 2.5  # the same in a clean one, and how many times the noise it is in between
_LIKELY = 8  # cells that are roughly most like one, of which one is
_PROBED = 24  # cells that tell how clean it is

_KIN_COLOUR, _KIN_FORM = 12.0, (12.0, 20.0)  # of 255: how far the same ground may differ in two places
_KIN_DRAWN = 0.5  # share of what is drawn there by which it may
_KIN_LEANING = 5.0  # log-odds of looking open by which they may differ
_CHEQUERED = 8  # cells, all on squares of one colour: by chance fewer lie so
_A_CHEQUER = 0.5  # share of the cells of large groups that are so, where the board is one
_ONE_SHADE, _SPREADS = 3.0, 2.0  # of 255, and times what each varies by: up to which two shades are one
_DRAWING, _TURNS = 8, 6  # squares of a drawing on each side; steps in which what it varies by is found
_LEAST_OF_A_SHADE, _LEAST_OF_A_DRAWING = 4, 2  # cells
_AROUND_SYMBOLS = 0.16, 0.25  # the same where no border reaches, and of a symbol no more than its ends
_SYMBOL = 16.0  # of 255: a light on a plain cell makes less
_SPOT = 30.0  # of 255: a gradient within a cell makes less
_STROKE = 40.0  # of 255: by how much a stroke differs from its ground
_STROKES = 0.5  # share of the strongest difference from the ground, from which a spot is of a stroke
_SIDE = SIDE // 3  # pixels of a patch, into a cell and its neighbour
_STROKED = 10  # squares on each side in which strokes are seen
_RINGED = 0.37  # of the cell: how far from its middle it has no border
_EDGE = round(SIDE * AROUND / (1 + 2 * AROUND))  # pixels of a patch that belong to the neighbours

WITHIN = slice(round(SIDE * (AROUND + 0.13) / (1 + 2 * AROUND)), -round(SIDE * (AROUND + 0.13) / (1 + 2 * AROUND)))
"""The pixels of a patch, across or down, that lie within the border of its cell."""


@dataclass(frozen=True, eq=False)
class Groups:
    """`of[i]` is the group of cell i; `patches[g]` is the mean patch of group g; `sizes[g]` how many cells it has.

    `closer` are the same of the middles of the cells alone, where symbols are small.
    """

    of: Ints
    patches: Patches
    sizes: Ints
    closer: Patches | None = None

    def cells_of(self, which: Ints) -> Bools:
        """The cells of these groups, row by row: (cells,)."""
        these = np.zeros(len(self.sizes), bool)
        these[which] = True
        return these[self.of]

    @cached_property
    def reaches(self) -> Floats:
        """How far what is drawn in the groups reaches from the middle, across and down: (n, 2) shares of the cell."""
        drawn = np.abs(self.patches - self.grounds[:, None, None]).max(3)
        strokes = drawn > np.maximum(_STROKE, drawn[:, WITHIN, WITHIN].max((1, 2), initial=0) / 2)[:, None, None]
        off = np.abs(within(SIDE, AROUND) - 0.5)
        strokes &= np.maximum(off[:, None], off[None, :]) < _RINGED
        across, down = (np.where(strokes, each, 0).max((1, 2), initial=0) for each in (off[None, :], off[:, None]))
        return np.stack([across, down], axis=1).astype(np.float32)

    @cached_property
    def looks(self) -> Floats:
        """The mean patches as thumbnails."""
        return thumbnails(self.patches)

    @cached_property
    def drawn_within(self) -> Floats:
        """How much is drawn in the middles of the groups, (n,); below `BARE` nothing is."""
        return drawn(thumbnails_of_middles(self.patches))

    @cached_property
    def grounds(self) -> Floats:
        """The colour behind the symbol: the median of a ring between the border of the cell and its symbol, (n, 3)."""
        colours: Floats = np.median(self.patches[:, _ring()].astype(np.float32), axis=1)
        return colours

    @cached_property
    def forms(self) -> Floats:
        """The thumbnails without the colour behind the symbol: what is drawn, in whatever light."""
        return self.looks - np.tile(self.grounds, self.looks.shape[1] // 3)

    @cached_property
    def frames(self) -> Floats:
        """The outermost eighth of the cells, where covered ones differ from open ones, in 28 squares: (n, 28 * 3)."""
        cells = averaged(inner(self.patches), 8).reshape(-1, 8, 8, 3)
        border = np.ones((8, 8), bool)
        border[1:-1, 1:-1] = False
        return cells[:, border].reshape(len(cells), -1)

    @cached_property
    def rims(self) -> Floats:
        """The frames without the colour behind the symbol, in whatever light: (n, 28 * 3)."""
        return self.frames - np.tile(self.grounds, self.frames.shape[1] // 3)

    @cached_property
    def inks(self) -> Floats:
        """How the strokes differ from the ground, as directions between colours: (n, 3).

        Without what is at the border: beside a thin digit, the gap between cells stands out more.
        """
        within = averaged(self.patches[:, WITHIN, WITHIN], _STROKED).reshape(len(self.sizes), -1, 3)
        drawn = within - self.grounds[:, None]
        strength = np.abs(drawn).max(2)
        strength *= strength > _STROKES * strength.max(1, keepdims=True)
        inks = (drawn * strength[:, :, None]).sum(1)
        directions: Floats = inks / np.maximum(np.linalg.norm(inks, axis=1, keepdims=True), 1e-6)
        return directions

    @cached_property
    def middles(self) -> Floats:
        """The inner half of the cells, where their symbols are, or what was seen closer: (n, side, side, 3)."""
        if self.closer is not None:
            return inner(self.closer).astype(np.float32)
        return _middles(self.patches).astype(np.float32)

    @cached_property
    def smooth_middles(self) -> Floats:
        """The middles at half their size, one row each: symbols whose edges fall a little otherwise are alike there."""
        return averaged(self.middles, self.middles.shape[1] // 2)

    @cached_property
    def drawn_around(self) -> Floats:
        """The share of what lies around the middle of the cell, within its border, in which anything is drawn: (n,)."""
        apart = np.abs(self.patches[:, _ring(_AROUND_SYMBOLS)] - self.grounds[:, None]).max(2)
        share: Floats = (apart > SHADES).mean(1, dtype=np.float32)
        return share

    @cached_property
    def spotted(self) -> Bools:
        """Whether the middle has another colour than the ground around it, though it may be plain."""
        apart = np.median(self.middles.reshape(len(self.patches), -1, 3), axis=1) - self.grounds
        spots: Bools = np.abs(apart).max(1, initial=0) > _SPOT
        return spots

    def in_turn(self, shape: tuple[int, int]) -> Bools:
        """The groups that lie on the squares of one colour of a chequer alone, and on many of them."""
        in_turn: Bools = (self._squares(shape) != 0) & (self.sizes >= _CHEQUERED)
        return in_turn

    def turns(self, among: Ints, shape: tuple[int, int]) -> Ints:
        """For each group on which squares of a chequer it lies, 1 or -1; 0 if on both, or if `among` some is none."""
        in_turn, many = self.in_turn(shape), among[self.sizes[among] >= _CHEQUERED]
        chequered = self.sizes[many[in_turn[many]]].sum() > _A_CHEQUER * self.sizes[many].sum()
        return self._squares(shape) * int(chequered)

    def _squares(self, shape: tuple[int, int]) -> Ints:
        """For each group whether it lies on squares of the one colour alone, 1, of the other, -1, or of both, 0."""
        on_odd = np.bincount(self.of, weights=odd_squares(shape), minlength=len(self.sizes))
        return np.select([on_odd == 0, on_odd == self.sizes], [1, -1], 0)

    def kindred(self, among: Ints, leanings: Floats, *sides: Ints) -> list[Ints]:
        """Which of some groups show one ground, though the light on it differs from place to place: lists of groups.

        `leanings`, of each group, are the log-odds that it looks open: what looks raised and what looks flat are not
        one ground. They are linked from one to the next: of a gradient over the whole board the two ends have little
        in common. Two shades are two grounds, however near, where of any of the `sides` the groups are on either, 1
        and -1.
        """
        forms = self.forms
        alike = np.clip(_KIN_DRAWN * np.ptp(forms, axis=1), *_KIN_FORM)
        left, kin = among, []
        while len(left):
            reached, left = [int(left[0])], left[1:]
            for member in reached:
                near = np.abs(self.grounds[left] - self.grounds[member]).max(1) <= _KIN_COLOUR
                near &= np.abs(forms[left] - forms[member]).max(1) <= np.maximum(alike[left], alike[member])
                near &= np.abs(leanings[left] - leanings[member]) <= _KIN_LEANING
                shades = np.abs(self.grounds[left] - self.grounds[member]).max(1) > _ONE_SHADE
                for side in sides:
                    near &= ~(shades & (side[left] * side[member] < 0))
                reached.extend(left[near].tolist())
                left = left[~near]
            kin.append(np.array(reached))
        return kin


def grouped(patches: Patches, rim: int = 0) -> Groups:
    """The cells, as patches (n, SIDE, SIDE, 3), in groups of the same look; the group of the first cell first.

    So many pixels of a patch are left out at each side of the cell: its neighbours may run into it.
    """
    of = look_of_each(patches, rim)
    sizes = np.bincount(of)
    return Groups(of, _means(patches, of, sizes), sizes)


def look_of_each(patches: Patches, rim: int = 0) -> Ints:
    """Which of their looks each of the patches has, as `grouped` tells them: (n,), from 0."""
    looks = _thumbnails(patches, _EDGE + rim)
    of = np.full(len(patches), -1)
    left = np.arange(len(patches))
    leaders = 0
    rough = _rough(looks)
    alike = _alike(looks, rough)
    while len(left):
        near = _near(looks, rough, left, alike)
        of[left[near]] = leaders
        left = left[~near]
        leaders += 1
    return of


def parted(groups: Groups, patches: Patches, shape: tuple[int, int]) -> Groups:
    """The groups, of which each that is of two shades, on the squares of a chequer of either colour, becomes two.

    And each of two shades, or two drawings, with nothing between them: covered cells of the one shade may be nearer to
    open ones of the other than a blur makes one and the same cell, and a pale 3 to a 2.
    """
    colours, drawn = patches[:, _ring()].mean(1, dtype=np.float32), drawings(patches)
    odd = odd_squares(shape)
    of, count = groups.of.copy(), len(groups.sizes)
    symbols = np.abs(groups.middles - groups.grounds[:, None, None]).max((1, 2, 3)) > _SYMBOL
    asked = np.flatnonzero(groups.sizes >= 2 * _LEAST_OF_A_SHADE).tolist()
    for group in asked:
        members = np.flatnonzero(of == group)
        if len(members) < 2 * _LEAST_OF_A_SHADE:
            continue
        lit = colours[members]
        ways = [(lit, _brighter(lit, _LEAST_OF_A_SHADE), _LEAST_OF_A_SHADE), (lit, odd[members], _LEAST_OF_A_SHADE)]
        if symbols[groups.of[members[0]]]:
            along = _along(drawn[members])
            ways.append((along, _brighter(along, _LEAST_OF_A_DRAWING), _LEAST_OF_A_DRAWING))
        for looks, apart, least in ways:
            if min(apart.sum(), (~apart).sum()) >= least and _are_two(looks[apart], looks[~apart]):
                of[members[apart]] = count
                asked += [group, count]  # either may be of two in turn
                count += 1
                break
    if count == len(groups.sizes):
        return groups
    sizes = np.bincount(of)
    return Groups(of, _means(patches, of, sizes), sizes)


def _are_two(one: Floats, other: Floats) -> bool:
    """Whether two looks are unlike beyond what each of them varies by."""
    apart = np.abs(one.mean(0) - other.mean(0))
    return bool((apart > np.maximum(_ONE_SHADE, _SPREADS * (one.std(0) + other.std(0)))).any())


def drawings(patches: Patches) -> Floats:
    """What is drawn in the middle of each cell, beside the colour behind it, in squares: (n, values)."""
    colours, middles = patches[:, _ring()].mean(1, dtype=np.float32), averaged(_middles(patches), _DRAWING)
    drawn: Floats = middles - np.tile(colours, middles.shape[1] // 3)
    return drawn


def _along(drawn: Floats) -> Floats:
    """How far drawings lie in the direction in which they differ most: (n, 1)."""
    forms = drawn - drawn.mean(0)
    direction = forms[np.square(forms).sum(1).argmax()]
    for _ in range(_TURNS):
        direction = (forms @ direction) @ forms
        direction /= max(float(np.linalg.norm(direction)), 1e-6)
    along: Floats = (forms @ direction)[:, None] / _DRAWING
    return along


def _brighter(colours: Floats, least: int) -> Bools:
    """Which colours are above the widest gap that leaves so many on each side, in the channel that differs most."""
    channel = colours[:, np.ptp(colours, axis=0).argmax()]
    ordered = np.sort(channel)
    gaps = np.diff(ordered)[least - 1 : len(ordered) - least]
    widest = least - 1 + int(gaps.argmax())
    brighter: Bools = channel > ordered[widest]
    return brighter


def odd_squares(shape: tuple[int, int]) -> Bools:
    """The squares of one colour of a chequer, row by row: every second one."""
    odd: Bools = np.indices(shape).sum(0).ravel() % 2 == 1
    return odd


def _ring(depths: tuple[float, float] = RING) -> Bools:
    """The pixels of a patch between the border of a cell and its symbol: (SIDE, SIDE)."""
    deep = depth(SIDE, AROUND)
    ring: Bools = (deep >= depths[0]) & (deep <= depths[1])
    return ring


def seen_closer(groups: Groups, patches: Patches, middles: Patches) -> Groups:
    """The groups of these patches, parted by the looks of the middles of the cells, of which small symbols are more."""
    others = grouped(middles).of
    pairs = groups.of * (others.max() + 1) + others
    _, first, of = np.unique(pairs, return_index=True, return_inverse=True)
    of = np.argsort(np.argsort(first))[of]  # the group of the first cell first
    sizes = np.bincount(of)
    return Groups(of, _means(patches, of, sizes), sizes, _means(middles, of, sizes))


def _means(patches: Patches, of: Ints, sizes: Ints) -> Patches:
    """The mean patch of each group, where `of[i]` is that of patch i."""
    members = np.split(np.argsort(of, kind="stable"), np.cumsum(sizes)[:-1])
    means = np.stack([patches[cells].sum(0, dtype=np.float32) / len(cells) for cells in members])
    return np.round(means).astype(np.uint8)


def _rough(looks: Floats) -> Floats:
    """The looks in sixteen squares: where these differ by more than something, the looks do as well."""
    side = round((looks.shape[1] / 3) ** 0.5)
    return averaged(looks.reshape(-1, side, side, 3), 4)


def _near(looks: Floats, rough: Floats, left: Ints, alike: float) -> Bools:
    """Which of the looks that are left nowhere differ from the first of these by more than that."""
    first = left[0]
    near: Bools = np.abs(rough[left] - rough[first]).max(1) <= alike
    near[near] = np.abs(looks[left[near]] - looks[first]).max(1) <= alike
    return near


def _alike(looks: Floats, rough: Floats) -> float:
    """How far apart cells of one look are in this picture: more than most cells are from the one most like them."""
    nearest = [0.0]
    for probe in np.linspace(0, len(looks) - 1, min(_PROBED, len(looks))).astype(int):
        like = np.argsort(np.abs(rough - rough[probe]).max(1))[:_LIKELY]
        distances = np.sort(np.abs(looks[like] - looks[probe]).max(1))
        nearest.extend(distances[1:2].tolist())
    return float(np.clip(_NOISE * np.median(nearest[1:] or nearest), _LEAST_ALIKE, ALIKE))


def thumbnails(patches: Patches) -> Floats:
    """The cells without their neighbours, averaged over squares of 2x2 pixels: (n, values)."""
    return _thumbnails(patches, _EDGE)


def thumbnails_of_middles(patches: Patches) -> Floats:
    """The inner half of the cells, likewise: where their symbols are, without their borders."""
    inner = _middles(patches).astype(np.float32)
    return averaged(inner, inner.shape[1] // 2)


def drawn(looks: Floats) -> Floats:
    """How much is drawn in each of the thumbnails, beside its colour: the contrast of the channel that has the most."""
    contrasts: Floats = looks.reshape(-1, looks.shape[1] // 3, 3).std(1).max(1)
    return contrasts


def colours_of_middles(patches: Patches) -> Floats:
    """The colour of the middle of each cell: (n, 3)."""
    colours: Floats = thumbnails_of_middles(patches).reshape(len(patches), -1, 3).mean(1)
    return colours


def at_sides(patches: Patches) -> Floats:
    """How much cells vary across their borders, left and right, above and below: of their channels the most, (n, 4)."""
    return _across_borders(patches, slice(None), _SIDE)


def at_middles_of_sides(patches: Patches) -> Floats:
    """The same close to the borders, and far from the corners, where other neighbours run into cells: (n, 4)."""
    return _across_borders(patches, slice(SIDE * 3 // 8, SIDE * 5 // 8), 2 * _EDGE)


def _across_borders(patches: Patches, along: slice, deep: int) -> Floats:
    """The same of a part of each border, so many pixels deep."""
    across, down = patches[:, along].mean(1, dtype=np.float32), patches[:, :, along].mean(2, dtype=np.float32)
    sides = across[:, :deep], across[:, -deep:], down[:, :deep], down[:, -deep:]
    most: Floats = np.stack([np.ptp(side, axis=1).max(1) for side in sides], axis=1)
    return most


def _thumbnails(patches: Patches, edge: int) -> Floats:
    """The patches without so many pixels at each side, averaged over squares of 2x2 pixels: (n, values)."""
    inner = patches[:, edge : SIDE - edge, edge : SIDE - edge].astype(np.float32)
    return averaged(inner, inner.shape[1] // 2)


def inner(patches: Patches) -> Patches:
    """The cells without their neighbours."""
    return patches[:, _EDGE : SIDE - _EDGE, _EDGE : SIDE - _EDGE]


def _middles(patches: Patches) -> Patches:
    """The inner half of the cells."""
    edge = round(SIDE * (AROUND + 0.25) / (1 + 2 * AROUND))
    return patches[:, edge : SIDE - edge, edge : SIDE - edge]


def largest(groups: Groups, among: Ints) -> int:
    """That of some groups which has the most cells."""
    return int(among[groups.sizes[among].argmax()])
