"""The authority to open an X display, as the X library wants to find it."""

import atexit
import os
import platform
import shutil
import struct
import tempfile
from pathlib import Path


def give_authority() -> None:
    """Point XAUTHORITY at a file of ours where the user has none: some versions of the X library cannot do without.

    The file holds one entry that opens nothing; about an empty one, the user's as well, the library complains on
    standard output, amid the JSON.
    """
    if platform.system() != "Linux" or not os.environ.get("DISPLAY"):
        return
    if not is_filled(authority_file()):
        ours = Path(tempfile.mkdtemp(prefix="minebot-")) / "Xauthority"
        ours.write_bytes(_NO_AUTHORITY)
        atexit.register(shutil.rmtree, ours.parent, ignore_errors=True)
        os.environ["XAUTHORITY"] = str(ours)


def authority_file() -> Path:
    """Where the X library looks for the authority."""
    return Path(os.environ.get("XAUTHORITY") or Path.home() / ".Xauthority")


def is_filled(file: Path) -> bool:
    """Whether a file is there, and holds something."""
    return file.exists() and file.stat().st_size > 0


def _entry(*parts: bytes) -> bytes:
    return struct.pack(">H", 0) + b"".join(struct.pack(">H", len(part)) + part for part in parts)


_NO_AUTHORITY = _entry(b"minebot", b"0", b"none", b"")
