"""Flags and mines of a look that nobody described: which flag is wrong, which mine exploded, and which may be either.

Many programs tell these by the ground alone, or by a sign of their own, and each in its way: what is not clear is
undecided.
"""

import numpy as np

from minebot.board import COVERED, EXPLODED, FLAG, MINE, QUESTION, WRONG_FLAG
from minebot.vision.arrays import Bools, Floats, Ints
from minebot.vision.rules import Codes, around, exact, is_lost
from minebot.vision.unknown.alike import BARE, Groups, largest
from minebot.vision.unknown.deduced import deduced
from minebot.vision.unknown.proven import MOST_EXPLODED, MOST_WRONG, PROOFS, too_many_to_be_wrong
from minebot.vision.unknown.shades import (
    OTHER_GROUND,
    SAME_FRAME,
    SAME_GROUND,
    SIBLING,
    distance,
    in_other_tints,
    is_red,
    of_another_tint,
    pairwise,
)
from minebot.vision.unknown.states import Place
from minebot.vision.unknown.strokes import (
    OF_THE_MOST,
    UNEVEN,
    in_other_colours,
    of_two_symbols,
    one_strange_symbol,
    unlikeness,
    with_more,
)

_FEW_LEFT = 5  # covered cells of a lost game that may all have had wrong flags
_HARDLY_KNOWN = 0.97  # confidence of a number below which what a lost game shows around it counts
_MANY_OF_ONE, _SEVERAL_OF_ONE = 6, 3  # cells, one of which at least should show another number; if less plain
_QUITE_PLAIN = 0.995  # confidence of most numbers
_WITNESSES = 2  # numbers beside a flag that count it: of a single one, a mine that is not shown may make up for it
_SHADE = 18.0  # of 255: from one shade of a light to the next
_FEW = 0.1  # share of the covered cells that may be under a highlight
_CHEQUERED = 8  # cells, all on squares of one colour, that are no marks
_OTHER_LOOK = 40.0  # of 255: by how much a mine looks unlike the others, somewhere


def wrong_flags(groups: Groups, codes: Ints, shape: tuple[int, int]) -> Ints:
    """The codes, with flags wrong where the game is lost and their ground is clearly neither the usual nor covered.

    Nor either of them in another light, nor beside another cell that is of a tint unlike its own: of a highlight.
    `shape` is the board's, rows and columns.
    """
    flags = np.flatnonzero(codes == FLAG)
    if not len(flags) or not is_lost(codes):
        return codes
    off = flags[_off_ground(groups, codes, flags) > OTHER_GROUND]
    off = off[~_beside_a_highlight(groups, codes, shape)[off]]
    codes = codes.copy()
    codes[off[of_another_tint(groups.grounds[off], groups.grounds[largest(groups, flags)])]] = WRONG_FLAG
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
        if groups.sizes[alike].sum() > MOST_EXPLODED:
            codes[alike] = MINE
    mines = np.flatnonzero(codes == MINE)
    if len(mines) and not (codes == EXPLODED).any():
        usual = groups.grounds[largest(groups, mines)]
        other = mines[np.abs(groups.grounds[mines] - usual).max(1) > SAME_GROUND]
        tinted = other[of_another_tint(groups.grounds[other], usual)]  # the rest may be shades of one light
        if groups.sizes[mines].sum() > MOST_EXPLODED:
            if groups.sizes[tinted].sum() == 1 and is_red(groups.grounds[tinted[0]], usual):
                codes[tinted] = EXPLODED
            elif groups.sizes[other].sum() == 1:
                to_open = distance(np.stack([groups.grounds[other[0]], usual]), groups.grounds[codes >= 0])
                if to_open[0] < SAME_GROUND and OTHER_GROUND < to_open[1] < np.inf:
                    codes[other] = EXPLODED
    return codes


