"""Boards of one look, read together: what one picture leaves open another one tells.

sheets (a picture and its lattice each) -> groups of cells that look alike, over all sheets -> what each may show
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from minebot.board import EXPLODED, MINE, WRONG_FLAG
from minebot.geometry import Lattice
from minebot.vision.arrays import Bools, Floats, Ints
from minebot.vision.inview import cut_at
from minebot.vision.picture import Bgr
from minebot.vision.reading import DOUBTFUL_BELOW, cut_off
from minebot.vision.rules import contradictions
from minebot.vision.unknown.alike import Groups, grouped
from minebot.vision.unknown.glyphs import CODES, SETTLED, Kind, Patches, cut_patches, recognise
from minebot.vision.unknown.guess import Guess, guess

_CANDIDATES = 4  # codes among which the rules choose
_BREACH = 3.0  # log-odds that one breach of the rules counts against a code
_BREACHES = 8  # breaches from which more say nothing new: one misread neighbour makes as many
_ASTRAY = 0.2  # share of its cells that breach the rules, from which a look is taken for something else
_LEAST = 1e-6  # probability of what nothing speaks for
_CLEAR, _BROKEN = 0.6, 0.1  # shares of a sheet's cells: beyond doubt at least, and in breach of the rules at most
_UNREAD = 0.9  # weight of the network's word on a look that no readable sheet shows: it is not enough to settle it
_ROUNDS = 2  # times that all looks are weighed: one that was settled settles its neighbours


@dataclass(frozen=True, eq=False)
class Sheet:
    """A board in a picture; `hints` holds the codes that a cell (flat index) may have, as far as that is known.

    A hint is not seen, but follows from what was done: a cell that a right click changed shows a flag.
    """

    picture: Bgr
    lattice: Lattice
    hints: Mapping[int, frozenset[int]] = field(default_factory=dict)

    @property
    def count(self) -> int:
        """How many cells it has."""
        return self.lattice.cols * self.lattice.rows

    @cached_property
    def patches(self) -> Patches:
        """Its cells, as the network sees them."""
        return cut_patches(self.picture, self.lattice, np.arange(self.count))

    @cached_property
    def guess(self) -> Guess:
        """What its cells show, by this picture alone."""
        return guess(self.picture, self.lattice)

    @cached_property
    def cut(self) -> Bools:
        """Its cells that the border of the picture may have cut off from their neighbours."""
        return cut_off(self.picture.shape, self.lattice, cut_at(self.picture, self.lattice))

    @cached_property
    def readable(self) -> bool:
        """Whether it makes sense by itself: most cells are beyond doubt, and few of them breach the rules."""
        sure = self.guess.confidence >= DOUBTFUL_BELOW
        opened = sure & (self.guess.codes >= 0)
        broken = self.breaches(self.guess.codes) & opened
        return bool(sure.mean() >= _CLEAR and broken.sum() <= _BROKEN * opened.sum())

    def breaches(self, codes: Ints) -> Bools:
        """Its cells (n,) that the rules rule out; a flag turns out wrong only where a lost game shows a mine."""
        broken = contradictions(codes.reshape(self.lattice.rows, self.lattice.cols), self.cut).ravel()
        if not np.isin(codes, (MINE, EXPLODED)).any():
            broken |= codes == WRONG_FLAG
        return broken


Page = tuple[Sheet, Ints]
"""A sheet and the look of each of its cells."""


@dataclass(frozen=True, eq=False)
class Looks:
    """The looks that the cells of some sheets have: `beliefs` (groups, len(CODES)), the probability of each code.

    The last is that of a covered cell.
    """

    sheets: tuple[Sheet, ...]
    groups: Groups
    beliefs: Floats

    @property
    def codes(self) -> Ints:
        """The likeliest code of each look."""
        codes: Ints = CODES[self.beliefs.argmax(1)]
        return codes

    @property
    def confidence(self) -> Floats:
        """How likely that is."""
        most: Floats = self.beliefs.max(1)
        return most

    def places(self, look: int) -> list[tuple[int, int]]:
        """Where the look is to be seen: (sheet, flat index of the cell)."""
        starts = np.cumsum([0, *(sheet.count for sheet in self.sheets)])
        members = np.flatnonzero(self.groups.of == look)
        on = np.searchsorted(starts, members, side="right") - 1
        return list(zip(on.tolist(), (members - starts[on]).tolist(), strict=True))


def pitch_of(lattice: Lattice) -> int:
    """The pitch of a board in whole pixels: by it its tiles are kept."""
    return round(lattice.mean_pitch)


def by_pitch(sheets: Sequence[Sheet]) -> dict[int, list[Sheet]]:
    """The sheets by their pitch."""
    sorted_out: dict[int, list[Sheet]] = {}
    for sheet in sheets:
        sorted_out.setdefault(pitch_of(sheet.lattice), []).append(sheet)
    return sorted_out


def told(looks: Looks, answers: Mapping[int, int]) -> list[Sheet]:
    """The sheets again, with hints that each look of the answers shows the code given there."""
    hints = [dict(sheet.hints) for sheet in looks.sheets]
    for look, code in answers.items():
        for sheet, cell in looks.places(look):
            hints[sheet][cell] = frozenset([code])
    return [replace(sheet, hints=said) for sheet, said in zip(looks.sheets, hints, strict=True)]


def read_together(sheets: Sequence[Sheet]) -> Looks:
    """The looks of the sheets' cells and what they show: by each picture alone, by the network, by hints and rules."""
    groups = grouped(np.concatenate([sheet.patches for sheet in sheets]))
    priors = _hinted(_voted(sheets, groups), sheets, groups)
    return Looks(tuple(sheets), groups, _weighed(priors, sheets, groups))


