"""Read a board in a theme that is known: which theme fits, where the board ends, what each cell is most like."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from minebot.board import COVERED, Board
from minebot.geometry import Lattice
from minebot.vision.arrays import Bools, Floats
from minebot.vision.cells import FAR, Cutter, Fit, Fitter, Matches, all_cells, contenders, match
from minebot.vision.looks import Looks, Sights, confidence, distinct
from minebot.vision.panel import Panel, read_panel
from minebot.vision.picture import Bgr
from minebot.vision.reading import CLEAREST_DOUBT, DOUBTFUL_BELOW, LAIN_OVER, SMALLEST_BOARD, Reading, cut_off, doubts
from minebot.vision.rules import contradictions
from minebot.vision.theme import Theme
from minebot.vision.tiled import read_tiled

_CONTENDERS, _HOPELESS = 2, 40.0  # themes that are fitted finely, and the distance from which none is
_SQUARE = 3  # pixels by which a board may be off being made of squares
_CLOSELY, _AS_CLOSE = 4.0, 1.2  # distance, and times that of the like, up to which what lies beside a board is like it
_LINED = 0.5  # share of its template's contrast that a cell beside the board must have
_AS_LINED = 0.95  # the same of an empty one of which the line is certain
_PRESENT, _ABSENT = 0.9, 0.5  # shares of the cells of a line that look like the board's: it is one of it, it is none
_SURE = 0.25  # share of the cells of a line that must be beyond doubt for that
_LEFT, _FEWEST_LEFT = 0.2, 2  # share of the cells of a line, and number, that are seen of it where others are hidden
_RUNS = 2  # stretches of cells that may be hidden: one, and what a lattice has too many at an end
_CLOSE = 1.4  # times the distance of the best theme within which another may still fit better
_EXPLAINED = 0.6  # share of the lattice that a theme must make sense of: part of a board is a foreign board
_GROWTHS = 20  # times that a lattice may grow by the margin: a tenth of a board may be all that its edges show
_MARGIN = 2  # cells beyond the lattice that are tried as well
_FITTING = 28.0  # mean distance up to which a theme fits; another program's is 40 and more
_NEAR_ENOUGH = 17.0  # the same of a theme that lacks symbols
_READABLE_IN_PART = 0.5  # share of the cells that such a theme must read beyond doubt
_OFF_GROUND, _SPREAD = 8.0, 3.0  # colours beyond the usual, or times what the usual is beyond the least
_HIDDEN = 0.5  # share of the cells that something may lie over
_READABLE = 0.8  # share of the cells that must be beyond doubt before a lattice is taken for a board


def read_at(picture: Bgr, lattice: Lattice, theme: Theme) -> Reading:
    """The board at a known lattice, in a known theme, without looking for it anywhere else."""
    if lattice.topology != "square":
        return read_tiled(picture, lattice, theme)
    cutter = Cutter.of(picture, lattice)
    sights = Looks(theme, cutter.templates(theme)).read(cutter.cut_bytes(lattice, all_cells(lattice)))
    return assembled(picture, (lattice, theme), sights, read_panel(picture, lattice, theme))


def assembled(picture: Bgr, look: tuple[Lattice, Theme], sights: Sights, panel: Panel) -> Reading:
    """The reading of a board whose cells and panel have been read."""
    lattice, theme = look
    board = Board(lattice.cols, lattice.rows, tuple(sights.codes.tolist()))
    doubtful = doubts(board, scores_on_board(sights), cut_off(picture.shape, lattice))
    return Reading(lattice, theme, board, doubtful, panel.mines_left, panel.restart, bool(sights.losing.any()))


def scores_on_board(sights: Sights) -> Floats:
    """How surely the cells were read, seen together: not at all where the ground of one stands out from its like."""
    return np.where(_off_ground(sights), np.float32(0), sights.confidence)


def _off_ground(sights: Sights) -> Bools:
    """The empty cells whose ground is farther from their template's than is usual on this board.

    However unlike its theme a board is, its cells are so alike; the plain middle of a popup is not.
    """
    off = np.zeros(len(sights.codes), bool)
    for code in (0, COVERED):
        cells = (sights.codes == code) & (sights.confidence >= DOUBTFUL_BELOW)
        if cells.any():
            low, usual = np.quantile(sights.grounds[cells], (0.1, 0.5))
            off |= cells & (sights.grounds > usual + max(_OFF_GROUND, _SPREAD * (usual - low)))
    return off


def read_known(picture: Bgr, lattice: Lattice, themes: Sequence[Theme]) -> Reading | None:
    """The board at a lattice that was found; None where none of the themes makes sense of most of it."""
    fit = _identify(picture, lattice, themes)
    if fit is None:
        return None
    extent, clear = _extent(picture, fit)
    if extent.cols * extent.rows < _EXPLAINED * lattice.cols * lattice.rows:
        return None
    reading = read_at(picture, extent, fit.theme)
    reading = replace(reading, misfit=_misfit(picture, reading, fit), ends_clearly=clear)
    return reading if _is_board(reading, cut_off(picture.shape, extent)) else None


def aligned(picture: Bgr, lattice: Lattice, themes: Sequence[Theme]) -> Lattice:
    """The lattice of a board without borders, moved to where the theme that is most like it fits best, if one does."""
    fits = Fitter(picture, lattice).rough(contenders(picture, lattice, themes)[:_CONTENDERS])
    return fits[0].lattice if fits and fits[0].distance < _FITTING else lattice


def _identify(picture: Bgr, lattice: Lattice, themes: Sequence[Theme]) -> Fit | None:
    """The theme that fits best, with the lattice shifted to where it does; None where none fits."""
    if min(lattice.cols, lattice.rows) < SMALLEST_BOARD - 1:
        return None
    for start in _starts(lattice):
        fitter = Fitter(picture, start)
        coarse = fitter.coarse(contenders(picture, start, themes))[:_CONTENDERS]
        fine = [fitter.fine(fit) for fit in coarse if fit.distance < min(_HOPELESS, _CLOSE * coarse[0].distance + 1)]
        good = [fit for fit in fine if fit.distance < (_NEAR_ENOUGH if fit.theme.partial else _FITTING)]
        if good:
            return min(good, key=lambda fit: fit.distance)
    return None


def _starts(lattice: Lattice) -> Iterator[Lattice]:
    """The lattice as it was found, and with square cells of each of its pitches: gradients blur where cells end."""
    yield lattice
    if (
        not (lattice.wider_cols or lattice.wider_rows)
        and abs(lattice.pitch_x - lattice.pitch_y) * max(lattice.cols, lattice.rows) > _SQUARE
    ):
        for pitch in (lattice.pitch_x, lattice.pitch_y):
            x = lattice.x + (lattice.pitch_x - pitch) * lattice.cols / 2
            y = lattice.y + (lattice.pitch_y - pitch) * lattice.rows / 2
            yield Lattice(x, y, pitch, pitch, lattice.cols, lattice.rows)


def _extent(picture: Bgr, fit: Fit) -> tuple[Lattice, bool]:
    """The lattice with whole rows and columns of cells added or taken away at its sides, as the theme says.

    And whether it ends there clearly: else what lies beside it is half like cells of the board.
    """
    lattice, clear = fit.lattice, False
    for _ in range(_GROWTHS):
        grown, clear = _grown(picture, replace(fit, lattice=lattice))
        if grown == lattice or min(grown.cols, grown.rows) < SMALLEST_BOARD:
            break
        lattice = grown
    return lattice, clear


def _grown(picture: Bgr, fit: Fit) -> tuple[Lattice, bool]:
    core, theme = fit.lattice, fit.theme
    wide = core.widened(-_MARGIN, core.cols + _MARGIN, -_MARGIN, core.rows + _MARGIN)
    matches = _match_all(picture, wide, theme)
    sure = confidence(matches, theme) >= DOUBTFUL_BELOW
    near = _CLOSELY + _AS_CLOSE * _usual_distances(matches, wide, fit)
    # a plain panel looks like empty cells but for their grid lines
    lined = (matches.contrasts > _LINED) & (matches.distances < near) | sure & ~np.isin(matches.codes, (0, COVERED))
    certain = sure & lined & ((matches.codes != 0) | (matches.contrasts > _AS_LINED))
    shape = wide.rows, wide.cols
    sure, lined, certain = sure.reshape(shape), lined.reshape(shape), certain.reshape(shape)
    left, right = _ends(*(cells[_MARGIN:-_MARGIN] for cells in (sure, lined, certain)))
    top, bottom = _ends(*(cells[:, left:right].T for cells in (sure, lined, certain)))
    if (left, right, top, bottom) != (_MARGIN, wide.cols - _MARGIN, _MARGIN, wide.rows - _MARGIN):
        return wide.widened(left, right, top, bottom), False
    # cells that look opened and empty tell nothing: a panel may look like that
    shown = lined & (matches.codes != 0).reshape(shape)
    rows, columns = np.s_[_MARGIN:-_MARGIN, [left - 1, right]], np.s_[[top - 1, bottom], _MARGIN:-_MARGIN]
    half = np.append(shown[rows].mean(0), shown[columns].mean(1)) >= _ABSENT
    clear = np.append(sure[rows].mean(0), sure[columns].mean(1)) >= _SURE
    return core, not (half & clear).any()


def _usual_distances(matches: Matches, wide: Lattice, fit: Fit) -> Floats:
    """For each cell, how far off those of the board are that show the same (the median), at most as far as all of it.

    Where none does, how far off those are that fit best: next to a board lies much that is half like a cell.
    """
    inside = np.zeros((wide.rows, wide.cols), bool)
    inside[_MARGIN:-_MARGIN, _MARGIN:-_MARGIN] = True
    shown = {
        code: np.median(matches.distances[inside.ravel() & (matches.codes == code)])
        for code in np.unique(matches.codes[inside.ravel()]).tolist()
    }
    closest = min(shown.values())
    usual = np.array([shown.get(code, closest) for code in matches.codes.tolist()], np.float32)
    return np.minimum(usual, np.float32(fit.distance))


def _ends(sure: Bools, lined: Bools, certain: Bools) -> tuple[int, int]:
    """First column and the one behind the last, of a board that is known but for the margin on each side.

    A line is dropped where most of its cells are no cells of the theme, and added where nearly all are, have lines, and
    are not all in doubt. Where something lies over a line, what is left of it tells.
    """
    lines = sure.shape[1]
    left = _left(certain)
    drop = ((sure | lined).mean(0) < _ABSENT) & ~left
    add = (lined.mean(0) >= _PRESENT) & (sure.mean(0) >= _SURE)
    # what hides the rest of a line that is to be added hides cells of the next as well
    hidden = ~(sure | lined)
    before, after = (hidden & np.roll(hidden, step, axis=1) for step in (-1, 1))
    first, last = _MARGIN, lines - _MARGIN
    while first < last - SMALLEST_BOARD and drop[first]:
        first += 1
    while last > first + SMALLEST_BOARD and drop[last - 1]:
        last -= 1
    while 0 < first <= _MARGIN and (add[first - 1] or (left & before.any(0))[first - 1]):
        first -= 1
    while lines > last >= lines - _MARGIN and (add[last] or (left & after.any(0))[last]):
        last += 1
    return first, last


def _left(certain: Bools) -> Bools:
    """The columns with cells that are certain, while the others lie side by side: something hides them."""
    hidden = np.pad(~certain, ((1, 0), (0, 0)))
    runs = (hidden[1:] & ~hidden[:-1]).sum(0)
    left: Bools = (certain.mean(0) >= _LEFT) & (certain.sum(0) >= _FEWEST_LEFT) & (runs <= _RUNS)
    return left


def _match_all(picture: Bgr, lattice: Lattice, theme: Theme) -> Matches:
    cutter = Cutter.of(picture, lattice)
    cells = cutter.cut_bytes(lattice, all_cells(lattice))
    first, of = distinct(cells)
    return match(cells[first].astype(np.float32), cutter.templates(theme)).of(of)


def _misfit(picture: Bgr, reading: Reading, fit: Fit) -> float:
    """The mean colour distance of the cells from the theme, without those that something lies over."""
    hidden = np.zeros(len(reading.board.cells), bool)
    hidden[[reading.board.index((doubt.x, doubt.y)) for doubt in reading.doubtful if doubt.reason == LAIN_OVER]] = True
    if not hidden.any() or hidden.all():
        return fit.distance
    matches = _match_all(picture, reading.lattice, reading.theme)
    return float(np.minimum(matches.distances[~hidden], FAR).mean())


def _is_board(reading: Reading, cut: Bools) -> bool:
    """Whether the cells are those of a board: nearly all clear and within the rules, and not all open and empty.

    Of half of them nothing needs to be seen, if something lies over those.
    """
    board = reading.board
    strange = contradictions(np.array(board.cells).reshape(board.height, board.width), cut)
    hidden = np.zeros_like(strange)
    for doubt in reading.doubtful:
        strange[doubt.y, doubt.x] |= doubt.score < CLEAREST_DOUBT
        hidden[doubt.y, doubt.x] = doubt.reason == LAIN_OVER
    large = min(board.width, board.height) >= SMALLEST_BOARD
    marked = any(code != 0 for code in board.cells)
    readable = _READABLE_IN_PART if reading.theme.partial else _READABLE
    if hidden.mean() <= _HIDDEN:
        strange = strange[~hidden]
    return large and marked and bool(strange.mean() <= 1 - readable)