def exploded_among(groups: Groups, seen: tuple[Ints, Bools, Bools], place: Place) -> Bools:
    """The mine that exploded though it hardly looks so to the network: drawn as the others, and on red, alone.

    Or as the one symbol in several cells that it hardly knows, a letter for a mine. Nothing else is in doubt, which
    might be that mine, nothing else lies on red, and each number beside it counts it. `seen` are the codes, which of
    the symbols are hardly known, and what is believed.
    """
    codes, hardly, believed = seen
    exploded, known = np.zeros(len(codes), bool), (codes == MINE) & believed
    for group in np.flatnonzero((groups.sizes == 1) & (codes < 0) & ((codes != COVERED) | hardly)).tolist():
        others = np.arange(len(codes)) != group
        mines = known if known.any() else hardly & others
        if groups.sizes[mines].sum() < PROOFS:
            continue
        usual = largest(groups, np.flatnonzero(mines))
        shown = np.where(mines, MINE, np.where(others, codes, EXPLODED))[groups.of].reshape(place.shape)
        numbers = (shown > 0) & ~place.cut & (around(shown == EXPLODED) > 0)
        exploded[group] = (
            is_red(groups.grounds[group], groups.grounds[usual])
            and distance(groups.grounds[[group]], groups.grounds[others])[0] > OTHER_GROUND
            and (believed | mines)[others].all()
            and not (codes[others] == EXPLODED).any()
            and exact(shown)[numbers].all()
            and in_other_colours(groups, np.array([group]), usual)[0] <= UNEVEN
            and (known.any() or one_strange_symbol(groups, mines).any())  # last, since it takes by far the longest
        )
    return exploded


def common_mines(groups: Groups, codes: Ints) -> Bools:
    """The mines on a ground that more of them have than may explode at once: some programs give each its own."""
    mines = np.flatnonzero(codes == MINE)
    near = pairwise(groups.grounds[mines], groups.grounds[mines]) < SAME_GROUND
    common = np.zeros(len(codes), bool)
    common[mines] = near @ groups.sizes[mines] > MOST_EXPLODED
    return common


def unclear_marks(groups: Groups, codes: Ints, place: Place, beside: Bools | None = None) -> Bools:
    """The groups of flags and mines that may as well be wrong flags or exploded mines, or the other way round.

    And the questions that have not the ground of a closed cell, or not its borders: letters may lie over the board, and
    a digit may look like a hook. `beside` are the groups of cells into which what lies over the board may reach.
    """
    unclear = np.zeros(len(codes), bool)
    flags, mines, exploded, wrong = (np.flatnonzero(codes == code) for code in (FLAG, MINE, EXPLODED, WRONG_FLAG))
    off = _off_ground(groups, codes, flags)
    of_open, of_covered = (distance(groups.grounds, groups.grounds[codes == code]) for code in (0, COVERED))
    shaded = (of_covered <= SIBLING) & (of_covered < of_open) & (not is_lost(codes))
    counted = _counted(groups, codes, place) & ~_may_have_exploded(groups, codes)
    elsewhere = (off > SAME_GROUND) & ~(shaded | counted)[flags]
    unclear[flags[elsewhere]] = True
    alike = np.isin(np.arange(len(codes)), flags[~elsewhere])
    if not is_lost(codes):
        more = alike & with_more(groups, alike | (codes == QUESTION), alike)
        unclear |= more
        alike &= ~more
    mines_shown = bool(groups.sizes[mines].sum() >= _WITNESSES)  # those under other marks would be as well
    two = of_two_symbols(groups, alike, beside) | _unlike_others(groups, alike, flags[elsewhere])
    unclear |= two & ~(counted & mines_shown)
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
        usual = groups.looks[largest(groups, mines)]
        few = groups.sizes[mines] <= MOST_EXPLODED
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
    if mines_shown:  # flags of another shade may look a little like wrong ones
        unclear |= (codes == WRONG_FLAG) & _counted(groups, np.where(codes == WRONG_FLAG, FLAG, codes), place)
    many = too_many_to_be_wrong(groups.sizes[wrong].sum(), groups.sizes[flags].sum())
    if many and not _adds_up(codes[groups.of].reshape(place.shape), place.cut):
        unclear[flags] = unclear[wrong] = True
    return unclear


def _unlike_others(groups: Groups, flags: Bools, others: Ints) -> Bools:
    """The flags, where others lie on another ground, and are drawn in quite another way: either may be flags.

    Some programs show the mines of a lost game by small stars on covered cells, and flags fill most of a cell. Others
    of which there are but a few are wrong flags.
    """
    recurring = others[groups.sizes[others] >= PROOFS]
    if not (len(recurring) and flags.any()):
        return np.zeros(len(flags), bool)
    unlike = unlikeness(groups, recurring, largest(groups, np.flatnonzero(flags))) > OF_THE_MOST
    several = groups.sizes[recurring[unlike]].sum() > MOST_WRONG * groups.sizes[flags].sum()
    return flags & bool(several)


