"""Chunks: ranges of games that a worker plays in one go, handed out a few at a time and taken back in order."""

from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import Future
from dataclasses import dataclass, replace
from time import perf_counter

import numpy as np

from minebot.minefield import Boards, BoardSet
from minebot.simulation.crew import Crew
from minebot.simulation.outcome import Outcomes
from minebot.simulation.player import play_chunk

SECONDS = 0.2
"""How long a chunk should take: short, so that a stop loses little, and long beside the cost of its message."""

GROWTH = 4
"""How many times as large as the last a chunk may be: the first games of a process, which compile, say little."""

LARGEST = 1 << 14
"""The games of the largest chunk, whose message is then below a megabyte a solver."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Games that were played: a row of outcomes a solver, and the seconds that the worker took."""

    outcomes: tuple[Outcomes, ...]
    seconds: float

    def __len__(self) -> int:
        return len(self.outcomes[0])


Play = Callable[[Boards, range], Chunk]
"""What a worker does with a chunk: it plays the boards of these indices."""


@dataclass(frozen=True, slots=True)
class PlayedBy:
    """Plays the boards with each solver; a move may take `budget` seconds of thought."""

    solvers: tuple[str, ...]
    budget: float | None = None

    def __call__(self, boards: Boards, indices: range) -> Chunk:
        """The games of these indices."""
        began = perf_counter()
        rows = tuple(play_chunk(boards, solver, indices, self.budget) for solver in self.solvers)
        return Chunk(rows, perf_counter() - began)


def in_order(crew: Crew, boards: Boards, indices: range, play: Play) -> Generator[Chunk, None, None]:
    """All games of these indices, in their order; no more chunks are under way than the crew is given at a time."""
    waiting: deque[Future[Chunk]] = deque()
    size, begun = 1, indices.start
    while waiting or begun < indices.stop:
        while begun < indices.stop and len(waiting) < crew.ahead():
            some = range(begun, min(begun + size, indices.stop))
            waiting.append(crew.executor.submit(play, part(boards, some), some))
            begun = some.stop
        chunk = crew.answer(waiting.popleft())
        size = next_size(size, len(chunk), chunk.seconds)
        yield chunk


def next_size(size: int, games: int, seconds: float) -> int:
    """How many games would have taken SECONDS, as the last chunk tells, growing and shrinking by degrees."""
    wanted = int(games * SECONDS / max(seconds, 1e-9))
    return int(np.clip(wanted, max(1, size // GROWTH), min(size * GROWTH, LARGEST)))


def part(boards: Boards, indices: range) -> Boards:
    """What a worker needs to know of the boards to play these."""
    if isinstance(boards, BoardSet):
        return replace(boards, fields=boards.fields[indices.start : indices.stop], first=indices.start)
    return boards
