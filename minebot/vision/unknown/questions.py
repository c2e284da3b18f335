"""Question marks of a look that nobody described: the board's other mark, which breaks no rule wherever it is."""

import numpy as np

from minebot.board import COVERED, FLAG, QUESTION
from minebot.vision.arrays import Bools, Floats, Ints
from minebot.vision.motion import patches
from minebot.vision.rules import is_lost
from minebot.vision.unknown.alike import Groups, largest
from minebot.vision.unknown.shades import SAME_GROUND, SIBLING, distance
from minebot.vision.unknown.states import Place
from minebot.vision.unknown.strokes import DRAWN, PATTERNED, QUITE_ANOTHER, are_of_two_symbols, unlikeness, with_more

_PLAIN_FLAG, _MAY_BE_FLAG = 0.9, 0.5  # probability of a flag that is plain, and of what may be one
_FAR_LIKELIER, _AT_MOST = 3.0, 0.9999  # log-odds by which plain flags outweigh it; what no probability is above
_PLACES = 2  # apart from one another, in which something is that lies over nothing
_PLAIN_QUESTION, _NO_LETTER = 0.5, 0.995  # probability from which a question mark is seen as one, and as no letter
_SEVERAL = 4  # question marks from which some cell should be flagged as well
_TOGETHER = 2  # question marks side by side at most: more may be a line of cells within which a shade ends
_POINTER = 20.0  # pixels: what is no larger, no pointer of a mouse fits into
_TINY = 12.0  # pixels of a cell into which what lies beside the board reaches as far as a mark does
_SAME_COLOUR = 16.0  # of 255: by which colours that are smoothed differ


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
    more = with_more(groups, marks, flags)
    flags &= ~more
    asked = marks & ~flags & ~numbers
    free = distance(grounds, grounds[opened & ~asked]) > SIBLING
    middles = groups.middles.reshape(len(codes), -1)
    asked &= free & (distance(middles, middles[closed]) > DRAWN)
    cells = asked[groups.of].reshape(place.shape)
    least = 0 if cells[1:-1, 1:-1].any() else _TINY
    no_pointer = least <= pitch < _POINTER or _in_the_colours(groups, asked & more, flags)
    several = len(_places(cells)) >= _PLACES or (cells.sum() == 1 and no_pointer)
    several &= max(_places((asked & ~more)[groups.of].reshape(place.shape)), default=0) <= _TOGETHER
    if is_lost(codes) or not flags.any() or not several:
        return none
    likely = flagged[asked & ~more].max(initial=0)
    if likely > _MAY_BE_FLAG and _log_odds(flagged[flags].min()) < _log_odds(likely) + _FAR_LIKELIER:
        return none
    one = not are_of_two_symbols(groups, np.flatnonzero(asked))
    usual = largest(groups, np.flatnonzero(flags))
    other = (unlikeness(groups, np.flatnonzero(asked & ~more), usual) > QUITE_ANOTHER).all()
    return asked if one and other else none


def crowded_questions(groups: Groups, codes: Ints, seen: Floats, place: Place) -> Bools:
    """The groups of question marks that are hardly seen as such, where more than two of them lie side by side.

    A question mark breaks no rule, wherever it is: so the rules make some of a frame beside zeros. But not of flags
    with something more, which are elsewhere as well. `seen` is how likely each group is one.
    """
    flags = codes == FLAG
    hardly: Bools = (codes == QUESTION) & (seen < _PLAIN_QUESTION)
    if hardly.any():
        more = with_more(groups, flags | hardly, flags)
        if len(_places(more[groups.of].reshape(place.shape))) >= _PLACES:
            hardly &= ~more
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
    unclear: Bools = questions & (many | (groups.drawn_around >= PATTERNED))
    return unclear


def questions_for_flags(codes: Ints, seen: Floats) -> Bools:
    """The question marks that are not quite plain, where no flag is: a P for a flag looks a little like one.

    `seen` is how likely each group is one.
    """
    doubted: Bools = (codes == QUESTION) & (seen < _NO_LETTER) & ~(codes == FLAG).any()
    return doubted


def several_without_flags(groups: Groups, codes: Ints) -> Bools:
    """The question marks where several are, and no flag: a letter for a flag may look just like one.

    In most programs a cell becomes a flag first, and a question mark then.
    """
    questions: Bools = codes == QUESTION
    several = groups.sizes[questions].sum() >= _SEVERAL and not (codes == FLAG).any()
    return questions if several else np.zeros(len(codes), bool)


def _in_the_colours(groups: Groups, marks: Bools, flags: Bools) -> bool:
    """Whether marks, if there are any, are neither lighter nor darker anywhere than the flags: pointers have a rim."""
    if not marks.any() or not flags.any():
        return False
    drawn, usual = (groups.middles[which].reshape(-1, groups.middles.shape[-1]) for which in (marks, flags))
    lightest, darkest = usual.max(0) + _SAME_COLOUR, usual.min(0) - _SAME_COLOUR
    return bool((drawn <= lightest).all() and (drawn >= darkest).all())


def _log_odds(probability: float) -> float:
    return float(np.log(probability) - np.log1p(-min(probability, _AT_MOST)))


def _places(cells: Bools) -> list[int]:
    """The sizes of the places that cells make up, side by side or corner to corner."""
    sizes: list[int] = np.bincount(patches(cells).ravel())[1:].tolist()
    return sizes
