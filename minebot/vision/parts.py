"""Screens that show less than another one: a region of it, the place of one window, all but a rectangle."""

from collections.abc import Callable

import numpy as np

from minebot.geometry import Rect
from minebot.vision.screen import Image, Screen, clipped


class RegionScreen:
    """A region of a screen; nothing beside it is ever captured. ScreenError where it lies off the screen."""

    def __init__(self, screen: Screen, region: Rect) -> None:
        self._screen, self._region = screen, region

    def grab(self, region: Rect | None = None) -> Image:
        """The picture of a region within the region, or of all of it."""
        return self._screen.grab(clipped(region or self._region, self._region))


class WindowScreen:
    """The part of a screen where one window lies at the moment, for a look at everything; a region is any region."""

    def __init__(self, screen: Screen, place: Callable[[], Rect]) -> None:
        self._screen, self._place = screen, place

    def grab(self, region: Rect | None = None) -> Image:
        """The picture of a region, or of the window; what `place` raises where there is no such window."""
        return self._screen.grab(region or self._place())


class MaskedScreen:
    """A screen in which minebot does not see its own window: where it was told to `hide`, it is of one plain colour."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._hidden: Rect | None = None

    def hide(self, place: Rect | None) -> None:
        """From now on that place is not seen; None for nothing hidden."""
        self._hidden = place

    def grab(self, region: Rect | None = None) -> Image:
        """The picture of a region, or of everything."""
        image = self._screen.grab(region)
        if self._hidden is None:
            return image
        across, down = image.scale
        left, top = (self._hidden.x - image.region.x) * across, (self._hidden.y - image.region.y) * down
        right, bottom = left + self._hidden.w * across, top + self._hidden.h * down
        if right <= 0 or bottom <= 0 or left >= image.bgr.shape[1] or top >= image.bgr.shape[0]:
            return image
        bgr = image.bgr.copy()
        rows, columns = (
            slice(max(0, int(low)), max(0, int(np.ceil(high)))) for low, high in ((top, bottom), (left, right))
        )
        bgr[rows, columns] = 128
        return Image(bgr, image.region)
