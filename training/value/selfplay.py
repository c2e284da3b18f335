"""Positions for the value network to learn from, of games in which every guess survives.

    PYTHONPATH=. python training/value/selfplay.py --level expert --games 70000 --seed 1 --out expert.npz

The player looks one move ahead (minebot.solver.kernels.ahead), by the safety of the next moves or, with `--network`, by
an earlier network. Where a guess would hit a mine, the hidden board is drawn anew from those on which the cell is safe.
The position after each guess is kept, with the product of the chances that all later guesses had: how likely this
player wins from there, with far less spread than won or lost. Boards are drawn from (seed, index).
"""

import argparse
from pathlib import Path
from typing import NamedTuple

import numpy as np
from rich.progress import track

from minebot.compiled import entry, kernel
from minebot.solver.fast import hidden_board
from minebot.solver.kernels.ahead import Leaf, Weighed, candidates, new_leaf, room_for, shown_in, weigh
from minebot.solver.kernels.arrays import Codes, Floats, Int, Ints, Words
from minebot.solver.kernels.hidden import HIDDEN_MINE
from minebot.solver.kernels.model import MINE, SAFE, Constraints
from minebot.solver.kernels.net import Net, Singles, new_planes
from minebot.solver.kernels.parts import no_parts
from minebot.solver.kernels.player import (
    COVERED,
    MINES_LEFT,
    Game,
    begun,
    click,
    constraints_of,
    decide,
    follow_rules,
    guess,
    judge_game,
    new_judged,
    running,
    undecided,
)
from minebot.solver.kernels.position import examined
from minebot.solver.kernels.sample import draw_from, uniform
from minebot.solver.kernels.tables import new_tables
from minebot.solver.learned import NONE, read_network
from minebot.topology import Grid, grid

LEVELS = {"beginner": (9, 9, 10), "intermediate": (16, 16, 40), "expert": (30, 16, 99)}
GUESSES = 64  # of a game that are kept
NEAR, MOST = 0.88, 10  # how safe a candidate is beside the safest, and how many there are
KNOWN_MINE, KNOWN_SAFE = -2, -3  # what stands in `states` for covered cells that are certain


class Kept(NamedTuple):
    """The positions after the guesses of a game, and what came of each.

    `states` holds the number of an open cell, COVERED, KNOWN_MINE or KNOWN_SAFE, `risks` the risks of covered cells;
    `count[0]` tells how many positions there are.
    """

    states: Codes
    risks: Singles
    worth: Floats
    count: Ints


@entry
def survive(  # noqa: PLR0913, PLR0917 - a board, and how to play it
    where: Grid,
    hidden: Codes,
    mines: Int,
    first: Int,
    explore: float,
    net: Net,
    random: Words,
    weighed: Weighed,
    kept: Kept,
) -> float:
    """Play to the end, and tell what the game was worth; `weighed` is room for as many candidates as it may weigh.

    A share `explore` of the guesses is drawn from all candidates.
    """
    count = len(hidden)
    shown = np.full(count, COVERED, np.int8)
    game = begun(where, hidden.copy(), shown, mines, count, np.empty(count, np.int64))
    planes, judged, leaf = new_planes(count, net), new_judged(count), new_leaf(game)
    click(game, first)
    tables, parts = new_tables(), no_parts()
    worth, used = 1.0, 0
    while running(game):
        follow_rules(game)
        if not running(game):
            break
        position, tables = judge_game(game, parts, tables, judged)
        parts = position.parts
        if decide(game, judged.certain):
            continue
        cells = candidates(game, judged, undecided(game), NEAR, len(weighed.worth))
        chosen = cells[0]
        if uniform(random) < explore:
            chosen = cells[np.int64(uniform(random) * len(cells))]
        elif len(cells) > 1:
            tables = weigh(game, judged, parts, tables, cells, net, leaf, planes, weighed)
            chosen = cells[np.argmax(weighed.worth[: len(cells)])]
        worth *= 1.0 - judged.risks[chosen]
        if game.hidden[chosen] == HIDDEN_MINE:
            redraw(game, chosen, random)
        if used < len(kept.worth):
            shown_in(leaf, game, chosen, np.int64(game.hidden[chosen]))
            _, tables = judge_game(leaf.game, parts, tables, leaf.judged)
            keep(leaf, kept.states[used], kept.risks[used])
            kept.worth[used] = worth
            used += 1
        guess(game, chosen)
    for place in range(used):
        kept.worth[place] = worth / kept.worth[place]
    kept.count[0] = used
    return worth


