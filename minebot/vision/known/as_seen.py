"""How a picture shows a theme: as it is, blurred, moved by part of a pixel, or enlarged from another size."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache, partial

from minebot.geometry import Lattice
from minebot.vision.cells import Fit, Fitter, in_whole_pixels
from minebot.vision.known.compressed import quality_of
from minebot.vision.picture import Bgr
from minebot.vision.theme import SHARP, Enlarged, Softness

SHARPLY = 4.0
"""Mean colour distance up to which a theme is as it is in the picture."""

SOFTLY = 18.0
"""The same up to which it may be blurred there, or enlarged: beyond that it may be another program's."""

_SOFTNESSES = tuple((by, by) for by in (0.0, 0.5, 0.7, 1.0, 1.4))  # pixels by which a picture may be blurred
_MOVED = 0.7  # the same in the one direction in which it was moved by part of a pixel
_ANOTHER = 1.5 * SOFTLY  # distance from which it is another program's theme: what is done to pictures adds less
_SOFTER = 0.9  # share of its distance that a theme must be nearer to be blurred or enlarged
_HARDLY_LIKE = 17.0  # distance from which a theme is hardly the true one if no blur brings it nearer
_PLAINLY = 0.5  # share of the distance that is left where cells of whole pixels were enlarged all the same
_ROUGHLY = 0.5, 0.1  # pixels by which a lattice that is nearly right is shifted, to tell which way is best
_NEXT = 0.1  # share of a cell's pixels that is about half way to the next number of them that is tried
_KEPT = 2  # fitters, with what they cut out: that of the way that is tried, and of the one before it
_UNEXPLAINED = 8.0  # distance from which it is tried whether it was


def as_seen(picture: Bgr, sharp: Fit) -> Fit:
    """The fit of the theme as blurred, or as enlarged, as it is in the picture; the same one where it is neither."""
    if sharp.distance <= SHARPLY or (sharp.distance > _ANOTHER and not sharp.theme.stippled):
        return sharp
    tries = _Tries(picture, sharp)
    closest = tries.closest(None)
    quality = quality_of(picture, sharp)
    if quality is None:
        closest = _closer(picture, tries, closest)
    seen = closest if closest.distance < min(SOFTLY, _SOFTER * sharp.distance) else sharp
    return replace(seen, quality=quality)


class _Tries:
    """The fits of one theme about one lattice, blurred and enlarged in many ways.

    These look at the same places again and again: what they cut out of the picture there is kept among them.
    """

    def __init__(self, picture: Bgr, sharp: Fit) -> None:
        self.sharp = sharp
        self._fitter = lru_cache(_KEPT)(partial(Fitter, picture))

    def closest(self, enlarged: Enlarged | None) -> Fit:
        """The fit of the theme where the picture was blurred by as many pixels as explain most, or by none."""
        closest = min(_SOFTNESSES, key=lambda by: self.fit(by, enlarged, _ROUGHLY).distance)
        return self.fit(closest, enlarged)

    def fit(self, softness: Softness, enlarged: Enlarged | None, steps: Sequence[float] | None = None) -> Fit:
        """The fit of the theme where the picture was blurred by so many pixels, or enlarged; shifted by those steps."""
        return self.fit_at(self.sharp.lattice, softness, enlarged, steps)

    def fit_at(
        self, lattice: Lattice, softness: Softness, enlarged: Enlarged | None, steps: Sequence[float] | None = None
    ) -> Fit:
        """The same about another lattice."""
        theme = self.sharp.theme.seen(softness, enlarged)
        return self._fitter(lattice, enlarged).fine(replace(self.sharp, theme=theme, lattice=lattice), steps)

    def settled(self, fit: Fit) -> Fit:
        """A fit from where it has moved to: there its cells may be nearer to other templates than where it began."""
        again = self._fitter(fit.lattice, fit.theme.enlarged).fine(fit)
        return self.settled(again) if again.distance < _SOFTER * fit.distance else fit


def _closer(picture: Bgr, tries: _Tries, closest: Fit) -> Fit:
    """The fit of the theme where the picture was moved, or brought from another size, if that explains more."""
    sharp = tries.sharp
    # up to which something smooth may make it the right theme; in another light, of the true one 16.5 was seen
    most = SOFTLY if closest.distance < _SOFTER * sharp.distance else _HARDLY_LIKE
    if _UNEXPLAINED < closest.distance < most:
        closest = min(closest, *_moved_one_way(tries), key=lambda fit: fit.distance)
    pitch = in_whole_pixels(sharp.lattice).pitch_x
    # cells that may be as they were drawn: in few pixels, noise is less, whatever the picture was brought from
    limit = closest.distance * (_PLAINLY if sharp.theme.keeps_pixels and pitch == round(pitch) else 1.0)
    if limit <= _PLAINLY * SHARPLY:
        return closest
    ways = [True] if closest.distance < most else []
    if _is_of_blocks(picture, sharp.lattice):
        ways.append(False)
    brought = [_brought_back(tries, pitch, smooth=smooth) for smooth in ways]
    nearest = tries.settled(min(brought, key=lambda fit: fit.distance, default=closest))
    return nearest if nearest.distance < limit else closest


def _moved_one_way(tries: _Tries) -> Iterator[Fit]:
    """The fits of the theme where the picture was moved by part of a pixel down, or across, alone: else it is sharp."""
    found, whole = tries.sharp.lattice, in_whole_pixels(tries.sharp.lattice)
    for beside in (-1, 0, 1):
        for lattice, softness in (
            (replace(found, x=whole.x + beside, pitch_x=whole.pitch_x), (0.0, _MOVED)),
            (replace(found, y=whole.y + beside, pitch_y=whole.pitch_y), (_MOVED, 0.0)),
        ):
            yield tries.fit_at(lattice, softness, None)


def _brought_back(tries: _Tries, pitch: float, *, smooth: bool) -> Fit:
    """The fit of the theme where the picture was enlarged, smoothly, and blurred as well, or not; if it can be."""
    side = _side(tries, pitch, smooth=smooth)
    if side is None:
        return tries.sharp
    enlarged = Enlarged(side, smooth)
    return tries.closest(enlarged) if smooth else tries.fit(SHARP, enlarged)


def _is_of_blocks(picture: Bgr, lattice: Lattice) -> bool:
    """Whether some pixels became blocks there: columns, and rows, that are the same as the next one all along."""
    left, top, width, height = lattice.bbox
    board = picture[max(0, top) : top + height, max(0, left) : left + width]
    return all((each[1:] == each[:-1]).all((1, 2)).any() for each in (board, board.swapaxes(0, 1)))


def _side(tries: _Tries, pitch: float, *, smooth: bool) -> int | None:
    """The pixels of a cell that the picture may be enlarged from: those from which the theme fits best, if any."""

    @cache
    def distance(side: int) -> float:
        return tries.fit(SHARP, Enlarged(side, smooth), _ROUGHLY).distance

    theme = tries.sharp.theme
    sides = theme.sides_beside(pitch)
    if len(sides) < 2:
        return next(iter(sides), None)
    best = min(sides, key=distance)
    step = round(best * _NEXT) if theme.keeps_pixels else 0
    while step:
        best = min((best, best - step, best + step), key=distance)
        step //= 2
    return best
