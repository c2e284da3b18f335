"""The engine against brute force on small boards, and against the plain engine, which counts exactly, on large ones."""

import math
import random

import numpy as np
import plain_engine
import pytest
from hypothesis import given, settings
from oracle import board_by_trying, by_trying
from strategies import TOPOLOGIES, boards, puzzles

from minebot import Board, InconsistentBoard, Minefield
from minebot.solver.engine import count, count_board
from minebot.solver.puzzle import Constraint, Contradiction, Puzzle

CLOSE = 1e-12


def assert_counts(counts, total, with_mine):
    """The engine says of every cell, and of the whole, what the exact counts say."""
    assert set(counts.risks) == set(with_mine)
    worst = max((abs(counts.risk(cell) - held / total) for cell, held in with_mine.items()), default=0)
    assert worst < CLOSE
    assert counts.safe == {cell for cell, held in with_mine.items() if held == 0}
    assert counts.mines == {cell for cell, held in with_mine.items() if held == total}
    assert counts.log_arrangements == pytest.approx(math.log(total), rel=1e-12, abs=1e-11)
    assert counts.arrangements in (total, None)


@settings(max_examples=250, deadline=None)
@given(boards())
def test_counts_equal_brute_force_on_boards(board):
    """On every topology, with the mine total or without: the counts are those of trying every arrangement."""
    counts = count_board(board)
    assert_counts(counts, *board_by_trying(board))
    assert counts.arrangements is not None


@settings(max_examples=500, deadline=None)
@given(puzzles() | puzzles(wide=True))
def test_counts_equal_brute_force_without_a_grid(puzzle):
    """Any system of constraints is counted exactly, or refused where nothing fits."""
    total, with_mine = by_trying(puzzle.cells, [(each.cells, each.mines) for each in puzzle.constraints], puzzle.mines)
    if total == 0:
        with pytest.raises(Contradiction):
            count(puzzle)
    else:
        assert_counts(count(puzzle), total, with_mine)


@settings(max_examples=100, deadline=None)
@given(boards())
def test_the_oracle_equals_brute_force(board):
    """The plain engine, which judges large boards below, counts small ones as trying does."""
    counts = plain_engine.count_board(board)
    assert (counts.arrangements, counts.with_mine) == board_by_trying(board)


def assert_as_plain(board):
    """The engine agrees with the plain engine on a board that some minefield shows."""
    exact = plain_engine.count_board(board)
    assert_counts(count_board(board), exact.arrangements, exact.with_mine)


