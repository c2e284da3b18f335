"""Which boards are asked for, of a file or random ones; wrong usage where the options say too little or too much."""

from dataclasses import dataclass
from pathlib import Path

import typer

from minebot.board import LEVELS
from minebot.errors import NotationError
from minebot.files import read_text
from minebot.geometry import Cell
from minebot.minefield import RULES, BoardSet, RandomBoards
from minebot.terminal import size_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt:
    """The options that say which boards are played, as the user gave them."""

    level: str | None = None
    size: str | None = None
    mines: int | None = None
    boards: Path | None = None
    rule: str | None = None
    start: str | None = None
    seed: int = 0
    first: int = 0
    games: int | None = None


def wanted_boards(asked: Dealt) -> BoardSet | RandomBoards:
    """The boards of a file, or random ones; wrong usage where both are asked for, or nothing could be opened."""
    boards = _from_file(asked, asked.boards) if asked.boards is not None else _random(asked)
    if boards.mines == boards.width * boards.height:
        raise typer.BadParameter(f"every cell of {boards.width}x{boards.height} is a mine: there is nothing to open")
    return boards


def _from_file(asked: Dealt, path: Path) -> BoardSet:
    if (asked.level, asked.size, asked.mines, asked.rule, asked.start) != (None,) * 5:
        said = "leave --level, --size, --mines, --rule and --start out"
        raise typer.BadParameter(f"--boards says size, mines, rule and the start cell; {said}")
    return BoardSet.parse(read_text(path))


def _random(asked: Dealt) -> RandomBoards:
    rule = next((each for each in RULES if each == (asked.rule or "safe")), None)
    if rule is None:
        raise typer.BadParameter(f"there is no rule {asked.rule!r}; choose from: {', '.join(RULES)}")
    if not 0 <= asked.seed < 1 << 64:
        raise typer.BadParameter(f"the seed {asked.seed} is not between 0 and 2**64 - 1")
    width, height, mines = _dimensions(asked)
    try:
        return RandomBoards(width, height, mines, rule, asked.seed, _start(asked.start, width, height))
    except NotationError as error:
        raise typer.BadParameter(str(error)) from None


def _dimensions(asked: Dealt) -> tuple[int, int, int]:
    """Width, height and mines; wrong usage for a combination that says too little or too much."""
    level, size, mines = asked.level, asked.size, asked.mines
    if level is not None and (size, mines) != (None, None):
        raise typer.BadParameter("--level says the size and the mines; leave --size and --mines out")
    if size is not None and mines is not None:
        return *size_of(size), mines
    if (size, mines) != (None, None):
        raise typer.BadParameter("--size and --mines go together, as in --size 10x10 --mines 10")
    if (level or "expert") not in LEVELS:
        raise typer.BadParameter(f"there is no level {level!r}; choose from: {', '.join(LEVELS)}")
    return LEVELS[level or "expert"]


def _start(text: str | None, width: int, height: int) -> Cell:
    """The cell of the first move: top left, if nothing is said."""
    x, _, y = (text or "0,0").partition(",")
    if not (x.strip().isdecimal() and y.strip().isdecimal()):
        raise typer.BadParameter(f"{text!r} is no cell; a cell reads like 4,4, and 0,0 is top left")
    if not (int(x) < width and int(y) < height):
        raise typer.BadParameter(f"the start cell {text} is not on a board of {width}x{height}")
    return int(x), int(y)


def wanted_indices(asked: Dealt, boards: BoardSet | RandomBoards, otherwise: int = 100) -> range:
    """The boards to play: all of a file, as many random ones as asked for, or `otherwise` so many."""
    first = asked.first
    if isinstance(boards, BoardSet):
        stop = len(boards) if asked.games is None else first + asked.games
        if not first < len(boards) >= stop:
            raise typer.BadParameter(
                f"the file holds {len(boards)} boards; there are not {stop - first} from {first} on"
            )
        return range(first, stop)
    return range(first, first + (otherwise if asked.games is None else asked.games))
