"""Which empty cells are covered and which are open, in a look that nobody described.

Cells that look alike are alike. Open ones share ground and border with the digits, covered ones with the flags;
between the two lie numbers; and a zero has opened all its neighbours.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations, product

import numpy as np

from minebot.board import COVERED, EXPLODED, FLAG, MINE
from minebot.vision.arrays import Bools, Floats, Ints
from minebot.vision.motion import count_beside, patches
from minebot.vision.rules import around, contradictions
from minebot.vision.unknown.alike import Groups
from minebot.vision.unknown.deduced import deduced
from minebot.vision.unknown.shades import (
    OTHER_GROUND,
    SAME_FRAME,
    SAME_GROUND,
    SIBLING,
    distance,
    on_one_ground,
    pairwise,
    stray,
)

_ONE_SHADE = 7.0  # of 255: by how much one ground may differ where there is no other to compare it with
_TWO_SHADES, _SEVERAL, _DOZENS = 3.0, 4, 30  # of 255; cells of each of these; zeros that there should be
_UNLIKE = 8.0  # log-odds of looking open by which grounds differ that are hardly one
_LESS_COVERED = 3.0  # the same of cells of a board without a number that may be no covered ones
_CLEARLY = 12.0  # of 255: by how much another ground or border must be farther off
_CERTAIN = 6.0  # log-odds of what the rules of the game leave no choice in
_ALIKE_ODDS = 4.0  # log-odds of a ground or a border that is the digits', and not the flags'
_FRESH = 0.05  # share of foreign cells up to which a board without a number is one that nobody opened yet
_FEW = 8  # grounds whose states are tried in all combinations
_MOST_OF_A_LOOK = 6  # breaches that are counted of one group
_BREACH = 2.0  # log-odds that one breach of the rules counts; a single misread number breaches several
_PARTED, _MOST_PARTED = 0.5, 8.0  # log-odds, a number between them, against two grounds of one kind that nowhere touch
_BETWEEN = 0.4  # share of the numbers beside one ground that may be beside another by chance
_LARGE = 4  # cells of a ground of which that can be said
_MOST_UNLIKELY = 10.0  # log-odds against a board without a zero
_FEWEST_ZEROS = 0.2  # share of the zeros that should be, from which on they may be the open cells
_MOST_ZEROS = 0.7  # share of the open cells that are zeros at most: where all numbers are ones, more is said than known
_PLAINLY = 4.0  # log-odds of their state from which empty cells are believed, however few the zeros
_DENIED = 3  # numbers that must be impossible on a board for it to be none
_OF_AN_OPENING, _DENIED_OF_FEW = 10, 2  # numbers around a zero or two, and the same of so few
_SAME_SHADOW, _OTHER_SHADOW = 8.0, 16.0  # of 255: borders that are the same, though faint, and that are not
_FEWEST_FLAGS = 2  # whose ground is that of covered cells
_PLACES = 3  # apart from one another, in which no one thing lies over a board
_MUCH_NEARER = 0.5  # share of how far borders are from those of numbers, up to which they are those of flags
_MOSTLY = 0.7  # share of the empty cells on the grounds of symbols, beside which others lie over the board
_FEWEST_KEPT = 3  # flags beside empty cells that are no zeros then
_STEPS = 20  # until the mean is known well enough
_CONTRARY = 1.0  # log-odds of the other state from which a group is asked by itself
_ABOUT = 1.5  # times as unlike as another one that a look may be and still be about as like it
_PROVEN = 6  # breaches of the rules that the other state of a group would make: it is not of that, whatever it looks
_HARDLY = 0.5  # the same from which it is asked together with others
_EITHER = 0.8  # confidence of an empty cell that may as well be of the other state, but is one of the board
_AGAINST_RULES = 0.99  # probability of a ground's state below which it is in doubt where the rules are against it
_STRAY = 0.5  # confidence of an empty cell whose ground is neither the board's covered nor its open one


@dataclass(frozen=True, slots=True)
class Place:
    """The rows and columns of a board, and the cells beyond which it may go on out of sight."""

    shape: tuple[int, int]
    cut: Bools


@dataclass(frozen=True, slots=True)
class Seen:
    """What the network thinks of each group: whether it is empty, foreign, open (log-odds), and how sure it is."""

    empty: Bools
    foreign: Bools
    open: Floats
    sure: Floats


def breaches(groups: Groups, codes: Ints, place: Place, trusted: Bools) -> int:
    """How many open cells of the trusted groups the rules rule out, by the codes of the groups.

    Of one group no more than a few count: a look that is misread breaches the rules wherever it is, and is one mistake.
    Groups that are not trusted may be mines, and may be none: that is what a flag says to the rules. Flags beside zeros
    count from a few on, as these open all but those; and twice where most of all flags are: those would all be wrong.
    """
    broken = contradictions(np.where(trusted, codes, FLAG)[groups.of].reshape(place.shape), place.cut).ravel()
    counts = np.bincount(groups.of[broken], minlength=len(codes))[trusted]
    flags, zeros = ((trusted & (codes == code))[groups.of].reshape(place.shape) for code in (FLAG, 0))
    kept = int((flags & (around(zeros) > 0)).sum())
    most = kept >= _FEWEST_KEPT and 2 * kept > flags.sum()
    against = 2 * kept if most else min(max(kept - _FEWEST_KEPT + 1, 0), _MOST_OF_A_LOOK)
    return int(np.minimum(counts, _MOST_OF_A_LOOK).sum()) + against


def settle_grounds(groups: Groups, seen: Seen, codes: Ints, place: Place) -> tuple[Ints, Floats]:
    """The codes with each empty group covered or open, and the probability of that, for each group.

    What the network thinks of the grounds, whether they are those of the digits or of the flags, and the rules, for all
    grounds together. Before the first number is open, everything is covered.
    """
    codes, sure = codes.copy(), np.ones(len(codes), np.float32)
    if not ((codes >= 1) & (codes <= 8)).any():
        strange = groups.sizes[seen.foreign].sum() > _FRESH * groups.sizes.sum()
        codes[seen.empty], sure[seen.empty] = COVERED, _STRAY if strange else 1
        grounds = _grounds(groups, seen, codes, place.shape)
        sure[_unlike_most(groups, seen) | stray(groups, grounds, codes, place.shape)] = _STRAY
        return codes, sure
    grounds = _grounds(groups, seen, codes, place.shape)
    likeness = _likeness(groups, seen, codes)
    leaning = np.clip(seen.open, -_CERTAIN, _CERTAIN) + likeness
    leanings = [float(np.average(leaning[ground], weights=groups.sizes[ground])) for ground in grounds]
    for ground, lean in zip(grounds, leanings, strict=True):
        codes[ground] = 0 if lean > 0 else COVERED
    strange = seen.foreign | _on_no_ground(groups, seen, codes)
    trusted = (seen.sure > 1 - _STRAY) & ~strange  # what is foreign may lie over anything

    def breached() -> int:
        return breaches(groups, codes, place, trusted)

    sure[:] = _try_together(groups, (grounds, leanings), (codes, breached), place)
    for ground, lean in list(zip(grounds, leanings, strict=True))[_FEW:]:
        odds = lean + _BREACH * _gain(codes, ground, breached)
        codes[ground] = 0 if odds > 0 else COVERED
        sure[ground] = 1 / (1 + np.exp(-abs(odds)))
    unclear = _unclear(groups, seen, (grounds, likeness), (codes, breached))
    unclear &= ~_kept_by_flags(groups, seen, codes, place)
    unclear |= stray(groups, grounds, codes, place.shape) | _few_unlike_flags(groups, seen, codes, place)
    unclear |= _hardly_apart(groups, seen, codes)
    lonely = _unproven_by_zeros(groups, seen, likeness, codes, place)
    if lonely.any():
        unclear |= lonely & _otherwise(groups, grounds, codes, (trusted, place))
    either = _unproven(_of_either_look(groups, seen, codes), (codes, breached))
    sure = np.where(either, np.minimum(sure, _EITHER), sure)
    return codes, np.where(unclear, np.minimum(sure, _STRAY), sure).astype(np.float32)


def _on_no_ground(groups: Groups, seen: Seen, codes: Ints) -> Bools:
    """The empty groups on a ground far from any that a symbol has, where most empty cells are on one of those.

    And some of these look covered, some open: else those on another ground may be what is left of the other state.
    """
    apart = distance(groups.grounds, groups.grounds[~seen.empty & ~seen.foreign & (codes != COVERED)])
    near, far = seen.empty & (apart < SAME_GROUND), seen.empty & (apart > OTHER_GROUND)
    both = min(groups.sizes[near & (side * seen.open > _CONTRARY)].sum() for side in (1, -1)) >= _LARGE
    return far & bool(both and groups.sizes[near].sum() > _MOSTLY * groups.sizes[seen.empty].sum())


def _unlike_most(groups: Groups, seen: Seen) -> Bools:
    """The empty groups that look less covered than most, on another ground: a mine may be hard to see there."""
    if not seen.empty.any():
        return seen.empty
    alike = pairwise(groups.grounds, groups.grounds) <= SAME_GROUND
    usual = alike[(alike @ (groups.sizes * seen.empty)).argmax()] & seen.empty
    other = ~usual & (distance(groups.forms, groups.forms[usual]) > SAME_FRAME)
    mean = float(np.average(seen.open[seen.empty], weights=groups.sizes[seen.empty]))
    unlike: Bools = seen.empty & other & (seen.open > mean + _LESS_COVERED)
    return unlike


def _unclear(
    groups: Groups, seen: Seen, judged: tuple[list[Ints], Floats], board: tuple[Ints, Callable[[], int]]
) -> Bools:
    """The empty groups of which the state may be the other one, however well the board fits together."""
    grounds, likeness = judged
    codes, breached = board
    on_digits = _plainly_on_digits(groups, seen, codes)
    of_digits = distance(groups.grounds, groups.grounds[(codes >= 1) & (codes <= 8)])
    mixed = _mixed(groups, seen, grounds, codes) & ~(on_digits & (of_digits <= _ONE_SHADE))
    unclear = _unproven(mixed, board)  # the two shades of a chequer of covered cells would be zeros beside them
    unlikely, _ = _no_zero(groups, codes)
    contrary = _contrary(groups, seen, (grounds, likeness, unlikely), board)
    unclear |= contrary & ~on_digits & ~_plainly_on_flags(groups, seen, codes)
    if upside_down(groups, codes):
        unclear |= seen.empty
    supported = (likeness * seen.open > 0) | on_digits
    for ground in grounds:  # a cell or two of a look of their own, of which network and marks tell unlike things
        small = groups.sizes[ground].sum() < _LARGE and not supported[ground].any()
        unclear[ground] |= small and _gain(codes, ground, breached) == 0
    return unclear


def _kept_by_flags(groups: Groups, seen: Seen, codes: Ints, place: Place) -> Bools:
    """The covered groups of which no cell can be a zero: it would have opened all flags about it and its like.

    That of one flag does not tell, since some programs keep those on zeros; nor what has the ground of digits.
    """
    flags = ((codes == FLAG) & (seen.sure > 1 - _STRAY))[groups.of].reshape(place.shape)
    seas = patches(seen.empty[groups.of].reshape(place.shape))  # zeros beside zeros: all of one are, or none
    kept = (count_beside(seas, flags) >= _FEWEST_KEPT)[seas].ravel()
    off_digits = distance(groups.grounds, groups.grounds[(codes >= 1) & (codes <= 8)]) > OTHER_GROUND
    whole = np.bincount(groups.of[~kept], minlength=len(codes)) == 0
    closed: Bools = off_digits & whole & (codes == COVERED)
    return closed


def _few_unlike_flags(groups: Groups, seen: Seen, codes: Ints, place: Place) -> Bools:
    """The covered groups on quite another ground than flags, of which there are more than of these cells.

    What lies over the last covered cells of a game may be all that looks like such, but not in several places at once.
    Zeros lie so, of which none is a mine by the numbers; and mines and wrong flags that a lost game shows as plain
    cells, but without the borders of closed ones.
    """
    sure, numbers = seen.sure > 1 - _STRAY, (codes >= 1) & (codes <= 8)
    flags = sure & (codes == FLAG)
    unlike = seen.empty & (codes == COVERED) & (distance(groups.grounds, groups.grounds[flags]) > OTHER_GROUND)
    few: Bools = unlike & bool(groups.sizes[unlike].sum() < groups.sizes[flags].sum())
    if not few.any():
        return few
    framed = _bordered_as(groups, flags, numbers)
    told, zeros = (each[groups.of].reshape(place.shape) for each in (numbers & sure, seen.empty & (codes == 0)))
    known = deduced(codes[groups.of].reshape(place.shape), told, zeros, place.cut)
    if known.broken.any():  # of numbers that contradict one another none proves a thing
        return few
    for group in np.flatnonzero(few & framed).tolist():
        alike = unlike & (distance(groups.grounds, groups.grounds[[group]]) < _TWO_SHADES)
        cells = alike[groups.of].reshape(place.shape)
        few[group] = patches(cells).max() < _PLACES or not known.proven[cells].any()
    return few


def _bordered_as(groups: Groups, which: Bools, others: Bools) -> Bools:
    """The groups with the borders of some groups, not of the others, as they are or beside the colour within."""
    bordered = np.zeros(len(groups.sizes), bool)
    for looks in (groups.frames, groups.rims):
        near, far = (distance(looks, looks[some]) for some in (which, others))
        bordered |= (far >= SAME_FRAME) & (near < np.maximum(SAME_FRAME, _MUCH_NEARER * far))
    return bordered


def _hardly_apart(groups: Groups, seen: Seen, codes: Ints) -> Bools:
    """The empty groups, of two shades or more, where none is open though dozens of zeros should be."""
    _, zeros = _no_zero(groups, codes)
    lacking = zeros >= _DOZENS and not (codes[seen.empty] == 0).any()
    return seen.empty & (lacking and _of_two_shades(groups, np.flatnonzero(seen.empty)))


def _of_two_shades(groups: Groups, which: Ints) -> bool:
    """Whether some groups, those of several cells, are of two shades or more, however near."""
    several = groups.grounds[which][groups.sizes[which] >= _SEVERAL]
    return len(several) > 1 and float(np.ptp(several, axis=0).max()) > _TWO_SHADES


def _unproven_by_zeros(groups: Groups, seen: Seen, likeness: Floats, codes: Ints, place: Place) -> Bools:
    """The empty groups that may be of the other state where far fewer zeros are open than there should be.

    However like the ground of flags, if none of these is beside any such cell: zeros may have that ground.
    """
    unlikely, zeros = _no_zero(groups, codes)
    if groups.sizes[seen.empty & (codes == 0)].sum() >= _FEWEST_ZEROS * zeros or unlikely <= _CERTAIN:
        return np.zeros(len(codes), bool)
    plain = np.where(codes == 0, seen.open, -seen.open) >= _PLAINLY
    side = np.where(codes == 0, 1, -1)
    agreed = np.where(np.minimum(side * likeness, side * seen.open) > 0, np.abs(likeness + seen.open), 0)  # by both
    near_flags = (around((codes == FLAG)[groups.of].reshape(place.shape)) > 0).ravel()
    beside = np.bincount(groups.of[near_flags], minlength=len(codes)) > 0
    plain |= _plainly_on_digits(groups, seen, codes) | (_plainly_on_flags(groups, seen, codes) & beside)
    return seen.empty & ~plain & (agreed < _CERTAIN)


def _otherwise(groups: Groups, grounds: list[Ints], codes: Ints, board: tuple[Bools, Place]) -> Bools:
    """The empty groups that may be of the other state by the numbers, in one choice of what is open, or in another.

    One who opened a small opening sees few zeros; but closed cells between its numbers would be mines too many.
    """
    trusted, place = board

    def denied(states: Ints) -> int:
        cells, believed = states[groups.of].reshape(place.shape), trusted[groups.of].reshape(place.shape)
        numbers = believed & (cells >= 0)
        return int((numbers & deduced(cells, believed, numbers, place.cut).denies(cells)).sum())

    if len(grounds) > _FEW or denied(codes):
        return np.ones(len(codes), bool)
    otherwise, tried = np.zeros(len(codes), bool), codes.copy()
    numbers = groups.sizes[trusted & (codes > 0)].sum()
    enough = _DENIED if numbers > _OF_AN_OPENING else _DENIED_OF_FEW
    for states in product((0, COVERED), repeat=len(grounds)):
        for ground, state in zip(grounds, states, strict=True):
            tried[ground] = state
        if denied(tried) < enough:
            otherwise |= tried != codes
    return otherwise


def _unproven(asked: Bools, board: tuple[Ints, Callable[[], int]]) -> Bools:
    """Those of some groups of which the rules do not prove the state: the other one would not breach many of them."""
    codes, breached = board
    unproven = np.zeros(len(codes), bool)
    for group in np.flatnonzero(asked).tolist():
        sign = 1 if codes[group] == 0 else -1
        unproven[group] = sign * _gain(codes, np.array([group]), breached) < _PROVEN
    return unproven


def upside_down(groups: Groups, codes: Ints) -> bool:
    """Whether most digits lie on the ground of what is taken for covered, and on none that is taken for open.

    Or have its borders as well, as in a sheet of squares with numbers, which is no board.
    """
    digits = (codes >= 1) & (codes <= 8)
    of_open, of_covered = (distance(groups.grounds, groups.grounds[codes == code]) for code in (0, COVERED))
    to_open, to_covered = (distance(groups.frames, groups.frames[codes == code]) for code in (0, COVERED))
    strange = (of_covered < SAME_GROUND) & (of_open > SIBLING) & np.isfinite(of_open)
    strange |= (of_covered < SAME_GROUND) & (to_covered < SAME_FRAME) & (np.maximum(of_open, to_open) >= SAME_FRAME)
    return bool(2 * groups.sizes[strange & digits].sum() > groups.sizes[digits].sum())


def _plainly_on_digits(groups: Groups, seen: Seen, codes: Ints) -> Bools:
    """The open groups on the ground of digits, which nothing closed has, where the network does not plainly say no.

    That ground may be no flag's by far, or by little, where the digits have it to the shade.
    """
    of_digits, of_closed = (
        distance(groups.grounds, groups.grounds[which])
        for which in ((codes >= 1) & (codes <= 8), np.isin(codes, (COVERED, FLAG)))
    )
    plainly: Bools = (of_digits < SAME_GROUND) & (of_closed > OTHER_GROUND)
    plainly |= on_one_ground(groups, codes)[0]
    plainly &= (codes == 0) & (seen.open > -_PLAINLY)
    return plainly


def _plainly_on_flags(groups: Groups, seen: Seen, codes: Ints) -> Bools:
    """The covered groups on the ground of flags, or within their borders, while numbers and zeros share others.

    Flags stand on covered cells: flat ones look open to the network, and the rules allow it where all mines are marked.
    """
    digits, empty = (codes >= 1) & (codes <= 8), (codes == 0) & seen.empty
    plainly = np.zeros(len(codes), bool)
    for looks, same, other in (
        (groups.grounds, SAME_GROUND, OTHER_GROUND),
        (groups.frames, _SAME_SHADOW, _OTHER_SHADOW),
    ):
        of_flags, of_digits, of_open = (distance(looks, looks[which]) for which in (codes == FLAG, digits, empty))
        if (of_digits[empty] < same).any():
            plainly |= (of_flags < same) & (np.minimum(of_digits, of_open) > other)
    plainly |= on_one_ground(groups, codes)[1]
    plainly &= (codes == COVERED) & (seen.open < _PLAINLY)
    return plainly if groups.sizes[codes == FLAG].sum() >= _FEWEST_FLAGS else np.zeros(len(codes), bool)


def _try_together(
    groups: Groups,
    judged: tuple[list[Ints], list[float]],
    board: tuple[Ints, Callable[[], int]],
    place: Place,
) -> Floats:
    """Set the codes of the largest grounds to the best of all combinations; how sure that is, for each group.

    In doubt is what is not quite plain where the rules speak more against it than against the next best.
    """
    grounds, leanings = judged
    codes, breached = board
    parted = _parted(groups, grounds, codes, place)
    unlikely, _ = _no_zero(groups, codes)
    impossible = _CERTAIN if _counts_what_is_closed(groups, codes, (grounds, place)) else 0.0
    scores, against = {}, {}
    for states in product((0, COVERED), repeat=min(_FEW, len(grounds))):
        for ground, state in zip(grounds, states, strict=False):
            codes[ground] = state
        agreement = sum(lean if state == 0 else -lean for lean, state in zip(leanings, states, strict=False)) / 2
        apart = sum(weight for (one, other), weight in parted.items() if states[one] == states[other])
        rare = unlikely if 0 not in states else 0.0 if COVERED in states else impossible
        against[states] = _BREACH * breached() + rare
        scores[states] = agreement - apart - against[states]
    best = max(scores, key=lambda states: scores[states])
    sure = np.ones(len(codes), np.float32)
    for index, ground in enumerate(grounds[:_FEW]):
        codes[ground] = best[index]
        other = max((states for states in scores if states[index] != best[index]), key=lambda states: scores[states])
        likely = 1 / (1 + np.exp(scores[other] - scores[best]))
        sure[ground] = _STRAY if likely < _AGAINST_RULES and against[best] > against[other] else likely
    return sure


def _counts_what_is_closed(groups: Groups, codes: Ints, board: tuple[list[Ints], Place]) -> bool:
    """Whether there is a number in sight of all its neighbours, and nothing closed but what is among those grounds."""
    grounds, place = board
    left = np.ones(len(codes), bool)
    for ground in grounds:
        left[ground] = False
    numbers = ((codes >= 1) & (codes <= 8))[groups.of] & ~place.cut.ravel()
    return bool(numbers.any()) and len(grounds) <= _FEW and not (codes[left] < 0).any()


def _no_zero(groups: Groups, codes: Ints) -> tuple[float, float]:
    """The log-odds against no zero being open where so many numbers are, and how many zeros should be.

    Both are taken to have as many mines around as any cell: a Poisson distribution, of which the zeros are not counted.
    """
    digits = (codes >= 1) & (codes <= 8)
    count = float(groups.sizes[digits].sum())
    mean = mines = float(np.average(codes[digits], weights=groups.sizes[digits]))
    for _ in range(_STEPS):
        mines = mean * (1 - np.exp(-mines))
    share = min(float(np.exp(-mines)), _MOST_ZEROS)
    return min(_MOST_UNLIKELY, -count * float(np.log(1 - share))), count * share / (1 - share)


def _gain(codes: Ints, ground: Ints, breached: Callable[[], int]) -> int:
    """How many fewer breaches there are with a ground open than with it covered."""
    was = codes[ground].copy()
    counts = []
    for state in (COVERED, 0):
        codes[ground] = state
        counts.append(breached())
    codes[ground] = was
    return counts[0] - counts[1]


def _grounds(groups: Groups, seen: Seen, codes: Ints, shape: tuple[int, int]) -> list[Ints]:
    """The groups of empty cells that share a ground, those with the most cells first.

    Two shades of a chequer are two, and those of the digits and of the flags.
    """
    empty = np.flatnonzero(seen.empty)
    on_digits, on_flags = on_one_ground(groups, codes)
    grounds = groups.kindred(empty, seen.open, groups.turns(empty, shape), on_digits.astype(int) - on_flags)
    return sorted(grounds, key=lambda ground: -int(groups.sizes[ground].sum()))


def _likeness(groups: Groups, seen: Seen, codes: Ints) -> Floats:
    """Towards open where the ground is that of the digits, towards covered where it is that of the flags.

    Or where it is neither, while there are empty cells on that of the digits. The border tells more than the colour: in
    the classic look both are of one grey.
    """
    digits, flags = (codes >= 1) & (codes <= 8), codes == FLAG
    borders, grounds = groups.frames, groups.grounds
    by_digits, by_flags = (distance(borders, borders[which]) for which in (digits, flags))
    of_digits, of_flags = (distance(grounds, grounds[which]) for which in (digits, flags))
    towards = _nearer(by_digits, by_flags).astype(np.float32) - _nearer(by_flags, by_digits)
    towards += (of_digits < SAME_GROUND) & (of_flags > of_digits + _CLEARLY)
    towards -= (of_flags < SAME_GROUND) & (of_digits > of_flags + _CLEARLY)
    if (of_digits[seen.empty] < SAME_GROUND).any():
        towards -= of_digits > SIBLING
    on_digits, on_flags = on_one_ground(groups, codes)
    towards += on_digits.astype(np.float32) - on_flags
    likeness: Floats = _ALIKE_ODDS * towards
    return likeness


def _nearer(to_own: Floats, to_other: Floats) -> Bools:
    """Which borders are the ones, and not the others: a soft shadow makes little more of a difference than noise."""
    nearer: Bools = (to_own < SAME_FRAME) & (to_other >= np.minimum(SAME_FRAME, to_own + _CLEARLY))
    return nearer


def _parted(groups: Groups, grounds: list[Ints], codes: Ints, place: Place) -> dict[tuple[int, int], float]:
    """The pairs of large grounds that nowhere touch, and the log-odds against their being of one kind.

    Numbers lie between what is covered and what is open: most of those beside the one ground are beside the other, too.
    """
    number = np.full(len(groups.sizes), -1)
    for index, ground in enumerate(grounds[:_FEW]):
        if groups.sizes[ground].sum() >= _LARGE:
            number[ground] = index
    grid, digits = number[groups.of].reshape(place.shape), ((codes >= 1) & (codes <= 8))[groups.of].reshape(place.shape)
    beside = {int(each): around(grid == each) > 0 for each in np.unique(number[number >= 0])}
    parted = {}
    for one, other in combinations(beside, 2):
        if not (beside[one] & (grid == other)).any():
            between = (digits & beside[one] & beside[other]).sum()
            usual = min((digits & beside[one]).sum(), (digits & beside[other]).sum())
            parted[one, other] = min(_MOST_PARTED, _PARTED * max(0.0, float(between - _BETWEEN * usual)))
    return parted


def _mixed(groups: Groups, seen: Seen, grounds: list[Ints], codes: Ints) -> Bools:
    """The empty groups, where all are of one kind and yet of several: some may be covered, and some open."""
    mixed = np.zeros(len(groups.sizes), bool)
    empty = np.concatenate(grounds) if grounds else np.zeros(0, int)
    if len(empty) and len(np.unique(codes[empty])) == 1:
        colours = groups.grounds[empty]
        mixed[empty] = float(np.ptp(colours, axis=0).max()) > _ONE_SHADE or float(np.ptp(seen.open[empty])) > _UNLIKE
        mixed[empty] |= _of_two_shades(groups, empty)
    return mixed


def _of_either_look(groups: Groups, seen: Seen, codes: Ints) -> Bools:
    """The empty groups whose state the network hardly knows, on grounds of both, and as like the other one as theirs.

    A light from one side may give open cells the colour of covered ones; what is drawn in them stays, or at least how
    much of it. Mines tell of closed cells only where they are shown on such.
    """
    opened, side = codes >= 0, np.where(codes >= 0, seen.open, -seen.open)
    drawn = np.ptp(groups.forms, axis=1)
    closed = groups.grounds[np.isin(codes, (COVERED, FLAG))]
    telling = ~seen.empty & (~np.isin(codes, (MINE, EXPLODED)) | (distance(groups.grounds, closed) <= OTHER_GROUND))
    either = np.zeros(len(codes), bool)
    for group in np.flatnonzero(seen.empty & (side < _CONTRARY)).tolist():
        own, others = ((opened == opened[group]) == same for same in (True, False))
        own[group] = False
        on_both = distance(groups.grounds[[group]], groups.grounds[others & telling])[0] < SAME_GROUND
        if on_both and (own & seen.empty).any() and (others & seen.empty).any():
            by_form, by_amount = (
                each[others & seen.empty].min() / max(float(each[own & seen.empty].min()), 1.0)
                for each in (np.abs(groups.forms - groups.forms[group]).max(1), np.abs(drawn - drawn[group]))
            )
            either[group] = by_form <= 1 or (by_form <= _ABOUT and by_amount <= 1)
    return either


def _contrary(
    groups: Groups,
    seen: Seen,
    judged: tuple[list[Ints], Floats, float],
    board: tuple[Ints, Callable[[], int]],
) -> Bools:
    """The groups that look as if they were of the other state, and might be by the rules, or unlike most of their own.

    They are asked ground by ground, all of a ground together, and one by one; and those that look so the most together,
    since a light from one side makes several grounds of what is one. Without all the zeros, so many numbers would have
    none among them: where no rule is breached, how unlikely that is counts as well. Whatever the rules say, what looks
    so by the ground of digits or flags as well is: numbers may be too faint to be seen, or mines be shown.
    """
    grounds, likeness, unlikely = judged
    codes, breached = board
    zeros = groups.sizes[seen.empty & (codes == 0)].sum()

    def certain(asked: Ints) -> bool:
        alone = codes[asked[0]] == 0 and groups.sizes[asked].sum() == zeros
        odds = float(np.average((seen.open + likeness)[asked], weights=groups.sizes[asked]))
        return bool(alone and odds + unlikely > _CERTAIN) and not breached()

    contrary = _of_the_other_look(groups, seen, likeness, codes)
    usual: dict[int, float] = {}
    leaning: dict[int, list[Ints]] = {}
    for ground in grounds:
        state = int(codes[ground[0]])
        sign = 1 if state == 0 else -1
        usual.setdefault(state, float(np.average(seen.open[ground], weights=groups.sizes[ground])))
        single = ground[sign * seen.open[ground] < -_CONTRARY]
        leaning.setdefault(state, []).append(ground[sign * seen.open[ground] < -_HARDLY])
        for asked in (ground, single, *single[:, None]) if len(single) else (ground,):
            looks = float(np.average(seen.open[asked], weights=groups.sizes[asked]))
            if sign * looks < -_CONTRARY:
                unlike = abs(looks - usual[state]) > _UNLIKE
                contrary[asked] |= unlike or (sign * _gain(codes, asked, breached) <= 0 and not certain(asked))
    for state, leaning_groups in leaning.items():
        sign = 1 if state == 0 else -1
        together = np.concatenate(leaning_groups)
        together = together[np.argsort(sign * seen.open[together], kind="stable")]
        for count in range(1, len(together) + 1):
            asked = together[:count]
            if sign * _gain(codes, asked, breached) <= 0 and not certain(asked):
                contrary[asked] = True
    return contrary


def _of_the_other_look(groups: Groups, seen: Seen, likeness: Floats, codes: Ints) -> Bools:
    """The empty groups of the other state to the network and by their grounds, where several are of their own by both.

    `likeness` are the log-odds of being open by the grounds.
    """
    side = np.where(codes == 0, 1, -1)
    most, least = (each(side * seen.open, side * likeness) for each in (np.maximum, np.minimum))
    other = seen.empty & (most < -_CONTRARY)
    for state in (0, COVERED):
        if groups.sizes[seen.empty & (codes == state) & (least > _CONTRARY)].sum() < _LARGE:
            other &= codes != state
    return other
