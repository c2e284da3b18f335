"""Tell where a board of a look that no theme describes begins and ends: what is beside it is no part of it.

guess -> without strange lines at its sides -> with those beyond that look like the board -> guess, and so on
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from minebot.board import COVERED, FLAG, MINE, STANDARD_MINES
from minebot.geometry import Lattice
from minebot.vision.arrays import Bools, Floats
from minebot.vision.cells import Cutter
from minebot.vision.chequer import HALF_A_TURN, Shades, shades_of
from minebot.vision.known.beside import like_those_within
from minebot.vision.motion import lain_over
from minebot.vision.picture import Bgr
from minebot.vision.reading import DOUBTFUL_BELOW, SMALLEST_BOARD
from minebot.vision.rules import around, contradictions
from minebot.vision.unknown.alike import (
    ALIKE,
    Groups,
    at_sides,
    colours_of_middles,
    drawn,
    odd_squares,
    thumbnails,
    thumbnails_of_middles,
)
from minebot.vision.unknown.glyphs import Kind, Patches, cut_patches, recognise
from minebot.vision.unknown.guess import Guess, guess
from minebot.vision.unknown.shades import distance
from minebot.vision.unknown.sharper import RIM
from minebot.vision.unknown.unlike import are_undivided, lined_beside, usual_lines, without_lines, without_lines_along

_GROWTHS = 12  # lines that may be added at each side
_VERY_MANY, _HARDLY_ANY = 1000, 0.1  # cells, and the share of them, that are no board: a screen of text has as many
_OF_THE_OTHERS = 6.0  # of 255: by how much nearer a ground is to those of the other state than to those of its own
_STRANGE = 0.75  # confidence below which a cell may be none of the board: less than that of one whose state is unclear
_STRANGE_LINE = 0.7  # share of doubtful cells from which the first or last line is none of the board
_SAME_LINE = 0.7  # share of a line beside the board that must look like the board, to be part of it
_STRANGERS = 0.2  # share of a line with several of its cells, which may be something else
_DRAWN_CELLS = 2  # cells of it with lines or a symbol, as cells of the board have, where the others are plain
_SYMBOLS, _HALF_SEEN = 3, 0.5  # cells with a symbol in their middle, and share of the line, that are seen so at least
_LEFT = 0.2  # share of a line that is seen of it where something lies over the rest
_TELLING = 64  # cells that tell of the lines between them, at most
_HALF_A_LINE = 0.4  # the same from which it may be one
_OUT = 0.05  # share of a line beside the board that may lie beyond the picture
_DIVIDED = 3.0  # of 255: by how much a line of cells differs along its middle, if there is anything between two of them
_FEW = 0.05  # share of cells that may be otherwise, since something may lie over them, or run into a corner
_PANEL = 0.6  # share of a line of which nothing tells one cell from the next, where it is a panel beside the board
_FRAMED = 4.0  # contrast of a cell with lines
_SYMBOL, _FAINT_SYMBOL = 24.0, 10.0  # contrast of a middle with a symbol, and with one in pale ink
_SHOWN = slice(1, Kind.QUESTION)  # numbers and flags
_NUMBERED = 0.95  # probability from which a cell shows one of them
_OF_DRAWN = 2.0  # times that contrast by which a look that is alike may differ somewhere
_PLAINER = 0.5  # share of that contrast below which another cell lacks them
_EMPTY = 0, COVERED  # the codes of cells in which nothing is drawn
_SHIFTS = 0, -1, 1  # pixels
_CLEAN = 0.5  # of 255: by how much plain cells vary at most in a clean picture
_ONE_GROUND = 8  # of 255, by which what is as plain as a zero may differ from it
_UNOPENED = 2  # zeros of a line beside closed cells, from which it is none of the board
_HALF_IN_TURN = 0.6  # share of a line that is in turn by chance
_WHOLE_LINES, _MOST_ZEROS = 0.15, 4  # by how much they may be off whole lines of cells; how many of them may be
_ROOM = _MOST_ZEROS + 1  # lines beside a board that are looked at
_SAME_MARGIN = 3.0  # pixels by which margins of a window may differ: where cells have gaps, a board ends in one
_LINE_OFF, _OFF_LINE = 1.5, 0.05  # pixels, and share of a line, by which covered cells may end beside whole lines
_TOP = 2  # of the sides
_ASIDE = np.array([True, True, False, False])  # left and right
_EVEN = np.array([True, True, False, True])  # and below, where windows have one margin
LINES: tuple[tuple[slice | int, slice | int], ...] = (np.s_[:, 0], np.s_[:, -1], np.s_[0, :], np.s_[-1, :])
"""The outermost lines of a board (rows, columns): left and right, above and below."""
_INNER_LINES: tuple[tuple[slice | int, slice | int], ...] = (np.s_[:, 1], np.s_[:, -2], np.s_[1, :], np.s_[-2, :])
_SIDES: tuple[tuple[slice | int, slice | int], ...] = (  # of a lattice, without its corners
    np.s_[1:-1, 0],
    np.s_[1:-1, -1],
    np.s_[0, 1:-1],
    np.s_[-1, 1:-1],
)


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
        lattice = _trimmed(seen)
        shares = [
            0.0 if side in barred else share for side, share in enumerate(_like_the_board(picture, seen, lattice))
        ]
        left, right, top, bottom = grown = [share >= _SAME_LINE for share in shares]
        lattice = lattice.widened(-left, lattice.cols + right, -top, lattice.rows + bottom)
        if lattice == seen.lattice or min(lattice.cols, lattice.rows) < SMALLEST_BOARD:
            break
        larger = guess(picture, lattice, RIM)
        strange = _unopened(larger) | _closed_beside_zeros(larger) | _like_a_panel(picture, larger)
        if strange := strange & {side for side, more in enumerate(grown) if more}:
            barred |= strange
            continue
        seen = larger
        best = seen if believed(seen) >= _believed_of(best, seen.lattice) else best
    if best is not seen:
        return best, False
    smaller, sides = _without_unopened(picture, seen)
    if sides:
        return at_full_extent(picture, smaller, at_end | sides)
    over = lain_over((seen.confidence < _STRANGE).reshape(seen.lattice.rows, -1))
    if over.any() and max(shares) >= _HALF_A_LINE and lattice == seen.lattice:
        shares = list(map(min, shares, _like_the_board(picture, seen, lattice, ~over)))
    return seen, _ends_clearly(seen, shares) and not _like_a_panel(picture, seen)


def _unopened(seen: Guess, marks: int = FLAG) -> set[int]:
    """The sides, left and right, above and below, whose line is all zeros, several beside what these would have opened.

    It is the ground beside the board, with the border of its last cells, and maybe with something strange on it. Flags
    count for what `marks` is: some programs keep those that are on zeros.
    """
    codes = seen.codes.reshape(seen.lattice.rows, -1)
    zeros = codes == 0
    broken = zeros & contradictions(np.where(codes == FLAG, marks, codes))
    zeros |= (seen.confidence < DOUBTFUL_BELOW).reshape(codes.shape)
    return {side for side, line in enumerate(LINES) if zeros[line].all() and broken[line].sum() >= _UNOPENED}


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
    return any(strange[line].all() for line in LINES)


def _ends_clearly(seen: Guess, shares: list[float]) -> bool:
    """Whether nothing beside the board is half like it, by the shares of the lines there, and no line of it is none."""
    clear = max(shares) < _HALF_A_LINE and not _lone_line(seen)
    return clear and not _undivided(seen)


def _trimmed(seen: Guess) -> Lattice:
    """The lattice without first and last lines whose cells are mostly doubtful, and unlike those of the others.

    And without the empty line beyond such a one: the border of a window, say, and what is beside it.
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
    return seen.lattice.widened(left, right, top, bottom)


