"""A theme: the look of one Minesweeper program, loaded from templates/<theme>/, checked, and matched against cells.

theme.toml names the theme, its source and how the next game is started. A captured theme keeps one PNG a symbol in a
folder a pitch (`20/3.png`, `20/3.flash.png`); a drawn theme describes its symbols by shapes and is drawn at any size.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from minebot.board import COVERED, EXPLODED, FLAG, MINE, QUESTION, WRONG_FLAG
from minebot.errors import ThemeError
from minebot.vision.picture import Bgr, load_picture
from minebot.vision.shapes import Colour, Shape, parse_colour, parse_shape, render

SYMBOL_CODES: Mapping[str, int] = MappingProxyType(
    {
        "covered": COVERED,
        "open": 0,
        **{str(number): number for number in range(1, 9)},
        "flag": FLAG,
        "question": QUESTION,
        "mine": MINE,
        "exploded": EXPLODED,
        "wrong": WRONG_FLAG,
    }
)
"""The code of `minebot.board` that each symbol of a theme stands for."""

_NEEDED = ("covered", "open", "1", "2", "3", "4", "flag")

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class TemplateSet:
    """The templates of a theme at one size: the picture of `symbols[i]`, flattened, is `pixels[i]`.

    `codes[i]` is what it stands for, `norms[i]` the sum of its squares.
    """

    size: int
    symbols: tuple[str, ...]
    codes: npt.NDArray[np.int64]
    pixels: Floats
    norms: Floats

    def distances(self, cells: Floats) -> Floats:
        """Colour distance of every cell to every template: root mean square over pixels and channels, 0 to 255.

        `cells` is (n, size * size * 3); the result is (n, templates). A flat cell is as well judged as any other, which
        normalised correlation does not do.
        """
        # |a - b|^2 = |a|^2 + |b|^2 - 2ab: one product of matrices
        products = np.einsum("ij,ij->i", cells, cells)[:, None] + self.norms - 2 * (cells @ self.pixels.T)
        distances: Floats = np.sqrt(np.maximum(products, 0) / self.pixels.shape[1])
        return distances

    def ground_distances(self, cells: Floats) -> Floats:
        """How far the ground of every cell is from that of every template: the largest of the three channels.

        The ground is the mean of a ring between bevel and symbol. A flag on pink is still most like a flag, and only
        this tells it from one. The result is (n, templates).
        """
        apart: Floats = np.abs(_ground(cells, self.size)[:, None] - _ground(self.pixels, self.size)[None]).max(2)
        return apart


def _ground(cells: Floats, size: int) -> Floats:
    """The mean colour of a ring that lies an eighth to a fifth of the cell from its border: (n, 3)."""
    inside = (np.arange(size) + 0.5) / size
    border = np.minimum(inside, 1 - inside)
    depth = np.minimum(border[:, None], border[None, :])
    ring = (depth >= 0.12) & (depth <= 0.2)
    ground: Floats = cells.reshape(len(cells), size, size, 3)[:, ring].mean(1)
    return ground


@dataclass(frozen=True, eq=False)
class Theme:
    """The look of one program.

    `tiles` are captured pictures by pitch and file name, `shapes` the drawn symbols, `restarts` the faces or buttons
    for the next game and `digits` those of the mine counter, by pitch. `reject` is the colour distance above which a
    cell is not taken for any symbol; `losing` are symbols that show only after a loss, though others of their meaning
    do not; `wins_by_flags` is set where the program counts a game as won only once every mine is flagged.
    """

    name: str
    title: str
    source: str
    grid: int
    reject: float
    restart_key: str | None = None
    restart_disc: Colour | None = None
    counter: Mapping[str, Any] = field(default_factory=dict)
    losing: frozenset[str] = frozenset()
    wins_by_flags: bool = False
    tiles: Mapping[int, Mapping[str, Bgr]] = field(default_factory=dict)
    restarts: Mapping[int, tuple[Bgr, ...]] = field(default_factory=dict)
    digits: Mapping[int, Mapping[str, Bgr]] = field(default_factory=dict)
    shapes: Mapping[str, tuple[Shape, ...]] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"load_theme({self.name!r})"

    @cached_property
    def symbols(self) -> tuple[str, ...]:
        """The names of its pictures: a symbol, or a symbol and a variant (`3.flash`)."""
        captured = {name for tiles in self.tiles.values() for name in tiles}
        return tuple(sorted(captured | set(self.shapes)))

    def tile(self, symbol: str, size: int) -> Bgr:
        """The picture of a symbol, a square of `size` pixels; KeyError for a symbol that the theme has not."""
        return _tiles_at(self, size)[symbol]

    def templates(self, size: int, pitch: int | None = None) -> TemplateSet:
        """Every picture of the theme, as a cell of `pitch` pixels looks when it is brought to `size`."""
        return _template_set(self, size, pitch or size)

    def nearest_pitch(self, size: float, symbol: str = "covered") -> int:
        """The captured pitch that is nearest in scale to `size`, among those that have the symbol."""
        return min((pitch for pitch in self.tiles if symbol in self.tiles[pitch]), key=lambda p: abs(np.log(size / p)))


@cache
def _tiles_at(theme: Theme, size: int) -> dict[str, Bgr]:
    return {symbol: _scaled(theme, symbol, size) for symbol in theme.symbols}


@cache
def _template_set(theme: Theme, size: int, pitch: int) -> TemplateSet:
    # a program may draw large cells unlike small ones, so the pitch on the screen decides which were captured
    tiles = {symbol: scale_square(tile, size) for symbol, tile in _tiles_at(theme, pitch).items()}
    codes = [SYMBOL_CODES[symbol.partition(".")[0]] for symbol in tiles]
    # each symbol sharp and soft: a desktop at 125 % and a page at 110 % blur what they show
    looks = [*tiles.values(), *(cv2.GaussianBlur(tile, (3, 3), 0.8) for tile in tiles.values())]
    pixels = np.stack([look.ravel() for look in looks]).astype(np.float32)
    return TemplateSet(size, (*tiles, *tiles), np.array(codes * 2), pixels, np.einsum("ij,ij->i", pixels, pixels))


def _scaled(theme: Theme, symbol: str, size: int) -> Bgr:
    if symbol in theme.shapes:
        return render(theme.shapes[symbol], theme.grid, size)
    return scale_square(theme.tiles[theme.nearest_pitch(size, symbol)][symbol], size)


def scale_square(picture: Bgr, size: int) -> Bgr:
    """A square picture at another size: averaged when it shrinks, smooth when it grows."""
    if picture.shape[0] == size:
        return picture
    way = cv2.INTER_AREA if size < picture.shape[0] else cv2.INTER_LINEAR
    return cv2.resize(picture, (size, size), interpolation=way).astype(np.uint8)


def templates_folder() -> Path:
    """Where the themes lie: inside the installed package, or at the top of a checkout."""
    package = Path(__file__).resolve().parents[1]
    for folder in (package / "templates", package.parent / "templates"):
        if folder.is_dir():
            return folder
    raise ThemeError(f"the templates folder is missing beside {package}; install minebot again")


@cache
def load_themes() -> tuple[Theme, ...]:
    """Every theme that minebot ships, by name."""
    return tuple(load_theme(path.parent.name) for path in sorted(templates_folder().glob("*/theme.toml")))


@cache
def load_theme(name: str) -> Theme:
    """The shipped theme of that name; ThemeError if there is none."""
    folder = templates_folder() / name
    if not (folder / "theme.toml").is_file():
        known = ", ".join(sorted(path.parent.name for path in templates_folder().glob("*/theme.toml")))
        raise ThemeError(f"there is no theme {name!r}; there are {known}")
    return read_theme(folder)


def read_theme(folder: Path) -> Theme:
    """The theme in a folder, checked; ThemeError where it is incomplete or malformed."""
    description = _description(folder)
    theme = _build(folder, description)
    missing = [symbol for symbol in _NEEDED if symbol not in theme.symbols]
    if missing:
        raise ThemeError(f"the theme in {folder} has no picture for {', '.join(missing)}")
    return theme


def _description(folder: Path) -> dict[str, Any]:
    path = folder / "theme.toml"
    try:
        description = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ThemeError(f"{path} cannot be read: {error}") from None
    for key in ("name", "title", "source"):
        if not isinstance(description.get(key), str):
            raise ThemeError(f"{path} does not say its {key}")
    if "base" in description:
        base = _description(folder.parent / description["base"])
        description = {**base, **description}
        for part in ("colours", "symbols", "shapes"):
            description[part] = {**base.get(part, {}), **description.get(part, {})}
    return description


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
        restart_disc=parse_colour(restart["disc"]) if "disc" in restart else None,
        counter=description.get("counter", {}),
        tiles={pitch: _tiles(folder / str(pitch), pitch) for pitch in pitches},
        losing=frozenset(description.get("losing", ())),
        wins_by_flags=bool(description.get("wins_by_flags", False)),
        restarts={pitch: _restarts(folder / str(pitch)) for pitch in pitches},
        digits={pitch: _digits(folder / str(pitch) / "counter") for pitch in pitches},
        shapes=_symbol_shapes(description),
    )


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


def _symbol_shapes(description: Mapping[str, Any]) -> dict[str, tuple[Shape, ...]]:
    colours = {name: parse_colour(text) for name, text in description.get("colours", {}).items()}
    shapes = {
        name: tuple(parse_shape(entry, colours) for entry in entries)
        for name, entries in description.get("shapes", {}).items()
    }
    try:
        return {
            symbol: tuple(shape for part in parts for shape in shapes[part])
            for symbol, parts in description.get("symbols", {}).items()
        }
    except KeyError as error:
        raise ThemeError(
            f"the theme {description['name']} uses the shape {error}, which it does not describe"
        ) from None
