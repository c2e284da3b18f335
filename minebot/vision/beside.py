"""What lies beside the cells of a board: more cells of the same looks, whatever theme they may be of."""

from dataclasses import dataclass
from itertools import pairwise, product

import numpy as np

from minebot.geometry import Lattice
from minebot.vision.arrays import Bools, Floats, Ints
from minebot.vision.cells import Cutter, sample_cells
from minebot.vision.light import Light
from minebot.vision.looks import distinct
from minebot.vision.picture import Bgr
from minebot.vision.sampling import averaged
from minebot.vision.templates import contrast
from minebot.vision.theme import THUMBNAIL

_DRAWN = 4.0  # contrast of a cell that shows something
_SAME = 0.5  # share of that by which cells of one look may differ: a cell that lacks one of two lines differs by 0.7

_STEPS = [strength for strength in np.geomspace(0.35, 2.85, 54).tolist() if abs(strength - 1) > 0.05]  # of 4 %
_VEILS = (0.0, 255.0)  # black, white
_LIGHTS = [Light(strength, veil) for strength, veil in product(_STEPS, _VEILS)]
_STRENGTHS, _LIFTS = np.array([(light.strength, light.lift) for light in _LIGHTS], np.float32).T
_MARGIN, _PAIRS = 3, 8  # lines beside a board that are looked at, and pairs of cells of each
_PLAINLY, _CLOSELY = 5.0, 0.3  # colour distance, and share of its contrast, that a light may leave of a cell
_VARIED = 3.0  # colours by which the cells of a line differ that is not the same all along
_EXPLAINED, _SHOWN = 0.75, 0.4  # shares of a line that are explained, and that show something
_FEWEST, _APART = 4, 2.5  # plain cells of a line that take turns in a chequer, and how far its colours are apart
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
    others, own = (_Drawn.at(cutter, lattice, np.flatnonzero(places)) for places in (~within, within))
    if len(others.cells) and len(own.cells):
        products = (others.cells**2).sum(1)[:, None] + (own.cells**2).sum(1) - 2 * (others.cells @ own.cells.T)
        apart = np.sqrt(np.maximum(products, 0) / own.cells.shape[1])
        nearest = apart.argmin(1)
        drawn = np.minimum(others.contrasts, own.contrasts[nearest])
        same = np.append(apart[np.arange(len(apart)), nearest] < _SAME * drawn, False)
        like[~within] = same[others.of]
    return like


def goes_on_in_another_light(picture: Bgr, lattice: Lattice) -> bool:
    """Whether a line beside a board of squares shows cells of its looks, all of them darker or lighter in one way.

    The shade of a popup or a dialog may lie over a part of a window, and end anywhere.
    """
    if lattice.topology != "square":
        return False
    wide = lattice.widened(-_MARGIN, lattice.cols + _MARGIN, -_MARGIN, lattice.rows + _MARGIN)
    cutter = Cutter.of(picture, wide)
    lines = [line for line in _beside(wide) if _is_in(picture, wide, line[1])]
    if not lines:
        return False
    sides, parts = zip(*lines, strict=True)
    places = np.concatenate(parts)
    cells, odd = _thumbnails(cutter, wide, places), np.sum(np.divmod(places, wide.cols), axis=0) % 2 == 1
    own = _thumbnails(cutter, lattice, sample_cells(lattice))
    first, _ = distinct(own.astype(np.uint8))
    ends = np.cumsum([len(part) for part in parts])[:-1]
    seen = zip(np.split(cells, ends), np.split(odd, ends), strict=True)
    lights = [_lights(line, turns, own[first]) for line, turns in seen]
    if any(varied and shines.any() for shines, varied in lights):
        return True
    together = zip(pairwise(sides), pairwise(lights), strict=True)
    return any(one == other and bool((lit & too).any()) for (one, other), ((lit, _), (too, _)) in together)


def _beside(wide: Lattice) -> list[tuple[str, Ints]]:
    """Some cells of each line of the margin of a lattice, as flat indices, and the side at which it is."""
    cells = np.arange(wide.cols * wide.rows).reshape(wide.rows, wide.cols)
    inside = cells[_MARGIN:-_MARGIN, :], cells[:, _MARGIN:-_MARGIN]
    sides = {
        "left": inside[0][:, :_MARGIN],
        "right": inside[0][:, -_MARGIN:],
        "top": inside[1][:_MARGIN].T,
        "bottom": inside[1][-_MARGIN:].T,
    }
    return [(side, line[_in_pairs(len(line))]) for side, lines in sides.items() for line in lines.T]


def _in_pairs(count: int) -> Ints:
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


def _lights(line: Floats, odd: Bools, own: Floats) -> tuple[Bools, bool]:
    """In which other lights nearly all cells of a line are looks of a board, and not merely plain; whether these vary.

    `odd` are those on the second of two colours of a chequer. What is the same all along may be a frame, which looks
    like a cell of which something hides a part.
    """
    drawn, values = contrast(line), line.shape[1]
    near, shown = np.maximum(_PLAINLY, _CLOSELY * drawn), drawn > _DRAWN
    lights, turning = np.zeros(len(_STRENGTHS), bool), _take_turns(line[~shown], odd[~shown])
    varied = turning or float(line[shown].std(0).mean() if shown.any() else 0) > _VARIED
    if shown.mean() < _SHOWN and not turning:
        return lights, varied
    # |cell - strength look - lift|^2, multiplied out
    products, strengths = 2 * line @ own.T, _STRENGTHS[:, None]
    of_looks = strengths * (own**2).sum(1) + 2 * _LIFTS[:, None] * own.sum(1)
    least = (of_looks[:, None] - products).min(2)
    of_cells = (line**2).sum(1) + _LIFTS[:, None] * (_LIFTS[:, None] * values - 2 * line.sum(1))
    explained = of_cells + strengths * least < values * near**2
    for light in np.flatnonzero(explained.mean(1) >= _EXPLAINED):
        plain = explained[light] & ~shown
        nearest = (of_looks[light] - products[plain]).argmin(1)
        lights[light] = (explained[light] & shown).mean() >= _SHOWN or _take_turns(own[nearest], odd[plain])
    return lights, varied


def _take_turns(looks: Floats, odd: Bools) -> bool:
    """Whether some plain looks are of two shades that take turns from cell to cell, as in a chequer."""
    if len(looks) < _FEWEST:
        return False
    shades = looks.reshape(len(looks), -1, 3).mean(1)
    second = np.abs(shades - shades[0]).max(1) > _APART
    shares = [float((second[odd == each]).mean()) for each in (False, True) if (odd == each).any()]
    return len(shares) == 2 and max(shares) >= _IN_TURN and min(shares) <= 1 - _IN_TURN