def _lone_line(seen: Guess) -> bool:
    """Whether a first or last line has looks found nowhere else, all open or all covered, on the ground of the others.

    What is beyond the frame of a board often has the colour of its covered cells.
    """
    of, codes, grounds = seen.groups.of.reshape(seen.lattice.rows, -1), seen.group_codes, seen.groups.grounds
    for line in (of[each] for each in LINES):
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
    for line, along in zip(LINES, (along_columns, along_columns, along_rows, along_rows), strict=True):
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


def _like_the_board(picture: Bgr, seen: Guess, lattice: Lattice, telling: Bools | None = None) -> list[float]:
    """The share of the cells that look like the board, of the lines to the left and right of it, above and below.

    Like cells that have lines or a symbol: a plain panel may look like opened cells. Like those that are `telling`
    (rows, columns), all unless told: what lies over others may lie beside the board as well.
    """
    wide = lattice.widened(-1, lattice.cols + 1, -1, lattice.rows + 1)
    places = np.arange(wide.rows * wide.cols).reshape(wide.rows, wide.cols)
    board = np.zeros_like(places, bool)
    board[1:-1, 1:-1] = True if telling is None else telling
    like = like_those_within(Cutter.of(picture, wide), wide, board)
    first = round((wide.x - seen.lattice.x) / wide.pitch_x) + round((wide.y - seen.lattice.y) / wide.pitch_y)
    odd = odd_squares(places.shape).reshape(places.shape) ^ bool(first % 2)  # as the squares of the guess are
    turns, shares = _turns(seen), []
    usual = _usual_lines(picture, seen) if lattice == seen.lattice else None
    clean = usual is not None and _is_clean(seen)
    for side, (line, axis, beyond) in enumerate(zip(_SIDES, "xxyy", _beyond(picture, wide), strict=True)):
        share = 0.0
        for shift in () if beyond else _SHIFTS:  # of cells of no whole pixels, those of the last line may lie so
            there = replace(wide, **{axis: getattr(wide, axis) + shift})
            patches, surely = cut_patches(picture, there, places[line]), like[line] & (shift == 0)
            share = max(share, _like_a_line(patches, surely, seen), _in_turn(patches, odd[line], turns))
            if usual is not None and share < _SAME_LINE:
                share = max(share, _divided_beside(patches, (usual, clean), seen, side))
        shares.append(share)
    if max(shares) >= _SAME_LINE:
        return shares
    may_be = _open_beyond(picture, seen, lattice), _closed_beyond(picture, seen, lattice)
    return [max(each) for each in zip(shares, *may_be, strict=True)]


