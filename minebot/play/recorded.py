"""A recorded game read again: as steps, and as a Game that the loop plays."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from minebot.board import Board
from minebot.errors import MinebotError, NotationError, PictureError, RecordError, Stopped
from minebot.geometry import Lattice
from minebot.move import Move
from minebot.play.bot import Solver
from minebot.play.film import Shot, laid
from minebot.play.record import FORMAT, JOURNAL, Header, advised
from minebot.solver.advice import Advice
from minebot.vision.known.board import read_at
from minebot.vision.picture import Bgr
from minebot.vision.read import read_picture
from minebot.vision.reading import Reading
from minebot.vision.themes.folders import load_theme


@dataclass(frozen=True, slots=True)
class Step:
    """One turn of the loop: what the frame added, the board read in it, and what was advised and done then.

    `shot` is None where the frame shows what the last one showed; `moves` is None where the record ends before them;
    `seconds` and `acted` tell when it was seen and done, counted from the beginning of the record.
    """

    shot: Shot | None
    board: Board
    seconds: float
    moves: tuple[Move, ...] | None = None
    advice: Mapping[str, Any] | None = None
    acted: float | None = None


@dataclass(frozen=True)
class Record:
    """A recorded game: how it was played, its turns, and why it broke off, where that was noted."""

    folder: Path
    header: Header
    steps: tuple[Step, ...]
    stopped: str | None = None

    @property
    def result(self) -> str | None:
        """Won, lost, or None where it was broken off."""
        state = self.steps[-1].board.state
        return None if state == "playing" else state

    @cached_property
    def frames(self) -> list[Bgr]:
        """The picture at each turn; those in which nothing changed are one and the same. RecordError for damage."""
        return list(self._frames())

    def _frames(self) -> Iterator[Bgr]:
        frame: Bgr | None = None
        for turn, step in enumerate(self.steps):
            try:
                frame = frame if step.shot is None else laid(frame, step.shot)
            except PictureError as error:
                raise RecordError(f"turn {turn} in {self.folder} is damaged: {error}; record it again") from None
            if frame is None:
                raise RecordError(f"{self.folder} has no first frame; record it again")
            yield frame


class RecordedGame:
    """A recording as a Game: `read` reads the recorded pixels anew, `play` compares the moves with the recorded ones.

    `differences` tells, a sentence each, where the reading, the advice or the moves are not those of the record;
    `lattices` where the board lay in each frame that was read.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self.differences: list[str] = []
        self.moves: list[tuple[Move, ...]] = []
        self.lattices: list[Lattice] = []
        self._turn = 0
        self._reading: Reading | None = None

    def read(self) -> Board:
        """The board in the next frame."""
        if self._turn >= len(self.record.steps):
            raise Stopped("the recording ends here, in mid-game")
        step = self.record.steps[self._turn]
        self._reading = self._read(self.record.frames[self._turn])
        self.lattices.append(self._reading.lattice)
        board = replace(self._reading.board, mines=step.board.mines)
        if board.rows != step.board.rows:
            self._differs("the board is read otherwise than it was when it was recorded")
        return board

    def play(self, moves: Sequence[Move]) -> None:
        """Compare with the moves recorded at this point, and turn to the next frame."""
        recorded = self.record.steps[self._turn].moves
        if recorded is not None and tuple(moves) != recorded:
            self._differs(f"{listed(moves)}, but recorded was {listed(recorded)}")
        self.moves.append(tuple(moves))
        self._turn += 1

    def restart(self) -> None:
        """Refuse: a recording holds one game."""
        raise Stopped("the recording ends here")

    def comparing(self, solver: Solver) -> Solver:
        """The solver, whose advice is compared with the recorded one."""

        def think(board: Board) -> Advice:
            advice = solver(board)
            self._compare(advised(advice), self.record.steps[self._turn].advice)
            return advice

        return think

    def _compare(self, now: Mapping[str, Any], recorded: Mapping[str, Any] | None) -> None:
        if recorded is None:
            return
        for field, name in (("safe", "safe cells"), ("mines", "certain mines"), ("risks", "risks"), ("best", "move")):
            if now.get(field) != recorded.get(field):
                self._differs(f"the {name} advised are not those that were recorded")

    def _differs(self, how: str) -> None:
        self.differences.append(f"turn {self._turn}: {how}")

    def _read(self, picture: Bgr) -> Reading:
        """The reading at the place of the last one, or wherever the board is now."""
        if self._reading is not None:
            reading = read_at(picture, self._reading.lattice, self._reading.theme)
            if not reading.doubtful:
                return reading
        readings = read_picture(picture, [load_theme(self.record.header.theme)])
        if len(readings) != 1:
            raise RecordError(
                f"turn {self._turn} in {self.record.folder} shows {len(readings)} boards, not one; record it again"
            )
        return readings[0]


def load_record(folder: Path) -> Record:
    """What lies in a folder; RecordError where that is no recorded game, or a damaged one.

    A last line that was not written to its end, as where the play was killed or the disk was full, counts for nothing.
    """
    journal = folder / JOURNAL
    if not journal.is_file():
        raise RecordError(f"{folder} holds no recorded game; record one with 'minebot play --record {folder}'")
    try:
        lines = [json.loads(line) for line in journal.read_bytes().split(b"\n")[:-1]]
        header, steps, stopped = Header(**lines[0]), *_steps(folder, lines[1:])
    except (OSError, ValueError, TypeError, KeyError, LookupError, MinebotError) as error:
        raise RecordError(f"the recorded game in {folder} is damaged ({error}); record it again") from None
    if header.format != FORMAT or not steps:
        raise RecordError(f"the recorded game in {folder} has no turns, or is of another version; record it again")
    return Record(folder, header, tuple(steps), stopped)


def _steps(folder: Path, lines: Sequence[Mapping[str, Any]]) -> tuple[list[Step], str | None]:
    """The turns that the lines after the first one tell of, and why the play broke off."""
    steps: list[Step] = []
    for line in lines:
        if "stopped" in line:
            return steps, str(line["stopped"])
        if "board" in line:
            steps.append(Step(_shot(folder, line), Board.parse(line["board"]), line["seconds"]))
        else:
            moves = tuple(map(Move.parse, line["moves"]))
            steps[-1] = replace(steps[-1], moves=moves, advice=line["advice"], acted=line["seconds"])
    return steps, None


def _shot(folder: Path, line: Mapping[str, Any]) -> Shot | None:
    if line["frame"] is None:
        return None
    frame = folder / line["frame"]
    if frame.parent != folder or not frame.is_file():
        raise NotationError(f"{line['frame']} is missing")
    return Shot(frame.read_bytes(), None if line["at"] is None else (int(line["at"][0]), int(line["at"][1])))


def listed(moves: Sequence[Move]) -> str:
    """Moves in a line."""
    return "; ".join(map(str, moves)) or "nothing"
