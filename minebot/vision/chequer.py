"""Boards whose cells take turns in two shades, as on a chess board."""

from dataclasses import dataclass

import numpy as np

from minebot.board import COVERED
from minebot.vision.arrays import Bools, Floats, Ints
from minebot.vision.cells import Fit, Matches
from minebot.vision.known.nearness import match_all
from minebot.vision.picture import Bgr
from minebot.vision.rules import around, at_four_sides
from minebot.vision.unknown.alike import odd_squares

HALF_A_TURN = 0.5
"""Share of the difference of two shades by which cells are off both."""

_FEWEST, _IN_TURN = 16, 0.65  # plain cells that tell of a chequer, and share in turn: of others half are by chance

_TURNS, _FEW, _SOME = 3, 0.05, 0.4  # cells of each shade that tell of it; shares of them that may be otherwise
_ONE_SHADE, _SPREADS = 4.0, 2.0  # of 255, and times what each varies by, from which two shades are two
_RUN, _LESS_THAN_HALF = 12.0, 0.4  # of 255: by how much a line may be lighter; share of their difference
_BESIDE = 2  # cells out of turn between which others are that look as if they were in turn


@dataclass(frozen=True, slots=True)
class Shades:
    """The grounds of cells on the odd squares of a chequer and on the others, and by how much each varies at most."""

    odd: Floats
    even: Floats
    spread: float

    @property
    def apart(self) -> float:
        """By how much they differ."""
        return float(np.abs(self.odd - self.even).max())

    @property
    def are_two(self) -> bool:
        """Whether cells take turns in them."""
        return self.apart > max(_ONE_SHADE, _SPREADS * self.spread)

    def in_turn(self, grounds: Floats, odd: Bools, run: float = _RUN) -> Bools:
        """Which of some grounds (n, 3) are of the shade that is next there, on squares that are odd or not.

        All of them may be a little lighter or darker, by as much as colours `run` into one another: JPEG lets them.
        """
        off = grounds - np.where(odd[:, None], self.odd, self.even)
        usual = np.clip(np.median(off, axis=0), -run, run)
        in_turn: Bools = np.abs(off - usual).max(1) < _LESS_THAN_HALF * self.apart  # by which a panel is off both
        return in_turn

    def out_of_turn(self, grounds: Floats, odd: Bools) -> Bools:
        """Which of some grounds (n, 3) are nearer to the shade of the squares beside theirs than to their own."""
        own, other = np.where(odd[:, None], self.odd, self.even), np.where(odd[:, None], self.even, self.odd)
        to_own, to_other = (np.abs(grounds - shade).max(1) for shade in (own, other))
        out: Bools = (to_own > HALF_A_TURN * self.apart) & (to_other < to_own)
        return out


def shades_of(grounds: Floats, cells: Bools, few: float = _FEW) -> Shades | None:
    """The two shades of the grounds (rows, columns, 3) of some cells, of which a few may be otherwise.

    None where too few are on squares of either colour.
    """
    on_odd = odd_squares(cells.shape).reshape(cells.shape)
    parts = [grounds[cells & squares] for squares in (on_odd, ~on_odd)]
    if min(map(len, parts)) < _TURNS:
        return None
    odd, even = (np.median(part, axis=0) for part in parts)
    varied = [np.abs(part - shade).max(1) for part, shade in zip(parts, (odd, even), strict=True)]
    return Shades(odd, even, float(max(np.quantile(each, 1 - few) for each in varied)))


def in_one_shade(grounds: Floats, codes: Ints) -> Bools:
    """The empty cells (rows, columns) where a sheet of a shade of their chequer lies, which takes no turns itself.

    Every second one of these is out of turn, and no such cell is alone; between them are the others. `grounds` are the
    colours of the middles of all cells, (rows, columns, 3), and `codes` what they show.
    """
    on_odd, out = odd_squares(codes.shape), np.zeros(codes.size, bool)
    empty = np.isin(codes, (0, COVERED))
    for state in (0, COVERED):
        cells = codes == state
        shades = shades_of(grounds, cells, _SOME)
        if shades is not None and shades.are_two:
            out |= cells.ravel() & shades.out_of_turn(grounds.reshape(-1, 3), on_odd)
    strange = out.reshape(codes.shape)
    strange &= around(strange) > 0
    beside = at_four_sides(np.pad(strange, 1)).sum(1).reshape(codes.shape)
    covered_over: Bools = empty & (strange | (beside >= _BESIDE))
    return covered_over


def takes_turns(picture: Bgr, fit: Fit) -> bool:
    """Whether the plain cells at a fit take turns as its theme says: in cells of twice the size, no chequer is left."""
    if not fit.theme.chequered:
        return True
    lattice = fit.lattice
    matches, every = match_all(picture, lattice, fit.theme), np.ones((lattice.rows, lattice.cols), bool)
    plain = np.isinf(matches.contrasts)
    if np.count_nonzero(plain) < _FEWEST:
        return True
    return float(in_turn_of(matches, every.shape, every)[plain].mean()) >= _IN_TURN


def in_turn_of(matches: Matches, shape: tuple[int, int], within: Bools) -> Bools:
    """Which plain cells are of the shade that is next in the chequer of those within."""
    second = np.reshape([symbol.endswith(".1") for symbol in matches.symbols], shape)
    turned = second ^ (np.indices(shape).sum(0) % 2 == 1)
    plain = np.isinf(matches.contrasts).reshape(shape)
    own = turned[plain & within]
    in_turn: Bools = plain & (turned == (2 * np.count_nonzero(own) > len(own)))
    return in_turn.ravel()
