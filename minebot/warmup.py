"""The first call of the solver on a machine compiles it: done before anything waits for it, and said."""

from time import perf_counter

from rich.console import Console

from minebot.compiled import FOLDER, is_compiled, mark_compiled
from minebot.solver import fast


def warm_up() -> None:
    """Have the solver compiled for this processor, and tell on standard error that it happens, and why."""
    if is_compiled():
        return
    err = Console(stderr=True, highlight=False)
    err.print(
        "minebot: compiling the solver for this processor, for a minute or two; this is done once on a machine",
        soft_wrap=True,
    )
    began = perf_counter()
    with err.status("compiling"):
        fast.prepare()
    mark_compiled()
    kept = f"kept in {FOLDER}" if FOLDER else "but it cannot be kept: the cache folder cannot be written"
    err.print(f"minebot: compiled in {perf_counter() - began:.0f} s, {kept}", markup=False, soft_wrap=True)
