"""Tell where a board of a look that no theme describes begins and ends: what is beside it is no part of it.

guess -> without strange lines at its sides -> with those beyond that look like the board -> guess, and so on
"""

import numpy as np

from minebot.board import COVERED, FLAG, MINE
from minebot.geometry import Lattice
from minebot.vision.arrays import Bools
from minebot.vision.chequer import HALF_A_TURN, shades_of
from minebot.vision.motion import lain_over
from minebot.vision.picture import Bgr
from minebot.vision.reading import DOUBTFUL_BELOW, SMALLEST_BOARD
from minebot.vision.rules import around, contradictions
from minebot.vision.unknown.alike import Groups, at_sides, colours_of_middles
from minebot.vision.unknown.beside import like_the_board
from minebot.vision.unknown.glyphs import Patches, cut_patches
from minebot.vision.unknown.guess import Guess, guess
from minebot.vision.unknown.overdrawn import Overdrawn, guess_beside, more_of
from minebot.vision.unknown.room import HALF_A_LINE, LINES, SAME_LINE
from minebot.vision.unknown.shades import distance
from minebot.vision.unknown.sharper import RIM
from minebot.vision.unknown.unlike import without_lines, without_lines_along

_GROWTHS = 12  # lines that may be added at each side
_VERY_MANY, _HARDLY_ANY = 1000, 0.1  # cells, and the share of them, that are no board: a screen of text has as many
_OF_THE_OTHERS = 6.0  # of 255: by how much nearer a ground is to those of the other state than to those of its own
_STRANGE = 0.75  # confidence below which a cell may be none of the board: less than that of one whose state is unclear
_STRANGE_LINE = 0.7  # share of doubtful cells from which the first or last line is none of the board
_DIVIDED = 3.0  # of 255: by how much a line of cells differs along its middle, if there is anything between two of them
_FEW = 0.05  # share of cells that may be otherwise, since something may lie over them, or run into a corner
_PANEL = 0.6  # share of a line of which nothing tells one cell from the next, where it is a panel beside the board
_MOSTLY = (
    0.9  # share of what was believed that is so without a line that somebody drew over, whose cells ran into others
)
_EMPTY = 0, COVERED  # the codes of cells in which nothing is drawn
_UNOPENED = 2  # zeros of a line beside closed cells, from which it is none of the board
_INNER_LINES: tuple[tuple[slice | int, slice | int], ...] = (np.s_[:, 1], np.s_[:, -2], np.s_[1, :], np.s_[-2, :])


def at_full_extent(picture: Bgr, seen: Guess, at_end: frozenset[int] = frozenset()) -> tuple[Guess, bool]:
    """The guess at the lattice without strange lines at its sides, and with those beyond that look like the board.

    And whether it ends there clearly: nothing beside it is half like the board, and no line of it unlike all others.
    Where less of a larger board is beyond doubt it is the smaller one, which ends in doubt. Of very many cells of which
    hardly any is beyond doubt, no more lines make a board. It is known to be `at_end` at some sides.
    """
    if len(seen.codes) >= _VERY_MANY and believed(seen) < _HARDLY_ANY * len(seen.codes):
        return seen, False
    shares, best = [0.0], seen
    barred = set(at_end)
    for _ in range(_GROWTHS):
        strokes = Overdrawn(picture, seen)
        within = strokes.within() - at_end
        lattice = _trimmed(seen, within)
        shares = [0.0 if side in barred else share for side, share in enumerate(like_the_board(picture, seen, lattice))]
        asked = {side for side, share in enumerate(shares) if share < SAME_LINE and side not in at_end}
        shares = list(map(max, shares, strokes.beside(lattice, asked)))
        left, right, top, bottom = grown = [share >= SAME_LINE or side in within for side, share in enumerate(shares)]
        drawn = {side for side in asked | within if grown[side]}
        beyond = drawn | seen.overdrawn_sides
        overdrawn = more_of(seen.overdrawn, [more and side in beyond for side, more in enumerate(grown)])
        lattice = lattice.widened(-left, lattice.cols + right, -top, lattice.rows + bottom)
        same = lattice == seen.lattice and overdrawn == seen.overdrawn
        if same or min(lattice.cols, lattice.rows) < SMALLEST_BOARD:
            break
        larger = guess_beside(picture, lattice, RIM, overdrawn)
        strange = _unopened(larger) | _closed_beside_zeros(larger) | _like_a_panel(picture, larger)
        strange &= {side for side, more in enumerate(grown) if more} - larger.overdrawn_sides
        if strange:
            barred |= strange
            continue
        enough = (_MOSTLY if drawn else 1.0) * _believed_of(best, larger.lattice)
        best = larger if believed(larger) >= enough else best
        seen = larger
    if best is not seen:
        return best, False
    smaller, sides = _without_unopened(picture, seen)
    if sides:
        return at_full_extent(picture, smaller, at_end | sides)
    over = lain_over((seen.confidence < _STRANGE).reshape(seen.lattice.rows, -1))
    if over.any() and max(shares) >= HALF_A_LINE and lattice == seen.lattice:
        shares = list(map(min, shares, like_the_board(picture, seen, lattice, ~over)))
    return seen, _ends_clearly(seen, shares) and not _like_a_panel(picture, seen) - seen.overdrawn_sides


