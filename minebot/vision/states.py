"""Which empty cells are covered and which are open, in a look that nobody described.

Cells that look alike are alike. Open ones share ground and border with the digits, covered ones with the flags;
between the two lie numbers; and a zero has opened all its neighbours.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations, product

import numpy as np

from minebot.board import COVERED, FLAG
from minebot.vision.alike import Groups
from minebot.vision.arrays import Bools, Floats, Ints
from minebot.vision.rules import contradictions

SAME_GROUND, OTHER_GROUND = 14.0, 40.0
"""Of 255, in any channel: up to which two grounds are the same, and from which they are not."""

_ONE_SHADE = 7.0  # of 255: by how much one ground may differ where there is no other to compare it with
_CLEARLY = 12.0  # of 255: by how much another ground must be farther off
_SAME_FRAME = 24.0  # of 255: borders that differ by less, anywhere, are the same
_CERTAIN = 6.0  # log-odds of what the rules of the game leave no choice in
_ALIKE_ODDS = 4.0  # log-odds of a ground or a border that is the digits', and not the flags'
_FRESH = 0.05  # share of foreign cells up to which a board without a number is one that nobody opened yet
_FEW = 8  # grounds whose states are tried in all combinations
_MOST_OF_A_LOOK = 6  # breaches that are counted of one group
_BREACH = 2.0  # log-odds that one breach of the rules counts; a single misread number breaches several
_PARTED, _MOST_PARTED = 1.5, 2.0  # log-odds, a cell of the smaller, against two grounds of one kind that nowhere touch
_LARGE = 4  # cells of a ground of which that can be said
_SIBLING = 30.0  # of 255: how far the two shades of a chequer, or of a light from one side, may be apart
_STRAY = 0.5  # confidence of an empty cell whose ground is neither the board's covered nor its open one


@dataclass(frozen=True, slots=True)
class Place:
    """The rows and columns of a board, and the cells beyond which it may go on out of sight."""

    shape: tuple[int, int]
    cut: Bools


@dataclass(frozen=True, slots=True)
class Seen:
    """What the network thinks of each group: whether it is empty, foreign, open (log-odds), and how sure it is."""

    empty: Bools
    foreign: Bools
    open: Floats
    sure: Floats


def breaches(groups: Groups, codes: Ints, place: Place, trusted: Bools) -> int:
    """How many open cells of the trusted groups the rules rule out, by the codes of the groups.

    Of one group no more than a few count: a look that is misread breaches the rules wherever it is, and is one mistake.
    Groups that are not trusted may be mines, and may be none: that is what a flag says to the rules.
    """
    broken = contradictions(np.where(trusted, codes, FLAG)[groups.of].reshape(place.shape), place.cut).ravel()
    counts = np.bincount(groups.of[broken], minlength=len(codes))[trusted]
    return int(np.minimum(counts, _MOST_OF_A_LOOK).sum())


def settle_grounds(groups: Groups, seen: Seen, codes: Ints, place: Place) -> tuple[Ints, Floats]:
    """The codes with each empty group covered or open, and the probability of that, for each group.

    What the network thinks of the grounds, whether they are those of the digits or of the flags, and the rules, for all
    grounds together. Before the first number is open, everything is covered.
    """
    codes, sure = codes.copy(), np.ones(len(codes), np.float32)
    if not ((codes >= 1) & (codes <= 8)).any():
        strange = groups.sizes[seen.foreign].sum() > _FRESH * groups.sizes.sum()
        codes[seen.empty], sure[seen.empty] = COVERED, _STRAY if strange else 1
        return codes, sure
    grounds = _grounds(groups, seen)
    likeness = _likeness(groups, codes)
    leaning = np.clip(seen.open, -_CERTAIN, _CERTAIN) + likeness
    leanings = [float(np.average(leaning[ground], weights=groups.sizes[ground])) for ground in grounds]
    for ground, lean in zip(grounds, leanings, strict=True):
        codes[ground] = 0 if lean > 0 else COVERED
    trusted = seen.sure > 1 - _STRAY

    def breached() -> int:
        return breaches(groups, codes, place, trusted)

    sure[:] = _try_together(groups, (grounds, leanings), (codes, breached), place)
    for ground, lean in list(zip(grounds, leanings, strict=True))[_FEW:]:
        odds = lean + _BREACH * _gain(codes, ground, breached)
        codes[ground] = 0 if odds > 0 else COVERED
        sure[ground] = 1 / (1 + np.exp(-abs(odds)))
    stray = _stray(groups, grounds, codes) | _mixed(groups, grounds, codes)
    supported = likeness * seen.open > 0
    for ground in grounds:  # a cell or two of a look of their own, of which network and marks tell unlike things
        small = groups.sizes[ground].sum() < _LARGE and not supported[ground].any()
        stray[ground] |= small and _gain(codes, ground, breached) == 0
    return codes, np.where(stray, np.minimum(sure, _STRAY), sure).astype(np.float32)


def _try_together(
    groups: Groups,
    judged: tuple[list[Ints], list[float]],
    board: tuple[Ints, Callable[[], int]],
    place: Place,
) -> Floats:
    """Set the codes of the largest grounds to the best of all combinations; how sure that is, for each group."""
    grounds, leanings = judged
    codes, breached = board
    parted = _parted(groups, grounds, place)
    scores = {}
    for states in product((0, COVERED), repeat=min(_FEW, len(grounds))):
        for ground, state in zip(grounds, states, strict=False):
            codes[ground] = state
        agreement = sum(lean if state == 0 else -lean for lean, state in zip(leanings, states, strict=False)) / 2
        apart = sum(weight for (one, other), weight in parted.items() if states[one] == states[other])
        scores[states] = agreement - apart - _BREACH * breached()
    best = max(scores, key=lambda states: scores[states])
    sure = np.ones(len(codes), np.float32)
    for index, ground in enumerate(grounds[:_FEW]):
        codes[ground] = best[index]
        rest = max(score for states, score in scores.items() if states[index] != best[index])
        sure[ground] = 1 / (1 + np.exp(rest - scores[best]))
    return sure


def _gain(codes: Ints, ground: Ints, breached: Callable[[], int]) -> int:
    """How many fewer breaches there are with a ground open than with it covered."""
    was = codes[ground].copy()
    counts = []
    for state in (COVERED, 0):
        codes[ground] = state
        counts.append(breached())
    codes[ground] = was
    return counts[0] - counts[1]


def _grounds(groups: Groups, seen: Seen) -> list[Ints]:
    """The groups of empty cells that share a ground, those with the most cells first."""
    return sorted(
        groups.kindred(np.flatnonzero(seen.empty), seen.open), key=lambda ground: -int(groups.sizes[ground].sum())
    )


def _likeness(groups: Groups, codes: Ints) -> Floats:
    """Towards open where the ground is that of the digits, towards covered where it is that of the flags.

    The border tells more than the colour: in the classic look both are of one grey.
    """
    digits, flags = (codes >= 1) & (codes <= 8), codes == FLAG
    borders, grounds = groups.frames, groups.grounds
    as_digits, as_flags = (distance(borders, borders[which]) < _SAME_FRAME for which in (digits, flags))
    of_digits, of_flags = (distance(grounds, grounds[which]) for which in (digits, flags))
    towards = (as_digits & ~as_flags).astype(np.float32) - (as_flags & ~as_digits)
    towards += (of_digits < SAME_GROUND) & (of_flags > of_digits + _CLEARLY)
    towards -= (of_flags < SAME_GROUND) & (of_digits > of_flags + _CLEARLY)
    likeness: Floats = _ALIKE_ODDS * towards
    return likeness


def distance(looks: Floats, others: Floats) -> Floats:
    """How far each look is from the nearest of the others, where they differ most; infinite where there is none."""
    if not len(others):
        return np.full(len(looks), np.inf, np.float32)
    return np.array([np.abs(others - look).max(1).min() for look in looks], np.float32)


def _parted(groups: Groups, grounds: list[Ints], place: Place) -> dict[tuple[int, int], float]:
    """The pairs of large grounds that nowhere touch, and the log-odds against their being of one kind.

    Numbers lie between what is covered and what is open.
    """
    number = np.full(len(groups.sizes), -1)
    for index, ground in enumerate(grounds[:_FEW]):
        if groups.sizes[ground].sum() >= _LARGE:
            number[ground] = index
    grid = number[groups.of].reshape(place.shape)
    touching = np.zeros((_FEW, _FEW), bool)
    for one, other in (
        (grid[:, 1:], grid[:, :-1]),
        (grid[1:], grid[:-1]),
        (grid[1:, 1:], grid[:-1, :-1]),
        (grid[1:, :-1], grid[:-1, 1:]),
    ):
        both = (one >= 0) & (other >= 0)
        touching[one[both], other[both]] = touching[other[both], one[both]] = True
    large = np.unique(number[number >= 0]).tolist()
    cells = [int(groups.sizes[ground].sum()) for ground in grounds]
    return {
        (one, other): min(_MOST_PARTED, _PARTED * min(cells[one], cells[other]))
        for one, other in combinations(large, 2)
        if not touching[one, other]
    }


def _mixed(groups: Groups, grounds: list[Ints], codes: Ints) -> Bools:
    """The empty groups, where all are of one kind and yet of several shades: some may be covered, and some open."""
    mixed = np.zeros(len(groups.sizes), bool)
    empty = np.concatenate(grounds) if grounds else np.zeros(0, int)
    if len(empty) and len(np.unique(codes[empty])) == 1:
        colours = groups.grounds[empty]
        mixed[empty] = float(np.ptp(colours, axis=0).max()) > _ONE_SHADE
    return mixed


def _stray(groups: Groups, grounds: list[Ints], codes: Ints) -> Bools:
    """The groups whose ground is neither that of most covered cells nor that of most open ones, nor of a digit."""
    stray = np.zeros(len(codes), bool)
    colours, borders = groups.grounds, groups.frames
    digits = (codes >= 1) & (codes <= 8)
    for state in (0, COVERED):
        alike = [ground for ground in grounds if codes[ground[0]] == state]
        for ground in alike[1:]:
            near = distance(colours[ground], colours[alike[0]]) <= _SIBLING
            if state == 0:
                near |= distance(borders[ground], borders[digits]) < _SAME_FRAME
            stray[ground] = not near.any()
    return stray
