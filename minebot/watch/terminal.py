"""The view in a terminal: drawn anew in place, or, where standard output is no terminal, printed at each change."""

from types import TracebackType
from typing import Self

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.style import Style
from rich.text import Text

from minebot.board import COVERED, FLAG, QUESTION, Board
from minebot.geometry import Cell
from minebot.tiling import TILINGS
from minebot.watch.view import View

WIDE, NARROW = 4, 2
"""Characters a cell: with room around the number, or none where the terminal is too narrow for that."""

_NUMBERS = {1: "blue", 2: "green", 3: "red", 4: "dark_blue", 5: "dark_red", 6: "cyan", 7: "default", 8: "bright_black"}
_CLOSED = (COVERED, FLAG, QUESTION)


class TerminalDisplay:
    """Shows views on a console while it is entered."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._live = Live(console=console, screen=console.is_terminal, auto_refresh=False)

    def __enter__(self) -> Self:
        if self._console.is_terminal:
            self._live.start()
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _: TracebackType | None
    ) -> None:
        if self._console.is_terminal:
            self._live.stop()

    def show(self, view: View) -> None:
        """Show a view instead of the last one."""
        if self._console.is_terminal:
            self._live.update(rendered(view, self._console.width), refresh=True)
        else:
            self._console.print(rendered(view, self._console.width), soft_wrap=True)


def rendered(view: View, width: int) -> RenderableType:
    """The board with risks in percent, yellow to red, and under it the advice; for a terminal of that width.

    `++` is a cell that is certainly safe, `**` one that is certainly a mine, `??` one that is in doubt; the advised
    one is in reverse.
    """
    if view.board is None:
        return Text(f"minebot: {view.note}")
    head = Text(f"{view.theme}, {view.board.width}x{view.board.height}, {_mines(view.board)}", style="dim")
    wide = WIDE if _columns(view.board, WIDE) <= width else NARROW
    lines = [_line(view, y, wide) for y in range(view.board.height)]
    summary = [Text(line, style="bold" if number == 0 else "") for number, line in enumerate(view.summary)]
    return Group(head, *lines, *summary)


def _mines(board: Board) -> str:
    return "mines unknown" if board.mines is None else f"{board.mines} mines"


def _columns(board: Board, wide: int) -> int:
    """The characters that a row takes."""
    return round(TILINGS[board.topology].size(board.width, board.height)[0] * wide)


def _line(view: View, y: int, wide: int) -> Text:
    assert view.board is not None  # noqa: S101 - a view without a board has no lines
    indent = " " * round(TILINGS[view.board.topology].corner((0, y))[0] * wide)
    cells = (_cell(view, (x, y), character, wide) for x, character in enumerate(view.board.rows[y]))
    return Text.assemble(indent, *cells, no_wrap=True, overflow="ellipsis")


def _cell(view: View, cell: Cell, character: str, wide: int) -> tuple[str, Style]:
    text, style = _look(view, cell, character)
    if cell == view.best:
        style += Style(reverse=True, bold=True)
    return text.rjust(2).center(wide), style


def _look(view: View, cell: Cell, character: str) -> tuple[str, Style]:
    assert view.board is not None  # noqa: S101 - likewise
    code, risk = view.board[cell], view.risks.get(cell)
    if cell in view.doubtful:
        return "??", Style(color="bright_magenta")
    if code not in _CLOSED or risk is None:
        return character, Style(color=_NUMBERS.get(code, "default"), dim=code in _CLOSED)
    if cell in view.certain.safe:
        return "++", Style(color="black", bgcolor="green")
    if cell in view.certain.mines:
        return "**", Style(color="white", bgcolor="dark_red")
    return f"{min(99, max(1, round(100 * risk)))}", Style(color=tint(risk))


def tint(risk: float) -> str:
    """A colour from pale yellow to red, as #rrggbb: green is left to what is certainly safe."""
    return f"#eb{round(230 - 150 * risk):02x}{round(150 - 90 * risk):02x}"
