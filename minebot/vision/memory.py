"""What the cells of a board that is followed showed when they were last beyond doubt."""

from collections.abc import Sequence

from minebot.board import COVERED
from minebot.vision.motion import is_same_game
from minebot.vision.reading import Doubt
from minebot.vision.rules import Codes


class Memory:
    """What each cell showed when it was last read beyond doubt, within one game; covered where it never was."""

    def __init__(self) -> None:
        self._codes: Codes | None = None

    def before(self, now: Codes) -> Codes | None:
        """What the cells (rows, columns) showed earlier in the game that they show now; None of another game."""
        return self._codes if self._codes is not None and is_same_game(self._codes, now) else None

    def keep(self, now: Codes, doubtful: Sequence[Doubt]) -> None:
        """Keep what the cells (rows, columns) of a look show, and what the doubtful ones showed before."""
        before = self.before(now) if doubtful else None
        kept = now.copy()
        for doubt in doubtful:
            kept[doubt.y, doubt.x] = COVERED if before is None else before[doubt.y, doubt.x]
        self._codes = kept
