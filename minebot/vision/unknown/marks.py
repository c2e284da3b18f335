"""Flags and mines of a look that nobody described: which flag is wrong, which mine exploded, and which may be either.

Many programs tell these by the ground alone, or by a sign of their own, and each in its way: what is not clear is
undecided.
"""

from itertools import product
from math import comb

import cv2
import numpy as np

from minebot.board import COVERED, EXPLODED, FLAG, MINE, QUESTION, STANDARD_MINES, WRONG_FLAG
from minebot.vision.arrays import Bools, Floats, Ints
from minebot.vision.rules import Codes, around
from minebot.vision.sampling import within
from minebot.vision.unknown.alike import ALIKE, BARE, RING, SHADES, Groups, thumbnails
from minebot.vision.unknown.deduced import Deduced, deduced
from minebot.vision.unknown.glyphs import AROUND, SIDE, Patches
from minebot.vision.unknown.shades import OTHER_GROUND, SAME_FRAME, SAME_GROUND, SIBLING, distance
from minebot.vision.unknown.states import Place

_MOST_EXPLODED = 3  # mines that one chord may open
_FEW_LEFT = 5  # covered cells of a lost game that may all have had wrong flags
_MOST_WRONG = 0.3  # share of the flags that may be wrong: nobody plays so badly
_FRESH = 0.7  # share of the cells of a level that are covered, where the others have flags
_RED = 80.0  # of 255: by how much more of it a ground has than its weakest channel
_PROOFS = 3  # numbers that tell right flags from wrong ones, and mines that tell flags
_MANY_LACKING = 10  # numbers that lack mines, and may not have all the strange ones around them, once a mine is shown
_NEARLY_FULL = 0.9  # share of the numbers that have all their mines elsewhere; a wrong flag beside others tells less
_MOSTLY_PROVEN = 0.5  # share of what is marked that the numbers prove to be mines
_HARDLY_KNOWN = 0.97  # confidence of a number below which what a lost game shows around it counts
_MANY_OF_ONE, _SEVERAL_OF_ONE = 6, 3  # cells, one of which at least should show another number; if less plain
_QUITE_PLAIN = 0.995  # confidence of most numbers
_SELDOM = 0.01  # probability up to which no such thing happens by chance
_WITNESSES = 2  # numbers beside a flag that count it: of a single one, a mine that is not shown may make up for it
_GREY, _ONE_TINT = 20.0, 0.8  # of 255: tints up to which a colour is grey; cosine from which two are one tint
_ANOTHER_SYMBOL = 0.2  # share of what is drawn in a flag by which another mark differs, however both are moved
_MOVED = 0.12  # the same of one symbol at most, laid between other pixels
_UNEVEN, _OF_THE_MOST = 0.25, 0.4  # the same of a flag between other pixels at most, and of what adds the most
_BY_FAR = 1.4  # times the same of any other flag
_A_LITTLE_MORE, _OF_THAT = 0.18, 1 / 3  # the same of a mark with little more in a small cell; what of it may be lacking
_NOTHING_BETWEEN = 2.5  # times the same of any flag that differs less
_QUITE_ANOTHER = 1 / 3  # the same of one that is none with something more: rows of other heights make less
_STEPS, _STEP = 8, 0.5  # by which a mark is moved each way, and pixels of a patch that each is: uneven rows do so
_LACKING = 0.12  # of the same share: what a mark lacks at most of another one to which it only adds something
_PLAIN_FLAG, _MAY_BE_FLAG = 0.9, 0.5  # probability of a flag that is plain, and of what may be one
_FAR_LIKELIER, _AT_MOST = 3.0, 0.9999  # log-odds by which plain flags outweigh it; what no probability is above
_SHADE = 18.0  # of 255: from one shade of a light to the next
_FEW = 0.1  # share of the covered cells that may be under a highlight
_CHEQUERED = 8  # cells, all on squares of one colour, that are no marks
_PLACES = 2  # apart from one another, in which something is that lies over nothing
_PLAIN_QUESTION, _NO_LETTER = 0.5, 0.995  # probability from which a question mark is seen as one, and as no letter
_TOGETHER = 2  # question marks side by side at most: more may be a line of cells within which a shade ends
_POINTER = 20.0  # pixels: what is no larger, no pointer of a mouse fits into
_TINY = 12.0  # pixels of a cell into which what lies beside the board reaches as far as a mark does
_SAME_COLOUR = 16.0  # of 255: by which colours that are smoothed differ
_PATTERNED, _AS_DRAWN = 0.3, 0.6  # shares of what is around the middle that a pattern takes, and that goes on
_DRAWN = ALIKE  # of 255: by how much the middle of a mark differs, somewhere, from those of covered cells
_OTHER_LOOK = 40.0  # of 255: by how much a mine looks unlike the others, somewhere


def wrong_flags(groups: Groups, codes: Ints, shape: tuple[int, int]) -> Ints:
    """The codes, with flags wrong where the game is lost and their ground is clearly neither the usual nor covered.

    Nor either of them in another light, nor beside another cell that is of a tint unlike its own: of a highlight.
    `shape` is the board's, rows and columns.
    """
    flags = np.flatnonzero(codes == FLAG)
    if not len(flags) or not _lost(codes):
        return codes
    off = flags[_off_ground(groups, codes, flags) > OTHER_GROUND]
    off = off[~_beside_a_highlight(groups, codes, shape)[off]]
    codes = codes.copy()
    codes[off[_of_another_tint(groups.grounds[off], groups.grounds[_usual(groups, flags)])]] = WRONG_FLAG
    return codes


