"""The picture on the clipboard."""

from pathlib import Path

from PIL import Image, ImageGrab

from minebot.errors import PictureError
from minebot.vision.picture import Bgr, check_pixels, load_picture, to_bgr


def clipboard_picture() -> Bgr:
    """The picture on the clipboard, or in the one file that was copied; PictureError where there is none."""
    try:
        found = ImageGrab.grabclipboard()
    except NotImplementedError:
        raise PictureError(
            "the clipboard cannot be read; install wl-clipboard (Wayland) or xclip (X11), as in apt install xclip"
        ) from None
    except Exception as error:  # noqa: BLE001 - the programs that Pillow asks, and what they hand over, fail in any way
        raise PictureError(f"the clipboard holds no picture ({error}); copy one, and try again") from None
    if isinstance(found, list) and len(found) == 1:
        return load_picture(Path(found[0]))
    if not isinstance(found, Image.Image):
        raise PictureError("the clipboard holds no picture; copy one, and try again")
    check_pixels("the picture on the clipboard", found.size)
    return to_bgr(found)
