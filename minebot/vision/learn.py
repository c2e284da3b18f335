"""Make a theme of looks that nobody described: a tile for each look whose meaning is beyond doubt.

`minebot.vision.unknown.shots` gets the looks from screenshots, `minebot.play.learn` from a window that it plays.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from minebot.vision.arrays import Floats
from minebot.vision.cells import Cutter
from minebot.vision.picture import Bgr
from minebot.vision.theme import SYMBOL_CODES, SYMBOLS, Theme, scale_square
from minebot.vision.unknown.album import Looks, pitch_of

SURE = 0.95
"""Probability from which a look is kept as a symbol's."""

_STRICT, _STRICTEST = 8.0, 4.0  # colour distance up to which a cell is taken for a symbol, if its symbols are no nearer
_SPREAD = 1.5  # times the distance of cells of one look from their mean, where they differ by more
_ROOM = 0.6  # of the distance of the two symbols that are most alike
_SAME = 3.0  # colour distance of two tiles below which the second adds nothing
_ALMOST = 2.0  # colour distance below which two looks are one, whatever each is taken for
_FAR_MORE = 10  # times as many cells must have a look as an equal one, for the other to be the one in error
_MEMBERS = 16  # cells of a look that make its tile
_VARIANTS = 12  # tiles of one symbol

Tile = Bgr
"""A square picture of one cell."""


def theme_of_looks(of_pitches: Sequence[Looks], name: str) -> Theme:
    """The theme of what is beyond doubt in looks of one pitch or of several."""
    tiles, spreads, aspect = {}, [0.0], 1.0
    for looks in of_pitches:
        lattice = looks.sheets[0].lattice
        pitch, aspect = pitch_of(lattice), lattice.pitch_x / lattice.pitch_y
        cut = {look: cells_of(looks, look) for look in _kept(looks)}
        means = {look: cells.mean(0) for look, cells in cut.items()}
        spreads.extend(float(np.sqrt(((cells - means[look]) ** 2).mean(1)).mean()) for look, cells in cut.items())
        tiles[pitch] = _named(looks, {look: _square(mean, pitch) for look, mean in means.items()})
    return make_theme(name, tiles, _SPREAD * max(spreads), aspect)


def make_theme(name: str, tiles: Mapping[int, Mapping[str, Tile]], spread: float = 0.0, aspect: float = 1.0) -> Theme:
    """A theme of these tiles, by pitch and name; a cell may be as far from its tile as `spread` (colour distance).

    `aspect` is the width of its cells over their height; their tiles are squares all the same.
    How far it may be at least and at most depends on how much its symbols differ: one that is still missing differs
    from those that are known about as much as they do from one another.
    """
    symbols = {symbol_of(tile) for each in tiles.values() for tile in each}
    reject = float(np.clip(_ROOM * _nearest_pair(tiles), _STRICTEST, max(_STRICT, spread)))
    partial = not symbols.issuperset(SYMBOL_CODES)
    source = "learned from what was seen"
    return Theme(
        name, name, source, grid=16, reject=round(reject, 1), aspect=round(aspect, 2), partial=partial, tiles=tiles
    )


def symbol_of(tile: str) -> str:
    """The symbol that a tile of this name shows: `3` for `3.2`."""
    return tile.partition(".")[0]


def cells_of(looks: Looks, look: int) -> Floats:
    """Some cells of a look, in the pixels of their pitch: (n, pitch * pitch * 3)."""
    pitch = pitch_of(looks.sheets[0].lattice)
    places = looks.places(look)[:_MEMBERS]
    cut = []
    for number in sorted({sheet for sheet, _ in places}):
        sheet, cells = looks.sheets[number], np.array([cell for on, cell in places if on == number])
        cut.append(Cutter(sheet.picture, 1, pitch, pitch).cut(sheet.lattice, cells))
    return np.concatenate(cut)


def tile_of(looks: Looks, look: int) -> Tile:
    """The mean of some cells of a look."""
    return _square(cells_of(looks, look).mean(0), pitch_of(looks.sheets[0].lattice))


def _square(cell: Floats, side: int) -> Tile:
    return np.round(cell).astype(np.uint8).reshape(side, side, 3)


def _kept(looks: Looks) -> list[int]:
    """The looks beyond doubt, the most frequent first; one of a single cell only where its symbol has no other."""
    codes, sizes = looks.codes, looks.groups.sizes
    kept: list[int] = []
    for look in np.argsort(-sizes, kind="stable").tolist():
        known = [codes[other] for other in kept].count(codes[look])
        rare = sizes[look] < 2 and known > 0
        if looks.confidence[look] >= SURE and not rare and known < _VARIANTS:
            kept.append(look)
    return kept


def _named(looks: Looks, tiles: Mapping[int, Tile]) -> dict[str, Tile]:
    """The tiles by name, the most frequent look of a symbol by the symbol's; of equal ones the first.

    Where equal looks are taken for unlike symbols, one of them must be far more frequent, or all are left out.
    """
    codes, sizes = looks.codes, looks.groups.sizes
    named: dict[str, Tile] = {}
    for look, tile in tiles.items():
        rivals = [other for other in tiles if codes[other] != codes[look] and distance(tile, tiles[other]) < _ALMOST]
        if any(sizes[look] < _FAR_MORE * sizes[rival] for rival in rivals):
            continue
        symbol = SYMBOLS[int(codes[look])]
        same = [name for name in named if symbol_of(name) == symbol]
        if all(distance(tile, named[name]) >= _SAME for name in same):
            named[f"{symbol}.{len(same) + 1}" if same else symbol] = tile
    return named


def distance(one: Tile, other: Tile) -> float:
    """The colour distance of two tiles, at the size of the first."""
    other = scale_square(other, len(one))
    return float(np.sqrt(((one.astype(np.float32) - other) ** 2).mean()))


def _nearest_pair(tiles: Mapping[int, Mapping[str, Tile]]) -> float:
    """The colour distance of the two tiles of one pitch that are most alike and show different symbols."""
    apart = [
        distance(tile, other)
        for each in tiles.values()
        for name, tile in each.items()
        for rival, other in each.items()
        if symbol_of(name) < symbol_of(rival)
    ]
    return min(apart, default=np.inf)
