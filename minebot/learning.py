"""What `minebot learn` does: looks from screenshots or a window, the user's word on the rest, a theme in a folder."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import numpy as np

from minebot.ask import Asker, Question, nobody
from minebot.errors import BoardNotFound, MinebotError, Stopped
from minebot.play.lesson import Lesson, attend_screen
from minebot.vision.learn import SURE, distance, symbol_of, theme_of_looks, tile_of
from minebot.vision.picture import identical
from minebot.vision.reading import Reading
from minebot.vision.theme import SYMBOL_CODES, SYMBOLS, Theme
from minebot.vision.themes.folders import own_folder
from minebot.vision.themes.keep import Keeping, enlarged, known_in, place_for, save_theme
from minebot.vision.unknown.album import Looks, Sheet, by_pitch, read_together, told
from minebot.vision.unknown.glyphs import CODES
from minebot.vision.unknown.shots import Shot, lay_out, load_shots, read_shots
from minebot.vision.unknown.signs import with_signs

_QUESTIONS = 12
"""Looks that a user is asked about at most: the most frequent ones."""

_NAMED = 6  # pictures that the source of a theme names


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be learned: the theme's name, the folder of themes it goes to, and what becomes of one there.

    `restart_key` starts the next game, where the user said so.
    """

    name: str
    parent: Path | None = None
    keeping: Keeping = Keeping.NEW
    restart_key: str | None = None

    def folder(self) -> Path:
        """Where the theme will lie; ThemeError where it may not."""
        return place_for(self.name, self.parent or own_folder(), self.keeping)

    def known(self) -> Theme | None:
        """The theme that is to be added to, if there is one."""
        return known_in(self.folder(), self.keeping)


@dataclass
class Learned:
    """What came of it: the theme and its folder, the shots without a board, looks left out, and why it ended early."""

    theme: Theme
    folder: Path
    pictures: int
    skipped: list[str] = field(default_factory=list)
    left_out: int = 0
    error: MinebotError | None = None

    @property
    def symbols(self) -> list[str]:
        """The symbols that the theme has."""
        known = {symbol_of(name) for name in self.theme.symbols}
        return [symbol for symbol in SYMBOL_CODES if symbol in known]

    @property
    def missing(self) -> list[str]:
        """And those that were not seen."""
        return [symbol for symbol in SYMBOL_CODES if symbol not in self.symbols]

    def document(self) -> dict[str, object]:
        """The JSON document of `minebot learn --json`."""
        return {
            "theme": self.theme.name,
            "folder": str(self.folder),
            "pitches": sorted(self.theme.tiles),
            "symbols": self.symbols,
            "missing": self.missing,
            "pictures": self.pictures,
            "skipped": self.skipped,
            "left_out": self.left_out,
            "stopped": None if self.error is None else str(self.error),
        }

    def text(self) -> str:
        """The same for people."""
        lines = [f"learned {self.theme.name} from {counted(self.pictures, 'picture')}: {', '.join(self.symbols)}"]
        if self.missing:
            lines.append(f"not seen: {', '.join(self.missing)}; --add learns them from more pictures")
        if self.left_out:
            lines.append(f"left out: {counted(self.left_out, 'look')} that nothing decided")
        return "\n".join([*lines, f"written to {self.folder}"])


def counted(number: int, thing: str) -> str:
    """A number of things: `1 picture`, `2 pictures`."""
    return f"{number} {thing}{'s' * (number != 1)}"


