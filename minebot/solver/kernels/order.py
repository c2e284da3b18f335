"""In which order to sweep the boxes of a component, so that few constraints are open at once.

A constraint is open when some of its boxes are swept and others are not. The order is greedy: next comes the box,
among those that share an open constraint, that opens fewest constraints less those it closes, the one seen first among
equals. It is found twice, from any box and from the box where that ended, which lies at an end of the component.
"""

from typing import NamedTuple

import numpy as np

from minebot.compiled import kernel
from minebot.solver.kernels.arrays import Int, Ints, inverted

UNSEEN, WAITING, SWEPT = 0, 1, 2


class Shape(NamedTuple):
    """A component: its boxes' sizes and constraints, its constraints' mines and boxes (see Model for the lists)."""

    sizes: Ints
    links_at: Ints
    links: Ints
    mines: Ints
    boxes_at: Ints
    boxes: Ints


@kernel
def shape(sizes: Ints, links_at: Ints, links: Ints, mines: Ints) -> Shape:
    """A component with its constraints' boxes."""
    boxes_at, boxes = inverted(links_at, links, len(mines))
    return Shape(sizes, links_at, links, mines, boxes_at, boxes)


@kernel
def sweep_order(part: Shape) -> Ints:
    """The boxes, in the cheaper of two greedy orders."""
    first, cost = greedy(part, np.int64(0))
    if len(first) <= 4:
        return first
    order, lower = greedy(part, first[-1])
    return order if lower < cost else first


@kernel
def greedy(part: Shape, start: Int) -> tuple[Ints, float]:
    """The greedy order from a start, and about how many states a sweep in it meets."""
    count = len(part.sizes)
    order = np.empty(count, np.int64)
    status = np.zeros(count, np.int64)
    left = part.boxes_at[1:] - part.boxes_at[:-1]
    score = part.links_at[1:] - part.links_at[:-1]  # how many constraints a box opens, less those it closes
    for owner in range(len(left)):
        if left[owner] == 1:
            score[part.boxes[part.boxes_at[owner]]] -= 1
    seen = np.empty(count, np.int64)
    waiting = 0
    box, open_now, cost = start, 0, 0.0
    for step in range(count):
        order[step] = box
        status[box] = SWEPT
        for owner in part.links[part.links_at[box] : part.links_at[box + 1]]:
            around = part.boxes[part.boxes_at[owner] : part.boxes_at[owner + 1]]
            opens = left[owner] == len(around)
            left[owner] -= 1
            open_now += opens
            open_now -= left[owner] == 0
            for other in around:
                if status[other] != SWEPT:
                    score[other] -= opens
                    score[other] -= left[owner] == 1
                    if status[other] == UNSEEN:
                        status[other] = WAITING
                        seen[waiting] = other
                        waiting += 1
        cost += 2.0**open_now
        if waiting:
            chosen = 0
            for place in range(1, waiting):
                if score[seen[place]] < score[seen[chosen]]:
                    chosen = place
            box = seen[chosen]
            waiting -= 1
            for place in range(chosen, waiting):
                seen[place] = seen[place + 1]
    return order, cost
