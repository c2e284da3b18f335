"""Read a board of which no theme exists, and make a theme of what was seen.

lattice -> guess -> extent -> guess -> Reading, with a theme made of the cells themselves
"""

from dataclasses import replace

import numpy as np

from minebot.board import COVERED, FLAG, STANDARD_MINES, Board
from minebot.geometry import Lattice
from minebot.vision.alike import ALIKE, Groups, drawn, thumbnails
from minebot.vision.arrays import Bools, Floats
from minebot.vision.beside import like_those_within
from minebot.vision.cells import Cutter
from minebot.vision.glyphs import Patches, cut_patches
from minebot.vision.guess import Guess, guess
from minebot.vision.inview import cut_at
from minebot.vision.picture import Bgr
from minebot.vision.placed import placed
from minebot.vision.reading import (
    DOUBTFUL_BELOW,
    SMALLEST_BOARD,
    Reading,
    cut_off,
    doubts,
    with_doubts,
)
from minebot.vision.rules import around, contradictions
from minebot.vision.sampling import averaged
from minebot.vision.shades import SIBLING, distance
from minebot.vision.sharper import RIM, of_whole_pixels, sharper
from minebot.vision.theme import SYMBOLS, UNKNOWN, Theme

_SURE = 0.95  # confidence from which a cell becomes a template
_REJECT = 24.0  # colour distance, as for captured themes
_MEMBERS = 16  # cells of a group that make its template
_TEMPLATES = 40  # of which the largest groups are kept
_FEWEST_NUMBERS = 3  # that prove a board, beside a covered cell
_BROKEN = 0.1  # share of its open cells that may contradict the rules
_FEWEST_FLAGS = 2  # that prove it where there are fewer
_MOSTLY = 0.7  # share of flags and covered cells on such a board
_UNSURE = 0.4  # share of doubtful cells from which it is no board
_FRESH = 8  # rows and columns that a board on which nothing is open must have
_RAISED = -0.5  # log-odds of looking open below which cells are raised
_ACROSS = 8  # squares of a border along the upper and the lower side
_SLOPE = 4.0  # of 255: by how much the sides of raised cells are lighter and darker than their middle
_EQUAL = np.array([12.0, 32.0])  # of 255: by how much cells of one look differ within, and where their edges fall
_LOOKS = 4  # of which its covered cells may be: two of a chequer, marks
_FRAMED = 4.0  # contrast of a cell with lines
_SYMBOL = 24.0  # contrast of a middle with a symbol
_OF_DRAWN = 2.0  # times that contrast by which a look that is alike may differ somewhere
_PLAINER = 0.5  # share of that contrast below which another cell lacks them
_GROWTHS = 12  # lines that may be added at each side
_OF_THE_OTHERS = 6.0  # of 255: by how much nearer a ground is to those of the other state than to those of its own
_STRANGE = 0.75  # confidence below which a cell may be none of the board: less than that of one whose state is unclear
_STRANGE_LINE = 0.7  # share of doubtful cells from which the first or last line is none of the board
_SIDES: tuple[tuple[slice | int, slice | int], ...] = (  # of a lattice, without its corners
    np.s_[1:-1, 0],
    np.s_[1:-1, -1],
    np.s_[0, 1:-1],
    np.s_[-1, 1:-1],
)
_OUT = 0.05  # share of a line beside the board that may lie beyond the picture
_SAME_LINE = 0.7  # share of a line beside the board that must look like the board, to be part of it
_DRAWN_CELLS = 2  # cells of it with lines or a symbol, as cells of the board have, where the others are plain
_HALF_A_LINE = 0.4  # the same from which it may be one


def read_unknown(picture: Bgr, lattice: Lattice) -> Reading | None:
    """The board at a lattice that was found; None where what is there is no board."""
    if min(lattice.cols, lattice.rows) < SMALLEST_BOARD:
        return None
    seen, clear = _at_full_extent(picture, guess(picture, sharper(picture, lattice), RIM))
    seen = _in_place(picture, seen)
    sides = cut_at(picture, seen.lattice)
    cut = cut_off(picture.shape, seen.lattice, sides)
    if not _is_board(seen, cut):
        return None
    board = Board(seen.lattice.cols, seen.lattice.rows, tuple(seen.codes.tolist()))
    theme = theme_of(picture, seen)
    doubtful = doubts(board, seen.confidence, cut)
    reading = Reading(seen.lattice, theme, board, doubtful, ends_clearly=clear, cut=sides)
    return with_doubts(reading, map(board.place, np.flatnonzero(_reached(seen, reading)).tolist()))


