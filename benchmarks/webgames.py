"""Games as people write them for the web, in looks drawn by lot and shown by Chromium, read though no theme has them.

    PYTHONPATH=tests OPENBLAS_NUM_THREADS=1 uv run benchmarks/webgames.py --games 60 --seed 0 [--save FOLDER]
    PYTHONPATH=tests OPENBLAS_NUM_THREADS=1 uv run benchmarks/webgames.py --games 60 --numerals greek roman bars

Each game has one of some styles that are common in such pages, with colours, font, size, gaps, flag and mine by lot, at
a random stage, on a screen of 100 to 200 %. Prints, for each style: the boards, how many were not found (rows, columns
and place), read outright, read with doubts, the share of the cells that is doubtful, and the cells that were misread
without doubt; then the same of games that last, and of lost ones, whose mines may look like anything. `--save` keeps
the pictures of the games that were not read outright. With `--numerals` each game writes its numbers in each of these
ways: what they show is to be told by where they stand, or in doubt.
"""

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import cv2
from rich.console import Console
from rich.progress import track
from rich.table import Table
from scenes import played

from minebot.board import COVERED, EXPLODED, FLAG, MINE, Board
from minebot.vision.picture import Bgr, load_picture, save_picture
from minebot.vision.read import read_picture

_CLASSIC = ("#0000ff", "#008000", "#ff0000", "#000080", "#800000", "#008080", "#000000", "#808080")
_MATERIAL = ("#1976d2", "#388e3c", "#d32f2f", "#7b1fa2", "#ff8f00", "#0097a7", "#424242", "#9e9e9e")
_TAILWIND = ("#2563eb", "#16a34a", "#dc2626", "#7c3aed", "#b45309", "#0891b2", "#111827", "#6b7280")
_PALE = ("#89b4fa", "#a6e3a1", "#f38ba8", "#cba6f7", "#fab387", "#94e2d5", "#f5e0dc", "#9399b2")
_ON_LIGHT, _WHITE = (_CLASSIC, _CLASSIC, _MATERIAL, _TAILWIND), ("#ffffff",) * 8

_FONTS = ("sans-serif", "serif", "monospace", "DejaVu Sans", "Liberation Sans", "Roboto", "Open Sans", "Lato", "Inter")
_WEIGHTS, _SHARES = ("normal", "600", "bold", "bold"), (0.45, 0.5, 0.55, 0.6, 0.7)
_PICTURE = (
    '<svg viewBox="0 0 20 20" style="width:70%"><path d="M8 3v14h2V3zM5 16v2h9v-2z"/>'
    '<path fill="#d22" d="M10 3l7 3.5-7 3.5z"/></svg>'
)
_FLAGS, _MINES = ("🚩", "🚩", "🚩", "⚑", "🏴", "F", _PICTURE), ("💣", "💣", "●", "✹", "*")
NUMERALS: dict[str, Sequence[str]] = {
    "digits": "12345678",
    "roman": ("I", "II", "III", "IV", "V", "VI", "VII", "VIII"),
    "arabic": "١٢٣٤٥٦٧٨",
    "devanagari": "१२३४५६७८",
    "greek": "αβγδεζηθ",
    "letters": "ABCDEFGH",
    "circled": "①②③④⑤⑥⑦⑧",
    "dots": tuple("·" * number for number in range(1, 9)),
    "bars": tuple("|" * number for number in range(1, 9)),
}
_SIZES = ((8, 8, 10), (9, 9, 10), (10, 10, 12), (14, 14, 30), (16, 16, 40), (12, 18, 35), (20, 15, 50), (30, 16, 99))
_PITCHES, _SCREENS = (18, 20, 22, 24, 26, 28, 30, 32, 36, 40, 48), (1.0, 1.0, 1.0, 1.25, 1.5, 2.0)
_LARGEST = 30  # CSS pixels of a cell of a board that is wider than this many columns are high
_WIDE = 20
_SECONDS = 60.0  # that a page may take to be shown


