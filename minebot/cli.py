"""The commands: each parses, calls, prints. Results go to standard output, everything else to standard error."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from minebot.errors import MinebotError, Stopped

app = typer.Typer(
    name="minebot",
    help="Finds the Minesweeper window on your screen, reads it, and plays it with the mouse.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)
err = Console(stderr=True, highlight=False)

Json = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of text.")]


def main() -> None:
    """Run the command line and leave with its exit code: 0 done, 1 could not, 2 wrong usage, 130 stopped."""
    try:
        app()
    except Stopped as stopped:
        err.print(f"minebot: {stopped}", markup=False, soft_wrap=True)
        sys.exit(130)
    except MinebotError as error:
        err.print(f"minebot: {error}", markup=False, soft_wrap=True)
        sys.exit(1)
    except KeyboardInterrupt:
        err.print("minebot: stopped by the user")
        sys.exit(130)
