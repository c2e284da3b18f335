"""A game on file, written as it is played; whatever is in the folder when the play breaks off can be read.

FOLDER/game.jsonl   a line each: how the game is played; then in turn what was seen, and what was advised and done
FOLDER/000.png      the first frame; 001.png what the second shows otherwise (see `minebot.play.film`), and so on

A line is written when all that it names is on file, and nothing written is touched again. What cannot be written ends
the play before the next click.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self

from minebot.board import Board
from minebot.errors import MinebotError, RecordError
from minebot.move import Move
from minebot.play.bot import Marking, Solver
from minebot.play.film import shot
from minebot.play.timing import Clock, SystemClock
from minebot.solver.advice import Advice
from minebot.vision.picture import Bgr

FORMAT = 2
JOURNAL = "game.jsonl"


class Seen(Protocol):
    """A Game that can show the picture behind its last `read`."""

    def read(self) -> Board:
        """The board as it is."""
        ...

    def play(self, moves: Sequence[Move]) -> None:
        """Make the moves."""
        ...

    def restart(self) -> None:
        """Begin the next game."""
        ...

    def picture(self) -> Bgr:
        """What was seen at the last look."""
        ...


@dataclass(frozen=True, slots=True)
class Header:
    """How a recorded game was played: what the loop needs to play it again."""

    theme: str
    solver: str
    seed: int
    marking: str = Marking.NONE.value
    format: int = FORMAT


class RecordingGame:
    """A Game that writes down whatever passes between the loop and the game behind it, while it is entered.

    An error that ends the play is written down with what was seen then. Times are seconds since the first line.
    """

    def __init__(self, game: Seen, folder: Path, header: Header, clock: Clock | None = None) -> None:
        self._game, self._folder = game, folder
        self._clock = clock or SystemClock()
        self._began = self._clock.now()
        self._last: Bgr | None = None
        self._frames = 0
        self._advice: Advice | None = None
        if folder.exists() and any(folder.iterdir()):
            raise RecordError(f"{folder} is not empty; name a new folder to record into")
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise self._full(error) from None
        self._write_line(asdict(header))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        if isinstance(error, (MinebotError, KeyboardInterrupt)) and not isinstance(error, RecordError):
            self._write_end(str(error) or "stopped by the user")

    def read(self) -> Board:
        """Read the board, and keep it with the picture of it."""
        board = self._game.read()
        self._write_line({"seconds": self._seconds(), **self._write_frame(), "board": str(board)})
        return board

    def play(self, moves: Sequence[Move]) -> None:
        """Keep the moves and what they were advised by, and make them."""
        advice = None if self._advice is None else advised(self._advice)
        self._advice = None
        self._write_line({"seconds": self._seconds(), "moves": [*map(str, moves)], "advice": advice})
        self._game.play(moves)

    def restart(self) -> None:
        """Refuse: a folder holds one game."""
        raise RecordError(f"{self._folder} holds one game; record the next into another folder")

    def noting(self, solver: Solver) -> Solver:
        """The solver, whose advice is kept with the moves that follow it."""

        def think(board: Board) -> Advice:
            self._advice = solver(board)
            return self._advice

        return think

    def _seconds(self) -> float:
        return round(self._clock.now() - self._began, 4)

    def _write_frame(self) -> dict[str, Any]:
        """Keep what the picture adds to the one before, and tell where."""
        picture = self._game.picture()
        added = shot(self._last, picture)
        if added is None:
            return {"frame": None, "at": None}
        name = f"{self._frames:03}.png"
        try:
            (self._folder / name).write_bytes(added.png)
        except OSError as error:
            raise self._full(error) from None
        self._last, self._frames = picture, self._frames + 1
        return {"frame": name, "at": added.at}

    def _write_end(self, why: str) -> None:
        """Note why the play broke off, with what was seen then, if anything was; the reason itself is on its way."""
        try:
            self._write_line({"seconds": self._seconds(), **self._write_frame(), "stopped": why})
        except MinebotError:
            return

    def _write_line(self, fields: dict[str, Any]) -> None:
        try:
            with (self._folder / JOURNAL).open("ab") as file:
                file.write(json.dumps(fields).encode() + b"\n")
        except OSError as error:
            raise self._full(error) from None

    def _full(self, error: OSError) -> RecordError:
        why = error.strerror or str(error)
        return RecordError(
            f"the game cannot be recorded in {self._folder} ({why}); make room, or name another folder; "
            "what was written so far can be replayed"
        )


def advised(advice: Advice) -> dict[str, Any]:
    """What is kept of an advice: the certain cells, the move and its reason; where it guesses, the risks as well."""
    kept: dict[str, Any] = {
        "safe": sorted(map(list, advice.safe)),
        "mines": sorted(map(list, advice.mines)),
        "best": str(advice.best),
        "why": advice.why,
    }
    if not advice.safe:
        kept["risks"] = [[*cell, round(risk, 6)] for cell, risk in sorted(advice.risks.items())]
    return kept
