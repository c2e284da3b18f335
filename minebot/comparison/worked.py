"""Sheppard's worked example: the risks that the source gives for a small position, what we estimate, and the truth."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rich import box
from rich.table import Table

from minebot.board import Board
from minebot.geometry import Cell
from minebot.solver import solve

SOURCE = "Sheppard, entropy optimisation"
NOTE = "here the estimates are exact, and in general they are not: docs/solvers.md shows by how much"

BOARD = Board.parse("mines: 3\n12#;#3#;###")
GIVEN: Mapping[Cell, float] = MappingProxyType(
    {(2, 0): 1 / 2, (0, 1): 1.0, (2, 1): 1 / 2, (0, 2): 1 / 3, (1, 2): 1 / 3, (2, 2): 1 / 3}
)
"""The risks that the source gives."""


@dataclass(frozen=True, slots=True)
class Risk:
    """The risk of a cell: as the source gives it, as `entropy` estimates it, and as it is."""

    cell: Cell
    given: float
    estimated: float
    exact: float


def risks() -> Iterator[Risk]:
    """The risks of all cells of the example."""
    estimated, exact = solve(BOARD, "entropy").risks, solve(BOARD).risks
    return (Risk(cell, given, estimated[cell], exact[cell]) for cell, given in GIVEN.items())


def table() -> Table:
    """A row a cell."""
    shown = Table("cell", box=box.SIMPLE_HEAD)
    for name in ("source", "entropy", "exact"):
        shown.add_column(name, justify="right")
    for risk in risks():
        figures = (f"{value:.4f}" for value in (risk.given, risk.estimated, risk.exact))
        shown.add_row(f"({risk.cell[0]}, {risk.cell[1]})", *figures)
    return shown


def document() -> dict[str, object]:
    """The same as JSON."""
    rows = [
        {"cell": list(risk.cell), "source": risk.given, "entropy": risk.estimated, "exact": risk.exact}
        for risk in risks()
    ]
    return {"table": "sheppard", "source": SOURCE, "board": str(BOARD), "rows": rows, "notes": [NOTE]}
