"""What a symbol means that the network does not know: the mines that the numbers prove tell it, or mislead."""

from math import comb

import numpy as np

from minebot.board import COVERED, EXPLODED, FLAG, MINE, STANDARD_MINES, WRONG_FLAG
from minebot.vision.arrays import Bools, Ints
from minebot.vision.rules import Codes, around, exact, is_lost, mines_around
from minebot.vision.unknown.alike import BARE, Groups, largest
from minebot.vision.unknown.deduced import Deduced, deduced
from minebot.vision.unknown.shades import OTHER_GROUND, SAME_GROUND, SIBLING, distance, in_other_tints
from minebot.vision.unknown.states import Place

MOST_EXPLODED = 3  # mines that one chord may open
MOST_WRONG = 0.3  # share of the flags that may be wrong: nobody plays so badly
_FRESH = 0.7  # share of the cells of a level that are covered, where the others have flags
PROOFS = 3  # numbers that tell right flags from wrong ones, and mines that tell flags
_MANY_LACKING = 10  # numbers that lack mines, and may not have all the strange ones around them, once a mine is shown
_NEARLY_FULL = 0.9  # share of the numbers that have all their mines elsewhere; a wrong flag beside others tells less
_MOSTLY_PROVEN = 0.5  # share of what is marked that the numbers prove to be mines
_SELDOM = 0.01  # probability up to which no such thing happens by chance


def flags_by_proof(groups: Groups, seen: tuple[Ints, Bools, Bools], place: Place) -> Bools:
    """The groups that are flags by where they are: on mines, where one is proven; some programs write a letter.

    Others mark by colour alone: cells taken for covered of one of two tints. Most of what is marked by then is proven,
    nothing of it is free, and of what is covered far less is proven, or so many are not by chance; or all of it is, and
    looks like flags. A few may be wrong where the rest is not by chance. On a board with flags of another kind, or
    mines, none is a flag; nor are colours where each number has all its mines marked: these may be what a lost game
    shows. `seen` are the codes, what is `strange`, of one symbol that the network does not know, or hardly, and which
    groups are believed; what lies on several grounds is no mark.
    """
    codes, asked, believed = seen
    strange = _on_one_ground(groups, asked)
    covered: Bools = (codes == COVERED) & ~asked
    flags = np.zeros(len(codes), bool)
    if not covered.any() or ((codes == FLAG) & ~asked).any() or is_lost(codes):
        return flags
    tinted = in_other_tints(groups, covered)
    known = _told_by_numbers(groups, codes, believed & ~asked, place)
    for marked in (strange, _on_one_ground(groups, tinted), covered & ~tinted):
        proven, others = (known.proven.ravel()[each[groups.of]] for each in (marked, covered & ~marked))
        if proven.sum() < PROOFS or proven.mean() < _MOSTLY_PROVEN or not len(others):
            continue
        if _may_be_shown(groups, codes, marked, believed, place):
            continue
        wrong = known.free.ravel()[marked[groups.of]].mean()
        told = proven.all() and (codes[marked] == FLAG).all()
        far_more = _by_chance(proven, others) <= _SELDOM or (not wrong and others.mean() <= proven.mean() / 2)
        if wrong <= MOST_WRONG and (told or far_more):
            flags |= marked
            break
    return flags


def _may_be_shown(groups: Groups, codes: Ints, marked: Bools, believed: Bools, place: Place) -> bool:
    """Whether marks may be what a lost game shows: colours alone, of several tints, or all mines that numbers count.

    Or what is drawn on the ground of open cells, which is none of covered ones, if it is all those mines.
    """
    drawn = bool((groups.drawn_within[marked] >= BARE).any())
    if drawn and not _on_open(groups, codes, marked):
        return False
    if not drawn and in_other_tints(groups, marked).any():
        return True
    return all_counted(groups, np.where(marked, FLAG, codes), believed, place)


def _on_one_ground(groups: Groups, strange: Bools) -> Bools:
    """The groups on the ground of nearly all of them; none where they are on several: these are no marks."""
    if not strange.any():
        return strange
    usual = groups.grounds[largest(groups, np.flatnonzero(strange))]
    there = strange & (distance(groups.grounds, usual[None]) <= SIBLING)
    enough = groups.sizes[there].sum() >= _NEARLY_FULL * groups.sizes[strange].sum()
    return there if enough else np.zeros(len(strange), bool)


def _on_open(groups: Groups, codes: Ints, marked: Bools) -> bool:
    """Whether marks are on the ground of open cells, and not on that of what else is closed."""
    to_open, to_closed = (distance(groups.grounds, groups.grounds[which]) for which in (codes >= 0, codes == COVERED))
    return bool(((to_open < SAME_GROUND) & (to_closed >= OTHER_GROUND))[marked].all())


