"""Screenshots of a look that nobody described: find the board in each, and lay the boards on one another.

files -> shots -> the board of each, read by itself -> sheets, cell on cell -> those that only the others explain
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import numpy as np

from minebot.errors import BoardNotFound, ThemeError
from minebot.geometry import Lattice
from minebot.vision.arrays import Doubles
from minebot.vision.cells import Cutter, all_cells, mean_distance, sample_cells
from minebot.vision.known.board import read_known
from minebot.vision.learn import Tile, theme_of_looks
from minebot.vision.locate import find_lattices, find_oblong_lattices
from minebot.vision.picture import Bgr, load_picture
from minebot.vision.read import read_picture
from minebot.vision.reading import Reading
from minebot.vision.theme import Theme
from minebot.vision.unknown.album import Sheet, by_pitch, pitch_of, read_together

PICTURES = (".png", ".jpg", ".jpeg", ".bmp", ".gif", ".webp", ".tif", ".tiff")
"""The names of files that are looked at in a folder end in one of these."""

_FOREIGN = 24.0  # mean colour distance of the cells of another program: 40 to 48 were measured, and 0 within one
_SCALED = 0.15  # logarithm of the ratio of two pitches up to which one is compared with the other, scaled
_FAMILIAR = 0.2  # share of its cells that a board shares with those that could be read
_PANEL = 5  # cells beside and above a board that are kept with it


@dataclass(frozen=True, eq=False)
class Shot:
    """A picture and the name that errors call it by."""

    name: str
    picture: Bgr


def load_shots(paths: Sequence[Path]) -> list[Shot]:
    """The pictures in files, and in folders all picture files; PictureError, or BoardNotFound for an empty folder."""
    shots = list[Shot]()
    for path in paths:
        files = sorted(each for each in path.iterdir() if each.suffix.lower() in PICTURES) if path.is_dir() else [path]
        if not files:
            raise BoardNotFound(f"{path} holds no pictures; name a folder of screenshots, or the files themselves")
        shots.extend(Shot(str(file), load_picture(file)) for file in files)
    return shots


def read_shots(shots: Iterable[Shot]) -> Iterator[tuple[Shot, Reading | None]]:
    """Each shot with the one board that can be read in it by itself; BoardNotFound where one has several."""
    for shot in shots:
        yield shot, _board_in(shot)


def lay_out(
    found: Sequence[tuple[Shot, Reading | None]], skipped: Callable[[str], None], known: Theme | None = None
) -> list[Sheet]:
    """The boards of the shots, those of one pitch cell on cell, and on the cells of a theme that is known already.

    `skipped` hears the names of shots without a board. BoardNotFound where none has one; ThemeError where they are of
    different programs.
    """
    alone = [(shot, reading) for shot, reading in found if reading is not None]
    left = [shot for shot, reading in found if reading is None]
    if not alone:
        raise BoardNotFound(f"no board is to be seen in {_listed(left)}; capture the whole window in mid-game")
    sheets, strange = _laid_out(alone, {} if known is None else dict.fromkeys(known.tiles, known))
    theme = theme_of_looks(list(map(read_together, by_pitch(sheets).values())), "learned")
    for shot in [*left, *strange]:
        sheets.extend(_recognised(shot, sheets, theme) or _skip(shot, skipped))
    return sheets


def _laid_out(alone: Sequence[tuple[Shot, Reading]], themes: dict[int, Theme]) -> tuple[list[Sheet], list[Shot]]:
    """The boards that can be read by themselves, on the one that shows most; and the shots that fit it badly.

    Those are of its size: a frame of an animation perhaps. What has another size as well is another program.

    `themes`, by pitch, is what is known before, and gets what is learned here.
    """
    first, sheets, strange = _first(alone)[0], list[Sheet](), list[Shot]()
    before = "the theme that is there" if themes else first.name
    for shot, reading in sorted(alone, key=lambda each: each[0] is not first):
        sheet, fits = _laid_on(shot, reading, themes)
        if fits:
            sheets.append(sheet)
            themes.setdefault(pitch_of(sheet.lattice), theme_of_looks([read_together([sheet])], "learned"))
        elif _size(sheet.lattice) not in map(_size, (each.lattice for each in sheets)):
            raise ThemeError(f"{before} and {shot.name} show different programs; learn them one by one")
        else:
            strange.append(shot)
    return sheets, strange


def _board_in(shot: Shot) -> Reading | None:
    """The one board of a shot, if it can be read by itself."""
    readings = read_picture(shot.picture, [])
    if len(readings) > 1:
        raise BoardNotFound(f"{shot.name} shows {len(readings)} boards; cut the one out that is to be learned")
    return readings[0] if readings else None


def _first(alone: Sequence[tuple[Shot, Reading]]) -> tuple[Shot, Reading]:
    """The shot on whose board most symbols are to be seen, among those without a doubt if there are any.

    A frame of an animation, as sgt's red flash, may show more than any other: the look must be that of half the others.
    """

    def symbols(each: tuple[Shot, Reading]) -> int:
        board, doubtful = each[1].board, each[1].doubtful
        return 0 if doubtful else len(set(board.cells))

    ranked = sorted(alone, key=symbols, reverse=True)
    return next((each for each in ranked if _is_usual(each, alone)), ranked[0])


def _is_usual(one: tuple[Shot, Reading], alone: Sequence[tuple[Shot, Reading]]) -> bool:
    """Whether at least half of the other shots fit what one of them shows."""
    sheet, _ = _laid_on(*one, {})
    themes = {pitch_of(sheet.lattice): theme_of_looks([read_together([sheet])], "learned")}
    fitting = sum(_laid_on(*each, themes)[1] for each in alone if each is not one)
    return 2 * fitting >= len(alone) - 1


def _laid_on(shot: Shot, reading: Reading, themes: Mapping[int, Theme]) -> tuple[Sheet, bool]:
    """The board of a shot where it fits the themes, by pitch, best; whether it may be of their program.

    That is told by its distance from them, or by a part of its cells.
    """
    lattice, distance = aligned(shot.picture, reading.lattice, themes)
    sheet, theme = cut_out(shot.picture, lattice), themes.get(pitch_of(lattice))
    return sheet, distance <= _FOREIGN or (theme is not None and _explained(sheet, theme) >= _FAMILIAR)


def _recognised(shot: Shot, sheets: Sequence[Sheet], theme: Theme) -> list[Sheet]:
    """The board of a shot that could not be read by itself, by what the other shots have taught.

    At the end of a game much may be new: then the size, and a part of the cells, must be as on another sheet.
    """
    sizes = {_size(sheet.lattice) for sheet in sheets}
    for found in (lattice for find in (find_lattices, find_oblong_lattices) for lattice in find(shot.picture)):
        reading = read_known(shot.picture, found, [theme])
        if reading is not None:
            return [cut_out(shot.picture, reading.lattice)]
        lattice, _ = aligned(shot.picture, found, dict.fromkeys(theme.tiles, theme))
        sheet = cut_out(shot.picture, lattice)
        if _size(lattice) in sizes and _explained(sheet, theme) >= _FAMILIAR:
            return [sheet]
    return []


def _size(lattice: Lattice) -> tuple[int, int, int]:
    return lattice.cols, lattice.rows, pitch_of(lattice)


def _explained(sheet: Sheet, theme: Theme) -> float:
    """The share of the cells that show what the theme knows."""
    cutter = Cutter.of(sheet.picture, sheet.lattice)
    distances = cutter.templates(theme).distances(cutter.cut(sheet.lattice, all_cells(sheet.lattice))).min(1)
    return float((distances <= theme.reject).mean())


def _skip(shot: Shot, skipped: Callable[[str], None]) -> list[Sheet]:
    skipped(shot.name)
    return []


def aligned(picture: Bgr, lattice: Lattice, themes: Mapping[int, Theme]) -> tuple[Lattice, float]:
    """The lattice moved by pixels to where it fits the theme of its pitch best, and how far the board is from it.

    Where no pitch is near, only grounds are compared: a program may draw its lines as thick on larger cells.
    """
    lattice = snapped(lattice)
    if not themes:
        return _centred(picture, lattice), 0.0
    pitch = pitch_of(lattice)
    near = min(themes, key=lambda other: abs(np.log(other / pitch)))
    theme = themes[near]
    if abs(np.log(near / pitch)) > _SCALED:
        looks = read_together([cut_out(picture, lattice)])
        return lattice, _grounds_apart(theme.tiles[near], theme_of_looks([looks], "new").tiles[pitch])
    distance, by = min((_apart(picture, lattice.moved(*by), theme), by) for by in _SHIFTS)
    return lattice.moved(*by) if pitch in themes else lattice, distance


_SHIFTS = sorted(product((-2, -1, 0, 1, 2), repeat=2), key=lambda by: abs(by[0]) + abs(by[1]))


def _centred(picture: Bgr, lattice: Lattice) -> Lattice:
    """The lattice moved by a pixel to where cells that show the same differ least.

    A pixel further their edges are those of their neighbours, and differ with them.
    """
    codes = Sheet(picture, lattice).guess.codes
    kinds = [np.flatnonzero(codes == code) for code in np.unique(codes)]
    cutter = Cutter.of(picture, lattice)

    def spread(by: tuple[int, int]) -> float:
        cut = (cutter.cut(lattice.moved(*by), kind) for kind in kinds)
        return float(np.mean([np.abs(cells - np.median(cells, axis=0)).mean() for cells in cut]))

    nearest = [(dx, dy) for dx, dy in _SHIFTS if max(abs(dx), abs(dy)) <= 1]
    return lattice.moved(*min(nearest, key=spread))


def _grounds_apart(some: Mapping[str, Tile], others: Mapping[str, Tile]) -> float:
    """How far the mean colour in the middle of covered cells, and of open ones, differs where both are known."""
    both = [name for name in ("covered", "open") if name in some and name in others]
    return max((float(np.abs(_middle(some[name]) - _middle(others[name])).max()) for name in both), default=0.0)


def _middle(tile: Tile) -> Doubles:
    """The mean colour of the middle half of a tile."""
    quarter = len(tile) // 4
    mean: Doubles = tile[quarter:-quarter, quarter:-quarter].mean((0, 1))
    return mean


def _apart(picture: Bgr, lattice: Lattice, theme: Theme) -> float:
    """The mean colour distance of the cells of a board from the nearest tiles of a theme."""
    cutter = Cutter.of(picture, lattice)
    distances = cutter.templates(theme).distances(cutter.cut(lattice, sample_cells(lattice))).min(1)
    return mean_distance(distances)


def snapped(lattice: Lattice) -> Lattice:
    """The lattice on whole pixels, where its cells are of a whole number of them; else as it is."""
    across, down = round(lattice.pitch_x), round(lattice.pitch_y)
    if max(abs(lattice.pitch_x - across) * lattice.cols, abs(lattice.pitch_y - down) * lattice.rows) >= 1:
        return lattice
    return Lattice(int(lattice.x + 0.5), int(lattice.y + 0.5), across, down, lattice.cols, lattice.rows)


def cut_out(picture: Bgr, lattice: Lattice) -> Sheet:
    """The board with its panel, without the rest of the picture."""
    margin = int(_PANEL * lattice.pitch_x)
    left, top = max(0, int(lattice.x) - margin), max(0, int(lattice.y) - margin)
    right = int(lattice.across(lattice.cols)) + margin
    bottom = int(lattice.down(lattice.rows)) + margin
    return Sheet(picture[top:bottom, left:right].copy(), lattice.moved(-left, -top))


def _listed(shots: Sequence[Shot]) -> str:
    return shots[0].name if len(shots) == 1 else f"any of {len(shots)} pictures"
