"""Many games without a screen. The same boards and solver give the same outcomes, in the same order, for any `jobs`."""

import signal
from collections.abc import Generator, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from math import sqrt
from multiprocessing import get_context
from time import perf_counter

from minebot.game import Game, SimulatedGame
from minebot.geometry import Cell
from minebot.minefield import Boards
from minebot.move import Action, Move
from minebot.solver import named

CHUNK = 4
"""Games that a process plays before it reports: few, so that a stop loses little."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one game went; `seconds` is the time it took, and the only field that differs between two runs."""

    index: int
    won: bool
    moves: int
    """Moves sent, the first one and those on cells that an opening had opened meanwhile included."""
    guesses: int
    """Moves that were not certain; the first is not counted."""
    seconds: float

    HEADER = "index,won,moves,guesses,seconds"

    def __str__(self) -> str:
        return f"{self.index},{self.won:d},{self.moves},{self.guesses},{self.seconds:.6f}"


@dataclass(frozen=True, slots=True)
class Summary:
    """What many games make together."""

    games: int
    won: int
    guesses: int
    moves: int
    seconds: float

    @classmethod
    def of(cls, outcomes: Iterable[Outcome], seconds: float) -> "Summary":
        """The sums over the outcomes of a run that took `seconds`."""
        all_of = list(outcomes)
        won, guesses, moves = (sum(getattr(each, name) for each in all_of) for name in ("won", "guesses", "moves"))
        return cls(len(all_of), won, guesses, moves, seconds)

    @property
    def rate(self) -> float:
        """The share of games won; 0.0 of none."""
        return self.won / self.games if self.games else 0.0

    @property
    def ci95(self) -> tuple[float, float]:
        """The Wilson 95 % interval of the win rate."""
        return wilson(self.won, self.games)

    def as_json(self) -> dict[str, object]:
        """The fields of `minebot simulate --json` that the games decide."""
        return {
            "games": self.games,
            "won": self.won,
            "rate": self.rate,
            "ci95": list(self.ci95),
            "seconds": self.seconds,
            "guesses": self.guesses,
        }

    def __str__(self) -> str:
        low, high = self.ci95
        each = self.seconds / max(self.games, 1)
        return (
            f"won {self.won} of {self.games} games: {100 * self.rate:.2f} % "
            f"(95 % interval {100 * low:.2f} to {100 * high:.2f}), "
            f"{self.guesses / max(self.games, 1):.2f} guesses and {1000 * each:.1f} ms a game"
        )


def wilson(won: int, games: int) -> tuple[float, float]:
    """The 95 % score interval of a proportion (Wilson 1927); (0, 1) where nothing was played."""
    if not games:
        return 0.0, 1.0
    z = 1.959963984540054  # the 97.5 % point of the normal distribution
    p = won / games
    centre = p + z * z / (2 * games)
    spread = z * sqrt(p * (1 - p) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)


def simulate(boards: Boards, games: int, *, solver: str = "tiebreak", jobs: int = 1) -> Generator[Outcome, None, None]:
    """Play the first `games` boards, in order; closing the iterator drops the games that have not begun."""
    named(solver)  # a name that is none fails here, not in a process of its own
    player = Player(boards, solver)
    if jobs <= 1 or games <= CHUNK:
        yield from map(player, range(games))
        return
    workers = min(jobs, -(-games // CHUNK))
    # A fresh interpreter a process: forking a process that runs threads (a progress bar) can deadlock.
    with ProcessPoolExecutor(workers, get_context("spawn"), _leave_interrupts_to_the_parent) as pool:
        try:
            yield from pool.map(player, range(games), chunksize=CHUNK)
        finally:
            pool.shutdown(cancel_futures=True)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@dataclass(frozen=True, slots=True)
class Player:
    """Plays the board of an index to its end."""

    boards: Boards
    solver: str

    def __call__(self, index: int) -> Outcome:
        """How the game on that board goes."""
        began = perf_counter()
        game = SimulatedGame(self.boards[index])
        moves, guesses = play_out(game, self.solver, self.boards.start)
        return Outcome(index, game.read().state == "won", moves, guesses, perf_counter() - began)


def play_out(game: Game, solver: str, start: Cell) -> tuple[int, int]:
    """Open the start cell and follow the solver to the end of the game; the moves sent, and the guesses among them."""
    think = named(solver)
    game.play([Move(Action.OPEN, *start)])
    moves, guesses = 1, 0
    while (board := game.read()).state == "playing":
        advice = think(board)
        batch = [Move(Action.OPEN, *cell) for cell in sorted(advice.safe)] or [advice.best]
        guesses += not advice.safe
        moves += len(batch)
        game.play(batch)
    return moves, guesses
