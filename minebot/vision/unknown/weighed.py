"""What the rules choose of the classes that the network thinks likely, and how sure that is."""

from collections.abc import Iterator

import numpy as np

from minebot.board import COVERED, EXPLODED, FLAG, MINE, QUESTION, WRONG_FLAG
from minebot.vision.arrays import Bools, Floats, Ints
from minebot.vision.reading import DOUBTFUL_BELOW
from minebot.vision.rules import around, contradictions
from minebot.vision.unknown.alike import Groups
from minebot.vision.unknown.deduced import Deduced, deduced
from minebot.vision.unknown.glyphs import BELIEVED, CODES, DIGITS, MINES, SETTLED, UNDECIDED, Kind, Sight
from minebot.vision.unknown.inks import other_inks
from minebot.vision.unknown.repeated import one_symbol
from minebot.vision.unknown.shades import OTHER_GROUND, distance
from minebot.vision.unknown.states import Place, breaches

_AFTER_A_LOSS = {MINE: MINES, EXPLODED: MINES, WRONG_FLAG: slice(Kind.WRONG, Kind.WRONG + 1)}
"""What is shown only when a game is lost, and the classes that it may be seen as."""
RECURRING = 6  # cells of one look: what lies over a board seldom looks the same in as many
_CANDIDATES = 4  # classes among which the rules choose
_BREACH = 3.0  # log-odds that one breach of the rules counts against a guess
_HARDLY_SEEN = 4.0  # log-odds by which what the rules choose may be less likely to the network than something else
_PREFERRED = 1.4  # log-odds by which another number is likelier to the network than the one that the rules leave
_OFTEN = 3  # places at which the rules rule that out, from which they are believed
_UNSEEN = 8.0  # log-odds by which the only number that the rules leave may be less likely to the network than another
_MOST_BREACHES = 8  # that are counted
_BROKEN = 0.2  # share of the cells of a group that breach the rules, from which it may be misread itself
_FEWEST_BROKEN = 2  # cells of such groups, from which the others may be misread as well
_SMALL = 2  # a number of which some board shows none as small is none: few cells have three mines around them
_FIRST = 4  # the same of the only one, where it is quite plain: what a first click shows
_MANY = 20  # numbers of which one at least should be 1
TRUSTED = 0.7  # probability from which a group's numbers are asked whether the rules allow them
_RARE, _AS_RARE = 6, 0.999  # numbers of which most boards show none; how plain a lone one of them must be
_SELDOM, _PLAIN = 2, 0.95  # cells of a number that is seldom, and how sure one of them must be
_SOME = 0.03  # probability of another number, which is not to be neglected there
NO_QUESTION = 0.2  # probability below which a flag is no question mark: a P looks a little like one


def hardly_rare(groups: Groups, sight: Sight, seen: tuple[Ints, Floats], place: Place) -> Bools:
    """The numbers that few boards show, of which one cell alone does, where the network sees a little of another one.

    And those that one or two cells show, neither plainly, where it sees some of another one. If the rules allow that as
    well, and its colour, where others show it: a thin 5 half a pixel off is like a 6, and two pale 2s may be like 3s.
    `seen` are the codes, and how sure each is.
    """
    codes, sure = seen
    shown, counts = np.unique(codes[groups.of], return_counts=True)
    lone = np.isin(codes, shown[(counts == 1) & (shown >= _RARE)])
    seldom = np.isin(codes, shown[(counts <= _SELDOM) & (shown > 0)]) & ~np.isin(codes, codes[sure >= _PLAIN])
    hardly = np.zeros(len(codes), bool)
    own = np.exp(np.take_along_axis(sight.classes, np.clip(codes, 0, 8)[:, None], 1))[:, 0]
    plain = own > np.where(groups.sizes > 1, BELIEVED, _AS_RARE)
    for group in np.flatnonzero(lone | seldom).tolist():
        others = np.exp(sight.classes[group, DIGITS])
        others[codes[group] - 1] = 0
        known = _deduced(groups, sight, (np.array([group]), codes), place, opened=True)
        allowed = np.array([_denied(number, groups.of == group, known) == 0 for number in range(1, 9)])
        allowed &= ~other_inks(groups, group, codes, plain)
        hardly[group] = others[allowed].sum() > (1 - _AS_RARE if lone[group] else _SOME)
    return hardly


