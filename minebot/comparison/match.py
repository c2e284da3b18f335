"""A match: every solver plays the same boards, each as many as it is given, a chunk at a time by turns."""

from collections.abc import Callable, Generator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from time import perf_counter

import numpy as np

from minebot.comparison.paired import Results
from minebot.minefield import BoardSet, RandomBoards
from minebot.simulation.chunks import Chunk, PlayedBy, in_order
from minebot.simulation.crew import local
from minebot.simulation.interrupt import undivided
from minebot.simulation.outcome import Outcomes
from minebot.simulation.stopping import first_true
from minebot.simulation.tally import Tally


@dataclass(slots=True)
class Player:
    """A solver and what it made of the boards, from the first on; a peer, where only the results are known."""

    name: str
    peer: bool = False
    tally: Tally = field(default_factory=Tally)
    _won: list[Results] = field(default_factory=list)

    @classmethod
    def known(cls, name: str, won: Results) -> "Player":
        """A peer with these results."""
        player = cls(name, peer=True, _won=[won])
        player.tally.games, player.tally.won = len(won), int(won.sum())
        return player

    def add(self, outcomes: Outcomes) -> None:
        """Count the next games."""
        self.tally.add(outcomes)
        self._won.append(outcomes["won"].copy())

    @property
    def name_shown(self) -> str:
        """The name, and whether it is another program's."""
        return f"{self.name} (peer)" if self.peer else self.name

    @property
    def won(self) -> Results:
        """Won or not, board by board."""
        return np.concatenate([np.zeros(0, np.bool_), *self._won])


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Who plays which boards."""

    boards: BoardSet | RandomBoards
    indices: range
    solvers: tuple[str, ...]
    jobs: int = 1
    budget: float | None = None
    """Seconds that a solver may think about a move before a simpler one makes it."""
    time: float | None = None
    """Seconds of its own after which a solver plays no more games."""


class Match:
    """A plan as it is played; it can be stopped anywhere, and what was played till then counts."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.players = {name: Player(name) for name in plan.solvers}
        self.turn = plan.solvers[0]
        """Whose games are waited for."""
        self._began = perf_counter()

    @property
    def title(self) -> str:
        """What it is called in front of its bar."""
        return "comparing"

    @property
    def seconds(self) -> float:
        """How long it has been going on."""
        return perf_counter() - self._began

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(player.tally.games for player in self.players.values())

    @property
    def share(self) -> float:
        """The share that is done: of the games, or of the time of each."""
        played = self.games / self.games_to_play
        if self.plan.time is None:
            return played
        used = [min(1.0, player.tally.seconds / max(self.plan.time, 1e-9)) for player in self.players.values()]
        return max(played, sum(used) / len(used))

    @property
    def news(self) -> str:
        """Who is playing."""
        has_played = self.players[self.turn].tally.games
        return f"{100 * self.share:.0f} %; {self.games:,} games; {self.turn} has played {has_played:,}"

    @property
    def so_far(self) -> str:
        """What was done when it is stopped."""
        return f"games played: {self.games:,}" if self.games else "no game was played"

    def play(self, shown: Callable[[], None]) -> None:
        """Play all games; who has played the fewest is next. `shown` is called after each chunk."""
        self._began = perf_counter()
        with local(min(self.plan.jobs, self.games_to_play)) as crew, ExitStack() as stack:
            playing: dict[str, Generator[Chunk, None, None]] = {}
            for name in self.plan.solvers:
                games = in_order(crew, self.plan.boards, self.plan.indices, PlayedBy((name,), self.plan.budget))
                playing[name] = stack.enter_context(closing(games))
            while playing:
                self.turn = min(playing, key=lambda name: self.players[name].tally.games)
                chunk = next(playing[self.turn], None)
                if chunk is None or self._is_last(chunk):
                    del playing[self.turn]
                shown()

    @property
    def games_to_play(self) -> int:
        """How many games there are at most."""
        return len(self.plan.solvers) * len(self.plan.indices)

    def _is_last(self, chunk: Chunk) -> bool:
        """Count the games of a chunk; whether the time of the solver is over."""
        player, outcomes = self.players[self.turn], chunk.outcomes[0]
        needed = None
        if self.plan.time is not None:
            needed = first_true(player.tally.seconds + np.cumsum(outcomes["seconds"]) >= self.plan.time)
        with undivided():
            player.add(outcomes[:needed])
        return needed is not None
