"""How readings of one place compare: the same cells, more of them, others; and which of several is the board there."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from minebot.board import COVERED, Board
from minebot.geometry import Lattice
from minebot.vision.arrays import Ints
from minebot.vision.reading import LAIN_OVER, Reading, with_doubts
from minebot.vision.theme import UNKNOWN

SAME = 1.0
"""Pixels by which the ends of two lattices of the same cells may differ."""

MOVED = 4.0
"""The same by which a theme may be moved over them."""

FAR_LESS = 2
"""Times the doubts that a lattice must lack for a theme to have moved it rightly."""

_SAME_CELLS = 0.2  # of a cell by which those that two lattices have in common may be off
_SAME_PITCH = 0.05  # share by which the pitches of two lattices of the same cells may differ


def is_plain(reading: Reading | None) -> bool:
    """Whether a board was read, all of it beyond doubt, and ends clearly."""
    return reading is not None and reading.ends_clearly and not reading.doubtful


def believed(readings: Sequence[Reading]) -> int:
    """How many cells were read beyond doubt."""
    return sum(len(reading.board.cells) - len(reading.doubtful) for reading in readings)


def shows(reading: Reading, cells: Ints) -> bool:
    """Whether a reading shows those cells, but for those that are doubtful."""
    return bool(((cells == reading.board.cells) | reading.in_doubt()).all())


def agree(one: Lattice, other: Lattice, apart: float = SAME) -> bool:
    """Whether both have the same cells, to the pixels by which either is shifted to fit a theme, or so many."""
    ends = np.array([(each.x, each.y, each.across(each.cols), each.down(each.rows)) for each in (one, other)])
    return (one.cols, one.rows) == (other.cols, other.rows) and bool(np.ptp(ends, axis=0).max() <= apart)


def overlap(one: Lattice, other: Lattice) -> bool:
    """Whether the middle of one lies within the other."""
    (x, y), (left, top, width, height) = one.centre(((one.cols - 1) // 2, (one.rows - 1) // 2)), other.bbox
    return left <= x < left + width and top <= y < top + height


def overlap_at_all(one: Lattice, other: Lattice) -> bool:
    """Whether the middle of either lies within the other."""
    return overlap(one, other) or overlap(other, one)


def of_one_pitch(one: Lattice, other: Lattice) -> bool:
    """Whether the cells of both are about as wide."""
    return abs(one.pitch_x / other.pitch_x - 1) <= _SAME_PITCH


def shares_cells(one: Lattice, other: Lattice) -> bool:
    """Whether half a cell and more of one lies in the other, across and down."""
    boxes = np.array([one.bbox, other.bbox])
    common = (boxes[:, :2] + boxes[:, 2:]).min(0) - boxes[:, :2].max(0)
    return bool((common > (one.pitch_x / 2, one.pitch_y / 2)).all())


def are_cells_of(one: Lattice, other: Lattice) -> bool:
    """Whether both have cells in common, and these are the same ones: what is beside cells of either is a part too."""
    (left, top), here = place_of(one, other), (other.pitch_x, other.pitch_y)
    off = (one.x - other.x) / here[0] - left, (one.y - other.y) / here[1] - top
    return of_one_pitch(one, other) and shares_cells(one, other) and float(np.abs(off).max()) <= _SAME_CELLS


def place_of(part: Lattice, whole: Lattice) -> tuple[int, int]:
    """The column and the row of a lattice at which the cells of another begin, to whole cells."""
    return round((part.x - whole.x) / whole.pitch_x), round((part.y - whole.y) / whole.pitch_y)


def _first_within(part: Lattice, whole: Lattice) -> tuple[int, int] | None:
    """The same; None where they are no part of it."""
    left, top = place_of(part, whole)
    right, bottom = left + part.cols, top + part.rows
    if part.topology != whole.topology or min(left, top, whole.cols - right, whole.rows - bottom) < 0:
        return None
    return (left, top) if agree(part, whole.widened(left, right, top, bottom), MOVED) else None


def is_part_of(one: Reading, other: Reading) -> bool:
    """Whether one is of cells of the other, which may go on beyond what was read of it, and lacks some of its lines.

    A theme that fits may tell better where a board ends than the borders; where none does, they do.
    """
    part, whole = one.lattice, other.lattice
    themed = one.theme.name != UNKNOWN and other.ends_clearly
    if themed or not overlap(part, whole) or not of_one_pitch(part, whole):
        return False
    lacking = part.x - whole.x, whole.across(whole.cols) - part.across(part.cols)
    above_or_below = part.y - whole.y, whole.down(whole.rows) - part.down(part.rows)
    return max(lacking) > whole.pitch_x / 2 or max(above_or_below) > whole.pitch_y / 2


def goes_on(part: Reading, whole: Reading) -> bool:
    """Whether a reading is of some lines of a board that was read as a whole beyond doubt, and shows the same cells.

    Lines of zeros alone may be the ground beside it.
    """
    first = _first_within(part.lattice, whole.lattice) if is_plain(whole) else None
    if first is None:
        return False
    shown = np.array(whole.board.cells).reshape(whole.lattice.rows, -1)
    within = shown[first[1] : first[1] + part.lattice.rows, first[0] : first[0] + part.lattice.cols]
    more = np.count_nonzero(shown) > np.count_nonzero(within)
    return bool(more and shows(part, within.ravel()))


def goes_beyond(whole: Reading, part: Reading, lattice: Lattice) -> bool:
    """Whether a reading has the cells of a lattice, shows what its part does, and leaves no less of it beyond doubt.

    It may lack lines of the part that are all in doubt.
    """
    (left, top), (column, row) = place_of(part.lattice, lattice), place_of(lattice, whole.lattice)
    sure = ~part.in_doubt().reshape(part.lattice.rows, -1)
    needed = np.ones((lattice.rows, lattice.cols), bool)
    needed[top : top + part.lattice.rows, left : left + part.lattice.cols] = sure
    rows, cols = np.nonzero(needed) + np.array([[row], [column]])
    within = (rows >= 0) & (cols >= 0) & (rows < whole.lattice.rows) & (cols < whole.lattice.cols)
    if not within.all() or not are_cells_of(lattice, whole.lattice) or believed([whole]) < believed([part]):
        return False
    rows, cols = np.nonzero(sure) + np.array([[top + row], [left + column]])
    shown, doubtful = (np.reshape(each, (whole.lattice.rows, -1)) for each in (whole.board.cells, whole.in_doubt()))
    same = shown[rows, cols] == np.reshape(part.board.cells, sure.shape)[sure]
    return bool((same | doubtful[rows, cols]).all())


def spread_over(part: Reading, lattice: Lattice) -> Reading:
    """The reading as a part of a larger lattice, as if something lay over all else of it."""
    (left, top), board = place_of(part.lattice, lattice), part.board
    cells = np.full((lattice.rows, lattice.cols), COVERED)
    known = np.zeros(cells.shape, bool)
    lines = np.s_[top : top + board.height, left : left + board.width]
    cells[lines], known[lines] = np.reshape(board.cells, (board.height, board.width)), True
    doubtful = tuple(replace(doubt, x=doubt.x + left, y=doubt.y + top) for doubt in part.doubtful)
    whole = Board(lattice.cols, lattice.rows, tuple(cells.ravel().tolist()))
    reading = replace(part, lattice=lattice, board=whole, doubtful=doubtful)
    return with_doubts(reading, map(whole.place, np.flatnonzero(~known).tolist()), LAIN_OVER)


def is_at_odds(reading: Reading, known: Sequence[Reading]) -> bool:
    """Whether a reading leaves doubt where one of other cells leaves none; more lines of the same are no others."""
    return not is_plain(reading) and any(
        is_plain(one)
        and overlap_at_all(reading.lattice, one.lattice)
        and _first_within(one.lattice, reading.lattice) is None
        for one in known
    )


def is_again(one: Reading, readings: Sequence[Reading]) -> bool:
    """Whether the cells are those of one of the readings, a little off, and leave no less doubt than that by far."""
    return any(
        one.theme.name == known.theme.name
        and agree(one.lattice, known.lattice, MOVED)
        and len(known.unsure) <= FAR_LESS * len(one.unsure)
        for known in readings
    )


def apart_from(known: Sequence[Reading], others: Sequence[Reading]) -> list[Reading]:
    """Those of the others that overlap none that is known."""
    return [each for each in others if not any(overlap_at_all(each.lattice, one.lattice) for one in known)]


def best_of_each_place(readings: Sequence[Reading], others: Sequence[Reading]) -> list[Reading]:
    """The readings, and the others of which something is believed; of those that overlap, what is believed most.

    Not the same cells a little off, in the same look, unless far less of them is doubtful there.
    """
    kept: list[Reading] = []
    candidates = [*readings, *(each for each in others if believed([each]) and not is_again(each, readings))]
    for reading in sorted(candidates, key=lambda each: -believed([each])):
        kept += apart_from(kept, [reading])
    return kept
