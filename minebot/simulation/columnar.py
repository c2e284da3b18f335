"""Outcomes as a Parquet file: a column a field, the settings of the run as metadata, written and read in batches."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from minebot.errors import OutcomesError
from minebot.simulation.outcome import ROW, Outcomes
from minebot.simulation.settings import Settings
from minebot.simulation.table import from_arrow, in_sequence

SUFFIXES = (".parquet", ".pq")
"""How the name of a Parquet file ends."""

KEY = b"minebot.run"
"""The settings, in the metadata."""


def write_parquet(path: Path, settings: Settings, batches: Iterable[Outcomes]) -> None:
    """Write games, a batch a row group; the file appears when it is whole."""
    schema = pa.schema([(name, pa.from_numpy_dtype(ROW[name])) for name in ROW.names or ()])
    part = path.with_name(f"{path.name}.part")
    with pq.ParquetWriter(part, schema.with_metadata({KEY: str(settings)}), compression="zstd") as writer:
        for batch in batches:
            writer.write_batch(_to_arrow(batch, schema))
    part.replace(path)


def _to_arrow(batch: Outcomes, schema: pa.Schema) -> pa.RecordBatch:
    """The columns of a batch; a time that was not kept is null."""
    columns = [pa.array(batch[field.name], field.type, from_pandas=True) for field in schema]
    return pa.record_batch(columns, schema.remove_metadata())


def read_parquet(path: Path) -> Iterator[Outcomes]:
    """The games of a file that `write_parquet` wrote, in batches; OutcomesError for another."""
    with _opened(path) as file:
        names = tuple(file.schema_arrow.names)
        if names != ROW.names:
            raise OutcomesError(f"{path} holds no outcomes: its columns are {', '.join(names) or 'none'}")
        yield from in_sequence(path, _rows(path, file))


def _rows(path: Path, file: pq.ParquetFile) -> Iterator[Outcomes]:
    try:
        yield from map(from_arrow, file.iter_batches())
    except (pa.ArrowException, OSError):  # its end, which names the columns, is whole; what stands before it is not
        raise OutcomesError(f"{path} is damaged: its games cannot be read") from None


def settings_in(path: Path) -> Settings:
    """The settings in the metadata of a file; OutcomesError where there are none."""
    with _opened(path) as file:
        return Settings.parse((file.schema_arrow.metadata or {}).get(KEY, b"").decode(), path)


def _opened(path: Path) -> pq.ParquetFile:
    try:
        return pq.ParquetFile(path)
    except pa.ArrowInvalid:
        raise OutcomesError(f"{path} is damaged, or no Parquet file") from None
    except OSError as error:
        raise OutcomesError(f"{path} cannot be read: {os.strerror(error.errno) if error.errno else error}") from None
