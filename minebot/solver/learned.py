"""The weights of the value network, as they lie beside this module."""

from functools import cache
from importlib.resources import files
from io import BytesIO

import numpy as np

from minebot.solver.kernels.net import FEATURES, WHOLE, Net

_EMPTY = (FEATURES, 0), (FEATURES, 0), (0,), (0, 0, 0), (0, 0, 0), (0, 0), (1,), (WHOLE, 0), (0,), (1,)

NONE = Net(*(np.zeros(shape, np.float32) for shape in _EMPTY))
"""No network: where a kernel is given it, positions are weighed by the safety of the next moves."""


def read_network(stored: bytes) -> Net:
    """The network in the bytes of an .npz file."""
    with np.load(BytesIO(stored)) as arrays:
        return Net(*(np.ascontiguousarray(arrays[name], np.float32) for name in Net._fields))


@cache
def value_network() -> Net:
    """The network that ships with minebot; training/README.md says how it was made."""
    return read_network((files(__package__) / "value.npz").read_bytes())
