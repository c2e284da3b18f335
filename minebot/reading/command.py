"""The command `minebot read`: looks at each source in turn, and prints what is there."""

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import typer
from rich.console import Console

from minebot import report
from minebot.errors import MinebotError
from minebot.geometry import Rect
from minebot.progress import progress
from minebot.reading.sources import Look, Source, of_clipboard, of_file, of_screen
from minebot.vision.sources.recording import Frame

err = Console(stderr=True, highlight=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The options as the user gave them: one kind of source, else it is wrong usage."""

    shots: tuple[Path, ...] = ()
    clipboard: bool = False
    screen: bool = False
    region: Rect | None = None
    theme: str | None = None
    overlay: Path | None = None
    as_json: bool = False

    def __post_init__(self) -> None:
        if [bool(self.shots), self.clipboard, self.screen, self.region is not None].count(True) != 1:
            raise typer.BadParameter("name picture files, or say one of --clipboard, --screen and --region")

    @property
    def sources(self) -> list[Source]:
        """Where to look."""
        if self.clipboard:
            return [of_clipboard()]
        return [of_file(path) for path in self.shots] or [of_screen(self.region)]


@dataclass
class Watching:
    """A picture or a recording that is being looked at, for the bar; `shown` is called where it is further."""

    name: str
    begun: float = field(default_factory=time.monotonic)
    frame: Frame | None = None
    shown: Callable[[], None] = field(default=lambda: None)

    @property
    def title(self) -> str:
        """What is looked at."""
        return f"reading {self.name}"

    @property
    def seconds(self) -> float:
        """How long it has been going on."""
        return time.monotonic() - self.begun

    @property
    def share(self) -> float | None:
        """The share of the recording that was looked at; None where nobody knows."""
        return None if self.frame is None else self.frame.share

    @property
    def news(self) -> str:
        """How far it is."""
        return "" if self.frame is None else f"frame {self.frame.index}, {self.frame.seconds:.1f} s"

    def passed(self, frame: Frame) -> None:
        """A frame of the recording was looked at."""
        self.frame = frame
        self.shown()


def read(asked: Asked) -> None:
    """Do what is asked, and print it; exit code 1 where a source failed."""
    whole = [_read_source(asked, source) for source in asked.sources]
    if not all(whole):
        raise typer.Exit(1)


def _read_source(asked: Asked, source: Source) -> bool:
    """Print what a source shows; whether that went well to its end."""
    seen = 0
    try:
        for seen, look in enumerate(_looks(asked, source), start=1):  # noqa: B007 - read below
            _write_overlay(asked, source, look)
            _print(asked, source, look)
    except MinebotError as error:
        err.print(f"minebot: {error}", markup=False, soft_wrap=True)
        if asked.as_json:
            typer.echo(json.dumps({"file": source.name, "error": str(error), "boards": []}))
        return False
    if not seen:
        _print(asked, source, None)
    return True


def _looks(asked: Asked, source: Source) -> Iterator[Look]:
    """What a source shows, one look after the other; a bar tells how far it is, but not while one is printed."""
    watching = Watching(source.name)
    looks = source.looks(asked.theme, watching.passed)
    while True:
        with progress(watching) as watching.shown:
            look = next(looks, None)
        if look is None:
            return
        yield look


def _write_overlay(asked: Asked, source: Source, look: Look) -> None:
    if asked.overlay is not None:
        stem = source.stem if look.frame is None else f"{source.stem}.{look.frame}"
        report.write_overlays(asked.overlay / stem, look.picture, look.readings)


def _print(asked: Asked, source: Source, look: Look | None) -> None:
    """Print one look; None where a recording had nothing to show."""
    if asked.as_json:
        typer.echo(json.dumps(_document(source, look)))
        return
    head = [f"file: {source.name}"] if len(asked.sources) > 1 else []
    if look is not None and look.frame is not None:
        head.append(f"frame: {look.frame} at {look.seconds:.2f} s")
    boards = "\n\n".join(report.summary(found) for found in look.readings) if look is not None else ""
    typer.echo("\n".join([*head, boards or "no board found"]) + "\n" * bool(head))


def _document(source: Source, look: Look | None) -> dict[str, object]:
    readings = [] if look is None else look.readings
    document: dict[str, object] = {"file": source.name, "error": None, "boards": list(map(report.describe, readings))}
    if look is not None and look.seconds is not None:
        document |= {"frame": look.frame, "seconds": round(look.seconds, 3)}
    return document
