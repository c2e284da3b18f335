"""Minesweeper pages in Chromium: the folder `pages`, served on this machine with mines that a test knows.

    with served(folder) as server, opened(server.address("classic.html", cell=16, ...), display, home, scale="1.5"):
        ...

`classic.html` is ours, with the classic look; `element.html` shows the element of npm's minesweeper-for-web.
"""

import json
import os
import random
import shutil
import subprocess
import tarfile
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from programs import isolated, running_command

PACKAGE, PACKAGE_VERSION = "minesweeper-for-web", "3.0.4"
_PAGES = Path(__file__).with_name("pages")
_SCRIPT = "custom-element.js"
_SWITCHES = [
    "--test-type",  # no bar that shifts the page
    "--no-sandbox",  # root may not have one
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
]


class Server(ThreadingHTTPServer):
    """Serves a folder, and the mines of each next game; `place` is what a page tells of where it lies in its window.

    A place is x and y of the grid, the pitch, x and y of the button for the next game, in the page's own pixels.
    """

    daemon_threads = True
    mines: list[int]
    place: list[float]
    deals = 0

    def deal(self) -> list[int]:
        """The mines of the next game, as places row by row."""
        return self.mines

    def address(self, page: str, **query: Any) -> str:
        """Where a page is, asked for like that."""
        return f"http://127.0.0.1:{self.server_port}/{page}?{urlencode(query)}"


class Dealer(Server):
    """Deals random mines from a seed, and keeps them in `dealt`, game by game."""

    def shuffle(self, seed: int, board: tuple[int, int, int]) -> None:
        """From now on deal such boards of (columns, rows, mines)."""
        self.dealt: list[list[int]] = []
        self._luck, self._board = random.Random(seed), board

    def deal(self) -> list[int]:
        """Other mines each time."""
        width, height, mines = self._board
        self.dealt.append(sorted(self._luck.sample(range(width * height), mines)))
        return self.dealt[-1]


class _Handler(SimpleHTTPRequestHandler):
    """GET /deal?place=... answers with the mines."""

    server: Server

    def do_GET(self) -> None:
        """A file, or the mines."""
        if not self.path.startswith("/deal"):
            super().do_GET()
            return
        place = parse_qs(urlsplit(self.path).query).get("place", [""])[0]
        self.server.place = [float(number) for number in place.split(",")] if place else []
        body = json.dumps(self.server.deal()).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        self.server.deals += 1

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@contextmanager
def served(folder: Path, kind: type[Server] = Server) -> Iterator[Server]:
    """The pages, copied into a folder that may hold the package's script already, on a port of this machine."""
    shutil.copytree(_PAGES, folder, dirs_exist_ok=True)
    with kind(("127.0.0.1", 0), partial(_Handler, directory=os.fspath(folder))) as server:
        server.mines, server.place = [], []
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield server
        finally:
            server.shutdown()


def fetch_element(folder: Path) -> None:
    """Put the script of the npm package into a folder, unless it is there; OSError or CalledProcessError without it."""
    if (folder / _SCRIPT).exists():
        return
    folder.mkdir(parents=True, exist_ok=True)
    command = ["npm", "pack", f"{PACKAGE}@{PACKAGE_VERSION}"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=60)
    with tarfile.open(folder / f"{PACKAGE}-{PACKAGE_VERSION}.tgz") as package:
        package.extract(f"package/dist/{_SCRIPT}", folder, filter="data")
    shutil.move(folder / "package/dist" / _SCRIPT, folder)


def opened(
    address: str, display: str, home: Path, *, scale: str, place: tuple[int, int, int, int] | None = None
) -> AbstractContextManager[subprocess.Popen[bytes]]:
    """Chromium with a page in a window without bars; the scale of its device, and x, y, width and height, if any."""
    switches = [f"--user-data-dir={home / f'profile-{time.monotonic_ns()}'}", f"--force-device-scale-factor={scale}"]
    if place is not None:
        x, y, width, height = place
        switches += [f"--window-position={x},{y}", f"--window-size={width},{height}"]
    return running_command(
        ["/usr/bin/chromium", f"--app={address}", *switches, *_SWITCHES], display, isolated(display, home)
    )
