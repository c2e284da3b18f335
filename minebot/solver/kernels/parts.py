"""All components of a model swept; those that did not change since the last move keep their counts."""

from typing import NamedTuple

import numpy as np

from minebot.compiled import kernel
from minebot.solver.kernels.arrays import Floats, Int, Ints, mixed, roomier
from minebot.solver.kernels.model import Model
from minebot.solver.kernels.order import Shape, shape
from minebot.solver.kernels.sweep import backward, forward
from minebot.solver.kernels.tables import LOW, WIDTH, Tables


class Parts(NamedTuple):
    """What the sweeps found: component c has arrangements with `low[c]`, `low[c] + 1`, ... mines.

    Its `width[c]` counts start at `at[c]` in `rows`, divided by LARGE `scale[c]` times; the rows of its boxes follow
    (see `backward`). Two components with the same `keys`, from `keys_at[c]`, are alike.
    """

    rows: Floats
    at: Ints
    low: Ints
    width: Ints
    scale: Ints
    keys: Ints
    keys_at: Ints


@kernel
def no_parts() -> Parts:
    """Nothing swept yet."""
    none = np.zeros(0, np.int64)
    return Parts(np.zeros(0), none, none, none, none, none, np.zeros(1, np.int64))


@kernel
def part_of(model: Model, part: Int) -> Shape:
    """One component, its boxes and constraints numbered from 0."""
    first, last = model.first_box[part], model.first_box[part + 1]
    sizes = model.cells_at[first + 1 : last + 1] - model.cells_at[first:last]
    mines = model.mines[model.first_constraint[part] : model.first_constraint[part + 1]]
    links_at = model.links_at[first : last + 1]
    return shape(sizes, links_at - links_at[0], model.links[links_at[0] : links_at[-1]], mines)


@kernel
def sweep_all(model: Model, earlier: Parts, tables: Tables) -> tuple[Parts, Int, Tables]:
    """Sweep every component that `earlier` does not hold; the index of one without an arrangement, or -1."""
    count = len(model.first_box) - 1
    at, low = np.zeros(count, np.int64), np.zeros(count, np.int64)
    width, scale = np.zeros(count, np.int64), np.zeros(count, np.int64)
    rows, keys, keys_at = np.empty(1024), np.empty(512, np.int64), np.zeros(count + 1, np.int64)
    used = 0
    for part in range(count):
        piece = part_of(model, part)
        keys = with_key(keys, keys_at[part], piece)
        keys_at[part + 1] = keys_at[part] + key_length(piece)
        at[part] = used
        same = alike(earlier, keys, keys_at[part], keys_at[part + 1])
        if same >= 0:
            low[part], width[part], scale[part] = earlier.low[same], earlier.width[same], earlier.scale[same]
            needed = width[part] * (1 + 2 * len(piece.sizes))
            rows = roomier(rows, used + needed)
            for place in range(needed):
                rows[used + place] = earlier.rows[earlier.at[same] + place]
            used += needed
            continue
        found, tables = forward(piece, emptied(tables))
        if found.layers[-1] == found.layers[-2]:
            return no_parts(), part, tables
        final = tables.states[found.layers[-2]]
        low[part], width[part], scale[part] = final[LOW], final[WIDTH], found.scale[-1]
        needed = width[part] * (1 + 2 * len(piece.sizes))
        rows = roomier(rows, used + needed)
        tables = backward(piece, found, tables, rows[used : used + needed])
        used += needed
    return Parts(rows, at, low, width, scale, keys, keys_at), -1, tables


@kernel
def emptied(tables: Tables) -> Tables:
    """The tables with nothing in use."""
    for kind in range(len(tables.used)):
        tables.used[kind] = 0
    return tables


@kernel
def key_length(piece: Shape) -> Int:
    """How long the key of a component is."""
    return 2 + 2 * len(piece.sizes) + len(piece.links) + len(piece.mines)


@kernel
def with_key(keys: Ints, at: Int, piece: Shape) -> Ints:
    """The keys with that of a component from `at` on: a fingerprint, then all that decides its counts."""
    boxes = len(piece.sizes)
    keys = roomier(keys, at + key_length(piece))
    keys[at + 1] = boxes
    fill = at + 2
    for box in range(boxes):
        keys[fill] = piece.sizes[box]
        keys[fill + 1] = piece.links_at[box + 1]
        fill += 2
    for link in piece.links:
        keys[fill] = link
        fill += 1
    for mines in piece.mines:
        keys[fill] = mines
        fill += 1
    bits = np.uint64(0)
    for place in range(at + 1, fill):
        bits = np.uint64(mixed(np.int64(bits ^ np.uint64(keys[place]))))
    keys[at] = np.int64(bits)
    return keys


@kernel
def alike(earlier: Parts, keys: Ints, begin: Int, end: Int) -> Int:
    """The earlier component with this key, or -1."""
    for part in range(len(earlier.at)):
        start = earlier.keys_at[part]
        if earlier.keys[start] == keys[begin] and earlier.keys_at[part + 1] - start == end - begin:
            place = 1
            while place < end - begin and earlier.keys[start + place] == keys[begin + place]:
                place += 1
            if place == end - begin:
                return part
    return -1
