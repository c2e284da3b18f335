"""How near cells must be to a theme to be cells of a board: about as near as those that are."""

from collections.abc import Sequence

import numpy as np

from minebot.board import COVERED
from minebot.geometry import Lattice
from minebot.vision.arrays import Bools, Floats, Ints
from minebot.vision.cells import Cutter, Fit, Matches, all_cells, match
from minebot.vision.looks import distinct
from minebot.vision.picture import Bgr
from minebot.vision.theme import Theme

CLOSELY, AS_CLOSE = 4.0, 1.2
"""Distance, and times that of the like, up to which what lies beside a board is like it."""

_SIDE = 0.25  # of a cell, into which what lies beside it may run

LINED = 0.5
"""Share of its template's contrast that a cell beside the board must have."""


def match_all(picture: Bgr, lattice: Lattice, theme: Theme) -> Matches:
    """What each cell of a lattice looks most like."""
    return match_together(picture, [lattice], theme)


def match_together(picture: Bgr, lattices: Sequence[Lattice], theme: Theme) -> Matches:
    """The same of lattices of one pitch, one after the other: one comparison takes less time than several."""
    cutter = Cutter.of(picture, lattices[0], theme.enlarged)
    cells = np.concatenate([cutter.cut_bytes(lattice, all_cells(lattice)) for lattice in lattices])
    first, of = distinct(cells)
    return match(cells[first].astype(np.float32), cutter.templates(theme)).of(of)


def near_enough(matches: Matches, own: Matches, fit: Fit) -> Floats:
    """For each cell, up to what distance it is near enough: as those of the board that show the same (the median).

    Where none does, what those are that fit best: next to a board lies much that is half like a cell.
    """
    shown = {code: np.median(own.distances[own.codes == code]) for code in np.unique(own.codes).tolist()}
    closest = min(shown.values())
    usual = np.array([shown.get(code, closest) for code in matches.codes.tolist()], np.float32)
    near: Floats = np.float32(CLOSELY) + np.float32(AS_CLOSE) * np.minimum(usual, np.float32(fit.distance))
    return near


def with_lines(matches: Matches, sure: Bools, near: Floats) -> Bools:
    """Which cells are near enough to their templates and have lines: a plain panel looks like empty cells without."""
    lined: Bools = (matches.contrasts > LINED) & (matches.distances < near)
    return lined | sure & ~np.isin(matches.codes, (0, COVERED))


def shares_of_lines(cutter: Cutter, lattice: Lattice, theme: Theme, cells: Ints) -> Floats:
    """How much of what is drawn in the nearest picture of an empty cell each of some cells shows: of a panel, nothing.

    Noise has contrast as well, but no lines where the cell has its own. One side of a cell is not asked: what lies
    beside the board may run into it.
    """
    templates, size = cutter.templates(theme), cutter.size
    empty = np.flatnonzero(templates.codes == 0)
    looks = cutter.cut(lattice, cells)
    nearest = templates.pixels[empty[templates.distances(looks)[:, empty].argmin(1)]]
    drawn, shown = (each.reshape(len(cells), size, size, 3) for each in (nearest, looks))
    side = round(size * _SIDE)
    parts = np.s_[:, side:], np.s_[:, :-side], np.s_[:, :, side:], np.s_[:, :, :-side]
    shares: Floats = np.max([_share(drawn[part], shown[part]) for part in parts], axis=0)
    return shares


def _share(drawn: Floats, shown: Floats) -> Floats:
    """How much of what is drawn in some pictures (n, height, width, 3) others show, whatever their colours are."""
    drawn = drawn - drawn.mean((1, 2), keepdims=True)
    share: Floats = (drawn * shown).sum((1, 2, 3)) / np.maximum((drawn**2).sum((1, 2, 3)), 1e-6)
    return share
