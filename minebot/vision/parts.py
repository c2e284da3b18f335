"""Screens that show less than another one: a part of it, or all but a rectangle."""

from collections.abc import Callable

import numpy as np

from minebot.geometry import Rect
from minebot.vision.screen import Image, Screen


class PartScreen:
    """A screen of which a look at everything shows one part: a region, or the place of a window at the moment."""

    def __init__(self, screen: Screen, place: Callable[[], Rect]) -> None:
        self._screen, self._place = screen, place

    def grab(self, region: Rect | None = None) -> Image:
        """The picture of any region, or of the part; what `place` raises where there is no such part."""
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
