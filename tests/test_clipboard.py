"""The clipboard, through the programs that hand it over."""

import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from minebot.errors import PictureError
from minebot.vision.sources.clipboard import clipboard_picture

pytestmark = pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="there the system hands it over")


@pytest.fixture
def tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is all of PATH, on X11."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    return folder


def _program(path: Path, line: str) -> None:
    path.write_text(f"#!/bin/sh\n{line}\n")
    path.chmod(0o755)


@pytest.mark.parametrize(("session", "program"), [("DISPLAY", "xclip"), ("WAYLAND_DISPLAY", "wl-paste")])
def test_picture(tools: Path, monkeypatch: pytest.MonkeyPatch, session: str, program: str):
    """The program of the session hands the picture over."""
    monkeypatch.delenv("DISPLAY")
    monkeypatch.setenv(session, "0")
    Image.new("RGB", (8, 6), (0, 0, 90)).save(tools / "a.png")
    _program(tools / program, f"/bin/cat {tools}/a.png")
    assert np.array_equal(clipboard_picture(), np.full((6, 8, 3), (90, 0, 0)))


def test_no_program(tools: Path):
    """Where neither program is there, it is said what to install."""
    assert not list(tools.iterdir())
    with pytest.raises(PictureError, match=r"install wl-clipboard .* or xclip"):
        clipboard_picture()


@pytest.mark.parametrize(
    "line",
    ["echo 'Error: target image/png not available' >&2; exit 1", "echo hello", "exit 0", "echo broken >&2; exit 3"],
)
def test_no_picture(tools: Path, line: str):
    """Text, nothing, and a program that fails are no picture."""
    _program(tools / "xclip", line)
    with pytest.raises(PictureError, match="holds no picture"):
        clipboard_picture()
