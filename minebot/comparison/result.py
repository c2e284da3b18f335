"""What a match came to: the players in the order of the ladder, each against one of them, and every two."""

from dataclasses import dataclass
from math import nan

from minebot.comparison.match import Match, Player
from minebot.comparison.paired import Pair, against, pairs
from minebot.simulation.settings import Settings

COLUMNS = ("solver", "boards", "won", "rate", "low", "high", "unguessed", "guesses", "ms", "nodes", "handed_on")
"""The columns of the CSV file of players; guesses to handed_on are means a game."""


@dataclass(frozen=True, slots=True)
class Result:
    """A match, as far as it was played."""

    match: Match
    players: dict[str, Player]
    """Solvers, then peers; those alone who played."""
    rival: str
    """Whom the others are compared with."""

    @classmethod
    def of(cls, match: Match, peers: list[Player], rival: str | None) -> "Result":
        """The rival is the one asked for, or the solver that won the largest share."""
        players = {player.name: player for player in (*match.players.values(), *peers) if player.tally.games}
        solvers = [name for name, player in players.items() if not player.peer] or list(players)
        if rival is None or rival not in players:
            rival = max(reversed(solvers), key=lambda name: players[name].tally.rate, default="")
        return cls(match, players, rival)

    @property
    def to_rival(self) -> list[Pair]:
        """Each of the others against the rival."""
        return against({name: player.won for name, player in self.players.items()}, self.rival)

    @property
    def pairs(self) -> list[Pair]:
        """Every two players."""
        return pairs({name: player.won for name, player in self.players.items()})

    def as_json(self) -> dict[str, object]:
        """What was played, and what came of it."""
        plan = self.match.plan
        settings = Settings.of(plan.boards, "", first=plan.indices.start)
        names = ("size", "mines", "rule", "start", "boards", "first")
        return {
            **{name: getattr(settings, name) for name in names},
            "budget": plan.budget,
            "time": plan.time,
            "solvers": [as_json(player) for player in self.players.values()],
            "against": self.rival,
            "pairs": [pair.as_json() for pair in self.pairs],
        }


def as_json(player: Player) -> dict[str, object]:
    """The sums of a player; of a peer, its wins alone."""
    tally = player.tally
    found = {**tally.as_json(nan if player.peer else tally.seconds), "solver": player.name, "peer": player.peer}
    rest = {name: getattr(tally, name) for name in ("unguessed", "moves", "nodes", "handed_on")}
    if player.peer:
        return {**found, "guesses": None, **dict.fromkeys(rest)}
    return {**found, **rest}


def cells(player: Player) -> list[object]:
    """The row of a player, by COLUMNS; None for what a peer does not tell."""
    tally, games = player.tally, max(player.tally.games, 1)
    won: list[object] = [player.name, tally.games, tally.won, tally.rate, *tally.ci95]
    if player.peer:
        return [*won, None, None, None, None, None]
    means = (tally.unguessed, tally.guesses, 1000 * tally.seconds, tally.nodes, tally.handed_on)
    return [*won, *(each / games for each in means)]
