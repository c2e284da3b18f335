"""The solver `optimal`: the game tree, to the end."""

from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import pytest
from hypothesis import given, settings
from oracle import board_by_trying
from strategies import boards

from minebot import Action, Board, InconsistentBoard, RandomBoards, solve
from minebot.errors import OutOfTime
from minebot.minefield import Minefield
from minebot.simulation.player import play_game
from minebot.solver import gametree
from minebot.solver import optimal as module
from minebot.solver.engine import count_board
from minebot.solver.gametree import Table
from minebot.solver.optimal import is_small, optimal, won_from
from minebot.solver.thinking import Thinking
from minebot.solver.tiebreak import tiebreak
from minebot.topology import adjacency

BEST_PLAY = {
    (3, 3, 2): "23/28",
    (3, 3, 3): "33/56",
    (4, 4, 2): "102/105",
    (4, 4, 3): "400/455",
    (4, 4, 4): "949/1365",
    (4, 4, 5): "1433/3003",
    (5, 5, 3): "1798/2024",
    (5, 5, 4): "8236/10626",
    (6, 6, 4): "50088/52360",
}
"""What best play wins that opens the corner first, of all boards with no mine there: by other programs."""


@pytest.mark.parametrize("size", BEST_PLAY)
def test_best_play_from_the_corner(size):
    """Equal to the fraction that full game-tree searches of others found."""
    found = won_from(Board.covered(*size), (0, 0))
    assert f"{found.won}/{found.arrangements}" == BEST_PLAY[size]
    assert found.arrangements == comb(size[0] * size[1] - 1, size[2])


@pytest.mark.parametrize(("size", "start", "share"), [((4, 4, 4), (1, 1), ".6696"), ((5, 5, 4), (2, 2), ".7058")])
def test_best_play_from_elsewhere(size, start, share):
    """The first cell matters: away from the corner less is won."""
    found = won_from(Board.covered(*size), start)
    assert f"{found.won / found.arrangements:.4f}"[1:] == share


def every_board(width, height, mines):
    """All minefields with no mine in the corner."""
    return (Minefield(width, height, frozenset(each)) for each in combinations(range(1, width * height), mines))


def opened(field, shown, cell):
    """The cells of a position once a cell is opened, and around zeros all others."""
    cells, waiting = list(shown), [cell]
    while waiting:
        here = waiting.pop()
        if cells[here] < 0:
            cells[here] = field.numbers[here]
            if cells[here] == 0:
                waiting += field.neighbours[here]
    return tuple(cells)


@cache
def moves(board):
    """What the solver opens."""
    advice = solve(board, solver="optimal")
    return sorted(map(board.index, advice.safe or [advice.best.cell]))


def is_won(field):
    """Whether the solver wins a minefield, from the corner."""
    board = Board.covered(field.width, field.height, len(field.mines), field.topology)
    chosen = [0]
    while board.state == "playing":
        for cell in chosen:
            if cell in field.mines:
                return False
            board = Board(board.width, board.height, opened(field, board.cells, cell), board.mines, board.topology)
        chosen = moves(board) if board.state == "playing" else []
    return True


@pytest.mark.parametrize(("size", "wins"), [((4, 4, 4), 949), ((4, 4, 5), 1433), ((5, 5, 3), 1798)])
def test_it_wins_all_that_best_play_wins(size, wins):
    """On every board there is, played to its end."""
    assert sum(map(is_won, every_board(*size))) == wins


@pytest.fixture
def no_table():
    """Nothing is known of any position: what other tests asked for has left its table behind."""
    module._TABLES.clear()


@pytest.mark.usefixtures("no_table")
def test_the_table_serves_a_whole_board_size():
    """After the first position of all the boards of a size, the others cost next to no search."""
    first = solve(Board.parse("mines: 5\n1###;####;####;####"), solver="optimal")
    again = solve(Board.parse("mines: 5\n1###;####;####;####"), solver="optimal")
    later = solve(Board.parse("mines: 5\n11##;####;####;####"), solver="optimal")
    assert again.nodes * 20 < first.nodes > 20 * later.nodes
    assert (again.best, again.win) == (first.best, first.win)


