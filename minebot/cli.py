"""The commands: each parses, calls, prints. Results go to standard output, everything else to standard error."""

import json
import os
import sys
import warnings
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, TextIO

import typer
from rich.console import Console

from minebot.comparison import flags as comparing
from minebot.errors import MinebotError, Stopped, ThemeWarning
from minebot.geometry import Rect
from minebot.reading import flags as reading
from minebot.simulation import flags
from minebot.solver.thinking import Effort
from minebot.terminal import known_solver, region_of, with_effort

# numpy's products are small here: threads that wait for one another cost ten times what they save beside a running game
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

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
Region = Annotated[
    Rect | None,
    typer.Option(
        parser=region_of, metavar="WxH+X+Y", help="Look at this part of the screen only, as in 800x600+100+50."
    ),
]
TitleOf = Annotated[str | None, typer.Option(help="Look only at the window whose title holds this text.")]
Thinker = Annotated[str, typer.Option(callback=known_solver, help="The solver that thinks.")]
HowHard = Annotated[Effort | None, typer.Option(help="How hard champion thinks: fast, normal or max.")]
HowLong = Annotated[
    float | None, typer.Option(min=0.01, help="Think so many seconds about a guess, as hard as --effort max.")
]


def main() -> None:
    """Run the command line and leave with its exit code: 0 done, 1 could not, 2 wrong usage, 130 stopped."""
    _say_warnings()
    try:
        app()
    except Stopped as stopped:
        err.print(f"minebot: {stopped}", markup=False, soft_wrap=True)
        sys.exit(130)
    except MinebotError as error:
        err.print(f"minebot: {error}", markup=False, soft_wrap=True)
        sys.exit(1)
    except OSError as error:
        if error.filename is not None:  # then it is no matter of printing
            raise
        err.print(f"minebot: the result cannot be printed: {error.strerror}", markup=False, soft_wrap=True)
        sys.exit(1)
    except SystemExit as left:
        if left.code == 130:  # what Typer makes of Ctrl-C
            err.print("minebot: stopped by the user")
        raise
    except KeyboardInterrupt:
        err.print("minebot: stopped by the user")
        sys.exit(130)


def _say_warnings() -> None:
    """Print what is wrong with a theme of the user's as a sentence like every other, other warnings as ever."""
    usual = warnings.showwarning

    def show(  # noqa: PLR0913, PLR0917 - the signature is Python's
        message: Warning | str,
        category: type[Warning],
        filename: str,
        lineno: int,
        file: TextIO | None = None,
        line: str | None = None,
    ) -> None:
        if issubclass(category, ThemeWarning):
            err.print(f"minebot: {message}", markup=False, soft_wrap=True)
        else:
            usual(message, category, filename, lineno, file, line)

    warnings.showwarning = show
    warnings.simplefilter("always", ThemeWarning)


def _warm_up() -> None:
    """Compile the solver where that has not been done yet; most of what it imports, a command that only reads skips."""
    from minebot.warmup import warm_up

    warm_up()


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
def read(  # noqa: PLR0913, PLR0917 - an argument an option
    shots: reading.Shots = None,
    clipboard: reading.Clipboard = False,
    screen: reading.Screen = False,
    region: reading.Region = None,
    as_json: Json = False,
    theme: reading.Theme = None,
    overlay: reading.Overlay = None,
) -> None:
    """Print every Minesweeper board found in each picture: its text, place, theme, and the cells that are doubtful.

    Of a recording, each state of its boards that stood still is printed once.

    Examples: minebot read screenshot.png, minebot read game.mp4 --json, minebot read --region 800x600+100+50
    """
    from minebot.reading import command

    given = {**locals(), "shots": tuple(shots or ())}
    del given["command"]
    command.read(command.Asked(**given))


