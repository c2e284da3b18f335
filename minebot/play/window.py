"""A window on the screen as a Game: found by looking, read, clicked, and checked after every click."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from minebot.board import COVERED, EXPLODED, FLAG, MINE, QUESTION, Board
from minebot.errors import BoardNotFound, MinebotError, MouseError, UnreadableCell, WindowLost
from minebot.geometry import Cell, Lattice, Point
from minebot.move import Action, Move
from minebot.play.checks import changed, ineffective, unreached, zeros_beside
from minebot.play.find import Wish, find_board, mines_of
from minebot.play.frame import Frame
from minebot.play.mouse import Button, Mouse
from minebot.play.stop import Brake, NoBrake, wait
from minebot.play.timing import Stopwatch, SystemClock
from minebot.play.trouble import doubt, not_fresh, still_marked
from minebot.vision.follow import Follower
from minebot.vision.known import read_at
from minebot.vision.picture import Bgr
from minebot.vision.read import read_picture
from minebot.vision.reading import Reading
from minebot.vision.screen import Image, Screen
from minebot.vision.theme import UNKNOWN

PACE = 0.002
"""Seconds between two looks while waiting: the quickest programs repaint in less, the slowest known takes 0.13."""

CALM_AT_END = 0.2
"""Seconds without a change before a finished board counts as settled: sgt flashes red after a loss.

