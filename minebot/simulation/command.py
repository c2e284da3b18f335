"""The command `minebot simulate`: a run, one game, or a summary of files."""

import json

import typer

from minebot.errors import MinebotError, Stopped
from minebot.simulation import present
from minebot.simulation.asked import Asked, plan
from minebot.simulation.run import Run

__all__ = ["Asked", "simulate"]


def simulate(asked: Asked) -> None:
    """Do what is asked, and print it."""
    run_games(asked)


def run_games(asked: Asked) -> None:
    """Play, and print what all games make together, also where the run was stopped or broke."""
    run = Run(plan(asked))
    failure: MinebotError | None = None
    try:
        with run, present.progress(run) as shown:
            run.play(shown)
    except KeyboardInterrupt:
        failure = Stopped("stopped by the user")
    except MinebotError as error:
        if not run.tally.games:
            raise
        failure = error
    typer.echo(json.dumps(present.document(run)) if asked.as_json else present.text(run))
    if failure is not None:
        raise type(failure)(f"{failure}; {_what_is_left(run)}")


def _what_is_left(run: Run) -> str:
    if run.plan.outcomes is None:
        return f"{run.tally.games} games were played; with --outcomes FILE a run can be gone on with"
    return f"{run.tally.games} games are kept, and the same command with --resume goes on from there"
