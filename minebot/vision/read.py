"""Read the boards in a picture: what each cell shows, and which cells are doubtful.

picture -> lattices -> a known theme, or what an unknown look shows by itself -> Reading
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from minebot.board import COVERED, FLAG, QUESTION
from minebot.geometry import Lattice
from minebot.vision.arrays import Bools
from minebot.vision.guess import Guess, guess
from minebot.vision.known import aligned, read_known
from minebot.vision.light import best_lights
from minebot.vision.locate import find_faint_lattices, find_lattices, find_small_lattices
from minebot.vision.motion import patches
from minebot.vision.picture import Bgr
from minebot.vision.reading import (
    CONTRADICTED,
    DOUBTFUL_BELOW,
    LAIN_OVER,
    MOSTLY_UNCLEAR,
    OPEN_ENDED,
    Reading,
    completed,
    cut_off,
    with_doubts,
)
from minebot.vision.repeats import find_repeats
from minebot.vision.rules import contradictions
from minebot.vision.theme import UNKNOWN, Theme, load_themes
from minebot.vision.tilings import read_tilings
from minebot.vision.unknown import read_unknown

_ALIKE, _SURE = 0.97, 0.99  # confidence of another reader that settles a doubt: by seeing the same, by seeing another
_HOPELESS = 0.3  # confidence below which a doubt about an empty cell or a mark is not settled by another reader
_DULL = 8.0  # mean colour distance from which what repeats is looked at as well
_BRIGHTER = 0.7  # share of that distance that is left in a light that is worth a look
_NEARER = 0.5  # share of the distance of boards that leaves no doubt where their cells begin
_EXACTLY = 4.0  # mean colour distance up to which a drawn theme leaves nothing to dispute, nor another light to try
_CLOSELY = 16.0  # mean colour distance up to which a theme fits in another light than its own
_LIGHTS = 3  # that are looked at
_STRANGE = 16.0  # mean colour distance from which any theme may be: of true ones few are as far off, strong JPEGs
_FOREIGN = 10.0  # mean colour distance from which a drawn theme may be that of another program
_MOST_UNCLEAR = 0.15  # share of the cells that may be doubtful for themselves before none of them is believed
_TURNED = 0.5  # share of the covered, or of the open, cells that are the other way round to another reader
_FEWEST_BROKEN, _BROKEN = 3, 0.3  # numbers, and share of them, that may contradict what is around them
_CLEAR = 0.8  # share of the cells beyond doubt below which a board without borders is looked for
_SAME = 1.0  # pixels by which the ends of two lattices of the same cells may differ
_FITTING = 0.1  # share of doubtful cells up to which a theme is that of the board


def read_picture(picture: Bgr, themes: Sequence[Theme] | None = None) -> list[Reading]:
    """Every board in the picture, from the largest to the smallest; none where there is none.

    `themes` are the known ones (all that there are, unless told); what none of them fits is read as a look of its own.
    """
    known = load_themes() if themes is None else themes
    readings = read_tilings(picture, known)
    rejected: list[Lattice] = []
    for find in (find_lattices, find_small_lattices, find_faint_lattices):
        _read_apart(picture, find(picture), known, (readings, rejected))
        if readings:
            break
    unclear = _believed(readings) < _CLEAR * sum(len(reading.board.cells) for reading in readings)
    if not unclear and _farthest(readings) <= _DULL:
        return readings
    # what is drawn in the cells of a board without borders may have passed for cells
    lattices = [each for lattice in find_repeats(picture) for each in (aligned(picture, lattice, known), lattice)]
    others: list[Reading] = []
    _read_apart(picture, lattices, known, (others, []))
    if unclear or _farthest(readings) > _CLOSELY:
        return max(readings, others, key=_believed)
    known_looks = others and all(each.theme.name != UNKNOWN for each in others)  # no theme was compared with others
    return others if known_looks and _farthest(others) < _NEARER * _farthest(readings) else readings


def look_over(picture: Bgr, known: Reading) -> Reading:
    """A reading at a known place, after a closer look by a reader that knows no theme but the digits and the rules."""
    looked = _looked_over(picture, known, known.lattice)
    return known if looked is None else _wary(looked)


def _farthest(readings: Sequence[Reading]) -> float:
    """The mean colour distance of the board that is the farthest from its theme; infinite where there is no board."""
    return max((reading.misfit for reading in readings), default=np.inf)


def _read_apart(
    picture: Bgr, lattices: Sequence[Lattice], themes: Sequence[Theme], before: tuple[list[Reading], list[Lattice]]
) -> None:
    """Add the boards at such lattices as lie apart from those read before; what is none to one search is none again."""
    readings, rejected = before
    for lattice in lattices:
        if any(_overlap(lattice, other.lattice) for other in readings):
            continue
        if any(_agree(lattice, other) for other in rejected):
            continue
        reading = _read(picture, lattice, themes)
        if reading is None:
            rejected.append(lattice)
        else:
            readings.append(_wary(reading))


def _believed(readings: Sequence[Reading]) -> int:
    """How many cells were read beyond doubt."""
    return sum(len(reading.board.cells) - len(reading.doubtful) for reading in readings)


def _read(picture: Bgr, lattice: Lattice, themes: Sequence[Theme]) -> Reading | None:
    """By a theme where one leaves no cell in doubt, else by whichever leaves fewer.

    A theme that lacks symbols is completed by what the board shows by itself.
    """
    known = read_known(picture, lattice, themes)
    if known is None or known.misfit > _EXACTLY:
        picture, known = _in_its_light(picture, lattice, themes, known)
    if known is None:
        return read_unknown(picture, lattice)
    if not known.doubtful and (known.theme.tiles or known.misfit < _EXACTLY):
        return known  # as if captured pixel by pixel: nothing else is so near to it
    if known.theme.partial:
        return _completed(picture, known)
    return _looked_over(picture, known, lattice)


def _looked_over(picture: Bgr, known: Reading, found: Lattice) -> Reading | None:
    """The reading by a theme after a look by one who knows none; or that one's reading, where it leaves less doubt."""
    other = guess(picture, known.lattice)
    known = _agreed(known, other, cut_off(picture.shape, known.lattice))
    known = known if known.theme.tiles else _disputed(known, other)
    if _against_the_rules(known):
        return _as_unknown(picture, found, known.lattice)
    if _makes_sense(known):
        return known
    return _rivalled(known, _as_unknown(picture, found, known.lattice))


