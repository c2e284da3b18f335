"""Read a board of which no theme exists, and make a theme of what was seen.

lattice -> guess -> extent -> guess -> Reading, with a theme made of the cells themselves
"""

from dataclasses import replace

import cv2
import numpy as np

from minebot.board import COVERED, EXPLODED, FLAG, MINE, QUESTION, STANDARD_MINES, WRONG_FLAG, Board
from minebot.geometry import Lattice
from minebot.vision.arrays import Bools, Floats, Ints
from minebot.vision.cells import Cutter
from minebot.vision.chequer import in_one_shade, shades_of
from minebot.vision.inview import cut_at
from minebot.vision.motion import lain_over
from minebot.vision.picture import Bgr
from minebot.vision.reading import (
    DOUBTFUL_BELOW,
    LAIN_OVER,
    SMALLEST_BOARD,
    Known,
    Reading,
    cut_off,
    doubts,
    with_doubts,
)
from minebot.vision.rules import around, contradictions
from minebot.vision.theme import SYMBOLS, UNKNOWN, Theme
from minebot.vision.unknown.alike import (
    BARE,
    Groups,
    at_sides,
    colours_of_middles,
    drawn,
    odd_squares,
    thumbnails_of_middles,
)
from minebot.vision.unknown.ciphered import contested, deciphered
from minebot.vision.unknown.ends import at_full_extent, believed, ends_in_doubt, undivided_along
from minebot.vision.unknown.glyphs import Patches, cut_patches, recognise
from minebot.vision.unknown.guess import Guess, guess
from minebot.vision.unknown.placed import placed
from minebot.vision.unknown.room import LINES
from minebot.vision.unknown.shades import SIBLING, framed_otherwise, on_another_ground
from minebot.vision.unknown.sharper import RIM, of_whole_pixels, sharper
from minebot.vision.unknown.states import Place
from minebot.vision.unknown.unlike import (
    all_of_one_colour,
    are_plainly_undivided,
    faint_questions,
    like_another_number,
    without_lines,
)

_SURE = 0.95  # confidence from which a cell becomes a template
_REJECT = 24.0  # colour distance, as for captured themes
_MEMBERS = 16  # cells of a group that make its template
_TEMPLATES = 40  # of which the largest groups are kept
_FEWEST_NUMBERS = 3  # that prove a board, beside a covered cell; flags may stand for some where nearly all is clear
_MANY_NUMBERS = 40  # of which several show another number than the others
_BROKEN = 0.1  # share of its open cells that may contradict the rules
_FEWEST_FLAGS = 2  # that prove it where there are fewer
_SEVERAL_FLAGS = 4  # that may be in doubt where all else is plain
_HARDLY_ANY = 0.01  # share of the cells that may be in doubt beside them
_NEARLY_ALL = 0.9  # share of its cells that are beyond doubt
_MANY_MARKS, _MOST_BELIEVED = 8, 0.8  # of them, beyond which fewer of its cells must be
_MOSTLY = 0.7  # share of flags and covered cells on such a board
_MOST_MARKED = 0.35  # share of marks on it
_UNSURE = 0.4  # share of doubtful cells from which it is no board
_FRESH = 8  # rows and columns that a board on which nothing is open must have
_LEAST_OF_A_HALF, _MOSTLY_HALVES = 6, 0.5  # cells of one look that may be halves, and the share of all that are then
_BORDERED = 0.7  # share of a side that cells of every second line lack where they are halves
_RAISED = -0.5  # log-odds of looking open below which cells are raised
_ACROSS = 8  # squares of a border along the upper and the lower side
_SLOPE = 4.0  # of 255: by how much the sides of raised cells are lighter and darker than their middle
_EQUAL = np.array([12.0, 32.0])  # of 255: by how much cells of one look differ within, and where their edges fall
_SAME = 2.0  # of 255: up to which what is within cells is one plain colour
_USUAL = 8  # cells of a look that is usual on this board
_UNCLEAR = 0.5  # confidence of marks that are of several symbols
_SEVERAL_ZEROS = 2  # beside a covered cell: each of them would have opened it
_FAR = 2.0  # pixels from where cells begin that are no part of one
_SHEET, _OF_A_SHEET = 2, 0.3  # cells of a look, and share of them, that are unlike the board where all are
_ACROSS_A_LINE = 0.7  # share of a line that a sheet across it leaves plain
_IN_DOUBT = 2 / 3  # share of the cells of a mark that are in doubt, from which all are
_HALF = 0.5  # share of the lines of a board that something may lie across
_SEVERAL = 6  # cells with lines between them, where others that show the same have none
_LOOKS = 4  # of which its covered cells may be: two of a chequer, marks


