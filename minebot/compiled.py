"""How a function becomes a kernel: compiled by numba for this processor, once, and kept on this machine.

The first call of a kernel on a machine compiles it; what was compiled lies in the user's cache folder, under a name
that changes with any source of the kernels, with numba's version and its options: no stale code is ever run, and all
copies of one minebot, in whichever environment they are installed, take what the first of them compiled.
"""

import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryFile
from time import time
from typing import Any, TypeVar, cast

import numba
from numba.core import config
from numba.core.caching import UserProvidedCacheLocator
from numba.extending import register_jitable
from platformdirs import user_cache_path

Function = TypeVar("Function", bound=Callable[..., object])

OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
INNER: dict[str, Any] = {"no_cpython_wrapper": True}

KEPT = 30 * 24 * 3600
"""Seconds after which the kernels of another version are thrown away."""

SOURCES = Path(__file__).parent / "solver" / "kernels"
WARM_UP = Path(__file__).parent / "warmup.py"  # what was compiled in advance is a matter of the version too


def kernel(function: Function) -> Function:
    """The function compiled, to be called by other kernels only: what Python would need to call it is left out."""
    return cast("Function", numba.njit(**INNER, **OPTIONS)(function))


def entry(function: Function) -> Function:
    """The function compiled with all it calls, when Python first calls it; from then on it is loaded from the cache.

    It writes into arrays that it is given, and returns a number or nothing: to make arrays or named tuples for Python,
    numba runs Python code, and a Ctrl-C that comes just there ends the process.
    """
    ours = {"CACHE_DIR": str(FOLDER or ""), "CACHE_LOCATOR_CLASSES": f"{__name__}.{Locator.__name__}"}
    elsewhere = {name: getattr(config, name) for name in ours}
    _set(ours)
    try:
        compiled = numba.njit(cache=FOLDER is not None, **OPTIONS)(function)
    finally:
        _set(elsewhere)
    return cast("Function", compiled)


def _set(settings: dict[str, Any]) -> None:
    """Give numba's settings these values."""
    for name, value in settings.items():
        setattr(config, name, value)


class Locator(UserProvidedCacheLocator):
    """Where numba keeps what it compiled of a source, by what that source is called and says, wherever it lies."""

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        """The folder for a source, within that of the version; another one where a copy's source says other things."""
        return f"{Path(py_file).stem}-{_digest(Path(py_file))}"

    def get_source_stamp(self) -> str:
        """Always the same, as that folder is named by what the source says: numba's own may change with each copy."""
        return ""


def shared(function: Function) -> Function:
    """The function as it is, which kernels may call as well: they compile it with themselves."""
    return register_jitable(**OPTIONS)(function)


def _folder() -> Path | None:
    """Where the compiled kernels of this version lie; None where nothing can be written: each process compiles then."""
    folder = user_cache_path("minebot", appauthor=False) / f"kernels-{_version()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        TemporaryFile(dir=folder).close()  # one that is there may be somebody else's
    except OSError:
        return None
    return folder


def _version() -> str:
    """A digest of whatever decides what the compiled code does."""
    return _digest(
        *sorted(SOURCES.glob("*.py")),
        WARM_UP,
        Path(__file__),  # with numba's options
        beside=f"numba {numba.__version__} python {sys.version_info[:2]}",
    )


def _digest(*sources: Path, beside: str = "") -> str:
    """What changes with anything that the sources, and what is beside them, say."""
    digest = sha256(beside.encode())
    for source in sources:
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


FOLDER = _folder()
"""The cache folder of the kernels."""


def is_compiled() -> bool:
    """Whether all kernels were compiled on this machine before."""
    return FOLDER is not None and (FOLDER / "complete").exists()


def mark_compiled() -> None:
    """Remember that all kernels are compiled, and forget those of versions that were not compiled for a month."""
    if FOLDER is not None:
        (FOLDER / "complete").touch()
        for other in FOLDER.parent.glob("kernels-*"):
            if time() - other.stat().st_mtime > KEPT:
                rmtree(other, ignore_errors=True)
