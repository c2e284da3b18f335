"""What `minebot learn` shows at the terminal and asks there: a cell is drawn, and saved as a picture to look at."""

import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import typer
from rich.console import Console
from rich.progress import track
from rich.text import Text

from minebot.vision.learn import Tile
from minebot.vision.picture import save_picture
from minebot.vision.theme import SYMBOL_CODES
from minebot.vision.themes.keep import Keeping
from minebot.vision.unknown.shots import Shot

_DRAWN = 24  # pixels of a cell as it is drawn into the terminal, two of them a character
_SAVED = 128  # pixels of the saved picture, which a person is to see
_MANY = 4  # pictures that take longer than two seconds
_FEWEST = 0.01  # probability below which an answer is not listed


@dataclass(frozen=True, slots=True)
class Question:
    """A look that nothing else can decide: its picture, how many cells have it, the likely symbols, likeliest first."""

    tile: Tile
    cells: int
    answers: Sequence[tuple[str, float]]


Asker = Callable[[Question], str | None]
"""Whoever is asked what a look shows: a symbol's name, or None to leave the look out."""


def nobody(_: Question) -> str | None:
    """There is no one to ask: the look is left out."""
    return None


@dataclass(frozen=True, slots=True)
class Terminal:
    """Asks at a terminal; the pictures are kept in a folder, named in each question."""

    console: Console
    folder: Path

    def __call__(self, question: Question) -> str | None:
        """Show the cell and wait for a symbol's name, the number of an answer, or an empty line to leave it out."""
        path = self.folder / f"look-{len(list(self.folder.glob('look-*.png'))) + 1}.png"
        save_picture(
            path, cv2.resize(question.tile, (_SAVED, _SAVED), interpolation=cv2.INTER_NEAREST).astype(np.uint8)
        )
        self.console.print(blocks(question.tile))
        likely = [(symbol, share) for symbol, share in question.answers if share >= _FEWEST]
        listed = ", ".join(f"{symbol} ({share:.0%})" for symbol, share in likely)
        many = "1 cell looks" if question.cells == 1 else f"{question.cells} cells look"
        self.console.print(f"{many} like this ({path}); likely: {listed}", markup=False, soft_wrap=True)
        while True:
            answer = self.console.input("what is it? (a symbol's name; Enter to leave it out) ").strip().lower()
            if answer == "" or answer in SYMBOL_CODES:
                return answer or None
            self.console.print(f"symbols are {', '.join(SYMBOL_CODES)}", markup=False, soft_wrap=True)


def blocks(tile: Tile) -> Text:
    """The picture in colour, two pixels a character: the upper half block over a background."""
    small = cv2.resize(tile, (_DRAWN, _DRAWN), interpolation=cv2.INTER_AREA)
    lines = []
    for upper, lower in zip(small[::2], small[1::2], strict=True):
        pairs = zip(upper.tolist(), lower.tolist(), strict=True)
        lines.append(Text.assemble(*(("\u2580", f"{_hex(above)} on {_hex(below)}") for above, below in pairs)))
    return Text("\n").join(lines)


def _hex(colour: Sequence[int]) -> str:
    blue, green, red = colour
    return f"#{red:02x}{green:02x}{blue:02x}"


@contextmanager
def asker(console: Console, silent: bool) -> Iterator[Asker]:
    """Whom to ask: the user, if someone sits at the terminal and wants to be asked, else nobody."""
    if silent or not (console.is_terminal and sys.stdin is not None and sys.stdin.isatty()):
        yield nobody
        return
    with tempfile.TemporaryDirectory(prefix="minebot-") as folder:
        yield Terminal(console, Path(folder))


def along(console: Console) -> Callable[[Sequence[Shot]], Iterable[Shot]]:
    """Passes shots on and shows at a terminal how many are left."""
    return lambda shots: track(
        shots, "reading", console=console, transient=True, disable=len(shots) < _MANY or not console.is_terminal
    )


def keeping(force: bool, add: bool) -> Keeping:
    """What --force and --add say together; wrong usage for both."""
    if force and add:
        raise typer.BadParameter("say --force or --add, not both", param_hint="--add")
    return Keeping.REPLACE if force else Keeping.ADD if add else Keeping.NEW
