"""Read the boards in a picture: find them, search by search, and read each.

picture -> lattices -> what is read at each -> the boards, each once, and whole
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial

import numpy as np

from minebot.board import USUAL_SIZES
from minebot.geometry import Lattice
from minebot.vision.finding.repeats import find_plain_repeats, find_repeats
from minebot.vision.known.board import aligned, read_known
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
    spread_over,
)
from minebot.vision.picture import Bgr
from minebot.vision.reading import LAIN_OVER, MOSTLY_UNCLEAR, OPEN_ENDED, Reading, completed, cut_off, with_doubts
from minebot.vision.theme import UNKNOWN, Theme
from minebot.vision.themes.folders import load_themes
from minebot.vision.torn import ends_unseen, whole_of
from minebot.vision.unknown.board import read_unknown
from minebot.vision.verdict import CLOSELY, EXACTLY, judged, read_board, wary

_DULL = 8.0  # mean colour distance from which what repeats is looked at as well
_NEARER = 0.5  # share of the distance of boards that leaves no doubt where their cells begin
_LARGER = 2  # times the cells of a part of a board that was taken for none, up to which it is none
_CLEAR = 0.8  # share of the cells beyond doubt below which a board without borders is looked for
_HARDLY_ANY = 0.1  # share of the cells in doubt up to which borders tell where they begin
_PAINTED = 128  # of 255, over what was read
_NO_OTHER = 0.2  # pixels from what was found to be no board, from which faint digits may be read all the same


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
    _read_apart(picture, find_lattices(picture), partial(read_board, picture, known), (readings, rejected))
    repeats = cache(partial(find_repeats, picture))
    if not readings and (exact := _without_borders(picture, known, repeats)) is not None:
        return [exact]  # before the searches that take the longest
    cornered = partial(_cornered, rejected=rejected)
    for find in (find_small_lattices, find_faint_lattices, find_stippled_lattices, find_oblong_lattices, cornered):
        if not readings:
            _read_apart(picture, find(picture), partial(read_board, picture, known), (readings, rejected))
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
    if unclear or _farthest(readings) > CLOSELY:
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
    whole = read_board(picture, themes, found.lattice)
    if whole is None or not goes_beyond(whole, part, found.lattice):
        whole = spread_over(part, found.lattice)
    rivals = [each for each in others if each.ends_clearly and shares_cells(found.lattice, each.lattice)]
    if part.ends_clearly and rivals and (whole.board.width, whole.board.height) not in USUAL_SIZES:
        return wary(replace(part, ends_clearly=False))
    hidden = np.argwhere(found.hidden.T) + place_of(found.lattice, whole.lattice)
    hidden = hidden[(hidden >= 0).all(1) & (hidden < (whole.lattice.cols, whole.lattice.rows)).all(1)]
    return judged(picture, with_doubts(whole, map(tuple, hidden.tolist()), LAIN_OVER))


def _is_another(other: Reading, part: Reading, whole: Lattice) -> bool:
    """Whether a reading is no part of the board that another one is, though on its lattice.

    Of cells of another size it is none, nor where both are of usual sizes, or plain and of other lines. What lies
    there and has no cell that is believed tells nothing: between the lines of a part, squares of any size may be seen.
    """
    one, lattice = part.lattice, other.lattice
    if not shares_cells(whole, lattice) or not believed([other]):
        return False
    usual = all((each.board.width, each.board.height) in USUAL_SIZES for each in (part, other))
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
            return judged(picture, completed(other, reading, cut_off(picture.shape, other.lattice, other.cut)))
    return reading


def _cornered(picture: Bgr, rejected: Sequence[Lattice]) -> list[Lattice]:
    """Where boards may lie by corners; what has borders of cells, and is no board, has corners as well."""
    corners = find_cornered_lattices(picture)
    return [each for each in corners if not any(_as_large(each, other) for other in rejected)]


def _as_large(one: Lattice, other: Lattice) -> bool:
    """Whether a lattice is another one, or goes on where that ends, and is not far larger: that was a part of it."""
    return continues(one, other) and one.cols * one.rows <= _LARGER * other.cols * other.rows


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
            readings.append(judged(picture, reading))


def _clear_cells(reading: Reading) -> int:
    """How many cells were read beyond doubt; of a board that is just as its theme has it, but for where it ends."""
    if reading.theme.name == UNKNOWN or reading.misfit > EXACTLY:
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
        _read_apart(picture, found, partial(read_board, picture, themes), (readings, rejected))


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
    return [judged(picture, each) for each in boards]


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
    if reading is None or reading.misfit > EXACTLY:
        return None
    reading = judged(picture, reading)
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
    return read_board(picture, themes, lattice)


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