@kernel
def keep(leaf: Leaf, states: Codes, risks: Singles) -> None:
    """Write a position."""
    game, judged = leaf.game, leaf.judged
    for cell in range(len(states)):
        states[cell], risks[cell] = game.shown[cell], 0.0
        if game.shown[cell] == COVERED:
            risks[cell] = judged.risks[cell]
            if game.known[cell] == MINE or judged.certain[cell] == MINE:
                states[cell], risks[cell] = KNOWN_MINE, 1.0
            elif game.known[cell] == SAFE or judged.certain[cell] == SAFE:
                states[cell], risks[cell] = KNOWN_SAFE, 0.0


@kernel
def redraw(game: Game, cell: Int, random: Words) -> None:
    """Draw the hidden board anew from those on which the cell is safe."""
    given = constraints_of(game)
    constraints = Constraints(
        np.append(given.at, given.at[-1] + 1), np.append(given.cells, cell), np.append(given.mines, 0)
    )
    covered = undecided(game)
    position, _ = examined(covered, constraints, game.tally[MINES_LEFT], no_parts(), new_tables())
    board = np.zeros((1, len(covered)), np.int8)
    draw_from(position, covered, np.int64(random[0]), board)
    uniform(random)
    for place in range(len(covered)):
        if game.shown[place] == COVERED:
            mine = board[0, place] if covered[place] else game.known[place] == MINE
            game.hidden[place] = HIDDEN_MINE if mine else 0
    for place in range(len(covered)):
        if game.shown[place] == COVERED and game.hidden[place] != HIDDEN_MINE:
            for other in game.grid.around[game.grid.at[place] : game.grid.at[place + 1]]:
                game.hidden[place] += game.hidden[other] == HIDDEN_MINE


def main() -> None:
    """Play, and write what was kept."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--level", choices=LEVELS, default="expert")
    options.add_argument("--games", type=int, default=10_000)
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--explore", type=float, default=0.15, help="the share of guesses that is drawn by lot")
    options.add_argument("--network", type=Path, help="the weights to play by (.npz)")
    options.add_argument("--out", type=Path, required=True)
    asked = options.parse_args()
    width, height, mines = LEVELS[asked.level]
    net = NONE if asked.network is None else read_network(asked.network.read_bytes())
    states, risks, worth, whole = [], [], [], []
    try:
        for index in track(range(asked.games), "playing"):
            kept, value = _played((width, height, mines), (asked.seed, index), asked.explore, net)
            states.append(kept.states)
            risks.append(kept.risks.astype(np.float16))
            worth.append(kept.worth.astype(np.float32))
            whole.append(value)
    except KeyboardInterrupt:
        print("stopped; what was played is kept", flush=True)
    arrays = {"states": states, "risks": risks, "worth": worth}
    np.savez(asked.out, size=(width, height), **{name: np.concatenate(parts) for name, parts in arrays.items()})
    error = np.std(whole) / len(whole) ** 0.5
    print(f"{len(whole):,} games, worth {np.mean(whole):.4f} +- {error:.4f}; {sum(map(len, worth)):,} positions")


def _played(size: tuple[int, int, int], draw: tuple[int, int], explore: float, net: Net) -> tuple[Kept, float]:
    """The positions of one game, and what it was worth.

    Four of five games start in the corner, the others anywhere; in a third the first cell opens others.
    """
    width, height, mines = size
    where, count = grid("square", width, height), width * height
    rng = np.random.default_rng(draw)
    first = 0 if rng.random() < 0.8 else int(rng.integers(count))
    beside = where.around[where.at[first] : where.at[first + 1]].tolist() if rng.random() < 0.3 else []
    allowed = np.setdiff1d(np.arange(count), [first, *beside])
    hidden = hidden_board(where, rng.choice(allowed, mines, replace=False))
    states, risks = np.empty((GUESSES, count), np.int8), np.empty((GUESSES, count), np.float32)
    kept, random = Kept(states, risks, np.empty(GUESSES), np.zeros(1, np.int64)), rng.integers(1 << 62, size=1)
    value = survive(where, hidden, mines, first, explore, net, random.astype(np.uint64), room_for(MOST), kept)
    return Kept(*(each[: kept.count[0]].copy() for each in kept[:-1]), kept.count), value


if __name__ == "__main__":
    main()
