"""The window beside the game, a process of its own: `python -m minebot.watch.painter` paints what is on its input.

A line of standard input is a scene as JSON, or `null` for no window; it says `ready` once it can open one, and ends
with its input. It takes no focus, and has no part in what the game gets of keyboard and mouse.
"""

import json
import queue
import sys
import threading
import tkinter as tk
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from minebot.watch.scene import Scene, Shape

_BEST, _LINE = "#1060ff", "#9a9a9a"
_PACE = 20  # milliseconds between two looks at the input


class Painter:
    """The window; what it shows is changed where it differs."""

    def __init__(self, root: tk.Tk) -> None:
        self._root = root
        root.withdraw()
        root.title("minebot watch")
        root.overrideredirect(boolean=True)  # no focus, no frame, no place in a task bar
        root.attributes("-topmost", 1)
        self._canvas = tk.Canvas(root, highlightthickness=0, background="#ffffff")
        self._canvas.pack(fill="both", expand=True)
        self._scene: Scene | None = None
        self._items: list[tuple[int, int]] = []
        self._text = 0

    def paint(self, scene: "Scene | None") -> None:
        """Show a scene; None hides the window."""
        if scene is None:
            self._root.withdraw()
            return
        if self._scene is None or _layout(self._scene) != _layout(scene):
            self._lay_out(scene)
        for items, shape in zip(self._items, scene["cells"], strict=True):
            self._fill(items, shape)
        self._canvas.itemconfigure(self._text, text=scene["text"])
        x, y, width, height = scene["place"]
        self._root.geometry(f"{width}x{height}+{x}+{y}")
        self._root.deiconify()
        self._root.lift()
        self._scene = scene

    def _lay_out(self, scene: "Scene") -> None:
        self._canvas.delete("all")
        font = ("TkDefaultFont", -scene["font"])
        self._items = [
            (self._canvas.create_polygon(*shape["corners"]), self._canvas.create_text(*shape["middle"], font=font))
            for shape in scene["cells"]
        ]
        self._text = self._canvas.create_text(6, scene["top"], anchor="nw", width=scene["place"][2] - 12)

    def _fill(self, items: tuple[int, int], shape: "Shape") -> None:
        polygon, text = items
        edge = {"outline": _BEST, "width": 3} if shape["best"] else {"outline": _LINE, "width": 1}
        self._canvas.itemconfigure(polygon, fill=shape["ground"], **edge)  # type: ignore[arg-type]
        self._canvas.itemconfigure(text, text=shape["text"], fill=shape["ink"])
        if shape["best"]:
            self._canvas.tag_raise(polygon)
            self._canvas.tag_raise(text)


def _layout(scene: "Scene") -> object:
    """What of a scene says where its shapes lie."""
    return [shape["corners"] for shape in scene["cells"]], scene["font"], scene["top"], scene["place"][2:]


def main() -> None:
    """Paint the last scene that came in, until the input ends."""
    root = tk.Tk(className="minebot")
    painter = Painter(root)
    scenes: queue.SimpleQueue[str] = queue.SimpleQueue()

    def listen() -> None:
        for line in sys.stdin:
            scenes.put(line)
        scenes.put("")

    def look() -> None:
        line = None
        while not scenes.empty():
            line = scenes.get()
        if line:
            painter.paint(json.loads(line))
        if line == "":
            root.destroy()
        else:
            root.after(_PACE, look)

    threading.Thread(target=listen, daemon=True).start()
    look()
    print("ready", flush=True)  # noqa: T201 - whoever started the window waits for this line
    root.mainloop()


if __name__ == "__main__":
    main()
