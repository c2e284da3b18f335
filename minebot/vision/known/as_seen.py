"""How a picture shows a theme: as it is, blurred, moved by part of a pixel, or enlarged from another size."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

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
_PLAINLY = 0.5  # share of the distance that is left where cells of whole pixels were enlarged all the same
_ROUGHLY = 0.5, 0.1  # pixels by which a lattice that is nearly right is shifted, to tell which way is best
_NEXT = 0.1  # share of a cell's pixels that is about half way to the next number of them that is tried
_UNEXPLAINED = 8.0  # distance from which it is tried whether it was


def as_seen(picture: Bgr, sharp: Fit) -> Fit:
    """The fit of the theme as blurred, or as enlarged, as it is in the picture; the same one where it is neither."""
    if sharp.distance <= SHARPLY or (sharp.distance > _ANOTHER and not sharp.theme.stippled):
        return sharp
    closest = _closest(picture, sharp, None)
    quality = quality_of(picture, sharp)
    if quality is None:
        closest = _closer(picture, sharp, closest)
    seen = closest if closest.distance < min(SOFTLY, _SOFTER * sharp.distance) else sharp
    return replace(seen, quality=quality)


def _closer(picture: Bgr, sharp: Fit, closest: Fit) -> Fit:
    """The fit of the theme where the picture was moved, or brought from another size, if that explains more."""
    if _UNEXPLAINED < closest.distance < SOFTLY:
        closest = min(closest, *_moved_one_way(picture, sharp), key=lambda fit: fit.distance)
    pitch = in_whole_pixels(sharp.lattice).pitch_x
    # cells that may be as they were drawn: in few pixels, noise is less, whatever the picture was brought from
    limit = closest.distance * (_PLAINLY if sharp.theme.keeps_pixels and pitch == round(pitch) else 1.0)
    if limit <= _PLAINLY * SHARPLY:
        return closest
    ways = [True] if closest.distance < SOFTLY else []  # beyond that nothing smooth makes it the right theme
    if _is_of_blocks(picture, sharp.lattice):
        ways.append(False)
    tries = [_brought_back(picture, sharp, pitch, smooth=smooth) for smooth in ways]
    brought = min(tries, key=lambda fit: fit.distance, default=closest)
    brought = _settled(picture, brought)
    return brought if brought.distance < limit else closest


def _moved_one_way(picture: Bgr, sharp: Fit) -> Iterator[Fit]:
    """The fits of the theme where the picture was moved by part of a pixel down, or across, alone: else it is sharp."""
    found, whole = sharp.lattice, in_whole_pixels(sharp.lattice)
    for beside in (-1, 0, 1):
        for lattice, softness in (
            (replace(found, x=whole.x + beside, pitch_x=whole.pitch_x), (0.0, _MOVED)),
            (replace(found, y=whole.y + beside, pitch_y=whole.pitch_y), (_MOVED, 0.0)),
        ):
            yield _as(picture, replace(sharp, lattice=lattice), softness, None)


def _brought_back(picture: Bgr, sharp: Fit, pitch: float, *, smooth: bool) -> Fit:
    """The fit of the theme where the picture was enlarged, smoothly, and blurred as well, or not; if it can be."""
    side = _side(picture, sharp, pitch, smooth=smooth)
    if side is None:
        return sharp
    enlarged = Enlarged(side, smooth)
    return _closest(picture, sharp, enlarged) if smooth else _as(picture, sharp, SHARP, enlarged)


def _is_of_blocks(picture: Bgr, lattice: Lattice) -> bool:
    """Whether some pixels became blocks there: columns, and rows, that are the same as the next one all along."""
    left, top, width, height = lattice.bbox
    board = picture[max(0, top) : top + height, max(0, left) : left + width]
    return all((each[1:] == each[:-1]).all((1, 2)).any() for each in (board, board.swapaxes(0, 1)))


def _side(picture: Bgr, sharp: Fit, pitch: float, *, smooth: bool) -> int | None:
    """The pixels of a cell that the picture may be enlarged from: those from which the theme fits best, if any."""

    @cache
    def distance(side: int) -> float:
        return _as(picture, sharp, SHARP, Enlarged(side, smooth), _ROUGHLY).distance

    sides = sharp.theme.sides_beside(pitch)
    if len(sides) < 2:
        return next(iter(sides), None)
    best = min(sides, key=distance)
    step = round(best * _NEXT) if sharp.theme.keeps_pixels else 0
    while step:
        best = min((best, best - step, best + step), key=distance)
        step //= 2
    return best


def _settled(picture: Bgr, fit: Fit) -> Fit:
    """The fit from where it has moved to: there its cells may be nearer to other templates than where it began."""
    again = Fitter(picture, fit.lattice, fit.theme.enlarged).fine(fit)
    return _settled(picture, again) if again.distance < _SOFTER * fit.distance else fit


def _closest(picture: Bgr, sharp: Fit, enlarged: Enlarged | None) -> Fit:
    """The fit of the theme where the picture was blurred by as many pixels as explain most, or by none."""
    closest = min(_SOFTNESSES, key=lambda by: _as(picture, sharp, by, enlarged, _ROUGHLY).distance)
    return _as(picture, sharp, closest, enlarged)


def _as(
    picture: Bgr, sharp: Fit, softness: Softness, enlarged: Enlarged | None, steps: Sequence[float] | None = None
) -> Fit:
    """The fit of the theme where the picture was blurred by so many pixels, or enlarged; shifted by those steps."""
    theme = sharp.theme.seen(softness, enlarged)
    return Fitter(picture, sharp.lattice, enlarged).fine(replace(sharp, theme=theme), steps)
