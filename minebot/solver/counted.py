"""Counted: what the solvers have in common that know the exact risks: their advice, and how they prove a certain cell.

A cell is certain because it is a mine in none of the arrangements that fit, or in each of them. Not all of the board is
needed to see that. The proof takes the numbers beside the cell, then those that share covered cells with them, and so
on, until their numbers alone are enough, and leaves out, the farthest first, what was not needed; where all the numbers
that are linked to the cell are not enough, the mine total is, over the whole board. It does so when somebody asks, and
costs nothing before.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from minebot.board import Board
from minebot.move import Action, Move
from minebot.solver.advice import Advice, first_flag
from minebot.solver.engine import Counts, count
from minebot.solver.proof import Proofs, Reason, places
from minebot.solver.puzzle import Constraint, Puzzle, puzzle
from minebot.topology import cells


@dataclass(frozen=True, slots=True)
class Choice:
    """The cell to open, one of the least risky; what was preferred of it among these is said in `words`."""

    cell: int
    words: str


def counted(rule: str, board: Board, counts: Counts, choice: Choice) -> Advice:
    """The advice of a solver of that name which knows the counts, and chose."""
    move, why = _move(board, counts, choice)
    where = cells(board.width, board.height)
    return Advice(
        safe=frozenset(where[cell] for cell in counts.safe),
        mines=frozenset(where[cell] for cell in counts.mines),
        best=move,
        why=why,
        risks={where[cell]: risk for cell, risk in counts.risks.items()},
        arrangements=counts.arrangements,
        proofs=Proofs(board, Reasons(rule, board, counts)),
    )


def _move(board: Board, counts: Counts, choice: Choice) -> tuple[Move, str]:
    """The move on the chosen cell, and its reason."""
    x, y = board.place(choice.cell)
    if choice.cell in counts.safe:
        return Move(Action.OPEN, x, y), f"safe: no arrangement of the mines has one at ({x}, {y})"
    if choice.cell in counts.mines:
        return first_flag(board), "every covered cell is a mine, so there is nothing left to open"
    why = f"guess: risk {100 * counts.risk(choice.cell):.1f} %, the least, and {choice.words}"
    return Move(Action.OPEN, x, y), why


class Reasons(Mapping[int, Reason]):
    """The reasons of all certain cells, each made when it is asked for."""

    def __init__(self, rule: str, board: Board, counts: Counts) -> None:
        self._rule = rule
        self._board = board
        self._counts = counts

    @cached_property
    def _puzzle(self) -> Puzzle:
        return puzzle(self._board)

    def __getitem__(self, cell: int) -> Reason:
        if cell not in self._counts.safe and cell not in self._counts.mines:
            raise KeyError(cell)
        return Counted(self._rule, self._puzzle, cell, self._counts.arrangements)

    def __iter__(self) -> Iterator[int]:
        return iter(sorted(self._counts.safe | self._counts.mines))

    def __len__(self) -> int:
        return len(self._counts.safe) + len(self._counts.mines)


@dataclass(frozen=True)
class Counted:
    """A cell that is the same in all arrangements; `everywhere` is how many of them fit the whole board."""

    rule: str
    given: Puzzle
    cell: int
    everywhere: int | None

    @cached_property
    def _seen(self) -> tuple[Sequence[Constraint], Counts | None]:
        """Constraints that are enough, and what fits them; all there are, and None, where they are not."""
        for ring in rings(self.given.constraints, self.cell):
            if self._settled(ring):
                needed = self._thinned(ring)
                return needed, self._fitting(needed)
        return self.given.constraints, None

    def _thinned(self, enough: Sequence[Constraint]) -> Sequence[Constraint]:
        """Constraints that are enough, without those that can be spared; the last of them are tried first."""
        needed = list(enough)
        for each in reversed(enough):
            others = [other for other in needed if other is not each]
            if self._settled(others):
                needed = others
        return needed

    def _settled(self, constraints: Sequence[Constraint]) -> bool:
        return self._fitting(constraints).risk(self.cell) in (0.0, 1.0)

    def _fitting(self, constraints: Sequence[Constraint]) -> Counts:
        """What fits these constraints, whatever the mine total is."""
        held = frozenset([self.cell]).union(*(each.cells for each in constraints))
        return count(Puzzle(tuple(sorted(held)), tuple(constraints)))

    @property
    def numbers(self) -> tuple[int, ...]:
        """The cells whose numbers it took; all of them where the mine total was needed too."""
        return tuple(sorted(each.number for each in self._seen[0] if each.number is not None))

    def say(self, board: Board) -> str:
        """In how many arrangements it is no mine, or a mine, and what these fit."""
        counts = self._seen[1]
        number = self.everywhere if counts is None else counts.arrangements
        mine = (count(self.given) if counts is None else counts).risk(self.cell) == 1.0
        total = f"of the {_many(board.mines or 0, 'mine')} of the board" if counts is None else "of the mines"
        at = places(board, self.numbers)
        fits = f" that {'fits' if number == 1 else 'fit'} the {_plural(len(self.numbers), 'number')} at {at}"
        return f"{_share(number, mine)} {total}{fits if self.numbers else ''}"


def rings(constraints: Sequence[Constraint], cell: int) -> Iterator[list[Constraint]]:
    """The constraints on a cell, then with them those that share cells with them, and so on while there are more."""
    reached, ring, beyond = frozenset([cell]), list[Constraint](), list(constraints)
    while linked := [each for each in beyond if not reached.isdisjoint(each.cells)]:
        ring = [*ring, *linked]
        yield ring
        beyond = [each for each in beyond if reached.isdisjoint(each.cells)]
        reached = reached.union(*(each.cells for each in linked))


def _share(number: int | None, mine: bool) -> str:
    if number == 1:
        return "a mine in the only arrangement" if mine else "no mine in the only arrangement"
    many = "" if number is None else f"{number:,} "
    return f"in each of the {many}arrangements" if mine else f"in none of the {many}arrangements"


def _plural(number: int, what: str) -> str:
    return what if number == 1 else f"{what}s"


def _many(number: int, what: str) -> str:
    return f"{number} {_plural(number, what)}"
