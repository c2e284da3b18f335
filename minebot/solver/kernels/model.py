"""Constraints taken apart: what they decide alone, then boxes and components."""

from typing import NamedTuple

import numpy as np

from minebot.compiled import kernel
from minebot.solver.kernels.arrays import Codes, Int, Ints, mixed

UNDECIDED, MINE, SAFE = 0, 1, 2

LARGEST_BOX = 32
"""More cells under the same constraints make several boxes, so that no binomial leaves the range of a double."""


class Constraints(NamedTuple):
    """Exactly `mines[j]` mines among `cells[at[j]:at[j + 1]]`."""

    at: Ints
    cells: Ints
    mines: Ints


class Settled(NamedTuple):
    """What single constraints decide: UNDECIDED, MINE or SAFE for each cell; what is then left of the constraints.

    `clash` is a constraint that cannot hold, -1 where there is none.
    """

    decided: Codes
    left: Ints
    open: Ints
    clash: Int


class Model(NamedTuple):
    """Components one after another, each a run of boxes and of constraints.

    The cells of box b are `cells[cells_at[b]:cells_at[b + 1]]`; it lies under the constraints
    `links[links_at[b]:links_at[b + 1]]`, numbered from 0 within its component. Component c holds the boxes from
    `first_box[c]` and the constraints from `first_constraint[c]`; constraint i was `source[i]` of the input.
    `clash` is a constraint that cannot hold, alone or beside another one, -1 where there is none.
    """

    cells_at: Ints
    cells: Ints
    links_at: Ints
    links: Ints
    mines: Ints
    source: Ints
    first_box: Ints
    first_constraint: Ints
    clash: Int


@kernel
def settle(constraints: Constraints, owners_at: Ints, owners: Ints) -> Settled:
    """Decide cells by single constraints, one after another, until nothing more follows."""
    count = len(constraints.mines)
    decided = np.zeros(len(owners_at) - 1, np.int8)
    settled = Settled(decided, constraints.mines.copy(), constraints.at[1:] - constraints.at[:-1], -1)
    room = room_to_follow(constraints, settled, owners)
    for now in range(count):
        room.queue[now] = now
    clash, _ = follow(constraints, settled, owners_at, owners, room, count, np.int64(0))
    return Settled(settled.decided, settled.left, settled.open, clash)


class Room(NamedTuple):
    """Room for the constraints to look at, and for the cells that were decided, in that order."""

    queue: Ints
    trail: Ints


@kernel
def room_to_follow(constraints: Constraints, settled: Settled, owners: Ints) -> Room:
    """Room for all that can follow: a decided cell brings its constraints once more."""
    return Room(np.empty(len(constraints.mines) + len(owners), np.int64), np.empty(len(settled.decided), np.int64))


@kernel
def follow(  # noqa: PLR0913, PLR0917 - constraints, what is left of them, and where to begin
    constraints: Constraints, settled: Settled, owners_at: Ints, owners: Ints, room: Room, waiting: Int, used: Int
) -> tuple[Int, Int]:
    """Decide what follows from the first `waiting` constraints of the queue, and from what follows.

    Returned are a constraint that cannot hold, or -1, and how many cells are on the trail, of which `used` were before.
    """
    while waiting:
        waiting -= 1
        now = room.queue[waiting]
        if settled.left[now] < 0 or settled.left[now] > settled.open[now]:
            return now, used
        if settled.open[now] == 0 or 0 < settled.left[now] < settled.open[now]:
            continue
        state = MINE if settled.left[now] > 0 else SAFE
        for place in range(constraints.at[now], constraints.at[now + 1]):
            if settled.decided[constraints.cells[place]] == UNDECIDED:
                room.trail[used] = constraints.cells[place]
                waiting = take(settled, room.trail[used], state, owners_at, owners, room, waiting)
                used += 1
    return -1, used


@kernel
def take(  # noqa: PLR0913, PLR0917 - a cell, what it is, and where that leads
    settled: Settled, cell: Int, state: Int, owners_at: Ints, owners: Ints, room: Room, waiting: Int
) -> Int:
    """Take a cell for a mine or for safe, and put its constraints in the queue; how many are there."""
    settled.decided[cell] = state
    for owner in owners[owners_at[cell] : owners_at[cell + 1]]:
        settled.open[owner] -= 1
        settled.left[owner] -= state == MINE
        room.queue[waiting] = owner
        waiting += 1
    return waiting


