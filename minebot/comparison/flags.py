"""The options of `minebot compare` that `minebot simulate` has not, each with its help."""

from pathlib import Path
from typing import Annotated

from typer import Option

from minebot.simulation.flags import LARGEST

_BOARDS, _LENGTH, _WORK, _REPORTS = "Which boards", "How many games", "Who plays, and where", "Reports"

Solvers = Annotated[
    str | None,
    Option(metavar="A,B,...", help="The solvers that play; all of the ladder if not said.", rich_help_panel=_WORK),
]
Against = Annotated[
    str | None,
    Option(help="Whom the others are compared with; the one that wins most if not said.", rich_help_panel=_WORK),
]
Budget = Annotated[
    float | None,
    Option(
        metavar="SECONDS",
        help="How long a solver may think about a move before the next simpler one makes it; "
        "0 for as long as it takes. If not said, 1.",
        rich_help_panel=_WORK,
    ),
]
Games = Annotated[
    int | None,
    Option(
        min=1,
        max=LARGEST,
        help="How many boards; 100, or all of a file, if nothing is said; with --time as many as there is time for.",
        rich_help_panel=_LENGTH,
    ),
]
Time = Annotated[
    float | None,
    Option(metavar="SECONDS", help="Let each solver play until it took so many seconds.", rich_help_panel=_LENGTH),
]
Peers = Annotated[
    Path | None,
    Option(help="Results of other programs on the boards of --boards: a line 'NAME 1101' each.", rich_help_panel=_WORK),
]
Csv = Annotated[
    Path | None,
    Option(
        help="Write a line a solver into this .csv, and a line a pair into the .pairs.csv beside it.",
        rich_help_panel=_REPORTS,
    ),
]
Plot = Annotated[
    Path | None,
    Option(
        help="Draw the win rates, and the win rate by the time of a game, into this .png, .svg or .pdf.",
        rich_help_panel=_REPORTS,
    ),
]
Table = Annotated[
    str | None,
    Option(
        metavar="NAME",
        help="Play the table of a source again, and print its figures beside ours: farn-1, farn-2, farn-3, laker or "
        "sheppard.",
        rich_help_panel=_REPORTS,
    ),
]
