"""A window of an unknown look as a Game, and the games that make it show its symbols.

What cannot be read yet is undecided: it is never clicked, and decides nothing (`minebot.play.unsure`).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from minebot.board import COVERED, FLAG, QUESTION, Board
from minebot.errors import BoardNotFound, MinebotError, MouseError, WindowLost
from minebot.geometry import Cell, Lattice, Pixel
from minebot.move import Action, Move
from minebot.play.checks import changed, ineffective, unreached
from minebot.play.find import Wish, find_strange
from minebot.play.frame import Frame
from minebot.play.hand import Hands
from minebot.play.mouse import Button, Mouse
from minebot.play.next_game import NextGame
from minebot.play.unsure import masked
from minebot.play.window import WindowGame
from minebot.vision.known.board import read_at
from minebot.vision.learn import symbol_of, theme_of_looks
from minebot.vision.picture import Bgr, identical
from minebot.vision.reading import Reading
from minebot.vision.screen import Screen
from minebot.vision.theme import UNKNOWN, Theme
from minebot.vision.unknown.album import Sheet, read_together
from minebot.vision.unknown.shots import aligned
from minebot.vision.unknown.signs import FACE

_CALM = 0.25  # seconds without a change after which an unknown window is taken to have finished drawing
_PACE = 0.04  # seconds between two looks: learning is in no hurry
_UNSURE = 0.75  # share of undecided cells up to which a board is a new game's: all zeros may be, until one is known
_OPEN = frozenset(range(9))
_NOTHING_CLEAR = "no covered cell is to be seen beyond doubt; start a new game and run minebot again"


class UndecidedReader:
    """Reads a look by what is known so far, undecided cells covered; it needs no look from before."""

    def read(self, picture: Bgr, lattice: Lattice, theme: Theme) -> Reading:
        """What the picture shows there."""
        reading = read_at(picture, lattice, theme)
        return replace(reading, board=masked(reading.board, {(doubt.x, doubt.y) for doubt in reading.doubtful}))

    def forget(self) -> None:
        """Nothing: it keeps nothing."""

    def look_over(self) -> bool:
        """Nothing: what is undecided is for the games to tell."""
        return False


class NextStrangeGame(NextGame):
    """Starts the next game of a window whose look is being learned."""

    def await_user(self, finished: Frame, patience: float) -> None:
        """Wait until the user has started the next game; MinebotError after so many seconds."""
        if not self._gaze.comes(lambda frame: self._not_fresh(frame, finished, None) is None, patience):
            raise MinebotError("no new game was started; run minebot learn --add to go on")

    def _not_fresh(self, frame: Frame, finished: Frame, mines: int | None) -> MinebotError | None:  # noqa: ARG002 - no counter is understood
        """How much is open says nothing: xdemineur opens a part of each new board by itself."""
        undecided = _undecided(frame)
        legible = len(undecided) <= _UNSURE * len(frame.board.cells)
        gone = changed(masked(finished.board, _undecided(finished) | undecided), frame.board)
        shown = {code for code in finished.board.cells if code >= 0}
        if legible and (gone or not shown) and frame.board.state == "playing":
            return None
        return WindowLost("no new game came up; start one by hand and run minebot learn --add")

    def _find_again(self, finished: Frame) -> None:
        """Stay where the board was: nothing tells a strange board from others."""


class LearningGame(WindowGame):
    """The one board on the screen that no theme reads, or the one of the size wished for.

    Its `read` gives undecided cells as covered; `undecided` tells them apart. `sheets` is what it has shown so far,
    with what is known of it from the clicks; `theme` is what that makes of its look. `known` is a theme whose cells its
    own are to be laid on, `restart_key` the key for the next game, where the user has named them.
    """

    reader = UndecidedReader

    def __init__(self, screen: Screen, mouse: Mouse, wish: Wish | None = None, hands: Hands | None = None) -> None:
        hands = hands or Hands()
        slow = replace(hands, patience=replace(hands.patience, pace=_PACE, drowsy=_PACE))
        super().__init__(screen, mouse, wish, slow)
        self._next: NextStrangeGame = NextStrangeGame(self._eye, self._hand, self._gaze)
        self.theme = Theme(UNKNOWN, "the window", "what it has shown", grid=16, reject=0)
        self.restart_key: str | None = None
        self.known: Theme | None = None
        self._pages: list[Sheet] = []  # looks that did not last: other games, flags on trial
        self._page: Sheet | None = None  # the last look at the game in play
        self._hints: dict[int, frozenset[int]] = {}
        self._certain = True  # whether the last moves opened cells that are safe whatever the undecided ones show

    @property
    def sheets(self) -> list[Sheet]:
        """All looks that taught something."""
        return [*self._pages, *([] if self._page is None else [self._page])]

    @property
    def symbols(self) -> set[str]:
        """The symbols that are known."""
        return set(map(symbol_of, self.theme.symbols))

    @property
    def undecided(self) -> frozenset[Cell]:
        """The cells that the last look could not read."""
        return _undecided(self.frame)

    def read(self) -> Board:
        """The board once it has settled, undecided cells covered; a look that shows something new is learned from."""
        before = self._known
        if before is not None and self._moves:
            self._move_aside()
        board = super().read()
        if before is not None:
            self._note(before)
        self._certain = True
        if self.undecided:
            self._study(self.frame)
            board = self._board(self.frame)
        return board

    def restart(self) -> None:
        """Start the next game; MinebotError where there is no face in sight, and no key was named."""
        self._turn_page()
        super().restart()
        self._hints.clear()

    def await_restart(self, patience: float) -> None:
        """Wait until the user has started the next game; MinebotError after so many seconds."""
        self._turn_page()
        self._next.await_user(self._settled, patience)
        self._begin()
        self._known = self.frame
        self._hints.clear()

    def try_flag(self, cell: Cell) -> None:
        """Flag a mine that is certain, and take the flag off again: what each click changes is the next mark."""
        self.play([Move(Action.FLAG, *cell)])
        self._mark(cell, frozenset([FLAG]))
        for _ in range(2):
            self._press(cell, Button.RIGHT)
            self._moves = ()
            self._mark(cell, frozenset([QUESTION, COVERED]))
            if self.frame.board[cell] == COVERED and cell not in self.undecided:
                break
        self._flags.discard(cell)

    def _mark(self, cell: Cell, codes: frozenset[int]) -> None:
        """Look at a cell that was right-clicked: if it changed, it shows one of the codes. The look is kept."""
        before = self._settled
        self._move_aside()
        self._settle()
        if not _same_cell(before, self.frame, cell):
            index = self.frame.board.index(cell)
            self._study(self.frame, {index: codes})
            self._turn_page()
            self._hints.pop(index, None)

    def venture(self) -> None:
        """Take the next moves for guesses: what they change may be a loss, and the look of before it is kept."""
        self._certain = False
        self._turn_page()

    def _note(self, before: Frame) -> None:
        """What certain clicks opened: cells that changed and hang together with one that was clicked.

        If others changed as well, something else happened, and nothing is known of any.
        """
        after, board = self.frame, before.board
        opened = [board.index(move.cell) for move in self._moves if move.action is Action.OPEN]
        if not self._certain or not opened:
            return
        now = {index for index in range(len(board.cells)) if not _same_cell(before, after, board.place(index))}
        reached, todo = set[int](), [index for index in opened if index in now]
        while todo:
            index = todo.pop()
            if index not in reached:
                reached.add(index)
                todo.extend(other for other in board.neighbours[index] if other in now)
        if reached == now:
            self._hints |= dict.fromkeys(reached, _OPEN)

    def _study(self, frame: Frame, hints: Mapping[int, frozenset[int]] | None = None) -> None:
        """Learn from a look, and read it again by what is known then."""
        with self._hands.watch.time("learn"):
            self._page = Sheet(frame.image.bgr, frame.reading.lattice, {**self._hints, **(hints or {})})
            theme = theme_of_looks([read_together(self.sheets)], UNKNOWN)
            if not theme.symbols:
                raise BoardNotFound(_NOTHING_CLEAR)
            self.theme = replace(theme, title="the window", restart_disc=FACE, restart_key=self.restart_key)
        reading = self.reader().read(frame.image.bgr, frame.reading.lattice, self.theme)
        self._known = Frame(frame.image, reading)
        self._eye.correct(self._known)
        self._face = self.frame.restart or self._face

    def _turn_page(self) -> None:
        """Keep the last look, whatever comes after it."""
        self._pages, self._page = self.sheets, None

    def _find(self) -> None:
        found = self._eye.find(lambda screen: find_strange(screen, self._wish))
        image = self._eye.grab(found.region)
        lattice = found.image.seen_from(image, found.reading.lattice)
        themes = {} if self.known is None else dict.fromkeys(self.known.tiles, self.known)
        lattice, _ = aligned(image.bgr, lattice, themes)
        self._mines = self._wish.mines  # no counter is understood, and a usual size proves nothing
        self._study(Frame(image, replace(found.reading, lattice=lattice)))
        if "covered" not in self.symbols:
            raise BoardNotFound(_NOTHING_CLEAR)
        self._turn_page()  # a board that nobody opened is the plainest witness of what is covered

    def _calm(self, frame: Frame) -> float:  # noqa: ARG002 - how long an unknown program draws depends on nothing known
        return _CALM

    def _trouble(self, frame: Frame) -> MinebotError | None:
        board = self._board(frame)
        return self._break(board) or self._no_effect(board)

    def _break(self, after: Board) -> MinebotError | None:
        """What cannot have come of the moves, among the cells that both looks could read."""
        known, undecided = self._settled, _undecided(self.frame)
        before = masked(known.board, undecided)
        if changed(before, after) and after.state == "playing":
            return WindowLost("the board changed on its own; leave it to minebot while it learns")
        if not undecided and not _undecided(known) and unreached(before, after, self._moves):
            return WindowLost("the board changed on its own; leave it to minebot while it learns")
        return None

    def _no_effect(self, after: Board) -> MinebotError | None:
        """Cells that were to change and did not; one that cannot be read now could be read before, and has changed."""
        if after.state != "playing":
            return None
        idle = [move for move in ineffective(after, self._moves) if move.cell not in _undecided(self.frame)]
        return MouseError(f"the click for '{idle[0]}' had no effect; is the game over?") if idle else None

    def _make(self, move: Move) -> None:
        if move.cell in _undecided(self._settled):
            raise MouseError(f"'{move}' is not possible: what the cell shows is not known")
        super()._make(move)

    def _move_aside(self) -> None:
        """Put the pointer beside the board, where it lights up no cell; where no room is, leave it."""
        frame = self._settled
        lattice, height = frame.reading.lattice, frame.image.bgr.shape[0]
        beside = Pixel(lattice.x - lattice.pitch_x / 2, lattice.y + lattice.pitch_y / 2)
        if beside.x >= 1 and beside.y < height:
            self._hand.rest(frame.image.to_point(beside))

    def _remedy(
        self,
        trouble: MinebotError,
        tried: Sequence[Callable[[], None]],  # noqa: ARG002 - there is just one
    ) -> Callable[[], None] | None:
        return self._click_again if isinstance(trouble, MouseError) else None


def _undecided(frame: Frame) -> frozenset[Cell]:
    return frozenset((doubt.x, doubt.y) for doubt in frame.reading.doubtful)


def _same_cell(one: Frame, other: Frame, cell: Cell) -> bool:
    """Whether a cell looks the same in two frames of one place, but for its outermost pixels."""
    lattice = one.reading.lattice
    left, top = (int(at + 2) for at in (lattice.x + cell[0] * lattice.pitch_x, lattice.y + cell[1] * lattice.pitch_y))
    right, bottom = int(left + lattice.pitch_x - 4), int(top + lattice.pitch_y - 4)
    return identical(one.image.bgr[top:bottom, left:right], other.image.bgr[top:bottom, left:right])
