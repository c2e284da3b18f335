"""The options of `minebot read`, each with its help."""

from pathlib import Path
from typing import Annotated

from typer import Argument, BadParameter, Option

from minebot.geometry import Rect
from minebot.terminal import region_of

_ELSE = "Instead of files"
_PICTURES = (".png", ".jpg", ".jpeg", ".bmp", ".webp", ".gif", ".tif", ".tiff")


def _folder(path: Path | None) -> Path | None:
    """The folder that was named; a picture's name is refused, since a folder of that name would be made."""
    if path is not None and path.suffix.lower() in _PICTURES and not path.is_dir():
        raise BadParameter(f"it takes a folder, and {path} is a picture's name; say {path.with_suffix('')}")
    return path


Shots = Annotated[
    list[Path] | None,
    Argument(
        help="Pictures: PNG, JPEG, BMP, WebP, GIF, TIFF, PPM. Recordings: GIF, WebP, APNG, MP4, MOV, WebM, MKV, AVI.",
        show_default=False,
    ),
]
Clipboard = Annotated[bool, Option("--clipboard", help="Read the picture on the clipboard.", rich_help_panel=_ELSE)]
Screen = Annotated[bool, Option("--screen", help="Read the whole screen.", rich_help_panel=_ELSE)]
Region = Annotated[
    Rect | None,
    Option(
        parser=region_of,
        metavar="WxH+X+Y",
        help="Read this part of the screen: width, height and its upper left corner, as in 800x600+100+50.",
        rich_help_panel=_ELSE,
    ),
]
Theme = Annotated[str | None, Option(help="Look for this theme only.")]
Overlay = Annotated[
    Path | None,
    Option(
        callback=_folder,
        metavar="FOLDER",
        help="Write each picture, with the reading drawn over it, into this folder.",
    ),
]