def _beside_a_highlight(groups: Groups, codes: Ints, shape: tuple[int, int]) -> Bools:
    """The groups with a cell beside a number or an empty cell that is of another tint than most of what shows the same.

    The ground of a mark is its own cell's; a highlight colours whatever it lies over.
    """
    tinted = np.zeros(len(codes), bool)
    for code in np.unique(codes[codes >= COVERED]).tolist():
        tinted |= in_other_tints(groups, codes == code)
    near = (around(tinted[groups.of].reshape(shape)) > 0).ravel()
    beside: Bools = np.bincount(groups.of[near], minlength=len(codes)) > 0
    return beside


def shown_mines(groups: Groups, codes: Ints) -> Ints:
    """The codes, with plain mines for what is taken for exploded ones on one ground, and is more than one chord opens.

    Some programs show all mines on red. And with an exploded one where, of several, a single one lies on red, or on the
    ground of open cells, since that is the one that was opened.
    """
    codes = codes.copy()
    exploded = np.flatnonzero(codes == EXPLODED)
    for group in exploded:
        alike = exploded[distance(groups.grounds[exploded], groups.grounds[[group]]) < SAME_GROUND]
        if groups.sizes[alike].sum() > _MOST_EXPLODED:
            codes[alike] = MINE
    mines = np.flatnonzero(codes == MINE)
    if len(mines) and not (codes == EXPLODED).any():
        usual = groups.grounds[_usual(groups, mines)]
        other = mines[np.abs(groups.grounds[mines] - usual).max(1) > SAME_GROUND]
        tinted = other[_of_another_tint(groups.grounds[other], usual)]  # the rest may be shades of one light
        if groups.sizes[mines].sum() > _MOST_EXPLODED:
            if groups.sizes[tinted].sum() == 1 and _is_red(groups.grounds[tinted[0]], usual):
                codes[tinted] = EXPLODED
            elif groups.sizes[other].sum() == 1:
                to_open = distance(np.stack([groups.grounds[other[0]], usual]), groups.grounds[codes >= 0])
                if to_open[0] < SAME_GROUND and OTHER_GROUND < to_open[1] < np.inf:
                    codes[other] = EXPLODED
    return codes


def common_mines(groups: Groups, codes: Ints) -> Bools:
    """The mines on a ground that more of them have than may explode at once: some programs give each its own."""
    mines = np.flatnonzero(codes == MINE)
    near = np.abs(groups.grounds[mines][:, None] - groups.grounds[mines]).max(2) < SAME_GROUND
    common = np.zeros(len(codes), bool)
    common[mines] = near @ groups.sizes[mines] > _MOST_EXPLODED
    return common


def _is_red(colour: Floats, usual: Floats) -> bool:
    """Whether a colour is red or orange, and plainly more so than the usual one."""
    more = (colour - colour.min()) - (usual - usual.min())
    return bool(colour.argmax() == 2 and colour.argmin() == 0 and more[2] > _RED)


def _of_another_tint(colours: Floats, usual: Floats) -> Bools:
    """Which colours are not only lighter, darker or paler than another one: so much a light makes of one ground."""
    tints, tint = colours - colours.mean(1, keepdims=True), usual - usual.mean()
    along = tints @ tint / (np.linalg.norm(tints, axis=1) * np.linalg.norm(tint) + _GREY**2)
    another: Bools = (np.linalg.norm(tints - tint, axis=1) > _GREY) & (along < _ONE_TINT)
    return another


def in_other_tints(groups: Groups, which: Bools) -> Bools:
    """Those of some groups that are of another tint than most of them."""
    tinted = which.copy()
    if which.any():
        tinted[which] = _of_another_tint(groups.grounds[which], groups.grounds[_usual(groups, np.flatnonzero(which))])
    return tinted


def unclear_marks(groups: Groups, codes: Ints, place: Place, beside: Bools | None = None) -> Bools:
    """The groups of flags and mines that may as well be wrong flags or exploded mines, or the other way round.

    And the questions that have not the ground of a closed cell, or not its borders: letters may lie over the board, and
    a digit may look like a hook. `beside` are the groups of cells into which what lies over the board may reach.
    """
    unclear = np.zeros(len(codes), bool)
    flags, mines, exploded, wrong = (np.flatnonzero(codes == code) for code in (FLAG, MINE, EXPLODED, WRONG_FLAG))
    off = _off_ground(groups, codes, flags)
    of_open, of_covered = (distance(groups.grounds, groups.grounds[codes == code]) for code in (0, COVERED))
    shaded = (of_covered <= SIBLING) & (of_covered < of_open) & (not _lost(codes))
    counted = _counted(groups, codes, place) & ~_may_have_exploded(groups, codes)
    elsewhere = (off > SAME_GROUND) & ~(shaded | counted)[flags]
    unclear[flags[elsewhere]] = True
    alike = np.isin(np.arange(len(codes)), flags[~elsewhere])
    if not _lost(codes):
        more = alike & _with_more(groups, alike | (codes == QUESTION), alike)
        unclear |= more
        alike &= ~more
    mines_shown = bool(groups.sizes[mines].sum() >= _WITNESSES)  # those under other marks would be as well
    unclear |= _of_two_symbols(groups, alike, beside) & ~(counted & mines_shown)
    on_open = (of_open < SAME_GROUND) & (of_covered > OTHER_GROUND) & np.isfinite(of_covered)
    unclear |= on_open & (codes == FLAG)  # a digit lies so
    unclear |= _perhaps_all_wrong(groups, codes, counted)
    elsewhere = (_off_ground(groups, codes, mines) > SAME_GROUND) & ~common_mines(groups, codes)[mines]
    if len(mines) and groups.sizes[exploded].sum() == 1:  # that one is known, whatever light the others lie in
        elsewhere &= in_other_tints(groups, codes == MINE)[mines]
    unclear[mines[elsewhere]] = True
    shown = groups.sizes[np.append(mines, exploded)].sum()
    if shown <= 1:  # where the game is lost a mine exploded, and the others are shown
        unclear[mines] = True
        unclear[wrong] |= not shown
    if len(mines) and not len(exploded):  # one of them should be: that of a look of its own, if there is one
        usual = groups.looks[_usual(groups, mines)]
        few = groups.sizes[mines] <= _MOST_EXPLODED
        unclear[mines[few & (distance(groups.looks[mines], usual[None]) > _OTHER_LOOK)]] = True
    raised = _framed_as_closed(groups, codes)[mines]
    told = raised.all() and (len(flags) or len(exploded) or len(wrong))
    if raised.any() and not told:  # all mines are shown in one way, and one exploded: these may be flags
        unclear[mines[raised]] = True
    if not len(exploded) and not (codes == COVERED).any():  # nothing is left to open: it was won, they may be flags
        of_frames = distance(groups.frames[mines], groups.frames[codes >= 0])
        unclear[mines[(of_frames >= SAME_FRAME) | (of_open[mines] >= SAME_GROUND) | (not len(flags))]] = True
    unlike = len(exploded) and np.ptp(groups.grounds[exploded], axis=0).max() > OTHER_GROUND
    if unlike or unclear[mines].any() or groups.sizes[exploded].sum() > 1:
        unclear[exploded] = True
    unclear |= _off_closed(groups, codes)
    many = _too_many_to_be_wrong(groups.sizes[wrong].sum(), groups.sizes[flags].sum())
    if many and not _adds_up(codes[groups.of].reshape(place.shape), place.cut):
        unclear[flags] = unclear[wrong] = True
    return unclear


