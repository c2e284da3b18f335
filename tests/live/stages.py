"""Every program and page that can be played, by one name: `program`, `program:level` or `page:level:scale`.

with shown(parsed("classic-page:expert:1.5"), display, home):
    ...
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from chromium import Dealer, fetch_element, opened, served
from programs import LEVELS, PLAYED, available, running, size

PAGES = {
    "classic-page": ("classic.html", {"look": "sprites", "cell": 16, "marks": 0}),
    "css-page": ("classic.html", {"look": "css", "cell": 24, "marks": 0}),
    "element-page": ("element.html", {}),
}
"""Pages in Chromium: ours, drawn with the classic pictures or by styles alone, and npm's minesweeper-for-web."""

_ROOM = 1920, 1080
"""Pixels of the display, all of which a page has."""

_RESTART_KEYS = {"element-page": ["--restart-key", "f5"]}


@dataclass(frozen=True)
class Stage:
    """A program or a page, at a level; `scale` is that of a page's device."""

    name: str
    level: str
    scale: str = "1"

    def __str__(self) -> str:
        return ":".join([self.name, self.level, *([self.scale] if self.name in PAGES else [])])

    @property
    def size(self) -> tuple[int, int, int]:
        """Columns, rows and mines."""
        return size(self.name, self.level)

    @property
    def options(self) -> list[str]:
        """What `minebot play` has to be told."""
        return ["--mines", str(self.size[2]), *_RESTART_KEYS.get(self.name, [])]

    @property
    def installed(self) -> bool:
        """Whether it can be shown here."""
        return bool(shutil.which("chromium")) if self.name in PAGES else available(self.name)


def parsed(text: str, level: str = "expert") -> Stage:
    """The stage that a text names; ValueError for a name or a level that is none."""
    stage = Stage(*([*text.split(":"), level][:2] if text.count(":") < 2 else text.split(":")))
    if stage.name not in (*PLAYED, *PAGES) or stage.level not in LEVELS:
        raise ValueError(f"{text!r} is none of {', '.join((*PLAYED, *PAGES))}, with a level of {', '.join(LEVELS)}")
    return stage


@contextmanager
def shown(stage: Stage, display: str, home: Path, seed: int = 0) -> Iterator[None]:
    """The program, or the page with random mines, with its window up; ended on leaving."""
    if stage.name not in PAGES:
        with running(stage.name, stage.level, display, home):
            yield
        return
    page, query = PAGES[stage.name]
    if page == "element.html":
        fetch_element(home / "pages")
    width, height, mines = stage.size
    with served(home / "pages", Dealer) as server:
        server.shuffle(seed, stage.size)
        address = server.address(page, cols=width, rows=height, mines=mines, **query)
        across, down = (int(most / float(stage.scale)) for most in _ROOM)
        with opened(address, display, home, scale=stage.scale, place=(0, 0, across, down)):
            yield
