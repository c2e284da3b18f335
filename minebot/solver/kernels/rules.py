"""What single numbers decide, without a solver: for players that think only where this is stuck."""

from minebot.compiled import entry
from minebot.solver.kernels.arrays import Codes, Ints
from minebot.solver.kernels.join import UNKNOWN
from minebot.solver.kernels.player import EXPLOSIONS, LOST, MOVES, TO_OPEN, UNFINISHED, WON, begun, click, follow_rules
from minebot.topology import Grid


@entry
def follow(grid: Grid, hidden: Codes, shown: Codes, cells: Ints, clicks: Ints, went: Ints) -> None:  # noqa: PLR0913, PLR0917
    """Open these cells in their order, then whatever single numbers decide, until they decide nothing more.

    `shown` ends as the position reached. A cell that is open already is not clicked. Each click is written to `clicks`;
    to `went` WON, LOST or UNFINISHED, and the number of clicks.
    """
    game = begun(grid, hidden, shown, UNKNOWN, len(shown), clicks)
    for cell in cells:
        click(game, cell)
    follow_rules(game)
    unfinished = UNFINISHED if game.tally[TO_OPEN] else WON
    went[0], went[1] = LOST if game.tally[EXPLOSIONS] else unfinished, game.tally[MOVES]
