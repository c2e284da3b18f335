"""Read the boards in a picture: what each cell shows, and which cells are doubtful. Doubt is reported, never hidden.

picture -> lattices -> the theme that fits -> extent -> cells -> checks -> Reading
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from minebot.board import COVERED, EXPLODED, FLAG, MINE, QUESTION, STANDARD_MINES, Board, State
from minebot.geometry import Lattice, Pixel
from minebot.vision.cells import Cutter, Fit, Fitter, Matches, all_cells, match
from minebot.vision.locate import find_lattices
from minebot.vision.panel import read_counter, see_restart
from minebot.vision.picture import Bgr
from minebot.vision.theme import Floats, Theme, load_themes

Bools = npt.NDArray[np.bool_]

DOUBTFUL_BELOW = 0.85
"""A cell of less confidence than this is doubtful."""

_CONTENDERS, _HOPELESS = 2, 40.0  # themes that are fitted finely, and the distance from which none is
_AT_MOST = DOUBTFUL_BELOW - 0.01  # confidence that a doubtful cell is given, however clear it looks
_EXPLAINED = 0.6  # share of the lattice that a theme must make sense of: part of a board is a foreign board
_SMALLEST_BOARD = 4  # rows and columns
_GROWTHS = 8  # times that a lattice may grow by the margin
_MARGIN = 2  # cells beyond the lattice that are tried as well
_GROUND = (
    30.0  # colours by which the ground behind a symbol may differ: 17 was seen on true cells, 49 on a foreign flag
)
_CONTRAST = 0.4  # share of its template's contrast that a cell must have; blur at 125 % leaves 0.8
_READABLE = 0.8  # share of the cells that must be beyond doubt before a lattice is taken for a board


@dataclass(frozen=True, slots=True)
class Doubt:
    """A cell that was not read beyond doubt: its place, the confidence from 0 to 1, and why."""

    x: int
    y: int
    confidence: float
    reason: str


@dataclass(frozen=True, slots=True)
class Reading:
    """One board in a picture.

    `board` knows no number of mines; `mines_left` is what the counter shows, where one was read; `restart` is
    the middle of the face or button that starts the next game, where one was seen; `lost` is set where a symbol shows
    that the theme has only after a loss.
    """

    lattice: Lattice
    theme: Theme
    board: Board
    doubtful: tuple[Doubt, ...]
    mines_left: int | None = None
    restart: Pixel | None = None
    lost: bool = False

    @property
    def mines(self) -> int | None:
        """How many mines the board holds: by the counter and the flags, else by its size where that is a usual one."""
        if self.mines_left is not None and 0 < self.mines_left + self.board.cells.count(FLAG) < len(self.board.cells):
            return self.mines_left + self.board.cells.count(FLAG)
        return STANDARD_MINES.get((self.board.width, self.board.height))

    @property
    def state(self) -> State:
        """Playing, won or lost, as far as the picture tells."""
        return "lost" if self.lost else self.board.with_mines(self.mines).state


def read_picture(picture: Bgr, themes: Sequence[Theme] | None = None) -> list[Reading]:
    """Every board in the picture, from the largest to the smallest; none where there is none."""
    readings: list[Reading] = []
    for lattice in find_lattices(picture):
        if any(_overlap(lattice, other.lattice) for other in readings):
            continue
        reading = _read_new(picture, lattice, load_themes() if themes is None else themes)
        if reading is not None:
            readings.append(reading)
    return readings


def read_at(picture: Bgr, lattice: Lattice, theme: Theme) -> Reading:
    """The board at a known lattice, in a known theme, without looking for it anywhere else."""
    matches = _match_all(picture, lattice, theme)
    board = Board(lattice.cols, lattice.rows, tuple(matches.codes.tolist()))
    doubtful = _doubts(board, _confidence(matches, theme))
    return Reading(
        lattice,
        theme,
        board,
        doubtful,
        read_counter(picture, lattice, theme),
        see_restart(picture, lattice, theme),
        lost=not theme.losing.isdisjoint(matches.symbols),
    )


def _read_new(picture: Bgr, lattice: Lattice, themes: Sequence[Theme]) -> Reading | None:
    """The board at a lattice that was found; None where no theme makes sense of most of it."""
    fit = _identify(picture, lattice, themes)
    if fit is None:
        return None
    extent = _extent(picture, fit)
    if extent.cols * extent.rows < _EXPLAINED * lattice.cols * lattice.rows:
        return None
    reading = read_at(picture, extent, fit.theme)
    return reading if _is_board(reading) else None


def _identify(picture: Bgr, lattice: Lattice, themes: Sequence[Theme]) -> Fit | None:
    """The theme that fits best, with the lattice shifted to where it does; None where none fits."""
    if min(lattice.cols, lattice.rows) < _SMALLEST_BOARD - 1:
        return None
    fitters = {theme.name: Fitter(picture, lattice, theme) for theme in themes}
    coarse = sorted((fitter.coarse() for fitter in fitters.values()), key=lambda fit: fit.distance)
    fine = [fitters[fit.theme.name].fine(fit) for fit in coarse[:_CONTENDERS] if fit.distance < _HOPELESS]
    good = [fit for fit in fine if fit.distance < 0.7 * fit.theme.reject]
    return min(good, key=lambda fit: fit.distance, default=None)


def _extent(picture: Bgr, fit: Fit) -> Lattice:
    """The lattice with whole rows and columns of cells added or taken away at its sides, as the theme says."""
    lattice = fit.lattice
    for _ in range(_GROWTHS):
        grown = _grown(picture, lattice, fit.theme)
        if grown == lattice or min(grown.cols, grown.rows) < _SMALLEST_BOARD:
            break
        lattice = grown
    return lattice


def _grown(picture: Bgr, core: Lattice, theme: Theme) -> Lattice:
    wide = core.widened(-_MARGIN, core.cols + _MARGIN, -_MARGIN, core.rows + _MARGIN)
    matches = _match_all(picture, wide, theme)
    sure = _confidence(matches, theme) >= DOUBTFUL_BELOW
    # a plain panel looks like opened cells but for their grid lines
    close = (matches.contrasts > 0.5) & (matches.distances < 0.35 * theme.reject)
    lined = sure & ((matches.codes != 0) | close)
    shape = wide.rows, wide.cols
    sure, lined = sure.reshape(shape), lined.reshape(shape)
    left, right = _ends(sure[_MARGIN:-_MARGIN], lined[_MARGIN:-_MARGIN])
    top, bottom = _ends(sure[:, left:right].T, lined[:, left:right].T)
    if (left, right, top, bottom) == (_MARGIN, wide.cols - _MARGIN, _MARGIN, wide.rows - _MARGIN):
        return core
    return wide.widened(left, right, top, bottom)


def _ends(sure: Bools, lined: Bools) -> tuple[int, int]:
    """First column and the one behind the last, of a board that is known but for the margin on each side.

    A line is dropped where most of its cells are no cells of the theme, and added where nearly all are, and have lines.
    """
    lines = sure.shape[1]
    drop = sure.mean(0) < 0.5
    add = lined.mean(0) >= 0.9
    first, last = _MARGIN, lines - _MARGIN
    while first < last - _SMALLEST_BOARD and drop[first]:
        first += 1
    while last > first + _SMALLEST_BOARD and drop[last - 1]:
        last -= 1
    while 0 < first <= _MARGIN and add[first - 1]:
        first -= 1
    while lines > last >= lines - _MARGIN and add[last]:
        last += 1
    return first, last


def _match_all(picture: Bgr, lattice: Lattice, theme: Theme) -> Matches:
    cutter = Cutter.of(picture, lattice)
    return match(cutter.cut(lattice, all_cells(lattice)), cutter.templates(theme))


def _confidence(matches: Matches, theme: Theme) -> Floats:
    """From 0 to 1: how far the best symbol leads the next.

    Less where even the best, or the ground behind it, is far off, or where the cell is plain and the symbol is not.
    """
    lead = 1 / (1 + matches.ratios**4)
    near = np.minimum(1, theme.reject / np.maximum(matches.distances, 1e-6)) ** 2
    level = np.minimum(1, _GROUND / np.maximum(matches.grounds, 1e-6)) ** 2
    # a plain patch can be nearer to an 8 than to anything else, but an 8 has lines
    drawn = np.minimum(1, matches.contrasts / _CONTRAST) ** 2
    confidence: Floats = lead * near * level * drawn
    return confidence


def _doubts(board: Board, confidence: Floats) -> tuple[Doubt, ...]:
    unclear = np.flatnonzero(confidence < DOUBTFUL_BELOW).tolist()
    reasons = dict.fromkeys(unclear, "it looks like nothing this theme has, or like two things at once")
    reasons |= dict.fromkeys(_contradictions(board), "its number contradicts its neighbours")
    return tuple(
        Doubt(*board.place(index), round(float(min(confidence[index], _AT_MOST)), 3), reason)
        for index, reason in sorted(reasons.items())
    )


def _contradictions(board: Board) -> list[int]:
    """Open cells that the rules of the game rule out: Minesweeper is its own check sum."""
    return [index for index, code in enumerate(board.cells) if code >= 0 and _contradicts(board, index, code)]


def _contradicts(board: Board, index: int, number: int) -> bool:
    around = [board.cells[other] for other in board.neighbours[index]]
    shown = around.count(MINE) + around.count(EXPLODED)
    closed = around.count(COVERED) + around.count(QUESTION)
    if number == 0:
        # a flagged neighbour is left alone when a zero opens, a plain one never is
        return shown > 0 or closed > 0
    return not shown <= number <= shown + closed + around.count(FLAG)


def _is_board(reading: Reading) -> bool:
    """Whether the cells are those of a board: nearly all beyond doubt, and not all of them open and empty."""
    cells = reading.board.cells
    large = min(reading.board.width, reading.board.height) >= _SMALLEST_BOARD
    marked = any(code != 0 for code in cells)
    return large and marked and len(reading.doubtful) <= (1 - _READABLE) * len(cells)


def _overlap(one: Lattice, other: Lattice) -> bool:
    """Whether the middle of one lies within the other."""
    (x, y), (left, top, width, height) = one.centre(((one.cols - 1) // 2, (one.rows - 1) // 2)), other.bbox
    return left <= x < left + width and top <= y < top + height
