"""The view in a window beside the game, painted by a process of its own: a display that goes takes only that along.

It is never over the board: what lies over the board would be read as a part of it.
"""

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Self

from minebot.errors import ScreenError
from minebot.geometry import Rect
from minebot.watch.scene import Scene, scene
from minebot.watch.view import View


class OverlayDisplay:
    """Shows views in that window while it is entered; `hide` is told where the window lies, or None.

    The window shows only while a board is in sight and there is room beside it. ScreenError where none can be opened.
    """

    def __init__(self, monitors: Sequence[Rect], hide: Callable[[Rect | None], None]) -> None:
        self._monitors, self._hide = list(monitors), hide
        self._painter = subprocess.Popen(
            [sys.executable, "-m", "minebot.watch.painter"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,  # Ctrl-C is for the one who watches
        )
        assert self._painter.stdout is not None  # noqa: S101 - it was opened with a pipe
        if self._painter.stdout.readline().strip() != "ready":
            _, errors = self._painter.communicate()
            why = (errors.strip().splitlines() or ["it says nothing"])[-1]
            raise ScreenError(f"no window can be opened ({why}); say --view terminal")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _: TracebackType | None
    ) -> None:
        try:
            self._painter.communicate(timeout=2)
        except (subprocess.TimeoutExpired, OSError):
            self._painter.kill()
            self._painter.communicate()

    def show(self, view: View) -> None:
        """Show a view beside the board that it is of; where the window has gone, nothing."""
        shown = scene(view, self._monitors)
        self._hide(None if shown is None else Rect(*shown["place"]))
        self._paint(shown)

    def _paint(self, shown: Scene | None) -> None:
        assert self._painter.stdin is not None  # noqa: S101 - likewise
        try:
            self._painter.stdin.write(json.dumps(shown) + "\n")
            self._painter.stdin.flush()
        except OSError:
            raise ScreenError(
                "the window of minebot watch was closed; start it again, or say --view terminal"
            ) from None