def colours_that_may_be_shown(groups: Groups, codes: Ints, believed: Bools, place: Place) -> Bools:
    """The flags of which nothing but a colour tells, where they may be the mines that a lost game shows."""
    flags = (codes == FLAG) & (groups.drawn_within < BARE)
    return flags if flags.any() and _may_be_shown(groups, codes, flags, believed, place) else np.zeros_like(flags)


def _by_chance(proven: Bools, others: Bools) -> float:
    """How likely so many of some cells are proven to be mines, if each is as likely so as one of the others is."""
    count, share = len(proven), float(others.mean())
    tail = range(int(proven.sum()), count + 1)
    return sum(comb(count, many) * share**many * (1 - share) ** (count - many) for many in tail)


def _told_by_numbers(groups: Groups, codes: Ints, believed: Bools, place: Place) -> Deduced:
    """What the numbers of the groups that are believed say of all other cells."""
    shown, trusted = codes[groups.of].reshape(place.shape), believed[groups.of].reshape(place.shape)
    return deduced(shown, trusted & (shown >= 0), np.zeros(place.shape, bool), place.cut)


def mines_by_proof(
    groups: Groups, seen: tuple[Ints, Bools, Bools], place: Place, like_mines: Bools | None = None
) -> Bools:
    """The strange groups that are mines by where they are, once one exploded: a program may draw anything for one.

    All that are left are shown then: the numbers prove most of them to be mines, none to be free, and no covered cell
    to be one. Where no flag is known they may be those, unless they stand on the ground of open cells. Where all are
    `like_mines`, though hardly so, and every number has its mines, a few that are proven are enough; and none needs to
    have exploded if several are beside no open cell: nobody marks those. `seen` is as for `flags_by_proof`.
    """
    codes, strange, believed = seen
    none = np.zeros(len(codes), bool)
    flags, covered = (codes == FLAG) & ~strange, (codes == COVERED) & ~strange
    if not strange.any() or ((codes == MINE) & ~strange).any():
        return none
    there, alike = strange[groups.of].reshape(place.shape), np.where(strange, MINE, codes)
    like = like_mines is not None and bool(like_mines[strange].all()) and all_counted(groups, alike, believed, place)
    all_shown = like and int((there & _afar(alike[groups.of].reshape(place.shape))).sum()) >= PROOFS
    one_exploded = groups.sizes[codes == EXPLODED].sum() == 1
    if not (one_exploded or all_shown):
        return none
    numbers = (codes > 0) & ~strange
    to_open, to_closed = (distance(groups.grounds, groups.grounds[which]) for which in (numbers, flags | covered))
    on_closed = (to_open >= SAME_GROUND) | (to_closed < OTHER_GROUND)
    if not flags.any() and not all_shown and on_closed[strange].any():
        return none
    known = _told_by_numbers(groups, codes, believed & ~strange, place)
    proven, free = (each.ravel()[strange[groups.of]] for each in (known.proven, known.free))
    hidden = known.proven.ravel()[covered[groups.of]].any()
    enough = proven.sum() >= PROOFS and bool(proven.mean() >= _MOSTLY_PROVEN or (like and one_exploded))
    return strange if enough and not (free.any() or hidden) else none


def all_counted(groups: Groups, codes: Ints, believed: Bools, place: Place) -> bool:
    """Whether nearly all numbers that are believed have as many mines and flags around them as they say."""
    shown = codes[groups.of].reshape(place.shape)
    numbers = (shown > 0) & believed[groups.of].reshape(place.shape) & ~place.cut
    return bool(numbers.any() and exact(shown)[numbers].mean() >= _NEARLY_FULL)


