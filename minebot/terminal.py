"""What `minebot solve` and `minebot simulate` print, and what simulate is asked to play."""

import csv
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import typer
from rich.console import Console, Group, RenderableType
from rich.progress import MofNCompleteColumn, Progress
from rich.text import Text

from minebot.board import LEVELS, Board
from minebot.errors import MinebotError, NotationError
from minebot.files import read_text
from minebot.geometry import Cell
from minebot.minefield import RULES, BoardSet, RandomBoards, Rule
from minebot.simulate import Outcome, Summary, simulate
from minebot.solver import Advice

SLOW = 2.0
"""Seconds after which a run shows its progress."""


def read_board(path: Path, mines: int | None) -> Board:
    """The board in a file, or on standard input for '-'; a total given here stands above the file's."""
    if str(path) != "-":
        return Board.parse(read_text(path), mines)
    try:
        return Board.parse(sys.stdin.buffer.read().decode("utf-8-sig"), mines)
    except UnicodeDecodeError:
        raise NotationError("standard input is no text in UTF-8; a board holds rows like '#1.#'") from None


def advice_document(advice: Advice) -> dict[str, object]:
    """The fields of Advice, cells as [x, y], in a stable order."""
    return {
        "safe": sorted(map(list, advice.safe)),
        "mines": sorted(map(list, advice.mines)),
        "risks": [[x, y, risk] for (x, y), risk in sorted(advice.risks.items())],
        "best": {"action": str(advice.best.action), "cell": list(advice.best.cell)},
        "why": advice.why,
        "arrangements": advice.arrangements,
    }


def advice_view(board: Board, advice: Advice) -> RenderableType:
    """The board with the risk of each covered cell in percent, green to red; then what is certain, and what to do."""
    lines = [_line(board, advice, y) for y in range(board.height)]
    return Group(
        *lines,
        Text(f"safe:  {_cells(advice.safe)}"),
        Text(f"mines: {_cells(advice.mines)}"),
        Text(f"best:  {advice.best}  ({advice.why})", style="bold"),
    )


def _line(board: Board, advice: Advice, y: int) -> Text:
    cells = [_cell(board, advice, (x, y)) for x in range(board.width)]
    return Text.assemble(*cells, no_wrap=True, overflow="ignore")


def _cell(board: Board, advice: Advice, cell: Cell) -> tuple[str, str]:
    """Four characters and their style: a number as it stands, a covered cell by its risk, the best in reverse."""
    if cell not in advice.risks:
        return f"{board.rows[cell[1]][cell[0]]:>4}", "dim"
    risk = advice.risks[cell]
    colour = "green" if cell in advice.safe else "red" if cell in advice.mines else "yellow"
    return f"{100 * risk:>4.0f}", f"{colour} reverse" if cell == advice.best.cell else colour


def _cells(cells: Iterable[Cell]) -> str:
    return " ".join(f"({x}, {y})" for x, y in sorted(cells, key=lambda cell: cell[::-1])) or "none is certain"


@dataclass(frozen=True, slots=True)
class Dealt:
    """The options that say which random boards are dealt, as the user gave them."""

    level: str | None
    size: str | None
    mines: int | None
    rule: str | None
    seed: int


def wanted(dealt: Dealt, path: Path | None) -> BoardSet | RandomBoards:
    """The boards of a file, or random ones; wrong usage where both are asked for."""
    if path is None:
        return wanted_boards(wanted_size(dealt.level, dealt.size, dealt.mines), dealt.rule, dealt.seed)
    if (dealt.level, dealt.size, dealt.mines, dealt.rule) != (None,) * 4:
        raise typer.BadParameter("--boards says size, mines and rule; leave --level, --size, --mines and --rule out")
    return BoardSet.parse(read_text(path))


def processes(jobs: int | None) -> int:
    """As many as asked for, or one a processor."""
    return jobs or os.cpu_count() or 1


def wanted_boards(size: tuple[int, int, int], rule: str | None, seed: int) -> RandomBoards:
    """Random boards of (width, height, mines); wrong usage for a rule or a size that cannot be."""
    if rule not in (*RULES, None):
        raise typer.BadParameter(f"there is no rule {rule!r}; choose from: {', '.join(RULES)}")
    if not 0 <= seed < 1 << 64:
        raise typer.BadParameter(f"the seed {seed} is not between 0 and 2**64 - 1")
    chosen: Rule = next((each for each in RULES if each == rule), "safe")
    try:
        return RandomBoards(*size, chosen, seed)
    except NotationError as error:
        raise typer.BadParameter(str(error)) from None


def wanted_size(level: str | None, size: str | None, mines: int | None) -> tuple[int, int, int]:
    """Width, height and mines; wrong usage for a combination that says too little or too much."""
    if level is not None and (size, mines) != (None, None):
        raise typer.BadParameter("--level says the size and the mines; leave --size and --mines out")
    if (size is None) != (mines is None):
        raise typer.BadParameter("--size and --mines go together, as in --size 10x10 --mines 10")
    if size is None or mines is None:
        if (level or "expert") not in LEVELS:
            raise typer.BadParameter(f"there is no level {level!r}; choose from: {', '.join(LEVELS)}")
        return LEVELS[level or "expert"]
    return *size_of(size), mines


def size_of(text: str) -> tuple[int, int]:
    """Width and height of a size like 30x16; wrong usage for what is none."""
    width, _, height = text.lower().partition("x")
    if not (width.isdecimal() and height.isdecimal()):
        raise typer.BadParameter(f"{text!r} is no size; a size reads like 30x16", param_hint="--size")
    return int(width), int(height)


def wanted_games(games: int | None, boards: BoardSet | RandomBoards) -> int:
    """How many games to play: all of a file, 100 random ones, or as many as asked for."""
    if not isinstance(boards, BoardSet):
        return 100 if games is None else games
    if games is not None and games > len(boards):
        raise typer.BadParameter(f"{games} games were asked for, and the file holds {len(boards)} boards")
    return len(boards) if games is None else games


def _progress() -> Progress:
    columns = (*Progress.get_default_columns(), MofNCompleteColumn())
    return Progress(*columns, console=Console(stderr=True), transient=True)


class Run:
    """A run of games that can be stopped: `summary` and the file of outcomes hold what was played so far."""

    def __init__(self, outcomes_path: Path | None) -> None:
        self._path = outcomes_path
        self._outcomes: list[Outcome] = []
        self._began = perf_counter()

    @property
    def summary(self) -> Summary:
        """What the games so far make together."""
        return Summary.of(self._outcomes, perf_counter() - self._began)

    def play(self, boards: BoardSet | RandomBoards, games: int, *, solver: str, jobs: int) -> None:
        """Play, writing each outcome to the file as it comes."""
        with closing(simulate(boards, games, solver=solver, jobs=jobs)) as playing, _progress() as progress:
            task = progress.add_task(f"{solver}: {games} games", total=games, visible=False)
            for outcome in self._written(playing):
                self._outcomes.append(outcome)
                progress.update(task, advance=1, visible=perf_counter() - self._began > SLOW)

    def _written(self, outcomes: Iterator[Outcome]) -> Iterator[Outcome]:
        if self._path is None:
            yield from outcomes
            return
        try:
            file = self._path.open("w", encoding="utf-8", newline="")
        except OSError as error:
            raise MinebotError(f"{self._path} cannot be written: {error.strerror}") from None
        with file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(Outcome.HEADER.split(","))
            for outcome in outcomes:
                writer.writerow(str(outcome).split(","))
                file.flush()
                yield outcome
