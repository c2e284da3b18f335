"""Runs of the command line, as a user starts them."""

import subprocess
import sys

MINEBOT = [sys.executable, "-m", "minebot"]


def minebot(*arguments, **options):
    """A finished run of minebot."""
    command = [*MINEBOT, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, check=False, timeout=120, **options)


def simulate(*arguments, **options):
    """A finished run of `minebot simulate` on small boards."""
    return minebot("simulate", "--size", "6x6", "--mines", 6, "--seed", 9, *arguments, **options)


def without_seconds(path):
    """The lines of a CSV file of outcomes, the seconds left out."""
    return [line.rsplit(",", 1)[0] for line in path.read_text().splitlines()]
