"""How long a window takes to show what was done: measured, so that nothing waits for longer than this window needs."""

from dataclasses import dataclass

_SOONER, _SLOWER = 0.7, 1.05
"""Share of the shortest time of a click after which the first look is worth it, and by how much that time grows a turn.

The former lets a window that became quicker be seen to be.
"""


@dataclass(frozen=True, slots=True)
class Patience:
    """The limits of waiting, in seconds.

    `pace` and `drowsy` are the least and the most time between two looks while waiting: the quickest programs repaint
    in less, the slowest known takes 0.13. `calm` is for how long what a look alone cannot tell must stand still: a zero
    beside a mark, which may be a cell whose button is still held down, and a lost board, where sgt flashes red.
    `shortest` and `longest` bound the time after which something is wrong: `slowness` times the slowest repaint seen.
    After `at_last` a click that was repeated has had no effect: a page on a busy machine may paint nothing for seconds.
    """

    pace: float = 0.001
    drowsy: float = 0.02
    calm: float = 0.2
    shortest: float = 1.0
    longest: float = 4.0
    at_last: float = 8.0
    slowness: float = 8.0


class Rhythm:
    """The times that one window took so far."""

    def __init__(self, patience: Patience | None = None) -> None:
        self.limits = patience or Patience()
        self._slowest = 0.0
        self._usual = 0.0
        self._quickest = 0.0  # seconds a click, of the quickest batch; grows slowly, as a window may become slow

    def note_batch(self, seconds: float, clicks: int) -> None:
        """So many clicks took so long, from the first one until all showed."""
        each = seconds / clicks
        self._quickest = min(each, self._quickest * _SLOWER) if self._quickest else each

    def note(self, seconds: float) -> None:
        """A click, or a batch of them, showed after so long."""
        self._slowest = max(self._slowest, seconds)
        self._usual = seconds if self._usual == 0 else 0.8 * self._usual + 0.2 * seconds

    def early(self, clicks: int) -> float:
        """After how long, since the first of so many clicks, the last of them may show: no look is of use before."""
        return _SOONER * self._quickest * clicks

    def pace(self, waited: float) -> float:
        """The time to the next look after waiting for so long: a tenth of it, so that a look is never late by more."""
        return min(max(waited / 10, self.limits.pace), self.limits.drowsy)

    @property
    def late(self) -> float:
        """After how long a click is late, so that what became of it must be looked for."""
        return min(self.patience / 2, 3 * self._usual + self.limits.pace)

    @property
    def patience(self) -> float:
        """After how long something is wrong."""
        return min(self.limits.longest, max(self.limits.shortest, self.limits.slowness * self._slowest))
