"""Recordings: pictures that move (GIF, WebP, APNG) and videos, a frame at a time, so that length costs no memory."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from minebot.errors import PictureError
from minebot.vision.picture import Bgr, check_file, check_pixels, opened, to_bgr
from minebot.vision.sources.video import is_video, video_shots

_FULL_HD = 1920 * 1080
MAX_WORK = 36_000 * _FULL_HD
"""Pixels in all frames together: ten minutes of Full HD at 60 frames a second. More may be a decompression bomb."""

_UNSAID = 0.1  # seconds that a frame stays whose file does not say how long, as in browsers


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture of a recording: its index, when it shows and until when (seconds), the share of the file so far.

    `share` is None where nobody knows.
    """

    picture: Bgr
    index: int
    seconds: float
    until: float
    share: float | None = None


def is_recording(path: Path) -> bool:
    """Whether the file, by what it holds and not by its name, is a video or a picture of several frames."""
    check_file(path)
    if is_video(path):
        return True
    with opened(path) as image:
        return bool(getattr(image, "is_animated", False))


def frames(path: Path) -> Iterator[Frame]:
    """Every frame of a recording in turn; PictureError where it is damaged, from that frame on, or too long."""
    check_file(path)
    work = 0
    for frame in _video(path) if is_video(path) else _animation(path):
        # a small frame costs its share of time as well
        work += max(frame.picture.shape[0] * frame.picture.shape[1], _FULL_HD)
        if work > MAX_WORK:
            raise PictureError(f"{path} is longer than ten minutes of Full HD at 60 frames a second; cut it into parts")
        yield frame


def _animation(path: Path) -> Iterator[Frame]:
    with opened(path) as image:
        index, seconds = 0, 0.0
        while _turn_to(image, index):
            check_pixels(path, image.size)
            picture = to_bgr(image)
            until = seconds + (float(image.info.get("duration", 0)) / 1000 or _UNSAID)
            yield Frame(picture, index, seconds, until, _share(image, index))
            index, seconds = index + 1, until


def _turn_to(image: Image.Image, index: int) -> bool:
    """Whether there is a frame of that index; the picture is then that frame."""
    try:
        image.seek(index)
    except EOFError:
        return False
    return True


def _share(image: Image.Image, index: int) -> float | None:
    if image.format == "GIF":
        return None  # its frames are counted only by reading all of them
    return (index + 1) / max(1, getattr(image, "n_frames", 1))


def _video(path: Path) -> Iterator[Frame]:
    for index, shot in enumerate(video_shots(path)):
        yield Frame(shot.picture, index, shot.seconds, shot.seconds + shot.duration, shot.share)
