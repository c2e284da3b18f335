"""What the network sees of groups of equal cells, where they are known to be those of one board.

It looks at each of them alone. What all of them are tells more: how large symbols are here, what is a pattern or stands
on zeros, how many flags there may be, on which ground digits lie, and whether the game goes on.
"""

import numpy as np

from minebot.board import COVERED, FLAG, QUESTION
from minebot.geometry import Lattice
from minebot.vision.arrays import Bools, Ints
from minebot.vision.picture import Bgr
from minebot.vision.rules import around, contradictions
from minebot.vision.unknown.alike import Groups, grouped, parted, seen_closer
from minebot.vision.unknown.glyphs import (
    BELIEVED,
    CODES,
    DIGITS,
    MARKS,
    SETTLED,
    SIDE,
    UNDECIDED,
    Kind,
    Patches,
    Sight,
    cut_patches,
    recognise,
)
from minebot.vision.unknown.shades import OTHER_GROUND, SAME_GROUND, distance, pairwise
from minebot.vision.unknown.sheets import noise
from minebot.vision.unknown.states import Place
from minebot.vision.unknown.strokes import drawn_beneath_flags, one_strange_symbol

_USUAL = np.log(np.array([0.42, 0.35, 0.17, 0.05, 0.01, 0.001, 0.001, 0.001], np.float32)) / 2
"""By how much ones are likelier than twos and so on, before anything is seen: the half of what expert boards show.

The rarest are taken for a little less rare than they are.
"""
_PLAIN = 4.0  # of 255: contrast in the middle of a cell below which it shows no symbol, whatever the network says
_PLAIN_ODDS = 9.0  # log-odds of that
_FRAMED = 0.25  # share of the cells that are framed alike, more than have flags or mines
_MOST_FLAGS = 0.3  # share of the cells that have flags
_LASTING = 5.0  # log-odds against a wrong flag on a board that shows no mine
_EITHER, _OVER = 0.95, 2.0  # of a wrong flag and what no cell shows together; log-odds of the first after a loss
_MANY_STANDING = 6  # flags of one look that may be zeros
FEW_BROKEN = 0.1  # share of the cells that may breach the rules where all of a look are taken for something else
_STANDS_OPEN = 6.0  # log-odds of being open, of such
_MOST_WRONG = 5  # flags of one look that may well be wrong
_USUAL_SYMBOL = 0.7  # of a cell: the size of a symbol that the network knows best
_SMALL_SYMBOLS, _SMALLEST_SHARE = 0.75, 0.35  # of a cell, up to which and from which such symbols are seen closer
_LEAST_SHARE = 0.15  # the same of a large cell
_NEARLY_ALL, _HALF = 0.95, 0.5  # shares of the cells with a symbol of which the size is that of all, and of its size
_OFTEN = 3  # cells of letters that look like a number, and numbers that lack mines without them
_HARDLY, _OF_FEW = 0.75, 0.25  # probability up to which a digit may be a mark, and the share of all digits that may be
_WRONG_GROUND = 4.0  # log-odds against a mark on another ground than that of covered cells, and a digit on that


def letters_like_a_number(groups: Groups, sight: Sight, place: Place) -> Bools:
    """The groups that look like one number, on a ground that nothing else has, while others of it have that of numbers.

    They are another symbol than that, if the other numbers lack mines without them: a letter for a flag may look like a
    1. Where empty cells have that ground as well, it may be another light.
    """
    kinds = sight.kinds
    digits = (kinds >= DIGITS.start) & (kinds < DIGITS.stop)
    letters = np.zeros(len(kinds), bool)
    if not digits.any():
        return letters
    near = pairwise(groups.grounds, groups.grounds) < OTHER_GROUND
    usual = digits & near[(near @ (groups.sizes * digits)).argmax()]
    odd = digits & ~usual
    numbers, others = set(kinds[odd].tolist()), set(kinds[usual].tolist())
    several = groups.sizes[odd].sum() >= _OFTEN and groups.sizes[usual].sum() > groups.sizes[odd].sum()
    several &= (distance(groups.grounds[odd], groups.grounds[kinds == Kind.NONE]) >= SAME_GROUND).all()
    if not (several and len(numbers) == 1 and numbers < others):
        return letters
    on_open = (kinds == Kind.NONE) & (distance(groups.grounds, groups.grounds[usual]) < SAME_GROUND)
    codes = np.where(on_open, 0, np.where(digits, kinds, FLAG))
    lacking = (
        contradictions(shown[groups.of].reshape(place.shape), place.cut)[usual[groups.of].reshape(place.shape)].sum()
        for shown in (codes, np.where(odd, FLAG, codes))
    )
    without, with_them = lacking
    told = without - with_them >= _OFTEN and with_them <= FEW_BROKEN * groups.sizes[usual].sum()
    return odd if told else letters


