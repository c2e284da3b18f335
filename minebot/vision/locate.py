"""Find where a board may lie in any picture, at any scale, without knowing its look.

Cells are islands: patches that an edge runs around. A board is a set of islands of one size whose centres lie on a
lattice.

    picture -> islands -> chains of neighbours -> lattice fitted to all of them

What is found here are candidates; `minebot.vision.read` decides by the themes which of them are boards, and where they
end.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from minebot.geometry import Lattice
from minebot.vision.picture import Bgr

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Grey = npt.NDArray[np.uint8]

_CONTRAST = 12  # of 255: what makes an edge; twice as much sees through blur
_FAINT = 5  # finds chequered boards without borders
_LINE, _BRIDGE = 31, 5  # pixels: no digit of a cell under 40 px has a line as long; bevels leave gaps of 2
_SMALLEST, _LARGEST = 6, 130  # pixels of an island: cells have a pitch of 8 to 130
_GAP = 2  # lines of cells that may be missing between two parts of a board
_FEWEST_CELLS = 9  # islands that a candidate needs


@dataclass(frozen=True, slots=True)
class Islands:
    """Patches surrounded by edges: centres (n, 2) as x, y, and sizes (n,), in pixels."""

    centres: Floats
    sizes: Floats


def find_lattices(picture: Bgr) -> list[Lattice]:
    """Where boards may lie in the picture, the largest number of cells first; each place once."""
    if min(picture.shape[:2]) < 3 * _SMALLEST:
        return []
    found = [lattice for islands in _views(picture) for lattice in _lattices(islands)]
    found.sort(key=lambda lattice: -lattice.cols * lattice.rows)
    return _joined(found)


def _views(picture: Bgr) -> Iterator[Islands]:
    """Islands between long straight lines, then between edges of any form, on the picture and on one slightly averaged.

    Lines know nothing of the digits, which may touch the border of their cells; edges find cells that have no lines.
    Averaging turns dithered cells grey.
    """
    sharp = _steps(picture)
    averaged = _steps(cv2.blur(picture, (2, 2)).astype(np.uint8))
    for across, down in (sharp, averaged):
        yield _islands(_lines(across > _CONTRAST) | _lines((down > _CONTRAST).T).T)
    for (across, down), contrast in (
        (sharp, _CONTRAST),
        (sharp, 2 * _CONTRAST),
        (averaged, _CONTRAST),
        (sharp, _FAINT),
    ):
        yield _islands(((across > contrast) | (down > contrast)).view(np.uint8))


def _steps(picture: Bgr) -> tuple[Grey, Grey]:
    """How much each pixel differs, in any channel, from the one on its left, and from the one above it."""
    across, down = (np.zeros(picture.shape[:2], np.uint8) for _ in range(2))
    across[:, 1:] = _largest_channel(cv2.absdiff(picture[:, 1:], picture[:, :-1]))
    down[1:] = _largest_channel(cv2.absdiff(picture[1:], picture[:-1]))
    return across, down


def _largest_channel(picture: cv2.typing.MatLike) -> Grey:
    blue, green, red = cv2.split(picture)  # a tenth of the time that numpy takes for the maximum over an axis
    return cv2.max(cv2.max(blue, green), red).astype(np.uint8)


def _lines(edges: npt.NDArray[np.bool_]) -> Grey:
    """1 on the edges that run down for at least `_LINE` pixels, gaps of a few pixels bridged."""
    bridged = cv2.morphologyEx(
        np.ascontiguousarray(edges).view(np.uint8), cv2.MORPH_CLOSE, np.ones((_BRIDGE, 1), np.uint8)
    )
    return cv2.morphologyEx(bridged, cv2.MORPH_OPEN, np.ones((_LINE, 1), np.uint8)).astype(np.uint8)


def _islands(edges: Grey) -> Islands:
    """The squarish patches of the size of cells between the edges."""
    _, _, boxes, _ = cv2.connectedComponentsWithStats(1 - edges, connectivity=4)
    left, top, width, height = boxes[1:, :4].T.astype(np.float64)
    longer = np.maximum(width, height)
    squarish = np.abs(width - height) <= 0.25 * longer + 1
    cells = squarish & (np.minimum(width, height) >= _SMALLEST) & (longer <= _LARGEST)
    centres = np.stack([left + (width - 1) / 2, top + (height - 1) / 2], axis=1)
    return Islands(centres[cells], ((width + height) / 2)[cells])


def _lattices(islands: Islands) -> Iterator[Lattice]:
    """One lattice for every group of islands that are linked as neighbours."""
    across, down = _links(islands, axis=0), _links(islands, axis=1)
    for group in _groups(len(islands.sizes), across, down):
        lattice = _fit(islands, group, across, down)
        if lattice is not None:
            yield lattice


def _links(islands: Islands, axis: int) -> Ints:
    """For each island the index of its neighbour to the right (axis 0) or below (axis 1), or -1.

    A neighbour lies level with it, is about as large, and as far away as cells are that touch or nearly so.
    """
    links = np.full(len(islands.sizes), -1)
    along, level = islands.centres[:, axis], islands.centres[:, 1 - axis]
    order = np.argsort(along, kind="stable")
    bands: dict[int, list[int]] = {}
    for index in order.tolist():
        band = int(level[index] // 4)
        for near in (band - 1, band, band + 1):
            for other in reversed(bands.get(near, ())):
                distance = along[index] - along[other]
                if distance > 2 * _LARGEST or links[other] >= 0:
                    break
                if _neighbours(islands, index, other, distance, level[index] - level[other]):
                    links[other] = index
                    break
        bands.setdefault(band, []).append(index)
    return links


def _neighbours(islands: Islands, index: int, other: int, distance: float, offset: float) -> bool:
    larger = max(islands.sizes[index], islands.sizes[other])
    smaller = min(islands.sizes[index], islands.sizes[other])
    return bool(
        abs(offset) <= 1.5 + 0.06 * larger
        and larger - smaller <= 2 + 0.2 * larger
        and smaller - 1 <= distance <= 1.7 * larger + 2
    )


def _groups(count: int, *links: Ints) -> list[list[int]]:
    """The sets of islands that are joined by links, those with enough members only."""
    root = list(range(count))

    def find(index: int) -> int:
        while root[index] != index:
            root[index] = root[root[index]]
            index = root[index]
        return index

    for link in links:
        for index in np.flatnonzero(link >= 0).tolist():
            root[find(index)] = find(int(link[index]))
    groups: dict[int, list[int]] = {}
    for index in range(count):
        groups.setdefault(find(index), []).append(index)
    return [group for group in groups.values() if len(group) >= _FEWEST_CELLS]


def _fit(islands: Islands, group: list[int], across: Ints, down: Ints) -> Lattice | None:
    """The lattice that lies best through all centres of the group; None where they lie on none."""
    pitch_x = _pitch(islands.centres[:, 0], group, across)
    pitch_y = _pitch(islands.centres[:, 1], group, down)
    if not pitch_x or not pitch_y or abs(pitch_x - pitch_y) > 0.2 * pitch_x:
        return None
    first_x, pitch_x, cols = _comb(islands.centres[group, 0], pitch_x)
    first_y, pitch_y, rows = _comb(islands.centres[group, 1], pitch_y)
    if min(cols, rows) < 3:
        return None
    return Lattice(first_x - pitch_x / 2, first_y - pitch_y / 2, pitch_x, pitch_y, cols, rows)


def _pitch(along: Floats, group: list[int], links: Ints) -> float:
    steps = [along[links[index]] - along[index] for index in group if links[index] >= 0]
    return float(np.median(steps)) if steps else 0.0


def _comb(along: Floats, pitch: float) -> tuple[float, float, int]:
    """First tooth, pitch and number of teeth of the comb that fits the places best.

    Teeth are counted from place to place, because a pitch that is wrong by 0.1 px is wrong by a third of a cell after
    thirty cells.
    """
    places = np.sort(along)
    start = places[0]
    teeth = np.zeros(len(places))
    for index in range(1, len(places)):
        step = np.rint((places[index] - places[index - 1]) / pitch)
        teeth[index] = teeth[index - 1] + step
    if teeth[-1] == 0:
        return float(start), pitch, 1
    for _ in range(2):  # once with all, once without those that lie off the comb
        pitch, start = np.polyfit(teeth, places, 1)
        near = np.abs(places - start - teeth * pitch) <= 0.15 * pitch
        teeth, places = teeth[near], places[near]
    return float(start + teeth[0] * pitch), float(pitch), int(teeth[-1] - teeth[0]) + 1


def _joined(lattices: list[Lattice]) -> list[Lattice]:
    """The lattices, with those that continue one another made one, and each place once.

    Digits that touch the border of their cells can tear a board into several groups of islands.
    """
    kept: list[Lattice] = []
    for lattice in lattices:
        for index, other in enumerate(kept):
            if _continues(lattice, other):
                kept[index] = _union(other, lattice)
                break
        else:
            kept.append(lattice)
    return kept if len(kept) == len(lattices) else _joined(kept)


def _offset(one: Lattice, other: Lattice) -> tuple[float, float]:
    """Where the corner of `one` lies, in columns and rows of `other`."""
    return (one.x - other.x) / other.pitch_x, (one.y - other.y) / other.pitch_y


def _continues(one: Lattice, other: Lattice) -> bool:
    """Whether the cells of `one` are cells of `other`, or would be if that went on by a line or two."""
    if abs(one.pitch_x - other.pitch_x) > 0.03 * other.pitch_x:
        return False
    column, row = _offset(one, other)
    near_x = -one.cols - _GAP <= column <= other.cols + _GAP
    near_y = -one.rows - _GAP <= row <= other.rows + _GAP
    return near_x and near_y and max(abs(column - round(column)), abs(row - round(row))) < 0.2


def _union(larger: Lattice, other: Lattice) -> Lattice:
    column, row = map(round, _offset(other, larger))
    right, bottom = max(larger.cols, column + other.cols), max(larger.rows, row + other.rows)
    return larger.widened(min(0, column), right, min(0, row), bottom)
