"""Which of many cells look alike byte for byte: on a clean picture a few looks stand for hundreds of cells."""

from functools import cache

import numpy as np
import numpy.typing as npt

from minebot.vision.arrays import Bytes, Ints

Words = npt.NDArray[np.uint64]

_LARGEST_WORD = np.iinfo(np.uint64).max


def distinct(cells: Bytes) -> tuple[Ints, Ints]:
    """The first cell of each look, byte for byte, and for each cell which of these it looks like."""
    words = as_words(cells)
    return distinct_words(words, keys_of(words))


def as_words(cells: Bytes) -> Words:
    """The bytes of each cell, eight at a time, with zeros behind the last."""
    spare = -cells.shape[1] % 8
    if not spare:
        return np.ascontiguousarray(cells).view(np.uint64)
    padded = np.zeros((len(cells), cells.shape[1] + spare), np.uint8)  # at a fifth of np.pad's time
    padded[:, :-spare] = cells
    return padded.view(np.uint64)


def keys_of(words: Words) -> Words:
    """A number for each look."""
    keys: Words = words @ _weights(words.shape[1])  # overflow is meant: it is a sum modulo 2**64
    return keys


def distinct_words(words: Words, keys: Words) -> tuple[Ints, Ints]:
    """As `distinct`, of cells as words, and their keys."""
    _, first, of = np.unique(keys, return_index=True, return_inverse=True)
    if (words[first[of]] == words).all():
        return first, of
    return np.arange(len(words)), np.arange(len(words))  # two looks with one key: each cell for itself


@cache
def _weights(count: int) -> Words:
    """So many odd numbers, always the same."""
    return np.random.default_rng(1).integers(1, _LARGEST_WORD, count, np.uint64) | np.uint64(1)
