"""Read a board of any look: equal cells show the same, digits are read as digits, the rules decide the rest.

patches -> groups of one look -> what each group shows, by the network -> which empty ground is covered
        -> groups that are undecided, by their ground and the rules -> codes and confidence
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np

from minebot.board import COVERED, EXPLODED, FLAG, MINE, QUESTION, WRONG_FLAG
from minebot.geometry import Lattice
from minebot.vision.arrays import Bools, Floats, Ints
from minebot.vision.inview import cut_at
from minebot.vision.picture import Bgr
from minebot.vision.reading import DOUBTFUL_BELOW, cut_off
from minebot.vision.rules import around, contradictions
from minebot.vision.unknown.alike import Groups, grouped, odd_squares, parted, seen_closer
from minebot.vision.unknown.crossed import crossed
from minebot.vision.unknown.deduced import Deduced, deduced
from minebot.vision.unknown.glyphs import CLASSES, SIDE, Patches, Sight, cut_patches, recognise
from minebot.vision.unknown.inks import in_another_ink, in_two_inks, other_inks
from minebot.vision.unknown.marks import (
    all_counted,
    colours_that_may_be_shown,
    common_mines,
    covered_by_need,
    covered_by_size,
    covered_or_marked,
    crossed_out,
    crowded_questions,
    drawn_beneath_flags,
    drawn_like_flags,
    drawn_on_covered,
    few_left,
    first_opened,
    flags_apart,
    flags_by_proof,
    flags_like_mines,
    in_other_tints,
    marked_as_mines,
    mines_by_colour,
    mines_by_proof,
    miscounted,
    not_all_shown,
    of_another_colour,
    of_one_number,
    one_strange_symbol,
    other_mark,
    questions_alone,
    questions_for_flags,
    shown_mines,
    signs_or_flags,
    too_many_wrong,
    unclear_marks,
    wrong_flags,
)
from minebot.vision.unknown.repeated import of_the_board, one_symbol, together, torn
from minebot.vision.unknown.shades import OTHER_GROUND, SAME_GROUND, distance, on_covered_ground
from minebot.vision.unknown.states import Place, Seen, breaches, settle_grounds, upside_down

_NONE, _FLAG, _QUESTION, _MINE, _EXPLODED, _WRONG, _FOREIGN = (
    CLASSES.index(name) for name in ("none", "flag", "question", "mine", "exploded", "wrong", "foreign")
)
_DIGITS, _MARKS, _MINES = slice(1, 9), slice(_FLAG, _QUESTION + 1), slice(_MINE, _EXPLODED + 1)
_CODES = np.array([0, 1, 2, 3, 4, 5, 6, 7, 8, FLAG, QUESTION, MINE, EXPLODED, WRONG_FLAG, COVERED])
"""The code of each class of the network; `none` and `foreign` are settled elsewhere."""
_AFTER_A_LOSS = {MINE: _MINES, EXPLODED: _MINES, WRONG_FLAG: slice(_WRONG, _WRONG + 1)}
"""What is shown only when a game is lost, and the classes that it may be seen as."""

_USUAL = np.log(np.array([0.42, 0.35, 0.17, 0.05, 0.01, 0.001, 0.001, 0.001], np.float32)) / 2
"""By how much ones are likelier than twos and so on, before anything is seen: the half of what expert boards show.