def _makes_sense(known: Reading) -> bool:
    """Whether the theme leaves little in doubt; nothing, where it is so far off that it may be another program's."""
    if known.misfit <= _FOREIGN:
        return len(known.unsure) <= _FITTING * len(known.board.cells)
    return known.misfit <= _STRANGE and not known.doubtful


def _rivalled(known: Reading, unknown: Reading | None) -> Reading:
    """The reading by a theme, or the one by none, as leaves less doubt; what they disagree on is doubtful.

    A theme that is strange to the board decides nothing: not what is doubtful in the other reading, nor where the board
    ends; and all of what nothing else takes for a board is doubtful.
    """
    strange = known.misfit > _STRANGE
    if unknown is None:
        cells = map(known.board.place, range(len(known.board.cells))) if strange else ()
        return with_doubts(known, cells, OPEN_ENDED)
    if strange and len(known.board.cells) != len(unknown.board.cells):
        return known if len(known.unsure) < len(unknown.unsure) else unknown
    disputed = _unlike(known, unknown) if strange else known
    unknown = unknown if strange else _unlike(unknown, known)
    if known.misfit > _FOREIGN:  # what it takes for things that lie over the board may be cells of another look
        return disputed if len(disputed.doubtful) <= len(unknown.doubtful) else unknown
    return disputed if len(disputed.unsure) <= len(unknown.unsure) else unknown


