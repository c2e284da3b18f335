"""The weights of the value network, as they lie beside this module."""

from functools import cache
from importlib.resources import files
from io import BytesIO

import numpy as np

from minebot.solver.kernels.net import FEATURES, WHOLE, Net

_EMPTY = (FEATURES, 0), (FEATURES, 0), (0,), (0, 0, 0), (0, 0, 0), (0, 0), (1,), (WHOLE, 0), (0,), (1,)

NONE = Net(*(np.zeros(shape, np.float32) for shape in _EMPTY))
"""No network: where a kernel is given it, positions are weighed by the safety of the next moves."""


@cache
def value_network() -> Net:
    """The network that ships with minebot; `training/value.py` made it, and says how."""
    with np.load(BytesIO((files(__package__) / "value.npz").read_bytes())) as stored:
        return Net(*(np.ascontiguousarray(stored[name], np.float32) for name in Net._fields))
