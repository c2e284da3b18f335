"""What the commands around a window print, and what they take from the command line."""

import random
from dataclasses import asdict
from typing import Any

import typer
from rich.table import Table as TextTable

from minebot.board import LEVELS, Board
from minebot.errors import MinebotError
from minebot.play.bot import GameRecord
from minebot.play.doctor import Finding, can_play
from minebot.play.find import Wish
from minebot.play.pace import parse_pace
from minebot.play.replay import Replay
from minebot.play.session import Summary
from minebot.play.showcase import Show
from minebot.play.stop import presses
from minebot.solver.advice import Advice
from minebot.terminal import size_of


def level(name: str) -> tuple[int, int, int]:
    """Columns, rows and mines of a level; wrong usage for a name that is none."""
    if name not in LEVELS:
        raise typer.BadParameter(f"{name!r} is no level; say {', '.join(LEVELS)}", param_hint="--level")
    return LEVELS[name]


def speed(text: str, delay: int) -> None:
    """Wrong usage for a speed that is none, or beside a delay."""
    try:
        parse_pace(text, random.Random(0))
    except MinebotError as error:
        raise typer.BadParameter(str(error), param_hint="--speed") from None
    if delay and text != "max":
        raise typer.BadParameter("say --speed or --delay, not both", param_hint="--delay")


def keys(stop: str, restart: str | None) -> None:
    """Wrong usage where the key for the next game is the one that stops minebot."""
    if restart is not None and presses(restart, stop):
        raise typer.BadParameter(
            f"{restart!r} starts the next game, so it cannot hold the stop key; name another one with --stop-key",
            param_hint="--restart-key",
        )


def wish(theme: str | None, level_name: str | None, size: str | None, mines: int | None) -> Wish:
    """The wish that the options of `minebot play` spell; wrong usage where they cannot be."""
    if level_name is not None and size is not None:
        raise typer.BadParameter("say --level or --size, not both", param_hint="--size")
    if level_name is not None:
        width, height, usual = level(level_name)
        return Wish(theme, (width, height), mines or usual)
    return Wish(theme, None if size is None else size_of(size), mines)


def game_line(game: GameRecord) -> str:
    """A finished game in a line."""
    result = "won" if game.won else "lost"
    return f"{result} in {game.seconds:.2f} s: {game.moves} moves, {game.guesses} of them guesses"


def total_line(summary: Summary) -> str:
    """All games in a line."""
    count = len(summary.games)
    return f"{count} {'game' if count == 1 else 'games'}: {summary.won} won, {count - summary.won} lost"


def timing_lines(summary: Summary) -> list[str]:
    """Where the time of the games went, and what their first clicks tell; nothing where there were none."""
    if not summary.games:
        return []
    split = ", ".join(f"{work} {seconds:.3f}" for work, seconds in summary.split.items())
    return [f"seconds: {split}; minebot's own share {summary.own_share or 0:.0%}", str(summary.first_clicks)]


def advice(board: Board, found: Advice) -> str:
    """The board, and what to do on it."""
    safe = ", ".join(f"({x}, {y})" for x, y in sorted(found.safe)) or "none"
    return f"{board}\nsafe: {safe}\nbest: {found.best}\n{found.why}"


def show_table(show: Show, seed: int) -> TextTable:
    """The summary of a demo."""
    table = TextTable(title="minebot demo", show_header=False)
    table.add_column(style="bold")
    table.add_column()
    table.add_row("played", show.place)
    for number, game in enumerate(show.summary.games, start=1):
        if number == 1:
            table.add_row("board", f"{game.board.width}x{game.board.height}, {game.board.mines} mines, seed {seed}")
        table.add_row(f"game {number}", game_line(game))
    if show.summary.games:
        table.add_row("time", timing_lines(show.summary)[0])
        table.add_row("picture", str(show.picture))
    return table


def replay_text(found: Replay) -> str:
    """Every move, every difference, the result."""
    count = len(found.differences)
    verdict = f"{count} {'difference' if count == 1 else 'differences'}" if count else "no difference"
    broken = f"broken off ({found.record.stopped})" if found.record.stopped else "broken off"
    result = found.record.result or broken
    return "\n".join([*found.turns, *found.differences, f"{result}: {len(found.turns)} turns, {verdict}"])


def findings_text(findings: list[Finding]) -> str:
    """A line for each thing looked at, and the verdict."""
    lines = []
    for finding in findings:
        mark = "ok     " if finding.ok else "problem" if finding.needed else "note   "
        remedy = "" if finding.ok or not finding.remedy else f"; {finding.remedy}"
        lines.append(f"{mark}  {finding.name}: {finding.found}{remedy}")
    return "\n".join([*lines, "minebot can play here" if can_play(findings) else "minebot cannot play here yet"])


def findings_document(findings: list[Finding]) -> dict[str, Any]:
    """The JSON document of `minebot doctor --json`."""
    return {"ok": can_play(findings), "findings": [asdict(finding) for finding in findings]}
