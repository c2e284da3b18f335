"""The light that lies on a board: pages dim or fade what lies behind a dialog, and so do programs that are paused.

A picture in another light is brought back to that of the theme which then explains it best.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from minebot.geometry import Lattice
from minebot.vision.arrays import Floats
from minebot.vision.cells import FAR, thumbnails_around
from minebot.vision.picture import Bgr
from minebot.vision.templates import TemplateSet
from minebot.vision.theme import Theme

_STRENGTHS = np.geomspace(0.35, 0.96, 26).astype(np.float32)  # steps of 4 %
_VEILS = (0.0, 255.0)  # black, white
_BRIGHTER = 0.7  # share of the distance as it stands that is left in a light that is worth a look


@dataclass(frozen=True, slots=True)
class Light:
    """What a colour c has become: `strength * c + (1 - strength) * veil`."""

    strength: float
    veil: float

    def taken_from(self, picture: Bgr) -> Bgr:
        """The picture as it was."""
        offset = (1 - self.strength) * self.veil
        lit = cv2.addWeighted(picture, 1 / self.strength, picture, 0, -offset / self.strength)
        return lit.astype(np.uint8)


def relit(picture: Bgr, lattice: Lattice, themes: Sequence[Theme]) -> Bgr | None:
    """The picture in the light in which a theme fits the board much better; None where there is no such light."""
    pitch, looks = thumbnails_around(picture, lattice)
    cells = np.stack(looks)
    lights = [Light(1, 0), *(Light(float(strength), veil) for veil in _VEILS for strength in _STRENGTHS)]
    distances = np.min([list(_distances(cells, theme.thumbnails(pitch), lights)) for theme in themes], axis=0)
    best = int(distances.argmin())
    return lights[best].taken_from(picture) if distances[best] < _BRIGHTER * distances[0] else None


def _distances(cells: Floats, templates: TemplateSet, lights: Sequence[Light]) -> Iterator[float]:
    """For each light, how far the cells (places, n, values) are from the templates at the best of the places."""
    places, count, values = cells.shape
    cells = cells.reshape(-1, values) * templates.weights
    squares, products = np.einsum("ij,ij->i", cells, cells)[:, None], cells @ templates.weighted.T
    whites, of_templates = cells @ templates.weights, templates.weighted @ templates.weights
    white = float(templates.weights @ templates.weights)
    for light in lights:
        lift, strength = (1 - light.strength) * light.veil, light.strength
        # |c - lift - strength t|^2, multiplied out
        far = squares - 2 * lift * whites[:, None] + lift**2 * white
        far = far + strength**2 * templates.norms - 2 * strength * (products - lift * of_templates)
        nearest = np.sqrt(np.maximum(far.min(1), 0) / values) / strength
        yield float(np.minimum(nearest, FAR).reshape(places, count).mean(1).min())
