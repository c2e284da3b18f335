"""Check the truth of collected frames against their pixels, without minebot's reader.

    uv run benchmarks/windows/verify.py --frames /tmp/frames [PROGRAM...]

In one look every symbol has its own picture. For each look the cells of the settled frames are averaged by the symbol
that the truth says; a cell that is nearer to the average of another symbol contradicts its truth, and is listed.
"""

import argparse
import json
import os
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import shared  # noqa: F401 - makes the modules of fixtures importable, so it comes first
from rich.console import Console
from rich.table import Table
from store import frames

_SIDE = 10  # pixels to which a cell without its edges is resampled
_EDGE = 0.1  # share of a cell that its edge takes
_MOST = 60  # frames of a look that are looked at, unless all are
_FEW = 500  # cells from which the average of a symbol is made
_MARGIN, _NOISE = 0.25, 0.5  # a cell must be so much nearer to another symbol than to its own; in colours
_ALIKE = {("kmines", "default"): {".", "#"}}  # where the background shines through zeros, they are like covered cells

Tiles = npt.NDArray[np.uint8]
Frame = dict[str, Any]


@dataclass
class Findings:
    """What was found in the frames of one look; `wrong` are lines of text, `bad` the files."""

    cells: int
    symbols: str
    means: dict[str, npt.NDArray[np.float32]]
    wrong: list[str] = field(default_factory=list)
    bad: set[str] = field(default_factory=set)


def main() -> None:
    """Read the command line, check every look and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="*")
    parser.add_argument("--frames", type=Path, required=True)
    parser.add_argument("--sheets", type=Path, help="write the average picture of every symbol there")
    parser.add_argument("--drop", action="store_true", help="check every frame, and take those contradicted out")
    options = parser.parse_args()
    table, bad = Table("look", "frames", "cells", "symbols", "contradictions", "in frames"), set()
    for key, those in looks(options.frames, options.programs).items():
        checked = those if options.drop else those[:: max(1, len(those) // _MOST)]
        found = check(options.frames, checked)
        numbers = (len(checked), found.cells, found.symbols, len(found.wrong), len(found.bad))
        table.add_row(" ".join(key), *map(str, numbers))
        print("\n".join(found.wrong[:5]))
        bad |= found.bad
        if options.sheets:
            write_sheet(options.sheets / f"{'-'.join(key)}.png", found.means)
    Console(width=130).print(table)
    if options.drop:
        drop(options.frames, bad)


def looks(folder: Path, programs: list[str]) -> dict[tuple[str, ...], list[Frame]]:
    """The settled frames of each look."""
    found = defaultdict(list)
    for frame in frames(folder):
        if frame["settled"] and frame["lattice"] == "square" and frame["program"] in (programs or frame["program"]):
            found[frame["program"], frame["theme"], frame["level"], frame["scale"]].append(frame)
    return dict(sorted(found.items()))


def check(folder: Path, those: list[Frame]) -> Findings:
    """How many cells were compared, which symbols they show, and where the truth is contradicted."""
    tiles, texts, places = [], [], []
    for frame in those:
        for place, symbol, tile in cells_of(folder, frame):
            tiles.append(tile)
            texts.append(symbol + frame["state"][:1])
            places.append((frame["file"], place))
    stack, names = np.stack(tiles), np.array(texts)
    symbols = sorted(set(texts))
    means = {symbol: average(stack[names == symbol]) for symbol in symbols}
    distance = np.stack([apart(stack, mean) for mean in means.values()], axis=1)
    own = distance[np.arange(len(names)), np.searchsorted(symbols, names)]
    findings = Findings(len(names), "".join(sorted({symbol[0] for symbol in symbols})), means)
    same = _ALIKE.get((those[0]["program"], those[0]["theme"]), set())
    for column, symbol in enumerate(symbols):
        other = np.array([text[0] != symbol[0] and not {text[0], symbol[0]} <= same for text in symbols])
        unlike = other[np.searchsorted(symbols, names)]
        for index in np.flatnonzero(unlike & (distance[:, column] < _MARGIN * own - _NOISE)):
            file, place = places[index]
            figures = f"{distance[index, column]:.1f} to {own[index]:.1f}"
            findings.wrong.append(f"{file} {place} {texts[index]} looks like {symbol}: {figures}")
            findings.bad.add(file)
    return findings


def average(stack: Tiles) -> npt.NDArray[np.float32]:
    """The median picture of some of the tiles, spread over all of them."""
    median: npt.NDArray[np.float32] = np.median(stack[:: max(1, len(stack) // _FEW)], axis=0).astype(np.float32)
    return median


def apart(stack: Tiles, mean: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """The mean difference of each tile from a picture."""
    parts = [np.abs(stack[at : at + 4096] - mean).mean((1, 2, 3)) for at in range(0, len(stack), 4096)]
    return np.concatenate(parts)


def drop(folder: Path, bad: set[str]) -> None:
    """Take frames out of the index, and delete them; nothing may be collecting meanwhile."""
    kept = [frame for frame in frames(folder) if frame["file"] not in bad]
    (folder / "index.jsonl").write_text("".join(json.dumps(frame) + "\n" for frame in kept))
    for file in bad:
        (folder / file).unlink()
    print(f"{len(bad)} frames dropped, {len(kept)} kept")


def cells_of(folder: Path, frame: Frame) -> Iterator[tuple[tuple[int, int], str, Tiles]]:
    """The cells of a frame without their edges, all of one size."""
    picture = cv2.imread(os.fspath(folder / frame["file"]))
    columns, lines = edges(frame)
    for y, row in enumerate(frame["board"].split("\n")):
        for x, symbol in enumerate(row):
            left, right, top, bottom = columns[x], columns[x + 1], lines[y], lines[y + 1]
            inset = _EDGE * (right - left)
            x0, x1, y0, y1 = round(left + inset), round(right - inset), round(top + inset), round(bottom - inset)
            yield (x, y), symbol, cv2.resize(picture[y0:y1, x0:x1], (_SIDE, _SIDE), interpolation=cv2.INTER_AREA)


def edges(frame: Frame) -> tuple[list[float], list[float]]:
    """Where columns and rows begin, and where the last ones end."""
    left, top, width, height = frame["bbox"]
    even = [left + width * place / frame["cols"] for place in range(frame["cols"] + 1)]
    return frame.get("columns", even), frame.get(
        "lines", [top + height * place / frame["rows"] for place in range(frame["rows"] + 1)]
    )


def write_sheet(path: Path, means: dict[str, npt.NDArray[np.float32]]) -> None:
    """The average of every symbol, side by side, in the order of their names."""
    path.parent.mkdir(parents=True, exist_ok=True)
    scaled = [cv2.resize(mean, (56, 56), interpolation=cv2.INTER_NEAREST) for mean in means.values()]
    sheet = np.hstack([cv2.copyMakeBorder(tile.astype(np.uint8), 2, 2, 2, 2, cv2.BORDER_CONSTANT) for tile in scaled])
    cv2.imwrite(os.fspath(path), sheet)
    path.with_suffix(".txt").write_text(" ".join(means))


if __name__ == "__main__":
    main()