def decided(groups: Groups, sight: Sight, codes: Ints, place: Place) -> tuple[Ints, Floats, Bools]:
    """The codes with the undecided groups given what breaches the fewest rules, and how sure each group is.

    And which of them are in doubt even so: others are decided as if they were not.
    """
    shown, codes, hardly = codes, codes.copy(), np.zeros(len(codes), bool)
    sure = sight.likely.copy()
    kinds = sight.kinds
    foreign, symbols = kinds == Kind.FOREIGN, kinds != Kind.NONE

    def weigh(asked: Bools) -> None:
        left = asked.copy()
        for group in sorted(np.flatnonzero(asked).tolist(), key=lambda group: sure[group]):
            if left[group]:
                kin = one_symbol(groups, group, np.flatnonzero(left))
                codes[kin], sure[kin], hardly[kin] = _weighed(groups, sight, (kin, codes), place)
                left[kin] = False

    unsure = symbols & (sure < SETTLED)
    weigh(unsure)  # first what is unsure by itself, the least sure first: it may be why others breach the rules
    if (codes[unsure] != shown[unsure]).any():
        weigh(unsure)  # what was weighed while another one was taken for what it is not
    trusted = np.where(trustworthy(sure, kinds), codes, FLAG)  # what is not may be a mine, and may be none
    weigh(symbols & ~unsure & _broken(groups, trusted, place))
    sure[foreign] = np.minimum(sure[foreign], UNDECIDED)
    return codes, sure, hardly


def trustworthy(sure: Floats, kinds: Ints, least: float = TRUSTED) -> Bools:
    """The groups that the rules may be asked about, or so sure: what is foreign may lie over anything."""
    trusted: Bools = (sure > least) & (kinds != Kind.FOREIGN)
    return trusted


def _broken(groups: Groups, codes: Ints, place: Place) -> Bools:
    """The groups of which many cells breach the rules: where but a few do, a neighbour of theirs is misread."""
    broken = contradictions(codes[groups.of].reshape(place.shape), place.cut).ravel()
    many: Bools = np.bincount(groups.of[broken], minlength=len(codes)) > _BROKEN * groups.sizes
    return many


def ruled_out(groups: Groups, codes: Ints, sure: Floats, place: Place) -> Bools:
    """The groups that the rules rule out; where many numbers are, the empty ones as well, which they told apart.

    Those that are in doubt may be mines, and may be none.
    """
    digits = (codes >= 1) & (codes <= 8)
    first = groups.sizes[digits].sum() == 1 and sure[digits].min() > _AS_RARE
    codes = np.where(sure < DOUBTFUL_BELOW, FLAG, codes)
    broken, digits = _broken(groups, codes, place), digits & (codes > 0)
    cells, numbers = groups.sizes[broken & digits].sum(), groups.sizes[digits].sum()
    if cells >= _FEWEST_BROKEN and cells > _BROKEN * numbers:
        broken |= (codes == 0) | (codes == COVERED)
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
    trusted = trustworthy(sight.likely, sight.kinds)
    trusted[kin] = True
    known = _deduced(groups, sight, asked, place, opened=True)
    likeliest = _likeliest(groups, sight, asked, known)
    ended = max(likeliest.get(kind, -np.inf) for kind in (Kind.MINE, Kind.EXPLODED)) > -_UNSEEN
    apart = _deduced(groups, sight, asked, place, opened=False) if ended else known
    cells = groups.cells_of(kin)
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
    if best == FLAG and sight.classes[group, Kind.FLAG] < sight.classes[group, MINES].max():
        likely = min(likely, UNDECIDED)  # of which the rules allow more than of mines, wherever it is
    if best in _AFTER_A_LOSS and np.exp(sight.classes[group, _AFTER_A_LOSS[best]]).sum() < UNDECIDED:
        likely = min(likely, UNDECIDED)  # the rules tell it from no flag, and from no cell that is still covered
    if best == QUESTION and np.exp(sight.classes[group, Kind.QUESTION]) < NO_QUESTION:
        likely = min(likely, UNDECIDED)  # which breaks no rule, wherever it is
    if seen[best] < max(seen.values()) - _HARDLY_SEEN:
        likely = min(likely, UNDECIDED)  # another group may be misread, to which only this fits
    if best > 0:  # which one, the rules may tell; that it is a number at all is to be seen
        likely = min(likely, float(np.exp(_of_the_board(groups, sight, kin)[DIGITS]).sum()))
    hardly = best > 0 and _hardly_ruled_out(_of_the_board(groups, sight, kin), best, cells, known)
    likely = min(likely, UNDECIDED) if best == COVERED else likely  # which only what is foreign comes out as here
    return best, likely, hardly


