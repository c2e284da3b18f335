"""What a theme.toml says, checked before anything is built of it; keys that are not known here are left alone."""

import re
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from minebot.errors import ThemeError

_LARGEST = 10_000  # of any number: pixels, units of the grid, digits
_LONGEST = 1 << 18  # bytes of a theme.toml; the longest of ours has 5 thousand
_MOST_NAMES = 8  # of other themes that a theme names
_DEEPEST = 8  # lists and tables within one another
_DRAWN = ("polygon", "box", "disc", "stroke", "curve", "width", "radius", "alpha", "gap", "margin", "towards")


def read_entries(path: Path) -> dict[str, Any]:
    """What a theme.toml says, without its bases; ThemeError where it is no TOML, or says what cannot be."""
    description = _parsed(path)
    for key, fits in _KINDS.items():
        if key in description and not fits(description[key]):
            raise ThemeError(f"{path} says what cannot be as its {key}; compare it with the themes that minebot ships")
    return description


def _parsed(path: Path) -> dict[str, Any]:
    try:
        if path.stat().st_size > _LONGEST:
            raise ThemeError(f"{path} cannot be read: it is over {_LONGEST // 1024} kilobytes long, and no description")
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:  # no file, no UTF-8, no TOML
        raise ThemeError(f"{path} cannot be read: {error}") from None
    except RecursionError:
        raise ThemeError(f"{path} cannot be read: its lists or tables lie too deep in one another") from None


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_switch(value: object) -> bool:
    return isinstance(value, bool)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not _is_switch(value) and abs(value) <= _LARGEST  # NaN is not


def _is_aspect(value: object) -> bool:
    return isinstance(value, int | float) and not _is_switch(value) and 0.1 <= value <= 10


def _is_size(value: object) -> bool:
    return isinstance(value, int) and not _is_switch(value) and 0 < value <= _LARGEST


def _is_colour(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch("#[0-9a-fA-F]{6}", value) is not None


def _is_list_of(fits: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, list) and all(map(fits, value))


def _is_table_of(fits: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, Mapping) and all(map(fits, value.values()))


def _is_name(value: object) -> bool:
    """A name of a theme beside this one: nothing that leads elsewhere."""
    return isinstance(value, str) and re.fullmatch(r"\w[\w.-]*", value) is not None


def _is_base(value: object) -> bool:
    return _is_name(value) or (_is_list_of(_is_name)(value) and len(value) <= _MOST_NAMES)  # type: ignore[arg-type]  # a list by then


def _is_shape(value: object) -> bool:
    if not isinstance(value, Mapping) or not _is_text(value.get("fill", "")):
        return False
    corners = value.get("polygon", [0])
    return bool(corners) and all(_is_drawable(value[key]) for key in _DRAWN if key in value)


def _is_drawable(value: object, depth: int = 0) -> bool:
    """Numbers, or lists of such, none too large to draw."""
    if isinstance(value, list):
        return depth < _DEEPEST and all(_is_drawable(each, depth + 1) for each in value)
    return _is_number(value)


def _is_restart(value: object) -> bool:
    kinds = {"key": _is_text, "disc": _is_colour, "image": _is_switch, "above": _is_number}
    return isinstance(value, Mapping) and all(fits(value[key]) for key, fits in kinds.items() if key in value)


def _is_counter(value: object) -> bool:
    """Nothing, the colour of lit segments, or the place of digits in pixels with all that is needed to read them."""
    if not isinstance(value, Mapping) or not _is_colour(value.get("lit", "#000000")):
        return False
    if "digits" not in value:
        return True
    sizes = all(_is_size(value.get(key)) for key in ("digits", "width", "height"))
    return sizes and all(map(_is_number, (value.get("x", value.get("right")), value.get("y"), value.get("advance"))))


_KINDS: Mapping[str, Callable[[object], bool]] = {
    "name": _is_text,
    "title": _is_text,
    "source": _is_text,
    "base": _is_base,
    "grid": _is_size,
    "reject": _is_number,
    "also": _is_list_of(_is_name),
    "inset": _is_number,
    "aspect": _is_aspect,
    "chequered": _is_switch,
    "lettering": _is_table_of(_is_drawable),
    "losing": _is_list_of(_is_text),
    "wins_by_flags": _is_switch,
    "blanks_wrong_flags": _is_switch,
    "dismiss": _is_text,
    "paused": _is_colour,
    "chord": lambda value: value in ("left", "middle"),
    "restart": _is_restart,
    "counter": _is_counter,
    "colours": _is_table_of(lambda _: True),  # each is judged where it is parsed
    "symbols": _is_table_of(_is_list_of(_is_text)),
    "shapes": _is_table_of(_is_list_of(_is_shape)),
    "looks": _is_table_of(_is_table_of(lambda _: True)),
}
"""What each key must be."""
