"""Read a board in a theme that is known: which theme fits, where the board ends, what each cell is most like."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import cv2
import numpy as np

from minebot.board import COVERED, FLAG, MINE, WRONG_FLAG, Board
from minebot.geometry import Lattice
from minebot.vision.arrays import Bools, Floats
from minebot.vision.cells import Cutter, Fit, Fitter, all_cells, contenders, mean_distance, rough_shifts
from minebot.vision.chequer import takes_turns
from minebot.vision.inview import Side, cut_at
from minebot.vision.known.as_seen import SHARPLY, SOFTLY, as_seen
from minebot.vision.known.compressed import compressed_distances
from minebot.vision.known.extent import extent_of
from minebot.vision.known.looks import Looks, Sights
from minebot.vision.known.nearness import match_all
from minebot.vision.known.tiled import read_tiled
from minebot.vision.known.uneven import uneven
from minebot.vision.panel import Panel, read_panel
from minebot.vision.picture import Bgr
from minebot.vision.reading import (
    CLEAREST_DOUBT,
    DOUBTFUL_BELOW,
    SMALLEST_BOARD,
    Known,
    Reading,
    cut_off,
    doubts,
    with_doubts,
)
from minebot.vision.rules import Codes, blanked_flags, codes_of, contradictions, unexploded
from minebot.vision.theme import Theme

_CONTENDERS, _HOPELESS = 2, 40.0  # themes that are fitted finely, and the distance from which none is
_SQUARE = 3  # pixels by which a board may be off being made of squares
_CLOSE = 1.4  # times the distance of the best theme within which another may still fit better
_OFF_PITCH = 0.15  # share by which cells may be wider or narrower than they were found
_SAME = 0.1  # colours by which the distances of two themes differ that are the same but for rare symbols
_EXPLAINED = 0.6  # share of the lattice that a theme must make sense of: part of a board is a foreign board
_PART = 3  # times as many cells as a theme was found by, from which it is looked for again
_FITTING = 28.0  # mean distance up to which a theme fits; another program's is 40 and more
_NEAR_ENOUGH = 17.0  # the same of a theme that lacks symbols
_READABLE_IN_PART = 0.5  # share of the cells that such a theme must read beyond doubt
_OFF_GROUND, _SPREAD = 9.0, 3.0  # colours beyond the usual, or times what the usual is beyond the least
_HARDLY_ANY, _AS_DRAWN = 0.05, 1.5  # share of the cells that a sheet may be all of, and the usual distance of others
_HIGHLIGHTED = 3  # cells that a pointer may light up
_PLAINLY = 0.97  # confidence of cells that look as usual
_ANOTHER = 16.0  # colour distance from which a compressed cell may be another one: those as drawn are up to 10 off
_AVERAGED = 0.7  # pixels by which a stipple is blurred to a hundredth of what it was
_EVEN = 1.0  # distance up to which every line is where it should be
_HIDDEN = 0.6  # share of the cells that something may lie over
_READABLE = 0.8  # share of the cells that must be beyond doubt before a lattice is taken for a board


def read_at(picture: Bgr, lattice: Lattice, theme: Theme) -> Reading:
    """The board at a known lattice, in a known theme, without looking for it anywhere else."""
    if lattice.topology != "square":
        return read_tiled(picture, lattice, theme)
    cutter = Cutter.of(picture, lattice, theme.enlarged)
    sights = Looks(theme, cutter.templates(theme)).read(cutter.cut_bytes(lattice, all_cells(lattice)))
    panel = read_panel(picture, lattice, theme)
    return assembled(picture, Where(lattice, theme, cut_at(picture, lattice)), sights, panel)


class Where(NamedTuple):
    """Where a board lies in a picture, in which theme, and at which sides the picture cuts through its cells."""

    lattice: Lattice
    theme: Theme
    cut: frozenset[Side]


def assembled(picture: Bgr, where: Where, sights: Sights, panel: Panel, before: Codes | None = None) -> Reading:
    """The reading of a board whose cells and panel have been read.

    `before` (rows, columns) is what the cells showed earlier in the game. A zero stays one, though a mark was taken
    from a cell beside it; and a flag that is gone may be a wrong one.
    """
    lattice, theme, cut = where
    codes = sights.codes.reshape(lattice.rows, lattice.cols)
    opened = None if before is None else (before == codes)
    if before is not None and theme.blanks_wrong_flags:
        codes = np.where(blanked_flags(before, codes), WRONG_FLAG, codes)
    board = Board(lattice.cols, lattice.rows, tuple(codes.ravel().tolist()))
    around, scores = cut_off(picture.shape, lattice, cut), scores_on_board(sights, theme)
    doubtful = doubts(board, scores, around, Known(opened, sights.exact, scores >= _PLAINLY))
    lost = bool(sights.losing.any())
    reading = Reading(lattice, theme, board, doubtful, panel.mines_left, panel.restart, lost, cut=cut)
    alone = unexploded(codes)
    if theme.marks_exploded and alone.any():
        reading = with_doubts(reading, map(board.place, np.flatnonzero(alone).tolist()))
    return reading


def scores_on_board(sights: Sights, theme: Theme) -> Floats:
    """How surely the cells were read, seen together: not at all where the ground of one stands out from its like."""
    return np.where(_off_ground(sights, theme.noise), np.float32(0), sights.confidence)


def _off_ground(sights: Sights, noise: float) -> Bools:
    """The empty cells and mines whose ground is farther from their template's than is usual on this board.

    However unlike its theme a board is, its cells are so alike; the plain middle of a popup is not. It may be all that
    looks covered, or open, on a board of which the other cells are as their theme has them. And it is by their grounds
    that a mine which exploded, alone or among others, is told from one that is shown.
    """
    off = np.zeros(len(sights.codes), bool)
    usual_of = dict.fromkeys((0, COVERED, MINE), np.inf)
    for code in usual_of:
        cells = (sights.codes == code) & (sights.confidence >= DOUBTFUL_BELOW)
        if cells.any():
            ordered = np.sort(sights.grounds[cells])  # ten times as quick as quantiles between two cells
            middle = (len(ordered) - (code == MINE)) // 2  # of two mines the one that exploded is not the usual one
            low, usual = ordered[len(ordered) // 10], ordered[middle]
            off |= cells & (sights.grounds > usual + max(_OFF_GROUND + noise, _SPREAD * (usual - low)))
            usual_of[code] = float(usual)
    for code, usual in usual_of.items():
        count, most = np.count_nonzero(sights.codes == code), _HARDLY_ANY * len(sights.codes)
        few = count == 1 if code == MINE else _HIGHLIGHTED < count <= most
        others = min(usual_of[other] for other in (0, COVERED) if other != code)
        if few and others <= _AS_DRAWN and usual > _OFF_GROUND + noise:
            off |= sights.codes == code
    return off


def read_known(picture: Bgr, lattice: Lattice, themes: Sequence[Theme]) -> Reading | None:
    """The board at a lattice that was found; None where none of the themes makes sense of most of it."""
    fit = _identify(picture, lattice, themes)
    if fit is None:
        return None
    if fit.theme.inset and fit.distance > _EVEN:
        fit = replace(fit, lattice=uneven(picture, fit))
    extent, clear = extent_of(picture, fit)
    if extent.cols * extent.rows < _EXPLAINED * lattice.cols * lattice.rows or not _is_as_wide(extent, lattice):
        return None
    if not takes_turns(picture, replace(fit, lattice=extent)):
        return None
    if extent.cols * extent.rows > _PART * lattice.cols * lattice.rows:
        whole = read_known(picture, extent, themes)  # how blurred the theme is, few cells may not tell
        if whole is not None:
            return whole
    noise = fit.distance if fit.distance < SOFTLY else 0.0  # beyond that it may be another program's look
    reading = read_at(picture, extent, fit.theme.in_noise(noise))
    if (extent.cols, extent.rows) != (lattice.cols, lattice.rows):  # it is measured where the board is
        fit = replace(fit, distance=mean_distance(match_all(picture, extent, fit.theme).distances))
    reading = replace(reading, misfit=_misfit(picture, reading, fit), ends_clearly=clear)
    return reading if _is_board(reading, cut_off(picture.shape, extent, reading.cut)) else None


def _is_as_wide(one: Lattice, other: Lattice) -> bool:
    """Whether the cells of both are of about one size: what a fit shrinks to nothing fits anything."""
    return all(
        abs(this / that - 1) <= _OFF_PITCH
        for this, that in ((one.pitch_x, other.pitch_x), (one.pitch_y, other.pitch_y))
    )


def aligned(picture: Bgr, lattice: Lattice, themes: Sequence[Theme]) -> Lattice:
    """The lattice of a board without borders, moved to where the theme that is most like it fits best, if one does."""
    likely = contenders(picture, lattice, themes, rough_shifts(lattice))[:_CONTENDERS]
    rough = Fitter(picture, lattice).rough(likely)
    # a step off by two pixels, fine borders match nothing yet
    fits = [Fitter(picture, fit.lattice).coarse([fit.theme])[0] for fit in rough if fit.distance < _HOPELESS]
    best = min(fits, key=lambda fit: fit.distance, default=None)
    return lattice if best is None or best.distance >= _FITTING else best.lattice


def _identify(picture: Bgr, lattice: Lattice, themes: Sequence[Theme]) -> Fit | None:
    """The theme that fits best, with the lattice shifted to where it does; None where none fits."""
    if min(lattice.cols, lattice.rows) < SMALLEST_BOARD - 1:
        return None
    for starts in _starts(lattice):
        good = [fit for start in starts for fit in _good_fits(picture, start, themes)]
        if good:
            return _nearest(picture, good)
    return None


def _nearest(picture: Bgr, fits: Sequence[Fit]) -> Fit:
    """The fit whose theme is nearest to some of the cells, and of several to which these are the same, to all cells."""
    least = min(fit.distance for fit in fits)
    nearest = [fit for fit in fits if fit.distance <= least + _SAME]
    if len(nearest) == 1:
        return nearest[0]
    return min(nearest, key=lambda fit: mean_distance(match_all(picture, fit.lattice, fit.theme).distances))


def _good_fits(picture: Bgr, start: Lattice, themes: Sequence[Theme]) -> list[Fit]:
    """Those of the themes that fit a lattice, shifted to where they fit best."""
    fitter = Fitter(picture, start)
    coarse = fitter.coarse(contenders(picture, start, themes))[:_CONTENDERS]
    near = [fit for fit in coarse if fit.distance < _CLOSE * coarse[0].distance + 1]
    fine = [fitter.fine(fit) for fit in near if fit.distance < _HOPELESS or fit.theme.stippled]
    fine = [as_seen(picture, fit) for fit in fine]
    return [fit for fit in fine if fit.distance < (_NEAR_ENOUGH if fit.theme.partial else _FITTING)]


def _starts(lattice: Lattice) -> Iterator[list[Lattice]]:
    """The lattice as it was found, and with square cells of each of its pitches: gradients blur where cells end.

    Where some of its lines are wider, whichever fits better of it and of an even one: the theme may be another one than
    that by which they were said to be.
    """
    if lattice.wider_cols or lattice.wider_rows:
        yield [lattice, _even(lattice)]
        return
    yield [lattice]
    if abs(lattice.pitch_x - lattice.pitch_y) * max(lattice.cols, lattice.rows) > _SQUARE:
        for pitch in (lattice.pitch_x, lattice.pitch_y):
            x = lattice.x + (lattice.pitch_x - pitch) * lattice.cols / 2
            y = lattice.y + (lattice.pitch_y - pitch) * lattice.rows / 2
            yield [Lattice(x, y, pitch, pitch, lattice.cols, lattice.rows)]


def _even(lattice: Lattice) -> Lattice:
    """The lattice with all its lines as wide as most of them are."""
    x, pitch_x = _most(lattice.x, lattice.pitch_x, lattice.cols, lattice.wider_cols)
    y, pitch_y = _most(lattice.y, lattice.pitch_y, lattice.rows, lattice.wider_rows)
    return Lattice(x, y, pitch_x, pitch_y, lattice.cols, lattice.rows)


def _most(start: float, pitch: float, lines: int, wider: int) -> tuple[float, float]:
    """Where lines begin, and how wide they are, as most of so many are of which the first ones are wider."""
    return (start, pitch + 1) if 2 * wider > lines else (start + wider, pitch)


def _misfit(picture: Bgr, reading: Reading, fit: Fit) -> float:
    """The mean colour distance of the cells from the theme, without those that something lies over.

    Beyond what JPEG has made of them, if that explains every one of them.
    """
    hidden = reading.hidden
    fit, shown = replace(fit, lattice=reading.lattice), ~hidden | hidden.all()
    if fit.quality is not None:
        compressed = compressed_distances(picture, fit, codes_of(reading.board).ravel(), fit.quality)[shown]
        if compressed.max() < _ANOTHER:
            return mean_distance(compressed)
    if fit.theme.stippled and fit.distance > SHARPLY:
        picture, fit = _on_average(picture, fit)
    elif not hidden.any() or hidden.all():
        return fit.distance
    return mean_distance(match_all(picture, fit.lattice, fit.theme).distances[shown])


def _on_average(picture: Bgr, fit: Fit) -> tuple[Bgr, Fit]:
    """The picture, and a theme that fits it, without its stipple: shifts and compression leave another one."""
    averaged = cv2.GaussianBlur(picture, (0, 0), _AVERAGED).astype(np.uint8)
    across, down = (float(np.hypot(_AVERAGED, by)) for by in fit.theme.softness)
    theme = fit.theme.seen((across, down), fit.theme.enlarged)
    return averaged, Fitter(averaged, fit.lattice, theme.enlarged).fine(replace(fit, theme=theme))


def _is_board(reading: Reading, cut: Bools) -> bool:
    """Whether the cells are those of a board: nearly all clear and within the rules, and not all open and empty.

    Of most of them nothing needs to be seen, if something lies over those; they may be mines, and may be none.
    """
    board = reading.board
    codes, hidden = codes_of(board), reading.hidden
    unclear = reading.in_doubt(lambda doubt: doubt.score < CLEAREST_DOUBT)
    strange = unclear | contradictions(np.where(hidden.reshape(codes.shape), FLAG, codes), cut).ravel()
    large = min(board.width, board.height) >= SMALLEST_BOARD
    marked = any(code != 0 for code in board.cells)
    readable = _READABLE_IN_PART if reading.theme.partial else _READABLE
    if hidden.mean() <= _HIDDEN:
        strange = strange[~hidden]
    return large and marked and bool(strange.mean() <= 1 - readable)
