import pytest
from hypothesis import given
from strategies import minefields

from minebot import Action, BoardSet, Minefield, Move, NotationError, RandomBoards, SimulatedGame


def game(text):
    """A game on the mines that a picture of `*` and `.` shows, and how to move in it."""
    rows = text.split(";")
    flat = "".join(rows)
    played = SimulatedGame(Minefield(len(rows[0]), len(rows), frozenset(i for i, c in enumerate(flat) if c == "*")))
    return played, lambda action, x, y: played.play([Move(action, x, y)])


def test_a_zero_opens_what_is_around_it():
    """An opening and its rim, and no further."""
    played, move = game("....*;.....")
    move(Action.OPEN, 0, 0)
    assert played.read().rows == ["...1#", "...1#"]


def test_a_loss_shows_the_mines():
    """X exploded, * the other mines, W a flag that was wrong; a right flag stays."""
    played, move = game("**.*")
    for action, x in ((Action.FLAG, 1), (Action.FLAG, 2), (Action.OPEN, 0)):
        move(action, x, 0)
    assert played.read().rows == ["XFW*"]
    assert played.read().state == "lost"


def test_a_chord_opens_around_a_satisfied_number():
    """With as many flags as the number says, the other neighbours open; with fewer, nothing happens."""
    played, move = game("*..;...")
    move(Action.OPEN, 1, 0)
    move(Action.CHORD, 1, 0)
    assert played.read().rows == ["#1#", "###"]
    move(Action.FLAG, 0, 0)
    move(Action.CHORD, 1, 0)
    assert played.read().state == "won"


def test_a_chord_beside_a_wrong_flag_loses():
    """A chord opens what is not flagged, mines included."""
    played, move = game("*..;...")
    for action, x, y in ((Action.OPEN, 1, 0), (Action.FLAG, 2, 0), (Action.CHORD, 1, 0)):
        move(action, x, y)
    assert played.read().state == "lost"


def test_nothing_moves_after_the_end_until_the_restart():
    """Moves after a loss do nothing; a restart covers the same field."""
    played, move = game("*.;..")
    move(Action.OPEN, 0, 0)
    lost = played.read()
    move(Action.OPEN, 1, 1)
    assert played.read() == lost
    played.restart()
    assert played.read().rows == ["##", "##"]


@given(minefields())
def test_opening_every_safe_cell_wins(field):
    """A game is won exactly when only mines are left covered, and then the numbers are the field's."""
    played = SimulatedGame(field)
    safe = [cell for cell in range(field.width * field.height) if cell not in field.mines]
    played.play([Move(Action.OPEN, cell % field.width, cell // field.width) for cell in safe])
    board = played.read()
    assert board.state == "won"
    assert all(board.cells[cell] == field.numbers[cell] for cell in safe)


def test_3bv_counts_openings_and_lone_numbers():
    """One opening, and the one number behind the mine that no zero touches."""
    field = Minefield(5, 1, frozenset([3]))
    assert (len(field.openings), field.three_bv) == (1, 2)


@pytest.mark.parametrize("rule", ["safe", "open", "any"])
def test_random_boards_keep_their_rule(rule):
    """Each has its mines, keeps the rule at the start cell, and depends on seed and index alone."""
    boards = RandomBoards(5, 5, 8, rule, seed=11)
    fields = [boards[index] for index in range(50)]
    assert all(len(field.mines) == 8 and field.obeys(rule, 0) for field in fields)
    assert fields[49] == RandomBoards(5, 5, 8, rule, seed=11)[49] != RandomBoards(5, 5, 8, rule, seed=12)[49]


def test_the_boards_of_a_seed_never_change():
    """Outcomes recorded today can be compared with those of any later version."""
    assert sorted(RandomBoards(9, 9, 10, seed=1)[0].mines) == [4, 6, 25, 28, 44, 55, 61, 67, 76, 79]


def test_a_board_set_reads_back_as_it_was_written():
    """`BoardSet.parse(str(boards))` is the set."""
    boards = BoardSet.parse("3 2 2 0 0 safe\n1 2\n3 5\n")
    assert BoardSet.parse(str(boards)) == boards
    assert boards[1].mines == {3, 5}


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", None),
        ("3 2 2 0 0 safe", None),
        ("3 2 2 0 0", 1),
        ("3 2 2 9 0 safe\n1 2", 1),
        ("3 2 2 0 0 safe\n1", 2),
        ("3 2 2 0 0 safe\n1 2\n1 6", 3),
        ("3 2 2 0 0 safe\n1 1", 2),
        ("3 2 2 0 0 safe\n0 1", 2),
        ("3 2 2 0 0 open\n1 2", 2),
        ("3 2 2 0 0 safe\n1 x", 2),
    ],
)
def test_a_text_that_is_no_board_set_says_where(text, line):
    """A header or a board that breaks its promise is refused with its line."""
    with pytest.raises(NotationError) as refused:
        BoardSet.parse(text)
    assert refused.value.line == line


def test_mines_that_do_not_fit_are_refused():
    """The cells kept free for the first move count as taken."""
    RandomBoards(3, 3, 9, "any")
    with pytest.raises(NotationError, match="kept free"):
        RandomBoards(3, 3, 9, "safe")