The rarest are taken for a little less rare than they are.
"""

_PLAIN = 4.0  # of 255: contrast in the middle of a cell below which it shows no symbol, whatever the network says
_PLAIN_ODDS = 9.0  # log-odds of that
_FRAMED = 0.25  # share of the cells that are framed alike, more than have flags or mines
_MOST_MINES = 0.5  # share of the cells that are mines, or have flags: what is in more is something else
_MOST_FLAGS, _CROWDED = 0.3, 5.0  # share of the cells that have flags; log-odds against one where more seem to
_LASTING = 5.0  # log-odds against a wrong flag on a board that shows no mine
_EITHER, _OVER = 0.95, 2.0  # of a wrong flag and what no cell shows together; log-odds of the first after a loss
_MANY_STANDING, _FEW_BROKEN = 6, 0.1  # flags of one look that may be zeros, and the share that may breach rules then
_STANDS_OPEN = 6.0  # log-odds of being open, of such
_MOST_WRONG = 5  # flags of one look that may well be wrong
_MANY_ZEROS = 0.6  # times as many as numbers
_REFUTED = 4  # numbers that what they would be among cannot be
_RECURRING = 6  # cells of one look: what lies over a board seldom looks the same in as many
_LONE = 3  # cells that must share a spot in their middle before it is part of an empty look
_BARE = 3.0  # of 255: by how much a cell may differ from line to line of its pixels if nothing ends at its border
_CLEAN, _BARE_AND_CLEAN = 0.5, 1.0  # the same, and how much the middle of a cell may vary, in a clean picture
_ONE_SHEET = 4.0  # of 255: by how much the ground of a sheet may differ there
_FAINTLY = 1.0  # of 255, by how much the squares of a chequer differ at least
_LEAST_OF_A_SHEET, _FILLED = 3, 0.9  # cells on each side of a rectangle, and the share of it that is filled
_USUAL_SYMBOL = 0.7  # of a cell: the size of a symbol that the network knows best
_SMALL_SYMBOLS, _SMALLEST_SHARE = 0.75, 0.35  # of a cell, up to which and from which such symbols are seen closer
_LEAST_SHARE = 0.15  # the same of a large cell
_NEARLY_ALL, _HALF = 0.95, 0.5  # shares of the cells with a symbol of which the size is that of all, and of its size
_UNDECIDED = 0.5  # confidence of what is known to be strange
_SETTLED = 0.99  # probability from which a group that breaches no rule is not weighed again
_CANDIDATES = 4  # classes among which the rules choose
_BREACH = 3.0  # log-odds that one breach of the rules counts against a guess
_HARDLY_SEEN = 4.0  # log-odds by which what the rules choose may be less likely to the network than something else
_PREFERRED = 1.4  # log-odds by which another number is likelier to the network than the one that the rules leave
_OFTEN = 3  # places at which they rule that out, from which they are believed
_UNSEEN = 8.0  # log-odds by which the only number that the rules leave may be less likely to the network than another
_MOST_BREACHES = 8  # that are counted
_BROKEN = 0.2  # share of the cells of a group that breach the rules, from which it may be misread itself
_FEWEST_BROKEN = 2  # cells of such groups, from which the others may be misread as well
_SMALL = 2  # a number of which some board shows none as small is none: few cells have three mines around them
_FIRST = 4  # the same of the only one, where it is quite plain: what a first click shows
_MANY = 20  # numbers of which one at least should be 1
_PLAINLY = 0.97  # confidence from which a symbol needs no other one like it
_TRUSTED = 0.7  # probability from which a group's numbers are asked whether the rules allow them
_HARDLY, _OF_FEW = 0.75, 0.25  # the same up to which a digit may be a mark, and the share of all digits that may be
_FAR_MORE_OPEN = 8.0  # log-odds by which cells look open that are hardly covered, beside those that are
_ANOTHER_SHADE = 7.0  # of 255: by which a ground is not that of others
_HARDLY_A_FLAG = 0.05  # probability up to which a wrong flag may be no flag at all
_RARE, _AS_RARE = 6, 0.999  # numbers of which most boards show none; how plain a lone one of them must be
_NO_QUESTION = 0.2  # the same below which a flag is no question mark: a P looks a little like one
_BELIEVED = 0.9  # the same from which they may say what another number is
_WRONG_GROUND = 4.0  # log-odds against a mark on another ground than that of covered cells, and a digit on that


@dataclass(frozen=True, slots=True)
class Guess:
    """What the cells of a lattice show, row by row, and how sure that is.

    `codes` (n,) as in `minebot.board`, `confidence` (n,) from 0 to 1; the same for each group of cells of one look, and
    `group_open`, the log-odds that it looks open.
    """

    lattice: Lattice
    groups: Groups
    group_codes: Ints
    group_confidence: Floats
    group_open: Floats

    @property
    def codes(self) -> Ints:
        """The code of each cell, row by row."""
        return self.group_codes[self.groups.of]

    @property
    def confidence(self) -> Floats:
        """From 0 to 1, for each cell, row by row."""
        return self.group_confidence[self.groups.of]


class _Settled(NamedTuple):
    """What the network saw of the groups, on their grounds, and the class of that; the codes, and how sure each is.

    And which are in doubt even so, and how sure the state of the empty ones is, (n,) each.
    """

    sight: Sight
    kinds: Ints
    codes: Ints
    sure: Floats
    hardly: Bools
    ground_sure: Floats


def guess(picture: Bgr, lattice: Lattice, rim: int = 0) -> Guess:
    """What the cells of a lattice show, by their looks and the rules alone; `rim` as for `grouped`."""
    patches, groups, sight = _looked_at(picture, lattice, rim)
    place = Place((lattice.rows, lattice.cols), cut_off(picture.shape, lattice, cut_at(picture, lattice)))
    signs = sight.classes.argmax(1) == _FOREIGN
    pattern = _pattern(groups, sight)
    sight = together(groups, of_the_board(groups, _plainly(sight, pattern, _NONE), place.shape))
    drawn, sight = sight, _without_standing(groups, sight, place)
    empty = sight.classes.argmax(1) == _NONE
    stood = np.where(empty, drawn.classes.argmax(1), _NONE)
    marked = np.exp(sight.classes[:, [_FLAG, _WRONG]]).max(1)
    sight, kinds, codes, sure, hardly, ground_sure = _settled(groups, sight, place)
    empty &= kinds == _NONE
    early = flags_like_mines(groups, codes, _trusted(sure, kinds, _BELIEVED), place)
    codes = np.where(early, FLAG, codes)
    shown = shown_mines(groups, codes)
    told = np.exp(sight.classes[:, _MINES]).sum(1)  # that it is a mine; which of them, its ground tells
    by_ground = (shown != codes) | common_mines(groups, shown)
    codes, sure = wrong_flags(groups, shown, place.shape), np.where(by_ground, np.maximum(sure, told), sure)
    pitch = min(lattice.pitch_x, lattice.pitch_y)
    flagged = np.maximum(np.exp(sight.classes[:, _FLAG]), np.where(codes == FLAG, sure, 0))
    questions = other_mark(groups, codes, (empty, _open_numbers(codes, sure, sight), flagged), place, pitch)
    codes, sure = np.where(questions, QUESTION, codes), np.where(questions, np.maximum(sure, _PLAINLY), sure)
    believed = _trusted(sure, kinds, _BELIEVED)
    codes, proven, likely = _by_proof(groups, sight, (codes, sure, believed), np.where(empty, ground_sure, 0), place)
    sure = np.where(likely, np.maximum(sure, _PLAINLY), sure)
    if (proven & ~empty & (codes == COVERED)).any():  # covered cells have one look: what is empty has another
        ground_sure = np.where(codes == 0, np.maximum(ground_sure, _PLAINLY), ground_sure)
    unclear = empty & (groups.sizes < _LONE) & groups.spotted | hardly & (codes > 0)
    unclear |= drawn_on_covered(groups, codes, empty, np.exp(sight.classes[:, _NONE]) > _SETTLED, mines_shown=False)
    unclear |= _may_be_the_exploded_one(groups, codes, marked)
    unclear |= _may_be_mines(groups, codes, signs, place) | marked_as_mines(groups, codes, place)
    unclear |= _may_be_a_burst(groups, codes, np.exp(sight.classes[:, _FLAG]))
    unclear |= _standing_on_covered(groups, codes, stood, place)
    unclear |= _hardly_rare(groups, sight, codes, place)
    unclear |= early & (groups.sizes[early].sum() == 1)  # or the mine that exploded, where a program shows no other
    unclear |= _overlaid(groups, patches, codes, place) | _spread_over(groups, codes)
    unclear |= _unlike_their_own(groups, codes, sure) | miscounted(groups, codes, sure, place)
    unclear |= (
        torn(groups, codes)
        | unclear_marks(groups, codes, place, _beside(groups, kinds == _FOREIGN, place))
        | crossed_out(groups, codes, place)
        | first_opened(groups, codes)
        | signs_or_flags(groups, codes, signs)
        | crowded_questions(groups, codes, np.exp(sight.classes[:, _QUESTION]), place)
        | questions_for_flags(codes, np.exp(sight.classes[:, _QUESTION]))
        | questions_alone(groups, codes, empty & ~pattern)
        | on_covered_ground(groups, codes)
        | of_one_number(groups, codes, sure)
        | of_another_colour(groups, codes, place.shape)
        | upside_down(groups, codes)
        | mines_by_colour(groups, codes, believed, place)
        | colours_that_may_be_shown(groups, codes, believed, place)
        | not_all_shown(groups, codes, (kinds != _FOREIGN) & (~empty | (ground_sure > _UNDECIDED)), place)
    )
    unclear = unclear & ~proven | few_left(groups, codes)
    sure = np.where(unclear, np.minimum(sure, _UNDECIDED), sure)
    sure = np.where(empty & ~proven, sure * ground_sure, sure).astype(np.float32)
    sure = _by_the_others(groups, (codes, sure), (kinds, np.exp(sight.classes[:, _FLAG])), place)
    return Guess(lattice, groups, codes, sure, sight.open)


def _settled(groups: Groups, sight: Sight, place: Place) -> _Settled:
    """What the groups show, by the network and the rules: the grounds by the symbols, and these by the grounds again.

    Where the rules make numbers of what the network takes for marks, or marks of numbers, that tells of the grounds.
    """
    sight = sight.against(_crowded_flags(groups, sight), _FLAG, _CROWDED)
    sight = _plainly(sight, _letters(groups, sight, place), _FOREIGN)
    kinds, by_the_game = (each.classes.argmax(1) for each in (sight, _by_the_game(groups, sight, place)))
    shown = np.where((kinds == _WRONG) & (by_the_game == _FLAG), FLAG, _CODES[kinds])
    first = _on_grounds(groups, sight, shown, place)
    turned = (first.kinds != _NONE) & ((first.codes > 0) != (shown > 0)) & (first.sure >= _BELIEVED)
    return _on_grounds(groups, sight, np.where(turned, first.codes, shown), place) if turned.any() else first


def _letters(groups: Groups, sight: Sight, place: Place) -> Bools:
    """The groups that look like one number, on a ground that nothing else has, while others of it have that of numbers.

    They are another symbol than that, if the other numbers lack mines without them: a letter for a flag may look like a
    1. Where empty cells have that ground as well, it may be another light.
    """
    kinds = sight.classes.argmax(1)
    digits = (kinds >= _DIGITS.start) & (kinds < _DIGITS.stop)
    letters = np.zeros(len(kinds), bool)
    if not digits.any():
        return letters
    near = np.abs(groups.grounds[:, None] - groups.grounds).max(2) < OTHER_GROUND
    usual = digits & near[(near @ (groups.sizes * digits)).argmax()]
    odd = digits & ~usual
    numbers, others = set(kinds[odd].tolist()), set(kinds[usual].tolist())
    several = groups.sizes[odd].sum() >= _OFTEN and groups.sizes[usual].sum() > groups.sizes[odd].sum()
    several &= (distance(groups.grounds[odd], groups.grounds[kinds == _NONE]) >= SAME_GROUND).all()
    if not (several and len(numbers) == 1 and numbers < others):
        return letters
    on_open = (kinds == _NONE) & (distance(groups.grounds, groups.grounds[usual]) < SAME_GROUND)
    codes = np.where(on_open, 0, np.where(digits, kinds, FLAG))
    lacking = (
        contradictions(shown[groups.of].reshape(place.shape), place.cut)[usual[groups.of].reshape(place.shape)].sum()
        for shown in (codes, np.where(odd, FLAG, codes))
    )
    without, with_them = lacking
    told = without - with_them >= _OFTEN and with_them <= _FEW_BROKEN * groups.sizes[usual].sum()
    return odd if told else letters


def _crowded_flags(groups: Groups, sight: Sight) -> Bools:
    """The groups that look like flags and are not plainly some, where more cells do than any board has mines.

    A white 1 on a tile of a full colour looks like a flag on a pole. And those of as many cells of one look, which may
    look a little like flags.
    """
    crowded = _crowded(groups, sight.classes.argmax(1) == _FLAG, _MOST_FLAGS)
    crowded |= groups.sizes > _MOST_FLAGS * len(groups.of)
    return crowded & (np.exp(sight.classes[:, _FLAG]) < _SETTLED)


def _crowded(groups: Groups, which: Bools, most: float) -> Bools:
    """Those of some groups, if they have more than that share of the cells; else none."""
    return which & bool(groups.sizes[which].sum() > most * len(groups.of))


def _on_grounds(groups: Groups, sight: Sight, shown: Ints, place: Place) -> _Settled:
    """The same, where the groups that are not empty seem to show these codes.

    Once mines are shown, what is drawn in some covered cells alone is strange to all rules, and not empty.
    """
    kinds, likely = sight.classes.argmax(1), np.exp(sight.classes.max(1))
    empty = kinds == _NONE
    told = np.where(_hardly_digits(groups, sight) & (shown == _CODES[kinds]), QUESTION, shown)
    codes, ground_sure = settle_grounds(groups, Seen(empty, kinds == _FOREIGN, sight.open, likely), told, place)
    sight = _by_the_game(groups, _on_their_ground(groups, sight, np.where(empty, codes, shown)), place)
    if (np.isin(codes, (MINE, EXPLODED)) & (likely > _TRUSTED)).any():
        drawn = drawn_on_covered(groups, codes, empty, empty & (likely > _SETTLED), mines_shown=True)
        sight, empty = _plainly(sight, drawn, _FOREIGN), empty & ~drawn
    kinds = np.where(empty, _NONE, sight.classes.argmax(1))
    codes, sure, hardly = _decided(groups, sight, np.where(empty, codes, _CODES[kinds]), place)
    return _Settled(sight, kinds, codes, sure, hardly, ground_sure)


def _by_proof(
    groups: Groups, sight: Sight, guessed: tuple[Ints, Floats, Bools], of_ground: Floats, place: Place
) -> tuple[Ints, Bools, Bools]:
    """The codes with what only the rules tell of groups that are strange to the network, and which groups these are.

    And these with what is likely by the rules, but may be a mark: mines of which none exploded. `guessed` are the
    codes, how sure they are, and which are believed; `of_ground` is how sure the state of each empty group is, and 0
    for the others.
    """
    codes, sure, believed = guessed
    strange, empty = sight.classes.argmax(1) == _FOREIGN, of_ground > 0
    may_be_flags = one_strange_symbol(groups, strange & ~empty | _hardly_flags(sight, codes, sure))
    flags = flags_by_proof(groups, (codes, may_be_flags, believed), place)
    plain = flags | ((codes == FLAG) & (sure >= _PLAINLY)) | flags_apart(groups, codes, sure >= DOUBTFUL_BELOW)
    flags |= drawn_like_flags(groups, strange & ~empty & (codes == COVERED), plain)
    codes = np.where(flags, FLAG, codes)
    crowded = _crowded(groups, codes == MINE, _MOST_MINES) | too_many_wrong(groups, codes)
    asked = ~empty & ~flags & (codes != EXPLODED) & (strange | crowded | (sure < DOUBTFUL_BELOW))
    likely = np.exp(sight.classes)
    like_mines = (likely[:, [_MINE, _EXPLODED, _WRONG]].sum(1) > _UNDECIDED) & (likely[:, _MARKS].sum(1) < _NO_QUESTION)
    mines = mines_by_proof(groups, (codes, one_strange_symbol(groups, asked), believed), place, like_mines)
    codes = np.where(mines, MINE, codes)
    asked |= (codes == COVERED) & (sure < DOUBTFUL_BELOW) & (of_ground >= DOUBTFUL_BELOW)
    symbol = one_strange_symbol(groups, strange & ~empty & ~flags & ~mines)
    if not symbol.any():  # what is in a few cells may be others
        symbol = one_strange_symbol(groups, asked & ~mines & (groups.sizes >= _RECURRING))
    covered = covered_by_need(groups, (codes, symbol, believed), place)
    covered |= covered_by_size(groups, (codes, symbol, believed), place)
    codes = np.where(covered, COVERED, codes)
    # where covered cells are discs, say, flags have another ground than they, as what is open has: where they are tells
    to_covered = distance(groups.grounds, groups.grounds[codes == COVERED])
    marks = one_strange_symbol(groups, (codes == FLAG) & ~flags & (to_covered >= SAME_GROUND))
    flags |= flags_by_proof(groups, (codes, marks, believed), place)
    bombs = covered.any() & flags_like_mines(groups, codes, believed | covered, place)
    codes = np.where(bombs, FLAG, codes)
    proven = flags | (mines & bool((codes == EXPLODED).any())) | covered | bombs
    hardly = np.isin(codes, (MINE, WRONG_FLAG)) & (sure < _PLAINLY)
    wrong = crossed(groups, codes, sure, ~empty & ~proven & (strange & (codes == COVERED) | hardly), place)
    return np.where(wrong, WRONG_FLAG, codes), proven | wrong, proven | wrong | mines


def _by_the_others(groups: Groups, guessed: tuple[Ints, Floats], seen: tuple[Ints, Floats], place: Place) -> Floats:
    """How sure each group is, where what the others show speaks against it; `guessed` are its code and that by itself.

    `seen` are the classes that the network sees, and how likely to it each is a flag.
    """
    (codes, sure), (kinds, flagged) = guessed, seen
    unknown = _nothing_closed(groups, codes, sure) and not place.cut.any()
    if unknown and ((kinds[codes < 0] == _FOREIGN).any() or not _cannot_be_closed(groups, codes, sure, place)):
        sure = np.where(codes == 0, np.minimum(sure, _UNDECIDED), sure)
    doubtful = sure < DOUBTFUL_BELOW
    unclear = _ruled_out(groups, np.where(doubtful, FLAG, codes), sure, place)
    unclear |= _beside(groups, doubtful, place) & (codes > 0) & (codes != _CODES[kinds])
    unclear |= in_another_ink(groups, codes, ~doubtful) | in_two_inks(groups, codes)
    flags = codes == FLAG
    unclear |= _crowded(groups, flags, _MOST_MINES)
    if not (~doubtful & np.isin(codes, (COVERED, MINE)) | flags & (flagged >= _BELIEVED)).any():
        unclear |= flags  # the game may have ended, and these be the mines that it shows
    return np.where(unclear, np.minimum(sure, _UNDECIDED), sure).astype(np.float32, copy=False)


def _looked_at(picture: Bgr, lattice: Lattice, rim: int) -> tuple[Patches, Groups, Sight]:
    """The cells of a lattice, the groups of those that look alike, and what the network sees of these."""
    cells = np.arange(lattice.cols * lattice.rows)
    patches = cut_patches(picture, lattice, cells)
    groups = parted(grouped(patches, rim), patches, (lattice.rows, lattice.cols))
    shares = _shares_of_symbols(groups, lattice)
    if min(shares) < _SMALL_SYMBOLS:
        groups = seen_closer(groups, patches, cut_patches(picture, lattice, cells, shares))
    return patches, groups, _without_plain(groups, _recognised(groups, shares))


def _beside(groups: Groups, which: Bools, place: Place) -> Bools:
    """The groups of which each cell is beside one of those: what the rules made of them, they made of these as well."""
    near = (around(which[groups.of].reshape(place.shape)) > 0).ravel()
    beside: Bools = np.bincount(groups.of[~near], minlength=len(which)) == 0
    return beside


def _nothing_closed(groups: Groups, codes: Ints, sure: Floats) -> bool:
    """Whether all that is closed is unclear on a board of many zeros: it may be open, and these closed."""
    zeros, numbers = (groups.sizes[which].sum() for which in (codes == 0, codes > 0))
    return not ((codes < 0) & (sure >= DOUBTFUL_BELOW)).any() and bool(zeros > _MANY_ZEROS * numbers)


def _cannot_be_closed(groups: Groups, codes: Ints, sure: Floats, place: Place) -> bool:
    """Whether zeros cannot be closed: several numbers have too few of them around, if what is closed is open.

    Or, of what is closed, all but one tint; that are flags then. Nor where there are many zeros, none beside any of
    many flags, which are all that the numbers count: one who opened all other cells would have left just zeros.
    """
    shown = codes[groups.of].reshape(place.shape)
    numbers = (shown > 0) & (sure >= DOUBTFUL_BELOW)[groups.of].reshape(place.shape)
    closed = codes < 0
    tinted = in_other_tints(groups, closed)
    for flags in (np.zeros_like(closed), tinted, closed & ~tinted):
        there = flags[groups.of].reshape(place.shape)
        marked = around(there)
        apart = min(there.sum(), (shown == 0).sum()) >= _RECURRING and not (marked > 0)[shown == 0].any()
        if apart and all_counted(groups, np.where(flags, FLAG, codes), sure >= DOUBTFUL_BELOW, place):
            continue
        most = marked + around(shown == 0)
        if (numbers & ((shown > most) | (shown < marked))).sum() < _REFUTED:
            return False
    return True


def _recognised(groups: Groups, shares: tuple[float, float]) -> Sight:
    """What the network sees of the groups, closer where that was done and the symbol is within those shares of a cell.

    Not what looks like a mine or a wrong flag, nor like a flag on a cell that looks covered: of these the ground and
    the border of the cell tell as much.
    """
    sight = _as_usual(recognise(groups.patches))
    if groups.closer is None:
        return sight
    within = (groups.reaches <= np.array(shares) / 2).all(1)
    kinds = sight.classes.argmax(1)
    within &= ~np.isin(kinds, (_MINE, _EXPLODED, _WRONG)) & ((kinds != _FLAG) | (sight.open > 0))
    return Sight(np.where(within[:, None], _as_usual(recognise(groups.closer)).classes, sight.classes), sight.open)


def _as_usual(sight: Sight) -> Sight:
    """The sight with the digits of each group weighed by how usual they are; that it is one is as likely as before.

    The network has seen as many sixes as ones.
    """
    digits = sight.classes[:, _DIGITS]
    weighed = digits + _USUAL
    weighed += np.logaddexp.reduce(digits, 1, keepdims=True) - np.logaddexp.reduce(weighed, 1, keepdims=True)
    classes = sight.classes.copy()
    classes[:, _DIGITS] = weighed
    return Sight(classes, sight.open)


def _shares_of_symbols(groups: Groups, lattice: Lattice) -> tuple[float, float]:
    """The shares of the cells, of width and height, in which symbols are as large as the network knows them best.

    They make a square: in an oblong cell a digit is not drawn as wide, or high, as that is.
    """
    pitches = np.array((lattice.pitch_x, lattice.pitch_y))
    side, share = float(pitches.min()), 1.0
    reaches = (groups.reaches * pitches).max(1) / side
    drawn = reaches > 0
    if drawn.any():
        order = np.argsort(reaches[drawn])
        cells = np.cumsum(groups.sizes[drawn][order])
        most, half = (reaches[drawn][order][np.searchsorted(cells, part * cells[-1])] for part in (_NEARLY_ALL, _HALF))
        tiny = side >= 2 * SIDE and half < _HALF * most  # digits far smaller than flags, and yet of some pixels
        reach = float(half / _NEARLY_ALL if tiny else most)
        least = max(min(_SMALLEST_SHARE, SIDE / side), _LEAST_SHARE)  # closer than its pixels, nothing more is seen
        share = float(np.clip(2 * reach / _USUAL_SYMBOL, least, 1))
    return share * side / lattice.pitch_x, share * side / lattice.pitch_y


def _hardly_digits(groups: Groups, sight: Sight) -> Bools:
    """The groups that may be digits, and may be marks, where most digits are clear: their grounds tell nothing."""
    kinds, sure = sight.classes.argmax(1), np.exp(sight.classes.max(1))
    digits = (kinds >= _DIGITS.start) & (kinds < _DIGITS.stop)
    hardly: Bools = digits & (sure <= _HARDLY)
    few = groups.sizes[hardly].sum() < _OF_FEW * groups.sizes[digits].sum()
    return hardly if few else np.zeros(len(kinds), bool)


def _hardly_flags(sight: Sight, codes: Ints, sure: Floats) -> Bools:
    """The groups that are likely flags, hardly another mark, and doubtful: where they are may prove them."""
    asked: Bools = (codes == FLAG) & (sure < DOUBTFUL_BELOW) & (np.exp(sight.classes[:, _QUESTION]) < _NO_QUESTION)
    return asked


def _open_numbers(codes: Ints, sure: Floats, sight: Sight) -> Bools:
    """The groups that are numbers beyond doubt, in cells that look far more open than any empty one that is covered."""
    closed = sight.open[codes == COVERED].max(initial=-np.inf)
    plainly: Bools = (codes > 0) & (sure > _PLAINLY) & (sight.open > max(closed + _FAR_MORE_OPEN, 0))
    return plainly


def _may_be_the_exploded_one(groups: Groups, codes: Ints, marked: Floats) -> Bools:
    """The wrong flags that are hardly seen as such, nor as flags, where no mine is known to have exploded: one did.

    On the ground of closed cells none did. `marked` is how likely each group is a flag, or a wrong one, by what is
    drawn alone.
    """
    of_closed = distance(groups.grounds, groups.grounds[np.isin(codes, (COVERED, FLAG))])
    hardly: Bools = (codes == WRONG_FLAG) & (marked < _BELIEVED) & (of_closed > OTHER_GROUND)
    return hardly & (not (codes == EXPLODED).any())


def _may_be_mines(groups: Groups, codes: Ints, strange: Bools, place: Place) -> Bools:
    """The groups of a strange symbol that are taken for covered, and zeros that are not of the ground of numbers.

    Where nothing else is covered, and nearly all numbers count all of them: a lost game may show its mines so.
    """
    covered = codes == COVERED
    zeros = (codes == 0) & (distance(groups.grounds, groups.grounds[codes > 0]) > _ANOTHER_SHADE)
    none = np.zeros(len(codes), bool)
    if not (covered.any() and zeros.any()) or (covered & ~strange).any():
        return none
    shown = codes[groups.of].reshape(place.shape)
    numbers = (shown > 0) & ~place.cut
    counted = (around(shown < 0) == shown)[numbers]
    return covered | zeros if len(counted) and counted.mean() >= 1 - _FEW_BROKEN else none


def _may_be_a_burst(groups: Groups, codes: Ints, flagged: Floats) -> Bools:
    """A single wrong flag that hardly looks like a flag, where mines are shown and none is known to have exploded.

    However plain it is: the rays of a burst look like a cross; but they leave nothing of the ground of closed cells.
    `flagged` is how likely each group is a flag.
    """
    of_closed = distance(groups.grounds, groups.grounds[np.isin(codes, (COVERED, FLAG))])
    wrong: Bools = (codes == WRONG_FLAG) & (of_closed > _ANOTHER_SHADE)
    single = groups.sizes[wrong].sum() == 1 and (codes == MINE).any() and not (codes == EXPLODED).any()
    return wrong & (flagged < _HARDLY_A_FLAG) & bool(single)


def _hardly_rare(groups: Groups, sight: Sight, codes: Ints, place: Place) -> Bools:
    """The numbers that few boards show, of which one cell alone does, where the network sees a little of another one.

    And the rules allow that one as well, and its colour, where others show it: a thin 5 half a pixel off is like a 6.
    """
    shown, counts = np.unique(codes[groups.of], return_counts=True)
    lone = np.isin(codes, shown[(counts == 1) & (shown >= _RARE)])
    hardly = np.zeros(len(codes), bool)
    own = np.exp(np.take_along_axis(sight.classes, np.clip(codes, 0, 8)[:, None], 1))[:, 0]
    plain = own > np.where(groups.sizes > 1, _BELIEVED, _AS_RARE)
    for group in np.flatnonzero(lone).tolist():
        others = np.exp(sight.classes[group, _DIGITS])
        others[codes[group] - 1] = 0
        known = _deduced(groups, sight, (np.array([group]), codes), place, opened=True)
        allowed = np.array([_denied(number, groups.of == group, known) == 0 for number in range(1, 9)])
        allowed &= ~other_inks(groups, group, codes, plain)
        hardly[group] = others[allowed].sum() > 1 - _AS_RARE
    return hardly


def _unlike_their_own(groups: Groups, codes: Ints, sure: Floats) -> Bools:
    """The groups that are less like any other of their symbol than like one of another symbol that is surer."""
    unlike = np.zeros(len(codes), bool)
    forms = groups.forms
    symbols = ~np.isin(codes, (0, COVERED))
    for group in np.flatnonzero(symbols & (sure < _PLAINLY)).tolist():
        apart = np.square(forms - forms[group]).mean(1)
        surer = symbols & (sure > sure[group])
        own, other = (
            apart[surer & which].min(initial=np.inf) for which in (codes == codes[group], codes != codes[group])
        )
        unlike[group] = np.isfinite(own) and other < own
    return unlike


def _overlaid(groups: Groups, patches: Patches, codes: Ints, place: Place) -> Bools:
    """The groups taken for covered that may be a sheet over the board, or have the ground of one."""
    covered = codes == COVERED
    bare = _bare(groups)
    if (bare & covered).any():
        chequered = _of_a_chequer(groups, patches, place.shape)
        alone = groups.turns(np.flatnonzero(covered), place.shape) != 0  # on squares of one colour, as no sheet is
        bare &= ~chequered & ~(alone & (distance(groups.grounds, groups.grounds[chequered]) < SAME_GROUND))
    sheets = covered & (bare | _rectangular(groups, codes, place))
    near = SAME_GROUND if _noise(groups)[sheets].max(initial=0) > _CLEAN else _ONE_SHEET
    overlaid: Bools = covered & (distance(groups.grounds, groups.grounds[sheets]) < near)
    return overlaid


def _spread_over(groups: Groups, codes: Ints) -> Bools:
    """The groups taken for zeros that may be a sheet over the board: without lines, and on a ground that no number has.

    Where other zeros have lines, or what lies beside them.
    """
    zeros, bare = codes == 0, _bare(groups)
    if not (codes > 0).any() or groups.sizes[zeros & ~bare].sum() < _LEAST_OF_A_SHEET:
        return np.zeros(len(codes), bool)
    spread: Bools = zeros & bare & (distance(groups.grounds, groups.grounds[codes > 0]) > SAME_GROUND)
    return spread


def _bare(groups: Groups) -> Bools:
    """The groups of one colour as far as into their neighbours: where covered cells end can be told.

    In a clean picture the faintest lines tell it.
    """
    lines = [groups.patches.mean(axis, dtype=np.float32) for axis in (1, 2)]
    limit = np.where(_noise(groups) > _CLEAN, _BARE, _BARE_AND_CLEAN)
    bare: Bools = np.max([line.std(1).max(1, initial=0) for line in lines], axis=0) < limit
    return bare


def _noise(groups: Groups) -> Floats:
    """How much the pixels in the middle of each group vary: of empty cells, by the noise and the light."""
    noise: Floats = groups.middles.std((1, 2)).max(1)
    return noise


def _of_a_chequer(groups: Groups, patches: Patches, shape: tuple[int, int]) -> Bools:
    """The groups on the squares of one colour of a chequer, or of both where they hardly differ: no sheet is one."""
    odd = odd_squares(shape)
    of_both = groups.in_turn(shape)
    for group in np.flatnonzero(~of_both & (groups.sizes >= _MANY)).tolist():
        colours = [
            np.median(patches[which & (groups.of == group)], axis=(1, 2)).astype(np.float32) for which in (odd, ~odd)
        ]
        if all(map(len, colours)):
            apart = np.abs(colours[0].mean(0) - colours[1].mean(0)).max()
            of_both[group] = apart >= max(_FAINTLY, *(each.std(0).max() for each in colours))
    return of_both


def _rectangular(groups: Groups, codes: Ints, place: Place) -> Bools:
    """The covered groups of which all cells lie in rectangles of a ground that no flag has, where there are flags.

    Where all covered cells are so, and most of the board is covered, the flags have a ground of their own.
    """
    covered = codes == COVERED
    own = covered & (distance(groups.grounds, groups.grounds[codes == FLAG]) > OTHER_GROUND)
    fresh = (own == covered).all() and 2 * groups.sizes[covered].sum() > groups.sizes.sum()
    if fresh or not (codes == FLAG).any():
        return np.zeros(len(codes), bool)
    cells = own[groups.of].reshape(place.shape)
    count, labels, boxes, _ = cv2.connectedComponentsWithStats(cells.astype(np.uint8), connectivity=4)
    lying = np.zeros(cells.size, bool)
    for label in range(1, count):
        width, height, size = boxes[label][2:]
        if min(width, height) >= _LEAST_OF_A_SHEET and size >= _FILLED * width * height:
            lying |= labels.ravel() == label
    elsewhere = np.bincount(groups.of[~lying], minlength=len(codes)) > 0
    rectangular: Bools = own & ~elsewhere
    return rectangular


def _without_plain(groups: Groups, sight: Sight) -> Sight:
    """What the network saw, but no symbol where there is nothing in the middle of the cell.

    A middle of another colour than what is around it may be one, a square for a flag; what many cells have is a frame
    around it, unless the network says more.
    """
    plain = _noise(groups) < _PLAIN
    plain &= ~groups.spotted | _framed(groups, plain & groups.spotted & (sight.classes.argmax(1) == _NONE))
    return _plainly(sight, plain, _NONE)


def _plainly(sight: Sight, which: Bools, kind: int) -> Sight:
    """What the network saw, but plainly that class in some of the groups."""
    classes = sight.classes.copy()
    classes[which] = -_PLAIN_ODDS
    classes[which, kind] = 0
    return Sight(classes, sight.open)


def _pattern(groups: Groups, sight: Sight) -> Bools:
    """The groups in which the network sees something strange that is a pattern: it goes on around flags."""
    kinds, likely = sight.classes.argmax(1), np.exp(sight.classes)
    strange = (kinds == _FOREIGN) | (np.isin(kinds, (_NONE, _QUESTION)) & (likely.max(1) < _BELIEVED))
    return drawn_beneath_flags(groups, strange, (kinds == _FLAG) & (likely[:, _FLAG] > _BELIEVED))


def _framed(groups: Groups, asked: Bools) -> Bools:
    """Those of some groups whose middles have one colour on more cells than could be flags or mines."""
    colours = groups.middles.mean((1, 2))
    alike = np.abs(colours[:, None] - colours).max(2) < SAME_GROUND
    framed: Bools = asked & (alike @ (groups.sizes * asked) > _FRAMED * groups.sizes.sum())
    return framed


def _without_standing(groups: Groups, sight: Sight, place: Place) -> Sight:
    """What the network saw, but no flag or digit where the rules say that something stands on each zero.

    Beside a flag is a covered cell, or a number that counts it: as a zero nearly each of them would breach the rules.
    Beside each number is a mine; beside a zero that is written down as a digit, nothing is closed.
    """
    kinds = sight.classes.argmax(1)
    codes = np.where(kinds == _NONE, COVERED, _CODES[kinds])  # all that is empty, where zeros are not
    classes, opened = sight.classes.copy(), sight.open.copy()

    def stand(group: int) -> None:
        classes[group] = -_PLAIN_ODDS
        classes[group, _NONE] = 0
        opened[group] = max(opened[group], _STANDS_OPEN)

    many = groups.sizes >= _MANY_STANDING
    closed = (around((codes < 0)[groups.of].reshape(place.shape)) > 0).ravel() | place.cut.ravel()
    for group in np.flatnonzero((codes > 0) & many & (codes < 0).any()).tolist():
        if closed[groups.of == group].mean() <= _FEW_BROKEN:
            stand(group)
    strange = one_strange_symbol(groups, kinds == _FOREIGN)
    others = around(((codes < 0) & ~strange)[groups.of].reshape(place.shape)) > 0
    if groups.sizes[strange].sum() >= _MANY_STANDING and others.ravel()[strange[groups.of]].mean() <= _FEW_BROKEN:
        for group in np.flatnonzero(strange).tolist():
            stand(group)
    flags = np.flatnonzero((kinds == _FLAG) & many)
    if not len(flags):
        return Sight(classes, opened)
    before = contradictions(codes[groups.of].reshape(place.shape), place.cut)
    for group in flags.tolist():
        tried = codes.copy()
        tried[group] = 0
        after = contradictions(tried[groups.of].reshape(place.shape), place.cut)
        cells = (groups.of == group).reshape(place.shape)
        beside = (around(cells) > 0) & ~cells
        broken, others = after[cells].sum(), (after & ~before)[beside].sum()
        if broken <= _FEW_BROKEN * cells.sum() and others <= _FEW_BROKEN * beside.sum():
            stand(group)
    return Sight(classes, opened)


def _standing_on_covered(groups: Groups, codes: Ints, stood: Ints, place: Place) -> Bools:
    """The covered groups in which something stands, as on zeros, which these are not; or what may be a mark.

    `stood` is the class of what stands in each group, `none` where nothing does.
    """
    strange = stood == _FOREIGN
    covered: Bools = (stood != _NONE) & ~strange & (codes == COVERED)
    return covered | covered_or_marked(groups, codes, strange, place)


def _by_the_game(groups: Groups, sight: Sight, place: Place) -> Sight:
    """What the network saw, but no wrong flag on a board that shows no mine: they are marked when the game is lost.

    On one that shows mines they are common, but seldom many of one look, since nobody plays so badly; and what looks
    half like one, half like what no cell shows, is one, unless something is beside it that no cell shows: what lies
    over a board seldom ends within one cell.
    """
    kinds = sight.classes.argmax(1)
    if not np.isin(kinds, (_MINE, _EXPLODED)).any():
        return sight.against(slice(None), _WRONG, _LASTING)
    sight = sight.against(groups.sizes > _MOST_WRONG, _WRONG, _OVER)
    likely = np.exp(sight.classes)
    either = likely[:, _WRONG] + likely[:, _FOREIGN] > _EITHER
    strange = np.isin(groups.of, np.flatnonzero(likely[:, _FOREIGN] > _UNDECIDED)).reshape(place.shape)
    beside = np.isin(np.arange(len(kinds)), groups.of[(around(strange) > 0).ravel()])
    return sight.against(either & ~beside, _FOREIGN, _OVER)


def _on_their_ground(groups: Groups, sight: Sight, codes: Ints) -> Sight:
    """What the network saw, but less of marks off the ground of covered cells, and of digits on it.

    Off it are marks on that of open cells, and where other marks, which are plain, are on it.
    """
    grounds = groups.grounds
    of_open, of_covered = (distance(grounds, grounds[codes == code]) for code in (0, COVERED))
    likely = np.exp(sight.classes.max(1))
    plain = np.isin(codes, (FLAG, QUESTION)) & (likely > _BELIEVED) & ((of_covered < SAME_GROUND) | (likely > _SETTLED))
    of_marks = distance(grounds, grounds[plain])
    on_open = (of_open < SAME_GROUND) & (of_covered > OTHER_GROUND)
    on_open |= (np.minimum(of_covered, of_marks) > OTHER_GROUND) & bool(plain.any())
    on_covered = (of_covered < SAME_GROUND) & (of_open > OTHER_GROUND)
    return sight.against(on_open, _MARKS, _WRONG_GROUND).against(on_covered, _DIGITS, _WRONG_GROUND)


def _decided(groups: Groups, sight: Sight, codes: Ints, place: Place) -> tuple[Ints, Floats, Bools]:
    """The codes with the undecided groups given what breaches the fewest rules, and how sure each group is.

    And which of them are in doubt even so: others are decided as if they were not.
    """
    shown, codes, hardly = codes, codes.copy(), np.zeros(len(codes), bool)
    sure = np.exp(sight.classes.max(1))
    kinds = sight.classes.argmax(1)
    foreign, symbols = kinds == _FOREIGN, kinds != _NONE

    def weigh(asked: Bools) -> None:
        left = asked.copy()
        for group in sorted(np.flatnonzero(asked).tolist(), key=lambda group: sure[group]):
            if left[group]:
                kin = one_symbol(groups, group, np.flatnonzero(left))
                codes[kin], sure[kin], hardly[kin] = _weighed(groups, sight, (kin, codes), place)
                left[kin] = False

    unsure = symbols & (sure < _SETTLED)
    weigh(unsure)  # first what is unsure by itself, the least sure first: it may be why others breach the rules
    if (codes[unsure] != shown[unsure]).any():
        weigh(unsure)  # what was weighed while another one was taken for what it is not
    trusted = np.where(_trusted(sure, kinds), codes, FLAG)  # what is not may be a mine, and may be none
    weigh(symbols & ~unsure & _broken(groups, trusted, place))
    sure[foreign] = np.minimum(sure[foreign], _UNDECIDED)
    return codes, sure, hardly


def _trusted(sure: Floats, kinds: Ints, least: float = _TRUSTED) -> Bools:
    """The groups that the rules may be asked about, or so sure: what is foreign may lie over anything."""
    trusted: Bools = (sure > least) & (kinds != _FOREIGN)
    return trusted


def _broken(groups: Groups, codes: Ints, place: Place) -> Bools:
    """The groups of which many cells breach the rules: where but a few do, a neighbour of theirs is misread."""
    broken = contradictions(codes[groups.of].reshape(place.shape), place.cut).ravel()
    many: Bools = np.bincount(groups.of[broken], minlength=len(codes)) > _BROKEN * groups.sizes
    return many


def _ruled_out(groups: Groups, codes: Ints, sure: Floats, place: Place) -> Bools:
    """The groups that the rules rule out; where many numbers are, the empty ones as well, which they told apart."""
    broken = _broken(groups, codes, place)
    digits = (codes >= 1) & (codes <= 8)
    cells, numbers = groups.sizes[broken & digits].sum(), groups.sizes[digits].sum()
    if cells >= _FEWEST_BROKEN and cells > _BROKEN * numbers:
        broken |= (codes == 0) | (codes == COVERED)
    first = numbers == 1 and sure[digits].min() > _AS_RARE
    if numbers and codes[digits].min() > (1 if numbers >= _MANY else _FIRST if first else _SMALL):
        broken |= digits
    return broken


def _weighed(groups: Groups, sight: Sight, asked: tuple[Ints, Ints], place: Place) -> tuple[int, float, bool]:
    """The likeliest code of groups of one symbol by the network and the rules, all others as they are.

    Its probability, and whether it is in doubt even so; the first of the groups is the one that was asked for.
    """
    kin, codes = asked
    group = kin[0]
    tried = codes.copy()
    trusted = _trusted(np.exp(sight.classes.max(1)), sight.classes.argmax(1))
    trusted[kin] = True
    known = _deduced(groups, sight, asked, place, opened=True)
    likeliest = _likeliest(groups, sight, asked, known)
    ended = max(likeliest.get(kind, -np.inf) for kind in (_MINE, _EXPLODED)) > -_UNSEEN
    apart = _deduced(groups, sight, asked, place, opened=False) if ended else known
    cells = np.isin(groups.of, kin)
    scores: dict[int, float] = {}
    seen: dict[int, float] = {}
    for code, odds in _shown(int(codes[group]), likeliest):
        tried[kin] = code
        breached = breaches(groups, tried, place, trusted)
        breached += _denied(code, cells, apart if code in (MINE, EXPLODED) else known)
        scores[code] = max(scores.get(code, -np.inf), odds - _BREACH * min(breached, _MOST_BREACHES))
        seen[code] = max(seen.get(code, -np.inf), odds)
    best = max(scores, key=lambda code: scores[code])
    likely = float(1 / sum(np.exp(score - scores[best]) for score in scores.values()))
    if best == FLAG and sight.classes[group, _FLAG] < sight.classes[group, _MINES].max():
        likely = min(likely, _UNDECIDED)  # of which the rules allow more than of mines, wherever it is
    if best in _AFTER_A_LOSS and np.exp(sight.classes[group, _AFTER_A_LOSS[best]]).sum() < _UNDECIDED:
        likely = min(likely, _UNDECIDED)  # the rules tell it from no flag, and from no cell that is still covered
    if best == QUESTION and np.exp(sight.classes[group, _QUESTION]) < _NO_QUESTION:
        likely = min(likely, _UNDECIDED)  # which breaks no rule, wherever it is
    if seen[best] < max(seen.values()) - _HARDLY_SEEN:
        likely = min(likely, _UNDECIDED)  # another group may be misread, to which only this fits
    if best > 0:  # which one, the rules may tell; that it is a number at all is to be seen
        likely = min(likely, float(np.exp(_of_the_board(groups, sight, kin)[_DIGITS]).sum()))
    hardly = best > 0 and _hardly_ruled_out(_of_the_board(groups, sight, kin), best, cells, known)
    likely = min(likely, _UNDECIDED) if best == COVERED else likely  # which only what is foreign comes out as here
    return best, likely, hardly


def _hardly_ruled_out(odds: Floats, number: int, cells: Bools, known: Deduced) -> bool:
    """Whether the network sees quite another number, which the rules rule out at few places: these may be misread."""
    seen = 1 + int(odds[_DIGITS].argmax())
    return bool(odds[seen] - odds[number] > _PREFERRED) and _denied(seen, cells, known) < _OFTEN


def _of_the_board(groups: Groups, sight: Sight, kin: Ints) -> Floats:
    """The logarithms of the probabilities of the classes of groups of one symbol.

    It is hardly what no cell shows where it is the same in many cells, unless that is what it looks like.
    """
    odds: Floats = sight.classes[kin[0]]
    lies_over = float(np.exp(odds[_FOREIGN]))
    if groups.sizes[kin].sum() < _RECURRING or lies_over > _UNDECIDED:
        return odds
    without: Floats = odds - np.float32(np.log1p(-lies_over))
    without[_FOREIGN] = -np.inf
    return without


def _shown(code: int, likeliest: dict[int, float]) -> Iterator[tuple[int, float]]:
    """The codes of some classes, with the odds of these; an empty cell of which that is not known may be covered."""
    for kind, odds in likeliest.items():
        if kind != _NONE:
            yield int(_CODES[kind]), odds
        elif code in (0, COVERED):
            yield code, odds
        else:
            yield from ((0, odds), (COVERED, odds))


def _deduced(groups: Groups, sight: Sight, asked: tuple[Ints, Ints], place: Place, opened: bool) -> Deduced:
    """What the other groups that are beyond doubt say of the mines, if the cells of these are open; or may be mines."""
    kin, codes = asked
    sure = _trusted(np.exp(sight.classes.max(1)), sight.classes.argmax(1), _BELIEVED)
    sure[kin] = False
    believed, cells = (each.reshape(place.shape) for each in (sure[groups.of], np.isin(groups.of, kin) & opened))
    return deduced(codes[groups.of].reshape(place.shape), believed, cells, place.cut)


def _likeliest(groups: Groups, sight: Sight, asked: tuple[Ints, Ints], known: Deduced) -> dict[int, float]:
    """The classes among which the rules choose, with their logarithms of probabilities.

    Where the rules, and the grounds of other numbers, leave but one number, it is as likely as all of them together;
    unless it looks nothing like that: then it is no number.
    """
    kin, _ = asked
    odds, cells = _of_the_board(groups, sight, kin), np.isin(groups.of, kin)
    likeliest = {kind: float(odds[kind]) for kind in np.argsort(-odds)[:_CANDIDATES].tolist()}
    left = [digit for digit in range(1, 9) if not _denied(digit, cells, known)]
    left = [digit for digit in left if not _on_another_ground(groups, sight, asked, digit)]
    if len(left) == 1 and odds[left[0]] > odds.max() - _UNSEEN:
        likeliest[left[0]] = float(np.log(np.exp(odds[_DIGITS]).sum()))
    return likeliest


def _on_another_ground(groups: Groups, sight: Sight, asked: tuple[Ints, Ints], digit: int) -> bool:
    """Whether that digit is known, and has a ground that is clearly another one wherever it is."""
    kin, codes = asked
    known = (codes == digit) & (np.exp(sight.classes[:, digit]) > _BELIEVED)
    return bool(known.any()) and bool(distance(groups.grounds[kin[:1]], groups.grounds[known])[0] > OTHER_GROUND)


def _denied(code: int, cells: Bools, known: Deduced) -> int:
    """At how many places what is known of the mines says that these cells do not show that.

    A number has so many mines around it; and what is shown after a loss is shown beside all mines that no flag marks. A
    flag is not wrong that numbers beside it count: without it they lack a mine.
    """
    if code in (MINE, EXPLODED, WRONG_FLAG):
        grid = cells.reshape(known.broken.shape)
        lacking = known.broken & (around(grid) > 0) if code == WRONG_FLAG else ()
        return int(known.hidden_mines.sum() + np.count_nonzero(lacking))
    if not 1 <= code <= 8:
        return 0
    return int(known.denies(code).ravel()[cells].sum())
