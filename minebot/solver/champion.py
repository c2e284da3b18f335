"""Champion: the strongest play there is, by exact endgames, a look one move ahead, and a learned value.

What is certain is opened first. Where few arrangements are left, the game tree is searched to its end
(minebot.solver.optimal). Elsewhere every candidate is weighed: for each number that it may show, the exact engine works
out the position that would be reached, how safe the moves are there, and a small network estimates how likely the game
is won from there (minebot.solver.kernels.ahead, minebot.solver.kernels.net). The network has learned from games that
were played with every guess survived, weighed by the chance of that (training/value). The safety of the next moves is
the better guide to the choice, and has the greater part in it. Cells that are nearly as good as the best one are told
apart by games played from each to the end (minebot.solver.rivals). While no zero is found, the corners are tried.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple
from zlib import crc32

import numpy as np

from minebot.board import COVERED, FLAG, SHOWN_MINES, WRONG_FLAG, Board
from minebot.errors import OutOfTime
from minebot.move import Action, Move
from minebot.solver.advice import Advice, Candidate
from minebot.solver.counted import counted
from minebot.solver.engine import Counts, codes_of, count_board
from minebot.solver.gametree import UNLIMITED, Found
from minebot.solver.kernels.ahead import Weighed, is_opening, look_ahead, room_for, worth_a_look
from minebot.solver.kernels.arrays import Bools, Codes, Floats, Ints
from minebot.solver.kernels.join import UNKNOWN
from minebot.solver.kernels.model import MINE, SAFE, UNDECIDED
from minebot.solver.kernels.net import Net
from minebot.solver.kernels.playout import play_out
from minebot.solver.learned import NONE, chooser, value_network
from minebot.solver.optimal import Reach, by_tree, solved, solved_apart
from minebot.solver.rivals import Standing, rivals_among, told_apart
from minebot.solver.thinking import AT_LEISURE, Effort, Thinking
from minebot.solver.tiebreak import preferred
from minebot.topology import Grid, grid


@dataclass(frozen=True, slots=True)
class Plan:
    """How hard to think: from where the game tree is searched, and what is weighed elsewhere.

    There are at most so many candidates as `cells`, whose safety is at least `near` times the best. The network weighs
    no more of them than `finalists`: those after which the next moves are safest. Rivals for the first place are told
    apart by games, no more than make `played` times the undecided cells and A_GAME: so they take as long on any board.
    """

    reach: Reach
    cells: int
    near: float
    finalists: int
    played: int


PLANS = {
    Effort.FAST: Plan(Reach(400, 400_000), 6, 0.9, 2, 0),
    Effort.NORMAL: Plan(Reach(20_000, 5_000_000), 16, 0.85, 16, 160_000),
    Effort.MAX: Plan(Reach(60_000, 500_000_000), 32, 0.8, 32, 1_600_000),
}

MOST_WORK = 30_000
"""Candidates times cells of the board: on larger boards fewer are weighed, so that no move takes over a second."""

CELLS_AT_ONCE = 4_000
"""Candidates times cells of the board between two questions whether to go on."""

A_GAME = 180
"""Undecided cells for which the time of a game that is played out grows by as much as the shortest one takes."""

ERROR = 0.023
"""Standard error of what a candidate is worth beside the others by the look ahead (fixtures/positions/guesses.txt)."""


def champion(board: Board, thinking: Thinking = AT_LEISURE) -> Advice:
    """The advice that wins most often, as far as one sees; InconsistentBoard if no arrangement fits."""
    codes = codes_of(board)
    counts = count_board(board, codes)
    advice = counted("champion", board, counts, preferred(board, codes, counts))
    if counts.safe:
        return advice
    if len(counts.mines) == len(counts.cells):
        return replace(advice, win=Fraction(1))
    plan = PLANS[thinking.effort]
    found = _by_tree_in_time(board, counts, plan.reach, thinking)
    if found is not None:
        return by_tree(board, counts, advice, found)
    if len(codes) > MOST_WORK:
        return replace(advice, why=f"{advice.why}; the board is too large to look ahead")
    position = _position(board, codes, counts)
    guess = _Guess(board, counts, position, _allowed(position, codes, counts), plan, thinking)
    apart = solved_apart(board, counts, thinking, plan.reach)
    cells = _worth_a_look(guess) if apart is None else np.array([apart.cell])
    advice = _by_value(advice, _told_apart(guess, *_ranked(guess, cells)))
    return replace(advice, why=f"{advice.why}{_not_to_be_put_off(guess, advice, apart)}")


def _not_to_be_put_off(guess: "_Guess", advice: Advice, apart: Found | None) -> str:
    """Why a cell may be opened that is less safe than others."""
    if apart is not None:
        won = f"best play wins {apart.won:,} of their {apart.arrangements:,} arrangements"
        return f"; nothing else tells of the cells there, and {won}"
    least = float(guess.counts.by_place[guess.allowed].min())
    if advice.candidates[0].risk > 1 - guess.plan.near * (1 - least):
        return "; a fifty-fifty that no number will resolve costs as much later, and shows something now"
    return ""


class _Over(OutOfTime):
    """The time that the search of the tree had is over."""


def _by_tree_in_time(board: Board, counts: Counts, reach: Reach, thinking: Thinking) -> Found | None:
    """The game tree of a position, where it is in reach; given a time to think, half of it alone is the limit."""

    def search() -> None:
        thinking.go_on()
        if thinking.is_over(0.5):
            raise _Over

    steps = reach.steps if thinking.left is None else UNLIMITED
    try:
        found = solved(board, counts, replace(thinking, go_on=search), Reach(reach.most, steps))
    except _Over:
        return None
    return None if isinstance(found, str) else found


def _by_value(advice: Advice, candidates: tuple[Candidate, ...]) -> Advice:
    """The advice to open the first of some candidates, the best; the safest of the others is told beside it."""
    best, *others = candidates
    why = f"guess: {_worth(best)}"
    if others:
        other = min(others, key=lambda each: each.risk)
        why += f"; {_worth(other)}, {_shows(other)}"
    return replace(advice, best=Move(Action.OPEN, *best.cell), why=why, win=best.win, candidates=candidates)


def _worth(one: Candidate) -> str:
    place = f"({one.cell[0]}, {one.cell[1]})"
    return f"{place} has risk {one.risk:.3f}, then moves as safe as {one.next:.3f}, and wins {one.win:.3f} of the games"


def _shows(one: Candidate) -> str:
    *others, last = map(str, one.likely)
    return f"it shows {', '.join(others)} or {last}" if others else f"it can only show {last}"


class _Position(NamedTuple):
    """A position as the kernels take it."""

    where: Grid
    shown: Codes
    certain: Codes
    mines: int


class _Guess(NamedTuple):
    """A position in which nothing is safe, the cells that may be opened, and how to look at it."""

    board: Board
    counts: Counts
    position: _Position
    allowed: Bools
    plan: Plan
    thinking: Thinking


def _worth_a_look(guess: _Guess) -> Ints:
    """The cells to weigh, the least risky first."""
    risks, plan = guess.counts.by_place, guess.plan
    cells = np.empty(min(plan.cells, MOST_WORK // len(risks)), np.int64)
    cells = cells[: worth_a_look(*guess.position, risks, guess.allowed.astype(np.int8), plan.near, cells)]
    return cells[np.argsort(risks[cells], kind="stable")]


def _ranked(guess: _Guess, cells: Ints) -> tuple[Ints, Weighed]:
    """What is ahead of the cells, those first that are best by that."""
    finalists = guess.plan.finalists
    if len(cells) > finalists:
        weighed = _weighed(guess.position, cells, NONE, guess.thinking)
        cells = cells[np.argsort(-weighed.merit, kind="stable")[:finalists]]
    weighed = _weighed(guess.position, cells, value_network(), guess.thinking)
    order = np.argsort(-weighed.merit, kind="stable")
    return cells[order], Weighed(*(each[order] for each in weighed))


def _told_apart(guess: _Guess, cells: Ints, weighed: Weighed) -> tuple[Candidate, ...]:
    """The candidates, the best first: those that are nearly as good as the best are told apart by games."""
    board, counts, position, _, plan, thinking = guess
    ranked = [_candidate(board, counts, cell, place, weighed) for place, cell in enumerate(cells.tolist())]
    most = plan.played // (A_GAME + len(counts.cells) - len(counts.mines))
    rivals = rivals_among(weighed.merit)
    opened = np.count_nonzero(position.shown != COVERED) / len(position.shown)
    if rivals < 2 or not most or is_opening(position.shown):
        return tuple(ranked)
    safe = 1.0 - np.array([each.risk for each in ranked[:rivals]])
    seed = crc32(position.shown.tobytes()) << 16  # the same position is played out on the same boards

    def play(numbers: Ints, games: int, before: int) -> Floats:
        worth = np.empty((len(numbers), games))
        play_out(*position, chooser(), cells[numbers], seed + before, worth)
        return worth * safe[numbers, None]

    ahead = weighed.worth[0] * np.log(weighed.merit[:rivals] / weighed.merit[0])
    found = told_apart(ahead, opened, play, most, lambda: _is_in_time(thinking))
    if not found.games.any():
        return tuple(ranked)
    level = float(weighed.worth[:rivals].mean())
    order = sorted(range(rivals), key=lambda rival: (rival != found.best, -found.beside[rival]))
    return (*(_played(ranked[rival], rival, level, found) for rival in order), *ranked[rivals:])


def _is_in_time(thinking: Thinking) -> bool:
    """Whether there is time for more games; where there is none, the look ahead and those that were played decide."""
    try:
        thinking.go_on()
    except OutOfTime:
        return False
    return not thinking.is_over()


def _played(one: Candidate, rival: int, level: float, found: Standing) -> Candidate:
    """A candidate as the games have it, where the network thinks that all rivals together are worth so much."""
    win = min(max(level + float(found.beside[rival]), 0.0), 1.0 - one.risk)
    return replace(one, win=win, error=float(found.errors[rival]), games=int(found.games[rival]))


def _allowed(position: _Position, codes: Codes, counts: Counts) -> Bools:
    """The cells that may be opened: those without a flag, if there are any."""
    undecided: Bools = (counts.covered > 0) & (position.certain == UNDECIDED)
    allowed: Bools = undecided & (codes != FLAG)
    return allowed if allowed.any() else undecided


def _position(board: Board, codes: Codes, counts: Counts) -> _Position:
    certain = np.zeros(len(codes), np.int8)
    certain[list(counts.mines)] = MINE
    certain[codes == WRONG_FLAG] = SAFE
    for code in SHOWN_MINES:
        certain[codes == code] = MINE
    where = grid(board.topology, board.width, board.height)
    mines = UNKNOWN if board.mines is None else board.mines
    return _Position(where, np.where(codes < 0, np.int8(COVERED), codes), certain, mines)


def _weighed(position: _Position, cells: Ints, net: Net, thinking: Thinking) -> Weighed:
    """What is ahead of each of the cells, or of the first of them if there is no time for all."""
    weighed, at_once = room_for(len(cells)), max(1, CELLS_AT_ONCE // len(position.shown))
    for start in range(0, len(cells), at_once):
        thinking.go_on()
        if start and thinking.is_over():
            return _part(weighed, slice(start))
        part = slice(start, start + at_once)
        look_ahead(*position, net, cells[part], _part(weighed, part))
    return weighed


def _part(weighed: Weighed, part: slice) -> Weighed:
    """What came of some of the cells, in the same memory."""
    return Weighed(*(each[part] for each in weighed))


def _candidate(board: Board, counts: Counts, cell: int, place: int, weighed: Weighed) -> Candidate:
    odds, values = weighed.odds[place], weighed.values[place]
    shows = {number: (float(odds[number]), float(values[number])) for number in np.flatnonzero(odds).tolist()}
    win, safe = float(weighed.worth[place]), float(weighed.next[place])
    return Candidate(board.place(cell), counts.risk(cell), win, shows, safe, ERROR)
