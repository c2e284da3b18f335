"""The ground of cells: a line beside a board belongs to it only where its cells have colours that the board has."""

import numpy as np
import numpy.typing as npt

from minebot.geometry import Lattice
from minebot.vision.picture import Bgr

_CORNERS = (0.22, 0.78)  # of a cell: inside the bevel, outside the digit
_STEP = 16  # of 255: colours in the same or a neighbouring step are the same; gradients change by 6 from row to row
_USUAL = 0.02  # share of the points that must have a colour that is a ground
_POINTS = 3  # of the four that must have a colour of the board


def known_grounds(picture: Bgr, lattice: Lattice, margin: int) -> npt.NDArray[np.bool_]:
    """Whether each cell, and those up to `margin` lines beyond, has the ground of a cell: (rows, columns)."""
    colours = _colours(picture, lattice, margin)
    inner = colours[:, margin:-margin, margin:-margin].reshape(-1, 3)
    steps = 256 // _STEP + 2
    place = ((inner + 1) * (steps**2, steps, 1)).sum(axis=1)
    # digits and mines reach some corners, and have colours that text beside the board has too
    known = np.bincount(place, minlength=steps**3).reshape(steps, steps, steps) >= max(2, _USUAL * len(inner))
    for axis in range(3):
        known |= np.roll(known, 1, axis) | np.roll(known, -1, axis)
    found = known[tuple(np.moveaxis(colours + 1, -1, 0))]
    grounds: npt.NDArray[np.bool_] = found.sum(axis=0) >= _POINTS
    return grounds


def _colours(picture: Bgr, lattice: Lattice, margin: int) -> npt.NDArray[np.int64]:
    """The steps of colour at four points of each cell: (points, rows, columns, channels)."""
    rows, cols = (np.arange(-margin, count + margin) for count in (lattice.rows, lattice.cols))
    points = []
    for down in _CORNERS:
        for across in _CORNERS:
            y = np.clip(lattice.down(rows + down), 0, picture.shape[0] - 1).astype(np.int64)
            x = np.clip(lattice.across(cols + across), 0, picture.shape[1] - 1).astype(np.int64)
            points.append(picture[np.ix_(y, x)].astype(np.int64) // _STEP)
    return np.stack(points)
