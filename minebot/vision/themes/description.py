"""The description of a look: theme.toml with what it inherits, and the shapes that it makes its symbols of.

base = ["classic", "sans"]          # taken over from other themes, or from files of shapes beside them
[colours]
tile = "#4c545c"
sand = ["#e5c29f", "#d7b899"]       # shades: each symbol that uses them is drawn once for each
glass = { from = "#c4c4c4", to = "#9c9c9c", steps = 4 }
[symbols]
3 = ["flat", "three"]               # its shapes, from the back to the front
"3.over" = ["bared", "three"]       # another picture of the same symbol
exploded = []                       # not this one of the base's symbols
[looks]
won = { tile = "#ffffff" }          # what uses the colour is drawn in another one as well: `3.won`
[lettering]
sway = [[0, 1], [0.5, -0.5]]        # digits may stand so many pixels further to the right and down, as fonts differ
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from minebot.errors import ThemeError
from minebot.vision.themes.entries import read_entries
from minebot.vision.themes.shapes import Colour, Lettering, Shape, parse_shades, parse_shape

_MOST_BASES = 3  # that build on one another; each may name several
_MOST_SWAYS = 8  # each is one more picture of every digit
_PARTS = ("colours", "symbols", "shapes", "looks")


def read_description(folder: Path) -> dict[str, Any]:
    """What the theme.toml in a folder says, and its bases where it says nothing; ThemeError where it is malformed."""
    path = folder / "theme.toml"
    description = read_entries(path)
    for key in ("name", "title", "source"):
        if not isinstance(description.get(key), str):
            raise ThemeError(f"{path} does not say its {key}")
    return _with_base(description, folder.parent)


def _with_base(description: dict[str, Any], shelf: Path, above: int = 0) -> dict[str, Any]:
    """The description over those of its bases, the last one uppermost: themes, or files of shapes beside them."""
    bases = description.get("base", [])
    if bases and above >= _MOST_BASES:
        raise ThemeError(f"a theme in {shelf} builds on itself, or on too many others; name a base that needs no other")
    for name in reversed([bases] if isinstance(bases, str) else bases):
        file = shelf / f"{name}.toml"
        base = _with_base(read_entries(file if file.exists() else shelf / name / "theme.toml"), shelf, above + 1)
        parts = {part: {**base.get(part, {}), **description.get(part, {})} for part in _PARTS}
        description = {**base, **description, **parts}
    return description


def symbol_shapes(description: Mapping[str, Any]) -> dict[str, tuple[Shape, ...]]:
    """The shapes of every symbol, once for each shade of the colours that it uses: `open`, `open.1`, `open.2`.

    And once for each look that changes its colours, unless the symbols name that one themselves: `open.won`. ThemeError
    where the description is malformed.
    """
    lettering, shades = lettering_of(description), _shades(description.get("colours", {}))
    entries, symbols = description.get("shapes", {}), description.get("symbols", {})
    parts = {name: tuple(parse_shape(entry, shades, lettering) for entry in each) for name, each in entries.items()}
    usual = _drawn(description, parts)
    drawn = dict(usual)
    for look, colours in description.get("looks", {}).items():
        others = shades | _shades(colours)
        dyed = {
            name: tuple(_dyed(shape, entry, others) for shape, entry in zip(shapes, entries[name], strict=True))
            for name, shapes in parts.items()
        }
        for symbol, shapes in _drawn(description, dyed).items():
            name = f"{symbol}.{look}"
            if name not in symbols and _fills(shapes) != _fills(usual.get(symbol, ())):
                drawn[name] = shapes
    return drawn


def _shades(colours: Mapping[str, object]) -> dict[str, tuple[Colour, ...]]:
    return {name: parse_shades(entry) for name, entry in colours.items()}


def _dyed(shape: Shape, entry: Mapping[str, Any], shades: Mapping[str, tuple[Colour, ...]]) -> Shape:
    """The shape of an entry, in other colours."""
    return replace(shape, fill=shades[entry["fill"]], to=shades[entry.get("to", entry["fill"])])


def _fills(shapes: Iterable[Shape]) -> list[tuple[Colour, ...]]:
    return [fill for shape in shapes for fill in (shape.fill, shape.to)]


def _drawn(description: Mapping[str, Any], parts: Mapping[str, tuple[Shape, ...]]) -> dict[str, tuple[Shape, ...]]:
    """The shapes of every symbol, made of these parts, by the name of the symbol and its shade."""
    drawn = {}
    for symbol, names in description.get("symbols", {}).items():
        shapes = [shape for name in names for shape in _part(parts, name, description)]
        steps = max((shape.shades for shape in shapes), default=0)  # an empty list takes away what a base has
        for step in range(steps):
            drawn[f"{symbol}.{step}" if step else symbol] = tuple(shape.shaded(step, steps) for shape in shapes)
    return drawn


def _part(parts: Mapping[str, tuple[Shape, ...]], name: str, description: Mapping[str, Any]) -> tuple[Shape, ...]:
    if name not in parts:
        raise ThemeError(f"the theme {description['name']} uses the shape {name!r}, which it does not describe")
    return parts[name]


def lettering_of(description: Mapping[str, Any]) -> Lettering:
    """How a theme writes its digits; ThemeError where that is malformed."""
    entry, usual = description.get("lettering", {}), Lettering()
    try:
        left, top, right, bottom = map(float, entry.get("box", usual.box))
        sway = tuple((float(right), float(down)) for right, down in entry.get("sway", ())[:_MOST_SWAYS])
        return Lettering((left, top, right, bottom), float(entry.get("pen", usual.pen)), sway)
    except (TypeError, ValueError):
        raise ThemeError(
            f"the lettering of {description['name']} needs a box of four numbers, a pen, and few places"
        ) from None
