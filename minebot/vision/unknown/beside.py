"""How much the lines beside a board, of a look that no theme describes, look like the board."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from minebot.board import COVERED
from minebot.geometry import Lattice
from minebot.vision.arrays import Bools, Floats
from minebot.vision.cells import Cutter
from minebot.vision.chequer import Shades, shades_of
from minebot.vision.known.beside import like_those_within
from minebot.vision.picture import Bgr
from minebot.vision.reading import DOUBTFUL_BELOW
from minebot.vision.unknown.alike import (
    ALIKE,
    Groups,
    colours_of_middles,
    drawn,
    odd_squares,
    thumbnails,
    thumbnails_of_middles,
)
from minebot.vision.unknown.glyphs import Kind, Patches, cut_patches, recognise
from minebot.vision.unknown.guess import Guess
from minebot.vision.unknown.room import FRAMED, HALF_A_LINE, LINES, ONE_GROUND, SAME_LINE, closed_beyond, open_beyond
from minebot.vision.unknown.shades import distance
from minebot.vision.unknown.unlike import lined_beside, usual_lines

BESIDE: tuple[tuple[slice | int, slice | int], ...] = (
    np.s_[1:-1, 0],
    np.s_[1:-1, -1],
    np.s_[0, 1:-1],
    np.s_[-1, 1:-1],
)
"""The outermost lines of a lattice, left and right, above and below, without its corners."""

_STRANGERS = 0.2  # share of a line with several cells of the board, which may be something else
_DRAWN_CELLS = 2  # cells of a line with lines or a symbol, as cells of the board have, where the others are plain
_SYMBOLS, _HALF_SEEN = 3, 0.5  # cells with a symbol in their middle, and share of the line, that are seen so at least
_LEFT = 0.2  # share of a line that is seen of it where something lies over the rest
_TELLING = 64  # cells that tell of the lines between them, at most
_OUT = 0.05  # share of a line beside the board that may lie beyond the picture
_SYMBOL, _FAINT_SYMBOL = 24.0, 10.0  # contrast of a middle with a symbol, and with one in pale ink
_SHOWN = slice(1, Kind.QUESTION)  # numbers and flags
_NUMBERED = 0.95  # probability from which a cell shows one of them
_OF_DRAWN = 2.0  # times the contrast of a look by which one that is alike may differ somewhere
_PLAINER = 0.5  # share of that contrast below which another cell lacks them
_SHIFTS = 0, -1, 1  # pixels
_CLEAN = 0.5  # of 255: by how much plain cells vary at most in a clean picture
_HALF_IN_TURN = 0.6  # share of a line that is in turn by chance


def like_the_board(picture: Bgr, seen: Guess, lattice: Lattice, telling: Bools | None = None) -> list[float]:
    """The share of the cells that look like the board, of the lines to the left and right of it, above and below.

    Like cells that have lines or a symbol: a plain panel may look like opened cells. Like those that are `telling`
    (rows, columns), all unless told: what lies over others may lie beside the board as well.
    """
    wide = lattice.widened(-1, lattice.cols + 1, -1, lattice.rows + 1)
    places = np.arange(wide.rows * wide.cols).reshape(wide.rows, wide.cols)
    board = np.zeros_like(places, bool)
    board[1:-1, 1:-1] = True if telling is None else telling
    like = like_those_within(Cutter.of(picture, wide), wide, board)
    odd, turns, shares = odd_of(wide, seen), turns_of(seen), []
    usual = _usual_lines(picture, seen) if lattice == seen.lattice else None
    clean = usual is not None and is_clean(seen)
    for side, (line, axis, beyond) in enumerate(zip(BESIDE, "xxyy", ends_beyond(picture, wide), strict=True)):
        share = 0.0
        for shift in () if beyond else _SHIFTS:  # of cells of no whole pixels, those of the last line may lie so
            there = replace(wide, **{axis: getattr(wide, axis) + shift})
            patches, surely = cut_patches(picture, there, places[line]), like[line] & (shift == 0)
            share = max(share, _like_a_line(patches, surely, seen), _in_turn(patches, odd[line], turns))
            if usual is not None and share < SAME_LINE:
                share = max(share, _divided_beside(patches, (usual, clean), seen, side))
        shares.append(share)
    if max(shares) >= SAME_LINE:
        return shares
    may_be = open_beyond(picture, seen, lattice), closed_beyond(picture, seen, lattice)
    return [max(each) for each in zip(shares, *may_be, strict=True)]


def odd_of(lattice: Lattice, seen: Guess) -> Bools:
    """The squares of one colour of a chequer, as those of the guess are: (rows, columns)."""
    right, down = (lattice.x - seen.lattice.x) / lattice.pitch_x, (lattice.y - seen.lattice.y) / lattice.pitch_y
    shape = lattice.rows, lattice.cols
    return odd_squares(shape).reshape(shape) ^ bool((round(right) + round(down)) % 2)


def _usual_lines(picture: Bgr, seen: Guess) -> Floats | None:
    """What lines the cells have that are beyond doubt: covered ones or zeros, whichever are more; None without any."""
    sure = seen.confidence >= DOUBTFUL_BELOW
    cells = max((np.flatnonzero(sure & (seen.codes == state)) for state in (0, COVERED)), key=len)
    some = cells[:: len(cells) // _TELLING + 1]
    return usual_lines(cut_patches(picture, seen.lattice, some)) if len(some) else None


def is_clean(seen: Guess) -> bool:
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
    return share if share >= SAME_LINE else 0.0


def _like_a_line(patches: Patches, surely: Bools, seen: Guess) -> float:
    """The share of the cells of a line beside the board that look like it; that of `surely` is known.

    Like those of a look with lines or a symbol, beside which others may be as plain as some, or as no zero yet.
    """
    groups = seen.groups
    sure = (seen.group_confidence >= DOUBTFUL_BELOW) & (groups.sizes > 1)
    looks = thumbnails(patches)
    alike = drawn_alike(looks, groups.looks[sure & (drawn(groups.looks) >= FRAMED)])
    middles = thumbnails_of_middles(patches)
    alike &= _on_its_ground(seen, middles)
    seldom = distance(looks, groups.looks) <= ALIKE
    grounds = distance(colours_of_middles(patches), groups.grounds[seen.group_codes > 0])
    contrasts = drawn(middles)
    bare = (contrasts < FRAMED) & (grounds <= ONE_GROUND)
    shown = alike | surely
    share = float(shown.mean())
    within, symbols = _same_within(patches, groups.patches[sure])
    if SAME_LINE <= within.mean() < 1 and _numbered(patches[~within]).all():
        share = max(share, SAME_LINE)
    elif symbols:
        share = max(share, HALF_A_LINE)
    if alike.any() and not (seldom & ~alike).any():  # something may lie over the others, which are like no cell
        share = max(share, HALF_A_LINE)
    strange = ~(shown | seldom | within | bare)  # the rest is as plain as others of the board
    if shown.sum() >= _DRAWN_CELLS and strange.sum() <= shown.sum():
        share = max(share, HALF_A_LINE if strange.mean() > _STRANGERS else SAME_LINE)
    hidden = _hidden_in_part(shown)
    faint = within & (contrasts >= _FAINT_SYMBOL)
    several = not hidden and not within.all() and faint.sum() >= _SYMBOLS
    if several and _symbols_within(middles[faint], groups, sure) >= _SYMBOLS:
        within[~within] = _numbered(patches[~within])  # a frame may run along these
        hidden = within.mean() >= _HALF_SEEN and _hidden_in_part(within)
    return max(share, HALF_A_LINE) if hidden else share


def _symbols_within(middles: Floats, groups: Groups, sure: Bools) -> int:
    """How many of some middles are like those of sure groups with a symbol: the edge of a panel is like a plain one."""
    own = thumbnails_of_middles(groups.patches[sure])
    return int(drawn_alike(middles, own[drawn(own) >= _FAINT_SYMBOL]).sum())


def turns_of(seen: Guess) -> list[Shades]:
    """The two shades in which zeros take turns, and covered cells: of those that do."""
    shape = seen.lattice.rows, seen.lattice.cols
    grounds = seen.groups.grounds[seen.groups.of].reshape(*shape, 3)
    found = [shades_of(grounds, (seen.codes == state).reshape(shape)) for state in (0, COVERED)]
    return [shades for shades in found if shades is not None and shades.are_two]


def _in_turn(patches: Patches, odd: Bools, turns: Sequence[Shades]) -> float:
    """The share of the cells of a line beside a chequered board that are of the shade that is next there.

    Plain cells have no lines that tell; but a panel does not take turns: half of it is of either shade.
    """
    return share_in_turn(colours_of_middles(patches), odd, turns)


def share_in_turn(grounds: Floats, odd: Bools, turns: Sequence[Shades]) -> float:
    """The share of cells with such grounds, (n, 3), that are in turn; none where it is hardly more than by chance."""
    share = float(np.any([shades.in_turn(grounds, odd) for shades in turns], axis=0).mean()) if turns else 0.0
    return share if share > _HALF_IN_TURN else 0.0


def _hidden_in_part(shown: Bools) -> bool:
    """Whether several cells of a line are known, while all others lie side by side: something may lie over these."""
    starts = ~shown & np.append(True, shown[:-1])
    return bool(shown.sum() >= max(_DRAWN_CELLS, _LEFT * len(shown)) and starts.sum() <= 1)


def ends_beyond(picture: Bgr, wide: Lattice) -> tuple[bool, ...]:
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
    return same, bool(same.mean() >= SAME_LINE and (drawn(middles)[same] >= _SYMBOL).any())


def _on_its_ground(seen: Guess, middles: Floats) -> Bools:
    """Which cells of a line have a ground of the board's; all where it has many shades, of a light or of a chequer."""
    groups, sure = seen.groups, seen.group_confidence >= DOUBTFUL_BELOW
    for state in (0, COVERED):
        shades = groups.grounds[sure & (seen.group_codes == state)]
        if len(shades) and np.ptp(shades, axis=0).max() > ONE_GROUND:
            return np.ones(len(middles), bool)
    grounds = np.median(middles.reshape(len(middles), -1, 3), axis=1)
    near: Bools = distance(grounds, groups.grounds[sure]) <= ONE_GROUND
    return near


def _numbered(patches: Patches) -> Bools:
    """Which cells show numbers or flags beyond doubt, which no others need be like.

    They are not where each is drawn for itself, at another part of a pixel.
    """
    if not len(patches):
        return np.zeros(0, bool)
    numbered: Bools = np.exp(recognise(patches).classes)[:, _SHOWN].sum(1) >= _NUMBERED
    return numbered


def drawn_alike(looks: Floats, known: Floats) -> Bools:
    """Which looks are like a known one, and no plainer than half of it: faint lines are soon lost in what is alike."""
    limits = np.minimum(ALIKE, _OF_DRAWN * drawn(known))
    near = np.array([np.abs(known - look).max(1, initial=0) <= limits for look in looks])
    near = near.reshape(len(looks), len(known))
    alike: Bools = np.any(near & (drawn(looks)[:, None] >= _PLAINER * drawn(known)), axis=1)
    return alike