def read_unknown(picture: Bgr, lattice: Lattice) -> Reading | None:
    """The board at a lattice that was found; None where what is there is no board."""
    if min(lattice.cols, lattice.rows) < SMALLEST_BOARD:
        return None
    seen, clear = _in_place(picture, *at_full_extent(picture, guess(picture, sharper(picture, lattice), RIM)))
    sides = cut_at(picture, seen.lattice)
    cut = cut_off(picture.shape, seen.lattice, sides)
    told = _told(seen, cut)
    if told is None:
        return None
    seen, strange = told
    clear = clear and not ends_in_doubt(seen)
    board = Board(seen.lattice.cols, seen.lattice.rows, tuple(seen.codes.tolist()))
    theme = theme_of(picture, seen)
    patches = cut_patches(picture, seen.lattice, np.arange(len(seen.codes)))
    doubtful = doubts(board, seen.confidence, cut, Known(usual=_look_as_usual(seen, patches)))
    reading = Reading(seen.lattice, theme, board, doubtful, ends_clearly=clear, cut=sides)
    reading = with_doubts(reading, map(board.place, np.flatnonzero(_reached(seen, reading)).tolist()))
    reading = _beneath_a_sheet(reading)
    believed = ~reading.in_doubt()
    shape = seen.lattice.rows, seen.lattice.cols
    within = np.zeros(shape, bool)
    within[1:-1, 1:-1] = True  # what is around a board is part of the outermost frames, whatever they are of
    lines = at_sides(patches)
    unlike = like_another_number(patches, seen.codes, believed) | strange
    unlike |= faint_questions(patches, seen.codes, believed)
    unlined = framed_otherwise(patches, seen.codes, believed & within.ravel())
    grounds = colours_of_middles(patches).reshape(*shape, 3)
    bare = without_lines(lines, seen.codes.reshape(shape), believed.reshape(shape))
    bare |= all_of_one_colour(lines, seen.codes, believed)
    covered = seen.codes == COVERED
    shades = shades_of(grounds, (covered & believed).reshape(shape))
    if shades is not None and shades.are_two:  # between near shades of a chequer nothing else need be
        bare[covered] &= ~shades.in_turn(grounds.reshape(-1, 3)[covered], odd_squares(shape)[covered])
    unlined |= bare
    if are_plainly_undivided(patches, lines, seen.codes.reshape(shape), believed.reshape(shape)):
        unlined &= ~covered  # there are no lines to lack
        unlike |= on_another_ground(patches, seen.codes, believed)
    unlike |= unlined | _among_zeros(seen)
    unlike |= in_one_shade(grounds, seen.codes.reshape(shape)).ravel()
    unlike |= _of_one_look(seen, unlike) | _lying_across(seen)
    unlike |= _of_marks_in_doubt(seen, reading.in_doubt() | unlike, reading.hidden) | _mines_alone(seen)
    return _beneath_a_sheet(with_doubts(reading, map(board.place, np.flatnonzero(unlike).tolist())))


