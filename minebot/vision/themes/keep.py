"""Keep a theme that was learned: a folder of its name, with theme.toml and one PNG a tile, as `read_theme` loads it."""

import json
import re
import shutil
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import replace
from enum import Enum
from pathlib import Path

from minebot.errors import PictureError, ThemeError
from minebot.vision.learn import Tile, distance, make_theme, symbol_of
from minebot.vision.picture import save_picture
from minebot.vision.theme import UNKNOWN, Theme
from minebot.vision.themes.folders import read_theme, templates_folder

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}", re.IGNORECASE | re.ASCII)


class Keeping(Enum):
    """What is done with a theme of the same name that is there already."""

    NEW = "refuse"
    REPLACE = "replace"
    ADD = "add to it"


def place_for(name: str, parent: Path, keeping: Keeping) -> Path:
    """The folder that a theme of that name is to be written to; ThemeError where it may not be, or cannot."""
    if not _NAME.fullmatch(name):
        raise ThemeError(f"{name!r} is no name for a theme; use up to 40 letters, digits, - and _")
    if name == UNKNOWN or (templates_folder() / name / "theme.toml").is_file():
        raise ThemeError(f"{name} is the name of a theme of minebot's own; choose another one")
    folder = parent / name
    if keeping is Keeping.NEW and folder.exists():
        raise ThemeError(f"{folder} is there already; say --force to replace it, --add to add to it, or another name")
    if keeping is Keeping.REPLACE and folder.exists() and not (folder / "theme.toml").is_file():
        raise ThemeError(f"{folder} holds no theme, and is not replaced; choose another name")
    try:
        parent.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=parent).close()
    except OSError as error:
        raise ThemeError(
            f"{parent} cannot be written to ({error.strerror}); name another folder with --theme-dir"
        ) from None
    return folder


def known_in(folder: Path, keeping: Keeping) -> Theme | None:
    """The theme in the folder, if there is one that is to be added to; ThemeError where it is none."""
    return read_theme(folder) if keeping is Keeping.ADD and folder.exists() else None


def enlarged(known: Theme | None, theme: Theme) -> Theme:
    """What was known before, and what the theme has besides; of tiles that look the same the older stands."""
    if known is None:
        return theme
    tiles = {pitch: dict(each) for pitch, each in known.tiles.items()}
    for pitch, each in theme.tiles.items():
        _add(tiles.setdefault(pitch, {}), each, known.reject)
    whole = make_theme(theme.name, tiles, max(known.reject, theme.reject), theme.aspect)
    return replace(
        whole,
        title=theme.title,
        source=f"{known.source}; {theme.source}",
        restart_key=theme.restart_key or known.restart_key,
        restart_disc=theme.restart_disc or known.restart_disc,
        counter=theme.counter or known.counter,
    )


def _add(tiles: dict[str, Tile], more: Mapping[str, Tile], alike: float) -> None:
    for name, tile in more.items():
        if all(distance(tile, known) > alike for known in tiles.values()):
            tiles[_free(symbol_of(name), tiles)] = tile


def _free(symbol: str, taken: Iterable[str]) -> str:
    """A name for one more tile of a symbol."""
    number = 2
    while f"{symbol}.{number}" in taken:
        number += 1
    return f"{symbol}.{number}" if symbol in taken else symbol


def save_theme(folder: Path, theme: Theme) -> None:
    """Write the theme; what was in the folder goes only once the new one is whole. ThemeError where that fails."""
    try:
        with tempfile.TemporaryDirectory(prefix=f".{folder.name}-", dir=folder.parent) as draft:
            new = Path(draft) / "new"
            _write(new, theme)
            read_theme(new)
            if folder.exists():
                folder.rename(Path(draft) / "old")
            new.rename(folder)
    except (OSError, PictureError, shutil.Error) as error:
        raise ThemeError(f"the theme cannot be written to {folder} ({error}); name another folder") from None


def _write(folder: Path, theme: Theme) -> None:
    folder.mkdir()
    (folder / "theme.toml").write_text(_description(theme), encoding="utf-8")
    for pitch, tiles in theme.tiles.items():
        (folder / str(pitch)).mkdir()
        for name, tile in tiles.items():
            save_picture(folder / str(pitch) / f"{name}.png", tile)


def _description(theme: Theme) -> str:
    """What theme.toml says: the part of a theme that is no picture."""
    said = {"name": theme.name, "title": theme.title, "kind": "learned", "source": theme.source}
    lines = [f"{key} = {_quoted(text)}" for key, text in said.items()]
    lines.append(f"partial = {str(theme.partial).lower()} # a symbol without a picture is read by the network")
    lines.append(f"reject = {theme.reject}")
    lines.append(f"pitches = {sorted(theme.tiles)}")
    lines.append(f"aspect = {theme.aspect} # the width of a cell over its height")
    restart = {
        "key": theme.restart_key,
        "disc": theme.restart_disc and "#{2:02x}{1:02x}{0:02x}".format(*theme.restart_disc),
    }
    for title, table in (("restart", restart), ("counter", theme.counter)):
        if any(table.values()):
            lines += ["", f"[{title}]", *(f"{key} = {_quoted(text)}" for key, text in table.items() if text)]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "")
