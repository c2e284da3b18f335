"""minebot's own Minesweeper window: `python -m minebot.play.demo --level expert --seed 1`.

Left opens, right flags, middle chords; n, or the button, starts a new game. It says `ready` once it is painted.
"""

import argparse
import tkinter as tk
from functools import partial

from minebot.board import FLAG, LEVELS
from minebot.geometry import Cell
from minebot.play.levels import games
from minebot.play.mouse import Button
from minebot.play.table import Table
from minebot.vision.draw import draw_cell
from minebot.vision.themes.folders import load_theme

PITCH = 24
_FACES = {"playing": "New game", "won": "Won! New game", "lost": "Lost. New game"}


def _counted(left: int) -> str:
    return f"mines left {left}"


class DemoWindow:
    """The window around a table."""

    def __init__(self, root: tk.Tk, table: Table) -> None:
        self._table = table
        board = table.board
        self._counter = tk.StringVar(root)
        self._face = tk.StringVar(root)
        bar = tk.Frame(root, background="#e9e4d6", padx=12, pady=8)
        # The counter and the button keep their widths, or a small window changes its own, and moves the board.
        longest = len(_counted(-board.width * board.height))
        counter = tk.Label(bar, textvariable=self._counter, background="#e9e4d6", font="TkFixedFont")
        counter.configure(width=longest, anchor="w")
        counter.pack(side="left")
        widest = max(map(len, _FACES.values()))
        tk.Button(bar, textvariable=self._face, width=widest, command=self.restart, takefocus=0).pack(side="right")
        bar.pack(fill="x")
        size = {"width": board.width * PITCH, "height": board.height * PITCH}
        self._canvas = tk.Canvas(root, highlightthickness=0, background="#f6f1e4", **size)  # type: ignore[arg-type]
        self._canvas.pack(padx=12, pady=12)
        self._images: dict[int, tk.PhotoImage] = {}
        self._shown: dict[int, int] = {}
        self._items = [
            self._canvas.create_image(x * PITCH, y * PITCH, anchor="nw")
            for y in range(board.height)
            for x in range(board.width)
        ]
        for number, button in ((1, Button.LEFT), (2, Button.MIDDLE), (3, Button.RIGHT)):
            self._canvas.bind(f"<ButtonRelease-{number}>", partial(self._released, button))
        root.bind("<Key-n>", lambda _: self.restart())
        self._paint()

    def restart(self) -> None:
        """Begin a new game."""
        self._table.restart()
        self._paint()

    def _released(self, button: Button, event: "tk.Event[tk.Canvas]") -> None:
        board = self._table.board
        cell: Cell = (event.x // PITCH, event.y // PITCH)
        if 0 <= cell[0] < board.width and 0 <= cell[1] < board.height:
            self._table.press(cell, button)
            self._paint()

    def _paint(self) -> None:
        """Show the board; only cells that changed are touched."""
        board = self._table.board
        for index, code in enumerate(board.cells):
            if self._shown.get(index) != code:
                self._canvas.itemconfigure(self._items[index], image=self._image(code))
                self._shown[index] = code
        flags = sum(code == FLAG for code in board.cells)
        self._counter.set(_counted((board.mines or 0) - flags))
        self._face.set(_FACES[board.state])

    def _image(self, code: int) -> tk.PhotoImage:
        if code not in self._images:
            rgb = draw_cell(load_theme("demo"), code, PITCH)[:, :, ::-1]
            ppm = f"P6 {PITCH} {PITCH} 255\n".encode("ascii") + rgb.tobytes()
            self._images[code] = tk.PhotoImage(data=ppm, format="PPM")
        return self._images[code]


def main() -> None:
    """Show the window until it is closed."""
    parser = argparse.ArgumentParser(prog="python -m minebot.play.demo", description="A Minesweeper window.")
    parser.add_argument("--level", choices=LEVELS, default="intermediate")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    root = tk.Tk()
    root.title("minebot's Minesweeper")
    root.geometry("+120+80")
    root.resizable(width=False, height=False)
    root.attributes("-topmost", 1)
    DemoWindow(root, Table(games(options.level, options.seed)))
    root.update()
    print("ready", flush=True)  # noqa: T201 - whoever started the window waits for this line
    root.mainloop()


if __name__ == "__main__":
    main()
