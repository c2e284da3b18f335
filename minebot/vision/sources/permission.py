"""What this desktop lets a program do: see the screen, move the mouse; where it does not, what to do instead."""

import ctypes
import ctypes.util
import os
import sys
from typing import Any

from minebot.vision.sources.authority import give_authority

WAYLAND = (
    "this is a Wayland session, which lets no program see or click other windows; choose an X11 (Xorg) session when "
    "you log in, or start the game and minebot on an X server of their own (Xephyr or Xvfb)"
)
_MACOS = (
    "macOS withholds {what}; allow this terminal under System Settings, Privacy & Security, {where}, and restart it"
)
SCREEN_WITHHELD = _MACOS.format(what="the screen", where="Screen Recording")
MOUSE_WITHHELD = _MACOS.format(what="mouse and keyboard", where="Accessibility")


def no_screen() -> str | None:
    """Why no program may see the screen here; None where it may."""
    if is_wayland():
        return WAYLAND
    if sys.platform == "darwin" and not _macos_grants("CoreGraphics", "CGPreflightScreenCaptureAccess"):
        return SCREEN_WITHHELD
    return None


def no_mouse() -> str | None:
    """Why no program may move the mouse here; None where it may."""
    if sys.platform == "darwin" and not _macos_grants("ApplicationServices", "AXIsProcessTrusted"):
        return MOUSE_WITHHELD
    return None


def is_wayland() -> bool:
    """Whether the session is one of Wayland, and the display, if there is one, no X server of its own."""
    said = os.environ.get("XDG_SESSION_TYPE") == "wayland" or bool(os.environ.get("WAYLAND_DISPLAY"))
    if not (said and sys.platform.startswith("linux")):
        return False
    return not os.environ.get("DISPLAY") or _is_xwayland()


def _is_xwayland() -> bool:
    """Whether the display is the one that Wayland keeps for X programs, and shows only those, over black.

    One that does not answer is left to whoever needs it.
    """
    try:
        from Xlib.display import Display  # noqa: PLC0415 - there is no X elsewhere

        give_authority()
        display = Display()
    except Exception:  # noqa: BLE001 - the library raises errors of many kinds where it finds no server
        return False
    try:
        return display.has_extension("XWAYLAND") or any(name.startswith("XWAYLAND") for name in _outputs(display))
    finally:
        display.close()


def _outputs(display: Any) -> list[str]:
    """The names of a display's outputs; servers of before 2022 tell only so what they are."""
    from Xlib.ext import randr  # noqa: PLC0415 - likewise

    if not display.has_extension("RANDR"):
        return []
    resources = randr.get_screen_resources(display.screen().root)
    stamp = resources.config_timestamp
    return [str(randr.get_output_info(display.screen().root, each, stamp).name) for each in resources.outputs]


def _macos_grants(library: str, question: str) -> bool:
    """What macOS answers; what it does not know how to ask, it does not withhold."""
    try:
        asked = getattr(ctypes.CDLL(ctypes.util.find_library(library)), question)
    except (OSError, AttributeError):
        return True
    asked.restype = ctypes.c_bool
    return bool(asked())
