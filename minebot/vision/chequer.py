"""Boards whose cells take turns in two shades, as on a chess board."""

import numpy as np

from minebot.vision.arrays import Bools
from minebot.vision.cells import Fit, Matches
from minebot.vision.nearness import match_all
from minebot.vision.picture import Bgr

_FEWEST, _IN_TURN = 16, 0.65  # plain cells that tell of a chequer, and share in turn: of others half are by chance


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
