"""What cells show by their looks alone. A look is compared with the theme once, and known again after that.

looks = Looks(theme, templates)
looks.read(cells)                   # what each cell shows, and how sure that is
"""

from dataclasses import dataclass

import numpy as np

from minebot.vision.arrays import Bools, Bytes, Floats, Ints
from minebot.vision.cells import Matches, match
from minebot.vision.distinct import Words, as_words, distinct_words, keys_of
from minebot.vision.reading import DOUBTFUL_BELOW
from minebot.vision.theme import Theme
from minebot.vision.themes.templates import TemplateSet

_MOST = 2048  # looks that are remembered: a gradient over an expert board gives each of its cells a look or two
_GROUND = 30.0  # colours by which the ground behind a symbol may differ: 17 was seen on true cells, 49 on others
_AHEAD, _AHEAD_IN_NOISE = 0.6, 0.4  # margins with which a symbol leads; the latter where all cells are as far off
_ROOM = 1.4  # times the usual distance of a board's cells that one of them may be off
_REACH, _FARTHER = 0.4, 1.5  # share of the distance of what is next, and times the usual, that a symbol may be off
_EXACT = 1.0  # colour distance up to which a cell is its template
_EXTRA = 18.0  # contrast in the middle of an empty cell: JPEG and noise leave 11, a quarter of it lain over 22
_CONTRAST = 0.4  # share of its template's contrast that a cell must have; blur at 125 % leaves 0.8


@dataclass(frozen=True, slots=True)
class Sights:
    """What cells show: `codes` as in `minebot.board`, `confidence` from 0 to 1, `losing` where it tells of a loss.

    `grounds` is how far the ground behind the symbol is from that of its template, as a colour distance, and `exact`
    are the cells that are their templates, lines and all.
    """

    codes: Ints
    confidence: Floats
    losing: Bools
    grounds: Floats
    exact: Bools

    @classmethod
    def blank(cls, count: int) -> "Sights":
        """Room for so many cells."""
        (confidence, grounds), (losing, exact) = np.zeros((2, count), np.float32), np.zeros((2, count), bool)
        return cls(np.zeros(count, np.int64), confidence, losing, grounds, exact)

    def of(self, cells: Ints) -> "Sights":
        """The sights of some of the cells."""
        looks = self.losing[cells], self.grounds[cells], self.exact[cells]
        return Sights(self.codes[cells], self.confidence[cells], *looks)

    def with_those_of(self, cells: Ints, sights: "Sights") -> "Sights":
        """The same, with those of some of the cells replaced."""
        looks = self.losing.copy(), self.grounds.copy(), self.exact.copy()
        changed = Sights(self.codes.copy(), self.confidence.copy(), *looks)
        changed.put(cells, sights)
        return changed

    def put(self, cells: Ints, sights: "Sights") -> None:
        """Replace those of some of the cells."""
        self.codes[cells], self.confidence[cells] = sights.codes, sights.confidence
        self.losing[cells], self.grounds[cells] = sights.losing, sights.grounds
        self.exact[cells] = sights.exact


