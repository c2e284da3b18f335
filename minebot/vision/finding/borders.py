"""The borders between the cells of a lattice: fit it to them, and end it where they end, whatever the look.

A border is a straight step of colour along the side of a cell. What is averaged along the side is neither digit nor
noise.
"""

from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from minebot.geometry import Lattice
from minebot.vision.arrays import Bools, Doubles
from minebot.vision.finding.chains import straight
from minebot.vision.finding.grounds import known_grounds
from minebot.vision.finding.steps import Grey
from minebot.vision.picture import Bgr

_ALONG = np.linspace(0.2, 0.8, 4)  # where on its side a border is looked at, in shares of it: bevels meet at corners
_STRONG = 100  # steps above it count as much: flags and frames outweigh no faint border
_ENOUGH = 40  # likewise where only the form of a border counts
_FAINT = 4  # of 255: the least step that is a border
_MARGIN = 2  # lines beyond the lattice that are looked at
_SMALLEST = 4  # columns and rows of a board
_GROWTHS = 50  # times that a lattice may grow by the margin: up to a hundred columns
_ABSENT, _PRESENT = 0.1, 0.7  # share of the usual borders below which a line is dropped, and from which one is added
_WHOLE = 0.95  # share of borders and of grounds by which a line of digits belongs to the board, alike or not
_FOREIGN = 0.35  # share of the usual borders that look alike, below which a line is dropped if it also lacks some
_GROUNDED = 0.6  # share of the cells of a line that must have the ground of cells
_LEAST = 0.65  # share of borders that counts as usual at least
_ENDED, _CERTAIN = 0.5, 0.9  # share of the border behind a line that must be seen for that, or else nearly all within
_REACH = 0.18  # of the pitch: bevels and gaps lie nearer to the line, digits farther
_STRETCH, _STRAY = 0.03, 4.0  # of the pitch, by which it may be wrong at first; and pixels, over all columns
_ALIKE = 0.6  # cosine of a border and the usual one: an edge of text beside the line has less
_BENT = 0.35  # pixels, in the mean, by which lines are off a straight lattice that may be bent; rounding makes 0.25
_TO_THE_PIXEL = 0.2  # pixels off which no line of a bent lattice is that lies as the program laid it
_STRAIGHTER, _SHARPER = 0.4, 1.3  # share of these that is left on the bent one, and times as sharp as it must be
_STRAIGHT = 1.2  # pixels off most lines up to which a line tells where they are: a bend amid few leaves some above 1
_ASTRAY = 1.2  # pixels, in the mean, by which lines are off a lattice if they tell nothing: cells of two kinds mixed
_MANY = 12  # columns from which a lattice is so long that it matters
_PLAIN = 0.5, 0.25  # share of borders, those between the plainest cells, that tell where lines are, and how they look
_SHIFT = 3  # pixels by which a line is looked for around its place
_INNER = slice(_MARGIN, -_MARGIN)  # the rows of the lattice, among those that are looked at
_LINES = slice(_MARGIN + 1, -_MARGIN - 1)  # likewise the lines between its columns


@dataclass(frozen=True, slots=True)
class Steps:
    """Steps across the borders between columns.

    `sizes[r, i]` is the step at pixel `start + i` in row `r - _MARGIN` of the cells, averaged along their sides.
    """

    sizes: Grey
    start: int

    def around(self, places: npt.NDArray[np.floating[Any]], reach: int) -> Grey:
        """The steps at the places and up to so many pixels on either side: (rows, places, 2 * reach + 1)."""
        pixels = np.rint(places).astype(np.int64)[:, None] - self.start + np.arange(-reach, reach + 1)
        inside = (pixels >= 0) & (pixels < self.sizes.shape[1])
        around: Grey = self.sizes[:, np.where(inside, pixels, 0)] * inside
        return around


@dataclass(frozen=True, slots=True)
class Borders:
    """Which borders between columns are seen, and which look as most do: (rows, columns + 1), `_MARGIN` on each side.

    What is seen is a step in the right place, a stroke of a digit perhaps; beside the board only like ones count.
    """

    seen: Bools
    alike: Bools


def fit_to_borders(picture: Bgr, lattice: Lattice) -> tuple[Lattice, float]:
    """The lattice with its lines on the borders, ended where they end, and how much of its faintest lines is seen.

    Its first lines are a pixel wider where more of a board is seen then.
    """
    fit = _fit(picture, lattice, bend=True)
    if fit[0].wider_cols == fit[0].wider_rows == 0:
        return fit
    return max(fit, _fit(picture, lattice, bend=False), key=lambda fit: fit[1] ** 3 * fit[0].cols * fit[0].rows)