def _of_one_look(seen: Guess, unlike: Bools) -> Bools:
    """The empty cells of looks of which many cells are unlike the board, and beside these: parts of the same sheet."""
    counts = np.bincount(seen.groups.of[unlike], minlength=len(seen.groups.sizes))
    strange = np.isin(seen.group_codes, (0, COVERED)) & (counts >= _SHEET) & (counts >= _OF_A_SHEET * seen.groups.sizes)
    beside: Bools = around(unlike.reshape(seen.lattice.rows, -1)).ravel() > 0
    return strange[seen.groups.of] & beside


def _of_marks_in_doubt(seen: Guess, doubtful: Bools, hidden: Bools) -> Bools:
    """The cells of looks that were taken for a mark, and are in doubt mostly: none is surer than the others.

    Nor is one of another look than most cells of its mark, where these are; but for those that are `hidden`.
    """
    marks = seen.group_codes < COVERED
    counts = np.bincount(seen.groups.of[doubtful], minlength=len(marks))
    mostly: Bools = (marks & (counts >= _IN_DOUBT * seen.groups.sizes))[seen.groups.of]
    for code in np.unique(seen.group_codes[marks]):
        cells = (seen.codes == code) & ~hidden
        mostly |= cells & bool(cells.any() and (doubtful | mostly)[cells].mean() >= _IN_DOUBT)
    return mostly


def _mines_alone(seen: Guess) -> Bools:
    """The mines where hardly a number is beyond doubt, and none of them exploded: numbers may be drawn as discs."""
    sure = seen.confidence >= DOUBTFUL_BELOW
    lost = (np.isin(seen.codes, (EXPLODED, WRONG_FLAG)) & sure).any()
    few: Bools = (seen.codes == MINE) & (not lost) & bool(((seen.codes > 0) & sure).sum() < _FEWEST_NUMBERS)
    return few


def _lying_across(seen: Guess) -> Bools:
    """The cells of lines nearly all of which are even along them, in looks of no other line: a sheet lies across.

    Where most lines are so, these are the board's own looks, unless cells that show the same are divided in others.
    """
    of = seen.groups.of.reshape(seen.lattice.rows, -1)
    across = np.zeros(of.shape, bool)
    for groups, lines, even in zip((of, of.T), (across, across.T), undivided_along(seen.groups), strict=True):
        plain = even & np.isin(seen.group_codes, (0, COVERED))
        bare = plain[groups].mean(1) >= _ACROSS_A_LINE
        own = plain & ~np.isin(np.arange(len(plain)), groups[~bare])
        if bare.mean() > _HALF:
            divided = seen.group_codes[groups[~bare]][~even[groups[~bare]]]
            own &= np.isin(seen.group_codes, [code for code in (0, COVERED) if (divided == code).sum() >= _SEVERAL])
        lines[own[groups].mean(1) >= _ACROSS_A_LINE] = True
    return across.ravel()


def _beneath_a_sheet(reading: Reading) -> Reading:
    """The reading; what looks empty or covered among what something lies over is doubtful: a sheet is as plain."""
    over = lain_over(reading.in_doubt().reshape(reading.lattice.rows, -1)).ravel()
    plain = over & np.isin(reading.board.cells, (0, COVERED))
    return with_doubts(reading, map(reading.board.place, np.flatnonzero(plain).tolist()), LAIN_OVER)


def _look_as_usual(seen: Guess, patches: Patches) -> Bools:
    """The cells that look as many others do; of zeros those in which nothing at all is drawn.

    A number in pale ink may be no farther from a zero than cells of one look are from one another.
    """
    usual = (seen.groups.sizes >= _USUAL)[seen.groups.of] & (seen.confidence >= _SURE)
    plain: Bools = (seen.codes != 0) | (drawn(thumbnails_of_middles(patches)) < BARE)
    return usual & plain


def _contested(seen: Guess, cut: Bools) -> Bools:
    """The cells of which where they stand says that they are quite another number than they look like."""
    cells: Bools = contested(seen.groups, seen.group_codes, Place(cut.shape, cut))[seen.groups.of]
    return cells


