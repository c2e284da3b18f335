"""The weights of the networks, as they lie beside this module."""

from functools import cache
from importlib.resources import files
from io import BytesIO

import numpy as np
from numpy.typing import NDArray

from minebot.solver.kernels.chooser import Chooser
from minebot.solver.kernels.net import FEATURES, WHOLE, Net

_EMPTY = (FEATURES, 0), (FEATURES, 0), (0,), (0, 0, 0), (0, 0, 0), (0, 0), (1,), (WHOLE, 0), (0,), (1,)

NONE = Net(*(np.zeros(shape, np.float32) for shape in _EMPTY))
"""No network: where a kernel is given it, positions are weighed by the safety of the next moves."""

BY_RULE = Chooser(*(np.zeros(shape, np.float32) for shape in ((0, FEATURES, FEATURES),) * 2 + ((0, FEATURES), (1,))))
"""No network: where a kernel is given it, cells are chosen by the rule of `tiebreak`."""


def read_network(stored: bytes) -> Net:
    """The network in the bytes of an .npz file."""
    return Net(*_weights(stored, Net._fields))


def read_chooser(stored: bytes) -> Chooser:
    """The chooser in the bytes of an .npz file."""
    return Chooser(*_weights(stored, Chooser._fields))


def _weights(stored: bytes, names: tuple[str, ...]) -> list[NDArray[np.float32]]:
    with np.load(BytesIO(stored)) as arrays:
        return [np.ascontiguousarray(arrays[name], np.float32) for name in names]


@cache
def value_network() -> Net:
    """The network that ships with minebot; training/README.md says how it was made."""
    return read_network((files(__package__) / "value.npz").read_bytes())


@cache
def chooser() -> Chooser:
    """The chooser that ships with minebot; training/README.md says how it was made."""
    return read_chooser((files(__package__) / "chooser.npz").read_bytes())