def _fit(picture: Bgr, lattice: Lattice, *, bend: bool) -> tuple[Lattice, float]:
    turned = picture.transpose(1, 0, 2)
    for _ in range(_GROWTHS):
        across, down = _steps(picture, lattice), _steps(turned, lattice.turned)
        lattice = _placed(across, lattice, bend=bend)
        lattice = _placed(down, lattice.turned, bend=bend).turned
        borders, lying = _borders(across, lattice), _borders(down, lattice.turned)
        grounds = known_grounds(picture, lattice, _MARGIN)
        ended = lattice.widened(*_ends(lying, borders, grounds.T), *_ends(borders, lying, grounds))
        if ended == lattice or min(ended.cols, ended.rows) < _SMALLEST:
            break
        lattice = ended
    return lattice, min(_faintest(borders), _faintest(lying))


def _faintest(borders: Borders) -> float:
    """What is seen of the lines that are seen least: at half the pitch, every second line is missing."""
    return float(np.quantile(borders.seen[_INNER, _LINES].mean(axis=0), 0.2))


def _steps(picture: Bgr, lattice: Lattice) -> Steps:
    """The steps across the columns, for the rows of the lattice and `_MARGIN` more on either side."""
    rows = np.arange(-_MARGIN, lattice.rows + _MARGIN)
    y = np.floor(lattice.down(rows[:, None] + _ALONG))
    y = np.concatenate([y, y + 1], axis=1)  # two beside one another: the mean of dithered ones is grey
    beyond = (y < 0).any(axis=1) | (y >= picture.shape[0]).any(axis=1)
    start = max(1, int(lattice.across(-_MARGIN - 0.5)))
    end = int(lattice.across(lattice.cols + _MARGIN + 1))
    if min(end, picture.shape[1]) <= start:  # a lattice beside the picture
        return Steps(np.zeros((len(rows), 1), np.uint8), start)
    strips = picture[:, start - 1 : end][np.clip(y.astype(np.int64), 0, picture.shape[0] - 1).ravel()]
    means = cv2.resize(strips, (strips.shape[1], len(rows)), interpolation=cv2.INTER_AREA)
    blue, green, red = cv2.split(cv2.absdiff(means[:, 1:], means[:, :-1]))
    sizes = cv2.max(cv2.max(blue, green), red).astype(np.uint8)
    sizes[beyond] = 0
    return Steps(sizes, start)


def _placed(steps: Steps, lattice: Lattice, *, bend: bool) -> Lattice:
    """The lattice moved and stretched across, so that its inner lines lie in the middle of the steps around them."""
    placed, off, farthest = _fitted(steps, _bent(steps, lattice) if lattice.wider_cols else lattice)
    if not bend or placed.wider_cols or lattice.cols < _MANY or (off <= _BENT and farthest <= _STRAIGHT):
        return placed
    bent, left, worst = _fitted(steps, _bent(steps, placed))
    if worst < _TO_THE_PIXEL and farthest > _STRAIGHT:
        return bent
    means = _means(steps)
    sharper = _sharpness(means, steps.start, bent) > _SHARPER * _sharpness(means, steps.start, placed)
    return bent if sharper and off > _BENT and left < _STRAIGHTER * min(off, 1.0) else placed


def _fitted(steps: Steps, lattice: Lattice) -> tuple[Lattice, float, float]:
    """The lattice as it lies best, and the pixels its lines are off the steps around them, in the mean and at most.

    A straight one is moved and stretched, a bent one is moved.
    """
    lines = np.arange(1.0, lattice.cols)
    reach = max(2, round(_REACH * lattice.pitch_x))
    drawn = _drawn(steps, lattice)
    plain, plainest = (drawn <= np.quantile(drawn, share) + 0.5 for share in _PLAIN)
    clear = plain.any(axis=0)
    placed = lattice
    for _ in range(2):
        places = placed.across(lines)
        around = np.minimum(steps.around(places, reach + _SHIFT)[_INNER], _STRONG)
        usual = _usual(around[plainest])
        if np.count_nonzero(clear) < 2 or not usual.any():
            return lattice, 0.0, 0.0
        means = (around * plain[:, :, None]).sum(axis=0)[clear] / plain.sum(axis=0)[clear, None]
        found = np.rint(places[clear]) + _shifts(means, usual)
        if lattice.wider_cols:
            placed = placed.moved(float(np.median(found - places[clear])), 0)
        else:
            x, pitch = _robust(lines[clear], found)
            if abs(pitch - lattice.pitch_x) > min(_STRETCH * lattice.pitch_x, _STRAY / lattice.cols):
                return lattice, float(_SHIFT), float(_SHIFT)
            placed = replace(placed, x=x, pitch_x=pitch)
    off = np.minimum(np.abs(found - placed.across(lines[clear])), _SHIFT)
    mean, farthest = float(off.mean()), float(off.max())
    if mean > _ASTRAY:
        return lattice, mean, farthest
    middle = (usual * np.arange(-reach - _SHIFT, reach + _SHIFT + 1)).sum() / usual.sum()
    return placed.moved(float(middle), 0), mean, farthest


