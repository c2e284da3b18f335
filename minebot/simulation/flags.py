"""The options of `minebot simulate`, each with its help, in the groups in which `--help` shows them."""

from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from minebot.solver.thinking import Effort
from minebot.terminal import known_solver

_BOARDS, _LENGTH, _WORK = "Which boards", "How many games", "Who plays, and where"
_FILES, _ONE, _REPORTS = "What is kept", "One game", "Reports"

Level = Annotated[
    str | None, Option(help="beginner, intermediate or expert (if nothing is said).", rich_help_panel=_BOARDS)
]
Size = Annotated[str | None, Option(help="Width and height, as in 30x16; needs --mines.", rich_help_panel=_BOARDS)]
Mines = Annotated[int | None, Option(min=0, help="How many mines there are; needs --size.", rich_help_panel=_BOARDS)]
BoardFile = Annotated[
    Path | None, Option(help="Play the boards of this file, from its start cell.", rich_help_panel=_BOARDS)
]
Rule = Annotated[
    str | None,
    Option(help="The first move meets: safe no mine, open a zero, any anything.", rich_help_panel=_BOARDS),
]
Start = Annotated[
    str | None,
    Option(metavar="X,Y", help="The cell of the first move; 0,0, top left, if not said.", rich_help_panel=_BOARDS),
]
LARGEST = 10**18
"""The largest index and number of games: far from what 64 bits hold, and more than anyone plays."""

Seed = Annotated[int, Option(min=0, help="The seed of the boards.", rich_help_panel=_BOARDS)]
First = Annotated[
    int,
    Option(
        min=0,
        max=LARGEST,
        help="The index of the first board: where another machine goes on.",
        rich_help_panel=_BOARDS,
    ),
]

Games = Annotated[
    int | None,
    Option(
        min=1,
        max=LARGEST,
        help="100, or all boards of a file, if nothing is said; without it a stop rule may take as many as it needs.",
        rich_help_panel=_LENGTH,
    ),
]
UntilCi = Annotated[
    float | None,
    Option(
        metavar="POINTS",
        help="Stop when the 95 % interval of the win rate is so many percentage points to each side.",
        rich_help_panel=_LENGTH,
    ),
]
Sprt = Annotated[
    tuple[str, str] | None,
    Option(
        metavar="A B",
        help="Stop when it is told whether --solver wins at most A or at least B percentage points more than --against "
        "on the same boards. Two solvers' names instead: is the first better than the second (0 and 1 points)?",
        rich_help_panel=_LENGTH,
    ),
]

Solver = Annotated[str, Option(callback=known_solver, help="The solver that plays.", rich_help_panel=_WORK)]
HowHard = Annotated[Effort | None, Option(help="How hard champion thinks: fast, normal or max.", rich_help_panel=_WORK)]
Against = Annotated[
    str | None, Option(callback=known_solver, help="The solver that --sprt compares with.", rich_help_panel=_WORK)
]
Jobs = Annotated[int | None, Option(min=1, help="Processes; one a processor if not said.", rich_help_panel=_WORK)]
Cluster = Annotated[
    str | None,
    Option(
        metavar="ADDRESS",
        help="Play on the workers of this Dask scheduler, as in tcp://10.0.0.1:8786; needs minebot\\[cluster].",
        rich_help_panel=_WORK,
    ),
]

Outcomes = Annotated[
    Path | None,
    Option(help="Write each game into this file: .csv, or .parquet with 3BV and openings.", rich_help_panel=_FILES),
]
Resume = Annotated[
    bool, Option("--resume", help="Go on with the run whose --outcomes these are.", rich_help_panel=_FILES)
]
NoTimes = Annotated[
    bool,
    Option("--no-times", help="Leave the seconds empty: equal runs give equal files.", rich_help_panel=_FILES),
]

Only = Annotated[
    int | None, Option(min=0, max=LARGEST, metavar="INDEX", help="Play this game alone.", rich_help_panel=_ONE)
]
Show = Annotated[
    bool, Option("--show", help="With --only: show each guess with the risks, and the end.", rich_help_panel=_ONE)
]

Files = Annotated[list[Path] | None, Argument(help="With --summary: what --outcomes wrote.", show_default=False)]
Summary = Annotated[bool, Option("--summary", help="Play nothing: sum up files of outcomes.", rich_help_panel=_REPORTS)]
Plot = Annotated[
    Path | None,
    Option(
        help="Draw guesses, and the win rate by 3BV, openings and guesses, into this .png, .svg or .pdf.",
        rich_help_panel=_REPORTS,
    ),
]
