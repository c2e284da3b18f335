"""The journal: outcomes on disk, appended a chunk at a time, so that whatever ends a run leaves whole games behind."""

import sys
from collections.abc import Iterator
from io import FileIO
from pathlib import Path
from types import TracebackType
from typing import Self

from minebot.errors import OutcomesError
from minebot.simulation.outcome import Outcomes
from minebot.simulation.table import BLOCK, Layout, read_table

if sys.platform != "win32":
    import fcntl


class Journal:
    """A file of outcomes that is written at its end alone; opening it claims it, so that no two runs write in it."""

    def __init__(self, path: Path, layout: Layout, first: int) -> None:
        self.path, self._layout, self._first = path, layout, first
        self._file = path.open("ab", buffering=0)
        if sys.platform != "win32" and path.is_file():
            _claim(self._file, path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()

    def start(self) -> None:
        """Begin anew: the header alone."""
        if self.path.is_file():
            self._file.truncate(0)
        self._write(self._layout.header)

    def append(self, outcomes: Outcomes) -> None:
        """Add games; what stands there already stays whole, whatever happens meanwhile."""
        self._write(self._layout.lines(outcomes))

    def games(self) -> Iterator[Outcomes]:
        """The games so far, in batches."""
        return read_table(self.path, [self._layout.columns], self._first)

    def cut(self, games: int) -> None:
        """Drop all but the first games, and a last line that was cut off; a journal without its header begins anew."""
        end = _end_of_line(self.path, games + 1)
        if end is None:
            self.start()
        else:
            self._file.truncate(end)

    def _write(self, lines: bytes) -> None:
        left = memoryview(lines)
        try:
            while left:
                left = left[self._file.write(left) :]
        except OSError as error:
            raise OutcomesError(f"{self.path} cannot be written: {error.strerror}") from None


def _claim(file: FileIO, path: Path) -> None:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise OutcomesError(f"{path} is being written by another run of minebot; wait for it, or stop it") from None


def _end_of_line(path: Path, line: int) -> int | None:
    """Where the line of this number, from 1, ends, in bytes; None where there are fewer."""
    seen = lines = 0
    with path.open("rb") as file:
        while block := file.read(BLOCK):
            if lines + block.count(b"\n") >= line:
                return seen + _nth_end(block, line - lines)
            lines += block.count(b"\n")
            seen += len(block)
    return None


def _nth_end(block: bytes, number: int) -> int:
    end = 0
    for _ in range(number):
        end = block.index(b"\n", end) + 1
    return end
