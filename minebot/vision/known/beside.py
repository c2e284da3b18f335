"""What lies beside the cells of a board: more cells of the same looks, whatever theme they may be of."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np

from minebot.geometry import Lattice
from minebot.vision.arrays import Bools, Floats, Ints
from minebot.vision.cells import Cutter, sample_cells
from minebot.vision.distinct import distinct
from minebot.vision.known.light import Light
from minebot.vision.picture import Bgr
from minebot.vision.sampling import averaged
from minebot.vision.theme import THUMBNAIL
from minebot.vision.themes.templates import contrast

_DRAWN = 4.0  # contrast of a cell that shows something
_SAME = 0.5  # share of that by which cells of one look may differ: a cell that lacks one of two lines differs by 0.7

_DARKEST, _LIGHTEST = 0.35, 2.85
_STEPS = [strength for strength in np.geomspace(_DARKEST, _LIGHTEST, 54).tolist() if abs(strength - 1) > 0.05]  # of 4 %
_VEILS = (0.0, 255.0)  # black, white
_LIGHTS = [Light(1, 0), *(Light(strength, veil) for strength, veil in product(_STEPS, _VEILS))]  # its own comes first
_STRENGTHS, _LIFTS = np.array([(light.strength, light.lift) for light in _LIGHTS], np.float32).T
_DIMMED = np.minimum(_STRENGTHS, 1)  # what is drawn in cells, and noise, is fainter in the dark
_MARGIN, _PAIRS = 3, 8  # lines beside a board that are looked at, and pairs of cells of each
_FARTHER = 3  # eighths of the cells beside a board that are looked at: the shade may end within the others
_PLAINLY, _CLOSELY = 5.0, 0.3  # colour distance, and share of its contrast, that a light may leave of a cell
_VARIED = 3.0  # colours by which the cells of a line differ that is not the same all along
_EXPLAINED, _SHOWN = 0.75, 0.4  # shares of a line that are explained, and that show something
_KNOWN, _MOST = 0.7, 0.6  # the same where something hides other cells: shares of those that are not, and of the drawn
_PART, _FEWEST_LIT = 0.2, 2  # share of a line, and number of cells, that only another light explains
_FEWEST, _APART, _ONE_GROUND = 4, 2.5, 25.0  # pairs of plain cells that take turns in a chequer, how far apart they are
_IN_TURN = 0.9  # share of them that do


@dataclass(frozen=True, slots=True)
class _Drawn:
    """Those of some cells that show something, and how much: each look once, and which of these a cell has, or -1."""

    cells: Floats
    contrasts: Floats
    of: Ints

    @classmethod
    def at(cls, cutter: Cutter, lattice: Lattice, places: Ints) -> "_Drawn":
        cells = cutter.cut_bytes(lattice, places)
        first, of = distinct(cells)
        looks = cells[first].astype(np.float32)
        contrasts = contrast(looks)
        shown = contrasts > _DRAWN
        return cls(looks[shown], contrasts[shown], np.where(shown, np.cumsum(shown) - 1, -1)[of])


def like_those_within(cutter: Cutter, lattice: Lattice, within: Bools) -> Bools:
    """Which of the other cells have a look that cells `within` (rows, columns) have, and no plain one.

    However far off a theme is, and whatever was done to the picture, there a board goes on.
    """
    like = np.zeros(within.shape, bool)
    if within.all() or not within.any():
        return like
    others, own = (_Drawn.at(cutter, lattice, np.flatnonzero(places)) for places in (~within, within))
    if len(others.cells) and len(own.cells):  # that are not plain
        products = (others.cells**2).sum(1)[:, None] + (own.cells**2).sum(1) - 2 * (others.cells @ own.cells.T)
        apart = np.sqrt(np.maximum(products, 0) / own.cells.shape[1])
        nearest = apart.argmin(1)
        drawn = np.minimum(others.contrasts, own.contrasts[nearest])
        same = np.append(apart[np.arange(len(apart)), nearest] < _SAME * drawn, False)
        like[~within] = same[others.of]
    return like


def goes_on_beside(picture: Bgr, lattice: Lattice) -> bool:
    """Whether a line beside a board of squares shows cells of its looks, all of them darker or lighter in one way.

    The shade of a popup or a dialog may lie over a part of a window, and end anywhere; so may a tint, over what is
    selected or pointed at. Or cells that take turns in the shades of a chequer as the last line of the board does:
    where only some of its lines were found.
    """
    if lattice.topology != "square":
        return False
    own = _thumbnails(Cutter.of(picture, lattice), lattice, sample_cells(lattice))
    first, _ = distinct(own.astype(np.uint8))
    lines = _lines_beside(picture, lattice)
    turns = {line.turns for line in lines if line.within} - {0}
    beside = [line for line in lines if not line.within]
    return any(line.turns in turns or _is_lit(line, own[first]) or _is_tinted(line, own[first]) for line in beside)


@dataclass(frozen=True)
class _Line:
    """Cells of a line, how much is drawn in each, and which are on the second of two colours of a chequer.

    Those of a column lie one below the other (`axis` 0), those of a row side by side (1). Of those beside the
    board the farther part is looked at: the end of the shade may run through the nearer one. `within` is whether it is
    one of the outermost of the board itself, and not beside it.
    """

    cells: Floats
    odd: Bools
    axis: int
    part: Ints
    within: bool

    @cached_property
    def drawn(self) -> Floats:
        """The contrast of each."""
        return contrast(self.cells)

    def varies(self, some: Bools) -> float:
        """How much some of its cells differ, or each of them does along the line: a frame is the same all along."""
        if not some.any():
            return 0.0
        shape = (-1, THUMBNAIL, 3) if self.axis else (THUMBNAIL, -1, 3)
        along = self.cells[some].mean(0).reshape(shape).std(self.axis).mean()
        return max(float(self.cells[some].std(0).mean()), float(along))

    def may_tell(self) -> bool:
        """Whether enough is drawn in it, or takes turns, for cells of a board in any light."""
        drawn = float((self.drawn > _DRAWN * _DARKEST).mean())
        return drawn >= _PART or self.turns != 0

    @cached_property
    def turns(self) -> int:
        """Which of the two colours of a chequer are the lighter ones along it, 1 or -1; 0 where none are."""
        plain = self.drawn <= _DRAWN
        return turns_of(self.cells[plain], self.odd[plain])


def _lines_beside(picture: Bgr, lattice: Lattice) -> list[_Line]:
    """The lines beside a board, as far as they lie in the picture, and its own outermost ones."""
    wide = lattice.widened(-_MARGIN, lattice.cols + _MARGIN, -_MARGIN, lattice.rows + _MARGIN)
    lines = [each for each in _beside(wide) if _is_in(picture, wide, each[0])]
    if not lines:
        return []
    places = np.concatenate([line for line, *_ in lines])
    looks, odd = _thumbnails(Cutter.of(picture, wide), wide, places), np.sum(np.divmod(places, wide.cols), axis=0) % 2
    ends = np.cumsum([len(line) for line, *_ in lines])[:-1]
    parts = zip(np.split(looks, ends), np.split(odd == 1, ends), lines, strict=True)
    return [_Line(cells[:, part], turns, axis, part, within) for cells, turns, (_, axis, part, within) in parts]


def _beside(wide: Lattice) -> Iterator[tuple[Ints, int, Ints, bool]]:
    """Some cells of each line of the margin of a lattice, and of the outermost ones within it.

    As flat indices, with the axis of the line, the part that is looked at, and whether it is within.
    """
    cells = np.arange(wide.cols * wide.rows).reshape(wide.rows, wide.cols)
    whole = np.arange(THUMBNAIL**2 * 3).reshape(THUMBNAIL, THUMBNAIL, 3)
    for line in range(-_MARGIN - 1, _MARGIN + 1):
        column, row = cells[_MARGIN:-_MARGIN, line], cells[line, _MARGIN:-_MARGIN]
        farther = {-_MARGIN: slice(-_FARTHER, None), _MARGIN - 1: slice(_FARTHER)}.get(line, slice(None))
        within = not -_MARGIN <= line < _MARGIN
        yield column[in_pairs(len(column))], 0, whole[:, farther].ravel(), within
        yield row[in_pairs(len(row))], 1, whole[farther].ravel(), within


def in_pairs(count: int) -> Ints:
    """Places along a line of so many cells, each with the one after it: of a chequer, both shades."""
    first = np.linspace(0, count - 2, min(count // 2, _PAIRS)).astype(int)
    return np.union1d(first, first + 1)


def _is_in(picture: Bgr, wide: Lattice, line: Ints) -> bool:
    """Whether all the cells of a line lie in the picture."""
    rows, columns = np.divmod(line[[0, -1]], wide.cols)
    left, right = wide.across(int(columns[0])), wide.across(int(columns[1]) + 1)
    top, bottom = wide.down(int(rows[0])), wide.down(int(rows[1]) + 1)
    return min(left, top) >= 0 and right <= picture.shape[1] and bottom <= picture.shape[0]


def _thumbnails(cutter: Cutter, lattice: Lattice, cells: Ints) -> Floats:
    looks = cutter.cut_bytes(lattice, cells).reshape(-1, cutter.size, cutter.size, 3)
    return averaged(looks, THUMBNAIL)


def _is_lit(line: _Line, own: Floats) -> bool:
    """Whether the cells of a line are looks of a board in one other light, and not merely plain ones.

    Nearly all of them are; or most of those in which something is drawn, while others are in the light of the board, or
    hidden by something, one beside the other. Plain ones tell where they take turns in a chequer.
    """
    if not line.may_tell():
        return False
    own = own[:, line.part]
    explained, nearest = _explained(line, own)
    shown = line.drawn > _DRAWN * _DIMMED[:, None]
    for light in 1 + np.flatnonzero(explained[1:].mean(1) >= _EXPLAINED):
        lit, plain = explained[light] & shown[light], explained[light] & ~shown[light]
        if lit.mean() >= _SHOWN and line.varies(lit) > _VARIED * _DIMMED[light]:
            return True
        if take_turns(own[nearest[light, plain]], line.odd[plain]):
            return True
    return _is_lit_in_part(line, explained, shown)


def _is_lit_in_part(line: _Line, explained: Bools, shown: Bools) -> bool:
    """Whether most cells of a line in which something is drawn are explained by one other light, and not by its own.

    All but those that something hides, side by side. Given are, for each light, which cells it explains, and which show
    something in it: (lights, cells).
    """
    elsewhere = shown & ~explained[0]
    lit = explained & elsewhere
    for light in np.flatnonzero(lit.sum(1) >= max(_FEWEST_LIT, _PART * len(line.cells))):
        known = explained[light] | explained[0]
        seen = known | ~_longest(~known)
        most = lit[light].sum() >= _MOST * (elsewhere[light] & seen).sum()
        if most and known[seen].mean() >= _KNOWN and line.varies(lit[light]) > _VARIED * _DIMMED[light]:
            return True
    return False


def _is_tinted(line: _Line, own: Floats) -> bool:
    """Whether the cells of a line are looks of a board beneath one colour that lets them through, and not plain ones.

    How much it lets through, the looks tell that each is most like, but for its ground; and which colour, the grounds.
    """
    if not line.may_tell():
        return False
    grounds, forms = _forms(line.cells)
    own_grounds, own_forms = _forms(own[:, line.part])
    strengths = forms @ own_forms.T / np.maximum((own_forms**2).sum(1), 1)
    off = (forms**2).sum(1)[:, None] - strengths**2 * (own_forms**2).sum(1)
    nearest, cells = off.argmin(1), np.arange(len(forms))
    let_through = strengths[cells, nearest]
    told = (line.drawn > _DRAWN * _DARKEST) & (let_through > _DARKEST) & (let_through < 1)
    told &= off[cells, nearest] < forms.shape[1] * (_CLOSELY * line.drawn) ** 2
    if told.sum() < _FEWEST_LIT:
        return False
    strength = float(np.median(let_through[told]))
    colour = np.median(grounds[told] - strength * own_grounds[nearest[told]], axis=0)
    tinted = strength * own[:, line.part].reshape(len(own), -1, 3) + colour
    apart = np.square(line.cells.reshape(len(cells), 1, -1, 3) - tinted).mean((2, 3)).min(1)
    explained = apart < np.maximum(_PLAINLY * strength, _CLOSELY * line.drawn) ** 2
    shown = explained & (line.drawn > _DRAWN * strength)
    enough = (explained.mean() >= _EXPLAINED and shown.mean() >= _SHOWN) or explained.all()
    return bool(enough and shown.sum() >= _FEWEST_LIT and line.varies(shown) > _VARIED * strength)


def _forms(looks: Floats) -> tuple[Floats, Floats]:
    """The grounds of some looks, (n, 3), and what is drawn in them beside these, (n, values)."""
    pixels = looks.reshape(len(looks), -1, 3)
    grounds: Floats = np.median(pixels, axis=1)
    return grounds, (pixels - grounds[:, None]).reshape(len(looks), -1)


def _explained(line: _Line, own: Floats) -> tuple[Bools, Ints]:
    """Which cells of a line are looks of a board, and which of these each is nearest to: both (lights, cells)."""
    cells, values, strengths, lifts = line.cells, line.cells.shape[1], _STRENGTHS[:, None], _LIFTS[:, None]
    # |cell - strength look - lift|^2, multiplied out
    of_looks = strengths * (own**2).sum(1) + 2 * lifts * own.sum(1)
    of_both = strengths[:, None] * (of_looks[:, None] - 2 * cells @ own.T)
    of_cells = (cells**2).sum(1) + lifts * (lifts * values - 2 * cells.sum(1))
    near = np.maximum(_PLAINLY * _DIMMED[:, None], _CLOSELY * line.drawn)
    nearest = of_both.argmin(2)
    least = np.take_along_axis(of_both, nearest[:, :, None], 2)[:, :, 0]  # in half the time of a minimum
    return of_cells + least < values * near**2, nearest


def _longest(true: Bools) -> Bools:
    """Those of the longest run of cells of which something is true."""
    runs = np.cumsum(true & ~np.append(False, true[:-1]))[true]
    longest = np.zeros(len(true), bool)
    longest[true] = runs == np.bincount(runs, minlength=1).argmax()
    return longest


def take_turns(looks: Floats, odd: Bools) -> bool:
    """Whether plain looks are of shades that take turns along a line, as in a chequer."""
    return turns_of(looks, odd) != 0


def turns_of(looks: Floats, odd: Bools) -> int:
    """Of plain looks along a line, which colour of the chequer is the lighter one: 1 the odd one, -1 the other.

    It is the same of any two cells of one ground side by side; 0 where it is not.
    """
    shades = looks.mean(1)
    steps = np.diff(shades) * np.where(odd[1:], 1, -1)
    steps = steps[(odd[1:] != odd[:-1]) & (np.abs(steps) < _ONE_GROUND)]
    if len(steps) < _FEWEST:
        return 0
    return next((sign for sign in (1, -1) if float((sign * steps > _APART).mean()) >= _IN_TURN), 0)
