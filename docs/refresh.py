"""Run the commands that a page of the docs shows, and write what they print, and the pictures that they draw.

    uv run docs/refresh.py docs/solvers.md

A block that begins with ```console holds a line `$ minebot ...` and what it printed; paths are seen from the project's
folder. A test runs the same commands, and compares.
"""

import io
import os
import re
import shlex
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

from minebot import cli

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(r"^```console\n\$ (?P<command>minebot .*)\n(?P<printed>(?:.*\n)*?)```$", re.MULTILINE)


def main() -> None:
    """Refresh the pages that are named."""
    os.chdir(ROOT)
    for name in sys.argv[1:]:
        page = Path(name)
        page.write_text(refreshed(page.read_text(encoding="utf-8")), encoding="utf-8")


def refreshed(page: str) -> str:
    """The page with what its commands print now."""
    return BLOCK.sub(lambda block: f"```console\n$ {block['command']}\n{printed(block['command'])}```", page)


def printed(command: str) -> str:
    """What a command prints on standard output."""
    out = io.StringIO()
    with patch.object(sys, "argv", shlex.split(command)), redirect_stdout(out), redirect_stderr(io.StringIO()):
        try:
            cli.main()
        except SystemExit as left:
            if left.code:
                raise RuntimeError(f"{command} ended with {left.code}") from None
    return "".join(f"{line.rstrip()}\n" for line in out.getvalue().splitlines())


if __name__ == "__main__":
    main()
