"""Start real Minesweeper programs on a display of our own, and end them wholly.

    with virtual_display() as display, running("sgt", "expert", display, tmp_path) as process:
        ...

Each program lives in a process group of its own, with a home folder of its own, so that no settings, scores or windows
leak from one test into the next. The programs are Debian's: sgt-puzzles, xdemineur, xbomb, wine.
"""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from Xlib import X
from Xlib.display import Display
from Xlib.error import BadDrawable, BadWindow, ConnectionClosedError, DisplayConnectionError
from Xlib.ext.xtest import fake_input

PROGRAMS = ("sgt", "xdemineur", "winemine", "xbomb")
SCALES = {"sgt-small": "13", "sgt-large": "31"}
"""sgt-mines with cells of other sizes than 20 pixels."""

FREE = "sgt-free"
"""sgt-mines with boards that may need a guess; by itself it deals none that do."""
TILINGS = ("hexagon", "triangle")
"""The boards of xbomb whose cells are no squares, each like a program of its own."""

DESKTOP = ("gnome-mines", "kmines")
"""Programs that want a window manager and a session bus."""

PLAYED = (*PROGRAMS, *SCALES, FREE, *TILINGS, "ace", "demo", *DESKTOP)
"""Everything that can be started and played."""

LEVELS = ("beginner", "intermediate", "expert")

_SEARCH_PATH = os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/games"])  # Debian keeps games off root's path
_EXECUTABLES = {"sgt": "sgt-mines", "xdemineur": "xdemineur", "winemine": "wine", "xbomb": "xbomb"}
_EXECUTABLES |= dict.fromkeys(TILINGS, "xbomb") | dict.fromkeys((*SCALES, FREE), "sgt-mines")
_EXECUTABLES |= {name: name for name in DESKTOP}
_EXECUTABLES |= {"ace": "ace-minesweeper", "demo": sys.executable}
_WINE_STARTS = 3  # a server of wine that is about to end now and then refuses the next program
_SIZES = {"beginner": (9, 9, 10), "intermediate": (16, 16, 40), "expert": (30, 16, 99)}
_OWN_SIZES = {
    ("xdemineur", "beginner"): (12, 9, 13),  # it makes any board at least 12 columns wide; same density as 9x9 with 10
    **{(program, "beginner"): (8, 8, 10) for program in ("xbomb", *TILINGS, "gnome-mines")},
    **{("ace", level): (32, 32, 200) for level in LEVELS},  # it starts with its largest board
}
_SMALLEST_WINDOW = 100
"""Programs also open windows of a few pixels that nobody sees; a board is larger."""

_QUIET_WINE = {"WINEARCH": "win64", "WINEDEBUG": "-all", "WINEDLLOVERRIDES": "mscoree,mshtml=,winemenubuilder.exe="}


def available(program: str) -> bool:
    """Whether the program, and a display to run it on, are installed."""
    needed = (_EXECUTABLES[program], "Xvfb", *(("openbox", "dbus-run-session") if program in DESKTOP else ()))
    return all(shutil.which(name, path=_SEARCH_PATH) for name in needed)


def size(program: str, level: str) -> tuple[int, int, int]:
    """Columns, rows and mines of the program's board at that level."""
    return _OWN_SIZES.get((program, level), _SIZES[level])


def command(program: str, board: tuple[int, int, int]) -> list[str]:
    """The command line that starts the program with a board of (columns, rows, mines).

    xbomb knows only its three sizes; winemine takes the size from its registry, see `write_winemine_settings`.
    """
    width, height, mines = board
    level = next((name for name, board in _SIZES.items() if board == (width, height, mines)), "expert")
    arguments = {
        **{name: [f"{width}x{height}n{mines}"] for name in ("sgt", *SCALES)},
        FREE: [f"{width}x{height}n{mines}a"],
        "ace": [],
        "demo": ["-m", "minebot.play.demo", "--level", level, "--seed", str(time.time_ns() % 100_000)],
        "xdemineur": ["-geometry", f"{width}x{height}+40+40", "-m", str(mines)],
        "winemine": ["winemine"],
        **{
            name: [f"-{shape}", f"-{ {8: 1, 16: 2}.get(width, 3) }", "-geometry", "+40+40"]
            for name, shape in (("xbomb", "square"), *zip(TILINGS, TILINGS, strict=True))
        },
    }
    return [_executable(program), *arguments[program]]


