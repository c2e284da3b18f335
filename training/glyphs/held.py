"""Cells as they are on screens, by which a network is held to what it says of them: no truth is kept beside them.

    PYTHONPATH=../..:../../tests:../../benchmarks python held.py --boards 1500 --seed 9000000000 --jobs 2 --out held.npy

They are of the boards of `benchmarks/stress.py`, every theme at random scales, spoilt as screenshots are; and every
third one is of the looks that the tests make up.
"""

import argparse
import multiprocessing
from pathlib import Path

import boards
import numpy as np
import numpy.typing as npt
from desktops import random_desktop
from stress import scene

from minebot.vision.unknown.glyphs import cut_patches

OF_A_BOARD = 120  # cells; the larger boards repeat themselves


def main() -> None:
    """Draw, cut, write."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--boards", type=int, default=1500)
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--jobs", type=int, default=1)
    options.add_argument("--out", type=Path, required=True)
    asked = options.parse_args()
    with multiprocessing.Pool(asked.jobs) as pool:
        parts = pool.map(cells_of, range(asked.seed, asked.seed + asked.boards), chunksize=20)
    np.save(asked.out, np.concatenate(parts))


def cells_of(seed: int) -> npt.NDArray[np.uint8]:
    """Some cells of the scene of that number, each thing that is on it at least once: (n, SIDE, SIDE, 3)."""
    rng = np.random.default_rng(seed)
    if seed % 3 == 0 and (desktop := random_desktop(seed, (1280, 800))).shown:
        picture, lattice, board = desktop.picture, desktop.boards[0], desktop.shown[0]
    else:
        made = scene(seed)
        picture, lattice, board = made.picture, made.lattice, made.board
    cells = rng.permutation(len(board.cells))
    shown = np.array(board.cells)[cells]
    seldom = np.array([np.flatnonzero(shown[: place + 1] == what).size for place, what in enumerate(shown)])
    chosen = cells[np.argsort(seldom, kind="stable")][:OF_A_BOARD]
    return cut_patches(picture, boards.shaken(lattice, rng), chosen)


if __name__ == "__main__":
    main()
