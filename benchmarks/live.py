"""Many games of real programs on a display of its own: win rates, times, clicks outside, losses that no guess explains.

uv run benchmarks/live.py --games 20 sgt winemine        # every program that is installed, where none is named
uv run benchmarks/live.py classic-page:expert:1.5        # a level, and the scale of a page
uv run benchmarks/live.py --overhead                     # a look, a thought and a click with nothing to wait for

All games of a program are played by one process, whose memory is looked at now and then, unless something stops it.
"""

import argparse
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "live")]

from programs import LEVELS, PLAYED, virtual_display  # noqa: E402
from stages import PAGES, Stage, parsed, shown  # noqa: E402
from witness import Witness  # noqa: E402

from minebot.game import SimulatedGame  # noqa: E402
from minebot.minefield import RandomBoards  # noqa: E402
from minebot.move import Action, Move  # noqa: E402
from minebot.play.hand import Hands  # noqa: E402
from minebot.play.pace import Delay  # noqa: E402
from minebot.play.session import own_share  # noqa: E402
from minebot.play.timing import Stopwatch, SystemClock  # noqa: E402
from minebot.play.window import WindowGame  # noqa: E402
from minebot.simulation.tally import wilson  # noqa: E402
from minebot.solver import solve  # noqa: E402
from minebot.testing import SimulatedWindow  # noqa: E402
from minebot.vision.read import read_picture  # noqa: E402
from minebot.vision.screen import MssScreen  # noqa: E402
from minebot.vision.themes.folders import load_theme  # noqa: E402

_RULES = {"open": "open", "begun": "open", "safe": "safe", "any": "any", None: "safe"}
"""The rule to simulate by, for each that is learned; a board that is open at its start is opened at a zero."""

_UNDECLARED = "was certain to be safe and exploded"


_STUCK = 180.0
"""Seconds without the end of a game after which a loop counts as stuck."""

_LOOKS = 24
"""How often in a run the memory of minebot is looked at."""


def main() -> None:
    """Read the command line, play, and print a line a program."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="*", help=f"NAME[:LEVEL[:SCALE]] of {', '.join((*PLAYED, *PAGES))}")
    parser.add_argument("--level", choices=LEVELS, default="expert", help="where the name says none")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--solver", default="tiebreak")
    parser.add_argument("--simulated", type=int, default=2000, help="games of the comparison; 0 for none")
    parser.add_argument("--overhead", action="store_true")
    parser.add_argument("--json", type=Path, help="keep what was found in this file, a line a program")
    options = parser.parse_args()
    if options.overhead:
        print(f"look, think and click with nothing to wait for: {1000 * overhead(options.solver):.2f} ms, median")
        return
    stages = [parsed(name, options.level) for name in options.programs or PLAYED]
    for stage in (stage for stage in stages if options.programs or stage.installed):
        found = measure(stage, options)
        print(told(stage, found), flush=True)
        if options.json:
            with options.json.open("a") as file:
                file.write(json.dumps({"program": str(stage), **found}) + "\n")


def measure(stage: Stage, options: argparse.Namespace) -> dict[str, Any]:
    """What many games of a program show; one that ends early is opened anew for the rest, as often as it plays any."""
    sittings: list[dict[str, Any]] = []
    left = options.games
    while left > 0 and (not sittings or sittings[-1]["games"]):
        sittings.append(sitting(stage, left, options))
        left -= len(sittings[-1]["games"])
    games = [game for each in sittings for game in each["games"]]
    won = [game["seconds"] for game in games if game["won"]]
    timing = added([each["timing"] for each in sittings])
    rule = next((each["first_click"]["rule"] for each in sittings if each["games"]), None)
    stops = [each["stopped"] for each in sittings if each["stopped"]]
    return {
        "games": len(games),
        "won": len(won),
        "ci95": wilson(len(won), len(games)) if games else None,
        "median_won": statistics.median(won) if won else None,
        "timing": timing,
        "own_share": own_share(timing),
        "rule": rule,
        "undeclared": sum(_UNDECLARED in why for why in stops),
        "outside": sum(each["outside"] for each in sittings),
        "stuck": sum(each["stuck"] for each in sittings),
        "stopped": stops,
        "memory": [each["memory"] for each in sittings],
        "wall": round(sum(each["wall"] for each in sittings), 1),
        "simulated": simulated(stage, rule, options) if games else None,
    }


def added(timings: list[dict[str, float]]) -> dict[str, float]:
    """The seconds of several plays together, by kind of work."""
    works = dict.fromkeys(work for timing in timings for work in timing)
    return {work: sum(timing.get(work, 0.0) for timing in timings) for work in works}


def sitting(stage: Stage, games: int, options: argparse.Namespace) -> dict[str, Any]:
    """What one process of minebot played on a display of its own."""
    with (
        tempfile.TemporaryDirectory(prefix="minebot-live-", ignore_cleanup_errors=True) as home,
        virtual_display() as display,
        shown(stage, display, Path(home), seed=time.time_ns() % 1_000_000),
        Witness(display) as witness,
    ):
        areas = allowed(display)
        began = time.monotonic()
        document = played(stage, display, games, options)
        return {**document, "wall": time.monotonic() - began, "outside": len(witness.outside(*areas))}


def allowed(display: str) -> list[tuple[int, int, int, int]]:
    """Where clicks may go: the board on the display, and the face or button beside it."""
    end = time.monotonic() + 20
    with MssScreen(display) as screen:
        while len(found := read_picture(screen.grab().bgr)) != 1 and time.monotonic() < end:
            time.sleep(0.2)  # a page is drawn some time after its window
    (reading,) = found
    areas = [reading.lattice.bbox]
    if reading.restart is not None:
        areas.append((int(reading.restart.x) - 12, int(reading.restart.y) - 12, 24, 24))
    return areas


def played(stage: Stage, display: str, games: int, options: argparse.Namespace) -> dict[str, Any]:
    """The JSON document of the games; `memory` tells how much the process held after how many of them, in MB."""
    command = [sys.executable, "-m", "minebot", "play", "--json", "--games", str(games), "--solver", options.solver]
    environment = {key: value for key, value in os.environ.items() if key != "XAUTHORITY"}
    environment |= {"DISPLAY": display, "PYTHONPATH": str(ROOT)}
    with tempfile.TemporaryDirectory() as folder:
        output, lines = Path(folder, "output"), Path(folder, "lines")
        with output.open("w") as out, lines.open("w") as err:
            process = subprocess.Popen(
                [*command, *stage.options], env=environment, cwd=folder, stdout=out, stderr=err, text=True
            )
            memory, stuck = watched(process, lines, games)
        text = output.read_text()
        found = json.loads(text) if text else {"games": [], "stopped": lines.read_text(), **_NOTHING}
    return {**found, "memory": memory, "stuck": int(stuck)}


_NOTHING: dict[str, Any] = {"timing": {}, "first_click": {"rule": None}}


def watched(process: subprocess.Popen[str], lines: Path, games: int) -> tuple[list[tuple[int, float]], bool]:
    """Its memory after so many games, until it ends; and whether it had to be ended, since it came no further."""
    memory: list[tuple[int, float]] = []
    done, since = 0, time.monotonic()
    while process.poll() is None:
        time.sleep(0.2)
        now = sum(line.startswith(("won", "lost")) for line in lines.read_text().splitlines())
        if now > done:
            done, since = now, time.monotonic()
            if not memory or done >= memory[-1][0] + games / _LOOKS:
                memory.append((done, held(process.pid)))
        if time.monotonic() - since > _STUCK:
            process.kill()
            process.wait()
            return memory, True
    return memory, False


def held(pid: int) -> float:
    """The memory that a process holds, in MB; NaN where it has just ended."""
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return round(int(line.split()[1]) / 1024, 1)
    return math.nan


def simulated(stage: Stage, rule: str | None, options: argparse.Namespace) -> list[float] | None:
    """The win rate of the same solver on simulated boards under the program's first-click rule, with its interval."""
    if not options.simulated:
        return None
    width, height, mines = stage.size
    command = [sys.executable, "-m", "minebot", "simulate", "--json", "--games", str(options.simulated), "--jobs", "1"]
    command += ["--size", f"{width}x{height}", "--mines", str(mines), "--solver", options.solver]
    command += ["--rule", _RULES[rule]]
    ran = subprocess.run(
        command, capture_output=True, text=True, check=True, env=os.environ | {"PYTHONPATH": str(ROOT)}
    )
    document = json.loads(ran.stdout)
    return [document["rate"], *document["ci95"]]


