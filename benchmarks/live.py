"""Many games of real programs on a display of its own: win rates, times, clicks outside, losses that no guess explains.

uv run benchmarks/live.py --games 20 sgt winemine        # every program that is installed, where none is named
uv run benchmarks/live.py --overhead                     # a look, a thought and a click with nothing to wait for
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "live")]

from programs import LEVELS, available, running, size, virtual_display  # noqa: E402
from programs import PLAYED as PROGRAMS  # noqa: E402
from witness import Witness  # noqa: E402

from minebot.game import SimulatedGame  # noqa: E402
from minebot.minefield import RandomBoards  # noqa: E402
from minebot.move import Action, Move  # noqa: E402
from minebot.play.hand import Hands  # noqa: E402
from minebot.play.pace import Delay  # noqa: E402
from minebot.play.timing import Stopwatch, SystemClock  # noqa: E402
from minebot.play.window import WindowGame  # noqa: E402
from minebot.simulation.tally import wilson  # noqa: E402
from minebot.solver import solve  # noqa: E402
from minebot.testing import SimulatedWindow  # noqa: E402
from minebot.vision.read import read_picture  # noqa: E402
from minebot.vision.screen import MssScreen  # noqa: E402
from minebot.vision.theme import load_theme  # noqa: E402

_RULES = {"open": "open", "begun": "open", "safe": "safe", "any": "any", None: "safe"}
"""The rule to simulate by, for each that is learned; a board that is open at its start is opened at a zero."""

_UNDECLARED = "was certain to be safe and exploded"


def main() -> None:
    """Read the command line, play, and print a line a program."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="*", help=f"of {', '.join(PROGRAMS)}")
    parser.add_argument("--level", choices=LEVELS, default="expert")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--solver", default="tiebreak")
    parser.add_argument("--simulated", type=int, default=2000, help="games of the comparison; 0 for none")
    parser.add_argument("--overhead", action="store_true")
    parser.add_argument("--json", type=Path, help="keep what was found in this file, a line a program")
    options = parser.parse_args()
    if options.overhead:
        print(f"look, think and click with nothing to wait for: {1000 * overhead(options.solver):.2f} ms, median")
        return
    for program in options.programs or [name for name in PROGRAMS if available(name)]:
        found = measure(program, options)
        print(told(program, found), flush=True)
        if options.json:
            with options.json.open("a") as file:
                file.write(json.dumps({"program": program, "level": options.level, **found}) + "\n")


def measure(program: str, options: argparse.Namespace) -> dict[str, Any]:
    """What many games of a program on a display of its own show."""
    with (
        tempfile.TemporaryDirectory(prefix="minebot-live-") as home,
        virtual_display() as display,
        running(program, options.level, display, Path(home)),
        Witness(display) as witness,
    ):
        areas = allowed(display)
        began = time.monotonic()
        document, errors = played(program, display, options)
        seconds = time.monotonic() - began
        outside = len(witness.outside(*areas))
    games = document["games"]
    won = [game["seconds"] for game in games if game["won"]]
    return {
        "games": len(games),
        "won": len(won),
        "ci95": wilson(len(won), len(games)) if games else None,
        "median_won": statistics.median(won) if won else None,
        "timing": document["timing"],
        "own_share": document["own_share"],
        "first_click": document["first_click"],
        "undeclared": int(_UNDECLARED in (document["stopped"] or "")),
        "outside": outside,
        "stopped": document["stopped"],
        "wall": round(seconds, 1),
        "simulated": simulated(program, document["first_click"]["rule"], options) if games else None,
        "errors": [line for line in errors.splitlines() if line.startswith("minebot:")],
    }


def allowed(display: str) -> list[tuple[int, int, int, int]]:
    """Where clicks may go: the board on the display, and the face or button beside it."""
    with MssScreen(display) as screen:
        (reading,) = read_picture(screen.grab().bgr)
    areas = [reading.lattice.bbox]
    if reading.restart is not None:
        areas.append((int(reading.restart.x) - 12, int(reading.restart.y) - 12, 24, 24))
    return areas


