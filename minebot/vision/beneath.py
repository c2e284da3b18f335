"""Whether a board goes on beneath what lies over its end: a taskbar, say, that cuts through a line of its cells."""

from collections.abc import Iterator

import numpy as np

from minebot.geometry import Lattice
from minebot.vision.arrays import Ints
from minebot.vision.beside import take_turns
from minebot.vision.cells import Cutter, all_cells
from minebot.vision.nearness import AS_CLOSE, CLOSELY
from minebot.vision.picture import Bgr
from minebot.vision.reading import Reading
from minebot.vision.templates import contrast

_SHARE = 0.35  # of the line beyond the last one that is looked at: of digits, little is nearer to the border
_KNOWN = 0.9  # share of its cells of which that must look like parts of cells
_MARKED, _FEWEST = 0.2, 2  # share of them, and number, that must show more than an empty cell
_DRAWN = 4.0  # contrast of a part that shows something
_SAME = 0.4  # share of that by which it may differ


def goes_on_beneath(picture: Bgr, reading: Reading) -> bool:
    """Whether what is nearest beyond one side of a board of squares looks like parts of its cells, not all empty.

    Plain ones are told by the shades of a chequer, where these take turns.
    """
    if reading.lattice.topology != "square":
        return False
    cutter = Cutter.of(picture, reading.lattice, reading.theme.enlarged)
    beyond = _beyond(reading.lattice, cutter.size)
    # where a line reaches beyond the picture, it is an edge of that which cuts through it
    return any(_is_cut(cutter, reading, line, near) for line, near in beyond if line.is_within(picture.shape))


def _beyond(lattice: Lattice, size: int) -> Iterator[tuple[Lattice, Ints]]:
    """The line beyond each side, and which pixels of its cells are nearest to the board, as flat indices."""
    cols, rows = lattice.cols, lattice.rows
    pixels, near = np.arange(size**2).reshape(size, size), round(_SHARE * size)
    yield lattice.widened(-1, 0, 0, rows), pixels[:, -near:].ravel()
    yield lattice.widened(cols, cols + 1, 0, rows), pixels[:, :near].ravel()
    yield lattice.widened(0, cols, -1, 0), pixels[-near:].ravel()
    yield lattice.widened(0, cols, rows, rows + 1), pixels[:near].ravel()


def _is_cut(cutter: Cutter, reading: Reading, line: Lattice, near: Ints) -> bool:
    """Whether nearly all cells of a line are, where they are nearest, as cells are, and enough as no empty one is."""
    templates = cutter.templates(reading.theme).sparse(near)
    parts = cutter.pick(line, all_cells(line), near)
    distances = templates.distances(parts)
    nearest = distances.argmin(1)
    off, shown = distances[np.arange(len(parts)), nearest], contrast(parts)
    drawn = np.minimum(contrast(templates.pixels)[nearest], shown)
    known = off <= CLOSELY + AS_CLOSE * reading.misfit
    if known.mean() < _KNOWN:
        return False
    plain = known & (shown <= _DRAWN)
    if reading.theme.chequered and take_turns(parts[plain], (np.arange(len(parts)) % 2 == 1)[plain]):
        return True
    marked = known & (templates.codes[nearest] != 0) & (drawn > _DRAWN) & (off < _SAME * drawn)
    return bool(marked.sum() >= max(_FEWEST, _MARKED * len(parts)))