def _usual_lines(picture: Bgr, seen: Guess) -> Floats | None:
    """What lines the cells have that are beyond doubt: covered ones or zeros, whichever are more; None without any."""
    sure = seen.confidence >= DOUBTFUL_BELOW
    cells = max((np.flatnonzero(sure & (seen.codes == state)) for state in (0, COVERED)), key=len)
    some = cells[:: len(cells) // _TELLING + 1]
    return usual_lines(cut_patches(picture, seen.lattice, some)) if len(some) else None


def _is_clean(seen: Guess) -> bool:
    """Whether nothing varies in the empty cells that are beyond doubt: there is no noise in the picture."""
    known = (seen.group_confidence >= DOUBTFUL_BELOW) & np.isin(seen.group_codes, (0, COVERED))
    return bool(seen.groups.drawn_within[known].max(initial=0) < _CLEAN)


def _divided_beside(patches: Patches, lines: tuple[Floats, bool], seen: Guess, side: int) -> float:
    """The share of a line beside the board with lines between its cells and the board's, on the ground of these.

    Lines may be drawn between cells alone, and none around the board: then its outermost cells are like no others; or
    be so faint that they make no look. What is beside cells that are in doubt something may lie over. Less than most of
    it tells nothing. `lines` are the usual ones, and whether the picture is clean.
    """
    usual, clean = lines
    middles = thumbnails_of_middles(patches)
    lined = lined_beside(patches, usual, side, clean & (drawn(middles) < _CLEAN)) & _on_its_ground(seen, middles)
    seen_there = (seen.confidence >= DOUBTFUL_BELOW).reshape(seen.lattice.rows, -1)[LINES[side]]
    share = float(lined[seen_there].mean()) if seen_there.mean() >= _HALF_SEEN else 0.0
    return share if share >= _SAME_LINE else 0.0


def _like_a_line(patches: Patches, surely: Bools, seen: Guess) -> float:
    """The share of the cells of a line beside the board that look like it; that of `surely` is known.

    Like those of a look with lines or a symbol, beside which others may be as plain as some, or as no zero yet.
    """
    groups = seen.groups
    sure = (seen.group_confidence >= DOUBTFUL_BELOW) & (groups.sizes > 1)
    looks = thumbnails(patches)
    alike = _drawn_alike(looks, groups.looks[sure & (drawn(groups.looks) >= _FRAMED)])
    middles = thumbnails_of_middles(patches)
    alike &= _on_its_ground(seen, middles)
    seldom = distance(looks, groups.looks) <= ALIKE
    grounds = distance(colours_of_middles(patches), groups.grounds[seen.group_codes > 0])
    contrasts = drawn(middles)
    bare = (contrasts < _FRAMED) & (grounds <= _ONE_GROUND)
    shown = alike | surely
    share = float(shown.mean())
    within, symbols = _same_within(patches, groups.patches[sure])
    if _SAME_LINE <= within.mean() < 1 and _numbered(patches[~within]).all():
        share = max(share, _SAME_LINE)
    elif symbols:
        share = max(share, _HALF_A_LINE)
    if alike.any() and not (seldom & ~alike).any():  # something may lie over the others, which are like no cell
        share = max(share, _HALF_A_LINE)
    strange = ~(shown | seldom | within | bare)  # the rest is as plain as others of the board
    if shown.sum() >= _DRAWN_CELLS and strange.sum() <= shown.sum():
        share = max(share, _HALF_A_LINE if strange.mean() > _STRANGERS else _SAME_LINE)
    hidden = _hidden_in_part(shown)
    faint = within & (contrasts >= _FAINT_SYMBOL)
    several = not hidden and not within.all() and faint.sum() >= _SYMBOLS
    if several and _symbols_within(middles[faint], groups, sure) >= _SYMBOLS:
        within[~within] = _numbered(patches[~within])  # a frame may run along these
        hidden = within.mean() >= _HALF_SEEN and _hidden_in_part(within)
    return max(share, _HALF_A_LINE) if hidden else share


def _symbols_within(middles: Floats, groups: Groups, sure: Bools) -> int:
    """How many of some middles are like those of sure groups with a symbol: the edge of a panel is like a plain one."""
    own = thumbnails_of_middles(groups.patches[sure])
    return int(_drawn_alike(middles, own[drawn(own) >= _FAINT_SYMBOL]).sum())


def _turns(seen: Guess) -> list[Shades]:
    """The two shades in which zeros take turns, and covered cells: of those that do."""
    shape = seen.lattice.rows, seen.lattice.cols
    grounds = seen.groups.grounds[seen.groups.of].reshape(*shape, 3)
    found = [shades_of(grounds, (seen.codes == state).reshape(shape)) for state in (0, COVERED)]
    return [shades for shades in found if shades is not None and shades.are_two]


def _in_turn(patches: Patches, odd: Bools, turns: Sequence[Shades]) -> float:
    """The share of the cells of a line beside a chequered board that are of the shade that is next there.

    Plain cells have no lines that tell; but a panel does not take turns: half of it is of either shade.
    """
    if not turns:
        return 0.0
    middles = colours_of_middles(patches)
    share = float(np.any([shades.in_turn(middles, odd) for shades in turns], axis=0).mean())
    return share if share > _HALF_IN_TURN else 0.0


def _hidden_in_part(shown: Bools) -> bool:
    """Whether several cells of a line are known, while all others lie side by side: something may lie over these."""
    starts = ~shown & np.append(True, shown[:-1])
    return bool(shown.sum() >= max(_DRAWN_CELLS, _LEFT * len(shown)) and starts.sum() <= 1)


def _open_beyond(picture: Bgr, seen: Guess, lattice: Lattice) -> list[float]:
    """The share of the lines beside the board that may be zeros, likewise: of open cells without borders.

    Only where the ground of zeros goes on, and nothing closed is beside it. If a usual level is as large with them, and
    none without, they are; if one is without, they are not, unless just they would make the margins of a window equal.
    """
    none = [0.0] * len(_SIDES)
    room = None if lattice != seen.lattice else _room_for_zeros(picture, seen)
    if room is None or not room.opened.any():
        return none
    size, lines, most = (lattice.cols, lattice.rows), room.whole, room.most
    if _larger(size, lines) in STANDARD_MINES and any(lines):
        return [_SAME_LINE if each else 0.0 for each in lines]
    if size in STANDARD_MINES:
        return [_HALF_A_LINE if each else 0.0 for each in room.uneven]
    levels = [each for each in product(*(range(count + 1) for count in most)) if _larger(size, each) in STANDARD_MINES]
    if len(levels) == 1:
        return [_SAME_LINE if each else 0.0 for each in levels[0]]
    unclear = most if levels else lines
    return [_HALF_A_LINE if any(each) else 0.0 for each in zip(unclear, room.uneven, strict=True)]


def _closed_beyond(picture: Bgr, seen: Guess, lattice: Lattice) -> list[float]:
    """The share of the lines beside the board that may be covered cells, likewise: where nothing is between these.

    Only where their ground goes on; to the left, to the right and below, for whole lines and one margin.
    """
    none = [0.0] * len(_SIDES)
    known = (seen.confidence >= DOUBTFUL_BELOW) & (seen.codes == COVERED)
    if lattice != seen.lattice or not known.any():
        return none
    ground = np.median(seen.groups.grounds[seen.groups.of[known]], axis=0)
    more = _covered_lines(_reaches(picture, lattice, ground), _pitches(lattice), (lattice.cols, lattice.rows))
    return more if any(more) and _divides_nothing(picture, seen, COVERED) else none  # cells are cut for that: last


def _divides_nothing(picture: Bgr, seen: Guess, state: int) -> bool:
    """Whether there is nothing between empty cells of a state that lie side by side."""
    shape = seen.lattice.rows, seen.lattice.cols
    patches = cut_patches(picture, seen.lattice, np.arange(len(seen.codes)))
    sure = seen.confidence >= DOUBTFUL_BELOW
    return are_undivided(patches, seen.codes.reshape(shape), sure.reshape(shape), state)


def _covered_lines(reaches: Floats, pitches: Floats, size: tuple[int, int]) -> list[float]:
    """Those shares, by how far the ground of covered cells goes on to the left and right, above and below, in pixels.

    Beside whole lines there may be one margin, the same on all sides but above: a panel may lie there, of any height.
    Of a usual level it is one; lines of cells it may be where there is no margin.
    """
    off = np.maximum(_LINE_OFF, _OFF_LINE * pitches)
    lines = np.floor((reaches + off) / pitches)
    margins = reaches - lines * pitches
    on = reaches >= _ROOM * pitches  # and farther, perhaps: the next line will tell
    told = margins[_EVEN & ~on]
    margin = float(told.mean()) if len(told) else 0.0
    uneven = bool((np.abs(told - margin) > _SAME_MARGIN).any())  # something lies over the rest of a line
    shares = np.where(uneven & (reaches > off), _HALF_A_LINE, np.where(on | (lines > 0), _SAME_LINE, 0.0))
    if not uneven and not on[_TOP] and reaches[_TOP] > off[_TOP]:
        panel = abs(margins[_TOP] - margin) > _SAME_MARGIN
        usual, larger = (
            _larger(size, np.where(_EVEN, lines, above).astype(int).tolist()) in STANDARD_MINES
            for above in (0, lines[_TOP])
        )
        if panel or (lines[_TOP] and margin > off[_TOP]):
            shares[_TOP] = 0.0 if usual else _SAME_LINE if larger and not panel else _HALF_A_LINE
    covered: list[float] = shares.tolist()
    return covered


def _pitches(lattice: Lattice) -> Floats:
    """How far apart lines would be to the left and right of a board, above and below: (4,)."""
    return np.array([lattice.pitch_x, lattice.pitch_x, lattice.pitch_y, lattice.pitch_y])


def _larger(size: tuple[int, int], lines: Sequence[int]) -> tuple[int, int]:
    """Columns and rows with so many lines more to the left and right, above and below."""
    left, right, top, bottom = lines
    return size[0] + left + right, size[1] + top + bottom


@dataclass(frozen=True, slots=True)
class _Room:
    """How far the ground of zeros goes on to the left and right of a board, above and below, in pixels.

    `opened` (4,) is where nothing closed lies along that side, so that lines of zeros may follow; `pitch` (4,) is how
    far apart these would be.
    """

    pixels: Floats
    opened: Bools
    pitch: Floats

    @property
    def whole(self) -> list[int]:
        """How many lines of zeros fill the ground, each side for itself; none where it is no whole number of them."""
        count = np.rint(self.pixels / self.pitch)
        whole = np.abs(self.pixels / self.pitch - count) <= _WHOLE_LINES
        lines: list[int] = np.where(self.opened & whole & (count <= _MOST_ZEROS), count, 0).astype(int).tolist()
        return lines

    @property
    def most(self) -> list[int]:
        """How many lines of zeros there may be at most."""
        count = np.minimum(np.floor(self.pixels / self.pitch + _WHOLE_LINES), _MOST_ZEROS)
        lines: list[int] = np.where(self.opened, count, 0).astype(int).tolist()
        return lines

    @property
    def uneven(self) -> Bools:
        """The sides, left and right, where lines of zeros would leave just the margin that is beside what is closed.

        That may be the one below as well; but a status line may lie below a board, and more above it.
        """
        margins = self.pixels[(~self.opened & (self.pixels < self.pitch)) & _EVEN]
        lines = (self.pixels[:, None] - margins) / self.pitch[:, None]
        off = np.abs(lines - np.rint(lines)) * self.pitch[:, None]
        fits = (off <= _SAME_MARGIN) & (np.rint(lines) >= 1) & (np.rint(lines) <= _MOST_ZEROS)
        uneven: Bools = self.opened & _ASIDE & fits.any(1)
        return uneven


def _room_for_zeros(picture: Bgr, seen: Guess) -> _Room | None:
    """How far the ground of zeros goes on beside the board; None where no zero tells."""
    zeros = (seen.group_codes == 0) & (seen.group_confidence >= DOUBTFUL_BELOW)
    plain = zeros & (drawn(seen.groups.looks) < _FRAMED)
    if plain.any():
        zeros = plain
    elif not _divides_nothing(picture, seen, 0):
        return None
    ground = seen.groups.grounds[np.where(zeros, seen.groups.sizes, 0).argmax()]
    codes = seen.codes.reshape(seen.lattice.rows, -1)
    opened = [bool((codes[line] >= 0).all()) for line in LINES]
    return _Room(_reaches(picture, seen.lattice, ground), np.array(opened), _pitches(seen.lattice))


def _reaches(picture: Bgr, lattice: Lattice, ground: Floats) -> Floats:
    """How far a ground goes on to the left and right of a board, above and below, in pixels: (4,)."""
    left, top, width, height = lattice.bbox
    around = round(_ROOM * max(lattice.pitch_x, lattice.pitch_y)) + 1
    part = picture[max(0, top - around) : top + height + around, max(0, left - around) : left + width + around]
    plain = np.abs(part.astype(np.int16) - ground).max(2) <= _ONE_GROUND
    left, top = max(0, min(left, around)), max(0, min(top, around))
    right, bottom = min(left + width, part.shape[1]), min(top + height, part.shape[0])
    rows, columns = plain[top:bottom], plain[:, left:right].T
    strips = rows[:, :left][:, ::-1], rows[:, right:], columns[:, :top][:, ::-1], columns[:, bottom:]
    return np.array([float(np.median(np.logical_and.accumulate(strip, axis=1).sum(1))) for strip in strips])


def _beyond(picture: Bgr, wide: Lattice) -> tuple[bool, ...]:
    """Whether the picture, which repeats its border, ends within the outermost lines: left, right, above and below."""
    across, down = _OUT * wide.pitch_x, _OUT * wide.pitch_y
    left, top, right, bottom = wide.x, wide.y, wide.across(wide.cols), wide.down(wide.rows)
    height, width = picture.shape[:2]
    return left < -across, right > width + across, top < -down, bottom > height + down


def _same_within(patches: Patches, known: Patches) -> tuple[Bools, bool]:
    """Which cells of a line have in their middle what known ones have; whether most do, one of them a symbol.

    A frame may run along the line, so that none of it looks like the board as a whole.
    """
    middles, own = map(thumbnails_of_middles, (patches, known))
    same = distance(middles, own) <= ALIKE
    return same, bool(same.mean() >= _SAME_LINE and (drawn(middles)[same] >= _SYMBOL).any())


def _on_its_ground(seen: Guess, middles: Floats) -> Bools:
    """Which cells of a line have a ground of the board's; all where it has many shades, of a light or of a chequer."""
    groups, sure = seen.groups, seen.group_confidence >= DOUBTFUL_BELOW
    for state in (0, COVERED):
        shades = groups.grounds[sure & (seen.group_codes == state)]
        if len(shades) and np.ptp(shades, axis=0).max() > _ONE_GROUND:
            return np.ones(len(middles), bool)
    grounds = np.median(middles.reshape(len(middles), -1, 3), axis=1)
    near: Bools = distance(grounds, groups.grounds[sure]) <= _ONE_GROUND
    return near


def _numbered(patches: Patches) -> Bools:
    """Which cells show numbers or flags beyond doubt, which no others need be like.

    They are not where each is drawn for itself, at another part of a pixel.
    """
    if not len(patches):
        return np.zeros(0, bool)
    numbered: Bools = np.exp(recognise(patches).classes)[:, _SHOWN].sum(1) >= _NUMBERED
    return numbered


def _drawn_alike(looks: Floats, known: Floats) -> Bools:
    """Which looks are like a known one, and no plainer than half of it: faint lines are soon lost in what is alike."""
    limits = np.minimum(ALIKE, _OF_DRAWN * drawn(known))
    near = np.array([np.abs(known - look).max(1, initial=0) <= limits for look in looks])
    near = near.reshape(len(looks), len(known))
    alike: Bools = np.any(near & (drawn(looks)[:, None] >= _PLAINER * drawn(known)), axis=1)
    return alike
