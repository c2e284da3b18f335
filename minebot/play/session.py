"""What `minebot play` does: games on one window, one after the other, until there were enough or something stops it."""

import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from minebot.board import Board
from minebot.deadline import share_left
from minebot.errors import InconsistentBoard, MinebotError, Stopped, UnreadableCell
from minebot.game import Game
from minebot.play.bot import GameRecord, Marking, Solver, play
from minebot.play.find import Wish
from minebot.play.first import FirstClicks
from minebot.play.hand import Hands
from minebot.play.mouse import DryMouse, real_mouse
from minebot.play.pace import Delay, Pace, parse_pace
from minebot.play.record import Header, RecordingGame
from minebot.play.stop import Brake, Brakes, Signals, Sparingly, StopKey, TimeLimit, aside
from minebot.play.timing import DRAWING, Stopwatch, SystemClock
from minebot.play.where import EVERYWHERE, Where
from minebot.play.window import WindowGame
from minebot.solver import solve
from minebot.solver.advice import Advice
from minebot.vision.picture import save_picture
from minebot.vision.screen import MssScreen

EVIDENCE = Path("minebot-stopped.png")
"""Where the picture is saved, when a board cannot be understood."""


_WAITS = ("wait", DRAWING, "pace", "pause")
"""Kinds of time in which nothing is done but to wait: for the window, for the pace, for the user."""

_BESIDES = ("find", "between")
"""Kinds of work that belong to no game: looking for the board, and the next game."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played, and how: `speed` as `parse_pace` has it, `delay` and `time_limit` in seconds.

    `seconds` are those that the solver has for a guess, None for as many as it takes.
    """

    wish: Wish = field(default_factory=Wish)
    solver: str = "champion"
    seed: int = 0
    games: int = 1
    marking: Marking = Marking.NONE
    delay: float = 0.0
    stop_key: str = "esc"
    record: Path | None = None
    where: Where = EVERYWHERE
    speed: str = "max"
    time_limit: float | None = None
    seconds: float | None = None
    restart_key: str | None = None

    def think(self) -> Solver:
        """The solver that the plan names."""
        seconds = self.seconds
        return lambda board: solve(board, self.solver, self.seed, None if seconds is None else share_left(seconds))

    @property
    def pace(self) -> Pace:
        """How fast the hand is."""
        return Delay(self.delay) if self.delay else parse_pace(self.speed, random.Random(self.seed))


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

    @property
    def split(self) -> dict[str, float]:
        """The seconds of the games by kind of work; `other` is what no kind accounts for."""
        known = sum(seconds for work, seconds in self.timing.items() if work != "between")
        return {**self.timing, "other": max(0.0, sum(game.seconds for game in self.games) - known)}

    @property
    def own_share(self) -> float | None:
        """The share of minebot's own work in the time of the games; the rest is the window's and the pace's."""
        return own_share(self.split)

    @property
    def first_clicks(self) -> FirstClicks:
        """What the first clicks of the games tell of the program's rule."""
        boards = [game.board for game in self.games]
        density = (boards[0].mines or 0) / len(boards[0].cells) if boards else 0.0
        return FirstClicks.of((game.first for game in self.games), density)

    def document(self) -> dict[str, Any]:
        """The JSON document of `minebot play --json`."""
        return {
            "games": [_game_document(game) for game in self.games],
            "won": self.won,
            "lost": len(self.games) - self.won,
            "stopped": None if self.error is None else str(self.error),
            "timing": {work: round(seconds, 4) for work, seconds in self.split.items()},
            "own_share": None if self.own_share is None else round(self.own_share, 4),
            "first_click": self.first_clicks.document(),
        }


def own_share(split: Mapping[str, float]) -> float | None:
    """The share of minebot's own work in the time of games that is split like that; None where there was none."""
    spent = {work: seconds for work, seconds in split.items() if work not in _BESIDES}
    total = sum(spent.values())
    return 1 - sum(spent.get(work, 0.0) for work in _WAITS) / total if total else None


def _game_document(game: GameRecord) -> dict[str, Any]:
    """What is told of one game; what its first cell was is told of all together."""
    return {key: value for key, value in asdict(game).items() if key != "first"} | {"board": str(game.board)}


def play_screen(plan: Plan, tell: Callable[[GameRecord], None], say: Callable[[str], None]) -> Summary:
    """Play on the real screen with the real mouse; ScreenError or MouseError where there is none.

    `tell` hears of each game, `say` of pauses.
    """
    watch = Stopwatch(SystemClock())
    with ExitStack() as stack:
        screen = stack.enter_context(MssScreen())
        mouse = real_mouse()
        stop_key = stack.enter_context(StopKey(plan.stop_key))
        brakes: list[Brake] = [stack.enter_context(Signals()), stop_key]
        brakes.append(Sparingly(mouse, watch.clock))
        if plan.time_limit is not None:
            brakes.append(TimeLimit(plan.time_limit, watch.clock))
        game = WindowGame(
            plan.where.of(screen),
            mouse,
            plan.wish,
            Hands(Brakes(brakes), watch, plan.pace, tell=say, expect=stop_key.expect, restart_key=plan.restart_key),
        )
        return play_games(game, plan, watch, tell)


def look_at_screen(plan: Plan) -> tuple[Board, Advice]:
    """The board on the real screen and what the solver advises; nothing is touched."""
    with MssScreen() as screen:
        game = WindowGame(plan.where.of(screen), DryMouse(), plan.wish)
        board = game.read()
        return board, plan.think()(board)


def play_games(game: WindowGame, plan: Plan, watch: Stopwatch, tell: Callable[[GameRecord], None]) -> Summary:
    """Play the games of a plan on a window; the error that ended them early is part of the summary."""
    summary = Summary(timing=watch.spent)
    try:
        for number in range(plan.games):
            if number > 0:
                with watch.time("between"):
                    game.restart()
            record = _play_one(game, plan, number, watch)
            summary.games.append(record)
            tell(record)
    except KeyboardInterrupt:
        summary.error = Stopped("stopped by the user")
    except (UnreadableCell, InconsistentBoard) as error:
        summary.error = _with_evidence(error, game)
    except MinebotError as error:
        summary.error = error
    return summary


def _play_one(game: WindowGame, plan: Plan, number: int, watch: Stopwatch) -> GameRecord:
    with _hand(game, plan, number) as (hand, think):
        record = play(hand, lambda board: aside(lambda: think(board), game.brake), watch, plan.marking)
    if record.moves == 0:
        raise MinebotError("the game on the screen is over already; start a new one and run minebot again")
    return record


@contextmanager
def _hand(game: WindowGame, plan: Plan, number: int) -> Iterator[tuple[Game, Solver]]:
    """The game and the solver; recorded into the plan's folder, or a folder in it for each of several games."""
    if plan.record is None:
        yield game, plan.think()
        return
    game.read()
    header = Header(game.frame.reading.theme.name, plan.solver, plan.seed, plan.marking.value)
    folder = plan.record if plan.games == 1 else plan.record / f"{number + 1:02}"
    with RecordingGame(game, folder, header) as recording:
        yield recording, recording.noting(plan.think())


def _with_evidence(error: MinebotError, game: WindowGame) -> MinebotError:
    """The same error, with the picture that minebot stopped at saved and named in its sentence."""
    from minebot.report import overlay  # noqa: PLC0415 - only an error draws

    save_picture(EVIDENCE, overlay(game.frame.image.bgr, game.frame.reading, None))
    error.args = (f"{error}; what minebot saw is in {EVIDENCE}",)
    return error
