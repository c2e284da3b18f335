"""Games on boards of every topology."""

import pytest

from minebot import BoardSet, NotationError, RandomBoards, SimulatedGame, solve
from minebot.simulation.player import play_game
from minebot.simulation.settings import Settings
from minebot.topology import adjacency

SHAPES = {"square": (9, 9), "hexagon": (9, 9), "triangle": (9, 8), "torus": (9, 9), "cube 3": (5, 15)}


def boards_of(topology, rule="open"):
    """Boards of one mine in eleven cells: every topology has room to open at the start."""
    width, height = SHAPES[topology]
    return RandomBoards(width, height, width * height // 11, rule=rule, seed=7, topology=topology)


def positions(topology):
    """The positions of games, as they come."""
    for field in map(boards_of(topology).__getitem__, range(100)):
        game = SimulatedGame(field)
        game.play([solve(game.read()).best])
        while (board := game.read()).state == "playing":
            yield board
            game.play([solve(board).best])


@pytest.mark.parametrize("topology", SHAPES)
@pytest.mark.parametrize("solver", ["single", "tiebreak"])
def test_games_run_on_every_topology(topology, solver):
    """Games end, some of them won; the first cell and its neighbours there are free of mines."""
    boards = boards_of(topology)
    outcomes = [play_game(boards, solver, index).outcome for index in range(20)]
    assert sum(outcome.won for outcome in outcomes) >= 2
    around = adjacency(topology, boards.width, boards.height)[0]
    assert all(boards[index].topology == topology for index in range(20))
    assert not any(boards[index].mines & {0, *around} for index in range(50))


def test_square_boards_are_what_they_were():
    """The mines of a seed and an index never change."""
    assert sorted(RandomBoards(9, 9, 10, seed=4)[2].mines) == [16, 17, 20, 38, 40, 51, 58, 59, 72, 79]
    assert boards_of("square")[3] == RandomBoards(9, 9, 7, rule="open", seed=7)[3]


def test_where_all_cells_may_hold_a_mine_the_topology_moves_none():
    """The same seed lays the same mines, and only the numbers differ."""
    square, torus = (RandomBoards(6, 6, 5, rule="any", topology=topology)[1] for topology in ("square", "torus"))
    assert square.mines == torus.mines
    assert square.numbers != torus.numbers


def test_the_settings_of_a_run_tell_a_topology_that_is_not_square():
    """Runs on square boards keep their old settings."""
    told = {name: Settings.of(boards_of(name), "tiebreak").boards for name in SHAPES}
    assert told["square"] == "seed 7"
    assert told["hexagon"] == "seed 7, hexagon"
    assert told["cube 3"] == "seed 7, cube 3"


def test_a_board_set_is_square():
    """A file of boards says nothing of a topology."""
    assert BoardSet.parse("3 3 1 0 0 safe\n4").topology == "square"


@pytest.mark.parametrize("topology", ["round", "cube 4"])
def test_boards_of_no_such_topology_are_refused(topology):
    """A topology that is not known, and layers that do not divide the rows."""
    with pytest.raises(NotationError, match=topology):
        RandomBoards(5, 5, 3, topology=topology)
