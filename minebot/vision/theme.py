"""A theme: the look of one Minesweeper program, drawn at any size, as sharp and in as many colours as it is seen."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

import cv2
import numpy as np

from minebot.board import COVERED, EXPLODED, FLAG, MINE, QUESTION, WRONG_FLAG
from minebot.geometry import Lattice
from minebot.vision.arrays import Floats
from minebot.vision.picture import Bgr
from minebot.vision.themes.palette import Palette
from minebot.vision.themes.shapes import Colour, Shape, render
from minebot.vision.themes.templates import TemplateSet

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

SYMBOLS: Mapping[int, str] = MappingProxyType({code: symbol for symbol, code in SYMBOL_CODES.items()})
"""The symbol of each code."""

_RIM = 0.08  # share of a cell at each side, its borders, where no symbol reaches
_KEPT = 256  # themes and their pictures, of some size, that are remembered
_KEPT_SETS = 64  # sets of templates that are: one takes up to five megabytes, and a picture asks for some thirty
_KEPT_IN_FEW_COLOURS = 8  # the same in the colours of a picture, which the next one hardly has
_AS_DRAWN = (0.0, 0.0), None  # blurred by nothing, in all its colours
_BLEEDING = 1.3  # pixels, standard deviation
_UNBLURRED = 0.01  # pixels, for none: OpenCV takes 0 for the same as across
_BESIDE = 6  # pixels beside a cell that run into it where a picture is blurred
_SHARES = 0.34, 0.4, 0.48, 0.57, 0.69, 0.83, 1.2  # of the pixels of a cell that a program may have drawn of it
_DRAWN_OUT = 1.3  # times as wide, or high, for the other side, as cells may be in a picture that was drawn out
_SMALLEST, _USUAL = 10, (12, 16, 20, 24)  # pixels of a cell that a program draws
_SHINE = 3.0  # of 255: standard deviation of a pixel in the pictures of one symbol at which it counts half

UNKNOWN = "unknown"
"""The name of the theme of a board whose look nobody has described."""

THUMBNAIL = 8
"""Pixels of the side of the smallest picture by which a theme is known."""


Softness = tuple[float, float]
"""By how many pixels a picture was blurred, across and down."""

SHARP: Softness = 0.0, 0.0
"""By none."""


class Enlarged(NamedTuple):
    """How a picture was enlarged, or reduced: from cells of `side` pixels; `smooth`, or each pixel to a block of it."""

    side: int
    smooth: bool = True


@dataclass(frozen=True, eq=False)
class Theme:
    """The look of one program.

    `tiles` are captured pictures by pitch and file name, `shapes` the drawn symbols, `restarts` the faces or buttons
    for the next game, which may also lie `restart_above` so many pixels over the middle of the board, and `digits`
    those of the mine counter, by pitch. `reject` is the colour distance above which a cell is not taken for any symbol;
    `losing` are symbols that show only after a loss, though others of their meaning do not; `wins_by_flags` is set
    where the program counts a game as won only once every mine is flagged, and `blanks_wrong_flags` where it lays the
    board open after a loss and leaves those empty; `chord` is the button, left or middle, that
    opens the rest around a number whose mines are flagged, where one does, and `dismiss` the key that closes what it
    lays over a board that is won. `paused` is the colour of the sheet under which it hides the board of a game that
    pauses. `also` names other looks of the same program, whose covered cells are the same:
    boards in them are read by this theme. `inset` is the share of a cell at each side that depends on its neighbours,
    and `aspect` the width of a cell over its height. `chequered` says that the shades of a symbol take turns from cell
    to cell; else they go from the upper left of the board to the lower right. `stippled` is set where its cells are, so
    that a picture of them that was shifted or compressed is like them on average alone. `sway` are the other places, in
    pixels to the right and down, where its digits may stand.
    A `partial` theme was learned and may lack symbols: what it has no picture of is left to the reader of any look.
    `sharp` is the theme of which this one is blurred, by `softness` pixels across and down (standard deviations), or
    `enlarged`; and the cells of whose picture are `noise` off it, as a colour distance. `palette` are the colours of a
    picture that has but few.
    """

    name: str
    title: str
    source: str
    grid: int
    reject: float
    restart_key: str | None = None
    restart_disc: Colour | None = None
    restart_above: float | None = None
    counter: Mapping[str, Any] = field(default_factory=dict)
    losing: frozenset[str] = frozenset()
    wins_by_flags: bool = False
    blanks_wrong_flags: bool = False
    chord: str | None = None
    dismiss: str | None = None
    paused: Colour | None = None
    also: tuple[str, ...] = ()
    inset: float = 0.0
    aspect: float = 1.0
    chequered: bool = False
    translucent: bool = False
    stippled: bool = False
    sway: tuple[tuple[float, float], ...] = ()
    partial: bool = False
    sharp: "Theme | None" = None
    softness: Softness = SHARP
    enlarged: Enlarged | None = None
    noise: float = 0.0
    palette: Palette | None = None
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

    @cached_property
    def marks_exploded(self) -> bool:
        """Whether the mine that exploded has a look of its own."""
        return any(name.partition(".")[0] == SYMBOLS[EXPLODED] for name in self.symbols)

    def is_as_oblong(self, lattice: Lattice) -> bool:
        """Whether the cells of the lattice are about as wide for their height as those of the theme."""
        return 1 / _DRAWN_OUT <= lattice.pitch_x / lattice.pitch_y / self.aspect <= _DRAWN_OUT

    def seen(self, softness: Softness, enlarged: Enlarged | None = None) -> "Theme":
        """The theme in a picture that was blurred by so many pixels, across and down, or enlarged."""
        return _seen(self.sharp or self, softness, enlarged, self.palette)

    def in_colours(self, palette: Palette) -> "Theme":
        """The theme, as sharp as it is, in a picture that has these colours alone."""
        return replace(self, sharp=self.sharp or self, palette=palette)

    def in_noise(self, noise: float) -> "Theme":
        """The theme in a picture whose cells are that colour distance off it, one like the other."""
        return replace(self, sharp=self.sharp or self, noise=noise)

    def sides_beside(self, pitch: float) -> list[int]:
        """The pixels of a cell as the program draws it, that a picture with cells of `pitch` may be brought from.

        One that draws cells of any size may have drawn any, if that pitch is of no whole number of pixels: those that
        are usual. Where it keeps some pixels at all of them, these tell from which; the nearest of some is near it.
        """
        if self.keeps_pixels:
            return sorted({max(_SMALLEST, round(pitch * share)) for share in _SHARES})
        if self.tiles or pitch == round(pitch):
            return sorted(side for side in self.tiles or (self.grid,) if side < pitch)
        return [side for side in _USUAL if side < pitch]

    def shades(self, symbol: str) -> list[str]:
        """The names of a symbol's pictures that differ in shade alone, from the first to the last."""
        names = [symbol]
        while (name := f"{symbol}.{len(names)}") in self.shapes:
            names.append(name)
        return names

    def tile(self, symbol: str, size: int) -> Bgr:
        """The picture of a symbol, a square of `size` pixels; KeyError for a symbol that the theme has not."""
        return _tiles_at(self, size)[symbol]

    def templates(self, size: int, pitch: int | None = None) -> TemplateSet:
        """Every picture of the theme, as a cell of `pitch` pixels looks when it is brought to `size`."""
        kept = _template_set if self.palette is None else _template_set_in_few_colours
        return kept(self.sharp or self, size, pitch or size, (self.softness, self.palette))

    def thumbnails(self, pitch: int) -> TemplateSet:
        """Every picture of the theme as a thumbnail of a cell of `pitch` pixels."""
        drawn_at = pitch if self.tiles or self.keeps_pixels else THUMBNAIL
        return _template_set(self.sharp or self, THUMBNAIL, drawn_at, _AS_DRAWN)

    @cached_property
    def keeps_pixels(self) -> bool:
        """Whether it is drawn at any pitch, but some pixels of it are the same at all: gaps, margins, whole pixels."""
        return not self.tiles and any(shape.fixed for shapes in self.shapes.values() for shape in shapes)

    def nearest_pitch(self, size: float, symbol: str = "covered") -> int:
        """The captured pitch that is nearest in scale to `size`, among those that have the symbol."""
        return min((pitch for pitch in self.tiles if symbol in self.tiles[pitch]), key=lambda p: abs(np.log(size / p)))