And before a zero beside a mark does, which may be a cell whose button is still held down."""

SHORTEST_PATIENCE, LONGEST_PATIENCE = 1.0, 4.0
"""Seconds to wait for an effect before something is wrong; eight times the slowest repaint seen, within these."""


@dataclass(frozen=True, slots=True)
class Hands:
    """How a window is handled: the stop key, the clock with its tally, a pause before each click in seconds."""

    brake: Brake = field(default_factory=NoBrake)
    watch: Stopwatch = field(default_factory=lambda: Stopwatch(SystemClock()))
    delay: float = 0.0


class WindowGame:
    """The one board on the screen that fits the wish, as a Game.

    Nothing is clicked but cells that the last look showed closed, and that still look so in the moment of the click,
    and the face for the next game. What does not fit what was done raises UnreadableCell, WindowLost or MouseError.
    """

    def __init__(self, screen: Screen, mouse: Mouse, wish: Wish | None = None, hands: Hands | None = None) -> None:
        self._screen, self._mouse = screen, mouse
        self._hands = hands or Hands()
        self._wish = wish or Wish()
        self._known: Frame | None = None  # the last look that held good
        self._latest: Frame | None = None  # the last look, good or bad
        self._follower: Follower | None = None  # reads the board where it was found
        self._moves: tuple[Move, ...] = ()  # what was done since the last look that held good
        self._touched = False
        self._flags: set[Cell] = set()  # the flags of this game that are ours: certain mines
        self._face: Point | None = None  # where the face was in this window; it changes when a game ends
        self._slowest = 0.0
        self._mines: int | None = 0

    @property
    def frame(self) -> Frame:
        """The last look, whether it held good or not."""
        if self._latest is None:
            raise BoardNotFound("no board has been looked for yet")
        return self._latest

    def picture(self) -> Bgr:
        """What the last look saw."""
        return self.frame.image.bgr

    def read(self) -> Board:
        """The board as it is, once it has settled and fits what was done."""
        if self._known is None:
            self._find()
        self._settle()
        board = self._board(self.frame)
        if board.state == "won" and self.frame.reading.theme.wins_by_flags:
            return self._flag_the_rest(board)
        return board

    def _flag_the_rest(self, board: Board) -> Board:
        """Flag the covered cells of a won board: all of them are mines, and this program waits for it."""
        covered = [board.place(index) for index, code in enumerate(board.cells) if code == COVERED]
        self.play([Move(Action.FLAG, *cell) for cell in covered])
        self._settle()
        return self._board(self.frame)

    def play(self, moves: Sequence[Move]) -> None:
        """Make the moves; what they did is checked by the next `read`."""
        for move in moves:
            wait(self._hands.delay, self._hands.watch.clock, self._hands.brake)
            self._make(move)
        self._moves = tuple(moves)

    def restart(self) -> None:
        """Start the next game with the face that was seen, or the program's key; MinebotError where it has neither."""
        known = self._settled
        key = known.reading.theme.restart_key
        self._hands.brake.check()
        if not known.shows(self._screen.grab(known.image.around(known.reading.lattice, 0, 0))):
            raise WindowLost("the finished board is no longer where it was; start a new game and run minebot again")
        if self._face is not None:
            self._mouse.click(self._face, Button.LEFT)
        elif key is not None and self._touched:
            # Without a window manager a key goes to the window under the pointer; with one, to the one clicked last.
            self._mouse.move(known.point((known.board.width // 2, known.board.height // 2)))
            self._mouse.press(key)
        else:
            raise MinebotError(
                f"{known.reading.theme.title} shows no button for a new game; start one and run minebot again"
            )
        self._known, self._moves = None, ()
        self._flags.clear()
        trouble = self._until(lambda frame: self._not_fresh(frame, known))
        if trouble is not None:
            raise trouble
        self._known = self.frame

    def _not_fresh(self, frame: Frame, finished: Frame) -> MinebotError | None:
        return not_fresh(frame, finished, self._mines)

    def _find(self) -> None:
        """Look over the whole screen for the one board that fits the wish."""
        with self._hands.watch.time("find"):
            frame = find_board(self._screen, self._wish)
        self._latest = self._known = frame
        self._follower = None
        self._mines = mines_of(frame.reading, self._wish)
        self._region = frame.region

    def _settle(self) -> None:
        """Look until the board fits what was done, with one remedy of each kind in between."""
        tried: list[Callable[[], None]] = []
        while (trouble := self._until(self._trouble)) is not None:
            remedy = self._remedy(trouble)
            if remedy is None or remedy in tried:
                raise trouble
            tried.append(remedy)
            remedy()
        self._known = self.frame
        self._face = self.frame.restart or self._face

    def _remedy(self, trouble: MinebotError) -> Callable[[], None] | None:
        if isinstance(trouble, MouseError):
            return self._click_again
        return self._park if self._hovered() else self._look_everywhere

    def _until(self, trouble: Callable[[Frame], MinebotError | None]) -> MinebotError | None:
        """Look until nothing is wrong and the picture stands still; after the timeout, what is wrong."""
        clock = self._hands.watch.clock
        start = calm_since = clock.now()
        before = None
        while True:
            frame = self._look()
            wrong, now = trouble(frame), clock.now()
            if before is None or not np.array_equal(before.board_pixels, frame.board_pixels):
                calm_since = now
                self._slowest = max(self._slowest, now - start) if wrong is None else self._slowest
            elif wrong is None and now - calm_since >= self._calm(frame):
                return None
            if now - start > self._patience:
                return wrong or UnreadableCell("the board never stands still; wait for its animation to end")
            before = frame
            self._wait(PACE)

    def _calm(self, frame: Frame) -> float:
        """How long it must stand still: longer where a look alone cannot tell whether a click is still being made."""
        board = self._board(frame)
        if board.state != "playing":
            return CALM_AT_END
        marks = [board.place(index) for index, code in enumerate(board.cells) if code in (FLAG, QUESTION)]
        doubtful = self._known is not None and zeros_beside(self._known.board, board, marks)
        return CALM_AT_END if doubtful else PACE

    @property
    def _patience(self) -> float:
        return min(LONGEST_PATIENCE, max(SHORTEST_PATIENCE, 8 * self._slowest))

    def _wait(self, seconds: float) -> None:
        with self._hands.watch.time("wait"):
            wait(seconds, self._hands.watch.clock, self._hands.brake)

    def _look(self) -> Frame:
        """One look at the place of the board."""
        last = self.frame
        with self._hands.watch.time("capture"):
            image = self._screen.grab(self._region)
        with self._hands.watch.time("read"):
            lattice = last.image.seen_from(image, last.reading.lattice)
            self._latest = Frame(image, self._reading(image, lattice))
        return self._latest

    def _reading(self, image: Image, lattice: Lattice) -> Reading:
        """What a new picture shows at the place of the board; only boards of squares are followed cell by cell."""
        if lattice.topology != "square":
            return read_at(image.bgr, lattice, self.frame.reading.theme)
        if self._follower is None or self._follower.lattice != lattice:
            self._follower = Follower(lattice, self.frame.reading.theme)
        return self._follower.read(image.bgr)

    def _trouble(self, frame: Frame) -> MinebotError | None:
        """What is wrong with a look at the board, if anything."""
        board = self._board(frame)
        return self._half_done(board) or doubt(frame) or self._break(board) or self._no_effect(board)

    def _break(self, after: Board) -> MinebotError | None:
        """What cannot have come of the moves: then it is another board, or was misread."""
        before = self._settled.board
        if cells := changed(before, after):
            x, y = cells[0]
            return WindowLost(
                f"the board changed on its own: ({x}, {y}) was open and is not any more; leave it to minebot"
            )
        if cells := unreached(before, after, self._moves):
            return WindowLost(f"the board changed on its own: no click opened {cells[0]}; leave it to minebot")
        return None

    def _half_done(self, after: Board) -> MinebotError | None:
        """What tells that a click is still being made, or drawn."""
        cells = zeros_beside(self._settled.board, after, [cell for cell in self._flags if after[cell] == FLAG])
        if not cells:
            return None
        x, y = cells[0]
        return UnreadableCell(f"the cell ({x}, {y}) shows no number beside a mine; is a mouse button held down?")

    def _no_effect(self, after: Board) -> MinebotError | None:
        if after.state != "playing":
            return None
        idle = ineffective(after, self._moves)
        if not idle:
            return None
        return MouseError(
            f"the click for '{idle[0]}' had no effect, and none when repeated; is a dialog open in the window?"
        )

    def _hovered(self) -> bool:
        """Whether the only doubtful cell lies under the pointer, where programs light it up."""
        doubtful = [(each.x, each.y) for each in self.frame.reading.doubtful]
        return doubtful == [self.frame.cell_at(self._mouse.position())]

    def _park(self) -> None:
        """Put the pointer on an open cell, where it hides nothing."""
        board = self._settled.board
        places = [board.place(index) for index, code in enumerate(board.cells) if code >= 0]
        if places:
            self._mouse.move(self._settled.point(places[0]))

    def _click_again(self) -> None:
        """Repeat the moves of which nothing is to be seen, at the place where the board is now."""
        self._known = self.frame
        for move in ineffective(self.frame.board, self._moves):
            self._hands.brake.check()
            self._make(move)

    def _look_everywhere(self) -> None:
        """Look for the board over the whole screen: WindowLost if it is nowhere."""
        known = self._settled
        wish = Wish(known.reading.theme.name, (known.board.width, known.board.height))
        image = self._screen.grab()
        themes = None if known.reading.theme.name == UNKNOWN else [known.reading.theme]
        frames = [Frame(image, reading) for reading in read_picture(image.bgr, themes) if wish.admits(reading)]
        frames = [frame for frame in frames if not frame.certain(changed(known.board, frame.board))]
        if len(frames) != 1:
            raise WindowLost("the board is no longer to be seen; its window was closed, covered or changed")
        self._latest, self._follower = frames[0], None
        self._region = frames[0].region
        self._face = None  # it moved with the window, and must be seen again

    def _make(self, move: Move) -> None:
        """Make one move, if the cell is one that the move may be made on and still looks as it did in the last look."""
        code = self._settled.board[move.cell]
        if move.action is Action.CHORD:
            self._press(move.cell, Button.MIDDLE)
        elif move.action is Action.FLAG and code == COVERED:
            self._press(move.cell, Button.RIGHT)
            self._flags.add(move.cell)
        elif move.action is Action.OPEN and code in (FLAG, QUESTION):
            self._unmark(move.cell)
            self._press(move.cell, Button.LEFT)
        elif move.action is Action.OPEN and code == COVERED:
            self._press(move.cell, Button.LEFT)
        else:
            raise MouseError(f"'{move}' is not possible: the cell shows something else")

    def _press(self, cell: Cell, button: Button) -> None:
        """Click a cell, unless it changed since the last look: a zero opened it, or the window went away."""
        self._hands.brake.check()
        known = self._settled
        with self._hands.watch.time("capture"):
            same = known.shows(self._screen.grab(known.cell_region(cell)))
        if same:
            with self._hands.watch.time("click"):
                self._mouse.click(known.point(cell), button)
                self._touched = True

    def _unmark(self, cell: Cell) -> None:
        """Right-click a marked cell until it is plain: once, or twice where question marks follow flags."""
        for _ in range(2):
            was = self._settled.board[cell]
            self._press(cell, Button.RIGHT)
            trouble = self._until(lambda frame, was=was: still_marked(frame, cell, was))  # type: ignore[misc]  # bound per turn
            if trouble is not None:
                raise trouble
            self._known = self.frame
            if self.frame.board[cell] == COVERED:
                return
        raise MouseError(f"the mark on {cell} does not go away; remove it by hand")

    @property
    def _settled(self) -> Frame:
        if self._known is None:
            raise BoardNotFound("the board has not been read since the last game; read it first")
        return self._known

    def _board(self, frame: Frame) -> Board:
        """The board with its number of mines, and with the mine that a click opened told from the others.

        Not every program marks the one that exploded: xbomb shows all alike.
        """
        clicked = {frame.board.index(move.cell) for move in self._moves if move.action is Action.OPEN}
        codes = enumerate(frame.board.cells)
        cells = tuple(EXPLODED if code == MINE and index in clicked else code for index, code in codes)
        return replace(frame.board, cells=cells, mines=self._mines)
