"""Games whose every position is searched as a whole, to count nodes as Farn's Table 3 does."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import perf_counter
from types import MappingProxyType

from minebot.board import COVERED, Board
from minebot.game import SimulatedGame
from minebot.minefield import Boards
from minebot.move import Action, Move
from minebot.simulation.chunks import Chunk
from minebot.simulation.outcome import Outcome, pack
from minebot.solver import boxes, csp

SEARCHES: Mapping[str, Callable[[Board], int]] = MappingProxyType(
    {"csp": csp.nodes_in_whole, "boxes": boxes.nodes_in_whole}
)
"""The nodes that a solver's search of a whole position generates."""


@dataclass(frozen=True, slots=True)
class SearchedBy:
    """Plays the boards, and counts the nodes of a solver's search; no budget holds, since half a count says nothing."""

    solver: str

    def __call__(self, boards: Boards, indices: range) -> Chunk:
        """The games of these indices."""
        began = perf_counter()
        rows = pack(whole_game(boards, self.solver, index) for index in indices)
        return Chunk((rows,), perf_counter() - began)


def whole_game(boards: Boards, solver: str, index: int) -> Outcome:
    """A game with the moves of `boxes`, which are those of `csp`: all certain cells or one guess between two looks."""
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
