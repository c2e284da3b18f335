"""The windows on the screen by their titles: a help to choose one of several boards; the board itself is looked for.

X11 is asked itself, since the usual libraries are wrong about places under some window managers; elsewhere PyWinCtl
answers, where it is installed.
"""

import os
import platform
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from minebot.errors import BoardNotFound, ScreenError
from minebot.geometry import Rect
from minebot.vision.sources.authority import give_authority

_NAMED = 8  # titles that a sentence lists at most


@dataclass(frozen=True, slots=True)
class Window:
    """A window that is to be seen: its title, and where it lies on the screen."""

    title: str
    place: Rect


def windows() -> list[Window]:
    """Every window with a title; ScreenError, with what to do instead, where this system does not tell."""
    if platform.system() != "Linux":
        return list(_by_pywinctl())
    if not os.environ.get("DISPLAY"):
        raise ScreenError("titles of windows cannot be had without an X display; choose the board with --region")
    return list(_by_xlib())


def titled(title: str, listed: Callable[[], Sequence[Window]] = windows) -> Window:
    """The one window whose title holds a text, in any case, with accents or without them.

    BoardNotFound where there is none, or several.
    """
    there = listed()
    found = [window for window in there if _plain(title) in _plain(window.title)]
    exact = [window for window in found if window.title == title]
    found = exact or found
    if len(found) == 1:
        return found[0]
    if found:
        raise BoardNotFound(f"{len(found)} windows have {title!r} in their title: {_list(found)}; say more of it")
    raise BoardNotFound(f"no window has {title!r} in its title; there are: {_list(there) or 'none with a title'}")


def _plain(text: str) -> str:
    """A text in lower case, without accents: XDemineur calls itself xdémineur."""
    return "".join(each for each in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(each))


def _list(found: Sequence[Window]) -> str:
    more = f" and {len(found) - _NAMED} more" if len(found) > _NAMED else ""
    return "; ".join(repr(window.title) for window in found[:_NAMED]) + more


def _by_xlib() -> Iterator[Window]:
    give_authority()
    try:
        from Xlib.display import Display  # noqa: PLC0415 - there is no X elsewhere

        display = Display()
    except Exception as error:  # noqa: BLE001 - the library raises errors of many kinds where it finds no server
        why = (str(error).splitlines() or [type(error).__name__])[0].rstrip(".")
        raise ScreenError(f"the titles of windows cannot be read ({why}); choose the board with --region") from None
    try:
        yield from _below(display.screen().root, display)
    finally:
        display.close()


def _below(window: Any, display: Any) -> Iterator[Window]:
    """The windows with a title among the children of one, or below them: window managers wrap the programs' own."""
    from Xlib import X  # noqa: PLC0415 - likewise
    from Xlib.error import BadDrawable, BadWindow  # noqa: PLC0415

    with suppress(BadWindow):  # a window may go away while it is looked at
        for child in window.query_tree().children:
            with suppress(BadWindow, BadDrawable):
                if child.get_attributes().map_state != X.IsViewable:
                    continue
                title = _title(child, display)
                if title:
                    size, corner = child.get_geometry(), display.screen().root.translate_coords(child, 0, 0)
                    yield Window(title, Rect(corner.x, corner.y, size.width, size.height))
                else:
                    yield from _below(child, display)


def _title(window: Any, display: Any) -> str:
    for name, encoding in (("_NET_WM_NAME", "utf-8"), ("WM_NAME", "latin-1")):
        held = window.get_full_property(display.intern_atom(name), 0)
        if held is not None and held.value:
            value = held.value
            return value.decode(encoding, "replace") if isinstance(value, bytes) else str(value)
    return ""


def _by_pywinctl() -> Iterator[Window]:
    try:
        import pywinctl  # noqa: PLC0415 - installed on some systems only
    except Exception:  # noqa: BLE001 - where its own libraries are missing, it fails in ways of theirs
        raise ScreenError(
            "titles of windows cannot be read without PyWinCtl: pip install pywinctl, or choose the board with --region"
        ) from None
    for window in pywinctl.getAllWindows():
        if window.title and window.isVisible:
            yield Window(window.title, Rect(window.left, window.top, window.width, window.height))