def _unopened(seen: Guess, marks: int = FLAG) -> set[int]:
    """The sides, left and right, above and below, whose line is all zeros, several beside what these would have opened.

    It is the ground beside the board, with the border of its last cells, and maybe with something strange on it. Flags
    count for what `marks` is: some programs keep those that are on zeros.
    """
    codes = seen.codes.reshape(seen.lattice.rows, -1)
    zeros = codes == 0
    broken = zeros & contradictions(np.where(codes == FLAG, marks, codes))
    zeros |= (seen.confidence < DOUBTFUL_BELOW).reshape(codes.shape)
    unopened = {side for side, line in enumerate(LINES) if zeros[line].all() and broken[line].sum() >= _UNOPENED}
    return unopened - seen.overdrawn_sides


def _without_unopened(picture: Bgr, seen: Guess) -> tuple[Guess, set[int]]:
    """The guess without such lines, where less of what is left is in doubt than of all, and the sides of these.

    Numbers that would lack mines then tell that the board goes on there, and something lies over it.
    """
    sides = _unopened(seen, MINE)
    left, right, top, bottom = (side in sides for side in range(len(LINES)))
    lattice = seen.lattice.widened(left, seen.lattice.cols - right, top, seen.lattice.rows - bottom)
    if not sides or min(lattice.cols, lattice.rows) < SMALLEST_BOARD:
        return seen, set()
    smaller = guess(picture, lattice, RIM)
    unclear, left_unclear = (len(each.codes) - believed(each) for each in (seen, smaller))
    broken = contradictions(smaller.codes.reshape(lattice.rows, -1))
    lacking = any(broken[LINES[side]].any() for side in sides)
    return (smaller, sides) if left_unclear < unclear and not lacking else (seen, set())


def _closed_beside_zeros(seen: Guess) -> set[int]:
    """The sides, likewise, along which closed cells lie beside several zeros, which would have opened them.

    It is a panel of the colour of covered cells.
    """
    codes = seen.codes.reshape(seen.lattice.rows, -1)
    strange = set()
    for side, (line, inner) in enumerate(zip(LINES, _INNER_LINES, strict=True)):
        closed = np.zeros(codes.shape, bool)
        closed[line] = codes[line] == COVERED
        if ((codes == 0) & (around(closed) > 0))[inner].sum() >= _UNOPENED:
            strange.add(side)
    return strange


def _like_a_panel(picture: Bgr, seen: Guess) -> set[int]:
    """The sides, likewise, along which cells lack what nearly all of the board have: lines, or two shades in turn."""
    patches = cut_patches(picture, seen.lattice, np.arange(len(seen.codes)))
    return _unlined(patches, seen) | _out_of_turn(patches, seen)


def _unlined(patches: Patches, seen: Guess) -> set[int]:
    """The sides, likewise, along which most cells lack the lines that nearly all of the board have: it is a panel."""
    shape = seen.lattice.rows, seen.lattice.cols
    told = at_sides(patches), seen.codes.reshape(shape), (seen.confidence >= DOUBTFUL_BELOW).reshape(shape)
    bare = without_lines(*told).reshape(shape)
    along = [bare | without_lines_along(*told, line) for line in LINES]
    return {side for side, line in enumerate(LINES) if along[side][line].mean() >= _PANEL}


def _out_of_turn(patches: Patches, seen: Guess) -> set[int]:
    """The sides, likewise, along which covered cells do not take turns in two shades, though within the board they do.

    A panel of the colour of its covered cells is drawn in one shade alone.
    """
    shape = seen.lattice.rows, seen.lattice.cols
    covered = (seen.codes == COVERED).reshape(shape)
    grounds = colours_of_middles(patches).reshape(*shape, 3)
    within = np.zeros(shape, bool)
    within[1:-1, 1:-1] = covered[1:-1, 1:-1]
    shades = shades_of(grounds, within)
    if shades is None or not shades.are_two:
        return set()
    strange = set()
    for side, line in enumerate(LINES):
        along = np.zeros(shape, bool)
        along[line] = covered[line]
        own = shades_of(grounds, along)
        if own is not None and own.apart <= HALF_A_TURN * shades.apart:
            strange.add(side)
    return strange


def believed(seen: Guess) -> int:
    """How many cells are beyond doubt."""
    return int((seen.confidence >= DOUBTFUL_BELOW).sum())


def _believed_of(seen: Guess, lattice: Lattice) -> int:
    """How many cells are beyond doubt of those at a lattice, and of looks that are there as well."""
    left = round((lattice.x - seen.lattice.x) / lattice.pitch_x)
    top = round((lattice.y - seen.lattice.y) / lattice.pitch_y)
    of = seen.groups.of.reshape(seen.lattice.rows, -1)
    there = of[max(0, top) : top + lattice.rows, max(0, left) : left + lattice.cols]
    return int(((seen.confidence >= DOUBTFUL_BELOW) & np.isin(seen.groups.of, there)).sum())


