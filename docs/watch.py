"""Draw docs/watch.png: sgt-mines on a display of its own, played by a scripted person, `minebot watch` beside it."""

import os
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tests" / "live"))

from person import Person, Told, board_of, centre  # noqa: E402 - it lies among the tests
from programs import running, virtual_display  # noqa: E402 - likewise

from minebot.geometry import Rect  # noqa: E402 - after the path is set
from minebot.vision.picture import save_picture  # noqa: E402
from minebot.vision.screen import MssScreen  # noqa: E402

FEWEST_OPEN = 130
"""Cells that are open in the picture, at least."""


def main() -> None:
    """Play until the game is well under way and forces a guess, or is over, and capture the screen."""
    with (
        tempfile.TemporaryDirectory() as home,
        virtual_display(1100, 520) as display,
        running("sgt", "intermediate", display, Path(home)),
        closing(Person(display)) as hand,
    ):
        environment = {**os.environ, "DISPLAY": display}
        command = [sys.executable, "-m", "minebot", "watch", "--json", "--view", "overlay"]
        watch = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        told = Told(watch)
        document = told.until(lambda each: each["advice"])
        while document["phase"] == "playing":
            board = board_of(document)
            if sum(code >= 0 for code in board.cells) >= FEWEST_OPEN and len(document["safe"]) > 0:
                break
            cell = tuple(document["advice"]["best"]["cell"])
            hand.click(*centre(document, cell))
            document = told.until(
                lambda each, cell=cell: each["phase"] != "playing" or (each["advice"] and board_of(each)[cell] >= 0)
            )
        hand.point(1090, 510)
        with MssScreen(display) as screen:
            time.sleep(1)  # the window beside the game paints itself in a process of its own
            save_picture(HERE / "watch.png", screen.grab(Rect(0, 0, 900, 480)).bgr)
        watch.terminate()
        watch.wait()


if __name__ == "__main__":
    main()
