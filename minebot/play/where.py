"""Which part of the screen is looked at: all of it, a region, or the place of one window."""

from dataclasses import dataclass

from minebot.geometry import Rect
from minebot.play.titles import titled
from minebot.vision.parts import RegionScreen, WindowScreen
from minebot.vision.screen import Screen


@dataclass(frozen=True, slots=True)
class Where:
    """A region of the screen, in points, and a part of a window's title; None for all there is."""

    region: Rect | None = None
    window: str | None = None

    def of(self, screen: Screen) -> Screen:
        """That part of a screen; its `grab` raises BoardNotFound where there is no such window, or several."""
        title = self.window
        if self.region is not None:
            screen = RegionScreen(screen, self.region)
        return screen if title is None else WindowScreen(screen, lambda: titled(title).place)


EVERYWHERE = Where()
