"""Two readers of one board, one by a theme and one by none: what both see, what is doubtful, who is believed."""

from dataclasses import replace

import numpy as np

from minebot.board import COVERED, FLAG, MINE, QUESTION
from minebot.vision.arrays import Bools, Ints
from minebot.vision.motion import enclosed, patches
from minebot.vision.reading import (
    CONTRADICTED,
    DOUBTFUL_BELOW,
    OPEN_ENDED,
    Doubt,
    Reading,
    with_doubts,
)
from minebot.vision.rules import codes_of, contradictions
from minebot.vision.unknown.alike import BARE
from minebot.vision.unknown.guess import Guess

_ALIKE, _SURE = 0.97, 0.99  # confidence of another reader that settles a doubt: by seeing the same, by seeing another
_HOPELESS = 0.3  # confidence below which a doubt about an empty cell or a mark is not settled by another reader
_STRANGE = 16.0  # mean colour distance from which any theme may be: of true ones few are as far off, strong JPEGs
_TURNED = 0.5  # share of the covered, or of the open, cells that are the other way round to another reader
_FEWEST_BROKEN, _BROKEN = 3, 0.3  # numbers, and share of them, that may contradict what is around them
_MOST = 0.5  # share of the board that something may lie over before it may rather be of another look; of alike cells
_FITTING = 0.1  # share of doubtful cells up to which a theme is that of the board
_NUMBERS, _KINDS = 0.1, 3  # share of the cells that are numbers, and kinds of them, which no other look makes by chance
_MORE_DRAWN = 2.0  # times as much as in most covered cells is drawn in those that may have a mark
_SUPPORTED = 0.2  # share of the cells in which another reader must be sure to see the same as such a theme
FOREIGN = 10.0  # mean colour distance from which a theme may be that of another program
MOST_UNCLEAR = 0.15  # share of the cells that may be doubtful for themselves before none of them is believed


def agreed(known: Reading, other: Guess, cut: Bools) -> Reading:
    """The reading without the doubts that another reader settles, which knows no theme but the digits and the rules.

    A shadow, a line over a cell or a fraction of a pixel leaves a cell unlike its template, and yet readable. Where
    the other is sure to see the same, or sees with certainty a number that the rules allow where the theme of the board
    sees none, it is believed; so is a mark that several cells have, if all of them are doubtful: the theme may have no
    picture of it; and a question mark that one has. Not believed is a look that is nowhere to be seen but where
    something lies over the board.
    """
    board, codes = known.board, codes_of(known.board).flatten()
    doubtful, lain_over = known.in_doubt(), known.hidden
    hopeless = known.in_doubt(lambda doubt: doubt.score < _HOPELESS)
    alike = (other.codes == codes) & (other.confidence >= _ALIKE) & ~(hopeless & (codes <= 0))
    alike &= (codes >= COVERED) | (other.groups.sizes[other.groups.of] > 1)  # a lone spot of colour may pass for a flag
    sure = other.confidence >= _SURE
    marks = np.zeros(len(codes), bool)
    for mark in (FLAG, QUESTION):
        seen = sure & (other.codes == mark)
        for cells in (seen, *(seen & (other.groups.of == group) for group in np.unique(other.groups.of[seen]))):
            marks |= cells & (np.count_nonzero(cells) > 1) & bool(doubtful[cells].all())
    # a lone spot may pass for a flag; what looks like a question where the theme sees nothing open is one
    marks |= sure & (other.codes == QUESTION) & (codes < 0) & ~lain_over
    # two numbers that are half like a third, or over which something is drawn, are seen as either
    better = (sure & (other.codes > 0) & ((codes <= 0) | (known.misfit > FOREIGN))) | marks
    seen_in_part = _seen_in_part(other, lain_over, doubtful & ~alike & ~better)
    alike, better = alike & ~seen_in_part, better & ~seen_in_part
    codes[doubtful & better] = other.codes[doubtful & better]
    seen = np.where(doubtful & ~alike & ~better, FLAG, codes)  # may be a mine, and may be none
    broken = contradictions(seen.reshape(board.height, board.width), cut).ravel()
    settled = (alike | better) & ~broken
    unsettled, shape = doubtful & ~settled, (board.height, board.width)
    settled &= ~enclosed(np.where(unsettled, FLAG, codes).reshape(shape), unsettled.reshape(shape)).ravel()
    kept = tuple(each for each in known.doubtful if not settled[board.index((each.x, each.y))])
    cells = np.where(doubtful & ~settled, board.cells, codes)
    agreed = replace(known, board=replace(board, cells=tuple(cells.tolist())), doubtful=kept)
    return with_doubts(agreed, map(board.place, np.flatnonzero(broken).tolist()), CONTRADICTED)