def learn_shots(
    paths: Sequence[Path], order: Order, ask: Asker = nobody, along: Callable[[Sequence[Shot]], Iterable[Shot]] = iter
) -> Learned:
    """Learn a theme from screenshots and folders of them; `along` passes the shots on, to show how far it is.

    Ctrl-C keeps what the pictures up to there taught.
    """
    known = order.known()
    shots = load_shots(paths)
    found, error = list[tuple[Shot, Reading | None]](), None
    try:
        found.extend(read_shots(along(shots)))
    except KeyboardInterrupt:
        if not found:
            raise
        error = Stopped(f"stopped by the user, after {len(found)} of {counted(len(shots), 'picture')}")
    skipped: list[str] = []
    sheets = lay_out(found, skipped.append, known)
    names = [Path(shot.name).name for shot, _ in found if shot.name not in skipped]
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    learned = write_theme(sheets, order, ask, f"{counted(len(names), 'picture')}: {', '.join(names[:_NAMED])}{more}")
    learned.skipped, learned.error = skipped, error
    return learned


def learn_window(lesson: Lesson, order: Order, ask: Asker, tell: Callable[[str], None]) -> Learned:
    """Learn a theme from the window on the screen; what ends the lesson early is part of what is learned."""
    lesson = replace(lesson, known=order.known())
    attended = attend_screen(lesson, tell)
    whence = f"a window on the screen, in {counted(attended.games, 'game')}"
    try:
        learned = write_theme(attended.game.sheets, order, ask, whence)
    except BoardNotFound:
        if attended.error is None:
            raise
        raise attended.error from None  # what ended it early is why too little was seen
    learned.error = attended.error
    return learned


def write_theme(sheets: Sequence[Sheet], order: Order, ask: Asker, whence: str) -> Learned:
    """Read the sheets together, ask about what nothing decides, and write the theme."""
    of_pitches = [_asked(read_together(same), ask) for same in by_pitch(sheets).values()]
    theme = with_signs(theme_of_looks(of_pitches, order.name), sheets)
    source = f"learned by minebot {version('minebot')} on {datetime.now(UTC):%Y-%m-%d} from {whence}"
    theme = replace(theme, source=source, title=f"{order.name}, as it was learned", restart_key=order.restart_key)
    folder = order.folder()
    theme = enlarged(order.known(), theme)
    missing = [symbol for symbol in ("covered", "open", "1") if symbol not in map(symbol_of, theme.symbols)]
    if missing:
        raise BoardNotFound(
            f"nothing is beyond doubt that shows {' or '.join(missing)}; capture the window in mid-game as well"
        )
    save_theme(folder, theme)
    left_out = sum(len(undecided(looks, theme)) for looks in of_pitches)
    return Learned(theme, folder, len(sheets), left_out=left_out)


def _asked(looks: Looks, ask: Asker) -> Looks:
    """The looks after the user was asked about those that nothing else decides, each answer heeded before the next."""
    refused: list[np.ndarray] = []
    for _ in range(_QUESTIONS):
        theme = theme_of_looks([looks], "learned")
        open_ones = [
            look for look in undecided(looks, theme) if not any(identical(tile_of(looks, look), no) for no in refused)
        ]
        if not open_ones:
            break
        look = open_ones[0]
        answer = ask(question(looks, look))
        if answer is None:
            refused.append(tile_of(looks, look))
        else:
            looks = read_together(told(looks, {look: SYMBOL_CODES[answer]}))
    return looks


def undecided(looks: Looks, theme: Theme) -> list[int]:
    """The looks that are in doubt and unlike every tile of the theme, the most frequent first."""
    tiles = [tile for each in theme.tiles.values() for tile in each.values()]
    doubtful = [
        look for look in np.argsort(-looks.groups.sizes, kind="stable").tolist() if looks.confidence[look] < SURE
    ]
    return [look for look in doubtful if all(distance(tile_of(looks, look), tile) > theme.reject for tile in tiles)]


def question(looks: Looks, look: int) -> Question:
    """What is to be asked about a look."""
    beliefs = looks.beliefs[look]
    likely = [
        (SYMBOLS[CODES[column]], float(beliefs[column])) for column in np.argsort(-beliefs, kind="stable").tolist()
    ]
    return Question(tile_of(looks, look), int(looks.groups.sizes[look]), likely[:4])
