"""A window on the screen as a Game: found by looking, read, clicked, and checked after every click."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from minebot.board import COVERED, EXPLODED, FLAG, MINE, QUESTION, Board
from minebot.errors import BoardNotFound, MinebotError, MouseError, UnreadableCell, WindowLost
from minebot.geometry import Cell, Lattice, Pixel, Point
from minebot.move import Action, Move
from minebot.play.checks import changed, exploded_by, ineffective, unreached, zeros_beside
from minebot.play.chords import with_chords
from minebot.play.eye import Eye
from minebot.play.find import Wish, find_board, mines_of
from minebot.play.frame import Frame
from minebot.play.hand import Hand, Hands
from minebot.play.mouse import Button, Mouse
from minebot.play.rhythm import Rhythm
from minebot.play.route import shortest_way
from minebot.play.stop import Brake, aside, wait
from minebot.play.trouble import doubt, not_fresh, still_marked
from minebot.vision.follow import Follower
from minebot.vision.known import read_at
from minebot.vision.picture import Bgr
from minebot.vision.reading import Reading
from minebot.vision.screen import Image, Screen
from minebot.vision.theme import UNKNOWN

_REPEATS = 2
"""How often a click without effect is made again: a window manager that hands on the first one may lose the next."""

_SEARCHES, _BETWEEN_SEARCHES = 3, 0.3
"""How often a board that is gone is looked for, and seconds between: one that is resized is drawn piece by piece."""


_DISMISSALS, _BETWEEN_DISMISSALS = 6, 1.0
"""How often a dialog after a win is closed, and seconds between: one may follow another, and a message fades in 5 s."""


_DIALOG_COMES = 1.5
"""Seconds after the end of a game within which a dialog comes up."""


class WindowGame:
    """The one board on the screen that fits the wish, as a Game.

    Nothing is clicked but cells that the last look showed closed, and that still look so in the moment of the click,
    and the face for the next game. What does not fit what was done raises UnreadableCell, WindowLost or MouseError.
    """

    def __init__(self, screen: Screen, mouse: Mouse, wish: Wish | None = None, hands: Hands | None = None) -> None:
        self._hands = hands or Hands()
        self._wish = wish or Wish()
        self._screen = screen
        self._eye = Eye(screen, self._hands.watch, self._hands.brake, self._reading)
        self._hand = Hand(mouse, self._hands, self._eye)
        self._rhythm = Rhythm(self._hands.patience)
        self._known: Frame | None = None  # the last look that held good
        self._follower: Follower | None = None  # reads the board where it was found
        self._moves: tuple[Move, ...] = ()  # what was done since the last look that held good
        self._last: Cell | None = None  # the cell that the last click since then was to change
        self._flags: set[Cell] = set()  # the flags of this game that are ours: certain mines
        self._face: Point | None = None  # where the face was in this window; it changes when a game ends
        self._mines: int | None = 0

    @property
    def frame(self) -> Frame:
        """The last look, whether it held good or not."""
        return self._eye.frame

    @property
    def brake(self) -> Brake:
        """What ends the play."""
        return self._hands.brake

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
        """Make the moves, on the shortest way; what they did is checked by the next `read`.

        Moves that are made together must be certain, and flags on the board as well: chords take the place of clicks
        where the program has them and that saves some.
        """
        known = self._settled
        if known.reading.theme.chord is not None and len(moves) > 1:
            moves = with_chords(known.board, moves)
        self._moves, self._last = tuple(moves), None
        for move in self._in_order(moves):
            self._make(move)

    def _in_order(self, moves: Sequence[Move]) -> list[Move]:
        """The moves along a short way, chords last: they need the flags."""
        known, place, ordered = self._settled, self._hand.place, list[Move]()
        for chords in (False, True):
            part = [move for move in moves if (move.action is Action.CHORD) is chords]
            points = [known.point(move.cell) for move in part]
            ordered += [part[index] for index in shortest_way(place, points)]
            place = known.point(ordered[-1].cell) if ordered else place
        return ordered

    def restart(self) -> None:
        """Start the next game with the face that was seen, or the program's key; MinebotError where it has neither."""
        if self._settled.reading.theme.dismiss is not None:
            self._await_dialog()
        known = self._at_rest()
        key = known.reading.theme.restart_key
        self._hands.brake.check()
        if self._face is not None:
            self._hand.click(self._face, Button.LEFT)
        elif key is not None and self._hand.pressed:
            # Without a window manager a key goes to the window under the pointer; with one, to the one clicked last.
            self._hand.rest(known.point((known.board.width // 2, known.board.height // 2)))
            self._hand.type(key)
        else:
            raise MinebotError(
                f"{known.reading.theme.title} shows no button for a new game; start one and run minebot again"
            )
        self._begin()
        trouble = self._until(lambda frame: self._not_fresh(frame, known))
        for remedy in (self._park_beside, self._find_again):
            if trouble is not None:
                remedy(known)
                trouble = self._until(lambda frame: self._not_fresh(frame, known))
        if trouble is not None:
            raise trouble
        self._known = self.frame

    def _await_dialog(self) -> None:
        """Give what comes up after the end of a game the time to do so, and close it."""
        clock = self._hands.watch.clock
        start = clock.now()
        while clock.now() - start < _DIALOG_COMES:
            if self._eye.look().reading.view == "covered":
                self._dismiss()
                return
            self._wait(self._rhythm.pace(clock.now() - start))

    def _park_beside(self, known: Frame) -> None:
        """Put the pointer beside the board, if it lights up a cell."""
        if self._hovered():
            self._hand.rest(_beside(known))

    def _find_again(self, known: Frame) -> None:
        """Look over the whole screen for the next game: the face may be of another width, and move the board."""
        wish = Wish(known.reading.theme.name, (known.board.width, known.board.height))
        with self._hands.watch.time("find"):
            self._eye.fix(aside(lambda: find_board(self._screen, wish), self._hands.brake))
        self._follower = None

    def _begin(self) -> None:
        """Forget the game that is over."""
        self._known, self._moves, self._last = None, (), None
        self._flags.clear()

    def _at_rest(self) -> Frame:
        """The finished board, once nothing moves any more; WindowLost if it is not to be seen where it was."""
        lattice = self._settled.reading.lattice
        place = self._settled.image.around(lattice, 0, 0)
        clock = self._hands.watch.clock
        image, since, start = self._eye.grab(place), clock.now(), clock.now()
        while (now := clock.now()) - since < self._hands.patience.calm and now - start < self._rhythm.patience:
            self._wait(self._rhythm.pace(now - start))
            seen = self._eye.grab(place)
            if not np.array_equal(seen.bgr, image.bgr):
                image, since = seen, clock.now()
        frame = self._eye.look()
        if frame.certain(changed(self._settled.board, frame.board)):
            raise WindowLost("the finished board is no longer where it was; start a new game and run minebot again")
        return self._settled

    def _not_fresh(self, frame: Frame, finished: Frame) -> MinebotError | None:
        return not_fresh(frame, finished, self._mines)

    def _find(self) -> None:
        """Look over the whole screen for the one board that fits the wish."""
        with self._hands.watch.time("find"):
            frame = aside(lambda: find_board(self._screen, self._wish), self._hands.brake)
        self._eye.fix(frame)
        self._known, self._follower = frame, None
        self._mines = mines_of(frame.reading, self._wish)

    def _settle(self) -> None:
        """Look until the board fits what was done, with one remedy of each kind in between."""
        tried: list[Callable[[], None]] = []
        while (trouble := self._until(self._trouble)) is not None:
            remedy = self._remedy(trouble)
            if remedy is None or tried.count(remedy) >= (_REPEATS if remedy == self._click_again else 1):
                raise trouble
            tried.append(remedy)
            remedy()
        self._known = self.frame
        self._face = self.frame.restart or self._face

    def _remedy(self, trouble: MinebotError) -> Callable[[], None] | None:
        if isinstance(trouble, MouseError):
            return self._click_again
        if self._may_be_won():
            return self._dismiss
        return self._park if self._hovered() else self._look_everywhere

    def _until(self, trouble: Callable[[Frame], MinebotError | None]) -> MinebotError | None:
        """Look until nothing is wrong and the picture stands still; after the timeout, what is wrong."""
        clock = self._hands.watch.clock
        start = clock.now()
        in_time = self._glance(start)
        calm_since, before = clock.now(), None
        while True:
            frame = self._eye.look()
            wrong, now = trouble(frame), clock.now()
            if before is None or not np.array_equal(before.board_pixels, frame.board_pixels):
                calm_since = now
                if wrong is None and in_time:
                    self._rhythm.note(now - start)
            if wrong is None and now - calm_since >= self._calm(frame):
                return None
            if now - start > self._rhythm.patience:
                return wrong or UnreadableCell("the board never stands still; wait for its animation to end")
            before = frame
            self._wait(self._rhythm.pace(now - start))

    def _glance(self, start: float) -> bool:
        """Wait until the cell that changes last looks otherwise, or is late: a look at one cell costs little."""
        if self._last is None:
            return True
        known, clock = self._settled, self._hands.watch.clock
        place = known.cell_region(self._last)
        while known.shows(self._eye.grab(place)):
            if (waited := clock.now() - start) > self._rhythm.late:
                return False
            self._wait(self._rhythm.pace(waited))
        return True

    def _calm(self, frame: Frame) -> float:
        """How long it must stand still: the longer, the less a look alone tells whether a click is still being made.

        A number is painted only by a click that was made; a zero may be a cell whose button is still held down.
        """
        board, limits = self._board(frame), self._hands.patience
        if board.state == "lost":
            return limits.calm
        if self._known is None or frame.reading.theme.name == UNKNOWN or board.topology != "square":
            return limits.pace
        before = self._known.board
        marks = [board.place(index) for index, code in enumerate(board.cells) if code in (FLAG, QUESTION)]
        if zeros_beside(before, board, marks):
            return limits.calm
        new_zero = any(now == 0 != was for was, now in zip(before.cells, board.cells, strict=True))
        return limits.pace if new_zero else 0.0

    def _wait(self, seconds: float) -> None:
        with self._hands.watch.time("wait"):
            wait(seconds, self._hands.watch.clock, self._hands.brake)

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
        if cells := self._settled.certain(changed(before, after)):
            x, y = cells[0]
            return WindowLost(
                f"the board changed on its own: ({x}, {y}) was open and is not any more; leave it to minebot"
            )
        if after.state == "lost" and before.state == "playing" and not exploded_by(after, self._moves):
            return WindowLost("the game was lost by a click that was not minebot's; leave it to minebot")
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
        waits = self.frame.reading.theme.wins_by_flags and all(move.action is Action.FLAG for move in self._moves)
        if after.state == "lost" or (after.state == "won" and not waits):
            return None
        idle = ineffective(after, self._moves)
        if not idle:
            return None
        return MouseError(
            f"the click for '{idle[0]}' had no effect, and none when repeated; is a dialog open in the window?"
        )

    def _may_be_won(self) -> bool:
        """Whether something lies over a board on which no other cell is left to open, as programs do after a win."""
        reading = self.frame.reading
        if reading.theme.dismiss is None or reading.view != "covered" or not self._moves:
            return False
        board = reading.board
        closed = [board.place(index) for index, code in enumerate(board.cells) if code in (COVERED, FLAG)]
        return len(self.frame.certain(closed)) <= (self._mines or 0)

    def _dismiss(self) -> None:
        """Close what the program lays over a won board, with the key for that; it may fade in and out for a while."""
        key = self._settled.reading.theme.dismiss
        for _ in range(_DISMISSALS):
            if key is None or self._eye.look().reading.view != "covered":
                return
            self._hand.type(key)
            self._wait(_BETWEEN_DISMISSALS)

    def _hovered(self) -> bool:
        """Whether the only doubtful cell lies under the pointer, where programs light it up."""
        doubtful = [(each.x, each.y) for each in self.frame.reading.doubtful]
        return doubtful == [self.frame.cell_at(self._hand.place)]

    def _park(self) -> None:
        """Put the pointer on an open cell, where it hides nothing, or beside the board where none is open."""
        known, board = self._settled, self._settled.board
        places = self.frame.certain(board.place(index) for index, code in enumerate(board.cells) if code >= 0)
        self._hand.rest(known.point(places[0]) if places else _beside(known))

    def _click_again(self) -> None:
        """Repeat the moves of which nothing is to be seen, at the place where the board is now."""
        self._known = self.frame
        for move in ineffective(self.frame.board, self._moves):
            self._make(move)

    def _look_everywhere(self) -> None:
        """Look for the board over the whole screen, again while it is being drawn: WindowLost if it is nowhere."""
        known = self._settled
        for tries_left in reversed(range(_SEARCHES)):
            try:
                self._eye.look_everywhere(known, self._mines)
            except WindowLost:
                if not tries_left:
                    raise
            else:
                if not self.frame.reading.doubtful:
                    break
            self._wait(_BETWEEN_SEARCHES)
        self._follower = None
        self._face = None  # it moved with the window, and must be seen again

    def _make(self, move: Move) -> None:
        """Make one move, if the cell is one that the move may be made on and still looks as it did in the last look."""
        code = self._settled.board[move.cell]
        if move.action is Action.CHORD and code > 0:
            self._press(move.cell, Button(self._settled.reading.theme.chord or Button.MIDDLE))
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
        """Click a cell, unless it changed since the last look."""
        if self._hand.press(self._settled, cell, button):
            board = self._settled.board
            around = (board.place(near) for near in board.neighbours[board.index(cell)])
            self._last = cell if board[cell] < 0 else next((near for near in around if board[near] == COVERED), None)

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
        if MINE not in frame.board.cells:
            return frame.board.with_mines(self._mines)
        clicked = {frame.board.index(move.cell) for move in self._moves if move.action is Action.OPEN}
        codes = enumerate(frame.board.cells)
        cells = tuple(EXPLODED if code == MINE and index in clicked else code for index, code in codes)
        return replace(frame.board, cells=cells, mines=self._mines)


def _beside(frame: Frame) -> Point:
    """A place beside the board, near its first cell."""
    lattice = frame.reading.lattice
    return frame.image.to_point(Pixel(max(1.0, lattice.x - lattice.pitch_x / 4), lattice.centre((0, 0)).y))
