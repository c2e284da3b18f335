"""The themes that lie in folders: the shipped ones in templates/<theme>/, and the user's own; found, read and checked.

theme.toml names the theme, its source and how the next game is started. A captured theme keeps one PNG a symbol in a
folder a pitch (`20/3.png`, `20/3.flash.png`); a drawn theme describes its symbols by shapes.
"""

import os
import warnings
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from minebot.errors import MinebotError, ThemeError, ThemeWarning
from minebot.vision.picture import Bgr, load_picture
from minebot.vision.theme import SYMBOL_CODES, Theme
from minebot.vision.themes.description import lettering_of, read_description, symbol_shapes
from minebot.vision.themes.shapes import Shape, parse_colour

_NEEDED = ("covered", "open", "1", "2", "3", "4", "flag")
_NEEDED_OF_PARTIAL = ("covered", "open", "1")


def templates_folder() -> Path:
    """Where the themes lie: inside the installed package, or at the top of a checkout."""
    package = Path(__file__).resolve().parents[2]
    for folder in (package / "templates", package.parent / "templates"):
        if folder.is_dir():
            return folder
    raise ThemeError(f"the templates folder is missing beside {package}; install minebot again")


def own_folder() -> Path:
    """Where the user's own themes lie: the folder that MINEBOT_THEMES names, else one among the user's data."""
    named = os.environ.get("MINEBOT_THEMES")
    return Path(named) if named else user_data_path("minebot", appauthor=False) / "themes"


@cache
def load_themes() -> tuple[Theme, ...]:
    """Every theme that boards are read by: the shipped ones in the order of their names, then the user's own.

    Of those that fit a board the nearest is taken. Themes that belong to another are part of it. A shipped theme's name
    is taken; what is wrong with one of the user's is a ThemeWarning, and that theme is left out.
    """
    themes = tuple(map(load_theme, theme_names()))
    parts = {name for theme in themes for name in theme.also}
    own = [_own(path.parent) for path in sorted(own_folder().glob("*/theme.toml"))]
    return (*(theme for theme in themes if theme.name not in parts), *(theme for theme in own if theme is not None))


def theme_names() -> tuple[str, ...]:
    """The names of every theme that minebot ships."""
    return tuple(sorted(path.parent.name for path in templates_folder().glob("*/theme.toml")))


def _own(folder: Path) -> Theme | None:
    """A theme of the user's; None, and a warning, where it cannot be used."""
    taken = theme_names()
    try:
        theme = read_theme(folder)
    except (MinebotError, OSError, ValueError, TypeError, KeyError, AttributeError) as error:  # whatever TOML can hold
        why = str(error)
    else:
        if theme.name == folder.name and theme.name not in taken:
            return theme
        why = (
            f"its name, {theme.name}, is that of another theme"
            if theme.name in taken
            else "its name is not the folder's"
        )
    warnings.warn(f"the theme in {folder} is left out: {why}; mend or delete it", ThemeWarning, stacklevel=2)
    return None


@cache
def load_theme(name: str) -> Theme:
    """The theme of that name, shipped or the user's own; ThemeError if there is none."""
    shipped, own = templates_folder() / name, own_folder() / name
    for folder in (shipped, own):
        if (folder / "theme.toml").is_file():
            return read_theme(folder)
    known = (*theme_names(), *sorted(path.parent.name for path in own_folder().glob("*/theme.toml")))
    raise ThemeError(f"there is no theme {name!r}; there are {', '.join(known)}")


def read_theme(folder: Path) -> Theme:
    """The theme in a folder, checked; ThemeError where it is incomplete or malformed."""
    try:
        theme = _build(folder, read_description(folder))
    except OSError as error:
        raise ThemeError(f"the theme in {folder} cannot be read: {error}") from None
    _check_names(folder, theme)
    needed = _NEEDED_OF_PARTIAL if theme.partial else _NEEDED
    missing = [symbol for symbol in needed if symbol not in theme.symbols]
    if missing:
        raise ThemeError(f"the theme in {folder} has no picture for {', '.join(missing)}")
    return theme