def _told(seen: Guess, cut: Bools) -> tuple[Guess, Bools] | None:
    """The guess, or what the rules alone tell where that is more; None where neither makes a board.

    And the cells that are contested. Of the guess only that counts which is beyond doubt and stands where it may.
    """
    is_board, strange = _is_board(seen, cut), _contested(seen, cut)
    if is_board and not strange.any():
        return seen, strange
    clear = ((seen.confidence >= DOUBTFUL_BELOW) & ~strange).sum() if is_board else 0
    told = deciphered(seen.groups, recognise(seen.groups.patches), Place(cut.shape, cut))
    if told is not None:
        other = replace(seen, group_codes=told[0], group_confidence=told[1])
        if believed(other) > clear and _is_board(other, cut):
            return other, _contested(other, cut)
    return (seen, strange) if is_board else None


def _in_place(picture: Bgr, seen: Guess, clear: bool) -> tuple[Guess, bool]:
    """The guess at the lattice moved to where its cells begin, to whole pixels where they are of such; and its end.

    As it is where that leaves more doubt, of cells or of where the board ends: a picture may have been moved by part of
    a pixel; or where raised cells would look flat: what is black about them may be a gap, and no border. Where it is
    more than that, the cells that it shows there are read as they were.
    """
    sure = seen.confidence >= DOUBTFUL_BELOW
    whole, x, y = of_whole_pixels(seen.lattice)
    lattice = seen.lattice if whole is None else replace(whole, x=float(np.rint(x)), y=float(np.rint(y)))
    lattice = placed(picture, lattice, _looks(seen), sure)
    if lattice == seen.lattice:
        return seen, clear
    moved, ends = at_full_extent(picture, guess(picture, lattice, RIM))
    if ends and believed(moved) >= believed(seen) and (_is_fresh(moved) or not _is_fresh(seen)):
        return _with_marks_of(moved, seen), ends
    far = max(abs(lattice.x - seen.lattice.x), abs(lattice.y - seen.lattice.y)) >= _FAR
    same = len(moved.codes) == len(seen.codes) and bool((moved.codes == seen.codes)[sure].all())
    return (replace(seen, lattice=lattice), clear) if far and same and ends == clear else (seen, clear)


def _with_marks_of(moved: Guess, seen: Guess) -> Guess:
    """The guess, no surer of marks than another one of the same cells that tells several symbols among them.

    To the pixel, the hook of a question mark beside a flag may be lost among the edges of small ones.
    """
    if len(moved.codes) != len(seen.codes):
        return moved
    marks = np.isin(moved.codes, (FLAG, QUESTION)) & (seen.confidence < DOUBTFUL_BELOW)
    groups = np.unique(moved.groups.of[marks])
    sure = moved.group_confidence.copy()
    if len(np.unique(seen.groups.of[marks])) > 1:
        sure[groups] = np.minimum(sure[groups], _UNCLEAR)
    return replace(moved, group_confidence=sure)


def _looks(seen: Guess) -> Ints:
    """What each cell shows, and on which squares of a chequer, where the board is one."""
    shape = seen.lattice.rows, seen.lattice.cols
    empty = np.flatnonzero(np.isin(seen.group_codes, (0, COVERED)))
    chequered = seen.groups.turns(empty, shape).any()
    looks: Ints = 2 * seen.codes + odd_squares(shape) if chequered else seen.codes
    return looks


def _reached(seen: Guess, reading: Reading) -> Bools:
    """The cells beside what lies over the board, or along an edge of it, of a look that is nowhere else.

    Half a symbol may be another one. And question marks beside any doubtful cell, likewise: a lone one may be the end
    of what makes that doubtful.
    """
    over = reading.hidden.reshape(seen.lattice.rows, -1)
    beside = (over | (around(over) > 0) | _along(seen, over)).ravel()
    doubtful = reading.in_doubt().reshape(seen.lattice.rows, -1)
    beside |= (seen.codes == QUESTION) & (around(doubtful) > 0).ravel()
    reached: Bools = beside & ~np.isin(seen.groups.of, seen.groups.of[~beside])
    return reached