def _perhaps_all_wrong(groups: Groups, codes: Ints, counted: Bools) -> Bools:
    """The flags of a lost game in a tint of their own, of which numbers count hardly any."""
    flags, covered = np.flatnonzero(codes == FLAG), np.flatnonzero(codes == COVERED)
    unclear = np.zeros(len(codes), bool)
    if len(flags) and len(covered) and _lost(codes):
        right = (codes == FLAG) & counted
        near = np.abs(groups.grounds[flags][:, None] - groups.grounds[right]).max(2) < SAME_GROUND
        off_covered = distance(groups.grounds[flags], groups.grounds[covered]) > OTHER_GROUND
        odd = flags[off_covered & ~right[flags] & (near @ groups.sizes[right] < _PROOFS)]
        tints = _of_another_tint(groups.grounds[odd], groups.grounds[_usual(groups, covered)])
        unclear[odd[tints]] = True
    return unclear


def _framed_as_closed(groups: Groups, codes: Ints) -> Bools:
    """The groups with the frames of covered cells, and nearer to these than to those of what is open."""
    covered, opened = (distance(groups.frames, groups.frames[which]) for which in (codes == COVERED, codes >= 0))
    framed: Bools = (covered < SAME_FRAME) & (covered < opened)
    return framed


def _off_closed(groups: Groups, codes: Ints) -> Bools:
    """The question marks that have not the ground of a closed cell, or not its borders."""
    questions, closed = codes == QUESTION, np.isin(codes, (COVERED, FLAG))
    off: Bools = questions.copy()
    off[questions] = distance(groups.grounds[questions], groups.grounds[closed]) > OTHER_GROUND
    off[questions] |= _off_borders(groups.frames[questions], groups.frames[closed]) > OTHER_GROUND
    return off


def _off_borders(frames: Floats, others: Floats) -> Floats:
    """How far each frame is from the nearest of the others on average: a mark may reach into a part of one."""
    off: Floats = np.abs(frames[:, None] - others).mean(2).min(1, initial=np.inf)
    return off


def _may_have_exploded(groups: Groups, codes: Ints) -> Bools:
    """The flags that lie on the ground of open cells, not of covered ones, where mines are shown and none exploded.

    Numbers count the mine that exploded as they count a flag, and some programs draw it in a way of its own.
    """
    if not (codes == MINE).any() or (codes == EXPLODED).any():
        return np.zeros(len(codes), bool)
    of_open, of_covered = (distance(groups.grounds, groups.grounds[which]) for which in (codes >= 0, codes == COVERED))
    exploded: Bools = (codes == FLAG) & (of_open < SAME_GROUND) & (of_covered >= SAME_GROUND)
    return exploded


def crossed_out(groups: Groups, codes: Ints, place: Place) -> Bools:
    """The mines drawn in another way than most: in many programs a wrong flag is a mine with a cross over it.

    No number counts that, and the cross is much of what is drawn. Or all of them where those are not few, and each way
    is that of several: either may be flags, of a program that marks with bombs.
    """
    unclear, mines = np.zeros(len(codes), bool), np.flatnonzero(codes == MINE)
    if len(mines):
        counted = _counted(groups, codes, place)[mines]
        unclear[mines] = _unlike(groups, mines, _usual(groups, mines)) > np.where(counted, _OF_THE_MOST, _UNEVEN)
        several = groups.sizes[unclear & (groups.sizes >= _PROOFS)].sum()
        unclear[mines] |= several > _MOST_WRONG * groups.sizes[mines].sum()
    return unclear


def first_opened(groups: Groups, codes: Ints) -> Bools:
    """A lone flag on another ground than that of covered cells, before there is any number: it may be what is open."""
    flag = codes == FLAG
    if groups.sizes[flag].sum() != 1 or not (codes == COVERED).any() or ((codes >= 1) & (codes <= 8)).any():
        return np.zeros(len(codes), bool)
    first: Bools = flag & (distance(groups.grounds, groups.grounds[codes == COVERED]) > OTHER_GROUND)
    return first


