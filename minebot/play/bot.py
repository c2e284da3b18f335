"""The loop: look, think, act, look again, until the game is won or lost. It never knows which Game it plays."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from minebot.board import COVERED, EXPLODED, FLAG, MINE, Board
from minebot.errors import InconsistentBoard
from minebot.game import Game
from minebot.move import Action, Move
from minebot.play.first import First, first_of
from minebot.play.timing import Stopwatch
from minebot.solver.advice import Advice

Solver = Callable[[Board], Advice]


class Marking(Enum):
    """Whether mines that are certain are flagged."""

    NONE = "none"
    CERTAIN = "certain"


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A finished game: how many moves, how many of them guesses, the board at its end, what the first cell was."""

    won: bool
    seconds: float
    moves: int
    guesses: int
    board: Board
    first: First = "begun"


def play(game: Game, solver: Solver, watch: Stopwatch, marking: Marking = Marking.NONE) -> GameRecord:
    """Play a game to its end; InconsistentBoard where a cell that was certain explodes."""
    start = watch.clock.now()
    moves_made = guesses = 0
    first: First = "begun"
    board = game.read()
    while board.state == "playing":
        with watch.time("think"):
            advice = solver(board)
        moves = choose(board, advice, marking)
        game.play(moves)
        before, board = board, game.read()
        check_certain(board, advice, moves)
        if moves_made == 0:
            first = first_of(before, moves[-1].cell, board)
        moves_made += len(moves)
        guesses += is_guess(advice)
    return GameRecord(board.state == "won", watch.clock.now() - start, moves_made, guesses, board, first)


def choose(board: Board, advice: Advice, marking: Marking) -> list[Move]:
    """What to do before the next look: every move that is certain, or the one that the solver advises.

    A click on a number that an earlier click of the batch opened may open the number's neighbours, where flags seem to
    satisfy it: so with a flag on the board that is not certain, one cell is opened a look.
    """
    flags = {board.place(index) for index, code in enumerate(board.cells) if code == FLAG}
    marks = (
        sorted(cell for cell in advice.mines - flags if board[cell] == COVERED) if marking is Marking.CERTAIN else []
    )
    opens = [Move(Action.OPEN, *cell) for cell in sorted(advice.safe, key=lambda cell: (cell[1], cell[0]))]
    if not opens:
        opens = [Move(Action.OPEN, *advice.best.cell)]
    if flags - advice.mines:
        return opens[:1]
    return [*(Move(Action.FLAG, *cell) for cell in marks), *opens]


def is_guess(advice: Advice) -> bool:
    """Whether the advice opens a cell that may be a mine."""
    return not advice.safe and advice.risks.get(advice.best.cell, 1.0) > 0


def check_certain(board: Board, advice: Advice, moves: Sequence[Move]) -> None:
    """Raise InconsistentBoard if a cell exploded, or shows a mine, that was certain to be safe."""
    for move in moves:
        if move.action is Action.OPEN and move.cell in advice.safe and board[move.cell] in (EXPLODED, MINE):
            raise InconsistentBoard(
                f"the cell {move.cell} was certain to be safe and exploded, so a cell had been misread",
                board,
                [move.cell],
            )
