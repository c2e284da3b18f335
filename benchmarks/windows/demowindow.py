"""minebot's own window with mines that it reads from a file: `demowindow.py FILE PITCH`; n begins a new game.

FILE holds columns, rows and the places of the mines, row by row.
"""

import sys
import tkinter as tk
from pathlib import Path

from minebot.game import SimulatedGame
from minebot.minefield import Minefield
from minebot.play import demo
from minebot.play.table import Table


def main() -> None:
    """Show the window until it is closed."""
    file = Path(sys.argv[1])
    demo.PITCH = int(sys.argv[2])

    def game() -> SimulatedGame:
        cols, rows, *mines = map(int, file.read_text().split())
        return SimulatedGame(Minefield(cols, rows, frozenset(mines)))

    root = tk.Tk()
    root.title("minebot's Minesweeper")
    root.resizable(width=False, height=False)
    demo.DemoWindow(root, Table(game))
    root.mainloop()


if __name__ == "__main__":
    main()
