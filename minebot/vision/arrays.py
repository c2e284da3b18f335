"""The types of the arrays that the modules of vision hand to one another."""

import numpy as np
import numpy.typing as npt

Bools = npt.NDArray[np.bool_]
Bytes = npt.NDArray[np.uint8]
Doubles = npt.NDArray[np.float64]
Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]
