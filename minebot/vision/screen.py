"""The screen: `grab` gives a picture and the part of the screen that it shows. The only import of mss.

with MssScreen() as screen:
    image = screen.grab()                       # everything there is
    image.to_point(Pixel(12.5, 40))             # where the mouse must go to hit that pixel
"""

import math
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self

import cv2
import mss
import numpy as np
from mss.exception import ScreenShotError

from minebot.errors import ScreenError
from minebot.geometry import Lattice, Pixel, Point, Rect
from minebot.vision.picture import Bgr, load_picture
from minebot.vision.sources.permission import no_screen

_COARSEST, _EXACT = 9, 0.01  # points after which pixels and points coincide, at scales as in 1.25; error of a scale


@dataclass(frozen=True, eq=False)
class Image:
    """A captured picture, and the part of the screen (in points) that it shows."""

    bgr: Bgr
    region: Rect

    @property
    def scale(self) -> tuple[float, float]:
        """Pixels a point, across and down, as measured on this very picture."""
        height, width = self.bgr.shape[:2]
        return width / self.region.w, height / self.region.h

    def to_point(self, pixel: Pixel) -> Point:
        """The point of the screen under a pixel of this picture: the one place that turns pixels into points."""
        across, down = self.scale
        # rounded down also left of the main monitor, where places are negative
        return Point(math.floor(self.region.x + pixel.x / across), math.floor(self.region.y + pixel.y / down))

    def around(self, lattice: Lattice, margin: float, above: float) -> Rect:
        """The part of the screen with a board and a margin around it (pixels), within what this picture shows.

        It begins and ends between two pixels as well as between two points, so that pictures can be laid on each other.
        """
        across, down = self.scale
        x, y, width, height = lattice.bbox
        left, right = _whole_points(x - margin, x + width + margin, across, self.region.w)
        top, bottom = _whole_points(y - margin - above, y + height + margin, down, self.region.h)
        return Rect(self.region.x + left, self.region.y + top, right - left, bottom - top)

    def seen_from(self, other: "Image", lattice: Lattice) -> Lattice:
        """A lattice of this picture, in the pixels of another picture of the same screen."""
        across, down = self.scale
        return lattice.moved(
            (self.region.x - other.region.x) * across,
            (self.region.y - other.region.y) * down,
        )


_FAILURES = ScreenShotError, OSError, AssertionError  # the last, where a display that goes away leaves no reply


class Screen(Protocol):
    """Whatever shows windows: a real screen, picture files, a simulated window."""

    def grab(self, region: Rect | None = None) -> Image:
        """The picture of a region, or of everything; ScreenError where that fails."""
        ...


class MssScreen:
    """The real screen, all monitors together. `display` names an X display other than the environment's.

    ScreenError where there is none, or where the desktop lets no program see it.
    """

    def __init__(self, display: str | None = None) -> None:
        be_dpi_aware()
        if display is None and (why := no_screen()) is not None:
            raise ScreenError(why)
        try:
            self._mss = mss.MSS(display=display) if display else mss.MSS()
            everything = self._mss.monitors[0]
        except (*_FAILURES, ValueError) as error:
            raise ScreenError(f"the screen cannot be captured ({_first_line(error)}); {_remedy()}") from None
        self._whole = _rect(everything)

    @property
    def monitors(self) -> list[Rect]:
        """Where each monitor lies; the places left of the main one, and above it, are negative on some systems."""
        return [_rect(monitor) for monitor in self._mss.monitors[1:]] or [self._whole]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _: TracebackType | None
    ) -> None:
        with suppress(*_FAILURES, RuntimeError):  # the display may have gone
            self._mss.close()

    def grab(self, region: Rect | None = None) -> Image:
        """The picture of a region, cut to what the monitors show; ScreenError where that fails."""
        place = clipped(region or self._whole, self._whole)
        try:
            shot = self._mss.grab({"left": place.x, "top": place.y, "width": place.w, "height": place.h})
        except _FAILURES as error:
            raise ScreenError(f"the screen can no longer be captured ({_first_line(error)}); {_remedy()}") from None
        bgra = np.frombuffer(shot.raw, dtype=np.uint8).reshape(shot.height, shot.width, 4)
        # OpenCV drops the fourth byte ten times as fast as a numpy slice copies three.
        return Image(np.asarray(cv2.cvtColor(bgra, cv2.COLOR_BGRA2BGR), dtype=np.uint8), place)


class PictureScreen:
    """A screen that shows pictures, each at every grab in turn; the last one stays."""

    def __init__(self, pictures: Sequence[Bgr]) -> None:
        self._pictures = list(pictures)

    def grab(self, region: Rect | None = None) -> Image:
        """The next picture, or the region of it; ScreenError if there is none."""
        if not self._pictures:
            raise ScreenError("there is no picture to show; name at least one")
        picture = self._pictures.pop(0) if len(self._pictures) > 1 else self._pictures[0]
        height, width = picture.shape[:2]
        place = clipped(region or Rect(0, 0, width, height), Rect(0, 0, width, height))
        return Image(picture[place.y : place.y + place.h, place.x : place.x + place.w], place)


class FolderScreen(PictureScreen):
    """A screen that shows the PNG files of a folder, in the order of their names."""

    def __init__(self, folder: Path) -> None:
        super().__init__([load_picture(path) for path in sorted(folder.glob("*.png"))])


def _whole_points(first: float, last: float, scale: float, most: int) -> tuple[int, int]:
    """The points from before a first to behind a last pixel at which a pixel begins too, from 0 to most."""
    steps = (step for step in range(1, _COARSEST) if abs(step * scale - round(step * scale)) < _EXACT * step)
    step = next(steps, 1)
    return max(0, int(first / scale) // step * step), min(most, (int(last / scale) // step + 1) * step)


def clipped(region: Rect, whole: Rect) -> Rect:
    """The part of a region that lies within the whole; ScreenError if none does. X refuses a region partly outside."""
    left, top = max(region.x, whole.x), max(region.y, whole.y)
    right, bottom = min(region.x + region.w, whole.x + whole.w), min(region.y + region.h, whole.y + whole.h)
    if right <= left or bottom <= top:
        raise ScreenError(f"the region {region} lies outside the screen {whole}; move the window back into view")
    return Rect(left, top, right - left, bottom - top)


def _rect(monitor: Mapping[str, Any]) -> Rect:
    return Rect(monitor["left"], monitor["top"], monitor["width"], monitor["height"])


def be_dpi_aware() -> None:
    """Ask Windows for real pixels on every monitor; nothing elsewhere.

    The first caller in a process wins, and pyautogui asks for less when it is imported: so this comes before both.
    """
    if sys.platform == "win32":
        import ctypes  # noqa: PLC0415 - windll exists there only

        ctypes.windll.user32.SetProcessDpiAwarenessContext(ctypes.c_void_p(-4))


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0].rstrip(".")


def _remedy() -> str:
    return "start minebot on a desktop, or set DISPLAY to a running X server; 'minebot doctor' tells what is missing"
