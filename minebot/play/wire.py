"""The pointer of an X server, in the server's own bytes: a library that asks in objects takes longer than the server.

The X library opens the connection, with the authority that this takes; from then on the bytes are ours.
Source: X Window System Protocol (QueryPointer), XTEST Extension Protocol (XTestFakeInput).
"""

import struct
import threading
from enum import IntEnum

from Xlib.display import Display

from minebot.geometry import Point

_QUERY_POINTER, _FAKE_INPUT = 38, 2
_REQUEST_QUERY = struct.Struct("=BxHI")
_REQUEST_FAKE = struct.Struct("=BBHBBxxII8xhh8x")
_REPLY = struct.Struct("=BBxxIIIhh12x")
_ERROR, _ANSWER = 0, 1


class Event(IntEnum):
    """What a pointer can be made to do."""

    PRESS = 4
    RELEASE = 5
    MOTION = 6


class Wire:
    """A connection to the X server of the environment; OSError once the server has gone. Threads may share it."""

    def __init__(self) -> None:
        connection = Display()
        extension = connection.query_extension("XTEST")
        if extension is None:
            raise OSError("the X server has no XTEST extension")
        self._connection = connection  # it closes the socket when nobody holds it
        self._socket = connection.display.socket
        self._turn = threading.Lock()  # whoever asks is the one who is answered
        self._xtest, root = extension.major_opcode, connection.screen().root.id
        self._query = _REQUEST_QUERY.pack(_QUERY_POINTER, _REQUEST_QUERY.size // 4, root)

    def position(self) -> Point:
        """Where the pointer is."""
        return self._ask(self._query)

    def move(self, to: Point) -> Point:
        """Put the pointer there; where it is then."""
        return self._ask(self._fake(Event.MOTION, 0, to) + self._query)

    def press(self, button: int) -> None:
        """Press and release a button in one message: nothing can come between that leaves it held down."""
        with self._turn:
            self._socket.sendall(self._fake(Event.PRESS, button) + self._fake(Event.RELEASE, button))

    def _fake(self, event: Event, detail: int, at: tuple[int, int] = (0, 0)) -> bytes:
        return _REQUEST_FAKE.pack(self._xtest, _FAKE_INPUT, _REQUEST_FAKE.size // 4, event, detail, 0, 0, *at)

    def _ask(self, message: bytes) -> Point:
        with self._turn:
            self._socket.sendall(message)
            return self._answer()

    def _answer(self) -> Point:
        """The place in the next answer; events that the server sends to everyone are passed over."""
        while True:
            kind, *_, x, y = _REPLY.unpack(self._packet())
            if kind == _ANSWER:
                return Point(x, y)
            if kind == _ERROR:
                raise OSError("the X server refuses to move the pointer")

    def _packet(self) -> bytes:
        """The next 32 bytes, which is what all that is sent here takes."""
        packet = b""
        while len(packet) < _REPLY.size:
            part = self._socket.recv(_REPLY.size - len(packet))
            if not part:
                raise OSError("the X server has gone")
            packet += part
        return packet
