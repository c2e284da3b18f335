"""Picture files in and out. A picture is an array of (height, width, 3) bytes: blue, green, red."""

import warnings
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image, UnidentifiedImageError

from minebot.errors import PictureError

Bgr = npt.NDArray[np.uint8]
"""A picture: (height, width, 3), blue, green, red."""

MAX_PIXELS = 64_000_000
"""Two 8K screens; a picture that is larger is no screenshot, and may be a decompression bomb."""


def load_picture(path: Path) -> Bgr:
    """The picture in a file, laid over black where it is transparent; PictureError for whatever is no whole picture."""
    if path.is_dir():
        raise PictureError(f"{path} is a folder; name the pictures in it, as in {path}/*.png")
    try:
        with warnings.catch_warnings(), Image.open(path) as image:
            # Pillow warns at its own, larger limit; ours has been checked by then.
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            _check_size(path, image.size)
            return _over_black(image)
    except FileNotFoundError:
        raise PictureError(f"{path} does not exist; check the path") from None
    except UnidentifiedImageError:
        raise PictureError(f"{path} is no picture; capture the window as a PNG file") from None
    except Image.DecompressionBombError:
        raise PictureError(_too_large(path)) from None
    except (OSError, SyntaxError, ValueError) as error:
        raise PictureError(f"{path} cannot be read ({error}); it may be cut off, so capture it again") from None


def save_picture(path: Path, picture: Bgr) -> None:
    """Write a picture as PNG (or what the name ends in); PictureError where the file cannot be written."""
    try:
        Image.fromarray(picture[:, :, ::-1]).save(path)
    except (OSError, ValueError) as error:
        raise PictureError(f"{path} cannot be written ({error})") from None


def _check_size(path: Path, size: tuple[int, int]) -> None:
    if size[0] * size[1] > MAX_PIXELS:
        raise PictureError(_too_large(path))


def _too_large(path: Path) -> str:
    return f"{path} has over {MAX_PIXELS // 1_000_000} million pixels, which no screenshot has; cut the board out of it"


def _over_black(image: Image.Image) -> Bgr:
    rgba = np.asarray(image.convert("RGBA"))
    alpha = rgba[:, :, 3:]
    colours = rgba[:, :, 2::-1]
    if alpha.min() == 255:
        return np.ascontiguousarray(colours)
    darkened: Bgr = ((colours.astype(np.uint16) * alpha + 127) // 255).astype(np.uint8)
    return darkened
