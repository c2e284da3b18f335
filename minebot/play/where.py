"""Which part of the screen is looked at: all of it, a region, or the place of one window."""

from dataclasses import dataclass

from minebot.geometry import Rect
from minebot.play.titles import titled
from minebot.vision.parts import PartScreen
from minebot.vision.screen import Screen, clipped


@dataclass(frozen=True, slots=True)
class Where:
    """A region of the screen, in points, and a part of a window's title; None for all there is."""

    region: Rect | None = None
    window: str | None = None

    def of(self, screen: Screen) -> Screen:
        """That part of a screen; its `grab` raises BoardNotFound where there is no such window, or several."""
        return screen if self == EVERYWHERE else PartScreen(screen, self._place)

    def _place(self) -> Rect:
        """The region, or the place of the window, within the region if there is one as well."""
        if self.window is None:
            assert self.region is not None  # noqa: S101 - else it is everywhere
            return self.region
        place = titled(self.window).place
        return place if self.region is None else clipped(place, self.region)


EVERYWHERE = Where()
