"""A window on the screen as a Game: found by looking, read, clicked, and checked after every click."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from minebot.board import COVERED, EXPLODED, FLAG, MINE, QUESTION, Board
from minebot.errors import BoardNotFound, MinebotError, MouseError, WindowLost
from minebot.geometry import Cell, Point
from minebot.move import Action, Move
from minebot.play.checks import ineffective, zeros_beside
from minebot.play.chords import with_chords
from minebot.play.eye import Eye
from minebot.play.find import Wish, find_board, mines_of
from minebot.play.frame import Frame
from minebot.play.gaze import Awaited, Gaze
from minebot.play.hand import Hand, Hands
from minebot.play.mouse import Button, Mouse
from minebot.play.next_game import NextGame
from minebot.play.route import shortest_way
from minebot.play.stop import Brake
from minebot.play.trouble import doubt, exploded_among, half_done, no_effect, not_by, paused, still_marked
from minebot.vision.follow import BoardReader, Reader
from minebot.vision.picture import Bgr
from minebot.vision.screen import Screen
from minebot.vision.theme import UNKNOWN

_REPEATS = 2
"""How often a click without effect is made again: a window manager that hands on the first one may lose the next."""

_SEARCHES, _BETWEEN_SEARCHES = 3, 0.3
"""How often a board that is gone is looked for, and seconds between: one that is resized is drawn piece by piece."""


class _Taken(Exception):
    """The user took the mouse, and may have done anything with the game."""


class WindowGame:
    """The one board on the screen that fits the wish, as a Game.

    Nothing is clicked but cells that the last look showed closed, and that still look so in the moment of the click,
    and the face for the next game. What does not fit what was done raises UnreadableCell, WindowLost or MouseError.
    """

    reader: type[Reader] = BoardReader
    """What reads the looks at the board."""

    def __init__(self, screen: Screen, mouse: Mouse, wish: Wish | None = None, hands: Hands | None = None) -> None:
        self._hands = hands or Hands()
        self._wish = wish or Wish()
        self._eye = Eye(screen, self._hands.watch, self._hands.brake, self.reader())
        self._hand = Hand(mouse, self._hands, self._eye)
        self._gaze = Gaze(self._eye, self._hands, self._calm)
        self._next = NextGame(self._eye, self._hand, self._gaze, self._hands.restart_key)
        self._known: Frame | None = None  # the last look that held good
        self._moves: tuple[Move, ...] = ()  # what was done since the last look that held good
        self._last: Cell | None = None  # the cell that the last click since then was to change
        self._acted, self._clicks = 0.0, 0  # when the first of these clicks was made, and how many were
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
        while covered := [board.place(index) for index, code in enumerate(board.cells) if code == COVERED]:
            self.play([Move(Action.FLAG, *cell) for cell in covered])
            self._settle()
            board = self._board(self.frame)
        return board

    def play(self, moves: Sequence[Move]) -> None:
        """Make the moves, on the shortest way; what they did is checked by the next `read`.

        Moves that are made together must be certain, and flags on the board as well: chords take the place of clicks
        where the program has them and that saves some.
        """
        known = self._settled
        if known.reading.theme.chord is not None and len(moves) > 1:
            moves = with_chords(known.board, moves)
        self._moves, self._last = tuple(moves), None
        self._make_all(self._in_order(moves))

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
        """Start the next game with the user's key, the face that was seen, or the program's key; else MinebotError."""
        finished = self._settled
        self._next.start(finished, self._face)
        self._begin()
        self._next.arrive(finished, self._mines)
        self._known = self.frame

    def _begin(self) -> None:
        """Forget the game that is over."""
        self._known, self._moves, self._last = None, (), None
        self._flags.clear()

    def _find(self) -> None:
        """Look over the whole screen for the one board that fits the wish."""
        self._known = self._eye.find(lambda screen: find_board(screen, self._wish))
        self._mines = mines_of(self._known.reading, self._wish)

    def _settle(self) -> None:
        """Look until the board fits what was done, with one remedy of each kind in between."""
        tried: list[Callable[[], None]] = []
        while trouble := self._gaze.until(self._trouble, self._awaited, at_last=self._repeated(tried)):
            remedy = self._remedy(trouble, tried)
            if remedy is None or (self._repeated(tried) if remedy == self._click_again else remedy in tried):
                raise trouble
            tried.append(remedy)
            remedy()
        self._known, self._last = self.frame, None
        self._face = self.frame.restart or self._face

    def _repeated(self, tried: Sequence[Callable[[], None]]) -> bool:
        """Whether clicks without effect were made again as often as it is worth."""
        return tried.count(self._click_again) >= _REPEATS

    def _remedy(self, trouble: MinebotError, tried: Sequence[Callable[[], None]]) -> Callable[[], None] | None:
        if isinstance(trouble, MouseError):
            return self._click_again
        if paused(self.frame) is not None:
            return None
        if self._may_be_over():
            return self._dismiss
        if self.frame.under_message and self._next.outlast_message not in tried:
            return self._next.outlast_message
        return self._park if self._hand.lights_up(self.frame) else self._look_everywhere

    @property
    def _awaited(self) -> Awaited | None:
        """The cell that changes last, if one was clicked, and the look from before the clicks."""
        if self._last is None:
            return None
        return Awaited(self._settled, self._last, self._clicks, self._acted)

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

    def _trouble(self, frame: Frame) -> MinebotError | None:
        """What is wrong with a look at the board, if anything."""
        known, board = self._settled, self._board(frame)
        return (
            paused(frame)
            or half_done(known.board, board, self._flags)
            or doubt(frame, self._exploded(frame))
            or not_by(self._moves, known, board)
            or no_effect(self._moves, board, wins_by_flags=frame.reading.theme.wins_by_flags)
        )

    def _may_be_over(self) -> bool:
        """Whether something lies over a board that shows a mine, or has no other cell left to open, after a move.

        Programs ask there for a name after a win, and after a loss whether to play the same mines again.
        """
        board = self.frame.board
        if not self.frame.under_message or not self._moves:
            return False
        mines, closed = (
            self.frame.certain(board.place(index) for index, code in enumerate(board.cells) if code in codes)
            for codes in ((MINE, EXPLODED), (COVERED, FLAG))
        )
        return bool(mines) or len(closed) <= (self._mines or 0)

    def _dismiss(self) -> None:
        """Close what the program lays over a board of a game that is over."""
        key = self._settled.reading.theme.dismiss
        if key is not None:
            self._next.close_dialogs(key)

    def _park(self) -> None:
        """Put the pointer on an open cell, where it hides nothing, or beside the board where none is open."""
        known, board = self._settled, self._settled.board
        places = self.frame.certain(board.place(index) for index, code in enumerate(board.cells) if code >= 0)
        self._hand.rest(known.point(places[0]) if places else known.beside)

    def _click_again(self) -> None:
        """Repeat the moves of which nothing is to be seen, at the place where the board is now."""
        self._known, self._last = self.frame, None  # what a click takes is measured anew
        if len(self._moves) > 1:
            self._hand.slow_down()
        self._make_all(ineffective(self.frame.board, self._moves))

    def _look_everywhere(self) -> None:
        """Look for the board over the whole screen, again while it is being drawn: WindowLost if it is nowhere."""
        known = self._settled
        for tries_left in reversed(range(_SEARCHES)):
            try:
                self._eye.find_again(known, self._mines)
            except WindowLost:
                if not tries_left:
                    raise
            else:
                if not self.frame.reading.doubtful:
                    break
            self._gaze.wait(_BETWEEN_SEARCHES)
        self._face = None  # it moved with the window, and must be seen again

    def _make_all(self, moves: Sequence[Move]) -> None:
        """Make the moves; none of those that are left once the user had the mouse, who may have begun another game."""
        for number, move in enumerate(moves):
            try:
                self._make(move)
            except _Taken:
                self._moves = tuple(each for each in self._moves if each not in moves[number:])
                self._acted = self._hand.resumed_at  # a pause is no time that the window took
                return

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
        """Click a cell, unless it changed since the last look, or the user had the mouse: then _Taken."""
        now = self._hands.watch.clock.now()
        if self._hand.press(self._settled, cell, button):
            if self._last is None:
                self._acted, self._clicks = now, 0
            self._clicks += 1
            board = self._settled.board
            around = (board.place(near) for near in board.neighbours[board.index(cell)])
            self._last = cell if board[cell] < 0 else next((near for near in around if board[near] == COVERED), None)
        elif self._hand.resumed_at >= now:
            raise _Taken

    def _unmark(self, cell: Cell) -> None:
        """Right-click a marked cell until it is plain: once, or twice where question marks follow flags."""
        for _ in range(2):
            was = self._settled.board[cell]
            self._press(cell, Button.RIGHT)
            trouble = self._gaze.until(lambda frame, was=was: still_marked(frame, cell, was))  # type: ignore[misc]  # bound per turn
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

    def _exploded(self, frame: Frame) -> list[Cell]:
        """The mines that a click opened: not every program marks them, and one of an unknown look may be unreadable."""
        return exploded_among(frame, [move.cell for move in self._moves if move.action is Action.OPEN])

    def _board(self, frame: Frame) -> Board:
        """The board with its number of mines, and with the mine that a click opened told from the others."""
        exploded = {frame.board.index(cell) for cell in self._exploded(frame)}
        if not exploded:
            return frame.board.with_mines(self._mines)
        cells = tuple(EXPLODED if index in exploded else code for index, code in enumerate(frame.board.cells))
        return replace(frame.board, cells=cells, mines=self._mines)