def _voted(sheets: Sequence[Sheet], groups: Groups) -> Floats:
    """What the readable sheets say of each look, each alone; what they are unsure of is left to the network."""
    seen = recognise(groups.patches)
    classes, opened = np.exp(seen.classes), 1 / (1 + np.exp(-seen.open))
    empty = classes[:, Kind.NONE]
    network = np.column_stack([empty * opened, classes[:, Kind.NONE + 1 : Kind.FOREIGN], empty * (1 - opened)]) + _LEAST
    network /= network.sum(1, keepdims=True)
    votes = np.zeros_like(network)
    voters = np.zeros(len(network), np.float32)
    start = 0
    for sheet in sheets:
        looks = groups.of[start : start + sheet.count]
        start += sheet.count
        if sheet.readable:
            np.add.at(votes, (looks, _columns(sheet.guess.codes)), sheet.guess.confidence)
            np.add.at(voters, looks, 1)
    unsure = voters - votes.sum(1)
    mixed = (votes + unsure[:, None] * network) / np.maximum(voters, 1)[:, None]
    unread = _UNREAD * network + (1 - _UNREAD) / len(CODES)
    voted: Floats = np.where(voters[:, None] > 0, mixed, unread).astype(np.float32)
    return voted


def _columns(codes: Ints) -> Ints:
    """The column of `beliefs` of each code."""
    places = np.zeros(len(CODES), np.int64)  # a negative code counts from the end
    places[CODES] = np.arange(len(CODES))
    found: Ints = places[codes]
    return found


def _hinted(priors: Floats, sheets: Sequence[Sheet], groups: Groups) -> Floats:
    """The same without what the hints rule out; hints of one look that leave nothing are no hints."""
    allowed = np.ones(priors.shape, bool)
    start = 0
    for sheet in sheets:
        for cell, codes in sheet.hints.items():
            allowed[groups.of[start + cell]] &= np.isin(CODES, list(codes))
        start += sheet.count
    allowed |= ~allowed.any(1, keepdims=True)
    left = np.where(allowed, np.maximum(priors, _LEAST), _LEAST**2)
    hinted: Floats = (left / left.sum(1, keepdims=True)).astype(np.float32)
    return hinted


def _weighed(priors: Floats, sheets: Sequence[Sheet], groups: Groups) -> Floats:
    """The beliefs after the rules have spoken, look after look, the surest first.

    They are asked on readable sheets only: around cells that are misread they are broken whatever a look may be.
    """
    parts = np.split(groups.of, np.cumsum([sheet.count for sheet in sheets])[:-1])
    pages = [page for page in zip(sheets, parts, strict=True) if page[0].readable]
    if not pages:
        return priors
    beliefs, codes = priors.copy(), CODES[priors.argmax(1)]
    _settle(beliefs, codes, np.unique(np.concatenate([part for _, part in pages])), pages)
    return beliefs


def _settle(beliefs: Floats, codes: Ints, looks: Ints, pages: list[Page]) -> None:
    """Weigh those of the looks that are in doubt by the rules on some pages; beliefs and codes are changed."""
    priors = beliefs.copy()
    for _ in range(_ROUNDS):
        broken, sizes = np.zeros(len(codes)), np.ones(len(codes))
        for sheet, part in pages:
            np.add.at(broken, part, sheet.breaches(codes[part]))
            np.add.at(sizes, part, 1)
        doubtful = looks[(broken > _ASTRAY * sizes)[looks] | (priors[looks].max(1) < SETTLED)]
        for look in doubtful[np.argsort(-priors[doubtful].max(1), kind="stable")].tolist():
            beliefs[look] = _belief(priors[look], codes, look, [page for page in pages if (page[1] == look).any()])
            codes[look] = CODES[int(beliefs[look].argmax())]


def _belief(prior: Floats, codes: Ints, look: int, pages: list[Page]) -> Floats:
    """What one look shows, by its prior and by how often each code would breach the rules on the pages."""
    tried = codes.copy()
    columns = np.argsort(-prior, kind="stable")[:_CANDIDATES]
    breaches = []
    for column in columns.tolist():
        tried[look] = CODES[column]
        breaches.append(sum(int(sheet.breaches(tried[part]).sum()) for sheet, part in pages))
    excess = np.array(breaches) - min(breaches)
    # a code that is wrong breaks the rules almost everywhere; here and there they are broken by its neighbours
    share = np.minimum(excess / (_ASTRAY * sum(int((part == look).sum()) for _, part in pages)), 1)
    belief = prior.copy()
    belief[columns] *= np.exp(-_BREACH * np.minimum(excess, _BREACHES) * share)
    weighed: Floats = (belief / belief.sum()).astype(np.float32)
    return weighed
