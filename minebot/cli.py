"""The commands: each parses, calls, prints. Results go to standard output, everything else to standard error."""

import json
import sys
from importlib.metadata import version
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


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"minebot {version('minebot')}")
        raise typer.Exit


@app.callback()
def options(
    show: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Find the Minesweeper window on your screen, read it, and play it with the mouse."""


@app.command()
def read(
    shots: Annotated[list[Path], typer.Argument(help="Screenshots: PNG files, or others that Pillow reads.")],
    as_json: Json = False,
    theme: Annotated[str | None, typer.Option(help="Look for this theme only.")] = None,
    overlay: Annotated[
        Path | None, typer.Option(help="Write each picture, with the reading drawn over it, into this folder.")
    ] = None,
) -> None:
    """Print every Minesweeper board found in each picture: its text, place, theme, and the cells that are doubtful.

    Example: minebot read screenshot.png
    """
    from minebot import report

    failed = 0
    for shot in shots:
        try:
            readings = report.read_shot(shot, theme)
            report.write_overlay(overlay, shot, readings)
            document = {"file": str(shot), "error": None, "boards": [report.describe(found) for found in readings]}
            text = "\n\n".join(report.summary(found) for found in readings) or "no board found"
        except MinebotError as error:
            failed += 1
            document, text = {"file": str(shot), "error": str(error), "boards": []}, ""
            err.print(f"minebot: {error}", markup=False, soft_wrap=True)
        if as_json:
            typer.echo(json.dumps(document))
        elif text:
            typer.echo(f"file: {shot}\n{text}\n" if len(shots) > 1 else text)
    if failed:
        raise typer.Exit(1)