@app.command()
def play(  # noqa: PLR0913, PLR0917 - an argument an option
    theme: Annotated[str | None, typer.Option(help="Play the board of this theme only.")] = None,
    level: Annotated[str | None, typer.Option(help="beginner, intermediate or expert: size and mines.")] = None,
    size: Annotated[str | None, typer.Option(help="Play the board of this size only, as in 30x16.")] = None,
    mines: Annotated[int | None, typer.Option(min=1, help="How many mines there are, if no counter tells.")] = None,
    solver: Thinker = "champion",
    effort: HowHard = None,
    think: HowLong = None,
    games: Annotated[int, typer.Option(min=1, help="Stop after so many games.")] = 1,
    speed: Annotated[str, typer.Option(help="max, human (for people who watch), or so many clicks a second.")] = "max",
    delay: Annotated[int, typer.Option(min=0, help="Milliseconds to wait before each click.")] = 0,
    time_limit: Annotated[float | None, typer.Option(min=0, help="Stop after so many seconds.")] = None,
    stop_key: Annotated[str, typer.Option(help="The key that stops minebot at once.")] = "esc",
    restart_key: Annotated[
        str | None, typer.Option(help="The key for the next game, as in f2, or f5 for a page.")
    ] = None,
    region: Region = None,
    window: TitleOf = None,
    record: Annotated[Path | None, typer.Option(help="Record the game into this new folder.")] = None,
    flags: Annotated[bool, typer.Option("--flags", help="Flag the mines that are certain.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show the advice, touch nothing.")] = False,
    as_json: Json = False,
) -> None:
    """Find the Minesweeper window on the screen and play it with the mouse; Esc, or a corner of the screen, stops it.

    Example: minebot play --games 3
    """
    from minebot import terminal
    from minebot.play import present
    from minebot.play.bot import Marking
    from minebot.play.session import Plan, look_at_screen, play_screen
    from minebot.play.where import Where

    wish = present.wish(theme, level, size, mines)
    marking = Marking.CERTAIN if flags else Marking.NONE
    present.speed(speed, delay)
    present.keys(stop_key, restart_key)
    where = Where(region, window)
    if think is not None and record is not None:
        raise typer.BadParameter("a game that --think decides by the clock cannot be replayed; leave out --record")
    seconds, thinker = delay / 1000, with_effort(solver, effort, think)
    plan = Plan(
        wish,
        thinker,
        0,
        games,
        marking,
        seconds,
        stop_key,
        record,
        where,
        speed=speed,
        time_limit=time_limit,
        seconds=think,
        restart_key=restart_key,
    )
    _warm_up()
    if dry_run:
        board, advice = look_at_screen(plan)
        document = {"board": str(board), **terminal.advice_document(advice)}
        typer.echo(json.dumps(document) if as_json else present.advice(board, advice))
        return
    summary = play_screen(
        plan,
        lambda game: err.print(present.game_line(game), markup=False),
        lambda text: err.print(f"minebot: {text}", markup=False, soft_wrap=True),
    )
    lines = [present.total_line(summary), *present.timing_lines(summary)]
    typer.echo(json.dumps(summary.document()) if as_json else "\n".join(lines))
    if summary.error is not None:
        raise summary.error


