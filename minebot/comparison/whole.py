"""Games whose every position is searched as a whole, to count nodes as Farn's Table 3 does."""

from collections.abc import Callable, Mapping
from time import perf_counter
from types import MappingProxyType

from minebot.board import COVERED, Board
from minebot.game import SimulatedGame
from minebot.minefield import Boards
from minebot.move import Action, Move
from minebot.simulation.chunks import Chunk
from minebot.simulation.outcome import Outcome, Outcomes, pack
from minebot.solver import boxes, csp

SEARCHES: Mapping[str, Callable[[Board], int]] = MappingProxyType(
    {"csp": csp.nodes_in_whole, "boxes": boxes.nodes_in_whole}
)
"""The nodes that a solver's search of a whole position generates."""


def play_whole(boards: Boards, solvers: tuple[str, ...], indices: range, _budget: float | None = None) -> Chunk:
    """Play these boards, and count what each solver would search; a count cannot be cut short, so no budget holds."""
    began = perf_counter()
    rows = tuple(_played(boards, solver, indices) for solver in solvers)
    return Chunk(rows, perf_counter() - began)


def _played(boards: Boards, solver: str, indices: range) -> Outcomes:
    return pack(whole_game(boards, solver, index) for index in indices)


def whole_game(boards: Boards, solver: str, index: int) -> Outcome:
    """A game with the moves of `boxes`, which are those of `csp`: all certain cells, or one guess, then a look again."""
    began = perf_counter()
    game = SimulatedGame(boards[index])
    game.play([Move(Action.OPEN, *boards.start)])
    moves, guesses, nodes = 1, 0, 0
    while (board := game.read()).state == "playing":
        nodes += SEARCHES[solver](board)
        advice = boxes.boxes(board)
        for cell in sorted(advice.safe) or [advice.best.cell]:
            moves += game.read()[cell] == COVERED
            game.play([Move(Action.OPEN, *cell)])
        guesses += not advice.safe
    won = board.state == "won"
    return Outcome(index, won, moves, guesses, perf_counter() - began, nodes=nodes, handed_on=0)
