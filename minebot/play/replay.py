"""What `minebot replay` does: the loop on a recording, each move told and compared with the recorded one."""

from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from minebot.errors import Stopped
from minebot.play.bot import GameRecord, Marking, play
from minebot.play.page import write_page
from minebot.play.record import Header, RecordedGame, Step
from minebot.play.timing import Stopwatch, SystemClock
from minebot.solver import solve


@dataclass(frozen=True, slots=True)
class Replay:
    """What a replay found: a line a turn, the differences, the game's record (None where it was broken off)."""

    header: Header
    steps: list[Step]
    turns: list[str]
    differences: list[str]
    record: GameRecord | None


def replay(folder: Path) -> Replay:
    """Play the recording in a folder with the solver that played it; RecordError where there is none."""
    game = RecordedGame(folder)
    header = game.header
    watch = Stopwatch(SystemClock())
    record = None
    with suppress(Stopped):  # a game that was broken off is replayed as far as it goes
        record = play(game, partial(solve, solver=header.solver, seed=header.seed), watch, Marking(header.marking))
    turns = [f"{turn}: {'; '.join(map(str, moves))}" for turn, moves in enumerate(game.moves)]
    result = None if record is None else record.board.state
    if result != header.result:
        game.differences.append(f"the game ends {result or 'in the middle'}, and was recorded as {header.result}")
    return Replay(header, game.steps, turns, game.differences, record)


def save_page(found: Replay, path: Path) -> None:
    """Write the replay as a page to look at."""
    write_page(path, found.header, found.steps, found.differences)