def _hardly_ruled_out(odds: Floats, number: int, cells: Bools, known: Deduced) -> bool:
    """Whether the network sees quite another number, which the rules rule out at few places: these may be misread."""
    seen = 1 + int(odds[DIGITS].argmax())
    return bool(odds[seen] - odds[number] > _PREFERRED) and _denied(seen, cells, known) < _OFTEN


def _of_the_board(groups: Groups, sight: Sight, kin: Ints) -> Floats:
    """The logarithms of the probabilities of the classes of groups of one symbol.

    It is hardly what no cell shows where it is the same in many cells, unless that is what it looks like.
    """
    odds: Floats = sight.classes[kin[0]]
    lies_over = float(np.exp(odds[Kind.FOREIGN]))
    if groups.sizes[kin].sum() < RECURRING or lies_over > UNDECIDED:
        return odds
    without: Floats = odds - np.float32(np.log1p(-lies_over))
    without[Kind.FOREIGN] = -np.inf
    return without


def _shown(code: int, likeliest: dict[int, float]) -> Iterator[tuple[int, float]]:
    """The codes of some classes, with the odds of these; an empty cell of which that is not known may be covered."""
    for kind, odds in likeliest.items():
        if kind != Kind.NONE:
            yield int(CODES[kind]), odds
        elif code in (0, COVERED):
            yield code, odds
        else:
            yield from ((0, odds), (COVERED, odds))


def _deduced(groups: Groups, sight: Sight, asked: tuple[Ints, Ints], place: Place, opened: bool) -> Deduced:
    """What the other groups that are beyond doubt say of the mines, if the cells of these are open; or may be mines."""
    kin, codes = asked
    sure = trustworthy(sight.likely, sight.kinds, BELIEVED)
    sure[kin] = False
    believed, cells = (each.reshape(place.shape) for each in (sure[groups.of], groups.cells_of(kin) & opened))
    return deduced(codes[groups.of].reshape(place.shape), believed, cells, place.cut)


def _likeliest(groups: Groups, sight: Sight, asked: tuple[Ints, Ints], known: Deduced) -> dict[int, float]:
    """The classes among which the rules choose, with their logarithms of probabilities.

    Where the rules, and the grounds of other numbers, leave but one number, it is as likely as all of them together;
    unless it looks nothing like that: then it is no number.
    """
    kin, _ = asked
    odds, cells = _of_the_board(groups, sight, kin), groups.cells_of(kin)
    likeliest = {kind: float(odds[kind]) for kind in np.argsort(-odds)[:_CANDIDATES].tolist()}
    left = [digit for digit in range(1, 9) if not _denied(digit, cells, known)]
    left = [digit for digit in left if not _on_another_ground(groups, sight, asked, digit)]
    if len(left) == 1 and odds[left[0]] > odds.max() - _UNSEEN:
        likeliest[left[0]] = float(np.log(np.exp(odds[DIGITS]).sum()))
    return likeliest


def _on_another_ground(groups: Groups, sight: Sight, asked: tuple[Ints, Ints], digit: int) -> bool:
    """Whether that digit is known, and has a ground that is clearly another one wherever it is."""
    kin, codes = asked
    known = (codes == digit) & (np.exp(sight.classes[:, digit]) > BELIEVED)
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
