"""A witness of every press of a mouse button on a display: where it went, and whether that was a board or its face.

It listens with the X server's RECORD extension, so it sees what is sent to any window, and to none.
"""

import threading
import time
from contextlib import suppress

from Xlib import X
from Xlib.display import Display
from Xlib.ext import record
from Xlib.protocol import rq


class Witness:
    """The presses on a display while it is entered: `presses` holds (x, y, button), in order."""

    def __init__(self, display):
        self._display = display
        self.presses = []

    def __enter__(self):
        self._control, self._data = Display(self._display), Display(self._display)
        everything = {
            "core_requests": (0, 0),
            "core_replies": (0, 0),
            "ext_requests": (0, 0, 0, 0),
            "ext_replies": (0, 0, 0, 0),
            "delivered_events": (0, 0),
            "device_events": (X.ButtonPress, X.ButtonPress),
            "errors": (0, 0),
            "client_started": False,
            "client_died": False,
        }
        self._context = self._data.record_create_context(0, [record.AllClients], [everything])
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_):
        with suppress(Exception):  # the display may have gone before
            self._control.record_disable_context(self._context)
            self._control.flush()
            self._thread.join(2)
        for connection in (self._control, self._data):
            with suppress(Exception):
                connection.close()

    def _listen(self):
        with suppress(Exception):
            self._data.record_enable_context(self._context, self._note)

    def _note(self, reply):
        data = reply.data
        while len(data):
            event, data = rq.EventField(None).parse_binary_value(data, self._data.display, None, None)
            self.presses.append((event.root_x, event.root_y, event.detail))

    def outside(self, *areas):
        """The presses that hit none of these rectangles of the screen (x, y, width, height)."""
        time.sleep(0.1)  # what was sent last is still on its way
        return [
            (x, y, button)
            for x, y, button in self.presses
            if not any(left <= x < left + width and top <= y < top + height for left, top, width, height in areas)
        ]
