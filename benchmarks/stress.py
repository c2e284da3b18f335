"""Random boards drawn in every theme, then spoilt as screenshots are: how many are read outright, none misread.

    PYTHONPATH=tests OPENBLAS_NUM_THREADS=1 uv run benchmarks/stress.py --cells 1000000 --jobs 2
    PYTHONPATH=tests OPENBLAS_NUM_THREADS=1 uv run benchmarks/stress.py --cells 100000 --unknown

A board is a game of random size, stage and outcome, drawn at a random pitch in a window on a busy desktop, and spoilt
in one way, or something lies over a part of it. Prints a table by damage and one by theme: boards, not found, cut short
(rows or columns missing or too many, and most cells not doubtful for it), read outright, doubtful cells, cells misread
without doubt; then how many were spoilt no more than is ordinary, and the share of these that was read outright:
cells of at least 16 px after all, JPEG of quality 50 or more, noise of at most 4 (standard deviation), dimmed to no
less than half; whatever else is done to a picture is ordinary. What is covered may be doubtful, nothing else. With
`--unknown` the theme itself is not there to read it.
`--save FOLDER` keeps each picture that was misread, or of which a tenth was doubtful.
"""

import argparse
import multiprocessing
import os
import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path

import cv2
import numpy as np
from desktops import compressed, in_few_colours, on_busy_desktop, overlaid
from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from scenes import played

from minebot.board import Board
from minebot.geometry import Lattice
from minebot.vision.draw import draw_board
from minebot.vision.picture import Bgr, save_picture
from minebot.vision.read import read_picture
from minebot.vision.reading import Reading
from minebot.vision.themes.folders import load_themes

SIZES = ((8, 8), (9, 9), (10, 8), (12, 20), (16, 16), (18, 14), (24, 20), (30, 16), (40, 30))
LOST = -1  # where no board was found at its place
CUT_SHORT = -2  # where one was, of other rows or columns, and most of its cells are beyond doubt
COVERED, SCALED = "partly covered", "scaled 0.75-3"
LARGEST = 120  # pixels of a cell
ORDINARY_PITCH, ORDINARY_QUALITY, ORDINARY_NOISE, ORDINARY_LIGHT = 16, 50, 4, 0.5

Spoilt = tuple[Bgr, bool]
"""A picture after something was done to it, and whether that was no more than is ordinary."""


@dataclass(frozen=True)
class Scene:
    """A picture, the board on it and where, and what was done to it; something lies over the `hidden` cells.

    `ordinary` is set where that was no more than screenshots usually go through.
    """

    picture: Bgr
    board: Board
    lattice: Lattice
    theme: str
    damage: str
    ordinary: bool
    hidden: frozenset[int] = frozenset()


def scene(seed: int) -> Scene:
    """The scene of that number."""
    rng = random.Random(seed)
    theme = rng.choice(load_themes())
    damage = rng.choice([*sorted(DAMAGES), COVERED, SCALED])
    cols, rows = rng.choice(SIZES)
    board = played(rng, (cols, rows), round(cols * rows * rng.uniform(0.1, 0.25)), frozenset(theme.symbols))
    pitch = rng.choice([min(theme.tiles, default=16)] if theme.tiles else [12, 16, 16, 20, 24, 28, 32, 40, 48, 64])
    drawn = draw_board(board, theme, pitch)
    picture, box = on_busy_desktop(rng, drawn)
    x, y = box[:2]
    if damage == COVERED:
        covered = overlaid(rng, picture, box)
        lattice = Lattice(x, y, pitch, pitch, cols, rows)
        hidden = _hidden(picture, covered, lattice)
        return Scene(covered, board, lattice, theme.name, damage, pitch >= ORDINARY_PITCH, hidden)
    spoilt, ordinary = _scaled(rng, picture, pitch) if damage == SCALED else DAMAGES[damage](rng, picture)
    down, across = spoilt.shape[0] / picture.shape[0], spoilt.shape[1] / picture.shape[1]
    lattice = Lattice(x * across, y * down, pitch * across, pitch * down, cols, rows)
    return Scene(spoilt, board, lattice, theme.name, damage, ordinary and lattice.pitch_x >= ORDINARY_PITCH)


