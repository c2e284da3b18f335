"""Cells decided by trial: where one that is taken for a mine leads to a clash, it is safe; and the other way round.

Cells of three dimensions have so many neighbours that components are wide, and a sweep meets millions of states, of
which most lead nowhere. A trial of every cell is cheap beside that, and often leaves little of such a component.
"""

from minebot.compiled import kernel
from minebot.solver.kernels.arrays import Int, Ints
from minebot.solver.kernels.model import (
    MINE,
    SAFE,
    UNDECIDED,
    Constraints,
    Model,
    Room,
    Settled,
    follow,
    room_to_follow,
    take,
)

MOST_OWNERS = 8
"""More constraints than this lie over no cell of a plane of squares, where sweeps are quick."""


@kernel
def is_wide(model: Model) -> bool:
    """Whether the components of a model are so closely woven that trials are worth their time."""
    return bool((model.links_at[1:] - model.links_at[:-1] > MOST_OWNERS).any())


@kernel
def tried(constraints: Constraints, settled: Settled, owners_at: Ints, owners: Ints) -> Settled:
    """What is left once each undecided cell was tried both ways, until no more is decided; the arrays are reused."""
    room = room_to_follow(constraints, settled, owners)
    since = 0  # cells that were tried since the last one that was decided
    while since < len(settled.decided):
        for cell in range(len(settled.decided)):
            since += 1
            if settled.decided[cell] == UNDECIDED and owners_at[cell] < owners_at[cell + 1]:
                for state in (MINE, SAFE):
                    clash, used = assumed(constraints, settled, cell, state, owners_at, owners, room)
                    take_back(settled, used, owners_at, owners, room)
                    if clash >= 0:
                        other = MINE + SAFE - state
                        clash, _ = assumed(constraints, settled, cell, other, owners_at, owners, room)
                        if clash >= 0:
                            return Settled(settled.decided, settled.left, settled.open, clash)
                        since = 0
                        break
    return settled


@kernel
def assumed(  # noqa: PLR0913, PLR0917 - a cell, what it is taken for, and where that leads
    constraints: Constraints, settled: Settled, cell: Int, state: Int, owners_at: Ints, owners: Ints, room: Room
) -> tuple[Int, Int]:
    """Take a cell for a mine or for safe, with all that follows; the clash or -1, and how many are on the trail."""
    room.trail[0] = cell
    waiting = take(settled, cell, state, owners_at, owners, room, 0)
    return follow(constraints, settled, owners_at, owners, room, waiting, 1)


@kernel
def take_back(settled: Settled, used: Int, owners_at: Ints, owners: Ints, room: Room) -> None:
    """Make the cells on the trail undecided again."""
    for cell in room.trail[:used]:
        for owner in owners[owners_at[cell] : owners_at[cell + 1]]:
            settled.open[owner] += 1
            settled.left[owner] += settled.decided[cell] == MINE
        settled.decided[cell] = UNDECIDED
