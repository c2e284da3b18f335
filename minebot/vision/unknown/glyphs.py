"""Recognise what a cell shows without knowing the look: a small network, trained on boards drawn at random (training/).

patches = cut_patches(picture, lattice, cells)      # each cell with an eighth of its neighbours around it
recognise(patches)                                  # a probability for each class, and that the cell is open
"""

from dataclasses import dataclass
from enum import IntEnum
from functools import cache, cached_property
from pathlib import Path

import cv2
import numpy as np

from minebot.board import COVERED, EXPLODED, FLAG, MINE, QUESTION, WRONG_FLAG
from minebot.geometry import Lattice
from minebot.vision.arrays import Bools, Bytes, Floats, Ints
from minebot.vision.picture import Bgr
from minebot.vision.sampling import squares, within

CLASSES = ("none", *"12345678", "flag", "question", "mine", "exploded", "wrong", "foreign")
"""What the network tells apart. `none` is an empty cell, covered or open; `foreign` is what no cell shows."""


class Kind(IntEnum):
    """The places of those classes that are no digits; each digit has its own number."""

    NONE = CLASSES.index("none")
    FLAG = CLASSES.index("flag")
    QUESTION = CLASSES.index("question")
    MINE = CLASSES.index("mine")
    EXPLODED = CLASSES.index("exploded")
    WRONG = CLASSES.index("wrong")
    FOREIGN = CLASSES.index("foreign")


DIGITS, MARKS, MINES = slice(1, 9), slice(Kind.FLAG, Kind.QUESTION + 1), slice(Kind.MINE, Kind.EXPLODED + 1)
CODES = np.array([0, 1, 2, 3, 4, 5, 6, 7, 8, FLAG, QUESTION, MINE, EXPLODED, WRONG_FLAG, COVERED])
"""The code of each class, as `minebot.board` has them; `none` and `foreign` are settled elsewhere."""

UNDECIDED, BELIEVED, SETTLED = 0.5, 0.9, 0.99
"""Probability of what is known to be strange; from which a group may say what others are; and is not weighed again."""

SIDE = 32  # pixels of a patch
AROUND = 0.125  # of the pitch, on each side

Patches = Bytes
"""Cells as the network takes them: (n, SIDE, SIDE, 3)."""


def cut_patches(
    picture: Bgr, lattice: Lattice, cells: Ints, shares: tuple[float, float] = (1.0, 1.0), edge: int = 0
) -> Patches:
    """The cells, given as flat indices, each with `AROUND` of its neighbours on each side: (n, SIDE, SIDE, 3).

    Without the last axis where the picture has none. What lies beyond the picture repeats the picture's border. Or only
    the middle of each, of such shares of its width and height, as if that were the cell. Of the patches, so many pixels
    at each `edge` are left out.
    """
    finest = SIDE / (1 + 2 * AROUND)
    shrink = max(1, round(min(shares[0] * lattice.pitch_x, shares[1] * lattice.pitch_y) / finest))
    left, top = 0, 0
    if shrink > 1:  # averaged first: one pixel in three, picked by interpolation, would lose thin strokes
        picture, left, top = _shrunk(picture, lattice, shrink)
    rows, columns = np.divmod(cells, lattice.cols)
    inside_x, inside_y = (share * (within(SIDE, AROUND)[edge : SIDE - edge] - 0.5) + 0.5 for share in shares)
    # picture coordinates have their whole numbers in the middle of a pixel, hence the half
    at_x = (lattice.across(columns[:, None] + inside_x) - left) / shrink - 0.5
    at_y = (lattice.down(rows[:, None] + inside_y) - top) / shrink - 0.5
    return squares(picture, at_x.astype(np.float32), at_y.astype(np.float32))


def _shrunk(picture: Bgr, lattice: Lattice, factor: int) -> tuple[Bgr, int, int]:
    """The board and a cell around it, averaged over squares of `factor` pixels, and where that began."""
    height, width = picture.shape[:2]
    left, top = max(0, int(lattice.across(-1))), max(0, int(lattice.down(-1)))
    right, bottom = (
        min(width, int(lattice.across(lattice.cols + 1)) + 1),
        min(height, int(lattice.down(lattice.rows + 1)) + 1),
    )
    across, down = max(1, (right - left) // factor), max(1, (bottom - top) // factor)
    part = picture[top : top + down * factor, left : left + across * factor]
    small = cv2.resize(part, (across, down), interpolation=cv2.INTER_AREA)
    return small.astype(np.uint8), left, top


@dataclass(frozen=True, eq=False)
class Sight:
    """What the network sees: `classes` (n, len(CLASSES)) log-probabilities, `open` (n,) log-odds of an open cell."""

    classes: Floats
    open: Floats

    @cached_property
    def kinds(self) -> Ints:
        """The likeliest class of each: (n,)."""
        kinds: Ints = self.classes.argmax(1)
        kinds.flags.writeable = False
        return kinds

    @cached_property
    def likely(self) -> Floats:
        """The probability of that: (n,)."""
        likely: Floats = np.exp(self.classes.max(1))
        likely.flags.writeable = False
        return likely

    def against(self, which: Bools | slice, kinds: int | slice, odds: float) -> "Sight":
        """The same, with those log-odds against some classes of some of the patches."""
        classes = self.classes.copy()
        classes[which, kinds] -= odds
        return Sight(_normalised(classes), self.open)


def recognise(patches: Patches) -> Sight:
    """What the patches (n, SIDE, SIDE, 3) show, each looked at alone."""
    network = _network()
    network.setInput(np.ascontiguousarray(patches.transpose(0, 3, 1, 2), np.float32) / 255 - 0.5)
    scores = network.forward().astype(np.float32)
    classes = scores[:, :-1]
    return Sight(_normalised(classes - classes.max(1, keepdims=True)), scores[:, -1])


def _normalised(classes: Floats) -> Floats:
    """Log-probabilities that add up to 1, from any logarithms of weights."""
    logs: Floats = classes - np.log(np.exp(classes).sum(1, keepdims=True))
    return logs


@cache
def _network() -> cv2.dnn.Net:
    """The network, read once."""
    return cv2.dnn.readNetFromONNX(str(Path(__file__).with_name("glyphs.onnx")))