def _hidden(before: Bgr, after: Bgr, lattice: Lattice) -> frozenset[int]:
    """The cells, as flat indices, on which something was laid."""
    left, top, width, height = lattice.bbox
    part = np.s_[top : top + height, left : left + width]
    over = (before[part] != after[part]).any(2).reshape(lattice.rows, height // lattice.rows, lattice.cols, -1)
    return frozenset(np.flatnonzero(over.any((1, 3))).tolist())


def _scaled(rng: random.Random, picture: Bgr, pitch: int) -> Spoilt:
    scale = rng.uniform(0.75, 3.0) if picture.shape[1] < 1200 else rng.uniform(0.75, 1.5)
    scale = min(scale, LARGEST / pitch)
    way = rng.choice([cv2.INTER_LINEAR, cv2.INTER_CUBIC, cv2.INTER_AREA if scale < 1 else cv2.INTER_NEAREST])
    return cv2.resize(picture, None, fx=scale, fy=scale, interpolation=way).astype(np.uint8), True


def _blurred(rng: random.Random, picture: Bgr) -> Spoilt:
    return cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.4, 1.0)).astype(np.uint8), True


def _jpeg(rng: random.Random, picture: Bgr) -> Spoilt:
    quality = rng.randint(30, 95)
    return compressed(picture, quality), quality >= ORDINARY_QUALITY


def _sixteen_bits(_rng: random.Random, picture: Bgr) -> Spoilt:
    blue, green, red = cv2.split(picture)
    few = [blue & 0xF8 | blue >> 5, green & 0xFC | green >> 6, red & 0xF8 | red >> 5]
    return cv2.merge(few).astype(np.uint8), True


def _noisy(rng: random.Random, picture: Bgr) -> Spoilt:
    seed, spread = rng.randrange(10**9), rng.uniform(1, 6)
    noise = np.random.default_rng(seed).normal(0, spread, picture.shape)
    return np.clip(picture + noise, 0, 255).astype(np.uint8), spread <= ORDINARY_NOISE


def _dimmed(rng: random.Random, picture: Bgr) -> Spoilt:
    light = rng.uniform(0.4, 0.9)
    return (picture * light).astype(np.uint8), light >= ORDINARY_LIGHT


