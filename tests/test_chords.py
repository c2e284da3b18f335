"""Chords: never a cell that was not to be opened, and only where they save clicks."""

import pytest

from minebot.board import Board
from minebot.game import SimulatedGame
from minebot.minefield import RandomBoards
from minebot.move import Move
from minebot.play.bot import Marking, choose
from minebot.play.checks import ineffective
from minebot.play.chords import with_chords
from minebot.solver import solve


@pytest.mark.parametrize(
    ("board", "moves", "expected"),
    [
        ("1F#;1##;###", "open 2,0;open 2,1;open 1,1", "open 2,0;open 2,1;open 1,1"),  # (0, 2) may not be opened
        ("F1#;#1#;...", "open 0,1;open 2,0;open 2,1", "chord 1,0"),
        ("#1#;#1#;...", "flag 0,0;open 0,1;open 2,0;open 2,1", "flag 0,0;chord 1,0"),
        ("F1#;11#;...", "open 2,0;open 2,1", "chord 1,0"),
        ("F1#;11#;..1", "open 2,1", "open 2,1"),
        ("F1?;11#;...", "open 2,0;open 2,1", "open 2,0;open 2,1"),  # a chord may leave a question mark alone
    ],
)
def test_where_clicks_are_saved(board, moves, expected):
    """A chord takes the place of two clicks at least, and is made after the flags that it needs."""
    made = with_chords(Board.parse(board), [Move.parse(text) for text in moves.split(";")])
    assert ";".join(map(str, made)) == expected


@pytest.mark.parametrize("seed", range(12))
def test_the_game_goes_the_same_way(seed):
    """Played with chords, each batch opens what it opens without, in fewer clicks, and no chord explodes."""
    boards = RandomBoards(16, 16, 40, rule="open", seed=seed, start=(8, 8))
    with_them, without = SimulatedGame(boards[0]), SimulatedGame(boards[0])
    for game in (with_them, without):
        game.play([Move.parse("open 8,8")])
    clicks = saved = 0
    while without.read().state == "playing":
        board = without.read()
        moves = choose(board, solve(board), Marking.CERTAIN)
        made = with_chords(board, moves) if len(moves) > 1 else moves
        without.play(moves)
        with_them.play(made)
        assert with_them.read() == without.read()
        assert without.read().state == "lost" or not ineffective(with_them.read(), made)
        clicks, saved = clicks + len(moves), saved + len(moves) - len(made)
    assert saved > 0.05 * clicks or clicks < 30