def ends_in_doubt(seen: Guess) -> bool:
    """Whether each cell of a first or last line may be none of the board."""
    strange = (seen.confidence < _STRANGE).reshape(seen.lattice.rows, -1)
    return any(strange[line].all() for side, line in enumerate(LINES) if not seen.overdrawn[side])


def _ends_clearly(seen: Guess, shares: list[float]) -> bool:
    """Whether nothing beside the board is half like it, by the shares of the lines there, and no line of it is none.

    Of lines that are overdrawn it is known that they are of the board.
    """
    clear = max(shares) < HALF_A_LINE and not _lone_line(seen)
    return clear and not _undivided(seen)


def _trimmed(seen: Guess, overdrawn: set[int]) -> Lattice:
    """The lattice without first and last lines whose cells are mostly doubtful, and unlike those of the others.

    And without the empty line beyond such a one: the border of a window, say, and what is beside it; nor the outermost
    one of a side that is `overdrawn`. Lines that the guess set apart for that stay.
    """
    rows, cols = seen.lattice.rows, seen.lattice.cols
    strange, empty = ((each.reshape(rows, cols)) for each in (seen.confidence < _STRANGE, np.isin(seen.codes, _EMPTY)))
    left, right = _inner(strange.mean(0) > _STRANGE_LINE, np.all(empty, axis=0))
    top, bottom = _inner(strange.mean(1) > _STRANGE_LINE, np.all(empty, axis=1))
    of = seen.groups.of.reshape(rows, cols)
    inside = np.isin(of, of[top:bottom, left:right])
    sides = np.s_[:, :left], np.s_[:, right:], np.s_[:top], np.s_[bottom:]
    whole = [not inside[side].size or inside[side].mean() > 1 - _STRANGE_LINE for side in sides]
    left, right, top, bottom = np.where(whole, (0, cols, 0, rows), (left, right, top, bottom)).tolist()
    outermost = (1, cols - 1, 1, rows - 1)
    by_strokes = [side in overdrawn for side in range(len(LINES))]
    left, right, top, bottom = np.where(by_strokes, outermost, (left, right, top, bottom)).tolist()
    left, right, top, bottom = np.where(seen.overdrawn, (0, cols, 0, rows), (left, right, top, bottom)).tolist()
    return seen.lattice.widened(left, right, top, bottom)


def _lone_line(seen: Guess) -> bool:
    """Whether a first or last line has looks found nowhere else, all open or all covered, on the ground of the others.

    What is beyond the frame of a board often has the colour of its covered cells.
    """
    of, codes, grounds = seen.groups.of.reshape(seen.lattice.rows, -1), seen.group_codes, seen.groups.grounds
    for line in (of[each] for side, each in enumerate(LINES) if not seen.overdrawn[side]):
        own = np.bincount(line, minlength=len(codes)) > 0
        states = set(codes[own].tolist())
        if seen.groups.sizes[own].sum() == len(line) and len(states) == 1 and states <= {0, COVERED}:
            (state,) = states
            to_same, to_others = (
                distance(grounds[own], grounds[~own & (codes == code)]) for code in (state, COVERED - state)
            )
            if (to_same > to_others + _OF_THE_OTHERS).all():
                return True
    return False


def _undivided(seen: Guess) -> bool:
    """Whether in a first or last line of covered cells nothing tells one from the next, as it does within the board.

    A panel of their colour has an edge along the board alone; counters and a face may take some of it.
    """
    of, covered = seen.groups.of.reshape(seen.lattice.rows, -1), seen.group_codes == COVERED
    within = np.intersect1d(of[1:-1, 1:-1], np.flatnonzero(covered))
    along_rows, along_columns = undivided_along(seen.groups)
    sides = zip(LINES, (along_columns, along_columns, along_rows, along_rows), seen.overdrawn, strict=True)
    for line, along, overdrawn in sides:
        if overdrawn:
            continue
        inner = of[line][1:-1]  # two panels may meet in its corners
        sizes = seen.groups.sizes[within]
        undivided = covered[inner].all() and along[inner].mean() >= _PANEL
        if undivided and sizes[along[within]].sum() < _FEW * sizes.sum():
            return True
    return False


def undivided_along(groups: Groups) -> tuple[Bools, Bools]:
    """The looks that are even along their middle, row and column, as far as into their neighbours: (n,) each."""
    side = groups.patches.shape[1]
    middle = slice(side * 3 // 8, side * 5 // 8)
    strips = (
        part.mean(axis, dtype=np.float32)
        for axis, part in ((1, groups.patches[:, middle]), (2, groups.patches[:, :, middle]))
    )
    along_rows, along_columns = (np.ptp(strip, axis=1).max(1) < _DIVIDED for strip in strips)
    return along_rows, along_columns


def _inner(strange: Bools, empty: Bools) -> tuple[int, int]:
    """The first line that is not strange, nor empty and beyond a strange one, and the one behind the last."""
    none = strange.copy()
    none[[0, -1]] |= empty[[0, -1]] & strange[[1, -2]]
    kept = np.flatnonzero(~none)
    return (int(kept[0]), int(kept[-1]) + 1) if len(kept) else (0, len(strange))
