"""Where a window of our own goes: beside the game, never over it."""

from collections.abc import Sequence

from minebot.geometry import Point, Rect


def monitor_of(place: Rect, monitors: Sequence[Rect]) -> Rect:
    """The monitor on which most of a place lies."""
    return max(monitors, key=lambda monitor: _shared(place, monitor))


def beside(game: Rect, size: tuple[int, int], monitor: Rect) -> Point | None:
    """The upper left corner of a window of that size on the side of a game where it fits on the monitor.

    To the right of it if it fits there, else to the left, below or above; None where it fits nowhere.
    """
    width, height = size
    corners = (
        Point(game.x + game.w, game.y),
        Point(game.x - width, game.y),
        Point(game.x, game.y + game.h),
        Point(game.x, game.y - height),
    )
    moved = (_moved_into(corner, size, monitor) for corner in corners)
    places = (Rect(*corner, width, height) for corner in moved)
    good = (place for place in places if not _shared(place, game) and _shared(place, monitor) == width * height)
    return next((Point(place.x, place.y) for place in good), None)


def _moved_into(corner: Point, size: tuple[int, int], monitor: Rect) -> Point:
    """The corner, moved until the window lies on the monitor; if it is too large for that, at the upper left."""
    return Point(
        max(monitor.x, min(corner.x, monitor.x + monitor.w - size[0])),
        max(monitor.y, min(corner.y, monitor.y + monitor.h - size[1])),
    )


def _shared(one: Rect, other: Rect) -> int:
    """The area that two places share."""
    across = min(one.x + one.w, other.x + other.w) - max(one.x, other.x)
    down = min(one.y + one.h, other.y + other.h) - max(one.y, other.y)
    return max(0, across) * max(0, down)
