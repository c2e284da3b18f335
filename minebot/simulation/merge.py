"""Files of outcomes summed up: those of one run together, each run for itself."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from minebot.errors import OutcomesError
from minebot.simulation.columnar import SUFFIXES, read_parquet, settings_in
from minebot.simulation.keep import Place
from minebot.simulation.outcome import Outcomes
from minebot.simulation.settings import Settings
from minebot.simulation.table import read_table
from minebot.simulation.tally import Tally


@dataclass(frozen=True, slots=True)
class Source:
    """A file of outcomes: the settings of its run, where they are known, and the games it holds."""

    path: Path
    settings: Settings | None
    games: range
    tally: Tally


@dataclass(slots=True)
class Merged:
    """The games of a run, from one file or more; a file without settings is a run of its own."""

    settings: Settings | None
    sources: list[Source] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)

    def add(self, source: Source) -> None:
        """Take the games of a file; OutcomesError where some are here already."""
        for other in self.sources:
            if twice := range(max(other.games.start, source.games.start), min(other.games.stop, source.games.stop)):
                raise OutcomesError(
                    f"{other.path} and {source.path} both hold game {twice.start} of the same run; name one of them"
                )
        self.sources.append(source)
        self.tally.include(source.tally)

    @property
    def label(self) -> str:
        """The run, in a line; the file, where nothing says what run it is of."""
        return str(self.sources[0].path) if self.settings is None else self.settings.label

    def as_json(self) -> dict[str, object]:
        """What the files are of, and what their games make together."""
        return {
            "files": [str(source.path) for source in self.sources],
            "run": None if self.settings is None else asdict(self.settings),
            **self.tally.as_json(self.tally.seconds),
        }


def merged(paths: Iterable[Path]) -> list[Merged]:
    """The runs that these files are of, in the order of their first files."""
    runs: dict[object, Merged] = {}
    for path in paths:
        source = opened(path)
        key = path if source.settings is None else replace(source.settings, first=0, times=True)
        runs.setdefault(key, Merged(source.settings)).add(source)
    return list(runs.values())


def opened(path: Path) -> Source:
    """A file, read once from end to end."""
    first, tally = 0, Tally()
    for batch in _games(path):
        first = first if tally.games else int(batch["index"][0])
        tally.add(batch)
    return Source(path, _settings(path), range(first, first + tally.games), tally)


def _games(path: Path) -> Iterator[Outcomes]:
    if path.suffix.lower() not in SUFFIXES:
        return read_table(path)
    if not path.exists() and Place(path).journal.exists():
        raise OutcomesError(f"{path} is not finished: go on with its run by --resume, or sum up {Place(path).journal}")
    return read_parquet(path)


def _settings(path: Path) -> Settings | None:
    if path.suffix.lower() in SUFFIXES:
        return settings_in(path)
    side = Place(path.with_suffix("") if path.suffix == ".journal" else path).side
    return Settings.read(side) if side.exists() else None