def _among_zeros(seen: Guess) -> Bools:
    """The covered cells beside several zeros, which would have opened them: a zero in another light looks covered."""
    codes = seen.codes.reshape(seen.lattice.rows, -1)
    zeros = (codes == 0) & (seen.confidence >= DOUBTFUL_BELOW).reshape(codes.shape)
    among: Bools = (codes == COVERED) & (around(zeros) >= _SEVERAL_ZEROS)
    return among.ravel()


def _along(seen: Guess, over: Bools) -> Bools:
    """The cells that go on from what lies `over` the board along a first or last line, in looks that no other line has.

    It may leave so little of that line that each part of it looks plain.
    """
    of, along = seen.groups.of.reshape(over.shape), np.zeros(over.shape, bool)
    for line in LINES:
        alone = np.bincount(of[line], minlength=len(seen.groups.sizes)) == seen.groups.sizes
        _, runs = cv2.connectedComponents((alone[of[line]] | over[line]).astype(np.uint8)[:, None])
        along[line] |= np.isin(runs, runs[over[line]]).ravel()
    return along


def _is_board(seen: Guess, cut: Bools) -> bool:
    """Whether the cells are those of a board: enough of them beyond doubt, and numbers that fit what is around them."""
    codes = seen.codes.reshape(seen.lattice.rows, seen.lattice.cols)
    sure = seen.confidence.reshape(codes.shape) >= DOUBTFUL_BELOW
    if sure.mean() < 1 - _UNSURE or not (codes != 0).any() or _is_of_one_number(codes):
        return False
    numbers, flags = (codes > 0) & sure, (codes == FLAG) & sure
    flagged = numbers.any() and flags.sum() >= _FEWEST_FLAGS and sure.mean() >= _NEARLY_ALL
    if numbers.sum() + (flags.sum() if flagged else 0) >= _FEWEST_NUMBERS:
        opened = (codes >= 0) & sure
        shown = np.where(sure, codes, FLAG)  # what is not may be a mine, and may be none
        return bool((contradictions(shown, cut) & opened).sum() <= _BROKEN * opened.sum())
    return (_is_fresh(seen) or _is_flagged(seen)) and not _is_halved(seen)


def _is_of_one_number(codes: Ints) -> bool:
    """Whether many numbers, more than there are zeros, are one and the same: these are something else."""
    numbers = codes[codes > 0]
    if len(numbers) < _MANY_NUMBERS or len(numbers) <= np.count_nonzero(codes == 0):
        return False
    return bool(np.ptp(numbers) == 0)


def _is_fresh(seen: Guess) -> bool:
    """Whether it is a board on which little is open yet: raised cells of a few looks, and not few of them.

    Flat ones may be any sheet of squares: a table, a chess board; and those of several colours are pixels of a picture.
    But as many as a usual level has, in rows and columns, all of one look but for a number or a flag, are its board.
    Light from one side may fall on raised ones.
    """
    covered = seen.codes == COVERED
    if covered.mean() <= 1 - _BROKEN:
        return False
    looks = np.unique(seen.groups.of[covered])
    shaded = _is_shaded(seen, covered)
    one_ground = shaded or bool((np.ptp(seen.groups.grounds[looks], axis=0) <= SIBLING).all())
    large = min(seen.lattice.rows, seen.lattice.cols) >= _FRESH
    within = seen.groups.of.reshape(seen.lattice.rows, -1)[1:-1, 1:-1]  # the outermost ones may touch a frame
    within = np.intersect1d(within, looks)
    inner = seen.groups.middles.reshape(len(seen.groups.sizes), -1)
    spread = [np.ptp(each[within], axis=0).max() for each in (inner, seen.groups.looks)]
    equal = bool((spread <= _EQUAL).all())
    marked = (seen.codes > 0) | ((seen.codes == FLAG) & (seen.confidence >= _SURE))
    usual = equal and marked[~covered].all() and (seen.lattice.cols, seen.lattice.rows) in STANDARD_MINES
    few = equal or shaded or len(looks) <= _LOOKS or bool(spread[0] <= _SAME)  # however the edges of tiny cells fall
    return bool(large and (shaded or _is_raised(seen) or usual) and one_ground and few)


