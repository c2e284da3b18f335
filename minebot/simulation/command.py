"""The command `minebot simulate`: a run, one game, or a summary of files."""

import json
import sys
from dataclasses import asdict
from pathlib import Path

import typer
from rich.console import Console

from minebot.errors import MinebotError, Stopped
from minebot.progress import progress
from minebot.simulation import present, show
from minebot.simulation.asked import Asked, plan, wanted_index
from minebot.simulation.dealt import wanted_boards
from minebot.simulation.merge import merged
from minebot.simulation.player import play_game
from minebot.simulation.run import Run
from minebot.simulation.tally import Tally
from minebot.warmup import warm_up

__all__ = ["Asked", "simulate"]

err = Console(stderr=True, highlight=False)


def simulate(asked: Asked) -> None:
    """Do what is asked, and print it."""
    if asked.only is not None:
        play_one(asked)
    elif asked.summary:
        sum_up(asked)
    else:
        play_many(asked)


def play_one(asked: Asked) -> None:
    """Play one game, and print how it went; with --show, its moves."""
    boards = wanted_boards(asked)
    index = wanted_index(asked, boards)
    warm_up()
    played = play_game(boards, asked.solver, index)
    if asked.as_json:
        found = show.document(played) if asked.show else asdict(played.outcome)
        say({**found, "solver": asked.solver, "seed": asked.seed})
    elif asked.show:
        Console(soft_wrap=True, highlight=False).print(*show.story(boards, asked.solver, played), sep="\n")
    else:
        say(show.line(played.outcome))


def sum_up(asked: Asked) -> None:
    """Print what files of outcomes make together, a row a run."""
    runs = merged(asked.files)
    if asked.as_json:
        say({"runs": [run.as_json() for run in runs]})
    else:
        Console(width=None if sys.stdout.isatty() else 160).print(present.table(runs))
    if asked.plot is not None:
        draw_plot(asked.plot, {run.label: run.tally for run in runs})


def say(*what: object) -> None:
    """Print a document or lines."""
    for each in what:
        typer.echo(json.dumps(each) if isinstance(each, dict) else each)


def draw_plot(path: Path, tallies: dict[str, Tally]) -> None:
    """Draw these runs into a picture, and say where it is."""
    from minebot.simulation import plots  # noqa: PLC0415 - matplotlib takes longer to load than many a run

    plots.draw(path, tallies)
    err.print(f"minebot: the plots are in {path}", markup=False, soft_wrap=True)


def play_many(asked: Asked) -> None:
    """Play, and print what all games make together, also where the run was stopped or broke."""
    run = Run(plan(asked))
    warm_up()
    failure: MinebotError | None = None
    try:
        with run, progress(present.Going(run)) as shown:
            run.play(shown)
    except KeyboardInterrupt:
        failure = Stopped("stopped by the user")
    except MinebotError as error:
        if not run.opened or not run.tally.games:
            raise
        failure = error
    if asked.as_json or run.tally.games:
        say(present.document(run) if asked.as_json else present.text(run))
    if asked.plot is not None and run.tally.games:
        draw_plot(asked.plot, {run.plan.settings(name).label: tally for name, tally in run.by_solver.items()})
    if failure is not None:
        raise type(failure)(f"{failure}; {_what_is_left(run)}")


def _what_is_left(run: Run) -> str:
    if not run.tally.games:
        return "no game was played"
    if run.plan.outcomes is None:
        return f"{run.tally.games} games were played; with --outcomes FILE a run can be gone on with"
    return f"{run.tally.games} games are kept, and the same command with --resume goes on from there"