def crowded_flags(groups: Groups, sight: Sight) -> Bools:
    """The groups that look like flags and are not plainly some, where more cells do than any board has mines.

    A white 1 on a tile of a full colour looks like a flag on a pole. And those of as many cells of one look, which may
    look a little like flags.
    """
    crowded = in_too_many(groups, sight.kinds == Kind.FLAG, _MOST_FLAGS)
    crowded |= groups.sizes > _MOST_FLAGS * len(groups.of)
    return crowded & (np.exp(sight.classes[:, Kind.FLAG]) < SETTLED)


def in_too_many(groups: Groups, which: Bools, most: float) -> Bools:
    """Those of some groups, if they have more than that share of the cells; else none."""
    return which & bool(groups.sizes[which].sum() > most * len(groups.of))


def looked_at(picture: Bgr, lattice: Lattice, rim: int) -> tuple[Patches, Groups, Sight]:
    """The cells of a lattice, the groups of those that look alike, and what the network sees of these."""
    cells = np.arange(lattice.cols * lattice.rows)
    patches = cut_patches(picture, lattice, cells)
    groups = parted(grouped(patches, rim), patches, (lattice.rows, lattice.cols))
    shares = _shares_of_symbols(groups, lattice)
    if min(shares) < _SMALL_SYMBOLS:
        groups = seen_closer(groups, patches, cut_patches(picture, lattice, cells, shares))
    return patches, groups, _without_plain(groups, _recognised(groups, shares))


def _recognised(groups: Groups, shares: tuple[float, float]) -> Sight:
    """What the network sees of the groups, closer where that was done and the symbol is within those shares of a cell.

    Not what looks like a mine or a wrong flag, nor like a flag on a cell that looks covered: of these the ground and
    the border of the cell tell as much.
    """
    sight = _as_usual(recognise(groups.patches))
    if groups.closer is None:
        return sight
    within = (groups.reaches <= np.array(shares) / 2).all(1)
    kinds = sight.kinds
    within &= ~np.isin(kinds, (Kind.MINE, Kind.EXPLODED, Kind.WRONG)) & ((kinds != Kind.FLAG) | (sight.open > 0))
    return Sight(np.where(within[:, None], _as_usual(recognise(groups.closer)).classes, sight.classes), sight.open)


def _as_usual(sight: Sight) -> Sight:
    """The sight with the digits of each group weighed by how usual they are; that it is one is as likely as before.

    The network has seen as many sixes as ones.
    """
    digits = sight.classes[:, DIGITS]
    weighed = digits + _USUAL
    weighed += np.logaddexp.reduce(digits, 1, keepdims=True) - np.logaddexp.reduce(weighed, 1, keepdims=True)
    classes = sight.classes.copy()
    classes[:, DIGITS] = weighed
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


def hardly_digits(groups: Groups, sight: Sight) -> Bools:
    """The groups that may be digits, and may be marks, where most digits are clear: their grounds tell nothing."""
    kinds, sure = sight.kinds, sight.likely
    digits = (kinds >= DIGITS.start) & (kinds < DIGITS.stop)
    hardly: Bools = digits & (sure <= _HARDLY)
    few = groups.sizes[hardly].sum() < _OF_FEW * groups.sizes[digits].sum()
    return hardly if few else np.zeros(len(kinds), bool)


def _without_plain(groups: Groups, sight: Sight) -> Sight:
    """What the network saw, but no symbol where there is nothing in the middle of the cell.

    A middle of another colour than what is around it may be one, a square for a flag; what many cells have is a frame
    around it, unless the network says more.
    """
    plain = noise(groups) < _PLAIN
    plain &= ~groups.spotted | _framed(groups, plain & groups.spotted & (sight.kinds == Kind.NONE))
    return plainly(sight, plain, Kind.NONE)


def plainly(sight: Sight, which: Bools, kind: int) -> Sight:
    """What the network saw, but plainly that class in some of the groups."""
    classes = sight.classes.copy()
    classes[which] = -_PLAIN_ODDS
    classes[which, kind] = 0
    return Sight(classes, sight.open)


def of_a_pattern(groups: Groups, sight: Sight) -> Bools:
    """The groups in which the network sees something strange that is a pattern: it goes on around flags."""
    kinds, likely = sight.kinds, np.exp(sight.classes)
    strange = (kinds == Kind.FOREIGN) | (np.isin(kinds, (Kind.NONE, Kind.QUESTION)) & (likely.max(1) < BELIEVED))
    return drawn_beneath_flags(groups, strange, (kinds == Kind.FLAG) & (likely[:, Kind.FLAG] > BELIEVED))