@kernel
def take_apart(constraints: Constraints, settled: Settled, owners_at: Ints, owners: Ints) -> Model:
    """The boxes and components of what is not decided; nothing but the clash where there is one."""
    if settled.clash >= 0:
        return nothing(settled.clash)
    alive, clash = distinct(constraints, settled)
    if clash >= 0:
        return nothing(clash)
    box_of, sizes = boxes(constraints, settled.decided, alive, owners_at, owners)
    return arranged(constraints, settled, alive, box_of, sizes, owners_at, owners)


@kernel
def nothing(clash: Int) -> Model:
    """A model without a box."""
    none, zero = np.zeros(0, np.int64), np.zeros(1, np.int64)
    return Model(zero, none, zero, none, none, none, zero, zero, clash)


@kernel
def distinct(constraints: Constraints, settled: Settled) -> tuple[Codes, Int]:
    """1 for the constraints with open cells, of several on the same cells only for the first; and a clash or -1."""
    count = len(constraints.mines)
    alive = np.zeros(count, np.int8)
    marked = np.full(len(settled.decided), -1)
    table = np.full(2 * power_of_two(count), -1)
    for now in range(count):
        if settled.open[now] == 0:
            continue
        bits = np.uint64(0)
        for place in range(constraints.at[now], constraints.at[now + 1]):
            cell = constraints.cells[place]
            if settled.decided[cell] == UNDECIDED:
                marked[cell] = now
                bits += mixed(cell)
        slot = np.int64(bits & np.uint64(len(table) - 1))
        while table[slot] >= 0 and not same_cells(constraints, settled, table[slot], now, marked):
            slot = (slot + 1) & (len(table) - 1)
        if table[slot] < 0:
            table[slot] = now
            alive[now] = 1
        elif settled.left[table[slot]] != settled.left[now]:
            return alive, now
    return alive, -1


@kernel
def same_cells(constraints: Constraints, settled: Settled, one: Int, marked_one: Int, marked: Ints) -> bool:
    """Whether a constraint holds the same undecided cells as another, whose cells are marked with its number."""
    if settled.open[one] != settled.open[marked_one]:
        return False
    for place in range(constraints.at[one], constraints.at[one + 1]):
        cell = constraints.cells[place]
        if settled.decided[cell] == UNDECIDED and marked[cell] != marked_one:
            return False
    return True


@kernel
def power_of_two(count: Int) -> Int:
    """The least power of two that is no less than `count`, and than 8."""
    power = 8
    while power < count:
        power *= 2
    return power


@kernel
def boxes(constraints: Constraints, decided: Codes, alive: Codes, owners_at: Ints, owners: Ints) -> tuple[Ints, Ints]:
    """For each cell its box, -1 for none; and the sizes of the boxes."""
    box_of = np.full(len(decided), -1)
    sizes = np.empty(len(owners), np.int64)
    member = np.empty(len(owners), np.int64)
    table = np.full(2 * power_of_two(len(owners)), -1)
    count = 0
    for now in range(len(alive)):
        if not alive[now]:
            continue
        for place in range(constraints.at[now], constraints.at[now + 1]):
            cell = constraints.cells[place]
            if decided[cell] != UNDECIDED or box_of[cell] >= 0:
                continue
            bits = np.uint64(0)
            for owner in owners[owners_at[cell] : owners_at[cell + 1]]:
                if alive[owner]:
                    bits += mixed(owner)
            slot = np.int64(bits & np.uint64(len(table) - 1))
            while table[slot] >= 0 and not same_owners(member[table[slot]], cell, alive, owners_at, owners):
                slot = (slot + 1) & (len(table) - 1)
            if table[slot] < 0 or sizes[table[slot]] == LARGEST_BOX:
                table[slot] = count
                member[count] = cell
                sizes[count] = 0
                count += 1
            box_of[cell] = table[slot]
            sizes[table[slot]] += 1
    return box_of, sizes[:count]


