"""The truth by brute force: every subset of the covered cells is tried. It shares no code with the solvers."""

from itertools import product

UNOPENED, SHOWN = {-1, -2, -3, -6}, {-4, -5}


def by_trying(cells, constraints, mines):
    """How many subsets fit, and for each cell how many of them hold it; constraints are (cells, mines) pairs."""
    total, with_mine = 0, dict.fromkeys(cells, 0)
    for bits in product((0, 1), repeat=len(cells)):
        laid = {cell for cell, bit in zip(cells, bits, strict=True) if bit}
        if mines not in (None, len(laid)) or any(len(laid & set(group)) != count for group, count in constraints):
            continue
        total += 1
        for cell in laid:
            with_mine[cell] += 1
    return total, with_mine


def board_by_trying(board):
    """The same for a board, from what its cells show."""
    shown = {cell for cell, code in enumerate(board.cells) if code in SHOWN}
    constraints = [
        ([each for each in board.neighbours[cell] if board.cells[each] in UNOPENED],
         code - len(shown.intersection(board.neighbours[cell])))
        for cell, code in enumerate(board.cells) if code >= 0
    ]  # fmt: skip
    constraints += [([cell], 0) for cell, code in enumerate(board.cells) if code == -6]
    covered = [cell for cell, code in enumerate(board.cells) if code in UNOPENED]
    return by_trying(covered, constraints, None if board.mines is None else board.mines - len(shown))
