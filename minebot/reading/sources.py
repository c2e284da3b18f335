"""What `minebot read` looks at: files, recordings, the clipboard, the screen; and what it finds in them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from minebot.geometry import Rect
from minebot.vision.picture import Bgr, load_picture
from minebot.vision.read import read_picture
from minebot.vision.reading import Reading
from minebot.vision.screen import MssScreen
from minebot.vision.settled import settled
from minebot.vision.sources.clipboard import clipboard_picture
from minebot.vision.sources.recording import Frame, frames, is_recording
from minebot.vision.themes.folders import load_theme


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """A picture and the boards in it; of a recording, also from which frame on and since when (seconds) they showed."""

    picture: Bgr
    readings: list[Reading]
    frame: int | None = None
    seconds: float | None = None


Passed = Callable[[Frame], None]
"""Is told of each frame of a recording that was looked at."""


@dataclass(frozen=True, slots=True)
class Source:
    """Somewhere to look: its name, and how to get the looks; those fail with a MinebotError."""

    name: str
    looks: Callable[[str | None, Passed], Iterator[Look]]

    @property
    def stem(self) -> str:
        """What the pictures that are written of it are called."""
        return Path(self.name).stem


def of_file(path: Path) -> Source:
    """A picture or a recording."""
    return Source(str(path), partial(_file_looks, path))


def of_clipboard() -> Source:
    """The picture on the clipboard."""
    return Source("clipboard", partial(_picture_looks, clipboard_picture))


def of_screen(region: Rect | None = None) -> Source:
    """The screen, or a region of it."""
    return Source("screen" if region is None else str(region), partial(_picture_looks, partial(_grab, region)))


def _grab(region: Rect | None) -> Bgr:
    with MssScreen() as screen:
        return screen.grab(region).bgr


def _picture_looks(get: Callable[[], Bgr], theme: str | None, _: Passed) -> Iterator[Look]:
    read = _reader(theme)
    picture = get()
    yield Look(picture, read(picture))


def _file_looks(path: Path, theme: str | None, passed: Passed) -> Iterator[Look]:
    if not is_recording(path):
        yield from _picture_looks(partial(load_picture, path), theme, passed)
        return
    for found in settled(_watched(frames(path), passed), _reader(theme)):
        yield Look(found.picture, found.readings, found.frame, found.seconds)


def _watched(all_frames: Iterator[Frame], passed: Passed) -> Iterator[Frame]:
    for frame in all_frames:
        passed(frame)
        yield frame


def _reader(theme: str | None) -> Callable[[Bgr], list[Reading]]:
    return partial(read_picture, themes=None if theme is None else [load_theme(theme)])
