"""How the reader does on frames of real windows: every picture is read from scratch and compared cell by cell.

    OPENBLAS_NUM_THREADS=1 uv run benchmarks/frames.py --frames /tmp/frames --jobs 2 [--unknown]
    OPENBLAS_NUM_THREADS=1 uv run benchmarks/frames.py --frames /tmp/frames --jobs 2 --followed

The frames come from `benchmarks/windows/collect.py`. A cell is right, doubtful (which the reader says itself), or
silently wrong: the worst there is. Every silently wrong cell is listed, and its surroundings are saved as a picture.
In a frame that is not settled a cell may show what it was before the click, after it, or in between. With
`--unknown` each program is read without its theme, as a look that nobody described. With `--followed` the frames of
a window are read in their order as minebot's player reads them: the first one from scratch, and what changed since
in each of the others.
"""

import argparse
import json
import multiprocessing
import os
import signal
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import cv2
from followed import Player
from rich.console import Console
from rich.progress import track
from rich.table import Table

from minebot.vision.picture import Bgr
from minebot.vision.reading import Reading
from minebot.vision.theme import Theme
from minebot.vision.themes.folders import load_themes

_TOLERANCE = 2  # pixels by which a side of the grid may be off
_AROUND = 2  # cells around a misread one that its picture shows
_SHOWN = 60  # misread cells that are printed; all of them are saved

_COLUMNS = ("look", "frames", "not found", "wrong grid", "phantoms", "cells read", "silently wrong", "in frames")

_UNSETTLED = "unsettled frames: wrong is what was there neither before nor after"

_THEMES = {
    "gnome-mines": ("gnome",),
    "kmines": ("kmines", "kmines-classic", "kmines-green", "kmines-graveyard"),
    "page": ("classic", "clones", "element", "written", "online", "online-dark"),
    "web-element": ("classic", "clones", "element", "written", "online", "online-dark"),
}
"""The themes that describe a program, where they are not called after it."""

Frame = dict[str, Any]


@dataclass
class Outcome:
    """What became of one frame: how the board was found, and its cells; `wrong` are (x, y, truth, read)."""

    frame: Frame
    found: str
    right: int = 0
    doubtful: int = 0
    wrong: list[tuple[int, int, str, str]] = field(default_factory=list)
    phantoms: int = 0
    theme: str = ""


