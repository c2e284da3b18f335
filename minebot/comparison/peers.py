"""What other programs made of the same boards, from a file: a line a program, its name, and 1 or 0 a board."""

from pathlib import Path

import numpy as np

from minebot.comparison.paired import Results
from minebot.errors import OutcomesError
from minebot.files import read_text


def read_peers(path: Path, boards: int) -> dict[str, Results]:
    """The results of each peer on the boards of a file that holds so many; a peer may have stopped before the last.

    OutcomesError, with the line, for what is no such file, or one of more boards.
    """
    found: dict[str, Results] = {}
    for number, line in enumerate(read_text(path).splitlines(), start=1):
        if not line.strip():
            continue
        name, won = _parsed(f"{path}, line {number}", line)
        if name in found:
            raise OutcomesError(f"{path}, line {number}: {name} is there twice")
        if len(won) > boards:
            raise OutcomesError(f"{path}, line {number}: {name} has {len(won)} results, and there are {boards} boards")
        found[name] = won
    if not found:
        raise OutcomesError(f"{path} names no peer; a line of it reads like 'java 1101'")
    return found


def _parsed(where: str, line: str) -> tuple[str, Results]:
    name, *results = line.split()
    if len(results) != 1 or set(results[0]) - {"0", "1"}:
        raise OutcomesError(f"{where}: this is no peer; a line reads like 'java 1101', 1 for a board that was won")
    return name, np.array([each == "1" for each in results[0]])
