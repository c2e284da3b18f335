"""The games that minebot plays to learn a look: certain moves only, until all is known or the games are over."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from minebot.board import COVERED, FLAG, Board
from minebot.errors import MinebotError, MouseError, Stopped, WindowLost
from minebot.game import Game
from minebot.geometry import Cell
from minebot.move import Action, Move
from minebot.play.find import Wish
from minebot.play.hand import Hands
from minebot.play.learn import LearningGame
from minebot.play.mouse import real_mouse
from minebot.play.pace import Delay
from minebot.play.record import Header, RecordingGame
from minebot.play.stop import StopKey
from minebot.play.timing import Stopwatch, SystemClock
from minebot.play.unsure import Certain, certain, is_fresh
from minebot.vision.screen import MssScreen
from minebot.vision.theme import SYMBOL_CODES, Theme

PATIENCE = 300.0
"""Seconds in which a user may start the next game."""

_AT_A_LOSS = {"mine", "exploded", "wrong"}  # symbols that only a lost game shows


@dataclass(frozen=True, slots=True)
class Lesson:
    """How a window is to be learned: which, for how many games, whether a guess may lose one; `delay` in seconds.

    `helped` says that a user is there to start the next game where minebot cannot; `known` is the theme that is added
    to.
    """

    wish: Wish = field(default_factory=Wish)
    games: int = 5
    guess: bool = False
    helped: bool = False
    delay: float = 0.0
    stop_key: str = "esc"
    restart_key: str | None = None
    record: Path | None = None
    known: Theme | None = None


@dataclass(frozen=True, slots=True)
class Attended:
    """What came of a lesson: the window as it was learned, the games played, and the error that ended it early."""

    game: LearningGame
    games: int
    error: MinebotError | None = None


def attend_screen(lesson: Lesson, tell: Callable[[str], None]) -> Attended:
    """Learn the window on the real screen with the real mouse; ScreenError or MouseError where there is none."""
    with ExitStack() as stack:
        screen = stack.enter_context(MssScreen())
        mouse = real_mouse()
        brake = stack.enter_context(StopKey(lesson.stop_key))
        hands = Hands(brake, Stopwatch(SystemClock()), Delay(lesson.delay))
        return attend(LearningGame(screen, mouse, lesson.wish, hands), lesson, tell)


def attend(game: LearningGame, lesson: Lesson, tell: Callable[[str], None]) -> Attended:
    """Play the games of a lesson; what ends them early, Ctrl-C too, leaves what was learned up to there."""
    game.restart_key, game.known = lesson.restart_key, lesson.known
    played = 0
    try:
        game.read()  # a window that cannot be found or begun with is an error of its own
    except KeyboardInterrupt:
        raise Stopped("stopped by the user") from None
    try:
        for number in range(lesson.games):
            if number:
                _next_game(game, lesson, tell)
            with _hand(game, lesson.record, number) as hand:
                moves = _Pupil(game, hand, lesson).play()
            played += 1
            known = [symbol for symbol in SYMBOL_CODES if symbol in game.symbols]
            tell(f"game {played}: {moves} moves, {len(game.undecided)} cells undecided; known: {', '.join(known)}")
            if game.symbols >= _wanted(lesson):
                break
    except KeyboardInterrupt:
        return Attended(game, played, Stopped("stopped by the user"))
    except MinebotError as error:
        return Attended(game, played, error)
    return Attended(game, played)


def _wanted(lesson: Lesson) -> set[str]:
    """What more games could teach; no click brings about a question mark where a right click did not."""
    return set(SYMBOL_CODES) - {"question"} - (set() if lesson.guess else _AT_A_LOSS)


def _next_game(game: LearningGame, lesson: Lesson, tell: Callable[[str], None]) -> None:
    try:
        game.restart()
    except WindowLost:
        raise
    except MinebotError:
        if not lesson.helped:
            raise
        tell("start a new game in the window; minebot goes on when it sees it, and Ctrl-C ends the lesson")
        game.await_restart(PATIENCE)


class _Pupil:
    """Plays one game: opens what is safe, tries a flag once, and guesses if it may."""

    def __init__(self, game: LearningGame, hand: Game, lesson: Lesson) -> None:
        self._game, self._hand, self._lesson = game, hand, lesson
        self._tried_flag = "flag" in game.symbols

    def play(self) -> int:
        """Play until nothing more is certain, or the game is over; how many moves it took."""
        count = 0
        board = self._hand.read()
        while board.state == "playing":
            known = certain(board, self._game.undecided)
            moves = self._moves(board, known)
            if not moves:
                break
            self._hand.play(moves)
            try:
                board = self._hand.read()
            except MouseError:  # clicks change nothing any more: the game is over, though nothing known shows it
                break
            count += len(moves)
            if not self._tried_flag and known.mines:
                board = self._try_flag(board, known)
        return count

    def _moves(self, board: Board, known: Certain) -> list[Move]:
        flags = {board.place(index) for index, code in enumerate(board.cells) if code == FLAG}
        opens = [Move(Action.OPEN, *cell) for cell in sorted(known.safe, key=lambda cell: (cell[1], cell[0]))]
        if opens:
            return opens[:1] if flags - known.mines else opens  # as in bot.choose
        if known.advice is None or known.advice.best.action is not Action.OPEN:
            return []
        if is_fresh(board, self._game.undecided):
            return [known.advice.best]
        return self._guess(known) if self._lesson.guess else []

    def _guess(self, known: Certain) -> list[Move]:
        """The least risky cell of those that can be read."""
        risks = known.advice.risks if known.advice is not None else {}
        cells = [cell for cell in risks if cell not in self._game.undecided]
        if not cells:
            return []
        self._game.venture()
        return [Move(Action.OPEN, *min(cells, key=lambda cell: (risks[cell], cell)))]

    def _try_flag(self, board: Board, known: Certain) -> Board:
        self._tried_flag = True
        places: list[Cell] = [cell for cell in sorted(known.mines) if board[cell] == COVERED]
        if not places:
            return board
        with suppress(MouseError):  # a window without flags is one to learn as well
            self._game.try_flag(places[0])
        return self._game.read()


@contextmanager
def _hand(game: LearningGame, record: Path | None, number: int) -> Iterator[Game]:
    """The game, recorded into a folder of its own if it is to be: with what ends it early, too."""
    if record is None:
        yield game
        return
    game.read()
    header = Header(game.theme.name, "tiebreak", 0)
    with RecordingGame(game, record / f"{number + 1:02}", header) as recording:
        yield recording
