"""The command `minebot compare`: a match of solvers, or the table of a source."""

import json
import sys

import typer
from rich.console import Console, RenderableType

from minebot.comparison import beside, present, worked
from minebot.comparison.asked import Asked, plan, refuse_rival
from minebot.comparison.match import Match, Plan, Player
from minebot.comparison.peers import read_peers
from minebot.comparison.reproduce import Effort, Reproduction
from minebot.comparison.result import Result
from minebot.comparison.sources import TABLES
from minebot.errors import MinebotError, Stopped
from minebot.minefield import BoardSet
from minebot.progress import progress
from minebot.simulation.settings import Settings
from minebot.warmup import warm_up

__all__ = ["Asked", "compare"]

WORKED = "sheppard"
"""The table that is a worked example, of which nothing is played."""

err = Console(stderr=True, highlight=False)


def compare(asked: Asked) -> None:
    """Do what is asked, and print it."""
    if asked.table is None:
        compare_solvers(asked)
    else:
        play_table(asked, asked.table)


def play_table(asked: Asked, name: str) -> None:
    """Play the table of a source again, and print its figures and ours."""
    if name == WORKED:
        show_worked(asked)
        return
    if name not in TABLES:
        raise typer.BadParameter(f"there is no table {name!r}; choose from: {', '.join([*TABLES, WORKED])}")
    effort = Effort(games=asked.games, seed=asked.seed, jobs=asked.processes, budget=asked.budget or None)
    played = Reproduction(TABLES[name], effort)
    warm_up()
    failure = _played(played)
    if asked.as_json:
        typer.echo(json.dumps(beside.document(name, played)))
    elif played.rows:
        print_wide(beside.title(played), beside.table(played), beside.legend(played))
    if failure is not None:
        raise failure


def show_worked(asked: Asked) -> None:
    """Print the risks of a worked example, and ours."""
    if asked.as_json:
        typer.echo(json.dumps(worked.document()))
    else:
        print_wide(f"{worked.SOURCE}: the risks of\n{worked.BOARD}", worked.table(), f"note: {worked.NOTE}")


def compare_solvers(asked: Asked) -> None:
    """Play a match, and print what came of it."""
    wanted = plan(asked)
    peers = list(_peers(asked, wanted))
    refuse_rival(asked, [*wanted.solvers, *(peer.name for peer in peers)])
    warm_up()
    match = Match(wanted)
    failure = _played(match)
    if match.games or asked.as_json:
        _report(asked, Result.of(match, peers, asked.against))
    if failure is not None:
        raise failure


def _peers(asked: Asked, wanted: Plan) -> list[Player]:
    """The peers, on the boards that are played."""
    if asked.peers is None or not isinstance(wanted.boards, BoardSet):
        return []
    known = read_peers(asked.peers, len(wanted.boards))
    if twice := set(known) & set(wanted.solvers):
        raise typer.BadParameter(f"{asked.peers} names {min(twice)}, which is one of the solvers")
    where = slice(wanted.indices.start, wanted.indices.stop)
    return [Player.known(name, won[where]) for name, won in known.items()]


def _played(work: Match | Reproduction) -> MinebotError | None:
    """Play; what ended it too early, if anything."""
    try:
        with progress(work) as shown:
            work.play(shown)
    except KeyboardInterrupt:
        return Stopped(f"stopped by the user; {work.so_far}")
    except MinebotError as error:
        return error
    return None


def _report(asked: Asked, result: Result) -> None:
    """Print and write what came of it."""
    if asked.as_json:
        typer.echo(json.dumps(result.as_json()))
    else:
        tables = [present.table(result.players.values()), present.pair_table(result.to_rival, result.rival)]
        print_wide(*tables[: len(result.players)], present.legend(result))
    if not result.players:
        return
    if asked.csv is not None:
        second = present.write_csv(asked.csv, result)
        err.print(f"minebot: the tables are in {asked.csv} and {second}", markup=False, soft_wrap=True)
    if asked.plot is not None:
        from minebot.comparison import plots  # noqa: PLC0415 - matplotlib takes longer to load than many a match

        boards = Settings.of(result.match.plan.boards, "").label.removeprefix(", ")
        plots.draw(asked.plot, list(result.players.values()), boards)
        err.print(f"minebot: the plot is in {asked.plot}", markup=False, soft_wrap=True)


def print_wide(*what: RenderableType) -> None:
    """Print tables, as wide as they are where no terminal says how wide it is."""
    Console(width=None if sys.stdout.isatty() else 160, highlight=False).print(*what)