def _seen_in_part(other: Guess, over: Bools, unclear: Bools) -> Bools:
    """The cells of a look that is only where something lies over the board: half a symbol may be another one.

    Of what is said to lie there, some cells must be unclear to the other reader as well.
    """
    labels = patches(over.reshape(other.lattice.rows, -1))
    hidden = over & np.isin(labels, labels[unclear.reshape(labels.shape)]).ravel()
    in_part: Bools = hidden & ~np.isin(other.groups.of, other.groups.of[~hidden])
    return in_part


def disputed(known: Reading, other: Guess) -> Reading:
    """The reading, with doubts where another reader is sure to see a number or mark, and the theme another one or none.

    A drawn theme may also fit a foreign look well enough, and take its covered cells for open ones, or the other way
    round: where the other is sure of that in most of them, they are doubtful. The farther off the theme is, the less
    sure the other needs to be, and of the fewer; and cells that look alike are doubtful together.
    """
    codes, foreign = codes_of(known.board).ravel(), known.misfit > FOREIGN
    sure = DOUBTFUL_BELOW if foreign else _SURE
    apart = (codes >= COVERED) & (other.codes > 0) & (codes != other.codes) & (other.confidence >= sure)
    marks = np.isin(codes, (FLAG, QUESTION)) & np.isin(other.codes, (FLAG, QUESTION))
    marks |= ((codes > 0) | (codes == MINE)) & (other.codes < COVERED)
    apart |= marks & (codes != other.codes) & (other.confidence >= _ALIKE)
    for state, opposite in ((0, COVERED), (COVERED, 0)):
        turned = (codes == state) & (other.codes == opposite)
        surely = turned & (other.confidence >= _SURE)
        most = bool((turned if foreign else surely).sum() > _TURNED * (codes == state).sum())
        apart |= (surely & (foreign or most)) | (turned & (foreign and most))
    if foreign:
        apart |= _mostly_doubtful(known, other)
    apart |= _drawn_on_covered(codes, other)
    return with_doubts(known, [known.board.place(index) for index in np.flatnonzero(apart).tolist()])


def _drawn_on_covered(codes: Ints, other: Guess) -> Bools:
    """The cells that a theme takes for covered, of which another reader is not sure, with more in them than most have.

    A small mark is little of the cell, and may be no farther from the theme than its colours are.
    """
    counts = np.bincount(other.groups.of[codes == COVERED], minlength=len(other.groups.sizes))
    within = other.groups.drawn_within
    more = within > max(BARE, _MORE_DRAWN * within[counts.argmax()])
    unsure = other.confidence < DOUBTFUL_BELOW
    marked: Bools = (codes == COVERED) & unsure & more[other.groups.of]
    return marked


def _mostly_doubtful(known: Reading, other: Guess) -> Bools:
    """The cells that look like others of which most are in doubt: what is wrong with those is wrong with all."""
    counts = np.bincount(other.groups.of[known.in_doubt()], minlength=len(other.groups.sizes))
    most: Bools = (counts > _MOST * other.groups.sizes)[other.groups.of]
    return most


def against_the_rules(reading: Reading) -> bool:
    """Whether many numbers contradict what is around them: in a foreign look, covered cells may be taken for open.

    Or no cell of a whole board is closed, nor a mine: no game shows that, but themes in which all is open may.
    """
    told = [code for code, unclear in zip(reading.board.cells, reading.in_doubt(), strict=True) if not unclear]
    if min(reading.board.cells) >= 0 and not (reading.cut and any(told)):
        return True
    numbers = sum(code > 0 for code in reading.board.cells)
    broken = sum(doubt.reason == CONTRADICTED and reading.board[doubt.x, doubt.y] > 0 for doubt in reading.doubtful)
    return broken > max(_FEWEST_BROKEN, _BROKEN * numbers)


