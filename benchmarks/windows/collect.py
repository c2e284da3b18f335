"""Collect frames of real Minesweeper windows, each with what it must show.

uv run benchmarks/windows/collect.py --out /tmp/frames --minutes 20 sgt xbomb
"""

import argparse
import random
import subprocess
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

import shared  # noqa: F401 - makes the modules of fixtures importable, so it comes first
from desk import Desk, desk
from desktopgames import GnomeMines, Kmines
from lattices import LatticeWindow, XbombLattice
from owngames import Demo, Winemine
from pages import pages
from platformdirs import user_cache_path
from programs import virtual_display
from sgt import Sgt
from sitting import Sitting
from store import Store
from window import Look, Program, clients
from x11games import Ace, Xbomb, Xdemineur

_OTHERS = (XbombLattice("hexagon"), XbombLattice("triangle"))
_ALL = (Sgt(), Xbomb(), Xdemineur(), Ace(), GnomeMines(), Kmines(), Demo(), Winemine(), *pages(), *_OTHERS)
PROGRAMS: dict[str, Program] = {program.name: program for program in _ALL}
_BACKGROUNDS = (0x2E3440, 0x3A6EA5, 0xC8D0D8, 0x000000, 0x5F7F5F, 0xFFFFFF, 0x808080, 0x300A24)


def main() -> None:
    """Read the command line and collect until the time is over."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="*", help=f"all of them where none is named: {' '.join(PROGRAMS)}")
    parser.add_argument("--out", type=Path, default=user_cache_path("minebot") / "frames", help="folder of the frames")
    parser.add_argument("--minutes", type=float, default=10, help="for all programs together")
    parser.add_argument("--games", type=int, default=5, help="games in a window before the next look")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--display", help="a display that runs already; one of our own otherwise")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    collect(options, [PROGRAMS[name] for name in options.programs or PROGRAMS])


def collect(options: argparse.Namespace, programs: list[Program]) -> None:
    """Go through the looks of the programs in turn, again and again."""
    luck, store = random.Random(options.seed), Store(options.out)
    end = time.monotonic() + 60 * options.minutes
    with ExitStack() as stack:
        display = options.display or stack.enter_context(virtual_display())
        seen = stack.enter_context(desk(display))
        home = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="minebot-frames-")))
        while time.monotonic() < end:
            for program in programs:
                look = luck.choice(program.looks())
                start, before = time.monotonic(), store.saved
                seen.paint(luck.choice(_BACKGROUNDS))
                try:
                    visit(program, look, seen, (home, luck, store, options.games))
                except (RuntimeError, subprocess.SubprocessError) as problem:  # a busy machine keeps a program waiting
                    print(f"given up: {problem}", flush=True)
                wait_for_none(seen.display)
                print(look, f"{store.saved - before} frames, {time.monotonic() - start:.0f} s", flush=True)


def visit(program: Program, look: Look, seen: Desk, rest: tuple[Path, random.Random, Store, int]) -> None:
    """Start a program in one look and play some games."""
    home, luck, store, games = rest
    with program.opened(look, seen, home / program.name, luck) as window:
        sitting = Sitting(seen, window, store, luck)
        for _ in range(games):
            if isinstance(window, LatticeWindow):
                window.roam(store, luck)
            else:
                sitting.play()


def wait_for_none(display: str, seconds: float = 6) -> None:
    """Wait until the windows of the last program have gone: some outlive the process that started them."""
    end = time.monotonic() + seconds
    while clients(display) and time.monotonic() < end:
        time.sleep(0.1)


if __name__ == "__main__":
    main()