@contextmanager
def virtual_display(width: int = 1920, height: int = 1080) -> Iterator[str]:
    """An X server without a screen, on a free display number; yields its name (":7")."""
    reading, writing = os.pipe()
    server = subprocess.Popen(
        # -noreset: without it the server starts afresh whenever its last client leaves
        [
            "Xvfb",
            "-displayfd",
            str(writing),
            "-screen",
            "0",
            f"{width}x{height}x24",
            "-ac",
            "-noreset",
            "-nolisten",
            "tcp",
        ],
        pass_fds=(writing,),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    try:
        with os.fdopen(reading) as announced:
            number = (
                announced.readline().strip()
            )  # it writes the number when it is ready, or closes the pipe when it fails
        if not number:
            raise RuntimeError("Xvfb did not start")
        yield f":{number}"
    finally:
        server.terminate()
        server.wait(timeout=10)


@contextmanager
def running(program: str, level: str, display: str, home: Path) -> Iterator[subprocess.Popen[bytes]]:
    """The program at a level, with its window up and painted; ended with all its children on leaving."""
    board = size(program, level)
    if program in DESKTOP:
        with openbox(display, home), _running_on_desktop(program, board, display, home) as process:
            yield process
        return
    with running_board(program, board, display, home) as process:
        yield process


@contextmanager
def running_board(
    program: str, board: tuple[int, int, int], display: str, home: Path
) -> Iterator[subprocess.Popen[bytes]]:
    """Like `running`, with any board of (columns, rows, mines) that the program can make."""
    environment = isolated(display, home) | ({"MINES_TILESIZE": SCALES[program]} if program in SCALES else {})
    if program == "demo":
        environment["PYTHONPATH"] = os.fspath(Path(__file__).resolve().parents[2])
    if program != "winemine":
        with running_command(command(program, board), display, environment) as process:
            yield process
        return
    try:
        write_winemine_settings(board, environment, home)
        with running_command(command(program, board), display, environment) as process:
            yield process
    finally:
        # Wine's services leave the process group; only its server knows them all.
        subprocess.run(["wineserver", "-k"], env=environment, check=False, capture_output=True)


@contextmanager
def openbox(display: str, home: Path, timeout: float = 40) -> Iterator[None]:
    """A window manager on the display, at work: a window that asks to be shown while it starts may never be."""
    environment = isolated(display, home)
    ready = home / f"openbox-{time.time_ns()}"
    process = _start(["openbox", "--sm-disable", "--startup", f"touch {ready}"], environment)
    try:
        deadline = time.monotonic() + timeout
        while not ready.exists():
            if time.monotonic() > deadline or process.poll() is not None:
                raise RuntimeError("openbox did not start")
            time.sleep(0.02)
        yield
    finally:
        _end(process)


@contextmanager
def _running_on_desktop(
    program: str, board: tuple[int, int, int], display: str, home: Path
) -> Iterator[subprocess.Popen[bytes]]:
    """gnome-mines at the board that is chosen on its first screen, or kmines."""
    toolkits = {"GSETTINGS_BACKEND": "keyfile", "QT_QPA_PLATFORM": "xcb"}
    write = write_gnome_settings if program == "gnome-mines" else write_kmines_settings
    write(board, home)
    arguments = ["dbus-run-session", "--", _executable(program)]
    with running_command(arguments, display, isolated(display, home) | toolkits) as process:
        time.sleep(0.8)
        if program == "gnome-mines":
            _choose_gnome_board(display, board)
        yield process


def write_gnome_settings(board: tuple[int, int, int], home: Path) -> None:
    """A window that is large enough for the board, without animations and question marks."""
    width, height = {8: (700, 560), 16: (800, 680)}.get(board[0], (1300, 800))
    lines = [f"window-width={width}", f"window-height={height}", "use-question-marks=false", "use-animations=false"]
    _write(home / ".config/glib-2.0/settings/keyfile", ["[org/gnome/Mines]", *lines])


def write_kmines_settings(board: tuple[int, int, int], home: Path) -> None:
    """The level with that board, and no question marks."""
    level = {9: "Easy", 16: "Medium"}.get(board[0], "Hard")
    _write(home / ".config/kminesrc", ["[KgDifficulty]", f"Level={level}", "[General]", "question mark=false"])


def _write(file: Path, lines: Sequence[str]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("\n".join([*lines, ""]))


def _choose_gnome_board(display: str, board: tuple[int, int, int]) -> None:
    """Click one of the four large buttons of the first screen, below its title bar, and leave the board."""
    x, y, width, height = max(windows(display).values(), key=lambda place: place[2] * place[3])
    right, lower = board[0] == 16, board[0] == 30
    connection = Display(display)
    try:
        middle = x + width // 2 + (104 if right else -104), y + 60 + (height - 60) // 2 + (104 if lower else -104)
        for kind, detail, (to_x, to_y) in (
            (X.MotionNotify, 0, middle),
            (X.ButtonPress, 1, middle),
            (X.ButtonRelease, 1, middle),
            (X.MotionNotify, 0, (x + 12, y + height // 2)),
        ):
            fake_input(connection, kind, detail, x=to_x, y=to_y)
            connection.sync()
            time.sleep(0.1)
    finally:
        connection.close()
    time.sleep(0.8)


@contextmanager
def running_command(
    arguments: Sequence[str], display: str, environment: Mapping[str, str], timeout: float = 40
) -> Iterator[subprocess.Popen[bytes]]:
    """A command in a process group of its own, with a new window on the display; the group is ended on leaving."""
    before = set(windows(display))
    process = _start(arguments, environment)
    try:
        deadline = time.monotonic() + timeout
        while not any(_painted(display, window) for window in set(windows(display)) - before):
            if time.monotonic() > deadline:
                raise RuntimeError(f"{' '.join(arguments)} showed no window in {timeout:.0f} s")
            if process.poll() is not None:
                # A program may fail to open a display that has only just come up.
                time.sleep(0.3)
                process = _start(arguments, environment)
            time.sleep(0.05)
        yield process
    finally:
        _end(process)


def isolated(display: str, home: Path) -> dict[str, str]:
    """The environment of a program that shows itself on `display` and keeps everything it writes under `home`."""
    home.mkdir(parents=True, exist_ok=True)
    runtime = home / "run"
    runtime.mkdir(mode=0o700, exist_ok=True)
    return {
        "PATH": _SEARCH_PATH,
        "HOME": str(home),
        "DISPLAY": display,
        "LANG": "C.UTF-8",
        "XDG_RUNTIME_DIR": str(runtime),
        "GDK_BACKEND": "x11",
        "NO_AT_BRIDGE": "1",  # GTK programs look for an accessibility bus, and wait for it
        "WINEPREFIX": str(home / "wine"),
        **_QUIET_WINE,
    }


def write_winemine_settings(board: tuple[int, int, int], environment: Mapping[str, str], home: Path) -> None:
    """Set winemine's board size, no question marks, and records of 0 s that nobody beats.

    A beaten record opens a dialog that covers the board.
    """
    width, height, mines = board
    values = {"Difficulty": 3, "Width": width, "Height": height, "Mines": mines, "Mark": 0, "Xpos": 40, "Ypos": 40}
    values |= {"Time1": 0, "Time2": 0, "Time3": 0}
    lines = [f'"{key}"=dword:{value:08x}' for key, value in values.items()]
    file = home / "winemine.reg"
    file.write_text("\r\n".join(["REGEDIT4", "", r"[HKEY_CURRENT_USER\Software\Microsoft\WinMine]", *lines, ""]))
    arguments = [_executable("winemine"), "regedit", "/S", str(file)]
    for _ in range(_WINE_STARTS):
        done = subprocess.run(arguments, check=False, env=environment, capture_output=True, timeout=120)
        if done.returncode == 0:
            return
    raise OSError(f"wine regedit ended with {done.returncode}: {done.stderr.decode(errors='replace')}")


def windows(display: str) -> dict[int, tuple[int, int, int, int]]:
    """The visible windows on a display that are large enough for a board: id and (x, y, width, height).

    Only the root's own children are listed: there is no window manager here to wrap them.
    """
    try:
        connection = Display(display)
    except (DisplayConnectionError, ConnectionClosedError):
        return {}
    found = {}
    try:
        for window in connection.screen().root.query_tree().children:
            with suppress(BadWindow, BadDrawable):  # it went away since it was listed
                place = window.get_geometry()
                visible = window.get_attributes().map_state == X.IsViewable
                if visible and min(place.width, place.height) >= _SMALLEST_WINDOW:
                    found[window.id] = (place.x, place.y, place.width, place.height)
    finally:
        connection.close()
    return found


def _executable(program: str) -> str:
    found = shutil.which(_EXECUTABLES[program], path=_SEARCH_PATH)
    if found is None:
        raise RuntimeError(f"{_EXECUTABLES[program]} is not installed")
    return found


def _start(arguments: Sequence[str], environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        arguments,
        env=dict(environment),
        start_new_session=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the whole process group: politely, then by force."""
    for signal_number in (signal.SIGTERM, signal.SIGKILL):
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal_number)
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=3)
            return


def _painted(display: str, window_id: int) -> bool:
    """Whether a window shows the same picture, of more than one colour, twice in a row."""
    first = _pixels(display, window_id)
    if len({first[start : start + 3] for start in range(0, len(first), 4)}) < 2:
        return False
    time.sleep(0.15)
    return _pixels(display, window_id) == first


def _pixels(display: str, window_id: int) -> bytes:
    """What a window shows now; nothing if it has gone."""
    with suppress(BadWindow, BadDrawable, DisplayConnectionError, ConnectionClosedError):
        connection = Display(display)
        try:
            window = connection.create_resource_object("window", window_id)
            place = window.get_geometry()
            image = window.get_image(0, 0, place.width, place.height, X.ZPixmap, 0xFFFFFFFF)
            return bytes(image.data)
        except (BadWindow, BadDrawable):
            return b""
        finally:
            connection.close()
    return b""
