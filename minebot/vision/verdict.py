"""Read the board at a lattice: by a known theme or by none, whichever is believed, with the doubts that are left."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import islice

import numpy as np

from minebot.board import COVERED
from minebot.geometry import Lattice
from minebot.vision.agreement import FOREIGN, MOST_UNCLEAR, against_the_rules, agreed, disputed, makes_sense, rivalled
from minebot.vision.chequer import in_one_shade
from minebot.vision.known.beneath import ends_at_a_sheet, goes_on_beneath
from minebot.vision.known.beside import goes_on_beside
from minebot.vision.known.board import read_known
from minebot.vision.known.light import best_lights
from minebot.vision.overlap import FAR_LESS, MOVED, agree, believed, is_plain, shows
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
from minebot.vision.themes.palette import Palette
from minebot.vision.unknown.alike import colours_of_middles
from minebot.vision.unknown.board import read_unknown
from minebot.vision.unknown.deduced import deduced
from minebot.vision.unknown.glyphs import cut_patches
from minebot.vision.unknown.guess import guess

EXACTLY = 4.0
"""Mean colour distance up to which a drawn theme leaves nothing to dispute, nor another light to try."""

CLOSELY = 16.0
"""The same up to which a theme fits in another light than its own."""

_FRESH = 8.0  # the same up to which covered cells alone are those of a theme
_ELSEWHERE = 15.0  # the same from which a theme does not tell where cells begin: of true ones, on pages, 14 were seen
_ELSEWHERE_IN_LIGHT = 8.0  # and the same in another light than its own, in which any theme comes nearer
_BRIGHTER = 0.7  # share of that distance that is left in a light that is worth a look
_LIGHTS, _FEW_LIGHTS = 3, 2  # that are looked at; where a board is plain by no theme


def read_board(picture: Bgr, themes: Sequence[Theme], lattice: Lattice) -> Reading | None:
    """The board at a lattice: by a theme where one leaves no cell in doubt, else by whichever leaves fewer.

    A theme that lacks symbols is completed by what the board shows by itself.
    """
    themes = [theme for theme in themes if theme.is_as_oblong(lattice)]
    as_found, known = picture, read_known(picture, lattice, themes)
    unknown = cache(partial(read_unknown, as_found))
    if known is None or known.misfit > EXACTLY:
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
    if not known.doubtful and known.misfit < (FOREIGN if known.theme.tiles else EXACTLY):
        return known  # as if captured pixel by pixel: nothing else is so near to it
    if known.theme.partial:
        return _completed(picture, known)
    if picture is as_found:
        return _looked_over(picture, known, lattice, unknown)
    looked = _looked_over(picture, known, lattice, partial(read_unknown, picture), _ELSEWHERE_IN_LIGHT)
    return _as_it_is(looked, lattice, unknown)


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


def judged(picture: Bgr, reading: Reading) -> Reading:
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
    """The reading, which does not end clearly where it goes on beneath something, or beside it in another light.

    Nor where it may: where it lacks a few lines of a usual size, and a sheet begins just there.
    """
    clear = reading.ends_clearly and not goes_on_beneath(picture, reading)
    clear = clear and not ends_at_a_sheet(picture, reading.lattice)
    clear = clear and not goes_on_beside(picture, reading.lattice)
    return replace(reading, ends_clearly=clear)


def _mostly_unclear(reading: Reading) -> bool:
    """Whether so many cells are doubtful for themselves that none of them is believed."""
    return len(reading.unsure) > MOST_UNCLEAR * len(reading.board.cells)


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
    if looked is None or not looked.doubtful or looked.misfit <= EXACTLY:
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
    if agree(known.lattice, found) or known.misfit <= (EXACTLY if known.doubtful else limit):
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
    limit = CLOSELY if known is None else min(CLOSELY, known.misfit)
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
            if limit < EXACTLY and not reading.doubtful:
                return best, known
    if known is None or best is picture or agree(known.lattice, lattice):
        return best, known
    again, reading = _in_its_light(picture, known.lattice, themes, known, 1)
    return (best, known) if again is picture else (again, reading)


def _is_surer(reading: Reading, known: Reading | None) -> bool:
    """Whether a theme leaves far less doubt than another: what it takes for hidden does not tell how far off it is."""
    far_less = known is not None and FAR_LESS * len(reading.doubtful) < len(known.doubtful)
    return far_less and reading.misfit < CLOSELY


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
