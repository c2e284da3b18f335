"""Read the boards in a picture: what each cell shows, and which cells are doubtful.

picture -> lattices -> a known theme, or what an unknown look shows by itself -> Reading
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import islice

import numpy as np

from minebot.board import COVERED, STANDARD_MINES
from minebot.geometry import Lattice
from minebot.vision.agreement import FOREIGN, MOST_UNCLEAR, against_the_rules, agreed, disputed, makes_sense, rivalled
from minebot.vision.chequer import in_one_shade
from minebot.vision.finding.repeats import find_plain_repeats, find_repeats
from minebot.vision.known.beneath import goes_on_beneath
from minebot.vision.known.beside import goes_on_beside
from minebot.vision.known.board import aligned, read_known
from minebot.vision.known.light import best_lights
from minebot.vision.known.tilings import read_tilings
from minebot.vision.locate import (
    LEAST,
    continues,
    find_cornered_lattices,
    find_faint_lattices,
    find_lattices,
    find_oblong_lattices,
    find_open_lattices,
    find_small_lattices,
    find_stippled_lattices,
    has_equals,
)
from minebot.vision.overlap import (
    FAR_LESS,
    MOVED,
    SAME,
    agree,
    apart_from,
    are_cells_of,
    believed,
    best_of_each_place,
    goes_beyond,
    goes_on,
    is_at_odds,
    is_part_of,
    is_plain,
    of_one_pitch,
    overlap,
    overlap_at_all,
    place_of,
    shares_cells,
    shows,
    spread_over,
)
from minebot.vision.picture import Bgr
from minebot.vision.reading import (
    CONTRADICTED,
    LAIN_OVER,
    MOSTLY_UNCLEAR,
    OPEN_ENDED,
    Reading,
    completed,
    cut_off,
    with_doubts,
)
from minebot.vision.rules import around, codes_of
from minebot.vision.theme import UNKNOWN, Theme
from minebot.vision.themes.folders import load_themes
from minebot.vision.themes.palette import Palette
from minebot.vision.torn import ends_unseen, whole_of
from minebot.vision.unknown.alike import colours_of_middles
from minebot.vision.unknown.board import read_unknown
from minebot.vision.unknown.deduced import deduced
from minebot.vision.unknown.glyphs import cut_patches
from minebot.vision.unknown.guess import guess

_DULL = 8.0  # mean colour distance from which what repeats is looked at as well
_BRIGHTER = 0.7  # share of that distance that is left in a light that is worth a look
_NEARER = 0.5  # share of the distance of boards that leaves no doubt where their cells begin
_EXACTLY = 4.0  # mean colour distance up to which a drawn theme leaves nothing to dispute, nor another light to try
_FRESH = 8.0  # the same up to which covered cells alone are those of a theme
_CLOSELY = 16.0  # mean colour distance up to which a theme fits in another light than its own
_ELSEWHERE = 15.0  # the same from which a theme does not tell where cells begin: of true ones, on pages, 14 were seen
_ELSEWHERE_IN_LIGHT = 8.0  # and the same in another light than its own, in which any theme comes nearer
_LIGHTS, _FEW_LIGHTS = 3, 2  # that are looked at; where a board is plain by no theme
_LARGER = 2  # times the cells of a part of a board that was taken for none, up to which it is none
_CLEAR = 0.8  # share of the cells beyond doubt below which a board without borders is looked for
_HARDLY_ANY = 0.1  # share of the cells in doubt up to which borders tell where they begin
_USUAL_SIZES = {*STANDARD_MINES, (10, 8), (18, 14), (24, 20)}  # of Google's levels as well
_PAINTED = 128  # of 255, over what was read
_NO_OTHER = 0.2  # the same where one was found to be no board: faint digits may be read at the other


def read_picture(picture: Bgr, themes: Sequence[Theme] | None = None) -> list[Reading]:
    """Every board in the picture, from the largest to the smallest; none where there is none.

    `themes` are the known ones (all that there are, unless told); what none of them fits is read as a look of its own.
    One that another reading came with, blurred or enlarged, stands for the theme itself.
    """
    if min(picture.shape[:2]) < LEAST:
        return []
    known = load_themes() if themes is None else [theme.sharp or theme for theme in themes]
    parts, readings = _read_all(picture, known), list[Reading]()
    for part in sorted(parts, key=lambda each: -believed([each])):
        if not any(are_cells_of(part.lattice, whole.lattice) for whole in readings):
            readings.append(_made_whole(picture, known, part, parts))
    return sorted(readings, key=lambda each: -len(each.board.cells))


def _read_all(picture: Bgr, known: Sequence[Theme]) -> list[Reading]:
    """The same, each part of a board for itself where something lies across it from side to side."""
    readings = read_tilings(picture, known)
    rejected: list[Lattice] = []
    _read_apart(picture, find_lattices(picture), partial(_read, picture, known), (readings, rejected))
    repeats = cache(partial(find_repeats, picture))
    if not readings and (exact := _without_borders(picture, known, repeats)) is not None:
        return [exact]  # before the searches that take the longest
    cornered = partial(_cornered, rejected=rejected)
    for find in (find_small_lattices, find_faint_lattices, find_stippled_lattices, find_oblong_lattices, cornered):
        if not readings:
            _read_apart(picture, find(picture), partial(_read, picture, known), (readings, rejected))
    slow = _unclear(readings) or _farthest(readings) > _DULL or any(each.theme.name == UNKNOWN for each in readings)
    if readings and slow:  # next to the time that such boards take, more searches for others are cheap
        _read_beside(picture, known, (readings, rejected))
    unclear = _unclear(readings)
    fits = not unclear and _farthest(readings) <= _DULL
    if fits and not any(each.theme.name == UNKNOWN and each.doubtful for each in readings):
        return readings
    opened: list[Reading] = []  # boards by the cells that are closed: far from one another, these tell the pitch best
    _read_apart(
        picture, find_open_lattices(picture), partial(_read_again, picture, known, readings, _NO_OTHER), (opened, [])
    )
    opened = [_where_its_borders_are(picture, each, readings) for each in opened]
    if fits:
        return best_of_each_place(readings, [each for each in opened if not is_at_odds(each, readings)])
    # what is drawn in the cells of a board without borders may have passed for cells
    repeated: list[Reading] = []
    if not opened or any(each.doubtful for each in opened):
        _read_apart(picture, repeats(), partial(_read_about, picture, known, readings), (repeated, []))
    opened, repeated = (
        [
            each
            for each in found
            if not any(is_part_of(each, reading) for reading in readings) and not is_at_odds(each, readings)
        ]
        for found in (opened, repeated)
    )
    if unclear or _farthest(readings) > _CLOSELY:
        finer = _read_finer(picture, [*readings, *opened])
        return best_of_each_place([*readings, *opened], [*repeated, *finer])
    readings = [next((whole for whole in opened if goes_on(each, whole)), each) for each in readings]
    others = best_of_each_place(opened, repeated)
    known_looks = others and all(each.theme.name != UNKNOWN for each in others)  # no theme was compared with others
    nearer = known_looks and _farthest(others) < _NEARER * _farthest(readings)
    return [*others, *apart_from(others, readings)] if nearer else readings


def _made_whole(picture: Bgr, themes: Sequence[Theme], part: Reading, parts: Sequence[Reading]) -> Reading:
    """The reading; of the whole board where its looks are seen again beyond something that lies across it.

    Where that does not show what the part does, nothing of the rest is believed. Nothing at all is where the rest may
    be a board for itself, and both together are none of a usual size; or where the part ends in doubt elsewhere.
    """
    others = [each for each in parts if not are_cells_of(each.lattice, part.lattice)]
    clear = ~part.in_doubt(lambda doubt: doubt.reason not in (OPEN_ENDED, MOSTLY_UNCLEAR))
    clear = clear.reshape(part.lattice.rows, -1)
    found = whole_of(picture, part.lattice, clear, lambda whole: any(_is_another(each, part, whole) for each in others))
    if found is None:
        return part
    if ends_unseen(clear, place_of(part.lattice, found.lattice), found.hidden.shape):
        return wary(replace(part, ends_clearly=False))
    whole = _read(picture, themes, found.lattice)
    if whole is None or not goes_beyond(whole, part, found.lattice):
        whole = spread_over(part, found.lattice)
    rivals = [each for each in others if each.ends_clearly and shares_cells(found.lattice, each.lattice)]
    if part.ends_clearly and rivals and (whole.board.width, whole.board.height) not in _USUAL_SIZES:
        return wary(replace(part, ends_clearly=False))
    hidden = np.argwhere(found.hidden.T) + place_of(found.lattice, whole.lattice)
    hidden = hidden[(hidden >= 0).all(1) & (hidden < (whole.lattice.cols, whole.lattice.rows)).all(1)]
    return _judged(picture, with_doubts(whole, map(tuple, hidden.tolist()), LAIN_OVER))


def _is_another(other: Reading, part: Reading, whole: Lattice) -> bool:
    """Whether a reading is no part of the board that another one is, though on its lattice.

    Of cells of another size it is none, nor where both are of usual sizes, or plain and of other lines.
    """
    one, lattice = part.lattice, other.lattice
    if not shares_cells(whole, lattice):
        return False
    usual = all((each.board.width, each.board.height) in _USUAL_SIZES for each in (part, other))
    (column, row), (cols, rows) = place_of(lattice, one), (lattice.cols, lattice.rows)
    same_lines = (row, rows) == (0, one.rows) if whole.rows == one.rows else (column, cols) == (0, one.cols)
    return not of_one_pitch(one, lattice) or usual or (is_plain(other) and not same_lines)


def _where_its_borders_are(picture: Bgr, reading: Reading, by_borders: Sequence[Reading]) -> Reading:
    """A reading of no theme; where the same cells were found by their borders, nearly all plain, those by its doubts.

    What a look has the fewest of tells but roughly where cells begin.
    """
    for other in by_borders:
        same = reading.theme.name == other.theme.name == UNKNOWN and agree(reading.lattice, other.lattice, MOVED)
        if same and len(other.unsure) <= _HARDLY_ANY * len(other.board.cells):
            return _judged(picture, completed(other, reading, cut_off(picture.shape, other.lattice, other.cut)))
    return reading


def _cornered(picture: Bgr, rejected: Sequence[Lattice]) -> list[Lattice]:
    """Where boards may lie by corners; what has borders of cells, and is no board, has corners as well."""
    corners = find_cornered_lattices(picture)
    return [each for each in corners if not any(_as_large(each, other) for other in rejected)]


def _as_large(one: Lattice, other: Lattice) -> bool:
    """Whether a lattice is another one, or goes on where that ends, and is not far larger: that was a part of it."""
    return continues(one, other) and one.cols * one.rows <= _LARGER * other.cols * other.rows


def look_over(picture: Bgr, known: Reading) -> Reading:
    """A reading at a known place, after a closer look by a reader that knows no theme but the digits and the rules."""
    looked = _looked_over(picture, known, known.lattice, partial(read_unknown, picture))
    return known if looked is None else wary(looked)


def wary(reading: Reading) -> Reading:
    """The reading; every cell of it doubtful where it may have missed a line, or read another look.

    Of another look tells that many cells are doubtful, though nothing lies over them.
    """
    every = map(reading.board.place, range(len(reading.board.cells)))
    if not reading.ends_clearly:
        return with_doubts(reading, every, OPEN_ENDED)
    return with_doubts(reading, every, MOSTLY_UNCLEAR) if _mostly_unclear(reading) else reading


def _judged(picture: Bgr, reading: Reading) -> Reading:
    """The reading, with the doubts that the board as a whole brings: its numbers, sheets over it, where it ends."""
    if reading.theme.chequered:
        places = np.arange(len(reading.board.cells))
        grounds = colours_of_middles(cut_patches(picture, reading.lattice, places))
        codes = codes_of(reading.board)
        beneath = np.flatnonzero(in_one_shade(grounds.reshape(*codes.shape, 3), codes))
        reading = with_doubts(reading, map(reading.board.place, beneath.tolist()), LAIN_OVER)
    return wary(_to_its_end(picture, _doubted_by_numbers(picture, reading)))


def _doubted_by_numbers(picture: Bgr, reading: Reading) -> Reading:
    """The reading, with doubts about numbers that leave another one near them no room, where no theme tells them.

    What a single number proves, of the cells around it, those next to it have to allow.
    """
    if reading.theme.name != UNKNOWN:
        return reading
    codes, believed = codes_of(reading.board), ~reading.in_doubt().reshape(reading.lattice.rows, -1)
    cut = cut_off(picture.shape, reading.lattice, reading.cut)
    known = deduced(codes, believed, np.zeros_like(believed), cut, 1)
    doubted = (codes > 0) & (around((around(known.broken) > 0) | known.broken) > 0)
    return with_doubts(reading, map(reading.board.place, np.flatnonzero(doubted).tolist()), CONTRADICTED)


def _to_its_end(picture: Bgr, reading: Reading) -> Reading:
    """The reading, which does not end clearly where it goes on beneath something, or beside it in another light."""
    clear = reading.ends_clearly and not goes_on_beneath(picture, reading)
    clear = clear and not goes_on_beside(picture, reading.lattice)
    return replace(reading, ends_clearly=clear)


def _mostly_unclear(reading: Reading) -> bool:
    """Whether so many cells are doubtful for themselves that none of them is believed."""
    return len(reading.unsure) > MOST_UNCLEAR * len(reading.board.cells)


def _farthest(readings: Sequence[Reading]) -> float:
    """The mean colour distance of the board that is the farthest from its theme; infinite where there is no board."""
    return max((reading.misfit for reading in readings), default=np.inf)


def _read_apart(
    picture: Bgr,
    lattices: Sequence[Lattice],
    read: Callable[[Lattice], Reading | None],
    before: tuple[list[Reading], list[Lattice]],
) -> None:
    """Add the boards at such lattices as lie apart from those read before; what is none to one search is none again."""
    readings, rejected = before
    for lattice in lattices:
        if any(overlap(lattice, other.lattice) for other in readings):
            continue
        if readings and not has_equals(picture, lattice, [other.lattice for other in readings]):
            continue
        near = [other for other in rejected if agree(lattice, other)]
        if any(agree(lattice, other, _NO_OTHER) for other in near):
            continue
        reading = read_unknown(picture, lattice) if near else read(lattice)  # a theme was moved over it before
        if reading is None:
            rejected.append(lattice)
        else:
            readings.append(_judged(picture, reading))


def _clear_cells(reading: Reading) -> int:
    """How many cells were read beyond doubt; of a board that is just as its theme has it, but for where it ends."""
    if reading.theme.name == UNKNOWN or reading.misfit > _EXACTLY:
        return believed([reading])
    return len(reading.board.cells) - sum(doubt.reason != OPEN_ENDED for doubt in reading.doubtful)


def _unclear(readings: Sequence[Reading]) -> bool:
    """Whether too few of the cells of some readings are clear."""
    return sum(map(_clear_cells, readings)) < _CLEAR * sum(len(reading.board.cells) for reading in readings)


def _read_beside(picture: Bgr, themes: Sequence[Theme], before: tuple[list[Reading], list[Lattice]]) -> None:
    """Add the boards that the later searches find beside those read before, of which they may not be the rest."""
    readings, rejected = before
    rest = picture.copy()
    for reading in readings:
        left, top, width, height = reading.lattice.bbox
        rest[max(0, top) : top + height, max(0, left) : left + width] = _PAINTED
    for find in (find_small_lattices, find_faint_lattices, partial(_cornered, rejected=rejected)):
        known = [reading.lattice for reading in readings]
        found = [
            each for each in find(rest) if not any(overlap_at_all(each, one) or continues(each, one) for one in known)
        ]
        _read_apart(picture, found, partial(_read, picture, themes), (readings, rejected))


def _read_finer(picture: Bgr, before: Sequence[Reading]) -> list[Reading]:
    """What the later searches find where much was left in doubt: the first one may have missed lines of small cells.

    Of a board that was read as a whole, however doubtful, they find parts as well: those are none.
    """
    unclear = [each for each in before if _unclear([each])]
    tried = [each.lattice for each in before]
    finer = []
    for find in (find_small_lattices, find_faint_lattices) if unclear else ():
        for lattice in find(picture):
            there = any(overlap_at_all(lattice, each.lattice) for each in unclear)
            if there and not any(agree(lattice, other, _NO_OTHER) for other in tried):
                tried.append(lattice)
                finer.append(read_unknown(picture, lattice))
    boards = [each for each in finer if each is not None and not any(is_part_of(each, other) for other in before)]
    return [_judged(picture, each) for each in boards]


def _without_borders(picture: Bgr, themes: Sequence[Theme], repeats: Callable[[], Sequence[Lattice]]) -> Reading | None:
    """The board without borders that a theme fits exactly, where what is drawn in its cells repeats.

    Where it does plainly first: that is found at a tenth of the cost. Each lattice as it is, and then as a theme moves
    it, if it does, which takes longer.
    """
    for find in (partial(find_plain_repeats, picture), repeats):
        found = []
        for lattice in find():
            found.append(lattice)
            if (reading := _fitting_exactly(picture, lattice, themes)) is not None:
                return reading
        for lattice in found:
            moved = aligned(picture, lattice, themes)
            if moved != lattice and (reading := _fitting_exactly(picture, moved, themes)) is not None:
                return reading
    return None


def _fitting_exactly(picture: Bgr, lattice: Lattice, themes: Sequence[Theme]) -> Reading | None:
    """The board at a lattice that a theme fits exactly and leaves no doubt of; None where there is none."""
    reading = read_known(picture, lattice, themes)
    if reading is None or reading.misfit > _EXACTLY:
        return None
    reading = _judged(picture, reading)
    return None if reading.doubtful else reading


def _read_again(
    picture: Bgr, themes: Sequence[Theme], before: Sequence[Reading], apart: float, lattice: Lattice
) -> Reading | None:
    """The board at a lattice; what was read before at the same cells, to so many pixels, is not read again.

    Nor by a theme where it was read a little off: themes were moved over it then.
    """
    for known in before:
        if agree(lattice, known.lattice, apart):
            return known
    if any(agree(lattice, known.lattice, MOVED) for known in before):
        return read_unknown(picture, lattice)
    return _read(picture, themes, lattice)


def _read_about(picture: Bgr, themes: Sequence[Theme], before: Sequence[Reading], lattice: Lattice) -> Reading | None:
    """The board without borders about a lattice, as a theme moves it or as it is: where a theme is nearer to it."""
    readings = []
    for each in dict.fromkeys((aligned(picture, lattice, themes), lattice)):
        reading = _read_again(picture, themes, before, SAME, each)
        if reading is not None:
            readings.append(reading)
            if reading.misfit <= _DULL:
                break
    if any(each.theme.name == UNKNOWN for each in readings):
        return readings[0]
    return min(readings, key=lambda each: each.misfit, default=None)


def _read(picture: Bgr, themes: Sequence[Theme], lattice: Lattice) -> Reading | None:
    """By a theme where one leaves no cell in doubt, else by whichever leaves fewer.

    A theme that lacks symbols is completed by what the board shows by itself.
    """
    themes = [theme for theme in themes if theme.is_as_oblong(lattice)]
    as_found, known = picture, read_known(picture, lattice, themes)
    unknown = cache(partial(read_unknown, as_found))
    if known is None or known.misfit > _EXACTLY:
        plain = (known is None or _mostly_unclear(known)) and is_plain(unknown(lattice))
        picture, known = _in_its_light(picture, lattice, themes, known, _FEW_LIGHTS if plain else _LIGHTS)
    if known is None:
        return unknown(lattice)
    alike = _FRESH if {COVERED}.issuperset(known.board.cells) else FOREIGN
    if {0, COVERED}.issuperset(known.board.cells) and (picture is not as_found or known.misfit > alike):
        # any two shades are covered and open cells of some theme in some light, and one shade those of most
        other = unknown(lattice)
        clear = other is not None and other.ends_clearly and not other.doubtful  # where it ends, its borders tell best
        if other is not None and (clear or believed([other]) >= believed([known])):
            return other
        if known.misfit > alike:  # what another look shows in its cells may be lost in that of this theme
            known = with_doubts(known, map(known.board.place, range(len(known.board.cells))))
    known = _in_its_colours(picture, known)
    if not known.doubtful and known.misfit < (FOREIGN if known.theme.tiles else _EXACTLY):
        return known  # as if captured pixel by pixel: nothing else is so near to it
    if known.theme.partial:
        return _completed(picture, known)
    if picture is as_found:
        return _looked_over(picture, known, lattice, unknown)
    looked = _looked_over(picture, known, lattice, partial(read_unknown, picture), _ELSEWHERE_IN_LIGHT)
    return _as_it_is(looked, lattice, unknown)


def _looked_over(
    picture: Bgr,
    known: Reading,
    found: Lattice,
    unknown: Callable[[Lattice], Reading | None],
    elsewhere: float = _ELSEWHERE,
) -> Reading | None:
    """The reading by a theme after a look by one who knows none; or that one's reading, where it leaves less doubt.

    From a distance of `elsewhere` on the theme does not tell where cells begin.
    """
    other = guess(picture, known.lattice)
    known = agreed(known, other, cut_off(picture.shape, known.lattice, known.cut))
    known = known if known.theme.tiles else disputed(known, other)
    if against_the_rules(known):
        return _as_unknown(unknown, found, known.lattice)
    as_found = (known.lattice.cols, known.lattice.rows) == (found.cols, found.rows)
    if makes_sense(known, other) and (as_found or known.misfit <= FOREIGN):
        return _as_placed(known, found, unknown, elsewhere)
    return rivalled(known, _as_unknown(unknown, found, known.lattice))


def _as_it_is(looked: Reading | None, found: Lattice, unknown: Callable[[Lattice], Reading | None]) -> Reading | None:
    """The reading in another light, or the same by no theme, as it is, where doubts are left."""
    if looked is None or not looked.doubtful or looked.misfit <= _EXACTLY:
        return looked
    return _plainly(looked, found, unknown) or looked


def _as_placed(
    known: Reading, found: Lattice, unknown: Callable[[Lattice], Reading | None], elsewhere: float
) -> Reading:
    """The reading, or the same by no theme where that is where the borders are: another program's theme is moved off.

    It goes to where it fits, and that is not where cells begin that are drawn in another way. What is doubtful by the
    theme may be something else there; but not where the borders themselves say that the theme is at their place.
    """
    limit = elsewhere if agree(known.lattice, found, MOVED) else min(elsewhere, FOREIGN)
    if agree(known.lattice, found) or known.misfit <= (_EXACTLY if known.doubtful else limit):
        return known
    other = _plainly(known, found, unknown)
    return known if other is None or other.lattice == known.lattice else other


def _plainly(known: Reading, found: Lattice, unknown: Callable[[Lattice], Reading | None]) -> Reading | None:
    """The same board by no theme, where it was found; None unless all of it is beyond doubt."""
    other = unknown(found)
    if other is None or not is_plain(other) or len(other.board.cells) != len(known.board.cells):
        return None
    return other if shows(known, np.array(other.board.cells)) else None


def _as_unknown(unknown: Callable[[Lattice], Reading | None], found: Lattice, moved: Lattice) -> Reading | None:
    """The board by no theme at the lattice that was found; as a theme has moved it where that leaves far less doubt.

    One that ends clearly is better than one that does not; where both do, and are of unlike size, what was found is:
    it goes by the borders.
    """
    boards = {at: board for at in dict.fromkeys((found, moved)) if (board := unknown(at)) is not None}
    clear = {at: board for at, board in boards.items() if board.ends_clearly}
    if len({(each.board.width, each.board.height) for each in clear.values()}) > 1:
        return clear[found]
    left = clear or boards
    doubts = {at: len(board.unsure) * (1 if at == found else FAR_LESS) for at, board in left.items()}
    return left[min(doubts, key=lambda at: doubts[at])] if doubts else None


def _in_its_light(
    picture: Bgr, lattice: Lattice, themes: Sequence[Theme], known: Reading | None, most: int
) -> tuple[Bgr, Reading | None]:
    """The picture in the light in which a theme fits much better, and the reading by it; else as they are.

    The cells tell it best from where they are: the best one once more where a light has shown that they lie elsewhere.
    Until then it is told but roughly: where much is unclear, lights in which a theme fits little better are looked at
    as well, up to so many.
    """
    best = picture
    limit = _CLOSELY if known is None else min(_CLOSELY, known.misfit)
    for distance, light, theme, moved in islice(best_lights(picture, lattice, themes), most):
        in_doubt = known is not None and len(known.doubtful) > MOST_UNCLEAR * len(known.board.cells)
        if known is not None and distance > _BRIGHTER * known.misfit and not in_doubt:
            break
        lit = light.taken_from(picture)
        reading = read_known(lit, moved, [theme])
        if reading is not None:
            washed_out = light.washed_out(picture, reading.lattice)
            reading = with_doubts(reading, map(reading.board.place, np.flatnonzero(washed_out).tolist()))
        if reading is not None and (reading.misfit < limit or (best is not picture and _is_surer(reading, known))):
            best, known, limit = lit, reading, reading.misfit
            if limit < _EXACTLY and not reading.doubtful:
                return best, known
    if known is None or best is picture or agree(known.lattice, lattice):
        return best, known
    again, reading = _in_its_light(picture, known.lattice, themes, known, 1)
    return (best, known) if again is picture else (again, reading)


def _is_surer(reading: Reading, known: Reading | None) -> bool:
    """Whether a theme leaves far less doubt than another: what it takes for hidden does not tell how far off it is."""
    far_less = known is not None and FAR_LESS * len(reading.doubtful) < len(known.doubtful)
    return far_less and reading.misfit < _CLOSELY


def _in_its_colours(picture: Bgr, known: Reading) -> Reading:
    """A reading with doubts once more by a theme in the few colours that the picture has; as it is where it has many.

    It stays a reading by the theme itself: another look may show colours that this one does not.
    """
    palette = Palette.of(picture) if known.doubtful and known.misfit < FOREIGN else None
    if palette is None:
        return known
    reading = read_known(picture, known.lattice, [known.theme.in_colours(palette)])
    nearer = reading is not None and reading.misfit < known.misfit and len(reading.doubtful) < len(known.doubtful)
    return replace(reading, theme=known.theme) if reading is not None and nearer else known


def _completed(picture: Bgr, known: Reading) -> Reading:
    """The reading, with what its theme has no picture of as the board shows it by itself."""
    other = read_unknown(picture, known.lattice)
    if other is None or other.lattice != known.lattice:
        return known
    return completed(known, other, cut_off(picture.shape, known.lattice, known.cut))
