"""Picture files in and out. A picture is an array of (height, width, 3) bytes: blue, green, red."""

import stat
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
from PIL import ExifTags, Image, UnidentifiedImageError

from minebot.errors import PictureError

Bgr = npt.NDArray[np.uint8]
"""A picture: (height, width, 3), blue, green, red."""

MAX_PIXELS = 50_000_000
"""Six 4K screens; a picture that is larger is no screenshot, and may be a decompression bomb.

Of all formats WebP needs most: 16 bytes a pixel, 0.8 GB at this size.
"""

FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "BMP", "DIB", "PPM", "TIFF")
"""What Pillow may try: some of its other formats start programs (EPS starts Ghostscript)."""

_STRIP = 256  # lines that are laid over black at once: the largest picture would take over 1 GB as a whole
_TURNS = {3: 2, 4: 2, 5: 3, 6: 3, 7: 1, 8: 1}  # quarters to the left that an EXIF orientation asks for
_MIRRORED = (2, 4, 5, 7)  # orientations that are mirrored, left to right, once they are turned


def load_picture(path: Path) -> Bgr:
    """The picture in a file, upright, over black where it is transparent; PictureError for whatever is no whole one.

    Of a picture that moves it is the first frame.
    """
    with opened(path) as image:
        return to_bgr(image)


def save_picture(path: Path, picture: Bgr) -> None:
    """Write a picture as PNG (or what the name ends in); PictureError where the file cannot be written."""
    try:
        Image.fromarray(picture[:, :, ::-1]).save(path)
    except (OSError, ValueError) as error:
        raise PictureError(f"{path} cannot be written ({error})") from None


def identical(one: Bgr, other: Bgr) -> bool:
    """Whether two pictures are the same to the pixel; numpy's own comparison takes up to six times as long."""
    return one.shape == other.shape and (one.size == 0 or cv2.norm(one, other, cv2.NORM_INF) == 0)


@contextmanager
def opened(path: Path) -> Iterator[Image.Image]:
    """A picture file while it is being read; what is wrong with it, then or later, is a PictureError."""
    check_file(path)
    try:
        # Pillow warns of damage that it then refuses, or that does not show
        with warnings.catch_warnings(action="ignore"), Image.open(path, formats=FORMATS) as image:
            check_pixels(path, image.size)
            yield image
    except PictureError:
        raise
    except UnidentifiedImageError:
        raise PictureError(f"{path} is no picture; capture the window as a PNG file") from None
    except Image.DecompressionBombError:
        raise PictureError(_too_large(path)) from None
    except Exception as error:  # noqa: BLE001 - to damaged bytes Pillow answers with errors of any kind
        raise PictureError(f"{path} cannot be read ({_said(error)}); it may be cut off, so capture it again") from None


def check_file(path: Path) -> None:
    """PictureError where the path names no file: nothing, a folder, a device or a pipe, which might never end."""
    try:
        mode = path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        raise PictureError(f"{path} does not exist; check the path") from None
    except (OSError, ValueError) as error:
        raise PictureError(f"{path} cannot be read ({_said(error)}); check the path") from None
    if stat.S_ISDIR(mode):
        raise PictureError(f"{path} is a folder; name the pictures in it, as in {path}/*.png")
    if not stat.S_ISREG(mode):
        raise PictureError(f"{path} is no file but a device or a pipe; save the picture into a file")


def check_pixels(name: object, size: tuple[int, int]) -> None:
    """PictureError, with the name, where a picture of that width and height has too many pixels."""
    if size[0] * size[1] > MAX_PIXELS:
        raise PictureError(_too_large(name))


def to_bgr(image: Image.Image) -> Bgr:
    """A picture of Pillow's as ours: upright, over black where it is transparent, whatever its pixel format."""
    picture = _colours(image)
    orientation = image.getexif().get(ExifTags.Base.Orientation)
    if orientation not in _TURNS and orientation not in _MIRRORED:
        return picture
    turned = np.rot90(picture, _TURNS.get(orientation, 0))
    return np.ascontiguousarray(turned[:, ::-1] if orientation in _MIRRORED else turned)


def _colours(image: Image.Image) -> Bgr:
    image.load()
    width, height = image.size
    picture = np.empty((height, width, 3), np.uint8)
    for top in range(0, height, _STRIP):
        bottom = min(top + _STRIP, height)
        picture[top:bottom] = _over_black(image.crop((0, top, width, bottom)))
    return picture


def _over_black(strip: Image.Image) -> Bgr:
    if strip.mode.startswith("I"):
        strip = Image.fromarray((np.asarray(strip) >> 8).astype(np.uint8))  # 16 bits of grey; Pillow would clip them
    rgba = np.asarray(strip.convert("RGBA"))
    alpha = rgba[:, :, 3:]
    colours = rgba[:, :, 2::-1]
    if alpha.min() == 255:
        return colours
    darkened: Bgr = ((colours.astype(np.uint16) * alpha + 127) // 255).astype(np.uint8)
    return darkened


def _too_large(name: object) -> str:
    return f"{name} has over {MAX_PIXELS // 1_000_000} million pixels, which no screenshot has; cut the board out of it"


def _said(error: Exception) -> str:
    """What another library says of its error, in one line."""
    said = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return str(said).splitlines()[0].rstrip(".")
