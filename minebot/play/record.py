"""A game on file: the frames as the loop captured them, the board read in each, the moves made after each.

FOLDER/game.json    how it was played, and how it ended
FOLDER/000.png      the first frame; 000.board what was read in it; 000.moves what was done then, a move a line
FOLDER/001.png      the frame after that, and so on
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Protocol

from minebot.board import Board
from minebot.errors import NotationError, PictureError, RecordError, Stopped
from minebot.move import Move
from minebot.play.bot import Marking
from minebot.vision.known import read_at
from minebot.vision.picture import Bgr, load_picture, save_picture
from minebot.vision.read import read_picture
from minebot.vision.reading import Reading
from minebot.vision.theme import load_theme

FORMAT = 1


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
        """What was seen at the last `read`."""
        ...


@dataclass(frozen=True, slots=True)
class Header:
    """How a recorded game was played: `result` is won, lost, or None where it was broken off."""

    theme: str
    solver: str
    seed: int
    mines: int
    marking: str = Marking.NONE.value
    result: str | None = None
    format: int = FORMAT


@dataclass(frozen=True, slots=True)
class Step:
    """One turn of the loop: the frame's file, the board read in it, the moves made then."""

    frame: Path
    board: Board
    moves: tuple[Move, ...]


class RecordingGame:
    """A Game that writes down whatever passes between the loop and the game behind it."""

    def __init__(self, game: Seen, folder: Path, header: Header) -> None:
        self._game, self._folder, self._header = game, folder, header
        self._turn = 0
        if folder.exists() and any(folder.iterdir()):
            raise RecordError(f"{folder} is not empty; name a new folder to record into")
        _write(lambda: folder.mkdir(parents=True, exist_ok=True), folder)

    def read(self) -> Board:
        """Read the board, and keep it with the picture of it."""
        board = self._game.read()
        name = self._folder / f"{self._turn:03}"
        save_picture(name.with_suffix(".png"), self._game.picture())
        _write(lambda: name.with_suffix(".board").write_text(f"{board}\n", encoding="utf-8"), name)
        result = None if board.state == "playing" else board.state
        header = replace(self._header, mines=board.mines or 0, result=result)
        text = json.dumps(asdict(header), indent=2) + "\n"
        _write(lambda: (self._folder / "game.json").write_text(text, encoding="utf-8"), self._folder)
        return board

    def play(self, moves: Sequence[Move]) -> None:
        """Keep the moves, and make them."""
        text = "".join(f"{move}\n" for move in moves)
        file = self._folder / f"{self._turn:03}.moves"
        _write(lambda: file.write_text(text, encoding="utf-8"), file)
        self._turn += 1
        self._game.play(moves)

    def restart(self) -> None:
        """Refuse: a folder holds one game."""
        raise RecordError(f"{self._folder} holds one game; record the next into another folder")


class RecordedGame:
    """A recording as a Game: `read` reads the recorded pixels anew, `play` compares the moves with the recorded ones.

    `differences` tells, a sentence each, where the reading or the moves are not those of the record.
    """

    def __init__(self, folder: Path) -> None:
        self.header, self.steps = load_record(folder)
        self.differences: list[str] = []
        self.moves: list[tuple[Move, ...]] = []
        self._turn = 0
        self._reading: Reading | None = None

    def read(self) -> Board:
        """The board in the next frame."""
        if self._turn >= len(self.steps):
            raise Stopped("the recording ends here, in mid-game")
        step = self.steps[self._turn]
        self._reading = self._read(load_picture(step.frame))
        board = self._reading.board.with_mines(self.header.mines)
        if board.rows != step.board.rows:
            self.differences.append(f"{step.frame.name}: the board is read otherwise than it was when it was recorded")
        return board

    def play(self, moves: Sequence[Move]) -> None:
        """Compare with the moves recorded at this point, and turn to the next frame."""
        recorded = self.steps[self._turn].moves
        if tuple(moves) != recorded:
            self.differences.append(f"turn {self._turn}: {_listed(moves)}, but recorded was {_listed(recorded)}")
        self.moves.append(tuple(moves))
        self._turn += 1

    def restart(self) -> None:
        """Refuse: a recording holds one game."""
        raise Stopped("the recording ends here")

    def _read(self, picture: Bgr) -> Reading:
        """The reading at the place of the last one, or wherever the board is now."""
        if self._reading is not None:
            reading = read_at(picture, self._reading.lattice, self._reading.theme)
            if not reading.doubtful:
                return reading
        readings = read_picture(picture, [load_theme(self.header.theme)])
        if len(readings) != 1:
            raise RecordError(
                f"{self.steps[self._turn].frame} shows {len(readings)} boards, and not one; record it again"
            )
        return readings[0]


def load_record(folder: Path) -> tuple[Header, list[Step]]:
    """What lies in a folder; RecordError where that is no recorded game, or a damaged one."""
    if not (folder / "game.json").is_file():
        raise RecordError(f"{folder} holds no recorded game; record one with 'minebot play --record {folder}'")
    try:
        header = Header(**json.loads((folder / "game.json").read_text(encoding="utf-8")))
        steps = [_step(path) for path in sorted(folder.glob("*.board"))]
    except (OSError, ValueError, TypeError, NotationError, PictureError) as error:
        raise RecordError(f"the recorded game in {folder} is damaged ({error}); record it again") from None
    if header.format != FORMAT or not steps:
        raise RecordError(f"the recorded game in {folder} has no turns, or is of another version; record it again")
    return header, steps


def _step(path: Path) -> Step:
    frame, moves = path.with_suffix(".png"), path.with_suffix(".moves")
    if not frame.is_file():
        raise NotationError(f"{frame.name} is missing")
    lines = moves.read_text(encoding="utf-8").splitlines() if moves.is_file() else []
    return Step(frame, Board.parse(path.read_text(encoding="utf-8")), tuple(map(Move.parse, lines)))


def _write(action: Callable[[], object], place: Path) -> None:
    try:
        action()
    except OSError as error:
        raise RecordError(f"the game cannot be recorded in {place} ({error.strerror}); name another folder") from None


def _listed(moves: Sequence[Move]) -> str:
    return "; ".join(map(str, moves)) or "nothing"
