"""How marks are drawn: what is one symbol in several cells, and what is two."""

from itertools import product

import cv2
import numpy as np

from minebot.board import COVERED
from minebot.vision.arrays import Bools, Floats, Ints
from minebot.vision.sampling import within
from minebot.vision.unknown.alike import ALIKE, RING, SHADES, Groups, largest, thumbnails
from minebot.vision.unknown.glyphs import AROUND, SIDE, Patches
from minebot.vision.unknown.proven import PROOFS
from minebot.vision.unknown.shades import SAME_GROUND, distance

_ANOTHER_SYMBOL = 0.2  # share of what is drawn in a flag by which another mark differs, however both are moved
_MOVED = 0.12  # the same of one symbol at most, laid between other pixels
UNEVEN, OF_THE_MOST = 0.25, 0.4  # the same of a flag between other pixels at most, and of what adds the most
_BY_FAR = 1.4  # times the same of any other flag
_A_LITTLE_MORE, _OF_THAT = 0.18, 1 / 3  # the same of a mark with little more in a small cell; what of it may be lacking
_NOTHING_BETWEEN = 2.5  # times the same of any flag that differs less
QUITE_ANOTHER = 1 / 3  # the same of one that is none with something more: rows of other heights make less
_STEPS, _STEP = 8, 0.5  # by which a mark is moved each way, and pixels of a patch that each is: uneven rows do so
_LACKING = 0.12  # of the same share: what a mark lacks at most of another one to which it only adds something
PATTERNED, _AS_DRAWN = 0.3, 0.6  # shares of what is around the middle that a pattern takes, and that goes on
DRAWN = ALIKE  # of 255: by how much the middle of a mark differs, somewhere, from those of covered cells


def drawn_like_flags(groups: Groups, strange: Bools, flags: Bools) -> Bools:
    """The strange groups of the symbol, and on the ground, of plain flags: between other pixels it may look unlike."""
    like = strange & (distance(groups.grounds, groups.grounds[flags]) < SAME_GROUND)
    if like.any():
        like[like] = unlikeness(groups, np.flatnonzero(like), largest(groups, np.flatnonzero(flags))) <= _MOVED
    return like