@lru_cache(_KEPT)
def _seen(theme: Theme, softness: Softness, enlarged: Enlarged | None, palette: Palette | None) -> Theme:
    return replace(theme, sharp=theme, softness=softness, enlarged=enlarged, palette=palette)


@lru_cache(_KEPT)
def _tiles_at(theme: Theme, size: int) -> dict[str, Bgr]:
    return {symbol: _scaled(theme, symbol, size) for symbol in theme.symbols}


def _drawn(theme: Theme, size: int, pitch: int, seen: tuple[Softness, Palette | None]) -> TemplateSet:
    # a program may draw large cells unlike small ones, so the pitch on the screen decides how its shapes are drawn
    softness, palette = seen
    shown = [
        (symbol, _blurred(tile, softness) if softness != SHARP else tile)
        for symbol, tile in _all_tiles_at(theme, pitch)
    ]
    if palette is not None:
        shown = [
            (symbol, palette.seen(tile, [other for name, other in shown if _code(name) != _code(symbol)]))
            for symbol, tile in shown
        ]
    tiles = _different([(symbol, scale_square(tile, size)) for symbol, tile in shown])
    states = (_sharp, _soft, _bled) if size > THUMBNAIL else (_sharp,)
    shown = [(symbol, state(tile)) for state in states for symbol, tile in tiles]
    if size > THUMBNAIL:
        numbers = [(symbol, tile) for symbol, tile in tiles if _code(symbol) > 0]
        shown += [(symbol, _swayed(tile, *by)) for by in theme.sway for symbol, tile in numbers]
    symbols, pictures = zip(*shown, strict=True)
    opaque = _opaque(theme, size, pitch) if theme.translucent else 1.0
    return TemplateSet.of(symbols, list(map(_code, symbols)), pictures, theme.inset, opaque)