class Looks:
    """The looks of a theme's cells at one size: the latest ones are remembered, byte for byte."""

    def __init__(self, theme: Theme, templates: TemplateSet) -> None:
        self._theme, self._templates = theme, templates
        self._slots: dict[int, int] = {}  # where the look of a key is kept
        self._keys = [-1] * _MOST
        self._next = 0
        self._sights = Sights.blank(_MOST)
        words = -(-templates.tiles.shape[1] // 8)
        self._words = np.zeros((_MOST, words), np.uint64)

    def read(self, cells: Bytes) -> Sights:
        """What cells (n, size * size * 3) show."""
        words = as_words(cells)
        keys = keys_of(words).tolist()
        slots = np.array([self._slots.get(key, -1) for key in keys])
        # keys may agree by chance, bytes do not
        known = (slots >= 0) & (self._words[slots] == words).all(1)
        sights = self._sights.of(slots)
        new = np.flatnonzero(~known)
        if len(new):
            first, of = distinct_words(words[new], np.array(keys, np.uint64)[new])
            seen = self._compare(cells[new[first]])
            sights.put(new, seen.of(of))
            self._remember([keys[place] for place in new[first].tolist()], words[new[first]], seen)
        return sights

    def learn(self, cells: Bytes, sights: Sights) -> None:
        """From now on cells of just these looks show that; looks of another size never do."""
        words = as_words(cells)
        if words.shape[1] != self._words.shape[1]:
            return
        keys = keys_of(words)
        first, _ = distinct_words(words, keys)
        self._remember(keys[first].tolist(), words[first], sights.of(first))

    def _compare(self, cells: Bytes) -> Sights:
        # whole numbers add up exactly in 64 bits: so a look is judged alike, whichever cells are compared along with it
        exact = cells.astype(np.float64)
        matches = match(exact, self._templates.in_64_bits)  # type: ignore[arg-type]  # it takes 32 bits as a rule
        losing = np.array([symbol in self._theme.losing for symbol in matches.symbols], bool)
        same = (matches.distances <= _EXACT) & np.isfinite(matches.contrasts)
        return Sights(matches.codes, _confidence_on_board(matches, self._theme), losing, matches.grounds, same)

    def _remember(self, keys: list[int], words: Words, sights: Sights) -> None:
        """Keep looks, in the places of those that are there longest."""
        slots = (self._next + np.arange(min(len(keys), _MOST))) % _MOST
        for slot, key in zip(slots.tolist(), keys, strict=False):
            if self._slots.get(self._keys[slot]) == slot:
                del self._slots[self._keys[slot]]
            self._slots[key], self._keys[slot] = slot, key
        self._words[slots] = words[: len(slots)]
        self._sights.put(slots, sights.of(np.arange(len(slots))))
        self._next = (self._next + len(slots)) % _MOST


def confidence(matches: Matches, theme: Theme) -> Floats:
    """From 0 to 1: how far the best symbol leads the next, for cells of which it is not known whether they are any.

    Less where even the best, or the ground behind it, is far off, or where the cell is plain and the symbol is not.
    """
    return _plausible(matches, theme.reject, _GROUND, _EXTRA) / (1 + matches.ratios**4)


def _confidence_on_board(matches: Matches, theme: Theme) -> Floats:
    """The same for the cells of a board, where what is in all of them alike, noise and blur, says nothing of any."""
    usual = _ROOM * theme.noise
    enough = np.where(matches.distances < usual, _AHEAD_IN_NOISE, _AHEAD)
    lead = np.maximum(1 / (1 + matches.ratios**4), np.clip(DOUBTFUL_BELOW * matches.margins / enough, 0, 1))
    # what is like nothing else may be farther off itself
    reach = np.clip(_REACH * matches.others, max(theme.reject, usual), max(_FARTHER * theme.reject, usual))
    ground = np.clip(_REACH * matches.others, _GROUND, _FARTHER * _GROUND)
    return _plausible(matches, reach, ground, max(_EXTRA, usual)) * lead.astype(np.float32)


def _plausible(matches: Matches, reach: Floats | float, ground: Floats | float, extra: float) -> Floats:
    """From 0 to 1: less where cells are farther off than `reach`, their grounds than `ground`, or they are plain.

    And where an empty cell shows more than `extra` beside what is drawn in it.
    """
    near = np.minimum(1, reach / np.maximum(matches.distances, 1e-6)) ** 2
    level = np.minimum(1, ground / np.maximum(matches.grounds, 1e-6)) ** 2
    # a plain patch can be nearer to an 8 than to anything else, but an 8 has lines, and not only at its border
    drawn = np.minimum(1, np.minimum(matches.contrasts, matches.middles) / _CONTRAST) ** 2
    # and what lies over a part of a cell may leave it nearer to an empty one than to anything else
    empty = np.minimum(1, extra / np.maximum(matches.extra, 1e-6)) ** 2
    plausible: Floats = (near * level * drawn * empty).astype(np.float32)
    return plausible
