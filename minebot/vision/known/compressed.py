"""How far a board is off its theme, beyond what JPEG has made of it.

JPEG changes fine borders in strong colours more than another program's look would. But it does so in one way: the
board, drawn as it was read and compressed as much, is what the picture shows to the pixel, and no other look is.
"""

from collections.abc import Sequence
from functools import cache

import cv2
import numpy as np

from minebot.geometry import Lattice
from minebot.vision.arrays import Floats, Ints
from minebot.vision.cells import FAR, Fit, in_whole_pixels, mean_distance
from minebot.vision.known.nearness import match_all
from minebot.vision.picture import Bgr
from minebot.vision.theme import Theme

_QUALITIES, _FINER = range(30, 96, 10), (5, 2, 1)  # that are tried, and how much more or less than the best of them
_EXPLAINING = 0.5  # share of a theme's distance that is left where JPEG explains it; 0.01 to 0.2 is usual
_BLOCK = 16  # pixels of the squares by which JPEG keeps colours
_PATCH = 192  # pixels of a board that tell how it was compressed


def quality_of(picture: Bgr, fit: Fit) -> int | None:
    """The quality of JPEG by which a theme that is drawn there becomes like the picture; None where none does.

    Only cells of whole pixels are asked: a picture that was enlarged was compressed before or after that.
    """
    lattice = in_whole_pixels(fit.lattice)
    if not _is_whole(picture, lattice):
        return None
    patch = _middle(lattice)
    drawn = _drawn(match_all(picture, patch, fit.theme).symbols, patch, fit.theme)

    @cache
    def distance(quality: int | None) -> float:
        return mean_distance(_distances(picture, patch, drawn, quality))

    best, limit = min(_QUALITIES, key=distance), min(fit.distance, distance(None))
    if distance(best) >= limit:
        return None
    for step in _FINER:
        best = min((best, best - step, best + step), key=distance)
    return best if distance(best) < _EXPLAINING * limit else None


def compressed_distances(picture: Bgr, fit: Fit, codes: Ints, quality: int) -> Floats:
    """For each cell, how far it is from what it is most like, once that is drawn sharp, and compressed so much.

    As far as can be, where that is not what it was read as (`codes`).
    """
    lattice, theme = in_whole_pixels(fit.lattice), fit.theme.sharp or fit.theme
    matches = match_all(picture, lattice, theme)
    off = matches.distances  # of lines beyond the picture
    if _is_whole(picture, lattice):
        off = _distances(picture, lattice, _drawn(matches.symbols, lattice, theme), quality)
    return np.where(matches.codes == codes, off, np.float32(FAR))


def _is_whole(picture: Bgr, lattice: Lattice) -> bool:
    """Whether all cells are squares of whole pixels within the picture."""
    left, top, width, height = lattice.bbox
    side = round(lattice.pitch_x)
    whole = (lattice.x, lattice.y, lattice.pitch_x, lattice.pitch_y) == (left, top, side, side)
    return lattice.is_within(picture.shape) and whole and (width, height) == (lattice.cols * side, lattice.rows * side)


def _middle(lattice: Lattice) -> Lattice:
    """The cells in the middle of a lattice, as many as tell."""
    most = max(2, round(_PATCH / lattice.pitch_x))
    (left, right), (top, bottom) = (
        ((lines - min(lines, most)) // 2, (lines + min(lines, most)) // 2) for lines in (lattice.cols, lattice.rows)
    )
    return lattice.widened(left, right, top, bottom)


def _drawn(symbols: Sequence[str], lattice: Lattice, theme: Theme) -> Bgr:
    """The cells of a lattice that show these symbols, as the theme draws them."""
    side = round(lattice.pitch_x)
    tiles = np.stack([theme.tile(symbol, side) for symbol in symbols])
    return tiles.reshape(lattice.rows, lattice.cols, side, side, 3).swapaxes(1, 2).reshape(lattice.rows * side, -1, 3)


def _distances(picture: Bgr, lattice: Lattice, drawn: Bgr, quality: int | None) -> Floats:
    """How far the cells of the picture are from those drawn, once these are compressed where they lie, if at all."""
    left, top, width, height = lattice.bbox
    first_x, first_y = left // _BLOCK * _BLOCK, top // _BLOCK * _BLOCK
    part = np.s_[top - first_y : top - first_y + height, left - first_x : left - first_x + width]
    shown = picture[first_y : top + height + _BLOCK, first_x : left + width + _BLOCK]
    redrawn = shown.copy()
    redrawn[part] = drawn
    off = shown[part].astype(np.float32) - (redrawn if quality is None else _compressed(redrawn, quality))[part]
    cells = off.reshape(lattice.rows, height // lattice.rows, lattice.cols, -1)
    distances: Floats = np.sqrt((cells**2).mean((1, 3))).ravel()
    return distances


def _compressed(picture: Bgr, quality: int) -> Bgr:
    packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