def makes_sense(known: Reading, other: Guess) -> bool:
    """Whether the theme leaves little in doubt.

    Nothing, where it is so far off that it may be another program's, nor where the board ends; and of many numbers none
    may be against the rules, or the other reader must see some of the same.
    """
    if known.misfit <= FOREIGN:
        return len(_telling(known)) <= _FITTING * len(known.board.cells)
    if not known.ends_clearly:
        return False
    codes = codes_of(known.board).ravel()
    numbers = codes[codes > 0]
    telling = len(numbers) >= _NUMBERS * len(codes) and len(np.unique(numbers)) >= _KINDS
    same = (other.codes == codes) & (other.confidence >= DOUBTFUL_BELOW)
    return known.misfit <= _STRANGE and not known.doubtful and bool(telling or same.mean() >= _SUPPORTED)


def rivalled(known: Reading, unknown: Reading | None) -> Reading:
    """The reading by a theme, or the one by none, as leaves less doubt; what they disagree on is doubtful.

    A theme that is strange to the board decides nothing: not what is doubtful in the other reading, nor where the board
    ends; and all of what only a theme that may be another program's takes for a board is doubtful.
    """
    strange = known.misfit > _STRANGE
    if unknown is None:
        cells = map(known.board.place, range(len(known.board.cells))) if known.misfit > FOREIGN else ()
        return with_doubts(known, cells, OPEN_ENDED)
    if strange and len(known.board.cells) != len(unknown.board.cells):
        return known if len(known.unsure) < len(unknown.unsure) else unknown
    if known.misfit > FOREIGN and unknown.ends_clearly and _outdoes(unknown, known):
        return unknown
    disputed = _unlike(known, unknown) if strange else known
    unknown = unknown if strange else _unlike(unknown, known)
    if strange and len(unknown.doubtful) <= len(disputed.doubtful):
        return unknown
    if known.misfit > FOREIGN:  # what it takes for things that lie over the board may be cells of another look
        return disputed if len(disputed.doubtful) <= len(unknown.doubtful) else unknown
    return disputed if len(_telling(disputed)) <= len(_telling(unknown)) else unknown


def _outdoes(unknown: Reading, known: Reading) -> bool:
    """Whether a reading by no theme doubts nothing of what a theme leaves unclear, or it lacks fewer lines than that.

    What was found goes by the borders; a theme that may be another program's may leave a line out.
    """
    unclear = len(known.doubtful) > MOST_UNCLEAR * len(known.board.cells)
    if not _telling(unknown) and (unclear or not known.ends_clearly):
        return True
    sizes = [(each.board.width, each.board.height) for each in (known, unknown)]
    fewer = sizes[0] != sizes[1] and all(one <= other for one, other in zip(*sizes, strict=True))
    sure = [len(each.board.cells) - len(each.doubtful) for each in (known, unknown)]
    return fewer and sure[1] > sure[0]


def _telling(reading: Reading) -> tuple[Doubt, ...]:
    """The doubts that tell against a reading: not those about what something lies over, unless that is most of it."""
    hidden = len(reading.doubtful) - len(reading.unsure)
    return reading.doubtful if hidden > _MOST * len(reading.board.cells) else reading.unsure


def _unlike(reading: Reading, other: Reading) -> Reading:
    """The reading, with doubts where another one of the same cells shows something else, and did not doubt it.

    And where one takes a cell for covered and the other for open, sure of it or not, if the rest makes sense to it.
    """
    board, seen = reading.board, other.board
    if (board.width, board.height) != (seen.width, seen.height):
        return reading
    unsure = {(each.x, each.y) for each in other.doubtful}
    telling = len(_telling(other)) <= MOST_UNCLEAR * len(seen.cells)
    pairs = [(board.place(index), pair) for index, pair in enumerate(zip(board.cells, seen.cells, strict=True))]
    apart = [(place, telling and set(pair) == {0, COVERED}) for place, pair in pairs if pair[0] != pair[1]]
    return with_doubts(reading, [place for place, turned in apart if turned or place not in unsure])
