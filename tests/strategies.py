"""Hypothesis strategies: minefields, boards in mid-game, systems of constraints without a grid."""

from hypothesis import strategies as st

from minebot.board import COVERED, FLAG, MINE, QUESTION, Board
from minebot.minefield import Minefield
from minebot.solver.puzzle import Constraint, Puzzle

TOPOLOGIES = ("square", "torus", "hexagon", "triangle", "cube 2")


@st.composite
def minefields(draw, longest=4):
    """Minefields of up to `longest` cells a side, of any topology."""
    topology = draw(st.sampled_from(TOPOLOGIES))
    width = draw(st.integers(1, longest))
    height = draw(st.sampled_from(range(2, longest + 1, 2)) if topology == "cube 2" else st.integers(1, longest))
    mines = draw(st.frozensets(st.integers(0, width * height - 1)))
    return Minefield(width, height, mines, topology)


@st.composite
def boards(draw, longest=4):
    """Boards that some minefield shows: any safe cells open, flags right and wrong, the mine total known or not."""
    field = draw(minefields(longest))

    def shown(number):
        choices = [COVERED, FLAG, QUESTION] if number == MINE else [COVERED, FLAG, QUESTION, number, number, number]
        return draw(st.sampled_from(choices))

    cells = tuple(shown(number) for number in field.numbers)
    mines = draw(st.sampled_from([None, len(field.mines)]))
    if mines is not None and cells.count(FLAG) > mines:
        cells = tuple(COVERED if code == FLAG else code for code in cells)
    return Board(field.width, field.height, cells, mines, field.topology)


@st.composite
def puzzles(draw, wide=False):
    """Systems of constraints on up to ten cells; most have a solution, some contradict themselves.

    If they are `wide`, one cell lies under more constraints than any cell of a plane of squares.
    """
    size = draw(st.integers(1, 10))
    hidden = draw(st.lists(st.booleans(), min_size=size, max_size=size))
    fewest, most = (9, 14) if wide else (0, 7)
    some = st.frozensets(st.integers(0, size - 1), min_size=1, max_size=6)
    sets = draw(st.lists(some.map(lambda cells: cells | {0} if wide else cells), min_size=fewest, max_size=most))
    slips = draw(st.lists(st.sampled_from([0] * 9 * (1 + wide) + [1]), min_size=len(sets), max_size=len(sets)))
    constraints = tuple(
        Constraint(cells, sum(hidden[cell] for cell in cells) + slip) for cells, slip in zip(sets, slips, strict=True)
    )
    return Puzzle(tuple(range(size)), constraints, draw(st.sampled_from([None, sum(hidden)])))
