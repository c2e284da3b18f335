"""Positions for the value network to learn from, of games in which every guess survives.

    PYTHONPATH=. python training/value/selfplay.py --level expert --games 70000 --seed 1 --out expert.npz

The player looks one move ahead (minebot.solver.kernels.ahead), by the safety of the next moves or, with `--network`, by
an earlier network. Where a guess would hit a mine, the hidden board is drawn anew from those on which the cell is safe.
The position after each guess is kept, with the product of the chances that all later guesses had, and of what the game
tree wins as soon as that is in reach: how likely this player wins from there, with far less spread than won or lost.
Boards are drawn from (seed, index).
"""

import argparse
from math import log
from pathlib import Path
from typing import NamedTuple

import numpy as np
from rich.progress import track

from minebot.board import LEVELS, Board
from minebot.compiled import entry, kernel
from minebot.solver.engine import count_board
from minebot.solver.fast import follow, hidden_board
from minebot.solver.kernels.ahead import Leaf, Weighed, candidates, new_leaf, room_for, shown_in, weigh
from minebot.solver.kernels.arrays import Codes, Floats, Int, Ints, Words
from minebot.solver.kernels.choice import least_risky
from minebot.solver.kernels.hidden import HIDDEN_MINE
from minebot.solver.kernels.model import MINE, SAFE
from minebot.solver.kernels.net import Net, Singles, new_planes
from minebot.solver.kernels.parts import no_parts
from minebot.solver.kernels.player import (
    COVERED,
    begun,
    guess,
    judge_game,
    masks,
    new_judged,
    running,
    to_guess,
    undecided,
)
from minebot.solver.kernels.playout import redraw
from minebot.solver.kernels.sample import next_seed, uniform
from minebot.solver.kernels.tables import new_tables
from minebot.solver.learned import NONE, read_network
from minebot.solver.optimal import Reach, solved
from minebot.solver.thinking import AT_LEISURE
from minebot.topology import Grid, grid

GUESSES = 64  # of a game that are kept
NEAR, MOST = 0.88, 10  # how safe a candidate is beside the safest, and how many there are: less than in play, for speed
TREE = 2000  # arrangements from which down the game tree is searched: the champion itself searches larger ones
FARTHEST = 4.0  # spreads behind the best, from which on a candidate is not drawn
LEAST_MERIT = 1e-9  # what none is taken to be below
KNOWN_MINE, KNOWN_SAFE = -2, -3  # what stands in `states` for covered cells that are certain


class Kept(NamedTuple):
    """The guesses of a game, the positions after them, and what came of each.

    `states` holds the number of an open cell, COVERED, KNOWN_MINE or KNOWN_SAFE, `risks` the risks of covered cells,
    `logs` the logarithm of how many arrangements fit, `chances` the product of the chances that the guesses had up to
    there, with the one that led there; `count[0]` tells how many positions there are. `seen` holds for each candidate
    of a guess its safety, its value, how safe the moves after it are, and its odds to be opened (all 0 where it was not
    weighed), `drawn` which of them was.
    """

    states: Codes
    risks: Singles
    logs: Floats
    chances: Floats
    seen: Floats
    drawn: Ints
    count: Ints


def room_for_guesses(guesses: int, count: int, most: int) -> Kept:
    """Room for so many guesses on boards of so many cells, each with so many candidates."""
    states, risks = np.empty((guesses, count), np.int8), np.empty((guesses, count), np.float32)
    seen, drawn = np.zeros((guesses, most, 4)), np.zeros(guesses, np.int64)
    return Kept(states, risks, np.empty(guesses), np.empty(guesses), seen, drawn, np.zeros(1, np.int64))


NOTHING = room_for_guesses(0, 0, 0)
"""Room for no position."""


class Player(NamedTuple):
    """How a game is played: by which network, and how wide it looks.

    Candidates are at least `near` times as safe as the safest cell; a share `explore` of the guesses is drawn from them
    by lot, and the others too where there is a `spread`: the better the likelier (`odds_of`). The game is left at a
    guess where no more arrangements fit than `enough` is the logarithm of.
    """

    net: Net
    near: float
    explore: float
    enough: float
    spread: float = 0.0


