"""What the tests of the rungs share: positions from games, and what must hold of every advice."""

from contextlib import suppress
from dataclasses import replace

from oracle import board_by_trying

from minebot import Action, InconsistentBoard, RandomBoards, SimulatedGame, solve
from minebot.solver.engine import count_board

SIZES = [(9, 9, 10), (16, 16, 40), (8, 5, 10), (30, 16, 99)]


def stuck(games, seed=11):
    """The positions at which single numbers are stuck, in games on boards of several sizes, played by `single`."""
    for width, height, mines in SIZES:
        boards = RandomBoards(width, height, mines, rule="open", seed=seed)
        for index in range(games):
            game = SimulatedGame(boards[index])
            while (board := game.read()).state == "playing":
                advice = solve(board, solver="single")
                if not advice.safe:
                    yield board
                game.play([advice.best])


def assert_sound(board, advice):
    """What the advice calls certain is certain, by the exact engine."""
    counts = count_board(board)
    assert advice.safe <= {board.place(cell) for cell in counts.safe}
    assert advice.mines <= {board.place(cell) for cell in counts.mines}


def assert_sound_by_trying(board, advice):
    """What the advice calls certain is certain, by trying every subset of the covered cells."""
    total, with_mine = board_by_trying(board)
    assert all(with_mine[board.index(cell)] == 0 for cell in advice.safe)
    assert all(with_mine[board.index(cell)] == total for cell in advice.mines)
    assert set(advice.risks) == {board.place(cell) for cell in with_mine}


def assert_proved(board, advice):
    """Every certain cell has a proof that begins with its rule, and whose numbers are open cells of the board."""
    assert set(advice.proofs) == advice.safe | advice.mines
    for proof in advice.proofs.values():
        assert str(proof).startswith(proof.rule)
        assert all(board[cell] >= 0 for cell in proof.numbers)
        assert proof.numbers or "mine total" in proof.why or "the board" in proof.why


def assert_answers_or_refuses(board, name):
    """A board on which some numbers are one too many, which most often nothing fits, is played on or refused."""
    reach = [len(around) for around in board.neighbours]
    wrong = replace(board, cells=tuple(
        min(code + 1, reach[cell]) if code >= 0 and cell % 3 else code for cell, code in enumerate(board.cells)
    ))  # fmt: skip
    if wrong.state == "playing":
        with suppress(InconsistentBoard):
            assert solve(wrong, solver=name).best.action in Action