@app.command()
def watch(  # noqa: PLR0913, PLR0917 - an argument an option
    theme: Annotated[str | None, typer.Option(help="Watch the board of this theme only.")] = None,
    level: Annotated[str | None, typer.Option(help="beginner, intermediate or expert: size and mines.")] = None,
    size: Annotated[str | None, typer.Option(help="Watch the board of this size only, as in 30x16.")] = None,
    mines: Annotated[int | None, typer.Option(min=1, help="How many mines there are, if no counter tells.")] = None,
    solver: Thinker = "champion",
    region: Region = None,
    window: TitleOf = None,
    view: Annotated[
        str | None,
        typer.Option(metavar="terminal|overlay", help="In the terminal, or in a window beside the game if not said."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON document a line at each change.")] = False,
) -> None:
    """Show the risks, the certain cells and the advice while you play; the mouse is never touched. Ctrl-C ends it.

    Example: minebot watch --view terminal
    """
    from minebot.play import present
    from minebot.play.where import Where
    from minebot.watch import command

    asked = command.Asked(
        wish=present.wish(theme, level, size, mines),
        solver=solver,
        view=command.shown(view),
        as_json=as_json,
        where=Where(region, window),
    )
    _warm_up()
    command.watch(asked)


@app.command()
def learn(  # noqa: PLR0913, PLR0917 - an argument an option
    name: Annotated[str, typer.Option(help="What the theme shall be called.")],
    shots: Annotated[
        list[Path] | None, typer.Argument(help="Screenshots, or folders of them; without, the window on the screen.")
    ] = None,
    theme_dir: Annotated[Path | None, typer.Option(help="Write it into this folder of themes.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a theme of that name.")] = False,
    add: Annotated[bool, typer.Option("--add", help="Add to a theme of that name.")] = False,
    no_input: Annotated[bool, typer.Option("--no-input", help="Ask nothing: leave out what nothing decides.")] = False,
    size: Annotated[str | None, typer.Option(help="Learn the board of this size, in any look, as in 30x16.")] = None,
    mines: Annotated[int | None, typer.Option(min=1, help="How many mines there are, if that is certain.")] = None,
    games: Annotated[int, typer.Option(min=1, help="Stop after so many games.")] = 5,
    guess: Annotated[bool, typer.Option("--guess", help="Guess where nothing is certain: a loss shows mines.")] = False,
    restart_key: Annotated[str | None, typer.Option(help="The key that starts the next game, as in n or f2.")] = None,
    delay: Annotated[int, typer.Option(min=0, help="Milliseconds to wait before each click.")] = 0,
    stop_key: Annotated[str, typer.Option(help="The key that stops minebot at once.")] = "esc",
    record: Annotated[Path | None, typer.Option(help="Record the games into this new folder.")] = None,
    as_json: Json = False,
) -> None:
    """Learn the look of a Minesweeper that minebot does not know, from screenshots or by playing its window.

    In a window it opens only cells that are safe whatever the cells that it cannot read yet may show.

    Example: minebot learn shots/*.png --name mygame
    """
    from minebot import ask as asking
    from minebot import learning
    from minebot.play import present
    from minebot.play.lesson import Lesson

    present.keys(stop_key, restart_key)
    order = learning.Order(name, theme_dir, asking.keeping(force, add), restart_key)
    with asking.asker(err, no_input) as ask:
        if shots:
            learned = learning.learn_shots(shots, order, ask, asking.along(err))
        else:
            _warm_up()
            wish = present.wish(None, None, size, mines)
            helped = ask is not asking.nobody
            lesson = Lesson(wish, games, guess, helped, delay / 1000, stop_key, restart_key, record)
            learned = learning.learn_window(
                lesson, order, ask, lambda text: err.print(f"minebot: {text}", markup=False, soft_wrap=True)
            )
    typer.echo(json.dumps(learned.document()) if as_json else learned.text())
    for skipped in learned.skipped:
        err.print(f"minebot: no board was found in {skipped}, which taught nothing", markup=False, soft_wrap=True)
    if learned.error is not None:
        raise learned.error


@app.command()
def demo(
    level: Annotated[str, typer.Option(help="beginner, intermediate or expert.")] = "expert",
    seed: Annotated[int | None, typer.Option(help="The seed of the boards; without, others each time.")] = None,
    delay: Annotated[int, typer.Option(min=0, help="Milliseconds to wait before each click.")] = 10,
    output: Annotated[Path, typer.Option(help="Where to save the picture of the final board.")] = Path(
        "minebot-demo.png"
    ),
) -> None:
    """Play minebot's own Minesweeper window until a game is won, five games at most.

    On your screen, or without one on a display of its own, or in memory.

    Example: minebot demo --level intermediate
    """
    from minebot.play import present, showcase

    present.level(level)
    _warm_up()
    chosen = showcase.new_seed() if seed is None else seed
    programme = showcase.Programme(level, chosen, delay / 1000)
    shown = showcase.show(programme, output, lambda text: err.print(f"minebot: {text}", markup=False))
    Console().print(present.show_table(shown, chosen))
    if shown.summary.error is not None:
        raise shown.summary.error


@app.command()
def replay(
    folder: Annotated[Path, typer.Argument(help="What 'minebot play --record' wrote.")],
    page: Annotated[Path, typer.Option(help="Write the game, as a page to look at, into this file.")] = Path(
        "minebot-replay.html"
    ),
) -> None:
    """Play a recorded game again, from its pictures: print each move, and every difference from the recorded ones.

    Example: minebot replay fixtures/games/sgt-won
    """
    from minebot.play import present
    from minebot.play import replay as replaying

    _warm_up()
    found = replaying.replay(folder)
    replaying.save_page(found, page)
    typer.echo(present.replay_text(found))
    err.print(f"minebot: the page is {page}", markup=False, soft_wrap=True)
    if found.differences:
        raise typer.Exit(1)


@app.command()
def doctor(as_json: Json = False) -> None:
    """Look for whatever on this machine would stop minebot, and say how to get it.

    Example: minebot doctor
    """
    from minebot.play import doctor as examining
    from minebot.play import present

    findings = examining.examine()
    typer.echo(json.dumps(present.findings_document(findings)) if as_json else present.findings_text(findings))
    if not examining.can_play(findings):
        raise typer.Exit(1)


@app.command()
def solve(  # noqa: PLR0913, PLR0917 - an argument an option
    board: Annotated[Path, typer.Argument(help="A file with the board as text, or - for standard input.")],
    mines: Annotated[
        int | None, typer.Option(min=0, help="How many mines there are, if the file does not say.")
    ] = None,
    solver: Thinker = "tiebreak",
    effort: HowHard = None,
    think: HowLong = None,
    why: Annotated[bool, typer.Option("--why", help="Say of each certain cell which rule proves it, and how.")] = False,
    picture: Annotated[Path | None, typer.Option(help="Draw the board, with what was found, into this file.")] = None,
    as_json: Json = False,
) -> None:
    """Print what is certain on a board, the risk of every covered cell in percent, and the best move.

    Example: echo "#1.;#1.;#1." | minebot solve - --mines 1 --why
    """
    from minebot import terminal
    from minebot.deadline import share_left
    from minebot.solver import solve as advise

    given = terminal.read_board(board, mines)
    _warm_up()
    advice = advise(given, with_effort(solver, effort, think), left=None if think is None else share_left(think))
    if picture is not None:
        from minebot import report

        report.save_solved(picture, given, advice)
    if as_json:
        typer.echo(json.dumps(terminal.advice_document(advice)))
        return
    console = Console(soft_wrap=True, highlight=False)
    console.print(terminal.advice_view(given, advice))
    if why:
        console.print(terminal.proofs_view(advice))
        if advice.candidates:
            console.print(terminal.candidates_view(advice))


@app.command()
def simulate(  # noqa: PLR0913, PLR0917 - an argument an option
    files: flags.Files = None,
    level: flags.Level = None,
    size: flags.Size = None,
    mines: flags.Mines = None,
    boards: flags.BoardFile = None,
    rule: flags.Rule = None,
    start: flags.Start = None,
    seed: flags.Seed = 0,
    first: flags.First = 0,
    games: flags.Games = None,
    until_ci: flags.UntilCi = None,
    sprt: flags.Sprt = None,
    solver: flags.Solver = "tiebreak",
    effort: flags.HowHard = None,
    against: flags.Against = None,
    jobs: flags.Jobs = None,
    cluster: flags.Cluster = None,
    outcomes: flags.Outcomes = None,
    resume: flags.Resume = False,
    no_times: flags.NoTimes = False,
    only: flags.Only = None,
    show: flags.Show = False,
    summary: flags.Summary = False,
    plot: flags.Plot = None,
    as_json: Json = False,
) -> None:
    """Play many games without a screen and print the win rate with its 95 % interval.

    Example: minebot simulate --level beginner --games 200 --seed 7
    """
    from minebot.simulation import command

    given = {**locals(), "files": tuple(files or ()), "solver": with_effort(solver, effort)}
    del given["command"], given["effort"]
    command.simulate(command.Asked(**given))


@app.command()
def compare(  # noqa: PLR0913, PLR0917 - an argument an option
    solvers: comparing.Solvers = None,
    level: flags.Level = None,
    size: flags.Size = None,
    mines: flags.Mines = None,
    boards: flags.BoardFile = None,
    rule: flags.Rule = None,
    start: flags.Start = None,
    seed: flags.Seed = 0,
    first: flags.First = 0,
    games: comparing.Games = None,
    time: comparing.Time = None,
    against: comparing.Against = None,
    budget: comparing.Budget = None,
    jobs: flags.Jobs = None,
    peers: comparing.Peers = None,
    csv: comparing.Csv = None,
    plot: comparing.Plot = None,
    table: comparing.Table = None,
    as_json: Json = False,
) -> None:
    """Let solvers play the same boards, and print what each wins and costs, and how they differ board by board.

    Example: minebot compare --solvers single,tiebreak --level beginner --games 200
    """
    from minebot.comparison import command

    given = dict(locals())
    del given["command"]
    command.compare(command.Asked(**given))