def _as_unknown(picture: Bgr, found: Lattice, moved: Lattice) -> Reading | None:
    """The board by no theme, at the lattice that was found or as a theme has moved it, whichever leaves less doubt."""
    readings = [read_unknown(picture, lattice) for lattice in dict.fromkeys((found, moved))]
    return min((each for each in readings if each is not None), key=lambda each: len(each.unsure), default=None)


def _in_its_light(
    picture: Bgr, lattice: Lattice, themes: Sequence[Theme], known: Reading | None
) -> tuple[Bgr, Reading | None]:
    """The picture in the light in which a theme fits much better, and the reading by it; else as they are."""
    best = picture
    limit = _CLOSELY if known is None else min(_CLOSELY, known.misfit)
    for distance, light, moved in best_lights(picture, lattice, themes)[:_LIGHTS]:
        if known is not None and distance > _BRIGHTER * known.misfit:
            break
        lit = light.taken_from(picture)
        reading = read_known(lit, moved, themes)
        if reading is not None and reading.misfit < limit:
            best, known, limit = lit, reading, reading.misfit
            if limit < _EXACTLY:
                break
    return best, known


def _against_the_rules(reading: Reading) -> bool:
    """Whether many numbers contradict what is around them: in a foreign look, covered cells may be taken for open."""
    numbers = sum(code > 0 for code in reading.board.cells)
    broken = sum(doubt.reason == CONTRADICTED and reading.board[doubt.x, doubt.y] > 0 for doubt in reading.doubtful)
    return broken > max(_FEWEST_BROKEN, _BROKEN * numbers)


def _wary(reading: Reading) -> Reading:
    """The reading; every cell of it doubtful where it may have missed a line, or read another look.

    Of another look tells that many cells are doubtful, though nothing lies over them.
    """
    every = map(reading.board.place, range(len(reading.board.cells)))
    if not reading.ends_clearly:
        return with_doubts(reading, every, OPEN_ENDED)
    many = len(reading.unsure) > _MOST_UNCLEAR * len(reading.board.cells)
    return with_doubts(reading, every, MOSTLY_UNCLEAR) if many else reading


def _unlike(reading: Reading, other: Reading) -> Reading:
    """The reading, with doubts where another one of the same cells shows something else, and did not doubt it.

    And where one takes a cell for covered and the other for open, sure of it or not, if the rest makes sense to it.
    """
    board, seen = reading.board, other.board
    if (board.width, board.height) != (seen.width, seen.height):
        return reading
    unsure = {(each.x, each.y) for each in other.doubtful}
    telling = len(other.unsure) <= _MOST_UNCLEAR * len(seen.cells)
    pairs = [(board.place(index), pair) for index, pair in enumerate(zip(board.cells, seen.cells, strict=True))]
    apart = [(place, telling and set(pair) == {0, COVERED}) for place, pair in pairs if pair[0] != pair[1]]
    return with_doubts(reading, [place for place, turned in apart if turned or place not in unsure])


def _completed(picture: Bgr, known: Reading) -> Reading:
    """The reading, with what its theme has no picture of as the board shows it by itself."""
    other = read_unknown(picture, known.lattice)
    if other is None or other.lattice != known.lattice:
        return known
    return completed(known, other, cut_off(picture.shape, known.lattice))


