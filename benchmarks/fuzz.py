"""Feed damaged files to the loaders of pictures, recordings, videos and themes, and report what no file may do.

    uv run benchmarks/fuzz.py --minutes 10
    uv run benchmarks/fuzz.py --only theme --seed 4711 --cases 1     # one case again

No bytes may lead to an error that is no MinebotError, end the process, take over a second of processor time (of a
recording: for a frame), or need over a gigabyte. Each case comes from its seed alone; a process of its own tries them,
with its memory limited, and another takes over where one was ended.
"""

import argparse
import multiprocessing
import os
import random
import resource
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path

from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from damage import NASTY, animations, changed, damaged, pictures, random_edits, theme, tile, videos, write_theme

from minebot.errors import MinebotError
from minebot.vision.picture import load_picture
from minebot.vision.sources.recording import frames, is_recording
from minebot.vision.themes.folders import read_theme

MEMORY, SECONDS, PATIENCE = 1 << 30, 1.0, 60.0
FINE, LOST = ("read", "refused"), "the process was ended, or answered no more"


def main() -> int:
    """Try cases for so long, and print what came out; the exit code is 1 where something did that must not."""
    asked = parsed()
    table, found = Table("loader", "cases", "read", "refused", "cases/s", "slowest s", "findings"), []
    for name in asked.only or TARGETS:
        tally, seconds, slowest, bad = try_out(
            name, asked.seed, asked.cases, asked.minutes * 60 / len(asked.only or TARGETS)
        )
        cases = sum(tally.values())
        counts = str(cases), str(tally["read"]), str(tally["refused"])
        table.add_row(name, *counts, f"{cases / seconds:.0f}", f"{slowest:.2f}", str(len(bad)))
        found += bad
    Console().print(table, *found, sep="\n")
    return bool(found)


def parsed() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=1.0, help="for all loaders together")
    parser.add_argument("--seed", type=int, default=0, help="of the first case")
    parser.add_argument("--cases", type=int, default=sys.maxsize, help="of each loader at most")
    parser.add_argument("--only", action="append", choices=TARGETS, help="this loader; may be repeated")
    return parser.parse_args()


def try_out(name: str, seed: int, cases: int, seconds: float) -> tuple[Counter[str], float, float, list[str]]:
    """Cases of one loader: how they ended, how long all took, the longest, and the findings."""
    begun, tally, slowest, findings = time.monotonic(), Counter[str](), 0.0, []
    end, until = seed + cases, time.monotonic() + seconds
    while seed < end and time.monotonic() < until:
        ours, theirs = multiprocessing.Pipe()
        process = multiprocessing.Process(target=work, args=(theirs, name, seed, end))
        process.start()
        theirs.close()
        while seed < end and time.monotonic() < until:
            verdict, took = heard(ours, process)
            tally[verdict if verdict in FINE else "wrong"] += 1
            slowest = max(slowest, took)
            findings += [f"{name} {seed}: {took:.1f} s of processor time"] * (took > SECONDS)
            findings += [f"{name} {seed}: {verdict} (exit code {process.exitcode})"] * (verdict not in FINE)
            seed += 1
            if verdict is LOST:
                break
        process.kill()
        process.join()
    return tally, time.monotonic() - begun, slowest, findings


def heard(pipe: Connection, process: multiprocessing.Process) -> tuple[str, float]:
    """How the next case ended and what it took; `LOST` where the process does not say."""
    try:
        if pipe.poll(PATIENCE):
            answer: tuple[str, float] = pipe.recv()
            return answer
    except EOFError:
        process.join(1)
    return LOST, 0.0


def work(pipe: Connection, name: str, seed: int, end: int) -> None:
    """Try one case after the other, with limited memory, and say how each ended."""
    target = TARGETS[name]
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # the libraries' own words on each file
    with tempfile.TemporaryDirectory() as folder:
        tried(target, random.Random(seed), Path(folder))  # makes the files that are damaged
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        for each in range(seed, end):
            pipe.send(tried(target, random.Random(each), Path(folder)))


def tried(target: Callable[[random.Random, Path], float], rng: random.Random, folder: Path) -> tuple[str, float]:
    """How a case ended, and the processor time of its longest step."""
    begun = spent()
    try:
        return "read", target(rng, folder)
    except FrameRefused as refused:
        return "refused", refused.took
    except MinebotError:
        return "refused", spent() - begun
    except BaseException as error:  # noqa: BLE001 - whatever comes out is the finding
        return f"{type(error).__name__}: {error}", spent() - begun


def spent() -> float:
    """Processor time of this process and those that it waited for, in seconds."""
    return time.process_time() + sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])


def picture(rng: random.Random, folder: Path) -> float:
    """A damaged still picture."""
    (folder / "a").write_bytes(damaged(rng.choice(list(pictures().values())), random_edits(rng)))
    begun = spent()
    load_picture(folder / "a")
    return spent() - begun


def animation(rng: random.Random, folder: Path) -> float:
    """A damaged picture that moves."""
    return longest_frame(folder / "a", damaged(rng.choice(list(animations().values())), random_edits(rng)))


def video(rng: random.Random, folder: Path) -> float:
    """A damaged video."""
    return longest_frame(folder / "a", damaged(rng.choice(list(videos().values())), random_edits(rng)))


class FrameRefused(MinebotError):
    """A recording was refused, and its longest frame `took` so many seconds."""

    def __init__(self, took: float) -> None:
        super().__init__("refused")
        self.took = took


def longest_frame(path: Path, content: bytes) -> float:
    """The time that the longest frame of a recording took; FrameRefused, which says it, where one cannot be read."""
    path.write_bytes(content)
    begun, longest = spent(), 0.0
    try:
        for _ in frames(path) if is_recording(path) else ():
            longest, begun = max(longest, spent() - begun), spent()
    except MinebotError:
        raise FrameRefused(max(longest, spent() - begun)) from None
    return max(longest, spent() - begun)


def description(rng: random.Random, folder: Path) -> float:
    """A damaged theme: what its theme.toml says, its bytes, or a captured picture."""
    changes = [
        (rng.randrange(1 << 20), rng.randrange(5), rng.randrange(len(NASTY)))
        for _ in range(rng.choice((0, 1, 1, 2, 3)))
    ]
    shutil.rmtree(folder / "t", ignore_errors=True)
    place = write_theme(
        folder / "t", changed(theme(), changes), tile(rng.choice((1, 2, 15, 16, 16))) if rng.random() < 0.3 else None
    )
    victim = place / rng.choice(("theme.toml", "theme.toml", "16/open.png"))
    if rng.random() < 0.5 and victim.exists():
        victim.write_bytes(damaged(victim.read_bytes(), random_edits(rng)))
    begun = spent()
    read_theme(place).templates(16)
    return spent() - begun


TARGETS: dict[str, Callable[[random.Random, Path], float]] = {
    "picture": picture,
    "animation": animation,
    "video": video,
    "theme": description,
}


if __name__ == "__main__":
    sys.exit(main())