def _bent(steps: Steps, lattice: Lattice) -> Lattice:
    """The lattice with its first columns a pixel wider than the others, as many as make the borders look sharpest.

    With all of them as wide, where all borders within the lattice are: they do not tell how wide the last column is.
    """
    whole = round((lattice.across(lattice.cols) - lattice.x) / lattice.cols)
    bents = [
        replace(lattice, pitch_x=float(pitch), wider_cols=wider)
        for pitch in (whole - 1, whole)
        for wider in range(1, lattice.cols)
    ]
    middle = lattice.cols / 2
    bents = [bent.moved(float(lattice.across(middle) - bent.across(middle)), 0) for bent in bents]
    means = _means(steps)
    best = max(bents, key=lambda bent: _sharpness(means, steps.start, bent))
    if best.wider_cols < best.cols - 1:
        return best
    return replace(best, pitch_x=best.pitch_x + 1, wider_cols=0)


def _means(steps: Steps) -> Doubles:
    """The steps at each pixel across, in the mean of all rows of the lattice."""
    means: Doubles = np.minimum(steps.sizes[_INNER], _STRONG).mean(axis=0)
    return means


def _sharpness(means: Doubles, start: int, lattice: Lattice) -> float:
    """How alike the steps around all inner lines are, by their means from pixel `start` on: a sum of squares."""
    reach = max(2, round(_REACH * lattice.pitch_x))
    lines = np.rint(lattice.across(np.arange(1.0, lattice.cols))).astype(np.int64)
    pixels = lines[:, None] - start + np.arange(-reach, reach + 1)
    return float((means[np.clip(pixels, 0, len(means) - 1)].mean(axis=0) ** 2).sum())


def _drawn(steps: Steps, lattice: Lattice) -> Doubles:
    """How much is drawn in the two cells at each border between columns: (rows, columns - 1)."""
    centres = lattice.across(np.arange(lattice.cols) + 0.5)
    drawn = steps.around(centres, max(1, round(0.3 * lattice.pitch_x)))[_INNER].mean(axis=2)
    both: Doubles = drawn[:, 1:] + drawn[:, :-1]
    return both


def _usual(around: Grey) -> Doubles:
    """The steps around a usual border, by their distance from it, of (borders, distances)."""
    usual = np.median(around, axis=0)
    if usual.max() < _FAINT:  # open cells without borders are in the majority
        usual = around.mean(axis=0)
    usual[:_SHIFT] = usual[-_SHIFT:] = 0
    kept: Doubles = np.maximum(usual - usual[_SHIFT:-_SHIFT].min(), 0)
    return kept


def _shifts(lines: Doubles, usual: Doubles) -> Doubles:
    """How far each line of (lines, distances) is shifted against the usual border, in pixels up to `_SHIFT`."""
    kernel = np.convolve(usual, (0.25, 0.5, 0.25), "same")[_SHIFT:-_SHIFT]  # between the pixels, when in doubt
    windows = np.lib.stride_tricks.sliding_window_view(lines, len(kernel), axis=1)
    likeness = windows @ kernel
    best = np.clip(likeness.argmax(axis=1), 1, 2 * _SHIFT - 1)
    before, at, after = (likeness[np.arange(len(lines)), best + by] for by in (-1, 0, 1))
    bend = 2 * at - before - after
    part = np.where(bend > 0, (after - before) / np.maximum(2 * bend, 1e-9), 0)
    shifts: Doubles = best - _SHIFT + np.clip(part, -0.5, 0.5)
    return shifts


