"""From a finished game to the next: close what lies over the board, press its face or key, know the new board."""

from minebot.errors import BoardNotFound, MinebotError, WindowLost
from minebot.geometry import Point
from minebot.play.checks import changed
from minebot.play.eye import Eye
from minebot.play.find import Wish, find_board
from minebot.play.frame import Frame
from minebot.play.gaze import Gaze
from minebot.play.hand import Hand
from minebot.play.mouse import Button
from minebot.play.trouble import not_fresh
from minebot.vision.theme import UNKNOWN

_DISMISSALS, _BETWEEN_DISMISSALS = 8, 1.0
"""How often a dialog after a win is closed, and seconds between: one may follow another, and a message fades in 5 s."""

_DIALOG_COMES = 1.5
"""Seconds after the end of a game within which a dialog comes up."""

_MESSAGE = 6.0
"""Seconds within which a message over a board has faded: those of KMines take five."""

_SEARCHES, _BETWEEN_SEARCHES = 5, 1.0
"""How often the next game is sought over the whole screen, and seconds between: a page that loads shows nothing yet."""


class NextGame:
    """Starts the next game of a window, by the key that the user named if there is one, and waits for it."""

    def __init__(self, eye: Eye, hand: Hand, gaze: Gaze, key: str | None = None) -> None:
        self._eye, self._hand, self._gaze, self._key = eye, hand, gaze, key

    def start(self, finished: Frame, face: Point | None) -> None:
        """Press the user's key, the face where it was seen, or else the program's key; MinebotError without any."""
        theme = finished.reading.theme
        key = self._key or (theme.restart_key if face is None else None)
        if theme.dismiss is not None and self._gaze.comes(lambda frame: frame.under_message, _DIALOG_COMES):
            self.close_dialogs(theme.dismiss)
        self._come_to_rest(finished)
        if key is None and face is not None:
            while not self._hand.click(face, Button.LEFT):
                self._come_to_rest(finished)
        elif key is not None and self._hand.pressed:
            # Without a window manager a key goes to the window under the pointer; with one, to the one clicked last.
            self._hand.rest(finished.point((finished.board.width // 2, finished.board.height // 2)))
            self._hand.type(key)
        elif key is not None:
            raise MinebotError(
                f"nothing was clicked in {theme.title} yet, so that its key may go to another window; start a new game "
                "and run minebot again"
            )
        else:
            raise MinebotError(
                f"{theme.title} shows no button for a new game; name its key with --restart-key, "
                "or start one and run minebot again"
            )

    def close_dialogs(self, key: str) -> None:
        """Close what the program lays over a board, with its key for that; it may fade in and out for a while.

        A message under the pointer stays until it sees it move elsewhere, which it does not while a dialog is open.
        """
        for turn in range(_DISMISSALS):
            frame = self._eye.look()
            if not frame.under_message:
                return
            self._hand.type(key)
            self._gaze.wait(_BETWEEN_DISMISSALS)
            x, y = frame.beside
            self._hand.rest(Point(x, y + turn))

    def outlast_message(self) -> None:
        """Wait until a message that the program lays over the board has faded: one under the pointer does not."""
        self._hand.rest(self._eye.frame.beside)
        self._gaze.comes(lambda frame: not frame.under_message, _MESSAGE)

    def arrive(self, finished: Frame, mines: int | None) -> None:
        """Wait until the last look is one at the next game, of so many mines; WindowLost where none comes up."""
        trouble = self._await(finished, mines)
        for remedy in (self._park_beside, self._find_again):
            if trouble is not None:
                remedy(finished)
                trouble = self._await(finished, mines)
        if trouble is not None:
            raise trouble

    def _await(self, finished: Frame, mines: int | None) -> MinebotError | None:
        return self._gaze.until(lambda frame: self._not_fresh(frame, finished, mines))

    def _not_fresh(self, frame: Frame, finished: Frame, mines: int | None) -> MinebotError | None:
        return not_fresh(frame, finished, mines)

    def _come_to_rest(self, finished: Frame) -> None:
        """Wait until nothing moves any more; WindowLost if the finished board is not to be seen where it was."""
        self._gaze.rest(finished.image.around(finished.reading.lattice, 0, 0))
        frame = self._eye.look()
        if frame.certain(changed(finished.board, frame.board)):
            raise WindowLost("the finished board is no longer where it was; start a new game and run minebot again")

    def _park_beside(self, finished: Frame) -> None:
        """Put the pointer beside the board, if it lights up a cell, or may hold a message there."""
        if self._hand.lights_up(self._eye.frame):
            self._hand.rest(finished.beside)
        elif self._eye.frame.under_message:
            self.outlast_message()

    def _find_again(self, finished: Frame) -> None:
        """Look over the whole screen for the next game: the face may be of another width, and move the board.

        It is read in the theme of the finished one only: others may have the same covered cells.
        """
        theme = finished.reading.theme
        wish = Wish(theme.name, (finished.board.width, finished.board.height))
        themes = None if theme.name == UNKNOWN else [theme]
        for tries_left in reversed(range(_SEARCHES)):
            try:
                self._eye.find(lambda screen: find_board(screen, wish, themes))
            except BoardNotFound:
                if not tries_left:
                    raise
                self._gaze.wait(_BETWEEN_SEARCHES)
            else:
                return
