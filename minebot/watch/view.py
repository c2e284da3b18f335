"""What is to be shown of a game at one moment."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from minebot.board import Board
from minebot.geometry import Cell, Rect
from minebot.play.unsure import NOTHING, Certain
from minebot.solver.advice import Advice
from minebot.terminal import advice_document

Phase = Literal["looking", "playing", "won", "lost"]


@dataclass(frozen=True, slots=True)
class View:
    """A game as it is shown: its phase, the board, what is certain, the advice, and a note where there is none.

    `board` and `place` (on the screen, in points) are None while no board is in sight. Doubtful cells are covered in
    `board` and say nothing; while there are some, `advice` is None, and `certain` holds whatever they may show.
    """

    phase: Phase
    note: str = ""
    theme: str = ""
    board: Board | None = None
    place: Rect | None = None
    doubtful: Mapping[Cell, str] = field(default_factory=dict)
    certain: Certain = NOTHING
    advice: Advice | None = None

    @property
    def risks(self) -> Mapping[Cell, float]:
        """The risk of each cell of which something is known."""
        known = dict.fromkeys(self.certain.safe, 0.0) | dict.fromkeys(self.certain.mines, 1.0)
        return known if self.advice is None else self.advice.risks

    @property
    def best(self) -> Cell | None:
        """The cell that the next move is advised on."""
        return None if self.advice is None else self.advice.best.cell

    @property
    def summary(self) -> list[str]:
        """The advice and its reason, or why there is none, a line each."""
        if self.advice is not None:
            return [f"{self.advice.best}", self.advice.why, self._counted()]
        return [self.note, *([self._counted()] if self.certain.safe or self.certain.mines else [])]

    def _counted(self) -> str:
        safe, mines = len(self.certain.safe), len(self.certain.mines)
        return f"certain: {safe} safe, {mines} {'mine' if mines == 1 else 'mines'}"

    def document(self) -> dict[str, object]:
        """The JSON document of `minebot watch --json`."""
        place = self.place
        return {
            "phase": self.phase,
            "note": self.note or None,
            "theme": self.theme or None,
            "board": None if self.board is None else str(self.board),
            "bbox": None if place is None else [place.x, place.y, place.w, place.h],
            "doubtful": [[*cell, reason] for cell, reason in sorted(self.doubtful.items())],
            "safe": sorted(map(list, self.certain.safe)),
            "mines": sorted(map(list, self.certain.mines)),
            "advice": None if self.advice is None else advice_document(self.advice),
        }