def _agreed(known: Reading, other: Guess, cut: Bools) -> Reading:
    """The reading without the doubts that another reader settles, which knows no theme but the digits and the rules.

    A shadow, a line over a cell or a fraction of a pixel leaves a cell unlike its template, and yet readable. Where
    the other is sure to see the same, or sees with certainty a number that the rules allow, it is believed; so is a
    mark that several cells have, if all of them are doubtful: the theme may have no picture of it. Not believed is a
    look that is nowhere to be seen but where something lies over the board.
    """
    board, codes = known.board, np.array(known.board.cells)
    places = [board.index((each.x, each.y)) for each in known.doubtful]
    doubtful, hopeless, lain_over = np.zeros((3, len(codes)), bool)
    doubtful[places] = True
    hopeless[places] = [each.score < _HOPELESS for each in known.doubtful]
    lain_over[places] = [each.reason == LAIN_OVER for each in known.doubtful]
    alike = (other.codes == codes) & (other.confidence >= _ALIKE) & ~(hopeless & (codes <= 0))
    alike &= (codes >= COVERED) | (other.groups.sizes[other.groups.of] > 1)  # a lone spot of colour may pass for a flag
    sure = other.confidence >= _SURE
    marks = np.zeros(len(codes), bool)
    for mark in (FLAG, QUESTION):
        seen = sure & (other.codes == mark)
        for cells in (seen, *(seen & (other.groups.of == group) for group in np.unique(other.groups.of[seen]))):
            marks |= cells & (np.count_nonzero(cells) > 1) & bool(doubtful[cells].all())
    better = (sure & (other.codes > 0)) | marks
    seen_in_part = _seen_in_part(other, lain_over, doubtful & ~alike & ~better)
    alike, better = alike & ~seen_in_part, better & ~seen_in_part
    codes[doubtful & better] = other.codes[doubtful & better]
    seen = np.where(doubtful & ~alike & ~better, FLAG, codes)  # may be a mine, and may be none
    broken = contradictions(seen.reshape(board.height, board.width), cut).ravel()
    settled = (alike | better) & ~broken
    kept = tuple(each for each, place in zip(known.doubtful, places, strict=True) if not settled[place])
    cells = np.where(doubtful & ~settled, board.cells, codes)
    agreed = replace(known, board=replace(board, cells=tuple(cells.tolist())), doubtful=kept)
    return with_doubts(agreed, map(board.place, np.flatnonzero(broken).tolist()), CONTRADICTED)


def _seen_in_part(other: Guess, over: Bools, unclear: Bools) -> Bools:
    """The cells of a look that is only where something lies over the board: half a symbol may be another one.

    Of what is said to lie there, some cells must be unclear to the other reader as well.
    """
    _, labels = patches(over.reshape(other.lattice.rows, -1))
    hidden = over & np.isin(labels, labels[unclear.reshape(labels.shape)]).ravel()
    in_part: Bools = hidden & ~np.isin(other.groups.of, other.groups.of[~hidden])
    return in_part


def _disputed(known: Reading, other: Guess) -> Reading:
    """The reading, with doubts where another reader is sure to see a number, and the theme another one or none.

    A drawn theme may also fit a foreign look well enough, and take its covered cells for open ones, or the other way
    round: where the other is sure of that, or sees it in most of them, they are doubtful. The farther off the theme is,
    the less sure the other needs to be.
    """
    codes = np.array(known.board.cells)
    sure = _SURE if known.misfit <= _FOREIGN else DOUBTFUL_BELOW
    apart = (codes >= COVERED) & (other.codes > 0) & (codes != other.codes) & (other.confidence >= sure)
    if known.misfit > _FOREIGN:
        for state, opposite in ((0, COVERED), (COVERED, 0)):
            turned = (codes == state) & (other.codes == opposite)
            most = turned.sum() > _TURNED * (codes == state).sum()
            apart |= turned & (most | (other.confidence >= _SURE))
    return with_doubts(known, [known.board.place(index) for index in np.flatnonzero(apart).tolist()])


def _overlap(one: Lattice, other: Lattice) -> bool:
    """Whether the middle of one lies within the other."""
    (x, y), (left, top, width, height) = one.centre(((one.cols - 1) // 2, (one.rows - 1) // 2)), other.bbox
    return left <= x < left + width and top <= y < top + height


def _agree(one: Lattice, other: Lattice) -> bool:
    """Whether both have the same cells, to the pixels by which either is shifted to fit a theme."""
    ends = np.array([(each.x, each.y, each.across(each.cols), each.down(each.rows)) for each in (one, other)])
    return (one.cols, one.rows) == (other.cols, other.rows) and bool(np.ptp(ends, axis=0).max() <= _SAME)
