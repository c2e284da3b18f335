"""What the commands take from the command line and print, where more than one needs it."""

import re
import sys
from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path

import typer
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from minebot.board import Board
from minebot.errors import NotationError, UnknownSolver
from minebot.files import read_text
from minebot.geometry import Cell, Rect
from minebot.solver import VARIANTS, Advice, Effort, named
from minebot.solver.advice import Candidate


def read_board(path: Path, mines: int | None) -> Board:
    """The board in a file, or on standard input for '-'; a total given here stands above the file's."""
    if str(path) != "-":
        return Board.parse(read_text(path), mines)
    if sys.stdin is None:
        raise NotationError("standard input is closed; name a file, or pass a board on by |")
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
        "proofs": [_proof_document(advice, cell) for cell in sorted(advice.proofs)],
        "nodes": advice.nodes,
        "win": [advice.win.numerator, advice.win.denominator] if isinstance(advice.win, Fraction) else None,
        "wins": None if advice.win is None else float(advice.win),
        "candidates": [_candidate_document(each) for each in advice.candidates],
    }


def _candidate_document(candidate: Candidate) -> dict[str, object]:
    shows = [[number, odds, win] for number, (odds, win) in candidate.shows.items()]
    worth = {"risk": candidate.risk, "next": candidate.next, "wins": candidate.win, "error": candidate.error}
    return {"cell": list(candidate.cell), **worth, "games": candidate.games, "shows": shows}


def _proof_document(advice: Advice, cell: Cell) -> dict[str, object]:
    proof = advice.proofs[cell]
    said = {"rule": proof.rule, "why": proof.why, "numbers": [list(number) for number in proof.numbers]}
    return {"cell": list(cell), "mine": cell in advice.mines, **said}


def advice_view(board: Board, advice: Advice) -> RenderableType:
    """The board with the risk of each covered cell in percent, green to red; then what is certain, and what to do."""
    lines = [_line(board, advice, y) for y in range(board.height)]
    return Group(
        *lines,
        Text(f"safe:  {_cells(advice.safe)}"),
        Text(f"mines: {_cells(advice.mines)}"),
        Text(f"best:  {advice.best}  ({advice.why})", style="bold"),
        *_counted(advice),
    )


def _counted(advice: Advice) -> Iterator[Text]:
    """A line for what the solver counted, where it counts."""
    counts = []
    if advice.arrangements is not None:
        counts.append(f"{advice.arrangements:,} arrangement{'s' * (advice.arrangements != 1)}")
    if advice.nodes is not None:
        counts.append(f"{advice.nodes:,} node{'s' * (advice.nodes != 1)} searched")
    if isinstance(advice.win, Fraction):
        counts.append(f"best play wins {advice.win} of them ({100 * float(advice.win):.2f} %)")
    elif advice.win is not None:
        counts.append(f"wins about {100 * advice.win:.1f} % of the games from here")
    if counts:
        yield Text(f"found: {', '.join(counts)}")


def proofs_view(advice: Advice) -> RenderableType:
    """Why each certain cell is certain, in the order of the cells, those of one proof together."""
    cells: dict[tuple[str, str], list[Cell]] = {}
    for cell in sorted(advice.proofs, key=lambda cell: cell[::-1]):
        verdict = "mine" if cell in advice.mines else "safe"
        cells.setdefault((verdict, str(advice.proofs[cell])), []).append(cell)
    lines = [_proof_line(verdict, proof, proved) for (verdict, proof), proved in cells.items()]
    return Group(*lines or [Text("no rule of this solver proves any cell")])


def candidates_view(advice: Advice) -> RenderableType:
    """The cells that were weighed for a guess, the best first: risk, how the game may go on, how many were played."""
    columns = "cell", "risk %", "next safe %", "wins %", "games", "shows (how likely: wins %)"
    table = Table(*columns, box=None, header_style="bold")
    for each in advice.candidates:
        shows = ", ".join(f"{number} ({odds:.2f}: {100 * win:.1f})" for number, (odds, win) in each.likely.items())
        wins = f"{100 * each.win:.1f} ±{100 * each.error:.1f}"
        place, risk, safe = f"({each.cell[0]}, {each.cell[1]})", f"{100 * each.risk:.1f}", f"{100 * each.next:.1f}"
        table.add_row(place, risk, safe, wins, str(each.games or ""), shows)
    return table


def _proof_line(verdict: str, proof: str, cells: list[Cell]) -> Text:
    colour = "red" if verdict == "mine" else "green"
    return Text.assemble((f"{verdict} ", colour), (_cells(cells), "bold"), f"  {proof}")


def board_view(board: Board) -> RenderableType:
    """The board as it shows, as wide as `advice_view` prints it."""
    return Group(*(Text("".join(f"{cell:>4}" for cell in row), no_wrap=True, overflow="ignore") for row in board.rows))


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


def size_of(text: str) -> tuple[int, int]:
    """Width and height of a size like 30x16; wrong usage for what is none."""
    width, _, height = text.lower().partition("x")
    if not (width.isdecimal() and height.isdecimal()):
        raise typer.BadParameter(f"{text!r} is no size; a size reads like 30x16", param_hint="--size")
    return int(width), int(height)


def region_of(text: str) -> Rect:
    """The region of the screen that a text like 800x600+100+50 names; wrong usage for what is none."""
    place = r"(?:\+|(?=-))(-?\d{1,9})"  # left of the main monitor it is +-800, or -800
    found = re.fullmatch(rf"(\d{{1,9}})x(\d{{1,9}}){place}{place}", text.strip(), re.ASCII)
    region = None if found is None else Rect(*map(int, found.group(3, 4, 1, 2)))
    if region is None or min(region.w, region.h) == 0:
        raise typer.BadParameter(f"{text!r} is no region; one reads like 800x600+100+50: width, height, corner")
    return region


def known_solver(name: str | None) -> str | None:
    """The name of a solver, or none, as it was given; wrong usage for a name that is none."""
    try:
        if name is not None:
            named(name)
    except UnknownSolver as error:
        raise typer.BadParameter(str(error)) from None
    return name


def with_effort(solver: str, effort: Effort | None, seconds: float | None = None) -> str:
    """The name of a solver that thinks so hard, with seconds as hard as it can; wrong usage for one that cannot."""
    if effort is None and seconds is not None and solver not in VARIANTS:
        effort = Effort.MAX
    if effort is None or (effort is Effort.NORMAL and solver in {rung for rung, _ in VARIANTS.values()}):
        return solver
    for name, variant in VARIANTS.items():
        if variant == (solver, effort):
            return name
    thinkers = ", ".join(sorted({rung for rung, _ in VARIANTS.values()}))
    raise typer.BadParameter(f"{solver} always thinks alike; --effort and --think are for {thinkers}")
