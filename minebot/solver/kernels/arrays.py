"""What all kernels share: array types, lists of lists, room that grows, mixed bits."""

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from minebot.compiled import kernel

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Words = NDArray[np.uint64]
Codes = NDArray[np.int8]
Bools = NDArray[np.bool_]

Int = int | np.int64 | np.uint64
"""A whole number, in a kernel 64 bits."""

Bool = bool | np.bool_

Array = TypeVar("Array", Ints, Floats, Words)


@kernel
def inverted(at: Ints, members: Ints, count: Int) -> tuple[Ints, Ints]:
    """For each of `count` members, the lists that hold it, in ascending order."""
    owners_at = np.zeros(count + 1, np.int64)
    for member in members:
        owners_at[member + 1] += 1
    for member in range(count):
        owners_at[member + 1] += owners_at[member]
    fill = owners_at[:-1].copy()
    owners = np.empty(len(members), np.int64)
    for owner in range(len(at) - 1):
        for place in range(at[owner], at[owner + 1]):
            member = members[place]
            owners[fill[member]] = owner
            fill[member] += 1
    return owners_at, owners


@kernel
def roomier(array: Array, needed: Int) -> Array:
    """The array itself if it holds `needed` items, else a longer copy of it."""
    if needed <= len(array):
        return array
    larger: Array = np.empty(max(needed, 2 * len(array)), array.dtype)
    for place in range(len(array)):
        larger[place] = array[place]
    return larger


@kernel
def mixed(value: Int) -> Int:
    """64 bits that look random, from a number: the finaliser of splitmix64 (Steele, Lea, Flood 2014)."""
    bits = np.uint64(value) + np.uint64(0x9E3779B97F4A7C15)
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return bits ^ (bits >> np.uint64(31))
