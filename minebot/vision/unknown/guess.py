"""Read a board of any look: equal cells show the same, digits are read as digits, the rules decide the rest.

patches -> groups of one look -> what each group shows, by the network -> which empty ground is covered
        -> groups that are undecided, by their ground and the rules -> codes and confidence
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from minebot.board import COVERED, EXPLODED, FLAG, MINE, QUESTION, WRONG_FLAG
from minebot.geometry import Lattice
from minebot.vision.arrays import Bools, Floats, Ints
from minebot.vision.inview import Side, cut_at
from minebot.vision.picture import Bgr
from minebot.vision.reading import DOUBTFUL_BELOW, cut_off
from minebot.vision.rules import around
from minebot.vision.unknown.alike import Groups
from minebot.vision.unknown.crossed import crossed
from minebot.vision.unknown.glyphs import BELIEVED, CODES, DIGITS, MARKS, MINES, SETTLED, UNDECIDED, Kind, Sight
from minebot.vision.unknown.inks import in_another_ink, in_two_inks, on_two_tints
from minebot.vision.unknown.marks import (
    common_mines,
    crossed_out,
    exploded_among,
    few_left,
    first_opened,
    flags_apart,
    flags_like_mines,
    mines_by_colour,
    miscounted,
    not_all_shown,
    of_another_colour,
    of_one_number,
    shown_mines,
    signs_or_flags,
    unclear_marks,
    wrong_flags,
)
from minebot.vision.unknown.proven import (
    all_counted,
    colours_that_may_be_shown,
    covered_by_need,
    covered_by_size,
    covered_or_marked,
    flags_by_proof,
    marked_as_mines,
    mines_by_proof,
    too_many_wrong,
)
from minebot.vision.unknown.questions import (
    crowded_questions,
    other_mark,
    questions_alone,
    questions_for_flags,
    several_without_flags,
)
from minebot.vision.unknown.repeated import of_the_board, together, torn
from minebot.vision.unknown.shades import OTHER_GROUND, SAME_GROUND, distance, in_other_tints, on_covered_ground
from minebot.vision.unknown.sheets import overlaid, spread_over
from minebot.vision.unknown.sight import (
    FEW_BROKEN,
    by_the_game,
    crowded_flags,
    hardly_digits,
    in_too_many,
    letters_like_a_number,
    looked_at,
    of_a_pattern,
    on_their_ground,
    plainly,
    without_standing,
)
from minebot.vision.unknown.states import Place, Seen, settle_grounds, upside_down
from minebot.vision.unknown.strokes import (
    UNEVEN,
    drawn_like_flags,
    drawn_on_covered,
    in_other_colours,
    one_strange_symbol,
)
from minebot.vision.unknown.weighed import NO_QUESTION, RECURRING, TRUSTED, decided, hardly_rare, ruled_out, trustworthy

_MOST_MINES = 0.5  # share of the cells that are mines, or have flags: what is in more is something else
_CROWDED = 5.0  # log-odds against a flag where more cells seem to have one than ever have
_MANY_ZEROS = 0.6  # times as many as numbers
_REFUTED = 4  # numbers that what they would be among cannot be
_LONE = 3  # cells that must share a spot in their middle before it is part of an empty look
_PLAINLY = 0.97  # confidence from which a symbol needs no other one like it
_FAR_MORE_OPEN = 8.0  # log-odds by which cells look open that are hardly covered, beside those that are
_ANOTHER_SHADE = 7.0  # of 255: by which a ground is not that of others
_HARDLY_A_FLAG = 0.05  # probability up to which a wrong flag may be no flag at all


Counts = tuple[int, int, int, int]
"""So many lines at the left and the right side of a board, above and below."""


@dataclass(frozen=True, slots=True)
class Guess:
    """What the cells of a lattice show, row by row, and how sure that is.

    `codes` (n,) as in `minebot.board`, `confidence` (n,) from 0 to 1; the same for each group of cells of one look, and
    `group_open`, the log-odds that it looks open. So many lines at each side are `overdrawn`: of the board, though
    doubtful.
    """

    lattice: Lattice
    groups: Groups
    group_codes: Ints
    group_confidence: Floats
    group_open: Floats
    overdrawn: Counts = (0, 0, 0, 0)

    @property
    def codes(self) -> Ints:
        """The code of each cell, row by row."""
        return self.group_codes[self.groups.of]

    @property
    def confidence(self) -> Floats:
        """From 0 to 1, for each cell, row by row."""
        return self.group_confidence[self.groups.of]

    @property
    def overdrawn_sides(self) -> set[int]:
        """The sides, left and right, above and below, at which lines are overdrawn."""
        return {side for side, count in enumerate(self.overdrawn) if count}


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


def guess(picture: Bgr, lattice: Lattice, rim: int = 0, goes_on: Collection[Side] = ()) -> Guess:
    """What the cells of a lattice show, by their looks and the rules alone; `rim` as for `grouped`.

    The board `goes_on` at some sides, and may where the picture ends.
    """
    patches, groups, sight = looked_at(picture, lattice, rim)
    sides = cut_at(picture, lattice).union(goes_on)
    place = Place((lattice.rows, lattice.cols), cut_off(picture.shape, lattice, sides))
    signs = sight.kinds == Kind.FOREIGN
    pattern = of_a_pattern(groups, sight)
    sight = together(groups, of_the_board(groups, plainly(sight, pattern, Kind.NONE), place.shape))
    drawn, sight = sight, without_standing(groups, sight, place)
    empty = sight.kinds == Kind.NONE
    stood = np.where(empty, drawn.kinds, Kind.NONE)
    marked = np.exp(sight.classes[:, [Kind.FLAG, Kind.WRONG]]).max(1)
    sight, kinds, codes, sure, hardly, ground_sure = _settled(groups, sight, place)
    empty &= kinds == Kind.NONE
    early = flags_like_mines(groups, codes, trustworthy(sure, kinds, BELIEVED), place)
    codes, sure, burst = _of_a_lost_game(groups, sight, (np.where(early, FLAG, codes), sure), place)
    pitch = min(lattice.pitch_x, lattice.pitch_y)
    flagged = np.maximum(np.exp(sight.classes[:, Kind.FLAG]), np.where(codes == FLAG, sure, 0))
    questions = other_mark(groups, codes, (empty, _open_numbers(codes, sure, sight), flagged), place, pitch)
    codes, sure = np.where(questions, QUESTION, codes), np.where(questions, np.maximum(sure, _PLAINLY), sure)
    believed = trustworthy(sure, kinds, BELIEVED)
    codes, proven, likely = _by_proof(groups, sight, (codes, sure, believed), np.where(empty, ground_sure, 0), place)
    sure = np.where(likely, np.maximum(sure, _PLAINLY), sure)
    if (proven & ~empty & (codes == COVERED)).any():  # covered cells have one look: what is empty has another
        ground_sure = np.where(codes == 0, np.maximum(ground_sure, _PLAINLY), ground_sure)
    unclear = empty & (groups.sizes < _LONE) & groups.spotted | hardly & (codes > 0)
    unclear |= drawn_on_covered(groups, codes, empty, np.exp(sight.classes[:, Kind.NONE]) > SETTLED, mines_shown=False)
    unclear |= _may_be_the_exploded_one(groups, codes, marked) | (burst & (not (codes == MINE).any()))
    unclear |= _may_be_mines(groups, codes, signs, place) | marked_as_mines(groups, codes, place)
    unclear |= _may_be_a_burst(groups, codes, np.exp(sight.classes[:, Kind.FLAG]))
    unclear |= _standing_on_covered(groups, codes, stood, place)
    unclear |= hardly_rare(groups, sight, (codes, sure), place)
    unclear |= early & (groups.sizes[early].sum() == 1)  # or the mine that exploded, where a program shows no other
    unclear |= overlaid(groups, patches, codes, place) | spread_over(groups, codes)
    unclear |= _unlike_their_own(groups, codes, sure) | miscounted(groups, codes, sure, place)
    unclear |= (
        torn(groups, codes)
        | unclear_marks(groups, codes, place, _beside(groups, kinds == Kind.FOREIGN, place))
        | crossed_out(groups, codes, place)
        | first_opened(groups, codes)
        | signs_or_flags(groups, codes, signs)
        | crowded_questions(groups, codes, np.exp(sight.classes[:, Kind.QUESTION]), place)
        | questions_for_flags(codes, np.exp(sight.classes[:, Kind.QUESTION]))
        | several_without_flags(groups, codes)
        | questions_alone(groups, codes, empty & ~pattern)
        | on_covered_ground(groups, codes)
        | of_one_number(groups, codes, sure)
        | of_another_colour(groups, codes, place.shape)
        | upside_down(groups, codes)
        | mines_by_colour(groups, codes, believed, place)
        | colours_that_may_be_shown(groups, codes, believed, place)
        | not_all_shown(groups, codes, (kinds != Kind.FOREIGN) & (~empty | (ground_sure > UNDECIDED)), place)
    )
    unclear = unclear & ~proven | few_left(groups, codes)
    sure = np.where(unclear, np.minimum(sure, UNDECIDED), sure)
    sure = np.where(empty & ~proven, sure * ground_sure, sure).astype(np.float32)
    sure = _by_the_others(groups, (codes, sure), (kinds, np.exp(sight.classes[:, Kind.FLAG])), place)
    return Guess(lattice, groups, codes, sure, sight.open)


def _settled(groups: Groups, sight: Sight, place: Place) -> _Settled:
    """What the groups show, by the network and the rules: the grounds by the symbols, and these by the grounds again.

    Where the rules make numbers of what the network takes for marks, or marks of numbers, that tells of the grounds.
    """
    sight = sight.against(crowded_flags(groups, sight), Kind.FLAG, _CROWDED)
    sight = plainly(sight, letters_like_a_number(groups, sight, place), Kind.FOREIGN)
    kinds, likelier = (each.kinds for each in (sight, by_the_game(groups, sight, place)))
    shown = np.where((kinds == Kind.WRONG) & (likelier == Kind.FLAG), FLAG, CODES[kinds])
    first = _on_grounds(groups, sight, shown, place)
    turned = (first.kinds != Kind.NONE) & ((first.codes > 0) != (shown > 0)) & (first.sure >= BELIEVED)
    return _on_grounds(groups, sight, np.where(turned, first.codes, shown), place) if turned.any() else first


def _on_grounds(groups: Groups, sight: Sight, shown: Ints, place: Place) -> _Settled:
    """The same, where the groups that are not empty seem to show these codes.

    Once mines are shown, what is drawn in some covered cells alone is strange to all rules, and not empty.
    """
    kinds, likely = sight.kinds, sight.likely
    empty = kinds == Kind.NONE
    told = np.where(hardly_digits(groups, sight) & (shown == CODES[kinds]), QUESTION, shown)
    codes, ground_sure = settle_grounds(groups, Seen(empty, kinds == Kind.FOREIGN, sight.open, likely), told, place)
    sight = by_the_game(groups, on_their_ground(groups, sight, np.where(empty, codes, shown)), place)
    if (np.isin(codes, (MINE, EXPLODED)) & (likely > TRUSTED)).any():
        drawn = drawn_on_covered(groups, codes, empty, empty & (likely > SETTLED), mines_shown=True)
        sight, empty = plainly(sight, drawn, Kind.FOREIGN), empty & ~drawn
    kinds = np.where(empty, Kind.NONE, sight.kinds)
    codes, sure, hardly = decided(groups, sight, np.where(empty, codes, CODES[kinds]), place)
    return _Settled(sight, kinds, codes, sure, hardly, ground_sure)


def _of_a_lost_game(
    groups: Groups, sight: Sight, guessed: tuple[Ints, Floats], place: Place
) -> tuple[Ints, Floats, Bools]:
    """The codes, and how sure they are, with what the grounds of mines and flags tell: which exploded, which are wrong.

    And the mine that exploded, if it is known by what the others look like.
    """
    codes, sure = guessed
    kinds, shown = sight.kinds, shown_mines(groups, codes)
    told = np.exp(sight.classes[:, MINES]).sum(1)  # that it is a mine; which of them, its ground tells
    by_ground = (shown != codes) | common_mines(groups, shown)
    sure = np.where(by_ground, np.maximum(sure, told), sure)
    believed = trustworthy(sure, kinds, BELIEVED)
    burst = exploded_among(groups, (shown, (kinds != Kind.NONE) & ~believed, believed), place)
    codes, sure = np.where(burst, EXPLODED, shown), np.where(burst, np.maximum(sure, _PLAINLY), sure)
    return wrong_flags(groups, codes, place.shape), sure, burst


def _by_proof(
    groups: Groups, sight: Sight, guessed: tuple[Ints, Floats, Bools], of_ground: Floats, place: Place
) -> tuple[Ints, Bools, Bools]:
    """The codes with what only the rules tell of groups that are strange to the network, and which groups these are.

    And these with what is likely by the rules, but may be a mark: mines of which none exploded. `guessed` are the
    codes, how sure they are, and which are believed; `of_ground` is how sure the state of each empty group is, and 0
    for the others.
    """
    codes, sure, believed = guessed
    strange, empty = sight.kinds == Kind.FOREIGN, of_ground > 0
    may_be_flags = one_strange_symbol(groups, strange & ~empty | _hardly_flags(sight, codes, sure))
    flags = flags_by_proof(groups, (codes, may_be_flags, believed), place)
    plain = flags | ((codes == FLAG) & (sure >= _PLAINLY)) | flags_apart(groups, codes, sure >= DOUBTFUL_BELOW)
    flags |= drawn_like_flags(groups, strange & ~empty & (codes == COVERED), plain)
    codes = np.where(flags, FLAG, codes)
    crowded = in_too_many(groups, codes == MINE, _MOST_MINES) | too_many_wrong(groups, codes)
    asked = ~empty & ~flags & (codes != EXPLODED) & (strange | crowded | (sure < DOUBTFUL_BELOW))
    likely = np.exp(sight.classes)
    like_mines = likely[:, [Kind.MINE, Kind.EXPLODED, Kind.WRONG]].sum(1) > UNDECIDED
    like_mines &= likely[:, MARKS].sum(1) < NO_QUESTION
    symbol = one_strange_symbol(groups, asked)
    for exploded in np.flatnonzero(codes == EXPLODED).tolist():
        like_mines[symbol] |= in_other_colours(groups, np.flatnonzero(symbol), exploded) <= UNEVEN
    mines = mines_by_proof(groups, (codes, symbol, believed), place, like_mines)
    codes = np.where(mines, MINE, codes)
    asked |= (codes == COVERED) & (sure < DOUBTFUL_BELOW) & (of_ground >= DOUBTFUL_BELOW)
    symbol = one_strange_symbol(groups, strange & ~empty & ~flags & ~mines)
    if not symbol.any():  # what is in a few cells may be others; a number may count mines that something lies over
        numbers = likely[:, DIGITS].max(1) > BELIEVED
        symbol = one_strange_symbol(groups, asked & ~mines & (groups.sizes >= RECURRING)) & ~numbers
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
    if unknown and ((kinds[codes < 0] == Kind.FOREIGN).any() or not _cannot_be_closed(groups, codes, sure, place)):
        sure = np.where(codes == 0, np.minimum(sure, UNDECIDED), sure)
    doubtful = sure < DOUBTFUL_BELOW
    unclear = ruled_out(groups, codes, sure, place)
    unclear |= _beside(groups, doubtful, place) & (codes > 0) & (codes != CODES[kinds])
    unclear |= in_another_ink(groups, codes, ~doubtful) | in_two_inks(groups, codes) | on_two_tints(groups, codes)
    flags = codes == FLAG
    unclear |= in_too_many(groups, flags, _MOST_MINES)
    if not (~doubtful & np.isin(codes, (COVERED, MINE)) | flags & (flagged >= BELIEVED)).any():
        unclear |= flags  # the game may have ended, and these be the mines that it shows
    return np.where(unclear, np.minimum(sure, UNDECIDED), sure).astype(np.float32, copy=False)


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
        apart = min(there.sum(), (shown == 0).sum()) >= RECURRING and not (marked > 0)[shown == 0].any()
        if apart and all_counted(groups, np.where(flags, FLAG, codes), sure >= DOUBTFUL_BELOW, place):
            continue
        most = marked + around(shown == 0)
        if (numbers & ((shown > most) | (shown < marked))).sum() < _REFUTED:
            return False
    return True


def _hardly_flags(sight: Sight, codes: Ints, sure: Floats) -> Bools:
    """The groups that are likely flags, hardly another mark, and doubtful: where they are may prove them."""
    asked: Bools = (codes == FLAG) & (sure < DOUBTFUL_BELOW) & (np.exp(sight.classes[:, Kind.QUESTION]) < NO_QUESTION)
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
    hardly: Bools = (codes == WRONG_FLAG) & (marked < BELIEVED) & (of_closed > OTHER_GROUND)
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
    return covered | zeros if len(counted) and counted.mean() >= 1 - FEW_BROKEN else none


def _may_be_a_burst(groups: Groups, codes: Ints, flagged: Floats) -> Bools:
    """A single wrong flag that hardly looks like a flag, where mines are shown and none is known to have exploded.

    However plain it is: the rays of a burst look like a cross; but they leave nothing of the ground of closed cells.
    `flagged` is how likely each group is a flag.
    """
    of_closed = distance(groups.grounds, groups.grounds[np.isin(codes, (COVERED, FLAG))])
    wrong: Bools = (codes == WRONG_FLAG) & (of_closed > _ANOTHER_SHADE)
    single = groups.sizes[wrong].sum() == 1 and (codes == MINE).any() and not (codes == EXPLODED).any()
    return wrong & (flagged < _HARDLY_A_FLAG) & bool(single)


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


def _standing_on_covered(groups: Groups, codes: Ints, stood: Ints, place: Place) -> Bools:
    """The covered groups in which something stands, as on zeros, which these are not; or what may be a mark.

    `stood` is the class of what stands in each group, `none` where nothing does.
    """
    strange = stood == Kind.FOREIGN
    covered: Bools = (stood != Kind.NONE) & ~strange & (codes == COVERED)
    return covered | covered_or_marked(groups, codes, strange, place)