def signs_or_flags(groups: Groups, codes: Ints, strange: Bools) -> Bools:
    """The groups taken for covered that may be flags: of a strange symbol, on another ground than all that has none.

    `strange` is which groups have such a symbol, whatever it was taken for since.
    """
    covered = codes == COVERED
    signs, bare = covered & strange, covered & ~strange
    off = distance(groups.grounds, groups.grounds[bare]) > OTHER_GROUND
    return signs if bare.any() and off[signs].all() else np.zeros(len(codes), bool)


def of_another_colour(groups: Groups, codes: Ints, shape: tuple[int, int]) -> Bools:
    """The groups taken for covered that are of another tint than most of these: some programs mark by colour alone.

    All of them where these are not few, since either may be the marks, unless flags stand on the ground of most. But
    none where they lie on the squares of one colour of a chequer, nor those whose tint runs into that of the others
    from shade to shade: that is a light.
    """
    unclear = np.zeros(len(codes), bool)
    covered = np.flatnonzero(codes == COVERED)
    if len(covered):
        grounds = groups.grounds[covered]
        usual = groups.grounds[_usual(groups, covered)]
        in_turn = distance(grounds, groups.grounds[groups.in_turn(shape) & (codes == COVERED)]) < SAME_GROUND
        unclear[covered] = _of_another_tint(grounds, usual) & ~_linked(grounds, usual) & ~in_turn
        rows, columns = np.divmod(np.flatnonzero(unclear[groups.of]), shape[1])
        if len(rows) >= _CHEQUERED and len(np.unique((rows + columns) % 2)) == 1:
            unclear[:] = False
        elif len(rows) > _FEW * groups.sizes[covered].sum():
            flags = groups.grounds[codes == FLAG]
            unclear[covered] |= distance(flags, usual[None]).min(initial=np.inf) >= SAME_GROUND
    return unclear


def _linked(colours: Floats, usual: Floats) -> Bools:
    """Which colours are a shade off a usual one, or off another that is so linked to it."""
    linked, reached = np.zeros(len(colours), bool), distance(colours, usual[None]) < _SHADE
    while (reached & ~linked).any():
        linked |= reached
        reached = distance(colours, colours[linked]) < _SHADE
    return linked


def flags_like_mines(groups: Groups, codes: Ints, believed: Bools, place: Place) -> Bools:
    """The groups taken for mines that are flags, where there are no others: not all mines are shown.

    When a game is lost all of them are, and one exploded.
    """
    flags = not_all_shown(groups, codes, believed, place)
    return np.zeros(len(codes), bool) if np.isin(codes, (EXPLODED, FLAG)).any() else flags


def not_all_shown(groups: Groups, codes: Ints, believed: Bools, place: Place) -> Bools:
    """The groups taken for mines, all on the ground of covered cells, where some of these must be mines as well.

    Or in their frames: what is large leaves little of the ground. By the numbers and the covered cells that are
    believed: what is unclear may be a mine. Of numbers that lack one a single one may be misread. Where but the one
    that exploded is shown, the covered cells that may be the others.
    """
    mines: Bools = codes == MINE
    if not mines.any() and (codes == EXPLODED).any():
        return _hardly_covered(groups, codes)
    none = np.zeros(len(codes), bool)
    covered = codes == COVERED
    several = covered & (groups.sizes >= _PROOFS)  # a single one may be something else
    of_covered = distance(groups.grounds, groups.grounds[several if several.any() else covered])
    if not (mines.any() and (_framed_as_closed(groups, codes) | (of_covered < SAME_GROUND))[mines].all()):
        return none
    shown, trusted = codes[groups.of].reshape(place.shape), believed[groups.of].reshape(place.shape)
    numbers = (shown > 0) & trusted & ~place.cut
    lacking = numbers & (shown > around(~trusted | ((shown < 0) & (shown != COVERED))))
    return mines if lacking.sum() >= _WITNESSES else none


def _hardly_covered(groups: Groups, codes: Ints) -> Bools:
    """The covered cells on another ground than most, nearer to open ones: they may be mines as dark as that is."""
    covered: Bools = codes == COVERED
    most = np.where(covered, groups.sizes, 0).argmax()
    own, opened = (distance(groups.grounds, groups.grounds[which]) for which in ([most], codes >= 0))
    return covered & (own >= SAME_GROUND) & (opened < own)


def of_one_number(groups: Groups, codes: Ints, sure: Floats) -> Bools:
    """The numbers, where many are open, all the same, and no zero: a mark may look like them, as ! does like a 1.

    Several are enough where they are not quite as plain as most numbers are.
    """
    numbers: Bools = codes > 0
    if len(np.unique(codes[numbers])) != 1 or (codes == 0).any():
        return np.zeros(len(codes), bool)
    fewest = _SEVERAL_OF_ONE if sure[numbers].min() < _QUITE_PLAIN else _MANY_OF_ONE
    return numbers & bool(groups.sizes[numbers].sum() >= fewest)


