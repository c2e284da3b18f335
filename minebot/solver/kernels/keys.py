"""The key of a state: what is left of the constraints that are open, in as many bits as each needs.

Two partial arrangements with the same key can be completed in the same ways. A layer's keys stand one after another in
an array; a table of slots finds the state with a given key.
"""

from typing import NamedTuple

import numpy as np

from minebot.compiled import kernel
from minebot.solver.kernels.arrays import Int, Ints, Words
from minebot.solver.kernels.model import power_of_two
from minebot.solver.kernels.order import Shape
from minebot.solver.kernels.tables import LOW, STATES_USED, WIDTH, WIDTH_LEFT


class Fields(NamedTuple):
    """Where in a key the remainder of each constraint stands, and at which steps it opens and closes."""

    word: Ints
    shift: Words
    mask: Words
    first: Ints
    last: Ints
    words: Int


@kernel
def fields(part: Shape, order: Ints) -> Fields:
    """Room in the key for each constraint while it is open."""
    count = len(part.mines)
    first, last = np.full(count, -1), np.zeros(count, np.int64)
    for step in range(len(order)):
        for owner in part.links[part.links_at[order[step]] : part.links_at[order[step] + 1]]:
            last[owner] = step
            if first[owner] < 0:
                first[owner] = step
    word, shift, mask = np.zeros(count, np.int64), np.zeros(count, np.uint64), np.zeros(count, np.uint64)
    taken = np.zeros(count + 1, np.uint64)
    words = 1
    for step in range(len(order)):
        here = part.links[part.links_at[order[step]] : part.links_at[order[step] + 1]]
        for owner in here:
            if last[owner] == step and first[owner] < step:
                taken[word[owner]] &= ~(mask[owner] << shift[owner])
        for owner in here:
            if first[owner] == step and last[owner] > step:
                size = np.uint64(1)
                while part.mines[owner] >> size:
                    size += np.uint64(1)
                mask[owner] = (np.uint64(1) << size) - np.uint64(1)
                while taken[word[owner]] & (mask[owner] << shift[owner]):
                    shift[owner] += np.uint64(1)
                    if shift[owner] + size > np.uint64(64):
                        shift[owner] = np.uint64(0)
                        word[owner] += 1
                taken[word[owner]] |= mask[owner] << shift[owner]
                words = max(words, word[owner] + 1)
    return Fields(word, shift, mask, first, last, words)


@kernel
def changes(part: Shape, where: Fields, under: Ints, step: Int) -> tuple[Words, Words, Words]:
    """How a box changes a key: the bits that stay, those of the constraints it opens, and what a mine in it takes."""
    keep = np.full(where.words, ~np.uint64(0))
    opened = np.zeros(where.words, np.uint64)
    taken = np.zeros(where.words, np.uint64)
    for owner in under:
        word, shift = where.word[owner], where.shift[owner]
        if where.last[owner] == step:
            if where.first[owner] < step:
                keep[word] &= ~(where.mask[owner] << shift)
            continue
        taken[word] += np.uint64(1) << shift
        if where.first[owner] == step:
            opened[word] |= np.uint64(part.mines[owner]) << shift
    return keep, opened, taken


@kernel
def hashed(key: Words, words: Int) -> Int:
    """Mixed bits of a key."""
    bits = np.uint64(0)
    for word in range(words):
        bits = (bits ^ key[word]) * np.uint64(0x9E3779B97F4A7C15)
        bits ^= bits >> np.uint64(32)
    return np.int64(bits & np.uint64(0x7FFFFFFFFFFFFFFF))


@kernel
def looked_up(slots: Ints, keys: Words, key: Words, begin: Int, states: Ints, used: Ints) -> Int:  # noqa: PLR0913, PLR0917
    """The state of the new layer with this key, a new one if there was none; slots of older layers count as empty."""
    words = len(key)
    slot = hashed(key, words) & (len(slots) - 1)
    while slots[slot] >= begin:
        at = (slots[slot] - begin) * words
        same = True
        for word in range(words):
            same &= keys[at + word] == key[word]
        if same:
            return slots[slot]
        slot = (slot + 1) & (len(slots) - 1)
    fresh = used[STATES_USED]
    slots[slot] = fresh
    for word in range(words):
        keys[(fresh - begin) * words + word] = key[word]
    row = states[fresh]
    row[LOW], row[WIDTH], row[WIDTH_LEFT] = 1 << 40, -(1 << 40), 0
    used[STATES_USED] += 1
    return fresh


@kernel
def room_for_slots(slots: Ints, states: Int) -> Ints:
    """Slots of which at most half are taken when so many states are looked up."""
    return slots if len(slots) >= 2 * states else np.full(power_of_two(2 * states), -1)
