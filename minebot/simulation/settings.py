"""Settings: what decides the outcomes of a run, as the JSON that stands beside its file of outcomes."""

import json
from dataclasses import asdict, dataclass, fields
from hashlib import sha256
from pathlib import Path

from minebot.errors import OutcomesError
from minebot.minefield import BoardSet, RandomBoards

FORMAT = 2
"""Raised when the same settings would give other outcomes than before, or other columns."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What a run is: two runs of the same settings have the same outcomes, game by game, but for the seconds."""

    solver: str
    size: str
    mines: int
    rule: str
    start: str
    boards: str
    """`seed 7`, with the topology where it is not square, or the digest of a board set."""
    first: int = 0
    """The index of the first game."""
    times: bool = True
    """Whether the seconds are kept."""
    format: int = FORMAT

    @classmethod
    def of(cls, boards: BoardSet | RandomBoards, solver: str, *, first: int = 0, times: bool = True) -> "Settings":
        """The settings of a run of a solver on these boards."""
        return cls(
            solver=solver,
            size=f"{boards.width}x{boards.height}",
            mines=boards.mines,
            rule=boards.rule,
            start=f"{boards.start[0]},{boards.start[1]}",
            boards=_identity(boards),
            first=first,
            times=times,
        )

    @property
    def label(self) -> str:
        """The run in a few words."""
        return f"{self.solver}, {self.size}, {self.mines} mines, {self.rule}, {self.boards[:19]}"

    def __str__(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def parse(cls, text: str, where: object) -> "Settings":
        """The settings that `str` wrote; OutcomesError, naming `where` they stood, for anything else."""
        try:
            found = json.loads(text)
        except ValueError:
            found = None
        wanted = {field.name: field.type for field in fields(cls)}
        if not isinstance(found, dict) or {name: type(value) for name, value in found.items()} != wanted:
            raise OutcomesError(f"{where} does not say what run the outcomes are of: it is damaged, or no file of ours")
        return cls(**found)

    @classmethod
    def read(cls, path: Path) -> "Settings":
        """The settings in a file; OutcomesError where there are none to read."""
        try:
            return cls.parse(path.read_text(encoding="utf-8"), path)
        except UnicodeDecodeError:
            return cls.parse("", path)
        except OSError as error:
            raise OutcomesError(f"{path} cannot be read: {error.strerror}") from None

    def differences(self, wanted: "Settings") -> list[str]:
        """What is not as wanted, each as `games of mines 10, not 99`."""
        pairs = [(name, getattr(self, name), value) for name, value in asdict(wanted).items()]
        return [f"{name} {here}, not {there}" for name, here, there in pairs if here != there]


def _identity(boards: BoardSet | RandomBoards) -> str:
    if isinstance(boards, RandomBoards):
        return f"seed {boards.seed}" + (f", {boards.topology}" if boards.topology != "square" else "")
    return f"sha256 {sha256(str(boards).encode()).hexdigest()}"