def main() -> None:
    """Read the command line, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="*", help="only these")
    parser.add_argument("--frames", type=Path, required=True, help="folder of the frames")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--ended", action="store_true", help="only frames of games that are won or lost")
    parser.add_argument("--every", type=int, default=1, help="only one frame, or window, of so many, always the same")
    parser.add_argument("--by", default="program,scale", help="what a line of the tables is, as the index names it")
    parser.add_argument("--unknown", action="store_true", help="without the theme of the program that is read")
    parser.add_argument("--followed", action="store_true", help="each window from its first frame to its last")
    parser.add_argument("--crops", type=Path, help="folder for misread cells; `misreads` beside the index otherwise")
    options = parser.parse_args()
    wanted = [frame for frame in index(options.frames) if frame["program"] in (options.programs or frame["program"])]
    if options.ended:
        wanted = [frame for frame in wanted if frame["state"] in ("won", "lost")]
    runs = (sittings(wanted) if options.followed else apart(wanted))[:: options.every]
    outcomes: list[Outcome] = []
    with multiprocessing.Pool(options.jobs, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        done = pool.imap_unordered(partial(measure, options.frames, options.unknown), runs, chunksize=4)
        try:
            for run in track(done, "reading", total=len(runs), console=Console(stderr=True)):
                outcomes += run
        except KeyboardInterrupt:
            Console(stderr=True).print("stopped; what was read so far:")
        pool.terminate()
    names = options.by.split(",")
    for title, settled in (("settled frames", True), (_UNSETTLED, False)):
        Console(width=170).print(table_of(title, grouped(outcomes, names, settled=settled)))
    list_wrong(outcomes, options.frames, options.crops or options.frames / "misreads")


def index(folder: Path) -> list[Frame]:
    """What is told of each frame, in the order in which they were taken."""
    return [json.loads(line) for line in (folder / "index.jsonl").read_text().splitlines()]


def apart(frames: list[Frame]) -> list[list[Frame]]:
    """Each frame by itself, in an order in which those of a program lie evenly."""
    return [[frame] for frame in sorted(frames, key=lambda frame: str(frame["file"]))]


def sittings(frames: list[Frame]) -> list[list[Frame]]:
    """The frames of each window, in their order."""
    found: dict[str, list[Frame]] = {}
    for frame in frames:
        found.setdefault(frame["sitting"], []).append(frame)
    return sorted(found.values(), key=lambda run: str(run[0]["program"]))


def measure(folder: Path, unknown: bool, run: list[Frame]) -> list[Outcome]:
    """Read the frames of a window one after the other, and compare; as an unknown look, if that is wanted.

    Where the board was not found as it is, the next frame is read from scratch like the first.
    """
    cv2.setNumThreads(1)
    player, outcomes = Player(themes_for(run[0]["program"], unknown=unknown)), []
    for frame in run:
        window = frame.get("window", frame["bbox"])
        readings = player.read(cv2.imread(os.fspath(folder / frame["file"])), window, settled=frame["settled"])
        best = max(readings, key=lambda reading: shared_area(reading.lattice.bbox, frame["bbox"]), default=None)
        outcomes.append(judged(best, len(readings), frame))
        if not player.follows or outcomes[-1].found != "read":
            player.follow(best if outcomes[-1].found == "read" else None, window)
    return outcomes


def themes_for(program: str, *, unknown: bool) -> list[Theme]:
    """All themes, but for those of the program itself where it is to be read as an unknown look."""
    own = _THEMES.get(program, (program,)) if unknown else ()
    return [theme for theme in load_themes() if theme.name not in own]


def judged(best: Reading | None, count: int, frame: Frame) -> Outcome:
    """What became of a frame, by the reading at the place of its board, of so many in it."""
    if best is None or not shared_area(best.lattice.bbox, frame["bbox"]):
        return Outcome(frame, "none", phantoms=count)
    outcome = Outcome(frame, "grid", phantoms=count - 1, theme=best.theme.name)
    if frame["lattice"] != "square":  # of these the frames have no cells to compare
        outcome.found = "read" if best.lattice.topology == frame["lattice"] else "grid"
    elif same_grid(best, frame):
        compare(best, outcome)
    return outcome


def shared_area(one: Iterable[float], other: Iterable[float]) -> float:
    """How many pixels two boxes have in common."""
    left, top, width, height = one
    x, y, wide, high = other
    across = min(left + width, x + wide) - max(left, x)
    down = min(top + height, y + high) - max(top, y)
    return max(0, across) * max(0, down)


def same_grid(reading: Reading, frame: Frame) -> bool:
    """Whether rows and columns are right, and each side of the grid is at most 2 pixels off."""
    left, top, width, height = reading.lattice.bbox
    x, y, wide, high = frame["bbox"]
    off = (left - x, top - y, left + width - x - wide, top + height - y - high)
    size = (reading.lattice.cols, reading.lattice.rows) == (frame["cols"], frame["rows"])
    return size and max(map(abs, off)) <= _TOLERANCE


def compare(reading: Reading, outcome: Outcome) -> None:
    """Count the cells of a board that was found where it is."""
    outcome.found = "read"
    before = outcome.frame["board"].split("\n")
    after = outcome.frame.get("after", outcome.frame["board"]).split("\n")
    doubtful = {(doubt.x, doubt.y) for doubt in reading.doubtful}
    for y, row in enumerate(reading.board.rows):
        for x, symbol in enumerate(row):
            if (x, y) in doubtful:
                outcome.doubtful += 1
            elif symbol in passed(before[y][x], after[y][x]):
                outcome.right += 1
            else:
                outcome.wrong.append((x, y, "".join(dict.fromkeys(before[y][x] + after[y][x])), symbol))


def passed(before: str, after: str) -> str:
    """What a cell shows on its way from one to the other: a mark that is taken away leaves it covered for a moment."""
    return before + after + ("#" if before != after and before in "F?" else "")


def grouped(outcomes: list[Outcome], names: list[str], *, settled: bool) -> dict[str, list[Outcome]]:
    """The outcomes by what a line of the table is."""
    groups = defaultdict(list)
    for outcome in outcomes:
        if outcome.frame["settled"] == settled:
            groups[" ".join(str(outcome.frame[name]) for name in names)].append(outcome)
            groups["~all"].append(outcome)
    return dict(sorted(groups.items()))


def table_of(title: str, groups: dict[str, list[Outcome]]) -> Table:
    """A line a group; the last columns are of the frames whose board was found and read."""
    table = Table(title=title)
    for column in (*_COLUMNS, "outright %", "doubtful cells %", "frames with doubt %"):
        table.add_column(column, justify="left" if column == "look" else "right")
    for name, group in groups.items():
        read = [outcome for outcome in group if outcome.found == "read"]
        doubtful = sum(outcome.doubtful for outcome in read)
        cells = sum(outcome.right + outcome.doubtful + len(outcome.wrong) for outcome in read)
        outright = sum(not outcome.doubtful and not outcome.wrong for outcome in read)
        unclear = sum(outcome.doubtful > 0 for outcome in read)
        table.add_row(
            *counts(name, group, cells),
            f"{100 * outright / len(group):.1f}",
            f"{100 * doubtful / max(1, cells):.3f}",
            f"{100 * unclear / max(1, len(read)):.1f}",
        )
    return table


def counts(name: str, group: list[Outcome], cells: int) -> list[str]:
    """The columns that both tables have."""
    found = Counter(outcome.found for outcome in group)
    wrong = [len(outcome.wrong) for outcome in group if outcome.wrong]
    phantoms = sum(outcome.phantoms for outcome in group)
    numbers = (len(group), found["none"], found["grid"], phantoms, cells, sum(wrong), len(wrong))
    return [name.replace("~", ""), *map(str, numbers)]


def list_wrong(outcomes: list[Outcome], folder: Path, crops: Path) -> None:
    """Print what was silently misread as what, and save a picture of each such cell."""
    wrong = [(outcome, *cell) for outcome in outcomes for cell in outcome.wrong]
    kinds = Counter(
        (one.frame["program"], one.frame["kind"], one.theme, truth, read) for one, _, _, truth, read in wrong
    )
    for (program, kind, theme, truth, read), number in kinds.most_common(_SHOWN):
        print(f"{number:6} {program} {kind}: {truth} read as {read} in theme {theme}")
    crops.mkdir(parents=True, exist_ok=True)
    for one, x, y, truth, read in wrong[:2000]:
        name = f"{one.frame['program']}-{Path(one.frame['file']).stem}-{x}-{y}.png"
        cv2.imwrite(os.fspath(crops / name), crop(cv2.imread(os.fspath(folder / one.frame["file"])), one.frame, (x, y)))
        with (crops / "list.txt").open("a") as lines:
            lines.write(f"{name}: {one.frame['kind']}, {truth} read as {read} in theme {one.theme}\n")
    print(f"{len(wrong)} cells silently wrong; pictures in {crops}")


def crop(picture: Bgr, frame: Frame, cell: tuple[int, int]) -> Bgr:
    """The cell and what is around it, enlarged."""
    columns, lines = frame["columns"], frame["lines"]
    x, y = cell
    left, right = columns[max(0, x - _AROUND)], columns[min(len(columns) - 1, x + 1 + _AROUND)]
    top, bottom = lines[max(0, y - _AROUND)], lines[min(len(lines) - 1, y + 1 + _AROUND)]
    part = picture[round(top) : round(bottom), round(left) : round(right)]
    return cv2.resize(part, None, fx=4, fy=4, interpolation=cv2.INTER_NEAREST)


if __name__ == "__main__":
    main()
