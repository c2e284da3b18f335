"""What the cells of a board that is followed showed when they were last beyond doubt."""

from collections.abc import Sequence

import numpy as np

from minebot.board import COVERED
from minebot.vision.arrays import Bools
from minebot.vision.motion import is_same_game, patches
from minebot.vision.reading import Doubt
from minebot.vision.rules import Codes, around


class Memory:
    """What each cell showed when it was last read beyond doubt, within one game; covered where it never was."""

    def __init__(self) -> None:
        self._codes: Codes | None = None
        self._shown: Codes | None = None  # in the last look, the doubtful cells as well
        self._rested: Codes | None = None  # in the last look that was like the one before it

    def before(self, now: Codes, clear: Bools) -> Codes | None:
        """What the cells (rows, columns) showed earlier in the game that they show now; None of another game.

        `clear` are the cells that are well read, each by itself. Empty ones that stood still, and still do where the
        game went on elsewhere, are open: a button that is held down opens nothing, and a pointer is in one place.
        """
        if self._codes is None or not is_same_game(self._codes, now):
            return None
        if self._rested is None:
            return self._codes
        news = clear & (self._rested < 0) & (now >= 0)
        stood = clear & (self._rested == 0) & (now == 0) & (self._codes < 0)
        if not news.any() or not stood.any():
            return self._codes
        labels = patches(now == 0)
        beside = np.unique(labels[(around(news) > 0) | news | (now == 0) & (self._rested != 0)])
        return np.where(stood & ~np.isin(labels, beside), now, self._codes)

    def keep(self, now: Codes, doubtful: Sequence[Doubt], clear: Bools) -> None:
        """Keep what the cells (rows, columns) of a look show, and what the doubtful ones showed before."""
        before = self.before(now, clear) if doubtful else None
        kept = now.copy()
        for doubt in doubtful:
            kept[doubt.y, doubt.x] = COVERED if before is None else before[doubt.y, doubt.x]
        self._codes, self._shown = kept, now

    def rest(self) -> None:
        """The last look was shown once more."""
        self._rested = self._shown