def _framed(groups: Groups, asked: Bools) -> Bools:
    """Those of some groups whose middles have one colour on more cells than could be flags or mines."""
    colours = groups.middles.mean((1, 2))
    alike = pairwise(colours, colours) < SAME_GROUND
    framed: Bools = asked & (alike @ (groups.sizes * asked) > _FRAMED * groups.sizes.sum())
    return framed


def without_standing(groups: Groups, sight: Sight, place: Place) -> Sight:
    """What the network saw, but no flag or digit where the rules say that something stands on each zero.

    Beside a flag is a covered cell, or a number that counts it: as a zero nearly each of them would breach the rules.
    Beside each number is a mine; beside a zero that is written down as a digit, nothing is closed.
    """
    standing = _standing(groups, sight.kinds, place)
    opened = np.where(standing, np.maximum(sight.open, _STANDS_OPEN), sight.open)
    return Sight(plainly(sight, standing, Kind.NONE).classes, opened)


def _standing(groups: Groups, kinds: Ints, place: Place) -> Bools:
    """The groups of which the rules say so, by the classes of all."""
    codes = np.where(kinds == Kind.NONE, COVERED, CODES[kinds])  # all that is empty, where zeros are not
    standing = np.zeros(len(kinds), bool)
    many = groups.sizes >= _MANY_STANDING
    closed = (around((codes < 0)[groups.of].reshape(place.shape)) > 0).ravel() | place.cut.ravel()
    for group in np.flatnonzero((codes > 0) & many & (codes < 0).any()).tolist():
        standing[group] = closed[groups.of == group].mean() <= FEW_BROKEN
    strange = one_strange_symbol(groups, kinds == Kind.FOREIGN)
    others = around(((codes < 0) & ~strange)[groups.of].reshape(place.shape)) > 0
    if groups.sizes[strange].sum() >= _MANY_STANDING and others.ravel()[strange[groups.of]].mean() <= FEW_BROKEN:
        standing |= strange
    flags = np.flatnonzero((kinds == Kind.FLAG) & many)
    if not len(flags):
        return standing
    before = contradictions(codes[groups.of].reshape(place.shape), place.cut)
    for group in flags.tolist():
        tried = codes.copy()
        tried[group] = 0
        after = contradictions(tried[groups.of].reshape(place.shape), place.cut)
        cells = (groups.of == group).reshape(place.shape)
        beside = (around(cells) > 0) & ~cells
        broken, others = after[cells].sum(), (after & ~before)[beside].sum()
        standing[group] = broken <= FEW_BROKEN * cells.sum() and others <= FEW_BROKEN * beside.sum()
    return standing


def by_the_game(groups: Groups, sight: Sight, place: Place) -> Sight:
    """What the network saw, but no wrong flag on a board that shows no mine: they are marked when the game is lost.

    On one that shows mines they are common, but seldom many of one look, since nobody plays so badly; and what looks
    half like one, half like what no cell shows, is one, unless something is beside it that no cell shows: what lies
    over a board seldom ends within one cell.
    """
    kinds = sight.kinds
    if not np.isin(kinds, (Kind.MINE, Kind.EXPLODED)).any():
        return sight.against(slice(None), Kind.WRONG, _LASTING)
    sight = sight.against(groups.sizes > _MOST_WRONG, Kind.WRONG, _OVER)
    likely = np.exp(sight.classes)
    either = likely[:, Kind.WRONG] + likely[:, Kind.FOREIGN] > _EITHER
    strange = (likely[:, Kind.FOREIGN] > UNDECIDED)[groups.of].reshape(place.shape)
    beside = np.isin(np.arange(len(kinds)), groups.of[(around(strange) > 0).ravel()])
    return sight.against(either & ~beside, Kind.FOREIGN, _OVER)


def on_their_ground(groups: Groups, sight: Sight, codes: Ints) -> Sight:
    """What the network saw, but less of marks off the ground of covered cells, and of digits on it.

    Off it are marks on that of open cells, and where other marks, which are plain, are on it.
    """
    grounds = groups.grounds
    of_open, of_covered = (distance(grounds, grounds[codes == code]) for code in (0, COVERED))
    likely = sight.likely
    plain = np.isin(codes, (FLAG, QUESTION)) & (likely > BELIEVED) & ((of_covered < SAME_GROUND) | (likely > SETTLED))
    of_marks = distance(grounds, grounds[plain])
    on_open = (of_open < SAME_GROUND) & (of_covered > OTHER_GROUND)
    on_open |= (np.minimum(of_covered, of_marks) > OTHER_GROUND) & bool(plain.any())
    on_covered = (of_covered < SAME_GROUND) & (of_open > OTHER_GROUND)
    return sight.against(on_open, MARKS, _WRONG_GROUND).against(on_covered, DIGITS, _WRONG_GROUND)