TREES = [
    ("square", 3, 3, 2),
    ("square", 3, 3, 4),
    ("square", 3, 2, 2),
    ("square", 4, 2, 3),
    ("square", 3, 2, None),
    ("hexagon", 3, 3, 3),
    ("torus", 3, 3, 2),
    ("torus", 4, 2, 3),
    ("triangle", 4, 2, 2),
    ("cube 2", 2, 4, 2),
    ("hexagon", 3, 2, None),
]


@pytest.mark.parametrize(("topology", "width", "height", "mines"), TREES)
def test_the_plainest_search_agrees(topology, width, height, mines):
    """A search over positions, which knows neither sets nor bounds nor symmetry, wins as much, by the same cells."""
    positions = {}
    for shown, (won, number, by_cell) in expectimax(topology, width, height, mines, positions).items():
        board = Board(width, height, shown, mines, topology)
        if board.state != "playing":
            continue
        advice = solve(board, solver="optimal")
        assert advice.win == Fraction(won, number)
        if advice.best.action is Action.OPEN:
            assert by_cell[board.index(advice.best.cell)] == max(by_cell.values())


def expectimax(topology, width, height, mines, positions):
    """For positions: how many arrangements best play wins, of how many, and how many by opening each cell first."""
    around = adjacency(topology, width, height)
    cells = range(width * height)
    sizes = range(len(cells) + 1) if mines is None else [mines]
    everything = [frozenset(each) for size in sizes for each in combinations(cells, size)]
    numbers = {laid: [sum(each in laid for each in around[cell]) for cell in cells] for laid in everything}

    def best(shown, fit):
        if shown not in positions:
            covered = [cell for cell in cells if shown[cell] < 0]
            going = [laid for laid in fit if len(laid) < len(covered)]
            by_cell = {cell: after(shown, going, cell) for cell in covered} if going else {}
            positions[shown] = len(fit) - len(going) + max(by_cell.values(), default=0), len(fit), by_cell
        return positions[shown][0]

    def after(shown, going, cell):
        parts = {}
        for laid in going:
            if cell not in laid:
                parts.setdefault(numbers[laid][cell], []).append(laid)
        return sum(best((*shown[:cell], number, *shown[cell + 1 :]), part) for number, part in parts.items())

    best((-1,) * len(cells), everything)
    chosen = sorted(positions)[:: max(1, len(positions) // 150)]
    return {shown: positions[shown] for shown in chosen}


@settings(max_examples=100, deadline=None)
@given(boards())
def test_what_it_calls_certain_is_certain(board):
    """On every topology, whatever is flagged: no arrangement has a mine in a safe cell, every one has one in a mine."""
    if board.state != "playing":
        return
    total, with_mine = board_by_trying(board)
    advice = solve(board, solver="optimal")
    assert advice.safe == {board.place(cell) for cell, count in with_mine.items() if count == 0}
    assert advice.mines == {board.place(cell) for cell, count in with_mine.items() if count == total}
    assert advice.arrangements == total
    assert set(advice.proofs) == advice.safe | advice.mines
    assert all(board[cell] >= 0 for proof in advice.proofs.values() for cell in proof.numbers)
    assert advice.win is None or 0 < advice.win <= 1
    assert advice.best.cell not in advice.mines or advice.best.action is Action.FLAG


@pytest.mark.usefixtures("no_table")
def test_a_guess_says_what_it_wins():
    """In arrangements, with the risk."""
    advice = solve(Board.parse("mines: 5\n1###;####;####;####"), solver="optimal")
    assert advice.why == (
        f"guess: best play from it wins {advice.win * advice.arrangements} of {advice.arrangements:,} arrangements, "
        f"and from no other cell more; risk {100 * advice.risks[advice.best.cell]:.1f} %"
    )
    assert advice.arrangements == 3 * comb(12, 4)
    assert advice.nodes > 100


def test_it_takes_a_risk_that_pays():
    """The least risky cell, 2 of 14, is not the best one: what is learned at 3 of 14 decides all else but once."""
    advice = solve(Board.parse("mines: 5\n111##\n##32#\n2####\n#2###"), solver="optimal")
    assert advice.best.cell == (3, 0)
    assert advice.win == Fraction(10, 14)
    assert advice.risks[advice.best.cell] == pytest.approx(3 / 14)
    assert min(advice.risks.values()) == pytest.approx(2 / 14)


def test_of_equal_cells_the_first_that_a_click_opens():
    """Any of three cells wins one of three; the first carries a flag, which a click does not open."""
    assert solve(Board.parse("##;#1"), solver="optimal").best.cell == (0, 0)
    assert solve(Board.parse("F#;#1"), solver="optimal").best.cell == (1, 0)


def test_without_a_total_a_game_that_goes_on_tells():
    """If both cells were mines the game would be over; opening one wins where it is the other, or none at all."""
    advice = solve(Board.parse("##"), solver="optimal")
    assert (advice.win, advice.arrangements) == (Fraction(3, 4), 4)
    assert solve(Board.parse("#"), solver="optimal").win == 1


def test_beyond_its_reach_it_plays_as_tiebreak():
    """And says so, with both numbers."""
    board = Board.covered(9, 9, 10)
    advice, simpler = solve(board, solver="optimal"), tiebreak(board)
    assert (advice.best, advice.risks, advice.win) == (simpler.best, simpler.risks, None)
    many = "about 10^12 arrangements, and it is searched up to 60,000"
    assert advice.why == f"{simpler.why}; the game tree is out of reach: {many}"
    advice = solve(Board.covered(5, 5, 6), solver="optimal")
    assert f"out of reach: {comb(25, 6):,} arrangements, and" in advice.why


def test_more_cells_than_bits_are_out_of_reach():
    """A mine anywhere among a hundred cells."""
    advice = solve(Board.covered(100, 1, 1), solver="optimal")
    assert advice.why.endswith("; the game tree is out of reach: more than 64 cells")


def test_endgames_of_large_boards_agree_with_the_plainest_search(monkeypatch):
    """Also where the cells that are left lie far apart, and have bits of their own."""
    met, search = [], module.solved
    monkeypatch.setattr(module, "solved", lambda board, *rest: met.append(board) or search(board, *rest))
    dealt = RandomBoards(20, 12, 40, seed=3)
    for index in range(70):
        play_game(dealt, "optimal", index)
    few = [board for board in met if (count_board(board).arrangements or 1000) <= 40]
    assert len(few) > 10
    for board in few:
        hidden = listed(board)
        assert solve(board, solver="optimal").win == Fraction(best_of(frozenset(hidden), board), len(hidden))


def listed(board):
    """All arrangements, from what the exact engine draws."""
    counts = count_board(board)
    drawn = counts.draw(40 * counts.arrangements, seed=1)
    found = {frozenset(cell for cell, mine in zip(counts.cells, row, strict=True) if mine) for row in drawn.tolist()}
    assert len(found) == counts.arrangements
    return found


@settings(max_examples=150, deadline=None)
@given(boards(longest=3))
def test_wherever_it_searches_it_finds_what_the_plainest_search_finds(board):
    """In positions with safe cells too, with flags and shown mines, on every topology, with or without a total."""
    if board.state != "playing" or (count_board(board).arrangements or 1000) > 30:
        return
    hidden = listed(board)
    assert solve(board, solver="optimal").win == Fraction(best_of(frozenset(hidden), board), len(hidden))


def best_of(hidden, board):
    """How many of some arrangements best play wins, by sets of arrangements, without bounds or a table."""
    if len(hidden) <= 1:
        return len(hidden)
    some = frozenset().union(*hidden)
    if some in hidden:
        return 1 + best_of(hidden - {some}, board)
    covered = [cell for cell, code in enumerate(board.cells) if code < 0]
    for cell in (cell for cell in covered if cell not in some):
        if len(parts := apart(hidden, board, cell)) > 1:
            return sum(best_of(part, board) for part in parts)
    undecided = some - frozenset.intersection(*hidden)
    return max(sum(best_of(part, board) for part in apart(hidden, board, cell)) for cell in undecided)


def apart(hidden, board, cell):
    """The arrangements without a mine in a cell, by what it shows."""
    parts = {}
    for laid in hidden:
        if cell not in laid:
            parts.setdefault(len(laid.intersection(board.neighbours[cell])), set()).add(laid)
    return [frozenset(part) for part in parts.values()]


def test_it_can_be_stopped_and_asked_again():
    """What stops it leaves the table sound: the answer is that of one who was never stopped."""
    board = Board.parse("mines: 4\n1####;#####;#####;#####;#####")
    module._TABLES.clear()
    asked = []

    def go_on():
        asked.append(1)
        if len(asked) > 2:
            raise OutOfTime("stopped by the test")

    with pytest.raises(OutOfTime):
        optimal(board, Thinking(go_on=go_on))
    after = optimal(board)
    module._TABLES.clear()
    assert (after.best, after.win) == (optimal(board).best, optimal(board).win)


def test_a_stop_at_any_moment_leaves_the_table_counted(monkeypatch):
    """A Ctrl-C is raised as soon as a slice of the search is over, before anything else is done."""

    def interrupted(*rest):
        search(*rest)
        raise KeyboardInterrupt

    search, module._TABLES["square"] = gametree.search, Table()
    monkeypatch.setattr(gametree, "search", interrupted)
    with pytest.raises(KeyboardInterrupt):
        solve(Board.parse("mines: 5\n1###;####;####;####"), solver="optimal")
    table = module._TABLES["square"]
    assert table.used == (table.kept.worth > 0).sum() > 1000


def test_a_table_that_is_full_is_emptied_and_the_search_goes_on(monkeypatch):
    """With room for few sets the same is found."""
    monkeypatch.setattr("minebot.solver.gametree.MOST_SLOTS", 1 << 12)
    assert won_from(Board.covered(4, 4, 5), (0, 0)).won == 1433


def test_a_table_keeps_what_it_knows_when_it_grows():
    """Nothing is lost, and nothing is there twice."""
    table = Table()
    sizes = []
    for _ in range(2):
        table.make_room()
        sizes.append(len(table.kept.tags))
    assert sizes == [1 << 14, 1 << 16]


@pytest.mark.parametrize(
    ("board", "small"),
    [
        (Board.covered(5, 5, 5), True),
        (Board.covered(6, 6, 4), True),
        (Board.covered(4, 4, 8), True),
        (Board.covered(3, 5), True),
        (Board.covered(4, 4), False),
        (Board.covered(9, 9, 1), False),
        (Board.covered(6, 6, 6), False),
    ],
)
def test_which_boards_are_small(board, small):
    """By their arrangements when all is covered, and by their cells."""
    assert is_small(board) == small


def test_numbers_that_cannot_hold_are_refused():
    """As every solver that counts does."""
    with pytest.raises(InconsistentBoard):
        solve(Board.parse("3#.;##.;..."), solver="optimal")


def test_it_plays_whole_games():
    """On beginner boards that open at the first move it wins nearly all, and no fewer than tie-breaking."""
    dealt = RandomBoards(9, 9, 10, rule="open", seed=1)
    won = {
        name: [play_game(dealt, name, index).outcome.won for index in range(100)] for name in ("optimal", "tiebreak")
    }
    assert sum(won["optimal"]) >= max(90, sum(won["tiebreak"]) - 1)
