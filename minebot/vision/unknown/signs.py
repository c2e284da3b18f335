"""What stands around boards of an unknown look: the face and the counter of the classic panel, where they are there."""

from collections.abc import Sequence
from dataclasses import replace

from minebot.board import FLAG
from minebot.vision.panel import read_counter, read_panel
from minebot.vision.theme import Theme
from minebot.vision.themes.shapes import parse_colour
from minebot.vision.unknown.album import Sheet

FACE = parse_colour("#ffff00")
"""Of a thousand programs, most have a yellow face above the board."""

LIT = "#ff0000"
"""And a counter of seven red segments."""

_MOSTLY = 0.8  # of the sheets that must show it


def with_signs(theme: Theme, sheets: Sequence[Sheet]) -> Theme:
    """The theme with the face and the counter that its sheets show, if they do.

    A counter counts mines only if it went down with every flag: of two displays, the other one is a clock.
    """
    pages = [sheet for sheet in sheets if sheet.readable]
    faced, counted = replace(theme, restart_disc=FACE), replace(theme, counter={"lit": LIT})
    faces = [read_panel(sheet.picture, sheet.lattice, faced).restart is not None for sheet in pages]
    if pages and sum(faces) >= _MOSTLY * len(pages):
        theme = replace(theme, restart_disc=FACE)
    return replace(theme, counter=counted.counter) if _counts_down(pages, counted) else theme


def _counts_down(sheets: Sequence[Sheet], theme: Theme) -> bool:
    """Whether counter and flags always add up to the same, on the boards of each size, and were seen to change."""
    totals: dict[tuple[int, int], set[tuple[int, int]]] = {}
    for sheet in sheets:
        left = read_counter(sheet.picture, sheet.lattice, theme)
        if left is None:
            return False
        flags = int((sheet.guess.codes == FLAG).sum())
        totals.setdefault((sheet.lattice.cols, sheet.lattice.rows), set()).add((left, flags))
    agreed = all(len({left + flags for left, flags in seen}) == 1 for seen in totals.values())
    return agreed and any(len(seen) > 1 for seen in totals.values())
