"""Group the cells of a board by their looks: cells that show the same thing in the same way."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from minebot.vision.glyphs import AROUND, SIDE, Floats, Ints, Patches

ALIKE = 22.0
"""Of 255: the largest difference, in any square of 2x2 pixels, of cells of one group in a picture that is not clean."""

_LEAST_ALIKE, _NOISE = 8.0, 2.5  # the same in a clean one, and how many times the noise it is in between
_LIKELY = 8  # cells that are roughly most like one, of which one is
_PROBED = 24  # cells that tell how clean it is

_KIN_COLOUR, _KIN_FORM = 12.0, 20.0  # of 255: how far the same ground may differ in two places
_KIN_LEANING = 5.0  # log-odds of looking open by which they may differ
_SPOT = 30.0  # of 255: a gradient within a cell makes less
_EDGE = round(SIDE * AROUND / (1 + 2 * AROUND))  # pixels of a patch that belong to the neighbours


@dataclass(frozen=True, slots=True)
class Groups:
    """`of[i]` is the group of cell i; `patches[g]` is the mean patch of group g; `sizes[g]` how many cells it has."""

    of: Ints
    patches: Patches
    sizes: Ints

    def spread(self, values: Floats) -> Floats:
        """A value a group, given to each of its cells."""
        spread: Floats = values[self.of]
        return spread


def grouped(patches: Patches) -> Groups:
    """The cells, as patches (n, SIDE, SIDE, 3), in groups of the same look; the group of the first cell first."""
    looks = thumbnails(patches)
    of = np.full(len(patches), -1)
    left = np.arange(len(patches))
    leaders = 0
    rough = _rough(looks)
    alike = _alike(looks, rough)
    while len(left):
        near = _near(looks[left], rough[left], alike)
        of[left[near]] = leaders
        left = left[~near]
        leaders += 1
    sizes = np.bincount(of, minlength=leaders)
    means = np.zeros((leaders, *patches.shape[1:]), np.float32)
    order = np.argsort(of, kind="stable")
    starts = np.concatenate(([0], np.cumsum(sizes)[:-1]))
    means[:] = np.add.reduceat(patches[order].astype(np.float32), starts) / sizes[:, None, None, None]
    return Groups(of, np.round(means).astype(np.uint8), sizes)


def _rough(looks: Floats) -> Floats:
    """The looks in sixteen squares: where these differ by more than something, the looks do as well."""
    side = round((looks.shape[1] / 3) ** 0.5)
    return _averaged(looks.reshape(-1, side, side, 3), 4)


def _near(looks: Floats, rough: Floats, alike: float) -> npt.NDArray[np.bool_]:
    """Which of the looks nowhere differ from the first by more than that."""
    near: npt.NDArray[np.bool_] = np.abs(rough - rough[0]).max(1) <= alike
    near[near] = np.abs(looks[near] - looks[0]).max(1) <= alike
    return near


def _alike(looks: Floats, rough: Floats) -> float:
    """How far apart cells of one look are in this picture: more than most cells are from the one most like them."""
    nearest = [0.0]
    for probe in np.linspace(0, len(looks) - 1, min(_PROBED, len(looks))).astype(int):
        like = np.argsort(np.abs(rough - rough[probe]).max(1))[:_LIKELY]
        distances = np.sort(np.abs(looks[like] - looks[probe]).max(1))
        nearest.extend(distances[1:2].tolist())
    return float(np.clip(_NOISE * np.median(nearest[1:] or nearest), _LEAST_ALIKE, ALIKE))


def kindred(patches: Patches, leanings: Floats) -> list[Ints]:
    """Which of the patches show one ground, though the light on it differs from place to place: lists of indices.

    `leanings` are the log-odds that they look open: what looks raised and what looks flat are not one ground.

    They are linked from one to the next: of a gradient over the whole board the two ends have little in common.
    """
    colours, looks = ground_colours(patches), thumbnails(patches)
    forms = looks - np.tile(colours, looks.shape[1] // 3)
    unlinked = np.ones(len(patches), bool)
    kin = []
    while unlinked.any():
        reached = [int(unlinked.argmax())]
        unlinked[reached] = False
        for member in reached:
            near = unlinked & (np.abs(colours - colours[member]).max(1) <= _KIN_COLOUR)
            near &= np.abs(forms - forms[member]).max(1) <= _KIN_FORM
            near &= np.abs(leanings - leanings[member]) <= _KIN_LEANING
            reached.extend(np.flatnonzero(near).tolist())
            unlinked &= ~near
        kin.append(np.array(reached))
    return kin


def thumbnails(patches: Patches) -> Floats:
    """The cells without their neighbours, averaged over squares of 2x2 pixels: (n, values)."""
    inner = patches[:, _EDGE : SIDE - _EDGE, _EDGE : SIDE - _EDGE].astype(np.float32)
    return _averaged(inner, inner.shape[1] // 2)


def _averaged(squares: Floats, side: int) -> Floats:
    """Square pictures (n, size, size, 3) brought to that many pixels a side, flattened: (n, side * side * 3)."""
    if not len(squares):
        return np.zeros((0, side * side * 3), np.float32)
    column = np.ascontiguousarray(squares).reshape(-1, squares.shape[2], 3)  # one below the other
    small = cv2.resize(column, (side, len(squares) * side), interpolation=cv2.INTER_AREA)
    averaged: Floats = small.reshape(len(squares), -1).astype(np.float32)
    return averaged


def ground_colours(patches: Patches) -> Floats:
    """The colour behind the symbol: the median of a ring between the border of the cell and its symbol, (n, 3)."""
    colours: Floats = np.median(patches[:, _ring(0.13, 0.22)].astype(np.float32), axis=1)
    return colours


def frames(patches: Patches) -> Floats:
    """The outermost eighth of the cells, where covered ones differ from open ones, in 28 squares: (n, 28 * 3)."""
    inner = [
        cv2.resize(patch[_EDGE : SIDE - _EDGE, _EDGE : SIDE - _EDGE], (8, 8), interpolation=cv2.INTER_AREA)
        for patch in patches
    ]
    squares = np.array(inner, np.float32).reshape(len(patches), 8, 8, 3)
    border = np.ones((8, 8), bool)
    border[1:-1, 1:-1] = False
    return squares[:, border].reshape(len(patches), -1)


def middles(patches: Patches) -> Floats:
    """The inner half of the cells, where their symbols are: (n, side, side, 3)."""
    edge = round(SIDE * (AROUND + 0.25) / (1 + 2 * AROUND))
    return patches[:, edge : SIDE - edge, edge : SIDE - edge].astype(np.float32)


def spotted(patches: Patches) -> npt.NDArray[np.bool_]:
    """Whether the middle has another colour than the ground around it, though it may be plain."""
    apart = np.median(middles(patches).reshape(len(patches), -1, 3), axis=1) - ground_colours(patches)
    spots: npt.NDArray[np.bool_] = np.abs(apart).max(1, initial=0) > _SPOT
    return spots


def _ring(nearest: float, farthest: float) -> npt.NDArray[np.bool_]:
    """The pixels of a patch that lie so far from the border of the cell, inwards, in shares of the cell."""
    inside = (np.arange(SIDE) + 0.5) / SIDE * (1 + 2 * AROUND) - AROUND
    border = np.minimum(inside, 1 - inside)
    depth = np.minimum(border[:, None], border[None])
    return (depth >= nearest) & (depth <= farthest)
