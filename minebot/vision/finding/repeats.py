"""Find where a board may lie that has no borders: what is drawn in its cells repeats at one pitch in x and in y.

    picture -> how much is drawn where -> where that repeats, and at which pitch -> the pitch to a part of a pixel
            -> its emptiest lines -> rows and columns whose cells look like others

Covered cells look alike, and so do signs; even those that do not are drawn in the middle of their cells.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

import cv2
import numpy as np

from minebot.geometry import Lattice
from minebot.vision.arrays import Bools, Floats
from minebot.vision.cells import in_whole_pixels
from minebot.vision.finding.islands import coarseness
from minebot.vision.finding.steps import Grey, largest_steps
from minebot.vision.picture import Bgr
from minebot.vision.reading import SMALLEST_BOARD
from minebot.vision.unknown.glyphs import cut_patches

_SMALLEST, _LARGEST = 10, 120  # pixels of a pitch
_FINEST, _COARSE = 5, 20  # pixels of a pitch in the picture as it is looked at, and from which half of them tell it
_BLOCK = 16  # pixels of the squares in which it is added up how alike things are
_AROUND = 48  # pixels of the surroundings whose mean is nothing special
_STRONG = 16  # of 255: steps above it count as much: a few flags outweigh no tufts of grass, nor does a window's frame
_NOISE, _SPARSE = 0.25, 8  # share of the steps, of each eighth pixel, which noise alone makes
_FAINT = 4.0  # variance below which there is nothing to repeat
_PERIODS = 4  # that must repeat, in each direction
_BETWEEN = 3  # a third of a pitch off, things are less alike
_REPEATS = 0.12  # correlation by which they must be
_FEWEST = 3  # columns and rows of a place that is worth a look
_MOST, _LOOKS = 3, 6  # candidates in a picture, and places that are looked at for them
_SAME_PITCH = 0.2  # share by which the pitches of one repeat may differ from place to place
_ROUGHLY = 2.0  # pixels by which the ends of a board are off that was found at half the size
_WITHIN = 0.3  # share of a candidate that may lie in better ones
_STRAY = 0.12  # of the pitch, by which a repeat may be off what the ones before it say
_FINER = 48  # parts of a pitch by which the emptiest lines are found
_GAP, _WIDE, _HINT = 7, 33, 0.02  # of them a line takes, and those around it, and how much these count
_OUTSIDE = 4  # lines around a place that are looked at
_LINES = 6  # rows and columns of a board that no theme tells: calendars and rows of icons have fewer
_EDGE, _SIDE = 6, 10  # pixels that are cut off a patch at each side, and of what is compared
_ALIKE = 0.65  # correlation of cells that look alike
_MARKED = 1.0  # of 255: standard deviation of what is drawn in a cell that is not plain
_FEW, _OFTEN = 2, 0.15  # other lines that have cells like one, and share of them, so that it may be the board's
_BELONGS = 0.3  # share of such cells in a line of the board
_OBLONG, _COMMON = 0.04, 0.11  # by how much the pitches may differ; share of the cells that most cells look like
_TRIES, _FEW_TRIES = 5, 1  # times that a lattice is laid anew over the cells that belong to it

Box = tuple[int, int, int, int]
"""x, y, width and height, in pixels of the picture."""


@dataclass(frozen=True, slots=True)
class Place:
    """A box (x, y, width, height) in a picture that repeats about every `pitch` pixels, and how plainly it does."""

    box: Box
    pitch: float
    support: float

    def is_again(self, other: "Place") -> bool:
        """Whether much of it repeats there at about that pitch, and so at twice and three times as much.

        At a smaller one it may be another thing: a small board may lie among large icons.
        """
        times = max(1, round(self.pitch / other.pitch))
        alike = abs(self.pitch - times * other.pitch) <= _SAME_PITCH * other.pitch
        return alike and _share(self.box, other.box) >= _WITHIN


class _Care(NamedTuple):
    """How many times a lattice is laid at most, and the columns and rows that it has at least."""

    tries: int
    lines: int


def find_repeats(picture: Bgr) -> list[Lattice]:
    """Where boards may lie whose cells have no borders, the best supported first; each place once.

    Where cells begin is but a guess: in the middle between what is drawn in them.
    """
    return list(_found(picture, 1, coarseness(picture), _Care(_TRIES, _LINES)))


def find_plain_repeats(picture: Bgr) -> Iterator[Lattice]:
    """The same at a tenth of the cost, where what is drawn shows at half that size; to two pixels, and whole ones.

    And of boards of few lines, as calendars have them: a theme is to tell.
    """
    found = _found(picture, coarseness(picture), 2, _Care(_FEW_TRIES, SMALLEST_BOARD))
    return map(partial(in_whole_pixels, within=_ROUGHLY), found)


def _found(picture: Bgr, smaller: int, scale: int, care: _Care) -> Iterator[Lattice]:
    """A few boards at most, laid where the picture is that many times smaller, sought `scale` times more."""
    if min(picture.shape[:2]) < care.lines * _SMALLEST:
        return
    shrunk = cv2.resize(_drawn(picture), None, fx=1 / smaller, fy=1 / smaller, interpolation=cv2.INTER_AREA)
    drawn = shrunk.astype(np.uint8, copy=False)
    taken: list[Box] = []
    vain: list[Place] = []
    for place in _places(drawn, scale):
        if len(taken) == _MOST or len(taken) + len(vain) == _LOOKS:
            break
        if any(_share(place.box, box) >= _WITHIN for box in taken) or any(place.is_again(other) for other in vain):
            continue
        lattice = _laid(drawn, place, care)
        if lattice is None:
            vain.append(place)
        else:
            taken.append(lattice.bbox)
            yield _enlarged(lattice, smaller)


def _enlarged(lattice: Lattice, times: int) -> Lattice:
    """The lattice where the picture is that many times as large."""
    x, y, pitch_x, pitch_y = (times * each for each in (lattice.x, lattice.y, lattice.pitch_x, lattice.pitch_y))
    return replace(lattice, x=x, y=y, pitch_x=pitch_x, pitch_y=pitch_y)


def _drawn(picture: Bgr) -> Grey:
    """How much each pixel differs, in any channel, from the ones on its left and above it, beyond the noise."""
    drawn = largest_steps(picture)
    some = np.bincount(drawn[::_SPARSE, ::_SPARSE].ravel())
    noise = np.searchsorted(some.cumsum(), _NOISE * some.sum())
    beyond = np.clip(np.arange(256) - noise, 0, _STRONG).astype(np.uint8)
    return cv2.LUT(drawn, beyond, drawn).astype(np.uint8, copy=False)


def _places(drawn: Grey, scale: int) -> list[Place]:
    """Where the picture repeats at one pitch in x and y, for every pitch; the best supported first."""
    first, last = max(_FINEST * scale, _SMALLEST), _LARGEST
    coarse = min(max(first, _COARSE * scale), last)  # what repeats at a larger pitch is seen at half that size as well
    places = [*_places_of(drawn, scale, (first, coarse)), *_places_of(drawn, 2 * scale, (coarse, last))]
    return sorted(places, key=lambda place: -place.support)


def _places_of(drawn: Grey, scale: int, pitches: tuple[int, int]) -> Iterator[Place]:
    """Where the picture repeats at the pitches from the first up to the last, looked at that many times smaller."""
    small = cv2.resize(drawn, None, fx=1 / scale, fy=1 / scale, interpolation=cv2.INTER_AREA)
    level = _levelled(small.astype(np.uint8, copy=False), _AROUND)
    for pitch, repeats in _repeats(level, pitches[0] // scale, pitches[1] // scale):
        count, labels, boxes, _ = cv2.connectedComponentsWithStats((repeats > _REPEATS).view(np.uint8), connectivity=4)
        for label in range(1, count):
            if boxes[label, 2:4].min() * _BLOCK >= _FEWEST * pitch:
                support = float(repeats[labels == label].sum()) * scale / pitch
                left, top, width, height = (boxes[label, :4] * (_BLOCK * scale)).tolist()
                yield Place((left, top, width, height), pitch * scale, support)


def _levelled(drawn: Grey, around: int) -> Floats:
    """How much is drawn at each pixel, beside the mean of what is around it; slightly blurred."""
    soft = cv2.blur(drawn.astype(np.float32), (3, 3))
    level: Floats = soft - cv2.blur(soft, (around, around))
    return level


def _repeats(level: Floats, first: int, last: int) -> Iterator[tuple[int, Floats]]:
    """For each pitch, how much more the surroundings of each block are like what lies one pitch further in x and y.

    More than like what lies a third of a pitch nearer and farther: a long line is like itself everywhere.
    """
    rows, cols = level.shape[0] // _BLOCK, level.shape[1] // _BLOCK
    if min(rows, cols) == 0:
        return
    level = np.ascontiguousarray(level[: rows * _BLOCK, : cols * _BLOCK])
    strength = _added_up(level * level)
    if strength.max() < _FAINT:
        return
    shifts = range(first - first // _BETWEEN - 1, min(last + last // _BETWEEN + 2, *level.shape))
    across, down = {}, {}
    product = np.zeros_like(level)
    for shift in shifts:
        product[:, -shift:] = 0
        np.multiply(level[:, :-shift], level[:, shift:], out=product[:, :-shift])
        across[shift] = _added_up(product)
        product[-shift:] = 0
        np.multiply(level[:-shift], level[shift:], out=product[:-shift])
        down[shift] = _added_up(product)
    for pitch in range(first, last + 1):
        aside = round(pitch / _BETWEEN)
        if pitch + aside in shifts:
            window = (max(3, round(_PERIODS * pitch / _BLOCK)) | 1,) * 2
            more = [like[pitch] - (like[pitch - aside] + like[pitch + aside]) / 2 for like in (across, down)]
            least = np.min([cv2.blur(each, window) for each in more], axis=0)
            repeats = least / np.maximum(cv2.blur(strength, window), _FAINT)
            yield pitch, repeats.astype(np.float32)


def _added_up(values: Floats) -> Floats:
    """The mean of each block."""
    size = values.shape[1] // _BLOCK, values.shape[0] // _BLOCK
    return cv2.resize(values, size, interpolation=cv2.INTER_AREA).astype(np.float32, copy=False)


def _share(one: Box, other: Box) -> float:
    """The share of the smaller box that lies in the other."""
    width = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    height = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    return max(0, width) * max(0, height) / min(one[2] * one[3], other[2] * other[3])


def _laid(drawn: Grey, place: Place, care: _Care) -> Lattice | None:
    """The lattice that lies over the cells at a place; None where they are too few."""
    x, y, width, height = place.box
    lattice = Lattice(x, y, place.pitch, place.pitch, int(width / place.pitch), int(height / place.pitch))
    for _ in range(care.tries):
        lattice = _fitted(drawn, lattice)
        ended, alike = _ended(drawn, lattice, care.lines)
        if min(ended.cols, ended.rows) < care.lines or not _is_monotonous(ended, alike):
            return None
        if ended == lattice:
            break
        lattice = ended
    return lattice


def _is_monotonous(lattice: Lattice, alike: Bools) -> bool:
    """Whether its cells are square and show but a few things: letters and pictures of one size are of many kinds."""
    square = abs(lattice.pitch_x - lattice.pitch_y) <= _OBLONG * lattice.pitch_x
    alike = alike.reshape(lattice.rows * lattice.cols, -1)
    marked = alike.any(axis=1)
    return square and bool(marked.any()) and float(np.median(alike[marked].mean(axis=1))) >= _COMMON


def _fitted(drawn: Grey, lattice: Lattice) -> Lattice:
    """The lattice moved and stretched, so that it repeats as what is drawn there, and its lines cross the least."""
    left, top, width, height = lattice.bbox
    part = drawn[max(0, top) : max(0, top + height), max(0, left) : max(0, left + width)]
    pitch_x, first_x = _lines(part, lattice.pitch_x)
    pitch_y, first_y = _lines(part.T, lattice.pitch_y)
    x = _nearest(max(0, left) + first_x, pitch_x, left + (width - lattice.cols * pitch_x) / 2)
    y = _nearest(max(0, top) + first_y, pitch_y, top + (height - lattice.rows * pitch_y) / 2)
    return Lattice(x, y, pitch_x, pitch_y, lattice.cols, lattice.rows)


def _nearest(line: float, pitch: float, place: float) -> float:
    """Which of the lines is the nearest to a place."""
    return line + round((place - line) / pitch) * pitch


def _lines(drawn: Grey, rough: float) -> tuple[float, float]:
    """The pitch of what repeats across, roughly known before, and where its first emptiest line runs down.

    What is drawn anywhere in a cell counts as much as what is drawn all over it: few cells hold anything in their
    corners, and yet these are their own.
    """
    pitch = _pitch(_levelled(drawn, 2 * round(rough) + 1), rough)
    most = cv2.dilate(drawn, np.ones((round(pitch), 1), np.uint8)).mean(axis=0)
    parts = ((np.arange(len(most)) + 0.5) / pitch * _FINER).astype(np.int64) % _FINER
    folded = np.bincount(parts, most, _FINER) / np.maximum(np.bincount(parts, minlength=_FINER), 1)
    # in the middle of what is empty all over: so what lies farther off counts a little as well
    around = np.pad(np.hanning(_GAP), (_WIDE - _GAP) // 2) + _HINT * np.hanning(_WIDE)
    empty = np.convolve(np.pad(folded, _WIDE // 2, "wrap"), around, "valid").argmin()
    return pitch, (float(empty) + 0.5) / _FINER * pitch


def _pitch(level: Floats, rough: float) -> float:
    """The pitch across, by how alike the picture is to itself one pitch further, two pitches further, and so on."""
    length = level.shape[1]
    alike = _alike_along(level) / np.arange(length, 0, -1)
    pitch = rough
    for times in range(1, int(length / 2 / rough) + 1):
        stray = max(1.5, _STRAY * rough)
        first, last = round(times * pitch - stray), round(times * pitch + stray)
        peak = first + int(alike[first : last + 1].argmax())
        if not first < peak < last or peak + 1 >= length:
            break
        before, at, after = alike[peak - 1 : peak + 2]
        pitch = float(peak + (after - before) / max(2 * (2 * at - before - after), 1e-9)) / times
    return pitch


def _alike_along(level: Floats) -> Floats:
    """For each number of pixels the sum of what is drawn times what is drawn so many further across."""
    rows, length = level.shape
    padded = np.zeros((rows, cv2.getOptimalDFTSize(2 * length)), np.float32)
    padded[:, :length] = level
    spectra = cv2.dft(padded, flags=cv2.DFT_ROWS)  # a third of the time that numpy takes
    power = cv2.mulSpectrums(spectra, spectra, cv2.DFT_ROWS, conjB=True).sum(axis=0, dtype=np.float64)
    sums: Floats = cv2.idft(power[None], flags=cv2.DFT_ROWS | cv2.DFT_SCALE)[0, :length]
    return sums


def _ended(drawn: Grey, lattice: Lattice, lines: int) -> tuple[Lattice, Bools]:
    """The lattice from the first to the last column and row of cells that look like others, and which are `_alike`.

    Lines beyond it are looked at as well. A board has so many `lines` at least.
    """
    wide = lattice.widened(-_OUTSIDE, lattice.cols + _OUTSIDE, -_OUTSIDE, lattice.rows + _OUTSIDE)
    alike = _alike(drawn, wide)
    turned = alike.transpose(1, 0, 3, 2)
    left, right, top, bottom = _OUTSIDE, wide.cols - _OUTSIDE, _OUTSIDE, wide.rows - _OUTSIDE
    for _ in range(_TRIES):
        if min(right - left, bottom - top) < lines:
            break
        before = left, right, top, bottom
        left, right = _run(turned[:, top:bottom, :, top:bottom], lines)
        top, bottom = _run(alike[:, left:right, :, left:right], lines)
        if (left, right, top, bottom) == before:
            break
    ended = lattice.widened(left - _OUTSIDE, right - _OUTSIDE, top - _OUTSIDE, bottom - _OUTSIDE)
    return ended, alike[top:bottom, left:right, top:bottom, left:right]


def _alike(drawn: Grey, lattice: Lattice) -> Bools:
    """In which cells much the same is drawn, and something at all: (rows, columns, rows, columns)."""
    count = lattice.rows * lattice.cols
    patches = cut_patches(drawn, lattice, np.arange(count), edge=_EDGE).astype(np.float32)
    column = patches.reshape(-1, patches.shape[2])  # one below the other
    inner = cv2.resize(column, (_SIDE, count * _SIDE), interpolation=cv2.INTER_AREA).reshape(count, -1)
    level = inner - inner.mean(axis=1, keepdims=True)
    strength = np.einsum("ij,ij->i", level, level)
    both = (strength[:, None] + strength) / 2
    across, down = lattice.across(np.arange(lattice.cols) + 0.5), lattice.down(np.arange(lattice.rows) + 0.5)
    inside = ((down >= 0) & (down < drawn.shape[0]))[:, None] & (across >= 0) & (across < drawn.shape[1])
    marked = (strength >= _SIDE**2 * _MARKED**2) & inside.ravel()
    alike: Bools = (level @ level.T >= _ALIKE * both) & marked & marked[:, None]
    return alike.reshape(lattice.rows, lattice.cols, lattice.rows, lattice.cols)


def _run(alike: Bools, lines: int) -> tuple[int, int]:
    """The first row, and the one behind the last, of the longest run of rows most of whose cells look like others.

    Like cells of other rows of the run: what lies beside a board may be like itself.
    """
    rows = len(alike)
    others = alike.any(axis=3) & ~np.eye(rows, dtype=bool)[:, None, :]
    first, last = 0, rows
    while last - first >= lines and alike.shape[1]:
        enough = max(_FEW, _OFTEN * (last - first))
        belongs = (others[:, :, first:last].sum(axis=2) >= enough).mean(axis=1) >= _BELONGS
        changes = np.diff(np.pad(belongs[first:last], 1).astype(np.int8))
        runs = np.flatnonzero(changes).reshape(-1, 2).tolist()
        start, end = max(runs, key=lambda run: run[1] - run[0], default=(0, 0))
        if (start, end) == (0, last - first):
            break
        first, last = first + start, first + end
    return first, last
