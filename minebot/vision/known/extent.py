"""Where a board ends, as its theme says: lines of cells are added and dropped at its sides."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from minebot.board import COVERED, SHOWN_MINES
from minebot.geometry import Lattice
from minebot.vision.arrays import Bools, Floats, Ints
from minebot.vision.cells import Cutter, Fit, Fitter, Matches
from minebot.vision.chequer import in_turn_of
from minebot.vision.known.beside import like_those_within
from minebot.vision.known.looks import confidence
from minebot.vision.known.nearness import (
    AS_CLOSE,
    CLOSELY,
    LINED,
    match_beside,
    near_enough,
    shares_of_lines,
    with_lines,
)
from minebot.vision.known.overdrawn import seen_in_part
from minebot.vision.known.wider import with_wider_lines
from minebot.vision.picture import Bgr
from minebot.vision.reading import DOUBTFUL_BELOW, SMALLEST_BOARD
from minebot.vision.rules import around
from minebot.vision.unknown.glyphs import cut_patches
from minebot.vision.unknown.unlike import bare_beside

_AS_LINED, _OVERDRAWN = 0.95, 1.5  # the same of an empty one of which the line is certain, at least; and at most
_PRESENT, _ABSENT = 0.9, 0.5  # shares of the cells of a line that look like the board's: it is one of it, it is none
_MOSTLY = 0.7  # share of the cells of a line that have lines, where nearly all others are beyond doubt without
_SURE = 0.25  # share of the cells of a line that must be beyond doubt for that
_LEFT, _FEWEST_LEFT = 0.2, 2  # share of the cells of a line, and number, that are seen of it where others are hidden
_BY_FAR = 1.2  # times what is near enough, up to which a cell that is beyond doubt tells of a board
_FOREIGN = 2.0  # times what would be near enough for most cells, beyond which one is none
_FITS_EXACTLY = 1.0  # colour distance of a theme up to which it needs no such help
_RUNS = 2  # stretches of cells that may be hidden: one, and what a lattice has too many at an end
_FEWEST_LINED = 6  # empty or covered cells that tell what borders these have
_SOME, _FAINTEST = 64, 0.1  # empty cells that tell of their lines, and the share of them that may have lost these
_LINELESS, _ALL_LINES = 0.4, 0.8  # shares of their lines: a corner may have lost half of four, and a panel has 0.2
_GROWTHS = 20  # times that a lattice may grow by the margin: a tenth of a board may be all that its edges show
_MARGIN = 2  # cells beyond the lattice that are tried as well
_INSIDE, _ALL = slice(_MARGIN, -_MARGIN), slice(None)
_NEXT = slice(_MARGIN - 1, 1 - _MARGIN)  # with the lines beside it
_WITHIN = slice(_MARGIN + 1, -_MARGIN - 1)  # the outermost lines may not be the board's


class _Seen(NamedTuple):
    """What is seen of each cell of a lattice, (rows, columns): whether it is so."""

    sure: Bools  # is beyond doubt
    lined: Bools  # has the lines of a cell
    certain: Bools  # both of these for certain
    plain: Bools  # is of a plain look
    marked: Bools  # shows anything
    symbols: Bools  # is beyond doubt and shows a number, a flag or a mine
    telling: Bools  # tells by its symbol that the board is there
    nearly: Bools  # shows a symbol as nearly as the outermost cells do that are beyond doubt
    like: Bools  # is like other cells of the board
    shut_in: Bools  # is empty beside a covered one, which a zero would have opened
    by_mines: Bools  # is empty beside a mine, which no zero is
    bare: Bools  # is empty, and as near to that as the board's empty ones
    exact: Bools  # shows its symbol to the pixel, on a board that does
    in_turn: Bools  # is of the shade of the chequer that is next
    in_part: Bools  # is a cell that something was drawn over

    def part(self, rows: slice | list[int], columns: slice | list[int] = _ALL) -> "_Seen":
        """The same of some rows and columns."""
        return _Seen(*(cells[rows, columns] for cells in self))

    def shaped(self, shape: tuple[int, int]) -> "_Seen":
        """The same in rows and columns, of cells row by row."""
        return _Seen(*(cells.reshape(shape) for cells in self))

    @property
    def turned(self) -> "_Seen":
        """The same with rows for columns."""
        return _Seen(*(cells.T for cells in self))


def extent_of(picture: Bgr, fit: Fit) -> tuple[Lattice, bool]:
    """The lattice with whole rows and columns of cells added or taken away at its sides, as the theme says.

    And whether it ends there clearly: else what lies beside it is half like cells of the board.
    """
    lattice, clear = _grown_to_the_end(picture, fit)
    bent = with_wider_lines(picture, replace(fit, lattice=lattice))
    return (lattice, clear) if bent == lattice else _grown_to_the_end(picture, replace(fit, lattice=bent))


def _grown_to_the_end(picture: Bgr, fit: Fit) -> tuple[Lattice, bool]:
    lattice, clear = fit.lattice, False
    for _ in range(_GROWTHS):
        grown, clear = _grown(picture, replace(fit, lattice=lattice))
        small = min(grown.cols, grown.rows) < SMALLEST_BOARD
        if grown == lattice or (small and grown.cols * grown.rows < lattice.cols * lattice.rows):
            break
        # where few of its lines lie, those of a whole board do not: a few hundredths of a pixel add up
        lattice = Fitter(picture, grown, fit.theme.enlarged).fine(replace(fit, lattice=grown)).lattice
    return lattice, clear


def _grown(picture: Bgr, fit: Fit) -> tuple[Lattice, bool]:
    core = fit.lattice
    wide = core.widened(-_MARGIN, core.cols + _MARGIN, -_MARGIN, core.rows + _MARGIN)
    seen = _seen(picture, wide, fit)
    left, right = _ends(seen.part(_INSIDE))
    top, bottom = _ends(seen.part(_ALL, slice(left, right)).turned)
    if (left, right, top, bottom) != (_MARGIN, wide.cols - _MARGIN, _MARGIN, wide.rows - _MARGIN):
        # lines of which the last, narrower ones were none of the board may have been all of one width
        return wide.widened(left, right, top, bottom).evened, False
    beside = seen.part(_INSIDE, [left - 1, right]), seen.part([top - 1, bottom], _INSIDE).turned
    return core, not (any(map(_may_go_on, beside)) or _ends_bare(seen.part(_INSIDE, _INSIDE)) or _one_bare(seen))


def _seen(picture: Bgr, wide: Lattice, fit: Fit) -> _Seen:
    """What is seen of the cells of a lattice that is the one of the fit, and the margin around it."""
    shape = wide.rows, wide.cols
    next_to, board, inner = np.zeros((3, *shape), bool)
    next_to[_NEXT, _NEXT] = board[_INSIDE, _INSIDE] = inner[_WITHIN, _WITHIN] = True
    inside, within = board.ravel(), inner.ravel()
    matches = match_beside(picture, [wide], fit)
    plain, marked = np.isinf(matches.contrasts), matches.codes != 0
    drawn = _nearer_than_plain(matches, within, fit)
    sure = (confidence(matches, fit.theme) >= DOUBTFUL_BELOW) & (drawn | plain | ~marked)
    left = _left_of_lines(picture, wide, fit, (matches, sure, within))
    bare_lines = _without_lines(picture, wide, fit, (matches, sure, within), inside)
    with_its_lines = (left >= _LINELESS) & ~bare_lines
    # of a corner two sides may be lost: it does not tell against a line, nor for one
    corners = ~np.logical_or.outer(inner.any(1), inner.any(0)).ravel()
    sure &= with_its_lines | corners
    zeros = inside & sure & (matches.codes == 0) & ~plain
    sure &= (matches.codes != COVERED) | inside | ~_beside(zeros, shape)  # zeros open all
    near = _near(matches, fit, sure, (inside, within))
    lined = with_lines(matches, sure, near) & with_its_lines
    lined |= inside & sure & (left >= _ALL_LINES) & np.isfinite(left)  # though a frame runs into them
    shown = np.isin(matches.codes, matches.codes[inside & sure])  # a red panel may look like an exploded mine
    certain = sure & lined & ~plain & shown & (marked | _as_lined(matches, inside))
    certain &= matches.distances < _FOREIGN * near
    certain &= drawn | ~marked & (fit.distance > _FITS_EXACTLY)  # an empty cell of faint lines may be lost in noise
    symbols = marked & ~plain & (matches.contrasts > LINED)
    telling = sure & symbols & (matches.distances < _BY_FAR * near)
    foreign = _foreign(matches, sure, inside)
    like = np.zeros(shape, bool)
    if fit.distance > _FITS_EXACTLY:
        like = like_those_within(Cutter.of(picture, wide, fit.theme.enlarged), wide, inner & ~foreign.reshape(shape))
    shut_in, by_mines = (
        ~(marked | foreign) & _beside(inside & sure & np.isin(matches.codes, codes), shape)
        for codes in ((COVERED,), SHOWN_MINES)
    )
    usual = float(np.median(matches.distances[inside]))  # whatever lies over some of the cells
    known = inside & sure
    own = [np.flatnonzero(known & (matches.codes == code)) for code in np.unique(matches.codes[known])]
    return _Seen(
        sure=sure,
        lined=lined,
        certain=certain,
        plain=plain,
        marked=marked,
        symbols=sure & symbols & shown & (matches.distances < _FOREIGN * near),
        telling=telling,
        nearly=inside & symbols & ~bare_lines & (matches.distances < _FOREIGN * near),
        like=like,
        shut_in=shut_in,
        by_mines=by_mines,
        bare=sure & ~marked & ~plain & ~shut_in & (matches.distances < CLOSELY + AS_CLOSE * fit.distance),
        exact=telling & (matches.distances <= _FITS_EXACTLY) & (usual <= _FITS_EXACTLY),
        in_turn=sure & in_turn_of(matches, shape, inner) if fit.theme.chequered else np.zeros(len(plain), bool),
        in_part=_drawn_over(picture, wide, replace(fit, distance=usual), (next_to & ~inner).ravel() & ~sure, own),
    ).shaped(shape)


def _drawn_over(picture: Bgr, wide: Lattice, fit: Fit, asked: Bools, own: Sequence[Ints]) -> Bools:
    """Which of some cells, that are not beyond doubt, are seen in part, by the board's `own` ones, of one look each."""
    in_part, cells = np.zeros(len(asked), bool), np.flatnonzero(asked)
    in_part[cells] = seen_in_part(Cutter.of(picture, wide, fit.theme.enlarged), wide, fit, cells, own)
    return in_part