def _perhaps_all_wrong(groups: Groups, codes: Ints, counted: Bools) -> Bools:
    """The flags of a lost game in a tint of their own, of which numbers count hardly any.

    And where all are such, the mines on the ground of covered cells: these may be the flags.
    """
    flags, covered = np.flatnonzero(codes == FLAG), np.flatnonzero(codes == COVERED)
    unclear = np.zeros(len(codes), bool)
    if len(flags) and len(covered) and is_lost(codes):
        right = (codes == FLAG) & counted
        near = pairwise(groups.grounds[flags], groups.grounds[right]) < SAME_GROUND
        off_covered = distance(groups.grounds[flags], groups.grounds[covered]) > OTHER_GROUND
        odd = flags[off_covered & ~right[flags] & (near @ groups.sizes[right] < PROOFS)]
        tints = of_another_tint(groups.grounds[odd], groups.grounds[largest(groups, covered)])
        unclear[odd[tints]] = True
        if unclear[flags].all():
            unclear |= (codes == MINE) & (distance(groups.grounds, groups.grounds[covered]) < SAME_GROUND)
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
        unclear[mines] = unlikeness(groups, mines, largest(groups, mines)) > np.where(counted, OF_THE_MOST, UNEVEN)
        several = groups.sizes[unclear & (groups.sizes >= PROOFS)].sum()
        unclear[mines] |= several > MOST_WRONG * groups.sizes[mines].sum()
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
        usual = groups.grounds[largest(groups, covered)]
        in_turn = distance(grounds, groups.grounds[groups.in_turn(shape) & (codes == COVERED)]) < SAME_GROUND
        unclear[covered] = of_another_tint(grounds, usual) & ~_linked(grounds, usual) & ~in_turn
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
    several = covered & (groups.sizes >= PROOFS)  # a single one may be something else
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


def flags_apart(groups: Groups, codes: Ints, believed: Bools) -> Bools:
    """The believed flags, if there are several, on a ground that neither covered cells have nor open ones."""
    flags = (codes == FLAG) & believed
    bare = (codes == COVERED) & (groups.drawn_within < BARE)
    apart = flags & (distance(groups.grounds, groups.grounds[(codes >= 0) | bare]) >= OTHER_GROUND)
    return apart if groups.sizes[apart].sum() >= PROOFS else np.zeros(len(codes), bool)


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
    usual = groups.grounds[largest(groups, np.flatnonzero(codes >= 0))]
    red = np.array([is_red(ground, usual) for ground in groups.grounds])
    shown, trusted = codes[groups.of].reshape(place.shape), believed[groups.of].reshape(place.shape)
    known = deduced(shown, trusted, np.zeros(place.shape, bool), place.cut)
    over = red[covered].all() and known.hidden_mines.ravel()[covered[groups.of]].all()
    return covered if over else np.zeros(len(codes), bool)


def _adds_up(codes: Codes, cut: Bools) -> bool:
    """Whether each number is that of the mines and flags around it, some beside right flags, some beside wrong ones."""
    numbers, adding = (codes > 0) & ~cut, exact(codes)
    beside = [int((numbers & (around(codes == code) > 0)).sum()) for code in (FLAG, WRONG_FLAG)]
    return bool(adding[numbers].all()) and min(beside) >= PROOFS


def _counted(groups: Groups, codes: Ints, place: Place) -> Bools:
    """The groups of which each cell has numbers beside it, and all these count the mines and flags around them."""
    shown = codes[groups.of].reshape(place.shape)
    numbers = (shown > 0) & ~place.cut
    proven = (around(numbers) >= _WITNESSES) & (around(numbers & ~exact(shown)) == 0)
    counted: Bools = np.bincount(groups.of[~proven.ravel()], minlength=len(codes)) == 0
    return counted


def _off_ground(groups: Groups, codes: Ints, marks: Ints) -> Floats:
    """How far the grounds of marks of one kind are from that of most of them, or for flags from a covered one."""
    if not len(marks):
        return np.zeros(0, np.float32)
    usual = np.array([largest(groups, marks)])
    if codes[marks[0]] == FLAG:
        usual = np.append(np.flatnonzero(codes == COVERED), usual)
    return distance(groups.grounds[marks], groups.grounds[usual])
