"""What `minebot doctor` does: try whatever minebot needs of this machine, and say how to get what is missing."""

import importlib
import os
import platform
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from minebot.errors import MinebotError
from minebot.play.mouse import real_mouse
from minebot.play.stop import StopKey
from minebot.play.titles import windows
from minebot.vision.screen import MssScreen
from minebot.vision.sources.authority import authority_file, is_filled
from minebot.vision.sources.permission import WAYLAND, is_wayland, no_mouse, no_screen
from minebot.vision.themes.folders import load_themes


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at: whether it is well, what was found, how to get it right, and whether play can do without."""

    name: str
    ok: bool
    found: str
    remedy: str = ""
    needed: bool = True


def examine() -> list[Finding]:
    """Everything looked at, in the order in which to put it right; the user's authority before one is given."""
    checks = (_display, _authority, _session, _capture, _mouse, _stop_key, _titles, _templates, _tkinter, _xvfb)
    return [finding for check in (*checks, _permissions) for finding in check()]


def can_play(findings: list[Finding]) -> bool:
    """Whether nothing that play needs is amiss."""
    return all(finding.ok for finding in findings if finding.needed)


def _linux() -> bool:
    return platform.system() == "Linux"


def _display() -> Iterator[Finding]:
    if _linux():
        name = os.environ.get("DISPLAY", "")
        remedy = "log in to a desktop, or set DISPLAY; 'minebot demo' and 'minebot read' work without"
        yield Finding("display", bool(name), f"DISPLAY is {name}" if name else "DISPLAY is not set", remedy)


def _session() -> Iterator[Finding]:
    if is_wayland():
        yield Finding("session", ok=False, found="Wayland", remedy=WAYLAND.partition("; ")[2])
    elif _linux():
        kind = os.environ.get("XDG_SESSION_TYPE", "")
        found = f"{kind}, but the display is an X server of its own" if kind == "wayland" else kind
        yield Finding("session", ok=True, found=found or "not Wayland")


def _authority() -> Iterator[Finding]:
    if not _linux() or not os.environ.get("DISPLAY"):
        return
    file = authority_file()
    there = is_filled(file)
    found = f"{file} exists" if there else f"{file} is missing or empty, one of minebot's own is used instead"
    yield Finding("X authority", there, found, "nothing, if the display opens; else install xauth", needed=False)


def _capture() -> Iterator[Finding]:
    try:
        with MssScreen() as screen:
            image = screen.grab()
            monitors = [(monitor, screen.grab(monitor).scale) for monitor in screen.monitors]
    except MinebotError as error:
        found, _, remedy = str(error).partition(";")
        yield Finding("capture", ok=False, found=found, remedy=remedy.strip() or "see the lines above")
        return
    height, width = image.bgr.shape[:2]
    blank = int(image.bgr.max()) == int(image.bgr.min())
    yield Finding("capture", ok=True, found=f"{width}x{height} pixels" + (", all of one colour" if blank else ""))
    for number, (place, (across, down)) in enumerate(monitors, start=1):
        found = f"{place.w}x{place.h} at {place.x}, {place.y}, {across:g} x {down:g} pixels a point"
        yield Finding(f"monitor {number}", ok=True, found=found)


def _mouse() -> Iterator[Finding]:
    yield _tried("mouse", lambda: "the pointer is at {}, {}".format(*real_mouse().position()))


def _stop_key() -> Iterator[Finding]:
    def listen() -> str:
        with StopKey() as key:
            return f"the {key.key} key can be heard"

    yield _tried("stop key", listen)


def _titles() -> Iterator[Finding]:
    """Titles are a convenience: --window goes by them, and --region does without."""
    try:
        count = len(windows())
    except MinebotError as error:
        found, _, remedy = str(error).partition(";")
        yield Finding("window titles", ok=False, found=found, remedy=remedy.strip(), needed=False)
    else:
        yield Finding("window titles", ok=True, found=f"{count} windows have one", needed=False)


def _templates() -> Iterator[Finding]:
    yield _tried("themes", lambda: ", ".join(theme.name for theme in load_themes()))


def _tkinter() -> Iterator[Finding]:
    remedy = "install it (Debian: apt-get install python3-tk; or let uv bring its own Python)"
    try:
        importlib.import_module("tkinter")
    except ImportError as error:
        # pyautogui refuses to be imported on Linux without it
        yield Finding("tkinter", ok=False, found=str(error), remedy=remedy, needed=_linux())
    else:
        yield Finding("tkinter", ok=True, found="there")


def _xvfb() -> Iterator[Finding]:
    if _linux():
        path = shutil.which("Xvfb")
        remedy = "only tests and the demo without a display use it (Debian: apt-get install xvfb)"
        yield Finding("Xvfb", path is not None, path or "not installed", remedy, needed=False)


def _permissions() -> Iterator[Finding]:
    """What the system grants this program; what no program can find out is said as advice."""
    if platform.system() == "Darwin":
        for name, why in (("screen recording", no_screen()), ("accessibility", no_mouse())):
            found, _, remedy = (why or "granted").partition(";")
            yield Finding(name, ok=why is None, found=found, remedy=remedy.strip())
        found = "allow this terminal under Privacy & Security, Input Monitoring, so that the stop key is heard"
        yield Finding("permissions", ok=True, found=found, needed=False)
    if platform.system() == "Windows":
        found = "a game that runs as administrator can only be clicked by a minebot that does, too"
        yield Finding("permissions", ok=True, found=found, needed=False)


def _tried(name: str, attempt: Callable[[], str]) -> Finding:
    try:
        return Finding(name, ok=True, found=attempt())
    except MinebotError as error:
        return Finding(name, ok=False, found=str(error).partition(";")[0], remedy="see the lines above")
