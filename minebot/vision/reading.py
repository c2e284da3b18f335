"""What is read from a picture: a board, its place, and which cells are doubtful. Doubt is reported, never hidden."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

import numpy as np

from minebot.board import COVERED, FLAG, STANDARD_MINES, Board, State
from minebot.geometry import Cell, Lattice, Pixel
from minebot.vision.arrays import Bools, Floats
from minebot.vision.calibration import share_of_settled, share_right
from minebot.vision.inview import Side
from minebot.vision.motion import (
    enclosed,
    in_corners,
    lain_over,
    reached,
    stopped_at_corners,
    stopped_at_marks,
    unopened,
)
from minebot.vision.rules import around, codes_of, contradictions, disputed, premature
from minebot.vision.theme import SYMBOLS, UNKNOWN, Theme

DOUBTFUL_BELOW = 0.85
"""A cell that looks less clear than this, from 0 to 1, is doubtful."""

CLEAREST_DOUBT = DOUBTFUL_BELOW - 0.01
"""The score that a doubtful cell is given, however clear it looks by itself."""

UNCLEAR = "it looks like nothing this theme has, or like two things at once"
LAIN_OVER = "something lies over it"
CONTRADICTED = "its number contradicts its neighbours"
NOT_OPEN = "it looks empty beside what a zero would have opened: it is pressed, pointed at, or still being drawn"
CHANGED = "it was open and shows something else now, which no open cell ever does"
SPRUNG_UP = "it has just turned empty and nothing opened beside it, as where a button is held down: look again"
MOSTLY_UNCLEAR = "too much of the board is unclear for any of it to be believed"
OPEN_ENDED = "it is not clear where the board ends"
"""Why a cell is doubtful; CHANGED and SPRUNG_UP are known to those only who saw the board before."""

REASONS = (UNCLEAR, LAIN_OVER, CONTRADICTED, NOT_OPEN, CHANGED, SPRUNG_UP, MOSTLY_UNCLEAR, OPEN_ENDED)
"""All of them."""

View = Literal["settled", "unsettled", "covered"]

SMALLEST_BOARD = 4
"""Rows and columns that a board has at least."""

_WARY = 0.94  # score that a cell must have beside an unclear one; blur at 125 % leaves 0.947
_NEAR = 0.1  # of a cell: a board that ends so near to the border of its picture may have been cut there


@dataclass(frozen=True, slots=True)
class Doubt:
    """A cell that was not read beyond doubt: its place, how clear it looks by itself, from 0 to 1, and why."""

    x: int
    y: int
    score: float
    reason: str

    @property
    def confidence(self) -> float:
        """Of the cells with this confidence, that share is what the board shows there."""
        return share_right(self.reason, self.score)


@dataclass(frozen=True, slots=True)
class Reading:
    """One board in a picture.

    `board` knows no number of mines; `mines_left` is what the counter shows, where one was read; `restart` is
    the middle of the face or button that starts the next game, where one was seen; `lost` is set where a symbol shows
    that the theme has only after a loss; `misfit` is the mean colour distance of the cells from the theme, where
    one was looked for, and `ends_clearly` is not set where there may be more rows or columns than were read. `cut` are
    the sides at which an edge of the picture cuts through further cells: the board goes on there.
    """

    lattice: Lattice
    theme: Theme
    board: Board
    doubtful: tuple[Doubt, ...]
    mines_left: int | None = None
    restart: Pixel | None = None
    lost: bool = False
    misfit: float = field(default=0.0, compare=False)
    ends_clearly: bool = field(default=True, compare=False)
    cut: frozenset[Side] = field(default=frozenset(), compare=False)

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

    @property
    def confidence(self) -> Floats:
        """For each cell, row by row, the share of the cells read as surely as it that are right."""
        confidence = np.full(len(self.board.cells), share_of_settled(known=self.theme.name != UNKNOWN), np.float32)
        for doubt in self.doubtful:
            confidence[self.board.index((doubt.x, doubt.y))] = doubt.confidence
        return confidence

    def in_doubt(self, of: Callable[[Doubt], bool] | None = None) -> Bools:
        """Which cells are doubtful, row by row; or only those with a doubt of some kind."""
        marked = np.zeros(len(self.board.cells), bool)
        marked[[self.board.index((each.x, each.y)) for each in self.doubtful if of is None or of(each)]] = True
        return marked

    @property
    def hidden(self) -> Bools:
        """Over which cells something lies, row by row."""
        return self.in_doubt(lambda doubt: doubt.reason == LAIN_OVER)

    @property
    def unsure(self) -> tuple[Doubt, ...]:
        """The cells that are to be seen, and yet doubtful."""
        return tuple(doubt for doubt in self.doubtful if doubt.reason != LAIN_OVER)

    @property
    def view(self) -> View:
        """How the board was caught.

        settled: every cell was read beyond doubt.
        covered: a pointer, a popup or another window lies over the cells whose doubt says so.
        unsettled: cells are being drawn, fading, pressed or pointed at, or show what nobody knows; another look may
        tell.
        """
        if not self.doubtful:
            return "settled"
        return "covered" if len(self.unsure) < len(self.doubtful) else "unsettled"


def with_doubts(reading: Reading, cells: Iterable[Cell], reason: str = UNCLEAR) -> Reading:
    """The reading, with those cells doubtful as well, in the order of the cells."""
    doubts = {(each.x, each.y): each for each in reading.doubtful}
    for cell in cells:
        doubts.setdefault(cell, Doubt(*cell, CLEAREST_DOUBT, reason))
    places = sorted(doubts, key=lambda cell: (cell[1], cell[0]))
    return replace(reading, doubtful=tuple(doubts[place] for place in places))


class Known(NamedTuple):
    """What is known of the cells of a board beside their looks now, as far as it is.

    Which are known to be `opened` (rows, columns): what is covered beside such a zero was marked when it opened. Which
    are `exact` (n,), just as their theme has them, lines and all: no thing that lies over them is. And which look as
    usual (n,), as many other cells do.
    """

    opened: Bools | None = None
    exact: Bools | None = None
    usual: Bools | None = None


_NOTHING = Known()


def doubts(board: Board, scores: Floats, cut: Bools | None = None, known: Known = _NOTHING) -> tuple[Doubt, ...]:
    """The doubtful cells of a board, each with what is likely to be the matter with it.

    Those of too low a score (n,), those that the rules rule out, and those that something lies over. `cut` (rows,
    columns) marks cells beyond which the board may go on, out of sight.
    """
    codes = codes_of(board)
    unclear = _unclear(scores.reshape(codes.shape), board.topology)
    seen = np.where(unclear, FLAG, codes)  # what is unclear may be a mine, and may be none: that is what a flag says
    opened, exact, usual = known
    broken = contradictions(seen, cut, board.topology, opened)
    if usual is not None and board.topology == "square" and (broken & (seen == 0)).any():
        usual = usual.reshape(codes.shape)
        stopped = stopped_at_marks(seen, usual) | stopped_at_corners(seen, usual)
        broken = contradictions(seen, cut, board.topology, stopped if opened is None else opened | stopped)
    broken |= disputed(seen, cut, board.topology)
    strange = unclear | premature(seen)
    if not (strange.any() or broken.any()):
        return ()
    reasons = dict.fromkeys(np.flatnonzero(strange).tolist(), UNCLEAR)
    reasons |= dict.fromkeys(np.flatnonzero(broken).tolist(), CONTRADICTED)
    if board.topology == "square":
        empty = (broken & (codes == 0)) | unopened(codes, broken, unclear)
        reasons |= dict.fromkeys(np.flatnonzero(empty).tolist(), NOT_OPEN)
        strange = unclear | broken | empty
        over = lain_over(unclear) | lain_over(unclear, strange) | enclosed(seen, strange)
        over &= strange | ~in_corners(over) | np.isin(codes, (0, COVERED))  # a pointer is no rectangle
        if exact is not None:
            over &= strange | ~reached(exact.reshape(codes.shape), over)
        reasons |= dict.fromkeys(np.flatnonzero(over).tolist(), LAIN_OVER)
    return listed(board, scores, reasons)


def _unclear(scores: Floats, topology: str) -> Bools:
    """The cells of too low a score: what lies over a cell may reach a little way into the next."""
    unclear = scores < DOUBTFUL_BELOW
    return unclear | (scores < _WARY) & (around(unclear, topology) > 0)


def listed(board: Board, scores: Floats, reasons: Mapping[int, str]) -> tuple[Doubt, ...]:
    """The doubts of the cells that have a reason for one, in the order of the cells."""
    return tuple(
        Doubt(*board.place(index), round(float(min(scores[index], CLEAREST_DOUBT)), 3), reason)
        for index, reason in sorted(reasons.items())
    )


def completed(known: Reading, other: Reading, cut: Bools) -> Reading:
    """The first reading, with what it leaves in doubt as in the second one, of the same cells.

    Doubtful remain the cells that both leave in doubt, and those of which both are sure and disagree. The theme gets
    the pictures of what was added, so that the board can be read again by it. `cut` is as for `doubts`.
    """
    width = known.board.width
    in_doubt = {(doubt.x, doubt.y): doubt.score for doubt in known.doubtful}
    left = {(doubt.x, doubt.y): doubt.score for doubt in other.doubtful}
    codes, scores = list(known.board.cells), np.ones(len(known.board.cells), np.float32)
    for index, code in enumerate(other.board.cells):
        cell = (index % width, index // width)
        if cell in in_doubt:
            codes[index], scores[index] = code, left.get(cell, 1.0)
        elif cell not in left and code != codes[index]:
            scores[index] = 0.5
    board = replace(known.board, cells=tuple(codes))
    added = {SYMBOLS[other.board[cell]] for cell in in_doubt if cell not in left}
    theme = _with_tiles(known.theme, other.theme, added)
    return replace(known, board=board, theme=theme, doubtful=doubts(board, scores, cut))


def _with_tiles(theme: Theme, other: Theme, symbols: Collection[str]) -> Theme:
    """The theme with the other one's captured pictures of some symbols as well."""
    tiles = {pitch: dict(each) for pitch, each in theme.tiles.items()}
    for pitch, each in other.tiles.items():
        for number, (name, tile) in enumerate(each.items()):
            symbol = name.partition(".")[0]
            if symbol in symbols:
                tiles.setdefault(pitch, {})[f"{symbol}.{other.name}-{number}"] = tile
    return replace(theme, tiles=tiles, sharp=None)


def cut_off(shape: tuple[int, ...], lattice: Lattice, sides: Collection[Side] = ()) -> Bools:
    """The cells (rows, columns) at the border of the lattice where a picture of that shape ends as well.

    More of the board may lie beyond, where nobody sees it; at the `sides` named it does.
    """
    cut = np.zeros((lattice.rows, lattice.cols), bool)
    width, height = lattice.tiling.size(lattice.cols, lattice.rows)
    right, bottom = lattice.across(width), lattice.down(height)
    cut[:, 0] |= "left" in sides or lattice.x < _NEAR * lattice.pitch_x
    cut[:, -1] |= "right" in sides or right > shape[1] - _NEAR * lattice.pitch_x
    cut[0] |= "top" in sides or lattice.y < _NEAR * lattice.pitch_y
    cut[-1] |= "bottom" in sides or bottom > shape[0] - _NEAR * lattice.pitch_y
    return cut
