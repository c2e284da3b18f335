"""Guesses for the chooser to learn from: positions in which nothing is safe, and what a look ahead chooses cells by.

    PYTHONPATH=. python training/value/choices.py --level expert --games 12000 --seed 77 --out choices.npz

The player looks one move ahead with the value network, as the champion does with `--effort normal`, and opens every
eighth cell by lot; every guess survives. Half of the games begin in the corner, which is safe, and half with a zero.
Boards are drawn from (seed, index).
"""

import argparse
from pathlib import Path
from typing import NamedTuple

import numpy as np
from rich.progress import track
from selfplay import GUESSES, begun_at, keep

from minebot.board import LEVELS
from minebot.compiled import entry, kernel
from minebot.solver.kernels.ahead import Leaf, Weighed, candidates, new_leaf, room_for, weigh
from minebot.solver.kernels.arrays import Codes, Floats, Int, Ints, Words
from minebot.solver.kernels.chooser import MOST, NEAR
from minebot.solver.kernels.hidden import HIDDEN_MINE
from minebot.solver.kernels.net import Net, Singles, new_planes
from minebot.solver.kernels.parts import no_parts
from minebot.solver.kernels.player import (
    Game,
    Judged,
    begun,
    guess,
    new_judged,
    running,
    to_guess,
    undecided,
)
from minebot.solver.kernels.playout import redraw
from minebot.solver.kernels.sample import next_seed, uniform
from minebot.solver.kernels.tables import new_tables
from minebot.solver.learned import value_network
from minebot.topology import Grid, grid

BY_LOT = 0.12  # the share of guesses that is drawn from all candidates alike


class Asked(NamedTuple):
    """The guesses of a game: `states` and `risks` as in selfplay.py, the candidates, -1 for none, and their merits."""

    states: Codes
    risks: Singles
    cells: Ints
    merits: Floats
    count: Ints


def room_for_choices(count: int) -> Asked:
    """Room for the guesses of a game on a board of so many cells."""
    states, risks = np.empty((GUESSES, count), np.int8), np.empty((GUESSES, count), np.float32)
    return Asked(states, risks, np.empty((GUESSES, MOST), np.int64), np.zeros((GUESSES, MOST)), np.zeros(1, np.int64))


@entry
def choose(  # noqa: PLR0913, PLR0917 - a board, how to play it, and where the answers go
    where: Grid, hidden: Codes, shown: Codes, mines: Int, net: Net, random: Words, weighed: Weighed, asked: Asked
) -> None:
    """Play on to the end, and write the guesses that had more than one candidate."""
    count = len(hidden)
    game = begun(where, hidden, shown, mines, count, np.empty(count, np.int64))
    planes, judged, leaf = new_planes(where), new_judged(count), new_leaf(game)
    tables, parts = new_tables(), no_parts()
    while True:
        parts, tables, _ = to_guess(game, parts, tables, judged)
        if not running(game):
            break
        cells = candidates(game, judged.risks, undecided(game), NEAR, MOST)
        tables = weigh(game, judged, parts, tables, cells, net, leaf, planes, weighed)
        if len(cells) > 1 and asked.count[0] < len(asked.states):
            keep_choice(game, judged, cells, weighed.merit, asked)
        chosen = cells[weighed.merit[: len(cells)].argmax()]
        if uniform(random) < BY_LOT:
            chosen = cells[np.int64(uniform(random) * len(cells))]
        if game.hidden[chosen] == HIDDEN_MINE:
            tables = redraw(game, chosen, parts, tables, next_seed(random))
        guess(game, chosen)


@kernel
def keep_choice(game: Game, judged: Judged, cells: Ints, merits: Floats, asked: Asked) -> None:
    """Write a position, and its candidates."""
    row = asked.count[0]
    keep(Leaf(game, judged), asked.states[row], asked.risks[row])
    asked.cells[row] = -1
    for place in range(len(cells)):
        asked.cells[row, place], asked.merits[row, place] = cells[place], merits[place]
    asked.count[0] = row + 1


def main() -> None:
    """Play, and write what was asked."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--level", choices=LEVELS, default="expert")
    options.add_argument("--games", type=int, default=12_000)
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--out", type=Path, required=True)
    given = options.parse_args()
    size = width, height, mines = LEVELS[given.level]
    where, asked, found = grid("square", width, height), room_for_choices(width * height), []
    try:
        for index in track(range(given.games), "playing"):
            rng = np.random.default_rng((given.seed, index))
            opens = rng.random() < 0.5
            hidden, shown = begun_at(size, 3 * width + 3 if opens else 0, opens, rng)
            random, asked.count[0] = rng.integers(1 << 62, size=1).astype(np.uint64), 0
            choose(where, hidden, shown, mines, value_network(), random, room_for(MOST), asked)
            found.append([each[: asked.count[0]].copy() for each in asked[:-1]])
    except KeyboardInterrupt:
        print("stopped; what was played is kept", flush=True)
    states, risks, cells, merits = (np.concatenate(each) for each in zip(*found, strict=True))
    kept = {"states": states, "risks": risks.astype(np.float16), "cells": cells.astype(np.int16)}
    np.savez(given.out, size=(width, height), merits=merits.astype(np.float32), **kept)
    print(f"{len(states):,} guesses of {len(found):,} games are in {given.out}")


if __name__ == "__main__":
    main()
