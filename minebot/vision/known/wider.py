"""Lines of cells beside a board that are of it, and a pixel wider or narrower: GTK makes the first ones wider."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import cv2
import numpy as np

from minebot.geometry import Lattice
from minebot.vision.arrays import Bools, Ints
from minebot.vision.cells import Cutter, Fit, Matches, all_cells, mean_distance, sparse_templates, sprinkled
from minebot.vision.distinct import distinct
from minebot.vision.known.looks import confidence
from minebot.vision.known.nearness import match_all, match_beside, near_enough, with_lines
from minebot.vision.picture import Bgr
from minebot.vision.reading import DOUBTFUL_BELOW

_OFF = (0, 1, 2, 3)  # pixels by which the last lines of a lattice may be off where others of another pitch follow
_BESIDE, _PLAIN = 0.75, 2.0  # share of a cell that is looked at beside the board, and how even it is where nothing is
_CLOSER = 0.95  # share of the distance of lines of one width that those of two must leave
_GROUND, _GROUNDED = 65.0, 0.5  # colours, twice what is sure, and the share of a line that must be as near to a ground
_NEARLY = 1.1  # times the distance up to which a cell is one, beyond which none is that looks so by some of its pixels
_SOME, _LIKELY = 8, 0.5  # cells of a line that are looked at first, and the share of them that must be near enough
_MOMENTS = cv2.REDUCE_SUM, cv2.REDUCE_SUM2  # a fifth of the time that numpy takes for a standard deviation
_FOLLOWING, _FOLLOWS = 12, 0.8  # of which are counted, and the share of their cells that must look like the board's


class _Axis(NamedTuple):
    """The names of what a lattice says of its columns, or of its rows."""

    start: str
    pitch: str
    lines: str
    wider: str


_AXES = _Axis("x", "pitch_x", "cols", "wider_cols"), _Axis("y", "pitch_y", "rows", "wider_rows")


@dataclass(frozen=True)
class _Board:
    """A picture, and what was found of a board in it."""

    picture: Bgr
    fit: Fit

    @cached_property
    def own(self) -> Matches:
        """What its cells look most like."""
        return match_all(self.picture, self.fit.lattice, self.fit.theme)


def with_wider_lines(picture: Bgr, fit: Fit) -> Lattice:
    """The lattice of a fit, with those lines beside it that are of another pitch: the first ones are a pixel wider."""
    lattice = fit.lattice
    for axis in _AXES:
        lattice = _with_wider(picture, replace(fit, lattice=lattice), axis)
    return lattice


def _with_wider(picture: Bgr, fit: Fit, axis: _Axis) -> Lattice:
    """The lattice with such columns, or such rows."""
    lattice = fit.lattice
    start, pitch, lines, wider = (getattr(lattice, name) for name in axis)
    whole, end = round(pitch), start + lines * pitch
    if wider or abs(end - start - lines * whole) > _OFF[-1]:
        return lattice
    spans = (start - _BESIDE * pitch, start), (end, end + _BESIDE * pitch)
    ways = [
        way
        for way, span in zip((_with_wider_before, _with_narrower_behind), spans, strict=True)
        if not _is_plain(picture, lattice, axis, span)
    ]
    if not ways:
        return lattice
    board = _Board(picture, fit)
    return next((found for way in ways if (found := way(board, axis)) is not None), lattice)


def _with_wider_before(board: _Board, axis: _Axis) -> Lattice | None:
    """The lattice with lines before the first that are a pixel wider; None where there are none."""
    lattice = board.fit.lattice
    start, pitch, lines, _ = (getattr(lattice, name) for name in axis)
    whole, end = round(pitch), start + lines * pitch
    made = replace(lattice, **{axis.pitch: whole + 1, axis.lines: _FOLLOWING})
    places = [end - lines * whole - off - _FOLLOWING * (whole + 1) for off in _OFF]
    before = _following(board, [replace(made, **{axis.start: place}) for place in places], axis, reverse=True)
    if not before:
        return None
    bent = replace(lattice, **{axis.pitch: whole, axis.lines: lines + before})
    first = end - lines * whole - before * (whole + 1)
    bends = [replace(bent, **{axis.start: first - by, axis.wider: before + by}) for by in _OFF]
    straight = replace(lattice, **{axis.start: start - before * pitch, axis.lines: lines + before})
    return _closer(board, bends, straight)


def _with_narrower_behind(board: _Board, axis: _Axis) -> Lattice | None:
    """The lattice with lines behind the last that are a pixel narrower; None where there are none."""
    lattice = board.fit.lattice
    start, pitch, lines, _ = (getattr(lattice, name) for name in axis)
    whole = round(pitch)
    made = replace(lattice, **{axis.pitch: whole - 1, axis.lines: _FOLLOWING})
    places = [start + lines * whole - off for off in _OFF]
    behind = _following(board, [replace(made, **{axis.start: place}) for place in places], axis, reverse=False)
    if not behind:
        return None
    bent = replace(lattice, **{axis.pitch: whole - 1, axis.lines: lines + behind})
    bends = [replace(bent, **{axis.wider: lines - by}) for by in _OFF]
    return _closer(board, bends, replace(lattice, **{axis.lines: lines + behind}))


def _is_plain(picture: Bgr, lattice: Lattice, axis: _Axis, span: tuple[float, float]) -> bool:
    """Whether what lies beside the board, from one place across its lines to another, is the same all along them."""
    left, top, width, height = lattice.bbox
    first, last = (max(0, round(place)) for place in span)
    across = axis.lines == "cols"
    part = (
        picture[max(0, top) : top + height, first:last] if across else picture[first:last, max(0, left) : left + width]
    )
    if part.size == 0:
        return True
    along = 0 if across else 1
    mean, square = (np.asarray(cv2.reduce(part, along, of, dtype=cv2.CV_64F)) / part.shape[along] for of in _MOMENTS)
    return float(np.sqrt(np.maximum(square - mean**2, 0)).mean()) < _PLAIN


def _following(board: _Board, places: list[Lattice], axis: _Axis, *, reverse: bool) -> int:
    """How many lines are those of a board, one after the other, from the first, or from the last, at the best place.

    The outermost is not empty all along: a panel may look like open cells.
    """
    first, most = _FOLLOWING - 1 if reverse else 0, 0
    for lattice in _followed_by(board, places, axis, first):
        belongs, telling = _belonging(board, lattice, axis)
        belongs, telling = (each[::-1] if reverse else each for each in (belongs, telling))
        run = np.arange(1, len(belongs) + 1) * (np.cumprod(belongs) > 0)
        most = max(most, int((run * telling).max()))
    return most


def _followed_by(board: _Board, places: list[Lattice], axis: _Axis, first: int) -> list[Lattice]:
    """Those of the lattices of which that line may be one of the board: as a rule none, and one is soon looked at."""
    lines = [_line_of(lattice, axis, first) for lattice in places]
    every = all_cells(lines[0])
    likely = _near(board, lines, every[:: -(-len(every) // _SOME)], _LIKELY)
    near = _near(board, lines, every, _FOLLOWS) if likely and _on_known_ground(board, lines[0]) else []
    if not near:
        return []
    matches = match_beside(board.picture, [lines[each] for each in near], board.fit)
    shares = _sure(matches, board.fit).reshape(len(near), -1).mean(1)
    return [places[each] for each, share in zip(near, shares.tolist(), strict=True) if share >= _FOLLOWS]


def _on_known_ground(board: _Board, line: Lattice) -> bool:
    """Whether many cells of a line have about the ground of cells: what lies beside a board has another, as a rule."""
    theme = board.fit.theme
    cutter = Cutter.of(board.picture, line, theme.enlarged)
    cells = cutter.cut_bytes(line, all_cells(line))
    first, of = distinct(cells)
    near = (cutter.templates(theme).ground_distances(cells[first].astype(np.float32)).min(1) <= _GROUND)[of]
    return bool(near.mean() >= _GROUNDED)


def _near(board: _Board, lines: list[Lattice], cells: Ints, least: float) -> list[int]:
    """Of which of the lines at least that share of some cells may be near enough.

    By some of their pixels: these tell it to a tenth or so.
    """
    theme = board.fit.theme
    cutter = Cutter.of(board.picture, lines[0], theme.enlarged)
    templates, pixels = sparse_templates(theme, cutter.size, cutter.pitch), sprinkled(cutter.size)
    looks = np.concatenate([cutter.pick(line, cells, pixels) for line in lines])
    near = templates.distances(looks).min(1) <= _NEARLY * theme.reject
    which: list[int] = np.flatnonzero(near.reshape(len(lines), -1).mean(1) >= least).tolist()
    return which


def _line_of(lattice: Lattice, axis: _Axis, line: int) -> Lattice:
    """One of its columns or rows."""
    if axis.lines == "cols":
        return lattice.widened(line, line + 1, 0, lattice.rows)
    return lattice.widened(0, lattice.cols, line, line + 1)


def _belonging(board: _Board, lattice: Lattice, axis: _Axis) -> tuple[Bools, Bools]:
    """Which lines of a lattice are those of the board, and which of them show anything."""
    matches = match_all(board.picture, lattice, board.fit.theme)
    sure = _sure(matches, board.fit)
    lined = with_lines(matches, sure, near_enough(matches, board.own, board.fit))
    along = _AXES.index(axis)
    both = [cells.reshape(lattice.rows, lattice.cols).mean(along) for cells in (lined, sure)]
    belongs: Bools = np.min(both, axis=0) >= _FOLLOWS
    telling: Bools = (matches.codes != 0).reshape(lattice.rows, lattice.cols).any(along)
    return belongs, telling


def _sure(matches: Matches, fit: Fit) -> Bools:
    """Which cells are beyond doubt."""
    return confidence(matches, fit.theme) >= DOUBTFUL_BELOW


def _closer(board: _Board, bends: list[Lattice], straight: Lattice) -> Lattice:
    """The bent lattice whose cells are the closest to the theme; the lattice of the fit, where straight is as close."""
    *apart, unbent = (
        mean_distance(match_all(board.picture, each, board.fit.theme).distances) for each in (*bends, straight)
    )
    return bends[int(np.argmin(apart))] if min(apart) < _CLOSER * unbent else board.fit.lattice