_template_set, _template_set_in_few_colours = (lru_cache(kept)(_drawn) for kept in (_KEPT_SETS, _KEPT_IN_FEW_COLOURS))


def _code(symbol: str) -> int:
    return SYMBOL_CODES[symbol.partition(".")[0]]


def _opaque(theme: Theme, size: int, pitch: int) -> Floats | float:
    """How much each pixel of a cell counts, (size, size): less where pictures of one symbol differ."""
    pictures: dict[str, list[Bgr]] = {}
    for symbol, tile in _tiles_at(theme, pitch).items():
        pictures.setdefault(symbol.partition(".")[0], []).append(scale_square(tile, size))
    variances = [np.stack(each).var(0, ddof=1).mean(2) for each in pictures.values() if len(each) > 1]
    if not variances:
        return 1.0
    opaque: Floats = (1 / (1 + np.mean(variances, axis=0) / _SHINE**2)).astype(np.float32)
    return opaque


def _all_tiles_at(theme: Theme, size: int) -> list[tuple[str, Bgr]]:
    """The pictures of every symbol, those that were captured at any smaller pitch too: a desktop may enlarge them."""
    enlarged = [
        (symbol, scale_square(tile, size))
        for pitch, tiles in theme.tiles.items()
        for symbol, tile in tiles.items()
        if pitch < size and symbol not in theme.shapes
    ]
    return [*_tiles_at(theme, size).items(), *enlarged]


def _different(tiles: Sequence[tuple[str, Bgr]]) -> list[tuple[str, Bgr]]:
    """The pictures without those that are the same as another one of the same meaning; they go by that one's name."""
    kept = {(symbol.partition(".")[0], tile.tobytes()): (symbol, tile) for symbol, tile in reversed(tiles)}
    return list(reversed(kept.values()))


def _sharp(tile: Bgr) -> Bgr:
    return tile


def _soft(tile: Bgr) -> Bgr:
    """As a desktop at 125 % and a page at 110 % show it."""
    return cv2.GaussianBlur(tile, (3, 3), 0.8).astype(np.uint8)


def _blurred(tile: Bgr, softness: Softness) -> Bgr:
    """As it looks among others of its kind: what is beside a cell runs into it."""
    around = cv2.copyMakeBorder(tile, _BESIDE, _BESIDE, _BESIDE, _BESIDE, cv2.BORDER_WRAP)
    inner = slice(_BESIDE, _BESIDE + len(tile))
    across, down = (max(by, _UNBLURRED) for by in softness)
    return cv2.GaussianBlur(around, (0, 0), across, sigmaY=down)[inner, inner].astype(np.uint8)


def _bled(tile: Bgr) -> Bgr:
    """As JPEG and video keep it: colours at half the size of the lightness, so that they run into one another."""
    lightness, *colours = cv2.split(cv2.cvtColor(tile, cv2.COLOR_BGR2YCrCb))
    colours = [cv2.GaussianBlur(colour, (0, 0), _BLEEDING) for colour in colours]
    return cv2.cvtColor(cv2.merge([lightness, *colours]), cv2.COLOR_YCrCb2BGR).astype(np.uint8)


def _swayed(tile: Bgr, right: float, down: float) -> Bgr:
    """With its symbol so many pixels elsewhere: fonts differ, and are laid on whole pixels."""
    side = len(tile)
    rim = max(1, round(_RIM * side))
    inside = slice(rim, side - rim)
    way, swayed = np.array([[1, 0, right], [0, 1, down]]), tile.copy()
    swayed[inside, inside] = cv2.warpAffine(
        tile[inside, inside], way, (side - 2 * rim,) * 2, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return swayed


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
