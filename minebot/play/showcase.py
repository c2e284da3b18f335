"""What `minebot demo` does: starts minebot's own window, plays it, and saves a picture of what it saw.

On the user's display; without one, on an Xvfb that it starts; without that, the same pixels in memory.
"""

import os
import secrets
import selectors
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from minebot.errors import MinebotError, ScreenError
from minebot.play.bot import GameRecord
from minebot.play.find import Wish
from minebot.play.hand import Hands
from minebot.play.levels import games
from minebot.play.mouse import real_mouse
from minebot.play.pace import Delay
from minebot.play.session import Plan, Summary, play_games
from minebot.play.stop import StopKey
from minebot.play.timing import Stopwatch, SystemClock
from minebot.play.window import WindowGame
from minebot.report import overlay
from minebot.testing import SimulatedWindow
from minebot.vision.picture import save_picture
from minebot.vision.screen import MssScreen
from minebot.vision.themes.folders import load_theme

MOST_GAMES = 5
"""Games after which a demo ends even where none was won: an expert game is lost more often than not."""

START_SECONDS = 15
"""A window that is not painted by then will not be."""


@dataclass(frozen=True, slots=True)
class Show:
    """What was played, and where: `place` says it in words."""

    summary: Summary
    place: str
    picture: Path


def new_seed() -> int:
    """A seed that nobody chose."""
    return secrets.randbelow(100_000)


@dataclass(frozen=True, slots=True)
class Programme:
    """What is to be played: a level, the seed of its boards, and the pause before each click in seconds."""

    level: str
    seed: int
    delay: float = 0.0


def show(programme: Programme, output: Path, tell: Callable[[str], None]) -> Show:
    """Play minebot's own window until a game is won, wherever that is possible; `tell` hears what is going on."""
    with ExitStack() as stack:
        watch = Stopwatch(SystemClock())
        try:
            game, place = stack.enter_context(_on_display(programme, watch, tell))
        except MinebotError as error:
            tell(f"{error}: playing in memory, on the same pixels")
            game, place = _in_memory(programme, watch), "in memory"
        summary = _play_until_won(game, watch, tell)
        if summary.games or summary.error is None:
            save_picture(output, overlay(game.frame.image.bgr, game.frame.reading, None))
        return Show(summary, place, output)


def _play_until_won(game: WindowGame, watch: Stopwatch, tell: Callable[[str], None]) -> Summary:
    """Games up to the first that is won; the summary is of all."""
    whole = Summary(timing=watch.spent)
    while whole.won == 0 and whole.error is None and len(whole.games) < MOST_GAMES:
        if whole.games:
            tell("lost that one: playing another")
            game.restart()
        part = play_games(game, Plan(Wish(theme="demo")), watch, _ignore)
        whole.games.extend(part.games)
        whole.error = part.error
    return whole


@contextmanager
def _on_display(
    programme: Programme, watch: Stopwatch, tell: Callable[[str], None]
) -> Iterator[tuple[WindowGame, str]]:
    """The window on the user's display or on one of our own; MinebotError where neither works."""
    with ExitStack() as stack:
        place = "on your screen"
        try:
            screen = stack.enter_context(MssScreen())
        except ScreenError:
            place = "on a display of its own (Xvfb)"
            tell("no display here: starting one with Xvfb")
            os.environ["DISPLAY"] = stack.enter_context(_virtual_display())
            screen = stack.enter_context(MssScreen())
        stack.enter_context(_window(programme))
        hands = Hands(stack.enter_context(StopKey()), watch, Delay(programme.delay))
        yield WindowGame(screen, real_mouse(), Wish(theme="demo"), hands), place


def _in_memory(programme: Programme, watch: Stopwatch) -> WindowGame:
    window = SimulatedWindow(games(programme.level, programme.seed), load_theme("demo"))
    return WindowGame(window, window, Wish(theme="demo"), Hands(watch=watch))


@contextmanager
def _virtual_display() -> Iterator[str]:
    """An X server without a screen, on a number that it chooses; ScreenError where there is none."""
    program = shutil.which("Xvfb")
    if program is None:
        raise ScreenError("there is no display, and no Xvfb to make one")
    reading, writing = os.pipe()
    command = [program, "-displayfd", str(writing), "-screen", "0", "1280x800x24", "-nolisten", "tcp", "-noreset"]
    quiet = subprocess.DEVNULL
    server = subprocess.Popen(command, pass_fds=(writing,), stdin=quiet, stdout=quiet, stderr=quiet)  # noqa: S603
    os.close(writing)
    try:
        with os.fdopen(reading) as announced:
            number = announced.readline().strip()
        if not number:
            raise ScreenError("Xvfb does not start")
        yield f":{number}"
    finally:
        server.terminate()
        server.wait()


@contextmanager
def _window(programme: Programme) -> Iterator[None]:
    """Minebot's own window in a process of its own, painted; ScreenError where it does not come up."""
    command = [sys.executable, "-m", "minebot.play.demo", "--level", programme.level, "--seed", str(programme.seed)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)  # noqa: S603
    try:
        if not _announced(process):
            raise ScreenError(f"minebot's own window does not come up ({_why(process)})")
        yield
    finally:
        process.kill()
        process.communicate()


def _announced(process: "subprocess.Popen[str]") -> bool:
    """Whether the window says that it is painted, in time."""
    if sys.platform == "win32":  # no selecting on pipes there: the line comes, or the end of the process
        return process.stdout is not None and process.stdout.readline().strip() == "ready"
    with selectors.DefaultSelector() as selector:
        assert process.stdout is not None  # noqa: S101 - it was opened with a pipe
        selector.register(process.stdout, selectors.EVENT_READ)
        return bool(selector.select(START_SECONDS)) and process.stdout.readline().strip() == "ready"


def _why(process: "subprocess.Popen[str]") -> str:
    process.kill()
    _, errors = process.communicate()
    return (errors.strip().splitlines() or ["it says nothing"])[-1]


def _ignore(_: GameRecord) -> None:
    """A show is told of at its end."""