@dataclass(frozen=True)
class Style:
    """How cells may be drawn: CSS of covered and of open ones, one of each pair, and what goes with them."""

    pairs: tuple[tuple[str, str], ...]
    inks: tuple[Sequence[str], ...] = _ON_LIGHT
    gaps: tuple[int, ...] = (0,)
    page: tuple[str, ...] = ("#ffffff", "#f0f0f0", "#e8eef4", "#222222")
    odd: str = ""
    ink: str = "#222222"


def _lined(covered: str, opened: str, line: str, other: str) -> tuple[str, str]:
    return f"background:{covered};border:1px solid {line}", f"background:{opened};border:1px solid {other}"


def _rounded(covered: str, opened: str, radius: int) -> tuple[str, str]:
    return f"background:{covered};border-radius:{radius}px", f"background:{opened};border-radius:{radius}px"


STYLES = {
    "table": Style(
        (
            _lined("#bbbbbb", "#eeeeee", "#888888", "#888888"),
            _lined("#99aabb", "#ffffff", "#cccccc", "#cccccc"),
            _lined("#aaaaaa", "#dddddd", "#000000", "#000000"),
        )
    ),
    "buttons": Style(
        (
            ("background:#c0c0c0;border:3px outset #ffffff", "background:#bdbdbd;border:1px solid #999999"),
            ("background:#c0c0c0;border:4px outset #dddddd", "background:#d0d0d0;border:1px solid #999999"),
            ("background:#7fb77e;border:4px ridge #5b8f5a", "background:#f7f6dc;border:4px ridge #d8d6b0"),
        )
    ),
    "bevel": Style(
        (
            (
                "background:#bdbdbd;border:3px solid;border-color:#ffffff #7b7b7b #7b7b7b #ffffff",
                "background:#bdbdbd;border-left:1px solid #7b7b7b;border-top:1px solid #7b7b7b",
            ),
            ("background:#b8b8b8;box-shadow:inset 2px 2px 2px #eee,inset -2px -2px 2px #777", "background:#d2d2d2"),
        )
    ),
    "tiles": Style(
        (_rounded("#90caf9", "#ffffff", 4), _rounded("#607d8b", "#cfd8dc", 0), _rounded("#f39c12", "#fdf2e0", 6)),
        gaps=(1, 2, 4),
    ),
    "dark": Style(
        (_rounded("#45475a", "#313244", 3), _rounded("#585b70", "#181825", 0)),
        (_PALE,),
        gaps=(1, 2, 3),
        page=("#1e1e2e",),
        ink="#eeeeee",
    ),
    "chequer": Style(
        (("background:#aad751", "background:#e5c29f"), ("background:#4a90d9", "background:#e8e8e8")),
        (_MATERIAL,),
        odd="filter:brightness(0.94)",
    ),
    "gradient": Style(
        (
            _lined("linear-gradient(135deg,#7ab8f5,#2f6fb5)", "#dfe9f5", "#445566", "#8899aa"),
            _lined("radial-gradient(circle at 30% 30%,#e8f4ff,#6fa8dc)", "#f4f8fb", "#3d6f9e", "#b8c8d8"),
        )
    ),
    "one ink": Style(
        (
            _lined("#999999", "#e6e6e6", "#666666", "#bbbbbb"),
            _lined("#f8bbd0", "#fff0f5", "#f48fb1", "#f8bbd0"),
        ),
        (("#000000",) * 8, ("#7b3fa0",) * 8),
    ),
    "inverted": Style(
        (_lined("#dddddd", "#444444", "#888888", "#666666"), _lined("#111122", "#000000", "#00ffff", "#004444")),
        (_PALE, _WHITE),
        page=("#000000", "#222222"),
        ink="#eeeeee",
    ),
    "striped": Style(
        (
            _lined("repeating-linear-gradient(45deg,#88aabb 0 4px,#99bbcc 4px 8px)", "#edf3f7", "#556677", "#99aabb"),
            _lined("repeating-linear-gradient(90deg,#b5a58a 0 2px,#c9b99c 2px 5px)", "#f3ecdf", "#7d6f55", "#cbbfa9"),
            _lined("radial-gradient(#7d8b99 25%,#9aa7b4 26%) 0 0/6px 6px", "#f0f0f0", "#666677", "#bbbbbb"),
        )
    ),
    "glass": Style(
        (
            _lined(
                "rgba(255,255,255,0.35)", "rgba(255,255,255,0.08)", "rgba(255,255,255,0.5)", "rgba(255,255,255,0.25)"
            ),
        ),
        (_WHITE, _PALE),
        gaps=(0, 2),
        page=("linear-gradient(135deg,#667eea,#764ba2)", "linear-gradient(135deg,#232526,#414345)"),
        ink="#eeeeee",
    ),
}