def _in_place(picture: Bgr, seen: Guess) -> Guess:
    """The guess at the lattice moved to where its cells begin, to whole pixels where they are of such.

    As it is where that leaves more doubt, of cells or of where the board ends: a picture may have been moved by part of
    a pixel.
    """
    sure = seen.confidence >= DOUBTFUL_BELOW
    whole, x, y = of_whole_pixels(seen.lattice)
    lattice = seen.lattice if whole is None else replace(whole, x=float(np.rint(x)), y=float(np.rint(y)))
    lattice = placed(picture, lattice, seen.codes, sure)
    if lattice == seen.lattice:
        return seen
    moved = guess(picture, lattice, RIM)
    as_sure = (moved.confidence >= DOUBTFUL_BELOW).sum() >= sure.sum()
    return moved if as_sure and _ends_clearly(moved, _like_the_board(picture, moved, moved.lattice)) else seen


def _reached(seen: Guess, reading: Reading) -> Bools:
    """The cells beside what lies over the board of a look that is nowhere else: half a symbol may be another one."""
    over = reading.hidden.reshape(seen.lattice.rows, -1)
    beside = (over | (around(over) > 0)).ravel()
    reached: Bools = beside & ~np.isin(seen.groups.of, seen.groups.of[~beside])
    return reached


def _at_full_extent(picture: Bgr, seen: Guess) -> tuple[Guess, bool]:
    """The guess at the lattice without strange lines at its sides, and with those beyond that look like the board.

    And whether it ends there clearly: nothing beside it is half like the board, and no line of it unlike all others.
    Where less of a larger board is beyond doubt it is the smaller one, which ends in doubt.
    """
    shares, best = [0.0], seen
    for _ in range(_GROWTHS):
        lattice = _trimmed(seen)
        shares = _like_the_board(picture, seen, lattice)
        left, right, top, bottom = (share >= _SAME_LINE for share in shares)
        lattice = lattice.widened(-left, lattice.cols + right, -top, lattice.rows + bottom)
        if lattice == seen.lattice or min(lattice.cols, lattice.rows) < SMALLEST_BOARD:
            break
        seen = guess(picture, lattice, RIM)
        best = max(seen, best, key=_believed)
    return (seen, _ends_clearly(seen, shares)) if best is seen else (best, False)


def _believed(seen: Guess) -> int:
    """How many cells are beyond doubt."""
    return int((seen.confidence >= DOUBTFUL_BELOW).sum())


def _ends_clearly(seen: Guess, shares: list[float]) -> bool:
    """Whether nothing beside the board is half like it, by the shares of the lines there, and it has no lone line."""
    return max(shares) < _HALF_A_LINE and not _lone_line(seen)


def _trimmed(seen: Guess) -> Lattice:
    """The lattice without first and last lines whose cells are mostly doubtful, and unlike those of the others."""
    rows, cols = seen.lattice.rows, seen.lattice.cols
    strange = (seen.confidence < _STRANGE).reshape(rows, cols)
    left, right = _inner(strange.mean(0) > _STRANGE_LINE)
    top, bottom = _inner(strange.mean(1) > _STRANGE_LINE)
    kept = np.zeros((rows, cols), bool)
    kept[top:bottom, left:right] = True
    inside = np.isin(seen.groups.of, seen.groups.of[kept.ravel()]).reshape(rows, cols)
    whole = kept.all() or inside[~kept].mean() > 1 - _STRANGE_LINE
    return seen.lattice if whole else seen.lattice.widened(left, right, top, bottom)


def _lone_line(seen: Guess) -> bool:
    """Whether a first or last line has looks found nowhere else, all open or all covered, on the ground of the others.

    What is beyond the frame of a board often has the colour of its covered cells.
    """
    of, codes, grounds = seen.groups.of.reshape(seen.lattice.rows, -1), seen.group_codes, seen.groups.grounds
    for line in (of[0], of[-1], of[:, 0], of[:, -1]):
        own = np.bincount(line, minlength=len(codes)) > 0
        states = set(codes[own].tolist())
        if seen.groups.sizes[own].sum() == len(line) and len(states) == 1 and states <= {0, COVERED}:
            (state,) = states
            to_same, to_others = (
                distance(grounds[own], grounds[~own & (codes == code)]) for code in (state, COVERED - state)
            )
            if (to_same > to_others + _OF_THE_OTHERS).all():
                return True
    return False