def covered_by_need(groups: Groups, seen: tuple[Ints, Bools, Bools], place: Place) -> Bools:
    """The groups of a strange symbol that are covered: nothing else is beyond doubt, and the numbers need mines there.

    They may be marks, as long as there are no more of them than flags, or all are where numbers are: nobody marks cells
    of which nothing is known, nor several that are proven to be none. When a game is lost, numbers need none: all mines
    are shown. `seen` is as for `flags_by_proof`.
    """
    codes, strange, believed = seen
    none = np.zeros(len(codes), bool)
    if not strange.any() or ((codes == COVERED) & ~strange & believed).any():
        return none
    shown, there = codes[groups.of].reshape(place.shape), strange[groups.of].reshape(place.shape)
    trusted = believed[groups.of].reshape(place.shape) & ~there
    numbers = (shown > 0) & trusted & ~place.cut & (around(there) > 0)
    lacking = numbers & (shown > around((shown < 0) & ~there))
    # several mines, while numbers lack others that are among the strange ones, and not all of these: flags are bombs
    among = min(int(lacking.sum()), int((numbers & (shown < around(there))).sum()))
    ended = np.isin(codes, (EXPLODED, WRONG_FLAG))[~strange].any() or min(among, (shown == MINE).sum()) < PROOFS
    # one that shows just the mine that exploded leaves the others covered, which many numbers tell
    if ended and among < _MANY_LACKING and is_lost(np.where(strange, COVERED, codes)):
        return strange if _left_covered(shown, there, numbers) else none
    afar = there & _afar(shown)
    free = there & _told_by_numbers(groups, codes, believed & ~strange, place).free
    marks = there.sum() <= (shown == FLAG).sum() or max(afar.sum(), free.sum()) < PROOFS
    return strange if lacking.sum() >= PROOFS and not marks else none


def covered_or_marked(groups: Groups, codes: Ints, drawn: Bools, place: Place) -> Bools:
    """The covered groups in which something is drawn that may be a mark: all that is closed, and all of it mines.

    Some programs draw something in each covered cell; in a game that is won, all cells that are left have a mark.
    """
    closed = codes < 0
    marked = drawn & closed
    if (closed & ~drawn).any() or not marked.any():
        return np.zeros(len(codes), bool)
    full: Bools = marked & all_counted(groups, np.where(marked, FLAG, codes), codes > 0, place)
    return full


def marked_as_mines(groups: Groups, codes: Ints, place: Place) -> Bools:
    """The mines where none exploded, that may be marks: of many closed cells beside nothing open none shows one.

    When a game is lost all are shown, where nobody has been as well. A program that shows flags has another mark.
    """
    mines = codes == MINE
    if not mines.any() or np.isin(codes, (EXPLODED, FLAG, WRONG_FLAG)).any():
        return np.zeros(len(codes), bool)
    shown = codes[groups.of].reshape(place.shape)
    there, covered, afar = shown == MINE, shown == COVERED, _afar(shown) & ~place.cut
    share = there.sum() / (there.sum() + covered.sum())
    seldom = bool(not (there & afar).any() and (1 - share) ** int((covered & afar).sum()) <= _SELDOM)
    return mines if seldom else np.zeros(len(codes), bool)


def _afar(shown: Codes) -> Bools:
    """The cells beside nothing open."""
    afar: Bools = around(shown >= 0) == 0
    return afar


def too_many_wrong(groups: Groups, codes: Ints) -> Bools:
    """The wrong flags where nothing is covered, if they are too many to be some: crates with a cross look like them."""
    wrong: Bools = codes == WRONG_FLAG
    many = too_many_to_be_wrong(groups.sizes[wrong].sum(), groups.sizes[codes == FLAG].sum())
    return wrong & (many and not (codes == COVERED).any())


def too_many_to_be_wrong(count: int, right: int) -> bool:
    """Whether so many flags are more than are ever wrong, beside so many that are right."""
    return bool(count > max(MOST_EXPLODED, MOST_WRONG * (count + right)))


def covered_by_size(groups: Groups, seen: tuple[Ints, Bools, Bools], place: Place) -> Bools:
    """The groups of a strange symbol that are covered: as many cells as a level has show it, or a flag beyond doubt.

    Of no other thing on a screen are there so many, in such rows and columns. `seen` is as for `flags_by_proof`.
    """
    codes, strange, believed = seen
    level = place.shape[::-1] in STANDARD_MINES and not place.cut.any()
    flags = (codes == FLAG) & believed & ~strange
    fresh = level and (strange | flags).all() and groups.sizes[strange].sum() >= _FRESH * len(groups.of)
    return strange & bool(fresh and groups.sizes[flags].sum() >= PROOFS)


def _left_covered(shown: Codes, there: Bools, numbers: Bools) -> bool:
    """Whether cells that a lost game shows in one strange way are no mines, and too many to be wrong flags.

    Each of `numbers`, those beside them, has all its mines elsewhere; and beside no zero anything is closed. Where
    nearly all of them have as many mines around, they may be that number.
    """
    others = (shown < 0) & ~there
    counts = np.bincount(mines_around(np.where(there, COVERED, shown))[there])
    if counts[1:].max(initial=0) >= _NEARLY_FULL * counts.sum():
        return False
    full = (around(others) == shown)[numbers]
    closed = bool((around(there) > 0)[shown == 0].any())
    many = too_many_to_be_wrong(there.sum(), (shown == FLAG).sum())
    return bool(len(full) >= PROOFS and full.mean() >= _NEARLY_FULL and many and not closed)
