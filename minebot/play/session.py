"""What `minebot play` does: games on one window, one after the other, until there were enough or something stops it."""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from minebot.board import Board
from minebot.errors import InconsistentBoard, MinebotError, Stopped, UnreadableCell
from minebot.game import Game
from minebot.play.bot import GameRecord, Marking, Solver, play
from minebot.play.find import Wish
from minebot.play.hand import Hands
from minebot.play.mouse import DryMouse, real_mouse
from minebot.play.pace import Delay
from minebot.play.record import Header, RecordingGame
from minebot.play.stop import StopKey
from minebot.play.timing import Stopwatch, SystemClock
from minebot.play.window import WindowGame
from minebot.solver import solve
from minebot.solver.advice import Advice
from minebot.vision.picture import save_picture
from minebot.vision.screen import MssScreen

EVIDENCE = Path("minebot-stopped.png")
"""Where the picture is saved, when a board cannot be understood."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played, and how; `delay` in seconds before each click."""

    wish: Wish = field(default_factory=Wish)
    solver: str = "tiebreak"
    seed: int = 0
    games: int = 1
    marking: Marking = Marking.NONE
    delay: float = 0.0
    stop_key: str = "esc"
    record: Path | None = None

    def think(self) -> Solver:
        """The solver that the plan names."""
        return lambda board: solve(board, solver=self.solver, seed=self.seed)


@dataclass
class Summary:
    """The games that were played to their end, the seconds by kind of work, and the error that ended the play."""

    games: list[GameRecord] = field(default_factory=list)
    timing: dict[str, float] = field(default_factory=dict)
    error: MinebotError | None = None

    @property
    def won(self) -> int:
        """How many were won."""
        return sum(game.won for game in self.games)

    def document(self) -> dict[str, Any]:
        """The JSON document of `minebot play --json`."""
        return {
            "games": [{**asdict(game), "board": str(game.board)} for game in self.games],
            "won": self.won,
            "lost": len(self.games) - self.won,
            "stopped": None if self.error is None else str(self.error),
            "timing": {work: round(seconds, 4) for work, seconds in self.timing.items()},
        }


def play_screen(plan: Plan, tell: Callable[[GameRecord], None]) -> Summary:
    """Play on the real screen with the real mouse; ScreenError or MouseError where there is none."""
    watch = Stopwatch(SystemClock())
    with ExitStack() as stack:
        screen = stack.enter_context(MssScreen())
        mouse = real_mouse()
        brake = stack.enter_context(StopKey(plan.stop_key))
        game = WindowGame(screen, mouse, plan.wish, Hands(brake, watch, Delay(plan.delay)))
        return play_games(game, plan, watch, tell)


def look_at_screen(plan: Plan) -> tuple[Board, Advice]:
    """The board on the real screen and what the solver advises; nothing is touched."""
    with MssScreen() as screen:
        game = WindowGame(screen, DryMouse(), plan.wish)
        board = game.read()
        return board, plan.think()(board)


def play_games(game: WindowGame, plan: Plan, watch: Stopwatch, tell: Callable[[GameRecord], None]) -> Summary:
    """Play the games of a plan on a window; the error that ended them early is part of the summary."""
    summary = Summary(timing=watch.spent)
    try:
        for number in range(plan.games):
            if number > 0:
                game.restart()
            record = _play_one(_recorded(game, plan, number), plan, watch)
            summary.games.append(record)
            tell(record)
    except KeyboardInterrupt:
        summary.error = Stopped("stopped by the user")
    except (UnreadableCell, InconsistentBoard) as error:
        summary.error = _with_evidence(error, game)
    except MinebotError as error:
        summary.error = error
    return summary


def _play_one(game: Game, plan: Plan, watch: Stopwatch) -> GameRecord:
    record = play(game, plan.think(), watch, plan.marking)
    if record.moves == 0:
        raise MinebotError("the game on the screen is over already; start a new one and run minebot again")
    return record


def _recorded(game: WindowGame, plan: Plan, number: int) -> Game:
    """The game, or a recording of it: into the plan's folder, or a folder in it for each of several games."""
    if plan.record is None:
        return game
    folder = plan.record if plan.games == 1 else plan.record / f"{number + 1:02}"
    board = game.read()
    header = Header(game.frame.reading.theme.name, plan.solver, plan.seed, board.mines or 0, plan.marking.value)
    return RecordingGame(game, folder, header)


def _with_evidence(error: MinebotError, game: WindowGame) -> MinebotError:
    """The same error, with the picture that minebot stopped at saved and named in its sentence."""
    from minebot.report import overlay  # noqa: PLC0415 - only an error draws

    save_picture(EVIDENCE, overlay(game.frame.image.bgr, game.frame.reading, None))
    error.args = (f"{error}; what minebot saw is in {EVIDENCE}",)
    return error