def _robust(lines: Doubles, found: Doubles) -> tuple[float, float]:
    """Start and pitch of the straight line through most of the places that were found for the lines."""
    one, other = np.triu_indices(len(lines), max(1, len(lines) // 3))
    pitch = float(np.median((found[other] - found[one]) / (lines[other] - lines[one])))
    x = float(np.median(found - lines * pitch))
    near = np.abs(found - x - lines * pitch) <= _STRAIGHT
    if np.count_nonzero(near) < 3:
        return x, pitch
    return straight(lines, found, near.astype(np.float64))


def _borders(steps: Steps, lattice: Lattice) -> Borders:
    reach = max(2, round(_REACH * lattice.pitch_x))
    lines = np.arange(-_MARGIN, lattice.cols + 1.0 + _MARGIN)
    places = lattice.across(lines)
    around = np.minimum(steps.around(places, reach + _SHIFT), _ENOUGH)
    near = around[:, :, _SHIFT - 1 : 1 - _SHIFT]
    inner = around[_INNER, _LINES]
    drawn, bold = _drawn(steps, lattice), near[_INNER, _LINES].sum(axis=2)
    plain = _usual(inner[drawn <= np.quantile(drawn, _PLAIN[1]) + 0.5])[_SHIFT:-_SHIFT]
    strong = _usual(inner[bold >= np.quantile(bold, 1 - _PLAIN[1])])[_SHIFT:-_SHIFT]  # those of covered cells, say
    seen = near.max(axis=2) >= max(_FAINT, 0.4 * plain.max())
    like = np.maximum(_likeness(near.astype(np.float32), plain), _likeness(near.astype(np.float32), strong))
    inside = steps.around(lattice.across(lines - 0.5), max(1, round(0.3 * lattice.pitch_x))).mean(axis=2)
    clear = near.max(axis=2) >= _FAINT + 1.5 * np.minimum(inside, np.roll(inside, -1, axis=1))
    return Borders(seen, seen & clear & (like >= _ALIKE))


def _likeness(around: npt.NDArray[np.float32], usual: Doubles) -> npt.NDArray[np.float32]:
    """The cosine between the steps at each border, of (rows, lines, distances), and the usual ones, shifted by 1."""
    squares = np.maximum((around[:, :, 1:-1] ** 2).sum(axis=2) * (usual**2).sum(), 1e-6)
    products = [around[:, :, by : by + len(usual)] @ usual.astype(np.float32) for by in range(3)]
    likeness: npt.NDArray[np.float32] = np.max(products, axis=0) / np.sqrt(squares)
    return likeness


def _ends(within: Borders, beyond: Borders, grounds: Bools) -> tuple[int, int]:
    """The first row, and the one behind the last, by the borders within each, the one that ends it, and the grounds."""
    ending = beyond.seen[_INNER].mean(axis=0)
    cells = grounds[:, _INNER].mean(axis=1)
    kept = np.flatnonzero(~_absent(within))
    first, last = (int(kept[0]), int(kept[-1]) + 1) if len(kept) >= _SMALLEST else (0, len(ending) - 1 - 2 * _MARGIN)
    before, behind = _belongs(within, ending[:-1], cells), _belongs(within, ending[1:], cells)
    if first == 0:
        first -= _run(before[:_MARGIN][::-1])
    if last == len(before) - 2 * _MARGIN:
        last += _run(behind[-_MARGIN:])
    return first, last


def _absent(within: Borders) -> Bools:
    """Which rows of the lattice have so few borders that none belongs to the board, were it the first or the last."""
    seen, alike = (borders[_INNER, _LINES].mean(axis=1) for borders in (within.seen, within.alike))
    share = seen / max(_ABSENT, np.median(seen))
    foreign = alike < _FOREIGN * np.median(alike)
    absent: Bools = (share < _ABSENT) | (foreign & (share < 1 - _ABSENT))
    return absent


def _belongs(within: Borders, ending: Doubles, cells: Doubles) -> Bools:
    """Which rows, those beyond the lattice too, can be rows of the board.

    `ending` is the share that is seen of the border behind each, `cells` the share of its cells with a known ground.
    """
    seen, alike = (borders[:, _LINES].mean(axis=1) for borders in (within.seen, within.alike))
    usual = max(_LEAST, float(np.median(alike[_INNER])))
    near = (cells >= _GROUNDED) & (alike >= usual * np.where(ending >= _ENDED, _PRESENT, _CERTAIN))
    belongs: Bools = near | ((np.minimum(seen, cells) >= _WHOLE) & (ending >= _ENDED))
    return belongs


def _run(true: Bools) -> int:
    """How many come before the first that is false."""
    return int(np.append(true, False).argmin())