@dataclass(frozen=True)
class Game:
    """A page with a game: its text, its size in CSS pixels, and where its board lies on the screen, in pixels."""

    style: str
    page: str
    size: tuple[int, int]
    scale: float
    board: Board
    corner: tuple[float, float]
    pitch: float

    @property
    def lost(self) -> bool:
        """Whether it shows its mines."""
        return bool({MINE, EXPLODED}.intersection(self.board.cells))


@dataclass(frozen=True)
class Result:
    """What was read of a game: whether it was found, and of how many of its cells what."""

    game: Game
    found: bool
    doubtful: int = 0
    wrong: int = 0

    @property
    def outright(self) -> bool:
        """Whether every cell is right, and none doubtful."""
        return self.found and not self.doubtful and not self.wrong


def drawn_by_lot(seed: int, numerals: Sequence[str] = NUMERALS["digits"]) -> Game:
    """The game of that number, with the numbers from 1 to 8 written so."""
    rng = random.Random(seed)
    name = rng.choice(list(STYLES))
    style, (cols, rows, count) = STYLES[name], rng.choice(_SIZES)
    side = rng.choice([each for each in _PITCHES if cols <= _WIDE or each <= _LARGEST])
    board = played(rng, (cols, rows), count, frozenset({"mine", "exploded"}))
    (covered, opened), inks, flag, mine = (rng.choice(each) for each in (style.pairs, style.inks, _FLAGS, _MINES))
    gap, page, left, top = rng.choice(style.gaps), rng.choice(style.page), rng.randint(20, 180), rng.randint(90, 170)
    pitch, scale = side + gap, rng.choice(_SCREENS)
    shown = {COVERED: ("c", ""), FLAG: ("c f", flag), 0: ("o", ""), MINE: ("o", mine), EXPLODED: ("o x", mine)}
    cells = []
    for index, code in enumerate(board.cells):
        x, y = board.place(index)
        kind, text = shown[code] if code <= 0 else (f"o n{code}", numerals[code - 1])
        kind += " odd" if (x + y) % 2 else ""
        cells.append(f'<i class="{kind}" style="left:{left + x * pitch}px;top:{top + y * pitch}px">{text}</i>')
    colours = "".join(f".n{number}{{color:{ink}}}" for number, ink in enumerate(inks, 1))
    rules = f"""body{{margin:0;min-height:100vh;overflow:hidden;background:{page};color:#777;font:14px sans-serif}}
    p{{position:absolute;left:{left}px;width:400px}}
    i{{position:absolute;box-sizing:border-box;width:{side}px;height:{side}px;display:flex;align-items:center;
    justify-content:center;overflow:hidden;line-height:1;font-style:normal;color:{style.ink};
    font-family:{rng.choice(_FONTS)};font-weight:{rng.choice(_WEIGHTS)};font-size:{side * rng.choice(_SHARES):.0f}px}}
    .c{{{covered}}}.o{{{opened}}}.odd{{{style.odd}}}.f{{color:#c00}}.x{{background:#f44}}{colours}"""
    said = f'<p style="top:30px">Minesweeper <button>New game</button> {rng.randint(1, 300)} s</p>'
    below = f'<p style="top:{top + rows * pitch + 10}px">Left click opens a cell, right click marks it.</p>'
    text = f"<!doctype html><meta charset=utf-8><style>{rules}</style>{said}{''.join(cells)}{below}"
    size = left + cols * pitch + rng.randint(60, 500), top + rows * pitch + rng.randint(60, 250)
    corner = (left - gap / 2) * scale, (top - gap / 2) * scale
    return Game(name, text, size, scale, board, corner, pitch * scale)


