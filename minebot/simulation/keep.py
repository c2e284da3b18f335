"""Where the outcomes of a run are kept: begun, gone on with, finished.

Beside the file that the user names, say `out.csv`, stands `out.csv.run.json`, the settings of the run, written before
the first game. A Parquet file cannot be appended to: the games of `out.parquet` stand in `out.parquet.journal` until
the run ends or is stopped, and are then turned into the file, which carries the settings itself.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from minebot.errors import OutcomesError
from minebot.simulation.columnar import SUFFIXES, read_parquet, settings_in, write_parquet
from minebot.simulation.journal import Journal
from minebot.simulation.settings import Settings
from minebot.simulation.table import CSV, FULL, Layout


@dataclass(frozen=True, slots=True)
class Place:
    """The file that the user names, and the two beside it."""

    path: Path

    @property
    def parquet(self) -> bool:
        """Whether the run ends in a Parquet file."""
        return self.path.suffix.lower() in SUFFIXES

    @property
    def journal(self) -> Path:
        """Where games are appended."""
        return self.path.with_name(f"{self.path.name}.journal") if self.parquet else self.path

    @property
    def side(self) -> Path:
        """Where the settings stand."""
        return self.path.with_name(f"{self.path.name}.run.json")

    @property
    def special(self) -> bool:
        """Whether it is no file, but a pipe, a device, or a folder."""
        return self.path.exists() and not self.path.is_file()

    @property
    def columns(self) -> tuple[str, ...]:
        """What a line of the journal holds."""
        return FULL if self.parquet else CSV


@contextmanager
def begin(place: Place, settings: Settings) -> Iterator[Journal]:
    """A new journal; OutcomesError where games of another run would be lost, or nothing can be written."""
    if place.path.is_dir():
        raise OutcomesError(f"{place.path} is a folder; name a file in it")
    if not place.path.parent.is_dir():
        raise OutcomesError(f"{place.path} cannot be written: there is no folder {place.path.parent}; make it first")
    for path in (place.path, place.journal):
        if path.is_file() and not _empty(path):
            raise OutcomesError(f"{path} exists already: go on with it by --resume, or delete it, or name another file")
    with _opened(place, settings) as journal:
        journal.start()
        yield journal


@contextmanager
def resume(place: Place, settings: Settings) -> Iterator[Journal]:
    """The journal of a run that ended or was stopped; OutcomesError where there is none, or one of another run."""
    if place.special:
        raise OutcomesError(f"{place.path} is a folder or a device; there is nothing in it to resume")
    found = _settings_of(place)
    if differences := found.differences(settings):
        raise OutcomesError(
            f"{place.path} is of another run ({'; '.join(differences)}): say the options of that run, or another file"
        )
    if place.parquet and place.path.exists() and not place.journal.exists():
        _unpack(place, settings)
    with _opened(place, settings) as journal:
        if _empty(place.journal):
            journal.start()
        yield journal


def finish(place: Place, settings: Settings, journal: Journal) -> None:
    """Turn the journal into the Parquet file, where one was asked for."""
    if not place.parquet or place.special:
        return
    try:
        write_parquet(place.path, settings, journal.games())
        place.journal.unlink()
        place.side.unlink()
    except OSError as error:
        raise OutcomesError(f"{place.path} cannot be written ({error}); its games are in {place.journal}") from None


def _opened(place: Place, settings: Settings) -> Journal:
    try:
        if not place.special:
            _write_whole(place.side, str(settings).encode())
        return Journal(place.journal, Layout(place.columns, settings.times), settings.first)
    except OSError as error:
        raise OutcomesError(f"{error.filename or place.path} cannot be written: {error.strerror}") from None


def _empty(path: Path) -> bool:
    """Whether a file holds at most a header, perhaps one that was cut off."""
    headers = [Layout(columns).header for columns in (CSV, FULL)]
    try:
        with path.open("rb") as file:
            found = file.read(max(map(len, headers)) + 1)
    except OSError as error:
        raise OutcomesError(f"{path} cannot be read: {error.strerror}") from None
    return any(header.startswith(found) for header in headers)


def _settings_of(place: Place) -> Settings:
    if place.parquet and place.path.exists() and not place.journal.exists():
        return settings_in(place.path)
    if place.side.exists():
        return Settings.read(place.side)
    if place.journal.exists():
        raise OutcomesError(f"{place.side} is missing, so it cannot be told what run {place.path} is of; start it anew")
    raise OutcomesError(f"there is no {place.path} to resume; leave --resume out to start it")


def _unpack(place: Place, settings: Settings) -> None:
    """Make a finished Parquet file a journal again."""
    part = place.journal.with_name(f"{place.journal.name}.part")
    layout = Layout(place.columns, settings.times)
    try:
        with part.open("wb") as file:
            file.write(layout.header)
            file.writelines(map(layout.lines, read_parquet(place.path)))
        part.replace(place.journal)
    except OSError as error:
        raise OutcomesError(f"{part} cannot be written: {error.strerror}") from None


def _write_whole(path: Path, content: bytes) -> None:
    """Write a file that is there wholly or not at all."""
    part = path.with_name(f"{path.name}.part")
    part.write_bytes(content)
    part.replace(path)
