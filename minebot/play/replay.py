"""What `minebot replay` does: the loop on a recording, each move told and compared with the recorded one."""

from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from minebot.errors import Stopped
from minebot.geometry import Lattice
from minebot.play.bot import GameRecord, Marking, play
from minebot.play.page import write_page
from minebot.play.recorded import Record, RecordedGame, listed, load_record
from minebot.play.timing import Stopwatch, SystemClock
from minebot.solver import solve


@dataclass(frozen=True, slots=True)
class Replay:
    """What a replay found: a line a turn, the differences, the game's end (None where it was broken off).

    `lattices` tells where the board lies in each frame.
    """

    record: Record
    turns: list[str]
    differences: list[str]
    end: GameRecord | None
    lattices: list[Lattice]


def replay(folder: Path) -> Replay:
    """Play the recording in a folder with the solver that played it; RecordError where there is none."""
    record = load_record(folder)
    game, header = RecordedGame(record), record.header
    solver = game.comparing(partial(solve, solver=header.solver, seed=header.seed))
    end = None
    with suppress(Stopped):  # a game that was broken off is replayed as far as it goes
        end = play(game, solver, Stopwatch(SystemClock()), Marking(header.marking))
    turns = [f"{turn}: {listed(moves)}" for turn, moves in enumerate(game.moves)]
    result = None if end is None else end.board.state
    if result != record.result:
        game.differences.append(f"the game ends {result or 'in the middle'}, and was recorded as {record.result}")
    return Replay(record, turns, game.differences, end, game.lattices)


def save_page(found: Replay, path: Path) -> None:
    """Write the replay as a page to look at."""
    write_page(path, found.record, found.differences, found.lattices)