def miscounted(groups: Groups, codes: Ints, sure: Floats, place: Place) -> Bools:
    """The numbers, hardly known by themselves, of lost games that are not those of the mines and flags around them.

    A game that is lost shows all mines, but for some programs, which show the one that exploded.
    """
    if groups.sizes[codes == MINE].sum() < _WITNESSES:
        return np.zeros(len(codes), bool)
    shown = codes[groups.of].reshape(place.shape)
    wrong = (shown > 0) & ~place.cut & ~exact(shown)
    return (sure < _HARDLY_KNOWN) & (np.bincount(groups.of[wrong.ravel()], minlength=len(codes)) > 0)


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
    if not covered.any() or ((codes == FLAG) & ~asked).any() or _lost(codes):
        return flags
    tinted = in_other_tints(groups, covered)
    known = _told_by_numbers(groups, codes, believed & ~asked, place)
    for marked in (strange, _on_one_ground(groups, tinted), covered & ~tinted):
        proven, others = (known.proven.ravel()[each[groups.of]] for each in (marked, covered & ~marked))
        if proven.sum() < _PROOFS or proven.mean() < _MOSTLY_PROVEN or not len(others):
            continue
        if _may_be_shown(groups, codes, marked, believed, place):
            continue
        wrong = known.free.ravel()[marked[groups.of]].mean()
        told = proven.all() and (codes[marked] == FLAG).all()
        far_more = _by_chance(proven, others) <= _SELDOM or (not wrong and others.mean() <= proven.mean() / 2)
        if wrong <= _MOST_WRONG and (told or far_more):
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
    usual = groups.grounds[_usual(groups, np.flatnonzero(strange))]
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
    to be one. Where no flag is known they may be those, unless they stand on the ground of open cells. None needs to
    have exploded where all are `like_mines`, though hardly so, every number has its mines, and several are beside no
    open cell: nobody marks those. `seen` is as for `flags_by_proof`.
    """
    codes, strange, believed = seen
    none = np.zeros(len(codes), bool)
    flags, covered = (codes == FLAG) & ~strange, (codes == COVERED) & ~strange
    if not strange.any() or ((codes == MINE) & ~strange).any():
        return none
    shown, there = codes[groups.of].reshape(place.shape), strange[groups.of].reshape(place.shape)
    all_shown = like_mines is not None and bool(like_mines[strange].all())
    all_shown = all_shown and int((there & _afar(shown)).sum()) >= _PROOFS
    all_shown = all_shown and all_counted(groups, np.where(strange, MINE, codes), believed, place)
    if groups.sizes[codes == EXPLODED].sum() != 1 and not all_shown:
        return none
    numbers = (codes > 0) & ~strange
    to_open, to_closed = (distance(groups.grounds, groups.grounds[which]) for which in (numbers, flags | covered))
    on_closed = (to_open >= SAME_GROUND) | (to_closed < OTHER_GROUND)
    if not flags.any() and not all_shown and on_closed[strange].any():
        return none
    known = _told_by_numbers(groups, codes, believed & ~strange, place)
    proven, free = (each.ravel()[strange[groups.of]] for each in (known.proven, known.free))
    hidden = known.proven.ravel()[covered[groups.of]].any()
    enough = proven.sum() >= _PROOFS and proven.mean() >= _MOSTLY_PROVEN
    return strange if enough and not (free.any() or hidden) else none


def all_counted(groups: Groups, codes: Ints, believed: Bools, place: Place) -> bool:
    """Whether nearly all numbers that are believed have as many mines and flags around them as they say."""
    shown = codes[groups.of].reshape(place.shape)
    numbers = (shown > 0) & believed[groups.of].reshape(place.shape) & ~place.cut
    return bool(numbers.any() and exact(shown)[numbers].mean() >= _NEARLY_FULL)


def flags_apart(groups: Groups, codes: Ints, believed: Bools) -> Bools:
    """The believed flags, if there are several, on a ground that neither covered cells have nor open ones."""
    flags = (codes == FLAG) & believed
    bare = (codes == COVERED) & (groups.drawn_within < BARE)
    apart = flags & (distance(groups.grounds, groups.grounds[(codes >= 0) | bare]) >= OTHER_GROUND)
    return apart if groups.sizes[apart].sum() >= _PROOFS else np.zeros(len(codes), bool)


def drawn_like_flags(groups: Groups, strange: Bools, flags: Bools) -> Bools:
    """The strange groups of the symbol, and on the ground, of plain flags: between other pixels it may look unlike."""
    like = strange & (distance(groups.grounds, groups.grounds[flags]) < SAME_GROUND)
    if like.any():
        like[like] = _unlike(groups, np.flatnonzero(like), _usual(groups, np.flatnonzero(flags))) <= _MOVED
    return like


def drawn_on_covered(groups: Groups, codes: Ints, empty: Bools, plain: Bools, mines_shown: bool) -> Bools:
    """The covered groups that are empty, but not plainly, and in whose middle is what no plain one on their ground has.

    Where mines are shown, and no plain one has that ground, what is not of the ground: all that is left may be mines. A
    mark may be as faint, or as plain a shape, as what some programs draw in covered cells.
    """
    asked = np.flatnonzero((codes == COVERED) & empty & ~plain)
    usual = np.flatnonzero((codes == COVERED) & plain)
    drawn, middles = np.zeros(len(codes), bool), groups.smooth_middles
    for group in asked.tolist():
        like = usual[distance(groups.grounds[usual], groups.grounds[[group]]) < SAME_GROUND]
        if len(like) or mines_shown:
            others = middles[like] if len(like) else np.tile(groups.grounds[[group]], middles.shape[1] // 3)
            drawn[group] = distance(middles[[group]], others)[0] > _DRAWN
    return drawn


def one_strange_symbol(groups: Groups, strange: Bools) -> Bools:
    """The strange groups if all of them are of one symbol, in several places; else none."""
    marks = np.flatnonzero(strange)
    several = groups.sizes[marks].sum() >= _PROOFS and not _are_of_two_symbols(groups, marks)
    return strange if several else np.zeros(len(strange), bool)


def drawn_beneath_flags(groups: Groups, strange: Bools, flags: Bools) -> Bools:
    """The strange groups that show what is drawn around plain flags as well: a pattern that all covered cells have.

    Flags stand on covered cells. A symbol reaches to less of what is around it, and a border is the same all along.
    """
    beneath = np.zeros(len(strange), bool)
    asked = np.flatnonzero(strange & (groups.sizes >= _PROOFS) & (groups.drawn_around >= _PATTERNED))
    marked = _sides(groups.patches[flags])
    for group in asked.tolist():
        sides = _sides(groups.patches[[group]])[0]
        if (sides.mean(1).std(1).max(1) >= SHADES / 2).sum() > 1:
            drawn = np.abs(sides - groups.grounds[group]).max(3)
            same = np.abs(marked - sides).max(4) <= np.maximum(drawn / 2, SHADES)
            beneath[group] = bool((same[:, drawn > SHADES].mean(1) >= _AS_DRAWN).any())
    return beneath


def _sides(patches: Patches) -> Floats:
    """What is drawn along the four sides of cells, within their borders: (n, sides, depths, along, 3)."""
    places, (outer, inner) = within(SIDE, AROUND), RING
    inside = np.flatnonzero((places >= outer) & (places <= inner))
    along = np.flatnonzero((places > inner) & (places < 1 - inner))
    turned = [np.rot90(patches, times, axes=(1, 2))[:, inside][:, :, along] for times in range(4)]
    return np.stack(turned, axis=1).astype(np.float32)


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
    ended = np.isin(codes, (EXPLODED, WRONG_FLAG))[~strange].any() or min(among, (shown == MINE).sum()) < _PROOFS
    # one that shows just the mine that exploded leaves the others covered, which many numbers tell
    if ended and among < _MANY_LACKING and _lost(np.where(strange, COVERED, codes)):
        return strange if _left_covered(shown, there, numbers) else none
    afar = there & _afar(shown)
    free = there & _told_by_numbers(groups, codes, believed & ~strange, place).free
    marks = there.sum() <= (shown == FLAG).sum() or max(afar.sum(), free.sum()) < _PROOFS
    return strange if lacking.sum() >= _PROOFS and not marks else none


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
    many = _too_many_to_be_wrong(groups.sizes[wrong].sum(), groups.sizes[codes == FLAG].sum())
    return wrong & (many and not (codes == COVERED).any())


def _too_many_to_be_wrong(count: int, right: int) -> bool:
    """Whether so many flags are more than are ever wrong, beside so many that are right."""
    return bool(count > max(_MOST_EXPLODED, _MOST_WRONG * (count + right)))


def covered_by_size(groups: Groups, seen: tuple[Ints, Bools, Bools], place: Place) -> Bools:
    """The groups of a strange symbol that are covered: as many cells as a level has show it, or a flag beyond doubt.

    Of no other thing on a screen are there so many, in such rows and columns. `seen` is as for `flags_by_proof`.
    """
    codes, strange, believed = seen
    level = place.shape[::-1] in STANDARD_MINES and not place.cut.any()
    flags = (codes == FLAG) & believed & ~strange
    fresh = level and (strange | flags).all() and groups.sizes[strange].sum() >= _FRESH * len(groups.of)
    return strange & bool(fresh and groups.sizes[flags].sum() >= _PROOFS)


def _left_covered(shown: Codes, there: Bools, numbers: Bools) -> bool:
    """Whether cells that a lost game shows in one strange way are no mines, and too many to be wrong flags.

    Each of `numbers`, those beside them, has all its mines elsewhere; and beside no zero anything is closed. Where
    nearly all of them have as many mines around, they may be that number.
    """
    others = (shown < 0) & ~there
    counts = np.bincount(_mines_around(np.where(there, COVERED, shown))[there])
    if counts[1:].max(initial=0) >= _NEARLY_FULL * counts.sum():
        return False
    full = (around(others) == shown)[numbers]
    closed = bool((around(there) > 0)[shown == 0].any())
    many = _too_many_to_be_wrong(there.sum(), (shown == FLAG).sum())
    return bool(len(full) >= _PROOFS and full.mean() >= _NEARLY_FULL and many and not closed)


def few_left(groups: Groups, codes: Ints) -> Bools:
    """The covered cells of a game that shows its mines, where they are few: they may be wrong flags.

    Of those XBomb shows an empty cell, and opens all others.
    """
    covered: Bools = codes == COVERED
    lost = (codes == MINE).any() and not (codes == WRONG_FLAG).any()
    return covered & bool(lost and groups.sizes[covered].sum() <= _FEW_LEFT)


def mines_by_colour(groups: Groups, codes: Ints, believed: Bools, place: Place) -> Bools:
    """The groups taken for covered that may be mines: all that is closed is red, and proven to be a mine.

    At the end of a game some programs show mines by a colour alone.
    """
    covered: Bools = codes == COVERED
    if not covered.any() or not (codes >= 0).any() or (codes < COVERED).any():
        return np.zeros(len(codes), bool)
    usual = groups.grounds[_usual(groups, np.flatnonzero(codes >= 0))]
    red = np.array([_is_red(ground, usual) for ground in groups.grounds])
    shown, trusted = codes[groups.of].reshape(place.shape), believed[groups.of].reshape(place.shape)
    known = deduced(shown, trusted, np.zeros(place.shape, bool), place.cut)
    over = red[covered].all() and known.hidden_mines.ravel()[covered[groups.of]].all()
    return covered if over else np.zeros(len(codes), bool)


def other_mark(groups: Groups, codes: Ints, seen: tuple[Bools, Bools, Floats], place: Place, pitch: float) -> Bools:
    """The groups that show the board's other mark, a question: all of one symbol, in a lasting game.

    They are drawn in the middle, on the ground of covered cells, or of flags where none is covered, which no open cell
    has, beside flags that are plain. `seen` is which groups are empty, which are numbers beyond doubt, and how likely
    each is a flag. A single one may be a pointer, where a cell of so many pixels has room for it, or in a tiny
    outermost cell what reaches into that, unless it adds something to a flag in its colours; several symbols, or many
    side by side, may be what lies over the board. A flag with something more is another mark, however like one it is.
    """
    empty, numbers, flagged = seen
    none = np.zeros(len(codes), bool)
    opened = codes >= 0
    grounds = groups.grounds
    flags = (codes == FLAG) & (flagged > _PLAIN_FLAG)
    closed = (codes == COVERED) & empty
    marks = flags | (~empty & (distance(grounds, grounds[closed if closed.any() else flags]) < SAME_GROUND))
    more = _with_more(groups, marks, flags)
    flags &= ~more
    asked = marks & ~flags & ~numbers
    free = distance(grounds, grounds[opened & ~asked]) > SIBLING
    middles = groups.middles.reshape(len(codes), -1)
    asked &= free & (distance(middles, middles[closed]) > _DRAWN)
    cells = asked[groups.of].reshape(place.shape)
    least = 0 if cells[1:-1, 1:-1].any() else _TINY
    no_pointer = least <= pitch < _POINTER or _in_the_colours(groups, asked & more, flags)
    several = len(_places(cells)) >= _PLACES or (cells.sum() == 1 and no_pointer)
    several &= max(_places((asked & ~more)[groups.of].reshape(place.shape)), default=0) <= _TOGETHER
    if _lost(codes) or not flags.any() or not several:
        return none
    likely = flagged[asked & ~more].max(initial=0)
    if likely > _MAY_BE_FLAG and _log_odds(flagged[flags].min()) < _log_odds(likely) + _FAR_LIKELIER:
        return none
    one = not _are_of_two_symbols(groups, np.flatnonzero(asked))
    usual = _usual(groups, np.flatnonzero(flags))
    other = (_unlike(groups, np.flatnonzero(asked & ~more), usual) > _QUITE_ANOTHER).all()
    return asked if one and other else none


def crowded_questions(groups: Groups, codes: Ints, seen: Floats, place: Place) -> Bools:
    """The groups of question marks that are hardly seen as such, where more than two of them lie side by side.

    A question mark breaks no rule, wherever it is: so the rules make some of a frame beside zeros. `seen` is how likely
    each group is one.
    """
    hardly: Bools = (codes == QUESTION) & (seen < _PLAIN_QUESTION)
    crowded = max(_places(hardly[groups.of].reshape(place.shape)), default=0) > _TOGETHER
    return hardly if crowded else np.zeros(len(codes), bool)


def questions_alone(groups: Groups, codes: Ints, plain: Bools) -> Bools:
    """The question marks that may be the look of covered cells: all else that is closed are flags, or has a pattern.

    Nobody marks more cells so than with flags, and a mark is in the middle. `plain` is which groups have neither.
    """
    questions: Bools = codes == QUESTION
    if (plain & (codes == COVERED)).any():
        return np.zeros(len(codes), bool)
    many = groups.sizes[questions].sum() >= groups.sizes[codes == FLAG].sum()
    unclear: Bools = questions & (many | (groups.drawn_around >= _PATTERNED))
    return unclear


def questions_for_flags(codes: Ints, seen: Floats) -> Bools:
    """The question marks that are not quite plain, where no flag is: a P for a flag looks a little like one.

    `seen` is how likely each group is one.
    """
    doubted: Bools = (codes == QUESTION) & (seen < _NO_LETTER) & ~(codes == FLAG).any()
    return doubted


def _in_the_colours(groups: Groups, marks: Bools, flags: Bools) -> bool:
    """Whether marks, if there are any, are neither lighter nor darker anywhere than the flags: pointers have a rim."""
    if not marks.any() or not flags.any():
        return False
    drawn, usual = (groups.middles[which].reshape(-1, groups.middles.shape[-1]) for which in (marks, flags))
    lightest, darkest = usual.max(0) + _SAME_COLOUR, usual.min(0) - _SAME_COLOUR
    return bool((drawn <= lightest).all() and (drawn >= darkest).all())


def _log_odds(probability: float) -> float:
    return float(np.log(probability) - np.log1p(-min(probability, _AT_MOST)))


def _are_of_two_symbols(groups: Groups, marks: Ints) -> bool:
    """Whether marks are drawn in two ways, wherever in their cells: a program may have a flag and another mark."""
    if len(marks) < 2:
        return False
    unlike = (_unlike(groups, marks, _usual(groups, marks)) > _UNEVEN).any()
    return bool(unlike) or _some_have_more(groups, marks)


def _of_two_symbols(groups: Groups, marks: Bools, beside: Bools | None) -> Bools:
    """The marks, if they are drawn in two ways; of a few with something `beside` them the ones that differ alone."""
    reached = marks & (groups.sizes < _PROOFS) & (False if beside is None else beside)
    apart = marks & ~reached
    if not apart.any():
        apart, reached = marks, marks & False
    two = apart & _are_of_two_symbols(groups, np.flatnonzero(apart))
    if reached.any():
        two[reached] = _unlike(groups, np.flatnonzero(reached), _usual(groups, np.flatnonzero(apart))) > _UNEVEN
    return two


def _some_have_more(groups: Groups, marks: Ints) -> bool:
    """Whether some marks may be the plainest of them with a little more, as none is between these and all others."""
    drawn = np.abs(groups.forms[marks]).mean(1)
    unlike, lacking = _compared(groups, marks, int(marks[drawn.argmin()]))
    order = np.argsort(unlike)
    less, unlike, lacking = unlike[order][:-1], unlike[order][1:], lacking[order][1:]
    more = (unlike > _A_LITTLE_MORE) & (lacking <= _OF_THAT * unlike) & (unlike > _NOTHING_BETWEEN * less)
    return bool(more.any())


def _places(cells: Bools) -> list[int]:
    """The sizes of the places that cells make up, side by side or corner to corner."""
    sizes: list[int] = cv2.connectedComponentsWithStats(cells.astype(np.uint8))[2][1:, cv2.CC_STAT_AREA].tolist()
    return sizes


def _with_more(groups: Groups, marks: Bools, flags: Bools) -> Bools:
    """Which of the marks are drawn as the plainest of the flags, and have something more.

    Some programs mark a cell of which nothing is known by a flag with a question mark. It has by far more than any flag
    has: small ones, of which the edges fall between pixels, differ gradually.
    """
    if not flags.any() or marks.sum() < 2:
        return np.zeros(len(marks), bool)
    drawn = np.where(flags, np.abs(groups.forms).mean(1), np.inf)
    unlike, lacking = _compared(groups, np.flatnonzero(marks), int(drawn.argmin()))
    adding = (unlike > _ANOTHER_SYMBOL) & (lacking <= _LACKING)
    most, more = unlike[adding].max(initial=0), np.zeros(len(marks), bool)
    adding &= unlike > min(_UNEVEN, _OF_THE_MOST * most)
    if most > _QUITE_ANOTHER and unlike[adding].min() > _BY_FAR * unlike[~adding].max(initial=0):
        more[marks] = adding
    return more


def _unlike(groups: Groups, marks: Ints, other: int) -> Floats:
    """By what share of what is drawn in another mark these differ from it, wherever in their cells they are."""
    return _compared(groups, marks, other)[0]


def _compared(groups: Groups, marks: Ints, other: int) -> tuple[Floats, Floats]:
    """By what share of what is drawn in another mark these differ from it, and from its strokes, moved to fit best."""
    if not len(marks):
        return np.zeros(0, np.float32), np.zeros(0, np.float32)
    inner, form = _symbols(groups.patches[marks], groups.grounds[marks]), groups.patches[other]
    contrast = max(float(np.ptp(_symbols(form[None], groups.grounds[[other]]))), 1.0)
    symbols = _symbols(_moved(form), groups.grounds[[other]])
    strokes = np.abs(symbols).mean(2)
    strokes /= np.maximum(strokes.max(1, keepdims=True), 1.0)
    unlike, lacking = np.empty((2, len(marks)), np.float32)
    channels = [np.ascontiguousarray(symbols[:, :, each]) for each in range(3)]  # a fifth of the time for their mean
    for mark, shown in enumerate(inner):
        blue, green, red = (np.abs(channel - shown[:, each]) for each, channel in enumerate(channels))
        apart = (blue + green + red) / 3
        unlike[mark], lacking[mark] = apart.max(1).min(), (apart * strokes).max(1).min()
    return unlike / contrast, lacking / contrast


def _moved(patch: Patches) -> Patches:
    """A patch (size, size, 3) moved by each of the steps, down and across: (steps, size, size, 3)."""
    steps = product(np.arange(-_STEPS, _STEPS + 1) * _STEP, repeat=2)
    ways = [np.array([[1, 0, x], [0, 1, y]], np.float32) for x, y in steps]
    size = patch.shape[1::-1]
    moved = [cv2.warpAffine(patch, way, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE) for way in ways]
    return np.stack(moved).astype(np.uint8, copy=False)


def _symbols(patches: Patches, grounds: Floats) -> Floats:
    """What is drawn within the cells, beside their grounds, in squares of 2x2 pixels: (n, squares, 3)."""
    looks = thumbnails(patches)
    side = round((looks.shape[1] / 3) ** 0.5)
    inner = looks.reshape(-1, side, side, 3)[:, 2:-2, 2:-2].reshape(len(looks), -1, 3)
    return inner - grounds[:, None]


def _adds_up(codes: Codes, cut: Bools) -> bool:
    """Whether each number is that of the mines and flags around it, some beside right flags, some beside wrong ones."""
    numbers, adding = (codes > 0) & ~cut, exact(codes)
    beside = [int((numbers & (around(codes == code) > 0)).sum()) for code in (FLAG, WRONG_FLAG)]
    return bool(adding[numbers].all()) and min(beside) >= _PROOFS


def _counted(groups: Groups, codes: Ints, place: Place) -> Bools:
    """The groups of which each cell has numbers beside it, and all these count the mines and flags around them."""
    shown = codes[groups.of].reshape(place.shape)
    numbers = (shown > 0) & ~place.cut
    proven = (around(numbers) >= _WITNESSES) & (around(numbers & ~exact(shown)) == 0)
    counted: Bools = np.bincount(groups.of[~proven.ravel()], minlength=len(codes)) == 0
    return counted


def exact(codes: Codes) -> Bools:
    """The cells with the number of the mines and flags around them."""
    exact: Bools = codes == _mines_around(codes)
    return exact


def _mines_around(codes: Codes) -> Ints:
    """How many mines and flags are around each cell."""
    return around(np.isin(codes, (MINE, EXPLODED, FLAG))).astype(np.int64)


def _lost(codes: Ints) -> bool:
    return bool(np.isin(codes, (MINE, EXPLODED, WRONG_FLAG)).any())


def _usual(groups: Groups, marks: Ints) -> int:
    """The one with the most cells."""
    return int(marks[groups.sizes[marks].argmax()])


def _off_ground(groups: Groups, codes: Ints, marks: Ints) -> Floats:
    """How far the grounds of marks of one kind are from that of most of them, or for flags from a covered one."""
    if not len(marks):
        return np.zeros(0, np.float32)
    usual = np.array([_usual(groups, marks)])
    if codes[marks[0]] == FLAG:
        usual = np.append(np.flatnonzero(codes == COVERED), usual)
    return distance(groups.grounds[marks], groups.grounds[usual])
