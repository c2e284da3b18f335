"""The light that lies on a board: pages dim or fade what lies behind a dialog, and so do programs that are paused.

A picture in another light is brought back to that of the theme which then explains it best.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import NamedTuple

import cv2
import numpy as np

from minebot.geometry import Lattice
from minebot.vision.arrays import Bools, Floats
from minebot.vision.cells import FAR, Cutter, all_cells, thumbnails
from minebot.vision.picture import Bgr
from minebot.vision.theme import Theme
from minebot.vision.themes.templates import TemplateSet

_STRENGTHS = np.geomspace(0.35, 0.96, 26).astype(np.float32)  # steps of 4 %
_CLOSER = np.linspace(0.98, 1.02, 9).tolist()  # what is between them
_BETWEEN = 4.0  # colour distance that half a step makes
_VEILS = (0.0, 255.0)  # black, white
_REACH, _PLACES = 3.0, 7  # pixels by which the lattice may be off, and places that are tried across them
_FAR, _FARTHEST = 20.0, 32.0  # mean colour distance up to which a theme is worth a look, and up to which the nearest is
_BEYOND, _WASHED_OUT = 24.0, 0.2  # of 255: beyond white or black; and the share of a cell that is
_LARGE = 30.0  # pixels of a cell from which it may be off by more


@dataclass(frozen=True, slots=True)
class Light:
    """What a colour c has become: `strength * c + lift`."""

    strength: float
    veil: float

    def times(self, share: float) -> "Light":
        """The light, so much stronger; that in which nothing was changed stays what it is."""
        return self if self.strength == 1 else replace(self, strength=self.strength * share)

    @property
    def lift(self) -> float:
        """What the veil adds."""
        return (1 - self.strength) * self.veil

    def taken_from(self, picture: Bgr) -> Bgr:
        """The picture as it was."""
        lit = cv2.addWeighted(picture, 1 / self.strength, picture, 0, -self.lift / self.strength)
        return lit.astype(np.uint8)

    def washed_out(self, picture: Bgr, lattice: Lattice) -> Bools:
        """The cells that are brighter than white or darker than black where the light is taken off: (n,).

        What they show is lost then. No such cell was there before the light fell on it.
        """
        darkest, brightest = (self.lift + self.strength * limit for limit in (-_BEYOND, 255 + _BEYOND))
        inside = cv2.inRange(picture, (darkest,) * 3, (brightest,) * 3)
        within = np.repeat(inside[:, :, None], 3, axis=2).astype(np.uint8)
        cells = Cutter.of(within, lattice).cut_bytes(lattice, all_cells(lattice))
        washed: Bools = cells.reshape(len(cells), -1).mean(1) < 255 * (1 - _WASHED_OUT)
        return washed


class Lit(NamedTuple):
    """The light in which a theme does best, how far off it is then, and where its cells lie."""

    distance: float
    light: Light
    theme: Theme
    lattice: Lattice


def best_lights(picture: Bgr, lattice: Lattice, themes: Sequence[Theme]) -> Iterator[Lit]:
    """For each theme that may fit, the light in which it does best; worked out as it is asked for.

    The theme that fits best comes first.
    Edges that are faint, or lie on one side of the cells, leave a lattice off by up to a quarter of a cell.
    """
    reach = np.linspace(-_REACH, _REACH, _PLACES)
    if lattice.pitch_x > _LARGE:
        reach = reach * lattice.pitch_x / _LARGE
    lattices = [lattice.moved(dx, dy) for dx, dy in product(reach.tolist(), repeat=2)]
    pitch, looks = thumbnails(picture, lattices, step=4)
    cells = np.stack(looks)
    lights = [Light(1, 0), *(Light(float(strength), veil) for veil in _VEILS for strength in _STRENGTHS)]
    found = []
    for theme in themes:
        distances = _distances(cells, theme.thumbnails(pitch), lights)
        light, place = np.unravel_index(distances.argmin(), distances.shape)
        likely = [lights[each] for each in np.flatnonzero(distances[:, place] < distances[light, place] + _BETWEEN)]
        found.append((float(distances[light, place]), theme, likely, lattices[place]))
    found.sort(key=lambda each: each[0])
    near = [each for number, each in enumerate(found) if each[0] < (_FAR if number else _FARTHEST)]
    for distance, theme, likely, moved in near:
        yield Lit(distance, _closer(picture, theme, likely, moved), theme, moved)


def _closer(picture: Bgr, theme: Theme, likely: Sequence[Light], lattice: Lattice) -> Light:
    """The best of the lights about the likely ones, by more cells: shades of one symbol may pass for each other."""
    pitch, looks = thumbnails(picture, [lattice], step=1)
    lights = [light.times(share) for light in likely for share in _CLOSER]
    return lights[_distances(np.stack(looks), theme.thumbnails(pitch), lights)[:, 0].argmin()]


def _distances(cells: Floats, templates: TemplateSet, lights: Sequence[Light]) -> Floats:
    """How far the cells (places, n, values) are from the templates: (lights, places)."""
    places, count, values = cells.shape
    cells = cells.reshape(-1, values) * templates.weights
    whites, of_templates = cells @ templates.weights, templates.weighted @ templates.weights
    white = float(templates.weights @ templates.weights)
    strengths, lifts = (
        np.array(each, np.float32)[:, None]
        for each in ([light.strength for light in lights], [light.lift for light in lights])
    )
    # |c - lift - strength t|^2, multiplied out: what depends on both, on the template, and on the cell
    products = -2 * templates.weighted @ cells.T
    of_light = strengths**2 * templates.norms + 2 * strengths * lifts * of_templates
    squares = np.einsum("ij,ij->i", cells, cells) - 2 * lifts * whites + lifts**2 * white
    least = np.stack([(s * products + t[:, None]).min(0) for s, t in zip(strengths, of_light, strict=True)])
    nearest = np.sqrt(np.maximum(least + squares, 0) / values) / strengths
    distances: Floats = np.minimum(nearest, FAR).reshape(len(lights), places, count).mean(2)
    return distances