@entry
def survive(  # noqa: PLR0913, PLR0917 - a board, and how to play it
    where: Grid,
    hidden: Codes,
    shown: Codes,
    mines: Int,
    player: Player,
    random: Words,
    weighed: Weighed,
    kept: Kept,
    chance: float,
) -> float:
    """Play on to the end, or to a guess where few arrangements are left.

    `shown` becomes the position that is reached, and `hidden` the board that it was played on. `chance` is what all
    earlier guesses had; that with the guesses made here is returned. `weighed` is room for as many candidates as may be
    weighed; where that is one, the least risky cell is opened, as `tiebreak` does.
    """
    count = len(hidden)
    game = begun(where, hidden, shown, mines, count, np.empty(count, np.int64))
    planes, judged, leaf = new_planes(where), new_judged(count), new_leaf(game)
    tables, parts = new_tables(), no_parts()
    while True:
        parts, tables, logs = to_guess(game, parts, tables, judged)
        if not running(game) or logs <= player.enough:
            break
        cells = candidates(game, judged.risks, undecided(game), player.near, len(weighed.worth))
        chosen = least_risky(where, *masks(game), judged.risks, 0)
        if uniform(random) < player.explore:
            chosen = cells[np.int64(uniform(random) * len(cells))]
        elif len(cells) > 1 and len(weighed.worth) > 1:
            tables = weigh(game, judged, parts, tables, cells, player.net, leaf, planes, weighed)
            chosen = cells[picked(player, judged.risks, cells, weighed, random, kept)]
        chance *= 1.0 - judged.risks[chosen]
        if game.hidden[chosen] == HIDDEN_MINE:
            tables = redraw(game, chosen, parts, tables, next_seed(random))
        used = kept.count[0]
        if used < len(kept.chances):
            shown_in(leaf, game, chosen, np.int64(game.hidden[chosen]))
            reached, tables = judge_game(leaf.game, parts, tables, leaf.judged)
            keep(leaf, kept.states[used], kept.risks[used])
            kept.logs[used], kept.chances[used] = reached.joined.log_total, chance
            kept.count[0] = used + 1
        guess(game, chosen)
    return chance


@kernel
def picked(player: Player, risks: Floats, cells: Ints, weighed: Weighed, random: Words, kept: Kept) -> Int:  # noqa: PLR0913, PLR0917
    """Which of the candidates is opened: the best, or one by lot, of which is kept how likely each of them was."""
    merits = weighed.merit[: len(cells)]
    if player.spread <= 0.0:
        return np.int64(merits.argmax())
    odds = odds_of(merits, player.spread)
    place = drawn_from(odds, random)
    if kept.count[0] < len(kept.chances):
        keep_candidates(kept.seen[kept.count[0]], risks, cells, weighed, odds)
        kept.drawn[kept.count[0]] = place
    return place


@kernel
def odds_of(merits: Floats, spread: float) -> Floats:
    """How likely each candidate is to be drawn: e times less for each `spread` by which it is worse than the best.

    Never one that is worse by four of them.
    """
    behind = np.log(merits.max() / np.maximum(merits, LEAST_MERIT)) / spread
    odds = np.where(behind < FARTHEST, np.exp(-behind), 0.0)
    found: Floats = odds / odds.sum()
    return found


@kernel
def drawn_from(odds: Floats, random: Words) -> Int:
    """One of the places, by lot."""
    left, place = uniform(random), 0
    while place < len(odds) - 1 and left >= odds[place]:
        left -= odds[place]
        place += 1
    return place


@kernel
def keep_candidates(seen: Floats, risks: Floats, cells: Ints, weighed: Weighed, odds: Floats) -> None:
    """Write what was seen of the candidates of a guess."""
    for place in range(len(cells)):
        safe = 1.0 - risks[cells[place]]
        seen[place, 0], seen[place, 1] = safe, weighed.worth[place] / safe
        seen[place, 2], seen[place, 3] = weighed.next[place], odds[place]


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


