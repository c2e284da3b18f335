"""Read symbols that nobody knows as a cipher is read: by the rules of the game, from where they stand.

groups -> symbols, of one drawing each -> what they show if the numbers are to fit best
       -> how much worse everything fits where one of them shows something else -> codes and confidence
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import comb

import numpy as np

from minebot.board import COVERED, EXPLODED, FLAG, MINE, QUESTION, WRONG_FLAG
from minebot.vision.arrays import Bools, Doubles, Floats, Ints
from minebot.vision.rules import around
from minebot.vision.unknown.alike import BARE, Groups, drawn
from minebot.vision.unknown.deduced import Deduced, deduced
from minebot.vision.unknown.glyphs import Kind, Sight
from minebot.vision.unknown.shades import SAME_FRAME, distance
from minebot.vision.unknown.states import Place

Way = tuple[Ints, float]
"""What each symbol shows, and how well that fits."""

_ONE_DRAWING = 4.0  # of 255: by how much what is drawn in two groups of one symbol differs (root mean square)
_TWO_GROUNDS = 16.0  # of 255: by how much cells differ in which nothing is drawn, if they show two things
_MOST_GROUPS, _MOST_SYMBOLS = 150, 30  # of more a picture is no clean one, or no board
_ASKED = 1000  # cells of a large board that are asked how well everything fits
_STARTS = 8  # of the commonest symbols, each taken for covered cells once
_CODES = np.array([COVERED, FLAG, 0, 1, 2, 3, 4, 5, 6, 7, 8])
_NEVER = 1e-3  # probability of what the rules rule out: a cell may be misread, a flag be wrong
_ANOTHER_LOOK = 3.0  # log-odds against two symbols that show the same
_MARK = 2.0  # the same against each mark
_ODDS = (0.6, 40.0)  # of a closed cell to be a mine, from which the digits' weights are found
_STEPS = 4  # in which they are
_ROUGHLY, _TRIED = 2, 8  # the same for a first look at many changes, and how many of them are looked at closer
_TOLD = 40.0  # log-odds by which the numbers must fit better than by chance, or by the line they are in
_OTHERS = 4.0  # numbers of the whole board that count along with those of a line
_SURE = 14.0  # log-odds by which everything must fit worse where a symbol shows something else
_LEAST_MINES = 0.03  # share of the covered cells beside numbers that are mines, and of those that are none
_MOST_MINES = 0.9  # the same beyond which what is closed may be the mines themselves
_MORE_DRAWN = 1.5  # times as much as on covered cells is drawn on marks
_MORE_WITHIN = 2.0  # times as much is in their middles
_LIKE_A_FLAG, _NO_QUESTION = 0.65, 0.2  # probabilities, to the network, of marks that are flags
_PROVEN_MARK = 5.0  # log-odds by which what is no flag to the network fits worse unless it is a mine
_ALIKE = 0.5  # times as much as is drawn on the commonest covered cells, by which others may be drawn otherwise
_HARDLY_WORSE = 5.0  # log-odds
_DENIED = 0.02  # share of the numbers that others may speak against: a flag may be wrong
_LONE = 3  # cells of a symbol that may be like another one
_NEARER = 1.5  # times as far as that one are those that show something else
_NEAR = 2 * _ONE_DRAWING  # how far it is at most
_BELIEVED, _UNCLEAR = 0.97, 0.5
_MINES = [Kind.MINE, Kind.EXPLODED, Kind.WRONG]
_FAR_BETTER = 10.0  # log-odds by which a number may fit better as another one
_BETTER = 1e-9  # log-odds by which a change must fit better
_TINY = 1e-100  # what is divided by at least

_BESIDE = [(flags, covered) for flags in range(9) for covered in range(9 - flags)]
_NUMBERS = np.arange(1, 9)


def _ways() -> Doubles:
    """In how many ways each number has its mines, for each count of flags and covered cells beside it: (45, 8)."""
    return np.array(
        [[comb(covered, n - flags) if n >= flags else 0 for n in _NUMBERS.tolist()] for flags, covered in _BESIDE],
        float,
    )


_WAYS = _ways()
_AT = np.zeros((9, 9), np.int64)  # where in it these counts are
_AT[tuple(zip(*_BESIDE, strict=True))] = np.arange(len(_BESIDE))


@dataclass(frozen=True, eq=False)
class Cipher:
    """The symbols of a board: `of[i]` is that of cell i, and `near` (cells, symbols) how many of each are beside it.

    `whole` are the cells all of whose neighbours are in sight.
    """

    of: Ints
    near: Floats
    whole: Bools

    @classmethod
    def of_symbols(cls, of: Ints, place: Place) -> "Cipher":
        """Of the symbol of each cell of a board."""
        near = [around((of == symbol).reshape(place.shape)).ravel() for symbol in range(int(of.max()) + 1)]
        return cls(of, np.stack(near, axis=1), ~place.cut.ravel())

    @cached_property
    def _asked(self) -> tuple[Ints, Floats]:
        """The symbols of the cells that are asked, all of whose neighbours are in sight, and what is beside them."""
        whole = np.flatnonzero(self.whole)
        asked = whole[np.linspace(0, len(whole) - 1, min(_ASKED, len(whole))).astype(int)]
        return self.of[asked], self.near[asked]

    def fit(self, shown: Ints, odds: Sequence[float] = _ODDS, steps: int = _STEPS) -> Doubles:
        """How much better than by chance the numbers fit what is beside them: log-odds, (n,).

        `shown` (n, symbols) are codes. How many of each digit there are tells nothing, since a player may like some
        more than others; nor do zeros, but that nothing closed is beside them.
        """
        of, near = self._asked
        flags, covered = (((shown == code) @ near.T).astype(np.int64) for code in (FLAG, COVERED))
        beside, codes = _AT[flags, covered], shown[:, of]
        at = (np.arange(len(shown))[:, None] * len(_BESIDE) + beside) * len(_NUMBERS) + codes - 1
        found = np.bincount(at[codes > 0], minlength=len(shown) * _WAYS.size)
        counts: Doubles = found.astype(float).reshape(len(shown), *_WAYS.shape)
        digits = counts.sum(1)
        usual = np.where(digits > 0, digits / np.maximum(digits.sum(1, keepdims=True), 1), 1)
        best = np.full(len(shown), -np.inf)
        for each in odds:
            likely = (1 - _NEVER) * _expected(counts, each, steps) + _NEVER * usual[:, None]
            best = np.maximum(best, (counts * (np.log(likely) - np.log(usual)[:, None])).sum((1, 2)))
        impossible = ((codes == 0) & (beside > 0)).sum(1)
        twice = sum(np.maximum((shown == number).sum(1) - 1, 0) for number in _NUMBERS.tolist())
        fits: Doubles = best + np.log(_NEVER) * impossible - _ANOTHER_LOOK * twice - _MARK * (shown == FLAG).sum(1)
        return fits

    def climbed(self, shown: Ints, barred: tuple[int, int] | None = None) -> Way:
        """What the symbols show where no single change, nor two that change places, fits better; and how well it does.

        The `barred` symbol does not show that code.
        """
        best = float(self.fit(shown[None])[0])
        while True:
            tried = np.concatenate([_changed(shown), _exchanged(shown)])
            if barred is not None:
                tried = tried[tried[:, barred[0]] != barred[1]]
            likely = tried[np.argsort(-self.fit(tried, _ODDS[:1], _ROUGHLY))[:_TRIED]]
            fits = self.fit(likely)
            top = int(fits.argmax())
            if fits[top] <= best + _BETTER:
                return shown, best
            shown, best = likely[top], float(fits[top])

    def started(self, covered: int) -> Ints:
        """What the symbols may show if one of them is the covered cells: numbers by how many of these are beside."""
        shown = np.ones(self.near.shape[1], np.int64)
        for symbol in range(len(shown)):
            beside = self.near[self.of == symbol, covered]
            shown[symbol] = 0 if not beside.any() else np.clip(np.rint(beside.mean() / 4), 1, max(1, beside.min()))
        shown[covered] = COVERED
        return shown

    def lead(self, way: Way, symbol: int, ways: Iterable[Way]) -> tuple[float, int]:
        """By how much everything fits worse if that symbol shows something else, and what that would be.

        `ways` are some that are known.
        """
        shown, fit = way
        code = int(shown[symbol])
        tried = _changed(shown)
        tried = tried[tried[:, symbol] != code]
        likely = tried[np.argsort(-self.fit(tried))[:2]]
        found = [self.climbed(start, (symbol, code)) for start in likely]
        found += [each for each in ways if each[0][symbol] != code]
        best, fits = max(found, key=lambda each: each[1])
        return fit - fits, int(best[symbol])


def _changed(shown: Ints) -> Ints:
    """What the symbols show with any one of them changed: (n, symbols)."""
    changed = np.repeat(shown[None], len(shown) * len(_CODES), 0)
    changed[np.arange(len(changed)), np.repeat(np.arange(len(shown)), len(_CODES))] = np.tile(_CODES, len(shown))
    others: Ints = changed[(changed != shown).any(1)]
    return others


def _exchanged(shown: Ints) -> Ints:
    """What they show with any two of them exchanged: (n, symbols)."""
    one, other = np.triu_indices(len(shown), 1)
    exchanged, each = np.repeat(shown[None], len(one), 0), np.arange(len(one))
    exchanged[each, one], exchanged[each, other] = shown[other], shown[one]
    others: Ints = exchanged[shown[one] != shown[other]]
    return others


def _expected(counts: Doubles, odds: float, steps: int) -> Doubles:
    """How likely each digit is by what is beside it, with weights by which there are as many of each as there are.

    `counts` (n, 45, 8) is how often a digit has so many flags and covered cells beside it. The weights are found by
    iterative scaling.
    """
    beside, digits = counts.sum(2), counts.sum(1)
    weights = np.where(digits > 0, odds**_NUMBERS, 0)
    for _ in range(steps):
        total = beside / np.maximum(weights @ _WAYS.T, _TINY)
        weights = np.where(digits > 0, digits / np.maximum(total @ _WAYS, _TINY), 0)
        weights /= np.maximum(weights.max(1, keepdims=True), _TINY)
    likely: Doubles = weights[:, None] * _WAYS / np.maximum(weights @ _WAYS.T, _TINY)[:, :, None]
    return likely


def deciphered(groups: Groups, sight: Sight, place: Place) -> tuple[Ints, Floats] | None:
    """The code of each group and how sure it is, by the rules; None where they do not tell.

    What the network sees counts only for flags, and for mines: where closed cells look like these the game was lost,
    and nothing that is closed is sure. Numbers may be discs.
    """
    if len(groups.sizes) > _MOST_GROUPS:
        return None
    apart = _apart(groups)
    symbol_of = _symbols(apart)
    looks = Symbols.of(groups, sight, (apart, symbol_of))
    if len(looks.sizes) > _MOST_SYMBOLS:
        return None
    of = symbol_of[groups.of]
    cipher = Cipher.of_symbols(of, place)
    ways = [cipher.climbed(cipher.started(symbol)) for symbol in np.argsort(-looks.sizes)[:_STARTS].tolist()]
    shown, fit = max(ways, key=lambda way: way[1])
    if fit - _told_by_lines(shown[of].reshape(place.shape)) < _TOLD:
        return None
    leads = [cipher.lead((shown, fit), symbol, ways) for symbol in range(len(looks.sizes))]
    lead, other = (np.array(each) for each in zip(*leads, strict=True))
    sure = (lead >= _SURE) | ((shown < 0) & (other < 0) & (lead >= 0))
    shown, alike = _like_sure_ones(cipher, looks, (shown, sure))
    codes, sure = _named(cipher, looks, (shown, sure | alike), (shown == FLAG) & (lead >= _PROVEN_MARK))
    cells, believed = codes[of].reshape(place.shape), sure[of].reshape(place.shape)
    known = deduced(cells, believed, cells > 0, place.cut)
    numbers = believed & (cells > 0)
    if (known.denies(cells) & numbers).sum() > _DENIED * numbers.sum():
        return None
    sure |= _proven(cipher, codes, known) & ~sure & (codes[looks.apart.argmin(1)] > 0)  # it is drawn like a number
    sure &= ~_unlike(looks, codes, sure) & ~((codes > 0) & (looks.within < BARE))
    mines = looks.seen[:, _MINES].sum(1) > _LIKE_A_FLAG
    may_be_shown = mines & ((shown < 0) | (other < 0) & (lead < _SURE))
    if may_be_shown.any():
        codes, sure = np.where(may_be_shown, MINE, codes), sure & (codes >= 0) & ~may_be_shown
    return codes[symbol_of], np.where(sure, _BELIEVED, _UNCLEAR)[symbol_of].astype(np.float32)


@dataclass(frozen=True, eq=False)
class Symbols:
    """What the symbols look like.

    How many cells have each (n,), how far what is drawn in each two is `apart` (n, n), how much is `drawn` in each, and
    `within` its middle, and the probabilities of the classes to the network (n, classes).
    """

    sizes: Ints
    apart: Doubles
    drawn: Doubles
    within: Doubles
    seen: Doubles

    @classmethod
    def of(cls, groups: Groups, sight: Sight, parted: tuple[Doubles, Ints]) -> "Symbols":
        """Those of groups, of which those are apart so far, and of which each shows that symbol."""
        between, symbol_of = parted
        sizes = np.bincount(symbol_of, weights=groups.sizes)
        apart = np.full((len(sizes), len(sizes)), np.inf)
        np.minimum.at(apart, (symbol_of[:, None], symbol_of[None]), between)
        np.fill_diagonal(apart, np.inf)
        likely = np.exp(sight.classes.astype(float))

        def mean(values: Floats | Doubles) -> Doubles:
            means: Doubles = np.bincount(symbol_of, weights=groups.sizes * values) / sizes
            return means

        seen = np.stack([mean(each) for each in likely.T], axis=1)
        within = mean(groups.drawn_within)
        return cls(sizes.astype(np.int64), apart, mean(drawn(groups.looks)), within, seen)


def contested(groups: Groups, codes: Ints, place: Place) -> Bools:
    """The groups that were read as a number or a mark and fit far better as another number, or if two are exchanged.

    Strokes that are counted, Roman numerals, or those of another script may look like digits that they are not. What is
    drawn on a raised cell, where numbers are not, is none.
    """
    none = np.zeros(len(codes), bool)
    if len(codes) > _MOST_GROUPS:
        return none
    looks = np.stack([_symbols(_apart(groups)), codes], axis=1)  # one drawing may be on two grounds
    symbol_of = np.unique(looks, axis=0, return_inverse=True)[1].ravel()
    if symbol_of.max() >= _MOST_SYMBOLS:
        return none
    shown = np.zeros(int(symbol_of.max()) + 1, np.int64)
    shown[symbol_of] = np.select([np.isin(codes, (MINE, EXPLODED)), codes < FLAG], [FLAG, COVERED], codes)
    cells = shown[symbol_of[groups.of]].reshape(place.shape)
    # beside a wrong flag, for which programs have looks of their own
    flagged = (cells > 0) & (cells < around(cells == FLAG))
    cipher = Cipher.of_symbols(symbol_of[groups.of], replace(place, cut=place.cut | flagged))
    tried = np.concatenate([_changed(shown), _exchanged(shown)])
    marks = np.zeros(len(shown), bool)
    marks[symbol_of[np.isin(codes, (FLAG, QUESTION, WRONG_FLAG)) & ~_raised(groups, codes)]] = True
    tried = tried[((tried == shown) | (((shown > 0) | marks) & (tried > 0))).all(1)]
    if not len(tried):
        return none
    better = cipher.fit(tried) >= cipher.fit(shown[None]) + _FAR_BETTER
    far: Bools = (tried[better] != shown).any(0)[symbol_of]
    return far


def _raised(groups: Groups, codes: Ints) -> Bools:
    """The groups with the borders of covered cells, which no number has, and not on a ground nearer to theirs."""
    kinds = codes == COVERED, codes > 0
    by_frame, by_ground = (
        [distance(looks, looks[kind]) for kind in kinds] for looks in (groups.frames, groups.grounds)
    )
    raised: Bools = (by_frame[0] < SAME_FRAME) & (by_frame[1] >= SAME_FRAME) & (by_ground[0] <= by_ground[1])
    return raised


def _told_by_lines(codes: Ints) -> float:
    """How much better than by chance the column, or the row, of a number tells what it is: log-odds.

    In a table or a calendar what is beside a cell follows from its column; on a board it does not.
    """
    rows, columns = np.nonzero(codes > 0)
    digits = codes[rows, columns]
    share = np.bincount(digits, minlength=9) / max(1, len(digits))
    gains = [0.0]
    for line in (rows, columns):
        counts = np.zeros((max(codes.shape), 9))
        np.add.at(counts, (line, digits), 1)
        told = (counts[line, digits] - 1 + _OTHERS * share[digits]) / (counts.sum(1)[line] - 1 + _OTHERS)
        gains.append(float(np.log(told / share[digits]).sum()))
    return max(gains)


def _apart(groups: Groups) -> Doubles:
    """By how much what is drawn in each two groups differs: root mean square, of 255.

    Where nothing is drawn in both, and their grounds are plainly two, by how much these do.
    """
    drawings = _differences(groups.forms)
    bare = drawn(groups.looks) < BARE
    looks = _differences(groups.looks)
    return np.where(bare[:, None] & bare & (looks > _TWO_GROUNDS), looks, drawings)


def _differences(drawings: Floats) -> Doubles:
    """By how much each two of the thumbnails differ: root mean square, of 255."""
    squares = np.array([np.square(drawings - each).mean(1) for each in drawings], float)
    differences: Doubles = np.sqrt(squares)
    return differences


def _symbols(apart: Doubles) -> Ints:
    """For each group the symbol that it shows: those of one symbol differ little, each from every other one."""
    symbol_of, far = np.arange(len(apart)), apart.copy()
    np.fill_diagonal(far, np.inf)
    while far.min() < _ONE_DRAWING:
        one, other = sorted(divmod(int(far.argmin()), len(far)))
        far[one] = far[:, one] = np.maximum(far[one], far[other])
        far[other] = far[:, other] = np.inf
        far[one, one] = np.inf
        symbol_of[symbol_of == other] = one
    return np.unique(symbol_of, return_inverse=True)[1]


def _like_sure_ones(cipher: Cipher, looks: Symbols, told: tuple[Ints, Bools]) -> tuple[Ints, Bools]:
    """What the symbols show, and which of a few cells show what a sure one does that they are clearly most like.

    Where the numbers fit hardly worse for it.
    """
    shown, sure = told
    told_alike, alike = shown.copy(), np.zeros(len(shown), bool)
    known = sure | (looks.sizes > _LONE)
    for symbol in np.flatnonzero((looks.sizes <= _LONE) & ~sure).tolist():
        nearest = int(np.where(known, looks.apart[symbol], np.inf).argmin())
        others = known & (shown != shown[nearest])
        far = float(looks.apart[symbol, nearest])
        if not sure[nearest] or far > _NEAR or looks.apart[symbol][others].min(initial=np.inf) < _NEARER * far:
            continue
        tried = told_alike.copy()
        tried[symbol] = shown[nearest]
        before, after = cipher.fit(np.stack([told_alike, tried])).tolist()
        if after > before - _HARDLY_WORSE:
            told_alike, alike[symbol] = tried, True
    return told_alike, alike


def _named(cipher: Cipher, looks: Symbols, told: tuple[Ints, Bools], mines: Bools) -> tuple[Ints, Bools]:
    """The codes of the symbols, with the closed ones told apart by what is drawn on them, and which are sure.

    That a cell is closed must be sure; whether it is one of the `mines` need not. Covered cells look alike.
    """
    shown, sure = told
    closed, codes = shown < 0, shown.copy()
    known = 1 - looks.seen[:, Kind.FOREIGN]  # were it a symbol that the network knows
    least = looks.drawn[closed].min(initial=np.inf)  # may be 0: on flat cells nothing is drawn
    flags = looks.seen[:, Kind.FLAG] >= _LIKE_A_FLAG * known
    plain = closed & (looks.drawn <= least * np.where(flags, 1, _MORE_DRAWN))
    bare = looks.within[plain].min(initial=np.inf)  # a small mark is little beside a bevel
    plain &= looks.within <= max(BARE, _MORE_WITHIN * bare)
    usual = int(np.where(plain, looks.sizes, 0).argmax())
    no_question = looks.seen[:, Kind.QUESTION] < _NO_QUESTION * known
    covered = plain & no_question & (looks.apart[usual] <= _ALIKE * looks.drawn[usual])
    covered[usual] = plain[usual]
    codes[plain] = COVERED
    marked = closed & ~plain
    codes[marked] = FLAG
    sure = sure & (~plain | covered) & (~marked | (flags | mines) & no_question)
    if (marked & ~flags & mines & (looks.within < BARE)).any():  # the mines are covered cells, and these are zeros
        sure &= ~closed
    numbers = (codes > 0)[cipher.of] & cipher.whole
    beside, others = (cipher.near[numbers][:, which].sum() for which in (covered, closed & ~covered))
    share = (codes[cipher.of][numbers].sum() - others) / max(beside, 1)
    # with no mine beneath them they may be zeros, or all mines be shown; with one beneath each, all be flags: what the
    # numbers count is the same
    sure &= (codes > 0) | bool(_LEAST_MINES <= share <= 1 - _LEAST_MINES * (not marked.any()))
    return codes, sure & ~(closed & (share > _MOST_MINES))  # of a game that ended, these may be the mines it shows


def _proven(cipher: Cipher, codes: Ints, known: Deduced) -> Bools:
    """The symbols that can be no other number, by those that are known."""
    proven = np.zeros(len(codes), bool)
    for symbol in np.flatnonzero(codes > 0).tolist():
        cells = cipher.of == symbol
        left = [number for number in _NUMBERS.tolist() if not known.denies(number).ravel()[cells].any()]
        proven[symbol] = left == [codes[symbol]]
    return proven


def _unlike(looks: Symbols, codes: Ints, sure: Bools) -> Bools:
    """The symbols that are less like a commoner one that shows the same than like one that shows something else."""
    same = codes[:, None] == codes
    commoner = sure & (looks.sizes > looks.sizes[:, None])
    own, other = (np.where(which & commoner, looks.apart, np.inf).min(1) for which in (same, ~same))
    unlike: Bools = np.isfinite(own) & (other < own)
    return unlike
