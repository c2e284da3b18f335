"""Whether a board goes on beneath what lies over its end: a taskbar, say, that cuts through a line of its cells."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

import numpy as np

from minebot.board import COVERED, USUAL_SIZES
from minebot.geometry import Lattice
from minebot.vision.arrays import Floats, Ints
from minebot.vision.cells import Cutter, all_cells
from minebot.vision.known.beside import take_turns
from minebot.vision.known.nearness import AS_CLOSE, CLOSELY
from minebot.vision.picture import Bgr
from minebot.vision.reading import Reading
from minebot.vision.themes.templates import TemplateSet, contrast

_SHARE = 0.35  # of the line beyond the last one that is looked at: of digits, little is nearer to the border
_KNOWN = 0.9  # share of its cells of which that must look like parts of cells
_MARKED, _FEWEST = 0.2, 2  # share of them, and number, that must show more than an empty cell
_DRAWN = 4.0  # contrast of a part that shows something
_SAME = 0.4  # share of that by which it may differ
_KEPT = 8  # sets of such parts of templates: of the sides of two boards

_HIDDEN = 1, 2, 3  # lines that may lie beneath a sheet that begins where a board seems to end
_CORNER = 0.5  # of the pitch: how far beyond the corners of a board the edge of a sheet is followed
_CLEAR = 1  # pixels between a board and where that is looked at: in more, the ground of its window is seen
_PLAIN, _APART = 8.0, 24.0  # of 255: by how much one colour differs, and two do
_MOSTLY = 0.9  # share of pixels that is of one colour

Side = Literal["left", "right", "top", "bottom"]


def goes_on_beneath(picture: Bgr, reading: Reading) -> bool:
    """Whether what is nearest beyond one side of a board of squares looks like parts of its cells, not all empty.

    Plain ones are told by the shades of a chequer, where these take turns.
    """
    if reading.lattice.topology != "square":
        return False
    cutter = Cutter.of(picture, reading.lattice, reading.theme.enlarged)
    # where a line reaches beyond the picture, it is an edge of that which cuts through it
    lines = [(line, side) for line, side in _beyond(reading.lattice) if line.is_within(picture.shape)]
    return any(_is_cut(cutter, reading, line, side) for line, side in lines)


def ends_at_a_sheet(picture: Bgr, lattice: Lattice) -> bool:
    """Whether a sheet begins just at one side of a board, and goes on beyond both its corners: a taskbar, or a window.

    It may lie over all of a line, or a few, if a board of a usual size has these. What is drawn around a board, or
    above it, ends at its corners, or lies beside them as well; and a board may fill what two bars leave. Where a corner
    is an edge of the picture, nothing tells.
    """
    cols, rows = lattice.cols, lattice.rows
    if lattice.topology != "square" or (cols, rows) in USUAL_SIZES:
        return False
    upright = picture, lattice, {(cols, rows + more) for more in _HIDDEN}
    turned = picture.transpose(1, 0, 2), lattice.turned, {(cols + more, rows) for more in _HIDDEN}
    return any(
        _begins_at(view, board, below=True) != _begins_at(view, board, below=False)
        for view, board, larger in (upright, turned)
        if not USUAL_SIZES.isdisjoint(larger)
    )


def _begins_at(picture: Bgr, board: Lattice, *, below: bool) -> bool:
    """Whether a sheet of one colour begins at the upper side of a board, or the lower one, and beside both corners."""
    (left, top, width, height), reach = board.bbox, round(_CORNER * board.mean_pitch)
    end = top + height if below else top - 1
    beyond, within = (end + _CLEAR, end - _CLEAR) if below else (end - _CLEAR, end + _CLEAR)
    if min(beyond, within) < 0 or max(beyond, within) >= picture.shape[0]:
        return False
    if left < reach or left + width + reach > picture.shape[1]:
        return False
    line = picture[beyond, left - reach : left + width + reach].astype(np.int16)
    colour = np.median(line, axis=0)
    sheet = np.abs(line - colour).max(1) <= _PLAIN
    apart = np.abs(picture[within, left - reach : left + width + reach] - colour).max(1) >= _APART
    corners = slice(None, reach - _CLEAR), slice(_CLEAR - reach, None)
    told = [sheet[reach:-reach], *(which[corner] for which in (sheet, apart) for corner in corners)]
    return all(len(part) > 0 and part.mean() >= _MOSTLY for part in told)


def _beyond(lattice: Lattice) -> Iterator[tuple[Lattice, Side]]:
    """The line beyond each side, and on which side of its cells the board is."""
    cols, rows = lattice.cols, lattice.rows
    yield lattice.widened(-1, 0, 0, rows), "right"
    yield lattice.widened(cols, cols + 1, 0, rows), "left"
    yield lattice.widened(0, cols, -1, 0), "bottom"
    yield lattice.widened(0, cols, rows, rows + 1), "top"


@lru_cache(_KEPT)
def _nearest(size: int, side: Side) -> Ints:
    """Which pixels of a cell are nearest to one of its sides, as flat indices."""
    pixels, near = np.arange(size**2).reshape(size, size), round(_SHARE * size)
    parts = {"right": pixels[:, -near:], "left": pixels[:, :near], "bottom": pixels[-near:], "top": pixels[:near]}
    return parts[side].ravel()


@lru_cache(_KEPT)
def _middle(size: int) -> Ints:
    """Which pixels of a cell are in its middle, as flat indices."""
    inner = slice(round(_SHARE * size), -round(_SHARE * size))
    return np.arange(size**2).reshape(size, size)[inner, inner].ravel()


@lru_cache(_KEPT)
def _parts_of(templates: TemplateSet, side: Side) -> tuple[TemplateSet, Floats]:
    """These pixels of templates, and how much is drawn there: to pick them out takes longer than to compare cells."""
    parts = templates.sparse(_nearest(templates.size, side))
    return parts, contrast(parts.pixels)


def _is_cut(cutter: Cutter, reading: Reading, line: Lattice, side: Side) -> bool:
    """Whether nearly all cells of a line are, where they are nearest, as cells are, and enough as no empty one is."""
    parts = cutter.pick(line, all_cells(line), _nearest(cutter.size, side))
    shown, enough = contrast(parts), max(_FEWEST, _MARKED * len(parts))
    if (shown > _DRAWN).sum() < enough and not reading.theme.chequered:
        return False
    templates, contrasts = _parts_of(cutter.templates(reading.theme), side)
    distances = templates.distances(parts)
    nearest = distances.argmin(1)
    off, drawn = distances[np.arange(len(parts)), nearest], np.minimum(contrasts[nearest], shown)
    known = off <= CLOSELY + AS_CLOSE * reading.misfit
    if known.mean() < _KNOWN:
        return False
    plain, odd = known & (shown <= _DRAWN), np.arange(len(parts)) % 2 == 1
    if reading.theme.chequered and take_turns(parts[plain], odd[plain]):
        return True
    marked = known & (templates.codes[nearest] != 0) & (drawn > _DRAWN) & (off < _SAME * drawn)
    if (marked & (templates.codes[nearest] != COVERED)).sum() >= enough:
        return True
    if marked.sum() < enough:
        return False
    # of covered cells in two shades nothing else may be drawn than how these run into one another
    return not _ends_in_turn(cutter, reading.lattice, side) or take_turns(parts[known], odd[known])


def _ends_in_turn(cutter: Cutter, lattice: Lattice, side: Side) -> bool:
    """Whether the last cells of a board, on the other side than that, take turns in two shades."""
    cells = all_cells(lattice).reshape(lattice.rows, lattice.cols)
    line = {"right": cells[:, 0], "left": cells[:, -1], "bottom": cells[0], "top": cells[-1]}[side]
    middles = cutter.pick(lattice, line, _middle(cutter.size))
    plain = contrast(middles) <= _DRAWN
    return take_turns(middles[plain], (np.arange(len(line)) % 2 == 1)[plain])