def _inner(strange: Bools) -> tuple[int, int]:
    """The first line that is not strange, and the one behind the last."""
    kept = np.flatnonzero(~strange)
    return (int(kept[0]), int(kept[-1]) + 1) if len(kept) else (0, len(strange))


def _like_the_board(picture: Bgr, seen: Guess, lattice: Lattice) -> list[float]:
    """The share of the cells that look like the board, of the lines to the left and right of it, above and below.

    Like cells that have lines or a symbol: a plain panel may look like opened cells.
    """
    wide = lattice.widened(-1, lattice.cols + 1, -1, lattice.rows + 1)
    sure = (seen.group_confidence >= DOUBTFUL_BELOW) & (seen.groups.sizes > 1)
    known = seen.groups.looks[sure & (seen.groups.looks.std(1) >= _FRAMED)]
    places = np.arange(wide.rows * wide.cols).reshape(wide.rows, wide.cols)
    board = np.zeros_like(places, bool)
    board[1:-1, 1:-1] = True
    like = like_those_within(Cutter.of(picture, wide), wide, board)
    shares = []
    for line, beyond in zip(_SIDES, _beyond(picture, wide), strict=True):
        looks = thumbnails(cut_patches(picture, wide, places[line]))
        alike = _drawn_alike(looks, known)
        seldom = distance(looks, seen.groups.looks) <= ALIKE
        share = float(np.mean(alike | like[line]))
        within, symbols = _same_within(cut_patches(picture, wide, places[line]), seen.groups.patches[sure])
        if symbols:
            share = max(share, _HALF_A_LINE)
        if alike.any() and not (seldom & ~alike).any():  # something may lie over the others, which are like no cell
            share = max(share, _HALF_A_LINE)
        shown = alike | like[line]
        if shown.sum() >= _DRAWN_CELLS and (shown | seldom | within).mean() > 1 - _BROKEN:  # the rest is as plain
            share = max(share, _SAME_LINE)
        shares.append(0.0 if beyond else share)
    return shares


def _beyond(picture: Bgr, wide: Lattice) -> tuple[bool, ...]:
    """Whether the picture ends within the outermost lines, left, right, above and below; there it repeats its border."""
    across, down = _OUT * wide.pitch_x, _OUT * wide.pitch_y
    left, top, right, bottom = wide.x, wide.y, wide.across(wide.cols), wide.down(wide.rows)
    height, width = picture.shape[:2]
    return left < -across, right > width + across, top < -down, bottom > height + down


def _same_within(patches: Patches, known: Patches) -> tuple[Bools, bool]:
    """Which cells of a line have in their middle what known ones have; whether most do, one of them a symbol.

    A frame may run along the line, so that none of it looks like the board as a whole.
    """
    middles, own = map(_middles, (patches, known))
    same = distance(middles, own) <= ALIKE
    return same, bool(same.mean() >= _SAME_LINE and (drawn(middles)[same] >= _SYMBOL).any())


