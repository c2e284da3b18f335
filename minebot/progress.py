"""What long work shows while it goes on: a bar, or a line a minute where standard error is no terminal."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer
from typing import Protocol

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

MINUTE = 60.0
"""Seconds between two lines where there is no bar."""

SLOW = 2.0
"""Seconds after which a bar is shown."""


class Work(Protocol):
    """What takes its time, and can say how far it is."""

    @property
    def title(self) -> str:
        """What it is called in front of its bar."""
        ...

    @property
    def seconds(self) -> float:
        """How long it has been going on."""
        ...

    @property
    def share(self) -> float | None:
        """The share that is done; None where nobody knows how much is to do."""
        ...

    @property
    def news(self) -> str:
        """How far it is, in words."""
        ...


@contextmanager
def progress(work: Work) -> Iterator[Callable[[], None]]:
    """Show how far the work is; what this gives is called whenever it is further."""
    console = Console(stderr=True, highlight=False)
    with _bar(work, console) if console.is_terminal else _lines(work, console) as shown:
        yield shown


@contextmanager
def _lines(work: Work, console: Console) -> Iterator[Callable[[], None]]:
    due = MINUTE

    def line() -> None:
        nonlocal due
        if work.seconds >= due:
            due = work.seconds + MINUTE
            console.print(work.news, soft_wrap=True)

    yield line


@contextmanager
def _bar(work: Work, console: Console) -> Iterator[Callable[[], None]]:
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[news]}"))
    with Progress(*columns, console=console, transient=True) as shown:
        task = shown.add_task(work.title, total=None, visible=False, news="")

        def update() -> None:
            total, done = (None, 0.0) if work.share is None else (1.0, work.share)
            shown.update(task, total=total, completed=done, visible=work.seconds > SLOW, news=work.news)

        late = Timer(SLOW, shown.update, (task,), {"visible": True})  # nobody calls while a piece takes long
        late.daemon = True
        late.start()
        try:
            yield update
        finally:
            late.cancel()