def _beside(which: Bools, shape: tuple[int, int]) -> Bools:
    """The cells, row by row, with any of those beside them."""
    beside: Bools = around(which.reshape(shape)).ravel() > 0
    return beside


def _left_of_lines(picture: Bgr, wide: Lattice, fit: Fit, seen: tuple[Matches, Bools, Bools]) -> Floats:
    """How much of the lines of nearly all empty cells within those show that look empty and are not within.

    Infinity for all others. What is seen: what the cells are most like, which are beyond doubt, and which are within.
    """
    matches, sure, within = seen
    empty = sure & (matches.codes == 0) & np.isfinite(matches.contrasts)
    own, others = np.flatnonzero(empty & within), np.flatnonzero(empty & ~within)
    left = np.full(len(empty), np.inf, np.float32)
    if len(own) and len(others) and fit.distance > _FITS_EXACTLY:
        cutter = Cutter.of(picture, wide, fit.theme.enlarged)
        own = own[:: -(-len(own) // _SOME)]
        usual = np.quantile(shares_of_lines(cutter, wide, fit.theme, own), _FAINTEST)
        if usual > 0:
            left[others] = shares_of_lines(cutter, wide, fit.theme, others) / usual
    return left


def _without_lines(picture: Bgr, wide: Lattice, fit: Fit, seen: tuple[Matches, Bools, Bools], inside: Bools) -> Bools:
    """Which cells that look empty or covered, and are not within, lack borders that nearly all such ones within have.

    What is seen: as of what is left of the lines. Those that are not `inside` must be beyond doubt.
    """
    matches, sure, within = seen
    bare = np.zeros(len(sure), bool)
    for state in (0, COVERED) if fit.distance > _FITS_EXACTLY else ():
        alike = matches.codes == state
        own, others = np.flatnonzero(alike & within & sure), np.flatnonzero(alike & ~within & (sure | inside))
        if len(own) >= _FEWEST_LINED and len(others):
            known = cut_patches(picture, wide, own[:: -(-len(own) // _SOME)])
            bare[others] = bare_beside(cut_patches(picture, wide, others), known)
    return bare


def _as_lined(matches: Matches, own: Bools) -> Bools:
    """Which cells have as much drawn as empty ones of the board have, by their lines: more is no line of a cell."""
    empty = matches.contrasts[own & (matches.codes == 0)]
    usual = float(np.median(empty)) if len(empty) else 1.0
    as_lined: Bools = (matches.contrasts > _AS_LINED) & (matches.contrasts < _OVERDRAWN * max(1.0, usual))
    return as_lined


def _nearer_than_plain(matches: Matches, within: Bools, fit: Fit) -> Bools:
    """Which cells are nearer to their templates than a plain patch of their colour, but for what those within are off.

    In noise a plain bar has contrast as well.
    """
    usual = np.full(len(matches.codes), fit.distance, np.float32)
    for code in np.unique(matches.codes[within]).tolist():
        off = float(np.median(matches.distances[within & (matches.codes == code)]))
        usual[matches.codes == code] = max(off, fit.distance)
    nearer: Bools = matches.distances**2 < usual**2 + matches.drawn**2
    return nearer


def _near(matches: Matches, fit: Fit, sure: Bools, own: tuple[Bools, Bools]) -> Floats:
    """For each cell, up to what distance it is near enough by the cells within: the outermost lines may be a frame.

    `own` are the cells of the board, and those within. Where a picture is blurred, what runs into symbols in the
    outermost lines runs into empty cells there as well.
    """
    inside, within = own
    near = near_enough(matches, matches.of(np.flatnonzero(within)), fit)
    outermost = inside & ~within
    marked = outermost & sure & (matches.codes != 0)
    if marked.any():
        near[outermost] = np.maximum(near[outermost], AS_CLOSE * np.median(matches.distances[marked]))
    return near


def _foreign(matches: Matches, sure: Bools, own: Bools) -> Bools:
    """Which cells are no cells by far, as most of the board's are: what lies over it may lie beside it as well."""
    foreign: Bools = ~sure & (matches.distances > _FOREIGN * (CLOSELY + AS_CLOSE * np.median(matches.distances[own])))
    return foreign


def _may_go_on(beside: _Seen) -> bool:
    """Whether one of two columns beside a board is half like its own, or beyond doubt, or has cells that tell of it.

    One that is certain tells of it where all others are unlike any cell, as something may lie over these, or where
    nearly all of them may be cells as well; one that shows a symbol to the pixel does so whatever the others are. Plain
    ones do where all that are beyond doubt take turns in the chequer.
    """
    # cells that look opened and empty tell nothing: a panel may look like that
    half = ((beside.lined & beside.marked).mean(0) >= _ABSENT) & (beside.sure.mean(0) >= _SURE)
    marked = beside.sure & beside.marked
    half |= (beside.sure.mean(0) >= _ABSENT) & marked.any(0) & (beside.sure & ~marked).any(0)
    half |= (beside.sure.mean(0) >= _ABSENT) & (beside.symbols.sum(0) >= _FEWEST_LEFT)
    half |= beside.certain.any(0) & ~(~beside.certain & (beside.sure ^ beside.lined)).any(0)
    half |= beside.certain.any(0) & (beside.sure.mean(0) >= _PRESENT)
    half |= beside.exact.any(0)
    out_of_turn = beside.sure & beside.plain & ~beside.in_turn  # half of a panel is in turn, if it is one of the shades
    half |= (beside.in_turn.sum(0) >= SMALLEST_BOARD) & ~out_of_turn.any(0)
    half |= beside.certain.mean(0) >= _ABSENT  # all open and empty, with lines: a pointer may hide the others
    return bool((half | ((beside.telling | beside.like).sum(0) >= _FEWEST_LEFT)).any())


def _ends_bare(seen: _Seen) -> bool:
    """Whether the first or the last line of a board is nothing but empty cells without lines: it may be a panel."""
    telling = seen.lined | seen.marked | ~seen.sure
    return not all(line.any() for line in (telling[0], telling[-1], telling[:, 0], telling[:, -1]))


def _one_bare(seen: _Seen) -> bool:
    """Whether beside the board one line, and no more, looks opened and empty: few panels are as wide as a cell.

    Where it is so on opposite sides of the board, it lies on such a panel, as WineMine's does. Corners run into what
    lies beside them on two sides, where the picture is blurred: they are not asked.
    """
    lines = [cells[_WITHIN].mean(0) for cells in (seen.bare, seen.bare.T)]
    sides = [each for line in lines for each in (line[:_MARGIN][::-1], line[-_MARGIN:])]  # the nearest one first
    one = [side[0] >= _PRESENT and side[1] < _ABSENT for side in sides]
    return any(one) and not (all(one[:2]) or all(one[2:]))


def _ends(seen: _Seen) -> tuple[int, int]:
    """First column and the one behind the last, of a board that is known but for the margin on each side.

    A line is dropped where most of its cells are no cells of the theme, and not all like others within, and none tell
    that the board is there. Where something lies over it, or is drawn over its cells, what is left of it tells.
    """
    lines = seen.sure.shape[1]
    told = seen.telling.sum(0) >= _FEWEST_LEFT
    drop = ((seen.sure | seen.lined).mean(0) < _ABSENT) & ~told & ~_left(seen.certain | seen.sure & seen.plain)
    drop &= (seen.like.mean(0) < _PRESENT) & (seen.nearly.mean(0) < _MOSTLY)
    drop &= (seen.in_part | seen.sure).mean(0) < _MOSTLY
    drop |= _beside_what_is_no_zero(seen)
    before, after = _added(seen, -1), _added(seen, 1)
    first, last = _MARGIN, lines - _MARGIN
    while first < last - SMALLEST_BOARD and drop[first]:
        first += 1
    while last > first + SMALLEST_BOARD and drop[last - 1]:
        last -= 1
    while 0 < first <= _MARGIN and before[first - 1]:
        first -= 1
    while lines > last >= lines - _MARGIN and after[last]:
        last += 1
    return first, last


def _added(seen: _Seen, step: int) -> Bools:
    """The columns that are of the board if they follow it, to the left (-1) or to the right (1).

    Of such a line nearly all are cells of the theme, nearly all or most have lines, and not all are in doubt; or some
    tell that the board is there, or look like others within, and nearly all others are cells of the theme; or most have
    lines, and something is drawn over some. Where something lies over it, what is left of it tells. A line of nothing
    but plain cells may be a panel, but not where these take turns in a chequer: it is of the board where another one
    follows.
    """
    known, lined = seen.sure | seen.lined, seen.lined.mean(0)
    full = (lined >= _PRESENT) | (known.mean(0) >= _PRESENT) & (lined >= _MOSTLY)
    full &= seen.sure.mean(0) >= _SURE
    full |= (seen.sure.mean(0) >= _MOSTLY) & (seen.symbols.sum(0) >= _FEWEST_LEFT)
    telling = seen.telling | seen.like
    full |= ((known | telling).mean(0) >= _PRESENT) & (telling.sum(0) >= _FEWEST_LEFT)
    full |= ((seen.lined | seen.in_part).mean(0) >= _MOSTLY) & (seen.in_part.sum(0) >= _FEWEST_LEFT)
    # what hides the rest of a line hides cells of the one before as well, or leaves some marked, one if to the pixel
    hidden = (~known & np.roll(~known, step, axis=1)).any(0)
    marked = ((seen.certain & seen.marked).sum(0) >= _FEWEST_LEFT) | seen.exact.any(0)
    added = full | _left(seen.certain) & (marked | hidden)
    shown = ~seen.plain.all(0) | seen.in_turn.all(0)
    followed = np.pad(added & shown, 1)[1 + step : len(added) + 1 + step]
    of_board: Bools = added & (shown | followed) & ~_beside_what_is_no_zero(seen)
    return of_board


def _beside_what_is_no_zero(seen: _Seen) -> Bools:
    """The columns that look opened and empty but lie along covered cells, or along mines that a lost game shows."""
    along: Bools = (seen.shut_in.mean(0) >= _ABSENT) | ~seen.marked.any(0) & (seen.by_mines.sum(0) >= _FEWEST_LEFT)
    return along


def _left(certain: Bools) -> Bools:
    """The columns with cells that are certain, while the others lie side by side: something hides them."""
    hidden = np.pad(~certain, ((1, 0), (0, 0)))
    runs = (hidden[1:] & ~hidden[:-1]).sum(0)
    left: Bools = (certain.mean(0) >= _LEFT) & (certain.sum(0) >= _FEWEST_LEFT) & (runs <= _RUNS)
    return left