def _middles(patches: Patches) -> Floats:
    """The middles of cells as thumbnails."""
    inner = Groups(np.arange(len(patches)), patches, np.ones(len(patches), int)).middles
    return averaged(inner, inner.shape[1] // 2)


def _drawn_alike(looks: Floats, known: Floats) -> Bools:
    """Which looks are like a known one, and no plainer than half of it: faint lines are soon lost in what is alike."""
    limits = np.minimum(ALIKE, _OF_DRAWN * drawn(known))
    near = np.array([np.abs(known - look).max(1, initial=0) <= limits for look in looks])
    near = near.reshape(len(looks), len(known))
    alike: Bools = np.any(near & (drawn(looks)[:, None] >= _PLAINER * drawn(known)), axis=1)
    return alike


def _is_board(seen: Guess, cut: Bools) -> bool:
    """Whether the cells are those of a board: enough of them beyond doubt, and numbers that fit what is around them."""
    codes = seen.codes.reshape(seen.lattice.rows, seen.lattice.cols)
    sure = seen.confidence.reshape(codes.shape) >= DOUBTFUL_BELOW
    if sure.mean() < 1 - _UNSURE or not (codes != 0).any():
        return False
    numbers = (codes > 0) & sure
    if numbers.sum() >= _FEWEST_NUMBERS:
        opened = (codes >= 0) & sure
        shown = np.where(sure, codes, FLAG)  # what is not may be a mine, and may be none
        return bool((contradictions(shown, cut) & opened).sum() <= _BROKEN * opened.sum())
    return _is_fresh(seen) or _is_flagged(seen)


def _is_fresh(seen: Guess) -> bool:
    """Whether it is a board on which nothing is open yet: raised cells of a few looks, and not few of them.

    Flat ones may be any sheet of squares: a table, a chess board; and those of several colours are pixels of a picture.
    But as many as a usual level has, in rows and columns, and all of one look, are its board.
    """
    covered = seen.codes == COVERED
    looks = np.unique(seen.groups.of[covered])
    one_ground = bool((np.ptp(seen.groups.grounds[looks], axis=0) <= SIBLING).all())
    large = min(seen.lattice.rows, seen.lattice.cols) >= _FRESH
    raised = float(np.average(seen.group_open, weights=seen.groups.sizes)) < _RAISED or _is_bevelled(seen.groups)
    within = seen.groups.of.reshape(seen.lattice.rows, -1)[1:-1, 1:-1]  # the outermost ones may touch a frame
    inner = seen.groups.middles.reshape(len(seen.groups.sizes), -1)
    spread = [np.ptp(each[np.unique(within)], axis=0).max() for each in (inner, seen.groups.looks)]
    equal = bool((spread <= _EQUAL).all())
    usual = equal and covered.all() and (seen.lattice.cols, seen.lattice.rows) in STANDARD_MINES
    few = equal or len(looks) <= _LOOKS
    return bool(large and (raised or usual) and one_ground and covered.mean() > 1 - _BROKEN and few)


def _is_bevelled(groups: Groups) -> bool:
    """Whether all cells have light from above and from the left: two sides lighter than the middle, and two darker.

    Lines between flat cells are darker or lighter on all sides.
    """
    sides = groups.frames.reshape(len(groups.sizes), -1, 3).mean(2) - groups.grounds.mean(1)[:, None]
    first, last, between = sides[:, :_ACROSS], sides[:, -_ACROSS:], sides[:, _ACROSS:-_ACROSS]
    lit = np.concatenate([first[:, 1:-1], between[:, ::2]], 1)
    dark = np.concatenate([last[:, 1:-1], between[:, 1::2]], 1)
    return bool((lit.min() > _SLOPE) and (dark.max() < -_SLOPE))


def _is_flagged(seen: Guess) -> bool:
    """Whether it is a board with a number or two at most, and no zero, on which flags stand among covered cells.

    A sheet of squares has none, and a board of another game has stones of more kinds; all must be beyond doubt.
    """
    flags = seen.codes == FLAG
    large = min(seen.lattice.rows, seen.lattice.cols) >= _FRESH
    sure = (seen.confidence >= DOUBTFUL_BELOW).all() and (seen.confidence[flags] >= _SURE).all()
    mostly = (flags | (seen.codes == COVERED)).mean() > _MOSTLY
    return bool(large and sure and flags.sum() >= _FEWEST_FLAGS and mostly and (seen.codes != 0).all())


def theme_of(picture: Bgr, seen: Guess) -> Theme:
    """A theme made of the cells that were read beyond doubt, a template for each look that they have.

    It knows only what was to be seen, and has neither counter nor face.
    """
    pitch = round((seen.lattice.pitch_x + seen.lattice.pitch_y) / 2)
    cutter = Cutter(picture, 1, pitch, pitch)
    tiles = {}
    sure = np.flatnonzero(seen.group_confidence >= _SURE)
    for group in sure[np.argsort(-seen.groups.sizes[sure], kind="stable")][:_TEMPLATES].tolist():
        members = np.flatnonzero(seen.groups.of == group)[:_MEMBERS]
        tile = cutter.cut(seen.lattice, members).mean(0).reshape(pitch, pitch, 3)
        symbol = SYMBOLS[int(seen.group_codes[group])]
        tiles[f"{symbol}.{group}"] = np.round(tile).astype(np.uint8)
    return Theme(UNKNOWN, "a look of its own", "the picture itself", grid=16, reject=_REJECT, tiles={pitch: tiles})
