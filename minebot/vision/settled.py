"""The boards that a recording shows, each once: those that stood still, and differ from the last ones told.

frames -> where boards are -> stretches in which their cells stay the same -> a reading of the last frame of each

Only the cells decide: a clock that runs or a mouse that moves elsewhere in the picture neither hides a board nor tells
it again. At most four pictures are kept, however long the recording.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

import cv2

from minebot.geometry import Lattice
from minebot.vision.known.board import read_at
from minebot.vision.picture import Bgr
from minebot.vision.reading import Reading
from minebot.vision.sources.recording import Frame

Reader = Callable[[Bgr], list[Reading]]
"""Reads every board in a picture."""

_BLOCK = 8  # pixels: the side of the blocks over which a difference is averaged; cells have 8 and more
_SAME, _ALIKE = 1.5, 3.0  # levels of 255 in a block: MP4 and WebM differ by 1 on what stands still, now and then by 7
# No steady fade stays within `_ALIKE` for two frames and ends within half of it, and within this time only one that
# takes over two seconds does.
_LONG = 0.09  # seconds: three frames at 30 a second
_SHOWN = 0.15  # seconds from which a single frame counts as standing still: one of GIF may stand for several
_PAUSE, _KNOWN_PAUSE = 0.5, 2.0  # seconds between two searches while the picture changes: with no board known, with one


@dataclass(frozen=True, slots=True, eq=False)
class Settled:
    """Boards that stood still: the frame from which on they showed, when that was (seconds), their picture as read."""

    frame: int
    seconds: float
    picture: Bgr
    readings: list[Reading]


@dataclass(slots=True)
class _Stretch:
    """Frames in a row in which the cells of all boards look alike: the first and the last, and how far they differ."""

    first: Frame
    last: Frame
    count: int = 1
    apart: float = 0.0

    def extend(self, frame: Frame, apart: float) -> None:
        self.last, self.count, self.apart = frame, self.count + 1, max(self.apart, apart)

    def stood(self, until: float) -> bool:
        """Whether it is a board at rest, and neither half drawn nor a moment of a fade."""
        seconds = until - self.first.seconds
        if self.count == 1:
            return seconds >= _SHOWN
        return self.apart <= _SAME or seconds >= _LONG


def settled(frames: Iterable[Frame], read: Reader) -> Iterator[Settled]:
    """What the frames show, each state of the boards once, in their order."""
    watcher = Watcher(read)
    frame = None
    for frame in frames:
        yield from watcher.look(frame)
    if frame is not None:
        yield from watcher.close(frame.until)


@dataclass
class Watcher:
    """Looks at the frames of a recording, one after the other."""

    read: Reader
    _boards: list[Reading] = field(default_factory=list)
    _sure: bool = False  # that the places are those of boards at rest: a search may have met one that was half drawn
    _stretch: _Stretch | None = None
    _told: object = None
    _searched: Frame | None = None
    _before: Frame | None = None

    def look(self, frame: Frame) -> Iterator[Settled]:
        """The state that ends with this frame, if one does."""
        if self._stretch is not None:
            apart = difference(self._stretch.first.picture, frame.picture, _places(self._boards))
            if apart <= _ALIKE:
                self._stretch.extend(frame, apart)
            else:
                yield from self.close(frame.seconds)
                self._stretch = _Stretch(frame, frame)
                # where a window moved away, what is left in its place makes no sense
                self._sure = self._sure and all(_makes_sense(board, frame.picture) for board in self._boards)
        if self._is_time_to_search(frame):
            yield from self._search(frame)
        self._before = frame

    def close(self, until: float) -> Iterator[Settled]:
        """The state that lasted until now, unless it did not stand still, or was told."""
        stretch = self._stretch
        if stretch is None or not stretch.stood(until):
            return
        readings = self.read(stretch.last.picture)
        if difference(stretch.first.picture, stretch.last.picture, _places(readings)) > _ALIKE:
            return  # other boards than those that were watched, and they did not stand still
        self._boards, self._sure = readings or self._boards, bool(readings)
        said = [(reading.board.rows, [(doubt.x, doubt.y) for doubt in reading.doubtful]) for reading in readings]
        if readings and said != self._told:
            self._told = said
            yield Settled(stretch.first.index, stretch.first.seconds, stretch.last.picture, readings)

    def _is_time_to_search(self, frame: Frame) -> bool:
        """Whether something may be found that was not known: the picture changed since, and rests or has been long."""
        last, before = self._searched, self._before
        if last is None or before is None:
            return True
        rested = not self._sure and difference(before.picture, frame.picture) <= _ALIKE
        pause = _KNOWN_PAUSE if self._sure else _PAUSE
        return (rested or frame.seconds >= last.seconds + pause) and difference(last.picture, frame.picture) > _ALIKE

    def _search(self, frame: Frame) -> Iterator[Settled]:
        """Find the boards anew; where they are not those that were known, what was known ends here."""
        self._searched = frame
        boards = self.read(frame.picture)
        if not boards or _same_places(boards, self._boards):
            return
        if self._stretch is not None and self._stretch.first is not frame:
            yield from self.close(frame.seconds)
        self._boards, self._sure = boards, False
        self._stretch = _Stretch(frame, frame)
        if self._before is not None and difference(self._before.picture, frame.picture, _places(boards)) <= _ALIKE:
            self._stretch = _Stretch(self._before, frame, 2)


def _places(boards: list[Reading]) -> list[Lattice]:
    return [board.lattice for board in boards]


def _makes_sense(board: Reading, picture: Bgr) -> bool:
    """Whether there is, without doubt, still a board where one was."""
    return not read_at(picture, board.lattice, board.theme).doubtful


def difference(one: Bgr, other: Bgr, places: Iterable[Lattice] | None = None) -> float:
    """How far two pictures differ where they differ most, in levels of 255: the mean over a block of a few pixels.

    Only at these places, if they are given. Pictures of different sizes differ in all.
    """
    if one.shape != other.shape:
        return 255.0
    if places is None:
        return _most(one, other)
    return max((_most(_part(one, place), _part(other, place)) for place in places), default=0.0)


def _most(one: Bgr, other: Bgr) -> float:
    height, width = one.shape[:2]
    if height == 0 or width == 0:
        return 0.0
    blocks = max(1, width // _BLOCK), max(1, height // _BLOCK)
    return float(cv2.resize(cv2.absdiff(one, other), blocks, interpolation=cv2.INTER_AREA).max())


def _part(picture: Bgr, place: Lattice) -> Bgr:
    x, y, width, height = place.bbox
    return picture[max(0, y) : y + height, max(0, x) : x + width]


def _same_places(some: list[Reading], others: list[Reading]) -> bool:
    """Whether the boards have the same cells, to the tenth of one."""
    return len(some) == len(others) and all(
        (one.cols, one.rows) == (other.cols, other.rows)
        and abs(one.x - other.x) <= 0.1 * one.pitch_x
        and abs(one.y - other.y) <= 0.1 * one.pitch_y
        for one, other in zip(_places(some), _places(others), strict=True)
    )