def told(stage: Stage, found: dict[str, Any]) -> str:
    """A program in a line, its timing in a second."""
    if not found["games"]:
        return f"{stage}: no game; {found['stopped']}"
    low, high = (100 * bound for bound in found["ci95"])
    parts = [f"{stage}: {found['won']} of {found['games']} won ({low:.0f} to {high:.0f} %)"]
    if found["simulated"]:
        rate, below, above = (100 * number for number in found["simulated"])
        parts.append(f"simulated {rate:.1f} % ({below:.1f} to {above:.1f}), rule {found['rule']}")
    if found["median_won"] is not None:
        parts.append(f"a won game {found['median_won']:.2f} s")
    parts.append(f"{found['outside']} clicks outside, {found['undeclared']} undeclared losses, {found['stuck']} stuck")
    parts.append(f"{found['wall']:.0f} s")
    parts += [f"stopped: {why}" for why in found["stopped"]]
    split = ", ".join(f"{work} {1000 * seconds / found['games']:.0f}" for work, seconds in found["timing"].items())
    memory = ", ".join(f"{held:.0f} after {count}" for each in found["memory"] for count, held in each[:: _LOOKS // 4])
    return f"{'; '.join(parts)}\n  ms a game: {split}; own share {100 * found['own_share']:.0f} %\n  MB: {memory}"


def overhead(solver: str) -> float:
    """The median seconds of one look, thought and click at expert size, in a window in memory that repaints at once.

    What the window itself takes to draw its picture is left out: the clock stands still meanwhile, so that minebot does
    not wait for it either.
    """

    class Prompt(SimulatedWindow):
        """Counts how long it draws."""

        drawing = 0.0

        def grab(self, region=None):  # noqa: ANN001, ANN202 - as in SimulatedWindow
            start = time.perf_counter()
            image = super().grab(region)
            self.drawing += time.perf_counter() - start
            return image

    class Undrawn(SystemClock):
        """Stands still while the window draws."""

        def now(self) -> float:
            return super().now() - window.drawing

    cycles = []
    for seed in range(8):
        field = RandomBoards(30, 16, 99, rule="open", seed=seed, start=(15, 8))[0]
        window, clock = Prompt(lambda field=field: SimulatedGame(field), load_theme("demo")), Undrawn()
        game = WindowGame(window, window, hands=Hands(watch=Stopwatch(clock), pace=Delay()))
        board = game.read()
        moves = [Move(Action.OPEN, 15, 8)]
        while board.state == "playing":
            start = clock.now()
            game.play(moves[:1])
            board = game.read()
            if board.state == "playing":
                advice = solve(board, solver=solver)
                moves = [Move(Action.OPEN, *cell) for cell in sorted(advice.safe)] or [advice.best]
                cycles.append(clock.now() - start)
    return statistics.median(cycles)


if __name__ == "__main__":
    main()