def _check_names(folder: Path, theme: Theme) -> None:
    """ThemeError where a symbol stands for nothing, or the digits of the counter are not those that it describes."""
    for symbol in theme.symbols:
        if symbol.partition(".")[0] not in SYMBOL_CODES:
            raise ThemeError(f"the theme in {folder} describes {symbol!r}; symbols are {', '.join(SYMBOL_CODES)}")
    for pitch, digits in theme.digits.items() if "digits" in theme.counter else ():
        shape = theme.counter["height"], theme.counter["width"], 3
        if len(digits) < 2 or any(digit.shape != shape for digit in digits.values()):
            raise ThemeError(f"the digits in {folder / str(pitch) / 'counter'} are not of {shape[1]}x{shape[0]} pixels")


def _build(folder: Path, description: Mapping[str, Any]) -> Theme:
    restart = description.get("restart", {})
    pitches = [int(path.name) for path in sorted(folder.iterdir()) if path.is_dir() and path.name.isdecimal()]
    return Theme(
        name=description["name"],
        title=description["title"],
        source=description["source"],
        grid=int(description.get("grid", 16)),
        reject=float(description.get("reject", 40 if "symbols" in description else 24)),
        restart_key=restart.get("key"),
        restart_above=restart.get("above"),
        restart_disc=parse_colour(restart["disc"]) if "disc" in restart else None,
        counter=description.get("counter", {}),
        tiles={pitch: _tiles(folder / str(pitch), pitch) for pitch in pitches},
        losing=_losing(description),
        wins_by_flags=bool(description.get("wins_by_flags", False)),
        blanks_wrong_flags=bool(description.get("blanks_wrong_flags", False)),
        chord=description.get("chord"),
        dismiss=description.get("dismiss"),
        paused=parse_colour(description["paused"]) if "paused" in description else None,
        also=tuple(description.get("also", ())),
        inset=float(description.get("inset", 0)),
        aspect=float(description.get("aspect", 1)),
        chequered=bool(description.get("chequered", False)),
        translucent=bool(description.get("translucent", False)),
        stippled=bool(description.get("stippled", False)),
        sway=lettering_of(description).sway,
        partial=bool(description.get("partial", False)),
        restarts={pitch: _restarts(folder / str(pitch)) for pitch in pitches},
        digits={pitch: _digits(folder / str(pitch) / "counter") for pitch in pitches},
        shapes=symbol_shapes(description) | _other_looks(folder, description),
    )


def _losing(description: Mapping[str, Any]) -> frozenset[str]:
    looks = ("", *(f".{name}" for name in description.get("also", ())))
    return frozenset(f"{symbol}{look}" for symbol in description.get("losing", ()) for look in looks)


def _other_looks(folder: Path, description: Mapping[str, Any]) -> dict[str, tuple[Shape, ...]]:
    """The symbols of the other looks of the same program: `3.gnome-colour`."""
    looks = {name: symbol_shapes(read_description(folder.parent / name)) for name in description.get("also", ())}
    return {f"{symbol}.{name}": shapes for name, drawn in looks.items() for symbol, shapes in drawn.items()}


def _tiles(folder: Path, pitch: int) -> dict[str, Bgr]:
    tiles = {}
    for path in sorted(folder.glob("*.png")):
        symbol = path.stem.partition(".")[0]
        if symbol == "restart":
            continue
        if symbol not in SYMBOL_CODES:
            raise ThemeError(f"{path} is named after no symbol; symbols are {', '.join(SYMBOL_CODES)}")
        tiles[path.stem] = load_picture(path)
        if tiles[path.stem].shape != (pitch, pitch, 3):
            raise ThemeError(f"{path} is not a square of {pitch} pixels")
    return tiles


def _restarts(folder: Path) -> tuple[Bgr, ...]:
    return tuple(load_picture(path) for path in sorted(folder.glob("restart*.png")))


def _digits(folder: Path) -> dict[str, Bgr]:
    return {path.stem: load_picture(path) for path in sorted(folder.glob("*.png"))}
