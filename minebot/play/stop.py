"""What ends the play before the next click: the stop key, Ctrl-C, the time limit, the pointer in a corner."""

import signal
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from types import FrameType, TracebackType
from typing import Any, Protocol, Self, TypeVar, cast

from minebot.errors import MinebotError, Stopped
from minebot.play.timing import Clock
from minebot.vision.sources.authority import give_authority

SLICE = 0.02
"""A longer wait is cut into pieces of so many seconds, and the stop key looked at after each."""


_Result = TypeVar("_Result")


class Brake(Protocol):
    """Something that can end the play."""

    def check(self) -> None:
        """Raise Stopped if the play is to end."""
        ...


class NoBrake:
    """Never stops: for recordings, simulations and dry runs."""

    def check(self) -> None:
        """Do nothing."""


@dataclass(frozen=True, slots=True)
class Brakes:
    """Several brakes as one."""

    each: Sequence[Brake]

    def check(self) -> None:
        """Raise Stopped if one of them ends the play."""
        for brake in self.each:
            brake.check()


class TimeLimit:
    """Stops the play after so many seconds."""

    def __init__(self, seconds: float, clock: Clock) -> None:
        self._seconds, self._clock = seconds, clock
        self._end = clock.now() + seconds

    def check(self) -> None:
        """Raise Stopped once the time is over."""
        if self._clock.now() >= self._end:
            raise Stopped(f"stopped, because the time limit of {self._seconds:g} s is over")


class Sparingly:
    """A brake that costs something: looked at once in a slice of time."""

    def __init__(self, brake: Brake, clock: Clock) -> None:
        self._brake, self._clock = brake, clock
        self._next = clock.now()

    def check(self) -> None:
        """Raise Stopped if the brake does, or did not when it was asked last."""
        now = self._clock.now()
        if now >= self._next:
            self._next = now + SLICE
            self._brake.check()


class Signals:
    """Ctrl-C, and the request to end: heard while it is entered, and heeded between two clicks, never within one.

    A second Ctrl-C does not wait for that.
    """

    def __init__(self) -> None:
        self._heard = False
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, signal.SIGTERM):
                self._before[number] = signal.signal(number, self._hear)
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _: TracebackType | None
    ) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def check(self) -> None:
        """Raise Stopped if the user wants it to end."""
        if self._heard:
            raise Stopped("stopped by the user")

    def _hear(self, _number: int, _frame: FrameType | None) -> None:
        if self._heard:
            raise KeyboardInterrupt
        self._heard = True


class StopKey:
    """Listens to the keyboard while it is entered; `check` raises Stopped once the key was pressed.

    `key` is a character or a name of pynput's (`esc`, `f12`, `pause`).
    """

    def __init__(self, key: str = "esc") -> None:
        self.key = key
        self._pressed, self._deaf = threading.Event(), threading.Event()
        self._owed = 0  # presses of it that are minebot's own
        self._listener: Any = None

    def __enter__(self) -> Self:
        give_authority()
        try:
            from pynput import keyboard  # noqa: PLC0415 - it opens the display when it is imported

            wanted = _key(keyboard, self.key)
            self._listener = _quiet(keyboard.Listener, self._deaf)(on_press=lambda key: self._heard(key, wanted))
            self._listener.start()
            self._listener.wait()
        except MinebotError:
            raise
        except Exception as error:
            why = (str(error).strip().splitlines() or [type(error).__name__])[0].rstrip(".")
            raise MinebotError(
                f"the stop key cannot be heard ({why}), and minebot does not play without it; "
                "'minebot doctor' tells what is missing"
            ) from error
        if not getattr(self._listener, "IS_TRUSTED", True):  # macOS: events are withheld silently
            raise MinebotError("macOS withholds the stop key; allow this terminal under Privacy, Input Monitoring")
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _: TracebackType | None
    ) -> None:
        with suppress(Exception):  # a display that was closed under the listener makes it fail
            self._listener.stop()
            self._listener.join(SLICE)

    def check(self) -> None:
        """Raise Stopped if the key was pressed, or if nobody listens any more."""
        if self._pressed.is_set():
            raise Stopped(f"stopped by the {self.key} key")
        if self._deaf.is_set():
            raise Stopped("stopped, because the keyboard can no longer be heard")

    def expect(self, key: str) -> None:
        """Take the next press of the key, alone or with others ("ctrl+r"), for minebot's own."""
        self._owed += presses(key, self.key)

    def _heard(self, key: object, wanted: object) -> None:
        if key == wanted and self._owed:
            self._owed -= 1
        elif key == wanted:
            self._pressed.set()


def presses(keys: str, key: str) -> bool:
    """Whether the keys that are pressed together ("ctrl+n") are, or hold, that key."""
    return key.lower() in keys.lower().split("+")


def wait(seconds: float, clock: Clock, brake: Brake) -> None:
    """Wait, and end at once with Stopped when the stop key is pressed."""
    end = clock.now() + seconds
    brake.check()
    while (left := end - clock.now()) > 0:
        clock.sleep(min(left, SLICE))
        brake.check()


def aside(work: Callable[[], _Result], brake: Brake) -> _Result:
    """What the work gives; a brake ends the wait for it at once, and leaves the work to come to nothing by itself.

    So a solver that thinks for minutes, in compiled code as well, keeps nobody from stopping.
    """
    brake.check()
    helper = _idle.pop() if _idle else _Helper()
    helper.begin(work)
    while (outcome := helper.outcome(SLICE)) is None:
        brake.check()
    _idle.append(helper)
    result, error = outcome
    if error is not None:
        raise error
    return cast("_Result", result)


class _Helper:
    """A thread that works while somebody waits for it. To start one takes longer than many a thought."""

    def __init__(self) -> None:
        self._work = SimpleQueue[Callable[[], object]]()
        self._done = SimpleQueue[tuple[object, BaseException | None]]()
        threading.Thread(target=self._run, daemon=True).start()

    def begin(self, work: Callable[[], object]) -> None:
        """Have it done."""
        self._work.put(work)

    def outcome(self, seconds: float) -> tuple[object, BaseException | None] | None:
        """What came of it, or the error that it ended in; None if it is not done within so many seconds."""
        with suppress(Empty):
            return self._done.get(timeout=seconds)
        return None

    def _run(self) -> None:
        while True:
            try:
                self._done.put((self._work.get()(), None))
            except BaseException as error:  # noqa: BLE001 - raised again where it is waited for
                self._done.put((None, error))


_idle: list[_Helper] = []
"""Those that nobody waits for; one that was left in the midst of its work is not taken up again."""


def _quiet(listener: type[Any], ended: threading.Event) -> type[Any]:
    """A listener whose end is seen by `check`, and not by a traceback, when the display goes away."""

    def run(self: Any) -> None:
        with suppress(Exception):
            listener.run(self)
        ended.set()

    return type("QuietListener", (listener,), {"run": run})


def _key(keyboard: Any, name: str) -> object:
    if len(name) == 1:
        return keyboard.KeyCode.from_char(name)
    try:
        return keyboard.Key[name.lower()]
    except KeyError:
        raise MinebotError(f"there is no key {name!r}; name a character, or esc, pause, space, f1 to f12") from None
