"""How near cells must be to a theme to be cells of a board: about as near as those that are."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from minebot.board import COVERED
from minebot.geometry import Lattice
from minebot.vision.arrays import Bools, Bytes, Floats, Ints
from minebot.vision.cells import Cutter, Fit, Matches, all_cells, match, sparse_templates, sprinkled
from minebot.vision.distinct import distinct
from minebot.vision.picture import Bgr
from minebot.vision.sampling import averaged
from minebot.vision.theme import THUMBNAIL, Theme

CLOSELY, AS_CLOSE = 4.0, 1.2
"""Distance, and times that of the like, up to which what lies beside a board is like it."""

_LARGE = 24  # pixels of a cell from which some of them tell most of what lies beside a board from cells
_REJECTED = 1.1  # times the distance at which a theme rejects a cell, beyond which none is beyond doubt
_FAR_OFF = 1.25  # times what is too far that it must be by some of the pixels of a cell
_SIDE = 0.25  # of a cell, into which what lies beside it may run

LINED = 0.5
"""Share of its template's contrast that a cell beside the board must have."""


def match_all(picture: Bgr, lattice: Lattice, theme: Theme) -> Matches:
    """What each cell of a lattice looks most like."""
    cutter = Cutter.of(picture, lattice, theme.enlarged)
    looks, of = _looks(cutter, [lattice])
    return match(looks.astype(np.float32), cutter.templates(theme)).of(of)


def match_beside(picture: Bgr, lattices: Sequence[Lattice], fit: Fit) -> Matches:
    """The same of lattices of one pitch, one after the other, where most cells may be none.

    Those that are far off by some of their pixels are looked at coarsely. They are told as far off as these pixels are,
    and as near to the next symbol.
    """
    cutter = Cutter.of(picture, lattices[0], fit.theme.enlarged)
    templates = cutter.templates(fit.theme)
    looks, of = _looks(cutter, lattices)
    if cutter.size < _LARGE:
        return match(looks.astype(np.float32), templates).of(of)
    some = looks.reshape(len(looks), -1, 3)[:, sprinkled(cutter.size)].reshape(len(looks), -1).astype(np.float32)
    off = sparse_templates(fit.theme, cutter.size, cutter.pitch).distances(some).min(1)
    far = off > _FAR_OFF * max(_REJECTED * fit.theme.reject, CLOSELY + AS_CLOSE * fit.distance)
    small = averaged(looks[far].reshape(-1, cutter.size, cutter.size, 3), THUMBNAIL)
    coarse = replace(match(small, fit.theme.thumbnails(cutter.pitch)), distances=off[far], others=off[far])
    place = np.argsort(np.argsort(far, kind="stable"))
    return match(looks[~far].astype(np.float32), templates).followed_by(coarse).of(place[of])


def _looks(cutter: Cutter, lattices: Sequence[Lattice]) -> tuple[Bytes, Ints]:
    """The looks of the cells of some lattices, and which of these each cell has."""
    cells = np.concatenate([cutter.cut_bytes(lattice, all_cells(lattice)) for lattice in lattices])
    first, of = distinct(cells)
    return cells[first], of


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