@kernel
def same_owners(one: Int, other: Int, alive: Codes, owners_at: Ints, owners: Ints) -> bool:
    """Whether two cells lie under the same constraints."""
    here, there = owners_at[one], owners_at[other]
    while True:
        while here < owners_at[one + 1] and not alive[owners[here]]:
            here += 1
        while there < owners_at[other + 1] and not alive[owners[there]]:
            there += 1
        if here == owners_at[one + 1] or there == owners_at[other + 1]:
            return here == owners_at[one + 1] and there == owners_at[other + 1]
        if owners[here] != owners[there]:
            return False
        here += 1
        there += 1


@kernel
def root(parent: Ints, one: Int) -> Int:
    """The representative of a set, with the way to it made shorter."""
    while parent[one] != one:
        parent[one] = parent[parent[one]]
        one = parent[one]
    return one


@kernel
def components(constraints: Constraints, alive: Codes, box_of: Ints, first_owner: Ints) -> tuple[Ints, Int]:
    """For each constraint its component, -1 for those that are not alive; and how many components there are.

    `first_owner` is -1 for each box; on return it holds a constraint of the box.
    """
    parent = np.arange(len(alive))
    for now in range(len(alive)):
        if alive[now]:
            for place in range(constraints.at[now], constraints.at[now + 1]):
                box = box_of[constraints.cells[place]]
                if box >= 0:
                    if first_owner[box] < 0:
                        first_owner[box] = now
                    parent[root(parent, now)] = root(parent, first_owner[box])
    component_of = np.full(len(alive), -1)
    count = 0
    for now in range(len(alive)):
        if alive[now]:
            top = root(parent, now)
            if component_of[top] < 0:
                component_of[top] = count
                count += 1
            component_of[now] = component_of[top]
    return component_of, count


@kernel
def runs(group_of: Ints, count: Int) -> tuple[Ints, Ints]:
    """Items sorted by group: where each group starts, and each item's place; items of group -1 have none."""
    at = np.zeros(count + 1, np.int64)
    for group in group_of:
        if group >= 0:
            at[group + 1] += 1
    for group in range(count):
        at[group + 1] += at[group]
    fill = at[:-1].copy()
    place = np.full(len(group_of), -1)
    for item in range(len(group_of)):
        if group_of[item] >= 0:
            place[item] = fill[group_of[item]]
            fill[group_of[item]] += 1
    return at, place


@kernel
def arranged(  # noqa: PLR0913, PLR0917 - the pieces of one model
    constraints: Constraints,
    settled: Settled,
    alive: Codes,
    box_of: Ints,
    sizes: Ints,
    owners_at: Ints,
    owners: Ints,
) -> Model:
    """The model: boxes and constraints sorted by component."""
    first_owner = np.full(len(sizes), -1)
    component_of, count = components(constraints, alive, box_of, first_owner)
    first_constraint, constraint_place = runs(component_of, count)
    first_box, box_place = runs(component_of[first_owner], count)
    mines = np.empty(first_constraint[count], np.int64)
    source = np.empty(first_constraint[count], np.int64)
    for now in range(len(alive)):
        if alive[now]:
            mines[constraint_place[now]] = settled.left[now]
            source[constraint_place[now]] = now
    placed = box_of.copy()
    for cell in range(len(box_of)):
        if box_of[cell] >= 0:
            placed[cell] = box_place[box_of[cell]]
    cells_at, cell_place = runs(placed, len(sizes))
    cells = np.empty(cells_at[len(sizes)], np.int64)
    for cell in range(len(box_of)):
        if placed[cell] >= 0:
            cells[cell_place[cell]] = cell
    links_at = np.zeros(len(sizes) + 1, np.int64)
    links = np.empty(len(owners), np.int64)
    for box in range(len(sizes)):
        fill = links_at[box]
        cell = cells[cells_at[box]]
        for owner in owners[owners_at[cell] : owners_at[cell + 1]]:
            if alive[owner]:
                links[fill] = constraint_place[owner] - first_constraint[component_of[owner]]
                fill += 1
        links_at[box + 1] = fill
    return Model(cells_at, cells, links_at, links, mines, source, first_box, first_constraint, -1)