def main() -> None:
    """Play, and write what was kept."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--level", choices=LEVELS, default="expert")
    options.add_argument("--games", type=int, default=10_000)
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--explore", type=float, default=0.15, help="the share of guesses that is drawn by lot")
    options.add_argument("--network", type=Path, help="the weights to play by (.npz)")
    options.add_argument("--tree", type=int, default=TREE, help="from how many arrangements the game tree is searched")
    options.add_argument("--out", type=Path, required=True)
    asked = options.parse_args()
    width, height, mines = LEVELS[asked.level]
    net = NONE if asked.network is None else read_network(asked.network.read_bytes())
    player = Player(net, NEAR, asked.explore, log(asked.tree + 0.5))
    states, risks, logs, worth, whole = [], [], [], [], []
    try:
        for index in track(range(asked.games), "playing"):
            kept, value = played((width, height, mines), (asked.seed, index), player, MOST)
            states.append(kept.states)
            risks.append(kept.risks.astype(np.float16))
            logs.append(kept.logs.astype(np.float32))
            worth.append((value / kept.chances).astype(np.float32))
            whole.append(value)
    except KeyboardInterrupt:
        print("stopped; what was played is kept", flush=True)
    arrays = {"states": states, "risks": risks, "logs": logs, "worth": worth}
    np.savez(asked.out, size=(width, height), **{name: np.concatenate(parts) for name, parts in arrays.items()})
    error = np.std(whole) / len(whole) ** 0.5
    print(f"{len(whole):,} games, worth {np.mean(whole):.4f} +- {error:.4f}; {sum(map(len, worth)):,} positions")


def played(
    size: tuple[int, int, int], draw: tuple[int, int], player: Player, most: int, rule: str = "mixed"
) -> tuple[Kept, float]:
    """The positions of one game, and what it was worth.

    It starts in the corner, and the first click is `safe` or opens (`open`); by the `mixed` rule one of five starts
    anywhere, and in a third the first click opens.
    """
    count = size[0] * size[1]
    rng = np.random.default_rng(draw)
    anywhere, opens = rng.random(2)
    first = 0 if rule != "mixed" or anywhere < 0.8 else int(rng.integers(count))
    hidden, shown = begun_at(size, first, rule == "open" or (rule == "mixed" and opens < 0.3), rng)
    random = rng.integers(1 << 62, size=1).astype(np.uint64)
    kept = room_for_guesses(GUESSES, count, most)
    chance = to_the_end(size, hidden, shown, player, random, room_for(most), kept)
    return Kept(*(each[: kept.count[0]].copy() for each in kept[:-1]), kept.count), chance


def begun_at(size: tuple[int, int, int], first: int, opens: bool, rng: np.random.Generator) -> tuple[Codes, Codes]:
    """A hidden board, and what it shows once its first cell is open, and all that the rules say then.

    The first cell is no mine, and shows a zero if it `opens`.
    """
    width, height, mines = size
    where, count = grid("square", width, height), width * height
    beside = where.around[where.at[first] : where.at[first + 1]].tolist() if opens else []
    hidden = hidden_board(where, rng.choice(np.setdiff1d(np.arange(count), [first, *beside]), mines, replace=False))
    shown = np.full(count, COVERED, np.int8)
    follow(where, hidden, shown, [first])
    return hidden, shown


def to_the_end(  # noqa: PLR0913, PLR0917 - as `survive`
    size: tuple[int, int, int], hidden: Codes, shown: Codes, player: Player, random: Words, weighed: Weighed, kept: Kept
) -> float:
    """The product of the chances of all guesses from a position on; what the game tree wins counts as the last one."""
    width, height, mines = size
    where, chance = grid("square", width, height), 1.0
    while True:
        chance = survive(where, hidden, shown, mines, player, random, weighed, kept, chance)
        if (shown >= 0).sum() + mines == len(shown):
            return chance
        board = Board(width, height, tuple(shown.tolist()), mines)
        counts = count_board(board)
        number = counts.arrangements or 0
        found = solved(board, counts, AT_LEISURE, Reach(number, 100 * number))
        if not isinstance(found, str):
            return chance * found.won / found.arrangements
        player = player._replace(enough=counts.log_arrangements - 1.0)  # it is too hard a tree: rather a smaller one


if __name__ == "__main__":
    main()