def shown_by(chromium: str, game: Game, folder: Path) -> Bgr:
    """The page as Chromium shows it."""
    (folder / "page.html").write_text(game.page, encoding="utf-8")
    switches = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--hide-scrollbars",
        f"--user-data-dir={folder / 'user'}",
    ]
    switches += [f"--force-device-scale-factor={game.scale}", "--window-size={},{}".format(*game.size)]
    switches += [f"--screenshot={folder / 'page.png'}", f"file://{folder / 'page.html'}"]
    subprocess.run([chromium, *switches], check=True, capture_output=True, timeout=_SECONDS)
    return load_picture(folder / "page.png")


def judged(game: Game, picture: Bgr) -> Result:
    """What is read of the game in its picture."""
    board = game.board
    for reading in read_picture(picture):
        off = abs(reading.lattice.x - game.corner[0]), abs(reading.lattice.y - game.corner[1])
        if (reading.board.width, reading.board.height) == (board.width, board.height) and max(off) < game.pitch / 2:
            unclear = reading.in_doubt()
            pairs = zip(reading.board.cells, board.cells, unclear, strict=True)
            wrong = sum(seen != true and not doubtful for seen, true, doubtful in pairs)
            return Result(game, True, int(unclear.sum()), wrong)
    return Result(game, False)


def table_of(results: Sequence[Result]) -> Table:
    """The table: a line for each style, then one for the games that last, one for the lost ones, and one for all."""
    table = Table("style", "boards", "not found", "outright", "with doubts", "doubtful cells %", "misread cells")
    lines: list[tuple[str, Sequence[Result]]] = [
        (name, [each for each in results if each.game.style == name]) for name in STYLES
    ]
    lines += [
        (name, [each for each in results if each.game.lost == lost]) for name, lost in (("lasting", 0), ("lost", 1))
    ]
    for name, chosen in [*lines, ("all", results)]:
        found = [each for each in chosen if each.found]
        cells = sum(len(each.game.board.cells) for each in found)
        outright = sum(each.outright for each in found)
        share = 100 * sum(each.doubtful for each in found) / max(1, cells)
        wrong = sum(each.wrong for each in found)
        boards = len(chosen)
        counts = map(str, (boards, boards - len(found), outright, len(found) - outright))
        table.add_row(name, *counts, f"{share:.2f}", str(wrong))
    return table


def main() -> None:
    """Draw, show and read games, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--seed", type=int, default=0, help="of the first one")
    parser.add_argument("--numerals", nargs="+", choices=NUMERALS, default=["digits"], help="how numbers are written")
    parser.add_argument("--save", type=Path, help="folder for pictures of games that were not read outright")
    asked = parser.parse_args()
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("webgames: Chromium shows the pages; install it (Debian: apt-get install chromium)")
    if asked.save is not None:
        asked.save.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    results: list[Result] = []
    console = Console(width=120)
    with tempfile.TemporaryDirectory(prefix="minebot-webgames-") as folder:
        try:
            games = list(product(range(asked.seed, asked.seed + asked.games), asked.numerals))
            for seed, numerals in track(games, "games", console=Console(stderr=True)):
                game = drawn_by_lot(seed, NUMERALS[numerals])
                picture = shown_by(chromium, game, Path(folder))
                results.append(judged(game, picture))
                if asked.save is not None and not results[-1].outright:
                    save_picture(asked.save / f"{seed}-{numerals}.png", picture)
                if results[-1].wrong:
                    console.print(f"misread: game {seed}, {game.style}, {numerals}, {results[-1].wrong} cells")
        except KeyboardInterrupt:
            console.print("stopped; what was read so far:")
    console.print(table_of(results))
    console.print(f"seeds from {asked.seed}; load {os.getloadavg()[0]:.2f}")


if __name__ == "__main__":
    main()
