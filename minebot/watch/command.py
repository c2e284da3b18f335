"""The command `minebot watch`: looks, thinks and shows, until Ctrl-C."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from enum import StrEnum

import typer
from rich.console import Console

from minebot.errors import ScreenError
from minebot.play.find import Wish
from minebot.play.where import EVERYWHERE, Where
from minebot.solver import solve
from minebot.vision.parts import MaskedScreen
from minebot.vision.screen import MssScreen
from minebot.watch.overlay import OverlayDisplay
from minebot.watch.terminal import TerminalDisplay
from minebot.watch.view import View
from minebot.watch.watcher import PACE, Watcher

err = Console(stderr=True, highlight=False)


class Shown(StrEnum):
    """Where the view is shown."""

    TERMINAL = "terminal"
    OVERLAY = "overlay"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The options as the user gave them; no `view` means an overlay where one can be opened."""

    wish: Wish = field(default_factory=Wish)
    solver: str = "champion"
    view: Shown | None = None
    as_json: bool = False
    where: Where = EVERYWHERE


def shown(name: str | None) -> Shown | None:
    """Where the view is to be shown; wrong usage for a name that is none."""
    if name is not None and name not in list(Shown):
        raise typer.BadParameter(f"{name!r} is no view; say {' or '.join(Shown)}", param_hint="--view")
    return None if name is None else Shown(name)


def watch(asked: Asked) -> None:
    """Show each change until the user ends it; ScreenError where the screen cannot be captured."""
    with ExitStack() as stack:
        screen = stack.enter_context(MssScreen())
        masked = MaskedScreen(screen)
        shows = list[Callable[[View], None]]()
        if asked.as_json:
            shows.append(_print_json)
        overlay = _overlay(asked, screen, masked)
        if overlay is not None:
            stack.enter_context(overlay)
            shows.append(overlay.show)
        elif not asked.as_json:
            shows.append(stack.enter_context(TerminalDisplay(Console(highlight=False))).show)
        watcher = Watcher(asked.where.of(masked), asked.wish, lambda board: solve(board, solver=asked.solver))
        for view in changes(watcher):
            for show in shows:
                show(view)


def changes(watcher: Watcher) -> Iterator[View]:
    """Each view that differs from the one before, for ever."""
    shown: View | None = None
    while True:
        view = watcher.look()
        if view != shown:
            shown = view
            yield view
        time.sleep(PACE)


def _overlay(asked: Asked, screen: MssScreen, masked: MaskedScreen) -> OverlayDisplay | None:
    """The overlay where it is wanted; None where the terminal, or JSON alone, is, or no window can be opened."""
    if asked.view is Shown.TERMINAL or (asked.as_json and asked.view is None):
        return None

    try:
        return OverlayDisplay(screen.monitors, masked.hide)
    except ScreenError as error:
        if asked.view is Shown.OVERLAY:
            raise
        err.print(f"minebot: {error}; showing it in the terminal", markup=False, soft_wrap=True)
        return None


def _print_json(view: View) -> None:
    typer.echo(json.dumps(view.document()))
