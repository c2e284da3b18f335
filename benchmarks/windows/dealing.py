"""Mines that we deal: layouts with many high numbers, and a library that hands a program our "random" numbers."""

import os
import random
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import shared  # noqa: F401 - makes the modules of fixtures importable, so it comes first
from layouts import Cell, Mines, around

_SOURCE = Path(__file__).with_name("dealt.c")


def deal(cols: int, rows: int, count: int, luck: random.Random, start: Cell | None = None) -> Mines:
    """Mines, none of them on the start or beside it: by the luck, or crowded around a few cells, which makes 5 to 8."""
    barred = set() if start is None else {start, *around(*start, cols, rows)}
    places = [(x, y) for y in range(rows) for x in range(cols) if (x, y) not in barred]
    mines: set[Cell] = set()
    if luck.random() < 0.6:
        middles = set()
        for middle in luck.sample(places, len(places)):
            ring = [cell for cell in around(*middle, cols, rows) if cell not in barred]
            wanted = luck.sample(ring, min(len(ring), luck.randint(5, 8)))
            if middle not in mines and len(mines | set(wanted)) <= count * 0.7 and middles.isdisjoint(wanted):
                mines |= set(wanted)
                middles.add(middle)
        places = [cell for cell in places if cell not in middles]
    rest = [cell for cell in places if cell not in mines]
    mines |= set(luck.sample(rest, min(len(rest), count - len(mines))))
    return frozenset(mines)


def crowd(cols: int, rows: int, count: int, luck: random.Random) -> int:
    """How many mines a game gets where the program takes any number: the level's own, or up to half of the board."""
    return count if luck.random() < 0.5 else int(cols * rows * luck.uniform(0.22, 0.5))


class Dealer:
    """A program that draws its mines from numbers that we write, in the order in which it asks for them."""

    def __init__(self, program: str, folder: Path) -> None:
        """Copy the program, because one with the rights of a group takes no library from its environment."""
        folder.mkdir(parents=True, exist_ok=True)
        self.program = os.fspath(folder / Path(program).name)
        Path(self.program).unlink(missing_ok=True)  # one that still runs cannot be written
        shutil.copyfile(program, self.program)
        Path(self.program).chmod(0o755)
        library = folder / "dealt.so"
        subprocess.run(["gcc", "-shared", "-fPIC", "-O1", "-o", library, _SOURCE, "-ldl"], check=True)
        self._file, self._games = folder / "deal", 0
        self.environment = {
            "LD_PRELOAD": os.fspath(library),
            "DEAL_FILE": os.fspath(self._file),
            "DEAL_PROGRAM": self.program,
        }
        self.hand([])

    def hand(self, numbers: Sequence[int]) -> None:
        """What the program draws from now on."""
        self._games += 1
        new = self._file.with_suffix(".new")
        new.write_text(" ".join(map(str, [self._games, *numbers])))
        new.rename(self._file)