def _shifted(rng: random.Random, picture: Bgr) -> Spoilt:
    move = np.float32([[1, 0, rng.random()], [0, 1, rng.random()]])
    moved = cv2.warpAffine(picture, move, picture.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
    return moved.astype(np.uint8), True


def _few_colours(_rng: random.Random, picture: Bgr) -> Spoilt:
    return in_few_colours(picture, 128), True


def _unspoilt(_rng: random.Random, picture: Bgr) -> Spoilt:
    return picture, True


DAMAGES: dict[str, Callable[[random.Random, Bgr], Spoilt]] = {
    "none": _unspoilt,
    "blur 0.4-1 px": _blurred,
    "JPEG 30-95": _jpeg,
    "16 bits": _sixteen_bits,
    "noise 1-6": _noisy,
    "dimmed 0.4-0.9": _dimmed,
    "shifted < 1 px": _shifted,
    "128 colours": _few_colours,
}


@dataclass(frozen=True)
class Result:
    """What came of a scene: `silent` and `doubtful` cells; LOST or CUT_SHORT where its board was not found."""

    seed: int
    theme: str
    damage: str
    cells: int
    silent: int
    doubtful: int
    ordinary: bool


def judged(seed: int, unknown: bool = False, save: Path | None = None) -> Result:
    """Read the scene of that number and compare."""
    cv2.setNumThreads(1)
    made = scene(seed)
    readings = read_scene(made, unknown=unknown)
    found = [reading for reading in readings if at_its_place(reading, made.lattice)]
    if not found:
        verdict = CUT_SHORT if any(_instead(reading, made) for reading in readings) else LOST
        result = Result(seed, made.theme, made.damage, len(made.board.cells), verdict, 0, made.ordinary)
    else:
        doubtful = {made.board.index((each.x, each.y)) for each in found[0].doubtful}
        pairs = enumerate(zip(found[0].board.cells, made.board.cells, strict=True))
        silent = sum(seen != true and index not in doubtful for index, (seen, true) in pairs)
        unclear = len(doubtful - made.hidden)
        result = Result(seed, made.theme, made.damage, len(made.board.cells), silent, unclear, made.ordinary)
    if save is not None and (result.silent or result.doubtful > 0.1 * result.cells):
        name = f"{seed}-{made.theme}-{made.damage.split()[0]}-{result.silent}"
        save_picture(save / f"{name}.png", made.picture)
        (save / f"{name}.board").write_text(f"{made.lattice}\n{made.board}\n")
    return result


def at_its_place(reading: Reading, lattice: Lattice) -> bool:
    """Whether a reading is of the board that lies there: the same rows and columns, the corner within half a cell."""
    same = (reading.board.width, reading.board.height) == (lattice.cols, lattice.rows)
    off = abs(reading.lattice.x - lattice.x), abs(reading.lattice.y - lattice.y)
    return same and max(off) < lattice.pitch_x / 2


def _instead(reading: Reading, made: Scene) -> bool:
    """Whether a reading is of cells of the scene, and says so of most without a doubt."""
    x, y = reading.lattice.centre((reading.lattice.cols // 2, reading.lattice.rows // 2))
    left, top, width, height = made.lattice.bbox
    return left < x < left + width and top < y < top + height and 2 * len(reading.doubtful) < len(reading.board.cells)


def read_scene(made: Scene, *, unknown: bool) -> list[Reading]:
    """The boards found in a scene, by all themes, or by all but its own."""
    themes = [theme for theme in load_themes() if not (unknown and theme.name == made.theme)]
    return read_picture(made.picture, themes)


def main() -> None:
    """Read scenes until so many cells were seen, and print the tables."""
    asked = _arguments()
    if asked.save is not None:
        asked.save.mkdir(parents=True, exist_ok=True)
    judge = partial(judged, unknown=asked.unknown, save=asked.save)
    results: list[Result] = []
    cells = 0
    with multiprocessing.Pool(asked.jobs) as pool, Progress(transient=True) as progress:
        bar = progress.add_task("cells", total=asked.cells)
        try:
            for result in pool.imap(judge, count(asked.seed)):
                results.append(result)
                cells += result.cells
                progress.update(bar, completed=cells)
                if cells >= asked.cells:
                    break
        except KeyboardInterrupt:
            Console().print("stopped; what was read so far:")
        pool.terminate()
    for name in ("damage", "theme"):
        Console().print(_table(results, name))
    Console().print(f"{cells:,} cells, seeds from {asked.seed}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.2f}")
    for result in results:
        if result.silent > 0 or result.silent == CUT_SHORT:
            Console().print(f"misread: {result}")


def _arguments() -> argparse.Namespace:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--cells", type=int, default=100_000)
    asked.add_argument("--jobs", type=int, default=1)
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--unknown", action="store_true")
    asked.add_argument("--save", type=Path)
    return asked.parse_args()


def _table(results: list[Result], by: str) -> Table:
    table = Table(by, "boards", "cells", "not found", "cut short", "outright %", "doubtful cells %", "misread cells")
    table.add_column("ordinary boards")
    table.add_column("outright %")
    groups: dict[str, list[Result]] = {}
    for result in results:
        groups.setdefault(getattr(result, by), []).append(result)
    for name, group in [*sorted(groups.items()), ("all", results)]:
        found = [result for result in group if result.silent >= 0]
        cut_short = sum(result.silent == CUT_SHORT for result in group)
        outright = sum(result.silent == result.doubtful == 0 for result in found)
        ordinary = [result.silent == result.doubtful == 0 for result in group if result.ordinary]
        cells = sum(result.cells for result in group)
        table.add_row(
            name,
            f"{len(group):,}",
            f"{cells:,}",
            str(len(group) - len(found) - cut_short),
            str(cut_short),
            f"{100 * outright / len(group):.2f}",
            f"{100 * sum(result.doubtful for result in found) / cells:.3f}",
            str(sum(result.silent for result in found)),
            f"{len(ordinary):,}",
            f"{100 * sum(ordinary) / max(1, len(ordinary)):.2f}",
        )
    return table


if __name__ == "__main__":
    main()