@pytest.mark.parametrize("topology", TOPOLOGIES)
@pytest.mark.parametrize("share", [0.03, 0.12, 0.2, 0.4, 0.7, 0.97])
def test_large_boards_of_any_density_and_topology(topology, share):
    """Some cells of random boards opened, the total known or not: as the plain engine says."""
    chance = random.Random(f"{topology} {share}")
    for size in (6, 12, 20):
        field = Minefield(size, size, frozenset(i for i in range(size * size) if chance.random() < share), topology)
        safe = sorted(set(range(size * size)) - field.mines)
        opened = set(chance.sample(safe, len(safe) // chance.choice([3, 5, 9])))
        cells = tuple(number if i in opened else -1 for i, number in enumerate(field.numbers))
        for mines in (len(field.mines), None):
            assert_as_plain(Board(size, size, cells, mines, topology))


@pytest.mark.parametrize("mines", [1, 3, 9_997, 9_999])
def test_the_widest_range_of_densities(mines):
    """On 100x100 cells, from one mine to all but one."""
    chance = random.Random(mines)
    field = Minefield(100, 100, frozenset(chance.sample(range(10_000), mines)))
    safe = next(cell for cell in range(10_000) if cell not in field.mines)
    cells = [-1] * 10_000
    for cell in field.opened_by(safe) if mines > 9_000 else [safe, safe + 1, safe + 300]:
        cells[cell] = field.numbers[cell]
    assert_as_plain(Board(100, 100, tuple(cells), mines))


def test_a_hundred_by_hundred_with_everything_in_play():
    """Every ninth cell of a 100x100 board of expert density open: components of hundreds of cells, hundreds of them."""
    chance = random.Random(1)
    field = Minefield(100, 100, frozenset(chance.sample(range(10_000), 2_060)))
    safe = [cell for cell in range(10_000) if cell not in field.mines]
    opened = set(chance.sample(safe, 900))
    cells = tuple(number if cell in opened else -1 for cell, number in enumerate(field.numbers))
    assert_as_plain(Board(100, 100, cells, 2_060))


def hub(arms, size, mines):
    """One cell under many constraints, each with cells of its own: all of them are open at once in any sweep."""
    cells = tuple(range(1 + arms * size))
    constraints = [
        Constraint(frozenset([0, *range(1 + arm * size, 1 + (arm + 1) * size)]), mines) for arm in range(arms)
    ]
    return Puzzle(cells, tuple(constraints))


@pytest.mark.parametrize(("arms", "size", "mines"), [(20, 20, 10), (70, 3, 2), (40, 26, 13), (3, 100, 37)])
def test_more_open_constraints_than_a_word_holds(arms, size, mines):
    """A state's key grows with what is open; boxes of any size and counts of any length stay exact."""
    puzzle = hub(arms, size, mines)
    with_hub, without = math.comb(size, mines - 1) ** arms, math.comb(size, mines) ** arms
    counts = count(puzzle)
    assert counts.risk(0) == pytest.approx(with_hub / (with_hub + without), rel=1e-12)
    expected = (with_hub * (mines - 1) + without * mines) / size / (with_hub + without)
    assert counts.risk(1) == pytest.approx(expected, rel=1e-12)
    assert counts.log_arrangements == pytest.approx(math.log(with_hub + without), rel=1e-12)


def chain(length, mines=None):
    """A row of cells, of which three in a row and a fourth beside them hold one mine."""
    links = [frozenset({i, i + 1, i + 2, 10_000 + i}) for i in range(length)]
    constraints = tuple(Constraint(cells, 1) for cells in links)
    return Puzzle(tuple(sorted(frozenset().union(*links))), constraints, mines)


@pytest.mark.parametrize("length", [3, 30, 300])
def test_a_long_component_is_swept(length):
    """The cost grows with the width of a component, not with its length; nothing leaves the range of a double."""
    puzzle = chain(length)
    exact = plain_engine.count(puzzle)
    assert_counts(count(puzzle), exact.arrangements, exact.with_mine)


WOVEN = """mines: 30
topology: cube 4
1#######;########;########;########;465423##;12#213##;132223##;.1112##2;\
##112###;##113###;#4544#3#;####433#;4665#33#;#212135#;1322236#;.1#12#5#;\
#21.2###;221.3###;1243323#;124#433#;356532##;2322135#;243212##;.111125#;\
#1..2###;11..2###;..11112#;..1#112#;123211##;1##1.24#;1221.1##;.....13#"""


def test_a_closely_woven_component_is_judged():
    """A hundred cells in three dimensions: a sweep alone would meet millions of states, of which two end well."""
    board = Board.parse(WOVEN)
    counts = count_board(board)
    drawn = {frozenset(np.array(counts.cells)[row].tolist()) for row in counts.draw(20, seed=1)}
    assert (counts.arrangements, len(drawn)) == (2, 2)
    assert counts.mines == frozenset.intersection(*drawn)
    assert counts.safe == set(counts.cells) - frozenset.union(*drawn)
    for mines in drawn:
        field = Minefield(board.width, board.height, mines, board.topology)
        shown = [number for number, code in zip(field.numbers, board.cells, strict=True) if code >= 0]
        assert shown == [code for code in board.cells if code >= 0]


def pairs(count_of):
    """Many components at once: each a constraint of one mine among three cells, linked to one of a mine among two."""
    links = [Constraint(frozenset({5 * i, 5 * i + 1, 5 * i + 2}), 1) for i in range(count_of)]
    links += [Constraint(frozenset({5 * i + 2, 5 * i + 3, 5 * i + 4}), 2) for i in range(count_of)]
    return tuple(links)


@pytest.mark.parametrize("mines", [700, 701, 750, 999, 1049, 1050])
@pytest.mark.parametrize("free", [0, 1, 50])
def test_many_components_under_a_total(mines, free):
    """Hundreds of sums of mines, from the least that fits to the most: as the plain engine says, or refused by both."""
    puzzle = Puzzle(tuple(range(350 * 5 + free)), pairs(350), mines)
    try:
        exact = plain_engine.count(puzzle)
    except plain_engine.Contradiction:
        with pytest.raises(Contradiction):
            count(puzzle)
    else:
        assert_counts(count(puzzle), exact.arrangements, exact.with_mine)


def wide(hubs, arms):
    """Components with many numbers of mines each: a hub and its arms, of each pair one a mine; and a pair apart."""
    links = [
        Constraint(frozenset({hub * (arms + 1), hub * (arms + 1) + 1 + arm}), 1)
        for hub in range(hubs)
        for arm in range(arms)
    ]
    apart = hubs * (arms + 1)
    return apart, (*links, Constraint(frozenset({apart, apart + 1}), 1))


@pytest.mark.parametrize(("hubs", "arms", "free"), [(3, 40, 10), (3, 30, 0), (2, 60, 1), (3, 25, 5)])
@pytest.mark.parametrize("spare", [0, 1, 7, 40])
def test_totals_at_either_end_of_what_fits(hubs, arms, free, spare):
    """From the most mines that fit to few less, and likewise from the least: exact, and drawn boards fit."""
    apart, constraints = wide(hubs, arms)
    most, least = hubs * arms + 1 + free, hubs + 1
    for mines in (most - spare, least + spare):
        puzzle = Puzzle(tuple(range(apart + 2 + free)), constraints, mines)
        try:
            exact = plain_engine.count(puzzle)
        except plain_engine.Contradiction:
            continue
        counts = count(puzzle)
        assert_counts(counts, exact.arrangements, exact.with_mine)
        assert set(counts.draw(5).sum(axis=1)) == {mines}


@pytest.mark.parametrize(
    ("text", "numbers"),
    [("3#.;##.", True), ("1#3;###", True), ("mines: 1\n2##;###", False), ("mines: 4\n1##;###", False)],
)
def test_a_board_that_nothing_fits_is_refused(text, numbers):
    """InconsistentBoard carries the board, and the numbers in conflict unless the mine total is to blame."""
    board = Board.parse(text)
    with pytest.raises(InconsistentBoard, match="no arrangement") as refused:
        count_board(board)
    assert refused.value.board == board
    assert bool(refused.value.numbers) == numbers


@pytest.mark.parametrize("mines", [0, 1])
def test_more_mines_found_than_there_are(mines):
    """A total below what the board shows or proves fits nothing; it is not taken for an unknown total."""
    for text in ("X*;##", "2#;##;2#", "X#.;*1.;##."):
        with pytest.raises(InconsistentBoard):
            count_board(Board.parse(text).with_mines(mines))


def test_shown_mines_are_known_and_a_wrong_flag_is_safe():
    """`*` and `X` count as mines already found; the cell under `W` holds none."""
    assert count_board(Board.parse("X#;##;#W")).risk(5) == 0.0
    assert count_board(Board.parse("X#;1#")).mines == frozenset()


@settings(max_examples=60, deadline=None)
@given(boards(3))
def test_components_tell_how_many_mines_they_hold(board):
    """The distribution of the mines in each component is that of the arrangements, tried one by one."""
    counts = count_board(board)
    boards_that_fit = fitting(board)
    for part in counts.parts:
        held = [sum(cell in mines for cell in part.cells) for mines in boards_that_fit]
        assert part.mines.keys() == set(held)
        for used, share in part.mines.items():
            assert share == pytest.approx(held.count(used) / len(held), rel=1e-12)


def fitting(board):
    """Every arrangement that fits a board, as sets of cells."""
    covered = [cell for cell, code in enumerate(board.cells) if code in (-1, -2, -3)]
    found = []
    for bits in range(1 << len(covered)):
        mines = {cell for place, cell in enumerate(covered) if bits >> place & 1}
        numbers = all(
            code < 0 or code == len(mines.intersection(board.neighbours[cell])) for cell, code in enumerate(board.cells)
        )
        if numbers and board.mines in (None, len(mines)):
            found.append(frozenset(mines))
    return found


@settings(max_examples=40, deadline=None)
@given(boards(3))
def test_drawn_boards_fit_and_all_that_fit_are_drawn_alike(board):
    """Every drawn board is one of the arrangements, and none comes much more often than another (chi-square)."""
    counts = count_board(board)
    possible = fitting(board)
    draws = 40 * len(possible)
    drawn = [frozenset(np.array(counts.cells)[row].tolist()) for row in counts.draw(draws, seed=5)]
    seen = [drawn.count(each) for each in possible]
    assert sum(seen) == draws
    freedom = len(possible) - 1
    assert sum((times - 40) ** 2 / 40 for times in seen) <= freedom + 6 * math.sqrt(2 * freedom) + 12


def test_drawn_boards_of_a_large_position_hold_mines_as_the_risks_say():
    """20,000 boards of an expert position: each fits every number and the total, each cell is mined at its risk."""
    chance = random.Random(3)
    field = Minefield(30, 16, frozenset(chance.sample(range(480), 99)))
    opened = set(chance.sample(sorted(set(range(480)) - field.mines), 90))
    board = Board(30, 16, tuple(n if i in opened else -1 for i, n in enumerate(field.numbers)), 99)
    counts = count_board(board)
    drawn = counts.draw(20_000, seed=1)
    place = {cell: column for column, cell in enumerate(counts.cells)}
    assert set(drawn.sum(axis=1)) == {99}
    for cell in opened:
        columns = [place[each] for each in board.neighbours[cell] if each in place]
        assert (drawn[:, columns].sum(axis=1) == board.cells[cell]).all()
    spread = [abs(share - risk) for share, risk in zip(drawn.mean(axis=0), counts.risks.values(), strict=True)]
    assert max(spread) < 5 * math.sqrt(0.25 / 20_000)


def test_the_same_seed_draws_the_same_boards():
    """Another seed draws others."""
    counts = count_board(Board.parse("mines: 5\n1###;####;####;###1"))
    assert (counts.draw(50, seed=4) == counts.draw(50, seed=4)).all()
    assert (counts.draw(50, seed=4) != counts.draw(50, seed=5)).any()