def _is_shaded(seen: Guess, cells: Bools) -> bool:
    """Whether the grounds of some cells lie on one slope of colours over the board, and nearly all of them are raised.

    As with `_is_bevelled`, but for a few, into which a frame runs.
    """
    row, column = np.divmod(np.flatnonzero(cells), seen.lattice.cols)
    of = seen.groups.of[cells]
    places = np.stack([np.ones(len(row)), row, column], axis=1)
    grounds = seen.groups.grounds[of].astype(np.float64)
    off = np.abs(grounds - places @ np.linalg.lstsq(places, grounds, rcond=None)[0])
    upper, lower, left, right = (border.mean(1)[of] for border in _borders(seen.groups))
    raised = (np.minimum(upper, left) > _SLOPE) & (np.maximum(lower, right) < -_SLOPE)
    return bool((off <= SIBLING / 2).all() and raised.mean() >= _NEARLY_ALL)


def _is_raised(seen: Guess) -> bool:
    """Whether the cells of a board on which nothing is open look closed by themselves."""
    looks_open = float(np.average(seen.group_open, weights=seen.groups.sizes))
    return looks_open < _RAISED or _is_bevelled(seen.groups)


def _is_halved(seen: Guess) -> bool:
    """Whether the covered cells have other looks in every second column or row: they are the halves of cells.

    Halves lack the border on one side, or have another ground. Where cells are of no whole pixels, every second line
    may lie off by a part of one: those have all their borders.
    """
    covered = np.flatnonzero(seen.codes == COVERED)
    of = seen.groups.of[covered]
    count = np.bincount(of, minlength=len(seen.groups.sizes))
    sides = np.stack([border.mean(1) for border in _borders(seen.groups)], axis=1)
    for line, ends in ((covered % seen.lattice.cols, [2, 3]), (covered // seen.lattice.cols, [0, 1])):
        odd = np.bincount(of, weights=line % 2, minlength=len(count))
        pure = (count >= _LEAST_OF_A_HALF) & ((odd == 0) | (odd == count))
        if count[pure].sum() >= _MOSTLY_HALVES * len(covered) and 0 < odd[pure].sum() < count[pure].sum():
            parts = [np.flatnonzero(each) for each in (pure & (odd == 0), pure & (odd > 0))]
            grounds, (even, uneven) = (
                [np.average(each[part], axis=0, weights=count[part]) for part in parts]
                for each in (seen.groups.grounds, sides[:, ends])
            )
            lacking = np.abs(even - uneven) > _BORDERED * np.maximum(np.abs(even), np.abs(uneven))
            if lacking.any() or np.abs(grounds[0] - grounds[1]).max() > SIBLING:
                return True
    return False


def _borders(groups: Groups) -> tuple[Floats, Floats, Floats, Floats]:
    """How much lighter the upper, the lower, the left and the right border of each look is than its ground.

    By squares along them, without the corners: (looks, squares) each.
    """
    squares = groups.rims.reshape(len(groups.sizes), -1, 3).mean(2)
    upper, lower, between = squares[:, :_ACROSS], squares[:, -_ACROSS:], squares[:, _ACROSS:-_ACROSS]
    return upper[:, 1:-1], lower[:, 1:-1], between[:, ::2], between[:, 1::2]


def _is_bevelled(groups: Groups) -> bool:
    """Whether all cells have light from above and from the left: two sides lighter than the middle, and two darker.

    Lines between flat cells are darker or lighter on all sides.
    """
    upper, lower, left, right = _borders(groups)
    lit, dark = np.concatenate([upper, left], 1), np.concatenate([lower, right], 1)
    return bool((lit.min() > _SLOPE) and (dark.max() < -_SLOPE))


def _is_flagged(seen: Guess) -> bool:
    """Whether it is a board with a number or two at most, and no zero, on which flags stand among covered cells.

    A sheet of squares has none, and a board of another game has stones of more kinds. It has at least eight rows and
    columns, unless those are many and all is plain. Of a lost game, with the one mine that exploded, mines are as good
    as flags.
    """
    lost = ((seen.codes == EXPLODED) & (seen.confidence >= _SURE)).sum() == 1
    flags, marks = seen.codes == FLAG, np.isin(seen.codes, (FLAG, MINE, EXPLODED, WRONG_FLAG))
    many = (marks & (seen.confidence >= _SURE)).sum() >= _MANY_MARKS
    counted, covered = marks if lost else flags, seen.codes == COVERED
    large = min(seen.lattice.rows, seen.lattice.cols) >= _FRESH or (many and (seen.confidence >= _SURE).all())
    mostly = (marks | covered).mean() > _MOSTLY
    # nobody marks most of what is covered, and no board has so many mines: numbers in discs may look like them
    few = _FEWEST_FLAGS <= counted.sum() < covered.sum() and marks.mean() <= _MOST_MARKED
    return bool(large and few and mostly and (seen.codes != 0).all() and _is_plain(seen, flags, many))


def _is_plain(seen: Guess, flags: Bools, many: bool) -> bool:
    """Whether enough of a board of `flags` is beyond doubt: these, and all cells.

    Or nearly all, where it is as large as a usual level, or raised, or something lies over the others, or those are
    several flags, of which some may be other marks; or most where flags and mines beyond doubt are `many`, since
    something may lie over it.
    """
    unsure = seen.confidence < DOUBTFUL_BELOW
    over = lain_over(unsure.reshape(seen.lattice.rows, -1)).ravel()
    marked = flags.sum() >= _SEVERAL_FLAGS and bool((unsure & ~flags).mean() <= _HARDLY_ANY)
    nearly = marked or bool((unsure <= over).all()) or _is_raised(seen)
    nearly |= (seen.lattice.cols, seen.lattice.rows) in STANDARD_MINES
    enough = _MOST_BELIEVED if many else _NEARLY_ALL if nearly else 1
    sure = many or marked or bool((seen.confidence[flags] >= _SURE).all())
    return sure and bool((~unsure).mean() >= enough)


def theme_of(picture: Bgr, seen: Guess) -> Theme:
    """A theme made of the cells that were read for sure, or of the surest, a template for each look that they have.

    It knows only what was to be seen, and has neither counter nor face.
    """
    pitch = round(seen.lattice.mean_pitch)
    cutter = Cutter(picture, 1, pitch, pitch)
    tiles = {}
    confidence = seen.group_confidence
    least = next(least for least in (_SURE, DOUBTFUL_BELOW, 0) if (confidence >= least).any())
    sure = np.flatnonzero(confidence >= least)
    for group in sure[np.argsort(-seen.groups.sizes[sure], kind="stable")][:_TEMPLATES].tolist():
        members = np.flatnonzero(seen.groups.of == group)[:_MEMBERS]
        tile = cutter.cut(seen.lattice, members).mean(0).reshape(pitch, pitch, 3)
        symbol = SYMBOLS[int(seen.group_codes[group])]
        tiles[f"{symbol}.{group}"] = np.round(tile).astype(np.uint8)
    return Theme(UNKNOWN, "a look of its own", "the picture itself", grid=16, reject=_REJECT, tiles={pitch: tiles})
