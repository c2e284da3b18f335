"""Outcomes as text, a line a game, and back."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import numpy as np
import pyarrow as pa
from pyarrow import csv

from minebot.errors import OutcomesError
from minebot.simulation.outcome import ROW, UNKNOWN, Outcomes

CSV = ("index", "won", "moves", "guesses", "seconds")
"""The columns of a CSV file."""

FULL = (*CSV, "three_bv", "openings", "nodes", "handed_on")
"""The columns of a journal that becomes a Parquet file."""

BLOCK = 1 << 20
"""Bytes read at a time."""

BATCH = 1 << 16
"""Games read at a time."""

KINDS = {"index": "int64", "won": "bool", "seconds": "float64", "nodes": "int64"}
"""How a column is read; the others are whole numbers of 32 bits."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The columns of a table, and whether its seconds are kept or left empty."""

    columns: tuple[str, ...]
    times: bool = True

    @property
    def header(self) -> bytes:
        """The first line."""
        return (",".join(self.columns) + "\n").encode()

    def lines(self, outcomes: Outcomes) -> bytes:
        """The lines of these games."""
        kept = [name for name in self.columns if self.times or name != "seconds"]
        marks = {name: "%.6f" if name == "seconds" else "%d" for name in kept}
        line = ",".join(marks.get(name, "") for name in self.columns) + "\n"
        return "".join(map(line.__mod__, outcomes[kept].tolist())).encode()


def read_table(
    path: Path, layouts: Iterable[tuple[str, ...]] = (CSV, FULL), first: int | None = None
) -> Iterator[Outcomes]:
    """The games of a file, in batches of BATCH; a last line that was cut off is left out.

    Raises OutcomesError where the header is none of `layouts`, a line is no game, or is not the next one, from `first`.
    """
    try:
        with path.open("rb") as file:
            columns = _columns(path, file.readline(), layouts)
            blocks = (_parsed(path, columns, lines) for lines in _whole_lines(file))
            yield from batches(in_sequence(path, blocks, first))
    except OSError as error:
        raise OutcomesError(f"{path} cannot be read: {error.strerror}") from None


def _columns(path: Path, header: bytes, layouts: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    for columns in layouts:
        if header == Layout(columns).header:
            return columns
    raise OutcomesError(f"{path} holds no outcomes: its first line does not name their columns")


def _whole_lines(file: BinaryIO) -> Iterator[bytes]:
    """What is left of a file, in blocks that end with a line; without the last line, where it does not end."""
    rest = b""
    while block := file.read(BLOCK):
        whole, end, rest = (rest + block).rpartition(b"\n")
        if end:
            yield whole + end


def _parsed(path: Path, columns: tuple[str, ...], lines: bytes) -> Outcomes:
    types = {name: KINDS.get(name, "int32") for name in columns}
    try:
        table = csv.read_csv(
            pa.BufferReader(lines),
            csv.ReadOptions(use_threads=False, column_names=list(columns)),
            csv.ParseOptions(quote_char=False, ignore_empty_lines=False),
            csv.ConvertOptions(column_types=types, null_values=[""], true_values=["1"], false_values=["0"]),
        )
    except pa.ArrowInvalid as error:
        raise OutcomesError(f"{path} is damaged: a line in it is no game ({error})") from None
    if any(table[name].null_count for name in columns if name != "seconds"):
        raise OutcomesError(f"{path} is damaged: a line in it is no game (a field is empty)")
    return _checked(path, from_arrow(table))


def _checked(path: Path, outcomes: Outcomes) -> Outcomes:
    moves, guesses = outcomes["moves"], outcomes["guesses"]
    if ((guesses < 0) | (guesses > moves)).any():
        raise OutcomesError(
            f"{path} is damaged: a line in it is no game (no game has more guesses than moves, or fewer than 0)"
        )
    return outcomes


def from_arrow(table: pa.Table | pa.RecordBatch) -> Outcomes:
    """Outcomes from the columns of a table; what has no column is unknown, seconds that were not kept are NaN."""
    outcomes = np.full(table.num_rows, UNKNOWN, ROW)
    for name in table.schema.names:
        outcomes[name] = table[name].to_numpy(zero_copy_only=False)
    return outcomes


def in_sequence(path: Path, blocks: Iterable[Outcomes], first: int | None = None) -> Iterator[Outcomes]:
    """The blocks themselves; OutcomesError where a game is not the one after the last, or the first not `first`."""
    for block in blocks:
        begin = int(block["index"][0]) if first is None else first
        misplaced = block["index"] != np.arange(begin, begin + len(block))
        if misplaced.any():
            raise OutcomesError(f"{path} is damaged: game {begin + int(misplaced.argmax())} is not where it belongs")
        first = begin + len(block)
        yield block


def batches(blocks: Iterable[Outcomes], size: int = BATCH) -> Iterator[Outcomes]:
    """The same games in batches of `size`, but for the last."""
    held = np.empty(0, ROW)
    for block in blocks:
        held = np.concatenate([held, block])
        while len(held) >= size:
            yield held[:size]
            held = held[size:]
    if len(held):
        yield held