def drawn_on_covered(groups: Groups, codes: Ints, empty: Bools, plain: Bools, mines_shown: bool) -> Bools:
    """The covered groups that are empty, but not plainly, and in whose middle is what no plain one on their ground has.

    Where mines are shown, and no plain one has that ground, what is not of the ground: all that is left may be mines. A
    mark may be as faint, or as plain a shape, as what some programs draw in covered cells.
    """
    asked = np.flatnonzero((codes == COVERED) & empty & ~plain)
    usual = np.flatnonzero((codes == COVERED) & plain)
    drawn, middles = np.zeros(len(codes), bool), groups.smooth_middles
    for group in asked.tolist():
        like = usual[distance(groups.grounds[usual], groups.grounds[[group]]) < SAME_GROUND]
        if len(like) or mines_shown:
            others = middles[like] if len(like) else np.tile(groups.grounds[[group]], middles.shape[1] // 3)
            drawn[group] = distance(middles[[group]], others)[0] > DRAWN
    return drawn


def one_strange_symbol(groups: Groups, strange: Bools) -> Bools:
    """The strange groups if all of them are of one symbol, in several places; else none."""
    marks = np.flatnonzero(strange)
    several = groups.sizes[marks].sum() >= PROOFS and not are_of_two_symbols(groups, marks)
    return strange if several else np.zeros(len(strange), bool)


def drawn_beneath_flags(groups: Groups, strange: Bools, flags: Bools) -> Bools:
    """The strange groups that show what is drawn around plain flags as well: a pattern that all covered cells have.

    Flags stand on covered cells. A symbol reaches to less of what is around it, and a border is the same all along.
    """
    beneath = np.zeros(len(strange), bool)
    asked = np.flatnonzero(strange & (groups.sizes >= PROOFS) & (groups.drawn_around >= PATTERNED))
    marked = _sides(groups.patches[flags])
    for group in asked.tolist():
        sides = _sides(groups.patches[[group]])[0]
        if (sides.mean(1).std(1).max(1) >= SHADES / 2).sum() > 1:
            drawn = np.abs(sides - groups.grounds[group]).max(3)
            same = np.abs(marked - sides).max(4) <= np.maximum(drawn / 2, SHADES)
            beneath[group] = bool((same[:, drawn > SHADES].mean(1) >= _AS_DRAWN).any())
    return beneath


def _sides(patches: Patches) -> Floats:
    """What is drawn along the four sides of cells, within their borders: (n, sides, depths, along, 3)."""
    places, (outer, inner) = within(SIDE, AROUND), RING
    inside = np.flatnonzero((places >= outer) & (places <= inner))
    along = np.flatnonzero((places > inner) & (places < 1 - inner))
    turned = [np.rot90(patches, times, axes=(1, 2))[:, inside][:, :, along] for times in range(4)]
    return np.stack(turned, axis=1).astype(np.float32)


def are_of_two_symbols(groups: Groups, marks: Ints) -> bool:
    """Whether marks are drawn in two ways, wherever in their cells: a program may have a flag and another mark."""
    if len(marks) < 2:
        return False
    usual, plainest = largest(groups, marks), _plainest(groups, marks)
    unlike, lacking = _compared(groups, marks, usual, until=UNEVEN)
    if (unlike > UNEVEN).any():
        return True
    if plainest != usual:
        unlike, lacking = _compared(groups, marks, plainest)
    return _some_have_more(unlike, lacking)


def of_two_symbols(groups: Groups, marks: Bools, beside: Bools | None) -> Bools:
    """The marks, if they are drawn in two ways; of a few with something `beside` them the ones that differ alone."""
    reached = marks & (groups.sizes < PROOFS) & (False if beside is None else beside)
    apart = marks & ~reached
    if not apart.any():
        apart, reached = marks, marks & False
    two = apart & are_of_two_symbols(groups, np.flatnonzero(apart))
    if reached.any():
        two[reached] = unlikeness(groups, np.flatnonzero(reached), largest(groups, np.flatnonzero(apart))) > UNEVEN
    return two


def _plainest(groups: Groups, marks: Ints) -> int:
    """The one of which the least is drawn."""
    return int(marks[np.abs(groups.forms[marks]).mean(1).argmin()])


def _some_have_more(unlike: Floats, lacking: Floats) -> bool:
    """Whether some marks may be the plainest of them with a little more, as none is between these and all others.

    How far they are unlike that one, and what they lack of it, is as `_compared` has it.
    """
    order = np.argsort(unlike)
    less, unlike, lacking = unlike[order][:-1], unlike[order][1:], lacking[order][1:]
    more = (unlike > _A_LITTLE_MORE) & (lacking <= _OF_THAT * unlike) & (unlike > _NOTHING_BETWEEN * less)
    return bool(more.any())


def with_more(groups: Groups, marks: Bools, flags: Bools) -> Bools:
    """Which of the marks are drawn as the plainest of the flags, and have something more.

    Some programs mark a cell of which nothing is known by a flag with a question mark. It has by far more than any flag
    has: small ones, of which the edges fall between pixels, differ gradually.
    """
    if not flags.any() or marks.sum() < 2:
        return np.zeros(len(marks), bool)
    unlike, lacking = _compared(groups, np.flatnonzero(marks), _plainest(groups, np.flatnonzero(flags)))
    adding = (unlike > _ANOTHER_SYMBOL) & (lacking <= _LACKING)
    most, more = unlike[adding].max(initial=0), np.zeros(len(marks), bool)
    adding &= unlike > min(UNEVEN, OF_THE_MOST * most)
    if most > QUITE_ANOTHER and unlike[adding].min() > _BY_FAR * unlike[~adding].max(initial=0):
        more[marks] = adding
    return more


def unlikeness(groups: Groups, marks: Ints, other: int) -> Floats:
    """By what share of what is drawn in another mark these differ from it, wherever in their cells they are."""
    return _compared(groups, marks, other)[0]


def in_other_colours(groups: Groups, marks: Ints, other: int) -> Floats:
    """By what share of their strongest strokes marks differ from another, wherever they are, whatever the colours."""
    if not len(marks):
        return np.zeros(0, np.float32)
    own, others = (
        _strengths(_symbols(patches, groups.grounds[which]))
        for patches, which in ((groups.patches[marks], marks), (_moved(groups.patches[other]), [other]))
    )
    return np.array([np.abs(others - each).max(1).min() for each in own], np.float32)


def _strengths(symbols: Floats) -> Floats:
    """How strong the strokes of symbols are, as shares of each one's strongest: (n, squares)."""
    strokes = np.linalg.norm(symbols, axis=2)
    shares: Floats = strokes / np.maximum(strokes.max(1, keepdims=True), 1.0)
    return shares


def _compared(groups: Groups, marks: Ints, other: int, until: float = np.inf) -> tuple[Floats, Floats]:
    """By what share of what is drawn in another mark these differ from it, and from its strokes, moved to fit best.

    No mark is looked at after one that differs by more than `until`; they do not seem to differ.
    """
    if not len(marks):
        return np.zeros(0, np.float32), np.zeros(0, np.float32)
    inner, form = _symbols(groups.patches[marks], groups.grounds[marks]), groups.patches[other]
    contrast = max(float(np.ptp(_symbols(form[None], groups.grounds[[other]]))), 1.0)
    symbols = _symbols(_moved(form), groups.grounds[[other]])
    strokes = np.abs(symbols).mean(2)
    strokes /= np.maximum(strokes.max(1, keepdims=True), 1.0)
    unlike, lacking = np.zeros((2, len(marks)), np.float32)
    channels = [np.ascontiguousarray(symbols[:, :, each]) for each in range(3)]  # a fifth of the time for their mean
    for mark, shown in enumerate(inner):
        blue, green, red = (np.abs(channel - shown[:, each]) for each, channel in enumerate(channels))
        apart = (blue + green + red) / 3
        unlike[mark], lacking[mark] = apart.max(1).min() / contrast, (apart * strokes).max(1).min() / contrast
        if unlike[mark] > until:
            break
    return unlike, lacking


def _moved(patch: Patches) -> Patches:
    """A patch (size, size, 3) moved by each of the steps, down and across: (steps, size, size, 3)."""
    steps = product(np.arange(-_STEPS, _STEPS + 1) * _STEP, repeat=2)
    ways = [np.array([[1, 0, x], [0, 1, y]], np.float32) for x, y in steps]
    size = patch.shape[1::-1]
    moved = [cv2.warpAffine(patch, way, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE) for way in ways]
    return np.stack(moved).astype(np.uint8, copy=False)


def _symbols(patches: Patches, grounds: Floats) -> Floats:
    """What is drawn within the cells, beside their grounds, in squares of 2x2 pixels: (n, squares, 3)."""
    looks = thumbnails(patches)
    side = round((looks.shape[1] / 3) ** 0.5)
    inner = looks.reshape(-1, side, side, 3)[:, 2:-2, 2:-2].reshape(len(looks), -1, 3)
    return inner - grounds[:, None]