def played(program: str, display: str, options: argparse.Namespace) -> tuple[dict[str, Any], str]:
    """The JSON document of the games, and what was told beside it; a play that ends early is taken up again."""
    mines = size(program, options.level)[2]
    command = [sys.executable, "-m", "minebot", "play", "--json", "--games", str(options.games), "--mines", str(mines)]
    command += ["--solver", options.solver]
    environment = {key: value for key, value in os.environ.items() if key != "XAUTHORITY"}
    environment |= {"DISPLAY": display, "PYTHONPATH": str(ROOT)}
    with tempfile.TemporaryDirectory() as folder:
        ran = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, check=False)
    return json.loads(ran.stdout), ran.stderr


def simulated(program: str, rule: str | None, options: argparse.Namespace) -> list[float] | None:
    """The win rate of the same solver on simulated boards under the program's first-click rule, with its interval."""
    if not options.simulated:
        return None
    width, height, mines = size(program, options.level)
    command = [sys.executable, "-m", "minebot", "simulate", "--json", "--games", str(options.simulated), "--jobs", "1"]
    command += ["--size", f"{width}x{height}", "--mines", str(mines), "--solver", options.solver]
    command += ["--rule", _RULES[rule]]
    ran = subprocess.run(
        command, capture_output=True, text=True, check=True, env=os.environ | {"PYTHONPATH": str(ROOT)}
    )
    document = json.loads(ran.stdout)
    return [document["rate"], *document["ci95"]]


def told(program: str, found: dict[str, Any]) -> str:
    """A program in a line."""
    if not found["games"]:
        return f"{program}: no game; {found['stopped']}"
    low, high = (100 * bound for bound in found["ci95"])
    parts = [f"{program}: {found['won']} of {found['games']} won ({low:.0f} to {high:.0f} %)"]
    if found["simulated"]:
        rate, below, above = (100 * number for number in found["simulated"])
        parts.append(f"simulated {rate:.1f} % ({below:.1f} to {above:.1f}), rule {found['first_click']['rule']}")
    if found["median_won"] is not None:
        parts.append(f"a won game {found['median_won']:.2f} s")
    parts.append(f"own share {100 * found['own_share']:.0f} %")
    parts.append(f"{found['outside']} clicks outside, {found['undeclared']} undeclared losses, {found['wall']:.0f} s")
    if found["stopped"]:
        parts.append(f"stopped: {found['stopped']}")
    return "; ".join(parts)


def overhead(solver: str) -> float:
    """The median seconds of one look, thought and click at expert size, in a window in memory that repaints at once.

    What the window itself takes to draw its picture is left out.
    """
    drawing: list[float] = []

    class Prompt(SimulatedWindow):
        """Tells how long it draws."""

        def grab(self, region=None):  # noqa: ANN001, ANN202 - as in SimulatedWindow
            start = time.perf_counter()
            image = super().grab(region)
            drawing.append(time.perf_counter() - start)
            return image

    cycles = []
    for seed in range(8):
        field = RandomBoards(30, 16, 99, rule="open", seed=seed, start=(15, 8))[0]
        window = Prompt(lambda field=field: SimulatedGame(field), load_theme("demo"))
        game = WindowGame(window, window, hands=Hands(watch=Stopwatch(SystemClock()), pace=Delay()))
        board = game.read()
        moves = [Move(Action.OPEN, 15, 8)]
        while board.state == "playing":
            drawing.clear()
            start = time.perf_counter()
            game.play(moves[:1])
            board = game.read()
            if board.state == "playing":
                advice = solve(board, solver=solver)
                moves = [Move(Action.OPEN, *cell) for cell in sorted(advice.safe)] or [advice.best]
                cycles.append(time.perf_counter() - start - sum(drawing))
    return statistics.median(cycles)


if __name__ == "__main__":
    main()
