"""The mouse, and the one key that starts a new game. The only import of pyautogui, and only when a mouse is made."""

import platform
import time
from collections.abc import Callable
from enum import StrEnum
from types import ModuleType
from typing import Protocol, TypeVar

from minebot.errors import MouseError, Stopped
from minebot.geometry import Point
from minebot.vision.screen import be_dpi_aware
from minebot.vision.sources.authority import give_authority
from minebot.vision.sources.permission import no_mouse

_Result = TypeVar("_Result")

_FROZEN = 3.0
"""Seconds for which a window manager may hold the pointer after a press, while it decides whose the press is."""

_IN_A_CORNER = "the pointer is in a corner of the screen, which stops minebot; move it away to play"


class Button(StrEnum):
    """A button of the mouse, by its usual side."""

    LEFT = "left"
    MIDDLE = "middle"
    RIGHT = "right"


class Mouse(Protocol):
    """Whatever points and clicks; places are points of the screen."""

    def click(self, at: Point, button: Button) -> None:
        """Move there, press and release; MouseError where that fails."""
        ...

    def move(self, to: Point) -> None:
        """Put the pointer there."""
        ...

    def press(self, key: str) -> None:
        """Press and release a key, named as in pyautogui, or several at once ("ctrl+n").

        They go to the window under the pointer, or to the one in front.
        """
        ...

    def position(self) -> Point:
        """Where the pointer is."""
        ...

    def check(self) -> None:
        """Raise Stopped if the pointer is where the user puts it to stop minebot."""
        ...


class DryMouse:
    """A mouse that never touches anything: every use of it is an error."""

    def click(self, at: Point, button: Button) -> None:
        """Refuse."""
        raise MouseError(f"a dry run clicks nothing, and was asked to click {button} at {at.x}, {at.y}")

    def move(self, to: Point) -> None:
        """Refuse."""
        raise MouseError(f"a dry run moves nothing, and was asked to move to {to.x}, {to.y}")

    def press(self, key: str) -> None:
        """Refuse."""
        raise MouseError(f"a dry run presses nothing, and was asked to press {key}")

    def position(self) -> Point:
        """Nowhere: a dry run does not even ask."""
        return Point(-1, -1)

    def check(self) -> None:
        """Nothing: there is nothing to stop."""


class PyAutoGuiMouse:
    """The real mouse. Pushing it into a corner of the screen stops minebot (pyautogui's fail-safe)."""

    def __init__(self) -> None:
        self._gui = _load_pyautogui()

    def click(self, at: Point, button: Button) -> None:
        """Move there, make sure that the pointer arrived, press and release."""
        self.move(at)
        self._do(lambda: self._gui.click(button=button.value, _pause=False))

    def move(self, to: Point) -> None:
        """Put the pointer there; MouseError if it does not arrive, as on a monitor that the library cannot reach."""
        for _ in range(2):  # screens of unlike scale may need the move twice
            self._do(lambda: self._gui.moveTo(to.x, to.y, _pause=False))
            if self.position() == to:
                return
        raise MouseError(
            f"the pointer does not go to {to.x}, {to.y}; leave the mouse alone while minebot plays, "
            "and keep the window on the main monitor"
        )

    def press(self, key: str) -> None:
        """Press and release a key, or several at once."""
        self._do(lambda: self._gui.hotkey(*key.split("+"), _pause=False))

    def position(self) -> Point:
        """Where the pointer is."""
        x, y = self._do(self._gui.position)
        return Point(int(x), int(y))

    def check(self) -> None:
        """Raise Stopped if the pointer is in a corner of the screen: so the mouse is a brake."""
        if self.position() in map(tuple, self._gui.FAILSAFE_POINTS):
            raise Stopped(_IN_A_CORNER)

    def _do(self, action: Callable[[], _Result]) -> _Result:
        try:
            return action()
        except self._gui.FailSafeException:
            raise Stopped(_IN_A_CORNER) from None
        except Exception as error:  # noqa: BLE001 - each platform's part of the library raises errors of its own
            raise MouseError(f"the mouse does not obey ({_sentence(error)}); 'minebot doctor' tells why") from None


class XTestMouse(PyAutoGuiMouse):
    """The real mouse of an X server, without pyautogui's many questions: it asks the server 17 times a click."""

    def __init__(self) -> None:
        super().__init__()
        from minebot.play.wire import Wire  # noqa: PLC0415 - where there is no X server there is none of this

        self._wire = self._do(Wire)

    def click(self, at: Point, button: Button) -> None:
        """Move there, make sure that the pointer arrived, press and release."""
        self.move(at)
        number = list(Button).index(button) + 1
        self._do(lambda: self._wire.press(number))

    def move(self, to: Point) -> None:
        """Put the pointer there; MouseError if it does not arrive."""
        place = before = self._do(lambda: self._wire.move(to))
        late = time.monotonic() + _FROZEN
        while place != to:
            if place != before or time.monotonic() > late:  # somebody else moves it, or nothing does
                super().move(to)
                return
            time.sleep(0.001)
            place = self.position()

    def position(self) -> Point:
        """Where the pointer is."""
        return self._do(self._wire.position)


def real_mouse() -> PyAutoGuiMouse:
    """The mouse of this machine; MouseError where there is none."""
    return XTestMouse() if platform.system() == "Linux" else PyAutoGuiMouse()


def _load_pyautogui() -> ModuleType:
    be_dpi_aware()
    give_authority()
    if (why := no_mouse()) is not None:
        raise MouseError(why)
    try:
        import pyautogui  # noqa: PLC0415 - it opens the display when it is imported
    except (Exception, SystemExit) as error:  # noqa: BLE001 - without tkinter it ends the whole process, without display it raises KeyError
        raise MouseError(
            f"the mouse cannot be used ({_sentence(error)}); 'minebot doctor' tells what is missing on this machine"
        ) from None
    pyautogui.PAUSE = 0
    pyautogui.FAILSAFE = True
    gui: ModuleType = pyautogui
    return gui


def _sentence(error: BaseException) -> str:
    if isinstance(error, KeyError) and error.args == ("DISPLAY",):
        return "there is no display"
    return (str(error).strip().splitlines() or [type(error).__name__])[0].rstrip(".")
