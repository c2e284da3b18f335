"""What the numbers of a board say about the mines beside them: it tells what a number that is hard to read can be."""

from dataclasses import dataclass

import numpy as np

from minebot.board import COVERED, EXPLODED, MINE
from minebot.vision.arrays import Bools, Floats
from minebot.vision.rules import Codes, around

_ROUNDS = 8  # in which one number after the other says what the ones before it left open


@dataclass(frozen=True, slots=True)
class Deduced:
    """Of each cell, in a grid: the fewest and the most mines around it, and whether it is a mine and yet covered.

    The last is asked only where the board shows no mine. And which cells that are not believed to be open are proven to
    be mines, and which to be `free` of them; and which numbers are `broken`: what others prove leaves them no room.
    """

    least: Floats
    most: Floats
    hidden_mines: Bools
    proven: Bools
    free: Bools
    broken: Bools

    def denies(self, numbers: Codes | int) -> Bools:
        """Where a cell cannot show the number that it has in this grid, or this one: there are fewer mines, or more."""
        denied: Bools = (numbers < self.least) | (numbers > self.most)
        return denied


def deduced(codes: Codes, believed: Bools, opened: Bools, cut: Bools, rounds: int = _ROUNDS) -> Deduced:
    """What follows, number by number, from the codes that are believed; the cells that are `opened` are no mines.

    After so many `rounds`, in each of which all numbers say what those of the round before left open.

    What is covered, marked or not believed may be a mine, and may be none. Of `cut` cells some neighbours may be out of
    sight: their numbers prove no mine.
    """
    numbers, mines = believed & (codes >= 0), believed & np.isin(codes, (MINE, EXPLODED))
    open_to = ~(numbers | mines | opened)
    shown, freed = mines, np.zeros_like(open_to)
    lost = mines.any()  # then a program shows what it wants to
    for _ in range(rounds):
        least, most = around(mines), around(mines | open_to)
        found = open_to & (around(numbers & (codes == most) & ~cut) > 0)
        safe = open_to & (around(numbers & (codes == least)) > 0) & ~found
        if not (found.any() or safe.any()):
            break
        mines, open_to, freed = mines | found, open_to & ~found & ~safe, freed | safe
    least, most = around(mines), around(mines | open_to)
    most = np.where(cut, np.inf, most).astype(np.float32)
    broken = numbers & ((codes < least) | (codes > most))
    return Deduced(least, most, mines & believed & (codes == COVERED) & ~lost, mines & ~shown, freed, broken)
